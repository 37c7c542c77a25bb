"""The Longest Day on the map, for the page: units as they stand, moves with their price, fights with their
odds and supply.
"""

from __future__ import annotations

from grognard.core.hexes import OFF, Hex, members
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.combat import joinable, ships, supporting
from grognard.games.longest_day.days import date_words
from grognard.games.longest_day.judge import combat_figures, fire_figures
from grognard.games.longest_day.notation import phase_of
from grognard.games.longest_day.pieces import COMBAT, ENEMY, NAMES, SIDE, SUPPLY, unit
from grognard.games.longest_day.position import SUPPLY_NUMBER, Barrage, Combat, LongestDay
from grognard.games.longest_day.reach import search
from grognard.games.longest_day.stopped import points
from grognard.games.longest_day.supply import status
from grognard.games.longest_day.tables import COLUMNS, CRT, LEGEND
from grognard.games.longest_day.trip import Trip
from grognard.games.longest_day.verbs import Ships, fighters
from grognard.games.longest_day.victory import last_day

SEA = GRID.all & ~LAND

# ---------------------------------------------------------------- the position


def when(state: LongestDay) -> Plain:
    return {
        "turn": state.day + 1,
        "last_turn": last_day(state) + 1,
        "dates": f"{date_words(state.day)} 1944",
        "phase": phase_of(state),
    }


def units(state: LongestDay) -> dict[str, Plain]:
    """Every counter; `steps` is 0 where it is out of play, 1 for a half supply unit."""
    return {name: _unit(state, number) for number, name in enumerate(NAMES)}


def _unit(state: LongestDay, number: int) -> Plain:
    mine, hex_ = 1 << number, place_of(state, number)
    if hex_ == OFF and not state.due & mine:
        return {"hex": None, "steps": 0}
    result: Plain = {"hex": GRID.name[hex_] if hex_ != OFF else None, "steps": 1 if state.half & mine else 2}
    result |= {
        tag: True
        for tag, bits in (("moved", state.moved), ("fought", state.fought), ("waiting", state.due))
        if bits & mine
    }
    if state.disrupted[number]:
        result["disrupted"] = True
    if state.afloat[number] != OFF:
        result["afloat"] = GRID.name[state.afloat[number]]
        result.pop("waiting", None)
    if hex_ != OFF and COMBAT & mine and not status(state, number).supplied:
        result |= {"cut_off": True, "unfed": max(0, state.unfed[number])}
    if SUPPLY & mine and (home := state.bound[SUPPLY_NUMBER[number]]):
        result["bound"] = home
    return result


def place_of(state: LongestDay, number: int) -> int:
    """Where a counter is shown: units afloat in the sea off their beach hex (TLD-S.12)."""
    if state.at[number] != OFF or state.afloat[number] == OFF:
        return state.at[number]
    water = members(GRID.near_to[state.afloat[number]] & SEA)
    return water[0] if water else state.afloat[number]


# ---------------------------------------------------------------- moves


def reach(state: LongestDay, name: str) -> dict[str, str]:
    """TLD-S.16: what each hex a unit may move to costs it, in points."""
    number = unit(name)
    if not state.stack or "movement" not in state.step.name:
        return {}
    trip = Trip(state, number, "mechanized" in state.step.name)
    price = _prices(trip)
    return {
        hex_: points(price.get(GRID.number[hex_], trip.budget))
        for hex_ in state.legal_actions().hexes(NAMES[number])
    }


def _prices(trip: Trip) -> dict[int, int]:
    """Half points to every hex: the first budget at which it is reached."""
    result: dict[int, int] = {}
    seen = 0
    for budget in range(trip.budget + 1):
        new = (
            search(
                trip.starts, budget, trip.closed, trip.stop, trip.hostile, trip.road_only, trip.no_entry
            ).hexes
            & ~seen
            if trip.starts
            else 0
        )
        result |= dict.fromkeys(members(new), budget)
        seen |= new
    return result


# ---------------------------------------------------------------- fights


def fight(state: LongestDay) -> Plain | None:
    """The attack or the defensive fire under way."""
    for top in reversed(state.stack):
        if isinstance(top, Combat):
            return _combat(state, top) | {"result": top.result or None}
        if isinstance(top, Barrage):
            return _barrage(state, top)
    return None


def odds(state: LongestDay, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
    """TLD-S.8, TLD-B.5: an attack that might be made: its odds, what may support it, what it would consume.

    `fire` names guns and ships that lend their strength, with a + between them.
    """
    force = tuple(dict.fromkeys(unit(name) for name in attackers))
    sides = {SIDE[number] for number in force}
    if len(sides) != 1:
        raise GrognardError("name attackers of one side" if force else "name the attackers")
    side, place = sides.pop(), GRID.hex(hex_)
    if not fighters(state, place, ENEMY[side]):
        raise GrognardError(f"no {ENEMY[side]} combat unit is in {hex_}")
    named = [] if fire in ("", "none") else fire.split("+")
    naval = tuple(name.removeprefix("ships:") for name in named if name.startswith("ships:"))
    guns = tuple(unit(name) for name in named if not name.startswith("ships:"))
    first = Combat(side=side, hex=Hex(place), attackers=force[:1])
    may = joinable(state, first)
    apart = [NAMES[u] for u in force[1:] if not may >> u & 1]
    what_if = Combat(
        side=side,
        hex=Hex(place),
        attackers=tuple(u for u in force if u == force[0] or may >> u & 1),
        guns=guns,
        naval=naval,
    )
    return _combat(state, what_if) | {
        "attacker_fire": fire,
        "support": _support(state, what_if),
        "apart": apart,
    }


def _support(state: LongestDay, frame: Combat) -> list[Plain]:
    """Guns in range that may act with the attackers, and ships."""
    result: list[Plain] = [{"id": NAMES[u], "kind": "gun"} for u in members(supporting(state, frame))]
    return result + [
        {"id": f"ships:{action.beach}", "kind": "ships", "beach": action.beach}
        for action in ships(state, frame)
        if isinstance(action, Ships)
    ]


def _combat(state: LongestDay, frame: Combat) -> Plain:
    sums = combat_figures(state, frame)
    defenders = fighters(state, frame.hex, ENEMY[frame.side])
    return {
        "kind": "attack",
        "attacker": frame.side,
        "hex": GRID.name[frame.hex],
        "attackers": [NAMES[u] for u in frame.attackers],
        "guns": [NAMES[u] for u in frame.guns],
        "naval": list(frame.naval),
        "defender": NAMES[defenders[0]] if defenders else None,
        "defenders": [{"id": NAMES[u], "strength": sums["defenders"].get(NAMES[u])} for u in defenders],
        "fire": [],
        "attack": sums["attack"],
        "defence": sums["defence"],
        "parts": sums["attackers"],
        "shifts": sums["shifts"],
        "shift": sum(int(part["amount"]) for part in sums["shifts"]),
        "odds": sums["odds"],
        "column": sums.get("column"),
        "results": sums.get("results", {}),
        "key": LEGEND,
        "columns": {},
        "line": None,
        "consumes": sums["consumes"],
        "table": {"columns": COLUMNS, "cells": [list(row) for row in CRT.cells]},
        "provenance": sums["provenance"],
    }


def _barrage(state: LongestDay, frame: Barrage) -> Plain:
    sums: PlainView = fire_figures(state, frame) or {}
    defenders = fighters(state, frame.hex, ENEMY[frame.side])
    return {
        "kind": "defensive fire",
        "attacker": frame.side,
        "hex": GRID.name[frame.hex],
        "attackers": [NAMES[u] for u in frame.guns],
        "fire": [],
        "defender": NAMES[defenders[0]] if defenders else None,
        "defenders": [{"id": NAMES[u]} for u in defenders],
        "result": None,
        "parts": [],
        "shifts": [],
        "results": {},
        "columns": {},
        "line": None,
        **{k: sums.get(k) for k in ("disrupts_on", "chance", "consumes", "defence")},
        "strength": sums.get("fire"),
    }
