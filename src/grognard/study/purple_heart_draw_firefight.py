"""What a study of the firefight looks at: buildings, losses, and the course of the fight turn by turn."""

from __future__ import annotations

from collections import Counter

from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES, SIDE
from grognard.games.purple_heart_draw.firefight.position import BROKEN, V_WRECK, Firefight
from grognard.games.purple_heart_draw.firefight.units import kind, number, on_map
from grognard.games.purple_heart_draw.firefight.victory import zone_points
from grognard.games.purple_heart_draw.pieces import GERMAN, SIDES, US

from .playing import Watch, by_name


class Watching(Watch[Firefight]):
    """One fight. `stood` counts unit-turns a hex, `fell` the units eliminated in it."""

    def __init__(self) -> None:
        self.stood = {side: Counter[int]() for side in SIDES}
        self.buildings: dict[str, int] = {}
        self.casualties: dict[str, int] = {}
        self.fit: dict[str, int] = {}
        self.first_taken: int | None = None

    def turn(self, state: Firefight) -> None:
        self._look(state, state.turn - 1)

    def _look(self, state: Firefight, turn: int) -> None:
        if turn < 1:
            return  # set-up
        held = _held(state)
        self.buildings[f"turn {turn}"] = held
        for side in SIDES:
            self.casualties[f"{side} turn {turn}"] = state.points[1 - number(side)]
            self.fit[f"{side} turn {turn}"] = _fit(state, side)
        if held and self.first_taken is None:
            self.first_taken = turn
        for unit in range(len(NAMES)):
            if state.at[unit] >= 0:
                self.stood[SIDE[unit]][state.at[unit]] += 1

    def end(self, state: Firefight) -> Plain:
        for turn in range(state.turn, state.card.turns + 1):  # what is held when it ends early stays held
            self.buildings[f"turn {turn}"] = _held(state)
        self._look(state, state.turn)
        broke, fell = _losses(state)
        return {
            "margin": _margin(state),
            "buildings": _held(state),
            "us_points": state.points[number(US)],
            "german_points": state.points[number(GERMAN)],
            "first_taken": self.first_taken,
            "vehicles_lost": sum(_is_lost(state, v) for v in range(len(state.vehicle_kind))),
            "course": self.buildings,
            "casualties": self.casualties,
            "fit": self.fit,
            "broke": broke,
            "attacks": _attacks(state),
            "stood": by_name(GRID, self.stood),
            "fell": by_name(GRID, fell),
        }


def _held(state: Firefight) -> int:
    """What decides the card: buildings held, or points of US units in the zone."""
    return zone_points(state) if state.card.zone else (state.control & state.card.goals).bit_count()


def _fit(state: Firefight, side: str) -> int:
    """Unbroken squads on the map, half-squads as a half, rounded down."""
    squads = [u for u in on_map(state, side) if not state.flags[u] & BROKEN]
    return sum(kind(state, u).size for u in squads) // 2


def _is_lost(state: Firefight, vehicle: int) -> bool:
    return bool(state.vehicle_kind[vehicle]) and bool(state.vehicle_flags[vehicle] & V_WRECK)


def _margin(state: Firefight) -> int:
    return (
        _held(state) - state.card.least
        if state.card.zone
        else 2 * _held(state) - state.card.goals.bit_count()
    )


def _losses(state: Firefight) -> tuple[dict[str, int], dict[str, Counter[int]]]:
    """How often units broke, side by side, and where units were eliminated. Read off the journal."""
    broke = dict.fromkeys(SIDES, 0)
    fell = {side: Counter[int]() for side in SIDES}
    at = [-1] * len(NAMES)
    for name, key, old, new, _ in state.journal:
        if name == "at":
            at[key] = new if new >= 0 else at[key]
        elif name == "flags" and new & ~old & BROKEN:
            broke[SIDE[key]] += 1
        elif name == "kind" and old and not new:
            fell[SIDE[key]][at[key]] += 1
    return broke, fell


def _attacks(state: Firefight) -> dict[str, int]:
    """Shots and close combats."""
    count = Counter(action.verb for action in state.actions)
    return {"fire": count["fire"], "close combat": count["fight"]}


# ---------------------------------------------------------------- for the report

MEASURES = {  # of a row: heading, and what it is
    "margin": "buildings the US side holds at the end less the others, or points in the zone beyond its need",
    "buildings": "buildings the US side holds at the end, or points of its units in the zone",
    "us_points": "casualty victory points scored by the US side",
    "german_points": "casualty victory points scored by the German side",
    "first_taken": "turn in which the first building was taken or unit in the zone, where one was",
    "vehicles_lost": "vehicles wrecked or abandoned, of both sides",
}
SHARES: dict[str, str] = {}
TALLIES = {
    "course": "buildings in US hands, or points of US units in the zone, at the end of a turn",
    "casualties": "casualty victory points that a side has lost by the end of a turn",
    "fit": "unbroken squads on the map at the end of a turn",
    "broke": "units that broke, by side",
    "attacks": "attacks, by kind",
}
KINDS: dict[str, str] = {}
FELL = "units eliminated in a hex"


def map_of(counts: dict[str, int], colour: str) -> str:
    """A heat map: the darker a hex, the more."""
    from grognard.games.purple_heart_draw.picture import base

    return base().heat(counts, colour)
