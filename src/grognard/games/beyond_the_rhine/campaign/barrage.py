"""BTR-ocs.barrage: guns against one hex: strength, shifts, cost, result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.after_combat import until_result
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes, Pick, Screen, open_if_any
from grognard.core.ruling import Modifier, Ruling, total

from .. import fights
from .. import terrain as tec
from ..fights import BARRAGE, BARRAGE_COLUMNS, HALF_STEP_DIE, nearest
from .acting import EXPLOITATION, REACTION, crowding, mover, not_acting, shown_side
from .board import BOARD, GRID, NEAR
from .covered import Covered
from .losses import call_losses
from .payment import pay
from .pieces import COMBAT, ENEMY, GUNS, LABEL, LIMITS, NAMES, OF_SIDE, SIDE, STRAT
from .position import Barrage, Campaign, Losses, fact, units_in
from .supply import dumps_for
from .verbs import DICE, Fire, Join, Roll, disorganise, level, mark, stores
from .zones import occupied

_LIMITS = LIMITS["barrage"]
NO_OBSERVER, IN_HEDGEHOG = int(_LIMITS["no_observer"]), int(_LIMITS["hedgehog"])
NEAR_BASE, NEAR_BASE_HEXES = int(_LIMITS["near_base"]), int(_LIMITS["near_base_hexes"])
STRONG_HEDGEHOG = int(_LIMITS["strong_hedgehog"])


# ---------------------------------------------------------------- who fires


def firing(state: Campaign, side: str) -> int:
    """BTR-ocs.barrage.mode, BTR-ocs.barrage.combat-phase, BTR-ocs.react.guns: guns that may fire in this
    phase.
    """
    guns = state.on_map & GUNS & OF_SIDE[side] & ~(state.reserve | state.fired)
    if state.phase in (REACTION, EXPLOITATION) and not state.options.reactive_artillery:
        guns &= state.released
    return set_of(gun for gun in members(guns) if state.mode[gun] == COMBAT)


def cannot_fire(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
    name, bit, side = LABEL[unit], 1 << unit, mover(state)
    if SIDE[unit] != side or state.at[unit] < 0:
        return not_acting(state, unit, side, "BTR-ocs.barrage.target")
    if not GUNS & bit:
        return Ruling("BTR-ocs.barrage.target", f"{name} is not artillery")
    if state.fired & bit:
        return Ruling("BTR-ocs.barrage.target", f"{name} has fired in this phase")
    if state.reserve & bit:
        return Ruling("BTR-ocs.barrage.mode", f"{name} is an unreleased reserve")
    if state.mode[unit] != COMBAT:
        return Ruling("BTR-ocs.barrage.mode", f"{name} fires in Combat Mode only")
    clause = "BTR-ocs.react.guns" if state.phase == REACTION else "BTR-ocs.barrage.combat-phase"
    return Ruling(clause, f"{name} was not released from reserve in this phase")


def strength(state: Campaign, guns: Sequence[int]) -> Fraction:
    """BTR-ocs.barrage.half: fractions are kept; DG halves."""
    parts = [Fraction(shown_side(state, gun).barrage, 2 if state.dg >> gun & 1 else 1) for gun in guns]
    return sum(parts, Fraction(0))


def column_of(points: int) -> int:
    """The column of a strength, before shifts, from 1."""
    return next(i for i, c in enumerate(BARRAGE_COLUMNS, 1) if points <= c.get("high", points))


def cost(state: Campaign, guns: Sequence[int]) -> int:
    """BTR-ocs.barrage.pay: by the strength fired."""
    return int(BARRAGE_COLUMNS[column_of(nearest(strength(state, guns))) - 1]["cost_tokens"])


def reachable(state: Campaign, side: str, guns: Sequence[int]) -> int:
    """What any of the guns can draw."""
    dumps = {dump for gun in guns for dump in dumps_for(state, side, state.at[gun])}
    result = stores(state, side)
    return sum(result[dump] for dump in dumps)


def in_gun_range(state: Campaign, unit: int) -> Hexes:
    """BTR-ocs.barrage.over-rhine: hexes counted, whatever lies between."""
    return GRID.within(1 << state.at[unit], shown_side(state, unit).range)


# ---------------------------------------------------------------- the sum


class Sum(NamedTuple):
    """A barrage worked out up to the dice."""

    strength: int
    column: int
    shifts: tuple[Modifier, ...]
    tokens: int
    observed: bool


def is_observed(state: Campaign, side: str, hex_: int) -> bool:
    """BTR-ocs.barrage.observer: a friendly combat unit next to the target."""
    return bool(NEAR[hex_] & occupied(state, side))


def shifts(state: Campaign, side: str, hex_: int, air: bool = False, near: bool = False) -> list[Modifier]:
    """BTR-ocs.barrage.shift: aircraft need no observer."""
    enemy = units_in(state, hex_, ENEMY[side])
    lines = [line for kind in BOARD.types[hex_] if (line := tec.line(kind, state.ground)) is not None] or [
        "open"
    ]
    re = crowding(state, enemy)
    tables = [
        fights.barrage(0, line, re, any(state.mode[u] == STRAT for u in members(enemy))) for line in lines
    ]
    best = min(tables, key=lambda table: sum(amount for _, amount in table.shifts))
    modifiers = [Modifier(amount, "BTR-ocs.barrage.shift", words) for words, amount in best.shifts]
    if level(state, hex_):
        modifiers.append(Modifier(IN_HEDGEHOG, "BTR-ocs.barrage.shift", "hedgehog"))
    if near:
        modifiers.append(
            Modifier(NEAR_BASE, "BTR-ocs.barrage.shift", f"from a base at most {NEAR_BASE_HEXES} hexes off")
        )
    if not air and not is_observed(state, side, hex_):
        modifiers.append(Modifier(NO_OBSERVER, "BTR-ocs.barrage.observer", "no observer next to the target"))
    return modifiers


def sum_of(
    state: Campaign, side: str, guns: Sequence[int], hex_: int, air: int = 0, near: bool = False
) -> Sum:
    """The barrage of some guns, or of aircraft with a strength (BTR-ocs.air.barrage: no supply)."""
    points = air or nearest(strength(state, guns))
    result = shifts(state, side, hex_, bool(air), near)
    column = min(max(column_of(points) + total(result), 1), len(BARRAGE_COLUMNS))
    tokens = 0 if air else cost(state, guns)
    return Sum(points, column, tuple(result), tokens, bool(air) or is_observed(state, side, hex_))


def read_result(state: Campaign, frame: Barrage, printed: str) -> str:
    """BTR-ocs.barrage.bracket: a bracketed half is a half, but DG in three cases."""
    if printed != "[1/2]":
        return printed
    strong = level(state, frame.hex) >= STRONG_HEDGEHOG
    return "DG" if strong or frame.air or not is_observed(state, frame.side, frame.hex) else "1/2"


# ---------------------------------------------------------------- firing


def fire(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    state.call(Barrage(side=mover(state), hex=hex_, guns=(unit,)), "BTR-ocs.barrage.target")


def join(state: Campaign, frame: Barrage, unit: int, hex_: int) -> None:
    state.replace(replace(frame, guns=(*frame.guns, unit)), "BTR-ocs.barrage.target")


def may_join(state: Campaign, frame: Barrage) -> int:
    """Guns in range whose fire can be paid together with the others."""
    if frame.paid:
        return 0
    able = firing(state, frame.side) & ~set_of(frame.guns)
    near = [gun for gun in members(able) if in_gun_range(state, gun) >> frame.hex & 1]
    return set_of(gun for gun in near if affordable(state, frame.side, (*frame.guns, gun)))


def affordable(state: Campaign, side: str, guns: Sequence[int]) -> bool:
    return cost(state, guns) <= reachable(state, side, guns)


def cannot_join(state: Campaign, frame: Barrage, unit: int, hex_: int) -> Ruling:
    if unit in frame.guns:
        return Ruling("BTR-ocs.barrage.target", f"{LABEL[unit]} takes part in this barrage")
    if not firing(state, frame.side) >> unit & 1:
        return cannot_fire(state, frame, unit, hex_)
    if not in_gun_range(state, unit) >> frame.hex & 1:
        return Ruling("BTR-ocs.barrage.target", f"{GRID.name[frame.hex]} is out of range of {LABEL[unit]}")
    tokens = cost(state, (*frame.guns, unit))
    return Ruling("BTR-ocs.barrage.pay", f"the barrage would cost {tokens}T, more than the guns can draw")


def pay_barrage(state: Campaign, frame: Barrage) -> None:
    mark(state, fact.fired, set_of(frame.guns), "BTR-ocs.barrage.target")
    state.update("BTR-ocs.barrage.pay", paid=True)
    pay(
        state,
        frame.side,
        cost(state, frame.guns),
        list(frame.guns),
        f"the barrage of {GRID.name[frame.hex]}",
        "BTR-ocs.barrage.pay",
    )


def resolve(state: Campaign, frame: Barrage, action: Roll) -> None:
    sum_ = sum_of(state, frame.side, frame.guns, frame.hex, frame.air, frame.near)
    printed = BARRAGE[action.face][sum_.column - 1]
    result = read_result(state, frame, printed)
    words = "barrage of {} on {}, column {}, dice {}: {}"
    state.note(
        "BTR-ocs.barrage.table",
        words,
        sum_.strength,
        GRID.name[frame.hex],
        sum_.column,
        action.face,
        printed,
        kind="result",
    )
    state.replace(replace(frame, result=result), "BTR-ocs.barrage.table")


def unhalved(state: Campaign, frame: Barrage) -> Outcomes:
    return DIE if frame.result == "1/2" and not frame.half else NO_OUTCOME


def roll_half(state: Campaign, frame: Barrage, action: Roll) -> None:
    effect = "a step is lost" if action.face >= HALF_STEP_DIE else "no step is lost"
    state.note("BTR-ocs.barrage.results", "half a step, die {}: {}", action.face, effect)
    state.replace(replace(frame, half=action.face), "BTR-ocs.barrage.results")


def hit(state: Campaign, frame: Barrage) -> None:
    """BTR-ocs.barrage.results, BTR-ocs.barrage.own, BTR-ocs.barrage.arty-loss: DG for all combat units, and
    steps of the owner's choice, guns among them.
    """
    enemy = ENEMY[frame.side]
    targets = units_in(state, frame.hex, enemy)
    disorganise(state, targets, "BTR-ocs.barrage.results")
    steps = (
        int(frame.half >= HALF_STEP_DIE)
        if frame.result == "1/2"
        else int(frame.result)
        if frame.result.isdigit()
        else 0
    )
    lost = Losses(
        side=enemy, units=tuple(members(targets)), due=steps, spread=False, clause="BTR-ocs.barrage.losses"
    )
    call_losses(state, lost)


def target(state: Campaign, frame: Barrage) -> str:
    return f"the barrage of {GRID.name[frame.hex]}"


BARRAGE_STEPS = (
    Covered(
        unseen=False,
        waits=lambda state, frame: not frame.paid,
        clause="BTR-ocs.barrage.target",
        name="guns",
        title="more guns",
        side=lambda state, frame: frame.side,
        picks=(
            Pick(
                verb=Join,
                names=NAMES,
                units=(Screen("BTR-ocs.barrage.target", cannot_join, may_join),),
                apply=join,
                open=open_if_any,
            ),
        ),
    ),
    Auto(clause="BTR-ocs.barrage.pay", do=pay_barrage, due=lambda state, frame: not frame.paid),
    Chance(
        clause="BTR-ocs.barrage.table",
        name="barrage dice",
        outcomes=until_result(DICE),
        apply=resolve,
        about=target,
    ),
    Chance(
        clause="BTR-ocs.barrage.results",
        name="half a step",
        outcomes=unhalved,
        apply=roll_half,
        about=lambda state, frame: f"half a step in {target(state, frame)}",
    ),
    Auto(clause="BTR-ocs.barrage.results", do=hit, due=lambda state, frame: frame.result not in ("", "-")),
)
DICE_STEP = 2
assert BARRAGE_STEPS[DICE_STEP].name == "barrage dice"


def can_pay_alone(state: Campaign, frame: object) -> int:
    side = mover(state)
    return set_of(gun for gun in members(firing(state, side)) if affordable(state, side, (gun,)))


def ranges(state: Campaign, frame: object) -> Callable[[int], int]:
    return lambda unit: in_gun_range(state, unit) if state.at[unit] >= 0 else 0


FIRE = Pick(
    verb=Fire,
    names=NAMES,
    units=(
        Screen(
            "BTR-ocs.barrage.mode",
            cannot_fire,
            lambda state, frame: firing(state, mover(state)),
            decisive=True,
        ),
        Screen(
            "BTR-ocs.barrage.pay",
            lambda state, frame, unit, hex_: (
                f"{LABEL[unit]} cannot draw the {cost(state, (unit,))}T of its fire"
            ),
            can_pay_alone,
        ),
    ),
    hexes=(
        Screen(
            "BTR-ocs.barrage.target",
            "{hex} holds no enemy combat unit",
            lambda state, frame: occupied(state, ENEMY[mover(state)]),
            decisive=True,
        ),
        Screen("BTR-ocs.barrage.target", "{hex} is out of range of {unit}", ranges, each=True),
    ),
    apply=fire,
)
