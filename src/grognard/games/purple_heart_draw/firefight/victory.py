"""Control, casualties and the end of the fight."""

from __future__ import annotations

from grognard.core.hexes import Hexes, members

from ..board import GRID
from ..pieces import GERMAN, US
from .forces import ENEMY
from .position import Firefight, fact
from .units import in_bypass, in_hex, is_good, kind, number


def _holds(state: Firefight, side: str, hex_: int) -> bool:
    """ASL-A26.11: an armed Good Order squad or half-squad there, not in bypass, and no armed enemy, hidden or
    not.
    """
    mine = any(
        not kind(state, u).is_single and is_good(state, u) and not in_bypass(state, u)
        for u in in_hex(state, side, hex_)
    )
    return mine and not any(not kind(state, u).is_leader for u in in_hex(state, ENEMY[side], hex_))


def update_control(state: Firefight) -> None:
    held = int(state.control)
    for hex_ in members(state.card.goals):
        if _holds(state, US, hex_):
            held |= 1 << hex_
        elif _holds(state, GERMAN, hex_):
            held &= ~(1 << hex_)
    if held != state.control:
        gained = GRID.names(held & ~state.control)
        lost = GRID.names(state.control & ~held)
        state.set(fact.control, Hexes(held), "ASL-A26.11")
        for who, names in (("US", gained), ("German", lost)):
            for name in names:
                state.note("ASL-A26.14", "the {} side controls {}", who, name, kind="control")


def check_victory(state: Firefight) -> None:
    """FF-VC.2: with all buildings and fewer than 20 points against it the US side wins at once."""
    if state.won or not state.turn:
        return
    update_control(state)
    if not state.card.goals & ~state.control and state.points[number(GERMAN)] < state.card.most_points:
        end(state, US)


def end(state: Firefight, winner: str) -> None:
    state.set(fact.won, (winner, "victory", "FF-VC.2"), "FF-VC.2")
    state.note("FF-VC.2", "the {} side wins", "US" if winner == US else "German", kind="result")
    state.set(fact.stack, (), "FF-VC.2")
