"""BTR-ledger.6, BTR-ledger.7: rebuilding from the dead pile, and shipping by rail and sea against the caps."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Phase, Pick, Screen
from grognard.core.ruling import GrognardError, Ruling

from . import verbs
from .chart import COUNTERS, NAMES, NUMBER
from .income import AIRCRAFT
from .pieces import ALLIED, NATIONS
from .position import DEAD, MAP, OVERSEAS, REPAIRED, BeyondTheRhine, Turn, fact, ready
from .refusals import or_strange
from .replacements import caps, load, price
from .supply import PORTS, tokens

PRICES = [price(counter) for counter in COUNTERS]
BUYABLE = sum(1 << u for u, p in enumerate(PRICES) if not p.why_not)
POOL = [NATIONS.index(counter.pool) for counter in COUNTERS]
_BY_PRICE: dict[tuple[int, int, int], int] = {}  # (pool, pax, eq) -> counters
for _unit, _price in enumerate(PRICES):
    if not _price.why_not:
        _key = (POOL[_unit], _price.pax, _price.eq)
        _BY_PRICE[_key] = _BY_PRICE.get(_key, 0) | 1 << _unit

# ---------------------------------------------------------------- BTR-ledger.6


def short(state: BeyondTheRhine) -> int:
    """Counters in play that are short of a step, aircraft apart."""
    return state.live & state.hurt & ~AIRCRAFT


def wanting(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-rebuild.step: the dead, and those that have lost steps."""
    return state.dead | short(state)


def purse(state: BeyondTheRhine, pool: int) -> tuple[int, int]:
    """BTR-J.8: the Pax and Eq a nation can pay with."""
    if state.options.replacement_pools == "one":
        return sum(state.pax), sum(state.eq)
    return state.pax[pool], state.eq[pool]


def affordable(state: BeyondTheRhine, frame: Turn) -> int:
    """BTR-repl.keep, BTR-repl.air.noeq: what the pools can pay for."""
    found = 0
    for (pool, pax, eq), units in _BY_PRICE.items():
        has_pax, has_eq = purse(state, pool)
        if pax <= has_pax and eq <= has_eq:
            found |= units
    return found


def rebuild(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    """BTR-rebuild.re, BTR-rebuild.step, BTR-rebuild.place: a step is paid for and placed."""
    if not wanting(state, frame) >> unit & 1 or not BUYABLE >> unit & 1:
        raise GrognardError(f"{NAMES[unit]} has nothing to rebuild")
    cost = PRICES[unit]
    _pay(state, POOL[unit], cost.pax, cost.eq, cost.clause)
    whole = cost.whole or COUNTERS[unit].steps == 1
    state.set_at(fact.lost, unit, 0 if whole else state.lost[unit] - 1, cost.clause)
    if state.at[unit] == DEAD:
        state.set_at(fact.at, unit, MAP, "BTR-rebuild.place")


def _pay(state: BeyondTheRhine, pool: int, pax: int, eq: int, clause: str) -> None:
    for column, amount in ((fact.pax, pax), (fact.eq, eq)):
        have = getattr(state, column.name)
        own = min(amount, have[pool])
        state.set_at(column, pool, have[pool] - own, clause)
        if amount > own and (have[1 - pool] < amount - own or state.options.replacement_pools == "two"):
            raise GrognardError("no pool goes below zero")
        if amount > own:  # BTR-J.8: only where the pools are one
            state.set_at(column, 1 - pool, have[1 - pool] - (amount - own), "BTR-J.8")


def too_dear(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    cost = PRICES[unit]
    has_pax, has_eq = purse(state, POOL[unit])
    return (
        f"{NAMES[unit]} costs {cost.pax} Pax and {cost.eq} Eq; {NATIONS[POOL[unit]].upper()} has {has_pax} Pax and {has_eq} Eq"
    )


def not_for_sale(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return f"{NAMES[unit]} ({PRICES[unit].row}): {PRICES[unit].why_not or 'it can be bought'}"


REBUILDING = Phase(
    clause="BTR-ledger.6",
    name="rebuilding",
    side=ALLIED,
    picks=(
        Pick(
            verb=verbs.Rebuild,
            names=NAMES,
            units=(
                Screen("BTR-rebuild.removed", "{unit} is neither in the dead pile nor short of a step", wanting),
                Screen("BTR-rebuild.default", not_for_sale, lambda s, f: BUYABLE, implied=True),
                Screen("BTR-ledger.6", too_dear, affordable),
            ),
            apply=rebuild,
            open=ready,
        ),
    ),
    refuse=or_strange(),
)

# ---------------------------------------------------------------- BTR-ledger.7: shipping

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


def left(state: BeyondTheRhine, way: str) -> int:
    """BTR-ship.table: what is left of a cap this turn."""
    limit = caps(state.turn)
    return limit.rail - state.rail_used if way == "rail" else limit.sea - state.sea_used


def fits(state: BeyondTheRhine, way: str) -> int:
    """Counters the rest of a cap can carry: by their full load, and those that have lost steps one by one."""
    room, found = left(state, way), 0
    for size, units in _FULL_LOAD.items():
        if size <= room:
            found |= units
    for unit in members(short(state) & ~found):
        if cargo(state, unit) <= room:
            found |= 1 << unit
    return found


def sent(state: BeyondTheRhine) -> int:
    """Counters that have been carried this turn: one load, one move a phase."""
    return (
        sum(1 << NUMBER[line[5:]] for line in state.entered if line.startswith("sent "))
        if state.rail_used or state.sea_used
        else 0
    )


def use(state: BeyondTheRhine, way: str, amount: int) -> None:
    if amount > left(state, way):
        raise GrognardError(f"the {way} cap is passed")
    if way == "rail":
        state.set(fact.rail_used, state.rail_used + amount, "BTR-ship.unit")
    else:
        state.set(fact.sea_used, state.sea_used + amount, "BTR-ship.sea")


def carry(state: BeyondTheRhine, unit: int, way: str) -> None:
    """A counter takes up capacity and is not carried again this turn."""
    if not state.live >> unit & 1 or sent(state) >> unit & 1:
        raise GrognardError(f"{NAMES[unit]} cannot be carried")
    use(state, way, cargo(state, unit))
    state.set(fact.entered, (*state.entered, f"sent {NAMES[unit]}"), "BTR-ship.unit")


def by_rail(state: BeyondTheRhine, frame: Turn, unit: int, hex_: object) -> None:
    carry(state, unit, "rail")


def no_room(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return f"{NAMES[unit]} takes {cargo(state, unit)} SP of rail capacity and {left(state, 'rail')} are left of {caps(state.turn).rail}"


RAIL = Pick(
    verb=verbs.Rail,
    names=NAMES,
    units=(
        Screen("BTR-ocs.rail", "{unit} is not on the map", lambda s, f: s.on_map & ~AIRCRAFT),
        Screen("BTR-ocs.supply.leapfrog", "{unit} has been carried this turn", lambda s, f: ~sent(s)),
        Screen("BTR-ship.table", no_room, lambda s, f: fits(s, "rail")),
    ),
    apply=by_rail,
    open=ready,
)


def harbours(state: BeyondTheRhine) -> list[str]:
    """BTR-ship.sea: the boxes, and Allied-controlled repaired ports."""
    return ["England", "Normandy", *(PORTS[i] for i, status in enumerate(state.ports) if status == REPAIRED)]


def voyages(state: BeyondTheRhine) -> list[verbs.Sea]:
    """From a box to the other, or to an open port."""
    if not (afloat := state.overseas & ~AIRCRAFT) or not left(state, "sea"):
        return []
    units = members(afloat & fits(state, "sea") & ~sent(state))
    return [verbs.Sea(NAMES[unit], goal) for unit in units for goal in harbours(state) if goal != state.at[unit]]


def sail(state: BeyondTheRhine, unit: int, goal: str) -> None:
    carry(state, unit, "sea")
    state.set_at(fact.at, unit, goal if goal in OVERSEAS else MAP, "BTR-ship.sea")


def no_hold(state: BeyondTheRhine, frame: Turn, unit: int, hex_: int) -> str:
    return f"{NAMES[unit]} takes {cargo(state, unit)} SP of sea capacity and {left(state, 'sea')} are left of {caps(state.turn).sea}"


EMBARK = Pick(
    verb=verbs.Embark,
    names=NAMES,
    units=(
        Screen("BTR-ship.sea", "no port is controlled and repaired", lambda s, f: -1 if REPAIRED in s.ports else 0),
        Screen("BTR-ship.sea", "{unit} is not on the map", lambda s, f: s.on_map & ~AIRCRAFT),
        Screen("BTR-ocs.supply.leapfrog", "{unit} has been carried this turn", lambda s, f: ~sent(s)),
        Screen("BTR-ship.table", no_hold, lambda s, f: fits(s, "sea")),
    ),
    apply=lambda state, frame, unit, hex_: sail(state, unit, "England"),
    open=ready,
)


def shipments(state: BeyondTheRhine, frame: Turn) -> list[Action]:
    hauls: list[Action] = [
        verbs.Haul(way, sp) for way in ("rail", "sea") for sp in sorted(range(1, left(state, way) + 1), key=str)
        if sum(state.tokens) >= sp
    ]  # fmt: skip
    return [*hauls, *sorted(voyages(state), key=lambda a: (a.unit, a.place))]


def ship(state: BeyondTheRhine, frame: Turn, action: Action) -> None:
    if isinstance(action, verbs.Haul):
        return use(state, action.way, action.sp)
    assert isinstance(action, verbs.Sea)
    return sail(state, NUMBER[action.unit], action.place)


def not_shipped(state: BeyondTheRhine, frame: Turn, action: Action) -> Ruling | None:
    if isinstance(action, verbs.Haul):
        if action.way not in ("rail", "sea"):
            return Ruling("BTR-ship.unit", f"there is no way {action.way}; there is rail and sea")
        return Ruling(
            "BTR-ship.table",
            f"{left(state, action.way)} SP of {action.way} capacity are left and {tokens(sum(state.tokens))} are at hand, not {action.sp} to carry",
        )
    if isinstance(action, verbs.Sea):
        unit = NUMBER.get(action.unit)
        if unit is None:
            return None
        if action.unit in {a.unit for a in voyages(state)}:
            return Ruling(
                "BTR-ship.sea",
                f"{action.place} is no box or open port for {action.unit}; there is {', '.join(harbours(state))}",
            )
        return Ruling(
            "BTR-ship.sea",
            f"{action.unit} cannot be carried by sea now: it starts and ends in a box or a port, takes {cargo(state, unit)} SP, and {left(state, 'sea')} are left",
        )
    return None


SHIPPING = Phase(
    clause="BTR-ledger.7", name="shipping", side=ALLIED, picks=(EMBARK, RAIL), plain=shipments, take_plain=ship,
    refuse=or_strange(not_shipped),
)  # fmt: skip
OUTLAY = (REBUILDING, SHIPPING)
