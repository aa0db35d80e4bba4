"""Draw a small picture as SVG: thick lines and marks, whose colours are a style sheet's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from lecture_code.optimise.problems import Quadratic

WIDE, HIGH = 240, 140  # pixels
EDGE = 8  # of them around what is drawn
SHAPE = (WIDE - 2 * EDGE) / (HIGH - 2 * EDGE)


@dataclass(frozen=True)
class Sketch:
    """A picture of the numbers from left to right and from bottom to top."""

    left: float
    right: float
    bottom: float
    top: float
    shapes: list[str] = field(default_factory=list)

    @classmethod
    def with_equal_scales(cls, left: float, right: float, middle: float = 0) -> Self:
        half = (right - left) / SHAPE / 2
        return cls(left, right, middle - half, middle + half)

    def at(self, points: Iterable[Sequence[float]]) -> np.ndarray:
        """Return the pixels of points, (n, 2)."""
        x, y = np.array(list(points), dtype=float).T
        across = EDGE + (WIDE - 2 * EDGE) * (x - self.left) / (self.right - self.left)
        down = EDGE + (HIGH - 2 * EDGE) * (self.top - y) / (self.top - self.bottom)
        return np.column_stack([across, down])

    def put(self, look: str, d: str) -> None:
        self.shapes.append(f'<path class="{look}" d="{d}"/>')

    def path(self, points: Iterable[Sequence[float]], look: str, *, closed: bool = False) -> None:
        d = "L".join(f"{x:.4g} {y:.4g}" for x, y in self.at(points))
        self.put(look, f"M{d}{'Z' * closed}")

    def curve(self, x: Iterable[float], y: Iterable[float], look: str) -> None:
        self.path(zip(x, y, strict=True), look)

    def dots(self, points: Iterable[Sequence[float]], look: str) -> None:
        """Draw dots: strokes of no length, whose ends are round."""
        self.put(f"dot {look}", "".join(f"M{x:.4g} {y:.4g}h0" for x, y in self.at(points)))

    def rings(self, points: Iterable[Sequence[float]]) -> None:
        circle = "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0"
        self.put("ring", "".join(f"M{x:.4g} {y:.4g}{circle}" for x, y in self.at(points)))

    def signs(self, X: np.ndarray, y: np.ndarray, r: int = 6) -> None:
        for look, sign, d in (
            ("plus", 1, f"m-{r} 0h{2 * r}m-{r}-{r}v{2 * r}"),
            ("minus", -1, f"m-{r} 0h{2 * r}"),
        ):
            if (y == sign).any():
                self.put(look, "".join(f"M{u:.4g} {v:.4g}{d}" for u, v in self.at(X[y == sign])))

    def line(self, w: Sequence[float], b: float, look: str) -> np.ndarray:
        """Draw the line of w and b, longer than the picture, and return its ends."""
        w = np.asarray(w)
        along = np.array([-w[1], w[0]]) / np.hypot(*w) * 2 * max(map(abs, self.room))
        ends = -b * w / (w @ w) + np.outer([-1, 1], along)
        self.path(ends, look)
        return ends

    @property
    def room(self) -> tuple[float, float, float, float]:
        return self.left, self.right, self.bottom, self.top

    def half(self, w: Sequence[float], b: float) -> None:
        """Draw the line of w and b and the side of the pluses."""
        ends = self.line(w, b, "line")
        deep = np.asarray(w) / np.hypot(*w) * 4 * max(map(abs, self.room))
        self.path([*ends, *(ends[::-1] + deep)], "shade", closed=True)

    def level(self, f: Quadratic, w: Sequence[float], look: str) -> None:
        """Draw the ellipse of the points where f is as large as at w."""
        angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        root = np.linalg.inv(np.linalg.cholesky(f.A))
        circle = np.sqrt(2 * f(w)) * np.column_stack([np.cos(angle), np.sin(angle)])
        self.path(f.minimiser + circle @ root, look, closed=True)

    @property
    def svg(self) -> str:
        size = f'viewBox="0 0 {WIDE} {HIGH}"'
        return f'<svg class="picture" {size} aria-hidden="true">{"".join(self.shapes)}</svg>'
