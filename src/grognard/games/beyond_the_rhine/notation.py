"""A position of the campaign as a TOML file: turn, phase, stocks, ports, the place of each counter,
procedures under way.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from grognard.core.facts import Codec, Frame
from grognard.core.notation import FactFile, named, one_of, read_plain, table, whole
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

from . import sequence  # noqa: F401  (gives the position its procedures)
from . import weather as sky
from .chart import COUNTERS, ENTRIES, NAMES, NUMBER
from .dates import CAMPAIGNS
from .pieces import NATIONS, SIDES, US, suggest
from .position import (
    BARRED,
    BARRED_MISC,
    CAPTURED,
    DEAD,
    DROP,
    DUE,
    EVENT,
    GERMAN,
    LIVE,
    LOSSES,
    NOT_YET,
    PLANNED,
    PONTOON,
    PORT,
    REPAIRED,
    SCHELDT,
    SENT,
    SHIFT,
    WHERE,
    BeyondTheRhine,
    Line,
    Port,
    Turn,
)
from .situation import SHIFTS
from .supply import EVENTS, PORTS

DICE = ("", "check", "pontoon", "drop")  # of a die under way
ROLLED = tuple(f"{what} {nation}" for what in ("supply", "replacements") for nation in NATIONS)
STOCKS = ("tokens", "received", "spent", "pax", "eq", "shifts")
COUNTED = ("reserves", "bridge_markers", "rail_used", "sea_used", "bridges", "rolls")
MAX_STOCK = 10**6  # no stock of a campaign comes near it
_SECOND = {"due_by": "an entry of the chart", "plans": "a turn", "stand_ins": "another counter"}
ENTRY_CLAUSES = frozenset(entry.clause for entry in ENTRIES)


def _pairs(name: str) -> Codec:
    """Pairs such as `due_by` and `plans`: a counter, and an entry, a turn or a counter."""
    declared = BeyondTheRhine.facts[name].codec

    def read(plain: object) -> object:
        for pair in plain if isinstance(plain, list) else [plain]:
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] not in NUMBER:
                raise GrognardError(f"{name}: {pair!r} is not a counter with {_SECOND[name]}")
            second = {
                "due_by": pair[1] in ENTRY_CLAUSES,
                "plans": type(pair[1]) is int,
                "stand_ins": pair[1] in NUMBER,
            }[name]
            if not second:
                raise GrognardError(f"{name}: {pair[1]!r} is not {_SECOND[name]}")
        return declared.read(plain)

    return Codec(declared.write, read)


def _counted(name: str) -> Codec:
    return Codec(lambda value: value, lambda value: whole(value, name, 0, MAX_STOCK))


def _is_line(line: object) -> bool:
    """Whether the ledger writes such a line into `entered`."""
    if type(line) is not str:
        return False
    entry = Line.read(line)
    return (
        str(entry) == line
        and entry.about in _ABOUT.get(entry.kind, ())
        and bool(entry.place) == (entry.kind == BARRED)
    )


_ABOUT: dict[str, Container[str]] = {
    EVENT: EVENTS,
    PORT: PORTS,
    SHIFT: NATIONS,
    SCHELDT: ("",),
    LOSSES: ("",),
    **dict.fromkeys((BARRED, BARRED_MISC, PLANNED, SENT, PONTOON, DROP), NUMBER),
}


def _wrong_list(name: str, values: Sequence[object]) -> str:
    """What is wrong with a list of a position: it holds only what the ledger writes into it."""
    if name == "rolled" and (unknown := [line for line in values if line not in ROLLED]):
        return f"rolled: {unknown[0]!r} is not a roll; the rolls are {', '.join(ROLLED)}"
    if name == "entered" and (unknown := [line for line in values if not _is_line(line)]):
        such = "'event alpine' or 'sent US-Truck-1'"
        return f"entered: {unknown[0]!r} is not a line of the ledger, such as {such}"
    if name == "initiative" and (
        len(values) > 2 or any(type(dice) is not int or dice not in sky.TWO_DICE for dice in values)
    ):
        return f"initiative: two rolls of two dice, Allied first, not {list(values)}"
    if name == "ended" and any(type(word) is not str for word in values):
        return "ended: a winner, a level and a clause, as texts"
    return ""


def _list(name: str) -> Codec:
    declared = BeyondTheRhine.facts[name].codec

    def read(plain: list[object]) -> object:
        if wrong := _wrong_list(name, plain):
            raise GrognardError(wrong)
        return declared.read(plain)

    return Codec(declared.write, read, by_member=True)


FILE = FactFile(
    BeyondTheRhine,
    apart=("campaign", "turn", "at", "lost", "ports", "in_force", *STOCKS),
    first=("ground", "flight", "first", "scheldt"),
    last=(
        *("rolls", "enforcement", "initiative", "rolled", "entered", "ended"),
        *("due_by", "plans", "stand_ins"),
    ),
    words={
        "ground": one_of("ground", ("", *sky.GROUNDS)),
        "flight": one_of("flight", ("", *sky.FLIGHTS)),
        "first": one_of("first", ("", *SIDES)),
        "scheldt": one_of("scheldt", ("open", "closed")),
        **{name: _pairs(name) for name in _SECOND},
        **{name: _counted(name) for name in COUNTED},
        **{name: _list(name) for name in ("initiative", "rolled", "entered", "ended")},
    },
    fields={"unit": named(dict(enumerate(NAMES)), NUMBER.__getitem__, optional=True)},
)
_TOP = {"campaign", "turn", "phase", "units", "stocks", "ports", "events", *FILE.names}

# ---------------------------------------------------------------- writing


def write(state: BeyondTheRhine) -> Plain:
    own = state.__dict__
    plain: Plain = {"campaign": state.campaign, "turn": state.turn, "phase": phase_of(state)}
    plain |= FILE.write(state)
    plain["stocks"] = {
        f"{name}_{nation}": own[name][i]
        for name in STOCKS
        for i, nation in enumerate(NATIONS)
        if own[name][i]
    }
    plain["ports"] = dict(zip(PORTS, map(str, state.ports), strict=True))
    plain["events"] = dict(zip(EVENTS, state.in_force, strict=True))
    plain["units"] = {NAMES[u]: text for u in range(len(NAMES)) if (text := _unit(state, u))}
    plain |= FILE.write_options(state)
    if len(state.stack) > 1:
        plain["pending"] = FILE.write_frames(state)
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
    return (
        names[step] if step < len(names) and names[step] else next((n for n in names[step:] if n), names[-2])
    )


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> BeyondTheRhine:
    return read_plain(BeyondTheRhine, _TOP, plain, _read)


def _read(state: BeyondTheRhine, plain: PlainView) -> None:
    own, campaign = state.__dict__, plain.get("campaign", "full")
    if campaign not in CAMPAIGNS:
        raise GrognardError(f"{campaign!r} is not a campaign; the campaigns are {', '.join(CAMPAIGNS)}")
    own["campaign"] = campaign
    game = state.game_of
    own["turn"] = whole(plain.get("turn", game.first), "turn", game.first, game.last)
    FILE.read(state, plain)
    _read_stocks(state, plain)
    for name, text in table(plain, "units").items():
        _read_unit(state, name, str(text))
    _agree(state)
    state.derive()
    own["stack"] = _read_stack(plain)


SWAPPED_IN = {swap.new for entry in ENTRIES for swap in entry.swaps}


def _brings(entry: int, unit: int) -> bool:
    """An entry brings its counters, or one like them that went in their place, or what one of them was
    swapped for.
    """
    alike = [c for c in ENTRIES[entry].counters() if COUNTERS[c].identity == COUNTERS[unit].identity]
    return bool(alike) or unit in SWAPPED_IN


def _agree(state: BeyondTheRhine) -> None:
    """What one part of a position says of another must be so."""
    due = [NAMES[u] for u, where in enumerate(state.at) if where == DUE]
    if sorted(due) != sorted(NAMES[u] for u, _ in state.due_by):
        raise GrognardError(
            f"due_by: one entry for each counter that is due ({', '.join(due) or 'no counter is due'})"
        )
    for unit, entry in state.due_by:
        if not _brings(entry, unit):
            raise GrognardError(f"{ENTRIES[entry].clause} does not bring {NAMES[unit]}")
    if [r - s for r, s in zip(state.received, state.spent, strict=True)] != list(state.tokens):
        raise GrognardError("stocks: tokens must be received less spent")
    if len(state.ended) not in (0, 3):
        raise GrognardError("ended: a winner, a level and a clause")


def _read_stocks(state: BeyondTheRhine, plain: PlainView) -> None:
    own, stocks = state.__dict__, table(plain, "stocks")
    keys = {f"{name}_{nation}": (name, i) for name in STOCKS for i, nation in enumerate(NATIONS)}
    for key, value in stocks.items():
        if key not in keys:
            raise GrognardError(f"{key!r} is not a stock; the stocks are {', '.join(keys)}")
        name, i = keys[key]
        low, high = (SHIFTS[0], SHIFTS[-1]) if name == "shifts" else (0, MAX_STOCK)
        own[name][i] = whole(value, key, low, high)
    if not any(key.startswith("received") for key in stocks):
        own["received"] = [have + gone for have, gone in zip(own["tokens"], own["spent"], strict=True)]
    for name, status in table(plain, "ports").items():
        own["ports"][_number(PORTS, name, "port")] = _port(name, status)
    for name, on in table(plain, "events").items():
        if not isinstance(on, bool):
            raise GrognardError(f"event {name} is true or false, not {on!r}")
        own["in_force"][_number(tuple(EVENTS), name, "event")] = on


def _port(name: str, status: object) -> Port:
    if status in (str(GERMAN), str(REPAIRED)) or re.fullmatch(rf"{CAPTURED} [0-9]{{1,9}}", str(status)):
        return Port.read(str(status))
    raise GrognardError(f"{name} is german, repaired or 'captured N' with the turn, not {status!r}")


def _number(known: tuple[str, ...], name: str, what: str) -> int:
    if name not in known:
        raise GrognardError(f"{name!r} is not a known {what}; known: {', '.join(known)}")
    return known.index(name)


def _read_unit(state: BeyondTheRhine, name: str, text: str) -> None:
    if name not in NUMBER:
        raise GrognardError(f"{name!r} is not a counter of this game{suggest(name, NAMES)}")
    unit, (where, *more) = NUMBER[name], text.split() or [""]
    if where not in WHERE:
        raise GrognardError(
            f"{name}: {where!r} is not a place; the places are {', '.join(filter(None, WHERE))}"
        )
    steps = COUNTERS[unit].steps
    if more and not re.fullmatch(r"[+-][0-9]{1,2}", more[0]):
        raise GrognardError(f"{name}: write steps lost as '{where} -1', not {text!r}")
    lost = -int(more[0]) if more else steps if where == DEAD else 0
    state.__dict__["at"][unit] = where
    low, high = (steps, steps) if where == DEAD else (0, steps - 1) if where in (*LIVE, DUE) else (0, steps)
    state.__dict__["lost"][unit] = whole(lost, f"steps {name} has lost", low, high)


def _read_stack(plain: PlainView) -> tuple[Frame, ...]:
    if "pending" in plain:
        frames = FILE.read_frames(plain)
        for frame in frames:
            _check_frame(frame)
        return frames
    phase = plain.get("phase", "ground")
    return () if phase == "over" else (Turn(step=FILE.phase(phase, Turn)[1]),)


def _check_frame(frame: Frame) -> None:
    if any(not 0 <= entry < len(ENTRIES) for entry, _ in getattr(frame, "queue", ())):
        raise GrognardError("pending: queue names an entry the chart does not have")
    if not 0 <= frame.step <= len(BeyondTheRhine.procedures[type(frame)]):
        raise GrognardError(f"pending: {type(frame).__struct_config__.tag} has no step {frame.step}")
    if getattr(frame, "who", US) not in (*NATIONS, "") or getattr(frame, "what", "") not in DICE:
        raise GrognardError("pending: who is us or cw; what is check, pontoon or drop")
