"""What the server answers, for the published description. What a game tells of its own is left open."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Plain = dict[str, Any]


class Answer(msgspec.Struct, kw_only=True):
    """An answer."""


class Ruling(Answer):
    """Why something is refused."""

    clause: str
    because: str


class Refusal(Answer):
    """Every error. Nothing was changed."""

    error: str
    rulings: list[Ruling]


class Judged(Ruling):
    """A broken clause with its text."""

    text: str = ""


class Reading(Answer):
    """An option of a game."""

    name: str
    clause: str
    kind: str
    default: str | int | bool | float | None
    values: dict[str, str]


class Player(Answer):
    """A computer player."""

    name: str
    character: str
    games: list[str]


class Game(Answer):
    """A game that can be played, with all that can be chosen."""

    name: str
    title: str
    sides: list[str]
    scenarios: list[str]
    refused: dict[str, str]
    players: list[Player]
    player: str
    options: list[Reading]
    dice: list[str]
    enforcement: list[str]


class Seats(Answer):
    """A new table: its tokens are told this once. A computer has none."""

    table: str
    seats: dict[str, str | None]
    watch: str


class Over(Answer):
    """How a game ended."""

    winner: str
    level: str
    clause: str


class Words(Answer):
    """A sentence and the clause it rests on."""

    text: str
    clause: str


class Line(Answer):
    """An action with what it did; of one that is hidden from the seat, who took it."""

    seq: int
    by: str
    do: str | None
    words: list[Words]


class Legal(Answer):
    """What the seat may do: by verb, unit and hex where it has them, else in full."""

    verbs: list[str]
    plain: list[str]
    units: dict[str, list[str]]
    by_verb: dict[str, dict[str, list[str]]]
    count: int


class Table(Answer):
    """A table as one seat sees it. Games add what is their own, such as `dates`."""

    table: str
    name: str
    game: str
    scenario: str
    seat: str
    sides: list[str]
    seats: dict[str, str]
    seq: int
    at: int
    of: int
    enforcement: str
    dice: Literal["committed", "seeded", "typed"]
    to_move: str | None
    mine: bool
    clause: str | None
    purpose: str | None
    rule: str | None
    over: Over | None
    branch_of: str | None
    branch_at: int | None
    view: Plain
    units: Plain
    markers: Plain
    cups: Plain
    legal: Legal
    log: list[Line]
    combat: Plain | None


class Mine(Answer):
    """A table in the list of one's tables."""

    table: str
    name: str
    game: str
    seat: str
    seq: int
    to_move: str | None
    mine: bool
    turn: Any
    phase: Any
    over: Over | None
    error: str | None = None


class Done(Answer):
    """What an action did."""

    seq: int
    events: list[Line]
    words: list[Words]


class Undone(Answer):
    """What was taken back."""

    seq: int
    undone: list[str]


class Verdict(Answer):
    """The judgement on an action."""

    legal: bool
    rulings: list[Judged]
    figures: Plain
    nearest: str | None


class Reach(Answer):
    """What each legal destination costs."""

    hexes: dict[str, str]


class Talk(Answer):
    """A line of talk."""

    id: int
    seat: str
    text: str
    at: float


class Text(Answer):
    """Notes."""

    text: str


class Token(Answer):
    """A seat's new token."""

    seat: str
    token: str


class Roll(Answer):
    """A roll with the links it opened, and whether they fit."""

    roll: int
    action: int
    do: str | None
    links: dict[str, str]
    fits: bool | None
    seal: str | None


class Receipts(Answer):
    """The dice of a table."""

    kind: Literal["committed", "seeded", "typed"]
    seed: str | None
    sides: list[str]
    tips: dict[str, str]
    keys: dict[str, str]
    opened: dict[str, str] | None
    rolls: list[Roll]
    verified: bool
    checkable: bool
    problem: str | None


class Webhook(Answer):
    """Where notices go, and whether this server sends any."""

    url: str | None
    offered: bool
