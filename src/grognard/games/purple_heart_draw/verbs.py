"""The actions of the campaign."""

from __future__ import annotations

from grognard.core.facts import Action, OnlyHex, OnlyUnit, UnitHex
from grognard.core.facts import Roll as Roll
from grognard.core.procedure import Outcomes

from .moves import Harden as Harden
from .moves import Hide as Hide
from .moves import Join as Join
from .moves import Move as Move
from .moves import Place as Place


class Buy(OnlyUnit, frozen=True):
    """PHD-C5.31: a line of the chart and how it comes, such as `I1.on_map`."""


class Register(UnitHex, frozen=True):
    """PHD-C5.31.note.p: a Pre-Registered hex for a module, such as `m1 N14`."""


class Trade(UnitHex, frozen=True):
    """PHD-E6: a light mortar section for a radio and a 60mm module, with its secret hex of the north edge."""


class Commit(OnlyUnit, frozen=True):
    """PHD-R17: a group kept off-map is to set up on-map now, at the price of it."""


class Stock(OnlyUnit, frozen=True):
    """PHD-C5.35: a defensive store is bought, such as `foxhole.2`; it is set up in PHD-C5.39."""


class Reassign(UnitHex, frozen=True):
    """PHD-TM13: a Pre-Registered hex of a kept module is changed, such as `m1.2 N14`: the second of the first
    module.
    """


class Fortify(UnitHex, frozen=True):
    """PHD-C5.39: a defensive store that was bought, and its hex, such as `foxhole.2 N14`."""


class Booby(Action, frozen=True):
    """PHD-C5.35.n8: booby traps are set, or made worse."""


class Decoy(OnlyHex, frozen=True):
    """PHD-C5.31.b: the dummy cloaking counter of a group In Reserve."""


class Declare(UnitHex, frozen=True):
    """PHD-R18: where a reinforcement will enter."""


class Phone(UnitHex, frozen=True):
    """PHD-TM13: a module has a field phone, in that hex, instead of a radio."""


class Dismount(OnlyUnit, frozen=True):
    """PHD-C5.7: a Rider gets off."""


class Redeploy(UnitHex, frozen=True):
    """PHD-C5.14: a unit sets out for a hex."""


class Hand(Action, frozen=True):
    """PHD-C5.13: a weapon passes from a unit to another of its Location, such as `hand MMG u003 u007`."""

    gear: str
    giver: str
    taker: str


class Slip(UnitHex, frozen=True):
    """PHD-C5.3.a: a vehicle in Motion leaves a close combat."""


class Brawl(OnlyHex, frozen=True):
    """PHD-C5.4: the Attacker says which close combat is next."""


class Survive(Action, frozen=True):
    """PHD-C5.3: who is left of a close combat: us, german or none."""

    side: str


class Falls(OnlyUnit, frozen=True):
    """PHD-C5.3: a unit suffers in a close combat: a squad becomes a HS, others are lost or wounded."""


class Leave(UnitHex, frozen=True):
    """PHD-C5.9: a unit leaves a minefield."""


class Recombine(UnitHex, frozen=True):
    """PHD-C5.21: a half-squad joins another of its kind, and the squad stands in that hex."""


class Choose(OnlyUnit, frozen=True):
    """PHD-C5: of several units the owner says which it is."""


class Merge(OnlyUnit, frozen=True):
    """PHD-C5.22: the MMC a hero is merged into."""


class Promote(Action, frozen=True):
    """PHD-C5.24: `roll` on the Leader Promotion Table, or `none`."""

    how: str


class Ranks(OnlyUnit, frozen=True):
    """PHD-C5.24.a: a 7-0 is made from an MMC."""


class Scrounge(UnitHex, frozen=True):
    """PHD-C5.26.c: Infantry searches the wreck or abandoned vehicle in that hex."""


class Rearm(OnlyUnit, frozen=True):
    """PHD-C5.27.b: a vehicle's disabled MG is restored."""


class Clear(UnitHex, frozen=True):
    """PHD-C5.28: an attempt to clear what lies in a hex, such as `mines N14`."""


class Scout(OnlyHex, frozen=True):
    """PHD-C5.40: a Location is reconnoitred."""


class Carry(OnlyUnit, frozen=True):
    """PHD-MSR9: who carries an observer's radio: a secret of the side."""


class Posture(OnlyUnit, frozen=True):
    """PHD-Z0: what a lane is to do, such as `L3.attack`."""


class Follow(OnlyUnit, frozen=True):
    """PHD-Z9: whether those behind the line of a lane close up to it, such as `L3.closes_up`."""


class Wait(OnlyUnit, frozen=True):
    """PHD-Z0, PHD-R18: a group at the edge does not enter in this player turn."""


class Aim(OnlyUnit, frozen=True):
    """PHD-Z0: the lane a module fires for, such as `m1.L3`."""


class Report(OnlyUnit, frozen=True):
    """At the table: something happened to a unit."""


class Happened(Action, frozen=True):
    """At the table: what happened to it, such as `breaks`, `reduced`, `malfunction:MMG`."""

    what: str


class Exit(OnlyHex, frozen=True):
    """PHD-TM8: the hex of its own map edge by which a unit left."""


class Take(OnlyHex, frozen=True):
    """At the table: a hex passes into the side's control."""


class Fired(OnlyUnit, frozen=True):
    """PHD-TM13: a module placed an FFE."""


class End(Action, frozen=True):
    """PHD-TM6: propose, or agree, to end the scenario: `propose`, `agree`, `refuse`."""

    how: str


class Mark(UnitHex, frozen=True):
    """PHD-TM12: at the table, what happened to the ground, such as `mark flame M14`, `mark bocage_breach.N
    M14`.
    """


class Snipe(OnlyHex, frozen=True):
    """PHD-C5.41: the side's sniper counter is there now."""


class Concede(Action, frozen=True):
    """PHD-C2.TMSCEN: the side gives the mission, or the scenario of a card, to the other."""

    gives_up = True


class Silence(Action, frozen=True):
    """A14.4: a Sniper Check takes one off the enemy's SAN."""


class Throw(Action, frozen=True):
    """At the table: the program is to roll one die or two."""

    dice: int


class Dice(Action, frozen=True):
    """Two dice, added."""

    total: int

    def __str__(self) -> str:
        return f"dice {self.total}"


def result(roll: Roll | Dice) -> int:
    """What one die or two dice show."""
    return roll.face if isinstance(roll, Roll) else roll.total


class Select(OnlyUnit, frozen=True):
    """PHD-C5.14.note3: random selection."""


class Stream(Action, frozen=True):
    """PHD-Z13: three dice that fix the dice stream of one player turn of the resolver."""

    dice: int


VERBS: tuple[type[Action], ...] = (
    Buy,
    Register,
    Reassign,
    Trade,
    Booby,
    Commit,
    Stock,
    Fortify,
    Hide,
    Place,
    Decoy,
    Declare,
    Phone,
    Dismount,
    Redeploy,
    Join,
    Hand,
    Slip,
    Brawl,
    Survive,
    Falls,
    Leave,
    Recombine,
    Choose,
    Merge,
    Harden,
    Promote,
    Ranks,
    Scrounge,
    Rearm,
    Clear,
    Scout,
    Carry,
    Posture,
    Follow,
    Wait,
    Aim,
    Move,
    Report,
    Happened,
    Exit,
    Take,
    Fired,
    End,
    Concede,
    Mark,
    Snipe,
    Silence,
    Throw,
    Roll,
    Dice,
    Select,
    Stream,
)
TWO = Outcomes((Dice(a), 6 - abs(a - 7)) for a in range(2, 13))
THREE = Outcomes(
    (Stream(int(f"{a}{b}{c}")), 1) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)
)
