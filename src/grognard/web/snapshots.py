"""Positions on the way, kept so that a game need not be replayed from its first line. Any of them may be thrown away."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from importlib import import_module
from io import BytesIO
from typing import Any

import msgspec

import grognard
from grognard.core.chance import make_dice
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.record import Line, Match, link_digest
from grognard.core.ruling import GrognardError
from grognard.core.state import State

EVERY = 48  # actions between two snapshots
TAIL = 80  # actions whose changes are kept with one: what the log shows and what may be taken back


class Stored(Match):
    """A match whose first lines are fetched when somebody asks for them, and whose journal begins later."""

    base = 0  # actions before the journal begins
    fetch: Callable[[], list[Line]] | None = None  # the lines before, while they are not here
    told: tuple[Any, list[dict[str, Any]]] | None = None  # what was told last, if all may know it (see `view.told`)

    @property
    def lines(self) -> list[Line]:
        found = super().lines
        if self.fetch is not None:
            early, self.fetch = self.fetch(), None
            found[: self.base + 1] = early[: self.base + 1]
        return found

    @classmethod
    def of(cls, match: Match) -> Stored:
        """The same match, which has everything."""
        found = object.__new__(cls)
        found.__dict__ = match.__dict__
        return found

    def accept(self, line: Line) -> None:
        """Takes a stored line whose action has been pushed."""
        self._lines.append(line)
        if "do" in line:
            if "to" in line:
                self._sealed[len(self._by)] = (line["to"], line["salt"])
            self._by.append(line["by"])
            self._rolls += line["by"] == CHANCE

    def lines_from(self, first: int) -> list[Line]:
        """The last lines, without fetching the early ones."""
        return super().lines[first:]


def version(game: Game) -> str:
    """A snapshot is of use only to the very program that wrote it."""
    return f"{game.version} {grognard.__version__}"


# ---------------------------------------------------------------- facts as they are


def facts_of(state: State) -> dict[str, Any]:
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


def pack(match: Match) -> bytes:
    """The position with the last changes and what the record needs to go on."""
    state, count = match.state, len(match.state.actions)
    base = max(count - TAIL, getattr(match, "base", 0))
    start = state.marks[base] if base < count else len(state.journal)
    lines = match.lines_from(base + 1) if isinstance(match, Stored) else match.lines[base + 1 :]
    kept = {
        "facts": facts_of(state), "base": base, "head": match._lines[0], "lines": lines,
        "actions": state.actions[base:], "marks": [mark - start for mark in state.marks[base:]], "journal": state.journal[start:],
        "sealed": {n: s for n, s in match._sealed.items() if n >= base}, "rolls": match._rolls,
    }  # fmt: skip
    return pickle.dumps(kept, protocol=5)


def unpack(game: Game, body: bytes, fetch: Callable[[], list[Line]]) -> Stored:
    """The match as it was packed; `fetch` gives all its lines if they are ever wanted."""
    kept = _Reader(BytesIO(body)).load()
    base = kept["base"]
    state = state_of(game, kept["facts"])
    state.actions = [None] * base + kept["actions"]
    state.marks = [0] * base + kept["marks"]
    state.journal = kept["journal"]
    match = Stored(game, state, kept["head"])
    match._lines += [None] * base + kept["lines"]
    match._by = [None] * base + [line["by"] for line in kept["lines"] if "by" in line]
    match._sealed, match._rolls, match.base = kept["sealed"], kept["rolls"], base
    match.fetch = fetch if base else None
    if kept["head"]["dice"]["kind"] != "committed":
        state.dice = make_dice(kept["head"]["dice"])
    return match


def play_rows(match: Stored, rows: list[Line]) -> int:
    """Further stored rows: every action is judged and its digest compared; the dice were checked when they fell.

    Gives the number of actions that stood all the while. Raises `GrognardError` where the rows do not fit, or take back more than the match remembers.
    """
    match.lines_from(0)  # all written up: what comes has its lines
    stood = len(match._by)
    for row in rows:
        if "undo" in row:
            if len(match._by) - row["undo"] < match.base:
                raise GrognardError("more is taken back than is remembered")
            match._take_back(len(match._by) - row["undo"])
            stood = min(stood, len(match._by))
        elif "open" in row:
            match.accept(row)
        else:
            _play(match, row)
    return stood


def _play(match: Stored, line: Line) -> None:
    before = match._lines[-1]
    events = match.state.push(match.game.parse(line["do"]))
    if line["now"] != link_digest(before.get("now") or before["sum"], line["do"], events.entries, match.state.digested):
        raise GrognardError("the stored record does not fit")
    match.accept(line)


class _Reader(pickle.Unpickler):
    """Reads what `pack` writes: plain values and the frozen data classes of our own packages, and calls nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        return _known(module, name)


@cache
def _known(module: str, name: str) -> Any:
    if module.startswith(("grognard.core.", "grognard.games.")):
        found = getattr(import_module(module), name)
        if isinstance(found, type) and issubclass(found, msgspec.Struct | tuple):
            return found
    if (module, name) in (("msgspec._utils", "rebuild"), ("fractions", "Fraction")):  # how msgspec makes a struct again
        return getattr(import_module(module), name)
    raise pickle.UnpicklingError(f"{module}.{name} has no place in a snapshot")


__all__ = ["EVERY", "Stored", "facts_of", "pack", "play_rows", "state_of", "unpack", "version"]
