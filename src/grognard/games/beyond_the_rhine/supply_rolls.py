"""BTR-ledger.4, BTR-ledger.5: the supply and replacement rolls of each nation; air and Misc results are used
at once.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes
from grognard.core.ruling import Ruling

from . import verbs
from .arrivals import YES, Condition, conditions, not_an_answer, receive
from .chart import COUNTERS, DISPLAY, NAMES, NUMBER
from .pieces import ALLIED, NATIONS, US
from .position import (
    BARRED_MISC,
    DEAD,
    MAP,
    REMOVED,
    WHERE_WORDS,
    Award,
    BeyondTheRhine,
    Line,
    Recovery,
    Turn,
    fact,
)
from .replacements import FTR, OTHER, TITLES, Replacements, air_column, replacements
from .situation import standing
from .supply import NATION, TOKENS, shown, supply
from .verbs import BOTH_DICE, Roll

# ---------------------------------------------------------------- BTR-J.9: the halves of the front


def rolls_here(state: BeyondTheRhine, nation: str) -> bool:
    """BTR-J.9: Commonwealth supply and replacements all go to the North."""
    return nation == US or state.game_of.half != "south"


def share_of_supply(state: BeyondTheRhine, nation: str, amount: int) -> int:
    """BTR-J.9: each half gets half of the American SP, in tokens."""
    halved = state.game_of.half and nation == US and state.options.two_map_us_sp_share == "1/2"
    return amount // 2 if halved else amount


def share_of_replacements(state: BeyondTheRhine, nation: str, result: Replacements) -> Replacements:
    """BTR-J.9: in full, or each column halved, up in the North and down in the South."""
    half = state.game_of.half
    if not half or nation != US or state.options.two_map_us_repl_share == "1":
        return result

    def cut(amount: int) -> int:
        return ceil(Fraction(amount, 2)) if half == "north" else amount // 2

    return result._replace(
        ftr=cut(result.ftr),
        other=cut(result.other),
        pax=cut(result.pax),
        eq=cut(result.eq),
        misc=cut(result.misc),
        bridge=cut(result.bridge),
    )


# ---------------------------------------------------------------- BTR-ledger.4: supply


def _due(state: BeyondTheRhine, key: str) -> bool:
    return key not in state.rolled


def _done(state: BeyondTheRhine, key: str, clause: str) -> None:
    state.set(fact.rolled, (*state.rolled, key), clause)


def supply_roll(nation: str) -> Chance:
    number, key = NATIONS.index(nation), f"supply {nation}"

    def outcomes(state: BeyondTheRhine, frame: Turn) -> Outcomes:
        return BOTH_DICE if _due(state, key) and rolls_here(state, nation) else NO_OUTCOME

    def apply(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
        income = supply(nation, state.turn, action.face, standing(state))
        _done(state, key, "BTR-supply.roll")
        share = share_of_supply(state, nation, income.sp * TOKENS)
        shifts = tuple((m.amount, name) for m, name in zip(income.shifts, income.names, strict=True))
        figures = (
            nation,
            income.base,
            shifts,
            shown(income.column),
            action.face,
            income.sp,
            share,
            state.tokens[number] + share,
        )
        state.note(
            f"BTR-supply.{nation}", "{0} supply: column {3}, dice {4}: {5} SP", *figures, kind="supply"
        )
        receive(state, number, share, f"BTR-supply.{nation}")

    return Chance(
        clause="BTR-supply.roll",
        name=key,
        outcomes=outcomes,
        apply=apply,
        about=lambda s, f: f"roll two dice for {NATION[nation]} supply",
    )


# ---------------------------------------------------------------- BTR-ledger.5: replacements


def replacement_roll(nation: str) -> Chance:
    number, key = NATIONS.index(nation), f"replacements {nation}"

    def outcomes(state: BeyondTheRhine, frame: Turn) -> Outcomes:
        regular = (state.turn - state.game_of.first) % state.options.repl_every_n_turns == 0  # BTR-J.17
        return BOTH_DICE if regular and _due(state, key) and rolls_here(state, nation) else NO_OUTCOME

    def apply(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
        award = share_of_replacements(state, nation, replacements(nation, state.turn, action.face))
        _done(state, key, "BTR-repl.roll")
        stocks = state.pax[number] + award.pax, state.eq[number] + award.eq
        state.note(
            "BTR-repl.table",
            "{0} replacements: {1}",
            nation,
            ", ".join(award.path),
            action.face,
            *stocks,
            kind="replacements",
        )
        state.set_at(fact.pax, number, state.pax[number] + award.pax, "BTR-repl.keep")
        state.set_at(fact.eq, number, state.eq[number] + award.eq, "BTR-repl.keep")
        waits = award.bridge if state.options.bridge_marker_needs_rebuild else 0  # BTR-J.2
        state.set(fact.bridge_markers, state.bridge_markers + award.bridge - waits, "BTR-repl.plus")
        if award.ftr or award.other or award.misc:
            state.call(
                Award(who=nation, ftr=award.ftr, other=award.other, misc=award.misc, bridge=waits),
                "BTR-repl.air",
            )

    return Chance(
        clause="BTR-repl.roll",
        name=key,
        outcomes=outcomes,
        apply=apply,
        about=lambda s, f: f"roll two dice for {NATION[nation]} replacements",
    )


INCOME = (*map(supply_roll, NATIONS), *map(replacement_roll, NATIONS))

# ---------------------------------------------------------------- BTR-repl.air

_OF_POOL = {
    nation: set_of(u for u, c in enumerate(COUNTERS) if c.pool == nation) for nation in NATIONS
}  # BTR-repl.users, BTR-J.7
_AIR = {
    column: set_of(
        u for u, c in enumerate(COUNTERS) if c.category == "aircraft" and air_column(c.type) == column
    )
    for column in ("ftr", "other")
}
AIRCRAFT = _AIR["ftr"] | _AIR["other"]


def column_due(frame: Award) -> str:
    return "ftr" if frame.ftr else "other" if frame.other else ""


def repairable(state: BeyondTheRhine, nation: str, column: str) -> list[int]:
    """BTR-repl.air: reduced aircraft in play, and dead ones, of the nation's own."""
    aircraft = _AIR[column] & _OF_POOL[nation]
    return members(aircraft & state.hurt & (state.live | state.dead))


def aircraft(state: BeyondTheRhine, frame: Award) -> list[Action]:
    column = column_due(frame)
    return (
        [verbs.Repair(name) for name in sorted(NAMES[u] for u in repairable(state, frame.who, column))]
        if column
        else []
    )


def repair(state: BeyondTheRhine, frame: Award, action: verbs.Repair) -> None:
    """BTR-J.7: one result repairs one counter whole, reduced or dead."""
    unit = NUMBER[action.unit]
    state.set_at(fact.lost, unit, 0, "BTR-repl.air")
    if state.at[unit] == DEAD:
        state.set_at(fact.at, unit, MAP, "BTR-repl.air")
    _spend_result(state, frame, 1)


def waste(state: BeyondTheRhine, frame: Award) -> None:
    """With no aircraft to repair the rest of a column is wasted."""
    column = column_due(frame)
    count = getattr(frame, column)
    state.note(
        "BTR-repl.air", "{} {} {} wasted: no aircraft to repair", NATION[frame.who], count, TITLES[column]
    )
    _spend_result(state, frame, count)


def _spend_result(state: BeyondTheRhine, frame: Award, count: int) -> None:
    ftr = frame.ftr - count if frame.ftr else 0
    other = frame.other if frame.ftr else frame.other - count
    state.replace(
        Award(who=frame.who, ftr=ftr, other=other, misc=frame.misc, bridge=frame.bridge), "BTR-repl.air"
    )


# ---------------------------------------------------------------- BTR-repl.misc

INDEPENDENT = set_of(u for u, c in enumerate(COUNTERS) if c.independent)  # BTR-ocs.independent
TRANSPORT = set_of(u for u, c in enumerate(COUNTERS) if c.category == "transport")
GUN_DIVISIONS = set_of(u for u, c in enumerate(COUNTERS) if c.type == "artillery" and c.size == "division")
NEVER = set_of(
    u for u, c in enumerate(COUNTERS) if c.type in ("breakdown", "mountain_breakdown")
)  # BTR-ocs.breakdown
LET_GO = verbs.Forgo()


def misc_can(state: BeyondTheRhine, nation: str) -> list[int]:
    """BTR-repl.misc: a dead independent unit, a step of an artillery division, a dead transport point."""
    dead = state.dead & (INDEPENDENT | TRANSPORT) & ~NEVER
    guns = state.live & state.hurt & GUN_DIVISIONS & ~barred_guns(state)
    return members((dead | guns) & _OF_POOL[nation])


def barred_guns(state: BeyondTheRhine) -> int:
    """Artillery divisions whose condition is not met this turn, as the players answered."""
    return set_of(NUMBER[line.about] for line in state.entered if line.kind == BARRED_MISC)


def misc_choices(state: BeyondTheRhine, frame: Award) -> list[Action]:
    if not frame.misc or column_due(frame):
        return []
    result = sorted(NAMES[u] for u in misc_can(state, frame.who))
    return [LET_GO, *(verbs.Misc(name) for name in result)] if result else []


def use_misc(state: BeyondTheRhine, frame: Award, action: verbs.Misc | verbs.Forgo) -> None:
    """BTR-repl.misc.now: used at once, or lost; an artillery division has a condition first."""
    if isinstance(action, verbs.Forgo):
        return state.replace(Award(who=frame.who, misc=frame.misc - 1), "BTR-repl.misc.now")
    unit = NUMBER[action.unit]
    if state.at[unit] != DEAD:
        return state.replace(
            Recovery(who=frame.who, unit=unit, misc=frame.misc, bridge=frame.bridge), "BTR-repl.misc"
        )
    state.set_at(fact.lost, unit, 0, "BTR-repl.misc")
    state.set_at(fact.at, unit, MAP, "BTR-repl.misc")
    return _misc_used(state, frame)


def _misc_used(state: BeyondTheRhine, frame: Award | Recovery) -> None:
    if frame.bridge:
        state.set(fact.bridge_markers, state.bridge_markers + frame.bridge, "BTR-J.2")
    state.replace(Award(who=frame.who, misc=frame.misc - 1), "BTR-repl.misc.now")


def recover(state: BeyondTheRhine, frame: Recovery, action: verbs.Confirm) -> None:
    """A division that meets the condition regains a step; otherwise the result is still there for another
    counter.
    """
    if action == YES:
        state.set_at(fact.lost, frame.unit, state.lost[frame.unit] - 1, "BTR-repl.misc")
        return _misc_used(state, frame)
    state.set(fact.entered, (*state.entered, Line(BARRED_MISC, NAMES[frame.unit])), "BTR-repl.misc")
    return state.replace(Award(who=frame.who, misc=frame.misc, bridge=frame.bridge), "BTR-repl.misc")


def recovery_condition(state: BeyondTheRhine, frame: Recovery) -> str:
    return f"is {DISPLAY[frame.unit]} in trace supply and not in an enemy ZOC?"


# ---------------------------------------------------------------- why not


def not_repaired(state: BeyondTheRhine, frame: Award, action: verbs.Repair) -> list[Ruling]:
    """BTR-repl.air: why a result does not repair a counter."""
    unit, column = NUMBER.get(action.unit), column_due(frame)
    if unit is None:
        return []
    if not column:
        return [
            Ruling("BTR-repl.air", "no air result is left: each is used the instant it is awarded, or wasted")
        ]
    if unit in repairable(state, frame.who, column):
        return []
    return _other_nation(frame.who, unit) or _not_of_column(unit, column) or [_not_hurt(state, unit)]


def _other_nation(nation: str, unit: int) -> list[Ruling]:
    if _OF_POOL[nation] >> unit & 1:
        return []
    clause = "BTR-frame.markers" if TRANSPORT >> unit & 1 else "BTR-repl.users"
    return [Ruling(clause, f"{NATION[nation]} results do not serve {DISPLAY[unit]}")]


def _not_of_column(unit: int, column: str) -> list[Ruling]:
    if _AIR[column] >> unit & 1:
        return []
    types = ", ".join(FTR if column == "ftr" else OTHER)
    return [Ruling(f"BTR-repl.air.{column}", f"{TITLES[column]} serves {types}, not {DISPLAY[unit]}")]


def _not_hurt(state: BeyondTheRhine, unit: int) -> Ruling:
    return Ruling(
        "BTR-repl.air", f"{DISPLAY[unit]} is neither reduced nor dead: it {WHERE_WORDS[state.at[unit]]}"
    )


def not_by_misc(state: BeyondTheRhine, frame: Award, action: verbs.Misc | verbs.Forgo) -> list[Ruling]:
    """BTR-repl.misc: why a Misc result does not bring a counter back."""
    if not frame.misc:
        return [Ruling("BTR-repl.misc.now", "no Misc result is left: each is used at once or lost")]
    if column_due(frame):
        return [Ruling("BTR-repl.misc.now", "the air results of this roll are used first")]
    unit = NUMBER.get(getattr(action, "unit", ""))
    if unit is None or unit in misc_can(state, frame.who):
        return []
    return _other_nation(frame.who, unit) or [_not_recovered(state, unit)]


def _not_recovered(state: BeyondTheRhine, unit: int) -> Ruling:
    name, bit = DISPLAY[unit], 1 << unit
    if barred_guns(state) & bit:
        return Ruling(
            "BTR-repl.misc", f"{name} is not in trace supply, or is in a ZOC, as you answered this turn"
        )
    if state.at[unit] == REMOVED:
        return Ruling("BTR-arrival.note.7", f"{name} was removed by the chart and cannot be rebuilt")
    if NEVER & bit:
        return Ruling("BTR-ocs.breakdown", f"{name} is a breakdown regiment and is never rebuilt")
    if COUNTERS[unit].category == "combat" and not (INDEPENDENT | GUN_DIVISIONS) & bit:
        return Ruling(
            "BTR-ocs.independent",
            f"{name} is not an independent unit: it belongs to a formation or is a division",
        )
    return Ruling(
        "BTR-repl.misc",
        "Misc restores a dead independent unit or transport point, or a step of an artillery division;"
        f" {name} {WHERE_WORDS[state.at[unit]]}",
    )


def must_repair(state: BeyondTheRhine, frame: Award) -> Ruling:
    """BTR-J.12, BTR-repl.air: an air result cannot be put off."""
    return Ruling(
        "BTR-repl.air", f"the {NATION[frame.who]} {TITLES[column_due(frame)]} result repairs an aircraft now"
    )


def must_use_misc(state: BeyondTheRhine, frame: Award) -> Ruling:
    """BTR-J.12, BTR-repl.misc.now: a Misc result is used at once, or lost with `forgo`."""
    return Ruling(
        "BTR-repl.misc.now", f"the {NATION[frame.who]} Misc result is used now, or lost with `forgo`"
    )


RECOVERY = (
    Condition(
        clause="BTR-repl.misc",
        name="misc condition",
        side=ALLIED,
        choices=conditions,
        apply=recover,
        words=recovery_condition,
        takes=(verbs.Confirm,),
        refuse=not_an_answer,
    ),
)

AWARD = (
    Ask(
        clause="BTR-repl.air",
        name="air replacements",
        side=ALLIED,
        choices=aircraft,
        apply=repair,
        takes=(verbs.Repair,),
        names=NAMES,
        refuse=not_repaired,
        must=must_repair,
    ),
    Auto(clause="BTR-repl.air", do=waste, due=lambda s, f: bool(column_due(f))),
    Ask(
        clause="BTR-repl.misc.now",
        name="misc",
        title="use of the Misc result",
        side=ALLIED,
        choices=misc_choices,
        apply=use_misc,
        takes=(verbs.Misc, verbs.Forgo),
        names=NAMES,
        refuse=not_by_misc,
        must=must_use_misc,
    ),
)
