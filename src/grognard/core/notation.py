"""Positions as a short TOML text a person can write. Knows no game: the game's own module says what goes
in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from difflib import get_close_matches
from types import GenericAlias
from typing import TYPE_CHECKING, Generic, TypeGuard, TypeVar, cast, get_args

import msgspec

from .data import parse
from .facts import CHANCE, Codec
from .plain import Plain, PlainView
from .ruling import GrognardError, IllegalAction
from .state import ENFORCEMENT

if TYPE_CHECKING:
    from .facts import Field, Frame
    from .game import Game, Notation
    from .state import State

S = TypeVar("S", bound="State")
T = TypeVar("T")


def write_position(state: State) -> str:
    """Any position, also in the middle of a retreat, as text that `read_position` takes back."""
    plain = {"game": state.game.name, "rules": state.game.version, **_notation(state.game).write(state)}
    return to_toml(plain)


def read_position(game: Game, text: str) -> State:
    """A position from its text, at exactly the moment it is written in: no step is carried out, not even one
    without a decision.

    What is missing has its default. Unknown keys and impossible positions are refused; with an `enforcement`
    other than "referee" an impossible position is taken as it is. `play_on` goes on to the next decision.
    """
    try:
        plain = parse(text)
    except GrognardError as error:
        raise GrognardError(f"not a position file: {error}") from None
    if plain.pop("game", game.name) != game.name:
        raise GrognardError(f"this is not a position of {game.name}")
    plain.pop("rules", None)
    state = _notation(game).read(plain)
    if state.enforcement == "referee" and (wrong := state.impossibilities()):
        raise IllegalAction("impossible position", wrong)
    return state


def _notation(game: Game) -> Notation:
    return game.notation or FactNotation(game.position)


def play_on(state: S) -> S:
    """Carry out the steps without a decision until a player or chance has to answer; the position has no
    history then.
    """
    state.run()
    state.journal.clear()
    return state


def known_keys(plain: object, known: Iterable[str], what: str) -> None:
    """Refuse a table of a position file that has keys no one reads, with the nearest known one."""
    if not isinstance(plain, Mapping):
        raise GrognardError(f"{what} is a table, not {plain!r}")
    for name in plain:
        if name not in (names := set(known)):
            near = get_close_matches(str(name), sorted(names), 1)
            hint = f"; the nearest is {near[0]}" if near else ""
            raise GrognardError(f"{what} has no key {name!r}{hint}; the keys are {', '.join(sorted(names))}")


def read_plain(
    position: type[S], known: Set[str], plain: PlainView, fill: Callable[[S, PlainView], None]
) -> S:
    """A position that `fill` makes of what its file says; names that are not `known`, and what cannot be
    read, in one line.
    """
    known_keys(plain, known, "a position")
    state = position()
    known_keys(plain.get("options", {}), position.game.options.__struct_fields__, "options")
    try:
        state.__dict__["options"] = msgspec.convert(plain.get("options", {}), position.game.options)
    except msgspec.ValidationError as error:
        raise GrognardError(f"options: {error}") from None
    try:
        fill(state, plain)
        check_kinds(state)
    except GrognardError:
        raise
    except UNREADABLE as error:
        raise GrognardError(f"not a position of {position.game.title}: {error}") from None
    _check_answerable(state)
    return state


class FactFile(Generic[S]):
    """What the position files of games share: declared facts that are not as at the start, in their files'
    words, options, and procedures under way.

    A game declares what it writes itself (`apart`), words of its own for facts (`words`) and for fields of
    procedures (`fields`), and which facts stand `first` and `last` in a file.
    """

    def __init__(
        self,
        position: type[S],
        *,
        apart: Iterable[str] = (),
        first: Sequence[str] = (),
        last: Sequence[str] = (),
        words: Mapping[str, Codec] | None = None,
        fields: Mapping[str, Codec] | None = None,
    ) -> None:
        self.position, self.fields = position, fields or {}
        away = {"stack", "options", *apart}
        middle = [name for name in position.facts if name not in {*away, *first, *last}]
        own = {"enforcement": one_of("enforcement", ENFORCEMENT), **(words or {})}
        self.facts = {name: own.get(name, position.facts[name].codec) for name in (*first, *middle, *last)}
        self.columns = {name: column for name, column in position.columns.items() if name not in away}
        self.frames = {cls.__struct_config__.tag: cls for cls in get_args(position.frames)}
        self.names = {"options", "pending", *self.facts, *self.columns}  # the keys of a file

    def write(self, state: S) -> Plain:
        own, facts = state.__dict__, self.position.facts
        return {
            name: codec.write(own[name])
            for name, codec in self.facts.items()
            if own[name] != facts[name].start
        }

    def write_columns(self, state: S) -> Plain:
        result: Plain = {}
        for name, column in self.columns.items():
            pairs = zip(column.names, state.__dict__[name], column.start, strict=True)
            if rows := {key: column.codec.write(value) for key, value, start in pairs if value != start}:
                result[name] = rows
        return result

    def write_options(self, state: S) -> Plain:
        """The options that are not as by default, in a table of their own."""
        default = self.position.game.options()
        chosen: Plain = msgspec.to_builtins(state.__dict__["options"])
        changed = {name: value for name, value in chosen.items() if value != getattr(default, name)}
        return {"options": changed} if changed else {}

    def write_frames(self, state: S) -> list[Plain]:
        return [self._write_frame(frame) for frame in state.stack]

    def _write_frame(self, frame: Frame) -> Plain:
        plain: Plain = msgspec.to_builtins(frame)
        return {
            name: self.fields[name].write(value) if name in self.fields else value
            for name, value in plain.items()
        }

    def read(self, state: S, plain: PlainView) -> None:
        """Take over the facts that a file has; the others stay as they are."""
        for name, codec in self.facts.items():
            if name in plain:
                fact = self.position.facts[name]
                value = _read_value(name, codec, plain[name])
                state.__dict__[name] = fitting(name, fact, fact.start, value)

    def read_columns(self, state: S, plain: PlainView) -> None:
        for name, column in self.columns.items():
            keys = {key: number for number, key in enumerate(column.names)}
            for key, value in table(plain, name).items():
                if key not in keys:
                    known = ", ".join(column.names[:4])
                    raise GrognardError(f"{name}: there is no {key!r}; there is {known}...")
                read = _read_value(f"{name} of {key}", column.codec, value)
                state.__dict__[name][keys[key]] = fitting(name, column, column.start[0], read)

    def read_frames(self, plain: PlainView) -> tuple[Frame, ...]:
        stack = tuple(map(self._read_frame, entries(plain, "pending")))
        _check_steps(self.position, stack)
        return stack

    def _read_frame(self, row: object) -> Frame:
        plain: Plain = dict(row) if isinstance(row, Mapping) else {}
        tag = plain.pop("frame", None)
        if not isinstance(tag, str) or tag not in self.frames:
            raise GrognardError(f"pending: a frame is one of {', '.join(sorted(map(str, self.frames)))}")
        kind: type[Frame] = self.frames[tag]
        known_keys(plain, kind.__struct_fields__, f"pending, frame {tag},")
        for name, codec in self.fields.items():
            if name in plain:
                plain[name] = codec.read(plain[name])
        try:
            return msgspec.convert(plain, kind)
        except msgspec.ValidationError as error:
            raise GrognardError(f"pending: {error}") from None

    def phases(self, *kinds: type[Frame]) -> list[str]:
        """The named steps of procedures: the phases that a position can be written in."""
        steps = [step for kind in kinds for step in self.position.procedures[kind]]
        return list(dict.fromkeys(step.name for step in steps if step.name))

    def phase(self, name: object, *kinds: type[Frame]) -> tuple[type[Frame], int]:
        """The procedure that has a phase of this name, and the number of its step."""
        for kind in kinds:
            for number, step in enumerate(self.position.procedures[kind]):
                if step.name == name and name:
                    return kind, number
        known = ", ".join(self.phases(*kinds))
        raise GrognardError(f"{name!r} is not a phase; the phases are {known}")


class FactNotation(Generic[S]):
    """The notation of a game that writes nothing in its own way: a position is its declared facts. `check`
    refuses what the rules do not know.
    """

    def __init__(
        self,
        position: type[S],
        words: Mapping[str, Codec] | None = None,
        check: Callable[[S], None] | None = None,
    ) -> None:
        self.file, self.check = FactFile(position, words=words), check

    def write(self, state: S) -> Plain:
        file = self.file
        plain = {**file.write(state), **file.write_columns(state), **file.write_options(state)}
        return {**plain, "pending": file.write_frames(state)} if state.stack else plain

    def read(self, plain: PlainView) -> S:
        """The position of a file; a fact that the file leaves out is as at the start."""
        return read_plain(self.file.position, self.file.names, plain, self._read)

    def _read(self, state: S, plain: PlainView) -> None:
        self.file.read(state, plain)
        self.file.read_columns(state, plain)
        state.__dict__["stack"] = self.file.read_frames(plain)
        if self.check is not None:
            self.check(state)
        state.derive()


def table(plain: PlainView, name: str) -> PlainView:
    """A table of a position file; one that is left out is empty."""
    rows = plain.get(name, {})
    if not isinstance(rows, Mapping):
        raise GrognardError(f"{name} of a position is a table, not {rows!r}")
    return rows


def entries(plain: PlainView, name: str, default: Sequence[object] = ()) -> Sequence[object]:
    """A list of a position file, or of a table of it."""
    values = plain.get(name, default)
    if not isinstance(values, list | tuple):
        raise GrognardError(f"{name} of a position is a list, not {values!r}")
    return values


def _read_value(name: str, codec: Codec, value: object) -> object:
    if codec.by_member and not isinstance(value, list | tuple):
        raise GrognardError(f"{name} is a list, not {value!r}")
    try:
        read: object = codec.read(value)
    except GrognardError:
        raise
    except UNREADABLE as error:
        raise GrognardError(f"{name} cannot be {value!r} ({error})") from None
    return read


def one_of(what: str, words: Collection[str]) -> Codec:
    """The words of a fact or of a field, of a list of them."""

    def read(value: object) -> object:
        strange = [word for word in (value if isinstance(value, list) else [value]) if word not in words]
        if strange:
            known = ", ".join(word or "''" for word in words)
            raise GrognardError(f"{what} is one of {known}, not {strange[0]!r}")
        return value

    return Codec(lambda value: value, read)


def named(names: Mapping[int, str], number: Callable[[str], int], optional: bool = False) -> Codec:
    """Numbers of units or hexes as their names, also in lists; an `optional` one may be -1, an empty text."""

    def write(value: object) -> object:
        if isinstance(value, list | tuple):
            return list(map(write, value))
        return "" if optional and value == -1 else names[cast(int, value)]

    def read(value: object) -> object:
        if isinstance(value, list | tuple):
            return list(map(read, value))
        return -1 if optional and value == "" else number(cast(str, value))

    return Codec(write, read)


def whole(value: object, what: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if type(value) is not int or not low <= value <= high:
        raise GrognardError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return value


UNREADABLE = (TypeError, ValueError, AttributeError, LookupError, OverflowError)


def _check_answerable(state: State) -> None:
    """Refuse a position whose step cannot be asked: a fact that it needs does not fit the others."""
    try:
        mover = state.to_move
        if mover not in (None, CHANCE, *state.sides):
            raise GrognardError(
                f"not a position of {state.game.title}: {mover!r} is to act, which is not a side"
            )
        bool(mover in state.sides and state.legal_actions())
    except UNREADABLE as error:
        words = f"{type(error).__name__}: {error}"
        raise GrognardError(
            f"not a position of {state.game.title}: the step it stands at cannot be judged ({words})"
        ) from None


def check_kinds(state: State) -> None:
    """Refuse a position in which a fact has a value of another kind than it is declared with."""
    own = state.__dict__
    for name, fact in state.facts.items():
        if name not in UNCHECKED:
            fitting(name, fact, fact.start, own[name])
    for name, column in state.columns.items():
        _convert(name, own[name], list[declared_kind(column, column.start[0])])  # type: ignore[misc]
    _check_steps(type(state), state.stack)


def _check_steps(position: type[State], stack: tuple[Frame, ...]) -> None:
    """Refuse a procedure that stands at a step it does not have; one that waits for another may have come to
    its end.
    """
    for waiting, frame in zip(range(len(stack), 0, -1), stack, strict=True):
        most = len(position.procedures[type(frame)]) - (waiting == 1)
        if not 0 <= frame.step <= most:
            name = type(frame).__struct_config__.tag or type(frame).__name__
            raise GrognardError(
                f"pending: step of {name} is a whole number from 0 to {most}, not {frame.step}"
            )


UNCHECKED = ("stack", "options", "log")  # read by their own types


def declared_kind(field: Field, start: object) -> type:
    """The T of Fact[T] or Column[T] where it is written down, else the kind of its start."""
    declared = get_args(getattr(field, "__orig_class__", None))
    return declared[0] if declared else type(start)


def _convert(name: str, value: object, kind: type | GenericAlias) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise GrognardError(f"{name}: {error}") from None


def fitting(name: str, field: Field, start: object, value: T) -> T:
    """A value read for a fact, if it is of the kind the fact is declared with and, where its start has a
    length, as long.
    """
    if type(value) is not type(start) and not (isinstance(start, tuple) and isinstance(value, tuple)):
        raise GrognardError(f"{name} is of the kind {type(start).__name__}, not {value!r}")
    if isinstance(start, tuple) and isinstance(value, tuple) and start and len(value) != len(start):
        raise GrognardError(f"{name} has {len(start)} values, not {len(value)}")
    _convert(name, value, declared_kind(field, start))
    return value


# -------------------------------------------------------------- writing TOML: values, tables, lists of tables


def to_toml(plain: PlainView) -> str:
    lines = [
        f"{_key(k)} = {_value(v)}" for k, v in plain.items() if not (isinstance(v, Mapping) or _is_table(v))
    ]
    for name, value in plain.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(name)}]", *(f"{_key(k)} = {_value(v)}" for k, v in value.items())]
        elif _is_table(value):
            for row in value:
                lines += ["", f"[[{_key(name)}]]", *(f"{_key(k)} = {_value(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: object) -> TypeGuard[list[PlainView]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _text(name)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
