"""A stack on its way: MF left, and what the enemies it knows of could do in the hex pointed at."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.hexes import OFF
from grognard.core.plain import Plain
from grognard.core.ruling import modifier_rows
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.allowances import allowance
from grognard.games.purple_heart_draw.firefight.answering_fire import (
    AnsweringFire,
    price,
    suspects,
    worst_on_the_way,
)
from grognard.games.purple_heart_draw.firefight.forces import NAMES
from grognard.games.purple_heart_draw.firefight.markers import crew, is_marker
from grognard.games.purple_heart_draw.firefight.moving import is_untouched, whole_ways
from grognard.games.purple_heart_draw.firefight.next_hexes import where
from grognard.games.purple_heart_draw.firefight.position import Firefight, Moving
from grognard.games.purple_heart_draw.firefight.route import Way, is_whole
from grognard.games.purple_heart_draw.firefight.units import name

from .rows import fate_row, grouped


def way_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """ASL-A4.2: for the side that moves, its stack; with `hex`, the way there and the answering fire."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Moving) or state.viewer != state.mover or not is_whole(state, frame):
        return None
    whole, units = allowance(state, frame), crew(state, frame.units)
    path = whole_ways(state, frame).get(GRID.hex(asked["hex"])) if "hex" in asked else None
    return {
        "units": [NAMES[unit] for unit in units],
        "words": (" and ".join(name(state, unit) for unit in units) or "dummies") + _covered(frame),
        "short": (grouped(name(state, unit) for unit in units) or "Dummies") + _covered(frame),
        "mf": whole / 2,
        "left": (whole - frame.spent) / 2,
        "untouched": is_untouched(frame) and where(state, frame) != OFF,
        "to": _destination(state, frame, path) if path else None,
    }


def _covered(frame: Moving) -> str:
    return ', under the "?"' if is_marker(frame.units) else ""


def _destination(state: Firefight, frame: Moving, path: Way) -> Plain:
    spent = price(state, frame, path)
    worst, fires = worst_on_the_way(state, frame, path)
    if not fires:  # then the hex that most "?" look at; of equal ones the last
        worst = max(reversed(path), key=lambda hex_: len(suspects(state, frame, hex_)))
    return {
        "hex": GRID.name[path[-1]],
        "path": [GRID.name[hex_] for hex_ in path],
        "mf": spent / 2,
        "left": (allowance(state, frame) - frame.spent - spent) / 2,
        "worst": GRID.name[worst],
        "fires": [_fire_row(state, worst, fire) for fire in fires],
        "suspects": [GRID.name[at] for at in suspects(state, frame, worst)],
    }


def _fire_row(state: Firefight, hex_: int, fire: AnsweringFire) -> Plain:
    """One enemy Location: who fires, firepower, modifiers, and the fates of the unit that is worst off."""
    unit, fates = max(fire.odds.targets.items(), key=lambda row: 1 - row[1]["unharmed"])
    return {
        "hex": GRID.name[fire.at],
        "range": GRID.distance(fire.at, hex_),
        "firepower": float(fire.odds.firepower),
        "drm": sum(modifier.amount for modifier in fire.odds.modifiers),
        "modifiers": modifier_rows(fire.odds.modifiers),
        "hurts": fire.hurts,
        **fate_row(state, unit, fates),
    }
