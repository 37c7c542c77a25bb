"""The dice of a table, for anybody who doubts them: what was committed to, what each roll opened, and whether it fits."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from grognard.core.chance import CHAPTER, LINK
from grognard.core.facts import CHANCE
from grognard.core.record import DamagedRecord, Line, Match, replay


def receipts(match: Match, seat: str) -> dict[str, Any]:
    """Everything of the dice a seat may have, and the verdict on the whole record."""
    head = match.lines[0]["dice"]
    lines = match.copy_for(seat)
    sides = list(head.get("sides", ()))
    found = {
        "kind": head["kind"], "seed": head.get("seed"), "sides": sides,
        "tips": _parts(head.get("tips"), sides), "keys": dict(head.get("keys", {})),
        "opened": next((line["open"] for line in reversed(lines) if "open" in line), None),
        "rolls": _rolls(lines, sides, head.get("tips", "")),
    }  # fmt: skip
    return found | _verdict(match)


def _verdict(match: Match) -> dict[str, Any]:
    """The record played again from its first line; typed dice are taken on trust."""
    checkable = match.lines[0]["dice"]["kind"] != "typed"
    try:
        replay(match.game, match.lines)
    except DamagedRecord as error:
        return {"verified": False, "checkable": checkable, "problem": str(error)}
    return {"verified": True, "checkable": checkable, "problem": None}


def _parts(joined: str | None, sides: list[str]) -> dict[str, str]:
    """The links of a roll, side by side."""
    return {side: joined[2 * LINK * i : 2 * LINK * (i + 1)] for i, side in enumerate(sides)} if joined else {}


def _rolls(lines: list[Line], sides: list[str], tips: str) -> list[dict[str, Any]]:
    """Each roll with the links it opened and whether each hashes to the one shown before; of a secret one the seal alone."""
    found, before, hidden = [], bytes.fromhex(tips), 0
    rolled = [(number, line) for number, line in enumerate(lines) if line.get("by") == CHANCE]
    for count, (number, line) in enumerate(rolled):
        links = line.get("links")
        fits = None
        if links:
            fits = _fits(bytes.fromhex(links), before, hidden + 1)
            before, hidden = bytes.fromhex(line.get("tips") or links), 0
        elif sides:
            hidden += 1
            if count % CHAPTER == CHAPTER - 1:  # the next chain was committed to in a line this seat has not seen
                before = b""
        found.append(
            {
                "roll": count,
                "action": number,
                "do": line.get("do"),
                "links": _parts(links, sides),
                "fits": fits,
                "seal": line.get("seal"),
            }
        )
    return found


def _fits(links: bytes, before: bytes, times: int) -> bool | None:
    """Whether every side's link leads by so many hashes to the one shown before."""
    if not before:
        return None
    for start in range(0, len(links), LINK):
        link = links[start : start + LINK]
        for _ in range(times):
            link = sha256(link).digest()[:LINK]
        if link != before[start : start + LINK]:
            return False
    return True
