"""TLD-S.3, S.4, S.5, S.11, S.12, S.16, TLD-B.3: why a unit may not move, or may not move there, as screens
that each cite their clause."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.caching import once_a_position
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Screen
from grognard.core.ruling import Ruling

from . import apart
from .arrivals import ARRIVALS, EVENING, gates, is_dropping, not_on_map
from .board import DROP, GRID, LAND, place_name
from .fire import other_side
from .pieces import ALLIED, COMBAT, ENEMY, HQ, LABEL, MECHANIZED, OF_SIDE, POINTS, SIDE, SUPPLY, load, names
from .position import MINE, LongestDay, Segment
from .stacking import compatible, crowded, fits, limit
from .trip import Trip, budget, reachable

# ---------------------------------------------------------------- who


def arriving(state: LongestDay, side: str, mechanized: bool) -> int:
    """TLD-S.12: the second wave and the gliders come in the Mechanized Movement Phase of 6 June, all others
    in the Movement Phase."""
    due = state.due & OF_SIDE[side]
    if mechanized:
        return due & EVENING if state.day == 0 else 0
    return due & ~EVENING if state.day == 0 else due


def idle(side: str, mechanized: bool) -> tuple[Screen, ...]:
    """Why a unit may not move at all."""
    present = lambda state, frame: state.on_map | arriving(state, side, mechanized)  # noqa: E731
    on_map = Screen("TLD-S.11", not_here, present, implied=True, decisive=True)
    own = Screen("TLD-S.2", other_side, lambda state, frame: OF_SIDE[side], implied=True, decisive=True)
    moved = Screen(
        "TLD-S.16", "{unit} has moved in this phase", lambda state, frame: ~state.moved, implied=True
    )
    if not mechanized:
        return own, on_map, moved
    motor = Screen(
        "TLD-S.3",
        not_motorized,
        lambda state, frame: MECHANIZED | arriving(state, side, mechanized),
        implied=True,
    )
    return (
        own,
        on_map,
        motor,
        Screen(
            "TLD-S.3",
            "{unit} is disrupted and cannot move in this phase",
            lambda state, frame: ~state.down,
            implied=True,
        ),
        moved,
    )


def not_here(state: LongestDay, frame: Segment, unit: int, hex_: int) -> Ruling:
    """Why a unit is not on the map; of one that is due, in which phase it comes."""
    if state.due & MINE[unit] and state.day == 0:
        wave = (
            "second wave: it lands in the Mechanized Movement Phase"
            if EVENING & MINE[unit]
            else "first wave: it lands in the Movement Phase"
        )
        return Ruling("TLD-S.12", f"{LABEL[unit]} is in the {wave}")
    return not_on_map(state, frame, unit, hex_)


def not_motorized(state: LongestDay, frame: Segment, unit: int, hex_: int) -> Ruling:
    if SUPPLY & MINE[unit]:
        return Ruling("TLD-S.14", f"{LABEL[unit]} moves in the Movement Phase only")
    return Ruling(
        "TLD-S.3",
        f"{LABEL[unit]} is not armor, recon, self-propelled artillery or an HQ; only those move after combat",
    )


# ---------------------------------------------------------------- where


def halts(side: str, mechanized: bool) -> tuple[Screen, ...]:
    """Why a unit may not end its move in a hex."""
    return (
        Screen("TLD-S.12", no_entry, entering, implied=True, each=True, decisive=True),
        Screen(
            "TLD-S.16",
            "{unit} is in {hex} now; a move ends in another hex",
            _elsewhere,
            implied=True,
            each=True,
            decisive=True,
        ),
        Screen("TLD-S.16", "{hex} is sea", lambda state, frame: LAND, implied=True, decisive=True),
        Screen(
            "TLD-S.16",
            "{hex} is enemy-occupied",
            lambda state, frame: ~state.held[ENEMY[side]],
            implied=True,
            decisive=True,
        ),
        *apart.hex_screens(no_room, ("TLD-B.1.a", "TLD-S.5", *apart.CLAUSES)),
        Screen("TLD-S.4", in_a_zone, but_for_zones(mechanized), implied=True, each=True),
        Screen("TLD-B.3", halved(mechanized), but_for_supply(mechanized), implied=True, each=True),
        Screen("TLD-S.16", explain_too_far(mechanized), near_enough(mechanized), implied=True, each=True),
    )


def entering(state: LongestDay, frame: Segment) -> Callable[[int], int]:
    """TLD-S.12, TLD-S.16: of a unit off the map the hexes it may drop in; nothing where every hex it could
    come by is closed."""

    def hexes_for(unit: int) -> int:
        if state.at[unit] >= 0:
            return -1
        hexes = set_of(hex_ for hex_, _ in gates(state, unit))
        return hexes if is_dropping(state, unit) or not hexes else -1

    return hexes_for


def no_entry(state: LongestDay, frame: Segment, unit: int, hex_: int) -> Ruling:
    if not is_dropping(state, unit):
        where = f"every hex of {ARRIVALS[unit].at[0]}" if unit in ARRIVALS else "every entry hex"
        clause = "TLD-S.12" if SIDE[unit] == ALLIED else "TLD-S.16"
        return Ruling(clause, f"{LABEL[unit]} cannot arrive: {where} is enemy-occupied")
    if DROP >> hex_ & 1:
        return Ruling("TLD-S.12", f"{GRID.name[hex_]} is enemy-occupied; {LABEL[unit]} cannot drop there")
    return Ruling(
        "TLD-S.12",
        f"{GRID.name[hex_]} is not a drop hex; {LABEL[unit]} drops in {', '.join(GRID.names(DROP))}",
    )


def _elsewhere(state: LongestDay, frame: Segment) -> Callable[[int], int]:
    return lambda unit: ~(1 << state.at[unit]) if state.at[unit] >= 0 else -1


@once_a_position
def no_room(state: LongestDay, unit: int) -> dict[int, apart.Bar]:
    """The hexes held by friends that a unit may not end in, and why."""
    held = members(state.held[SIDE[unit]])
    return {h: _no_room(state, unit, h) for h in held if not fits(state, unit, h)}


def _no_room(state: LongestDay, unit: int, hex_: int) -> apart.Bar:
    friends = state.here.get(hex_, 0) & OF_SIDE[SIDE[unit]] & ~MINE[unit]
    if clause := crowded(state, unit, hex_, friends):
        if clause == "TLD-B.1.a":
            return clause, f"{place_name(hex_)} holds {names(friends & HQ)}; only one HQ may be in a hex"
        have = f"{load(friends)} of {limit(state, hex_)} stacking points"
        return clause, f"{place_name(hex_)} holds {have}; {LABEL[unit]} needs {POINTS[unit]}"
    assert not compatible(state, unit, hex_, friends)
    for other in members(friends & COMBAT & ~SUPPLY):
        if (bar := apart.why_apart(state, unit, other, True, hex_)) is not None:
            return bar[0], f"{LABEL[unit]} may not stack with {LABEL[other]}: {bar[1]}"
    return (
        "TLD-J.18",
        f"{names(friends & COMBAT)} in {place_name(hex_)} are of several corps: no unit may join them",
    )


def _free(state: LongestDay, unit: int, mechanized: bool, supplied: bool = False) -> Trip:
    """The trip of a unit were there no enemy zones; `supplied`: and were it supplied."""
    trip = Trip(state, unit, mechanized, heed_zoc=False)
    if supplied and state.short & MINE[unit]:
        trip.budget = 2 * budget(state, unit, mechanized)
    return trip


@once_a_position
def _reach(state: LongestDay, unit: int, mechanized: bool) -> tuple[int, int, int]:
    """The hexes a unit gets to, gets to but for enemy zones, and would get to with its whole allowance."""
    own = reachable(state, unit, mechanized)
    free = own | _free(state, unit, mechanized).hexes()
    return own, free, free | _free(state, unit, mechanized, supplied=True).hexes()


Mask = Callable[[LongestDay, Segment], Callable[[int], int]]


def but_for_zones(mechanized: bool) -> Mask:
    def mask(state: LongestDay, frame: Segment) -> Callable[[int], int]:
        def hexes_for(unit: int) -> int:
            own, free, _ = _reach(state, unit, mechanized)
            return own | ~free

        return hexes_for

    return mask


def in_a_zone(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
    return f"enemy zones of control stop {LABEL[unit]} short of {GRID.name[hex_]}"


def but_for_supply(mechanized: bool) -> Mask:
    def mask(state: LongestDay, frame: Segment) -> Callable[[int], int]:
        def hexes_for(unit: int) -> int:
            _, free, whole = _reach(state, unit, mechanized)
            return free | ~whole

        return hexes_for

    return mask


def halved(mechanized: bool) -> Callable[[LongestDay, Segment, int, int], str]:
    def words(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
        have = points(budget(state, unit, mechanized))
        return (
            f"{LABEL[unit]} was out of supply when the phase began: it has {have} MP, too few for"
            f" {GRID.name[hex_]}"
        )

    return words


def near_enough(mechanized: bool) -> Mask:
    return lambda state, frame: lambda unit: _reach(state, unit, mechanized)[2]


def explain_too_far(mechanized: bool) -> Callable[[LongestDay, Segment, int, int], str]:
    def words(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
        free = _free(state, unit, mechanized)
        have, free.budget = points(free.budget), 400
        result = free.path_to(hex_) if free.starts else None
        if result is None:
            return f"no path leads {LABEL[unit]} to {GRID.name[hex_]}"
        return f"{GRID.name[hex_]} costs at least {points(result[0])} MP; {LABEL[unit]} has {have}"

    return words


def points(halves: int) -> str:
    """
    >>> points(7), points(8)
    ('3.5', '4')
    """
    return f"{halves / 2:g}"
