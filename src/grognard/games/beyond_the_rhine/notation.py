"""A position of the campaign as people write it: turn, phase, stocks, ports, where each counter is, and what is under way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from grognard.core.notation import read_plain
from grognard.core.ruling import GrognardError
from grognard.core.state import ENFORCEMENT

from . import sequence  # noqa: F401  (gives the position its procedures)
from . import weather as sky
from .chart import COUNTERS, ENTRIES, NAMES, NUMBER
from .dates import CAMPAIGNS
from .options import DEFAULT
from .pieces import NATIONS, SIDES, suggest
from .position import DEAD, DUE, GERMAN, LIVE, NOT_YET, REPAIRED, WHERE, BeyondTheRhine, Turn
from .supply import EVENTS, PORTS

SINGLE = (
    "ground",
    "flight",
    "first",
    "scheldt",
    "reserves",
    "bridge_markers",
    "rail_used",
    "sea_used",
    "bridges",
    "rolls",
    "enforcement",
)
LISTS = ("initiative", "rolled", "entered", "ended")
CODED = ("due_by", "plans", "stand_ins")
STOCKS = ("tokens", "received", "spent", "pax", "eq", "shifts")
_WORDS = {
    "ground": ("", *sky.GROUNDS), "flight": ("", *sky.FLIGHTS), "first": ("", *SIDES), "scheldt": ("open", "closed"),
    "enforcement": ENFORCEMENT,
}  # fmt: skip
_FRAMES = {cls.__struct_config__.tag: cls for cls in get_args(BeyondTheRhine.frames)}
_TOP = {"campaign", "turn", "phase", "units", "stocks", "ports", "events", "options", "pending", *CODED, *SINGLE, *LISTS}

# ---------------------------------------------------------------- writing


def write(state: BeyondTheRhine) -> dict[str, Any]:
    own, facts = state.__dict__, BeyondTheRhine.facts
    plain: dict[str, Any] = {"campaign": state.campaign, "turn": state.turn, "phase": phase_of(state)}
    plain |= {name: own[name] for name in SINGLE if own[name] != facts[name].start}
    plain |= {name: list(own[name]) for name in LISTS if own[name]}
    plain |= {name: facts[name].codec.write(own[name]) for name in CODED if own[name]}
    plain["stocks"] = {f"{name}_{who}": own[name][i] for name in STOCKS for i, who in enumerate(NATIONS) if own[name][i]}
    plain["ports"] = dict(zip(PORTS, state.ports, strict=True))
    plain["events"] = dict(zip(EVENTS, state.in_force, strict=True))
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    chosen = msgspec.to_builtins(state.options)
    if changed := {k: v for k, v in chosen.items() if v != getattr(DEFAULT, k)}:
        plain["options"] = changed
    if len(state.stack) > 1:
        plain["pending"] = [_frame(frame) for frame in state.stack]
    return plain


def _unit(state: BeyondTheRhine, unit: int) -> str:
    where, lost = state.at[unit], state.lost[unit]
    if where == NOT_YET:
        return ""
    whole = COUNTERS[unit].steps if where == DEAD else 0
    return where if lost == whole else f"{where} -{lost}"


def phase_of(state: BeyondTheRhine) -> str:
    """The named step the turn has come to."""
    if not state.stack:
        return "over"
    step = state.stack[0].step
    names = [row.name for row in BeyondTheRhine.procedures[Turn]]
    return names[step] if step < len(names) and names[step] else next((n for n in names[step:] if n), names[-2])


def _frame(frame: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    if "unit" in plain:
        plain["unit"] = NAMES[plain["unit"]] if plain["unit"] >= 0 else ""
    return plain


# ---------------------------------------------------------------- reading


def read(plain: Mapping[str, Any]) -> BeyondTheRhine:
    return read_plain(BeyondTheRhine, _TOP, plain, _read)


def _read(state: BeyondTheRhine, plain: Mapping[str, Any]) -> None:
    own = state.__dict__
    if plain.get("campaign", "full") not in CAMPAIGNS:
        raise GrognardError(f"there is no campaign {plain['campaign']!r}; there is {', '.join(CAMPAIGNS)}")
    own["campaign"] = plain.get("campaign", "full")
    game = state.game_of
    own["turn"] = _whole(plain.get("turn", game.first), "turn", game.first, game.last)
    for name in SINGLE:
        if name in plain:
            own[name] = _single(name, plain[name])
    for name in LISTS:
        own[name] = tuple(plain.get(name, ()))
    for name in CODED:
        own[name] = BeyondTheRhine.facts[name].codec.read(plain.get(name, ()))
    _read_stocks(state, plain)
    for name, text in plain.get("units", {}).items():
        _read_unit(state, name, str(text))
    _agree(state)
    state.derive()
    own["stack"] = _read_stack(plain)
    state.run()
    state.journal.clear()


SWAPPED_IN = {swap.new for entry in ENTRIES for swap in entry.swaps}


def _brings(entry: int, unit: int) -> bool:
    """An entry brings its counters, or one like them that went in their place, or what one of them was swapped for."""
    alike = [c for c in ENTRIES[entry].counters() if COUNTERS[c].identity == COUNTERS[unit].identity]
    return bool(alike) or unit in SWAPPED_IN


def _agree(state: BeyondTheRhine) -> None:
    """What one part of a position says of another must be so."""
    due = [NAMES[u] for u, where in enumerate(state.at) if where == DUE]
    if sorted(due) != sorted(NAMES[u] for u, _ in state.due_by):
        raise GrognardError(f"due_by names the entry of every counter that is due: {', '.join(due) or 'none is'}")
    for unit, entry in state.due_by:
        if not _brings(entry, unit):
            raise GrognardError(f"{ENTRIES[entry].clause} does not bring {NAMES[unit]}")
    if [r - s for r, s in zip(state.received, state.spent, strict=True)] != list(state.tokens):
        raise GrognardError("tokens are what was received less what was spent")
    if len(state.ended) not in (0, 3):
        raise GrognardError("ended is a winner, a level and a clause")


def _whole(value: Any, what: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise GrognardError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return value


MOST = 10**6  # no stock of a campaign comes near it


def _single(name: str, value: Any) -> Any:
    if name in _WORDS:
        if value not in _WORDS[name]:
            raise GrognardError(f"{name} is one of {', '.join(map(repr, _WORDS[name]))}, not {value!r}")
        return value
    return _whole(value, name, 0, MOST)


def _read_stocks(state: BeyondTheRhine, plain: Mapping[str, Any]) -> None:
    own = state.__dict__
    keys = {f"{name}_{who}": (name, i) for name in STOCKS for i, who in enumerate(NATIONS)}
    for key, value in plain.get("stocks", {}).items():
        if key not in keys:
            raise GrognardError(f"there is no stock {key!r}; there is {', '.join(keys)}")
        name, i = keys[key]
        own[name][i] = _whole(value, key, -9 if name == "shifts" else 0, MOST)
    if not any(key.startswith("received") for key in plain.get("stocks", {})):
        own["received"] = [have + gone for have, gone in zip(own["tokens"], own["spent"], strict=True)]
    for name, status in plain.get("ports", {}).items():
        own["ports"][_number(PORTS, name, "port")] = _port(name, status)
    for name, on in plain.get("events", {}).items():
        if not isinstance(on, bool):
            raise GrognardError(f"event {name} is true or false, not {on!r}")
        own["in_force"][_number(tuple(EVENTS), name, "event")] = on


def _port(name: str, status: Any) -> str:
    words = str(status).split()
    if status in (GERMAN, REPAIRED) or (len(words) == 2 and words[0] == "captured" and words[1].isdigit()):
        return str(status)
    raise GrognardError(f"{name} is german, repaired or 'captured N' with the turn, not {status!r}")


def _number(known: tuple[str, ...], name: str, what: str) -> int:
    if name not in known:
        raise GrognardError(f"there is no {what} {name!r}; there is {', '.join(known)}")
    return known.index(name)


def _read_unit(state: BeyondTheRhine, name: str, text: str) -> None:
    if name not in NUMBER:
        raise GrognardError(f"there is no counter {name!r}; did you mean {suggest(name, NAMES)}?")
    unit, (where, *more) = NUMBER[name], text.split() or [""]
    if where not in WHERE:
        raise GrognardError(f"{name}: {where!r} is none of {', '.join(filter(None, WHERE))}")
    steps = COUNTERS[unit].steps
    lost = -int(more[0]) if more else steps if where == DEAD else 0
    state.__dict__["at"][unit] = where
    low, high = (steps, steps) if where == DEAD else (0, steps - 1) if where in (*LIVE, DUE) else (0, steps)
    state.__dict__["lost"][unit] = _whole(lost, f"steps {name} has lost", low, high)


def _read_stack(plain: Mapping[str, Any]) -> tuple[Any, ...]:
    if "pending" in plain:
        return tuple(_read_frame(row) for row in plain["pending"])
    phase = plain.get("phase", "ground")
    if phase == "over":
        return ()
    steps = BeyondTheRhine.procedures[Turn]
    for number, step in enumerate(steps):
        if step.name == phase:
            return (Turn(step=number),)
    raise GrognardError(f"there is no phase {phase!r}; there is {', '.join(step.name for step in steps if step.name)}")


def _read_frame(row: Mapping[str, Any]) -> Any:
    plain = dict(row)
    cls = _FRAMES.get(plain.pop("frame", None))
    if cls is None:
        raise GrognardError(f"pending: a frame is one of {', '.join(sorted(map(str, _FRAMES)))}")
    if "unit" in plain:
        plain["unit"] = NUMBER[plain["unit"]] if plain["unit"] else -1
    try:
        frame = msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        raise GrognardError(f"pending: {error}") from None
    if any(not 0 <= entry < len(ENTRIES) for entry, _ in getattr(frame, "queue", ())):
        raise GrognardError("pending: an entry of the chart that does not exist")
    return frame
