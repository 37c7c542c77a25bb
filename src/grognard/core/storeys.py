"""A map some hexes of which have a second Location, one level up, or beneath a bridge. Knows no game.

An upper Location has a number and a name of its own (`M14/1`), and so has one beneath (`V12/0`), so that
it can be occupied, fired at and entered like a hex. The map itself does not list them: a walk over the hexes
meets the ground alone; distances, directions and neighbours are those of the hex it lies in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .hexes import Grid, Hex, Hexes, Numbering, members

MARK, MARK_BENEATH = "/1", "/0"
K = TypeVar("K")
V = TypeVar("V")


class Listed(dict[K, V]):
    """A table of the hexes that answers for upper Locations as well, and does not list them."""

    def __init__(self, listed: dict[K, V], above: dict[K, V]) -> None:
        super().__init__(listed)
        self.above = above

    def __missing__(self, key: K) -> V:
        return self.above[key]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.above

    def get(self, key: K, default: V | None = None) -> V | None:  # type: ignore[override]
        result = super().get(key)
        return self.above.get(key, default) if result is None else result


class StoreyGrid(Grid):
    """A grid with Locations over some of its hexes, and beneath others."""

    def __init__(self, numbering: Numbering, storeys: Iterable[str], beneath: Iterable[str] = ()) -> None:
        super().__init__(numbering)
        grounds = [self.number[name] for name in storeys]
        self.first_upper = self.sheet.bit_length() + 3 * self.stride
        self.upper: dict[int, Hex] = {h: Hex(self.first_upper + n) for n, h in enumerate(grounds)}
        under, after = [self.number[name] for name in beneath], self.first_upper + len(grounds)
        self.beneath: dict[int, Hex] = {h: Hex(after + n) for n, h in enumerate(under)}
        both = (self.upper, self.beneath)
        self.ground: dict[int, Hex] = {place: Hex(h) for row in both for h, place in row.items()}
        names: dict[int, str] = {up: self.name[h] + MARK for h, up in self.upper.items()}
        names |= {low: self.name[h] + MARK_BENEATH for h, low in self.beneath.items()}
        self.number = Listed(self.number, {name: Hex(up) for up, name in names.items()})
        self.axial = Listed(self.axial, {up: self.axial[h] for up, h in self.ground.items()})
        self.where = Listed(self.where, {up: self.where[h] for up, h in self.ground.items()})
        self.name = Listed(self.name, dict(names))

    def ground_of(self, hex_: int) -> Hex:
        """The hex itself, or the one an upper Location lies in."""
        return self.ground[hex_] if hex_ >= self.first_upper else Hex(hex_)

    def flat(self, hexes: int) -> Hexes:
        """A set of Locations as hexes of the map."""
        if not hexes >> self.first_upper:
            return Hexes(hexes)
        result = hexes & (1 << self.first_upper) - 1
        for up in members(hexes >> self.first_upper << self.first_upper):
            result |= 1 << self.ground[up]
        return Hexes(result)

    def with_storeys(self, hexes: int) -> Hexes:
        """A set of hexes, with the Locations above and beneath them."""
        for place, hex_ in self.ground.items():
            hexes |= (hexes >> hex_ & 1) << place
        return Hexes(hexes)

    def every_name(self) -> list[str]:
        return [*self.number, *(self.name[place] for place in self.ground)]

    def names(self, hexes: int) -> list[str]:
        if not hexes >> self.first_upper:
            return super().names(hexes)
        low = hexes & (1 << self.first_upper) - 1
        return [*super().names(low), *(self.name[up] for up in members(hexes ^ low))]

    def near(self, hexes: int) -> Hexes:
        return super().near(hexes if self._is_bare(hexes) else self.flat(hexes))

    def within(self, hexes: int, distance: int) -> Hexes:
        return super().within(hexes if self._is_bare(hexes) else self.flat(hexes), distance)

    def _is_bare(self, hexes: int) -> bool:
        return "first_upper" not in self.__dict__ or not hexes >> self.first_upper

    def distance(self, a: int, b: int) -> int:
        """Two Locations of one hex are next to each other."""
        (u, v), (x, y) = self.axial[a], self.axial[b]
        return max(abs(u - x), abs(v - y), abs(u - x + v - y)) or int(a != b)

    def direction(self, a: int, b: int) -> int:
        return super().direction(self.ground_of(a), self.ground_of(b))

    def step(self, hex_: int, direction: int) -> Hex:
        return super().step(hex_ if hex_ < self.first_upper else self.ground[hex_], direction)


__all__ = ["MARK", "StoreyGrid"]
