"""A position of a fight as people write it: every fact that is not as at the start, and whatever is under
way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from grognard.core.notation import known_keys, read_plain
from grognard.core.ruling import GrognardError

from .forces import MISSIONS, SCENES
from .options import DEFAULT
from .position import Firefight
from .tables import KINDS

_FRAMES = {cls.__struct_config__.tag: cls for cls in get_args(Firefight.frames)}
_FACTS = [name for name in Firefight.facts if name not in ("stack", "options")]
_KNOWN = {"options", "pending", *_FACTS, *Firefight.columns}


def write(state: Firefight) -> dict[str, Any]:
    own = state.__dict__
    plain: dict[str, Any] = {}
    for name in _FACTS:
        fact = Firefight.facts[name]
        if own[name] != fact.start or name == "turn":
            plain[name] = msgspec.to_builtins(fact.codec.write(own[name]))
    for name, column in Firefight.columns.items():
        rows = {
            column.names[key]: msgspec.to_builtins(column.codec.write(value))
            for key, value in enumerate(own[name])
            if value != column.start[key]
        }
        if rows:
            plain[name] = rows
    chosen = msgspec.to_builtins(state.options)
    if changed := {k: v for k, v in chosen.items() if v != getattr(DEFAULT, k)}:
        plain["options"] = changed
    if state.stack:
        plain["pending"] = [msgspec.to_builtins(frame) for frame in state.stack]
    return plain


def read(plain: Mapping[str, Any]) -> Firefight:
    return read_plain(Firefight, _KNOWN, plain, _read)


def _read(state: Firefight, plain: Mapping[str, Any]) -> None:
    own = state.__dict__
    for name in _FACTS:
        if name in plain:
            own[name] = _value(name, Firefight.facts[name], plain[name])
    if own["scene"] not in SCENES and own["scene"] not in MISSIONS:
        raise GrognardError(
            f"scene is one of {', '.join((*SCENES, *sorted(MISSIONS)))}, not {own['scene']!r}"
        )
    for name, column in Firefight.columns.items():
        rows = plain.get(name, {})
        known_keys(rows, column.names, name)
        for key, value in rows.items():
            own[name][column.names.index(key)] = _value(f"{name} of {key}", column, value)
    if strange := [kind for kind in own["kind"] if kind and kind not in KINDS]:
        raise GrognardError(f"{strange[0]!r} is not a unit of the firefight")
    own["stack"] = tuple(map(_frame, plain.get("pending", ())))
    state.derive()


def _value(name: str, field: Any, value: Any) -> Any:
    try:
        return field.codec.read(value)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise GrognardError(f"{name} cannot be {value!r} ({error})") from None


def _frame(row: Any) -> Any:
    known_keys(
        row, {"frame", *(field for cls in _FRAMES.values() for field in cls.__struct_fields__)}, "pending"
    )
    cls = _FRAMES.get(row.get("frame"))
    if cls is None:
        raise GrognardError(f"pending: a frame is one of {', '.join(sorted(map(str, _FRAMES)))}")
    plain = {key: value for key, value in row.items() if key != "frame"}
    try:
        return msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        raise GrognardError(f"pending: {error}") from None
