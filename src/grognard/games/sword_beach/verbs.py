"""What can be done: the actions, and the small verbs that are alone in changing a unit; zones of control
(FM-6).
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.core.facts import Action, OnlyHex, OnlyUnit, UnitHex
from grognard.core.facts import Roll as Roll
from grognard.core.hexes import OFF, Hex, members

from .board import CITY, GRID, GROUND
from .pieces import AIRBORNE, ALLIED, GERMAN, OF_SIDE, SIDE
from .position import SwordBeach, fact

# ---------------------------------------------------------------- actions


class Record(UnitHex, frozen=True):
    """SB-11.0.a: write down a hidden unit's hex."""


class Beachhead(OnlyHex, frozen=True):
    """SB-11.2.1.1: place a beachhead marker."""


class Place(UnitHex, frozen=True):
    """SB-11.2.1.2: put an assault unit on a beachhead."""


class Dropzone(OnlyHex, frozen=True):
    """SB-11.2.2.1: put down a drop zone marker."""


class Designate(UnitHex, frozen=True):
    """SB-11.2.2.2: where an airborne unit is to land."""


class Fight(OnlyHex, frozen=True):
    """SB-11.2.2.6: resolve the attack of units that came down on a German."""


class Raid(OnlyHex, frozen=True):
    """SB-11.2.3.1: put the commando ashore."""


class Assault(OnlyHex, frozen=True):
    """SB-11.2.3.2: resolve a beach assault."""


class Move(UnitHex, frozen=True):
    """FM-5: move a unit, or bring it on from the east edge."""


class Bring(Action, frozen=True):
    """SB-11.1.3: call a division in early."""

    division: str


class Land(UnitHex, frozen=True):
    """SB-11.2.4: land a reinforcement."""


class Attack(UnitHex, frozen=True):
    """FM-7.1: declare an attack, with its first unit."""

    has_target: ClassVar[bool] = True


class Join(OnlyUnit, frozen=True):
    """FM-7.2.1: one more unit joins the attack."""


_WORDS = ("air", "guns", "naval10", "naval7", "mines")


def in_order(fire: str) -> str:
    """Markers may be named in any order; they are written in one.

    >>> in_order("naval10+guns"), in_order("mines+guns")
    ('guns+naval10', 'guns+mines')
    """
    words = fire.split("+")
    return "+".join(sorted(words, key=lambda word: _WORDS.index(word) if word in _WORDS else len(_WORDS)))


class Bombard(UnitHex, frozen=True):
    """FM-8.4: bombard a hex; its `unit` is the draw, such as `air+guns`."""

    def __post_init__(self) -> None:
        if self.unit == "guns+air":
            msgspec.structs.force_setattr(self, "unit", "air+guns")


class Target(OnlyUnit, frozen=True):
    """SB-11.2.3.3: the unit of a stack that is bombarded."""


class Defend(OnlyUnit, frozen=True):
    """SB-11.2.4.f: the unit of a stack that defends."""


class Support(Action, frozen=True):
    """FM-8.3.1: markers named before drawing, such as `guns+guns`, `air+naval10`, `guns+mines` or `none`."""

    fire: str

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "fire", in_order(self.fire))


class UseMines(Action, frozen=True):
    """SB-11.1.5.b.1: what to do with the mines marker just drawn: `use`, `aside`, or `redraw`."""

    verb: ClassVar[str] = "mines"
    choice: str


class Lose(OnlyUnit, frozen=True):
    """FM-7.6.2: the unit that takes the loss."""


class Resist(Action, frozen=True):
    """FM-7.8.1: stiff resistance."""


class Yield(Action, frozen=True):
    """FM-7.8.1: no stiff resistance; the unit retreats."""


class Withdraw(UnitHex, frozen=True):
    """FM-7.7.1: the next hex of a retreat."""


class Advance(OnlyUnit, frozen=True):
    """FM-7.9.1: advance after combat."""


class Replace(OnlyUnit, frozen=True):
    """SB-11.2.5: rebuild a unit."""


class Draw(Action, frozen=True):
    """A marker drawn blind from a cup."""

    cup: str
    marker: str

    def __str__(self) -> str:
        return f"draw {self.cup} {self.marker}"


VERBS: tuple[type[Action], ...] = (
    Record,
    Beachhead,
    Place,
    Dropzone,
    Designate,
    Fight,
    Raid,
    Assault,
    Move,
    Bring,
    Land,
    Attack,
    Join,
    Bombard,
    Target,
    Defend,
    Support,
    UseMines,
    Lose,
    Resist,
    Yield,
    Withdraw,
    Advance,
    Replace,
    Roll,
    Draw,
)

# ------------------------------------------------------------ small verbs: the only places that change a unit

NOTABLE = frozenset(members(CITY | GROUND["beach"]))  # hexes whose occupation means something


def require_land_hex(state: SwordBeach, hex_: Hex) -> None:
    """Refuses a hex that no unit can stand in: met only where the rules are not enforced."""
    if not state.land >> hex_ & 1:
        raise ValueError("a hex that no unit can stand in")


def place(state: SwordBeach, unit: int, hex_: Hex, clause: str) -> None:
    """Puts a unit into a hex, with what occupying it does."""
    if not state.land >> hex_ & 1 or not state.steps[unit]:
        raise ValueError(
            "a lost unit, or a hex that no unit can stand in"
        )  # met only where the rules are not enforced
    if state.options.beach_stack == "literal":
        note_leaving(state, unit)
    state.set_at(fact.at, unit, hex_, clause)
    mine = 1 << unit
    state.remove(fact.waiting, mine, clause)
    state.remove(fact.landed, mine, "SB-11.2.1.2.d")
    if hex_ in NOTABLE or state.drop_zones:
        occupy(state, SIDE[unit], 1 << hex_)


def note_leaving(state: SwordBeach, unit: int) -> None:
    """SB-11.2.1.2.d: a unit that leaves a beach landing hex is kept out of stacks for good, airborne units
    and the commando too.
    """
    at = state.at[unit]
    if at >= 0 and SIDE[unit] == ALLIED and state.beachheads >> at & 1:
        state.add(fact.left, 1 << unit, "SB-11.2.1.2.d")


def occupy(state: SwordBeach, side: str, hexes: int) -> None:
    """SB-J30: a German takes a beachhead away (SB-11.2.1.1.e); a city is its last occupier's."""
    if side == GERMAN:
        if hexes & state.beachheads:
            state.remove(fact.beachheads, hexes, "SB-11.2.1.1.e")
        if hexes & state.allied_cities:
            state.remove(fact.allied_cities, hexes, "SB-J30")
        if hexes & state.drop_zones and state.options.german_on_drop_zone == "removes":
            state.remove(fact.drop_zones, hexes, "SB-J44")
    elif hexes & CITY & ~state.allied_cities:
        state.add(fact.allied_cities, hexes & CITY, "SB-J30")


def reduce(state: SwordBeach, unit: int, clause: str) -> None:
    """FM-2.3.b: the first loss turns a unit over, the second removes it."""
    if state.steps[unit] == 2:
        state.set_at(fact.steps, unit, 1, clause)
    elif state.steps[unit]:
        eliminate(state, unit, clause)


def eliminate(state: SwordBeach, unit: int, clause: str) -> None:
    state.set_at(fact.steps, unit, 0, clause)
    state.set_at(fact.at, unit, OFF, clause)
    mine = 1 << unit
    state.remove(fact.landed, mine, clause)


def units_in(state: SwordBeach, hex_: int, side: str) -> list[int]:
    """The units of a side in a hex."""
    return members(state.here.get(hex_, 0) & OF_SIDE[side])


def hexes_of(state: SwordBeach, units: int) -> int:
    """The hexes in which units of a set stand."""
    at, result = state.at, 0
    for unit in members(units & state.on_map):
        result |= 1 << at[unit]
    return result


def units_at(state: SwordBeach, units: int, hexes: int) -> int:
    """Those units of a set that stand in a set of hexes."""
    stacks, result = state.here, 0
    for hex_ in members(hexes):
        result |= stacks.get(hex_, 0)
    return result & units


# ---------------------------------------------------------------- FM-6 zones of control


def projecting(state: SwordBeach, side: str) -> int:
    """Hexes that project a zone of control (FM-6.0.1); airborne units do not on GT 1 or before
    (SB-11.2.2.7.c).
    """
    hexes = state.occupied[side]
    if state.turn < 2 and side == ALLIED:
        hexes = hexes_of(state, state.on_map & OF_SIDE[ALLIED] & ~AIRBORNE)
    return hexes


def zoc(state: SwordBeach, side: str) -> int:
    """FM-6.0.2, FM-6.0.3: one set, whatever lies on the hexsides; not at sea, not out of play."""
    return GRID.near(projecting(state, side)) & state.land
