"""Computer players at the tables of a server."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from grognard.core.lines import Line
from grognard.core.ruling import GrognardError

from .live_games import LiveGame
from .player_workers import task_of
from .store import Stale

if TYPE_CHECKING:
    from .service import Service

_log = logging.getLogger("grognard.web")
REST = 3.0  # computer players leave the server alone for so many times as long as an action took
MAX_REST = 0.2  # seconds
RESUME = 3.0  # seconds after which a process takes over a computer player that another seems to have left


class ComputerPlayers:
    """Lets computer players act one at a time: people go first, however quick the programs think."""

    def __init__(self, service: Service) -> None:
        self.service, self.floor = service, asyncio.Lock()

    def nudge(self, table: str, after: float = 0.0) -> None:
        """On the event loop: a computer player of this table may be to move."""
        self.service.begin_task(self._play(table, after))

    def seen(self, live_game: LiveGame) -> None:
        """From a thread: a seat looks at a table; a computer player who left off, as the server was
        stopped, goes on.
        """
        if live_game.match.state.to_move in live_game.computers and not live_game.thinking:
            self.service.soon(self.nudge, live_game.table, RESUME if self.service.store.shared else 0.0)

    async def _play(self, table: str, after: float) -> None:
        """Lets the computer players of a table act until a person has to."""
        before = await asyncio.to_thread(self.service.store.last, table) if after else -1
        if after:
            await asyncio.sleep(after)
        async with self.service.live_games.enter(table) as live_game:
            if after and live_game.seq != before:
                return  # a player is at it
            if live_game.thinking or live_game.match.state.to_move not in live_game.computers:
                return
            live_game.thinking = True
        try:
            while await self._play_once(table):
                pass
        finally:
            live_game.thinking = False

    async def _play_once(self, table: str) -> bool:
        """One action of a computer player; nothing is held while it thinks."""
        async with self.service.live_games.enter(table) as live_game:
            state, seq, side = live_game.match.state, live_game.seq, str(live_game.match.state.to_move)
            if side not in live_game.computers:
                return False
            task = task_of(table, side, live_game.computers[side], live_game.seed, state)
        try:
            do: str | None = await self.service.thinkers.choose(task)
        except Exception:
            _log.exception(
                "the computer player %s of %s failed; anything legal is played for it", task.kind, task.game
            )
            do = None
        async with self.floor:
            begun = time.monotonic()
            async with self.service.live_games.enter(table, seq) as live_game:
                if live_game.seq == seq:
                    with suppress(Stale):  # another process was quicker
                        await live_game.keep(self._act_for(live_game, side, do, seq))
                        self.service.announce(live_game)
                        self.service.notify(live_game, side)
            await asyncio.sleep(min(REST * (time.monotonic() - begun), MAX_REST))
        return True

    def _act_for(self, live_game: LiveGame, side: str, do: str | None, seq: int) -> list[Line]:
        """Return the computer player's action, or any legal action if it fails, so that the game never
        stalls.
        """
        if do is not None:
            try:
                return live_game.act(side, do, seq)
            except Stale:
                raise
            except GrognardError:  # of what it chose nothing is logged: it may be hidden
                _log.error(
                    "a computer player of %s chose what is refused; anything legal is played for it",
                    live_game.entry.game,
                )
        return live_game.act(
            side, str(live_game.match.state.legal_actions().sample(random.SystemRandom())), seq
        )
