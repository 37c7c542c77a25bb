"""Answers on combat and barrage: exact odds, or the result of given dice; on a map, whether the attack is
legal.
"""

from __future__ import annotations

import re as re_
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypedDict

from grognard.core.ask import Answer, exact, once, percent
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling

from . import battle as fights_on_map
from . import fights
from . import terrain as tec
from .ask_campaign import OURS, equivalents, one_of
from .ask_map import SERIES, source
from .board import Board, load
from .weather import GROUNDS

# ---------------------------------------------------------------- combat


def combat(
    attack: int | None,
    defense: int | None,
    odds: str | None,
    roll: int | None,
    surprise_roll: int | None,
    columns: int | None,
    line: str,
    ar: int,
    hedgehog: int,
    overrun: bool,
    attackers: list[str],
    defenders: list[str],
    hex_: str | None,
    ground: str,
    blown: list[str],
    map_: str | None,
) -> Answer:
    """BTR-ocs.combat: exact odds from bare strengths, or of units on a map with every choice of the defender;
    or the result of a roll.
    """
    if hedgehog not in fights.HEDGEHOGS:
        because = f"a hedgehog has level 1 to 4 (0: no hedgehog), not {hedgehog}"
        raise IllegalAction("combat", [Ruling("BTR-ocs.hedgehog", because)])
    dice = Dice(roll, surprise_roll, columns)
    if attackers or defenders:
        return _on_map(attackers, defenders, hex_, hedgehog, overrun, ground, blown, map_, dice)
    ours, theirs = _strengths(attack, defense, odds)
    fight = fights.Fight(fights.odds_column(ours, theirs, line), ar, hedgehog, overrun)
    value, lines = _odds(fight, line, dice)
    value |= {"attack": str(ours), "defense": str(theirs)} if odds else {"attack": attack, "defense": defense}
    return Answer(
        value, [f"{ours} to {theirs}, {line.replace('_', ' ')} line", *lines], _cited(fight), [SERIES]
    )


def _strengths(attack: int | None, defense: int | None, odds: str | None) -> tuple[Fraction, Fraction]:
    """Two strengths, or odds that stand for them."""
    if odds is not None:
        if not (match := re_.fullmatch(r"([0-9]{1,4}):([0-9]{1,4})", odds)):
            raise GrognardError(f"write --odds as 3:1, not {odds[:20]!r}")
        return Fraction(int(match[1])), Fraction(int(match[2]))
    if attack is None or defense is None:
        raise GrognardError(
            "combat needs --attack and --defense, or --odds, or --attackers, --defenders and --hex"
        )
    return Fraction(attack), Fraction(defense)


class Dice(NamedTuple):
    """The dice the players rolled; without them the chances are worked out."""

    roll: int | None
    surprise: int | None
    columns: int | None


def _rolled(fight: fights.Fight, line: str, dice: Dice) -> tuple[Plain, list[str]]:
    """BTR-ocs.combat.table: the result of a roll; without a roll for surprise there is none."""
    assert dice.roll is not None
    surprised = (
        "none"
        if dice.surprise is None
        else fights.surprised(dice.surprise, fight.drm, fight.hedgehog, fight.overrun)
    )
    shifts = [0] if surprised == "none" else [dice.columns] if dice.columns is not None else list(range(1, 7))
    shifts = [-shift for shift in shifts] if surprised == "defender" else shifts
    without = "no roll given" if dice.surprise is None else "none"
    lines = [f"Surprise: {surprised if surprised != 'none' else without}"]
    works = f", hedgehog -{fight.hedgehog}" if fight.hedgehog else ""
    head = f"Dice {dice.roll}, DRM {fight.drm:+d}{works}: row {fights.row(dice.roll, fight)}"
    chances: Plain = {}
    for shift in shifts:
        column, result = fights.result_of(fight, dice.roll, shift)
        heading = fights.HEADINGS[line][column - 1]
        lines.append(
            f"{head}, column {column} ({heading}{_shifted(shift)}): {result}: {fights.words(result)}"
        )
        chances[str(shift)] = {"column": column, "result": result, "meaning": fights.words(result)}
    return {"roll": dice.roll, "surprise": surprised, "rolled": chances}, lines


def _shifted(columns: int) -> str:
    return f", shifted {abs(columns)} {'right' if columns > 0 else 'left'}" if columns else ""


def _odds(fight: fights.Fight, line: str, dice: Dice) -> tuple[Plain, list[str]]:
    if dice.roll is not None:
        rolled, words = _rolled(fight, line, dice)
        return rolled | {"line": line, "column": fight.column, "drm": fight.drm}, words
    chances, totals = fights.results(fight), fights.summary(fights.results(fight))
    shock = fights.surprise(fight.drm, fight.hedgehog, fight.overrun)
    heading = fights.HEADINGS[line][fight.column - 1]
    value: Plain = {
        "line": line,
        "column": fight.column,
        "heading": heading,
        "drm": fight.drm,
        "hedgehog": fight.hedgehog,
        "overrun": fight.overrun,
        "surprise": {surprised: exact(p) for surprised, p in shock.items()},
        "results": {r: exact(p) for r, p in chances.items()},
        "meaning": {r: fights.words(r) for r in chances},
        "summary": {k: exact(p) for k, p in totals.items()},
        "disputed": exact(fights.disputed(fight)),
    }
    lines = [
        f"Column {fight.column} ({heading}), DRM {fight.drm:+d}"
        + (f", hedgehog {fight.hedgehog}" if fight.hedgehog else "")
    ]
    lines.append("  Surprise: " + ", ".join(f"{surprised} {percent(p)}" for surprised, p in shock.items()))
    lines += [f"  {result:<14} {percent(p):>22}  {fights.words(result)}" for result, p in chances.items()]
    lines += [f"  {what}: {percent(p)}" for what, p in totals.items()]
    if doubt := fights.disputed(fight):
        lines.append(
            f"  {percent(doubt)} of these chances come from cells that differ between public copies of the"
            " table"
        )
    return value, lines


def _cited(fight: fights.Fight) -> list[str]:
    result = [
        "BTR-ocs.combat.table",
        "BTR-ocs.combat.odds",
        "BTR-ocs.round",
        "BTR-ocs.combat.drm",
        "BTR-ocs.combat.surprise",
        "BTR-ocs.combat.results",
    ]
    return (
        result
        + (["BTR-ocs.hedgehog"] if fight.hedgehog else [])
        + (["BTR-ocs.overrun.cost"] if fight.overrun else [])
    )


def _on_map(
    attackers: list[str],
    defenders: list[str],
    hex_: str | None,
    hedgehog: int,
    overrun: bool,
    ground: str,
    blown: list[str],
    map_: str | None,
    dice: Dice,
) -> Answer:
    board = load(map_).blow(blown)
    one_of(ground, GROUNDS, "the ground")
    if hex_ is None:
        raise GrognardError("a combat on a map needs --hex, the attacked hex")
    goal = int(board.hex(hex_))
    ours = [fights_on_map.read_unit(text, board) for text in attackers]
    if away := next((u for u in ours if u.hex < 0), None):
        raise GrognardError(f"{away.name}: write an attacker with its hex, such as US-79-InfDiv@14.08")
    theirs = [fights_on_map.read_unit(text, board) for text in defenders]
    result = fights_on_map.battle(board, ground, ours, theirs, goal, hedgehog, overrun)
    able = any(not unit.incapable() for unit in ours)
    value, lines = (
        _odds(result.fight, result.own.line, dice)
        if able
        else ({}, ["No unit of this force can attack: there are no odds."])
    )
    value |= {
        "hex": board.grid.name[goal],
        "attack": str(result.attack),
        "defense": str(result.defence),
        "at": result.at,
        "legal": not result.rulings,
        "rulings": [r._asdict() for r in result.rulings],
        "stacks": {
            board.grid.name[h]: [{"terrain": p.terrain, "total": str(p.total)} for p in ps]
            for h, ps in result.stacks
        },
        "defender_terrain": result.own.terrain,
    }
    head = [
        f"Attack on {board.grid.name[goal]} ({_terrain(board.types[goal])}): {result.attack} to"
        f" {result.defence}, AT effects: {result.at}"
    ]
    for hex_number, choices in result.stacks:
        words = ", ".join(f"{p.terrain.replace('_', ' ')} {p.total}" for p in choices)
        head.append(f"  From {board.grid.name[hex_number]}, by the terrain the defender picks: {words}")
    cited = [
        "BTR-tec.combat.table",
        "BTR-tec.combat.choice",
        "BTR-tec.combat.bracket",
        "BTR-tec.combat.at",
        "BTR-tec.combat.class",
        *(r.clause for r in result.rulings),
    ]
    return Answer(
        value, [*head, *lines], once([*_cited(result.fight), *cited]), source(board), list(result.rulings)
    )


def multipliers(hex_: str, ground: str, hedgehog: int, blown: list[str], map_: str | None) -> Answer:
    """BTR-tec.combat: the multiplier of each class against a hex from each adjacent hex, and those of its
    defenders.
    """
    board = load(map_).blow(blown)
    one_of(ground, GROUNDS, "the ground")
    goal = int(board.hex(hex_))
    attacks: Plain = {}
    value: Plain = {
        "hex": board.grid.name[goal],
        "terrain": list(board.types[goal]),
        "ground": ground,
        "from": attacks,
    }
    lines = [f"{board.grid.name[goal]} ({_terrain(board.types[goal])}), {ground}"]
    cited: list[str] = ["BTR-tec.combat.choice", "BTR-tec.combat.bracket"]
    for start in members(board.grid.near_to[goal]):
        rows = {class_: _against(board, ground, class_, start, goal) for class_ in tec.CLASSES}
        sides = list(board.side(start, goal))
        attacks[board.grid.name[start]] = {
            "hexside": sides,
            "road": bool(board.line(start, goal)),
            **rows,
        }
        factors = ", ".join(
            f"{c} {row['multiplier'] if row['allowed'] else 'not legal (' + row['why'] + ')'}"
            for c, row in rows.items()
        )
        lines.append(
            f"  From {board.grid.name[start]}{' across ' + _terrain(sides) if sides else ''}: {factors}"
        )
        cited += [clause for row in rows.values() for clause in row["clauses"]]
    own = {c: {k: str(tec.multiplier(k, ground, c, False)) for k in board.types[goal]} for c in tec.CLASSES}
    value |= {
        "defender": own,
        "lines": {k: tec.line(k, ground) for k in board.types[goal]},
        "hedgehog": hedgehog,
    }
    lines.append(
        "  Defender: "
        + "; ".join(
            f"{c} " + ", ".join(f"{_terrain([k])} x{m}" for k, m in row.items()) for c, row in own.items()
        )
    )
    return Answer(value, lines, once(cited), source(board))


def _terrain(kinds: Sequence[str]) -> str:
    return ", ".join(kind.replace("_", " ") for kind in kinds)


USUAL = {"armor": "track", "mech": "truck", "other": "leg"}  # the mobility a class mostly has


class AttackTerms(TypedDict):
    """What one class counts in an attack."""

    multiplier: str
    terrain: str
    allowed: bool
    why: str
    clauses: list[str]


def _against(board: Board, ground: str, class_: str, start: int, goal: int) -> AttackTerms:
    """The lowest multiplier the defender can pick, and whether that class may attack at all."""
    unit = fights_on_map.Unit(class_, Fraction(1), 0, class_, USUAL[class_], start)
    result, bars = (
        fights_on_map.picks(board, ground, [unit], goal, "none")[0],
        fights_on_map.bars(board, ground, unit, goal, False),
    )
    return {
        "multiplier": f"x{result.total}",
        "terrain": result.terrain,
        "allowed": not bars,
        "why": bars[0].because if bars else "",
        "clauses": [tec.effect(result.terrain, ground, class_).clause, *(bar.clause for bar in bars)],
    }


def barrage(
    strength: int,
    line: str,
    re: str,
    strat: bool,
    roll: int | None = None,
    spotter: bool = True,
    half_die: int | None = None,
) -> Answer:
    """BTR-ocs.barrage.table: column, cost and exact results, or the result of a roll."""
    mass = equivalents(re)
    shot = fights.barrage(strength, line, mass, strat)
    rulings = (
        []
        if spotter
        else [
            Ruling(
                "BTR-ocs.barrage.spotter",
                "no friendly combat unit is adjacent to the target to spot for the artillery",
            )
        ]
    )
    shifts = "".join(f", {shift:+d} for {why}" for why, shift in shot.shifts)
    lines = [
        f"Strength {strength}: column {shot.column} of {len(fights.BARRAGE_COLUMNS)}{shifts}; supply cost"
        f" {shot.tokens}T"
    ]
    value: Plain = {
        "strength": strength,
        "column": shot.column,
        "shifts": [list(s) for s in shot.shifts],
        "tokens": shot.tokens,
        "legal": not rulings,
        "rulings": [r._asdict() for r in rulings],
    }
    more, words = (
        _barrage_chances(shot.column) if roll is None else _barrage_rolled(shot.column, roll, half_die)
    )
    cited = [
        "BTR-ocs.barrage.table",
        "BTR-ocs.barrage.who",
        "BTR-ocs.barrage.spotter",
        "BTR-ocs.barrage.hipshoot",
    ]
    return Answer(value | more, [*lines, *words], cited, [SERIES, OURS], rulings)


def _barrage_chances(column: int) -> tuple[Plain, list[str]]:
    result = fights.barrage_results(column)
    steps = fights.steps_lost(result)
    lines = [f"  {r:<6} {percent(p):>20}  {fights.BARRAGE_WORDS[r]}" for r, p in result.items()]
    lines += [f"  Step losses {n}: {percent(p)}" for n, p in steps.items()]
    return {
        "results": {r: exact(p) for r, p in result.items()},
        "steps": {str(n): exact(p) for n, p in steps.items()},
    }, lines


def _barrage_rolled(column: int, roll: int, half_die: int | None) -> tuple[Plain, list[str]]:
    result = fights.BARRAGE[roll][column - 1]
    steps = {str(n): exact(p) for n, p in fights.steps_lost({result: Fraction(1)}).items()}
    lines = [f"Dice {roll}: {result}, {fights.BARRAGE_WORDS[result]}"]
    if result == "1/2" and half_die is not None:
        steps = {str(int(half_die >= fights.HALF_STEP_DIE)): exact(Fraction(1))}
        lines.append(
            f"Die {half_die}: {'1 step lost' if half_die >= fights.HALF_STEP_DIE else 'no step lost'}"
        )
    return {"roll": roll, "result": result, "meaning": fights.BARRAGE_WORDS[result], "steps": steps}, lines
