"""Replays the line of a record with today's rules: the same judge and the same driver as in play. Knows no
game.
"""

from __future__ import annotations

import msgspec

from .lines import DO, SALT, SEAL, TO, Line
from .record import Match
from .ruling import GrognardError, IllegalAction

JUDGED = (
    "by",
    "do",
    "to",
    "put",
    "own",
    "of",
    "pick",
    "irregular",
)  # the fields of a line that follow from the rules


def replay_line(match: Match, line: Line) -> None:
    """Judge a recorded action, carry it out and compare what its line says; raise where they differ."""
    _check_actor(match, line)
    try:
        outcome, _ = match.perform(match.game.parse(line[DO]), match.state.push)
    except IllegalAction as error:
        raise GrognardError(f"an illegal action: {error}") from None
    if wrong := [name for name in JUDGED if outcome.get(name) != line.get(name)]:
        raise GrognardError(f"replaying gives another {wrong[0]}: {_short(outcome.get(wrong[0]))}")
    match.take(line)


def _check_actor(match: Match, line: Line) -> None:
    """Who acted, and who may know of it, as the position has it before the action."""
    if SEAL in line and SALT not in line:
        raise GrognardError("is sealed and cannot be replayed")
    if line["by"] != (by := match.state.to_move):
        raise GrognardError(f"says {line['by']} acted, but {by or 'no side'} was to move")
    if line.get(TO) != (to := match.state.secret_to):
        raise GrognardError(f"is said to be known to {line.get(TO) or 'all'}; it is known to {to or 'all'}")


def _short(value: object, most: int = 200) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= most else f"{text[:most]}..."
