"""What each game tells the page besides what all games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, cast

import msgspec

import grognard
from grognard.core.facts import CHANCE, Action, Event
from grognard.core.game import Game
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.core.state import State

if TYPE_CHECKING:
    from grognard.sheets.paper import Document


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """On which page of the browser a game is played; its module declares it as `PAGE`.

    Modules are named by their path below `static/js`, ours or that of the game's own package. A game without
    `presentation` is shown with what stands here.
    """

    map: bool = False  # on the map table; with a desk too, the map is one of the desk's views
    desk: str = (
        ""  # the module of the game's own desk; "" is the plain desk, which every game can be played on
    )
    presentation: str = ""  # the module that says how its map and counters look
    numbering: Literal["RRCC", "CCRR", "R.CC"] = "RRCC"  # how the map is numbered
    plans: bool = False  # the game's `plan` and `odds` count a fight before it is declared
    colors: dict[str, str] = {}  # the counters of each side: "british", "german", "neutral", ...


class GameView(Protocol):
    """A game's own figures. Every `state` it is given holds only what the asking seat knows.

    A game's module writes those it has something to say to; `Plain` answers the rest.
    """

    PAGE: Page

    def map_data(self) -> Plain:
        """The map, for drawing."""

    def unit_data(self) -> list[Plain]:
        """The counters."""

    def when(self, state: object) -> Plain:
        """Turn, dates and phase."""

    def units(self, state: object) -> dict[str, Plain]:
        """Every unit as it stands."""

    def markers(self, state: object) -> dict[str, list[str]]:
        """Markers on the map."""

    def cups(self, state: object) -> Plain:
        """What can still be drawn."""

    def fight(self, state: object) -> Plain | None:
        """The sums of the fight under way, and its `result` once there is one."""

    def reach(self, state: object, unit: str) -> dict[str, str]:
        """What a unit's legal destinations cost."""

    def odds(self, state: object, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
        """The exact odds of a fight that might be."""

    def support(self, state: object) -> Plain:
        """The chances of each result for every draw that may be named in the fight under way, and the answer
        they assume.
        """

    def plan(self, state: object, action: Action, joining: list[str], target: str) -> Plain:
        """The fight an action would begin, with every draw and every answer."""

    def desk(self, state: object, topic: str, asked: Mapping[str, str]) -> object:
        """What a page of the game's desk shows: plain data; a topic it does not have is a `GrognardError`."""

    def history(self, state: object, past: Sequence[tuple[str, Sequence[Event]]]) -> object:
        """What the desk shows of the past: every action in words (none if sealed) with its events, as the
        seat may know them.
        """

    def check_orders(self, asked: PlainView) -> Plain:
        """Standing orders as they are kept; a `GrognardError` if they are none."""

    def by_order(self, state: object, stored: PlainView) -> str | None:
        """What a seat's standing orders do in its place now; `None`: they leave it to the player."""

    def overlays(self, state: object) -> Plain:
        """What can be laid over the map, and how the game stands."""

    def paper(self, topic: str, asked: Mapping[str, str]) -> object:
        """A page of the desk of people who play without a table: what they keep is among the parameters."""

    def paper_sheet(self, sheet: str, asked: Mapping[str, str]) -> Document:
        """A sheet filled from such papers: a `Document`."""


class DefaultView:
    """Answers for what a game's own module leaves out."""

    PAGE = Page()

    def __init__(self, module: object = None) -> None:
        self._module = module

    def __getattribute__(self, name: str) -> object:
        own = object.__getattribute__(self, "_module")
        return getattr(own, name, None) or object.__getattribute__(self, name)

    def map_data(self) -> Plain:
        return {}

    def unit_data(self) -> list[Plain]:
        return []

    def when(self, state: State) -> Plain:
        return {
            "turn": getattr(state, "turn", None),
            "phase": state.purpose if state.to_move not in (None, CHANCE) else "",
        }

    def units(self, state: object) -> dict[str, Plain]:
        return {}

    def markers(self, state: object) -> dict[str, list[str]]:
        return {}

    def cups(self, state: object) -> Plain:
        return {}

    def fight(self, state: object) -> Plain | None:
        return None

    def reach(self, state: object, unit: str) -> dict[str, str]:
        return {}

    def odds(self, state: object, attackers: list[str], hex_: str, fire: str, defense: str) -> Plain:
        raise GrognardError("this game has no odds of that kind; see what it can be asked")

    def support(self, state: object) -> Plain:
        return {"choices": {}, "answer": None}

    def plan(self, state: object, action: Action, joining: list[str], target: str) -> Plain:
        raise GrognardError("this game has no plans of that kind; see what it can be asked")

    def check_orders(self, asked: PlainView) -> Plain:
        raise GrognardError("this game has no standing orders")

    def by_order(self, state: object, stored: PlainView) -> str | None:
        return None

    def overlays(self, state: object) -> Plain:
        return {}

    def desk(self, state: object, topic: str, asked: Mapping[str, str]) -> object:
        raise GrognardError(f"this game's desk has no page {topic!r}")

    def history(self, state: object, past: Sequence[tuple[str, Sequence[Event]]]) -> object:
        return []

    def paper(self, topic: str, asked: Mapping[str, str]) -> object:
        raise GrognardError("this game's desk needs a table")

    def paper_sheet(self, sheet: str, asked: Mapping[str, str]) -> Document:
        raise GrognardError("this game's desk needs a table")


def game_view(game: Game) -> GameView:
    return cast(GameView, DefaultView(grognard.GAMES.part(game.name, "web")))


def has_orders(game: Game) -> bool:
    """Whether a game knows standing orders."""
    return hasattr(grognard.GAMES.part(game.name, "web"), "by_order")


def known(state: State, seat: str) -> State:
    """The position as a seat knows it: whatever else is touched raises `Leak`."""
    return state.known_to(seat)
