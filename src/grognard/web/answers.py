"""What the server answers, for the published description. What a game tells of its own is left open."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.players.findings import Review

Plain = dict[str, Any]  # an object of which the description says nothing: every game has its own


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


class DescribedScenario(Answer):
    """A scenario as people choose it; `hours` are worked out from `decisions`, `view` are hexes its picture
    shows.
    """

    id: str
    name: str
    text: str
    dates: str
    turns: int
    unit: str
    turn: str
    decisions: int
    basis: str
    hidden: str
    difficulty: int
    difficulty_because: str
    judged: bool
    view: list[str]
    provenance: str
    hours: float
    length: str
    difficulty_in_words: str


class DescribedGame(Answer):
    """A game as people choose it."""

    text: str
    dates: str
    sides: dict[str, str]
    seats: dict[str, str]
    scenarios: list[DescribedScenario]


class Game(Answer):
    """A game that can be played, with all that can be chosen."""

    name: str
    title: str
    sides: list[str]
    scenarios: list[str]
    about: DescribedGame
    refused: dict[str, str]
    players: list[Player]
    player: str
    strongest: str
    options: list[Reading]
    dice: list[str]
    enforcement: list[str]


class Seats(Answer):
    """A new table: its tokens are given this once. A computer has none; the creator's hands seats out and
    sees nothing.
    """

    table: str
    seats: dict[str, str | None]
    watch: str
    creator: str


class Over(Answer):
    """How a game ended."""

    winner: str
    level: str
    clause: str


class Words(Answer):
    """A sentence of the log, the clause it rests on, and the data it was made from."""

    kind: str
    text: str
    clause: str = ""
    side: str = ""
    units: list[str] = []
    hexes: list[str] = []
    figures: Plain = {}
    forced: bool = False


class Line(Answer):
    """An action with what it did; of one that is hidden from the seat, who took it."""

    seq: int
    by: str
    do: str | None
    words: list[Words]


class ActStep(Answer):
    """A unit that came to another hex, with the hexes it entered."""

    unit: str
    to: str
    at: int
    origin: str = ""
    path: list[str] = []


class Act(Answer):
    """One thing that happened, as a player would tell it; it covers the actions `first` to `last`."""

    kind: str
    text: str
    first: int
    last: int
    side: str = ""
    clause: str = ""
    effects: list[str] = []
    code: str = ""
    units: list[str] = []
    hexes: list[str] = []
    moves: list[ActStep] = []
    target: str = ""
    attackers: list[str] = []
    figures: Plain = {}
    hurt: list[str] = []
    lost: list[list[str]] = []
    taken: list[str] = []
    parts: list[str] = []
    heading: str = ""
    drawn: list[list[str]] = []


class Story(Answer):
    """A stretch of the game in acts."""

    since: int
    until: int
    acts: list[Act]


class Legal(Answer):
    """What the seat may do: by verb, unit and hex where it has them, else in full."""

    verbs: list[str]
    plain: list[str]
    units: dict[str, list[str]]
    by_verb: dict[str, dict[str, list[str]]]
    count: int


class Waits(Answer):
    """Why nothing can be done: the pages of these sides have to seal, hand over a part, seal a chapter or
    open a roll.
    """

    why: Literal["seal", "part", "chapter", "open"]
    sides: list[str]


class EscrowStatus(Answer):
    """How the dice stand whose secrets the players' pages make; `todo`: the seat's own page has something to
    hand over.
    """

    stage: Literal["sealing", "playing", "server"]
    roll: int | None
    waits: Waits | None
    todo: bool


class Envelope(Answer):
    """The half of a chapter's links that one page left for another, encrypted."""

    side: str
    chapter: int
    public: str
    recipient: str
    envelope: str


class DiceParts(Answer):
    """What the page of a player needs to do its part in the dice."""

    stage: Literal["sealing", "playing", "server"]
    roll: int
    due: bool
    publics: dict[str, str | None]
    wanted: list[int]
    envelopes: list[Envelope]
    mine: list[Envelope]


class Ending(Answer):
    """Why the phase cannot be ended now."""

    because: str
    clause: str
    units: list[str]


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
    escrow: EscrowStatus | None
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
    guide: str | None  # the step of the game's guide that fits the decision
    ending: Ending | None
    log: list[Line]
    combat: Plain | None


class OwnTable(Answer):
    """A table in the list of one's tables."""

    table: str
    name: str
    game: str
    scenario: str
    seat: str
    seq: int
    to_move: str | None
    mine: bool
    since: float | None  # when the side to move came to move, or the game ended; seconds since 1970
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


class Orders(Answer):
    """Standing orders of a seat, in the game's own words; none: everything is asked."""

    orders: Plain | None


class Token(Answer):
    """A seat's new token."""

    seat: str
    token: str


class Roll(Answer):
    """A roll with the links it opened, and whether they fit."""

    roll: int
    action: int | None  # the number of the action; nothing if it was taken back
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
    forbids: bool
    implemented: bool


class Map(Answer):
    """A map, for drawing. Each game has its own hexes and lines."""

    hexes: Plain | list[Any]
    provenance: str | None = None
    grid: Plain | None = None
    rivers: list[Any] = []
    bridges: list[Any] = []
    roads: list[Any] = []
    boundary: list[Any] = []
    zones: Plain = {}


class Page(Answer):
    """On which page a game is played, and how it is shown there."""

    title: str
    sides: dict[str, str]
    map: bool
    desk: str
    presentation: str
    numbering: Literal["RRCC", "CCRR"]
    plans: bool
    colors: dict[str, str]


class Unit(Answer):
    """A counter as it is printed; its figures are its game's own."""

    id: str
    type: str
    name: str | None = None
    side: str | None = None
    formation: str | None = None
    size: str | None = None


class Candidate(Answer):
    """One thing that could be done, as a computer player judges it."""

    action: str
    value: float
    why: str
    odds: dict[str, str]
    clauses: list[str]
    text: str
    draw: Plain


class ReviewAnswer(Answer):
    """The review of a finished game; while it is `null`, the seconds of processor time spent, of at most how
    many, the games played out so far, and what is being done.
    """

    review: Review | None
    done: int
    whole: int
    games: int
    doing: str


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
    text: str
    candidates: list[Candidate]


class PhasePlan(Answer):
    """What a computer player would do with the rest of a phase."""

    at: int
    side: str
    purpose: str | None
    player: str
    phase: str
    actions: list[str]
    texts: list[str]
    reasons: list[str]


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


class TopicAnswer(Answer):
    """The answer to a question: plain data, lines for people, and where it comes from."""

    topic: str
    value: Plain
    lines: list[str]
    clauses: list[str]
    provenance: list[str]
