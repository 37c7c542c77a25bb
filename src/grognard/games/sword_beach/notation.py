"""A Sword Beach position as people write it: turn, phase, units at hexes, markers, and whatever is under
way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from grognard.core.facts import Frame
from grognard.core.hexes import OFF
from grognard.core.notation import fitting, known_keys, read_plain
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.core.state import ENFORCEMENT, REFEREE

from . import sequence  # noqa: F401  (gives the position its procedures)
from .arrivals import DIVISIONS, EARLIEST, LAST_TURN, extension
from .board import CITY, GRID
from .options import DEFAULT
from .pieces import ALLIED, NAMES, SIDES, unit
from .position import Landing, SwordBeach, Turn, fact
from .tables import ALLOTMENT, CUPS, EMPTY, NAVAL, NAVAL_VALUES, THEIRS, TOP, minus

TAGS = {
    "moved": fact.moved,
    "fought": fact.fought,
    "landed": fact.landed,
    "left": fact.left,
    "cut_off": fact.cut_off,
}
HEX_SETS = (
    "beachheads",
    "drop_zones",
    "allied_cities",
    "attacked",
    "bombarded",
    "unassaulted",
    "hot_beaches",
)
SINGLE = (
    "weather",
    "drop_supply",
    "mines",
    "called",
    "entered",
    "caen_due",
    "caen_taken",
    "won",
    "rolls",
    "enforcement",
)
UNIT_FIELDS, HEX_FIELDS = ("attackers", "defender", "unit", "to_drop", "drifting"), ("hex", "origin")
_FRAMES = {cls.__struct_config__.tag: cls for cls in get_args(SwordBeach.frames)}
_TOP_LEVEL = {
    "turn",
    "phase",
    "units",
    "markers",
    "cups",
    "lost",
    "naval",
    "record",
    "options",
    "pending",
    *SINGLE,
}

# ---------------------------------------------------------------- writing


def write(state: SwordBeach) -> Plain:
    plain: Plain = {"turn": state.turn, "phase": phase_of(state)}
    for name in SINGLE:
        value = state.__dict__[name]
        if value != SwordBeach.facts[name].start:
            plain[name] = list(value) if isinstance(value, tuple) else value
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    plain["markers"] = _markers(state)
    plain |= _fire_markers(state)
    if state.record:
        plain["record"] = {NAMES[u]: GRID.name[h] for u, h in state.record}
    chosen = msgspec.to_builtins(state.options)
    if changed := {k: v for k, v in chosen.items() if v != getattr(DEFAULT, k)}:
        plain["options"] = changed
    if len(state.stack) > 1 or (state.stack and _more(state.stack[0])):
        plain["pending"] = [_frame(frame) for frame in state.stack]
    return plain


def _markers(state: SwordBeach) -> dict[str, list[str]]:
    """The sets of hexes, as far as they are not empty."""
    found = {name: GRID.names(state.__dict__[name]) for name in HEX_SETS if state.__dict__[name]}
    if not state.allied_cities and state.occupied[ALLIED] & CITY:  # without it, cities are taken to be held
        found["allied_cities"] = []
    return found


def _fire_markers(state: SwordBeach) -> Plain:
    """The support fire markers: in the cups, lost, and the naval ones left."""
    cups = {name: _values(cup) for name, cup in zip(CUPS, state.cups, strict=True)}
    naval = [value for value, count in zip(NAVAL_VALUES, state.naval, strict=True) for _ in range(count)]
    return {"cups": cups, **({"lost": _values(state.lost)} if any(state.lost) else {}), "naval": naval}


def phase_of(state: SwordBeach) -> str:
    """The named phase the sequence of play has come to."""
    if not state.stack:
        return "over"
    base = state.stack[0]
    steps = SwordBeach.procedures[type(base)]
    back = (
        base.step if len(state.stack) == 1 else base.step - 1 if not _repeats(steps, base.step) else base.step
    )
    named = [step.name for step in steps[: max(back, 0) + 1] if step.name]
    return named[-1] if named else steps[0].name


def _repeats(steps: Any, at: int) -> bool:
    """Whether the step a procedure has come to is a phase that goes on: a combat returns to its phase."""
    return at < len(steps) and hasattr(steps[at], "picks")


def _unit(state: SwordBeach, u: int) -> str:
    lost = state.steps[u] == 0
    words = (
        ["lost"]
        if lost
        else [GRID.name[state.at[u]]]
        if state.at[u] != OFF
        else ["waiting"]
        if state.waiting >> u & 1
        else []
    )
    if not words:
        return ""
    words += ["reduced"] * (state.steps[u] == 1)
    return " ".join([*words, *(tag for tag, kept in TAGS.items() if state.__dict__[kept.name] >> u & 1)])


def _values(cup: tuple[int, ...]) -> list[int]:
    return [value for value, count in enumerate(cup) for _ in range(count)]


def _more(frame: Frame) -> bool:
    return any(
        getattr(frame, name) != getattr(type(frame)(), name)
        for name in frame.__struct_fields__
        if name != "step"
    )


def _frame(frame: Frame) -> Plain:
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    for name in UNIT_FIELDS:
        if name in plain:
            plain[name] = (
                [NAMES[u] for u in plain[name]]
                if isinstance(plain[name], list | tuple)
                else _name(NAMES, plain[name])
            )
    for name in HEX_FIELDS:
        if name in plain:
            plain[name] = GRID.name[plain[name]]
    if "crowded" in plain:
        plain["crowded"] = [[GRID.name[h], n] for h, n in plain["crowded"]]
    return plain


def _name(names: list[str], number: int) -> str:
    return names[number] if number >= 0 else ""


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> SwordBeach:
    return read_plain(SwordBeach, _TOP_LEVEL, plain, _read)


def _read(state: SwordBeach, plain: Mapping[str, Any]) -> None:
    own = state.__dict__
    lenient = plain.get("enforcement", REFEREE) != REFEREE
    own["turn"] = _whole(plain.get("turn", 1), "turn", IRREGULAR_END if lenient else END)
    for name in SINGLE:
        if name in plain:
            own[name] = _single(name, plain[name])
    if own["weather"] != "fair" and "weather" not in plain.get(
        "options", {}
    ):  # SB-14.1.e: weather that is written is in use
        own["options"] = msgspec.structs.replace(own["options"], weather=True)
    seen: set[int] = set()
    for name, text in plain.get("units", {}).items():
        if (u := unit(name)) in seen:
            raise GrognardError(f"{NAMES[u]} is written twice")
        seen.add(u)
        _read_unit(state, u, str(text).split())
    state.derive()
    for name, hexes in plain.get("markers", {}).items():
        if name not in HEX_SETS:
            raise GrognardError(f"{name!r} is not a set of markers; the sets are {', '.join(HEX_SETS)}")
        own[name] = sum(1 << GRID.hex(h) for h in dict.fromkeys(hexes))
    if "allied_cities" not in plain.get("markers", {}):
        own["allied_cities"] = state.occupied[ALLIED] & CITY
    _read_fire(state, plain)
    own["record"] = tuple((unit(name), GRID.hex(h)) for name, h in plain.get("record", {}).items())
    own["stack"] = _read_stack(plain)


_WORDS = {
    "weather": ("fair", "inclement", "unknown"),
    "mines": ("cup", "aside", "used", "drawn", "out", "lost"),
    "enforcement": ENFORCEMENT,
}


def _single(name: str, value: object) -> object:
    """A fact of one value: a word of its list, or of the kind it starts as."""
    if name in _WORDS and value not in _WORDS[name]:
        raise GrognardError(f"{name} is one of {', '.join(_WORDS[name])}, not {value!r}")
    known = SwordBeach.facts[name]
    value = tuple(value) if isinstance(value, list) else value
    if isinstance(known.start, tuple) and not isinstance(value, tuple):
        raise GrognardError(f"{name} is a list, not {value!r}")
    return fitting(name, known, known.start, value)


END = LAST_TURN + extension([EARLIEST] * len(DIVISIONS))  # SB-11.1.3.c: no game lasts longer
IRREGULAR_END = LAST_TURN + extension([1] * len(DIVISIONS))  # with divisions let in before their time


def _whole(value: object, name: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise GrognardError(f"{name} is a whole number from 0 to {most}, not {value!r}")
    return value


def _read_unit(state: SwordBeach, u: int, words: list[str]) -> None:
    if not words:
        raise GrognardError(f"{NAMES[u]}: write a hex, 'waiting' or 'lost'")
    place, *tags = words
    if twice := [tag for tag in tags if tags.count(tag) > 1]:
        raise GrognardError(f"{NAMES[u]}: {twice[0]} is written twice")
    if place == "lost":
        state.__dict__["steps"][u] = 0
    elif place == "waiting":
        state.__dict__["waiting"] |= 1 << u
    else:
        state.__dict__["at"][u] = _hex(place, NAMES[u])
    for tag in tags:
        if tag == "reduced":
            state.__dict__["steps"][u] = 1
        elif tag in TAGS:
            state.__dict__[TAGS[tag].name] |= 1 << u
        else:
            raise GrognardError(f"{NAMES[u]}: {tag!r} is not one of reduced, {', '.join(TAGS)}")


def _hex(name: str, what: str) -> int:
    if name not in GRID.number:
        raise GrognardError(f"{what}: there is no hex {name!r} on this map")
    return GRID.number[name]


def _read_fire(state: SwordBeach, plain: Mapping[str, Any]) -> None:
    """Cups not written are full (before the cups are filled, empty); naval markers last through GT 1."""
    own = state.__dict__
    own["lost"] = _cup(plain.get("lost", []), "lost")
    full = [*ALLOTMENT]
    full[THEIRS] = minus(ALLOTMENT[THEIRS], own["lost"])
    written = plain.get("cups", {})
    unfilled = state.turn == 0 and plain.get("phase") == "german set-up"
    for i, name in enumerate(CUPS):
        grounded = name == "air" and own["weather"] == "inclement"  # SB-14.1.c
        own["cups"][i] = (
            _cup(written[name], name) if name in written else EMPTY if unfilled or grounded else full[i]
        )
    if strange := set(written) - set(CUPS):
        raise GrognardError(f"{', '.join(sorted(strange))} is not a cup; the cups are {', '.join(CUPS)}")
    default = [value for value in NAVAL_VALUES for _ in range(NAVAL[value])] if state.turn < 2 else []
    naval = plain.get("naval", default)
    if wrong := [value for value in naval if naval.count(value) > NAVAL.get(value, 0)]:
        raise GrognardError(f"naval: too many markers of {wrong[0]}; there are {NAVAL.get(wrong[0], 0)}")
    own["naval"] = tuple(naval.count(value) for value in NAVAL_VALUES)


def _cup(values: list[int], name: str) -> tuple[int, ...]:
    counts = [0] * (TOP + 1)
    for value in values:
        if not isinstance(value, int) or not 0 < value <= TOP:
            raise GrognardError(f"{name}: {value!r} is not a marker value")
        counts[value] += 1
    return tuple(counts)


def _read_stack(plain: Mapping[str, Any]) -> tuple[object, ...]:
    if "pending" in plain:
        return tuple(_read_frame(row) for row in plain["pending"])
    phase = plain.get("phase", "allied movement")
    if phase == "over":
        return ()
    for cls in (Turn, Landing):
        for number, step in enumerate(SwordBeach.procedures[cls]):
            if step.name == phase:
                return (cls(step=number),)
    raise GrognardError(f"{phase!r} is not a phase; the phases are {', '.join(phases())}")


def phases() -> list[str]:
    """The phases a position can be written in."""
    found = [step.name for cls in (Landing, Turn) for step in SwordBeach.procedures[cls] if step.name]
    return list(dict.fromkeys(found))


def _read_names(plain: dict[str, Any]) -> None:
    """Units and hexes by their numbers; sides and cups as they are known."""
    for name in UNIT_FIELDS:
        if name in plain:
            value = plain[name]
            plain[name] = (
                [unit(x) for x in value] if isinstance(value, list) else unit(value) if value else -1
            )
    for name in HEX_FIELDS:
        if name in plain:
            plain[name] = GRID.hex(plain[name])
    if "crowded" in plain:
        plain["crowded"] = [[GRID.hex(h), n] for h, n in plain["crowded"]]
    known = {"attacker": SIDES, "to_draw": CUPS, "to_lose": CUPS}
    for name in known.keys() & plain.keys():
        if strange := set([plain[name]] if name == "attacker" else plain[name]) - set(known[name]):
            raise GrognardError(
                f"pending: {name} is of {', '.join(known[name])}, not {', '.join(map(repr, strange))}"
            )


def _read_frame(row: Mapping[str, Any]) -> object:
    plain = dict(row)
    cls = _FRAMES.get(plain.pop("frame", None))
    if cls is None:
        raise GrognardError(f"pending: a frame is one of {', '.join(sorted(map(str, _FRAMES)))}")
    _read_names(plain)
    known_keys(plain, cls.__struct_fields__, f"pending, frame {row['frame']},")
    try:
        frame = msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        raise GrognardError(f"pending: {error}") from None
    if not 0 <= frame.step < (count := len(SwordBeach.procedures[cls])):
        raise GrognardError(
            f"pending, frame {row['frame']}: step is a whole number from 0 to {count - 1}, not {frame.step}"
        )
    return frame
