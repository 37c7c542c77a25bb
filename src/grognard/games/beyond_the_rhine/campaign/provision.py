"""BTR-ocs.trace.order: the Supply Phase: stocks, trace, eating, marks, attrition; and breakouts before
movement.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling

from .. import series
from .acting import not_acting, re_of
from .board import AWAY, GRID
from .covered import Covered, always
from .losses import call_losses
from .payment import pay
from .pieces import ADJECTIVE, ENEMY, FIGHTERS, LABEL, LIMITS, NAMES, OF_SIDE, PIECES, RECORDED, SIDE, STRAT
from .position import Attrition, Breakout, Campaign, Losses, PlayerTurn, fact, private, units_in
from .supply import dumps_for, in_trace, served, tokens_for
from .verbs import (
    DICE,
    Break,
    Eat,
    Recover,
    Roll,
    add_tokens,
    capable,
    clear,
    kill,
    on_ground,
    points_in,
    steps_left,
    stores,
    take_tokens,
)

# steps lost, by the column of the AR: the highest roll of none, one, two and four steps; above that all
# (BTR-ocs.attr.table)
TABLE: list[list[int]] = LIMITS["attrition"]["by_rating"]
MANY_STEPS, MANY_PLUS = int(LIMITS["attrition"]["many_steps"]), int(LIMITS["attrition"]["many_plus"])


# ---------------------------------------------------------------- internal stocks


def price(state: Campaign, unit: int) -> int:
    """BTR-ocs.stock.recover: tokens that fill the stocks of a unit; per RE of a multi-step unit."""
    size = re_of(state, unit) if PIECES[unit].steps > 1 else Fraction(1)
    return int(2 * state.stock[unit] * size)


def recovering(side: str) -> Callable[[Campaign, object], int]:
    """Units whose stocks are not full and that SP reach."""

    def mask(state: Campaign, frame: object) -> int:
        mine = state.on_map & OF_SIDE[side] & FIGHTERS
        short = [unit for unit in members(mine) if state.stock[unit]]
        return set_of(unit for unit in short if tokens_for(state, side, state.at[unit]))

    return mask


def cannot_recover(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        if SIDE[unit] != side or state.at[unit] < 0:
            return not_acting(state, unit, side, "BTR-ocs.stock.recover")
        if not state.stock[unit]:
            return Ruling("BTR-ocs.stock.recover", f"the stocks of {RECORDED[unit]} are full")
        return Ruling("BTR-ocs.stock.recover", f"no supply reaches {LABEL[unit]}")

    return because


def recover(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    """BTR-ocs.stock.exhausted-half: too little lifts an exhausted unit half way, or is wasted."""
    side, whole = SIDE[unit], price(state, unit)
    reach = tokens_for(state, side, state.at[unit])
    paid = min(whole, reach)
    half = whole // state.stock[unit]
    lifted = state.stock[unit] if paid >= whole else paid // half
    state.set_at(fact.stock, unit, state.stock[unit] - lifted, "BTR-ocs.stock.recover")
    if not lifted:
        state.note(
            "BTR-ocs.stock.recover",
            "{}T are too little for {} and are wasted",
            paid,
            LABEL[unit],
            to=private(state, side),
        )
    pay(state, side, paid, [unit], f"the stocks of {RECORDED[unit]}", "BTR-ocs.stock.recover")


def recovery(side: str) -> Phase:
    able = recovering(side)
    return Covered(
        waits=always,
        clause="BTR-ocs.stock.recover",
        name=f"{side} recovery",
        title=f"{ADJECTIVE[side]} recovery of internal stocks",
        side=side,
        picks=(
            Pick(
                verb=Recover,
                names=NAMES,
                units=(Screen("BTR-ocs.stock.recover", cannot_recover(side), able),),
                apply=recover,
                open=open_if_any,
            ),
        ),
        must=lambda state, frame: (
            Ruling(
                "BTR-ocs.stock.recover", "units whose stocks are not full recover while supply reaches them"
            )
            if able(state, frame)
            else None
        ),
    )


# ---------------------------------------------------------------- eating


def hungry(state: Campaign, side: str) -> int:
    """BTR-ocs.trace.check, BTR-ocs.trace.strat: combat units without trace that may eat."""
    result = state.on_map & OF_SIDE[side] & FIGHTERS & ~in_trace(state, side)
    return set_of(unit for unit in members(result) if state.mode[unit] != STRAT)


def bill(state: Campaign, dump: int, more: tuple[int, ...] = ()) -> int:
    """BTR-ocs.trace.eat: 1T for 2 RE, rounded up over all that eat from one dump."""
    eaters = [unit for unit, hex_ in state.meals if hex_ == dump]
    return series.eating(sum((re_of(state, unit) for unit in (*eaters, *more)), Fraction(0)))


def tables(side: str) -> Callable[[Campaign, object], Callable[[int], int]]:
    """The dumps a unit can eat from, with what is left after the meals of others."""

    def mask(state: Campaign, frame: object) -> Callable[[int], int]:
        result = stores(state, side)

        def hexes(unit: int) -> int:
            if state.at[unit] < 0:
                return 0
            near = dumps_for(state, side, state.at[unit])
            return set_of(dump for dump in near if bill(state, dump, (unit,)) <= result[dump])

        return hexes

    return mask


def eat(state: Campaign, frame: object, unit: int, hex_: Hex) -> None:
    state.set(fact.meals, (*state.meals, (unit, hex_)), "BTR-ocs.trace.eat")


def cannot_eat(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        name = LABEL[unit]
        if SIDE[unit] != side or state.at[unit] < 0:
            return not_acting(state, unit, side, "BTR-ocs.trace.eat")
        if any(eater == unit for eater, _ in state.meals):
            return Ruling("BTR-ocs.trace.eat", f"{name} has eaten")
        if state.mode[unit] == STRAT:
            return Ruling("BTR-ocs.trace.strat", f"{name} is in Strat Mode and never eats")
        return Ruling("BTR-ocs.trace.eat", f"{name} is in trace, or no combat unit, and needs no meal")

    return because


def cannot_serve(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        name = GRID.name[hex_]
        if not served(state, side, hex_) >> state.at[unit] & 1 or hex_ not in stores(state, side):
            return Ruling("BTR-ocs.trace.eat", f"no supply in {name} reaches {LABEL[unit]}")
        return Ruling(
            "BTR-ocs.trace.eat", f"the tokens in {name} do not feed {LABEL[unit]} besides the others"
        )

    return because


def clear_table(state: Campaign, clause: str) -> None:
    """What was eaten is paid, dump by dump."""
    side = state.active
    for dump in dict.fromkeys(hex_ for _, hex_ in state.meals):
        take_tokens(state, side, dump, bill(state, dump), "BTR-ocs.trace.eat")


def meals(side: str) -> Phase:
    return Covered(
        waits=always,
        clause="BTR-ocs.trace.eat",
        name=f"{side} meals",
        title=f"{ADJECTIVE[side]} eating",
        side=side,
        picks=(
            Pick(
                verb=Eat,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.trace.eat",
                        cannot_eat(side),
                        lambda state, frame: hungry(state, side) & ~set_of(unit for unit, _ in state.meals),
                        decisive=True,
                    ),
                ),
                hexes=(Screen("BTR-ocs.trace.eat", cannot_serve(side), tables(side), each=True),),
                apply=eat,
            ),
        ),
        leave=clear_table,
    )


def marks(side: str) -> Auto:
    """BTR-ocs.trace.order, BTR-ocs.trace.restored: who is neither traced nor fed is out of supply."""

    def do(state: Campaign, frame: PlayerTurn) -> None:
        supplied = in_trace(state, side) | set_of(unit for unit, _ in state.meals)
        mine = state.on_map & OF_SIDE[side] & FIGHTERS
        state.set(fact.oos, state.oos & ~mine | mine & ~supplied, "BTR-ocs.supply.oos")
        for unit in members(mine):
            state.set_at(
                fact.untraced,
                unit,
                0 if supplied >> unit & 1 else state.untraced[unit] + 1,
                "BTR-ocs.trace.restored",
            )
        state.set(fact.meals, (), "BTR-ocs.trace.eat")
        hexes = sorted({state.at[unit] for unit in members(mine & ~supplied)})
        state.update("BTR-ocs.attr.stack", starving=tuple(hexes))

    return Auto(clause="BTR-ocs.trace.order", do=do)


# ---------------------------------------------------------------- attrition


def starve(side: str) -> Auto:
    def do(state: Campaign, frame: PlayerTurn) -> None:
        hex_, *rest = frame.starving
        state.update("BTR-ocs.attr.stack", starving=tuple(rest), step=frame.step)
        state.call(Attrition(side=side, hex=hex_), "BTR-ocs.attr.stack")

    return Auto(clause="BTR-ocs.attr.stack", do=do, due=lambda state, frame: bool(frame.starving))


def starving(state: Campaign, frame: Attrition) -> list[int]:
    return members(units_in(state, frame.hex, frame.side) & state.oos)


def attrition(state: Campaign, frame: Attrition, action: Roll) -> None:
    """BTR-ocs.attr.stack: by the best AR among them, not lowered by DG."""
    units = starving(state, frame)
    action_rating = max(min(max(PIECES[unit].faces["combat"].action, 0), len(TABLE) - 1) for unit in units)
    steps = sum(steps_left(state, unit) for unit in units)
    roll = action.face + (MANY_PLUS if steps >= MANY_STEPS else 0)
    lost = attrition_steps(action_rating, roll, steps)
    words = "attrition in {}: AR {}, dice {}: {} of {} steps"
    state.note(
        "BTR-ocs.attr.table", words, GRID.name[frame.hex], action_rating, roll, lost, steps, kind="result"
    )
    state.goto(1, "BTR-ocs.attr.table")
    if lost >= steps:
        surrender(state, frame, units)
    else:
        call_losses(
            state,
            Losses(side=frame.side, units=tuple(units), due=lost, spread=False, clause="BTR-ocs.attr.stack"),
        )


def attrition_steps(action_rating: int, roll: int, steps: int) -> int:
    """BTR-ocs.attr.table

    >>> [attrition_steps(3, roll, 9) for roll in (5, 7, 9, 11, 12)]
    [0, 1, 2, 4, 9]
    """
    none, one, two, four = TABLE[action_rating]
    return 0 if roll <= none else 1 if roll <= one else 2 if roll <= two else 4 if roll <= four else steps


def surrender(state: Campaign, frame: Attrition, units: list[int]) -> None:
    """BTR-ocs.attr.surrender: dead; what they had is the captor's if an attack-capable enemy is adjacent,
    else lost.
    """
    state.note("BTR-ocs.attr.surrender", "the units out of supply in {} surrender", GRID.name[frame.hex])
    for unit in units:
        kill(state, unit, "BTR-ocs.attr.surrender")
    if units_in(state, frame.hex, frame.side):
        return
    enemy = ENEMY[frame.side]
    near = members(GRID.near_to[frame.hex])
    taken = any(units_in(state, h, enemy) & capable(state) for h in near)
    tokens = on_ground(state, frame.side, frame.hex)
    add_tokens(state, frame.side, frame.hex, -tokens, "BTR-ocs.attr.surrender")
    if taken:
        add_tokens(state, enemy, frame.hex, tokens, "BTR-ocs.attr.surrender")
    for unit in members(points_in(state, frame.hex, frame.side)):
        state.set_at(fact.load, unit, 0, "BTR-ocs.attr.surrender")
        kill(state, unit, "BTR-ocs.attr.surrender")


ATTRITION = (
    Chance(
        clause="BTR-ocs.attr.stack",
        name="attrition",
        outcomes=lambda state, frame: DICE if starving(state, frame) else NO_OUTCOME,
        apply=attrition,
        about=lambda state, frame: f"attrition in {GRID.name[frame.hex]}",
    ),
    Auto(clause="BTR-ocs.attr.stack", do=lambda state, frame: None, due=lambda state, frame: False),
)

# ---------------------------------------------------------------- breakout

FRIEND_WITHIN = int(series.SUPPLY["breakout"]["max_hexes_to_friend"])


def cut_off(state: Campaign, side: str) -> int:
    """BTR-ocs.breakout.when, BTR-ocs.breakout.first: who may try: marked out of supply and still without
    trace.
    """
    able = state.on_map & OF_SIDE[side] & FIGHTERS & ~in_trace(state, side)
    friends = in_trace(state, side) & FIGHTERS
    near = GRID.within(set_of({state.at[u] for u in members(friends)}), FRIEND_WITHIN)
    return set_of(u for u in members(able) if state.untraced[u] < 2 or near >> state.at[u] & 1)


def cannot_break(side: str) -> Callable[[Campaign, object, int, int], Ruling]:
    def because(state: Campaign, frame: object, unit: int, hex_: int) -> Ruling:
        if SIDE[unit] != side or state.at[unit] < 0:
            return not_acting(state, unit, side, "BTR-ocs.breakout.when")
        if not FIGHTERS >> unit & 1 or in_trace(state, side) >> unit & 1:
            return Ruling("BTR-ocs.breakout.when", f"{LABEL[unit]} is not a combat unit out of trace")
        return Ruling(
            "BTR-ocs.supply.breakout", f"no friend in trace is within {FRIEND_WITHIN} hexes of {LABEL[unit]}"
        )

    return because


def try_it(state: Campaign, frame: object, unit: int, hex_: int) -> None:
    state.call(Breakout(unit=unit), "BTR-ocs.breakout.when")


def breakout_phase(side: str) -> Phase:
    return Covered(
        waits=always,
        clause="BTR-ocs.breakout.when",
        name=f"{side} breakout",
        title=f"{ADJECTIVE[side]} breakout",
        side=side,
        picks=(
            Pick(
                verb=Break,
                names=NAMES,
                units=(
                    Screen(
                        "BTR-ocs.breakout.when", cannot_break(side), lambda state, frame: cut_off(state, side)
                    ),
                ),
                apply=try_it,
                open=open_if_any,
            ),
        ),
    )


def trying(state: Campaign, frame: Breakout) -> Outcomes:
    return DIE if state.at[frame.unit] >= 0 and not frame.out else NO_OUTCOME


def roll_breakout(state: Campaign, frame: Breakout, action: Roll) -> None:
    if series.breakout(action.face, first_turn=state.untraced[frame.unit] < 2):
        state.note("BTR-ocs.supply.breakout", "{} gets through, die {}", LABEL[frame.unit], action.face)
        state.replace(replace(frame, out=True), "BTR-ocs.supply.breakout")
        return
    state.note(
        "BTR-ocs.supply.breakout", "{} is lost in its breakout, die {}", LABEL[frame.unit], action.face
    )
    kill(state, frame.unit, "BTR-ocs.supply.breakout")


def leaving(state: Campaign, frame: Breakout) -> Outcomes:
    return DIE if state.at[frame.unit] >= 0 and frame.out else NO_OUTCOME


def roll_delay(state: Campaign, frame: Breakout, action: Roll) -> None:
    """BTR-ocs.breakout.back"""
    state.set_at(fact.at, frame.unit, AWAY, "BTR-ocs.breakout.back")
    clear(state, frame.unit, "BTR-ocs.breakout.back")
    state.set_at(fact.back, frame.unit, state.turn + action.face, "BTR-ocs.breakout.back")
    state.note(
        "BTR-ocs.breakout.back", "{} breaks out and returns after {} turns", LABEL[frame.unit], action.face
    )


BREAKOUT = (
    Chance(
        clause="BTR-ocs.supply.breakout",
        name="breakout die",
        outcomes=trying,
        apply=roll_breakout,
        about=lambda state, frame: f"the breakout of {LABEL[frame.unit]}",
    ),
    Chance(
        clause="BTR-ocs.breakout.back",
        name="delay",
        outcomes=leaving,
        apply=roll_delay,
        about=lambda state, frame: f"the return of {LABEL[frame.unit]}",
    ),
)
