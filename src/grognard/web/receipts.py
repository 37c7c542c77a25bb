"""The dice of a table, to be checked: what was committed to, what each roll opened, and whether
it fits.
"""

from __future__ import annotations

from hashlib import sha256

from grognard.core.chance import LINK
from grognard.core.facts import CHANCE
from grognard.core.lines import Line
from grognard.core.plain import Plain
from grognard.core.record import Match

from .copies import dice_shown


def receipts(match: Match, seat: str) -> Plain:
    """Everything of the dice a seat may have; the verdict on the whole record is another matter
    (`judged`).
    """
    head = dice_shown(match)
    lines = match.copy_for(seat)
    sides = list(head.get("sides", ()))
    result = {
        "kind": head["kind"],
        "seed": head.get("seed"),
        "sides": sides,
        "tips": _parts(head.get("tips"), sides),
        "keys": dict(head.get("keys", {})),
        "opened": next((line["open"] for line in reversed(lines) if "open" in line), None),
        "checkable": head["kind"] == "seeded" or (head["kind"] == "committed" and _by_all_sides(match)),
        "rolls": _rolls(lines, match.standing, sides, head.get("tips", "")),
    }
    return result


def _by_all_sides(match: Match) -> bool:
    """Whether every side committed to its dice; otherwise they are those of the author of the record."""
    head, sides = match.dice_head, sorted(match.state.sides)
    return list(head["sides"]) == sides == sorted(head["keys"])


def judged(problem: str | None) -> Plain:
    """The verdict on the record, checked from its first line."""
    return {"verified": problem is None, "problem": problem}


def _parts(joined: str | None, sides: list[str]) -> dict[str, str]:
    """The links of a roll, side by side."""
    return {side: joined[2 * LINK * i : 2 * LINK * (i + 1)] for i, side in enumerate(sides)} if joined else {}


def _rolls(lines: list[Line], standing: list[int], sides: list[str], tips: str) -> list[Plain]:
    """Each roll with the links it opened and whether each hashes to the one shown before; of a secret one the
    seal alone.
    """
    result, before = [], bytes.fromhex(tips)
    actions = {at: number for number, at in enumerate(standing, 1)}
    rolled = [(at, line) for at, line in enumerate(lines) if line.get("by") == CHANCE]
    for count, (at, line) in enumerate(rolled):
        links = line.get("links")
        fits = _fits(bytes.fromhex(links), before) if links else None
        before = bytes.fromhex(line.get("tips") or links or "")
        result.append(
            {
                "roll": count,
                "action": actions.get(at),
                "do": line.get("do"),
                "links": _parts(links, sides),
                "fits": fits,
                "seal": line.get("seal") if "to" in line else None,
            }
        )
    return result


def _fits(links: bytes, before: bytes) -> bool:
    """Whether every side's link hashes to the one shown before."""
    parts = [links[start : start + LINK] for start in range(0, len(links), LINK)]
    return b"".join(sha256(link).digest()[:LINK] for link in parts) == before
