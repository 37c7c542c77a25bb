"""ASL-B26, ASL-B27.5, ASL-B29: wire, trenches and roadblocks: where they are, as far as a side knows, and how
they come to light. A roadblock lies across a road hexside; a trench is a foxhole for three squads besides.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.caching import once_a_position
from grognard.core.facts import is_unknown

from ..board import DIRECTIONS, GRID
from ..pieces import SIDES
from .foxholes import TRENCH, WORKS
from .going import comes_from, cost
from .position import Firefight, fact
from .terrain import CLIFFS

WIRE, ROADBLOCK = "wire", "roadblock."
KINDS = (WIRE, TRENCH, ROADBLOCK)
FOUND = (WIRE, ROADBLOCK)  # a trench comes to light as foxholes do
SAID = {WIRE: "wire", TRENCH: "a trench", ROADBLOCK: "a roadblock"}
CAPACITY = int(WORKS["trench"]["squads"])
BLOCK_TEM, BLOCK_MF = int(WORKS["roadblock"]["tem"]), int(2 * WORKS["roadblock"]["mf"])
Row = tuple[str, int]


def is_obstacle(item: str) -> bool:
    return item.startswith(KINDS)


def across(item: str, hex_: int) -> int:
    """The hex beyond the hexside of a roadblock."""
    return int(GRID.step(hex_, DIRECTIONS.index(item.removeprefix(ROADBLOCK))))


# ---------------------------------------------------------------- where they are


def known_rows(state: Firefight, side: str) -> tuple[Row, ...]:
    """The works a side knows of: those on the map, and its own that the enemy has not found, as far as the
    asker may know.
    """
    own = state.buried[SIDES.index(side)]
    return (*state.works, *(() if is_unknown(own) else own))


def hexes(state: Firefight, item: str, rows: Iterable[Row]) -> int:
    return sum({1 << hex_ for name, hex_ in rows if name == item})


@once_a_position
def trenches(state: Firefight, side: str) -> int:
    """Hexes with a trench, as far as a side knows."""
    return hexes(state, TRENCH, known_rows(state, side))


@once_a_position
def wired(state: Firefight, side: str) -> int:
    """Hexes with wire, as far as a side knows."""
    return hexes(state, WIRE, known_rows(state, side))


@once_a_position
def blocks(state: Firefight) -> frozenset[tuple[int, int]]:
    """The hexsides with a roadblock that everybody knows, both ways."""
    rows = [(hex_, across(item, hex_)) for item, hex_ in state.works if item.startswith(ROADBLOCK)]
    return frozenset([*rows, *((b, a) for a, b in rows)])


def is_blocked(state: Firefight, a: int, b: int) -> bool:
    return bool(state.works) and (a, b) in blocks(state)


def unblocked(state: Firefight, at: int) -> int:
    """Every hex but those beyond a roadblock on a hexside of this one."""
    return ~sum(1 << b for a, b in blocks(state) if a == at) if state.works else -1


def block_tem(state: Firefight, at: int, hex_: int) -> int:
    """ASL-B29: a roadblock on the hexside of its hex that fire crosses covers a target as a wall does."""
    if not state.works or at == hex_:
        return 0
    return BLOCK_TEM if any((way, hex_) in blocks(state) for way in comes_from(at, hex_)) else 0


def connects(state: Firefight, side: str, a: int, b: int) -> bool:
    """ASL-B27.5: whether a trench leads from a hex into the next, not across a cliff."""
    both = trenches(state, side)
    if not both >> a & both >> b & 1 or GRID.distance(a, b) != 1:
        return False
    return 6 * a + GRID.direction(a, b) not in CLIFFS


# ---------------------------------------------------------------- how they come to light


def hidden_in(state: Firefight, hex_: int) -> list[tuple[int, Row]]:
    """The works in a hex that are hidden, and whose. Only the referee asks."""
    rows = ((n, row) for n, own in enumerate(state.buried) if not is_unknown(own) for row in own)
    return [(n, row) for n, row in rows if row[1] == hex_]


def uncover(state: Firefight, hex_: int, clause: str, items: tuple[str, ...] = FOUND) -> None:
    """Hidden works in a hex come to light."""
    for n, row in hidden_in(state, hex_):
        if row[0].startswith(items):
            kind = next(one for one in KINDS if row[0].startswith(one))
            rest = tuple(one for one in state.buried[n] if one != row)
            state.set_at(fact.buried, n, rest, clause)
            state.set(fact.works, tuple(sorted((*state.works, row))), clause)
            state.note(clause, "{} in {} comes to light", SAID[kind], GRID.name[hex_], kind="reveal")


def remove(state: Firefight, row: Row, clause: str) -> None:
    state.set(fact.works, tuple(one for one in state.works if one != row), clause)


def block_cost(a: int, b: int) -> int | None:
    """ASL-B29: over a roadblock the road does not count, and it is crossed like a wall."""
    price = cost(a, b, road=False)
    return None if price is None else price + BLOCK_MF
