"""What can be done in the ledger: the actions, as the players write them."""

from __future__ import annotations

from grognard.core.facts import Action
from grognard.core.facts import Roll as Roll
from grognard.core.procedure import Outcomes

from .weather import TWO_DICE


class First(Action, frozen=True):
    """BTR-turn.pre.first: who takes the first player turn."""

    side: str


class Event(Action, frozen=True):
    """BTR-J.6: turn an event on or off."""

    event: str
    status: str


class Shift(Action, frozen=True):
    """BTR-supply.mod.5: what a random event does to a nation's column this turn."""

    nation: str
    columns: int


class Port(Action, frozen=True):
    """BTR-game.1_11.ports: how a port stands."""

    port: str
    status: str


class Scheldt(Action, frozen=True):
    """BTR-game.1_11.ports: whether Germans stand next to the estuary (closed) or not (open)."""

    status: str


class Plan(Action, frozen=True):
    """BTR-game.paradrop: plan the drop of a unit in England, two turns ahead."""

    unit: str


class Cancel(Action, frozen=True):
    """BTR-game.paradrop: give a plan up."""

    unit: str


class Take(Action, frozen=True):
    """BTR-arrival.note.5: the counter that a removal, exchange or transfer takes."""

    unit: str


class All(Action, frozen=True):
    """Bring on everything that is due at a map edge, an air base or a box, each at its first printed
    place.
    """


class Arrive(Action, frozen=True):
    """BTR-ledger.3: bring a counter on."""

    unit: str
    place: str


class Confirm(Action, frozen=True):
    """BTR-arrival.note.3, BTR-arrival.note.4: whether a condition of placement is met on the map."""

    answer: str


class Repair(Action, frozen=True):
    """BTR-repl.air: the aircraft a Ftr or Other result brings to full strength."""

    unit: str


class Misc(Action, frozen=True):
    """BTR-repl.misc: what a Misc result brings back."""

    unit: str


class Forgo(Action, frozen=True):
    """BTR-repl.misc.now: let a Misc result go unused."""


class Rebuild(Action, frozen=True):
    """BTR-ledger.6: pay for a counter, or for a step of one."""

    unit: str


class Haul(Action, frozen=True):
    """BTR-ship.unit: carry so many SP by rail or sea."""

    way: str
    sp: int


class Rail(Action, frozen=True):
    """BTR-ship.unit: carry a counter by rail."""

    unit: str


class Sea(Action, frozen=True):
    """BTR-ship.sea: carry a counter by sea to a box or a port."""

    unit: str
    place: str


class Embark(Action, frozen=True):
    """BTR-ship.sea: carry a counter from an open port to England."""

    unit: str


class Spend(Action, frozen=True):
    """SP used at the table, in tokens."""

    nation: str
    tokens: int


class Losses(Action, frozen=True):
    """Open the list of losses."""


class Lose(Action, frozen=True):
    """A step lost at the table; of an aircraft, full to reduced to dead."""

    unit: str


class Pontoon(Action, frozen=True):
    """BTR-game.1_10.pontoon: roll for a bridge."""

    unit: str


class Check(Action, frozen=True):
    """BTR-game.1_8b.bridge-check: spend a marker on a Rhine bridge."""


class Drop(Action, frozen=True):
    """BTR-game.paradrop: make a planned drop."""

    unit: str


VERBS = (
    Roll,
    First,
    Event,
    Shift,
    Port,
    Scheldt,
    Plan,
    Cancel,
    Take,
    All,
    Arrive,
    Confirm,
    Repair,
    Misc,
    Forgo,
    Rebuild,
    Haul,
    Rail,
    Sea,
    Embark,
    Spend,
    Losses,
    Lose,
    Pontoon,
    Check,
    Drop,
)
BOTH_DICE = Outcomes([(Roll(face), ways) for face, ways in TWO_DICE.items()])
