"""Results of rated games: stored once for each table; ratings and win rates are worked out from them every
time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from grognard.core.plain import Plain
from grognard.players.standings import ratings
from grognard.study.numbers import wilson

from .names import FORMER_PLAYER
from .schema import PLAYERS, RESULTS, SEATS, TABLES

MAX_LAST = 50  # results that are listed
MAX_RATED = (
    150  # players of one game that are rated, those with the most games: the sums grow with the cube of it
)
MAX_RESULTS = 20_000  # of the newest
DRAW = "draw"


class Played(NamedTuple):
    """A rated game that is over: `seats` holds the id of each side's player."""

    table: str
    game: str
    scenario: str
    seats: dict[str, str]
    winner: str
    level: str
    on_time: bool
    at: float


class Results:
    """The stored results of rated games."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def played(self) -> tuple[list[Played], dict[str, str]]:
        """Return the games between two different named players, the newest first, and the names of the
        players.
        """
        query = (
            sa.select(RESULTS, TABLES.c.game, TABLES.c.scenario, SEATS.c.seat, PLAYERS.c.id, PLAYERS.c.name)
            .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
            .join(SEATS, SEATS.c.table_id == RESULTS.c.table_id)
            .join(PLAYERS, PLAYERS.c.id == SEATS.c.player_id)
            .where(TABLES.c.rated.is_(True))
            .order_by(RESULTS.c.at.desc(), RESULTS.c.table_id, SEATS.c.seat)
            .limit(2 * MAX_RESULTS)
        )
        games: dict[str, Played] = {}
        names: dict[str, str] = {}
        with self.engine.connect() as db:
            for row in db.execute(query):
                names[row.id] = row.name or FORMER_PLAYER
                if row.table_id not in games:
                    how = row.winner, row.level, bool(row.on_time), row.at
                    games[row.table_id] = Played(row.table_id, row.game, row.scenario, {}, *how)
                games[row.table_id].seats[row.seat] = row.id
        return [game for game in games.values() if len(set(game.seats.values())) == 2], names

    def is_over(self, table: str) -> bool:
        """Whether a table has a result that is listed."""
        return any(game.table == table for game in self.played()[0])


# ---------------------------------------------------------------- what they say


def summarize(played: Sequence[Played], names: dict[str, str], sides: dict[str, list[str]]) -> Plain:
    """Return the page of results: game by game, and the last ones. `sides`: of each game, in its own
    order.
    """
    by_game = defaultdict[str, list[Played]](list)
    for one in played:
        by_game[one.game].append(one)
    games = [_game(game, by_game[game], names, order) for game, order in sides.items() if game in by_game]
    return {"games": games, "last": [_row(one, names) for one in played[:MAX_LAST]]}


def _row(one: Played, names: dict[str, str]) -> Plain:
    return {
        "table": one.table,
        "game": one.game,
        "scenario": one.scenario,
        "winner": one.winner,
        "level": one.level,
        "on_time": one.on_time,
        "at": one.at,
        "players": {side: names[player] for side, player in one.seats.items()},
    }


def _game(game: str, played: list[Played], names: dict[str, str], sides: Sequence[str]) -> Plain:
    counted = Counter(player for one in played for player in one.seats.values())
    rated = [
        player for player, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_RATED]
    ]
    known = [one for one in played if set(one.seats.values()) <= set(rated)]
    rows, advantage, margin = ratings(known, rated, sides[0])
    players = [{"player": names[r.name], "elo": r.elo, "margin": r.margin, "games": r.games} for r in rows]
    edge = {"side": sides[0], "elo": advantage, "margin": margin}
    return {
        "game": game,
        "games": len(played),
        "players": players,
        "advantage": edge,
        "scenarios": _scenarios(played, sides),
    }


def _scenarios(played: Iterable[Played], sides: Sequence[str]) -> list[Plain]:
    result = defaultdict[str, list[str]](list)
    for one in played:
        result[one.scenario].append(one.winner)
    return [_win_rates(scenario, winners, sides) for scenario, winners in sorted(result.items())]


def _win_rates(scenario: str, winners: list[str], sides: Sequence[str]) -> Plain:
    count = Counter(winners)
    rates = {side: {"wins": count[side], **wilson(count[side], len(winners)).plain()} for side in sides}
    return {
        "scenario": scenario,
        "games": len(winners),
        "draws": len(winners) - sum(count[s] for s in sides),
        "sides": rates,
    }
