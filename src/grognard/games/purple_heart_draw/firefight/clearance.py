"""ASL-B24.7: units clear the mines, wire or roadblock of their hex: busy from the Prep Fire Phase on, with a
roll at the end of the Close Combat Phase.
"""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.core.procedure import Pick, Screen

from ..board import GRID
from ..pieces import SIDES
from . import checks, obstacles
from .digging import LABOR, SPENT
from .forces import NAMES, SIDE
from .foxholes import WORKS
from .obstacles import ROADBLOCK, WIRE
from .position import BROKEN, MELEE, PIN, TI, Firefight, PlayerTurn, fact
from .shelled_mines import settle_field
from .units import flag, helper_of, kind, known_in, leadership, name, number, on_map, settle, show
from .words import Clear

DATA = WORKS["clearance"]
MINES = "mines"

# ---------------------------------------------------------------- what there is to clear


def task(state: Firefight, side: str, hex_: int) -> str:
    """What a side would clear in a hex: mines it knows of, then wire, then a roadblock; empty: nothing."""
    own = dict(state.mines[number(side)])
    if hex_ in dict(state.mines_found) or hex_ in own:
        return MINES
    rows = [item for item, at in obstacles.known_rows(state, side) if at == hex_]
    blocks = [row for row in state.works if row[0].startswith(ROADBLOCK)]
    rows += [item for item, at in blocks if obstacles.across(item, at) == hex_]
    return next((item for item in sorted(rows, key=_rank) if item.startswith((WIRE, ROADBLOCK))), "")


def _rank(item: str) -> bool:
    return item != WIRE


def can_clear(state: Firefight, unit: int) -> bool:
    """A Good Order squad or half-squad that has done nothing, without a Known enemy in its hex."""
    at, side = state.at[unit], SIDE[unit]
    if kind(state, unit).is_single or state.flags[unit] & (SPENT | PIN) or known_in(state, side, at):
        return False
    return bool(task(state, side, at))


def _able(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover) if can_clear(state, u))


def _own(state: Firefight, frame: object) -> int:
    return sum(1 << u for u in on_map(state, state.mover))


def begin(state: Firefight, frame: object, unit: int, hex_: Hex) -> None:
    """It shows itself, and is busy until the end of the player turn."""
    at = state.at[unit]
    show(state, unit, "ASL-A12.141")
    settle(state, "ASL-A12.141")
    flag(state, unit, TI, "ASL-B24.7")
    state.set(fact.clearing, (*state.clearing, (unit, int(at))), "ASL-B24.7")
    state.note("ASL-B24.7", "{} begins clearance in {}", name(state, unit), GRID.name[at], kind="markers")


NOTHING = "{unit} is not a Good Order squad that has done nothing, with mines, wire or a roadblock in its hex"
CLEAR = Pick(
    verb=Clear,
    names=NAMES,
    units=(
        Screen("ASL-A3.2", "{unit} is not on the side that acts, or not on the map", _own, decisive=True),
        Screen("ASL-B24.7", NOTHING, _able),
    ),
    apply=begin,
)

# ---------------------------------------------------------------- the roll


def work(state: Firefight, frame: PlayerTurn) -> None:
    """At the end of the Close Combat Phase: who is still at it rolls."""
    rows = [(unit, at) for unit, at in state.clearing if state.at[unit] == at]
    fit = [unit for unit, _ in rows if not state.flags[unit] & (BROKEN | MELEE | PIN)]
    state.set(fact.clearing, (), "ASL-B24.7")
    checks.call(state, [(unit, checks.CLEARANCE, 0) for unit in fit], "ASL-B24.7")


def drm(state: Firefight, unit: int) -> int:
    """Engineers, the best leader beside it, and earlier work in the same place."""
    leader = helper_of(state, unit)
    labor = max(LABOR["most"], LABOR["each"] * dict(state.labor).get(unit, 0))
    sappers = DATA["sappers"] if kind(state, unit).engineer else 0
    return int(sappers + labor + (leadership(state, leader) if leader >= 0 else 0))


def roll(state: Firefight, unit: int, more: int, dice: int) -> list[checks.Item]:
    """Up to 2 the work is gone; else the labor counts; an Original 12 in mines costs a Casualty Reduction."""
    what, at, final = task(state, SIDE[unit], state.at[unit]), state.at[unit], dice + drm(state, unit)
    words = "{} clears in {}: dice {}, with modifiers {}"
    state.note("ASL-B24.7", words, name(state, unit), GRID.name[at], dice, final, kind="check")
    rest = [row for row in state.labor if row[0] != unit]
    if final > DATA["most"]:
        rest.append((unit, dict(state.labor).get(unit, 0) + 1))
    elif what:
        remove(state, what, at)
    state.set(fact.labor, tuple(sorted(rest)), "ASL-B24.8")
    return checks.cut(state, unit, "ASL-B24.7") if dice == 12 and what == MINES else []


def remove(state: Firefight, what: str, hex_: int) -> None:
    """Whatever it is, it is gone."""
    if what == MINES:
        for n in range(len(SIDES)):
            if hex_ in dict(state.mines[n]):
                settle_field(state, n, hex_, 0, "ASL-B24.7")
        return
    obstacles.uncover(state, hex_, "ASL-B24.7", (what,))
    rows = [row for row in state.works if row[0] == what and hex_ in (row[1], *_beyond(row))]
    for row in rows[:1]:
        obstacles.remove(state, row, "ASL-B24.7")
        said = SAID[what.startswith(WIRE)]
        state.note("ASL-B24.7", "{} in {} is cleared", said, GRID.name[hex_], kind="result")


def _beyond(row: tuple[str, int]) -> tuple[int, ...]:
    return (obstacles.across(*row),) if row[0].startswith(ROADBLOCK) else ()


SAID = {True: "the wire", False: "the roadblock"}
checks.RESOLVE[checks.CLEARANCE] = roll
