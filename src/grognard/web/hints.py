"""What a computer player would do, and why: a hint on one's own move, and every decision of a game that is over."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get
from litestar.params import Parameter

from grognard.core.ruling import GrognardError
from grognard.players.registry import adviser
from grognard.players.seat import SECONDS

from . import view
from .desk import Desk, Forbidden
from .rooms import Room, is_computer
from .store import Seat
from .thinkers import task_of

Name = Annotated[
    str,
    Parameter(
        pattern=r"\A[a-z][a-z0-9-]{0,30}\Z",
        description="A player; that of the computer's seat, or the strongest, if not given.",
    ),
]
Seconds = Annotated[float, Parameter(ge=0.05, le=30, description="How long it may think.")]
At = Annotated[
    int,
    Parameter(
        ge=0, description="After so many actions; now if not given. Past decisions of others are told when the game is over."
    ),
]


class Hints(Controller):
    """Computer players as advisers. They are shown what the side to move knew, and nothing more."""

    path = "/api/tables"

    @get("/{table:str}/hint")
    async def hint(
        self, desk: Desk, seat: Seat, at: At | None = None, player: Name | None = None, seconds: Seconds = SECONDS
    ) -> dict[str, Any]:
        async with desk.rooms.enter(seat.table) as room:
            found, kind = asked(room, seat, at, player)
            state = view.back_to(room.match.state, at)
            task = task_of(f"hint/{room.table}", found["side"], f"computer:{kind}:10:{seconds:.2f}", room.seed, state)
        return found | await desk.thinkers.explain(task)


def asked(room: Room, seat: Seat, at: int | None, player: str | None) -> tuple[dict[str, Any], str]:
    """Which decision is meant, if the seat may ask about it, and who is to judge it."""
    if at is not None:
        room.remember(at)
    now = room.match.state
    state = view.back_to(now, at)
    side = state.to_move
    if side not in state.sides:
        raise GrognardError("nobody decides anything there: the dice are to be rolled, or the game is over")
    if side != seat.seat and now.to_move is not None:
        raise Forbidden(f"what {side} has to decide is told to nobody else before the game is over")
    at = len(now.actions) if at is None else at
    kind = room.kinds.get(str(side), "")
    name = player or (kind.split(":")[1] if is_computer(kind) and ":" in kind else adviser(room.match.game.name))
    played = str(now.actions[at]) if at < len(now.actions) else None
    return {"at": at, "side": side, **view.asked(state), "player": name, "played": played}, name
