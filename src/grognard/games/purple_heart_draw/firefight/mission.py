"""PHD-TM6.ff: how a TM Scenario that is fought squad by squad goes on from turn to turn, and how it ends."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.facts import Roll
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes

from ..charts import CIRCLED
from .close import CLOSE_PHASE, begin_close, contested
from .forces import ADJECTIVE
from .position import Ending, Firefight, PlayerTurn, fact
from .prison import double_points
from .units import settle
from .victory import update_held
from .words import DIE

MOST_ROUNDS = 24  # of close combat after the last turn; a Melee that lasts longer is left to the campaign


# ---------------------------------------------------------------- PHD-TM6.ff: the end of a TM Scenario


def call_ending(state: Firefight) -> None:
    """After both player turns of a turn."""
    state.set(fact.stack, (Ending(),), "PHD-TM6.ff")


def may_end(state: Firefight, frame: Ending) -> Outcomes:
    """PHD-TM6.ff: from the end of turn 5 on the side that moves first rolls."""
    return DIE if state.turn in CIRCLED and not frame.die else NO_OUTCOME


def end_roll(state: Firefight, frame: Ending, roll: Roll) -> None:
    need = CIRCLED[state.turn]
    state.replace(replace(state.stack[-1], die=roll.face), "PHD-TM6.ff")
    words = "the scenario ends after turn {}: dr {} (needs {} or less)"
    if roll.face > need:
        words = "the scenario goes on after turn {}: dr {} (ends on {} or less)"
    state.note("PHD-TM6.ff", words, state.turn, roll.face, need, kind="result")


def is_over(state: Firefight, frame: Ending) -> bool:
    return 0 < frame.die <= CIRCLED.get(state.turn, 0)


def next_turn(state: Firefight, frame: Ending) -> None:
    begin_turn(state, state.turn + 1, state.card.first_move)


def begin_turn(state: Firefight, turn: int, side: str) -> None:
    state.set(fact.turn, turn, "ASL-A3")
    state.set(fact.mover, side, "ASL-A3")
    state.note("ASL-A3", "Turn {}: {} player turn", turn, ADJECTIVE[side], kind="turn")
    state.set(fact.stack, (PlayerTurn(),), "ASL-A3")


def fights_on(state: Firefight, frame: Ending) -> bool:
    """PHD-C5.3.ff: whether another round of close combat is due."""
    return bool(contested(state)) and frame.rounds < MOST_ROUNDS


def begin_round(state: Firefight, frame: Ending) -> None:
    """PHD-C5.3.ff: at the end of a TM Scenario all close combat is fought out round by round."""
    state.replace(replace(state.stack[-1], rounds=frame.rounds + 1), "PHD-C5.3.ff")
    begin_close(state, PlayerTurn())


def again(state: Firefight, frame: Ending) -> None:
    state.goto(ROUND, "PHD-C5.3.ff")


def finish(state: Firefight, frame: Ending) -> None:
    """PHD-C5.38: no side wins a TM Scenario; the Consolidation Phase follows."""
    settle(state, "PHD-TM6.ff")
    update_held(state)
    double_points(state)
    state.note("PHD-TM6.ff", "the fight is over: CVP US {}, German {}", *state.points, kind="result")
    state.set(fact.stack, (), "PHD-TM6.ff")


ENDING = (
    Chance(
        clause="PHD-TM6.ff",
        name="end of the scenario",
        outcomes=may_end,
        apply=end_roll,
    ),
    Auto(clause="PHD-TM6.ff", do=next_turn, due=lambda state, frame: not is_over(state, frame)),
    Auto(clause="PHD-C5.3.ff", do=begin_round, due=fights_on),
    CLOSE_PHASE,
    Auto(clause="PHD-C5.3.ff", do=again, due=fights_on),
    Auto(clause="PHD-TM6.ff", do=finish),
)
ROUND = 2  # the row of a round of close combat
