"""A map some hexes of which have a second Location, one level up. Knows no game.

An upper Location has a number and a name of its own (`M14/1`), so that it can be occupied, fired at and
entered like a hex. The map itself does not list it: a walk over the hexes meets the ground alone;
distances, directions and neighbours are those of the hex it lies in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .hexes import Grid, Hex, Hexes, Numbering, members

MARK = "/1"
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
        found = super().get(key)
        return self.above.get(key, default) if found is None else found


class StoreyGrid(Grid):
    """A grid with upper Locations over some of its hexes."""

    def __init__(self, numbering: Numbering, storeys: Iterable[str]) -> None:
        super().__init__(numbering)
        grounds = [self.number[name] for name in storeys]
        self.first_upper = self.sheet.bit_length() + 3 * self.stride
        self.upper: dict[int, Hex] = {h: Hex(self.first_upper + n) for n, h in enumerate(grounds)}
        self.ground: dict[int, Hex] = {up: h for h, up in zip(grounds, self.upper.values(), strict=True)}
        names = {up: self.name[h] + MARK for up, h in self.ground.items()}
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
        found = hexes & (1 << self.first_upper) - 1
        for up in members(hexes >> self.first_upper << self.first_upper):
            found |= 1 << self.ground[up]
        return Hexes(found)

    def with_storeys(self, hexes: int) -> Hexes:
        """A set of hexes, with the Locations above them."""
        for hex_, up in self.upper.items():
            hexes |= (hexes >> hex_ & 1) << up
        return Hexes(hexes)

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
        return super().step(self.ground_of(hex_), direction)


__all__ = ["MARK", "StoreyGrid"]
