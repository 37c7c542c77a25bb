"""Round-robins of computer players: every pairing on the same dice with both sides, on all cores, resumable.
Knows no game.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import combinations
from pathlib import Path
from time import thread_time

import msgspec

import grognard
from grognard.core.facts import CHANCE
from grognard.core.plain import PlainView
from grognard.core.ruling import GrognardError
from grognard.core.state import State

from .seat import Clock, Seat, graded, sit, turn_of

MAX_ACTIONS = 50_000
GAMES, SETTINGS = "games.jsonl", "tournament.json"
LAZY = (
    100_000  # a game keeps its history: looking for rubbish in it every few hundred objects only costs time
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What was played: a folder holds the games of one such set, and is gone on with by the same."""

    game: str
    players: tuple[str, ...]
    clock: float | None = None  # seconds of processor time a turn
    strength: int = 10
    seed: int = 1
    scenario: str = "standard"
    options: PlainView = {}
    version: str = ""  # of the rules


def clock_of(settings: Settings) -> str:
    """How long the players may think, in the words of a report.

    >>> clock_of(Settings(game="sword-beach", players=("marshal:10:0.5", "marshal"), clock=0.1))
    'players without a clock of their own have 0.1 s of processor time a turn'
    """
    own = any(not _is_own(player) and graded(player)[2] is not None for player in settings.players)
    where = "players without a clock of their own have " if own else ""
    if settings.clock:
        return f"{where}{settings.clock:g} s of processor time a turn"
    return f"{where}no clock: a fixed amount of work a turn"


def _is_own(entry: str) -> bool:
    """Whether this is a player outside the list, `module:function`."""
    return entry.partition(":")[2].isidentifier()


class Job(msgspec.Struct, frozen=True):
    """One game: who plays which side, and the number of its dice."""

    seats: dict[str, str]
    number: int

    @property
    def key(self) -> tuple[object, ...]:
        return (*sorted(self.seats.items()), self.number)


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    seats: dict[str, str]
    number: int
    winner: str
    level: str
    turns: int
    actions: int
    seconds: dict[str, float]  # of processor time that each side thought
    longest: dict[str, float]  # the longest turn of each
    margin: dict[str, float]  # the game's own figures for how clear it was
    turns_of: dict[str, int] = {}  # in how many turns each was asked; games of older folders do not say

    @property
    def key(self) -> tuple[object, ...]:
        return (*sorted(self.seats.items()), self.number)


# ---------------------------------------------------------------- one game


def margin_of(game: str) -> Callable[[object], dict[str, float]]:
    """A game's own figures, from `MARGIN` of its players' module; nothing if it has none."""
    where = getattr(grognard.GAMES.part(game, "players"), "MARGIN", "")
    if not where:
        return lambda state: {}
    name, _, attribute = where.partition(":")
    margin: Callable[[object], dict[str, float]] = getattr(import_module(name), attribute)
    return margin


def entrant(settings: Settings, entry: str, side: str, seed: object) -> Seat:
    """A participant at one side: `module:function`, or `NAME:STRENGTH:SECONDS`, of which
    what is left out is as the tournament says.
    """
    name, strength, seconds = (entry, None, None) if _is_own(entry) else graded(entry)
    clock = Clock(settings.clock if seconds is None else seconds, thread_time)
    return sit(
        name,
        settings.game,
        side,
        strength=settings.strength if strength is None else strength,
        clock=clock,
        seed=seed,
    )


def play(settings: Settings, job: Job) -> Result:
    """Plays a game to its end; the dice depend on its number alone, so that both ways round are played on the
    same.
    """
    seed = f"{settings.seed}/{job.number}"
    state: State = grognard.load(settings.game).new(settings.scenario, seed=seed, options=settings.options)
    thought = dict.fromkeys(job.seats, 0.0)
    seats = {side: entrant(settings, entry, side, seed) for side, entry in job.seats.items()}
    for _ in range(MAX_ACTIONS):
        mover = state.to_move
        if mover is None:
            break
        if mover == CHANCE:
            state.roll()
            continue
        before = thread_time()
        action = seats[mover].choose(state)
        thought[mover] += thread_time() - before
        state.push(action)
    end = state.outcome()
    if end is None:
        raise GrognardError(f"no end after {MAX_ACTIONS} actions: {job}")
    longest = {side: round(seat.orders.clock.longest, 4) for side, seat in seats.items()}
    spent = {side: round(seconds, 3) for side, seconds in thought.items()}
    asked = {side: seat.orders.clock.turns for side, seat in seats.items()}
    return Result(
        job.seats,
        job.number,
        end.winner,
        end.level,
        turn_of(state),
        len(state.actions),
        spent,
        longest,
        margin_of(settings.game)(state),
        asked,
    )


# ---------------------------------------------------------------- all games


def jobs(settings: Settings, games: int) -> Iterator[Job]:
    """`games` a pairing: every number twice, with the sides changed."""
    one, other = grognard.load(settings.game).position.sides
    for number in range((games + 1) // 2):
        for a, b in combinations(settings.players, 2):
            yield Job({one: a, other: b}, number)
            yield Job({one: b, other: a}, number)


def check(settings: Settings) -> None:
    if len(settings.players) < 2 or len(set(settings.players)) < len(settings.players):
        raise GrognardError("a tournament needs at least two different players")
    sides = grognard.load(settings.game).position.sides
    for player in settings.players:
        entrant(settings, player, sides[0], settings.seed)
    if len(sides) != 2:
        raise GrognardError(f"tournaments are for games of two sides; {settings.game} has {len(sides)}")
    grognard.load(settings.game).new(settings.scenario, seed=settings.seed, options=settings.options)


def open_folder(folder: Path, settings: Settings) -> list[Result]:
    """The games a folder holds already; one of other settings is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / SETTINGS
    if file.exists():
        try:
            old = msgspec.json.decode(file.read_bytes(), type=Settings)
        except (ValueError, RecursionError) as error:
            raise GrognardError(f"{file}: {error}") from None
        if old != settings:
            differs = [
                name for name in Settings.__struct_fields__ if getattr(old, name) != getattr(settings, name)
            ]
            raise GrognardError(
                f"{folder} holds a tournament with another {', '.join(differs)}; take another folder"
            )
    else:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(settings)))
    return read_games(folder)


def read_games(folder: Path) -> list[Result]:
    """Every game that was finished; a last line that was cut off by a kill is passed over."""
    file = folder / GAMES
    games: dict[tuple[object, ...], Result] = {}
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            one = msgspec.json.decode(line, type=Result)
        except (ValueError, RecursionError):
            continue
        games[one.key] = one
    return list(games.values())


def run(
    settings: Settings, games: int, folder: Path, workers: int | None, progress: Callable[[int, int], None]
) -> list[Result]:
    """Plays what is missing, each finished game written down at once; gives all games of the folder."""
    check(settings)
    return run_jobs(settings, list(jobs(settings, games)), folder, workers, progress)


def run_jobs(
    settings: Settings,
    wanted: Sequence[Job],
    folder: Path,
    workers: int | None,
    progress: Callable[[int, int], None],
) -> list[Result]:
    """Play the games that the folder does not hold yet, and return all games of the folder."""
    done = open_folder(folder, settings)
    have = {one.key for one in done}
    todo = [job for job in wanted if job.key not in have]
    whole = len(todo) + len(done)
    progress(len(done), whole)
    with (folder / GAMES).open("ab") as out:
        if out.tell() and not (folder / GAMES).read_bytes().endswith(b"\n"):
            out.write(b"\n")  # after a kill in the middle of a line
        for one in _played(settings, todo, workers or os.cpu_count() or 1):
            out.write(msgspec.json.encode(one) + b"\n")
            out.flush()
            done.append(one)
            progress(len(done), whole)
    return done


def _played(settings: Settings, todo: Sequence[Job], workers: int) -> Iterator[Result]:
    if workers == 1 or len(todo) < 2:
        yield from (play(settings, job) for job in todo)
        return
    from multiprocessing import get_context

    with get_context("spawn").Pool(min(workers, len(todo)), _lazily) as pool:
        yield from pool.imap_unordered(_one, [(settings, job) for job in todo], chunksize=1)


def _lazily() -> None:
    gc.set_threshold(LAZY)


def _one(what: tuple[Settings, Job]) -> Result:
    return play(*what)


def expected_of(game: str) -> Sequence[tuple[str, str, float]]:
    """What a game's own players are expected to reach: who against whom, and the share of wins."""
    shares: Sequence[tuple[str, str, float]] = getattr(grognard.GAMES.part(game, "players"), "EXPECTED", ())
    return shares


__all__ = [
    "Job",
    "Result",
    "Settings",
    "check",
    "entrant",
    "expected_of",
    "jobs",
    "play",
    "read_games",
    "run",
    "run_jobs",
]
