"""What a study of the firefight looks at: buildings, losses, and the course of the fight turn by turn."""

from __future__ import annotations

from collections import Counter

from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES, SIDE
from grognard.games.purple_heart_draw.firefight.position import BROKEN, Firefight
from grognard.games.purple_heart_draw.firefight.units import number
from grognard.games.purple_heart_draw.firefight.victory import zone_points
from grognard.games.purple_heart_draw.pieces import GERMAN, SIDES, US

from .playing import Watch


class Watching(Watch[Firefight]):
    """One fight. `stood` counts unit-turns a hex, `fell` the units eliminated in it."""

    def __init__(self) -> None:
        self.stood = {side: Counter[int]() for side in SIDES}
        self.buildings: dict[str, int] = {}
        self.first_taken: int | None = None

    def turn(self, state: Firefight) -> None:
        self._look(state, state.turn - 1)

    def _look(self, state: Firefight, turn: int) -> None:
        if turn < 1:
            return  # set-up
        held = _held(state)
        self.buildings[f"turn {turn}"] = held
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
            "course": self.buildings,
            "broke": broke,
            "attacks": _attacks(state),
            "stood": {side: _by_name(count) for side, count in self.stood.items()},
            "fell": {side: _by_name(count) for side, count in fell.items()},
        }


def _held(state: Firefight) -> int:
    """What decides the card: buildings held, or points of US units in the zone."""
    return zone_points(state) if state.card.zone else (state.control & state.card.goals).bit_count()


def _margin(state: Firefight) -> int:
    return (
        _held(state) - state.card.least
        if state.card.zone
        else 2 * _held(state) - state.card.goals.bit_count()
    )


def _by_name(count: Counter[int]) -> dict[str, int]:
    return {GRID.name[hex_]: times for hex_, times in sorted(count.items()) if hex_ >= 0}


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
    "margin": "buildings the US side holds at the end less those it does not",
    "buildings": "buildings the US side holds at the end",
    "us_points": "casualty victory points scored by the US side",
    "german_points": "casualty victory points scored by the German side",
    "first_taken": "turn in which the first building was taken, of the fights in which one was",
}
SHARES: dict[str, str] = {}
TALLIES = {
    "course": "buildings in US hands at the end of a turn",
    "broke": "units that broke, by side",
    "attacks": "attacks, by kind",
}
KINDS: dict[str, str] = {}
FELL = "units eliminated in a hex"


def map_of(counts: dict[str, int], colour: str) -> str:
    """A heat map: the darker a hex, the more."""
    from grognard.games.purple_heart_draw.picture import base

    return base().heat(counts, colour)
