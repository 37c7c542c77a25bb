"""PHD-TM13.ff: off-board artillery of the mission in its fights: which modules are in play, who has their
radios, and what became of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.core.hexes import OFF, Hex, Hexes, letters, members, set_of

from .board import COLUMN, COLUMN_OF, GRID, ROW, ROW_OF
from .charts import MODULES_IN_PLAY
from .firefight.forces import BATTERIES_OF, BATTERY_NUMBER
from .firefight.observer import ARTILLERY, LOST, MODULE, SILENT
from .firefight.position import Firefight
from .pieces import GERMAN, KINDS, LEADER, NUMBER, SIDE, SIDES
from .position import PurpleHeartDraw, fact, ground
from .registration import MODULES
from .signals import MAP_EDGE

RADIO, LIGHT = "RADIO", "60mm"
PREFIX = {GERMAN: "de"}  # of the ids of a side's modules; any other side has its own name
Module = tuple[str, str, tuple[int, ...], int, int]


class Piece(NamedTuple):
    """A module in play: its number among those of its side, its place in the fight, and how it is called."""

    side: str
    module: int
    slot: int
    phone: int  # hex of its field phone; OFF: it has a radio
    holder: int  # the unit of the campaign with its radio; -1: none


def kind_of(side: str, module: Module) -> str:
    return f"{PREFIX.get(side, side)}-{module[0].removesuffix('mm')}"


def in_play(state: PurpleHeartDraw, units: tuple[int, ...]) -> list[Piece]:
    """PHD-TM13.ff: the first two modules of a side and a 60mm besides; each has a field phone, or a radio
    that a unit in the fight carries.
    """
    return [piece for side in SIDES for piece in _of_side(state, side, units)]


def _of_side(state: PurpleHeartDraw, side: str, units: tuple[int, ...]) -> list[Piece]:
    phones = dict(state.phones[NUMBER[side]])
    carriers = iter(_carriers(state, side, units))
    slots = iter(BATTERIES_OF[side])
    pieces: list[Piece] = []
    for n in _chosen(state, side):
        phone = phones.get(MODULES[n], OFF) if n < len(MODULES) else OFF
        holder = next(carriers, -1) if phone == OFF else -1
        place = next(slots, "") if phone != OFF or holder >= 0 else ""
        if place:
            pieces.append(Piece(side, n, BATTERY_NUMBER[place], phone, holder))
    return pieces


def _chosen(state: PurpleHeartDraw, side: str) -> list[int]:
    modules = state.modules[NUMBER[side]]
    ready = [n for n, m in enumerate(modules) if kind_of(side, m) in MODULE and not m[3]]
    heavy = [n for n in ready if modules[n][0] != LIGHT][:MODULES_IN_PLAY]
    return heavy + [n for n in ready if modules[n][0] == LIGHT][:1]


def _carriers(state: PurpleHeartDraw, side: str, units: tuple[int, ...]) -> list[int]:
    """SideOf has the radios of a side, leaders first: only they can be Observers."""
    mine = [u for u in units if SIDE[u] == side and RADIO in state.gear[u]]
    return sorted(mine, key=lambda u: (KINDS[state.kind[u]].type != LEADER, u))


# ---------------------------------------------------------------- FF-IN


def bring_module(state: PurpleHeartDraw, fight: dict[str, Any], piece: Piece, holder: int) -> None:
    """A module comes in: its pile by its ammunition (PHD-C5.34), its registered hexes, its radio."""
    module, key = state.modules[NUMBER[piece.side]][piece.module], piece.slot
    fight["module"][key], fight["net"][key] = kind_of(piece.side, module), SILENT
    fight["pile"][key] = pile_of(piece.side, module)
    fight["radio"][key], fight["wire"][key] = holder, Hex(piece.phone)
    if piece.phone != OFF:
        fight["cables"][key] = cable(state, piece.side, piece.phone)
    fight["registered"][key] = Hexes(set_of(set(module[2])))
    fight["range_from"][key] = Hex(module[4] - 1) if module[4] else OFF


def cable(state: PurpleHeartDraw, side: str, phone: int) -> Hexes:
    """ASL-C1.23: the hexes of the line of a field phone: the shortest straight way of one letter or one
    number to the edge over ground the side controls; PHD-TM13: where there is none, the shortest way.
    """
    home = ground(state).friendly(NUMBER[side])
    lines = (
        [h for h in members(COLUMN[letters(COLUMN_OF[phone])]) if ROW_OF[h] <= ROW_OF[phone]],
        [h for h in members(COLUMN[letters(COLUMN_OF[phone])]) if ROW_OF[h] >= ROW_OF[phone]],
        [h for h in members(ROW[ROW_OF[phone]]) if COLUMN_OF[h] <= COLUMN_OF[phone]],
        [h for h in members(ROW[ROW_OF[phone]]) if COLUMN_OF[h] >= COLUMN_OF[phone]],
    )
    free = [set_of(line) for line in lines if not set_of(line) & ~home]
    return Hexes(min(free, key=int.bit_count)) if free else _way_home(home, phone)


def _way_home(home: int, phone: int) -> Hexes:
    at, seen = 1 << phone, [1 << phone]
    while not seen[-1] & MAP_EDGE:
        at = GRID.near(seen[-1]) & home & ~sum(seen)
        if not at:
            return Hexes(1 << phone)
        seen.append(at)
    path = [1 << members(seen[-1] & MAP_EDGE)[0]]
    for step in reversed(seen[:-1]):
        path.append(1 << members(GRID.near(path[-1]) & step)[0])
    return Hexes(sum(path))


def pile_of(side: str, module: Module) -> tuple[int, int]:
    """ASL-C1.211: black and red chits; more black with Plentiful ammunition and with a registered hex."""
    rows = ARTILLERY["pile"]
    piles = [rows[side], rows.get(module[1], [0, 0]), rows["registered"] if module[2] else [0, 0]]
    return sum(pile[0] for pile in piles), sum(pile[1] for pile in piles)


# ---------------------------------------------------------------- FF-OUT, FF-O18


def carry_module(state: PurpleHeartDraw, fight: Firefight, piece: Piece) -> None:
    """PHD-C5.6.ff: a module that has placed a fire for effect is spent."""
    n = NUMBER[piece.side]
    rows = list(state.modules[n])
    size, strength, hexes, fired, edge = rows[piece.module]
    if fight.spent[piece.slot] and not fired:
        rows[piece.module] = (size, strength, hexes, 1, edge)
        state.set_at(fact.modules, n, tuple(rows), "PHD-C5.6.ff")
    if piece.phone != OFF and fight.net[piece.slot] == LOST:
        remaining = tuple(row for row in state.phones[n] if row != (MODULES[piece.module], piece.phone))
        state.set_at(fact.phones, n, remaining, "ASL-C1.2")


def radio_after(fight: Firefight, piece: Piece) -> tuple[int, int]:
    """Where the radio of a module is at the end: its place in the fight, or the hex it lies in."""
    if piece.phone != OFF or fight.net[piece.slot] == LOST:
        return -1, OFF
    return fight.radio[piece.slot], int(fight.radio_at[piece.slot])


__all__ = ["RADIO", "Piece", "bring_module", "carry_module", "in_play", "pile_of", "radio_after"]
