"""The homework of the book: masters, and the kit that makes and grades assignments."""
