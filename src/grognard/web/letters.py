"""Play by mail: a letter is the record with all it needs to go on, in a form nobody reads by accident.

Whoever takes a letter apart on purpose sees everything in it, the hidden set-up and the rolls to come among it: the dice
cannot be chosen or denied, but they can be foreseen. Where that matters, play at one server.
"""

from __future__ import annotations

import base64
import textwrap
import zlib

import msgspec

from grognard.core.history import taken_back
from grognard.core.lines import UNDO, Line, read_lines
from grognard.core.ruling import GrognardError

HEAD = "grognard letter 1"
MOST = 8_000_000  # bytes of a letter unfolded
_encode = msgspec.json.encode


class Letter(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is in an envelope."""

    to: str  # the side it is for
    sender: str
    name: str
    record: str
    secrets: dict[str, str]

    def lines(self) -> list[Line]:
        return read_lines(self.record.encode())


def fold(lines: list[Line], to: str, sender: str, name: str, secrets: dict[str, str]) -> str:
    record = b"".join(_encode(line) + b"\n" for line in lines).decode()
    letter = Letter(to=to, sender=sender, name=name, record=record, secrets=secrets)
    folded = base64.b64encode(zlib.compress(_encode(letter), 9)).decode()
    return "\n".join([f"{HEAD} from {sender} to {to}", *textwrap.wrap(folded, 76), ""])


def unfold(text: str) -> Letter:
    """A letter as it came; whatever else is in the mail around it, it begins at its first line."""
    _, found, rest = text.partition(HEAD)
    if not found:
        raise GrognardError(f"this is no letter: it would begin with {HEAD!r}")
    body = rest.partition("\n")[2]
    try:
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(base64.b64decode("".join(body.split()), validate=True), MOST)
        if unfolding.unconsumed_tail or not unfolding.eof:
            raise GrognardError("this letter is too long, or cut short")
        return msgspec.json.decode(data, type=Letter)
    except (ValueError, RecursionError, zlib.error):
        raise GrognardError("this letter has been damaged on its way") from None


def new_lines(now: list[Line], letter: Letter, mine: str) -> list[Line]:
    """What a letter adds to the record here: it must go on from it, with actions of the other side and the dice alone."""
    found = letter.lines()
    if found[: len(now)] != now:
        first = next((i for i, (a, b) in enumerate(zip(now, found, strict=False), 1) if a != b), min(len(now), len(found)) + 1)
        raise GrognardError(f"this letter does not go on from the game as it stands here: line {first} differs")
    added = found[len(now) :]
    if not added:
        raise GrognardError("this mail file contains no new actions")
    if any(line.get("by") == mine for line in added):
        raise GrognardError(f"this letter holds actions of {mine}, which are taken here and nowhere else")
    for at in range(len(now), len(found)):
        _check_undo(found, at, mine)
    return added


def _check_undo(lines: list[Line], at: int, mine: str) -> None:
    """What a letter takes back is a decision of its sender, to which neither dice nor the other player have answered."""
    if UNDO not in lines[at]:
        return
    if "past" in lines[at]:
        raise GrognardError("this letter takes back a roll or a reveal, to which the other player has not agreed")
    if any(line.get("by") == mine for line in taken_back(lines, at)):
        raise GrognardError(f"this letter takes back actions of {mine}, which are taken back here and nowhere else")
