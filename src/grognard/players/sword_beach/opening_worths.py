"""What a hint says an opening is worth: the measured chance to win with it, in percentage points. An opening
that no game was played with has no such worth, and the hint says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import DONE, Action
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.position import SwordBeach
from grognard.players.seat import RANK, Candidate, Decision

from . import fusilier, opening_book
from .craft import hex_named
from .scored import Scored

SCALE = "percentage points of measured winning chance"  # what the values of measured openings count
BEACHES, DROP = "beachhead markers", "drop zone"
TESTED = "tested on sample German set-ups"
PREFERRED = "Marshal prefers this one after both were " + TESTED
MIXED = (
    f"openings within {opening_book.NEAR:.0%} of the best are drawn by lot, as games do not tell them apart"
)
UNPLAYED = "no game was played with it"
BELOW = 1.0  # so far below the least that was measured an opening is listed that was not


def decision(state: SwordBeach, best: Scored, found: Sequence[Scored]) -> Decision:
    """The choice of an opening, told by what was measured and not by the scores that choose it."""
    tested = best.why.endswith(TESTED)
    return Decision(best.action, lambda: told(state, found), PREFERRED if tested else MIXED)


def told(state: SwordBeach, found: Sequence[Scored]) -> list[Candidate]:
    """The choices of an opening, as a hint tells them: the posts of a set-up are only ranked."""
    rows = fusilier.reasons(state, found)
    if state.step.name not in (BEACHES, DROP):
        return [row._replace(scale=RANK) for row in rows]
    known = {row.action: worth(state, one.action) for row, one in zip(rows, found, strict=True)}
    least = min((value for value in known.values() if value is not None), default=0.0)
    return [measured(row, known[row.action], least) for row in rows]


def measured(row: Candidate, value: float | None, least: float) -> Candidate:
    """A choice with its measured worth; one that was never played with comes after all that were."""
    if value is None:
        return row._replace(value=least - BELOW, why=UNPLAYED, scale=RANK)
    return row._replace(value=value, scale=SCALE)


def worth(state: SwordBeach, action: Action) -> float | None:
    """The chance to win of the best measured opening that a choice leads to, in percentage points."""
    book = opening_book.book()
    if state.step.name == DROP:
        placed = after(state.drop_zones, action)
        shares = [share for drop, share in book.shares("drop").items() if placed == {drop}]
    else:
        placed = after(state.beachheads, action)
        pairs = book.shares("beaches").items()
        shares = [share for pair, share in pairs if leads(placed, set(pair), action == DONE)]
    return 100 * max(shares) if shares else None


def after(hexes: int, action: Action) -> set[str]:
    """The hexes that are marked after a choice."""
    chosen = 0 if action == DONE else 1 << hex_named(action)
    return set(GRID.names(hexes | chosen))


def leads(placed: set[str], opening: set[str], complete: bool) -> bool:
    """Whether an opening can still come of the hexes that are marked, or has if they are `complete`."""
    return placed == opening if complete else placed <= opening
