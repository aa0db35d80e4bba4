"""Show which result uses which: the graph, the lines under statements, the map."""
