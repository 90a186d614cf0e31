"""Measurements: python -m tests.benchmarks.NAME; the tests do not run them."""
