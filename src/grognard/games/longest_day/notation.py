"""A position as people write it: day, phase, units at hexes with their state, supply units, the ledger, and
what is under way."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from grognard.core.hexes import OFF, Hexes
from grognard.core.notation import known_keys, read_plain
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.core.state import ENFORCEMENT

from . import sequence  # noqa: F401  (gives the position its procedures)
from .board import BEACHES, GRID, LAND
from .days import LAST_DAY, day_of, iso
from .ledger import LATER, REPLACEMENT, Ledger, order
from .options import DEFAULT
from .pieces import ALLIED, COMBAT, DIVISION_HQ, GERMAN, HQ, NAMES, OF_SIDE, SIDES, SUPPLY, Row, unit
from .position import HQ_NUMBER, SUPPLY_NUMBER, Day, LongestDay, fact
from .roster import CORPS, RECORDS
from .sequence import AlliedSegment, GermanSegment
from .setup import begin_book
from .stacking import mixed, stacks
from .supply import unsupplied_units
from .victory import SCENARIOS

TAGS = {
    "half": fact.half,
    "moved": fact.moved,
    "short": fact.short,
    "fought": fact.fought,
    "once": fact.once,
    "spent": fact.spent,
    "stirred": fact.stirred,
    "strong": fact.strong,
}
BOXES = {"due": fact.due, "dead": fact.dead, "surrendered": fact.surrendered, "withdrawn": fact.gone}
HEX_SETS = ("control", "struck", "apart")
SINGLE = (
    "naval",
    "delivery",
    "replacements",
    "returns",
    "disorder",
    "over",
    "de_facto",
    "dry",
    "staffed",
    "won",
    "rolls",
    "enforcement",
)
_FRAMES = {cls.__struct_config__.tag: cls for cls in get_args(LongestDay.frames)}
UNIT_FIELDS, HEX_FIELDS = ("attackers", "guns", "doomed", "unit", "hq"), ("hex", "origin")
_TOP = {
    "scenario",
    "day",
    "phase",
    "units",
    "hexes",
    "orders",
    "german_orders",
    "arrived",
    "options",
    "pending",
    *SINGLE,
}

# ---------------------------------------------------------------- writing


def write(state: LongestDay) -> Plain:
    plain: Plain = {"scenario": state.scenario, "day": iso(state.day), "phase": phase_of(state)}
    for name in SINGLE:
        value = state.__dict__[name]
        if value != LongestDay.facts[name].start:
            plain[name] = _plain(name, value)
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    plain["hexes"] = {name: GRID.names(state.__dict__[name]) for name in HEX_SETS if state.__dict__[name]}
    if came := {name: iso(day) for name, day in _arrived(state).items()}:
        plain["arrived"] = came
    for name in ("orders", "german_orders"):
        if state.__dict__[name]:
            plain[name] = [_order(*o) for o in state.__dict__[name]]
    chosen = msgspec.to_builtins(state.options)
    if changed := {k: v for k, v in chosen.items() if v != getattr(DEFAULT, k)}:
        plain["options"] = changed
    if state.stack and not _plain_stack(state):
        plain["pending"] = [_frame(frame) for frame in state.stack]
    return plain


def _plain(name: str, value: Any) -> object:
    if name == "returns":
        return [[NAMES[u], day] for u, day in value]
    if name == "de_facto":
        return [[NAMES[u] for u in group] for group in value]
    return [list(x) if isinstance(x, tuple) else x for x in value] if isinstance(value, tuple) else value


def _arrived(state: LongestDay) -> dict[str, int]:
    return {NAMES[u]: state.came[i] for u, i in HQ_NUMBER.items() if state.came[i] >= 0}


def _order(day: int, subject: str, to: str, phase: str, stand_in: str) -> str:
    words = [iso(day), subject, to]
    return " ".join(
        [*words, *([phase] if phase != LATER else []), *([f"for={stand_in}"] if stand_in else [])]
    )


def _unit(state: LongestDay, u: int) -> str:
    mine = 1 << u
    if state.at[u] != OFF:
        words = [GRID.name[state.at[u]]]
    else:
        words = [name for name, kept in BOXES.items() if state.__dict__[kept.name] & mine][:1]
        if state.afloat[u] != OFF:
            words += [f"afloat={GRID.name[state.afloat[u]]}"]
        if not words:
            return ""
    words += ["disrupted"] * bool(state.disrupted[u])
    words += [f"unfed={state.unfed[u]}"] * bool(state.unfed[u])
    if SUPPLY & mine and state.bound[SUPPLY_NUMBER[u]]:
        words.append(f"bound={state.bound[SUPPLY_NUMBER[u]]}")
    return " ".join([*words, *(tag for tag, kept in TAGS.items() if state.__dict__[kept.name] & mine)])


def phase_of(state: LongestDay) -> str:
    """The named phase the sequence of play has come to."""
    if not state.stack:
        return "over"
    if len(state.stack) < 2:
        return "allied orders"
    frame = state.stack[1]
    steps = LongestDay.procedures[type(frame)]
    named = [step.name for step in steps[: frame.step + 1] if step.name]
    return named[-1] if named else steps[1].name


def _plain_stack(state: LongestDay) -> bool:
    """Whether the named phase says all there is to say of what is under way."""
    return state.stack == _stack_of(phase_of(state))


def _stack_of(phase: str) -> tuple[object, ...]:
    for number, (cls, side) in enumerate(((AlliedSegment, ALLIED), (GermanSegment, GERMAN)), 1):
        for at, step in enumerate(LongestDay.procedures[cls]):
            if step.name == phase:
                return (Day(step=number), cls(side=side, step=at))
    raise GrognardError(f"{phase!r} is not a phase; the phases are {', '.join(phases())}")


def phases() -> list[str]:
    """The phases a position can be written in."""
    return [
        step.name
        for cls in (AlliedSegment, GermanSegment)
        for step in LongestDay.procedures[cls]
        if step.name
    ]


def _frame(frame: object) -> Plain:
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    for name in UNIT_FIELDS:
        if name in plain:
            plain[name] = (
                [NAMES[u] for u in plain[name]]
                if isinstance(plain[name], list | tuple)
                else NAMES[plain[name]]
            )
    for name in HEX_FIELDS:
        if name in plain:
            plain[name] = GRID.name[plain[name]]
    if "payers" in plain:
        plain["payers"] = [[NAMES[u], NAMES[hq]] for u, hq in plain["payers"]]
    return plain


# ---------------------------------------------------------------- reading


def read(plain: Row) -> LongestDay:
    return read_plain(LongestDay, _TOP, plain, _read)


def _read(state: LongestDay, plain: Row) -> None:
    own = state.__dict__
    own["day"] = day_of(str(plain.get("day", "1944-06-06")))
    if not 0 <= own["day"] <= LAST_DAY:
        raise GrognardError(f"day is one from 1944-06-06 to {iso(LAST_DAY)}")
    own["scenario"] = _known(plain.get("scenario", _scenario_of(own["day"])), SCENARIOS, "scenario")
    for name in SINGLE:
        if name in plain:
            own[name] = _single(name, plain[name])
    for name, text in plain.get("units", {}).items():
        _read_unit(state, unit(name), str(text).split())
    for name, hexes in plain.get("hexes", {}).items():
        own[_known(name, HEX_SETS, "set of hexes")] = Hexes(
            sum(1 << GRID.hex(h) for h in dict.fromkeys(hexes))
        )
    if "hexes" not in plain or "control" not in plain["hexes"]:
        own["control"] = Hexes(_held(state) if "pending" not in plain else 0)
    _read_arrivals(state, plain)
    _read_orders(state, plain)
    own["stack"] = _read_stack(plain)
    state.derive()
    begin_book(state)
    _begin_movement(state, plain)


def _scenario_of(day: int) -> str:
    """Left out: the shortest scenario that has the day."""
    return next(str(id_) for id_, row in SCENARIOS.items() if day_of(row["last_day"]) >= day)


def _begin_movement(state: LongestDay, plain: Row) -> None:
    """TLD-B.6, TLD-S.5: at the start of a movement phase the file need not say who is short of supply, or
    which stacks must part."""
    step = state.step.name if state.stack else ""
    if not step.endswith("movement") or state.moved or state.short:
        return
    side = step.split()[0]
    state.__dict__["short"] = unsupplied_units(state, side)
    if "mechanized" not in step and "apart" not in plain.get("hexes", {}):
        state.__dict__["apart"] = Hexes(sum(1 << h for h in stacks(state, side) if mixed(state, h, side)))


def _held(state: LongestDay) -> int:
    """Left out: the Allies control the hexes their combat units are in."""
    found = 0
    for u, hex_ in enumerate(state.at):
        if hex_ >= 0 and OF_SIDE[ALLIED] & COMBAT & 1 << u:
            found |= 1 << hex_
    return found


def _known(name: str, there: Any, what: str) -> str:
    if name not in there:
        raise GrognardError(f"{name!r} is not a {what}; choose {' or '.join(there)}")
    return name


def _single(name: str, value: Any) -> object:
    if name == "enforcement":
        return _known(value, ENFORCEMENT, name)
    if name == "returns":
        return tuple((unit(u), int(day)) for u, day in value)
    if name == "de_facto":
        return _read_de_facto(value)
    start = LongestDay.facts[name].start
    if isinstance(start, tuple) and not _is_shaped(name, value):
        raise GrognardError(f"{name} is {SHAPES[name]}, not {value!r}")
    if isinstance(start, tuple):
        return tuple(tuple(x) if isinstance(x, list) else x for x in value)
    if type(value) is not type(start):
        raise GrognardError(f"{name} is of the kind {type(start).__name__}, not {value!r}")
    return value


def _read_de_facto(value: object) -> tuple[tuple[int, ...], ...]:
    """TLD-A.corps.25: groups of two or three divisional HQs, the one named first."""
    groups = (
        [list(group) if isinstance(group, list | tuple) else [] for group in value]
        if isinstance(value, list | tuple)
        else [[]]
    )
    if any(len(group) not in (2, 3) or not all(isinstance(name, str) for name in group) for group in groups):
        raise GrognardError(
            f'de_facto is a list of groups of two or three HQs, such as [["15:HQ", "49:HQ"]], not {value!r}'
        )
    found = tuple(tuple(unit(name) for name in group) for group in groups)
    if wrong := [NAMES[u] for group in found for u in group if not DIVISION_HQ >> u & 1]:
        raise GrognardError(f"de_facto: {', '.join(wrong)} is not a divisional HQ [TLD-A.corps.25]")
    return found


SHAPES = {
    "over": 'a list of pairs of an HQ and a unit, such as [["50:HQ", "ART-147"]]',
    "disorder": 'a list of pairs, such as [["VIII", 20]]',
    "delivery": 'a list of pairs, such as [["Gold", 2]]',
    "naval": 'a list of beaches, such as ["Gold"]',
    "dry": "two numbers, such as [0, 1]",
    "won": "a list of words",
}


def _is_shaped(name: str, value: object) -> bool:
    if not isinstance(value, list | tuple):
        return False
    if name in ("disorder", "delivery"):
        return all(_kinds(pair) == [str, int] for pair in value)
    if name == "over":
        return all(_kinds(pair) == [str, str] and pair[1] in RECORDS for pair in value)
    if name == "dry":
        return _kinds(value) == [int] * len(SIDES)
    return all(isinstance(word, str) for word in value) and (name != "naval" or BEACHES.keys() >= set(value))


def _kinds(parts: object) -> list[type]:
    return list(map(type, parts)) if isinstance(parts, list | tuple) else []


def _read_unit(state: LongestDay, u: int, words: list[str]) -> None:
    own, mine = state.__dict__, 1 << u
    if not words:
        raise GrognardError(f"{NAMES[u]}: write a hex, or one of {', '.join(BOXES)}")
    if len(places := [word for word in words if word in GRID.number or word in BOXES]) > 1:
        raise GrognardError(f"{NAMES[u]}: {' and '.join(places)}: a unit is in one place")
    for word in words:
        name, _, value = word.partition("=")
        if word in GRID.number:
            if not LAND >> GRID.number[word] & 1:
                raise GrognardError(f"{NAMES[u]}: {word} is sea; a unit off a beach is written afloat=HEX")
            own["at"][u] = GRID.number[word]
        elif word in BOXES:
            own[BOXES[word].name] |= mine
        elif word in TAGS:
            own[TAGS[word].name] |= mine
        elif word == "disrupted":
            own["disrupted"][u] = 1
        elif name == "unfed" and value.removeprefix("-").isdigit():
            own["unfed"][u] = int(value)
        elif name == "afloat":
            own["afloat"][u] = GRID.hex(value)
        elif name == "bound" and SUPPLY & mine:
            own["bound"][SUPPLY_NUMBER[u]] = _known(value, CORPS, "corps")
        else:
            there = ["a hex", *BOXES, *TAGS, "disrupted", "unfed=N", "afloat=HEX", "bound=CORPS"]
            raise GrognardError(f"{NAMES[u]}: {word!r} is not one of {', '.join(there)}")


def _read_arrivals(state: LongestDay, plain: Row) -> None:
    """Left out: every HQ on the map came the day before, or on the first day."""
    came = [-1] * len(HQ_NUMBER)
    written = plain.get("arrived")
    if written is None:
        for u, number in HQ_NUMBER.items():
            if state.at[u] >= 0:
                came[number] = max(0, state.day - 1)
    for name, day in (written or {}).items():
        if not HQ >> unit(name) & 1:
            raise GrognardError(f"arrived: {name} is not an HQ")
        came[HQ_NUMBER[unit(name)]] = day_of(str(day))
    state.__dict__["came"] = tuple(came)


def _read_orders(state: LongestDay, plain: Row) -> None:
    """`"1944-06-24 4-BDE 11ARM:HQ"`, with `replacement` behind it for the first orders of 7 June."""
    for name, side in (("orders", ALLIED), ("german_orders", GERMAN)):
        ledger = Ledger(side=side)
        found = []
        lines = plain.get(name, [])
        if not isinstance(lines, list | tuple):
            raise GrognardError(f"{name} is a list of lines, not {lines!r}")
        for line in lines:
            if len(str(line).split()) < 3:
                raise GrognardError(
                    f"{name}: {line!r} is written as DAY UNIT CORPS-OR-HQ, such as '1944-06-24 4-BDE"
                    " 11ARM:HQ'"
                )
            day, subject, to, *more = str(line).split()
            phase = REPLACEMENT if REPLACEMENT in more else LATER
            stand_in = next((word[4:] for word in more if word.startswith("for=")), "")
            if strange := [word for word in more if word != REPLACEMENT and not word.startswith("for=")]:
                raise GrognardError(
                    f"{name}: {line!r}: {' '.join(strange)} is neither `{REPLACEMENT}` nor `for=UNIT`"
                )
            found.append(order(ledger, day_of(day), subject, to, phase, stand_in).plain)
        state.__dict__[name] = tuple(found)


def _read_stack(plain: Row) -> tuple[object, ...]:
    if "pending" in plain:
        return tuple(_read_frame(row) for row in plain["pending"])
    phase = plain.get("phase", "allied movement")
    return () if phase == "over" else _stack_of(phase)


def _read_frame(row: Row) -> object:
    plain = dict(row)
    cls = _FRAMES.get(plain.pop("frame", None))
    if cls is None:
        raise GrognardError(f"pending: a frame is one of {', '.join(sorted(map(str, _FRAMES)))}")
    known_keys(plain, cls.__struct_fields__, f"pending {cls.__struct_config__.tag}")
    for name in UNIT_FIELDS:
        if name in plain:
            value = plain[name]
            plain[name] = [unit(x) for x in value] if isinstance(value, list) else unit(value)
    for name in HEX_FIELDS:
        if name in plain:
            plain[name] = GRID.hex(plain[name])
    if "payers" in plain:
        plain["payers"] = [[unit(name) for name in pair] for pair in plain["payers"]]
    try:
        frame = msgspec.convert(plain, cls)
    except msgspec.ValidationError as error:
        raise GrognardError(f"pending: {error}") from None
    if not 0 <= frame.step < (count := len(LongestDay.procedures[cls])):
        tag = cls.__struct_config__.tag
        raise GrognardError(f"pending {tag}: step is a whole number from 0 to {count - 1}, not {frame.step}")
    return frame
