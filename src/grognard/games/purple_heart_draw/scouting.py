"""PHD-C5.40: the hexes a side may scout, and what the scouts see there."""

from __future__ import annotations

from grognard.core.hexes import Hexes
from grognard.core.procedure import Phase, Pick, Screen

from . import verbs
from .board import CONCEALMENT, GRID
from .laying_out import open_works
from .pieces import (
    CONCEALED,
    ENEMY,
    HEXES,
    NUMBER,
    PRISONER,
    TITLE,
)
from .position import (
    PurpleHeartDraw,
    fact,
    ground,
)
from .units import cover_up, on_map, show, show_cover

SCOUT_RANGE = HEXES["scouting"]  # PHD-C5.40


def scouting_range(state: PurpleHeartDraw, side: str) -> Hexes:
    return GRID.within(ground(state).feba[NUMBER[side]], SCOUT_RANGE)


def scouting(side: str) -> Phase:
    n = NUMBER[side]
    return Phase(
        clause="PHD-C5.40",
        name=f"{side} reconnaissance",
        title=f"{TITLE[side]} reconnaissance",
        side=side,
        once=True,
        leave=lambda state, clause: state.set_at(fact.announced_recce, n, 0, clause),
        picks=(
            Pick(
                verb=verbs.Scout,
                units=(
                    Screen(
                        "PHD-C5.40",
                        "no Location is left to open",
                        lambda state, frame: 1 if state.announced_recce[n] > 0 else 0,
                    ),
                ),
                hexes=(
                    Screen(
                        "PHD-C5.40",
                        f"{{hex}} is not within {SCOUT_RANGE} hexes of the own FEBA",
                        lambda state, frame: scouting_range(state, side),
                    ),
                ),
                apply=lambda state, frame, unit, hex_: scout(state, side, hex_),
            ),
        ),
    )


def declare_recce(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.36, PHD-C5.40: now the number is told."""
    for n in (0, 1):
        state.set_at(fact.announced_recce, n, 0 if state.lull else state.recce[n], "PHD-C5.40")


def scout(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    n, enemy = NUMBER[side], ENEMY[side]
    state.set_at(fact.announced_recce, n, state.announced_recce[n] - 1, "PHD-C5.40")
    e = NUMBER[enemy]
    open_works(state, e, tuple(row for row in state.buried[e] if row[1] == hex_), "PHD-C5.40")
    if state.dummies[e] >> hex_ & 1:
        state.set_at(fact.dummies, e, Hexes(state.dummies[e] & ~(1 << hex_)), "PHD-C5.40")
    units = [u for u in on_map(state, enemy) if state.at[u] == hex_ and not state.status[u] & PRISONER]
    seen = ", ".join(state.kind[u].replace("_", " ") for u in units) or "no unit"
    state.note("PHD-C5.40", "Scouts report from {}: {}", GRID.name[hex_], seen, to=side)
    for u in units:
        if CONCEALMENT >> hex_ & 1:  # they regain "?" but not HIP
            cover_up(state, u, CONCEALED, "PHD-C5.40")
        else:
            show(state, u, "PHD-C5.40")
    show_cover(state, enemy, "PHD-C5.40")


def again(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.40: the sides alternate, German first."""
    if any(state.announced_recce):
        state.goto(state.stack[-1].step - 3, "PHD-C5.40")
