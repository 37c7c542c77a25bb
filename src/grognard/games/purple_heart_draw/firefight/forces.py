"""The counters of a fight: the places for units and weapons of each side, and the forces of a card. Knows no
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from grognard.core.facts import Codec
from grognard.core.hexes import NOWHERE, Hexes, members

from ..areas import AREA, CARDS, DRAW_LINE, SETUP_AREA
from ..board import EDGE, GRID, HEX_ROWS, INTERSECTIONS, LINES, PRINTED_TL, beyond, columns, rows, span
from ..charts import CIRCLED
from ..pieces import GERMAN, SIDES, US
from ..pieces import read as read_campaign
from .ordnance import PANZERFAUST, VEHICLE, WEAPONS
from .tables import FLAME, GUNS, KINDS, Gun
from .terrain import read

# ASL-C1.1: batteries of off-board artillery; the first of a side is called as the side is
BATTERY_OWNER = {US: US, GERMAN: GERMAN, "us 2": US, "german 2": GERMAN, "us 3": US}
BATTERIES = tuple(BATTERY_OWNER)
BATTERY_NUMBER = {name: number for number, name in enumerate(BATTERIES)}
BATTERIES_OF = {side: tuple(name for name, own in BATTERY_OWNER.items() if own == side) for side in SIDES}
# of a side, and of each of its batteries
ENEMY = {name: GERMAN if side == US else US for name, side in BATTERY_OWNER.items()}
ADJECTIVE = {name: "German" if side == GERMAN else "US" for name, side in BATTERY_OWNER.items()}
# places for units and weapons, first and last number, as they came to be: a card needs the first of them, a
# Tactical Mission as many as it has itself
PLACES = ((US, 1, 24), (GERMAN, 1, 20), (US, 25, 112), (GERMAN, 21, 112))
GUN_PLACES = (
    (GERMAN, 1, 6),
    (US, 1, 4),
    (US, 5, 8),
    (GERMAN, 7, 8),
    (US, 9, 64),
    (GERMAN, 9, 64),
)
_LETTER = {GERMAN: "g", US: "u"}
_UNITS = [(side, n) for side, first, last in PLACES for n in range(first, last + 1)]
# ASL-A12.11: after all places one for each side's "?" that moves: no unit, but where the enemy sees it go
FIRST_MARKER = len(_UNITS)
MARKER = {side: FIRST_MARKER + n for n, side in enumerate(SIDES)}
NAMES: list[str] = [*(f"{_LETTER[side]}{n:02}" for side, n in _UNITS), *(f"{_LETTER[s]}00" for s in SIDES)]
SIDE: list[str] = [*(side for side, _ in _UNITS), *SIDES]
UNIT = {name: number for number, name in enumerate(NAMES)}
_GUNS = [(side, n) for side, first, last in GUN_PLACES for n in range(first, last + 1)]
GUN_NAMES: list[str] = [f"{_LETTER[side]}mg{n}" for side, n in _GUNS]
GUN_SIDE: list[str] = [side for side, _ in _GUNS]
GUN = {name: number for number, name in enumerate(GUN_NAMES)}
FIRERS = [*NAMES, *GUN_NAMES]  # what can fire: a number from len(NAMES) on is a machine gun
FIRST_GUN = len(NAMES)
OF_SIDE = {side: sum(1 << n for n, own in enumerate(SIDE[:FIRST_MARKER]) if own == side) for side in SIDES}
GUNS_OF = {side: sum(1 << n for n, own in enumerate(GUN_SIDE) if own == side) for side in SIDES}
UNITS = Codec(
    lambda bits: [NAMES[n] for n in range(len(NAMES)) if bits >> n & 1],
    lambda names: sum(1 << UNIT[name] for name in {*names}),
)
GUN_SET = Codec(
    lambda bits: [GUN_NAMES[n] for n in range(len(GUN_NAMES)) if bits >> n & 1],
    lambda names: sum(1 << GUN[name] for name in {*names}),
)

# tanks and assault guns that a side can ever have: on a card the first of them, in a Tactical Mission all
# that
# its chart sells
VEHICLE_PLACES = ((US, 1, 5), (GERMAN, 1, 4), (US, 6, 10), (GERMAN, 5, 6))
_VEHICLES = [(side, n) for side, first, last in VEHICLE_PLACES for n in range(first, last + 1)]
VEHICLE_NAMES: list[str] = [f"{_LETTER[side]}v{n}" for side, n in _VEHICLES]
VEHICLE_SIDE: list[str] = [side for side, _ in _VEHICLES]
VEHICLE_NUMBER = {name: number for number, name in enumerate(VEHICLE_NAMES)}
VEHICLES_OF = {side: tuple(n for n, own in enumerate(VEHICLE_SIDE) if own == side) for side in SIDES}


def gun(side: str, id_: str) -> Gun:
    return GUNS[side, id_]


# ASL-C2.1: the Guns by the names the cards have for them
TOWED = {WEAPONS[id_].name: id_ for (_, id_), printed in GUNS.items() if printed.towed}


class Force(NamedTuple):
    """One side of a card."""

    units: tuple[str, ...]
    guns: tuple[str, ...]
    elr: int
    san: int
    mines: int = 0  # factors of anti-personnel mines
    fausts: int = 0  # ASL-C13.31.total: Panzerfaust shots
    vehicles: tuple[tuple[str, int], ...] = ()  # kinds, with the turn in which each enters
    pieces: tuple[str, ...] = ()  # ASL-C2.1: Guns
    crews: tuple[str, ...] = ()  # and who serves them
    commanders: tuple[str, ...] = ()  # ASL-D3.4: Armor Leaders
    module: str = ""  # ASL-C1.1: a module of artillery beyond that of the card


@cache
def with_storeys(area: Hexes) -> Hexes:
    return GRID.with_storeys(area)


class Scene(NamedTuple):
    """A card, or a TM Scenario, as it is fought."""

    id: str
    turns: int
    area: Hexes
    setup: Hexes
    entry: Hexes
    first_setup: str
    first_move: str
    force: dict[str, Force]
    goals: Hexes  # buildings to be controlled; else hexes on the edge of the zone
    most_points: int  # points at which the attacker can no longer win; 0: no limit
    clause: str  # who wins
    zone: Hexes = NOWHERE  # where units count at the end; nowhere: buildings decide
    zone_words: str = ""
    least: int = 0  # points of US units there with which its side wins
    in_order: bool = False  # whether only Good Order units count there, and not all unbroken ones
    squads_only: bool = False  # leaders and heroes do not count there
    mist: bool = False  # PHD-MSR1.ff: there is no other weather
    breaches: bool = False  # PHD-TM18.ff: whether charges open bocage
    fortify: bool = False  # PHD-3.ssr.5.ff: whether the first side fortifies a building
    artillery: Mapping[str, str] = {}  # ASL-C1.1: the module of a side
    balanced: Mapping[str, Force] = {}  # PHD-n.bal.ff: a side with the balance of the card
    has_vehicles: bool = False  # whether tanks and assault guns take part
    from_south: bool = False  # the second side comes over the southern edge
    is_mission: bool = False  # PHD-TM6.ff: a TM Scenario, whose length the dice decide
    moist: bool = False  # ASL-B25.5: environmental conditions: Moist, or else Moderate

    @property
    def places(self) -> Hexes:
        """ASL-A2.8: the hexes of the area, and the upper levels of its buildings."""
        return with_storeys(self.area)

    def forces(self, balance: str) -> dict[str, Force]:
        """PHD-n.bal.ff: both sides, one of them with its balance."""
        return {
            side: self.balanced.get(side, force) if side == balance else force
            for side, force in self.force.items()
        }


def _force(row: dict[str, Any], side: str) -> Force:
    units: list[str] = []
    guns: list[str] = []
    pieces: list[str] = []
    crews: list[str] = []
    vehicles: list[tuple[str, int]] = []
    commanders: list[str] = []
    for group in row["group"]:
        for name, count in group["units"].items():
            id_ = TOWED.get(name, name)
            if id_ in TOWED.values():
                pieces += [id_] * count
            elif id_ in KINDS and KINDS[id_].type == "crew":
                crews += [id_] * count
            elif id_ in KINDS:
                units += [id_] * count
            elif id_ in VEHICLE:
                vehicles += [(id_, group.get("turn", 1))] * count
            elif (side, id_) in GUNS:
                guns += [id_] * count
            elif id_.startswith(ARMOR_LEADER):
                commanders += [id_.removeprefix(ARMOR_LEADER)] * count
    guns.sort(key=lambda id_: (gun(side, id_).ordnance, id_ == FLAME))  # the others keep their old places
    halves = sum(KINDS[id_].size for id_ in (*units, *crews))
    fausts = int(PANZERFAUST["shots"] * halves / 2) if side == GERMAN else 0
    return Force(
        tuple(units),
        tuple(guns),
        row["elr"],
        row["san"],
        row.get("mines", 0),
        fausts,
        tuple(vehicles),
        tuple(pieces),
        tuple(crews),
        tuple(commanders),
        row.get("module", ""),
    )


ARMOR_LEADER = "AL "  # what the cards call him


def _balanced(row: dict[str, Any], side: str, change: dict[str, Any]) -> Force:
    """PHD-n.bal.ff: counters are exchanged for better ones, and others are added."""
    better = change.get("exchange", {})
    others = {"mines": change.get("mines", 0), "module": change.get("module", "")}
    groups = [
        {**group, "units": {better.get(id_, id_): n for id_, n in group["units"].items()}}
        for group in row["group"]
    ]
    return _force({**row, "group": [*groups, {"units": change.get("add", {})}], **others}, side)


def _scene(row: dict[str, Any]) -> Scene:
    """A card without vehicles, Guns and artillery: area, set-up and entry as on the card."""
    card, area = CARDS[row["card"]], AREA[row["card"]]
    line = _line(row)
    return Scene(
        row["card"],
        card["turns"],
        area,
        Hexes(SETUP_AREA[row["card"]]),
        Hexes(columns(*row["entry"]["columns"]) & rows(row["entry"]["row"], row["entry"]["row"])),
        card["sets_up_first"],
        card["moves_first"],
        {side: _force(card[side], side) for side in SIDES},
        _edge(row["clause"], line) if line else _buildings(row["buildings"]),
        row["most"],
        row["clause"],
        Hexes(_zone(row["clause"], line) & area),
        row.get("zone", ""),
        row["least"],
        row.get("must_be") == "Good Order",
        row.get("squads_only", False),
        row["mist"],
        row["breaches"],
        row.get("fortify", False),
        row.get("artillery", {}),
        {side: _balanced(card[side], side, change) for side, change in row.get("balance", {}).items()},
        from_south=row["entry"]["row"] > 20,
        moist=row["ec"] == "Moist",
    )


def _line(row: dict[str, Any]) -> Hexes:
    """The draw or the road that decides; nowhere: buildings do."""
    if "road" in row:
        return span(LINES["orchard road"], *row["road"])
    return span(DRAW_LINE, *row["draw"]) if "draw" in row else NOWHERE


def _buildings(row: dict[str, Any]) -> Hexes:
    """FF-VC.2: the buildings around a hex."""
    near = GRID.within(1 << GRID.number[row["near"]], row["within"])
    return Hexes(near & GRID.set(name for name, hex_ in HEX_ROWS.items() if hex_.get("building")))


def _zone(clause: str, line: int) -> int:
    """FF-VC.1: south of the draw; FF-VC.3, FF-VC.4: in the draw or on the road, and next to it."""
    if not line:
        return 0
    return beyond(members(line), south=True, itself=False) if clause == "FF-VC.1" else GRID.within(line, 1)


def _edge(clause: str, line: int) -> Hexes:
    """Where the zone begins: the first hexes beyond the draw, or the draw."""
    if clause != "FF-VC.1":
        return Hexes(line)
    south = beyond(members(line), south=True, itself=False)
    return Hexes(south & ~beyond(members(south & GRID.near(line)), south=True, itself=False))


def _scenes() -> dict[str, Scene]:
    """Every card with Infantry alone, and with its vehicles."""
    rows = read("cards.toml")["card"]
    infantry = {row["id"]: _scene(row) for row in rows}
    armored = {row["armored"]: infantry[row["id"]]._replace(has_vehicles=True) for row in rows}
    return infantry | armored


SCENES = _scenes()

# ---------------------------------------------------------------- TM Scenarios of the Tactical Mission

ELR = {side: int(read_campaign("initial_ob.toml")[side]["elr"]) for side in SIDES}


def mission_name(first: str, mist: bool) -> str:
    """The scene of a TM Scenario: who moves first, and the weather."""
    return f"mission-{first}-{'mist' if mist else 'clear'}"


def _mission(first: str, mover: str, mist: bool) -> Scene:
    """PHD-TM1: the whole map; reinforcements come by their own map edge; no side wins it (PHD-C5.38)."""
    return Scene(
        mission_name(first, mist),
        max(CIRCLED),
        GRID.all,
        NOWHERE,
        EDGE[mover],
        ENEMY[first],
        first,
        {side: Force((), (), ELR[side], 0) for side in SIDES},
        Hexes(PRINTED_TL | INTERSECTIONS),
        0,
        "PHD-TM6.ff",
        mist=mist,
        moist=mist,  # PHD-C5.30: the only Moist TM Scenario is the one with mist
        breaches=True,
        has_vehicles=True,
        from_south=mover == GERMAN,
        is_mission=True,
    )


_MISSIONS = [
    (side, _mission(first, side, mist)) for first in SIDES for mist in (False, True) for side in SIDES
]
MISSIONS = frozenset(scene.id for _, scene in _MISSIONS)
# by scene and side that moves
SCENE_OF = {(id_, side): scene for id_, scene in SCENES.items() for side in SIDES} | {
    (scene.id, side): scene for side, scene in _MISSIONS
}
