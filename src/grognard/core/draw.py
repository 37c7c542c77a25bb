"""Hex maps as SVG: layers of filled hexes, hexsides, ways, labels and boxes. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin, sqrt
from typing import TYPE_CHECKING, Self

from . import svg
from .hexes import members

if TYPE_CHECKING:
    from .hexes import Grid

SCALE = 46.0  # width of a hex, in SVG units
_RADIUS = SCALE / sqrt(3)


class Drawing:
    """A drawing of one map sheet; every method adds a layer on top and returns the drawing."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        points = [self._centre(h) for h in grid.name]
        self._left, self._top = min(x for x, _ in points), min(y for _, y in points)
        self._right, self._bottom = max(x for x, _ in points), max(y for _, y in points)
        self._parts: list[str] = []

    def _centre(self, hex_: int) -> tuple[float, float]:
        x, y = self.grid.centre(hex_)
        return x * SCALE, y * SCALE

    def _corners(self, hex_: int) -> list[tuple[float, float]]:
        """Clockwise; side d of `Grid.compass` runs from corner d to corner d + 1."""
        x, y = self._centre(hex_)
        first = 150.0 if self.grid.numbering.pointy else 240.0  # degrees, y downwards
        turns = [radians(first + 60 * i) for i in range(6)]
        return [(x + _RADIUS * cos(a), y + _RADIUS * sin(a)) for a in turns]

    def hexes(self, hexes: int, fill: str, stroke: str = "#00000033", opacity: float = 1) -> Self:
        """Fills a set of hexes."""
        for h in members(hexes):
            corners = self._corners(h)
            self._parts.append(
                svg.polyline("polygon", corners, fill=fill, fill_opacity=opacity, stroke=stroke)
            )
        return self

    def labels(self, hexes: int, colour: str = "#00000088", size: float = 8) -> Self:
        """Prints the hex numbers."""
        for h in members(hexes):
            x, y = self._centre(h)
            self._parts.append(_text(x, y - _RADIUS * 0.58, self.grid.name[h], size, colour))
        return self

    def names(self, where: Iterable[tuple[int, str]], colour: str = "#222", size: float = 8) -> Self:
        for h, words in where:
            x, y = self._centre(h)
            self._parts.append(_text(x, y + _RADIUS * 0.8, words, size, colour))
        return self

    def sides(self, masks: Sequence[int], colour: str, width: float = 4) -> Self:
        """Draws hexsides given as six masks; each is drawn once."""
        for d in range(3):
            for h in members(masks[d]):
                corners = self._corners(h)
                (x, y), (u, v) = corners[d], corners[(d + 1) % 6]
                self._parts.append(
                    svg.element(
                        "line",
                        x1=x,
                        y1=y,
                        x2=u,
                        y2=v,
                        stroke=colour,
                        stroke_width=width,
                        stroke_linecap="round",
                    )
                )
        return self

    def road(self, path: Sequence[int], colour: str, width: float = 2, dashed: bool = False) -> Self:
        """A road or track from centre to centre."""
        look: dict[str, svg.Attribute] = {
            "stroke": colour,
            "stroke_width": width,
            "stroke_dasharray": "4 3" if dashed else None,
        }
        self._parts.append(svg.polyline("polyline", map(self._centre, path), fill="none", **look))
        return self

    def box(
        self, hex_: int, lines: Sequence[str], fill: str, colour: str, slot: int = 0, title: str = ""
    ) -> Self:
        """A counter in a hex; `slot` sets those of a stack off against each other."""
        x, y = self._centre(hex_)
        x, y, half = x + 4 * slot, y - 4 * slot, SCALE * 0.31
        square: dict[str, svg.Attribute] = {
            "x": x - half,
            "y": y - half,
            "width": 2 * half,
            "height": 2 * half,
            "rx": 3,
        }
        rows = [
            _text(x, y + (i - (len(lines) - 1) / 2) * 10 + 3, words, 8, colour)
            for i, words in enumerate(lines)
        ]
        self._parts.append(
            svg.element("g", svg.title(title), svg.element("rect", **square, fill=fill, stroke=colour), *rows)
        )
        return self

    def ring(self, hexes: int, colour: str) -> Self:
        """A ring in each hex of a set: a marker."""
        for h in members(hexes):
            x, y = self._centre(h)
            look: dict[str, svg.Attribute] = {"fill": "none", "stroke": colour, "stroke_width": 3}
            self._parts.append(svg.element("circle", cx=x, cy=y, r=SCALE * 0.42, **look))
        return self

    def heat(self, counts: Mapping[str, int], colour: str) -> str:
        """The map with what was counted in its hexes: the darker a hex, the more."""
        most = max(counts.values(), default=1)
        for name, count in counts.items():
            shade = round(0.85 * (count / most) ** 0.5, 3)
            self.hexes(1 << self.grid.number[name], colour, stroke="none", opacity=shade)
        return self.svg()

    def svg(self) -> str:
        margin = SCALE * 0.7
        left, top = self._left - margin, self._top - margin
        width, height = self._right - self._left + 2 * margin, self._bottom - self._top + 2 * margin
        box = (round(left), round(top), round(width), round(height))
        drawing = svg.picture(box, "\n", *(f"{part}\n" for part in self._parts), font_family="sans-serif")
        return svg.as_file(drawing)

    def _repr_svg_(self) -> str:
        return self.svg()


def _text(x: float, y: float, words: str, size: float, colour: str) -> str:
    return svg.text(x, y, words, font_size=size, text_anchor="middle", fill=colour)
