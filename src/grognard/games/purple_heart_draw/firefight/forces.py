"""The counters of a fight: the places for units and weapons of each side, and the forces of a card. Knows no
rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.core.facts import Codec
from grognard.core.hexes import Hexes

from ..areas import AREA, CARDS, SETUP_AREA
from ..board import GRID, HEX_ROWS, columns, rows
from ..pieces import GERMAN, SIDES, US
from .tables import GUNS, KINDS, Gun

ENEMY = {GERMAN: US, US: GERMAN}
ADJECTIVE = {GERMAN: "German", US: "US"}
PLACES = {GERMAN: 20, US: 24}  # units a side can ever have in a fight
GUN_PLACES = {GERMAN: 6, US: 4}
_LETTER = {GERMAN: "g", US: "u"}
NAMES: list[str] = [f"{_LETTER[side]}{n:02}" for side in SIDES for n in range(1, PLACES[side] + 1)]
SIDE: list[str] = [side for side in SIDES for _ in range(PLACES[side])]
UNIT = {name: number for number, name in enumerate(NAMES)}
GUN_NAMES: list[str] = [f"{_LETTER[side]}mg{n}" for side in SIDES for n in range(1, GUN_PLACES[side] + 1)]
GUN_SIDE: list[str] = [side for side in SIDES for _ in range(GUN_PLACES[side])]
GUN = {name: number for number, name in enumerate(GUN_NAMES)}
FIRERS = [*NAMES, *GUN_NAMES]  # what can fire: a number from len(NAMES) on is a machine gun
FIRST_GUN = len(NAMES)
OF_SIDE = {side: sum(1 << n for n, own in enumerate(SIDE) if own == side) for side in SIDES}
GUNS_OF = {side: sum(1 << n for n, own in enumerate(GUN_SIDE) if own == side) for side in SIDES}
UNITS = Codec(
    lambda bits: [NAMES[n] for n in range(len(NAMES)) if bits >> n & 1],
    lambda names: sum(1 << UNIT[name] for name in names),
)
GUN_SET = Codec(
    lambda bits: [GUN_NAMES[n] for n in range(len(GUN_NAMES)) if bits >> n & 1],
    lambda names: sum(1 << GUN[name] for name in names),
)


def gun(side: str, id_: str) -> Gun:
    return GUNS[side, id_]


class Force(NamedTuple):
    """One side of a card, without vehicles, mortars and anti-tank weapons."""

    units: tuple[str, ...]
    guns: tuple[str, ...]
    elr: int
    san: int


class Scene(NamedTuple):
    """A card as it is fought."""

    id: str
    turns: int
    area: Hexes
    setup: Hexes
    entry: Hexes
    first_setup: str
    first_move: str
    force: dict[str, Force]
    goals: Hexes  # buildings to be controlled
    most_points: int  # points at which the attacker can no longer win
    breaches: bool = False  # PHD-TM18.ff: whether charges open bocage


def _force(row: dict[str, Any], side: str) -> Force:
    units: list[str] = []
    guns: list[str] = []
    for group in row["group"]:
        for id_, count in group["units"].items():
            if id_ in KINDS:
                units += [id_] * count
            elif (side, id_) in GUNS:
                guns += [id_] * count
    return Force(tuple(units), tuple(guns), row["elr"], row["san"])


def _phd_2() -> Scene:
    """The second card without vehicles: area, set-up and entry as on the card; FF-VC.2 names the
    buildings.
    """
    card = CARDS["PHD-2"]
    entry = Hexes(columns("A", "J") & rows(6, 6))
    near = GRID.within(1 << GRID.number["M15"], 2)
    goals = Hexes(near & GRID.set(name for name, row in HEX_ROWS.items() if row.get("building")))
    force = {side: _force(card[side], side) for side in SIDES}
    return Scene(
        "PHD-2",
        card["turns"],
        AREA["PHD-2"],
        Hexes(SETUP_AREA["PHD-2"]),
        entry,
        card["sets_up_first"],
        card["moves_first"],
        force,
        goals,
        20,
        True,
    )


SCENES = {"phd-2-infantry": _phd_2()}
