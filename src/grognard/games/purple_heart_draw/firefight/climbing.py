"""ASL-B11.4: units climb the cliffs of the draw, level by level, and get off at the other end."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from . import checks
from .forces import NAMES, SIDE
from .going import BOTTOM, near
from .position import CLIMBING, MOVED, Each, Firefight, Mask, Moving, Window, fact
from .terrain import CLIFFS, read
from .units import clear, eliminate, flag, has, is_good, known_in, name, on_map, settle, show
from .words import Climb

RULE = read("going.toml")["climbing"]
LEVEL_UP_TO, STAYS_UP_TO = int(RULE["level"]), int(RULE["stays"])
Allowance = Callable[[Firefight, int], int]


def cliffs(hex_: int) -> list[int]:
    """The hexes across the cliff hexsides of a hex."""
    return [other for other in near(hex_) if 6 * hex_ + GRID.direction(hex_, other) in CLIFFS]


def height(a: int, b: int) -> int:
    return abs(BOTTOM[a] - BOTTOM[b])


def row_of(state: Firefight, unit: int) -> tuple[int, int, int] | None:
    return next((row for row in state.climbs if row[0] == unit), None)


# ---------------------------------------------------------------- who may, and where to


def _ready(allowance: Allowance) -> Mask:
    """ASL-B11.4: in Good Order, with all its MF; it carries 1 portage point less."""

    def mask(state: Firefight, frame: object) -> int:
        fit = [u for u in on_map(state, state.mover) if is_good(state, u) and allowance(state, u) > 2]
        return sum(1 << u for u in fit)

    return mask


def goals(state: Firefight, unit: int) -> int:
    """A unit that has begun goes on; another begins at a cliff of its hex."""
    row, at = row_of(state, unit), state.at[unit]
    if row is not None and row[2]:
        return 0 if row[2] >= height(at, row[1]) else 1 << row[1]
    area, side = state.card.area, SIDE[unit]
    there = [h for h in cliffs(at) if area >> h & 1 and not known_in(state, side, h)] if at >= 0 else []
    return sum(1 << h for h in there)


def _goals() -> Each:
    return lambda state, frame: lambda unit: goals(state, unit)


def climb_pick(who: tuple[Screen, ...], allowance: Allowance) -> Pick:
    """The pick of the Movement Phase."""

    def apply(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
        climb(state, unit, hex_, allowance(state, unit))

    return Pick(
        verb=Climb,
        names=NAMES,
        units=(
            *who,
            Screen("ASL-B11.4", "{unit} is not in Good Order, or carries too much", _ready(allowance)),
        ),
        hexes=(
            Screen("ASL-B11.4", "{hex} is not across a cliff that {unit} can climb", _goals(), each=True),
        ),
        apply=apply,
    )


def off_cliff(state: Firefight, frame: object) -> int:
    """ASL-B11.4: the units that are not between foot and top; the others climb or stay."""
    on_the_face = {row[0] for row in state.climbs if row[2]}
    return ~sum(1 << unit for unit in on_the_face)


# ---------------------------------------------------------------- the climb


def climb(state: Firefight, unit: int, hex_: int, mf: int) -> None:
    """All MF of the unit, two dice, and what the other side does about it (ASL-A4.62)."""
    show(state, unit, "ASL-A12.14.c")
    flag(state, unit, MOVED | CLIMBING, "ASL-B11.4")
    row = row_of(state, unit)
    if row is None or row[1] != hex_:
        _mark(state, unit, hex_, 0)
    settle(state, "ASL-B11.4")
    at = state.at[unit]
    state.note("ASL-B11.4", "{} climbs towards {}", name(state, unit), GRID.name[hex_], kind="move")
    state.call(Moving(units=(unit,), origin=at, spent=mf, here=mf, ended=True), "ASL-B11.4")
    state.call(Window(), "FF-WIN.1")
    checks.call(state, [(unit, checks.CLIMB, 0)], "ASL-B11.4")


def _mark(state: Firefight, unit: int, hex_: int, levels: int) -> None:
    rows = (*(row for row in state.climbs if row[0] != unit), (unit, hex_, levels))
    state.set(fact.climbs, tuple(sorted(rows)), "ASL-B11.4")


def roll_climb(state: Firefight, unit: int, more: int, dice: int) -> list[checks.Item]:
    """ASL-B11.4: up to 9 one level, up to 11 none, else it falls."""
    row = row_of(state, unit)
    if row is None:
        return []
    state.note("ASL-B11.4", "{} climbs: dice {}", name(state, unit), dice, kind="check")
    if dice > STAYS_UP_TO:
        eliminate(state, unit, "ASL-B11.4")
    elif dice <= LEVEL_UP_TO:
        _mark(state, unit, row[1], row[2] + 1)
    return []


checks.RESOLVE[checks.CLIMB] = roll_climb

# ---------------------------------------------------------------- off it, in the Advance Phase


def landing(state: Firefight, unit: int) -> int | None:
    """ASL-B11.432: where a climber may advance: over the edge when it has come to its level, nowhere on the
    face; `None`: it has not left the ground.
    """
    row = row_of(state, unit)
    if row is None or not row[2]:
        return None
    return 1 << row[1] if row[2] >= height(state.at[unit], row[1]) else 0


def gets_off(state: Firefight, unit: int, hex_: int) -> bool:
    """ASL-B11.432: a unit that gets off a cliff is CX."""
    return has(state, unit, CLIMBING) and bool((landing(state, unit) or 0) >> hex_ & 1)


def give_up(state: Firefight, unit: int) -> None:
    """A unit that has not left the ground turns away from the cliff."""
    if has(state, unit, CLIMBING):
        clear(state, unit, CLIMBING, "ASL-B11.4")
        state.set(fact.climbs, tuple(row for row in state.climbs if row[0] != unit), "ASL-B11.4")
