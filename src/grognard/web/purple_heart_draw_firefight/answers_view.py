"""What a side can answer to an enemy who moves in its sight: every shot with what it would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.core.facts import UnitHex
from grognard.core.hexes import OFF
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.position import Driving, Firefight, Moving, Reply, Window
from grognard.games.purple_heart_draw.firefight.units import name
from grognard.games.purple_heart_draw.firefight.vehicles import name as vehicle_name

from .rows import grouped

SHOTS = frozenset(
    [
        "fire",
        "shoot",
        "faust",
        "snap",
        "flame",
        "throw",
        "serve",
        "shell",
        "strafe",
        "engage",
        "riddle",
        "torch",
    ]
)
MOST = 24  # shots that are listed; the others are chosen as before
HARMLESS = ("no effect", "miss", "unharmed", "unhurt")
Aim = Callable[[Firefight, Mapping[str, str]], Any]  # a page: what it holds is checked where it is made


def answers_page(state: Firefight, aim: Aim) -> Plain | None:
    """FF-WIN.1: who moves, where, and each shot with firepower, modifiers and the chance to hurt."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Window | Reply) or state.viewer != state.to_move:
        return None
    shots = [a for a in state.legal_actions() if a.verb in SHOTS and isinstance(a, UnitHex)]
    rows = [_row(str(action), aim(state, {"action": str(action)})) for action in shots[:MOST]]
    best_first = [row for _, row in sorted(rows, key=lambda one: -one[0])]
    return {"mover": _mover(state.without_unknown()), "shots": best_first, "more": len(shots) > MOST}


def _mover(state: Firefight) -> Plain:
    """Who is on the way, as far as the seat knows, and the hex."""
    for frame in reversed(state.stack):
        if isinstance(frame, Driving):
            at = state.vehicle_at[frame.vehicle]
            return _named([vehicle_name(state, frame.vehicle)], GRID.name[at] if at >= 0 else "")
        if isinstance(frame, Moving):
            known = [u for u in frame.units if state.open >> u & 1]
            at = max((state.at[u] for u in frame.units), default=OFF)
            hex_ = GRID.name[GRID.ground_of(at)] if at >= 0 else ""
            return _named([name(state, u) for u in known], hex_)
    return _named([], "")


def _named(names: list[str], hex_: str) -> Plain:
    return {"words": ", ".join(names), "short": grouped(names), "hex": hex_}


def is_harmless(state: Firefight, action: str, aim: Aim) -> bool:
    """Whether a shot cannot do anything to its target, as far as the seat knows."""
    shot = (aim(state, {"action": action}) or {}).get("fire")
    return bool(shot) and not _hurts(shot)


def _row(action: str, page: Any) -> tuple[float, Plain]:
    """The chance to do harm, and what the list says of a shot."""
    what = ((page or {}).get("fire") or (page or {}).get("shot")) or {}
    hurts = _hurts(what)
    return hurts, {
        "action": action,
        "firepower": what.get("firepower"),
        "need": what.get("need"),
        "drm": sum(one["amount"] for one in what.get("modifiers", ())),
        "hurts": hurts,
        "rolls": bool(page and page["rolls"]),
        "known": bool(what),
    }


def _hurts(what: Any) -> float:
    """The chance that something happens to the target that is worst off, or to the hex if none is known."""
    fates = [
        1 - sum(one["chance"] for fate, one in t["fates"].items() if fate in HARMLESS)
        for t in what.get("targets", ())
    ]
    results = [row["chance"] for row in what.get("results", ()) if row["result"] not in HARMLESS]
    return float(max(fates) if fates else sum(results))
