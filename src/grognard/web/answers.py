"""What the server answers, for the published description. What a game tells of its own is left open."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.players.review import Review

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


class Mine(Answer):
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
    """What can be laid over the map after `at` actions. A game without one of them leaves it out, and may add
    its own.
    """

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


class FightSums(Answer):
    """How a fight adds up: chances are fractions, written out."""

    kind: str
    attacker: str
    hex: str
    attackers: list[str]
    defender: str | None
    fire: list[Fire]
    result: str | None
    parts: list[Part]
    differential: int
    markers: int  # how many of the parts, the last ones, are markers in play
    shifts: list[Part]
    line: CrtLine
    columns: dict[str, str]
    results: dict[str, str]
    key: dict[str, str]
    table: Crt


class Odds(FightSums, kw_only=True):
    """The exact odds of a fight that might be."""

    attacker_fire: str
    defender_fire: str


class Support(Answer):
    """The chances of each result for every draw the seat may name now."""

    choices: dict[str, dict[str, str]]
    answer: str | None  # the defender's draw that the attacker's chances assume


class PlanCase(Answer):
    """The chances of one draw against one answer; `enemy` and `own`: that either side loses something."""

    results: dict[str, str]
    columns: dict[str, str]
    enemy: str
    own: str


class PlanRow(Answer):
    """One draw the attacker may name, with each answer."""

    fire: str
    answers: dict[str, PlanCase]


class FightPlan(FightSums, kw_only=True):
    """A fight before it is declared: every draw against every answer."""

    defenders: list[str]
    rows: list[PlanRow]
    likely: str
    unanswered: str | None  # the clause by which the defender uses no markers


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
    """The review of a finished game; while it is `null`, how many play-outs are done, of at most how many."""

    review: Review | None
    done: int
    whole: int


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
    actions: list[str]


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


# ---------------------------------------------------------------- the club


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
