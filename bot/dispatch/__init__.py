"""Where a spec is carried out."""
