"""What each game tells the page besides what all games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from grognard.core.facts import CHANCE, Action, Event
from grognard.core.game import Game
from grognard.core.ruling import GrognardError
from grognard.core.state import State

FACES = {
    "sword-beach": "grognard.web.sword_beach",
    "beyond-the-rhine": "grognard.web.beyond_the_rhine",
    "beyond-the-rhine-map": "grognard.web.beyond_the_rhine_map",
    "longest-day": "grognard.web.longest_day",
    "purple-heart-draw": "grognard.web.purple_heart_draw",
}


class Face(Protocol):
    """A game's own figures. Every `state` it is given holds only what the asking seat knows.

    A game's module writes those it has something to say to; `Plain` answers the rest.
    """

    def map_data(self) -> dict[str, Any]:
        """The map, for drawing."""

    def unit_data(self) -> list[dict[str, Any]]:
        """The counters."""

    def when(self, state: Any) -> dict[str, Any]:
        """Turn, dates and phase."""

    def units(self, state: Any) -> dict[str, dict[str, Any]]:
        """Every unit as it stands."""

    def markers(self, state: Any) -> dict[str, list[str]]:
        """Markers on the map."""

    def cups(self, state: Any) -> dict[str, Any]:
        """What can still be drawn."""

    def fight(self, state: Any) -> dict[str, Any] | None:
        """The sums of the fight under way, and its `result` once there is one."""

    def reach(self, state: Any, unit: str) -> dict[str, str]:
        """What a unit's legal destinations cost."""

    def odds(self, state: Any, attackers: list[str], hex_: str, fire: str, defense: str) -> dict[str, Any]:
        """The exact odds of a fight that might be."""

    def support(self, state: Any) -> dict[str, Any]:
        """The chances of each result for every draw that may be named in the fight under way, and the answer they assume."""

    def plan(self, state: Any, action: Action, joining: list[str], target: str) -> dict[str, Any]:
        """The fight an action would begin, with every draw and every answer."""

    def desk(self, state: Any, topic: str, asked: Mapping[str, str]) -> Any:
        """What a page of the game's desk shows: plain data; a topic it does not have is a `GrognardError`."""

    def history(self, state: Any, past: Sequence[tuple[str, Sequence[Event]]]) -> Any:
        """What the desk shows of the past: every action in words (none if sealed) with its events, as the seat may know them."""

    def overlays(self, state: Any) -> dict[str, Any]:
        """What can be laid over the map, and how the game stands."""

    def paper(self, topic: str, asked: Mapping[str, str]) -> Any:
        """A page of the desk of people who play without a table: what they keep is among the parameters."""

    def paper_sheet(self, sheet: str, asked: Mapping[str, str]) -> Any:
        """A sheet filled from such papers: a `Document`."""


class Plain:
    """Answers for what a game's own module leaves out."""

    def __init__(self, module: Any = None) -> None:
        self._module = module

    def __getattribute__(self, name: str) -> Any:
        own = object.__getattribute__(self, "_module")
        return getattr(own, name, None) or object.__getattribute__(self, name)

    def map_data(self) -> dict[str, Any]:
        return {}

    def unit_data(self) -> list[dict[str, Any]]:
        return []

    def when(self, state: Any) -> dict[str, Any]:
        return {"turn": getattr(state, "turn", None), "phase": state.purpose if state.to_move not in (None, CHANCE) else ""}

    def units(self, state: Any) -> dict[str, dict[str, Any]]:
        return {}

    def markers(self, state: Any) -> dict[str, list[str]]:
        return {}

    def cups(self, state: Any) -> dict[str, Any]:
        return {}

    def fight(self, state: Any) -> dict[str, Any] | None:
        return None

    def reach(self, state: Any, unit: str) -> dict[str, str]:
        return {}

    def odds(self, state: Any, attackers: list[str], hex_: str, fire: str, defense: str) -> dict[str, Any]:
        raise GrognardError("this game has no odds of that kind; see what it can be asked")

    def support(self, state: Any) -> dict[str, Any]:
        return {"choices": {}, "answer": None}

    def plan(self, state: Any, action: Action, joining: list[str], target: str) -> dict[str, Any]:
        raise GrognardError("this game has no plans of that kind; see what it can be asked")

    def overlays(self, state: Any) -> dict[str, Any]:
        return {}

    def desk(self, state: Any, topic: str, asked: Mapping[str, str]) -> Any:
        raise GrognardError(f"this game's desk has no page {topic!r}")

    def history(self, state: Any, past: Sequence[tuple[str, Sequence[Event]]]) -> Any:
        return []

    def paper(self, topic: str, asked: Mapping[str, str]) -> Any:
        raise GrognardError("this game's desk needs a table")

    def paper_sheet(self, sheet: str, asked: Mapping[str, str]) -> Any:
        raise GrognardError("this game's desk needs a table")


def face(game: Game) -> Face:
    return cast(Face, Plain(import_module(FACES[game.name]) if game.name in FACES else None))


def known(state: State, seat: str) -> State:
    """The position as a seat knows it: whatever else is touched raises `Leak`."""
    return state.known_to(seat)
