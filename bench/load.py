"""The table's server under load: real processes on loopback, a real database file, moves that are judged,
stored and pushed.

Plays games out beforehand, so that the load itself only sends actions: 1,000 tables somewhere in the middle
of a game, each with a stream open for both seats. Bounded: every part ends by the clock. The result goes into
`results.json`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from results import keep, row

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE
from grognard.core.record import Match

HERE = Path(__file__).parent
GAME = "sword-beach"
KINDS, DECISIONS = 24, 900  # different games, and how far each is played


class Seq(msgspec.Struct):
    """All the load needs of an answer."""

    seq: int


_seq = msgspec.json.Decoder(Seq)


# ---------------------------------------------------------------- games played beforehand


class Script:
    """The decisions of one game with seeded dice, and the record they make."""

    def __init__(self, number: int) -> None:
        self.seed = f"load {number}"
        game, rng = grognard.load(GAME), random.Random(number)
        self.match = Match.begin(game, dice=Seeded(self.seed))
        self.steps: list[tuple[str, str]] = []  # who, what
        self.at: list[int] = []  # actions in the record before each of them
        state = self.match.state
        while state.to_move is not None and len(self.steps) < DECISIONS:
            if state.to_move == CHANCE:
                self.match.roll()
            else:
                action = state.legal_actions().sample(rng)
                self.at.append(len(state.actions))
                self.steps.append((str(state.to_move), str(action)))
                self.match.do(action)


class Table:
    """A table of the server, and where its script has come to."""

    def __init__(self, made: dict[str, Any], script: Script, step: int = 0, seq: int = 0) -> None:
        self.id, self.tokens, self.script, self.step, self.seq = (
            made["table"],
            made["seats"],
            script,
            step,
            seq,
        )
        self.busy = False

    @property
    def over(self) -> bool:
        return self.step >= len(self.script.steps)

    def request(self) -> bytes:
        side, do = self.script.steps[self.step]
        body = msgspec.json.encode({"do": do, "seq": self.seq})
        head = (
            f"POST /api/tables/{self.id}/act HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer"
            f" {self.tokens[side]}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


def prepare(database: str, scripts: list[Script], count: int) -> list[Table]:
    """Tables in the middle of their games, stored as the server itself stores them."""
    from grognard.core.reading import replay
    from grognard.web.service import Service

    desk, rng, tables = Service(database), random.Random(1), list[Table]()
    cuts = [
        (script, rng.randrange(len(script.steps) // 4, len(script.steps) * 3 // 4))
        for script in scripts
        for _ in range(3)
    ]
    for number, (script, step) in enumerate(cuts):
        at = script.at[step]
        match = replay(script.match.game, script.match.lines[: at + 1])
        while len(tables) < (number + 1) * count // len(cuts):
            tables.append(Table(desk.set_up(match, "", {}), script, step, at))
    desk.store.close()
    return tables


# ---------------------------------------------------------------- a client that costs little


class Wire(asyncio.Protocol):
    """One connection, one question at a time."""

    transport: Any
    waiting: asyncio.Future[tuple[int, bytes]] | None = None
    size, start = -1, 0  # of the answer that comes

    def __init__(self) -> None:
        self.data = bytearray()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def ask(self, request: bytes) -> asyncio.Future[tuple[int, bytes]]:
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return self.waiting

    def data_received(self, data: bytes) -> None:
        self.data += data
        if self.size < 0:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.data[:end]).lower()
            place = head.index(b"content-length:") + 15
            self.size = end + 4 + int(head[place : (head + b"\r\n").index(b"\r\n", place)])
            self.start = end + 4
        if len(self.data) >= self.size and self.waiting is not None:
            status, body = int(self.data[9:12]), bytes(self.data[self.start : self.size])
            del self.data[: self.size]
            self.size = -1
            if not self.waiting.done():  # or nobody waits any more: whoever asked was stopped meanwhile
                self.waiting.set_result((status, body))

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(ConnectionError("the server hung up"))


class Ear(asyncio.Protocol):
    """A stream of one seat; counts what it is told."""

    transport: Any

    def __init__(self, request: bytes, heard: list[int]) -> None:
        self.request, self.heard = request, heard
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.heard[0] += data.count(b'"events":')
        if not self.ready.done() and b"data: " in data:
            self.ready.set_result(None)


class Client:
    """Connections to one server."""

    def __init__(self, port: int) -> None:
        self.port, self.idle, self.heard, self.ears = port, deque[Wire](), [0], list[Ear]()

    async def wire(self) -> Wire:
        if self.idle:
            return self.idle.pop()
        _, made = await asyncio.get_running_loop().create_connection(Wire, "127.0.0.1", self.port)
        return made

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        wire = await self.wire()
        found = await wire.ask(request)
        self.idle.append(wire)
        return found

    async def get(self, path: str, token: str = "") -> tuple[int, bytes]:
        return await self.ask(
            f"GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n".encode()
        )

    async def post(self, path: str, body: Any) -> Any:
        data = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length:"
            f" {len(data)}\r\n\r\n"
        )
        status, found = await self.ask(head.encode() + data)
        assert status in (200, 201), found
        return msgspec.json.decode(found)

    async def listen(self, tables: list[Table]) -> None:
        """A stream for every seat of every table."""
        loop = asyncio.get_running_loop()
        for table in tables:
            for token in table.tokens.values():
                words = (
                    f"GET /api/tables/{table.id}/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer"
                    f" {token}\r\n\r\n".encode()
                )
                _, ear = await loop.create_connection(
                    lambda words=words: Ear(words, self.heard),  # type: ignore[misc]
                    "127.0.0.1",
                    self.port,
                )
                self.ears.append(ear)
                if len(self.ears) % 50 == 0:
                    await ear.ready
        for ear in self.ears:
            await ear.ready

    async def move(self, table: Table) -> None:
        """The next action of a table's script."""
        status, body = await self.ask(table.request())
        assert status == 200, (table.script.steps[table.step], body)
        table.seq = _seq.decode(body).seq
        table.step += 1
        table.busy = False

    def close(self) -> None:
        everything: list[Wire | Ear] = [*self.idle, *self.ears]
        for one in everything:
            one.transport.abort()


# ---------------------------------------------------------------- the server


class Server:
    def __init__(self, database: str, *more: str) -> None:
        import socket

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        code = "from grognard.play.cli import main; main()"
        words = [
            sys.executable,
            "-c",
            code,
            "serve",
            "--port",
            str(self.port),
            "--database",
            database,
            "--rate",
            "0",
            *more,
        ]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL)

    async def ready(self) -> None:
        for _ in range(2000):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                assert self.process.poll() is None, "the server does not start"
                await asyncio.sleep(0.01)
        raise TimeoutError("the server does not start")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def used(self) -> float:
        """Seconds of processor time so far."""
        return used(self.process.pid)

    @property
    def thinkers(self) -> list[int]:
        """The processes in which computer players think."""
        return [
            int(pid)
            for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def hold(self, number: signal.Signals) -> None:
        """Stops the computer players in the middle of a thought (`SIGSTOP`), or lets them go on
        (`SIGCONT`).
        """
        for pid in self.thinkers:
            os.kill(pid, number)


def used(pid: int) -> float:
    """Seconds of processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- the parts


async def closed_loop(client: Client, tables: list[Table], seconds: float) -> tuple[float, int]:
    """Every table sends its next action as soon as the last is answered; moves a second, and news heard."""
    end = time.perf_counter() + seconds
    before = client.heard[0]

    async def play(table: Table) -> int:
        count = 0
        while time.perf_counter() < end and not table.over:
            await client.move(table)
            count += 1
        return count

    begun = time.perf_counter()
    moves = sum(await asyncio.gather(*map(play, tables)))
    took = time.perf_counter() - begun
    await asyncio.sleep(0.5)
    return moves / took, client.heard[0] - before - 2 * moves


async def open_loop(
    client: Client, tables: list[Table], rate: float, seconds: float, rng: random.Random
) -> list[float]:
    """Actions at Poisson times, each at a table that is free; seconds from the moment each was due to its
    answer.
    """
    found: list[float] = []
    tasks: set[asyncio.Task[None]] = set()
    start = time.perf_counter()
    due = start

    async def one(table: Table, due: float) -> None:
        await client.move(table)
        found.append(time.perf_counter() - due)

    while (due := due + rng.expovariate(rate)) < start + seconds:
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        table = await free_table(tables, rng)
        table.busy = True
        task = asyncio.ensure_future(one(table, due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    if tasks:
        await asyncio.wait(tasks, timeout=30)
    return found


async def free_table(tables: list[Table], rng: random.Random) -> Table:
    """Any table that waits for nothing; if the server is so far behind that there is none, the next that
    does.
    """
    for number in range(100_000):
        table = rng.choice(tables)
        if not table.busy and not table.over:
            return table
        if number % 100 == 99:
            await asyncio.sleep(0.002)
    raise TimeoutError("no table is free")


async def reopen(client: Client, tables: list[Table], at_once: int = 4) -> None:
    """Somebody looks at every table."""
    queue: Iterator[Table] = iter(tables)

    async def look() -> None:
        for table in queue:
            status, body = await client.get(f"/api/tables/{table.id}", next(iter(table.tokens.values())))
            assert status == 200 and _seq.decode(body).seq == table.seq, body[:200]

    await asyncio.gather(*(look() for _ in range(at_once)))


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def blocks(rounds: list[list[float]], size: int = 4) -> list[list[float]]:
    """The waits of so many short rounds together: a hiccup of the machine weighs little among them."""
    return [[*chain(*rounds[first : first + size])] for first in range(0, len(rounds), size)]


def slower(part: dict[str, Any]) -> list[float]:
    """How p99 grows when computer players are at it: rounds with them against those between them, without."""
    pairs = zip(blocks(part["along"]), blocks(part["alone"]), strict=True)
    return [quantile(along, 0.99) / quantile(alone, 0.99) for along, alone in pairs]


async def measure(folder: Path, quick: bool) -> dict[str, Any]:
    tables_count, seconds, rounds = (100, 3.0, 1) if quick else (1000, 2.0, 24)
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    print("playing games beforehand", flush=True)
    scripts = [Script(number) for number in range(KINDS)]
    tables = prepare(database, scripts, tables_count)
    found: dict[str, Any] = {}
    gc.collect()
    gc.disable()  # the probe's own pauses would be taken for the server's

    rng, rate = random.Random(7), 100 if quick else 300
    for kind, player in PLAYERS.items():
        print(f"reopening {len(tables)} games", flush=True)
        begun = time.perf_counter()
        server = Server(database, "--thinkers", "2")
        try:
            await server.ready()
            started = time.perf_counter() - begun
            client = Client(server.port)
            await reopen(client, tables)
            found.setdefault("reopened", []).append(time.perf_counter() - begun)
            print(f"  {found['reopened'][-1]:.1f} s, of which starting {started:.1f} s", flush=True)
            await client.listen(tables)
            await open_loop(client, tables, rate, 2.0, rng)  # to get warm
            found[kind] = await with_and_without(server, client, tables, (rate, seconds, rounds), rng, player)
            client.close()
        finally:
            server.stop()

    server = Server(f"sqlite:///{folder / 'closed.sqlite'}")
    try:
        await server.ready()
        client = Client(server.port)
        made = [
            await client.post("/api/tables", {"game": GAME, "dice": {"kind": "seeded", "seed": script.seed}})
            for script in scripts
            for _ in range(5)
        ]
        tables = [Table(one, scripts[i // 5]) for i, one in enumerate(made)][:100]
        await client.listen(tables)
        await closed_loop(client, tables, 1.0)
        rates = []
        for number in range(3):
            per_second, missed = await closed_loop(client, tables, 2.0 if quick else 6.0)
            print(f"closed loop, round {number + 1} of 3: {per_second:,.0f} moves a second", flush=True)
            rates.append(per_second)
            assert missed == 0, f"{missed} news too many or too few"
        found["rates"] = rates
        client.close()
    finally:
        server.stop()
    return found


PLAYERS = {
    "thinking": "computer:marshal:10:5",
    "hasty": "computer:plain",
}  # who sits at both sides of two tables


async def with_and_without(
    server: Server,
    client: Client,
    tables: list[Table],
    how: tuple[float, float, int],
    rng: random.Random,
    player: str,
) -> dict[str, Any]:
    """Rounds at Poisson times in turns: computer players held (stopped in the middle of a thought), and
    playing.

    Gives the waits of each round, and what the players did in theirs.
    """
    rate, seconds, rounds = how
    acted, waits = [0], {"alone": list[list[float]](), "along": list[list[float]]()}
    spent = {"alone": 0.0, "along": 0.0, "thinkers": 0.0}
    players = [asyncio.ensure_future(keep_playing(client, player, acted)) for _ in range(2)]
    await open_loop(client, tables, rate, 4.0, rng)  # until they sit
    did = 0
    for number in range(rounds):
        for kind in ("alone", "along"):
            print(
                f"{rate} moves a second, {player} {'held' if kind == 'alone' else 'at two tables'}, round"
                f" {number + 1} of {rounds}",
                flush=True,
            )
            server.hold(signal.SIGSTOP if kind == "alone" else signal.SIGCONT)
            await asyncio.sleep(0.5)
            before, theirs, acts = server.used(), sum(map(used, server.thinkers)), acted[0]
            waits[kind].append(await open_loop(client, tables, rate, seconds, rng))
            spent[kind] += server.used() - before
            if kind == "along":
                spent["thinkers"] += sum(map(used, server.thinkers)) - theirs
                did += acted[0] - acts
    for task in players:
        task.cancel()
    return {**waits, "spent": spent, "acted": did, "seconds": seconds * rounds}


async def keep_playing(client: Client, player: str, acted: list[int]) -> None:
    """One table of two computer players, who never have to wait for anybody; a game that is over is followed
    by another.
    """
    while True:
        made = await client.post("/api/tables", {"game": GAME, "seats": {"allied": player, "german": player}})
        before = 0
        while True:
            await asyncio.sleep(1.0)
            seen = msgspec.json.decode((await client.get(f"/api/tables/{made['table']}", made["watch"]))[1])
            acted[0] += seen["at"] - before
            before = seen["at"]
            if seen["over"]:
                break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE / "results.json")
    parser.add_argument(
        "--quick", action="store_true", help="a small run, to see that it runs; nothing is written"
    )
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="grognard-load-"))
    import uvloop

    from grognard.web.serve import more_files

    more_files()

    try:
        found = uvloop.run(measure(folder, args.quick))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    alone = [*blocks(found["thinking"]["alone"]), *blocks(found["hasty"]["alone"])]
    p50, p99 = (
        row([1000 * quantile(one, part) for one in alone], goal, True)
        for part, goal in ((0.5, 3), (0.99, 30))
    )
    results = {
        "server: moves a second, 100 tables, closed loop": row(found["rates"], 1000, False),
        "server: 1,000 tables, 300 moves a second, p50 in ms": p50,
        "server: 1,000 tables, 300 moves a second, p99 in ms": p99,
        "server: p99 with two computer players thinking / p99": row(slower(found["thinking"]), 1.3, True),
        "server: p99 with two tables of plain players that never stop / p99": row(
            slower(found["hasty"]), None, True
        ),
        "server: 1,000 games reopened after a restart, s": row(found["reopened"], 10, True),
        "server: processor time of a move, ms": row(
            [
                1000 * part["spent"]["alone"] / sum(map(len, part["alone"]))
                for part in (found["thinking"], found["hasty"])
            ],
            None,
            True,
        ),
    }
    keep(results, folder / "none.json" if args.quick else args.out)
    for kind, player in PLAYERS.items():
        part = found[kind]
        print(
            f"{player}: {part['acted']} actions and {part['spent']['thinkers']:.1f} s of processor time in"
            f" {part['seconds']:.0f} s; beside {sum(map(len, part['along']))} moves, of which each took the"
            f" server {1000 * part['spent']['along'] / sum(map(len, part['along'])):.3f} ms, theirs included"
        )
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
