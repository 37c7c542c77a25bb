"""The openings that did best by games: the odds in `openings.json`, written by `opening_odds.py`."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

FILE = "openings.json"
NEAR = 0.02  # openings so near to the best are mixed
# so many games at the mean of all count for each opening: what so many would show by chance is not believed
DOUBT = 100


class Row(msgspec.Struct, frozen=True):
    """One opening of both sides, and how often the Allies won."""

    beaches: tuple[str, ...]
    drop: str
    setup: str
    games: int
    allied: int


class Book(msgspec.Struct, frozen=True):
    """The whole file."""

    command: str
    rules: str
    rows: list[Row]

    def shares(self, kind: str) -> dict[tuple[str, ...] | str, float]:
        """The Allied share of each opening of a kind (`beaches`, `drop` or `setup`) over all openings of the
        other side, drawn towards the mean.
        """
        counts: dict[tuple[str, ...] | str, list[int]] = {}
        for row in self.rows:
            count = counts.setdefault(getattr(row, kind), [0, 0])
            count[0] += row.games
            count[1] += row.allied
        mean = sum(row.allied for row in self.rows) / max(1, sum(row.games for row in self.rows))
        return {one: (won + DOUBT * mean) / (games + DOUBT) for one, (games, won) in counts.items()}

    def words(self, kind: str, opening: tuple[str, ...] | str) -> str:
        """How an opening did; nothing if it was not played."""
        games = sum(row.games for row in self.rows if getattr(row, kind) == opening)
        allied = sum(row.allied for row in self.rows if getattr(row, kind) == opening)
        return f"; with it the Allies won {allied} of {games} games between equals" if games else ""

    def best(self, kind: str, sign: int) -> list[tuple[str, ...] | str]:
        """The openings of a kind within two points of the best; `sign`: 1 for the Allies, -1 for the
        German.
        """
        shares = {one: sign * share for one, share in self.shares(kind).items()}
        top = max(shares.values())
        return sorted((one for one, share in shares.items() if share >= top - NEAR), key=str)


@cache
def book() -> Book:
    return msgspec.json.decode(resources.files(__package__).joinpath(FILE).read_bytes(), type=Book)


def beaches() -> list[tuple[str, ...]]:
    return [one for one in book().best("beaches", 1) if isinstance(one, tuple)]


def drops() -> list[str]:
    return [one for one in book().best("drop", 1) if isinstance(one, str)]


def setups() -> list[str]:
    return [one for one in book().best("setup", -1) if isinstance(one, str)]
