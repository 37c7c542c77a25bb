"""What can be done: the actions, and the small verbs that are alone in changing a unit."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.facts import Action, OnlyUnit, UnitHex
from grognard.core.facts import Roll as Roll
from grognard.core.hexes import OFF, Hex, Hexes, members

from .arrivals import RETURN_DAYS, first_arrival
from .board import LAND
from .pieces import ALLIED, COMBAT, HQ, LABEL, OF_SIDE, SIDE, SUPPLY
from .position import IS_COMBAT, MINE, SUPPLY_NUMBER, LongestDay, fact

# ---------------------------------------------------------------- actions


class Order(OnlyUnit, frozen=True):
    """TLD-A.corps.2: begin an order for a division, a brigade or an independent unit."""


class To(Action, frozen=True):
    """TLD-A.corps.4, TLD-B.4: the corps or the HQ it goes to; `stay` leaves it as it is."""

    place: str


class StandIn(Action, frozen=True):
    """TLD-J.6: to a divisional HQ, in the place of a unit of the division that has been eliminated."""

    place: str
    lost: str


class Together(Action, frozen=True):
    """TLD-J.34: begin a set of orders that are judged as one."""


class Enter(Action, frozen=True):
    """TLD-J.34: write the whole set into the ledger."""


class Scrap(Action, frozen=True):
    """TLD-J.34: discard the set."""


class Strike(OnlyUnit, frozen=True):
    """TLD-J.35: cancel today's order for a unit."""


class Over(OnlyUnit, frozen=True):
    """TLD-J.11: a unit, or a brigade, that an HQ with too many does not supply."""


class Form(OnlyUnit, frozen=True):
    """TLD-A.corps.25: a divisional HQ is named the HQ of a de facto corps."""


class With(Action, frozen=True):
    """TLD-A.corps.25.b: the other one or two divisional HQs of it, as 15:HQ or 15:HQ+49:HQ."""

    hqs: str


class Disband(OnlyUnit, frozen=True):
    """TLD-A.corps.25: the de facto corps of an HQ is given up."""


class Draw(OnlyUnit, frozen=True):
    """TLD-B.5.b: the HQ that an attack of a corps recon or anti-tank unit counts to; its `unit` is the HQ."""


class Staff(Action, frozen=True):
    """Let the staff write: the planner's legal orders, all at once."""


class Deliver(UnitHex, frozen=True):
    """TLD-S.14: place a supply unit; its `unit` is the beach it is landed over, or `entry`."""


class Replace(OnlyUnit, frozen=True):
    """TLD-S.15: bring a unit back from the dead box."""


class Move(UnitHex, frozen=True):
    """TLD-S.16: move a unit, or bring it to the map."""


class Float(UnitHex, frozen=True):
    """TLD-S.12: wait afloat off an enemy-held beach hex."""


class Fire(UnitHex, frozen=True):
    """TLD-S.18: defensive fire, with its first gun."""

    has_target: ClassVar[bool] = True


class Attack(UnitHex, frozen=True):
    """TLD-S.17: declare an attack, with its first unit."""

    has_target: ClassVar[bool] = True


class Join(OnlyUnit, frozen=True):
    """TLD-S.17: one more unit attacks, or one more gun fires."""


class Support(OnlyUnit, frozen=True):
    """TLD-S.9: a gun lends its strength."""


class Ships(Action, frozen=True):
    """TLD-S.12: naval gunfire of a beach."""

    beach: str


class Spend(OnlyUnit, frozen=True):
    """TLD-J.31: the supply unit that loses the half step."""


class Lose(OnlyUnit, frozen=True):
    """TLD-S.8: a unit that is lost."""


class Withdraw(UnitHex, frozen=True):
    """TLD-S.17: the next hex of a retreat."""


class Advance(OnlyUnit, frozen=True):
    """TLD-S.17: advance after combat."""


VERBS: tuple[type[Action], ...] = (
    Order,
    To,
    StandIn,
    Together,
    Enter,
    Scrap,
    Strike,
    Staff,
    Over,
    Form,
    With,
    Disband,
    Draw,
    Deliver,
    Replace,
    Move,
    Float,
    Fire,
    Attack,
    Join,
    Support,
    Ships,
    Spend,
    Lose,
    Withdraw,
    Advance,
    Roll,
)
_ON_LAND = frozenset(members(LAND))  # asked at every move: one bit of a large map takes longer

# ------------------------------------------------------------ small verbs: the only places that change a unit


def stir(state: LongestDay, units: int, clause: str) -> None:
    if state.stirred & units != units:
        state.add(fact.stirred, units, clause)


def place(state: LongestDay, unit: int, hex_: int, clause: str, passed: int = 0) -> None:
    """Puts a unit into a hex, with what entering it (and the hexes passed) does."""
    if hex_ not in _ON_LAND:
        raise ValueError("no unit can be in this hex")  # met only where the rules are not enforced
    mine = MINE[unit]
    if state.due & mine:
        state.remove(fact.due, mine, clause)
        if HQ & mine:
            first_arrival(state, unit, hex_)
    if state.afloat[unit] != OFF:
        state.set_at(fact.afloat, unit, OFF, clause)
    if state.unfed[unit] < 0:
        state.set_at(fact.unfed, unit, 0, clause)
    state.remove(fact.strong, mine, "TLD-S.12")
    state.set_at(fact.at, unit, Hex(hex_), clause)
    if IS_COMBAT[unit] and (passed or (state.control >> hex_ & 1) != (SIDE[unit] == ALLIED)):
        take(state, SIDE[unit], 1 << hex_ | passed)


def take(state: LongestDay, side: str, hexes: int) -> None:
    """TLD-S.7: a side controls the hexes its combat units were last to enter."""
    held = hexes & state.control
    if side == ALLIED:
        if held != hexes:
            state.add(fact.control, hexes, "TLD-S.7")
    elif held:
        state.set(fact.control, Hexes(state.control ^ held), "TLD-S.7")


def eliminate(state: LongestDay, unit: int, clause: str, forever: bool = False) -> None:
    """To the dead box, or for good; a supply counter goes back to the pool, an HQ comes back later
    (TLD-S.19)."""
    mine = MINE[unit]
    state.set_at(fact.at, unit, OFF, clause)
    if state.afloat[unit] != OFF:
        state.set_at(fact.afloat, unit, OFF, clause)
    if state.disrupted[unit]:
        state.set_at(fact.disrupted, unit, 0, clause)
    if state.unfed[unit]:
        state.set_at(fact.unfed, unit, 0, clause)
    for counters in (fact.strong, fact.due, fact.stirred, fact.moved, fact.half):
        if state.__dict__[counters.name] & mine:
            state.set(counters, state.__dict__[counters.name] & ~mine, clause)
    if SUPPLY & mine:
        state.set_at(fact.bound, SUPPLY_NUMBER[unit], "", clause)
        return
    if HQ & mine:
        state.set(fact.returns, (*state.returns, (unit, state.day + RETURN_DAYS)), "TLD-S.19")
        state.add(fact.dead, mine, clause)
    elif forever:
        state.add(fact.surrendered, mine, clause)
    else:
        state.add(fact.dead, mine, clause)


def spend(state: LongestDay, unit: int, clause: str) -> None:
    """TLD-B.5: full to half, half to nothing."""
    if state.half >> unit & 1:
        eliminate(state, unit, clause)
    else:
        state.add(fact.half, MINE[unit], clause)


def disrupt(state: LongestDay, unit: int, clause: str = "TLD-S.6") -> None:
    if state.at[unit] >= 0:
        state.set_at(fact.disrupted, unit, 1, clause)


def units_in(state: LongestDay, hex_: int, side: str) -> int:
    return state.here.get(hex_, 0) & OF_SIDE[side]


def fighters(state: LongestDay, hex_: int, side: str) -> list[int]:
    """The combat units of a side in a hex."""
    return members(units_in(state, hex_, side) & COMBAT)


def unguarded(state: LongestDay, hex_: int, side: str) -> None:
    """TLD-B.7, TLD-J.30: supply units left without a combat unit when it is eliminated or driven off are lost
    with it."""
    left = units_in(state, hex_, side)
    if not left & COMBAT:
        for unit in members(left & SUPPLY):
            state.note("TLD-B.7", "{} is eliminated with the units that guarded it", LABEL[unit])
            eliminate(state, unit, "TLD-B.7")
