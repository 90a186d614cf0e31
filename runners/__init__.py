"""Carries out a spec on this machine: compile, run, compare, locate. Knows nothing of GitHub."""
