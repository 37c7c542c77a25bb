"""The facts of a position of The Longest Day, and the procedures that can be under way in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.core.facts import TUPLE, Action, Codec, Column, Entry, Fact, Frame
from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes, members
from grognard.core.ruling import Ruling
from grognard.core.state import Outcome, State

from .board import GRID, HEX, HEXES
from .days import words
from .options import DEFAULT, Options
from .pieces import (
    ALLIED,
    COMBAT,
    EXERTS,
    GERMAN,
    HQ,
    INDEPENDENT,
    LARGE,
    MOST,
    NAMES,
    OF_SIDE,
    POINTS,
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

if TYPE_CHECKING:
    from .ways import Ways

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
    payers: tuple[tuple[int, int], ...] = ()  # TLD-B.5.b: units that choose, and the HQ each of them counts to


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
    payers: tuple[tuple[int, int], ...] = ()  # TLD-B.5.b: units that choose, and the HQ each of them counts to


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
_TELLS = [bool((HQ | INDEPENDENT) >> u & 1) for u in range(len(NAMES))]  # others' ties hang on where they are
_WALKS = [POINTS[u] <= MOST - LARGE for u in range(len(NAMES))]  # by itself it crowds no hex
_EXERTS = [bool(EXERTS >> u & 1) for u in range(len(NAMES))]


def _occupy(state: LongestDay, unit: int, old: Hex, new: Hex) -> None:
    """Keeps what is derived from `at` in step with it."""
    side, mine, here = SIDE[unit], MINE[unit], state.here
    if _TELLS[unit]:
        _tell(state, unit, side)
    if _WALKS[unit] and old >= 0 and new >= 0 and new not in here and here[old] == mine:
        # by itself from one hex to an empty one, as most do: it crowds neither
        here[new] = here.pop(old)
        both = (1 << new - old | 1) << old if new > old else (1 << old - new | 1) << new
        state.occupied[side] ^= both
        if IS_COMBAT[unit]:
            state.held[side] ^= both
            if _EXERTS[unit] and not state.down & mine:
                state.exerting[side] ^= both
            if not POINTS[unit]:
                state.seats[side] ^= both
        return
    if old >= 0:
        bit = 1 << old
        left = here.pop(old) ^ mine
        if left:
            here[old] = left
            left &= OF_SIDE[side]
        if not left:
            state.occupied[side] ^= bit
        if IS_COMBAT[unit]:
            if not left & COMBAT:
                state.held[side] ^= bit
            if _EXERTS[unit] and state.exerting[side] & bit and not left & EXERTS & ~state.down:
                state.exerting[side] ^= bit
            _make_room(state, unit, side, bit, left)
    if new >= 0:
        bit = 1 << new
        there = here[new] = here.get(new, 0) | mine
        state.occupied[side] |= bit
        if IS_COMBAT[unit]:
            state.held[side] |= bit
            if _EXERTS[unit] and not state.down & mine:
                state.exerting[side] |= bit
            _fill(state, unit, side, bit, there & OF_SIDE[side])
        state.on_map |= mine
    else:
        state.on_map ^= mine


def _tell(state: LongestDay, unit: int, side: str) -> None:
    """Notes that an HQ or an independent unit has moved, on which the ties of others hang."""
    if unit in HQ_NUMBER:
        state._hq_moves += 1
    elif (link := state._chains.get(side)) is not None:
        corps = link[4].corps[unit]
        state._loose_moves[corps] = state._loose_moves.get(corps, 0) + 1


def _fill(state: LongestDay, unit: int, side: str, bit: int, there: int) -> None:
    """TLD-S.5: notes what a hex has no room for any more, now that a unit has come."""
    if not POINTS[unit]:
        state.seats[side] |= bit
    elif (points := load(there)) > MOST - LARGE:
        state.crowded[side] |= bit
        if points > MOST - SMALL:
            state.packed[side] |= bit


def _make_room(state: LongestDay, unit: int, side: str, bit: int, left: int) -> None:
    """The same, when a unit has gone."""
    if not POINTS[unit]:
        if not left & HQ:
            state.seats[side] ^= bit
    elif state.crowded[side] & bit:
        points = load(left)
        if points <= MOST - LARGE:
            state.crowded[side] ^= bit
        if points <= MOST - SMALL and state.packed[side] & bit:
            state.packed[side] ^= bit


def _disrupt(state: LongestDay, unit: int, old: int, new: int) -> None:
    """TLD-S.6: a disrupted unit exerts no zone of control."""
    state.down ^= MINE[unit]
    hex_ = state.at[unit]
    if hex_ >= 0 and _EXERTS[unit]:
        side, bit = SIDE[unit], 1 << hex_
        if state.here[hex_] & OF_SIDE[side] & EXERTS & ~state.down:
            state.exerting[side] |= bit
        else:
            state.exerting[side] &= ~bit


OPTIONS = Codec(msgspec.to_builtins, lambda plain: msgspec.convert(plain, Options))
PAIRS = Codec(lambda pairs: [list(pair) for pair in pairs], lambda plain: tuple(tuple(pair) for pair in plain))


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
    stirred = Fact[int](0, UNITS)  # TLD-S.17: moved, attacked, retreated or arrived since their owner's last segment began
    strong = Fact[int](0, UNITS)  # TLD-S.12: set-up units that have not left their strongpoint
    control = Fact[Hexes](NOWHERE, HEXES)  # TLD-S.7: hexes the Allies were last in; all other land is German
    orders = Fact[tuple[Written, ...]]((), PAIRS)  # the Allied ledger
    german_orders = Fact[tuple[Written, ...]]((), PAIRS)
    disorder = Fact[tuple[tuple[str, int], ...]]((), PAIRS)  # TLD-J.34: corps out of order, since when
    over = Fact[tuple[tuple[str, str], ...]]((), PAIRS)  # TLD-J.11: HQs and the units their owner has named as too many
    de_facto = Fact[tuple[tuple[int, ...], ...]]((), PAIRS)  # TLD-A.corps.25: HQs named for a corps, each with the others of it
    delivery = Fact[tuple[tuple[str, int], ...]]((), PAIRS)  # supply units still to be placed, by beach
    replacements = Fact(0)  # combat units that may still be brought back today
    dry = Fact[tuple[int, ...]]((0, 0), TUPLE)  # TLD-S.21: days running without a supplied HQ, by side
    won = Fact[tuple[str, ...]]((), TUPLE)

    sides = SIDES
    grid = GRID
    frames: ClassVar[Any]  # with the sequence of play
    here: dict[int, int]  # derived: the units in each hex that holds any
    occupied: dict[str, int]  # derived: hexes that hold any unit of a side
    held: dict[str, int]  # derived: hexes that hold a combat unit of a side
    exerting: dict[str, int]  # derived: hexes that exert a zone of control
    crowded: dict[str, int]  # derived: hexes with no room for a battalion of a side (TLD-S.5), were they no beach
    packed: dict[str, int]  # derived: hexes with no room for a company of a side, were they no beach
    seats: dict[str, int]  # derived: hexes that hold an HQ of a side
    on_map: int  # derived: units on the map
    down: int  # derived: disrupted units
    _memo: tuple[Entry | None, int, dict[Any, Any]] | None = None
    _hq_moves = 0  # grows whenever an HQ comes, goes or is put back: tells stale ties

    def derive(self) -> None:
        self.here, self.on_map, self.down = {}, 0, 0
        self.occupied, self.held, self.exerting = (dict.fromkeys(SIDES, 0) for _ in range(3))
        self.crowded, self.packed, self.seats = (dict.fromkeys(SIDES, 0) for _ in range(3))
        self.forget()
        for unit, word in enumerate(self.disrupted):
            if word:
                self.down |= MINE[unit]
        for unit, hex_ in enumerate(self.at):
            if hex_ >= 0:
                self._stand(unit, hex_)

    def _stand(self, unit: int, hex_: int) -> None:
        side = SIDE[unit]
        self.here[hex_] = self.here.get(hex_, 0) | MINE[unit]
        self.occupied[side] |= 1 << hex_
        if COMBAT >> unit & 1:
            self.held[side] |= 1 << hex_
            _fill(self, unit, side, 1 << hex_, self.here[hex_] & OF_SIDE[side])
        if EXERTS & ~self.down & MINE[unit]:
            self.exerting[side] |= 1 << hex_
        self.on_map |= MINE[unit]

    def copied(self) -> None:
        own = self.__dict__
        for name in (
            "here",
            "occupied",
            "held",
            "exerting",
            "crowded",
            "packed",
            "seats",
            "_zones",
            "_barred",
            "_open",
            "_reaches",
            "_ties",
            "_corps_ties",
            "_bearing",
            "_loose_moves",
            "_chains",
        ):
            own[name] = own[name].copy()
        own["_memo"] = own["_outing"] = None  # what is known by the journal, which a copy begins anew

    def forget(self) -> None:
        """Forgets all that has been worked out; each of these is looked up by what it was worked out from."""
        self.forget_the_map()
        self._chains: dict[str, Any] = {}  # side -> (what it is made of, the chain of command)

    def forget_the_map(self) -> None:
        """Forgets what was worked out from where everybody is; what the ledger says is kept."""
        self._memo = None
        # somebody who can move, where he stands, a hex he can enter, where enemies exert zones
        self._can_step: tuple[int, int, int, int] | None = None
        self._zones: dict[str, tuple[int, int]] = {}  # side -> (hexes that exert, its zone)
        self._barred: dict[str, tuple[int, int, int, int]] = {}  # side -> (what follows from, hexes not free to its moves)
        # the last moves asked for: as with `memo`, then unit, mechanized -> the moves, what is barred of them
        self._outing: tuple[Entry | None, int, int, bool, tuple[Ways, int] | None] | None = None
        self._past: tuple[tuple[Ways, int], int] | None = None  # such moves, and a hex a free way leads to
        self._open: dict[str, tuple[int, ...]] = {}  # side -> (what routes rest on, hexes open to them)
        self._reaches: dict[int, tuple[int, ...]] = {}  # unit -> (hexes open, its hex, what lies around it, its reach)
        self._ties: dict[str, Any] = {}  # side -> who acts with whom
        self._loose_moves: dict[str, int] = {}  # corps -> how often an independent unit of it has moved
        self._corps_ties: dict[str, Any] = {}  # corps -> the same, with what it rests on
        self._bearing: dict[str, Any] = {}  # side -> what its guns could fire at, with what that rests on

    def memo(self) -> dict[Any, Any]:
        """What has been worked out of this very position; forgotten with the next change.

        Two positions of one game are the same if the journal is as long and ends with the very same entry.
        """
        kept, journal = self._memo, self.journal
        last = journal[-1] if journal else None
        if kept is None or kept[0] is not last or kept[1] != len(journal):
            kept = self._memo = (last, len(journal), {})
        return kept[2]

    def outcome(self) -> Outcome | None:
        return Outcome(*self.won) if self.won else None

    @property
    def date(self) -> str:
        return words(self.day)

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
        """Every phase of either segment can judge an action; an attack or an order that is not under way cannot."""
        if issubclass(kind, Segment):
            side = ALLIED if kind.__struct_config__.tag == "allied_segment" else GERMAN
            return kind(side=side, step=step)
        return super().frame_elsewhere(kind, step, action)


fact = LongestDay.keys()
