"""What a record says of positions: the whole of one, and what an action changed in it. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import msgspec

from .facts import LOG, STACK, Entry, Frame, encode_set_change, encode_tuple_change
from .lines import REST, Plain, Put, thin

if TYPE_CHECKING:
    from .procedure import Step
    from .state import State

ROW = "row"  # in a frame of a record: the row it has come to, by name
END = "end"  # the row after the last one
_SIMPLE, _LISTS = (str, int), (list, tuple)
_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


# ---------------------------------------------------------------- values


def _plain(value: object) -> object:
    """A value as a reader of the file gets it."""
    return value if isinstance(value, _SIMPLE) else _decode(_encode(value))


def row_names(steps: Sequence[Step]) -> list[str]:
    """The rows of a procedure by kind, clause and name: another release may have more or fewer rows before
    them.
    """
    names, seen = list[str](), dict[str, int]()
    for step in steps:
        name = " ".join(filter(None, (step.row_kind, step.clause, step.name)))
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return [*names, END]


_ROWS: dict[
    int, tuple[object, dict[type[Frame], list[str]]]
] = {}  # by the table of procedures they were made of


def rows_of(position: type[State]) -> dict[type[Frame], list[str]]:
    """The names of the rows of every procedure of a game; worked out once."""
    table = position.procedures
    if id(table) not in _ROWS:
        _ROWS[id(table)] = table, {kind: row_names(steps) for kind, steps in table.items()}
    return _ROWS[id(table)][1]


def write_stack(position: type[State], stack: Iterable[Frame]) -> list[Plain]:
    rows = rows_of(position)
    return [_write_frame(frame, rows[type(frame)][frame.step]) for frame in stack]


@lru_cache(maxsize=4096)
def _write_frame(frame: Frame, row: str) -> Plain:
    """A frame as a record tells it. Games go through the same frames again and again, and lines are never
    changed.
    """
    return {**cast(Plain, _plain(frame)), ROW: row}


def _write(state: State, name: str, value: object) -> object:
    """A fact as a record tells it."""
    if name == STACK:
        return write_stack(type(state), cast("tuple[Frame, ...]", value))
    return _plain(state.fields[name].codec.write(value))


# ---------------------------------------------------------------- whole positions


def plain_position(state: State) -> Plain:
    """The whole position, fact by fact."""
    own = state.__dict__
    plain = {name: _write(state, name, own[name]) for name in state.facts}
    for name, column in state.columns.items():
        write = column.codec.write
        plain[name] = thin(column.names, [_plain(write(value)) for value in own[name]])
    return plain


def whole_puts(state: State, sealed: bool) -> tuple[list[Put], list[Put]]:
    """The whole position as changes of nothing: what all sides may see, and what not all of them may see."""
    return _parted(state, [[name, value] for name, value in sorted(plain_position(state).items())], sealed)


def read_column(names: Sequence[str], plain: Plain) -> list[object]:
    """The value of each unit; `*` holds that of every unit that is not named."""
    return [plain[name] if name in plain else plain[REST] for name in names]


# ---------------------------------------------------------------- changes


def puts(state: State, entries: Iterable[Entry], sealed: bool) -> tuple[list[Put], list[Put]]:
    """The difference that entries of the journal make: what all sides may see, and what not all of them may
    see.
    """
    first: dict[tuple[str, str], object] = {}
    last: dict[tuple[str, str], object] = {}
    fields = state.fields
    for name, key, old, new, _ in entries:
        if name != LOG:
            place = name, "" if key < 0 else fields[name].names[key]
            first.setdefault(place, old)
            last[place] = new
    changed = [place for place in sorted(last) if first[place] != last[place]]
    return _parted(state, [_put(state, *place, first[place], last[place]) for place in changed], sealed)


def _put(state: State, name: str, key: str, old: Any, new: Any) -> Put:
    if name == STACK:
        at, gone, came = encode_tuple_change(old, new)
        return [name, at, gone, write_stack(type(state), came)]
    codec = state.fields[name].codec
    write = codec.write
    if codec.by_member and name in state.facts:
        at, gone, members = (
            encode_set_change(old, new) if isinstance(new, int) else encode_tuple_change(old, new)
        )
        return [name, at, gone, _plain(write(members))]
    value = write(new)
    if name in state.columns:
        return [name, key, _plain(value)]
    if not isinstance(value, _LISTS):
        return [name, _plain(value)]
    at, gone, came = encode_tuple_change(tuple(write(old)), tuple(value))
    return [name, at, gone, _plain(came)]


def _parted(state: State, result: list[Put], sealed: bool) -> tuple[list[Put], list[Put]]:
    hidden = state.hidden
    if sealed:
        hidden |= {STACK} if state.within is None else {STACK, state.within.name(STACK)}
    if not hidden:
        return result, []
    return [put for put in result if put[0] not in hidden], [put for put in result if put[0] in hidden]


def has_secrets(state: State, side: str | None = None) -> bool:
    """Whether something is hidden (`side`: from that side): some hidden fact is not as at the start. At the
    end of a game all is open.
    """
    if not state.stack:
        return False
    own, fields = state.__dict__, state.fields
    changed = [name for name in state.hidden if own[name] != fields[name].start]
    return bool(changed) if side is None else any(_hides(state, name, side) for name in changed)


def _hides(state: State, name: str, side: str) -> bool:
    field, value = state.fields[name], state.__dict__[name]
    if name in state.facts:
        return not field.is_seen(state, side, -1)
    return any(
        one != start and not field.is_seen(state, side, key)
        for key, (one, start) in enumerate(zip(value, field.start, strict=True))
    )
