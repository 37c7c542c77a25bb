"""Where the work of a study is done: in this process, in several, or on a Dask cluster. Knows no game.

An engine takes a function and pieces of work and gives the results as they finish, in any order. Pieces are
drawn from their iterator only as workers come free, so the code that cuts them can learn from how long the
first ones took.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Protocol, TypeVar

from grognard.core.ruling import GrognardError

Piece = TypeVar("Piece")
Value = TypeVar("Value")
AHEAD = 2  # pieces a worker has waiting besides the one it is at
ANSWER = "10s"  # how long a Dask scheduler may take to answer
MAX_BREAKS = 5  # pools that may break before a study gives up


class Engine(Protocol):
    """Something that works off pieces."""

    workers: int

    def imap_unordered(self, function: Callable[[Piece], Value], pieces: Iterable[Piece]) -> Iterator[Value]:
        """The results, as they finish."""


class Serial:
    """One after another, here."""

    workers = 1

    def imap_unordered(self, function: Callable[[Piece], Value], pieces: Iterable[Piece]) -> Iterator[Value]:
        return map(function, pieces)


class Processes:
    """Processes of this machine. A pool that breaks (a worker was killed) is made anew and its pieces are
    done again.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def imap_unordered(self, function: Callable[[Piece], Value], pieces: Iterable[Piece]) -> Iterator[Value]:
        from concurrent.futures.process import BrokenProcessPool

        source, again, breaks = iter(pieces), list[Piece](), 0
        while True:
            try:
                yield from self._pool(function, source, again)
                return
            except BrokenProcessPool:
                breaks += 1
                if breaks > MAX_BREAKS:
                    raise GrognardError(
                        f"workers died {breaks} times; the study stops, what is done is kept"
                    ) from None

    def _pool(
        self, function: Callable[[Piece], Value], source: Iterator[Piece], again: list[Piece]
    ) -> Iterator[Value]:
        """Works until there is nothing left; if the pool breaks, `again` holds what was under way."""
        import multiprocessing
        from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

        waiting: dict[Future[Value], Piece] = {}
        todo, again[:] = list(again), []
        # spawn: a fork of a program with threads can hang, and workers are to start from a clean sheet on
        # every system
        with ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn")) as pool:
            try:
                while True:
                    while len(waiting) < self.workers * AHEAD:
                        piece = todo.pop() if todo else next(source, None)
                        if piece is None:
                            break
                        waiting[pool.submit(function, piece)] = piece
                    if not waiting:
                        return
                    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        result = future.result()
                        del waiting[future]
                        yield result
            finally:
                again += [*waiting.values(), *todo]
                for future in waiting:
                    future.cancel()


class Client(Protocol):
    """What is used of Dask's client."""

    loop: object

    def nthreads(self) -> dict[str, int]: ...
    def submit(
        self, function: Callable[[Piece], Value], piece: Piece, *, pure: bool, retries: int
    ) -> object: ...


class Dask:
    """A Dask cluster: the one at an address, or one of our own on this machine."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.workers = max(1, sum(client.nthreads().values()))

    def imap_unordered(self, function: Callable[[Piece], Value], pieces: Iterable[Piece]) -> Iterator[Value]:
        source, flow = iter(pieces), _dask().as_completed(loop=self.client.loop)

        def feed(many: int) -> None:
            for piece in [piece for piece in (next(source, None) for _ in range(many)) if piece is not None]:
                # a worker that dies takes its pieces with it; the scheduler gives them to another, a few
                # times
                flow.add(self.client.submit(function, piece, pure=False, retries=MAX_BREAKS))

        feed(self.workers * AHEAD)
        for future in flow:
            result = future.result()
            future.release()
            feed(1)
            yield result


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def engine(
    kind: str = "processes", workers: int | None = None, address: str | None = None
) -> Iterator[Engine]:
    """An engine by its name, cleared away at the end."""
    if address is not None and kind != "dask":
        raise GrognardError("an address is that of a Dask scheduler; say --engine dask")
    if kind == "serial":
        yield Serial()
    elif kind == "processes":
        yield Processes(workers)
    elif kind == "dask":
        with _cluster(workers, address) as client:
            yield Dask(client)
    else:
        raise GrognardError(f"an engine is one of serial, processes, dask, not {kind!r}")


def _dask() -> ModuleType:
    """Dask, which carries no types."""
    try:
        return import_module("distributed")
    except ImportError:
        raise GrognardError("Dask is not installed; install grognard[cluster]") from None


@contextmanager
def _cluster(workers: int | None, address: str | None) -> Iterator[Client]:
    dask = _dask()
    if address is not None:
        if not re.fullmatch(r"(\w+://)?[^\s/]+:\d+", address):
            raise GrognardError(f"the address of a Dask scheduler is HOST:PORT, not {address!r}")
        try:
            client = dask.Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError) as error:
            raise GrognardError(f"no Dask scheduler answers at {address}: {error}") from None
        with client:
            if not client.nthreads():
                raise GrognardError(
                    f"the scheduler at {address} has no workers; start some with `dask worker {address}`"
                )
            yield client
        return
    cluster = dask.LocalCluster(
        n_workers=workers or cores(),
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=40,
    )
    with cluster, dask.Client(cluster, set_as_default=False) as client:
        yield client
