"""TLD-B.2: supply routes: hexes within eight steps of an HQ, as sets; the way a route takes; what closes it.
Knows no state.

A search of eight steps sees no farther than eight rows, so it is made in a window of the map cut out around
its start.
"""

from __future__ import annotations

from grognard.core.hexes import Grid, Hex, Hexes, members

from .pieces import LIMITS

STEPS = int(LIMITS["range"]["route_hexes"])


def opened(land: int, friends: int, blocked: int, zone: int) -> int:
    """Hexes a route may run through: no enemy in them, and no enemy zone unless a friend stands there."""
    return land & ~blocked & (~zone | friends)


def window(grid: Grid, start: int, open_: int, steps: int = STEPS) -> tuple[int, int]:
    """What a search of so many steps can see of a set, moved down, and by how much."""
    wide = steps * (grid.stride + 1)
    low = start - wide if start > wide else 0
    return low, open_ >> low & (1 << start + wide + 1 - low) - 1


def within(grid: Grid, start: int, open_: int, steps: int = STEPS) -> Hexes:
    """Hexes a route of so many steps leads to from a hex; the start itself is always one."""
    low, around = window(grid, start, open_, steps)
    return searched(grid, start, low, around, steps)


def searched(grid: Grid, start: int, low: int, around: int, steps: int = STEPS) -> Hexes:
    """The same in a window that has been cut out already."""
    s = grid.stride - 1
    seen = new = 1 << start - low
    for _ in range(steps):
        up, down = new << 1, new >> 1
        new = (up | down | (new | up) << s | (new | down) >> s) & around
        new ^= new & seen
        if not new:
            break
        seen |= new
    return Hexes(seen << low)


def route(grid: Grid, start: int, goal: int, open_: int, steps: int = STEPS) -> list[Hex] | None:
    """A shortest route from an HQ to a unit, both ends included; none if there is none of so many steps."""
    return grid.route(1 << start, goal, open_, steps)


def closest_approach(grid: Grid, start: int, goal: int, open_: int, land: int) -> tuple[list[Hex], list[Hex]]:
    """How near a route gets to a unit it cannot reach: the way there, and the closed hexes of the shortest
    way on."""
    layers = grid.layers(1 << start, open_, STEPS)
    reached = [
        (grid.distance(h, goal), number, h) for number, hexes in enumerate(layers) for h in members(hexes)
    ]
    _, _, nearest = min(reached)
    on = route(grid, nearest, goal, land, 1000) or [Hex(nearest)]
    path = route(grid, start, nearest, open_) or [Hex(start)]
    return path, [h for h in on[1:] if not open_ >> h & 1]
