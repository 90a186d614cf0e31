"""Tests: they mirror the packages that they test."""
