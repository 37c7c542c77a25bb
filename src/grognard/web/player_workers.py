"""Run computer players in separate processes so that other tables are not delayed."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

import grognard
from grognard.core.plain import Plain
from grognard.core.state import State
from grognard.players.advice import advise
from grognard.players.seat import Seat, plan_phase, plan_words, seated

from .snapshots import facts_of, state_of

T = TypeVar("T")
MAX_SEATS = 500  # players a process remembers; one who is forgotten sits down anew
NICE = 19  # they give way to the processes that serve
PRESSING = (
    10  # and less so after they got no time at all: a tenth of a core beside a process that wants all of it
)
PATIENCE = 2.0  # seconds without an answer, after which the process is checked for whether it gets any time
LEAST = 0.1  # the part of that time for which it must have had a processor


class Task(NamedTuple):
    """What a computer player is to decide: the facts of the position go along, of which it is shown its
    side's sight alone.
    """

    table: str
    side: str
    kind: str
    game: str
    seed: str
    facts: Plain
    actions: int


class PlanRow(NamedTuple):
    """An action of a plan: as typed, in words, and what it is for."""

    action: str
    text: str
    why: str


class Errand(NamedTuple, Generic[T]):
    """Other work for a table than a decision."""

    table: str
    work: Callable[..., T]
    args: tuple[object, ...]


class _ForTable(Protocol):
    @property
    def table(self) -> str: ...


W = TypeVar("W", bound=_ForTable)


class PlayerWorkers:
    """So many processes; a table is always served by the same one, whose players remember their plans.

    They take processor time that is otherwise free. Where others want all of it, that is none: such a process
    is replaced by one that takes its (small) share.
    """

    def __init__(self, count: int = 1) -> None:
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._pressing = [False] * count  # those that no longer wait for idle time
        self._busy = [0] * count  # what each has to think about now
        self._places: OrderedDict[str, int] = OrderedDict()  # of tables

    async def choose(self, task: Task) -> str:
        """The action, as it is written."""
        return await self._run(think, task)

    async def explain(self, task: Task) -> Plain:
        """What a player would do, and the alternatives as it judges them."""
        return await self._run(explain, task)

    async def plan(self, task: Task) -> list[PlanRow]:
        """What a player would do in the rest of the phase."""
        return await self._run(plan, task)

    async def do(self, table: str, work: Callable[..., T], *args: object) -> T:
        """Any work for a table; `work` is a function of a module, its arguments and result can be pickled."""
        return await self._run(_call, Errand(table, work, args))

    async def _run(self, work: Callable[[W], T], task: W) -> T:
        """A process that dies is replaced once."""
        place = self._place(task.table)
        self._busy[place] += 1
        try:
            for last in (False, True):
                pool = self._pools[place] or self._start(place)
                try:
                    return await self._answer(place, pool, asyncio.wrap_future(pool.submit(work, task)))
                except BrokenProcessPool:
                    if (
                        self._pools[place] is pool
                    ):  # or another table that waited here has replaced it already
                        self._pools[place] = None
                    if last:
                        raise
        finally:
            self._busy[place] -= 1
        raise AssertionError("unreachable")

    async def _answer(self, place: int, pool: ProcessPoolExecutor, answer: asyncio.Future[T]) -> T:
        """Waits; a process that starves meanwhile is ended, which breaks its pool."""
        while not self._pressing[place]:
            before = time_spent(pool)
            if (await asyncio.wait([answer], timeout=PATIENCE))[0]:
                break
            if time_spent(pool) - before < LEAST * PATIENCE:
                self._pressing[place] = True
                end(pool)
        return await answer

    def _place(self, table: str) -> int:
        """The process of a table; a new one goes to the process with the least to do, and the fewest
        tables.
        """
        result = self._places.pop(table, None)
        if result is None:
            tables = Counter(self._places.values())
            result = min(range(len(self._busy)), key=lambda place: (self._busy[place], tables[place]))
        self._places[table] = result
        if len(self._places) > MAX_SEATS:
            self._places.popitem(last=False)
        return result

    def _start(self, place: int) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        pool = self._pools[place] = ProcessPoolExecutor(1, context, settle, (self._pressing[place],))
        return pool

    def close(self) -> None:
        for pool in self._pools:
            if pool is not None:
                end(pool)
                pool.shutdown(cancel_futures=True)
        self._pools = [None] * len(self._pools)


def end(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()


def time_spent(pool: ProcessPoolExecutor) -> float:
    """Seconds for which the processes of a pool had a processor; where the system does not tell, no process
    starves.
    """
    try:
        texts = [
            Path(f"/proc/{pid}/stat").read_text("utf-8", "replace") for pid in list(pool._processes or {})
        ]
        ticks = os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError):  # AttributeError: no sysconf on this system
        return math.inf
    result = [text.rpartition(")")[2].split() for text in texts]
    return sum(int(fields[11]) + int(fields[12]) for fields in result) / ticks


def task_of(table: str, side: str, kind: str, seed: str, state: State) -> Task:
    return Task(table, side, kind, state.game.name, seed, facts_of(state), len(state.actions))


# ---------------------------------------------------------------- in the process of the players

_seats: OrderedDict[tuple[str, str, str], Seat] = OrderedDict()


def settle(pressing: bool) -> None:
    """Gives way to others, leaves Ctrl+C to the server, and does not outlive it."""
    with suppress(OSError, AttributeError):
        os.nice(PRESSING if pressing else NICE)
        if not pressing:  # the process that wakes up goes first: a nice process would still finish its slice
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent()


def follow_parent() -> None:
    """This process ends when the one that started it is gone, even if that was killed."""
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def think(task: Task) -> str:
    key = (task.table, task.side, task.seed)
    seat = _seats.pop(key, None) or seated(task.kind, task.game, task.side, task.seed)
    _seats[key] = seat
    while len(_seats) > MAX_SEATS:
        _seats.popitem(last=False)
    return str(seat.choose(_state(task)))


def explain(task: Task) -> Plain:
    """By a player that sits down for this question only."""
    state = _state(task)
    decision = seated(task.kind, task.game, task.side, task.seed).think(state)
    return {**advise(task.kind.split(":")[1], state, decision)}


def plan(task: Task) -> list[PlanRow]:
    """The actions of a plan, each with its words and its reason."""
    seat, state = seated(task.kind, task.game, task.side, task.seed), _state(task)
    actions = plan_phase(seat, state)
    words = plan_words(task.side, state, [one.action for one in actions])
    return [PlanRow(str(one.action), text, one.why) for one, text in zip(actions, words, strict=True)]


def _call(errand: Errand[T]) -> T:
    return errand.work(*errand.args)


def _state(task: Task) -> State:
    state = state_of(grognard.load(task.game), task.facts)
    state.actions = [None] * task.actions  # type: ignore[list-item]  # how many there were is all it needs to know
    return state
