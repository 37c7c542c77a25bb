"""PHD-Z1, PHD-Z2: lanes, and what a unit is worth to the abstract resolver (reconstruction,
data/resolver.toml).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.core.hexes import letters

from .board import COLUMNS, DRAW, GRID, ROAD, ROWS
from .pieces import CREW, HS, KINDS, MORTARS, SQUAD, VEHICLE, Kind, bare, has_mark, is_gun, read

DATA = read("resolver.toml")
LANE_NAMES = tuple(row["id"] for row in DATA["lanes"]["list"])
_names = [letters(c) for c in range(1, COLUMNS + 1)]
SPAN = tuple(
    (_names.index(row["columns"][0]) + 1, _names.index(row["columns"][1]) + 1)
    for row in DATA["lanes"]["list"]
)
LANE_OF = {c: n for n, (a, b) in enumerate(SPAN) for c in range(a, b + 1)}  # PHD-Z1: five lanes of columns
CELL = [
    [GRID.set(f"{letters(c)}{row}" for c in range(a, b + 1)) if row else 0 for row in range(ROWS + 1)]
    for a, b in SPAN
]
HAS_DRAW = [[bool(CELL[lane][row] & DRAW) for row in range(ROWS + 1)] + [False] for lane in range(len(SPAN))]
HAS_ROAD = [[bool(CELL[lane][row] & ROAD) for row in range(ROWS + 1)] for lane in range(len(SPAN))]

S = DATA["strength"]
ENTERING = (0, ROWS + 1)  # PHD-Z1: the row of a unit about to enter
POSTURES = ("attack", "auto", "fall_back", "hold")
_squads = S["squad"]
_half = float(S["half_squad_share"])


def _values() -> dict[str, tuple[float, float]]:
    """PHD-Z2: attack and defence of every kind of MMC."""
    result = {name: (float(a), float(d)) for name, (a, d) in _squads.items()}
    for kind in KINDS.values():
        if kind.type == SQUAD:
            a, d = result[kind.name]
            result[kind.half] = (a * _half, d * _half)
        elif kind.type == CREW:
            result[kind.name] = tuple(S["crew"])
    return result


VALUE = _values()
WEAPON = {name: (float(a), float(d)) for name, (a, d) in S["weapon"].items()}
AT_RATING = {name: int(v) for name, v in DATA["anti_tank"]["rating"].items()}


@dataclass(slots=True)
class Troop:
    """A unit as the resolver sees it."""

    id: int
    side: int
    kind: Kind
    row: int
    lane: int
    gear: list[str]
    broken: bool = False
    wounded: bool = False
    stunned: bool = False
    immobile: bool = False
    bogged: bool = False
    burning: bool = False
    hidden: bool = False
    cloaked: bool = False
    entering: bool = False
    waiting: bool = False  # PHD-R18: not in this player turn
    exited: bool = False
    prisoner: bool = False
    dead: bool = False
    engaged: bool = False
    born: bool = False  # a hero or a surviving crew that came up in play
    lost: list[str] = field(default_factory=list)  # gear lost with it or by it

    @property
    def mmc(self) -> bool:
        return self.kind.type in (SQUAD, HS, CREW)

    @property
    def stuck(self) -> bool:
        return self.immobile or self.bogged

    @property
    def gun(self) -> bool:
        return any(is_gun(g) and not has_mark(g, "!") for g in self.gear)

    @property
    def in_fight(self) -> bool:
        """On the map and in the fight."""
        return not (self.dead or self.entering or self.exited or self.prisoner)

    @property
    def active(self) -> bool:
        """PHD-Z1: what can hold a line."""
        return not self.broken and not self.cloaked and (self.mmc or self.kind.type == VEHICLE)

    def strength(self) -> tuple[float, float]:
        """PHD-Z2: with its working weapons; broken it counts for nothing."""
        if self.broken or self.cloaked:
            return 0.0, 0.0
        if self.kind.type == VEHICLE:
            a, d = S["afv_immobile"] if self.stuck else S["afv_mobile"]
            weak = self.stunned or any(g in ("MA!", "MAx") for g in self.gear)
            factor = float(S["stunned_or_malfunctioned_ma_factor"]) if weak else 1.0
            return a * factor, d * factor
        attack, defence = VALUE.get(self.kind.name, (0.0, 0.0))
        for g in self.gear:
            if g in WEAPON:
                attack, defence = attack + WEAPON[g][0], defence + WEAPON[g][1]
            elif is_gun(g) and not has_mark(g, "!"):
                attack, defence = attack + S["gun"][0], defence + S["gun"][1]
        return attack, defence

    def at_rating(self) -> int:
        """PHD-Z7"""
        if not self.active:
            return 0
        if self.kind.type == VEHICLE:
            return 0 if any(g in ("MA!", "MAx") for g in self.gear) or self.stunned else AT_RATING["afv"]
        rating = 0
        for g in self.gear:
            rating += AT_RATING.get(g, 0)
            if is_gun(g) and bare(g) not in MORTARS and not has_mark(g, "!"):
                rating += AT_RATING["gun"]
        return rating


@dataclass(slots=True)
class Module:
    """PHD-Z4: an OBA module in play."""

    size: str
    strength: str
    lanes_registered: frozenset[int]
    lane: int
    fired: bool = False
    used: bool = False  # in this player turn


@dataclass(slots=True)
class Force:
    """All a side has in a scenario."""

    troops: list[Troop]
    modules: list[Module]
    posture: list[str]
    attacks: bool  # holds the Attack chit
    san: int
    worth: list[list[float]]  # DSP of fortifications by lane and row
    locations: list[list[int]]  # TLs it controls by lane and row
    breaches: set[int] = field(default_factory=set)  # lanes in which it has a Breach
    hero: bool = False  # one has come up already
    follow: list[bool] = field(
        default_factory=lambda: [True] * len(LANE_NAMES)
    )  # PHD-Z9: by lane, who is behind closes up
    gained: list[tuple[int, int]] = field(default_factory=list)  # (lane, line) it has won
