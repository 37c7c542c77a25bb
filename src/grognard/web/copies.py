"""Copies of a record for a seat, and games that leave it: neither tells anything of the rolls to come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import grognard
from grognard.core.chance import Typed
from grognard.core.lines import CARRIED, HEAD, NOW, Line, digest, digest_of_old, written
from grognard.core.plain import Plain
from grognard.core.record import Match

from .snapshots import state_of

as_file = written


class Beginning(NamedTuple):
    """What a what-if game begins with: the actions of the game it leaves, or a position of it."""

    game: str
    head: Line
    actions: Sequence[str]
    facts: Plain | None


def branched(beginning: Beginning) -> Match:
    """The same actions and rolls again, or the same position, with typed dice: the rolls to come of the game
    that is left stay hidden.
    """
    game, head = grognard.load(beginning.game), beginning.head
    if beginning.facts is not None:
        return Match.from_position(state_of(game, beginning.facts), head["scenario"])
    match = Match.begin(
        game, head["scenario"], options=head["options"], enforcement=head["enforcement"], dice=Typed()
    )
    for action in beginning.actions:
        match.do(action)
    return match


def hides_seed(match: Match) -> bool:
    """Whether the dice come from a seed that still tells rolls to come."""
    return bool(match.dice_kind == "seeded" and match.state.to_move is not None)


def dice_shown(match: Match) -> Line:
    """What the head of the record says of the dice, without a seed that is still in use."""
    return {"kind": match.dice_kind} if hides_seed(match) else match.dice_head


def copy_for(match: Match, seat: str) -> list[Line]:
    """The record as a seat may have it.

    While a seeded game is under way the copy is one with typed dice: the digests of the real one would let a
    reader try seeds until one fits.
    """
    lines = match.copy_for(seat)
    return unseeded(lines) if hides_seed(match) else lines


def unseeded(lines: Iterable[Line]) -> list[Line]:
    """A record as if its dice had been typed, with digests of its own. The seals stay, so that they can be
    compared later.
    """
    result, before, old = list[Line](), "", False
    for line in lines:
        line = {**line, "dice": {"kind": "typed"}} if HEAD in line else dict(line)
        old = line.get(HEAD) == 1 or (old and CARRIED not in line)
        if old:
            result.append({name: value for name, value in line.items() if name not in (NOW, "sum")})
            continue
        if "bytes" in line.get(CARRIED, {}):
            before = digest_of_old(result)
            line[CARRIED] = {**line[CARRIED], "bytes": before}
        line[NOW] = before = digest(before, line)
        result.append(line)
    return result
