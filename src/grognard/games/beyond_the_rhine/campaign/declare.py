"""BTR-ocs.combat.declare, BTR-ocs.overrun.stack: who may attack or overrun what."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import Pick, Screen
from grognard.core.ruling import Ruling

from ..series import OVERRUN_MP
from ..terrain import SIXTHS
from .acting import EXPLOITATION, mover, not_acting, remaining, shown_side
from .board import GRID, NEAR, closed_to, overland, points
from .movement import MOVING, begin_fuel, party, take_up
from .pieces import ATTACKERS, BRACKETS, ENEMY, GUNS, HQS, LABEL, NAMES, OF_SIDE, SIDE, STRAT, TRANSPORT
from .position import Battle, Campaign, fact
from .strength import bars, can_pay, paid_for
from .verbs import Attack, Overrun, capable, steps_left
from .waters import terrain_now
from .zones import occupied

# ---------------------------------------------------------------- attacks of the Combat Segment


def may_attack(state: Campaign, side: str) -> int:
    """BTR-ocs.combat.declare, BTR-ocs.exploit.fight: attack-capable units that have not attacked and can
    pay.
    """
    able = capable(state) & OF_SIDE[side] & ~state.attacked
    if state.phase == EXPLOITATION:
        able &= state.exploit | state.released
    return set_of(unit for unit in members(able) if can_pay(state, unit))


def cannot_attack(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    """Why a unit attacks nothing."""
    name, bit, side = LABEL[unit], 1 << unit, mover(state)
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.combat.declare")
    if TRANSPORT & bit:
        return Ruling("BTR-ocs.unit.noncombat", f"{name} is a transport point, no combat unit")
    if (HQS | GUNS) & bit:
        return Ruling("BTR-ocs.unit.attack-capable", f"{name} is an HQ or artillery and never attacks")
    if BRACKETS & bit:
        return Ruling("BTR-ocs.unit.defence-only", f"{name} has a strength in brackets: it can only defend")
    if state.reserve & bit:
        return Ruling("BTR-ocs.mode.reserve", f"{name} is an unreleased reserve")
    if state.mode[unit] == STRAT:
        return Ruling("BTR-ocs.mode.strat", f"{name} is in Strat Mode")
    if state.attacked & bit:
        return Ruling("BTR-ocs.combat.once-hex", f"{name} has attacked in this segment")
    if state.phase == EXPLOITATION and not (state.exploit | state.released) & bit:
        return Ruling("BTR-ocs.exploit.fight", f"{name} has no exploit marker and is not a released reserve")
    return Ruling(
        "BTR-ocs.combat.pay-attacker",
        f"{name} needs {steps_left(state, unit)}T, can reach too little and has no stocks left",
    )


def against(state: Campaign, frame: object) -> Callable[[int], int]:
    """The hexes a unit may attack."""
    enemy = occupied(state, ENEMY[mover(state)])

    def hexes(unit: int) -> int:
        if state.at[unit] < 0:
            return 0
        return set_of(h for h in members(NEAR[state.at[unit]] & enemy) if not bars(state, unit, h))

    return hexes


def cannot_hit(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    if not NEAR[hex_] >> state.at[unit] & 1:
        return Ruling("BTR-ocs.combat.declare", f"{GRID.name[hex_]} is not adjacent to {LABEL[unit]}")
    return bars(state, unit, hex_)[0]


def attack(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    side, late = mover(state), state.phase == EXPLOITATION
    state.call(Battle(side=side, hex=hex_, attackers=(unit,), exploiting=late), "BTR-ocs.combat.declare")


ATTACK = Pick(
    verb=Attack,
    names=NAMES,
    units=(
        Screen(
            "BTR-ocs.combat.declare",
            cannot_attack,
            lambda state, frame: may_attack(state, mover(state)),
            decisive=True,
        ),
    ),
    hexes=(
        Screen(
            "BTR-ocs.combat.declare",
            "{hex} holds no enemy combat unit",
            lambda state, frame: occupied(state, ENEMY[mover(state)]),
            decisive=True,
        ),
        Screen(
            "BTR-ocs.combat.once-hex",
            "{hex} has been attacked in this segment",
            lambda state, frame: ~state.targets,
        ),
        Screen("BTR-ocs.combat.could-enter", cannot_hit, against, each=True),
    ),
    apply=attack,
)

# ---------------------------------------------------------------- overruns


def overrun_cost(state: Campaign, unit: int, hex_: int) -> int:
    """BTR-ocs.overrun.stack, BTR-ocs.overrun.cost: the dearest of the stack, without roads, and 3 MP; -1: it
    cannot enter.
    """
    costs = [
        overland(terrain_now(state), shown_side(state, u).mobility, state.ground, state.at[u], hex_)
        for u in members(party(state, unit))
    ]
    return max(costs) + OVERRUN_MP * SIXTHS if min(costs) > 0 else -1


def overrunning(state: Campaign, frame: object) -> int:
    """BTR-ocs.overrun.who, BTR-ocs.overrun.dg: units whose whole stack is attack-capable, DG or not."""
    able = capable(state) & OF_SIDE[mover(state)]
    return set_of(unit for unit in members(able) if not party(state, unit) & ~able)


def cannot_overrun(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    wrong = next(u for u in members(party(state, unit)) if not capable(state) >> u & 1)
    name = LABEL[wrong]
    if BRACKETS >> wrong & 1:
        return Ruling("BTR-ocs.unit.defence-only", f"{name} has a strength in brackets and overruns nothing")
    if state.mode[wrong] == STRAT:
        return Ruling("BTR-ocs.mode.strat-where", f"{name} is in Strat Mode and overruns nothing")
    if state.reserve >> wrong & 1:
        return Ruling("BTR-ocs.mode.reserve", f"{name} is an unreleased reserve and overruns nothing")
    return Ruling("BTR-ocs.overrun.who", f"{name} is not attack-capable; leave it behind with drop")


def paying(state: Campaign, frame: object) -> int:
    able = paid_for(state, mover(state))
    return (able & ~state.group if state.group & ~able else able) & ATTACKERS


def in_points(state: Campaign, frame: object) -> Callable[[int], int]:
    """The hexes a stack may overrun with what it has left."""
    side = mover(state)
    enemy = occupied(state, ENEMY[side]) & ~closed_to(state.scenario, side, state.at_start)

    def hexes(unit: int) -> int:
        if state.at[unit] < 0:
            return 0
        left = min(remaining(state, u) for u in members(party(state, unit)))
        near = members(NEAR[state.at[unit]] & enemy)
        return set_of(
            h for h in near if 0 < overrun_cost(state, unit, h) <= left and not _barred(state, unit, h)
        )

    return hexes


def _barred(state: Campaign, unit: int, hex_: int) -> list[Ruling]:
    return [ruling for u in members(party(state, unit)) for ruling in bars(state, u, hex_, overrun=True)]


def out_of_points(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    name = GRID.name[hex_]
    if not NEAR[hex_] >> state.at[unit] & 1:
        return Ruling("BTR-ocs.overrun.who", f"{name} is not adjacent to {LABEL[unit]}")
    if closed_to(state.scenario, SIDE[unit], state.at_start) >> hex_ & 1:
        return Ruling("BTR-ocs.scen.stop-line", f"{name} is beyond the stop line")
    if result := _barred(state, unit, hex_):
        return result[0]
    cost = overrun_cost(state, unit, hex_)
    if cost < 0:
        return Ruling(
            "BTR-ocs.overrun.stack", f"{LABEL[unit]} and its stack cannot enter {name} without a road"
        )
    left = min(remaining(state, u) for u in members(party(state, unit)))
    return Ruling(
        "BTR-ocs.overrun.cost", f"the overrun costs {points(cost)}; {LABEL[unit]} has {points(left)}"
    )


def overrun(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    """BTR-ocs.overrun.price: the points are spent, won or not."""
    take_up(state, unit)
    cost, units = overrun_cost(state, unit, hex_), members(state.group)
    begin_fuel(state, state.group)
    for u in units:
        state.set_at(fact.spent, u, state.spent[u] + cost, "BTR-ocs.overrun.price")
    state.call(
        Battle(side=SIDE[unit], hex=hex_, attackers=tuple(units), overrun=True), "BTR-ocs.overrun.supply"
    )


OVERRUN = Pick(
    verb=Overrun,
    names=NAMES,
    units=(
        *MOVING,
        Screen("BTR-ocs.overrun.who", cannot_overrun, overrunning),
        Screen(
            "BTR-ocs.overrun.supply",
            "{unit} or its stack has no combat supply in reach and no stocks",
            paying,
        ),
    ),
    hexes=(
        Screen(
            "BTR-ocs.overrun.who",
            "{hex} holds no enemy combat unit",
            lambda state, frame: occupied(state, ENEMY[mover(state)]),
            decisive=True,
        ),
        Screen("BTR-ocs.overrun.cost", out_of_points, in_points, each=True),
    ),
    apply=overrun,
)
