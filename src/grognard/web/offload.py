"""Work that takes more than a few milliseconds, done in processes of its own so that players do not wait for
it.

Every piece has a budget of processor time, a deadline and a place in a queue of limited length, of which one
client has a share. Work for a client that hangs up is stopped.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Generic, NamedTuple, TypeVar, cast
from weakref import WeakValueDictionary

from litestar.types import Receive

from grognard.core.ruling import GrognardError

from .player_workers import PRESSING, end, follow_parent

T = TypeVar("T")
_log = logging.getLogger("grognard.web")
PROCESSES = 2
BUDGET_SECONDS = 10  # of processor time for one piece of work, however slow the machine is
DEADLINE_SECONDS = 120.0  # from the moment a process takes it up
MEMORY_BYTES = 3 << 30  # of one process
MAX_WAITING = 64  # pieces that wait or are worked on
MAX_OF_A_CLIENT = 12  # among them; a browser asks for six things at once
LOOK_SECONDS = 0.1  # between two looks at the processor time of a piece
COSTLY = "costly"  # the kind of a result
DIED = 3  # exit status of a process that had to end itself


class Busy(GrognardError):
    """Too much work waits already."""


class TooCostly(GrognardError):
    """A question that takes more work than one may cost."""


class Refused(GrognardError):
    """What the rules or a game refuse, with the clauses."""

    def __init__(self, words: str, rulings: Sequence[tuple[str, str]]) -> None:
        super().__init__(words)
        self.rulings = rulings


class OverBudget(BaseException):
    """Raised in work that has used up its processor time; no `except Exception` stops it."""


class HungUp(GrognardError):
    """The client that asked is gone."""


class Gate:
    """Counts what is under way, in all and for each client."""

    def __init__(
        self, most: int = MAX_WAITING, most_of_a_client: int = MAX_OF_A_CLIENT, what: str = "questions"
    ) -> None:
        self.most, self.most_of_a_client, self.what = most, most_of_a_client, what
        self._by_client: Counter[str] = Counter()

    @contextmanager
    def admit(self, client: str) -> Iterator[None]:
        if self._by_client[client] >= self.most_of_a_client:
            raise Busy(
                f"{self.most_of_a_client} of your {self.what} are being answered; wait for one of them"
            )
        if self._by_client.total() >= self.most:
            raise Busy(f"the server is answering {self.most} {self.what}; try again")
        self._by_client[client] += 1
        try:
            yield
        finally:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]


class Offload:
    """The processes, and the queue before them."""

    def __init__(
        self,
        processes: int = PROCESSES,
        budget: float = BUDGET_SECONDS,
        deadline: float = DEADLINE_SECONDS,
        gate: Gate | None = None,
    ) -> None:
        self.gate, self.budget, self.deadline = gate or Gate(), budget, deadline
        self._workers = [Worker() for _ in range(processes)]
        self._free: asyncio.LifoQueue[Worker] | None = None  # the one that was used last is warm
        self._most_at_once = max(1, processes - 1)  # of one client: others find a process free, or soon
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # of clients

    async def run(self, client: str, work: Callable[..., T], *args: object) -> T:
        """Does a piece of work for a client; `work` is a function of a module, its arguments and result can
        be pickled.
        """
        with self.gate.admit(client):
            async with self._turns.setdefault(client, asyncio.Semaphore(self._most_at_once)):
                worker = await self._queue().get()
                try:
                    return await worker.run(self.budget, self.deadline, work, args)
                finally:
                    self._queue().put_nowait(worker)

    def _queue(self) -> asyncio.LifoQueue[Worker]:
        if self._free is None:
            self._free = asyncio.LifoQueue()
            for worker in self._workers:
                self._free.put_nowait(worker)
        return self._free

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()


class Worker:
    """One process, started when it is first needed and replaced when it had to be ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(
        self, budget: float, deadline: float, work: Callable[..., T], args: tuple[object, ...]
    ) -> T:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), settle)
        try:
            answer = asyncio.wrap_future(self._pool.submit(do, budget, work, args))
            result = await asyncio.wait_for(answer, deadline)
        except TimeoutError:
            self.stop()
            raise TooCostly(f"the answer is not ready after {deadline:g} seconds; ask for less") from None
        except BrokenProcessPool:  # too little memory, or it was ended
            self.stop()
            raise TooCostly("the process that worked on this question died; ask for less") from None
        except BaseException:  # the client hung up, or the server stops
            self.stop()
            raise
        if result.kind == COSTLY:  # broken off, things may be half done in there
            self.stop()
        return result.value()

    def stop(self) -> None:
        if self._pool is not None:
            end(self._pool)
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


async def while_connected(receive: Receive, work: Awaitable[T]) -> T:
    """Waits for work as long as the client waits for it too."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HungUp("the client hung up")
        return await task
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# ---------------------------------------------------------------- in the process


class Result(NamedTuple, Generic[T]):
    """What came of a piece of work: a value, a refusal in words, or a fault with its traceback."""

    kind: str
    answer: T | None = None
    words: str = ""
    rulings: list[tuple[str, str]] = []

    def value(self) -> T:
        if self.kind == "value":
            return cast(T, self.answer)
        if self.kind == "refused":
            raise Refused(self.words, self.rulings)
        if self.kind == COSTLY:
            raise TooCostly(self.words)
        raise RuntimeError(f"in a process for questions:\n{self.words}")


def settle() -> None:
    """Gives way to the server, leaves Ctrl+C to it, does not outlive it, and takes no more memory than it
    may.
    """
    with suppress(OSError, AttributeError):
        os.nice(PRESSING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent()
    with suppress(ImportError, ValueError, OSError):  # not on this system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def do(budget: float, work: Callable[..., T], args: tuple[object, ...]) -> Result[T]:
    try:
        with spending(budget):
            return Result("value", work(*args))
    except OverBudget:
        return Result(COSTLY, words="this question takes more processor time than one may; ask for less")
    except GrognardError as error:
        rulings = [(r.clause, r.because) for r in getattr(error, "rulings", ())]
        return Result("refused", words=str(error), rulings=rulings)
    except (MemoryError, RecursionError):
        return Result(COSTLY, words="this question takes too much memory; ask for less")
    except Exception:
        return Result("failed", words=traceback.format_exc())


@contextmanager
def spending(budget: float) -> Iterator[None]:
    """Stop what uses more processor time than that, in a thread that watches, as not every system limits it.

    Work that does not come to an end even then (in C code, which no exception reaches) is ended with its
    process.
    """
    worker, ended = threading.get_ident(), threading.Event()

    def watch() -> None:
        end = time.process_time() + budget
        while not ended.wait(LOOK_SECONDS):
            if time.process_time() > end + 2 * budget:
                os._exit(DIED)
            if time.process_time() > end:
                _raise_in(worker, OverBudget)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        _raise_in(worker, None)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread as soon as it runs Python code; `None`: take back one that is not raised
    yet.
    """
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(error) if error else None
    )


__all__ = ["Busy", "Gate", "HungUp", "Offload", "Refused", "TooCostly", "while_connected"]
