"""What a computer player would do, and why: a hint on one's own move, every decision of a game that is over,
and the review of such a game.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Controller, get
from litestar.params import Parameter

from grognard.core.due import due
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.players.registry import adviser
from grognard.players.seat import SECONDS, phase_of

from . import view
from .asking import Asked
from .live_games import LiveGame, is_computer, to_the_end
from .offload import while_connected
from .player_workers import task_of
from .service import Service
from .store import Forbidden, Seat

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
        ge=0,
        description=(
            "After so many actions; now if not given. Past decisions of others are told when the game is"
            " over."
        ),
    ),
]


class Hints(Controller):
    """Computer players as advisers. They are shown what the side to move knew, and nothing more."""

    path = "/api/tables"

    @get("/{table:str}/hint")
    async def hint(
        self,
        request: Asked,
        service: Service,
        seat: Seat,
        at: At | None = None,
        player: Name | None = None,
        seconds: Seconds = SECONDS,
    ) -> Plain:
        async with service.live_games.enter(seat.table) as live_game:
            if at is not None:
                await to_the_end(asyncio.to_thread(live_game.remember, at))
            result, kind = asked(live_game, seat, at, player)
            state = view.back_to(live_game.match.state, at)
            task = task_of(
                f"hint/{live_game.table}",
                str(result["side"]),
                f"computer:{kind}:10:{seconds:.2f}",
                live_game.seed,
                state,
            )
        with service.hints.admit(request.client.host if request.client else "?"):
            return result | await while_connected(request.receive, service.thinkers.explain(task))

    @get("/{table:str}/staff")
    async def staff(
        self,
        request: Asked,
        service: Service,
        seat: Seat,
        player: Name | None = None,
        seconds: Seconds = SECONDS,
    ) -> Plain:
        """What a computer player would do with the rest of this phase; nothing is played."""
        async with service.live_games.enter(seat.table) as live_game:
            result, kind = asked(live_game, seat, None, player)
            if result["side"] != seat.seat:
                raise Forbidden(f"the phase is {result['side']}'s")
            phase = phase_name(live_game.match.state)
            task = task_of(
                f"hint/{live_game.table}",
                result["side"],
                f"computer:{kind}:10:{seconds:.2f}",
                live_game.seed,
                live_game.match.state,
            )
        with service.hints.admit(request.client.host if request.client else "?"):
            plan = await while_connected(request.receive, service.thinkers.plan(task))
        return {
            "at": result["at"],
            "side": result["side"],
            "purpose": result["purpose"],
            "player": kind,
            "phase": phase,
            "actions": [one.action for one in plan],
            "texts": [one.text for one in plan],
            "reasons": [one.why for one in plan],
        }

    @get("/{table:str}/review")
    async def review(self, service: Service, seat: Seat) -> Plain:
        """The decisions that changed a game that is over, or how many play-outs are done so far: asked again
        until it is there.
        """
        return await service.reviews.ask(seat)


def phase_name(state: State) -> str:
    """The phase under way, its turn and whose it is: the same text for every decision within it."""
    depth, kind, step = phase_of(state)
    frame = getattr(state.stack[depth], "side", "")
    return f"{getattr(state, 'turn', 0)} {frame} {depth} {kind.__name__} {step}"


def asked(live_game: LiveGame, seat: Seat, at: int | None, player: str | None) -> tuple[Plain, str]:
    """Which decision is meant, if the seat may ask about it, and who is to judge it."""
    now = live_game.match.state
    state = view.back_to(now, at)
    side = state.to_move if now.to_move is None else due(state, seat.seat).to_move
    if side not in state.sides:
        raise GrognardError("no decision is pending: dice are due, or the game is over")
    if side != seat.seat and now.to_move is not None:
        raise Forbidden(f"only the {side} player can see this decision until the game is over")
    at = len(now.actions) if at is None else at
    kind = live_game.kinds.get(str(side), "")
    name = player or (
        kind.split(":")[1] if is_computer(kind) and ":" in kind else adviser(live_game.match.game.name)
    )
    played = str(now.actions[at]) if at < len(now.actions) else None
    return {"at": at, "side": side, **view.asked(state, str(side)), "player": name, "played": played}, name
