"""Carrying a spec out: compile, execute, trace, each as child processes of a toolchain."""
