"""Play by mail: a letter is the record as it stands. It tells its reader nothing that the reader may not
know.

The server that a letter goes to plays on from the whole position, and makes the rolls that follow. It would
have to be told what is hidden, and what the dice are made of. So a letter is written only of a game in which
nothing is hidden at that moment and the players type their dice.
"""

from __future__ import annotations

import base64
import textwrap
import zlib

import msgspec

from grognard.core.history import taken_back
from grognard.core.lines import UNDO, Line, read_lines, written
from grognard.core.record import Match
from grognard.core.ruling import GrognardError

HEAD = "grognard letter 1"
MAX_BYTES = 8_000_000  # of a mail file that is decoded
_encode = msgspec.json.encode


class MailFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is in an envelope."""

    to: str  # the side it is for
    sender: str
    name: str
    record: str
    secrets: dict[str, str] = {}  # of the dice: letters of release 0.1.0 hold them, later ones none

    def lines(self) -> list[Line]:
        return read_lines(self.record.encode())


def would_tell(match: Match) -> str:
    """What a letter would tell a reader who may not know it; nothing if the game can be sent. All is open at
    its end.
    """
    if match.state.to_move is None:
        return ""
    if match.dice_kind != "typed":
        return "the rolls to come: by mail the players roll dice of their own and type them in"
    if match.secret or (match.state.hidden and not match.standing):
        return "what the sides hide from each other"
    return ""


def check_sendable(match: Match) -> None:
    """Refuse to play by mail what a letter would give away."""
    if secret := would_tell(match):
        raise GrognardError(
            f"a mail file of this game would tell {secret}; play it at one server, with a seat by link"
        )


def encode(match: Match, to: str, sender: str, name: str) -> str:
    """The game as it stands, as a letter to the one who plays a side elsewhere."""
    check_sendable(match)
    return sealed(
        MailFile(to=to, sender=sender, name=name, record=written(match.lines[: match.saved]).decode())
    )


def sealed(letter: MailFile) -> str:
    """A letter in its envelope."""
    to, sender = letter.to, letter.sender
    folded = base64.b64encode(zlib.compress(_encode(letter), 9)).decode()
    return "\n".join([f"{HEAD} from {sender} to {to}", *textwrap.wrap(folded, 76), ""])


def decode(text: str) -> MailFile:
    """A letter as it came; whatever else is in the mail around it, it begins at its first line."""
    _, head, rest = text.partition(HEAD)
    if not head:
        raise GrognardError(f"this is not a letter: it would begin with {HEAD!r}")
    body = rest.partition("\n")[2]
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(base64.b64decode("".join(body.split()), validate=True), MAX_BYTES)
        if unfolding.unconsumed_tail or not unfolding.eof:
            raise GrognardError("this letter is too long, or cut short")
        return msgspec.json.decode(data, type=MailFile)
    except (ValueError, RecursionError, zlib.error):
        raise GrognardError("this letter has been damaged on its way") from None


def new_lines(now: list[Line], letter: MailFile, mine: str) -> list[Line]:
    """What a letter adds to the record here: it must go on from it, with actions of the other side and the
    dice alone.
    """
    lines = letter.lines()
    if lines[: len(now)] != now:
        first = next(
            (i for i, (a, b) in enumerate(zip(now, lines, strict=False), 1) if a != b),
            min(len(now), len(lines)) + 1,
        )
        raise GrognardError(
            f"this letter does not go on from the game as it stands here: line {first} differs"
        )
    added = lines[len(now) :]
    if not added:
        raise GrognardError("this mail file contains no new actions")
    if any(line.get("by") == mine for line in added):
        raise GrognardError(f"this letter holds actions of {mine}, which are taken here and nowhere else")
    for at in range(len(now), len(lines)):
        _check_undo(lines, at, mine)
    return added


def _check_undo(lines: list[Line], at: int, mine: str) -> None:
    """What a letter takes back is a decision of its sender, to which neither dice nor the other player have
    answered.
    """
    if UNDO not in lines[at]:
        return
    if "past" in lines[at]:
        raise GrognardError(
            "this letter takes back a roll or a reveal, to which the other player has not agreed"
        )
    if any(line.get("by") == mine for line in taken_back(lines, at)):
        raise GrognardError(
            f"this letter takes back actions of {mine}, which are taken back here and nowhere else"
        )
