"""From what was handed in to results: submissions, their answers, and the tests on each."""
