"""Names of the files the page offers to keep: the game, the turn and the day, so that a folder of them can be
read.
"""

from __future__ import annotations

from datetime import UTC, date, datetime

from .game_views import game_view, known
from .service import Service
from .store import Seat


def file_name(game: str, turn: object, over: bool, day: date, suffix: str) -> str:
    """
    >>> file_name("sword-beach", 5, False, date(2026, 11, 17), "grog")
    'sword-beach-turn-5-2026-11-17.grog'
    >>> file_name("sword-beach", 0, False, date(2026, 11, 17), "grog")
    'sword-beach-set-up-2026-11-17.grog'
    """
    moment = "finished" if over else f"turn-{turn}" if turn else "set-up"
    return f"{game}-{moment}-{day.isoformat()}.{suffix}"


def attachment(service: Service, seat: Seat, suffix: str) -> dict[str, str]:
    """The header that names a file of a table as it stands."""
    with service.live_games.open(seat.table) as live_game:
        state, game = live_game.match.state, live_game.match.game
        turn = game_view(game).when(known(state, seat.seat))["turn"]
        name = file_name(game.name, turn, state.to_move is None, datetime.now(UTC).date(), suffix)
    return {"content-disposition": f'attachment; filename="{name}"'}
