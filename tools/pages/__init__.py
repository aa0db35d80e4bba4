"""Running the pages of the book, and writing down what they say."""
