"""Attacks, overruns and barrages for the page: sums, surprise, exact chances, prices."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.plain import Plain, as_fractions
from grognard.core.ruling import GrognardError, modifier_rows
from grognard.games.beyond_the_rhine import fights
from grognard.games.beyond_the_rhine.campaign.aircraft import PLANE, PLANES
from grognard.games.beyond_the_rhine.campaign.barrage import NEAR_BASE_HEXES
from grognard.games.beyond_the_rhine.campaign.barrage import sum_of as barrage_sum
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.flights import box, strength
from grognard.games.beyond_the_rhine.campaign.odds import forecast, loss_chances, taken, unknown_part, worth
from grognard.games.beyond_the_rhine.campaign.pieces import ENEMY, NAMES, SIDE, unit
from grognard.games.beyond_the_rhine.campaign.position import Barrage, Battle, Campaign, units_in
from grognard.games.beyond_the_rhine.campaign.strength import defence_cost
from grognard.games.beyond_the_rhine.campaign.supply import tokens_for
from grognard.games.beyond_the_rhine.campaign.verbs import steps_left
from grognard.games.beyond_the_rhine.campaign.zones import covered

T = TypeVar("T")


def fight(state: Campaign) -> Plain | None:
    """The attack, overrun or barrage under way."""
    for top in reversed(state.stack):
        if isinstance(top, Battle) and _both_there(state, top):
            return _battle(state, top) | {"result": top.result or None}
        if isinstance(top, Barrage) and units_in(state, top.hex, ENEMY[top.side]):
            return _barrage(state, top)
    return None


def _both_there(state: Campaign, top: Battle) -> bool:
    """Whether both sides of a battle are still on the map."""
    attackers = top.attackers and all(state.at[u] >= 0 for u in top.attackers)
    return bool(attackers and units_in(state, top.hex, ENEMY[top.side]))


def _head(state: Campaign, side: str, hex_: int, force: tuple[int, ...], kind: str) -> Plain:
    return {
        "kind": kind,
        "attacker": side,
        "hex": GRID.name[hex_],
        "attackers": [NAMES[u] for u in force],
        "defenders": [NAMES[u] for u in members(units_in(state, hex_, ENEMY[side]))],
        "defender": None,
        "fire": [],
        "result": None,
        "parts": [],
        "shifts": [],
        "line": None,
        "columns": {},
        "results": {},
    }


def _battle(state: Campaign, top: Battle) -> Plain:
    result = forecast(state, top)
    fight_ = result.fight
    head = _head(state, top.side, top.hex, top.attackers, "overrun" if top.overrun else "attack")
    return head | {
        "parts": [{"amount": str(p.amount), "clause": p.clause, "because": p.because} for p in result.parts],
        "differential": fight_.column,
        "markers": 0,
        "line": {"id": result.line, "name": result.line.replace("_", " "), "clause": "BTR-ocs.combat.line"},
        "columns": as_fractions(fights.columns(fight_)),
        "results": as_fractions(result.results),
        "key": {code: fights.words(code) for code in result.results},
        "losses": {side: as_fractions(chances) for side, chances in loss_chances(result.results).items()},
        "surprise": as_fractions(fights.surprise(fight_.drm, fight_.hedgehog, fight_.overrun)),
        "table": {"columns": fights.HEADINGS[result.line], "bounds": [], "cells": []},
        "sum": _sum(state, top),
    }


def _sum(state: Campaign, top: Battle) -> Plain:
    """What a player asks of an attack: totals, odds, price, the chance to take the hex, mean losses."""
    result, enemy = forecast(state, top), ENEMY[top.side]
    defenders = members(units_in(state, top.hex, enemy))
    low, high = taken(result.results, sum(steps_left(state, u) for u in defenders))
    mean = worth(result.results)
    return {
        "attack": str(result.attack),
        "defence": str(result.defence),
        "odds": fights.HEADINGS[result.line][result.fight.column - 1],
        "column": result.fight.column,
        "drm": result.fight.drm,
        "hedgehog": result.fight.hedgehog,
        "tokens": sum(steps_left(state, u) for u in top.attackers if state.at[u] >= 0),
        "reach": max((tokens_for(state, top.side, state.at[u]) for u in top.attackers), default=0),
        "covered": covered(state, enemy, top.hex),
        "answer_tokens": defence_cost(state, enemy, top.hex),
        "answer_reach": tokens_for(state, enemy, top.hex),
        "low": str(low),
        "high": str(high),
        "own_loss": float(mean.attacker),
        "enemy_loss": float(mean.defender),
        "exploits": str(mean.exploits),
    }


def _barrage(state: Campaign, top: Barrage) -> Plain:
    sum_ = barrage_sum(state, top.side, top.guns, top.hex, top.air, top.near)
    results = fights.barrage_results(sum_.column)
    steps = fights.steps_lost(results)
    hit = sum((chance for result, chance in results.items() if result != "-"), Fraction(0))
    hurt = sum((chance for count, chance in steps.items() if count), Fraction(0))
    return _head(state, top.side, top.hex, top.guns, "barrage") | {
        "parts": modifier_rows(sum_.shifts)
        + [
            {"amount": 0, "clause": p.clause, "because": p.because}
            for p in unknown_part(state, ENEMY[top.side], top.hex)
        ],
        "differential": sum_.column,
        "markers": 0,
        "results": as_fractions(results),
        "key": dict(fights.BARRAGE_WORDS),
        "result": top.result or None,
        "sum": {
            "attack": str(sum_.strength),
            "column": sum_.column,
            "tokens": sum_.tokens,
            "reach": max((tokens_for(state, top.side, state.at[u]) for u in top.guns), default=0),
            "observed": sum_.observed,
            "covered": covered(state, ENEMY[top.side], top.hex),
            "low": str(hit),
            "high": str(hurt),
        },
    }


def plan(state: Campaign, action: Action, joining: list[str], target: str) -> Plain:
    """BTR-ocs.combat.table: a fight before it is declared, with the exact chances of every result, surprise
    included.
    """
    if action.verb not in PLANNED:
        raise GrognardError(f"{action.verb} is not an attack; {', '.join(PLANNED)} can be planned")
    hex_, first = GRID.hex(getattr(action, "hex")), getattr(action, "unit")  # noqa: B009
    if action.verb == "fly":
        return _strike(state, [first, *joining], hex_)
    force = _of_one_side([first, *joining])
    if action.verb == "barrage":
        _met(state, SIDE[force[0]], hex_)
        top = Barrage(side=SIDE[force[0]], hex=hex_, guns=_on_map(state, force))
        return _planned(state, _barrage(state, top))
    if action.verb == "overrun" and state.group >> force[0] & 1:
        force = tuple(members(state.group))
    return _attack(state, force, hex_, overrun=action.verb == "overrun")


PLANNED = ("attack", "barrage", "fly", "overrun")


def _of_one_side(names: list[str]) -> tuple[int, ...]:
    force = tuple(dict.fromkeys(unit(name) for name in names))
    if len({SIDE[number] for number in force}) != 1:
        raise GrognardError("name attackers of one side" if force else "name the attackers")
    return force


def _on_map(state: Campaign, force: tuple[int, ...]) -> tuple[int, ...]:
    if not all(state.on_map >> number & 1 for number in force):
        raise GrognardError("an attacker is not on the map")
    return force


def _met(state: Campaign, side: str, hex_: int) -> list[int]:
    """The enemy units in a hex; there must be one."""
    if enemies := members(units_in(state, hex_, ENEMY[side])):
        return enemies
    raise GrognardError(f"no {ENEMY[side]} unit is in {GRID.name[hex_]}")


def _strike(state: Campaign, names: list[str], hex_: int) -> Plain:
    """BTR-ocs.air.barrage: an air barrage before it is flown, as if no aircraft were turned back."""
    planes = [PLANE[name] for name in dict.fromkeys(names) if name in PLANE]
    if len(planes) < len(set(names)) or len({PLANES[p].side for p in planes}) != 1:
        raise GrognardError("name aircraft of one side")
    side = PLANES[planes[0]].side
    _met(state, side, hex_)
    near = bool(GRID.within(1 << box(state, side), NEAR_BASE_HEXES) >> hex_ & 1)
    top = Barrage(side=side, hex=hex_, guns=(), air=strength(state, planes), near=near, paid=True)
    return _planned(state, _barrage(state, top) | {"attackers": [PLANES[p].id for p in planes]})


def odds(state: Campaign, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
    """The exact odds of an attack that might be made, whether or not it may be made now."""
    return _attack(state, _of_one_side(attackers), GRID.hex(hex_))


def _attack(state: Campaign, force: tuple[int, ...], hex_: int, overrun: bool = False) -> Plain:
    side = SIDE[force[0]]
    defenders = _met(state, side, hex_)
    force = _on_map(state, force)
    top = Battle(side=side, hex=hex_, attackers=force, overrun=overrun, backed=tuple(defenders))
    return _planned(state, _battle(state, top))


def _planned(state: Campaign, result: Plain) -> Plain:
    case = {"results": result["results"], "columns": result["columns"]}
    return result | {
        "rows": [{"fire": "none", "answers": {"none": case}}],
        "likely": "none",
        "unanswered": None,
    }
