"""The facts of a position of The Longest Day, and the procedures that can be under way in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from grognard.core.facts import TUPLE, Action, Codec, Column, Fact, Frame, struct_codec
from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes, members, set_of
from grognard.core.ruling import Ruling
from grognard.core.stacking import restack, stacks_of
from grognard.core.state import State

from .board import GRID, HEX, HEXES
from .days import date_words
from .options import DEFAULT, Options
from .pieces import (
    ALLIED,
    COMBAT,
    EXERTS,
    GERMAN,
    HQ,
    LARGE,
    MOST,
    NAMES,
    OF_SIDE,
    SIDE,
    SIDES,
    SMALL,
    SUPPLY,
    UNIT,
    UNITS,
    display_name,
    load,
)
from .roster import RECORDS

# ---------------------------------------------------------------- frames

Written = tuple[int, str, str, str, str]  # an order in plain values: day, unit, target, phase, stand-in


class Day(Frame, frozen=True, tag="day"):
    """TLD-S.2: one turn: the Allied segment, then the German."""


class Segment(Frame, frozen=True, tag="segment"):
    """A player segment with its six phases."""

    side: str


class Writing(Frame, frozen=True, tag="writing"):
    """TLD-A.corps.2: an order being written: whose unit, and from which phase."""

    side: str
    subject: str
    phase: str


class Drafting(Frame, frozen=True, tag="drafting"):
    """TLD-J.34: a set of orders that are judged as one."""

    side: str
    phase: str
    lines: tuple[Written, ...] = ()
    out: tuple[str, ...] = ()  # units whose order of today goes out with them


class Pencil(Frame, frozen=True, tag="pencil"):
    """One order of a set being written."""

    side: str
    subject: str
    phase: str


class Forming(Frame, frozen=True, tag="forming"):
    """TLD-A.corps.25: a de facto corps around an HQ."""

    hq: int


class Barrage(Frame, frozen=True, tag="barrage"):
    """TLD-S.18: defensive fire at one hex."""

    side: str  # who fires
    hex: Hex
    guns: tuple[int, ...]
    hit: int = -1  # the die
    # TLD-B.5.b: units that choose, and the HQ each of them counts to
    payers: tuple[tuple[int, int], ...] = ()


class Combat(Frame, frozen=True, tag="combat"):
    """TLD-S.17: one attack on one hex."""

    side: str
    hex: Hex
    attackers: tuple[int, ...]
    guns: tuple[int, ...] = ()
    naval: tuple[str, ...] = ()
    result: str = ""
    owed: int = 0  # points the side asked now must still lose
    doomed: tuple[int, ...] = ()  # attackers (or defenders) among whom it chooses
    lost: int = 0  # printed defence points the defender has lost
    # TLD-B.5.b: units that choose, and the HQ each of them counts to
    payers: tuple[tuple[int, int], ...] = ()


class Spending(Frame, frozen=True, tag="spending"):
    """TLD-J.31: which of several supply units loses the half step."""

    hq: int


class Retreat(Frame, frozen=True, tag="retreat"):
    """A unit on its way back from the hex attacked."""

    unit: int
    origin: Hex
    length: int
    gone: int = 0


# ---------------------------------------------------------------- facts

HQS = members(HQ)
HQ_NAMES = [NAMES[u] for u in HQS]
HQ_NUMBER = {u: i for i, u in enumerate(HQS)}
SUPPLIES = members(SUPPLY)
SUPPLY_NAMES = [NAMES[u] for u in SUPPLIES]
SUPPLY_NUMBER = {u: i for i, u in enumerate(SUPPLIES)}
MINE = [1 << u for u in range(len(NAMES))]
IS_COMBAT = [bool(COMBAT >> u & 1) for u in range(len(NAMES))]


def _occupy(state: LongestDay, unit: int, old: Hex, new: Hex) -> None:
    """Enter a unit that has come, gone or moved in the sets derived from where units stand."""
    mine, side = MINE[unit], SIDE[unit]
    restack(state.here, mine, old, new)
    if old >= 0:
        _count_again(state, side, old)
    if new >= 0:
        state.on_map |= mine
        _count_again(state, side, new)
    else:
        state.on_map &= ~mine


def _disrupt(state: LongestDay, unit: int, old: int, new: int) -> None:
    """TLD-S.6: a disrupted unit exerts no zone of control."""
    state.down ^= MINE[unit]
    if state.at[unit] >= 0:
        _count_again(state, SIDE[unit], state.at[unit])


def _count_again(state: LongestDay, side: str, hex_: Hex) -> None:
    """Decide by the units in a hex to which sets of a side it belongs."""
    units, bit = state.here.get(hex_, 0) & OF_SIDE[side], 1 << hex_
    points = load(units)
    for hexes, belongs in (
        (state.occupied, units),
        (state.held, units & COMBAT),
        (state.exerting, units & EXERTS & ~state.down),
        (state.seats, units & HQ),
        (state.crowded, points > MOST - LARGE),
        (state.packed, points > MOST - SMALL),
    ):
        if bool(belongs) != bool(hexes[side] & bit):
            hexes[side] ^= bit


OPTIONS = struct_codec(Options)
PAIRS = Codec(
    lambda pairs: [list(pair) for pair in pairs],
    lambda plain: tuple(tuple(pair) for pair in plain),
    by_member=True,
)

BY_SIDE = ("occupied", "held", "exerting", "crowded", "packed", "seats")  # the derived sets of hexes


class LongestDay(State):
    """A position of The Longest Day."""

    options = Fact[Options](DEFAULT, OPTIONS)
    scenario = Fact("standard")
    day = Fact(0)  # 0 is 6 June 1944
    at = Column[Hex]([OFF] * len(NAMES), NAMES, HEX, changed=_occupy)
    afloat = Column[Hex]([OFF] * len(NAMES), NAMES, HEX)  # TLD-S.12: the held beach hex a unit lies off
    disrupted = Column[int]([0] * len(NAMES), NAMES, changed=_disrupt)
    unfed = Column[int]([0] * len(NAMES), NAMES)  # TLD-B.12: Reset Phases running without supply
    bound = Column[str]([""] * len(SUPPLIES), SUPPLY_NAMES)  # TLD-B.1.b: the corps a supply unit serves
    came = Fact[tuple[int, ...]]((-1,) * len(HQS), TUPLE)  # the day each HQ first came to the map
    half = Fact[int](0, UNITS)  # supply units on their half-strength side
    due = Fact[int](0, UNITS)  # may come to the map now
    dead = Fact[int](0, UNITS)
    surrendered = Fact[int](0, UNITS)
    gone = Fact[int](0, UNITS)  # withdrawn
    returns = Fact[tuple[tuple[int, int], ...]]((), PAIRS)  # TLD-S.19: lost HQs and the day they come back
    moved = Fact[int](0, UNITS)  # in this phase
    staffed = Fact(False)  # the staff has written for the player in this segment
    apart = Fact[Hexes](NOWHERE, HEXES)  # TLD-S.5: stacks that must part in this movement phase if they can
    short = Fact[int](0, UNITS)  # TLD-B.6: unsupplied at the start of this movement phase
    fought = Fact[int](0, UNITS)  # attacked, supported or fired in this phase
    struck = Fact[Hexes](NOWHERE, HEXES)  # hexes attacked or fired at in this phase
    once = Fact[int](0, UNITS)  # TLD-B.5: HQs one of whose units has attacked in this phase
    spent = Fact[int](0, UNITS)  # HQs that have spent their half step of this phase
    naval = Fact[tuple[str, ...]]((), TUPLE)  # beaches whose ships have fired in this phase
    # TLD-S.17: moved, attacked, retreated or arrived since their owner's last segment began
    stirred = Fact[int](0, UNITS)
    strong = Fact[int](0, UNITS)  # TLD-S.12: set-up units that have not left their strongpoint
    control = Fact[Hexes](NOWHERE, HEXES)  # TLD-S.7: hexes the Allies were last in; all other land is German
    orders = Fact[tuple[Written, ...]]((), PAIRS)  # the Allied ledger
    german_orders = Fact[tuple[Written, ...]]((), PAIRS)
    disorder = Fact[tuple[tuple[str, int], ...]]((), PAIRS)  # TLD-J.34: corps illegal, since when
    # TLD-J.11: HQs and the units their owner has named as too many
    over = Fact[tuple[tuple[str, str], ...]]((), PAIRS)
    # TLD-A.corps.25: HQs named for a corps, each with the others of it
    de_facto = Fact[tuple[tuple[int, ...], ...]]((), PAIRS)
    delivery = Fact[tuple[tuple[str, int], ...]]((), PAIRS)  # supply units still to be placed, by beach
    replacements = Fact(0)  # combat units that may still be brought back today
    dry = Fact[tuple[int, ...]]((0, 0), TUPLE)  # TLD-S.21: days running without a supplied HQ, by side
    won = Fact[tuple[str, ...]]((), TUPLE)

    sides = SIDES
    grid = GRID
    frames: ClassVar[object]  # with the sequence of play
    here: dict[int, int]  # derived: the units in each hex that holds any
    occupied: dict[str, int]  # derived: hexes that hold any unit of a side
    held: dict[str, int]  # derived: hexes that hold a combat unit of a side
    exerting: dict[str, int]  # derived: hexes that exert a zone of control
    # derived: hexes with no room for a battalion of a side (TLD-S.5), were they no beach
    crowded: dict[str, int]
    packed: dict[str, int]  # derived: hexes with no room for a company of a side, were they no beach
    seats: dict[str, int]  # derived: hexes that hold an HQ of a side
    on_map: int  # derived: units on the map
    down: int  # derived: disrupted units

    def derive(self) -> None:
        self.cache.clear()
        self.here = stacks_of(self.at)
        self.on_map = set_of(unit for unit, hex_ in enumerate(self.at) if hex_ >= 0)
        self.down = sum(MINE[unit] for unit, disrupted in enumerate(self.disrupted) if disrupted)
        for name in BY_SIDE:
            self.__dict__[name] = dict.fromkeys(SIDES, 0)
        for occupied in self.here:
            for side in SIDES:
                _count_again(self, side, Hex(occupied))

    def copied(self) -> None:
        own = self.__dict__
        for name in ("here", *BY_SIDE):
            own[name] = own[name].copy()

    @property
    def date(self) -> str:
        return date_words(self.day)

    def forbids(self, action: Action) -> Sequence[Ruling]:
        from .refusals import forbidden  # which reads positions

        return forbidden(self, action)

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities

        return list(impossibilities(self))

    display_name = staticmethod(display_name)

    def owner(self, action: Action) -> str | None:
        name = getattr(action, "unit", "")
        if name in RECORDS:
            return RECORDS[name].side
        return SIDE[UNIT[name]] if name in UNIT else None

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """Every phase of either segment can judge an action; an attack or an order that is not under way
        cannot."""
        if issubclass(kind, Segment):
            side = ALLIED if kind.__struct_config__.tag == "allied_segment" else GERMAN
            return kind(side=side, step=step)
        return super().frame_elsewhere(kind, step, action)


fact = LongestDay.keys()
