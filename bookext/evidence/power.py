r"""What a simulated verdict would notice, from what its record says.

A check of "truth <= bound" fails unless the upper limit of its estimate is at most the bound. So
if the truth is beyond the bound, the check passes with probability at most the stated error, and
what remains to tell is how near a truth may come before it is no longer seen to hold. That is a
factor: from this many times the bound on, the check fails with probability at least 99 %.

The limits of a frequency after k hits in n trials are those of Clopper and Pearson, so that the
check passes iff k <= h, where h is the largest number with P[Bin(n, bound) <= h] <= error, and the
factor times the bound is the q with P[Bin(n, q) <= h] = 1/100. The limits of a mean are its sample
mean -+ r. At error 1/100 instead of e the radius of Hoeffding, and that of Maurer and Pontil for
the same sample variance, is at most rho r with

    rho = sqrt(ln(4 / 0.01) / ln(4 / e)),

so that a truth of bound - (1 - rho) r is noticed, if the variance is that seen.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any

from scipy.special import bdtr, bdtrc, bdtri, betaincinv

from bookext.evidence.record import number_of

MISSED = 0.01  # the probability that what is beyond the factor is not noticed


def factor(kind: str, fields: Mapping[str, Any]) -> float | None:
    """How many times the bound a simulated check notices, or a refutation asks for.

    A check "<=" fails from this many times the bound on, one ">=" from there downwards, one "=="
    from there on, and likewise below the bound divided by it. A refutation fails as long as the
    truth is on the side of the bound where the factor times the bound is, or there. It is None
    where there is no such number: for a bound that is not positive, and the refutation of "==".

    >>> fields = {"measured": 0.003, "measured_limits": [1.827e-05, 0.02116], "relation": "<=",
    ...           "bound": 0.05, "bound_limits": None, "within": None, "trials": 1000,
    ...           "error": 1e-06, "entries": 1}
    >>> round(factor("check", fields), 2)
    0.66
    """
    bound, relation = float(number_of(fields["bound"])), fields["relation"]
    one_side = fields["measured_limits"] is not None and fields["bound_limits"] is None
    if not one_side or bound <= 0 or (kind == "refute" and relation == "=="):
        return None
    within = float(number_of(fields["within"] or 0))
    if relation == "==":
        above = _above(fields, bound + within) / bound
        below = _below(fields, bound - within) / bound
        return max(above, 1 / below if below > 0 else math.inf)
    if (relation in ("<=", "<")) == (kind == "check"):
        return _above(fields, bound + within) / bound
    return _below(fields, bound - within) / bound


def words(kind: str, fields: Mapping[str, Any]) -> str:
    """What the page of results says of it; empty if there is nothing to say."""
    times = factor(kind, fields)
    if times is None or math.isinf(times):
        return ""
    number = f"{times:.2g}" if times < 0.995 else f"{times:.3g}"
    what = "value" if fields["relation"] == "==" else "bound"
    return f"{'notices' if kind == 'check' else 'asks for'} {number} times the {what}"


def _above(fields: Mapping[str, Any], bound: float) -> float:
    """From which truth on the upper limit of the estimate exceeds a bound."""
    n, error = fields["trials"], _error(fields)
    if not _counted(fields, error):
        return bound - _part(error) * _radius(fields)
    if bound >= 1:
        return math.inf
    most = bisect_right(range(n), error, key=lambda k: bdtr(k, n, bound)) - 1
    return float(bdtri(most, n, MISSED)) if most >= 0 else 0.0


def _below(fields: Mapping[str, Any], bound: float) -> float:
    """From which truth on downwards the lower limit of the estimate is less than a bound."""
    n, error = fields["trials"], _error(fields)
    if not _counted(fields, error):
        return bound + _part(error) * _radius(fields)
    if bound <= 0:
        return 0.0
    least = bisect_left(range(1, n + 1), -error, key=lambda k: -bdtrc(k - 1, n, bound)) + 1
    return float(betaincinv(least, n - least + 1, MISSED)) if least <= n else 1.0


def _error(fields: Mapping[str, Any]) -> float:
    """The error of each limit: the record has the sum over the entries, and of both for "=="."""
    both = 2 if fields["relation"] == "==" else 1
    return float(fields["error"]) / fields["entries"] / both


def _counted(fields: Mapping[str, Any], error: float) -> bool:
    """Whether the limits are those of a frequency; the record has four digits of each."""
    n, value = fields["trials"], float(fields["measured"])
    hits = round(value * n)
    if not 0 <= hits <= n:
        return False
    low = float(betaincinv(hits, n - hits + 1, error)) if hits else 0.0
    high = float(bdtri(hits, n, error)) if hits < n else 1.0
    seen = [float(number_of(limit)) for limit in fields["measured_limits"]]
    return math.dist(seen, (low, high)) <= 0.01 * (high - low)


def _radius(fields: Mapping[str, Any]) -> float:
    """The radius of a mean, of which a side may be cut off at the end of the support."""
    low, high = (float(number_of(limit)) for limit in fields["measured_limits"])
    return max(high - float(fields["measured"]), float(fields["measured"]) - low)


def _part(error: float) -> float:
    return 1 - math.sqrt(math.log(4 / MISSED) / math.log(4 / error))
