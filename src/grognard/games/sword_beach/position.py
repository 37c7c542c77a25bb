"""The facts of a Sword Beach position and the procedures that can be under way in one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.facts import TUPLE, Action, Codec, Column, Fact, Frame, struct_codec
from grognard.core.hexes import NOWHERE, OFF, Hex, Hexes
from grognard.core.ruling import Ruling
from grognard.core.stacking import restack, stacks_of
from grognard.core.state import State

from .board import BOUNDARY_HEXES, GRID, HEX, HEXES, LAND
from .options import DEFAULT, Options
from .pieces import COMMANDO, NAMES, OF_SIDE, SIDE, SIDES, UNIT, UNITS, display_name
from .tables import CUPS, EMPTY, NAVAL, NAVAL_VALUES, Cup

# ---------------------------------------------------------------- frames


class Landing(Frame, frozen=True, tag="landing"):
    """Before game turn 1: the German record and the three landings."""

    markers: int = 0  # beachhead markers already placed
    to_drop: tuple[int, ...] = ()  # airborne units still to roll for
    drifting: int = -1  # the one whose drift is being rolled
    crowded: tuple[tuple[int, int], ...] = ()  # (hex, losses still due) after the drop
    raid: int = 0  # the die of the commando raid


class Turn(Frame, frozen=True, tag="turn"):
    """The sequence of play of one game turn."""

    to_lose: tuple[str, ...] = ()  # cups from which markers are still to be taken out at random
    spent: bool = False  # the replacement point of this turn has been used


class Combat(Frame, frozen=True, tag="combat"):
    """One combat against one hex."""

    attacker: str
    hex: Hex
    attackers: tuple[int, ...] = ()
    defender: int = -1
    to_draw: tuple[str, ...] = ()  # cups still to draw from, the attacker's first
    for_attacker: int = 0  # how many of them are the attacker's
    fire: tuple[tuple[str, str, int], ...] = ()  # markers in play: side, kind, printed value
    result: str = ""
    mobile: bool = False  # fought in the Mobile Combat Phase


class Bombardment(Combat, frozen=True, tag="bombardment"):
    """FM-8.4: markers alone against one hex."""


class Assault(Combat, frozen=True, tag="assault"):
    """SB-11.2.3.2: a beach assault without a defender."""


class DropAttack(Combat, frozen=True, tag="drop_attack"):
    """SB-11.2.2.6: units that came down on a German."""


class Retreat(Frame, frozen=True, tag="retreat"):
    """FM-7.7: a unit on its way back."""

    unit: int
    origin: Hex
    length: int
    gone: int = 0
    heed_zoc: bool = True


class Mines(Frame, frozen=True, tag="mines"):
    """SB-11.1.5.b.1: the mines marker has been drawn."""

    bombardment: bool = False


# ---------------------------------------------------------------- facts


def _occupy(state: SwordBeach, unit: int, old: Hex, new: Hex) -> None:
    """Keeps what is derived from `at` in step with it; a hex may hold others still."""
    side, mine = SIDE[unit], 1 << unit
    left, hexes = restack(state.here, mine, old, new), state.occupied[side]
    if old < 0:
        state.on_map |= mine
    elif not left & OF_SIDE[side]:
        hexes ^= 1 << old
    if new < 0:
        state.on_map ^= mine
    else:
        hexes |= 1 << new
    state.occupied[side] = hexes


def _recorder(state: SwordBeach, side: str, key: int) -> bool:
    return side == "german"  # SB-11.0.a


RECORD = Codec(
    lambda record: {NAMES[unit]: GRID.name[hex_] for unit, hex_ in record},
    lambda plain: tuple((UNIT[name], GRID.hex(hex_)) for name, hex_ in plain.items()),
)
OPTIONS = struct_codec(Options)
COUNTS = Codec(list, tuple)


class SwordBeach(State):
    """A position of Sword Beach."""

    options = Fact[Options](DEFAULT, OPTIONS)
    turn = Fact(0)
    weather = Fact("fair")  # SB-14.1
    at = Column[Hex]([OFF] * len(NAMES), NAMES, HEX, changed=_occupy)
    steps = Column[int]([2] * len(NAMES), NAMES)
    record = Fact[tuple[tuple[int, Hex], ...]](
        (), RECORD, seen=_recorder
    )  # SB-11.0.a: secret until SB-11.2.2.5
    waiting = Fact[int](0, UNITS)  # due and not yet on the map
    moved = Fact[int](0, UNITS)  # in this phase
    fought = Fact[int](0, UNITS)  # attacked in this player turn
    landed = Fact[int](0, UNITS)  # still in the beach hex they landed in
    left = Fact[int](
        0, UNITS
    )  # have left a beach landing hex; noted only where stacks are read literally (SB-J38)
    cut_off = Fact[int](0, UNITS)  # out of supply at the last check
    attacked = Fact[Hexes](NOWHERE, HEXES)  # in this phase
    bombarded = Fact[Hexes](NOWHERE, HEXES)  # in this phase
    beachheads = Fact[Hexes](NOWHERE, HEXES)
    unassaulted = Fact[Hexes](NOWHERE, HEXES)  # beach landing hexes whose assault is still to come
    hot_beaches = Fact[Hexes](NOWHERE, HEXES)  # in a German ZOC when the Germans were placed (SB-J34)
    drop_zones = Fact[Hexes](NOWHERE, HEXES)
    drop_supply = Fact(False)  # drop zone markers lie on their supply side
    allied_cities = Fact[Hexes](NOWHERE, HEXES)  # city hexes last occupied by the Allies
    cups = Column[Cup]([EMPTY] * len(CUPS), CUPS, COUNTS)
    lost = Fact[Cup](EMPTY, COUNTS)  # German markers eliminated for good
    mines = Fact("cup")  # cup, drawn, aside, used, out (this GT), lost
    naval = Fact[tuple[int, ...]](tuple(NAVAL[value] for value in NAVAL_VALUES), TUPLE)
    called = Fact[tuple[int, ...]](
        (0, 0), TUPLE
    )  # SB-11.1.3: the GT the 84th and 116th were called in early, or 0
    entered = Fact[tuple[int, ...]]((0, 0), TUPLE)  # the GT they entered, or 0
    caen_due = Fact(False)  # SB-11.1.5.d: two German markers go next turn
    caen_taken = Fact(False)  # all nine hexes have been controlled once
    won = Fact[tuple[str, ...]]((), TUPLE)  # winner, level, clause

    sides = SIDES
    grid = GRID
    out_of_bounds = "SB-10.1.b"
    frames = Landing | Turn | Combat | Bombardment | Assault | DropAttack | Retreat | Mines
    occupied: dict[str, int]  # derived: hexes of each side
    on_map: int  # derived: units on the map
    here: dict[int, int]  # derived: the units in each hex that holds any
    land: int  # derived: hexes in play that are not sea
    ways: int  # derived: the readings that change movement, as bits

    def derive(self) -> None:
        self.occupied, self.on_map, self.here = dict.fromkeys(SIDES, 0), 0, stacks_of(self.at)
        for unit, hex_ in enumerate(self.at):
            if hex_ >= 0:
                self.occupied[SIDE[unit]] |= 1 << hex_
                self.on_map |= 1 << unit
        options = self.options
        self.land = LAND if options.boundary_hexes_in_play else LAND & ~BOUNDARY_HEXES
        self.ways = (
            (not options.boundary_hexes_in_play)
            | (options.edge_entry == "road") << 1
            | (not options.weather_halves_arrivals) << 2
        )

    def copied(self) -> None:
        self.occupied, self.here = self.occupied.copy(), self.here.copy()

    @property
    def date(self) -> str:
        return f"GT {self.turn}" if self.turn else "before GT 1"

    display_name = staticmethod(display_name)

    def owner(self, action: Action) -> str | None:
        unit = UNIT.get(getattr(action, "unit", ""))
        return None if unit is None else SIDE[unit]

    def forbids(self, action: Action) -> Sequence[Ruling]:
        from .refusals import forbidden  # which reads positions

        return forbidden(self, action)

    def impossibilities(self) -> Sequence[Ruling]:
        from .impossible import impossibilities  # which reads positions

        return impossibilities(self)

    def frame_elsewhere(self, kind: type[Frame], step: int, action: Action) -> Frame | None:
        """A turn and the landings can be imagined at any time; a combat only while one is under way."""
        if kind is Landing and self._is_idle_question(step, action):
            return None
        if (frame := super().frame_elsewhere(kind, step, action)) is not None:
            return frame
        if kind is Landing:
            return Landing(step=step, markers=self.beachheads.bit_count())
        return Turn(step=step) if kind is Turn else None

    def _is_idle_question(self, step: int, action: Action) -> bool:
        """Whether a landing step has nothing to say of an action: assaults before they are listed, losses in
        a turn, and moves of all units but a commando that has landed.
        """
        if action.verb == "assault":
            return bool(self.stack) and isinstance(self.stack[0], Landing) and self.stack[0].step < step
        if action.verb == "move":
            return (
                bool(self.turn)
                or not (COMMANDO & self.on_map) >> UNIT.get(getattr(action, "unit", ""), 0) & 1
            )
        return bool(self.turn) and action.verb == "lose"


fact = SwordBeach.keys()
