"""Why an action is refused, whatever the step: the clause that forbids it, then the step it belongs to. Knows
no game.

An action of the current step is judged by that step. Any other action is judged by the step that takes its
verb, on the position as it stands and out of what the side to move may know; a last ruling names that step
and the moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .facts import DONE, Action, Frame, Leak, S
from .procedure import Ask, Chance, Phase, Step
from .ruling import Ruling, no_such

if TYPE_CHECKING:
    from .state import State


_strict: list[
    bool
] = []  # filled while a check wants the errors of a step that judges a position it was not written for


@contextmanager
def strict_judgments() -> Iterator[None]:
    """Let the errors of steps that are asked out of turn through: for the suite; a player gets the other
    rulings.
    """
    _strict.append(True)
    try:
        yield
    finally:
        _strict.pop()


class Home(NamedTuple):
    """A step that takes a verb, and its place in the procedures of a game."""

    frame: type[Frame]
    number: int
    step: Step


class _Judgment(NamedTuple):
    """What a home says of an action; `None`: it cannot be asked from here."""

    home: Home
    objections: list[Ruling] | None
    foreign: bool  # the step belongs to another side than the unit of the action


def _kind(state: State) -> object:
    """The class of a position, to look things up by: the type checker does not take a class with a `__hash__`
    for hashable.
    """
    return type(state)


@lru_cache(maxsize=64)
def homes(position: object) -> Mapping[type[Action], tuple[Home, ...]]:
    """The steps of a game by the verbs they take."""
    index: dict[type[Action], tuple[Home, ...]] = {}
    for frame, steps in cast("type[State]", position).procedures.items():
        for number, step in enumerate(steps):
            for verb in dict.fromkeys(step.verbs):
                index[verb] = (*index.get(verb, ()), Home(frame, number, step))
    return index


def objections(state: State, action: Action) -> list[Ruling]:
    """Every clause that speaks against an action, the most specific first; empty means legal."""
    frame, step = state.waiting_step()
    if frame is None:
        return list(step.objections(state, frame, action))
    if (wrong := _unknown_name(state, step, action)) is not None and action not in state.legal_actions():
        return list(state.forbids(action)) or [wrong]
    own = list(step.objections(state, frame, action))
    if not own and action == DONE and DONE not in state.legal_actions():
        return [Ruling(step.clause, f"there is no decision in this step: {state.moment}")]
    if not own:
        return own
    if action == DONE or _is_of(step, state, frame, action):
        return own
    return list(dict.fromkeys(_elsewhere(state, step, action)))


def _is_of(step: Step, state: State, frame: Frame, action: Action) -> bool:
    """Whether an action is one of the current step; a step that does not declare all its verbs shows them in
    its list or its refusals.
    """
    verb = type(action)
    if verb in step.verbs or verb in step.current_verbs(state, frame):
        return True
    return verb not in homes(_kind(state)) and bool(list(step.forbids(state, frame, action)))


def spoken(
    speakers: Mapping[type[Action], Callable[[S, Any], Ruling | None]], state: S, action: Action
) -> list[Ruling]:
    """What a game's table of speakers, one a verb, says against an action of another step."""
    speak = speakers.get(type(action))
    ruling = speak(state, action) if speak else None
    return [] if ruling is None else [ruling]


# ---------------------------------------------------------------- names


def _unknown_name(state: State, step: Step, action: Action) -> Ruling | None:
    """A unit or hex of the action that is not one: the nearest name, or the clause that puts the hex out of
    bounds.
    """
    unit, hex_, number = getattr(action, "unit", None), getattr(action, "hex", None), state.grid.number
    names = _names(_kind(state), type(action))
    if unit is not None and names and unit not in names:
        return Ruling(step.clause, no_such(subject_kind(state, type(action)), str(unit), names))
    if hex_ is None or hex_ in number or type(action) not in _hex_verbs(_kind(state)):
        return None
    if state.grid.is_printed(hex_) and state.out_of_bounds:
        return Ruling(state.out_of_bounds, f"{hex_} is out of bounds")
    return Ruling(step.clause, no_such("hex", str(hex_), number))


@lru_cache(maxsize=512)
def _names(position: object, verb: type[Action]) -> frozenset[str]:
    """The subjects a verb may name; empty: any word."""
    result: set[str] = set()
    for home in homes(position).get(verb, ()):
        if isinstance(home.step, Ask):
            result.update(home.step.names)
        elif isinstance(home.step, Phase):
            result.update(name for pick in home.step.picks if pick.verb is verb for name in pick.names)
    return frozenset(result - {""})


def subject_kind(state: State, verb: type[Action]) -> str:
    """What the `unit` of a verb is: a unit, or what its pick says (a beach, a draw of markers)."""
    return _subject_kind(_kind(state), verb)


@lru_cache(maxsize=512)
def _subject_kind(position: object, verb: type[Action]) -> str:
    steps = [home.step for home in homes(position).get(verb, ()) if isinstance(home.step, Phase)]
    return next((pick.kind for step in steps for pick in step.picks if pick.verb is verb), "unit")


@lru_cache(maxsize=64)
def _hex_verbs(position: object) -> frozenset[type[Action]]:
    """The verbs whose `hex` is a hex of the map."""
    tables = cast("type[State]", position).procedures.values()
    phases = [step for steps in tables for step in steps if isinstance(step, Phase)]
    return frozenset(pick.verb for phase in phases for pick in phase.picks if pick.has_hex)


# ---------------------------------------------------------------- an action of another step


def _elsewhere(state: State, now: Step, action: Action) -> Iterator[Ruling]:
    rulings = list(state.forbids(action))
    yield from rulings
    judged = _judgments(state, action)
    best = min(judged, key=_fitness) if judged else None
    if best is not None:
        yield from best.objections or ()
    if rulings and (best is None or best.objections is None):
        yield Ruling(now.clause, f"now: {state.moment}")
    elif best is None:
        yield Ruling(now.clause, f"the action {action.verb} belongs to another step; now: {state.moment}")
    elif isinstance(best.home.step, Chance):
        yield Ruling(now.clause, f"no {action.verb} is due; now: {state.moment}")
    else:
        step = best.home.step
        belongs = f"the action {action.verb} belongs to another step, {step.label or step.clause}"
        yield Ruling(step.clause or now.clause, f"{belongs}; now: {state.moment}")


def _fitness(judgment: _Judgment) -> tuple[bool, bool, int]:
    """The home that speaks for an action: one that can be asked, of the unit's own side, with the fewest
    objections; then the next in sequence.
    """
    return judgment.objections is None, judgment.foreign, len(judgment.objections or ())


def _judgments(state: State, action: Action) -> list[_Judgment]:
    """What each home of the verb says, the next one in the sequence of play first."""
    asker = _asker(state)
    seen = state.known_to(asker)
    result = sorted(homes(_kind(state)).get(type(action), ()), key=lambda home: _distance(state, home))
    return [_judge(seen, home, action, asker) for home in result]


def _asker(state: State) -> str:
    """The side whose knowledge judges: the viewer of a view (who is to move may be hidden from it), else the
    side to move.
    """
    if state.viewer is not None:
        return state.viewer
    return state.to_move if state.to_move in state.sides else ""


def _distance(state: State, home: Home) -> tuple[int, int]:
    """How far away a home lies: first by procedures, the innermost one under way first, then by steps ahead
    in its procedure.
    """
    for depth, frame in enumerate(reversed(state.stack)):
        if type(frame) is home.frame:
            under_way = depth > 0 and home.number == frame.step
            return depth, (
                0 if under_way else (home.number - frame.step - 1) % len(state.procedures[home.frame]) + 1
            )
    return len(state.stack), 0


def _judge(seen: State, home: Home, action: Action, asker: str) -> _Judgment:
    """The objections of one step; a step that needs facts the asker may not know is not asked."""
    frame = seen.frame_elsewhere(home.frame, home.number, action)
    if frame is None or isinstance(home.step, Chance):
        return _Judgment(home, None, False)
    stack, seen.__dict__["stack"] = seen.stack, _stack_with(seen.stack, frame)
    try:
        decider, owner = home.step.decider(seen, frame), seen.owner(action) or asker
        foreign = owner in seen.sides and owner != decider
        if seen.hides_choice(frame, home.step) and decider != asker:
            return _Judgment(home, None, foreign)
        return _Judgment(home, list(home.step.forbids(seen, frame, action)), foreign)
    except Leak:
        return _Judgment(home, None, False)
    except (LookupError, ValueError, TypeError, AttributeError):
        if _strict and seen.enforcement == "referee":
            raise
        return _Judgment(home, None, False)  # the step makes no sense of this position
    finally:
        seen.__dict__["stack"] = stack


def _stack_with(stack: tuple[Frame, ...], frame: Frame) -> tuple[Frame, ...]:
    """The stack as it would be at that frame: back to the one of its kind, or on top of all."""
    for at in range(len(stack) - 1, -1, -1):
        if type(stack[at]) is type(frame):
            return (*stack[:at], frame)
    return (*stack, frame)
