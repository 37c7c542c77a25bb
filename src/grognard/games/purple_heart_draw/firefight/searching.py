"""ASL-A12.152: movers search the hexes around them for units nobody sees."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.hexes import Hex
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from ..board import GRID
from . import checks, foxholes, mines, obstacles, strongpoint, wire
from .dummies import take_off
from .forces import ENEMY
from .going import cost, near
from .position import CX, HIDDEN, MOVED, SEARCHED, TI, Firefight, Moving, Search, Window
from .units import (
    clear,
    cover,
    find_stack,
    flag,
    has,
    in_hex,
    is_good,
    is_inexperienced,
    kind,
    leadership,
    name,
    settle,
    show,
)
from .words import DIE, Look

SEARCH_COST = 2  # half MF

# ---------------------------------------------------------------- who and where


def can_search(state: Firefight, frame: Moving, left: int) -> bool:
    """ASL-A12.152: a Good Order squad or half-squad among the movers, without Assault Movement, for 1 MF."""
    tangled = wire.any_on(state, frame.units)  # ASL-B26
    if frame.assault or frame.charge >= 0 or left < SEARCH_COST or not frame.units or tangled:
        return False
    fit = [u for u in frame.units if is_good(state, u) and not kind(state, u).is_single]
    return bool(fit) and state.at[fit[0]] >= 0


def around(state: Firefight, hex_: int) -> list[int]:
    """The hexes next to one that Infantry could enter from it."""
    return [h for h in near(hex_) if state.card.area >> h & 1 and cost(hex_, h) is not None]


def half_squads(state: Firefight, units: Sequence[int]) -> int:
    return sum(kind(state, u).size for u in units)


def search_drm(state: Firefight, units: Sequence[int]) -> int:
    """ASL-A12.152: the best leader; 1 less for each half-squad beyond the first; 1 more for each CX unit, and
    (ASL-A19.3) for Inexperienced ones.
    """
    leaders = [leadership(state, u) for u in units if kind(state, u).is_leader]
    found = (min(leaders) if leaders else 0) - max(0, half_squads(state, units) - 1)
    found += any(is_inexperienced(state, u) for u in units)
    return found + sum(has(state, u, CX) for u in units)


def search(state: Firefight, frame: Moving) -> None:
    """An expenditure, the last of the movers, who are then busy."""
    hex_ = state.at[frame.units[0]]
    for unit in frame.units:
        show(state, unit, "ASL-A12.141")
        flag(state, unit, MOVED | TI | SEARCHED, "ASL-A12.152")
    names = ", ".join(name(state, u) for u in frame.units)
    state.note("ASL-A12.152", "{} search around {}", names, GRID.name[hex_], kind="move")
    spent, here = frame.spent + SEARCH_COST, frame.here + SEARCH_COST
    state.replace(replace(state.stack[-1], spent=spent, here=here, ended=True, crossed=False), "ASL-A12.152")
    state.call(Window(), "FF-WIN.1")
    state.call(Search(hex=hex_, units=frame.units), "ASL-A12.152")


# ---------------------------------------------------------------- the die, the hexes, what is found


def die_outcomes(state: Firefight, frame: Search) -> Outcomes:
    return NO_OUTCOME if frame.die else DIE


def roll_search(state: Firefight, frame: Search, action: Roll) -> None:
    """ASL-A12.152: the Final dr is the number of hexes around that are not searched."""
    missed = max(0, action.face + search_drm(state, frame.units))
    quota = max(0, len(around(state, frame.hex)) - missed)
    words = "a {}: {} hexes around are searched"
    state.note("ASL-A12.152", words, action.face, quota, kind="check")
    state.replace(replace(state.stack[-1], die=action.face, quota=quota), "ASL-A12.152")


def looks(state: Firefight, frame: object) -> int:
    if not isinstance(frame, Search) or len(frame.looked) >= frame.quota:
        return 0
    return sum(1 << hex_ for hex_ in around(state, frame.hex) if hex_ not in frame.looked)


def look(state: Firefight, frame: Search, unit: int, hex_: Hex) -> None:
    state.replace(replace(state.stack[-1], looked=(*frame.looked, hex_)), "ASL-A12.152")


def find(state: Firefight, frame: Search) -> None:
    """ASL-A12.152: hidden units there are now under a "?", and concealed ones are revealed."""
    enemy = ENEMY[state.mover]
    hexes = (frame.hex, *frame.looked)
    unseen = [u for h in hexes for u in in_hex(state, enemy, h) if not state.open >> u & 1]
    for unit in unseen:
        if not has(state, unit, HIDDEN):
            show(state, unit, "ASL-A12.152")
        else:
            find_stack(state, unit, "ASL-A12.31")
            clear(state, unit, HIDDEN, "ASL-A12.152")
            cover(state, unit, "ASL-A12.152")
    for hex_ in hexes:
        foxholes.uncover(state, enemy, hex_, "ASL-A12.152")
        take_off(state, enemy, 1 << hex_, "ASL-A12.152")
        strongpoint.uncover(state, enemy, hex_)
        mines.uncover(state, hex_)
        obstacles.uncover(state, hex_, "ASL-A12.152")
    settle(state, "ASL-A12.152")
    words = "{} searched: {}"
    where = ", ".join(GRID.name[h] for h in hexes)
    state.note("ASL-A12.152", words, where, "enemies" if unseen else "no enemy", kind="reveal")
    changed = replace(state.stack[-1], drm=casualty_drm(state, unseen), found=bool(unseen))
    state.replace(changed, "ASL-A12.154")


def casualty_drm(state: Firefight, units: Sequence[int]) -> int:
    """ASL-A12.154: 1 less for each unseen half-squad beyond the first, and the best leader among them."""
    leaders = [leadership(state, u) for u in units if kind(state, u).is_leader]
    return (min(leaders) if leaders else 0) - max(0, half_squads(state, units) - 1)


def casualty_outcomes(state: Firefight, frame: Search) -> Outcomes:
    return DIE if frame.found and not frame.rolled else NO_OUTCOME


def roll_casualty(state: Firefight, frame: Search, action: Roll) -> None:
    """ASL-A12.154: up to 1 one of the searchers is reduced."""
    final = action.face + frame.drm
    state.note(
        "ASL-A12.154", "casualties of the search: {}, with modifiers {}", action.face, final, kind="check"
    )
    state.replace(replace(state.stack[-1], rolled=True), "ASL-A12.154")
    if final <= 1:
        there = [u for u in frame.units if state.at[u] >= 0]
        checks.select(state, there, 1, "cut", -1)


def refuse(state: Firefight, frame: object, action: object) -> Ruling:
    words = "Good Order squads and half-squads search as their last act, for 1 MF, without Assault Movement"
    return Ruling("ASL-A12.152", words)


SEARCHING = (
    Chance(clause="ASL-A12.152", name="search", outcomes=die_outcomes, apply=roll_search),
    Phase(
        clause="ASL-A12.152",
        name="searched hexes",
        title="which hexes are searched",
        side=lambda state, frame: state.mover,
        picks=(
            Pick(
                verb=Look,
                hexes=(Screen("ASL-A12.152", "{hex} is not around the searchers, or is searched", looks),),
                apply=look,
            ),
        ),
        must=lambda state, frame: (
            Ruling("ASL-A12.152", "more hexes are to be searched") if looks(state, frame) else None
        ),
    ),
    Auto(clause="ASL-A12.152", do=find),
    Chance(clause="ASL-A12.154", name="casualties", outcomes=casualty_outcomes, apply=roll_casualty),
)
