"""Reviews of finished games: counted once, beside the server, and kept in the database."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from grognard.core.lines import Line
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.players.findings import Review
from grognard.players.playout import do, outlined
from grognard.players.review import FORMAT, Judge, Work, judge_of, steps

from .player_workers import PlayerWorkers
from .store import Forbidden, Seat

if TYPE_CHECKING:
    from .service import Service

MAX_WAITING = 8  # reviews that are counted or wait to be


class Job:
    """A review that is being counted, or the words in which it failed."""

    def __init__(self) -> None:
        self.done, self.whole, self.games, self.doing, self.error = 0, 0, 0, "", ""

    def tell(self, work: Work, judge: Judge) -> None:
        """What the next piece of work is for, and how much of the time is spent."""
        self.done, self.whole = round(min(work.spent, judge.seconds)), round(judge.seconds)
        self.games, self.doing = work.games, work.doing

    def plain(self) -> Plain:
        return {
            "review": None,
            "done": self.done,
            "whole": self.whole,
            "games": self.games,
            "doing": self.doing,
        }


class Reviewer:
    """Counts one review at a time, in a process that takes time that is otherwise free."""

    def __init__(self, service: Service) -> None:
        self.service, self.workers = service, PlayerWorkers(1)
        self.jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()

    async def ask(self, seat: Seat) -> Plain:
        """The review of a table's game, or how far it is; the first who asks has it begun."""
        game, scenario, lines = await asyncio.to_thread(self._record, seat)
        now = str(lines[-1]["now"])
        judge = judge_of(game, scenario)
        if result := await asyncio.to_thread(self._stored, seat.table, now):
            return {"review": result, "done": 1, "whole": 1, "games": 0, "doing": ""}
        job = self.jobs.get(seat.table)
        if job is None:
            if len(self.jobs) >= MAX_WAITING:
                raise GrognardError(f"the server is counting {MAX_WAITING} reviews; try again later")
            job = self.jobs[seat.table] = Job()
            self.service.begin_task(self._count(seat.table, game, lines, judge, now, job))
        if job.error:
            del self.jobs[seat.table]
            raise GrognardError(job.error)
        return job.plain()

    def _record(self, seat: Seat) -> tuple[str, str, list[Line]]:
        """The lines of a game that is over and hides nothing any more."""
        with self.service.live_games.open(seat.table) as live_game:
            if live_game.match.state.to_move is not None or live_game.match.secret:
                raise Forbidden("a game is reviewed when it is over: until then a review would tell too much")
            return live_game.entry.game, live_game.entry.scenario, list(live_game.match.lines)

    def _stored(self, table: str, now: str) -> Plain | None:
        body = self.service.store.review(table, now)
        if body is None:
            return None
        try:
            result = msgspec.json.decode(body, type=Review)
        except ValueError:  # of an older release, or damaged: it is counted again
            return None
        plain: Plain = msgspec.to_builtins(result)
        return plain if result.format == FORMAT else None

    async def _count(
        self, table: str, game: str, lines: list[Line], judge: Judge, now: str, job: Job
    ) -> None:
        """Piece by piece, so that the progress is known; what fails is told to the next who asks."""
        try:
            async with self._turn:
                review = await self._walk(table, game, lines, judge, now, job)
            body = msgspec.json.encode(review).decode()
            await asyncio.to_thread(self.service.store.write_review, table, now, body)
            del self.jobs[table]
        except GrognardError as error:
            job.error = str(error)
        except asyncio.CancelledError:
            raise
        except Exception:
            job.error = "the review could not be counted; ask again"
            raise

    async def _walk(
        self, table: str, game: str, lines: list[Line], judge: Judge, now: str, job: Job
    ) -> Review:
        outline = await self.workers.do(table, outlined, game, lines)
        work = steps(outline, judge, now)
        try:
            now_due = next(work)
            while True:
                job.tell(now_due, judge)
                now_due = work.send(await self.workers.do(table, do, now_due.piece))
        except StopIteration as end:
            result: Review = end.value
            return result

    def close(self) -> None:
        self.workers.close()
