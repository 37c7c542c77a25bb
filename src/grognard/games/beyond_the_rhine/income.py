"""BTR-ledger.4, BTR-ledger.5: the supply and replacement rolls of each nation, and what is used at once."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Outcomes

from . import verbs
from .chart import COUNTERS, NAMES, NUMBER
from .coming import receive
from .pieces import ALLIED, NATIONS, US
from .position import DEAD, MAP, Award, BeyondTheRhine, Turn, fact
from .replacements import Replacements, air_column, replacements
from .situation import standing
from .supply import TOKENS, supply
from .verbs import BOTH_DICE, Roll

# ---------------------------------------------------------------- BTR-J.9: the halves of the front


def rolls_here(state: BeyondTheRhine, who: str) -> bool:
    """BTR-J.9: Commonwealth supply and replacements all go to the North."""
    return who == US or state.game_of.half != "south"


def share_of_supply(state: BeyondTheRhine, who: str, amount: int) -> int:
    """BTR-J.9: each half gets half of the American SP, in tokens."""
    halved = state.game_of.half and who == US and state.options.two_map_us_sp_share == "1/2"
    return amount // 2 if halved else amount


def share_of_replacements(state: BeyondTheRhine, who: str, found: Replacements) -> Replacements:
    """BTR-J.9: in full, or each column halved, up in the North and down in the South."""
    half = state.game_of.half
    if not half or who != US or state.options.two_map_us_repl_share == "1":
        return found

    def cut(amount: int) -> int:
        return ceil(Fraction(amount, 2)) if half == "north" else amount // 2

    return found._replace(
        ftr=cut(found.ftr), other=cut(found.other), pax=cut(found.pax), eq=cut(found.eq), misc=cut(found.misc), bridge=cut(found.bridge),
    )  # fmt: skip


# ---------------------------------------------------------------- BTR-ledger.4: supply


def _due(state: BeyondTheRhine, key: str) -> bool:
    return key not in state.rolled


def _done(state: BeyondTheRhine, key: str, clause: str) -> None:
    state.set(fact.rolled, (*state.rolled, key), clause)


def supply_roll(who: str) -> Chance:
    number, key = NATIONS.index(who), f"supply {who}"

    def outcomes(state: BeyondTheRhine, frame: Turn) -> Outcomes:
        return BOTH_DICE if _due(state, key) and rolls_here(state, who) else NO_OUTCOME

    def apply(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
        found = supply(who, state.turn, action.face, standing(state))
        _done(state, key, "BTR-supply.roll")
        state.note(f"BTR-supply.{who}", "{}: {}", key, "; ".join(found.path))
        receive(state, number, share_of_supply(state, who, found.sp * TOKENS), f"BTR-supply.{who}")

    return Chance(
        clause="BTR-supply.roll",
        name=key,
        outcomes=outcomes,
        apply=apply,
        about=lambda s, f: f"two dice for the {who.upper()} supply",
    )


# ---------------------------------------------------------------- BTR-ledger.5: replacements


def replacement_roll(who: str) -> Chance:
    number, key = NATIONS.index(who), f"replacements {who}"

    def outcomes(state: BeyondTheRhine, frame: Turn) -> Outcomes:
        regular = (state.turn - state.game_of.first) % state.options.repl_every_n_turns == 0  # BTR-J.17
        return BOTH_DICE if regular and _due(state, key) and rolls_here(state, who) else NO_OUTCOME

    def apply(state: BeyondTheRhine, frame: Turn, action: Roll) -> None:
        found = share_of_replacements(state, who, replacements(who, state.turn, action.face))
        _done(state, key, "BTR-repl.roll")
        state.note("BTR-repl.table", "{}: {}", key, "; ".join(found.path))
        state.set_at(fact.pax, number, state.pax[number] + found.pax, "BTR-repl.keep")
        state.set_at(fact.eq, number, state.eq[number] + found.eq, "BTR-repl.keep")
        waits = found.bridge if state.options.bridge_marker_needs_rebuild else 0  # BTR-J.2
        state.set(fact.bridge_markers, state.bridge_markers + found.bridge - waits, "BTR-repl.plus")
        if found.ftr or found.other or found.misc:
            state.call(Award(who=who, ftr=found.ftr, other=found.other, misc=found.misc, bridge=waits), "BTR-repl.air")

    return Chance(
        clause="BTR-repl.roll",
        name=key,
        outcomes=outcomes,
        apply=apply,
        about=lambda s, f: f"two dice for the {who.upper()} replacements",
    )


INCOME = (*(supply_roll(who) for who in NATIONS), *(replacement_roll(who) for who in NATIONS))

# ---------------------------------------------------------------- BTR-repl.air

_OF_POOL = {who: sum(1 << u for u, c in enumerate(COUNTERS) if c.pool == who) for who in NATIONS}  # BTR-repl.users, BTR-J.7
_AIR = {
    column: sum(1 << u for u, c in enumerate(COUNTERS) if c.category == "aircraft" and air_column(c.type) == column)
    for column in ("ftr", "other")
}
AIRCRAFT = _AIR["ftr"] | _AIR["other"]


def column_due(frame: Award) -> str:
    return "ftr" if frame.ftr else "other" if frame.other else ""


def repairable(state: BeyondTheRhine, who: str, column: str) -> list[int]:
    """BTR-repl.air: reduced aircraft in play, and dead ones, of the nation's own."""
    there = _AIR[column] & _OF_POOL[who]
    return members(there & state.hurt & (state.live | state.dead))


def aircraft(state: BeyondTheRhine, frame: Award) -> list[Action]:
    column = column_due(frame)
    return [verbs.Repair(name) for name in sorted(NAMES[u] for u in repairable(state, frame.who, column))] if column else []


def repair(state: BeyondTheRhine, frame: Award, action: verbs.Repair) -> None:
    """BTR-J.7: one result repairs one counter whole, reduced or dead."""
    unit = NUMBER[action.unit]
    state.set_at(fact.lost, unit, 0, "BTR-repl.air")
    if state.at[unit] == DEAD:
        state.set_at(fact.at, unit, MAP, "BTR-repl.air")
    _spend_result(state, frame, 1)


def waste(state: BeyondTheRhine, frame: Award) -> None:
    """With nothing to repair the rest of a column is wasted."""
    column = column_due(frame)
    count = getattr(frame, column)
    state.note("BTR-repl.air", "{} {} wasted: nothing to repair", count, column)
    _spend_result(state, frame, count)


def _spend_result(state: BeyondTheRhine, frame: Award, count: int) -> None:
    ftr = frame.ftr - count if frame.ftr else 0
    other = frame.other if frame.ftr else frame.other - count
    state.replace(Award(who=frame.who, ftr=ftr, other=other, misc=frame.misc, bridge=frame.bridge), "BTR-repl.air")


# ---------------------------------------------------------------- BTR-repl.misc

INDEPENDENT = sum(1 << u for u, c in enumerate(COUNTERS) if c.independent)  # BTR-ocs.independent
TRANSPORT = sum(1 << u for u, c in enumerate(COUNTERS) if c.category == "transport")
GUN_DIVISIONS = sum(1 << u for u, c in enumerate(COUNTERS) if c.type == "artillery" and c.size == "division")
NEVER = sum(1 << u for u, c in enumerate(COUNTERS) if c.type in ("breakdown", "mountain_breakdown"))  # BTR-ocs.breakdown
LET_GO = verbs.Forgo()


def misc_can(state: BeyondTheRhine, who: str) -> list[int]:
    """BTR-repl.misc: a dead independent unit, a step of an artillery division, a dead transport point."""
    dead = state.dead & (INDEPENDENT | TRANSPORT) & ~NEVER
    guns = state.live & state.hurt & GUN_DIVISIONS
    return members((dead | guns) & _OF_POOL[who])


def misc_choices(state: BeyondTheRhine, frame: Award) -> list[Action]:
    if not frame.misc or column_due(frame):
        return []
    found = sorted(NAMES[u] for u in misc_can(state, frame.who))
    return [LET_GO, *(verbs.Misc(name) for name in found)] if found else []


def use_misc(state: BeyondTheRhine, frame: Award, action: verbs.Misc | verbs.Forgo) -> None:
    """BTR-repl.misc.now: used at once, or lost."""
    state.replace(Award(who=frame.who, misc=frame.misc - 1, bridge=0), "BTR-repl.misc.now")
    if isinstance(action, verbs.Forgo):
        return
    unit = NUMBER[action.unit]
    if state.at[unit] == DEAD:
        state.set_at(fact.lost, unit, 0, "BTR-repl.misc")
        state.set_at(fact.at, unit, MAP, "BTR-repl.misc")
    else:
        state.set_at(fact.lost, unit, state.lost[unit] - 1, "BTR-repl.misc")
    if frame.bridge:
        state.set(fact.bridge_markers, state.bridge_markers + frame.bridge, "BTR-J.2")


AWARD = (
    Ask(clause="BTR-repl.air", name="air replacements", side=ALLIED, choices=aircraft, apply=repair),
    Auto(clause="BTR-repl.air", do=waste, due=lambda s, f: bool(column_due(f))),
    Ask(clause="BTR-repl.misc", name="misc", side=ALLIED, choices=misc_choices, apply=use_misc),
)
