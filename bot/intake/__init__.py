"""Issue text in, ReproSpec out, with provenance, questions and refusals."""
