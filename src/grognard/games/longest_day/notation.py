"""A position as people write it: day, phase, units at hexes with their state, supply units, the ledger, and
what is under way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from grognard.core.facts import Codec, Frame
from grognard.core.hexes import OFF, Hexes, set_of
from grognard.core.notation import FactFile, entries, named, read_plain, table
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

from . import sequence  # noqa: F401  (gives the position its procedures)
from .board import BEACHES, GRID, LAND
from .days import LAST_DAY, day_of, iso
from .ledger import LATER, REPLACEMENT, Ledger, order
from .pieces import ALLIED, COMBAT, DIVISION_HQ, GERMAN, HQ, NAMES, OF_SIDE, SIDES, SUPPLY, unit
from .position import HQ_NUMBER, SUPPLY_NUMBER, Day, LongestDay, Written, fact
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
_UNITS, _HEXES = named(dict(enumerate(NAMES)), unit), named(GRID.name, GRID.hex)
_RETURNS = Codec(
    lambda pairs: [[NAMES[u], day] for u, day in pairs],
    lambda pairs: tuple((unit(name), int(day)) for name, day in pairs),
)


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
    result = tuple(tuple(unit(name) for name in group) for group in groups)
    if wrong := [NAMES[u] for group in result for u in group if not DIVISION_HQ >> u & 1]:
        raise GrognardError(f"de_facto: {', '.join(wrong)} is not a divisional HQ [TLD-A.corps.25]")
    return result


def _is_shaped(name: str, value: Sequence[object]) -> bool:
    if name in ("disorder", "delivery"):
        return all(_kinds(pair) == [str, int] for pair in value)
    if name == "over":
        return all(
            isinstance(pair, list) and _kinds(pair) == [str, str] and pair[1] in RECORDS for pair in value
        )
    if name == "dry":
        return _kinds(value) == [int] * len(SIDES)
    return all(isinstance(word, str) for word in value) and (name != "naval" or BEACHES.keys() >= set(value))


def _kinds(parts: object) -> list[type]:
    return list(map(type, parts)) if isinstance(parts, list) else []


def _shaped(name: str, shape: str) -> Codec:
    """A list whose shape is told where it is another."""
    declared = LongestDay.facts[name].codec

    def read(value: object) -> object:
        if not isinstance(value, list) or not _is_shaped(name, value):
            raise GrognardError(f"{name} is {shape}, not {value!r}")
        return declared.read(value)

    return Codec(declared.write, read)


SHAPES = {
    "over": 'a list of pairs of an HQ and a unit, such as [["50:HQ", "ART-147"]]',
    "disorder": 'a list of pairs, such as [["VIII", 20]]',
    "delivery": 'a list of pairs, such as [["Gold", 2]]',
    "naval": 'a list of beaches, such as ["Gold"]',
    "dry": "two numbers, such as [0, 1]",
    "won": "a list of words",
}
FILE = FactFile(
    LongestDay,
    apart=(
        *(
            "scenario",
            "day",
            "at",
            "afloat",
            "disrupted",
            "unfed",
            "bound",
            "came",
            "orders",
            "german_orders",
        ),
        *(fact_.name for fact_ in (*TAGS.values(), *BOXES.values())),
        *HEX_SETS,
    ),
    first=("naval", "delivery", "replacements"),
    last=("staffed", "won", "rolls", "enforcement"),
    words={
        "returns": _RETURNS,
        "de_facto": Codec(_UNITS.write, _read_de_facto),
        **{name: _shaped(name, shape) for name, shape in SHAPES.items()},
    },
    fields={
        **dict.fromkeys(("attackers", "guns", "doomed", "unit", "hq", "payers"), _UNITS),
        **dict.fromkeys(("hex", "origin"), _HEXES),
    },
)
_TOP = {"scenario", "day", "phase", "units", "hexes", "orders", "german_orders", "arrived", *FILE.names}

# ---------------------------------------------------------------- writing


def write(state: LongestDay) -> Plain:
    plain: Plain = {"scenario": state.scenario, "day": iso(state.day), "phase": phase_of(state)}
    plain |= FILE.write(state)
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    plain["hexes"] = {name: GRID.names(state.__dict__[name]) for name in HEX_SETS if state.__dict__[name]}
    if came := {name: iso(day) for name, day in _arrived(state).items()}:
        plain["arrived"] = came
    for name in ("orders", "german_orders"):
        if state.__dict__[name]:
            plain[name] = [_order(*o) for o in state.__dict__[name]]
    plain |= FILE.write_options(state)
    if state.stack and not _plain_stack(state):
        plain["pending"] = FILE.write_frames(state)
    return plain


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
        words = [name for name, mask in BOXES.items() if state.__dict__[mask.name] & mine][:1]
        if state.afloat[u] != OFF:
            words += [f"afloat={GRID.name[state.afloat[u]]}"]
        if not words:
            return ""
    words += ["disrupted"] * bool(state.disrupted[u])
    words += [f"unfed={state.unfed[u]}"] * bool(state.unfed[u])
    if SUPPLY & mine and state.bound[SUPPLY_NUMBER[u]]:
        words.append(f"bound={state.bound[SUPPLY_NUMBER[u]]}")
    return " ".join([*words, *(tag for tag, mask in TAGS.items() if state.__dict__[mask.name] & mine)])


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


def _stack_of(phase: object) -> tuple[Frame, ...]:
    kind, step = FILE.phase(phase, AlliedSegment, GermanSegment)
    if kind is AlliedSegment:
        return Day(step=1), AlliedSegment(side=ALLIED, step=step)
    return Day(step=2), GermanSegment(side=GERMAN, step=step)


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> LongestDay:
    return read_plain(LongestDay, _TOP, plain, _read)


def _read(state: LongestDay, plain: PlainView) -> None:
    own = state.__dict__
    own["day"] = day_of(str(plain.get("day", "1944-06-06")))
    if not 0 <= own["day"] <= LAST_DAY:
        raise GrognardError(f"day is one from 1944-06-06 to {iso(LAST_DAY)}")
    own["scenario"] = _known(str(plain.get("scenario", _scenario_of(own["day"]))), SCENARIOS, "scenario")
    FILE.read(state, plain)
    for name, text in table(plain, "units").items():
        _read_unit(state, unit(name), str(text).split())
    hexes = table(plain, "hexes")
    for name in hexes:
        own[_known(name, HEX_SETS, "set of hexes")] = Hexes(
            set_of(GRID.hex(h) for h in dict.fromkeys(map(str, entries(hexes, name))))
        )
    if "control" not in hexes:
        own["control"] = Hexes(_held(state) if "pending" not in plain else 0)
    _read_arrivals(state, plain)
    _read_orders(state, plain)
    own["stack"] = _read_stack(plain)
    state.derive()
    begin_book(state)
    _begin_movement(state, hexes)


def _scenario_of(day: int) -> str:
    """Left out: the shortest scenario that has the day."""
    return next(str(id_) for id_, row in SCENARIOS.items() if day_of(row["last_day"]) >= day)


def _begin_movement(state: LongestDay, hexes: PlainView) -> None:
    """TLD-B.6, TLD-S.5: at the start of a movement phase the file need not say who is short of supply, or
    which stacks must part."""
    step = state.step.name if state.stack else ""
    if not step.endswith("movement") or state.moved or state.short:
        return
    side = step.split()[0]
    state.__dict__["short"] = unsupplied_units(state, side)
    if "mechanized" not in step and "apart" not in hexes:
        state.__dict__["apart"] = Hexes(set_of(h for h in stacks(state, side) if mixed(state, h, side)))


def _held(state: LongestDay) -> int:
    """Left out: the Allies control the hexes their combat units are in."""
    result = 0
    for u, hex_ in enumerate(state.at):
        if hex_ >= 0 and OF_SIDE[ALLIED] & COMBAT & 1 << u:
            result |= 1 << hex_
    return result


def _known(name: str, choices: Collection[str], what: str) -> str:
    if name not in choices:
        raise GrognardError(f"{name!r} is not a {what}; choose {' or '.join(choices)}")
    return name


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
            choices = ["a hex", *BOXES, *TAGS, "disrupted", "unfed=N", "afloat=HEX", "bound=CORPS"]
            raise GrognardError(f"{NAMES[u]}: {word!r} is not one of {', '.join(choices)}")


def _read_arrivals(state: LongestDay, plain: PlainView) -> None:
    """Left out: every HQ on the map came the day before, or on the first day."""
    came = [-1] * len(HQ_NUMBER)
    if "arrived" not in plain:
        for u, number in HQ_NUMBER.items():
            if state.at[u] >= 0:
                came[number] = max(0, state.day - 1)
    for name, day in table(plain, "arrived").items():
        if not HQ >> unit(name) & 1:
            raise GrognardError(f"arrived: {name} is not an HQ")
        came[HQ_NUMBER[unit(name)]] = day_of(str(day))
    state.__dict__["came"] = tuple(came)


def _read_orders(state: LongestDay, plain: PlainView) -> None:
    for name, side in (("orders", ALLIED), ("german_orders", GERMAN)):
        ledger, lines = Ledger(side=side), plain.get(name, [])
        if not isinstance(lines, list | tuple):
            raise GrognardError(f"{name} is a list of lines, not {lines!r}")
        state.__dict__[name] = tuple(_read_order(name, ledger, str(line)) for line in lines)


def _read_order(name: str, ledger: Ledger, line: str) -> Written:
    """`"1944-06-24 4-BDE 11ARM:HQ"`, with `replacement` behind it for the first orders of 7 June."""
    if len(line.split()) < 3:
        raise GrognardError(
            f"{name}: {line!r} is written as DAY UNIT CORPS-OR-HQ, such as '1944-06-24 4-BDE 11ARM:HQ'"
        )
    day, subject, to, *more = line.split()
    phase = REPLACEMENT if REPLACEMENT in more else LATER
    stand_in = next((word[4:] for word in more if word.startswith("for=")), "")
    if strange := [word for word in more if word != REPLACEMENT and not word.startswith("for=")]:
        raise GrognardError(
            f"{name}: {line!r}: {' '.join(strange)} is neither `{REPLACEMENT}` nor `for=UNIT`"
        )
    return order(ledger, day_of(day), subject, to, phase, stand_in).plain


def _read_stack(plain: PlainView) -> tuple[Frame, ...]:
    if "pending" in plain:
        return FILE.read_frames(plain)
    phase = plain.get("phase", "allied movement")
    return () if phase == "over" else _stack_of(phase)
