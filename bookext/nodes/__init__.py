"""Build the nodes of a page: elements, boxes, ideas of proofs, and copies for other places."""
