"""A Sword Beach position as people write it: turn, phase, units at hexes, markers, and whatever is under
way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from grognard.core.facts import Codec, Frame
from grognard.core.hexes import OFF, set_of
from grognard.core.notation import FactFile, entries, named, one_of, read_plain, table, whole
from grognard.core.plain import Plain, PlainView
from grognard.core.procedure import Phase, Step
from grognard.core.ruling import GrognardError
from grognard.core.state import REFEREE

from . import sequence  # noqa: F401  (gives the position its procedures)
from .arrivals import DIVISIONS, EARLIEST, LAST_TURN, extension
from .board import CITY, GRID
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
_UNITS, _HEXES = named(dict(enumerate(NAMES)), unit, optional=True), named(GRID.name, GRID.hex)
_CROWDED = Codec(
    lambda pairs: [[GRID.name[hex_], count] for hex_, count in pairs],
    lambda pairs: [[GRID.hex(hex_), count] for hex_, count in pairs],
)
FILE = FactFile(
    SwordBeach,
    apart=("turn", "at", "steps", "waiting", "cups", "lost", "naval", "record", *HEX_SETS, *TAGS),
    last=("rolls", "enforcement"),
    words={
        "weather": one_of("weather", ("fair", "inclement", "unknown")),
        "mines": one_of("mines", ("cup", "aside", "used", "drawn", "out", "lost")),
    },
    fields={
        **dict.fromkeys(("attackers", "defender", "unit", "to_drop", "drifting"), _UNITS),
        **dict.fromkeys(("hex", "origin"), _HEXES),
        "crowded": _CROWDED,
        "attacker": one_of("pending: attacker", SIDES),
        "to_draw": one_of("pending: to_draw", CUPS),
        "to_lose": one_of("pending: to_lose", CUPS),
    },
)
_TOP_LEVEL = {"turn", "phase", "units", "markers", "cups", "lost", "naval", "record", *FILE.names}

# ---------------------------------------------------------------- writing


def write(state: SwordBeach) -> Plain:
    plain: Plain = {"turn": state.turn, "phase": phase_of(state), **FILE.write(state)}
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    plain["markers"] = _markers(state)
    plain |= _fire_markers(state)
    if state.record:
        plain["record"] = {NAMES[u]: GRID.name[h] for u, h in state.record}
    plain |= FILE.write_options(state)
    if len(state.stack) > 1 or (state.stack and _more(state.stack[0])):
        plain["pending"] = FILE.write_frames(state)
    return plain


def _markers(state: SwordBeach) -> dict[str, list[str]]:
    """The sets of hexes, as far as they are not empty."""
    result = {name: GRID.names(state.__dict__[name]) for name in HEX_SETS if state.__dict__[name]}
    if not state.allied_cities and state.occupied[ALLIED] & CITY:  # without it, cities are taken to be held
        result["allied_cities"] = []
    return result


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


def _repeats(steps: Sequence[Step], at: int) -> bool:
    """Whether the step a procedure has come to is a phase that goes on: a combat returns to its phase."""
    return at < len(steps) and isinstance(steps[at], Phase)


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
    return " ".join([*words, *(tag for tag, mask in TAGS.items() if state.__dict__[mask.name] >> u & 1)])


def _values(cup: tuple[int, ...]) -> list[int]:
    return [value for value, count in enumerate(cup) for _ in range(count)]


def _more(frame: Frame) -> bool:
    return any(
        getattr(frame, name) != getattr(type(frame)(), name)
        for name in frame.__struct_fields__
        if name != "step"
    )


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> SwordBeach:
    return read_plain(SwordBeach, _TOP_LEVEL, plain, _read)


def _read(state: SwordBeach, plain: PlainView) -> None:
    own = state.__dict__
    lenient = plain.get("enforcement", REFEREE) != REFEREE
    own["turn"] = whole(plain.get("turn", 1), "turn", 0, IRREGULAR_END if lenient else END)
    FILE.read(state, plain)
    if own["weather"] != "fair" and "weather" not in table(
        plain, "options"
    ):  # SB-14.1.e: weather that is written is in use
        own["options"] = msgspec.structs.replace(own["options"], weather=True)
    _read_units(state, table(plain, "units"))
    state.derive()
    _read_markers(state, table(plain, "markers"))
    _read_fire(state, plain)
    record = table(plain, "record")
    own["record"] = tuple((unit(name), GRID.hex(str(hex_))) for name, hex_ in record.items())
    own["stack"] = _read_stack(plain)


END = LAST_TURN + extension([EARLIEST] * len(DIVISIONS))  # SB-11.1.3.c: no game lasts longer
IRREGULAR_END = LAST_TURN + extension([1] * len(DIVISIONS))  # with divisions let in before their time


def _read_units(state: SwordBeach, written: PlainView) -> None:
    seen: set[int] = set()
    for name, text in written.items():
        if (u := unit(name)) in seen:
            raise GrognardError(f"{NAMES[u]} is written twice")
        seen.add(u)
        _read_unit(state, u, str(text).split())


def _read_markers(state: SwordBeach, written: PlainView) -> None:
    """The sets of hexes; without a set of them, the Allies hold the cities they are in."""
    state.__dict__["allied_cities"] = state.occupied[ALLIED] & CITY
    for name in written:
        if name not in HEX_SETS:
            raise GrognardError(f"{name!r} is not a set of markers; the sets are {', '.join(HEX_SETS)}")
        state.__dict__[name] = set_of(GRID.hex(h) for h in dict.fromkeys(map(str, entries(written, name))))


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


def _read_fire(state: SwordBeach, plain: PlainView) -> None:
    """Cups not written are full (before the cups are filled, empty); naval markers last through GT 1."""
    own = state.__dict__
    own["lost"] = _cup(entries(plain, "lost"), "lost")
    full = [*ALLOTMENT]
    full[THEIRS] = minus(ALLOTMENT[THEIRS], own["lost"])
    written = table(plain, "cups")
    unfilled = state.turn == 0 and plain.get("phase") == "german set-up"
    for i, name in enumerate(CUPS):
        grounded = name == "air" and own["weather"] == "inclement"  # SB-14.1.c
        left_out = EMPTY if unfilled or grounded else full[i]
        own["cups"][i] = _cup(entries(written, name), name) if name in written else left_out
    if strange := set(written) - set(CUPS):
        raise GrognardError(f"{', '.join(sorted(strange))} is not a cup; the cups are {', '.join(CUPS)}")
    own["naval"] = _naval(state, plain)


def _naval(state: SwordBeach, plain: PlainView) -> tuple[int, ...]:
    default = [value for value in NAVAL_VALUES for _ in range(NAVAL[value])] if state.turn < 2 else []
    naval = entries(plain, "naval", default)
    for value in naval:
        available = NAVAL.get(value, 0) if isinstance(value, int) else 0
        if naval.count(value) > available:
            raise GrognardError(f"naval: too many markers of {value}; there are {available}")
    return tuple(naval.count(value) for value in NAVAL_VALUES)


def _cup(values: Iterable[object], name: str) -> tuple[int, ...]:
    counts = [0] * (TOP + 1)
    for value in values:
        if not isinstance(value, int) or not 0 < value <= TOP:
            raise GrognardError(f"{name}: {value!r} is not a marker value")
        counts[value] += 1
    return tuple(counts)


def _read_stack(plain: PlainView) -> tuple[Frame, ...]:
    if "pending" in plain:
        return FILE.read_frames(plain)
    phase = plain.get("phase", "allied movement")
    if phase == "over":
        return ()
    kind, step = FILE.phase(phase, Landing, Turn)
    return (kind(step=step),)
