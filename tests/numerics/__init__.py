"""Tests of runners.numerics."""
