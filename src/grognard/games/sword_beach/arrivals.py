"""SB-11.1.2, SB-11.1.3 and SB-11.2.4: the schedule of arrivals, early divisions, landings, and the game's length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.facts import Action
from grognard.core.hexes import Hex, members
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .board import GRID
from .pieces import ALLIED, GERMAN, NAMES, OF_SIDE, UNIT, read, unit_set
from .position import SwordBeach, Turn, fact
from .verbs import Bring, Land, place, units_in, zoc

SCHEDULE = read("reinforcements.toml")
LAST_TURN = int(SCHEDULE["game"]["last_turn"])  # SB-10.2.a
EARLY = SCHEDULE["early_arrival"]
EARLIEST, SCHEDULED = int(EARLY["earliest_turn"]), int(EARLY["scheduled_turn"])


class Arrival(NamedTuple):
    turn: int
    side: str
    units: int
    clause: str
    early: int  # which of the early divisions, or -1


ARRIVALS = [
    Arrival(
        int(row["turn"]), str(row["side"]), unit_set(row["units"]), str(row["clause"]),
        EARLY["groups"].index(row["early_group"]) if "early_group" in row else -1,
    )
    for row in SCHEDULE["arrival"]
]  # fmt: skip
DIVISIONS = [name.split()[0].rstrip("stndrh") for name in EARLY["groups"]]  # "84", "116"
OF_DIVISION = [next(a.units for a in ARRIVALS if a.early == i) for i in range(len(DIVISIONS))]
SETUP_UNITS = {UNIT[name]: row for row in SCHEDULE["setup"] for name in row["units"]}
BEACH_STACK = 3  # SB-11.2.1.2.c, SB-11.2.4.c
BEACHHEAD_MARKERS = int(SCHEDULE["markers"]["sword_beachhead"])


def due(state: SwordBeach, frame: Turn) -> None:
    """Puts the units of this turn among those that wait to arrive."""
    stragglers = state.waiting & OF_SIDE[ALLIED]
    for arrival in ARRIVALS:
        if arrival.turn == state.turn and not (arrival.early >= 0 and state.called[arrival.early]):
            state.set(fact.waiting, state.waiting | still_to_come(state, arrival.units), arrival.clause)
    if state.turn == 2 and stragglers:
        state.note("SB-11.2.1.2.b", "assault units that did not land before GT 1 land now: {}", names(stragglers))


def still_to_come(state: SwordBeach, units: int) -> int:
    """Units of a set that are neither on the map nor lost: a written position may have placed them early."""
    return sum(1 << unit for unit in members(units & ~state.on_map) if state.steps[unit])


def names(units: int) -> str:
    return ", ".join(NAMES[unit] for unit in members(units))


def extension(entered: Sequence[int]) -> int:
    """SB-11.1.3.c: a turn for every turn of early entry, division by division.

    >>> extension((10, 12))
    8
    """
    return sum(max(0, SCHEDULED - turn) for turn in entered if turn)


def last_turn(state: SwordBeach) -> int:
    return LAST_TURN + extension(state.entered)


# ---------------------------------------------------------------- SB-11.1.3 early divisions


def bring_choices(state: SwordBeach, frame: Turn) -> Sequence[Action]:
    if state.turn < EARLIEST or state.turn >= SCHEDULED:
        return ()
    return [Bring(name) for name, called in sorted(zip(DIVISIONS, state.called, strict=True)) if not called]


def bring_refused(state: SwordBeach, frame: Turn, action: Action) -> Ruling | None:
    if not isinstance(action, Bring):
        return None
    if action.division not in DIVISIONS:
        return Ruling("SB-11.1.3.b", f"only the {' and the '.join(DIVISIONS)} can be called in early")
    if state.called[DIVISIONS.index(action.division)]:
        return Ruling("SB-11.1.3.b", f"the {action.division} has been called in already")
    return Ruling(
        "SB-11.1.3.a", f"divisions can be called in early from GT {EARLIEST} to {SCHEDULED - 1}; this is GT {state.turn}"
    )


def bring(state: SwordBeach, frame: Turn, action: Bring) -> None:
    which = DIVISIONS.index(action.division)
    called = tuple(state.turn if i == which else turn for i, turn in enumerate(state.called))
    state.set(fact.called, called, "SB-11.1.3.b")
    state.set(fact.waiting, state.waiting | still_to_come(state, OF_DIVISION[which]), "SB-11.1.3.a")


def note_entry(state: SwordBeach, unit: int) -> None:
    """SB-11.1.3.c, SB-J19: the turn a division counts as entered."""
    for which, units in enumerate(OF_DIVISION):
        if not units >> unit & 1 or state.entered[which]:
            continue
        if state.options.early_entry_counts_from == "last_unit" and state.waiting & units:
            continue
        entered = tuple(state.turn if i == which else turn for i, turn in enumerate(state.entered))
        state.set(fact.entered, entered, "SB-11.1.3.c")
        if state.turn < SCHEDULED:
            state.note("SB-11.1.3.c", "the {} Division is in: the game now ends with GT {}", DIVISIONS[which], last_turn(state))


# ---------------------------------------------------------------- SB-11.2.4 landings after GT 1


def room_on_beach(state: SwordBeach, frame: Any) -> int:
    """SB-11.2.4.c, SB-J38: marked hexes with fewer than three units, none of which came by land."""
    found = 0
    for hex_ in members(state.beachheads):
        there = units_in(state, hex_, ALLIED)
        mixed = state.options.beach_stack == "any_allied"
        if len(there) < BEACH_STACK and (mixed or all(state.landed >> unit & 1 for unit in there)):
            found |= 1 << hex_
    return found


def full_beach(state: SwordBeach, frame: Any, unit: int, hex_: int) -> str:
    there = units_in(state, hex_, ALLIED)
    if len(there) >= BEACH_STACK:
        return f"{GRID.name[hex_]} holds three units already"
    by_land = [NAMES[u] for u in there if not state.landed >> u & 1]
    return f"{', '.join(by_land) or 'a unit'} came to {GRID.name[hex_]} by land, so nothing may land there"


def land(state: SwordBeach, frame: Any, unit: int, hex_: Hex) -> None:
    """SB-11.2.4.b, SB-11.2.4.i: the Movement Phase is over for it; combat and the mobile phases are open."""
    place(state, unit, hex_, "SB-11.2.4.a")
    state.set(fact.landed, state.landed | 1 << unit, "SB-11.2.4.c")


def end_landing(state: SwordBeach, clause: str) -> None:
    if state.turn > 1 and (waiting := state.waiting & OF_SIDE[ALLIED]):
        state.note("SB-J37", "{} have not landed and wait", names(waiting))


BEACHES = (
    Screen(
        "SB-11.2.4.a",
        "{hex} is no beach landing hex with a beachhead marker",
        lambda state, frame: state.beachheads,
        implied=True,
    ),
    Screen("SB-11.2.4.c", full_beach, lambda state, frame: room_on_beach(state, frame) | ~state.beachheads, implied=True),
    Screen("SB-11.2.4.c", full_beach, room_on_beach, last=True),
)


def _must_land(state: SwordBeach, frame: Turn) -> Ruling | None:
    if state.options.reinforcements_may_wait:
        return None
    return Ruling("SB-J37", f"{names(state.waiting & OF_SIDE[ALLIED])} can land and must")


LANDING = Phase(
    clause="SB-11.2.4.a",
    name="allied landings",
    side=ALLIED,
    picks=(
        Pick(
            verb=Land,
            names=NAMES,
            units=(
                Screen("SB-11.2.4.a", "{unit} is not waiting to land", lambda state, frame: state.waiting & OF_SIDE[ALLIED]),
                Screen("SB-11.2.1.2.b", "{unit} enters on GT 2, not before", lambda state, frame: -1 if state.turn > 1 else 0),
            ),
            hexes=(
                *BEACHES,
                Screen(
                    "SB-11.2.4.h",
                    "{hex} is in a German zone of control and holds no Allied unit",
                    lambda state, frame: ~zoc(state, GERMAN) | state.occupied[ALLIED],
                ),
            ),
            apply=land,
        ),
    ),
    must=_must_land,
    leave=end_landing,
)
