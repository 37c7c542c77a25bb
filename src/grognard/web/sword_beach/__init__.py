"""Sword Beach for the page: map, counters, markers, cups, fights, reach and odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import OFF
from grognard.core.plain import Plain, PlainView, as_fractions
from grognard.core.ruling import GrognardError, modifier_rows, total
from grognard.games.sword_beach.arrivals import last_turn
from grognard.games.sword_beach.board import GRID, MAP
from grognard.games.sword_beach.fire import NONE, size
from grognard.games.sword_beach.movement import path, points
from grognard.games.sword_beach.narration import DATES
from grognard.games.sword_beach.notation import phase_of
from grognard.games.sword_beach.odds import Odds
from grognard.games.sword_beach.odds import odds as count
from grognard.games.sword_beach.pieces import (
    ALLIED,
    ENEMY,
    GERMAN,
    KIND,
    NAMES,
    ROWS,
    SIDE,
    display_name,
    unit,
)
from grognard.games.sword_beach.position import Combat, SwordBeach
from grognard.games.sword_beach.tables import CUPS, LEGEND, LINES, NAVAL_VALUES, THEIRS
from grognard.games.sword_beach.verbs import units_in
from grognard.web.game_views import Page

from .layers import overlays as overlays
from .plans import UNANSWERED, likely_answer, meanings, planned_fight, rows, with_defender

PAGE = Page(map=True, plans=True, presentation="games/sword-beach.js")
UNIT_FIELDS = (
    "id",
    "name",
    "side",
    "formation",
    "type",
    "mobility",
    "size",
    "full",
    "reduced",
    "entry",
    "note",
    "name_provenance",
    "strength_provenance",
)
FIRE = {
    ALLIED: {NONE, "air", "guns", *(f"naval{value}" for value in NAVAL_VALUES)},
    GERMAN: {NONE, "guns", "mines"},
}
TAGS = ("moved", "fought", "landed", "waiting", "cut_off")


# ---------------------------------------------------------------- what never changes


def map_data() -> Plain:
    """SB-10.1: the map as its file tells it, with its provenance."""
    return {
        "grid": {name: value for name, value in MAP["grid"].items() if name != "evidence"},
        "hexes": MAP["hexes"],
        "rivers": MAP["river"],
        "bridges": MAP["bridge"],
        "roads": MAP["road"],
        "boundary": MAP["boundary"],
        "zones": MAP["zones"],
        "results": LEGEND,
    }


def unit_data() -> list[Plain]:
    """FM-2: the counters as their file tells them."""
    rows: Sequence[PlainView] = ROWS
    return [
        {name: row[name] for name in UNIT_FIELDS if name in row} | {"label": display_name(id_)}
        for id_, row in zip(NAMES, rows, strict=True)
    ]


# ---------------------------------------------------------------- the position


def when(state: SwordBeach) -> Plain:
    dates = DATES.get(state.turn, "") if state.turn else "6 June 1944, before game turn 1"
    return {"turn": state.turn, "last_turn": last_turn(state), "dates": dates, "phase": phase_of(state)}


def units(state: SwordBeach) -> dict[str, Plain]:
    result = {}
    for number, name in enumerate(NAMES):
        row: Plain = {
            "hex": GRID.name[state.at[number]] if state.at[number] != OFF else None,
            "steps": state.steps[number],
        }
        result[name] = row | {tag: bool(state.__dict__[tag] >> number & 1) for tag in TAGS}
    return result


def markers(state: SwordBeach) -> dict[str, list[str]]:
    return {name: GRID.names(state.__dict__[name]) for name in ("beachheads", "drop_zones", "allied_cities")}


def cups(state: SwordBeach) -> Plain:
    """Markers left, value by value: all of them lie open (FM-8.1)."""
    result: dict[str, Plain] = {
        name: {"left": size(state, n), "values": _values(state.cups[n])} for n, name in enumerate(CUPS)
    }
    result[CUPS[THEIRS]]["mines"] = state.mines
    naval = {str(value): count for value, count in zip(NAVAL_VALUES, state.naval, strict=True) if count}
    return {
        **result,
        "naval": {"left": sum(state.naval), "values": naval},
        "lost": {"left": sum(state.lost), "values": _values(state.lost)},
    }


def _values(cup: Iterable[int]) -> dict[str, int]:
    return {str(value): count for value, count in enumerate(cup) if count}


# ---------------------------------------------------------------- figures


def fight(state: SwordBeach) -> Plain | None:
    """FM-7.3, FM-7.4: the fight under way, part by part, with what has been named and drawn so far.

    Once there is a result units may have fallen: the sum that was rolled on is that of the position before
    the die.
    """
    under_way = [frame for frame in state.stack if isinstance(frame, Combat)]
    if not under_way:
        return None
    top = with_defender(state, under_way[-1])
    return _fight_head(top) | _figures(state, top, count(state, top, *_named(top)))


def support(state: SwordBeach) -> Plain:
    """FM-8.2: what every draw the side to move may name makes of the fight under way; the attacker's with the
    answer that is best for the defender, the defender's with what the attacker has named.
    """
    under_way = [frame for frame in state.stack if isinstance(frame, Combat)]
    named = [
        str(action).removeprefix("support ")
        for action in state.legal_actions()
        if str(action).startswith("support ")
    ]
    if not under_way or not named:
        return {"choices": {}, "answer": None}
    top = with_defender(state, under_way[-1])
    ours, _ = _named(top)
    if state.to_move != top.attacker:
        return {
            "choices": {fire: as_fractions(count(state, top, ours, fire).results) for fire in named},
            "answer": None,
        }
    answer = likely_answer(state, top, NONE)
    return {
        "choices": {fire: as_fractions(count(state, top, fire, answer).results) for fire in named},
        "answer": answer,
    }


def plan(state: SwordBeach, action: Action, joining: list[str], target: str) -> Plain:
    """FM-7, FM-8: a fight before it is declared: its parts, and the exact chances of every draw against every
    answer.
    """
    fight_ = planned_fight(state, action, joining, target)
    result = rows(state, fight_)
    codes = {code for row in result for case in row["answers"].values() for code in case["results"]}
    return (
        _fight_head(fight_)
        | _figures(state, fight_, count(state, fight_))
        | {
            "defenders": [NAMES[number] for number in units_in(state, fight_.hex, ENEMY[fight_.attacker])],
            "rows": result,
            "likely": likely_answer(state, fight_, result[0]["fire"] if result else NONE),
            "unanswered": UNANSWERED.get(type(fight_)),
            "key": meanings(state, fight_, codes),
        }
    )


def _fight_head(fight_: Combat) -> Plain:
    return {
        "kind": type(fight_).__name__.lower(),
        "attacker": fight_.attacker,
        "hex": GRID.name[fight_.hex],
        "attackers": [NAMES[u] for u in fight_.attackers],
        "defender": NAMES[fight_.defender] if fight_.defender >= 0 else None,
        "fire": [{"side": side, "kind": kind, "value": value} for side, kind, value in fight_.fire],
        "result": fight_.result or None,
        "parts": [],
        "shifts": [],
        "line": None,
        "columns": {},
        "results": {},
    }


def _named(fight_: Combat) -> tuple[str, str]:
    """The markers either side has named and not drawn yet."""
    words = ["guns" if cup == CUPS[THEIRS] else cup for cup in fight_.to_draw]
    ours, theirs = words[: fight_.for_attacker], words[fight_.for_attacker :]
    return "+".join(ours) or NONE, "+".join(theirs) or NONE


def _figures(state: SwordBeach, fight_: Combat, result: Odds) -> Plain:
    row = LINES[result.line]
    return {
        "parts": modifier_rows(result.ledger),
        "differential": total(result.ledger),
        "markers": len(fight_.fire),  # how many of the parts, the last ones, are markers in play
        "shifts": modifier_rows(result.shifts),
        "line": {"id": row.id, "name": row.name, "clause": row.clause},
        "columns": as_fractions(result.columns),
        "results": as_fractions(result.results),
        "key": meanings(state, fight_, set(result.results)),
        "table": {
            "columns": row.table.columns,
            "bounds": list(row.bounds),
            "cells": [list(cells) for cells in row.table.cells],
        },
    }


def reach(state: SwordBeach, name: str) -> dict[str, str]:
    """FM-5.2: what each hex a unit may legally move to costs it."""
    number = unit(name)
    if not state.stack or not state.step.name.endswith("movement"):
        return {}
    result = {}
    for hex_ in state.legal_actions().hexes(NAMES[number]):
        if route := path(state, number, GRID.number[hex_]):
            result[hex_] = points(KIND[number], route[0])
    return result


def odds(state: SwordBeach, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
    """FM-7: the exact odds of an attack that might be made, whether or not it may be made now."""
    force = tuple(dict.fromkeys(unit(name) for name in attackers))
    sides = {SIDE[number] for number in force}
    if len(sides) != 1:
        raise GrognardError("name attackers of one side" if force else "name the attackers")
    if absent := [NAMES[number] for number in force if state.at[number] == OFF]:
        raise GrognardError(f"{', '.join(absent)}: not on the map")
    side, place = sides.pop(), GRID.hex(hex_)
    defenders = units_in(state, place, ENEMY[side])
    if not defenders:
        raise GrognardError(f"no {ENEMY[side]} unit is known to be in {hex_}")
    for owner, named in ((side, fire), (ENEMY[side], defense)):
        if strange := set(named.split("+")) - FIRE[owner]:
            raise GrognardError(
                f"{', '.join(sorted(strange))!r} is nothing the {owner} side can name; there is"
                f" {', '.join(sorted(FIRE[owner]))}"
            )
    what_if = Combat(attacker=side, hex=place, attackers=force, defender=defenders[0])
    result = count(state, what_if, fire, defense)
    return (
        _fight_head(what_if)
        | _figures(state, what_if, result)
        | {
            "attacker_fire": fire,
            "defender_fire": defense,
        }
    )
