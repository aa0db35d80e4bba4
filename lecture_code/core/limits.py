r"""One limit for all that enumerates: how many there would be is known, and refused, beforehand.

:Source: chapter 01; the conventions are listed in the book's page on notation.
"""

from __future__ import annotations

MOST = 1 << 25  # numbers that are held or run through: a quarter of a gigabyte, or some seconds
COUNTED = 10**18  # larger numbers are not worked out


def few(count: int, name: str, what: str, *, each: float = 1) -> None:
    """Refuse to enumerate too many things, each as costly as ``each`` numbers of an array.

    >>> few(10**6, "m", "runs of the learner", each=256)
    Traceback (most recent call last):
    ValueError: m must leave at most 131072 runs of the learner to enumerate; got 1000000
    """
    most = int(MOST / each)
    if count > most:
        got = f"{count}" if count < COUNTED else "more than 10^18"
        raise ValueError(f"{name} must leave at most {most} {what} to enumerate; got {got}")


def power(n: int, m: int) -> int:
    """Return n^m for n >= 1 and m >= 0, or a number beyond every limit.

    >>> power(3, 4), power(2, 10**9) >= COUNTED
    (81, True)
    """
    return n**m if (n - 1).bit_length() * m < 128 else COUNTED


def choose(n: int, *sizes: int) -> int:
    """Return how many subsets of n things have one of the sizes, or a number beyond every limit.

    >>> choose(5, 0, 1, 2), choose(10**9, 5 * 10**8) >= COUNTED
    (16, True)
    """
    total = 0
    for size in sizes:
        found, k = 1, min(size, n - size)
        for i in range(k):
            if found >= COUNTED:
                break
            found = found * (n - i) // (i + 1)
        total += found if k >= 0 else 0
    return min(total, COUNTED)
