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
    graded: bool


class Game(Answer):
    """A game that can be played, with all that can be chosen."""

    name: str
    title: str
    sides: list[str]
    scenarios: list[str]
    refused: dict[str, str]
    players: list[Player]
    player: str
    strongest: str
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
    scenario: str | int  # a campaign tells the number of the scenario it has come to
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


class Clause(Answer):
    """A clause of a rulebook, in our words, with where it comes from."""

    id: str
    text: str
    chapter: str
    provenance: str
    kind: str
    who: str
    when: str
    note: str
    implemented: bool


class Map(Answer):
    """A map, for drawing. Each game has its own hexes and lines."""

    hexes: dict[str, Any] | list[Any]
    provenance: str | None = None
    grid: Plain | None = None
    rivers: list[Any] = []
    bridges: list[Any] = []
    roads: list[Any] = []
    boundary: list[Any] = []
    zones: Plain = {}


class Unit(Answer):
    """A counter as it is printed; its figures are its game's own."""

    id: str
    type: str
    name: str | None = None
    side: str | None = None
    formation: str | None = None
    size: str | None = None


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
    """What can be laid over the map after `at` actions. A game without one of them leaves it out, and may add its own."""

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


class Odds(Answer):
    """The exact odds of a fight that might be: chances are fractions, written out."""

    kind: str
    attacker: str
    hex: str
    attackers: list[str]
    defender: str | None
    fire: list[Fire]
    result: str | None
    parts: list[Part]
    differential: int
    shifts: list[Part]
    line: CrtLine
    columns: dict[str, str]
    results: dict[str, str]
    key: dict[str, str]
    table: Crt
    attacker_fire: str
    defender_fire: str


class Support(Answer):
    """The chances of each result for every draw the seat may name now."""

    choices: dict[str, dict[str, str]]


class Candidate(Answer):
    """One thing that could be done, as a computer player judges it."""

    action: str
    value: float
    why: str
    odds: dict[str, str]
    clauses: list[str]


class Hint(Answer):
    """What a computer player would do, and the alternatives."""

    at: int
    side: str
    clause: str | None
    purpose: str | None
    rule: str | None
    player: str
    played: str | None
    action: str
    candidates: list[Candidate]


class TopicParameter(Answer):
    """What a question takes."""

    name: str
    kind: str
    help: str
    default: Any
    required: bool


class Topic(Answer):
    """What can be asked."""

    help: str
    parameters: list[TopicParameter]


class Told(Answer):
    """The answer to a question: plain data, lines for people, and where it comes from."""

    topic: str
    value: Plain
    lines: list[str]
    clauses: list[str]
    provenance: list[str]
