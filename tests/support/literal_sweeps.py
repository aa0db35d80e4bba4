"""Backpropagation one edge at a time, with numbers that count what is done with them."""

import itertools


class Counted:
    """A number that counts what is done with it."""

    done = 0

    def __init__(self, value):
        self.value = value

    def _with(self, value):
        Counted.done += 1
        return Counted(value)

    def __add__(self, other):
        return self._with(self.value + other.value)

    def __mul__(self, other):
        return self._with(self.value * other.value)


def of(f):
    """Return a function of one number, which counts as one operation."""
    return lambda a: a._with(f(a.value))


def forward(w, x, sigma):
    """Return the values and the sums, one edge at a time; w[t][0] belongs to the bias unit."""
    values, sums = [x], []
    for matrix in w:
        a = list(matrix[0])
        for r, j in itertools.product(range(len(values[-1])), range(len(a))):
            a[j] = a[j] + matrix[r + 1][j] * values[-1][r]
        sums.append(a)
        values.append([sigma(s) for s in a])
    return values, sums


def backward(w, values, sums, slope, at_output):
    """Return the gradients by edges, from the gradient of the loss by the outputs."""
    delta = [g * slope(s) for g, s in zip(at_output, sums[-1], strict=True)]
    gradients = []
    for t in range(len(w) - 1, -1, -1):
        gradients.append([delta, *([v * d for d in delta] for v in values[t])])
        if t:
            blame = []
            for row, s in zip(w[t][1:], sums[t - 1], strict=True):
                total = row[0] * delta[0]
                for j in range(1, len(delta)):
                    total = total + row[j] * delta[j]
                blame.append(slope(s) * total)
            delta = blame
    return gradients[::-1]
