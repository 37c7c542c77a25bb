"""What a new table needs: who plays each side, whether its result counts, and the games there are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import grognard
from grognard.core.about import described
from grognard.core.chance import Committed
from grognard.core.options import option_rows
from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.ruling import GrognardError
from grognard.players.registry import adviser, default, players_of
from grognard.players.seat import seated

from .club import may_be_rated
from .live_games import is_computer
from .mail_files import check_sendable
from .models import NewTable
from .snapshots import EVERY, pack, version
from .store import Snapshot

OPEN, LINK = "open", "link"  # a seat anyone on this server may join is one by link until a player does
MAIL = "mail"  # a side that is played elsewhere, by letters
MAX_SECONDS = 60.0  # seconds a turn a computer player may be given: others wait for the same process


def snapshot_of(match: Match) -> Snapshot | None:
    """A record that is long already is not to be replayed every time its table is opened."""
    count = len(match.state.actions)
    return Snapshot(len(match.lines) - 1, count, version(match.game), pack(match)) if count >= EVERY else None


def is_rated(match: Match, kinds: list[str], asked: NewTable) -> bool:
    judged = match.game.about.scenario_named(asked.scenario).judged
    return may_be_rated(kinds, asked.enforcement, asked.dice.kind, judged)


def _check_computer(kind: str, game: str, side: str) -> None:
    """Refuse a computer player that does not exist, or one that thinks for too long."""
    clock = seated(kind, game, side).orders.clock
    if clock.a_turn is not None and clock.a_turn > MAX_SECONDS:
        raise GrognardError(
            f"a computer player thinks for {MAX_SECONDS:.0f} seconds a turn at most, not {clock.a_turn:g}"
        )


def seat_kinds(match: Match, chosen: Mapping[str, str], pages: bool) -> dict[str, str]:
    """Who plays each side, once all of it is possible: a person where nothing was chosen."""
    sides = match.state.sides
    if strange := set(chosen) - set(sides):
        raise GrognardError(f"there is no side {', '.join(sorted(strange))}; there is {', '.join(sides)}")
    kinds = {side: chosen.get(side, "human") for side in sides}
    if MAIL in kinds.values():
        check_sendable(match)
    for side in filter(lambda side: is_computer(kinds[side]), sides):
        _check_computer(kinds[side], match.game.name, side)
    if pages:
        _check_pages(match, kinds)
    return kinds


def _check_pages(match: Match, kinds: Mapping[str, str]) -> None:
    """Pages make the secrets of the dice where two persons sit before two of them."""
    if not isinstance(match.state.dice, Committed):
        raise GrognardError("the players' browsers make secrets for committed dice only")
    if len(kinds) != 2 or not set(kinds.values()) <= {"human", "link"}:
        raise GrognardError(
            "the players' browsers make the secrets of the dice at tables with two persons only"
        )


@cache
def game_row(name: str) -> Plain:
    """A game as the page that sets up a table offers it."""
    game = grognard.load(name)
    options = option_rows(game.readings)
    return {
        "name": game.name,
        "title": game.title,
        "sides": list(game.position.sides),
        "scenarios": list(game.scenarios),
        "about": described(game.about, (*game.scenarios, *game.refused)),
        "refused": {name: why() for name, why in game.refused.items()},
        "players": [player.plain() for player in players_of(game.name)],
        "player": default(game.name),
        "strongest": adviser(game.name),
        "options": options,
        "dice": ["committed", "seeded", "typed"],
        "enforcement": ["referee", "adviser", "free"],
    }
