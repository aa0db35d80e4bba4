"""Run the pages of the book, and write down what they say."""
