"""Random games, written down as they are played, so that a failing one can be seen again. Knows no game."""

# ruff: noqa: S311  (random play, no secrets)
from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import cast

import msgspec

from .chance import Seeded, Typed
from .facts import CHANCE, Action, Frame
from .game import Game
from .lines import Line
from .plain import Plain, PlainView
from .record import Match
from .state import REFEREE, State

FAILURES = Path(os.environ.get("GROGNARD_FAILURES") or Path(tempfile.gettempdir()) / "grognard-failures")
MAX_ACTIONS = 50_000  # a game longer than this does not end


def random_options(game: Game, rng: Random) -> Plain:
    """A mixture of optional rules and readings, read off the types of the game's options."""
    result: Plain = {}
    for field in cast(msgspec.inspect.StructType, msgspec.inspect.type_info(game.options)).fields:
        kind = field.type
        if isinstance(kind, msgspec.inspect.BoolType):
            result[field.name] = rng.random() < 0.5
        elif isinstance(kind, msgspec.inspect.LiteralType):
            result[field.name] = rng.choice(kind.values)
        elif isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None and kind.le is not None:
            result[field.name] = rng.randint(kind.ge, kind.le)
    return result


def options_for(game: Game, seed: int) -> Plain:
    """Seed by seed: as printed, all optional rules that can be switched on, a mixture of everything."""
    if seed % 3 == 1:
        return {r.name: True for r in game.readings if r.kind == "optional rule" and r.default is False}
    return random_options(game, Random(seed)) if seed % 3 == 2 else {}


class RandomGame:
    """One random game, written down as it goes."""

    def __init__(
        self,
        game: Game,
        seed: int,
        options: PlainView | None = None,
        typed: bool = False,
        scenario: str = "standard",
        enforcement: str = REFEREE,
    ) -> None:
        self.game, self.seed, self.rng = game, seed, Random(seed)
        chosen = options_for(game, seed) if options is None else options
        dice = Typed() if typed else Seeded(str(seed))
        self.match = Match.begin(game, scenario, options=chosen, enforcement=enforcement, dice=dice)
        self.typed = typed  # the player of this game makes up the rolls as well
        self.start = self.match.state.copy()
        self.uniform = bool(seed // 3 % 2)  # every action alike, or a subject first and then one of its hexes
        self.trying: Line | None = None  # the action under way: what a crash interrupts

    @property
    def state(self) -> State:
        return self.match.state

    def choose(self) -> Action:
        actions = self.state.legal_actions()
        assert len(actions), f"a dead end: {self.state.to_move} has nothing to do in {moment_of(self.state)}"
        if self.state.to_move == CHANCE:
            dice = self.state.dice
            return self.rng.choice(list(actions)) if self.typed or dice is None else dice.answer(self.state)
        if not self.uniform:
            return actions.sample(self.rng)
        while (action := actions[int(self.rng.random() * len(actions))]).gives_up:
            pass
        return action

    def do(self, action: Action) -> None:
        self.trying = {"by": self.state.to_move, "do": str(action)}
        self.match.do(action)
        self.trying = None

    def steps(self) -> Iterator[State]:
        """Plays on to the end; gives the position before each action."""
        for _ in range(MAX_ACTIONS):
            if self.state.to_move is None:
                return
            yield self.state
            self.do(self.choose())
        raise AssertionError(f"no end after {MAX_ACTIONS} actions")

    def samples(self, of_a_kind: int, kinds: int = 1000) -> Iterator[State]:
        """The first few decisions of every kind: each step of each procedure, inside whatever it was called
        from.
        """
        seen: dict[object, int] = {}
        for state in self.steps():
            kind = (
                *(type(frame) for frame in frames_of(state)),
                state.step.clause,
                state.step.name,
                state.to_move,
            )
            if seen.get(kind, 0) < of_a_kind and (kind in seen or len(seen) < kinds):
                seen[kind] = seen.get(kind, 0) + 1
                yield state


def frames_of(state: State) -> tuple[Frame, ...]:
    """The procedures under way, those of a game that is played out within this one included."""
    return state.stack if state.asking is state else (*state.stack, *state.asking.stack)


def moment_of(state: State) -> str:
    frames = " > ".join(type(frame).__name__ for frame in frames_of(state))
    return f"{state.step.name or state.step.clause} ({frames or 'over'}, after {len(state.actions)} actions)"


def save_failure(match: Match, folder: str | Path, trying: Line | None = None) -> Path:
    """Writes a failing game as a record, the action that broke it last; gives the file."""
    lines = [*match.lines, trying] if trying else match.lines
    path = Path(folder) / f"{match.game.name}-{lines[0]['now'][:12]}-{len(lines)}.record.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return path


@contextmanager
def random_game(
    game: Game, seed: int, options: PlainView | None = None, typed: bool = False, scenario: str = "standard"
) -> Iterator[RandomGame]:
    """A random game; whatever goes wrong in it, it is saved and the message says how to see it again."""
    play = RandomGame(game, seed, options, typed, scenario)
    try:
        yield play
    except Exception as error:
        path = save_failure(play.match, FAILURES, play.trying)
        message = str(error) if isinstance(error, AssertionError) else repr(error)
        again = f"python -m grognard.core.conformance {path}"
        raise AssertionError(f"{game.name}, seed {seed}: {message}\nplay it again: {again}") from error
