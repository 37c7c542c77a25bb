"""BTR-ocs.combat.halve: what units count in a fight, and a fight worked out up to the dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grognard.core.caching import once_while
from grognard.core.hexes import members, set_of
from grognard.core.ruling import Ruling

from .. import battle, series
from ..fights import Fight, odds_column
from .acting import crowding, shown_side
from .pieces import BRACKETS, ENEMY, GUNS, HQS, LABEL, OF_SIDE, PIECES, STRAT, STRONG
from .position import FIGHT, SUPPLY, Battle, Campaign, units_in
from .supply import tokens_for
from .verbs import level, steps_left
from .waters import terrain_now

EXHAUSTED = 2  # BTR-ocs.stock.use


@once_while("at", "mode", "reserve", "lost", "dg", "oos")
def fighter(state: Campaign, unit: int, paid: bool = True, defending: bool = False) -> battle.Unit:
    """BTR-ocs.combat.halve: a unit as the tables of the series count it; everything that halves it
    applies.
    """
    piece, bit, shown = PIECES[unit], 1 << unit, shown_side(state, unit)
    strength, action = Fraction(shown.strength), shown.action
    if (HQS | GUNS) & bit:  # BTR-ocs.unit.alone
        numbers = series.ALONE["hq" if HQS & bit else "artillery"]
        strength, action = Fraction(numbers[0]), numbers[1]
    if state.mode[unit] == STRAT:  # BTR-ocs.mode.strat-fight, BTR-ocs.unit.ar-use
        strength, action = Fraction(0), 0
    if defending and state.reserve & bit:  # BTR-ocs.mode.reserve-hit
        strength /= 2
    return battle.Unit(
        LABEL[unit],
        strength,
        action,
        piece.class_,
        shown.mobility,
        -1 if defending else state.at[unit],
        _tags(state, unit, paid),
        _never_attacks(unit),
        piece.re,
        bool((HQS | GUNS) & bit),
        piece.anti_tank == "heavy",
    )


def _tags(state: Campaign, unit: int, paid: bool) -> tuple[str, ...]:
    """BTR-ocs.oos.effects, BTR-ocs.combat.halve: what weakens a unit."""
    steps, lost = PIECES[unit].steps, state.lost[unit]
    result = ["half" if 2 * lost >= steps else "short"] if steps > 1 and lost else []
    result += ["dg"] * (state.dg >> unit & 1) + ["oos"] * (state.oos >> unit & 1) + ["unpaid"] * (not paid)
    return tuple(result)


def _never_attacks(unit: int) -> str:
    """BTR-ocs.unit.defence-only, BTR-ocs.unit.attack-capable"""
    if HQS >> unit & 1:
        return "is an HQ and never attacks"
    if GUNS >> unit & 1:
        return "is artillery: it barrages but never attacks"
    return "has a strength in brackets: it can only defend" if BRACKETS >> unit & 1 else ""


def defenders_of(
    state: Campaign, side: str, hex_: int, backed: Iterable[int] | None = None
) -> list[battle.Unit]:
    """BTR-ocs.unit.alone: the units that count in defence: HQs and guns only where there is nothing else."""
    units = units_in(state, hex_, side)
    supplied = set(members(units) if backed is None else backed)
    counted = members(units & STRONG) or members(units)
    return [fighter(state, unit, unit in supplied, defending=True) for unit in counted]


def bars(state: Campaign, unit: int, goal: int, overrun: bool = False) -> list[Ruling]:
    """Why a unit may not attack a hex from where it stands (BTR-ocs.combat.could-enter,
    BTR-ocs.bridge.assault).
    """
    return battle.bars(terrain_now(state), state.ground, fighter(state, unit), goal, overrun)


def can_pay(state: Campaign, unit: int) -> bool:
    """BTR-ocs.combat.pay-attacker, BTR-ocs.stock.use: by draw, by throw, or from its own stocks."""
    side = PIECES[unit].side
    return tokens_for(state, side, state.at[unit]) >= steps_left(state, unit) or state.stock[unit] < EXHAUSTED


@once_while(*SUPPLY, "lost", "stock")
def paid_for(state: Campaign, side: str) -> int:
    """The units of a side that can pay for an attack."""
    mine = state.on_map & OF_SIDE[side]
    return set_of(unit for unit in members(mine) if can_pay(state, unit))


def defence_cost(state: Campaign, side: str, hex_: int) -> int:
    """BTR-ocs.combat.pay-defender: 2T, or 1T for 1 RE and less."""
    return series.combat_cost(0, crowding(state, units_in(state, hex_, side)))[1]


# ---------------------------------------------------------------- the sum of a fight


def hedgehog(state: Campaign, side: str, hex_: int) -> int:
    """BTR-ocs.hog.effects: not for units in reserve or Strat."""
    units = members(units_in(state, hex_, side))
    if all(state.reserve >> unit & 1 or state.mode[unit] == STRAT for unit in units):
        return 0
    return level(state, hex_)


def stacks_of(state: Campaign, attackers: Sequence[int]) -> dict[int, list[int]]:
    """The attackers by the hex they attack from."""
    result: dict[int, list[int]] = {}
    for unit in sorted(attackers):
        result.setdefault(state.at[unit], []).append(unit)
    return result


def picks_against(state: Campaign, frame: Battle, hex_: int) -> list[battle.Pick]:
    """BTR-tec.combat.choice, BTR-ocs.combat.hedgehog-at: what the defender may pick against a stack; of those
    that count alike, one.
    """
    units = [fighter(state, unit) for unit in stacks_of(state, frame.attackers)[hex_]]
    at = battle.anti_tank(defenders_of(state, ENEMY[frame.side], frame.hex), _hog(state, frame))
    result: dict[Fraction, battle.Pick] = {}
    for pick in battle.picks(terrain_now(state), state.ground, units, frame.hex, at):
        result.setdefault(pick.total, pick)
    return list(result.values())


def _hog(state: Campaign, frame: Battle) -> int:
    return hedgehog(state, ENEMY[frame.side], frame.hex)


def own_picks(state: Campaign, frame: Battle) -> list[battle.Own]:
    """BTR-ocs.combat.line, BTR-ocs.ger.wall: what the defender of either side may pick for itself; of those
    that count alike, one.
    """
    units = defenders_of(state, ENEMY[frame.side], frame.hex, frame.backed)
    result: dict[tuple[str, Fraction], battle.Own] = {}
    for pick in battle.own_picks(terrain_now(state), state.ground, units, frame.hex):
        result.setdefault((pick.line, pick.total), pick)
    return list(result.values())


@once_while(*FIGHT)
def attack_total(state: Campaign, frame: Battle) -> Fraction:
    """The attackers with the terrain picked against each stack; where none is picked yet, the best for the
    defender.
    """
    chosen, total = dict(frame.terrain), Fraction(0)
    for hex_ in stacks_of(state, frame.attackers):
        picks = picks_against(state, frame, hex_)
        total += next((p.total for p in picks if p.terrain == chosen.get(hex_)), picks[0].total)
    return total


@once_while(*FIGHT)
def own_line(state: Campaign, frame: Battle) -> battle.Own:
    """The line of the table and the strength of the defender: as picked, or its best."""
    attack, picks = attack_total(state, frame), own_picks(state, frame)
    for pick in picks:
        if pick.terrain == frame.line:
            return pick
    return min(picks, key=lambda o: (odds_column(attack, o.total, o.line), -o.total))


def rating(state: Campaign, unit: int) -> int:
    """BTR-ocs.unit.ar-use, BTR-ocs.unit.ar-range: DG is one less."""
    return fighter(state, unit).rating


def candidates(units: Sequence[int]) -> list[int]:
    """BTR-ocs.combat.ar-pick: guns and HQs only where nothing else is there."""
    return [unit for unit in sorted(units) if STRONG >> unit & 1] or sorted(units)


def best(state: Campaign, units: Sequence[int]) -> int:
    """BTR-ocs.combat.best: the highest AR, of equal ones the unit that bears a step best."""
    able = candidates(units)
    return max(
        able, key=lambda u: (rating(state, u), steps_left(state, u), -shown_side(state, u).strength, -u)
    )


@once_while(*FIGHT)
def sum_of(state: Campaign, frame: Battle) -> Fight:
    """Column, DRM and hedgehog of a fight; choices not made yet are the best of their side."""
    enemy = ENEMY[frame.side]
    defending = members(units_in(state, frame.hex, enemy))
    own = own_line(state, frame)
    first = frame.rater if frame.rater >= 0 else best(state, frame.attackers)
    second = frame.opposing if frame.opposing >= 0 else best(state, defending)
    drm = rating(state, first) - rating(state, second)
    return Fight(
        odds_column(attack_total(state, frame), own.total, own.line), drm, _hog(state, frame), frame.overrun
    )
