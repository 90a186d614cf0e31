"""What pytest leaves alone here: the export runs beside the project, with JAX."""

collect_ignore = ["export.py"]
