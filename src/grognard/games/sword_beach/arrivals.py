"""SB-11.1.2, SB-11.1.3 and SB-11.2.4: the schedule of arrivals, early divisions, landings, and the game's
length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.facts import Action
from grognard.core.hexes import Hex, members, set_of
from grognard.core.narration import join_names
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import Ruling

from .board import GRID
from .pieces import AIRBORNE, ALLIED, COMMANDO, GERMAN, LABEL, NAMES, OF_SIDE, SIDE, UNIT, read, unit_set
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
        int(row["turn"]),
        str(row["side"]),
        unit_set(row["units"]),
        str(row["clause"]),
        EARLY["groups"].index(row["early_group"]) if "early_group" in row else -1,
    )
    for row in SCHEDULE["arrival"]
]
DIVISIONS = [name.split()[0].rstrip("stndrh") for name in EARLY["groups"]]  # "84", "116"
OF_DIVISION = [next(a.units for a in ARRIVALS if a.early == i) for i in range(len(DIVISIONS))]
SETUP_UNITS = {UNIT[name]: row for row in SCHEDULE["setup"] for name in row["units"]}
BEACH_STACK = int(SCHEDULE["limits"]["beach_stack"])  # SB-11.2.1.2.c, SB-11.2.4.c
LAST_DROP_ZONE_TURN = int(SCHEDULE["limits"]["last_drop_zone_turn"])  # SB-11.2.2.7.b
BEACHHEAD_MARKERS = int(SCHEDULE["markers"]["sword_beachhead"])


def due(state: SwordBeach, frame: Turn) -> None:
    """Puts the units of this turn among those that wait to arrive."""
    stragglers = state.waiting & OF_SIDE[ALLIED]
    for arrival in ARRIVALS:
        if arrival.turn == state.turn and not (arrival.early >= 0 and state.called[arrival.early]):
            state.add(fact.waiting, still_to_come(state, arrival.units), arrival.clause)
    if state.turn == 2 and stragglers:
        state.note(
            "SB-11.2.1.2.b", "Assault units that found no room before GT 1 are due now: {}", names(stragglers)
        )


def still_to_come(state: SwordBeach, units: int) -> int:
    """Units of a set that are neither on the map nor lost: a written position may have placed them early."""
    return set_of(unit for unit in members(units & ~state.on_map) if state.steps[unit])


def names(units: int) -> str:
    """The units of a set in a sentence."""
    return join_names([LABEL[unit] for unit in members(units)], most=len(NAMES))


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
        return Ruling("SB-11.1.3.b", f"only the {' and the '.join(EARLY['groups'])} can be called in early")
    name = EARLY["groups"][which := DIVISIONS.index(action.division)]
    if state.called[which]:
        return Ruling("SB-11.1.3.b", f"the {name} was called in on GT {state.called[which]}")
    if state.turn >= SCHEDULED:
        return Ruling(
            "SB-11.1.2.gt15", f"the {name} arrives on GT {SCHEDULED} without a call; now: {state.date}"
        )
    return Ruling("SB-11.1.3.a", f"divisions can be called in early from GT {EARLIEST} on; now: {state.date}")


def bring(state: SwordBeach, frame: Turn, action: Bring) -> None:
    which = DIVISIONS.index(action.division)
    called = tuple(state.turn if i == which else turn for i, turn in enumerate(state.called))
    state.set(fact.called, called, "SB-11.1.3.b")
    state.add(fact.waiting, still_to_come(state, OF_DIVISION[which]), "SB-11.1.3.a")


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
            words = "The {} has entered early: the game now ends with GT {}"
            state.note("SB-11.1.3.c", words, EARLY["groups"][which], last_turn(state))


# ---------------------------------------------------------------- SB-11.2.4 landings after GT 1


def loners(state: SwordBeach) -> int:
    """The Allied units on the map that no other may join in a beach landing hex: by default those that came
    by land (SB-J38), read literally those that have left a beach landing hex (SB-11.2.1.2.d).
    """
    if state.options.beach_stack == "any_allied":
        return 0
    by_land = OF_SIDE[ALLIED] & state.on_map & ~state.landed
    return (
        state.left | by_land & ~(AIRBORNE | COMMANDO) if state.options.beach_stack == "literal" else by_land
    )


def room_on_beach(state: SwordBeach, frame: object) -> int:
    """SB-11.2.4.c, SB-J38: marked hexes with fewer than three units, none of which may not be joined."""
    result, alone = 0, loners(state)
    for hex_ in members(state.beachheads):
        units = state.here.get(hex_, 0) & OF_SIDE[ALLIED]
        if units.bit_count() < BEACH_STACK and not units & alone:
            result |= 1 << hex_
    return result


def full_beach(state: SwordBeach, frame: object, unit: int, hex_: int) -> str | Ruling:
    """SB-11.2.4.c, or our own ruling on a unit that came by land."""
    units = units_in(state, hex_, ALLIED)
    alone = state.here.get(hex_, 0) & loners(state)
    if len(units) < BEACH_STACK and alone:
        if state.options.beach_stack == "literal":
            return Ruling(
                "SB-11.2.1.2.d",
                f"{names(alone)} in {GRID.name[hex_]} has left a beach landing hex and never stacks again",
            )
        return Ruling(
            "SB-J38", f"{names(alone)} came to {GRID.name[hex_]} by land, so no unit may land there"
        )
    return f"{GRID.name[hex_]} holds three units: {names(set_of(units))}"


def land(state: SwordBeach, frame: object, unit: int, hex_: Hex) -> None:
    """SB-11.2.4.b, SB-11.2.4.i: the Movement Phase is over for it; combat and the mobile phases are open."""
    place(state, unit, hex_, "SB-11.2.4.a")
    state.add(fact.landed, 1 << unit, "SB-11.2.4.c")


def end_landing(state: SwordBeach, clause: str) -> None:
    if state.turn > 1 and (waiting := state.waiting & OF_SIDE[ALLIED]):
        state.note("SB-J37", "Not landed this turn, still waiting: {}", names(waiting))


BEACHES: tuple[Screen[SwordBeach, Turn], ...] = (
    Screen(
        "SB-11.2.4.a",
        "{hex} is not a beach landing hex with a beachhead marker",
        lambda state, frame: state.beachheads,
        implied=True,
    ),
    Screen(
        "SB-11.2.4.c",
        full_beach,
        lambda state, frame: room_on_beach(state, frame) | ~state.beachheads,
        implied=True,
    ),
    Screen("SB-11.2.4.c", full_beach, room_on_beach, last=True),
)


def _must_land(state: SwordBeach, frame: Turn) -> Ruling | None:
    if state.options.reinforcements_may_wait:
        return None
    waiting = state.waiting & OF_SIDE[ALLIED]
    return Ruling(
        "SB-J37", f"{names(waiting)} must land this phase", tuple(NAMES[unit] for unit in members(waiting))
    )


def arrival_of(unit: int) -> Arrival | None:
    """The line of the schedule by which a unit arrives."""
    return next((arrival for arrival in ARRIVALS if arrival.units >> unit & 1), None)


def absent(state: SwordBeach, unit: int) -> Ruling | None:
    """Why a unit is not on the map, with the clause that says when it comes; `None`: it is on the map or
    due.
    """
    name = LABEL[unit]
    if not state.steps[unit]:
        return Ruling("FM-2.3.b", f"{name} is eliminated")
    if (state.on_map | state.waiting) >> unit & 1:
        return None
    if (arrival := arrival_of(unit)) is None:
        row = SETUP_UNITS[unit]
        return Ruling(row["clause"], f"{name} is not on the map; it starts {row['where']}")
    if arrival.turn > state.turn:
        return Ruling(arrival.clause, f"{name} arrives on GT {arrival.turn}; now: {state.date}")
    return Ruling(
        arrival.clause, f"{name} is neither on the map nor waiting; it was due on GT {arrival.turn}"
    )


def not_landing(state: SwordBeach, frame: object, unit: int, hex_: int) -> str | Ruling:
    """Why a unit does not land now."""
    if SIDE[unit] != ALLIED:
        return Ruling("SB-11.1.2.a", f"{LABEL[unit]} is German; German reinforcements enter by the east edge")
    if state.at[unit] >= 0:
        return f"{LABEL[unit]} is on the map, in {GRID.name[state.at[unit]]}"
    return absent(state, unit) or f"{LABEL[unit]} is not waiting to land"


LANDING: Phase[SwordBeach, Turn] = Phase(
    clause="SB-11.2.4.a",
    name="allied landings",
    title="Allied landings",
    side=ALLIED,
    picks=(
        Pick(
            verb=Land,
            names=NAMES,
            units=(
                Screen(
                    "SB-11.2.4.a",
                    not_landing,
                    lambda state, frame: state.waiting & OF_SIDE[ALLIED],
                    decisive=True,
                ),
                Screen(
                    "SB-11.2.1.2.b",
                    "{unit} lands on GT 2, not before",
                    lambda state, frame: -1 if state.turn > 1 else 0,
                ),
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
