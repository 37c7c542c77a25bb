"""BTR-ocs.win: who has won, and by how much."""

from __future__ import annotations

from typing import Any

from grognard.core.ruling import Modifier

from .board import AWAY, GRID, TO_COME
from .pieces import ALLIED, GERMAN, HQS, OF_SIDE, SCENARIOS, SIDES
from .position import Campaign, Turn, fact

LEVELS = (
    (ALLIED, "Allied decisive"),
    (ALLIED, "Allied marginal"),
    ("draw", "draw"),
    (GERMAN, "German marginal"),
    (GERMAN, "German decisive"),
)
FIRST_LEVEL = 2  # the turn at whose end the best level can still be won


def objective(state: Campaign) -> int:
    return GRID.hex(SCENARIOS[state.scenario]["victory"]["hex"])


def last_turn(state: Campaign) -> int:
    return len(SCENARIOS[state.scenario]["turns"])


def level_of(state: Campaign) -> list[Modifier]:
    """BTR-ocs.win.level, BTR-ocs.win.losses: levels towards the German, counted from the best Allied one."""
    held = state.allied_held >> objective(state) & 1
    number = max(state.turn - FIRST_LEVEL, 0) if held else len(LEVELS) - 1
    words = f"Aachen is Allied-held at the end of turn {state.turn}" if held else "Aachen is German-held"
    found = [Modifier(number, "BTR-ocs.win.level", words)]
    shift: dict[str, Any] = SCENARIOS[state.scenario]["victory"]["loss_shift"]
    lost = state.steps_lost[SIDES.index(shift["side"])]
    if lost > shift["steps_over"]:
        amount = -(-(lost - shift["steps_over"]) // shift["per"])
        found.append(Modifier(amount, "BTR-ocs.win.losses", f"{lost} Allied steps lost"))
    return found


def standing(state: Campaign) -> tuple[str, str]:
    """The winner and the level if the game ended now."""
    number = sum(part.amount for part in level_of(state))
    return LEVELS[min(number, len(LEVELS) - 1)]


def judge(state: Campaign, frame: Turn) -> None:
    """BTR-ocs.turn.end, BTR-ocs.win.count: after the last date, or when Aachen is held at the end of a
    turn.
    """
    if state.turn >= last_turn(state) or state.allied_held >> objective(state) & 1:
        winner, level = standing(state)
        finish(state, winner, level, "BTR-ocs.win.level")
    else:
        state.replace(Turn(), "BTR-ocs.turn.end")


def without_hq(state: Campaign) -> str:
    """BTR-ocs.win.sudden: a side that has no HQ left, and none to come."""
    for side in SIDES:
        hqs = HQS & OF_SIDE[side]
        waiting = any(state.at[u] in (TO_COME, AWAY) for u in range(hqs.bit_length()) if hqs >> u & 1)
        if not hqs & state.on_map and not waiting:
            return side
    return ""


def end_suddenly(state: Campaign, frame: object) -> None:
    loser = without_hq(state)
    winner, level = LEVELS[0] if loser == GERMAN else LEVELS[-1]
    finish(state, winner, level, "BTR-ocs.win.sudden")


def finish(state: Campaign, winner: str, level: str, clause: str) -> None:
    state.set(fact.won, (winner, level, clause), clause)
    state.set(fact.stack, (), clause)
