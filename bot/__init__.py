"""GitHub in, GitHub out: reads issues into specs and renders results into comments."""
