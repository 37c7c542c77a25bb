"""Positions as a short TOML text a person can write. Knows no game: the game's own module says what goes in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .data import parse
from .ruling import GrognardError

if TYPE_CHECKING:
    from .game import Game
    from .state import State

S = TypeVar("S", bound="State")


def write_position(state: State) -> str:
    """Any position, also in the middle of a retreat, as text that `read_position` takes back."""
    plain = {"game": state.game.name, "rules": state.game.version, **state.game.notation.write(state)}
    return to_toml(plain)


def read_position(game: Game, text: str) -> State:
    """A position from its text; what is missing has its default, what is unknown is refused."""
    try:
        plain = parse(text)
    except GrognardError as error:
        raise GrognardError(f"not a position file: {error}") from None
    if plain.pop("game", game.name) != game.name:
        raise GrognardError(f"this is not a position of {game.name}")
    plain.pop("rules", None)
    state: State = game.notation.read(plain)
    return state


def read_plain(position: type[S], known: Set[str], plain: Mapping[str, Any], fill: Callable[[S, Mapping[str, Any]], None]) -> S:
    """A position that `fill` makes of what its file says; names that are not `known`, and what cannot be read, in one line."""
    if strange := set(plain) - known:
        raise GrognardError(f"a position has no {', '.join(sorted(strange))}; it may have {', '.join(sorted(known))}")
    state = position()
    try:
        state.__dict__["options"] = msgspec.convert(plain.get("options", {}), position.game.options)
    except msgspec.ValidationError as error:
        raise GrognardError(f"options: {error}") from None
    try:
        fill(state, plain)
    except GrognardError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError, OverflowError) as error:
        raise GrognardError(f"not a position of {position.game.title}: {error}") from None
    return state


# ---------------------------------------------------------------- writing TOML: values, tables, lists of tables


def to_toml(plain: Mapping[str, Any]) -> str:
    lines = [f"{_key(k)} = {_value(v)}" for k, v in plain.items() if not _is_table(v)]
    for name, value in plain.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{_key(name)}]", *(f"{_key(k)} = {_value(v)}" for k, v in value.items())]
        elif _is_table(value):
            for row in value:
                lines += ["", f"[[{_key(name)}]]", *(f"{_key(k)} = {_value(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    rows = isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)
    return isinstance(value, Mapping) or rows


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
