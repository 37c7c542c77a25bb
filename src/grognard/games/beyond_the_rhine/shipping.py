"""BTR-ledger.7: shipping by rail and sea, up to the caps of the turn."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Phase, Pick, Screen, open_if_any
from grognard.core.ruling import GrognardError, Ruling

from . import verbs
from .chart import COUNTERS, DISPLAY, NAMES, NUMBER
from .pieces import ALLIED
from .position import (
    MAP,
    OVERSEAS,
    REPAIRED,
    SENT,
    WHERE_WORDS,
    BeyondTheRhine,
    Line,
    Turn,
    fact,
)
from .rebuild import short
from .refusals import or_unknown
from .replacements import caps, load
from .supply import PORTS, TOKENS, tokens
from .supply_rolls import AIRCRAFT

# by the steps a counter has
_LOADS = [
    [load(counter, steps) if counter.category != "aircraft" else 99 for steps in range(counter.steps + 1)]
    for counter in COUNTERS
]
_FULL_LOAD: dict[int, int] = {}
for _unit, _loads in enumerate(_LOADS):
    _FULL_LOAD[_loads[-1]] = _FULL_LOAD.get(_loads[-1], 0) | 1 << _unit


def cargo(state: BeyondTheRhine, unit: int) -> int:
    """BTR-ship.convert: the capacity a counter takes as it is."""
    return _LOADS[unit][COUNTERS[unit].steps - state.lost[unit]]


def capacity_left(state: BeyondTheRhine, means: str) -> int:
    """BTR-ship.table: what is left of a cap this turn."""
    limit = caps(state.turn)
    return limit.rail - state.rail_used if means == "rail" else limit.sea - state.sea_used


def fits(state: BeyondTheRhine, means: str) -> int:
    """Counters the rest of a cap can carry: by their full load, and those that have lost steps one by one."""
    room, result = capacity_left(state, means), 0
    for size, units in _FULL_LOAD.items():
        if size <= room:
            result |= units
    for unit in members(short(state) & ~result):
        if cargo(state, unit) <= room:
            result |= 1 << unit
    return result


def sent(state: BeyondTheRhine) -> int:
    """Counters that have been carried this turn: one load, one move a phase."""
    return (
        set_of(NUMBER[line.about] for line in state.entered if line.kind == SENT)
        if state.rail_used or state.sea_used
        else 0
    )


def use(state: BeyondTheRhine, means: str, amount: int) -> None:
    if amount > capacity_left(state, means):
        raise GrognardError(f"the {means} limit for this turn is exceeded")
    if means == "rail":
        state.set(fact.rail_used, state.rail_used + amount, "BTR-ship.unit")
    else:
        state.set(fact.sea_used, state.sea_used + amount, "BTR-ship.sea")


def carry(state: BeyondTheRhine, unit: int, means: str) -> None:
    """A counter takes up capacity and is not carried again this turn."""
    if not state.live >> unit & 1 or sent(state) >> unit & 1:
        raise GrognardError(f"{DISPLAY[unit]} cannot be carried")
    use(state, means, cargo(state, unit))
    state.set(fact.entered, (*state.entered, Line(SENT, NAMES[unit])), "BTR-ship.unit")


def by_rail(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    carry(state, unit, "rail")


def no_room(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return _too_heavy(state, unit, "rail")


def _too_heavy(state: BeyondTheRhine, unit: int, means: str) -> str:
    limit = caps(state.turn).rail if means == "rail" else caps(state.turn).sea
    return (
        f"{DISPLAY[unit]} takes {cargo(state, unit)} SP of {means} capacity;"
        f" {capacity_left(state, means)} of {limit} SP are left this turn"
    )


def off_map(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return f"{DISPLAY[unit]} is not on the map: it {WHERE_WORDS[state.at[unit]]}"


RAIL = Pick(
    verb=verbs.Rail,
    names=NAMES,
    titles=DISPLAY,
    units=(
        Screen("BTR-ocs.rail", off_map, lambda s, f: s.on_map),
        Screen(
            "BTR-ship.unit", "{unit} is an aircraft; rail does not carry aircraft", lambda s, f: ~AIRCRAFT
        ),
        Screen("BTR-ocs.supply.leapfrog", "{unit} was carried this turn already", lambda s, f: ~sent(s)),
        Screen("BTR-ship.table", no_room, lambda s, f: fits(s, "rail") | AIRCRAFT, last=True),
    ),
    apply=by_rail,
    open=open_if_any,
)


def harbours(state: BeyondTheRhine) -> list[str]:
    """BTR-ship.sea: the boxes, and Allied-controlled repaired ports."""
    return ["England", "Normandy", *(PORTS[i] for i, status in enumerate(state.ports) if status == REPAIRED)]


def voyages(state: BeyondTheRhine) -> list[verbs.Sea]:
    """From a box to the other, or to an open port."""
    if not (afloat := state.overseas & ~AIRCRAFT) or not capacity_left(state, "sea"):
        return []
    units = members(afloat & fits(state, "sea") & ~sent(state))
    return [
        verbs.Sea(NAMES[unit], goal) for unit in units for goal in harbours(state) if goal != state.at[unit]
    ]


def sail(state: BeyondTheRhine, unit: int, goal: str) -> None:
    carry(state, unit, "sea")
    state.set_at(fact.at, unit, goal if goal in OVERSEAS else MAP, "BTR-ship.sea")


def no_hold(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return _too_heavy(state, unit, "sea")


EMBARK = Pick(
    verb=verbs.Embark,
    names=NAMES,
    titles=DISPLAY,
    units=(
        Screen(
            "BTR-ship.sea",
            "no port is both controlled and repaired",
            lambda s, f: -1 if REPAIRED in s.ports else 0,
        ),
        Screen("BTR-ship.sea", off_map, lambda s, f: s.on_map),
        Screen("BTR-ship.unit", "{unit} is an aircraft; ships do not carry aircraft", lambda s, f: ~AIRCRAFT),
        Screen("BTR-ocs.supply.leapfrog", "{unit} was carried this turn already", lambda s, f: ~sent(s)),
        Screen("BTR-ship.table", no_hold, lambda s, f: fits(s, "sea") | AIRCRAFT, last=True),
    ),
    apply=lambda state, frame, unit, hex_: sail(state, unit, "England"),
    open=open_if_any,
)


def shipments(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    hauls: list[Action] = [
        verbs.Haul(means, sp)
        for means in ("rail", "sea")
        for sp in sorted(range(1, capacity_left(state, means) + 1), key=str)
        if sum(state.tokens) >= sp * TOKENS
    ]
    return [*hauls, *sorted(voyages(state), key=lambda a: (a.unit, a.place))]


def ship(state: BeyondTheRhine, frame: Turn, action: Action) -> None:
    if isinstance(action, verbs.Haul):
        return use(state, action.way, action.sp)
    assert isinstance(action, verbs.Sea)
    return sail(state, NUMBER[action.unit], action.place)


def not_shipped(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    if isinstance(action, verbs.Haul):
        if action.way not in ("rail", "sea"):
            return Ruling("BTR-ship.unit", f"SP go by rail or sea, not by {action.way}")
        return _not_hauled(state, action)
    unit = NUMBER.get(action.unit) if isinstance(action, verbs.Sea) else None
    return (
        None if unit is None or not isinstance(action, verbs.Sea) else _not_by_sea(state, unit, action.place)
    )


def _not_hauled(state: BeyondTheRhine, action: verbs.Haul) -> Ruling | None:
    room, stock = capacity_left(state, action.way), sum(state.tokens)
    if action.sp > room:
        cap = caps(state.turn)
        limit = cap.rail if action.way == "rail" else cap.sea
        return Ruling(
            "BTR-ship.table",
            f"{room} of {limit} SP of {action.way} capacity are left this turn; {action.sp} SP do not fit",
        )
    if action.sp < 1:
        return Ruling("BTR-ship.unit", f"a load is 1 SP or more, not {action.sp}")
    if action.sp * TOKENS > stock:
        return Ruling(
            "BTR-ship.unit", f"the Allied stock is {tokens(stock)}; {action.sp} SP cannot be carried"
        )
    return None


def _not_by_sea(state: BeyondTheRhine, unit: int, goal: str) -> Ruling | None:
    """The one condition that fails."""
    name = DISPLAY[unit]
    if AIRCRAFT >> unit & 1:
        return Ruling("BTR-ship.unit", f"{name} is an aircraft; ships do not carry aircraft")
    if not state.overseas >> unit & 1:
        return Ruling(
            "BTR-ship.sea", f"{name} is not in England or Normandy: it {WHERE_WORDS[state.at[unit]]}"
        )
    if goal == state.at[unit] or goal not in harbours(state):
        return Ruling(
            "BTR-ship.sea",
            f"from {state.at[unit]} {name} can sail to"
            f" {', '.join(h for h in harbours(state) if h != state.at[unit])}, not to {goal}",
        )
    if sent(state) >> unit & 1:
        return Ruling("BTR-ocs.supply.leapfrog", f"{name} was carried this turn already")
    if cargo(state, unit) > capacity_left(state, "sea"):
        return Ruling("BTR-ship.table", no_hold(state, Turn(), unit, 0))
    return None


SHIPPING = Phase(
    clause="BTR-ledger.7",
    name="shipping",
    side=ALLIED,
    picks=(EMBARK, RAIL),
    plain=shipments,
    take_plain=ship,
    plain_verbs=(verbs.Haul, verbs.Sea),
    refuse=or_unknown(not_shipped),
)
