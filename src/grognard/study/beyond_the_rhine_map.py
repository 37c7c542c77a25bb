"""What a study of Beyond the Rhine on the map looks at: points, losses, and the course turn by turn."""

from __future__ import annotations

from collections import Counter

from grognard.core.plain import Plain
from grognard.core.ruling import total
from grognard.games.beyond_the_rhine.campaign.board import BOARD, GRID
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, FIGHTERS, GERMAN, NAMES, SIDE, SIDES
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.victory import by_points, is_taken, level_of, objectives

from .playing import Watch, by_name


class Watching(Watch[Campaign]):
    """One game. `stood` counts unit-turns in a hex."""

    def __init__(self) -> None:
        self.stood = {side: Counter[int]() for side in SIDES}
        self.course: dict[str, int] = {}

    def turn(self, state: Campaign) -> None:
        self._look(state, state.turn - 1)

    def _look(self, state: Campaign, turn: int) -> None:
        if turn < 1:
            return  # set-up
        self.course[f"turn {turn:02}"] = _value(state)
        for unit in range(len(NAMES)):
            if state.at[unit] >= 0 and FIGHTERS >> unit & 1:
                self.stood[SIDE[unit]][state.at[unit]] += 1

    def end(self, state: Campaign) -> Plain:
        self._look(state, state.turn)
        return {
            "points": _value(state) if by_points(state) else None,
            "taken": state.turn if not by_points(state) and is_taken(state) else None,
            "allied_steps": state.steps_lost[SIDES.index(ALLIED)],
            "german_steps": state.steps_lost[SIDES.index(GERMAN)],
            "course": self.course,
            "held": {GRID.name[h]: state.allied_held >> h & 1 for h in objectives(state)},
            "attacks": dict(Counter(action.verb for action in state.actions if action.verb in ATTACKS)),
            "stood": by_name(GRID, self.stood),
            "fell": by_name(GRID, _losses(state)),
        }


ATTACKS = ("attack", "barrage", "overrun", "fly")


def _value(state: Campaign) -> int:
    """What decides the scenario: points, or objectives in Allied hands."""
    if by_points(state):
        return total(level_of(state))
    return sum(state.allied_held >> hex_ & 1 for hex_ in objectives(state))


def _losses(state: Campaign) -> dict[str, Counter[int]]:
    """Where steps were lost: the journal read backwards, so that every unit is where it was."""
    fell = {side: Counter[int]() for side in SIDES}
    at = list(state.at)
    for name, key, old, new, _ in reversed(state.journal):
        if name == "at":
            at[key] = old
        elif name == "lost" and new > old and FIGHTERS >> key & 1:
            fell[SIDE[key]][at[key]] += new - old
    return fell


# ---------------------------------------------------------------- for the report

MEASURES = {  # of a row: heading, and what it is
    "points": "Allied points at the end",
    "taken": "turn in which Aachen was taken, of the games in which it was",
    "allied_steps": "Allied steps lost",
    "german_steps": "German steps lost",
}
SHARES: dict[str, str] = {}
TALLIES = {
    "course": "Allied points (or objectives held) at the end of a turn",
    "held": "share of the games in which the Allies held an objective at the end",
    "attacks": "attacks, by kind",
}
KINDS: dict[str, str] = {}


def map_of(counts: dict[str, int], colour: str) -> str:
    """A heat map: the darker a hex, the more."""
    from grognard.games.beyond_the_rhine.picture import base

    return base(BOARD).heat(counts, colour)
