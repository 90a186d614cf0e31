"""Comparing tensors and judging what came out: differences, and which of them rounding explains."""
