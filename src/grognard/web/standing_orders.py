"""Standing orders: what a seat does by itself."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from grognard.core.facts import CHANCE
from grognard.core.plain import Plain

from .game_views import game_view, known
from .store import Seat, Stale, check_player

if TYPE_CHECKING:
    from .service import Service

PAUSE = (0.3, 1.2)  # seconds, from and to, before standing orders answer


class StandingOrders:
    """Answers for the seats that have given orders."""

    def __init__(self, service: Service) -> None:
        self.service, self.pause = service, PAUSE

    async def obey(self, table: str, seq: int) -> None:
        """Lets the standing orders of the seat that is to move answer for it. The pause comes first and does
        not depend on what they say, so that it tells nothing.
        """
        side, orders = await asyncio.to_thread(self._due, table)
        if orders is None:
            return
        await asyncio.sleep(random.SystemRandom().uniform(*self.pause))
        async with self.service.live_games.enter(table, seq) as live_game:
            if (
                live_game.seq != seq
                or (orders := await asyncio.to_thread(self.service.store.orders, table, side)) is None
            ):
                return  # another process was quicker, or they were taken back
            do = game_view(live_game.match.game).by_order(known(live_game.match.state, side), orders)
            if do is not None:
                with suppress(Stale):
                    await live_game.keep(live_game.act(side, do, seq))
                    self.service.announce(live_game)
                    self.service.notify(live_game, side)

    def _due(self, table: str) -> tuple[str, Plain | None]:
        """The side that is to move, and its orders if it has any."""
        with self.service.live_games.open(table) as live_game:
            side = live_game.match.state.to_move
        return str(side), self.service.store.orders(table, str(side)) if side not in (None, CHANCE) else None

    def read(self, seat: Seat) -> Plain:
        check_player(seat)
        return {"orders": self.service.store.orders(seat.table, seat.seat)}

    async def write(self, seat: Seat, asked: Mapping[str, object] | None) -> Plain:
        """New orders hold at once, for a decision that is due as well."""
        check_player(seat)
        async with self.service.live_games.enter(seat.table) as live_game:
            orders = None if asked is None else game_view(live_game.match.game).check_orders(asked)
            await asyncio.to_thread(self.service.store.write_orders, seat.table, seat.seat, orders)
            if live_game.match.state.to_move == seat.seat:
                self.service.begin_task(self.obey(seat.table, live_game.seq))
        return {"orders": orders}
