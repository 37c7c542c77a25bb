"""Conducts: how a player of Sword Beach goes about a game, as data. A conduct names the openings it draws
from and how it weighs things in which turns; `conducts.toml` holds Marshal's, its older ones and the
exploiters of the league.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from random import Random

import msgspec

from grognard.core.hexes import Hex
from grognard.core.plain import Plain
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, GERMAN, UNIT
from grognard.games.sword_beach.position import SwordBeach

from .aims import AIMS, POSITIONS
from .features import LAST
from .judgement import Temper

FILE = "conducts.toml"
SIDES = (ALLIED, GERMAN)
MARSHAL, FUSILIER = "marshal", "fusilier"


class Stance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is weighed differently in some turns: fields of `Weight` and of `Temper`, by name."""

    side: str
    first: int = 0
    last: int = 99
    when: str = ""  # only in such positions, by their name in `aims.py`
    weight: dict[str, float | bool | str] = {}
    temper: dict[str, float] = {}

    def fits(self, state: SwordBeach) -> bool:
        """Whether the position is one that this stance is for."""
        return not self.when or POSITIONS[self.when](state)

    def applies(self, side: str, state: SwordBeach) -> bool:
        """Whether this stance is for the side, the turn and the position."""
        return self.side == side and self.first <= state.turn <= self.last and self.fits(state)

    def adjust(self, temper: Temper) -> Temper:
        """Return the temper with what this stance weighs differently."""
        ground = temper.ground._replace(**self.weight)  # type: ignore[arg-type]
        return temper._replace(ground=ground, **self.temper)


class Conduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to play. `mind` is the player that makes the decisions."""

    name: str
    character: str
    mind: str = MARSHAL
    sides: tuple[str, ...] = SIDES  # the sides it has an idea for
    measured: bool = False  # draws from the openings that did best by games (`openings.json`)
    setups: tuple[str, ...] = ()  # the openings it draws from, each as likely as the others
    beaches: tuple[tuple[str, ...], ...] = ()
    drops: tuple[str, ...] = ()
    stances: tuple[Stance, ...] = ()
    whims: bool = False  # draws another aim for every turn

    def drawn(self, rng: Random) -> Conduct:
        """The conduct for one game: an aim for every turn, if it draws them."""
        if not self.whims:
            return self
        whims = [
            Stance(side=side, first=turn, last=turn, weight={"aim": rng.choice(list(AIMS)), "near": 2.0})
            for turn in range(1, LAST + 1)
            for side in self.sides
        ]
        return msgspec.structs.replace(self, stances=(*self.stances, *whims))

    def adjust(self, temper: Temper, side: str, state: SwordBeach) -> Temper:
        """Return the temper with the stances of this side, turn and position."""
        for stance in self.stances:
            if stance.applies(side, state):
                temper = stance.adjust(temper)
        return temper


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: set-ups by name, and conducts."""

    setup: dict[str, dict[str, str]]
    conduct: tuple[Conduct, ...]


@cache
def book() -> Book:
    raw: Plain = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return msgspec.convert(raw, Book)


@cache
def conduct(name: str) -> Conduct:
    return next(one for one in book().conduct if one.name == name)


@cache
def setup_posts(name: str) -> dict[int, Hex]:
    """The hexes of a set-up, by unit. Units that it leaves out go where Fusilier would post them."""
    return {UNIT[unit]: Hex(GRID.number[hex_]) for unit, hex_ in book().setup.get(name, {}).items()}
