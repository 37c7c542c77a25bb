"""Who cannot do what a phase is for, each with what forbids it: in the Advance Phase and in close combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES, OF_SIDE
from grognard.games.purple_heart_draw.firefight.going import exits
from grognard.games.purple_heart_draw.firefight.position import ADVANCED, BROKEN, Close, Firefight
from grognard.games.purple_heart_draw.firefight.units import has, in_hex, name
from grognard.games.purple_heart_draw.firefight.words import Advance

from .rows import refusal_row


def barred_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    side = state.viewer
    if side is None or side != state.to_move:
        return None
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Close) and state.step.name == "strikes":
        return {"title": "Cannot attack", "rows": list(_idle(state, frame))}
    if state.step.name == "advance":
        return {"title": "Cannot advance", "rows": list(_held(state, side))}
    return None


def _row(words: str, clause: str) -> Plain:
    return {"because": words, "clause": clause}


def _idle(state: Firefight, frame: Close) -> Iterator[Plain]:
    """ASL-A11.16, ASL-A11.2: who stands in the close combat and takes no part."""
    for unit in in_hex(state, frame.striker, frame.hex):
        if has(state, unit, BROKEN):
            yield _row(f"{name(state, unit)} is broken: it defends, and does not attack", "ASL-A11.16")
        elif unit in dict(frame.leaving):
            yield _row(f"{name(state, unit)} leaves the close combat", "ASL-A11.2")


def _held(state: Firefight, side: str) -> Iterator[Plain]:
    """ASL-A4.7: who can advance nowhere, by the first hex beside it; who has advanced needs no reason."""
    able = {action.unit for action in state.legal_actions() if isinstance(action, Advance)}
    units = [u for u in members(OF_SIDE[side]) if state.at[u] >= 0 and not has(state, u, ADVANCED)]
    for unit in (u for u in units if NAMES[u] not in able):
        beside = GRID.name[next(iter(exits(state.at[unit])))]
        for ruling in state.why_not(Advance(NAMES[unit], beside))[:1]:
            yield refusal_row(state, unit, ruling)
