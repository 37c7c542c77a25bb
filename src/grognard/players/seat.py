"""A computer player at a table: what it is shown, how long it may think, and what it answers. Knows no
game.
"""

# ruff: noqa: S311  (a player's whims, not the dice)
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypedDict

import grognard
from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, Leak
from grognard.core.narration import words_of
from grognard.core.ruling import GrognardError
from grognard.core.state import State

WEAKEST, STRONGEST = 1, 10
RANK = "rank"  # the scale of a candidate whose value says which is better, and not by how much


# ---------------------------------------------------------------- what a player is given


class PlayerView(NamedTuple):
    """What a seat may see. Whatever else of the position is touched raises `Leak`; there are no dice in
    it.

    >>> import grognard
    >>> view = view_for(grognard.load("sword-beach").new(seed=1), "german")
    >>> view.side, len(view.actions), view.position.dice
    ('german', 1303, None)
    """

    side: str
    position: Any  # the game's own position, a copy: a player may push and pop on it as it likes
    actions: Choices


def view_for(state: State, side: str) -> PlayerView:
    """The position as a side knows it, and what it may do."""
    position = state.known_to(side)
    position.dice = None  # a player with access to the dice could see the next roll
    return PlayerView(side, position, position.legal_actions().without_giving_up())


class Clock:
    """The thinking time of one side, turn by turn. Without a limit players do a fixed amount of work instead.

    `timer` is the clock on the wall; where many games share a machine it can be the processor's time of the
    thread.

    >>> now = iter([0.0, 1.5])
    >>> clock = Clock(a_turn=5, timer=lambda: next(now))
    >>> clock.begin(turn=1)
    >>> clock.stop()
    >>> clock.left
    3.5
    """

    def __init__(self, a_turn: float | None = None, timer: Callable[[], float] = perf_counter) -> None:
        if a_turn is not None and not a_turn > 0:
            raise GrognardError(f"a clock gives more than 0 seconds a turn, not {a_turn}")
        self.a_turn, self.spent, self.turn, self._since, self.timer = a_turn, 0.0, None, None, timer
        self.longest = 0.0  # of any turn so far
        self.turns = 0  # in which the player was asked something

    turn: object
    _since: float | None

    def begin(self, turn: object) -> None:
        """Start to think in this turn."""
        if turn != self.turn:
            self.turn, self.spent, self.turns = turn, 0.0, self.turns + 1
        self._since = self.timer()

    def stop(self) -> None:
        if self._since is not None:
            self.spent += self.timer() - self._since
            self.longest = max(self.longest, self.spent)
            self._since = None

    @property
    def left(self) -> float:
        """Seconds of this turn that are left; endless without a limit."""
        if self.a_turn is None:
            return float("inf")
        now = self.timer() - self._since if self._since is not None else 0.0
        return self.a_turn - self.spent - now


@dataclass
class PlayerSettings:
    """How a player is to play, and its own notes, which no other player reads.

    >>> PlayerSettings(strength=3).clock.left
    inf
    """

    strength: float = STRONGEST  # a player may have a finer scale of its own
    clock: Clock = field(default_factory=Clock)
    rng: Random = field(default_factory=lambda: Random(0))
    notes: dict[Any, Any] = field(default_factory=dict)


# ---------------------------------------------------------------- what a player answers


class PlainCandidate(TypedDict):
    """A candidate as plain data.

    >>> plain: PlainCandidate = Candidate("done", 0.25).plain()
    >>> plain["action"], plain["value"]
    ('done', 0.25)
    """

    action: str
    value: float
    why: str
    odds: dict[str, str]
    clauses: list[str]


class Candidate(NamedTuple):
    """One thing that could be done, as a player judges it. Values are its own; the best is the highest.

    >>> Candidate("done", 0.25, "every unit is in position").plain()["why"]
    'every unit is in position'
    """

    action: str
    value: float
    why: str = ""
    odds: Mapping[str, str] = {}  # result -> exact probability, where dice come into it
    clauses: Sequence[str] = ()
    figure: str = ""  # the chance that counts, in words, where it is not that of hurting the defender
    scale: str = ""  # what the value counts, in the plural: "victory points"; or `RANK`

    def plain(self) -> PlainCandidate:
        return {
            "action": self.action,
            "value": round(self.value, 3),
            "why": self.why,
            "odds": dict(self.odds),
            "clauses": list(self.clauses),
        }


class Decision(NamedTuple):
    """What a player does, and how it judged this and the alternatives, worked out on demand.

    >>> decision = Decision(DONE, lambda: [Candidate("done", 0.25), Candidate("move 8/3 1537", 0.5)])
    >>> print(*(one.action for one in decision.explain()), sep=", ")
    move 8/3 1537, done
    """

    action: Action
    reasons: Callable[[], Sequence[Candidate]] | None = None
    instead: str = ""  # why a choice that scores more by itself is not played, if that is so

    def explain(self, most: int = 5) -> list[Candidate]:
        """The best alternatives first, the chosen one always among them."""
        candidates = sorted(self.reasons() if self.reasons else (), key=lambda one: -one.value)
        mine = [one for one in candidates if one.action == str(self.action)] or [
            Candidate(str(self.action), 0.0)
        ]
        return [one for one in candidates if one in candidates[:most] or one in mine[:1]] or mine

    @property
    def why(self) -> str:
        """The reason of the action, in words; empty if there is none."""
        return next((one.why for one in self.explain(1) if one.action == str(self.action)), "")


def fixed_rule(action: Action, rule: str, clause: str) -> Decision:
    """A decision by a fixed rule, which is its reason."""
    return Decision(action, lambda: [Candidate(str(action), 1.0, f"Fixed rule: {rule}", clauses=(clause,))])


Decide = Callable[[PlayerView, PlayerSettings], Decision]


# ---------------------------------------------------------------- a player with a place at a table


class Seat:
    """One side of one game played by a computer. It is shown its sight, never the position.

    >>> import grognard
    >>> seat = sit("plain", "sword-beach", "german")
    >>> print(seat.choose(grognard.load("sword-beach").new(seed=1)))
    record 125/21 0837
    """

    def __init__(
        self,
        decide: Decide,
        side: str,
        *,
        strength: int = STRONGEST,
        clock: float | Clock | None = None,
        seed: object = 0,
    ) -> None:
        if not WEAKEST <= strength <= STRONGEST:
            raise GrognardError(f"strength is a number from {WEAKEST} to {STRONGEST}, not {strength}")
        self.decide, self.side, self.seed = decide, side, seed
        self.orders = PlayerSettings(
            strength, clock if isinstance(clock, Clock) else Clock(clock), Random(f"{seed}/{side}")
        )

    def choose(self, state: State) -> Action:
        """What this player does now. Where there is but one thing to do it is not even asked."""
        only = state.legal_actions().forced()
        return only if only is not None else self.think(state).action

    def think(self, state: State) -> Decision:
        """The decision with its reasons."""
        if state.to_move != self.side:
            raise GrognardError(f"it is not the move of {self.side}: {state.to_move or 'no side'} is to act")
        orders = self.orders
        orders.rng.seed(
            f"{self.seed}/{self.side}/{state.rolls}/{len(state.actions)}"
        )  # the same wherever a game is taken up
        orders.clock.begin(turn_of(state))
        try:
            return self.decide(view_for(state, self.side), orders)
        finally:
            orders.clock.stop()


def turn_of(state: State) -> int:
    """The number of the turn, by the fact that the module of the game's players names as `TURN`."""
    value = getattr(state, getattr(grognard.GAMES.part(state.game.name, "players"), "TURN", "turn"), 0)
    return value if isinstance(value, int) else 0


MAX_PLAN = 400  # actions of one plan


class PhaseFrame(NamedTuple):
    """The frame of the phase that is under way: how deep it lies, and its step.

    >>> import grognard
    >>> phase = phase_of(grognard.load("sword-beach").new(seed=1))
    >>> phase.depth, phase.kind.__name__, phase.step
    (0, 'Landing', 0)
    """

    depth: int
    kind: type
    step: int


def phase_of(state: State) -> PhaseFrame:
    """The first frame whose step has a name; what lies above it are decisions within the phase.

    >>> import grognard
    >>> phase_of(grognard.load("longest-day").new("bridgehead", seed=1)).depth  # above the day
    1
    """
    stack = state.stack
    named = (n for n, frame in enumerate(stack[:-1]) if state.procedures[type(frame)][frame.step].label)
    depth = next(named, len(stack) - 1)
    return PhaseFrame(depth, type(stack[depth]), stack[depth].step)


class Planned(NamedTuple):
    """An action of a plan, and what it is for.

    >>> print(Planned(DONE).action)
    done
    """

    action: Action
    why: str = ""


def plan_phase(seat: Seat, state: State) -> list[Planned]:
    """Return what a player would do in the rest of this phase, up to the first roll, enemy decision or
    unknown fact. An attack or an advance within the phase is ended by the plan, the phase itself is not.

    The plan is made on the side's own view, so it says nothing that the side does not know.
    """
    position = state.known_to(seat.side)
    position.dice = None
    phase, plan = phase_of(position), list[Planned]()
    try:
        while position.to_move == seat.side and len(plan) < MAX_PLAN and phase_of(position) == phase:
            one = planned(seat, position)
            if one.action == DONE and len(position.stack) - 1 <= phase.depth:
                break
            position.push(one.action)
            plan.append(one)
    except Leak:
        pass  # what comes next depends on something the side does not know
    return plan


def planned(seat: Seat, position: State) -> Planned:
    """The next action of a plan; the only thing to do needs no reason."""
    only = position.legal_actions().forced()
    if only is not None:
        return Planned(only)
    decision = seat.think(position)
    return Planned(decision.action, decision.why)


def plan_words(side: str, state: State, plan: Sequence[Action]) -> list[str]:
    """The actions of a plan in words, each as it is called where it is due."""
    position, say, texts = state.known_to(side), words_of(state), list[str]()
    position.dice = None
    for action in plan:
        texts.append(say(position, str(action)))
        with suppress(Leak):
            position.push(action)
    return texts


def sit(
    name: str,
    game: str,
    side: str,
    *,
    strength: int = STRONGEST,
    clock: float | Clock | None = None,
    seed: object = 0,
) -> Seat:
    """A registered player at a side of a game."""
    from .registry import find

    return Seat(find(name, game).load(), side, strength=strength, clock=clock, seed=seed)


SECONDS = 5.0  # of thinking a turn, where a person waits


def graded(text: str) -> tuple[str, int | None, float | None]:
    """`NAME:STRENGTH:SECONDS`, of which any may be left out."""
    name, strength, seconds = (*text.split(":"), "", "")[:3]
    try:
        if text.count(":") > 2:
            raise ValueError
        return name, int(strength) if strength else None, float(seconds) if seconds else None
    except ValueError:
        raise GrognardError(
            f"{text!r}: write NAME:STRENGTH:SECONDS; the strength and the seconds a turn are numbers, and may"
            " be left out"
        ) from None


def seated(kind: str, game: str, side: str, seed: object = 0) -> Seat:
    """A player as a table names it: `computer`, or `computer:NAME`, `computer:NAME:STRENGTH`,
    `computer:NAME:STRENGTH:SECONDS`.
    """
    from .registry import default

    word, _, grade = kind.partition(":")
    if word != "computer":
        raise GrognardError(
            f"{kind!r} is not a computer player; write computer:NAME:STRENGTH:SECONDS, all but the first may"
            " be left out"
        )
    name, strength, seconds = graded(grade)  # a listed player: a table runs no code of its users
    strong, clock = STRONGEST if strength is None else strength, SECONDS if seconds is None else seconds
    return sit(name or default(game), game, side, strength=strong, clock=clock, seed=seed)
