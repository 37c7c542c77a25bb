"""Positions of a finished game, played out to the end by a cheap player, and what the strongest player would
have done there. Knows no game.

A position travels as bytes, so that any process can work on it; the bytes are never read from a file.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from copy import deepcopy
from time import process_time
from typing import NamedTuple, TypedDict

import grognard
from grognard.core.chance import Seeded
from grognard.core.facts import CHANCE, Action, Leak
from grognard.core.lines import Line
from grognard.core.narration import capital, words_of
from grognard.core.plain import Plain
from grognard.core.record import Match
from grognard.core.ruling import GrognardError, IllegalAction
from grognard.core.state import State

from .advice import drawing, scale_of, told_figure
from .chances import evaluation_of
from .seat import MAX_PLAN, Candidate, Seat, sit, turn_of

MAX_ACTIONS = 50_000  # of one game that is played out
DRAWN = 24  # actions of one decision that the map shows


# ---------------------------------------------------------------- the game in stretches


class Stretch(NamedTuple):
    """What one side did from one roll, enemy decision or phase to the next, and the rolls that answered it.

    `first` is the number of actions before it, `decided` after its last decision, `last` after the rolls. A
    stretch without a side is a roll that answered no player.
    """

    side: str
    moment: str
    first: int
    decided: int
    last: int


class Outline(NamedTuple):
    """A game cut into stretches, with the position before each, after each decision, and at the end."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    stretches: list[Stretch]
    positions: dict[int, bytes]
    actions: list[str]
    over: bool


class Moment(NamedTuple):
    """Who acts in a position, and where in the procedure."""

    side: str
    depth: int
    row: tuple[str, int]
    words: str


def outline(match: Match) -> Outline:
    """Cut a game into stretches; what other rules were played by is left out."""
    game, state = match.game, match.state
    moments = _moments(state, match.floor)
    stretches = cut(moments, match.floor)
    wanted = {at for one in stretches for at in (one.first, one.decided, one.last)}
    return Outline(
        game.name,
        str(match.lines[0]["scenario"]),
        tuple(state.sides),
        stretches,
        _positions(state, wanted, match.floor),
        [str(action) for action in state.actions],
        state.to_move is None,
    )


def _moments(state: State, floor: int) -> list[Moment]:
    back, moments = deepcopy(state), list[Moment]()
    while len(back.actions) > floor:
        back.pop()
        top = back.stack[-1]
        row = (type(top).__name__, top.step)
        moments.append(Moment(str(back.to_move), len(back.stack), row, back.moment))
    return moments[::-1]


def cut(moments: Sequence[Moment], floor: int = 0) -> list[Stretch]:
    """The stretches of a game from the moments before its actions."""
    stretches, start = list[Stretch](), None
    for at, now in enumerate(moments, floor):
        if now.side == CHANCE:
            stretches = stretches or [Stretch("", now.words, at, at, at)]
            stretches[-1] = stretches[-1]._replace(last=at + 1)
            start = None
        elif start is None or _begins(start, now):
            stretches.append(Stretch(now.side, now.words, at, at + 1, at + 1))
            start = now
        else:
            stretches[-1] = stretches[-1]._replace(decided=at + 1, last=at + 1)
    return stretches


def _begins(start: Moment, now: Moment) -> bool:
    """Whether another side acts, or another phase has begun."""
    return now.side != start.side or (now.depth <= start.depth and now.row != start.row)


def _positions(state: State, wanted: set[int], floor: int) -> dict[int, bytes]:
    back, positions = deepcopy(state), dict[int, bytes]()
    while True:
        if len(back.actions) in wanted:
            positions[len(back.actions)] = packed(back)
        if len(back.actions) <= floor:
            return positions
        back.pop()


def packed(state: State) -> bytes:
    """A position without its history and its dice."""
    copy = state.copy()
    copy.dice = None
    return pickle.dumps(copy, protocol=5)


def unpacked(position: bytes) -> State:
    state: State = pickle.loads(position)  # noqa: S301  (made by this program a moment ago)
    return state


# ---------------------------------------------------------------- played out


class Cut(NamedTuple):
    """Where a play-out ends before the game does: so many turns on, judged by the scenario's evaluation."""

    scenario: str
    turns: int


class PlayOut(NamedTuple):
    """A position to be played out so many times, after some more actions; each time on its own dice, of which
    the first has the number `first`.
    """

    game: str
    player: str
    position: bytes
    then: tuple[str, ...]
    dice: str
    times: int
    first: int = 0
    cut: Cut | None = None

    def run(self) -> list[float]:
        """What the first side got in each game: 1, a half for a draw, or nothing; its chances where the game
        was cut.
        """
        start = unpacked(self.position)
        last = turn_of(start) + self.cut.turns if self.cut else None
        for action in self.then:
            start.push(start.game.parse(action))
        if start.to_move is None:
            return [score(start)] * self.times
        numbers = range(self.first, self.first + self.times)
        return [self._played_out(start, f"{self.dice}/{number}", last) for number in numbers]

    def _played_out(self, start: State, seed: str, last: int | None) -> float:
        """One game from a position to its end, or to the end of a turn; rolls with the same number have the
        same dice.
        """
        state, dice = start.copy(), Seeded(seed)
        seats = {side: sit(self.player, state.game.name, side, seed=seed) for side in state.sides}
        for _ in range(MAX_ACTIONS):
            mover = state.to_move
            if mover is None:
                return score(state)
            if self.cut and last is not None and turn_of(state) > last:
                return judged(state, self.cut.scenario)
            state.push_legal(dice.answer(state) if mover == CHANCE else seats[mover].choose(state))
        raise GrognardError(f"{self.player} does not bring this game to an end: no review is possible")


def judged(state: State, scenario: str) -> float:
    """The chances of the first side by the game's evaluation; the result, if the game is over."""
    evaluate = evaluation_of(state.game.name, scenario)
    if state.to_move is None or evaluate is None:
        return score(state)
    return evaluate(state)


class Survey(NamedTuple):
    """Positions to be judged by the evaluation of the scenario, without playing them out."""

    scenario: str
    positions: tuple[bytes, ...]

    def run(self) -> list[float]:
        return [judged(unpacked(position), self.scenario) for position in self.positions]


def score(state: State) -> float:
    end = state.outcome()
    if end is None or end.winner not in state.sides:
        return 0.5
    return float(end.winner == state.sides[0])


# ---------------------------------------------------------------- the strongest player's way


class Played(TypedDict):
    """An action in words, and what the map shows of it."""

    action: str
    text: str
    draw: Plain


class Advised(Played):
    """An action that a player would have done instead, and why."""

    why: str
    clauses: list[str]


class Advice(TypedDict):
    """What a player would do in a stretch, and the first action of it that was not played."""

    actions: list[str]
    first: Advised | None


class Account(Advice):
    """A decision and the rolls after it in words, and what a player would have done."""

    played: list[Played]
    rolls: list[Played]


class Ask(NamedTuple):
    """A decision and the rolls after it, to be told in words, and what a player would have done instead."""

    game: str
    player: str
    position: bytes
    played: tuple[str, ...]
    rolled: tuple[str, ...]
    side: str

    def run(self) -> Account:
        start = unpacked(self.position)
        own, after = in_words(start, self.played)
        rolls, _ = in_words(after, self.rolled)
        advice = advised(sit(self.player, self.game, self.side), start, set(self.played))
        return {"played": own, "rolls": rolls, **advice}


def in_words(start: State, actions: Sequence[str]) -> tuple[list[Played], State]:
    """Each action in words, with what the map shows of it; and the position after them."""
    state, entries = start.copy(), list[Played]()
    say = words_of(state)
    for text in actions:
        rolled = f"{capital(state.purpose)}: {text.split()[-1]}"  # what came up, not how it is typed
        words = rolled if state.to_move == CHANCE else say(state, text)
        entries.append({"action": text, "text": words, "draw": drawing(state, Candidate(text, 0.0))})
        state.push(state.game.parse(text))
    return entries, state


class Alike(NamedTuple):
    """Whether a player would have taken a decision as it was taken."""

    game: str
    player: str
    position: bytes
    played: tuple[str, ...]
    side: str

    def run(self) -> bool:
        advice = advised(sit(self.player, self.game, self.side), unpacked(self.position), None)
        return tuple(advice["actions"]) == self.played


def advised(seat: Seat, start: State, played: set[str] | None) -> Advice:
    """What a player would do in this stretch, and the first action that was not played, with its reason;
    `None`: no reason is asked for.

    It decides on its own view, and the stretch ends where that view does not say what comes next.
    """
    state, actions, first = start.copy(), list[str](), None
    top = state.stack[-1]
    begin = Moment(seat.side, len(state.stack), (type(top).__name__, top.step), "")
    while len(actions) < MAX_PLAN and state.to_move == seat.side:
        top = state.stack[-1]
        if _begins(begin, Moment(seat.side, len(state.stack), (type(top).__name__, top.step), "")):
            break
        action, reason = _decision(seat, state, played if first is None else None)
        first = first or reason
        try:
            state.push(action)
        except (IllegalAction, Leak):
            break
        actions.append(str(action))
    return {"actions": actions, "first": first}


def _decision(seat: Seat, state: State, played: set[str] | None) -> tuple[Action, Advised | None]:
    only = state.legal_actions().forced()
    if only is not None:
        return only, None
    decision = seat.think(state)
    text = str(decision.action)
    if played is None or text in played:
        return decision.action, None
    candidates = decision.explain(5)
    chosen = next((one for one in candidates if one.action == text), candidates[0])
    return decision.action, {
        "action": text,
        "text": words_of(state)(state, text),
        "draw": drawing(state, chosen),
        "why": reason(chosen, len(candidates) > 1, scale_of(state)),
        "clauses": list(chosen.clauses),
    }


def reason(chosen: Candidate, scored: bool, counted: str) -> str:
    """One sentence: why a player does it, with one figure."""
    if not chosen.why:
        return ""
    figure = told_figure(chosen, scored, counted)
    return capital(chosen.why).rstrip(".") + (f" ({figure})" if figure else "") + "."


Piece = PlayOut | Survey | Alike | Ask
Result = list[float] | bool | Account  # what a piece of work gives


class Done(NamedTuple):
    """What a piece of work gave, and the processor time it took in seconds."""

    result: Result
    seconds: float


def do(piece: Piece, timer: Callable[[], float] = process_time) -> Done:
    """One piece of the work of a review; a module's function, so that another process can do it."""
    start = timer()
    result = piece.run()
    return Done(result, timer() - start)


def outlined(game: str, lines: list[Line]) -> Outline:
    """The outline of a record that is given by its lines."""
    from grognard.core.reading import replay

    return outline(replay(grognard.load(game), lines))
