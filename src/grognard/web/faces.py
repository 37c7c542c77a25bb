"""What each game tells the page besides what all games have in common."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

from grognard.core.game import Game
from grognard.core.state import State

FACES = {"sword-beach": "grognard.web.sword_beach"}


class Face(Protocol):
    """A game's own figures. Every `state` it is given holds only what the asking seat knows."""

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


def face(game: Game) -> Face:
    return cast(Face, import_module(FACES[game.name]))


def known(state: State, seat: str) -> State:
    """The position as a seat knows it: whatever else is touched raises `Leak`."""
    return state.known_to(seat)
