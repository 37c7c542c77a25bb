"""BTR-ocs.move: one stack moves at a time; where it can go, as screens; what a path costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.core.caching import once_while
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..board import MovementKind as Kind
from ..terrain import SIXTHS
from .acting import (
    allowance,
    fuelled_units,
    fuelling_hqs,
    has_fuel,
    interdicted,
    kind_of,
    may_move,
    mover,
    remaining,
)
from .board import EVERY_STEP, GRID, TOWNS, StepCosts, closed_to, outside, points, step_costs_of
from .bridges import reached
from .modes import in_mode, markers
from .payment import MAY_MOVE
from .pieces import (
    ALLIED,
    ENEMY,
    FIGHTERS,
    LABEL,
    LEVIES,
    NAMES,
    OF_SIDE,
    PIECES,
    SCENARIOS,
    SIDE,
    STRAT,
    TRANSPORT,
)
from .position import MOVERS, Campaign, Capture, begun, fact, hexes_of
from .supply import traced
from .verbs import Drop, Move, Stack, capable, mark, on_ground, place, points_in, unmark
from .waters import bridge_ends, busted, terrain_now
from .zones import next_to_enemy, occupied, unnegated

# ---------------------------------------------------------------- the stack that moves


def party(state: Campaign, unit: int) -> int:
    """The units that go with one: its stack, if it belongs to the moving one."""
    return state.group if state.group >> unit & 1 else 1 << unit


def leave_group(state: Campaign) -> None:
    """The moving stack is left for another: who has moved is done."""
    moved = set_of(unit for unit in members(state.group) if state.spent[unit])
    mark(state, fact.done, moved, "BTR-ocs.move.order")
    state.set(fact.group, 0, "BTR-ocs.move.order")


def take_up(state: Campaign, unit: int) -> None:
    """Makes a unit the moving stack, unless it belongs to it."""
    if not state.group >> unit & 1:
        leave_group(state)
        state.set(fact.group, 1 << unit, "BTR-ocs.move.order")


def begin_fuel(state: Campaign, units: int) -> None:
    """BTR-ocs.move.fuel-hq: a unit that lives on the fuel of an HQ has it for this phase; the HQ has thrown
    it from here.
    """
    for unit in members(units & FIGHTERS):
        if not (state.fuelled | state.topped) >> unit & 1 and kind_of(state, unit).mobility != "leg":
            hqs = fuelling_hqs(state, unit)
            if not hqs >> unit & 1:
                mark(state, fact.threw, hqs & -hqs, "BTR-ocs.move.fuel-hq")
            mark(state, fact.topped, 1 << unit, "BTR-ocs.move.fuel-hq")


# ---------------------------------------------------------------- where it can go


WALKS = 4096  # walks kept with their ways


class Walk(NamedTuple):
    """What binds a party: its ways, its points, hexes it may not enter, hexes that stop it, where it may
    end.
    """

    start: Hex
    costs: StepCosts
    budget: int
    closed: int
    stop: int
    end: int
    whole: bool  # no unit has spent anything: a cost of All can be paid


def shut(state: Campaign, side: str) -> int:
    """Hexes no unit of a side enters: enemies in them, beyond the stop line, out of play."""
    stop = closed_to(state.scenario, side, state.at_start)
    return occupied(state, ENEMY[side]) | stop | outside(state.scenario)


def walk(state: Campaign, unit: int) -> Walk:
    together, side = party(state, unit), SIDE[unit]
    units = members(together)
    kinds = frozenset(kind_of(state, u) for u in units)
    strat = any(state.mode[u] == STRAT for u in units)
    closed: int = shut(state, side)
    if strat or state.reserve & together:
        closed |= next_to_enemy(state, side)  # BTR-ocs.mode.strat-where, BTR-ocs.mode.reserve-keep
    end = traced(state, side) if strat else -1
    if state.reserve & together:
        end &= room_for_reserves(state, side, together)
    return Walk(
        state.at[unit],
        step_costs_of(terrain_now(state), kinds, busted(state, side)),
        min(remaining(state, u) for u in units),
        closed,
        _stops(state, side, together, kinds),
        end,
        not any(state.spent[u] for u in units),
    )


def _stops(state: Campaign, side: str, together: int, kinds: frozenset[Kind]) -> int:
    """BTR-ocs.zoc.stop, BTR-ocs.truck.zoc: zones stop trucks, and leaving is free (BTR-ocs.zoc.leave).
    BTR-ocs.bridge.check: made at once, and then they may go on.
    """
    stop = unnegated(state, side) if any(kind.mobility == "truck" for kind in kinds) else 0
    return stop | bridge_ends(state) if side == ALLIED and capable(state) & together else stop


def room_for_reserves(state: Campaign, side: str, units: int) -> int:
    """BTR-ocs.mode.reserve-keep: units under one marker stay together unless another marker is left."""
    rest = hexes_of(state, state.reserve & OF_SIDE[side] & state.on_map & ~units)
    return -1 if rest.bit_count() < markers(state, side) else rest


def reach(state: Campaign, unit: int) -> Hexes:
    """Where a party can go with the points it has left."""
    return _cached_walk(walk(state, unit))


def reach_in(state: Campaign, unit: int, mode: str, reserved: int = 0) -> Hexes:
    """BTR-ocs.mode.choose: where a unit alone that has spent nothing could go if this mode showed, with
    `reserved` points left.
    """
    face, side = PIECES[unit].faces[mode], SIDE[unit]
    kind = Kind(face.mobility, state.ground, interdicted(state, side))
    stop = unnegated(state, side) if face.mobility == "truck" else 0
    points_ = face.allowance * SIXTHS // (2 if state.dg >> unit & 1 else 1)
    ways_ = step_costs_of(terrain_now(state), frozenset([kind]), busted(state, side))
    left = max(points_ - reserved, 0)
    return _cached_walk(Walk(state.at[unit], ways_, left, shut(state, side), stop, -1, whole=not reserved))


def _cached_walk(w: Walk) -> Hexes:
    """What binds most parties stays as it is while others move, so the same walk is asked for many times."""
    known = w.costs.reached
    if w not in known:
        if len(known) >= WALKS:
            known.clear()
        known[w] = _walked(w)
    return known[w]


def _walked(w: Walk) -> Hexes:
    result: int = w.costs.going.reach((1 << w.start,), w.budget, w.closed, w.stop) if w.budget else 0
    if w.whole and w.budget:  # BTR-tec.move.all, BTR-ocs.move.all-dg
        result |= w.costs.whole[w.start] & ~w.closed
    return Hexes(result & w.end & ~(1 << w.start))


def route(state: Campaign, unit: int, goal: int) -> tuple[int, list[Hex]]:
    """The cheapest way, and what it costs; through hexes of its own where that makes no difference."""
    w = walk(state, unit)
    mine = state.allied_held if SIDE[unit] == "allied" else ~state.allied_held
    result = w.costs.going.path([(w.start, 0)], goal, w.budget, w.closed, w.stop, liked=mine)
    return result if result is not None else (w.budget, [Hex(goal)])


def within(state: Campaign, frame: object) -> Callable[[int], int]:
    return lambda unit: reach(state, unit)


# ---------------------------------------------------------------- moving


def plunder(state: Campaign, side: str, hexes: list[Hex]) -> list[int]:
    """BTR-ocs.move.enemy-things: hexes among those entered in which the enemy left supply or transport."""
    enemy = ENEMY[side]
    left = ~occupied(state, enemy)
    return [h for h in hexes if left >> h & 1 and (on_ground(state, enemy, h) or points_in(state, h, enemy))]


def entered(state: Campaign, side: str, units: int, hexes: list[Hex], start: int) -> None:
    """What attack-capable units find in the hexes they enter, Rhine bridges among it."""
    reached(state, side, units, hexes, start)
    if units & capable(state) and (spoils := plunder(state, side, hexes)):
        state.call(Capture(side=side, hexes=tuple(dict.fromkeys(spoils))), "BTR-ocs.move.enemy-things")


def move(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    take_up(state, unit)
    units, side, start = state.group, SIDE[unit], state.at[unit]
    cost, hexes = route(state, unit, hex_)
    truck = any(kind_of(state, u).mobility == "truck" for u in members(units))
    stops = truck and unnegated(state, side) >> hex_ & 1
    begin_fuel(state, units)
    for u in members(units):
        state.set_at(fact.spent, u, state.spent[u] + cost, "BTR-ocs.move.allowance")
        place(state, u, hex_, "BTR-ocs.move.order", tuple(hexes))
    if stops:
        mark(state, fact.stopped, units, "BTR-ocs.zoc.stop")
    entered(state, side, units, hexes, start)


def take_along(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    """BTR-ocs.move.stack: joins the moving stack if that stands here unmoved; else begins a new one."""
    lead = members(state.group)
    together = lead and state.at[lead[0]] == state.at[unit] and not any(state.spent[u] for u in lead)
    if together:
        mark(state, fact.group, 1 << unit, "BTR-ocs.move.stack")
    else:
        take_up(state, unit)


def drop(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    unmark(state, fact.group, 1 << unit, "BTR-ocs.move.stack")
    if state.spent[unit]:
        mark(state, fact.done, 1 << unit, "BTR-ocs.move.stack")


# ---------------------------------------------------------------- screens


def not_done(state: Campaign, frame: object) -> int:
    return ~state.done


def fuelled(state: Campaign, frame: object) -> int:
    """Units whose whole party has fuel."""
    mine = may_move(state, mover(state))
    having = fuelled_units(state, mine)
    return having & ~state.group if state.group & ~having else having


def no_fuel(state: Campaign, frame: object, unit: int, hex_: int) -> str:
    dry = [LABEL[u] for u in members(party(state, unit)) if not has_fuel(state, u)]
    return f"{', '.join(dry)} has no fuel: buy it with fuel (1T), fuelformation or fuelhq (1 SP each)"


def going_on(state: Campaign, frame: object) -> int:
    """BTR-ocs.zoc.stop: a unit that stopped in a zone goes no farther."""
    return ~(state.stopped | (state.group if state.group & state.stopped else 0))


def with_points(state: Campaign, frame: object) -> int:
    mine = may_move(state, mover(state))
    able = mine & _unspent(state)
    return able & ~state.group if state.group & ~able else able


@once_while(*MOVERS, "mode", "dg", "reserve", "spent")
def _unspent(state: Campaign) -> int:
    """Units with movement points left."""
    return set_of(unit for unit in members(may_move(state, mover(state))) if remaining(state, unit))


def beyond(state: Campaign, frame: object, unit: int, hex_: int) -> str:
    why = SCENARIOS[state.scenario]["allied_stop"]["why"]
    return f"{GRID.name[hex_]} is beyond the stop line and was German at the start: {why}"


def too_far(state: Campaign, frame: object, unit: int, hex_: int) -> str | Ruling:
    """Why a hex is out of reach: the nearest reason."""
    w, side, name = walk(state, unit), SIDE[unit], GRID.name[hex_]
    shy = w.closed & ~shut(state, side)
    if shy >> hex_ & 1:
        clause = (
            "BTR-ocs.mode.strat-where"
            if party(state, unit) & in_mode(state, STRAT)
            else "BTR-ocs.mode.reserve-keep"
        )
        return Ruling(clause, f"{name} is next to an attack-capable enemy")
    if not w.end >> hex_ & 1:
        if party(state, unit) & in_mode(state, STRAT):
            return Ruling(
                "BTR-ocs.mode.strat-where", f"{LABEL[unit]} is in Strat Mode and could not trace in {name}"
            )
        return Ruling(
            "BTR-ocs.mode.reserve-keep",
            f"no reserve marker is left for {name}; units under one stay together",
        )
    result = w.costs.going.path([(w.start, 0)], hex_, EVERY_STEP, w.closed, 0)
    if result is None:
        return Ruling("BTR-ocs.move.one-hex", f"no path leads {LABEL[unit]} to {name}")
    if result[0] <= w.budget and w.stop & bridge_ends(state) & set_of(result[1][:-1]):
        words = (
            f"on the way to {name} lies a Rhine bridge: {LABEL[unit]} stops there to see whether it stands"
        )
        return Ruling("BTR-ocs.bridge.check", words)
    if result[0] <= w.budget:
        return Ruling(
            "BTR-ocs.zoc.stop", f"on the way to {name} an enemy zone of control stops {LABEL[unit]}"
        )
    clause = "BTR-ocs.move.one-hex" if len(result[1]) == 1 else "BTR-ocs.move.allowance"
    return Ruling(clause, f"{name} costs at least {points(result[0])}; {LABEL[unit]} has {points(w.budget)}")


def no_points(state: Campaign, frame: object, unit: int, hex_: int) -> str:
    least = min(members(party(state, unit)), key=lambda u: remaining(state, u))
    return f"{LABEL[least]} has no movement points left of {points(allowance(state, least))}"


_IN_ONE_GO = Screen(
    "BTR-ocs.move.order",
    "{unit} has moved in this segment and was left for another",
    not_done,
    decisive=True,
)
MOVING = (
    MAY_MOVE,
    _IN_ONE_GO,
    Screen("BTR-ocs.move.fuel", no_fuel, fuelled),
    Screen(
        "BTR-ocs.ext.make",
        "{unit} is part of an extender and does not move",
        lambda state, frame: ~state.extended,
    ),
)


def free_to_leave(state: Campaign, frame: object) -> int:
    """BTR-ocs.ger.volkssturm: levies in a city or village stay there."""
    bound = set_of(u for u in members(state.on_map & LEVIES) if TOWNS >> state.at[u] & 1)
    return ~(bound | (state.group if state.group & bound else 0))


MOVE_PICK = Pick(
    verb=Move,
    names=NAMES,
    units=(
        *MOVING,
        Screen(
            "BTR-ocs.ger.volkssturm",
            "{unit} is a levy and does not leave its city or village",
            free_to_leave,
        ),
        Screen(
            "BTR-ocs.zoc.stop",
            "{unit} has entered an enemy zone of control and stops for the phase",
            going_on,
        ),
        Screen("BTR-ocs.move.allowance", no_points, with_points),
    ),
    hexes=(
        Screen(
            "BTR-ocs.move.enemy",
            "{hex} holds enemy combat units: it is entered only by overrun",
            lambda state, frame: ~occupied(state, ENEMY[mover(state)]),
            implied=True,
            decisive=True,
        ),
        Screen(
            "BTR-ocs.move.edge",
            "{hex} is outside the area of this scenario",
            lambda state, frame: ~outside(state.scenario),
            implied=True,
            decisive=True,
        ),
        Screen(
            "BTR-ocs.scen.stop-line",
            beyond,
            lambda state, frame: ~closed_to(state.scenario, mover(state), state.at_start),
            implied=True,
            decisive=True,
        ),
        Screen("BTR-ocs.move.allowance", too_far, within, each=True),
    ),
    apply=move,
)


def can_stack(state: Campaign, frame: object) -> int:
    """Units that may begin a stack, or join the one that moves: from the same hex, before it moves."""
    return ~state.group & ~begun(state)


STACK_PICK = Pick(
    verb=Stack,
    names=NAMES,
    units=(
        MAY_MOVE,
        _IN_ONE_GO,
        Screen(
            "BTR-ocs.move.stack", "{unit} belongs to the moving stack, or has moved without it", can_stack
        ),
        Screen(
            "BTR-ocs.move.stack", "{unit} stands alone in its hex", lambda state, frame: _in_company(state)
        ),
        Screen(
            "BTR-ocs.exploit.transport",
            "{unit} is a transport point, which moves alone",
            lambda state, frame: ~TRANSPORT,
        ),
    ),
    apply=take_along,
)


def _in_company(state: Campaign) -> int:
    """Units that share their hex with another of their side that moves in this phase."""
    able, result = may_move(state, mover(state)) & FIGHTERS & ~state.done, 0
    for units in state.here.values():
        if (units & able).bit_count() > 1:
            result |= units & able
    return result


DROP_PICK = Pick(
    verb=Drop,
    names=NAMES,
    units=(
        Screen(
            "BTR-ocs.move.stack",
            "{unit} does not belong to the moving stack",
            lambda state, frame: state.group,
            decisive=True,
        ),
        Screen(
            "BTR-ocs.move.stack",
            "{unit} is the whole of the moving stack",
            lambda state, frame: -1 if state.group & (state.group - 1) else 0,
        ),
    ),
    apply=drop,
)


def end_segment(state: Campaign, clause: str) -> None:
    """A Movement Segment is over: no unit is marked as moved."""
    for name in (fact.group, fact.done, fact.stopped):
        state.set(name, 0, clause)
    for unit in members(state.on_map):
        if state.spent[unit]:
            state.set_at(fact.spent, unit, 0, clause)
