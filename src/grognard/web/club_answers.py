"""What the server answers about players, their tables and results; for the published description."""

from __future__ import annotations

from typing import Literal

from .answers import Answer


class SignedIn(Answer):
    """A player who is signed in; the token of the session is given this once."""

    name: str
    token: str


class Named(Answer):
    """The name of a player."""

    name: str


class ClockTerms(Answer):
    """What the players agreed on, in seconds; `grace`: before the game can be claimed, `gift`: time that can
    be given.
    """

    kind: Literal["days", "chess"]
    seconds: float
    increment: float
    grace: float
    gift: float


class ClockFace(Answer):
    """The clocks of a table. They start when every player has come to the table (`started`)."""

    terms: ClockTerms
    left: dict[str, float]
    running: str | None
    started: bool
    late: str | None
    claim_in: float | None


class ClaimedOnTime(Answer):
    """A game that ended on time: `side` had none left."""

    side: str
    winner: str
    at: float


class ClubTable(Answer):
    """What the club knows of a table; `free`: seats that could be opened, `why`: why the game is not
    rated.
    """

    seat: str
    can_take_name: bool
    players: dict[str, str | None]
    open: list[str]
    free: list[str]
    rated: bool
    why: str
    clock: ClockFace | None
    claim: ClaimedOnTime | None


class OpenTable(Answer):
    """A seat anyone may join."""

    table: str
    name: str
    game: str
    scenario: str
    side: str
    since: float
    clock: ClockTerms | None
    rated: bool
    waiting: list[str]


class Opened(Answer):
    """Whether anyone may join a seat."""

    seat: str
    open: bool


class Joined(Answer):
    """A seat that was taken, with its token."""

    table: str
    seat: str
    token: str


class RatedPlayer(Answer):
    """A player's Elo in one game; `margin` is half of the 95 % interval."""

    player: str
    elo: float
    margin: float
    games: int


class SideAdvantage(Answer):
    """What a side is worth between equal players."""

    side: str
    elo: float
    margin: float


class WinRate(Answer):
    """The share of games a side won, with its 95 % interval."""

    wins: int
    value: float
    low: float
    high: float


class ScenarioRates(Answer):
    """The win rates of a scenario."""

    scenario: str
    games: int
    draws: int
    sides: dict[str, WinRate]


class GameResults(Answer):
    """The ratings and win rates of one game."""

    game: str
    games: int
    players: list[RatedPlayer]
    advantage: SideAdvantage
    scenarios: list[ScenarioRates]


class RatedResult(Answer):
    """One rated game that is over."""

    table: str
    game: str
    scenario: str
    winner: str
    level: str
    on_time: bool
    at: float
    players: dict[str, str]


class ResultsPage(Answer):
    """The results of a server."""

    games: list[GameResults]
    last: list[RatedResult]
