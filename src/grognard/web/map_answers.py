"""What the server answers about maps: overlays, supply, fights before the dice; for the description."""

from __future__ import annotations

from typing import Any

import msgspec

from .answers import Answer, Plain


class Cut(Answer):
    """What cuts a supply path: the hexes it could still reach, and what is around them."""

    reached: list[str]
    enemies: list[str]
    zones: list[str]


class Supplied(Answer):
    """A unit's supply: its path, or what cuts it."""

    supplied: bool
    path: list[str]
    clause: str
    because: str
    cut: Cut | None = None


class Supply(Answer):
    """Supply of all units on the map."""

    hexes: list[str]
    sources: list[str]
    units: dict[str, Supplied]


class Control(Answer):
    """Who holds the hexes of a place."""

    name: str
    hexes: dict[str, str]
    controlled: bool
    clause: str


class Arrival(Answer):
    """A row of the schedule, each unit with what has become of it."""

    turn: int
    dates: str
    side: str
    clause: str
    units: dict[str, str]
    early: Plain | None = None


class Overlays(Answer):
    """What can be laid over the map after `at` actions. A game without one of them leaves it out, and may add
    its own.
    """

    at: int
    zones: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    supply: Supply | msgspec.UnsetType = msgspec.UNSET
    threats: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    control: Control | msgspec.UnsetType = msgspec.UNSET
    arrivals: list[Arrival] | msgspec.UnsetType = msgspec.UNSET
    moved: list[str] | msgspec.UnsetType = msgspec.UNSET
    fought: list[str] | msgspec.UnsetType = msgspec.UNSET
    victory: Plain | msgspec.UnsetType = msgspec.UNSET


class Part(Answer):
    """A modifier with its clause."""

    amount: int
    clause: str
    because: str


class Fire(Answer):
    """A marker that was drawn."""

    side: str
    kind: str
    value: int | str | None


class CrtLine(Answer):
    """A line of the table a fight is resolved on."""

    id: str
    name: str
    clause: str


class Crt(Answer):
    """The table itself."""

    columns: list[Any]
    bounds: list[Any]
    cells: list[list[Any]]


class FightSums(Answer):
    """How a fight adds up: chances are fractions, written out."""

    kind: str
    attacker: str
    hex: str
    attackers: list[str]
    defender: str | None
    fire: list[Fire]
    result: str | None
    parts: list[Part]
    differential: int
    markers: int  # how many of the parts, the last ones, are markers in play
    shifts: list[Part]
    line: CrtLine
    columns: dict[str, str]
    results: dict[str, str]
    key: dict[str, str]
    table: Crt


class Odds(FightSums, kw_only=True):
    """The exact odds of a fight that might be."""

    attacker_fire: str
    defender_fire: str


class Support(Answer):
    """The chances of each result for every draw the seat may name now."""

    choices: dict[str, dict[str, str]]
    answer: str | None  # the defender's draw that the attacker's chances assume


class PlanCase(Answer):
    """The chances of one draw against one answer; `enemy` and `own`: that either side loses something."""

    results: dict[str, str]
    columns: dict[str, str]
    enemy: str
    own: str


class PlanRow(Answer):
    """One draw the attacker may name, with each answer."""

    fire: str
    answers: dict[str, PlanCase]


class FightPlan(FightSums, kw_only=True):
    """A fight before it is declared: every draw against every answer."""

    defenders: list[str]
    rows: list[PlanRow]
    likely: str
    unanswered: str | None  # the clause by which the defender uses no markers
