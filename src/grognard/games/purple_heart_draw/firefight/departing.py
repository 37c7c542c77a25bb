"""ASL-A2.6: units leave the map over its edge, in the Movement or the Advance Phase; PHD-TM8.ff: in a TM
Scenario who leaves by the own edge is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..board import EDGE, GRID
from . import mines, vehicles
from .allowances import own_allowance
from .forces import ADJECTIVE, BATTERIES_OF, BATTERY_NUMBER, ENEMY, NAMES, SIDE
from .foxholes import is_dug_in
from .going import near
from .grenades import cost_now
from .markers import is_marker
from .position import (
    ADVANCED,
    BROKEN,
    CLIMBING,
    CX,
    DUE,
    MELEE,
    ON_WIRE,
    PIN,
    TI,
    Firefight,
    Leaving,
    Moving,
    fact,
)
from .units import (
    eliminate_quietly,
    exit_factor,
    guns_of,
    has,
    kind,
    name,
    number,
    on_map,
    put,
    remove_gun,
    settle,
    show,
)
from .victory import check_victory
from .words import Decamp, Depart

NEIGHBORS = 6
RIM = sum(1 << hex_ for hex_ in GRID.name if hex_ not in GRID.ground and len(near(hex_)) < NEIGHBORS)

# ---------------------------------------------------------------- who, and for what


def edge_of(state: Firefight) -> int:
    """The hexes by which units leave: on the edge of the map, or where the card lets units enter."""
    return (RIM | int(state.card.entry)) & int(state.card.area)


def price(state: Firefight, units: Sequence[int], hex_: int) -> int:
    """ASL-A2.6: half MF to leave: as into a hex beyond the edge that is like the last one."""
    return (cost_now(state, OFF, hex_) or 0) * exit_factor(state, units)


def _can_go(state: Firefight, unit: int) -> bool:
    fixed = is_dug_in(state, unit) or has(state, unit, CLIMBING | ON_WIRE)
    return bool(edge_of(state) >> state.at[unit] & 1) and not fixed if state.at[unit] >= 0 else False


def departures(state: Firefight, frame: Moving, at: int, left: int) -> list[Action]:
    """The movers leave, if they have the MF; not in a charge, a Dash or bypass, nor under a "?"."""
    plain = frame.charge < 0 > frame.dash and not frame.corners and frame.pushing < 0
    if not plain or is_marker(frame.units) or not all(_can_go(state, u) for u in frame.units):
        return []
    late = frame.assault and frame.hexes
    return [Depart()] if at >= 0 and not late and price(state, frame.units, at) <= left else []


# ---------------------------------------------------------------- going


DEPARTS = "depart"
WALKS_OFF = "walk off"


def depart(state: Firefight, frame: Moving) -> None:
    """The movers go; ASL-B28.412: mines of the hex attack first."""
    if not mines.on_exit(state, frame.units, OFF, DEPARTS, 0, ""):
        _end_way(state, frame.units)


def _end_way(state: Firefight, units: Iterable[int]) -> None:
    gone = tuple(units)
    leave(state, gone)
    moving = state.stack[-1]
    if isinstance(moving, Moving):
        state.replace(replace(moving, units=tuple(u for u in moving.units if u not in gone)), "ASL-A2.6")
    check_victory(state)


def _after_mines(state: Firefight, frame: Leaving, fit: tuple[int, ...]) -> None:
    _end_way(state, fit)


def leave(state: Firefight, units: Iterable[int]) -> None:
    for unit in units:
        hex_ = state.at[unit]
        show(state, unit, "ASL-A2.6")
        words = "{} leaves the map in {}"
        state.note("ASL-A2.6", words, name(state, unit), GRID.name[hex_], kind="elimination")
        if state.card.is_mission and EDGE[SIDE[unit]] >> hex_ & 1:
            keep(state, unit, hex_)
        else:
            lose(state, unit)
    settle(state, "ASL-A2.6")


def keep(state: Firefight, unit: int, hex_: int) -> None:
    """PHD-TM8.ff: it is out for this TM Scenario, with its weapons, and comes back by the hex it left by."""
    put(state, unit, OFF, "PHD-TM8.ff")
    state.set_at(fact.flags, unit, state.flags[unit] & BROKEN, "PHD-TM8.ff")
    state.set_at(fact.doors, unit, Hexes(1 << hex_), "PHD-TM8.ff")


def has_left(state: Firefight, unit: int) -> bool:
    """PHD-TM8.ff: whether a unit that is off the map was on it, and has left by the own edge."""
    asleep = state.cloaked[number(SIDE[unit])] >> unit & 1
    gone = state.at[unit] < 0 and not has(state, unit, DUE) and not asleep
    return bool(state.kind[unit] and state.doors[unit]) and gone


def exit_of(state: Firefight, unit: int) -> Hex:
    return Hex(next(iter(members(state.doors[unit]))))


def lose(state: Firefight, unit: int) -> None:
    """ASL-A26.22: it counts as eliminated; its weapons, radio and prisoners go with it."""
    side = SIDE[unit]
    words = "{} {} counts as eliminated"
    state.note("ASL-A26.22", words, ADJECTIVE[side], name(state, unit), kind="elimination")
    scorer = number(ENEMY[side])
    state.set_at(fact.points, scorer, state.points[scorer] + kind(state, unit).points, "ASL-A26.22")
    for g in guns_of(state, unit):
        remove_gun(state, g, "ASL-A2.6")
    for battery in BATTERIES_OF[side]:
        if state.radio[key := BATTERY_NUMBER[battery]] == unit:
            state.set_at(fact.radio, key, -1, "ASL-A2.6")
            state.set_at(fact.net, key, "lost", "ASL-A2.6")
    state.set_at(fact.captives, unit, "", "ASL-A2.6")
    eliminate_quietly(state, unit, "ASL-A2.6")


mines.GO_ON[DEPARTS] = mines.GO_ON[WALKS_OFF] = _after_mines

# ---------------------------------------------------------------- in the Advance Phase


def _advances_off(state: Firefight, frame: object) -> int:
    """ASL-A4.7: who may advance, stands at the edge, and has not done so; ASL-A4.72: not too hard if CX."""
    idle = BROKEN | PIN | TI | MELEE | ADVANCED
    found = 0
    for unit in on_map(state, state.mover):
        if state.flags[unit] & idle or vehicles.is_riding(state, unit) or not _can_go(state, unit):
            continue
        hard = price(state, (unit,), state.at[unit]) >= min(8, own_allowance(state, unit))
        found |= (not (hard and has(state, unit, CX))) << unit
    return found


def decamp(state: Firefight, frame: object, unit: int, hex_: int) -> None:
    if not mines.on_exit(state, (unit,), OFF, WALKS_OFF, 0, ""):
        leave(state, (unit,))
        check_victory(state)


NO_WAY = "{unit} does not stand at an edge it could leave by, or may not advance"
DECAMP = Pick(verb=Decamp, names=NAMES, units=(Screen("ASL-A2.6", NO_WAY, _advances_off),), apply=decamp)


def refuse(state: Firefight, frame: object, action: Action) -> Ruling:
    return Ruling("ASL-A2.6", "the movers are not at an edge of the map with the MF to leave it on foot")
