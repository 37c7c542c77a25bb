"""A position on the map as a TOML file: turn, phase, units, dumps, markers, procedures under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec

from grognard.core.notation import known_keys, read_plain
from grognard.core.ruling import GrognardError, no_such
from grognard.core.state import ENFORCEMENT

from .. import weather as sky
from . import sequence  # noqa: F401  (gives the position its procedures)
from .aircraft import PLANE, PLANE_NAMES, PLANES
from .board import GRID
from .fog import seen_stacks
from .opening import FIRST_TURN
from .options import DEFAULT
from .pieces import ALLIED, COMBAT, MOVE, NAMES, SCENARIOS, SIDES, STEPS, STRAT, unit
from .position import AlliedTurn, Campaign, GermanTurn, Turn
from .sight import is_foggy

_FRAMES = {cls.__struct_config__.tag: cls for cls in get_args(Campaign.frames)}
UNIT_LISTS = (
    "units",
    "attackers",
    "unpaid",
    "backed",
    "left",
    "defenders",
    "hit",
    "later",
    "fleeing",
    "guns",
    "tried",
)
PLANE_LISTS, PLANE_FIELDS = ("planes", "hurt", "fought"), ("interceptor", "attacker_plane", "defender_plane")
UNIT_FIELDS, HEX_LISTS, HEX_FIELDS = (
    ("rater", "opposing", "first", "unit"),
    ("way", "hexes", "starving", "enemies", "bombed"),
    ("hex", "origin"),
)
_PLAIN = {"scenario", "turn", "options", "enforcement", "rolls", "stack", "allied_stacks", "german_stacks"}
FACTS = [name for name in Campaign.facts if name not in _PLAIN]
COLUMNS = [name for name in Campaign.columns if name != "at"]
_TOP = {
    "scenario",
    "turn",
    "phase_of_play",
    "units",
    "options",
    "pending",
    "enforcement",
    "rolls",
    *FACTS,
    *COLUMNS,
}
_WORDS = {"active": SIDES, "phase": ("", "movement", "supply", "reaction", "combat", "exploitation"),
          "ground": sky.GROUNDS, "flight": sky.FLIGHTS}  # fmt: skip
_MODES = (COMBAT, MOVE, STRAT)

# ---------------------------------------------------------------- writing


def write(state: Campaign) -> dict[str, Any]:
    own, facts, columns = state.__dict__, Campaign.facts, Campaign.columns
    plain: dict[str, Any] = {"scenario": state.scenario, "turn": state.turn}
    plain |= {name: own[name] for name in ("enforcement", "rolls") if own[name] != facts[name].start}
    for name in FACTS:
        if own[name] != facts[name].start:
            plain[name] = msgspec.to_builtins(facts[name].codec.write(own[name]))
    place = columns["at"].codec.write
    plain["units"] = {
        NAMES[u]: place(hex_) for u, hex_ in enumerate(state.at) if hex_ != columns["at"].start[0]
    }
    for name in COLUMNS:
        names, start = columns[name].names, columns[name].start[0] if columns[name].start else None
        if found := {names[u]: value for u, value in enumerate(own[name]) if value != start}:
            plain[name] = found
    chosen = msgspec.to_builtins(state.options)
    if changed := {k: v for k, v in chosen.items() if v != getattr(DEFAULT, k)}:
        plain["options"] = changed
    plain["pending"] = [_frame(frame) for frame in state.stack]
    return plain


def _frame(frame: object) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    for name in plain:
        plain[name] = _named(name, plain[name])
    return plain


def _named(name: str, value: Any) -> Any:
    if name in UNIT_LISTS:
        return [NAMES[u] for u in value]
    if name in UNIT_FIELDS:
        return NAMES[value] if value >= 0 else ""
    if name in PLANE_LISTS:
        return [PLANE_NAMES[p] for p in value]
    if name in PLANE_FIELDS:
        return PLANE_NAMES[value] if value >= 0 else ""
    if name in HEX_LISTS:
        return [GRID.name[h] for h in value]
    if name in HEX_FIELDS:
        return GRID.name[value]
    return [[GRID.name[h], kind] for h, kind in value] if name == "terrain" else value


# ---------------------------------------------------------------- reading


def read(plain: Mapping[str, Any]) -> Campaign:
    return read_plain(Campaign, _TOP, plain, _read)


def _read(state: Campaign, plain: Mapping[str, Any]) -> None:
    own, facts, columns = state.__dict__, Campaign.facts, Campaign.columns
    own["scenario"] = _one_of("scenario", plain.get("scenario", "aachen"), tuple(SCENARIOS))
    own["turn"] = _whole("turn", plain.get("turn", 1), 0, len(SCENARIOS[own["scenario"]]["turns"]))
    own["enforcement"] = _one_of("enforcement", plain.get("enforcement", "referee"), ENFORCEMENT)
    own["rolls"] = _whole("rolls", plain.get("rolls", 0), 0, 10**9)
    for name in FACTS:
        if name in plain:
            own[name] = facts[name].codec.read(plain[name])
    for name, words in _WORDS.items():
        _one_of(name, own[name], words)
    for name, value in plain.get("units", {}).items():
        own["at"][unit(name)] = columns["at"].codec.read(value)
    for name in COLUMNS:
        for key, value in plain.get(name, {}).items():
            own[name][plane(key) if name == "plane_lost" else unit(key)] = value
    _check_columns(own)
    if "pending" not in plain:
        _moment(own, plain)
    own["stack"] = (
        tuple(_read_frame(row) for row in plain["pending"]) if "pending" in plain else _stack(plain)
    )
    state.derive()
    if is_foggy(state):
        own["allied_stacks"], own["german_stacks"] = (seen_stacks(state, side) for side in SIDES)


def plane(name: str) -> int:
    if name not in PLANE:
        raise GrognardError(no_such("aircraft", name, PLANE_NAMES))
    return PLANE[name]


def _check_columns(own: dict[str, Any]) -> None:
    for p, name in enumerate(PLANE_NAMES):
        _whole(f"plane_lost of {name}", own["plane_lost"][p], 0, PLANES[p].steps)
    for u, name in enumerate(NAMES):
        _whole(f"lost of {name}", own["lost"][u], 0, STEPS[u])
        _whole(f"stock of {name}", own["stock"][u], 0, 2)
        _one_of(f"mode of {name}", own["mode"][u], _MODES)


def _one_of(what: str, value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        raise GrognardError(f"{what} is one of {', '.join(map(repr, words))}, not {value!r}")
    return str(value)


def _whole(what: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise GrognardError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return value


def _moment(own: dict[str, Any], plain: Mapping[str, Any]) -> None:
    """The active side and its phase, where the file names only the step."""
    name = plain.get("phase_of_play", "allied movement")
    allied = any(step.name == name for step in Campaign.procedures[AlliedTurn])
    words = {
        "reaction": "reaction",
        "exploitation": "exploitation",
        "movement": "movement",
        "breakout": "movement",
        "recovery": "supply",
        "meals": "supply",
        "barrage": "combat",
        "combat": "combat",
    }
    found = next((phase for word, phase in words.items() if word in name.split()), "")
    own["active"], own["phase"] = plain.get("active", SIDES[not allied]), plain.get("phase", found)


def _stack(plain: Mapping[str, Any]) -> tuple[Any, ...]:
    """A position without procedures stands at a named phase of the active side."""
    name = plain.get("phase_of_play", "allied movement")
    for kind in (AlliedTurn, GermanTurn):
        for number, step in enumerate(Campaign.procedures[kind]):
            if step.name == name:
                after = FIRST_TURN + (1 if kind is AlliedTurn else 2)
                return Turn(step=after, ground=True, flight=True, leader=ALLIED), kind(step=number)
    raise GrognardError(f"{name!r} is not a phase; the phases are {', '.join(phases())}")


def phases() -> list[str]:
    """The phases a position can be written in."""
    return [step.name for kind in (AlliedTurn, GermanTurn) for step in Campaign.procedures[kind] if step.name]


def _read_frame(row: Mapping[str, Any]) -> Any:
    plain = dict(row)
    tag = plain.get("type") or plain.get("frame")
    cls = _FRAMES.get(tag)
    if cls is None:
        raise GrognardError(
            f"pending: a procedure is one of {', '.join(sorted(map(str, _FRAMES)))}, not {tag!r}"
        )
    for name in plain:
        plain[name] = _numbered(name, plain[name])
    known_keys(plain, {*cls.__struct_fields__, "type", "frame"}, f"pending, {tag},")
    try:
        return msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        raise GrognardError(f"pending: {error}") from None


def _numbered(name: str, value: Any) -> Any:
    found: dict[str, Callable[[Any], Any]] = dict.fromkeys(UNIT_LISTS, lambda v: [unit(u) for u in v])
    found |= dict.fromkeys(UNIT_FIELDS, lambda v: unit(v) if v else -1)
    found |= dict.fromkeys(PLANE_LISTS, lambda v: [plane(p) for p in v])
    found |= dict.fromkeys(PLANE_FIELDS, lambda v: plane(v) if v else -1)
    found |= dict.fromkeys(HEX_LISTS, lambda v: [GRID.hex(h) for h in v])
    found |= dict.fromkeys(HEX_FIELDS, GRID.hex)
    found |= {"terrain": lambda v: [[GRID.hex(h), kind] for h, kind in v]}
    return found[name](value) if name in found else value
