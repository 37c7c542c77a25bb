"""TLD-S.3, S.4, S.16: where a unit can go, as screens; what a way costs, as a ledger; arriving and lying
afloat (S.12)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.caching import once_a_position
from grognard.core.hexes import OFF, Hex, any_member, members, set_of
from grognard.core.procedure import Draw, Phase, Pick, Screen
from grognard.core.ruling import Modifier, Ruling

from .arrivals import ARRIVALS, FIRST_WAVE, float_hexes
from .board import GRID, KIND_OF, LEAVE_ZOC, place_name, river, road, step_cost
from .command import zone
from .defacto import forming
from .pieces import (
    ADJECTIVE,
    ALLIED,
    COMBAT,
    CORPS_HQ,
    ENEMY,
    LABEL,
    MECHANIZED,
    NAMES,
    OF_SIDE,
    ROAD_ONLY,
    SHY,
    SIDE,
    SUPPLY,
    names,
)
from .position import IS_COMBAT, MINE, LongestDay, Segment, fact
from .reach import first_steps
from .reach_cache import EmptyMapReach, reach_from
from .stacking import FIGHTING, mixed, room_at, stacks, without_room
from .stopped import arriving, halts, idle
from .trip import Trip, budget, hostile, trip_of
from .verbs import Float, Move, place, stir

TRIES = 6  # hexes drawn before all that are open are computed
_ROAD_ONLY = [bool(ROAD_ONLY >> u & 1) for u in range(len(NAMES))]
CUT = 4096  # bits: of a wider set only the part that matters is looked at


def destinations(state: LongestDay, unit: int, mechanized: bool) -> int:
    """Where a move may end: within reach, with room and with friends it may stack with."""
    result, low = near_destinations(state, unit, mechanized)
    return result << low


def near_destinations(state: LongestDay, unit: int, mechanized: bool) -> tuple[int, int]:
    """The same moved down to where the search began, and by how much."""
    result, low = trip_of(state, unit, mechanized).near()
    if friends := result & state.held[SIDE[unit]] >> low:
        result ^= without_room(state, unit, low, friends)
    return result, low


# ---------------------------------------------------- the same for one hex, by what is known of the empty map


def barred(state: LongestDay, side: str) -> int:
    """Hexes that close, end or slow down a move of a side: enemy combat units, zones and country."""
    enemy = ENEMY[side]
    inputs = state.held[enemy], zone(state, enemy), hostile(state, side)
    return state.cache.get_or_compute(("barred", side), inputs, lambda _: inputs[0] | inputs[1] | inputs[2])


@once_a_position
def outing(state: LongestDay, unit: int, mechanized: bool) -> tuple[EmptyMapReach, int] | None:
    """The moves of a unit on the map if no other unit were there, and what is barred among their hexes,
    moved down as they are.

    Nothing for a unit most of whose hexes are barred, where the full search is quicker, and for one that must
    not step from zone to zone (TLD-S.3): what is open to it is not known by the hexes entered.
    """
    start, side, half_points = state.at[unit], SIDE[unit], budget(state, unit, mechanized)
    if zone(state, ENEMY[side]) >> start & 1:
        if mechanized:
            return None
        half_points = max(0, half_points - LEAVE_ZOC)
    ways = reach_from(start, half_points, _ROAD_ONLY[unit])
    result = barred(state, side) >> ways.low & ways.near
    return None if result and 2 * result.bit_count() > ways.count else (ways, result)


def gets_to(state: LongestDay, unit: int, goal: int, known: tuple[EmptyMapReach, int]) -> bool:
    """Whether a hex of the moves on the empty map is within reach of a unit where some of it is barred."""
    (ways, barred_), theirs = known, 0
    if barred_ >> goal - ways.low & 1:
        if shut_to(state, unit, goal):
            return False
        theirs = hostile(state, SIDE[unit])
    if ways.beside(goal):  # TLD-S.16: one hex always
        return True
    if not theirs >> goal & 1 and ways.has_clear_path(goal, barred_):
        return True
    enemy = ENEMY[SIDE[unit]]
    shut_ = (state.held[enemy] | zone(state, enemy)) >> ways.low & barred_
    return ways.has_path(goal, shut_, barred_ & (theirs or hostile(state, SIDE[unit])) >> ways.low)


def shut_to(state: LongestDay, unit: int, hex_: int) -> bool:
    """`shut` for one hex."""
    side = SIDE[unit]
    if state.here.get(hex_, 0) & FIGHTING[ENEMY[side]]:
        return True
    return bool(
        SHY & MINE[unit] and zone(state, ENEMY[side]) >> hex_ & 1 and not state.exerting[side] >> hex_ & 1
    )


def may_end(mechanized: bool) -> Callable[[LongestDay, Segment, int, int], bool]:
    """`destinations` for one hex."""

    def test(state: LongestDay, frame: Segment, unit: int, hex_: int) -> bool:
        known = outing(state, unit, mechanized) if state.at[unit] >= 0 else None
        near, low = (
            trip_of(state, unit, mechanized).near() if known is None else (known[0].near, known[0].low)
        )
        if hex_ < low or not near >> hex_ - low & 1:
            return False
        if known is not None and known[1] and not gets_to(state, unit, hex_, known):
            return False
        return hex_ not in state.here or room_at(state, unit, hex_)

    return test


# ---------------------------------------------------------------- moving


def move(mechanized: bool) -> Callable[[LongestDay, Segment, int, int], None]:
    clause = "TLD-S.3" if mechanized else "TLD-S.16"

    def go(state: LongestDay, frame: Segment, unit: int, hex_: int) -> None:
        passed = passing(state, unit, hex_, mechanized)
        state.add(fact.moved, MINE[unit], clause)
        place(
            state,
            unit,
            hex_,
            "TLD-S.12" if state.at[unit] == OFF and SIDE[unit] == ALLIED else clause,
            passed,
        )

    return go


def passing(state: LongestDay, unit: int, goal: int, mechanized: bool) -> int:
    """TLD-S.7: the enemy's hexes a combat unit goes through on its way, which it takes."""
    if not IS_COMBAT[unit]:
        return 0
    if state.at[unit] >= 0 and (known := outing(state, unit, mechanized)) is not None:
        ways, barred_ = known
        # a way through enemy country is dearer than on the empty map, so a cheapest one of that, if it is
        # free, goes first
        foe = hostile(state, SIDE[unit]) >> ways.low & barred_
        if not foe or (
            goal >= ways.low and not foe >> goal - ways.low & 1 and ways.has_clear_path(goal, barred_)
        ):
            return 0
    trip = trip_of(state, unit, mechanized)
    near, low = trip.near()
    foe = trip.reach().foe
    theirs = near & foe
    if not theirs or goal < low or theirs == 1 << goal - low or (path := trip.path_to(goal)) is None:
        return 0
    passed = 0
    for hex_ in path[1]:
        passed |= 1 << hex_ - low
    return (passed & foe) << low


def lie_off(state: LongestDay, frame: Segment, unit: int, hex_: int) -> None:
    """TLD-S.12"""
    state.add(fact.moved, MINE[unit], "TLD-S.12")
    state.set_at(fact.afloat, unit, Hex(hex_), "TLD-S.12")


def end_movement(state: LongestDay, clause: str) -> None:
    """TLD-S.17: no rule reads which units have stirred before combat, so that is noted of all that moved at
    once.
    """
    stir(state, state.moved & state.on_map, clause)
    state.set(fact.moved, 0, clause)
    state.set(fact.apart, fact.apart.start, clause)


# ---------------------------------------------------------------- who may move


def may_move(side: str, mechanized: bool) -> Callable[[LongestDay, Segment], int]:
    """Own units on the map that have not moved; in the second phase motorised, undisrupted ones; and whoever
    is due."""
    own = OF_SIDE[side]
    regular, motor = own & (COMBAT | SUPPLY), own & MECHANIZED

    def mask(state: LongestDay, frame: Segment) -> int:
        units = motor & state.on_map & ~state.down if mechanized else regular & state.on_map
        return (units | arriving(state, side, mechanized) if state.due else units) & ~state.moved

    return mask


def reachable(mechanized: bool) -> Callable[[LongestDay, Segment], Callable[[int], int]]:
    return lambda state, frame: lambda unit: destinations(state, unit, mechanized)


def certainly_open(state: LongestDay, frame: Segment, ready: int) -> bool:
    """A quick sign that a unit can move: a combat unit beside an empty hex out of every enemy zone."""
    ready &= state.on_map
    for _ in range(8):
        if not ready:
            return False
        unit = ready.bit_length() - 1
        ready ^= 1 << unit
        if has_way(state, unit):
            return True
    return False


def has_way(state: LongestDay, unit: int) -> bool:
    """Whether an empty hex out of every enemy zone lies one step from a unit on the map."""
    stacks, zones = state.here, zone(state, ENEMY[SIDE[unit]])
    return any(hex_ not in stacks and not zones >> hex_ & 1 for hex_ in beside(state.at[unit]))


@lru_cache(maxsize=1 << 15)
def beside(hex_: int) -> list[int]:
    """The hexes that some unit can step to from a hex."""
    return members(first_steps(hex_))


# ---------------------------------------------------------------- what must be done before the phase ends


def must_move(side: str, mechanized: bool) -> Callable[[LongestDay, Segment], Ruling | None]:
    def must(state: LongestDay, frame: Segment) -> Ruling | None:
        if state.due:
            for unit in members(arriving(state, side, mechanized) & CORPS_HQ & ~state.moved):
                if destinations(state, unit, mechanized):
                    because = f"{LABEL[unit]} must arrive this phase: a corps HQ may not wait"
                    return Ruling("TLD-A.corps.24", because, (NAMES[unit],))
        if state.apart and not mechanized:
            return must_part(state, side)
        return None

    return must


def must_part(state: LongestDay, side: str) -> Ruling | None:
    """TLD-S.5: units whose corps tie was lost part in their next regular movement if they can."""
    for hex_ in members(state.apart):
        units = state.here.get(hex_, 0) & OF_SIDE[side] & COMBAT & ~state.moved
        if (
            units
            and mixed(state, hex_, side)
            and any(has_way(state, u) or destinations(state, u, False) for u in members(units))
        ):
            because = f"{names(units)} share hex {place_name(hex_)} but may no longer stack: one must move on"
            return Ruling("TLD-S.5", because, tuple(NAMES[u] for u in members(units)))
    return None


def note_mixed(state: LongestDay, frame: Segment) -> None:
    hexes = set_of(h for h in stacks(state, frame.side) if mixed(state, h, frame.side))
    if hexes:
        state.set(fact.apart, type(state.apart)(hexes), "TLD-S.5")


# ---------------------------------------------------------------- the phases


def a_destination(mechanized: bool) -> Draw:
    """One of the hexes a move may end in, each as likely, or -1: whether there is room is asked of the hex
    drawn alone."""

    def draw(state: LongestDay, frame: Segment, unit: int, hexes: int, random: Callable[[], float]) -> int:
        stacks, known = state.here, outing(state, unit, mechanized) if state.at[unit] >= 0 else None
        if known is None:
            near, low = trip_of(state, unit, mechanized).near()
            for _ in range(TRIES if near else 0):
                place = _any(near, low, random)
                if place not in stacks or room_at(state, unit, place):
                    return place
        else:
            ways, barred_ = known
            for _ in range(TRIES if ways.count else 0):
                place = ways.draw(random)
                if barred_ and not gets_to(state, unit, place, known):
                    continue
                if place not in stacks or room_at(state, unit, place):
                    return place
        near, low = near_destinations(state, unit, mechanized)
        return _any(near, low, random) if near else -1

    return draw


def _any(near: int, low: int, random: Callable[[], float]) -> int:
    """`any_member` of a set that has been moved down."""
    if near.bit_length() + low <= CUT or near.bit_length() > CUT:
        return any_member(near << low, random)
    first = (near & -near).bit_length() - 1
    return low + first + any_member(near >> first, random)


def movement(side: str, mechanized: bool = False) -> Phase:
    """TLD-S.2: MOVEMENT, or MECHANIZED MOVEMENT for motorized units; moving is voluntary."""
    clause = "TLD-S.3" if mechanized else "TLD-S.16"
    where = (
        *halts(side, mechanized),
        Screen(
            "TLD-S.16",
            "{unit} cannot end its move in {hex}",
            reachable(mechanized),
            last=True,
            each=True,
            test=may_end(mechanized),
            draw=a_destination(mechanized),
        ),
    )
    movers = (
        Screen(clause, "{unit} cannot move in this phase", may_move(side, mechanized), last=True),
        *idle(side, mechanized),
    )
    moving = Pick(
        verb=Move, names=NAMES, units=movers, hexes=where, apply=move(mechanized), open=certainly_open
    )
    if mechanized:
        picks: tuple[Pick, ...] = (moving,)
    else:
        picks = (floating(), forming(side), moving) if side == ALLIED else (forming(side), moving)
    name = f"{side} {'mechanized ' if mechanized else ''}movement"
    title = f"{ADJECTIVE[side]} {'Mechanized ' if mechanized else ''}Movement Phase"
    return Phase(
        clause=clause,
        name=name,
        title=title,
        side=side,
        picks=picks,
        must=must_move(side, mechanized),
        leave=end_movement,
    )


def no_float(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
    """Why a unit does not lie off a beach."""
    if state.at[unit] >= 0:
        return (
            f"{LABEL[unit]} is on the map, in {GRID.name[state.at[unit]]}; only units still to land wait"
            " afloat"
        )
    if not FIRST_WAVE >> unit & 1:
        return f"{LABEL[unit]} is not a first-wave unit; only those wait afloat"
    return (
        f"{LABEL[unit]} has moved in this phase" if state.moved >> unit & 1 else f"{LABEL[unit]} is not due"
    )


def not_its_beach(state: LongestDay, frame: Segment, unit: int, hex_: int) -> str:
    beach = ARRIVALS[unit].at[0] if unit in ARRIVALS else "its beach"
    return f"{GRID.name[hex_]} is not an enemy-held hex of {beach}, where {LABEL[unit]} lands"


def floating() -> Pick:
    """TLD-S.12: the first wave may lie off a held beach hex."""

    def able(state: LongestDay, frame: Segment) -> int:
        return state.due & FIRST_WAVE & ~state.moved

    return Pick(
        verb=Float,
        names=NAMES,
        units=(Screen("TLD-S.12", no_float, able),),
        hexes=(
            Screen(
                "TLD-S.12",
                not_its_beach,
                lambda state, frame: lambda unit: float_hexes(state, unit),
                each=True,
            ),
            Screen(
                "TLD-S.12",
                "{hex} holds no German combat unit; land there instead",
                lambda state, frame: state.held[ENEMY[ALLIED]],
            ),
        ),
        apply=lie_off,
    )


# ---------------------------------------------------------------- a way and its price


def ledger(state: LongestDay, unit: int, goal: int, mechanized: bool) -> list[Modifier]:
    """What each hex of a move costs, in half points, with its clause."""
    trip = Trip(state, unit, mechanized)
    path = trip.path_to(goal)
    if path is None:
        return []
    parts: list[Modifier] = []
    previous = int(trip.start)
    if previous >= 0 and trip.stop >> previous & 1:
        parts.append(
            Modifier(LEAVE_ZOC, "TLD-S.4", f"leaving the enemy zone of control in {GRID.name[previous]}")
        )
    for hex_ in path[1]:
        if previous < 0:
            spent = dict(trip.starts)[hex_]
            parts.append(
                Modifier(
                    spent,
                    "TLD-S.12" if SIDE[unit] == ALLIED else "TLD-S.16",
                    f"entering at {place_name(hex_)}",
                )
            )
        else:
            parts.append(Modifier(*_price(previous, hex_, bool(trip.hostile >> hex_ & 1), trip.road_only)))
        previous = hex_
    return parts


def _price(start: int, goal: int, theirs: bool, road_only: bool) -> tuple[int, str, str]:
    cost = step_cost(start, goal, theirs, road_only)
    name = place_name(goal)
    if road(start, goal) and not theirs:
        return cost or 0, "TLD-S.16", f"{name}: by road"
    water = river(start, goal)
    across = f" across a {water} river" if water and not road(start, goal) else ""
    held = ", enemy-controlled" if theirs else ""
    return cost or 0, "TLD-S.16", f"{name}: {KIND_OF[goal]}{across}{held}"
