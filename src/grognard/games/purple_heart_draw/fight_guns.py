"""FF-IN, FF-O18: Guns of the mission in its fights: AT Guns and mortars with their crews."""

from __future__ import annotations

from typing import Any

from .firefight.guns import PIECES
from .firefight.ordnance import WEAPONS
from .firefight.position import JAMMED, Firefight
from .firefight.setup import ONTO_MAP
from .pieces import CREW, GERMAN, KINDS, NUMBER, SIDE, bare, has_mark, is_gun, marked, unmarked
from .position import Facing, PurpleHeartDraw, fact
from .posture import CORNERS, hull

FIGHT_GUN = {WEAPONS[id_].name.replace(" ", "_"): id_ for id_ in PIECES}  # by the campaign's name


def weapon_id(gear: str) -> str:
    """A weapon of the campaign as the fight names it."""
    return str(FIGHT_GUN.get(bare(gear), bare(gear)))


def bring_gun(state: PurpleHeartDraw, fight: dict[str, Any], place: int, gear: str, unit: int) -> None:
    """Where a Gun points: as its side chose, or to where the enemy comes from; what it has fired off."""
    corner = hull(state, unit) if unit >= 0 else ""
    ahead = ONTO_MAP[unit >= 0 and SIDE[unit] == GERMAN][0]
    fight["pointing"][place] = CORNERS.index(corner) if corner else ahead
    named = state.depleted[unit] if unit >= 0 else ""
    spent = named or " ".join(PIECES[weapon_id(gear)].special)
    fight["gun_spent"][place] = spent if has_mark(gear, "~") else ""


def carry_gun(state: PurpleHeartDraw, fight: Firefight, place: int, unit: int) -> None:
    """FF-O18: which way a Gun points, and the kinds of ammunition it has no more."""
    pointing, ahead = fight.pointing[place], ONTO_MAP[SIDE[unit] == GERMAN][0]
    if state.facing[unit].hull or pointing != ahead:
        state.set_at(fact.facing, unit, Facing(CORNERS[pointing], CORNERS[pointing]), "FF-O18")
    spent = fight.gun_spent[place]
    every = set(spent.split()) == set(PIECES[fight.gun_kind[place]].special)
    state.set_at(fact.depleted, unit, "" if every else spent, "FF-O18")


def is_lost(gear: str, left: str, captured: bool) -> bool:
    """PHD-C1.2: whether a Gun was eliminated in the fight (nothing is left of it) or captured there; one that
    had been captured before has counted already.
    """
    return is_gun(gear) and not has_mark(gear, "^") and (not left or captured)


def marks_after(fight: Firefight, place: int, gear: str) -> str:
    """A weapon with its marks at the end; PHD-C1.2: a Gun that was captured before keeps that mark."""
    gear = unmarked(gear, "!") if is_gun(gear) else unmarked(unmarked(gear, "!"), "^")
    gear = marked(gear, "!") if fight.gun_flags[place] & JAMMED else gear
    return marked(gear, "~") if fight.gun_spent[place] else gear


def count_crew(state: PurpleHeartDraw, unit: int) -> None:
    """PHD-C5.31.note.z: a crew that was lost."""
    n = NUMBER[SIDE[unit]]
    if KINDS[state.kind[unit]].type == CREW:
        state.set_at(fact.crews_lost, n, state.crews_lost[n] + 1, "PHD-C5.31.note.z")
