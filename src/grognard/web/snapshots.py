"""Positions on the way, kept so that a game need not be replayed from its first line. Any of them may be
thrown away.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from typing import Any, TypedDict

import msgspec

import grognard
from grognard.core.chance import make_dice
from grognard.core.game import Game
from grognard.core.lines import CARRIED, DO, HEAD, UNDO, Line, digest, kind_of
from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.replay import replay_line
from grognard.core.ruling import GrognardError
from grognard.core.state import State

EVERY = 48  # actions between two snapshots
DIGEST = 32  # bytes before a packed match, by which a damaged one is found
TAIL = 80  # actions whose changes are kept with one: what the log shows and what may be taken back


class LogEntry(TypedDict):
    """An action of the log as a seat may know it; its words are sentences as plain data."""

    seq: int
    by: str
    do: str | None
    words: list[Plain]


class Entry(LogEntry):
    """The same with every fact that the action changed."""

    changes: list[tuple[str, str, object]]


class Stored(Match):
    """A match whose first lines are fetched when they are asked for, and whose journal begins later."""

    base = 0  # actions before the journal begins
    fetch: Callable[[], list[Line]] | None = None  # gives all lines, while the first ones are not here
    last_entries: tuple[object, list[Entry]] | None = (
        None  # what was told last, if all may know it (see `view.entries_seen`)
    )

    @property
    def lines(self) -> list[Line]:
        if self.fetch is not None:
            early, self.fetch = self.fetch(), None
            self._lines[: len(early)] = early[: len(self._lines)]
        return self._lines

    @classmethod
    def from_match(cls, match: Match) -> Stored:
        """The same match, which has everything."""
        result = object.__new__(cls)
        result.__dict__ = match.__dict__
        return result


def version(game: Game) -> str:
    """A snapshot is of use only to the very program that wrote it."""
    return f"{game.version} {game.data} {grognard.__version__}"


# ---------------------------------------------------------------- facts as they are


def facts_of(state: State) -> Plain:
    """The position's own values: nothing of the dice."""
    own = state.__dict__
    return {name: own[name] for name in state.fields}


def state_of(game: Game, facts: dict[str, Any]) -> State:
    state = game.position()
    own = state.__dict__
    for name in game.position.facts:
        own[name] = facts[name]
    for name in game.position.columns:
        own[name] = list(facts[name])
    state.derive()
    return state


# ---------------------------------------------------------------- writing and reading


def pack(match: Match, whole: bool = False) -> bytes:
    """The position with the last changes (`whole`: with all that are known) and what the record needs to go
    on.
    """
    state, count = match.state, len(match.state.actions)
    base = max(0 if whole else count - TAIL, getattr(match, "base", 0))
    start = state.marks[base] if base < count else len(state.journal)
    first = match.standing[base - 1] + 1 if base else 1  # the first line that is kept
    contents = {
        "facts": facts_of(state),
        "base": base,
        "first": first,
        "head": match._lines[0],
        "lines": match._lines[first:],
        "standing": match.standing,
        "actions": state.actions[base:],
        "marks": [mark - start for mark in state.marks[base:]],
        "journal": state.journal[start:],
        "rolls": match.rolls,
        "floor": match.floor,
        "saved": match.saved,
    }
    body = pickle.dumps(contents, protocol=5)
    return sha256(body).digest() + body


def unpack(game: Game, body: bytes, fetch: Callable[[], list[Line]]) -> Stored:
    """The match as it was packed; `fetch` gives all its lines if they are ever wanted."""
    if sha256(body[DIGEST:]).digest() != body[:DIGEST]:  # a changed byte could make another position of it
        raise GrognardError("the snapshot is damaged")
    contents = _Reader(BytesIO(body[DIGEST:])).load()
    base, first = contents["base"], contents["first"]
    state = state_of(game, contents["facts"])
    state.actions = [None] * base + contents["actions"]
    state.marks = [0] * base + contents["marks"]
    state.journal = contents["journal"]
    not_here: list[Any] = [None] * (first - 1)
    match = Stored(game, state, [contents["head"], *not_here, *contents["lines"]])
    match.standing, match.rolls, match.floor, match.base = (
        contents["standing"],
        contents["rolls"],
        contents["floor"],
        base,
    )
    match.saved = contents["saved"]
    match.fetch = fetch if first > 1 else None
    if contents["head"]["dice"]["kind"] != "committed":
        state.dice = make_dice(contents["head"]["dice"])
    return match


def play_rows(match: Stored, rows: list[Line]) -> int:
    """Further stored lines: every action is judged and its digest compared; the dice were checked when they
    were rolled.

    Gives the number of actions that stood all the while. Raises `GrognardError` where the lines do not fit,
    take back more than the match remembers, or change the rules.
    """
    stood = len(match.standing)
    for row in rows:
        kind = kind_of(row)
        if kind in (HEAD, CARRIED):
            raise GrognardError("the record begins anew")
        if row["now"] != digest(match.now, row):
            raise GrognardError("the stored record does not fit")
        if kind == DO:
            replay_line(match, row)
        elif kind == UNDO:
            if len(match.standing) - row[UNDO] < match.base:
                raise GrognardError("more is taken back than is remembered")
            match.take_undo(row)
            stood = min(stood, len(match.standing))
        else:
            match._lines.append(row)
    match.saved = len(match._lines)
    return stood


class _Reader(pickle.Unpickler):
    """Reads what `pack` writes: plain values and the frozen data classes of our own packages, and calls
    nothing else.
    """

    def find_class(self, module: str, name: str) -> object:
        return _known(module, name)


@cache
def _known(module: str, name: str) -> object:
    games = tuple(f"{package}." for package in grognard.GAMES.brought.values())
    if module.startswith(("grognard.core.", "grognard.games.", *games)):
        result = getattr(import_module(module), name)
        if isinstance(result, type) and issubclass(result, msgspec.Struct | tuple):
            return result
    if (module, name) in (
        ("msgspec._utils", "rebuild"),
        ("fractions", "Fraction"),
    ):  # how msgspec makes a struct again
        return getattr(import_module(module), name)
    raise pickle.UnpicklingError(f"{module}.{name} has no place in a snapshot")


__all__ = ["EVERY", "Stored", "facts_of", "pack", "play_rows", "state_of", "unpack", "version"]
