"""Locating the divergent dispatch."""
