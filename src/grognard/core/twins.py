"""Twin games: equal but for one secret of one side, and played on alike until the secret comes out. Knows no
game.

`twins` plays a random game to its end and makes a pair of twins at one secret decision or roll of each kind
it came to. `steps` plays a pair on. What any other seat can see, ask and be told has to be the same in both
games: `check_twins` compares it in the core, the tests of the server compare every answer.
"""

# ruff: noqa: S311  (random play, no secrets)
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from .facts import CHANCE, LOG, STACK, UNKNOWN, Action, Event, Frame, is_bookkeeping
from .game import Game
from .lines import NOW, SALT, SEAL, Line, digest
from .plain import Plain, PlainView
from .procedure import Step
from .random_games import RandomGame, moment_of
from .reading import replay
from .record import Match
from .reveal import SPECTATOR
from .state import State

WHOLE = 8  # steps between two comparisons of all a seat holds: in between only what differs is looked at
MAX_STEPS = 40  # decisions and rolls for which a pair is followed
BOOKKEEPING = (
    "actions",
    "journal",
    "marks",
    "version",
    "dice",
    "rolls",
)  # what a position keeps of its history


class Kind(NamedTuple):
    """A kind of secret decision or roll: whose it is, and in which step."""

    owner: str
    step: str
    roll: bool


class Reveal(NamedTuple):
    """How a secret came out: the step in which the last action was taken, and a fact that then differed."""

    step: str
    fact: str


class Twins:
    """Two games that differ in secrets of one side."""

    def __init__(self, kind: Kind, one: Match, two: Match, rng: Random) -> None:
        self.kind, self.one, self.two, self.rng = kind, one, two, rng
        self.begun = len(one.state.actions)  # actions before they part
        self.compared = [
            self.begun,
            self.begun,
        ]  # actions of each game of which it was compared what the seats were told
        self.reveals: set[Reveal] = set()  # how the secret came out; empty while it stands
        self.last = kind.step  # the step of the last action
        self.steps_done = 0

    @property
    def states(self) -> tuple[State, State]:
        return self.one.state, self.two.state

    @property
    def outsiders(self) -> list[str]:
        """Every seat but the owner's."""
        return [*(side for side in self.one.state.sides if side != self.kind.owner), SPECTATOR]

    @property
    def in_step(self) -> bool:
        """Whether both games have the same number of actions, taken by the same hands."""
        return self.one.actors == self.two.actors

    @property
    def differ(self) -> bool:
        """Whether there is a secret at all: the two choices may have come to the same."""
        one, two = self.states
        return one.to_json() != two.to_json()

    def part(self) -> bool:
        """Makes the difference: another choice or another roll in each game. False: there is but one."""
        listed = [action for action in self.one.state.legal_actions() if not action.gives_up]
        if len(listed) < 2:
            return False
        mine, other = self.rng.sample(listed, 2)
        self.one.do(mine)
        self.two.do(other)
        return True

    def steps(self, most: int = MAX_STEPS) -> Iterator[Twins]:
        """Plays on alike; gives the pair at every point at which the outsiders' sight is to be the same."""
        for self.steps_done in range(most):
            self._catch_up()
            if self._is_out() or None in (self.one.state.to_move, self.two.state.to_move):
                return
            yield self
            if not self._step():
                return

    def _catch_up(self) -> None:
        """A secret may have more decisions and rolls of its owner in one game than in the other: they are
        taken first.
        """
        for _ in range(1000):
            going = [match for match in (self.one, self.two) if match.state.secret_to == self.kind.owner]
            if len(going) == 2:
                places = [progress(state, self.begun) for state in self.states]
                going = [] if places[0] == places[1] else [going[places[0] > places[1]]]
            if not going:
                return
            going[0].do(_any(going[0].state, self.rng))

    @property
    def under_way(self) -> bool:
        """Whether the owner is at it: how many decisions and rolls there are is no secret."""
        return all(state.secret_to == self.kind.owner for state in self.states)

    def _is_out(self) -> bool:
        names = {name for seat in self.outsiders for name in visible_differences(*self.states, seat)}
        self.reveals = {Reveal(self.last, name) for name in names if not is_bookkeeping(name)}
        return bool(self.reveals)

    def _step(self) -> bool:
        """One more action, the same in both games if there is one that both can take."""
        one, two = self.states
        self.last = one.step.name or one.step.clause
        known = set(two.legal_actions())
        common = [action for action in one.legal_actions() if action in known and not action.gives_up]
        if common:
            action = self.rng.choice(common)
            self.one.do(action)
            self.two.do(action)
        elif one.secret_to == self.kind.owner:
            for match in (self.one, self.two):
                match.do(_any(match.state, self.rng))
        return bool(common) or one.secret_to == self.kind.owner


def _any(state: State, rng: Random) -> Action:
    return rng.choice([action for action in state.legal_actions() if not action.gives_up])


END = (1 << 30, 0)  # after every call: a procedure that was called ends before its caller goes on


def progress(state: State, since: int) -> tuple[tuple[int, int], ...]:
    """How far a game has come since an action: for each procedure under way how often it was begun anew, and
    its step.
    """
    levels: list[tuple[int, int]] = [(0, frame.step) for frame in state.stack]
    changes = [(old, new) for name, _, old, new, _ in state.journal[state.marks[since] :] if name == STACK]
    if changes:
        levels = [(0, frame.step) for frame in changes[0][0]]
    for old, new in changes:
        depth = next(
            (d for d, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
        )
        again = depth < min(len(old), len(new)) and (
            type(old[depth]) is not type(new[depth]) or new[depth].step < old[depth].step
        )
        begun = levels[depth][0] + again if depth < len(levels) else 0
        levels = levels[:depth] + [(begun if d == depth else 0, new[d].step) for d in range(depth, len(new))]
    return (*levels, END)


def was_opened(state: State, since: int) -> bool:
    """Whether a step that opens secrets is under way, or was passed since an action."""
    entries = state.journal[state.marks[since] :]
    if any(
        step.opens
        for name, _, old, new, _ in entries
        if name == STACK and old
        for step in _passed(state, old, new)
    ):
        return True
    return any(state.procedures[type(frame)][frame.step].opens for frame in state.stack)


def _passed(state: State, old: tuple[Frame, ...], new: tuple[Frame, ...]) -> Sequence[Step]:
    """The rows of a procedure that a change of the stack leaves behind."""
    frame, steps = old[-1], state.procedures[type(old[-1])]
    if len(new) < len(old):
        return steps[frame.step :]
    return steps[frame.step : new[len(old) - 1].step] if type(new[len(old) - 1]) is type(frame) else ()


def visible_differences(one: State, two: State, seat: str) -> Iterator[str]:
    """The facts that differ between two positions as a seat sees them."""
    for name, field in one.fields.items():
        values, others = one.__dict__[name], two.__dict__[name]
        if values == others:
            continue
        if field.part is not None:
            if field.known_to(one, seat) != field.known_to(two, seat):
                yield name
        elif field.seen is None or (
            name in one.facts and any(field.is_seen(state, seat, -1) for state in (one, two))
        ):
            yield name
        elif (column := one.columns.get(name)) is not None:
            known = [column.known_to(state, seat, state.__dict__[name], UNKNOWN) for state in (one, two)]
            if not all(map(_same, *known)):
                yield name


def _same(one: object, two: object) -> bool:
    """Whether two values are the same; what is unknown is not looked at."""
    return one is two or (UNKNOWN is not one and UNKNOWN is not two and one == two)


def twins(
    game: Game,
    seed: int,
    scenario: str = "standard",
    wanted: Callable[[Kind], bool] | None = None,
    options: PlainView | None = None,
) -> Iterator[Twins]:
    """A pair for each kind of secret decision and roll of a random game, at one that is drawn at random."""
    moments: dict[Kind, list[int]] = {}
    play = RandomGame(game, seed, typed=True, scenario=scenario, options=options)
    for state in play.steps():
        if (kind := kind_of(state)) is not None and (wanted is None or wanted(kind)):
            moments.setdefault(kind, []).append(len(state.actions))
    for kind, places in moments.items():
        at = play.rng.choice(places)
        lines = play.match.lines[: at + 1]
        yield Twins(kind, replay(game, lines), replay(game, lines), Random(f"{seed}/{at}"))


def kind_of(state: State) -> Kind | None:
    """The kind of the secret decision or roll that is due; `None`: all may know it."""
    owner = state.secret_to
    return (
        None if owner is None else Kind(owner, state.step.name or state.step.clause, state.to_move == CHANCE)
    )


# ---------------------------------------------------------------- what must be the same


class Compared(NamedTuple):
    """What a check has seen: by kind how many positions with a secret were compared, and how secrets came
    out.
    """

    kinds: dict[Kind, int]
    reveals: set[Reveal]


Ask = Callable[[State, str], object]  # a question about a position by a seat
IsOpen = Callable[
    [Event, Sequence[Event]], bool
]  # a note of the log, and all the events a seat was told with it


def check_twins(
    game: Game,
    seed: int,
    scenario: str = "standard",
    asked: Sequence[Ask] = (),
    is_open: IsOpen | None = None,
    most: int = MAX_STEPS,
    options: PlainView | None = None,
) -> Compared:
    """Nothing any other seat sees, may choose or is told differs between twins.

    `asked`: what to ask besides. `is_open`: whether a note of the log is about what all seats see anyway.
    """
    kinds, reveals = dict[Kind, int](), set[Reveal]()
    for pair in twins(game, seed, scenario, options=options):
        if not pair.part():
            continue
        try:
            for _ in pair.steps(most):
                compare_past(pair, is_open)
                if pair.reveals:
                    break
                kinds[pair.kind] = kinds.get(pair.kind, 0) + pair.differ
                compare(pair, asked)
        except AssertionError as error:
            raise AssertionError(f"{game.name} {scenario}, seed {seed}, {pair.kind}: {error}") from error
        reveals |= pair.reveals
    return Compared(kinds, reveals)


def compare(pair: Twins, asked: Sequence[Ask] = ()) -> None:
    """The present: who is to move, what for, what may be done, and all a seat's own copy of the position
    holds.
    """
    one, two = pair.states
    for name in () if pair.under_way else ("to_move", "purpose", "moment", "secret_to"):
        assert getattr(one, name) == getattr(two, name), (
            f"a secret shows in {name}: {getattr(one, name)!r}, {getattr(two, name)!r}"
        )
    if pair.kind.owner not in (one.to_move, one.secret_to):
        assert list(one.legal_actions()) == list(two.legal_actions()), (
            f"unequal choices of {one.to_move} in {moment_of(one)}"
        )
        if one.to_move == CHANCE:
            assert one.chance_weights() == two.chance_weights(), f"unequal chances in {moment_of(one)}"
    derived = set(vars(one)) - set(one.fields) - set(BOOKKEEPING)
    whole = pair.steps_done % WHOLE == 0 or any(
        vars(one)[name] != vars(two)[name] for name in derived if name[0] != "_"
    )
    for seat in pair.outsiders if whole else ():
        known = [held(state, seat) for state in (one, two)]
        names = [name for name in known[0] if not (pair.under_way and is_bookkeeping(name))]
        wrong = [name for name in names if not _alike(known[0][name], known[1].get(name))]
        assert not wrong, f"what {seat} holds of the position tells a secret: {', '.join(wrong)}"
    for seat in pair.outsiders if pair.in_step else ():
        for ask in asked:
            answers = ask(one, seat), ask(two, seat)
            assert answers[0] == answers[1], (
                f"{getattr(ask, '__name__', ask)} tells {seat} a secret: {answers[0]} / {answers[1]}"
            )


def _alike(one: object, two: object) -> bool:
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(_same, one, two))
    return _same(one, two)


def held(state: State, seat: str) -> Plain:
    """Everything in the position a seat is given, what is derived from the facts included."""
    known = state.known_to(seat)
    return {
        name: value
        for name, value in vars(known).items()
        if name not in BOOKKEEPING and not name.startswith("_")
    }


def compare_past(pair: Twins, is_open: IsOpen | None = None) -> None:
    """The past: what every seat was told since the last comparison, and its copy of the record."""
    matches = (pair.one, pair.two)
    for seat in pair.outsiders:
        histories = [
            [
                event
                for events in match.state.events_seen_by(seat, first)
                for event in events
                if not is_bookkeeping(event.fact)
            ]
            for match, first in zip(matches, pair.compared, strict=True)
        ]
        if histories[0] != histories[1] and _came_out(pair, histories, is_open):
            continue
        assert histories[0] == histories[1], (
            f"what {seat} was told tells a secret: {_first_difference(*histories)}"
        )
        if pair.in_step and pair.steps_done % WHOLE == 0:
            copies = [_without_noise(match.copy_for(seat)) for match in matches]
            assert copies[0] == copies[1], (
                f"the copy of the record for {seat} tells a secret: {_first_difference(*copies)}"
            )
    pair.compared = [len(state.actions) for state in pair.states]


def _came_out(pair: Twins, histories: list[list[Event]], is_open: IsOpen | None) -> bool:
    """Whether what a seat was told differs because a step opened it, or because the log speaks of what all
    seats see.
    """
    if any(was_opened(state, first) for state, first in zip(pair.states, pair.compared, strict=True)):
        pair.reveals.add(Reveal(pair.last, "opened"))
    elif is_open is not None:
        left = [
            [one for one in events if one.fact != LOG or not is_open(one, events)] for events in histories
        ]
        if left[0] == left[1]:
            pair.reveals.add(Reveal(pair.last, LOG))
    return bool(pair.reveals)


NOISE = (SEAL, SALT, NOW)  # a salt is random, a seal is made with it, and a digest takes in the seal


def _without_noise(lines: list[Line]) -> list[Line]:
    """A copy of a record but for what is random in it. Each digest is that of what the line says in the open,
    so it adds nothing.
    """
    before = ""
    for line in lines:
        assert line[NOW] == digest(before, line), f"a digest takes in more than the copy shows: {line}"
        before = line[NOW]
    return [{name: len(value) if name in NOISE else value for name, value in line.items()} for line in lines]


def _first_difference(one: Sequence[object], two: Sequence[object]) -> str:
    pairs = [(a, b) for a, b in zip(one, two, strict=False) if a != b]
    return f"{msgspec.json.encode(pairs[0])!r}" if pairs else f"{len(one)} and {len(two)} of them"


__all__ = [
    "Compared",
    "Kind",
    "Reveal",
    "Twins",
    "check_twins",
    "compare",
    "compare_past",
    "kind_of",
    "twins",
]
