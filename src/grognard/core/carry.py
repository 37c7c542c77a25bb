"""Carries a position of other rules or data over to those of today. Knows no game.

A fact that is gone is left out, a new fact is as at the start of a game. A game changes the rest in its
`carry` hook, which gets the plain position and the version of the rules it comes from.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from .changes import ROW, read_column, rows_of
from .facts import STACK, Action, Field, Frame
from .lines import Plain
from .ruling import GrognardError
from .state import State

if TYPE_CHECKING:
    from .game import Game

OPTIONS = "options"
Values = Plain  # facts by name, as a position holds them
_ERRORS = (
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    msgspec.ValidationError,
    GrognardError,
)


class Carrier:
    """Reads positions of one version of a game's rules."""

    def __init__(self, game: Game, rules: str, data: str) -> None:
        self.game, self.rules = game, rules
        self.is_current = (rules, data) == (game.version, game.data)
        self._seen: Plain = {}  # the plain values that were read last, and what they came to
        self._values: Values = {}

    def values(self, position: Plain) -> Values:
        """The facts of a position but for its stack; raises where one cannot be read."""
        plain: Plain = (
            position
            if self.is_current or self.game.carry is None
            else self.game.carry(dict(position), self.rules)
        )
        result: Values = {}
        for name, field in self.game.position.fields.items():
            if name == STACK:
                continue
            if name in plain and name in self._seen and plain[name] is self._seen[name]:
                result[name] = self._values[name]
            elif name in plain:
                result[name] = self._read(name, field, plain[name])
            elif self.is_current:
                raise GrognardError(f"the position does not say {name}")
            else:
                result[name] = list(field.start) if name in self.game.position.columns else field.start
        self._seen, self._values = plain, result
        return result

    def _read(self, name: str, field: Field, value: Any) -> object:
        if name in self.game.position.columns:
            return [field.codec.read(one) for one in read_column(field.names, value)]
        if name == OPTIONS and not self.is_current:
            value = known_options(self.game, value)
        return field.codec.read(value)

    def stack(self, position: Plain) -> tuple[Frame, ...]:
        """The procedures under way; raises where one of them, or the row it has come to, is not there any
        more.
        """
        plain: Plain = (
            position
            if self.is_current or self.game.carry is None
            else self.game.carry(dict(position), self.rules)
        )
        frames: tuple[Frame, ...] = tuple(
            msgspec.convert(frame, self.game.position.frames) for frame in plain[STACK]
        )
        if self.is_current:
            return frames
        rows = rows_of(self.game.position)
        return tuple(
            msgspec.structs.replace(frame, step=rows[type(frame)].index(stored[ROW]))
            for frame, stored in zip(frames, plain[STACK], strict=True)
        )

    # -- a state that follows a record

    def begin(self, position: Plain) -> State:
        """A position without history; of another version, as far as it can be read."""
        state = self.game.position()
        if self.is_current:
            self.set(state, position)
        else:
            self._follow(state, position)
            state.journal.clear()
        return state

    def follow(self, state: State, action: Action, position: Plain) -> None:
        """Takes an action as played: its changes go into the journal, so that the game can be told and looked
        at.

        What cannot be read of the position stays as it was.
        """
        state.marks.append(len(state.journal))
        state.actions.append(action)
        self._follow(state, position)

    def _follow(self, state: State, position: Plain) -> None:
        with suppress(*_ERRORS):
            self._set_facts(state, position)
            _enter(state, STACK, -1, state.stack, self.stack(position))
        state.forget_choices()
        state.derive()

    def set(self, state: State, position: Plain) -> None:
        """Makes a state that position, by entries of its journal; raises where the position cannot be
        read.
        """
        self._set_facts(state, position)
        _enter(state, STACK, -1, state.stack, self.stack(position))
        if not state.actions:  # then it is the first position, and no change
            state.journal.clear()
        state.forget_choices()
        state.derive()

    def _set_facts(self, state: State, position: Plain) -> None:
        own, columns = state.__dict__, state.columns
        for name, value in self.values(position).items():
            if name not in columns:
                _enter(state, name, -1, own[name], value)
            elif own[name] != value:
                for key, (old, new) in enumerate(zip(own[name], value, strict=True)):
                    _enter(state, name, key, old, new)

    def settle(self, state: State, position: Plain) -> bool:
        """Makes a state that position and does the automatic steps that are due; whether today's rules can go
        on from there.
        """
        try:
            self.set(state, position)
            frame = state.stack[-1]
            if frame.step >= len(state.procedures[type(frame)]) or state.is_idle:
                state.run()
            return state.to_move is None or len(state.legal_actions()) > 0
        except (*_ERRORS, AssertionError, RecursionError):
            return False


def _enter(state: State, name: str, key: int, old: object, new: object) -> None:
    if old != new:
        state.journal.append((name, key, old, new, ""))
        if key < 0:
            state.__dict__[name] = new
        else:
            state.__dict__[name][key] = new


def known_options(game: Game, chosen: Plain) -> Plain:
    """The options of another version that there still are; any other is as it is by default."""
    result: Plain = {}
    for name, value in chosen.items():
        try:
            msgspec.convert({name: value}, game.options)
        except (msgspec.ValidationError, TypeError):
            continue
        if name in game.options.__struct_fields__:
            result[name] = value
    return result
