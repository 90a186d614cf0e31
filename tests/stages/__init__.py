"""The stages, with the real compiler and the real runtime."""
