"""A position of the campaign ledger: the facts it carries from turn to turn (BTR-ledger.state)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.facts import TUPLE, Action, Codec, Column, Fact, Frame, struct_codec
from grognard.core.hexes import set_of
from grognard.core.ruling import Ruling
from grognard.core.state import Outcome, State

from .chart import BOXES, ENTRIES, NAMES
from .dates import CAMPAIGNS, Campaign, moment
from .options import DEFAULT, Options
from .pieces import NATIONS, SIDES
from .supply import EVENTS, PORTS

NOT_YET, DUE, MAP, AIR_BASE, DEAD, REMOVED = "", "due", "map", "air-base", "dead", "removed"
LIVE = (MAP, AIR_BASE, *BOXES)  # in play
WHERE = (NOT_YET, DUE, *LIVE, DEAD, REMOVED)
WHERE_WORDS = (
    {  # after "it": where a counter is
        NOT_YET: "has not arrived yet",
        DUE: "is due and not brought on yet",
        MAP: "is on the map",
        AIR_BASE: "is at an air base",
        DEAD: "is in the dead pile",
        REMOVED: "was removed by the chart",
        "Southern-France": "is in Southern France",
    }
    | {box: f"is in {box}" for box in BOXES[:2]}
)


class Port(NamedTuple):
    """BTR-game.1_11.ports: how a port stands; a captured one with the turn of its capture.

    >>> str(captured(5)), Port.read("captured 5").turn, Port.read("repaired") == REPAIRED
    ('captured 5', 5, True)
    """

    status: str
    turn: int = 0

    @property
    def is_captured(self) -> bool:
        """In Allied hands and not repaired yet."""
        return self.status == CAPTURED

    def __str__(self) -> str:
        return f"{self.status} {self.turn}" if self.is_captured else self.status

    @classmethod
    def read(cls, text: str) -> Port:
        status, _, turn = text.partition(" ")
        return cls(status, int(turn) if turn.isdecimal() else 0)


CAPTURED = "captured"
GERMAN, REPAIRED = Port("german"), Port("repaired")


def captured(turn: int) -> Port:
    return Port(CAPTURED, turn)


class Line(NamedTuple):
    """A line that the players have entered this turn: its kind, the counter, event, port or nation it is
    about, and for a barred arrival the place.

    >>> str(Line(BARRED, "US-1", "US-HQ")), Line.read("sent US-Truck-1"), Line.read("losses") == Line(LOSSES)
    ('barred US-1 US-HQ', Line(kind='sent', about='US-Truck-1', place=''), True)
    """

    kind: str
    about: str = ""
    place: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in self if part)

    @classmethod
    def read(cls, text: str) -> Line:
        kind = BARRED_MISC if text.startswith(f"{BARRED_MISC} ") else text.partition(" ")[0]
        about, _, place = text[len(kind) :].strip().partition(" ")
        return cls(kind, about, place)


BARRED, BARRED_MISC, LOSSES, SCHELDT = "barred", "barred misc", "losses", "scheldt"
DROP, EVENT, PLANNED, PONTOON, PORT, SENT, SHIFT = "drop", "event", "plan", "pontoon", "port", "sent", "shift"
LINES = Codec(
    lambda lines: [str(line) for line in lines],
    lambda texts: tuple(Line.read(text) for text in texts),
    by_member=True,
)


class Turn(Frame, frozen=True, tag="turn"):
    """BTR-turn: one turn of the ledger."""


class Chart(Frame, frozen=True, tag="chart"):
    """BTR-ledger.2: what the chart takes away or swaps this turn, one after another: (entry, number within
    it).
    """

    queue: tuple[tuple[int, int], ...] = ()


class Placing(Frame, frozen=True, tag="placing"):
    """BTR-arrival.note.4: a placement whose condition is asked for."""

    unit: int = -1
    place: str = ""


class Award(Frame, frozen=True, tag="award"):
    """BTR-repl.air, BTR-repl.misc: results that are used at once."""

    who: str = ""
    ftr: int = 0
    other: int = 0
    misc: int = 0
    bridge: int = 0  # BTR-J.2: a marker that waits for the rebuild


class Recovery(Frame, frozen=True, tag="recovery"):
    """BTR-repl.misc: a step for an artillery division whose supply and place are asked for; the results still
    to use.
    """

    who: str = ""
    unit: int = -1
    misc: int = 0
    bridge: int = 0


class Casualties(Frame, frozen=True, tag="casualties"):
    """The list of losses, open."""


class Die(Frame, frozen=True, tag="die"):
    """One die for a bridge or a drop."""

    what: str = ""
    unit: int = -1


def _moved(state: object, unit: int, old: str, new: str) -> None:
    """Keeps the sets of counters in step with where they are."""
    bit = 1 << unit
    for name, places in _SETS:
        if (old in places) != (new in places):
            state.__dict__[name] ^= bit


def _hit(state: object, unit: int, old: int, new: int) -> None:
    if bool(old) != bool(new):
        state.__dict__["hurt"] ^= 1 << unit


OVERSEAS = ("England", "Normandy")
_SETS = (
    ("live", frozenset(LIVE)),
    ("on_map", frozenset((MAP,))),
    ("dead", frozenset((DEAD,))),
    ("due", frozenset((DUE,))),
    ("gone", frozenset((REMOVED,))),
    ("overseas", frozenset(OVERSEAS)),
)
OPTIONS = struct_codec(Options)
PLANS = Codec(
    lambda plans: [[NAMES[u], turn] for u, turn in plans],
    lambda plain: tuple((NAMES.index(u), t) for u, t in plain),
)
PAIRS = Codec(
    lambda pairs: [[NAMES[a], NAMES[b]] for a, b in pairs],
    lambda plain: tuple((NAMES.index(a), NAMES.index(b)) for a, b in plain),
)

_ENTRY = {entry.clause: number for number, entry in enumerate(ENTRIES)}
DUE_BY = Codec(
    lambda pairs: [[NAMES[u], ENTRIES[e].clause] for u, e in pairs],
    lambda plain: tuple((NAMES.index(u), _ENTRY[e]) for u, e in plain),
)


class BeyondTheRhine(State):
    """A position of Beyond the Rhine."""

    options = Fact[Options](DEFAULT, OPTIONS)
    campaign = Fact("full")
    turn = Fact(0)
    ground = Fact("")  # of this turn, once rolled
    flight = Fact("")
    first = Fact("")  # BTR-turn.pre.first: who takes the first player turn, if it is rolled for
    initiative = Fact[tuple[int, ...]]((), TUPLE)  # the dice of the two players, Allied first
    rolled = Fact[tuple[str, ...]]((), TUPLE)  # what has been rolled for this turn
    entered = Fact[tuple[Line, ...]]((), LINES)  # lines a player has entered this turn: each once
    at = Column[str]([NOT_YET] * len(NAMES), NAMES, changed=_moved)
    lost = Column[int]([0] * len(NAMES), NAMES, changed=_hit)  # steps a counter is short of
    due_by = Fact[tuple[tuple[int, int], ...]]((), DUE_BY)  # the entry that made each due counter due
    stand_ins = Fact[tuple[tuple[int, int], ...]](
        (), PAIRS
    )  # BTR-J.19: the named counter, and the identical one that went
    tokens = Column[int]([0] * len(NATIONS), NATIONS)  # SP at hand, in tokens
    received = Column[int]([0] * len(NATIONS), NATIONS)  # tokens ever received
    spent = Column[int]([0] * len(NATIONS), NATIONS)  # tokens ever spent
    pax = Column[int]([0] * len(NATIONS), NATIONS)
    eq = Column[int]([0] * len(NATIONS), NATIONS)
    reserves = Fact(0)  # BTR-frame.markers: one pool of Reserve markers for all
    bridge_markers = Fact(0)
    ports = Column[Port]([GERMAN] * len(PORTS), PORTS, Codec(str, Port.read))
    scheldt = Fact("closed")
    in_force = Column[bool]([False] * len(EVENTS), tuple(EVENTS))
    shifts = Column[int]([0] * len(NATIONS), NATIONS)  # BTR-supply.mod.5, of this turn
    rail_used = Fact(0)
    sea_used = Fact(0)
    plans = Fact[tuple[tuple[int, int], ...]]((), PLANS)  # a unit to be dropped, and the turn
    bridges = Fact(0)  # laid by pontoon brigades
    ended = Fact[tuple[str, ...]]((), TUPLE)  # winner, level, clause

    sides = SIDES
    frames = Turn | Chart | Placing | Award | Recovery | Casualties | Die
    live: int  # derived: counters in play
    on_map: int  # derived: counters on the map
    dead: int  # derived: the dead pile
    due: int  # derived: arrivals not yet brought on
    gone: int  # derived: counters the chart has removed
    overseas: int  # derived: counters in the boxes of England and Normandy
    hurt: int  # derived: counters that have lost steps

    def derive(self) -> None:
        for name, places in _SETS:
            self.__dict__[name] = set_of(unit for unit, where in enumerate(self.at) if where in places)
        self.hurt = set_of(unit for unit, lost in enumerate(self.lost) if lost)

    @property
    def date(self) -> str:
        return moment(self.turn)

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """Every procedure can judge an action with nothing under way: its refusals say what is missing."""
        return super().frame_elsewhere(kind, step, action) or kind(step=step)

    def forbids(self, action: Action) -> Sequence[Ruling]:
        """A loss is entered in an open list."""
        shut = action.verb == "lose" and not any(isinstance(frame, Casualties) for frame in self.stack)
        return (
            [
                Ruling(
                    "BTR-ledger.state",
                    "a loss is entered in the list of losses; `losses` opens it in the play step",
                )
            ]
            if shut
            else ()
        )

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities

        return impossibilities(self)

    @property
    def game_of(self) -> Campaign:
        return CAMPAIGNS[self.campaign]

    def outcome(self) -> Outcome | None:
        return Outcome(*self.ended) if self.ended else None


fact = BeyondTheRhine.keys()
