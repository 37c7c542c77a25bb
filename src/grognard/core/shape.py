"""What a data file must hold, taken from the file that comes with the game. Knows no game.

A player's own file is compared with ours: the same keys, the same kinds of values, rows of the same length,
no negative number where we have none. Keys that are names of things (hexes, units) may differ, and rows may
be added or left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from .plain import PlainView

ABSURD = 10_000  # a number beyond this, and beyond a hundred times ours, is a slip of the pen
MIN_SIBLINGS = 3  # lists of one length that make that length a rule
REMARKS = frozenset({"note", "notes", "evidence", "source", "comment"})  # for readers: no rule needs them
_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def first_fault(own: PlainView, ours: PlainView) -> str | None:
    """The first key of a player's file that the game cannot use, and why; `None` if there is none.

    >>> first_fault({"unit": [{"id": "a"}]}, {"unit": [{"id": "a", "full": [1, 2]}]})
    'unit[1].full is missing'
    """
    return _fault(dict(own), _shape([ours]), "")


@dataclass(frozen=True)
class _Shape:
    """All values that stand in one place of our file, taken together."""

    kinds: frozenset[str]
    columns: Mapping[str, _Shape]  # of tables: by the keys the rules ask for
    needed: tuple[str, ...]  # those of them that every table has
    things: _Shape | None  # of tables: the values whose keys are names of hexes or units
    places: tuple[_Shape, ...]  # of lists that all have one length: what stands in each place
    elements: _Shape | None  # of other lists
    lowest: float
    highest: float
    blank: bool  # a text may be empty


def _shape(samples: Sequence[object]) -> _Shape:
    tables = [one for one in samples if isinstance(one, dict)]
    lists = [one for one in samples if isinstance(one, list)]
    numbers = [one for one in samples if isinstance(one, int | float) and not isinstance(one, bool)]
    columns, things = _columns_and_things(tables)
    fixed = _have_fixed_places(lists)
    return _Shape(
        kinds=frozenset(map(_kind, samples)),
        columns={key: _shape(column) for key, column in columns.items()},
        needed=tuple(key for key, column in columns.items() if len(column) == len(tables)),
        things=_shape_if_any(things),
        places=tuple(_shape(place) for place in zip(*lists, strict=True)) if fixed else (),
        elements=None if fixed else _shape_if_any(list(chain.from_iterable(lists))),
        lowest=min(numbers, default=0),
        highest=max(map(abs, numbers), default=0),
        blank="" in samples,
    )


def _shape_if_any(samples: Sequence[object]) -> _Shape | None:
    return _shape(samples) if samples else None


def _columns_and_things(tables: Iterable[dict[str, object]]) -> tuple[dict[str, list[object]], list[object]]:
    """The values of tables: those under a name that means the same in each, and the others."""
    columns: dict[str, list[object]] = {}
    things = []
    for key, one in chain.from_iterable(table.items() for table in tables):
        if _is_column(key):
            columns.setdefault(key, []).append(one)
        else:
            things.append(one)
    return columns, things


def _have_fixed_places(lists: Sequence[list[object]]) -> bool:
    """Whether lists are rows of one length, in which each place has a meaning of its own."""
    tables = any(isinstance(one, dict) for sample in lists for one in sample)
    return len(lists) >= MIN_SIBLINGS and len({*map(len, lists)}) == 1 and not tables


def _fault(value: object, shape: _Shape, path: str) -> str | None:
    """What is wrong with a value in its place."""
    kind = _kind(value)
    if kind not in shape.kinds and not (kind == _KINDS[int] and _KINDS[float] in shape.kinds):
        return f"{path} is {kind}, not {' or '.join(sorted(shape.kinds))}"
    if isinstance(value, dict):
        return _table_fault(value, shape, path)
    if isinstance(value, list):
        return _list_fault(value, shape, path)
    if isinstance(value, str):
        return None if value or shape.blank else f"{path} is empty"
    if isinstance(value, int | float) and kind in (_KINDS[int], _KINDS[float]):
        return _number_fault(value, shape, path)
    return None


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "a date or time")


def _table_fault(value: PlainView, shape: _Shape, path: str) -> str | None:
    for key in shape.needed:
        if key not in value:
            return f"{_inside(path, key)} is missing"
    result = (
        (key, one, shape.columns.get(key) if _is_column(key) else shape.things) for key, one in value.items()
    )
    return _first(
        _fault(one, inside, _inside(path, key)) for key, one, inside in result if inside is not None
    )


def _is_column(key: str) -> bool:
    """Whether a key is one the rules ask for, and no remark or name of a hex or unit."""
    return key not in REMARKS and re.fullmatch("[a-z][a-z0-9_]*", key) is not None


def _list_fault(value: list[object], shape: _Shape, path: str) -> str | None:
    if shape.places and len(value) != len(shape.places):
        return f"{path} has {len(value)} values, not {len(shape.places)}"
    insides = shape.places or [shape.elements] * len(value)
    result = enumerate(zip(value, insides, strict=True), 1)
    return _first(
        _fault(one, inside, f"{path}[{number}]") for number, (one, inside) in result if inside is not None
    )


def _number_fault(value: float, shape: _Shape, path: str) -> str | None:
    if isinstance(value, float) and not math.isfinite(value):
        return f"{path} is {value}, which is not a number"
    if value < 0 <= shape.lowest:
        return f"{path} is negative"
    return f"{path} is too large" if abs(value) > max(ABSURD, 100 * shape.highest) else None


def _inside(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _first(faults: Iterable[str | None]) -> str | None:
    return next((fault for fault in faults if fault), None)
