"""Where two variants begin to differ: graph, alignment, the first divergent dispatch."""
