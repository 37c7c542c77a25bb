"""What every game must pass, written once and run unchanged on each. Knows no game.

A check takes a `Game` and a seed, plays at random and raises `AssertionError` with a message that says where
and what. The seed settles everything: the dice, the policy, and which optional rules and readings are agreed.
A game that fails is saved as a record; `python -m grognard.core.conformance FILE` plays it again and looks at
every position on the way.
"""

# ruff: noqa: S311  (random play, no secrets)
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import msgspec

from .choices import Choices
from .facts import CHANCE, DONE, LOG, Action, Leak
from .game import Game
from .leak_checks import check_visible_events
from .lines import Line, read_lines
from .notation import read_position, write_position
from .plain import Plain, PlainView
from .procedure import Phase, Pick
from .random_games import RandomGame, moment_of, options_for, random_game, random_options, save_failure
from .reading import replay
from .record import Match
from .refusal import strict_judgments
from .reveal import SPECTATOR
from .ruling import GrognardError, IllegalAction, Ruling
from .secrecy import check_secrets
from .state import State
from .well_formed import Words

HISTORY = {
    "actions",
    "journal",
    "marks",
    "version",
    "dice",
    "cache",
}  # what a position keeps besides its facts

# ---------------------------------------------------------------- a position: what must hold in each

PositionCheck = Callable[[State, Random], None]


def facts_of(state: State) -> dict[str, Any]:
    """Everything a position holds but its history and its memos."""
    return {k: deepcopy(v) for k, v in state.__dict__.items() if k not in HISTORY and not k.startswith("_")}


def assert_known(state: State, clauses: Iterable[str], what: str) -> None:
    strange = {clause for clause in clauses if clause not in state.game.rulebook}
    assert not strange, (
        f"{what} cites {', '.join(sorted(map(repr, strange)))}, not in the rulebook; in {moment_of(state)}"
    )


def list_agrees(state: State, rng: Random) -> None:
    """Order, length, iteration, indexing, slices, `in`, `sample` and `by_unit` tell one story."""
    actions = state.legal_actions()
    listed = list(actions)
    assert listed, f"a dead end in {moment_of(state)}"
    assert len(actions) == len(listed) == len(set(listed)), (
        f"the list repeats itself or miscounts in {moment_of(state)}"
    )
    assert listed == list(actions), f"the list reads differently a second time in {moment_of(state)}"
    spots = {0, len(listed) - 1, *(rng.randrange(len(listed)) for _ in range(20))}
    assert all(actions[i] == listed[i] == actions[i - len(listed)] for i in spots), (
        f"indexing disagrees in {moment_of(state)}"
    )
    assert actions[1:4] == listed[1:4] and _beyond(actions, len(listed)), (
        f"slicing disagrees in {moment_of(state)}"
    )
    assert all(action in actions for action in listed), (
        f"a listed action is not `in` the list in {moment_of(state)}"
    )
    assert all(actions.sample(rng) in listed for _ in range(5)), (
        f"a sample is not on the list in {moment_of(state)}"
    )
    if state.to_move != CHANCE:
        ranks = [_rank(state, action) for action in listed]
        assert ranks == sorted(ranks), f"the list is not in order in {moment_of(state)}"
    _by_unit_agrees(state, actions, listed)


def _beyond(actions: Choices, end: int) -> bool:
    try:
        actions[end]
    except IndexError:
        return True
    return False


def _rank(state: State, action: Action) -> tuple[object, ...]:
    """The order of the list: by verb, by subject as its step counts them, and by hex in the order of the
    sheet.
    """
    words = msgspec.structs.asdict(action).items()
    numbers = next((pick.number for pick in picks_of(state) if type(action) is pick.verb), {})
    subject = numbers.get(str(getattr(action, "unit", "")), -1)
    return (
        action.verb,
        subject,
        *(state.grid.number.get(word, -1) if name == "hex" else str(word) for name, word in words),
    )


def picks_of(state: State) -> tuple[Pick, ...]:
    return state.step.picks if isinstance(state.step, Phase) else ()


def _by_unit_agrees(state: State, actions: Choices, listed: list[Action]) -> None:
    verbs = {pick.verb for pick in picks_of(state) if pick.has_hex}
    expected: dict[str, list[str]] = {}
    for action in listed:
        if type(action) in verbs:
            expected.setdefault(getattr(action, "unit", ""), []).append(getattr(action, "hex"))  # noqa: B009
    assert actions.by_unit() == expected, f"by_unit does not say what the list says in {moment_of(state)}"
    for unit, hexes in expected.items():
        assert set(actions.hexes(unit)) == set(hexes), (
            f"hexes({unit!r}) disagrees with the list in {moment_of(state)}"
        )


def texts_round_trip(state: State, rng: Random) -> None:
    """`parse(str(action)) == action` for every action on the list."""
    for action in state.legal_actions():
        again = state.game.parse(str(action))
        assert again == action and type(again) is type(action), f"{str(action)!r} is read back as {again!r}"


def chance_sums_to_one(state: State, rng: Random) -> None:
    if state.to_move != CHANCE:
        return
    outcomes = state.chance_outcomes()
    assert sum(p for _, p in outcomes) == 1, (
        f"chance sums to {sum(p for _, p in outcomes)} in {moment_of(state)}"
    )
    assert all(p > 0 for _, p in outcomes), f"an outcome that cannot be, in {moment_of(state)}"
    assert [a for a, _ in outcomes] == list(state.legal_actions()), (
        f"outcomes and list differ in {moment_of(state)}"
    )


def push_and_pop_are_exact(state: State, rng: Random) -> None:
    """Push then pop gives the same bytes, the same derived sets and the same list; both ways of pushing
    agree.
    """
    before, facts, length = state.to_json(), facts_of(state), len(state.journal)
    listed = list(state.legal_actions())
    action = rng.choice(listed)
    events = state.push(action)
    assert_known(state, {event.clause for event in events}, str(action))
    json.dumps([list(event) for event in events], default=msgspec.to_builtins)
    after = state.to_json()
    assert state.pop() == action
    assert state.to_json() == before, f"pop of {action} leaves another position in {moment_of(state)}"
    assert facts_of(state) == facts, f"pop of {action} leaves derived sets changed in {moment_of(state)}"
    assert len(state.journal) == length and list(state.legal_actions()) == listed, (
        f"pop of {action} leaves a trace"
    )
    state.push_legal(action)
    assert state.to_json() == after, f"push and push_legal of {action} differ in {moment_of(state)}"
    state.pop()


def stale_choices_refuse(state: State, rng: Random) -> None:
    old = state.legal_actions()
    action = old[0]
    state.push(action)
    state.pop()
    uses: list[Callable[[], object]] = [
        lambda: len(old),
        lambda: list(old),
        lambda: old[0],
        lambda: action in old,
        old.by_unit,
        lambda: old.sample(rng),
    ]
    for number, use in enumerate(uses):
        try:
            use()
        except RuntimeError:
            continue
        raise AssertionError(f"choices of another position still answer (use {number}) in {moment_of(state)}")


def files_round_trip(state: State, rng: Random) -> None:
    """Through JSON and back, the copy goes on alone and does the same."""
    before = state.to_json()
    again = type(state).from_plain(json.loads(before))
    assert again.to_json() == before, f"the file gives another position in {moment_of(state)}"
    assert facts_of(again) == facts_of(state), f"the file gives other derived sets in {moment_of(state)}"
    copy = state.copy()
    for _ in range(6):
        if again.to_move is None:
            break
        listed = list(again.legal_actions())
        assert listed == list(copy.legal_actions()), f"the copy has other choices, from {moment_of(state)}"
        action = rng.choice(listed)
        again.push(action)
        copy.push(action)
        assert again.to_json() == copy.to_json(), (
            f"file and copy part company at {action}, from {moment_of(state)}"
        )
        assert state.to_json() == before, f"a copy changed the original at {action}, from {moment_of(state)}"
    while copy.actions:
        copy.pop()
    assert copy.to_json() == before, f"the copy cannot be taken back to where it began: {moment_of(state)}"


def notation_round_trips(state: State, rng: Random) -> None:
    if state.game.notation is None:
        return
    text = write_position(state)
    again = read_position(state.game, text)
    assert again.to_json() == state.to_json(), (
        f"the notation gives another position in {moment_of(state)}:\n{text}"
    )
    assert facts_of(again) == facts_of(state), f"the notation gives other derived sets in {moment_of(state)}"
    assert list(again.legal_actions()) == list(state.legal_actions()), (
        f"the notation gives other choices in {moment_of(state)}"
    )


def derived_is_kept(state: State, rng: Random) -> None:
    """What `derive` builds from the facts is what was kept in step with them."""
    again = state.copy()
    again.derive()
    stored, built = facts_of(state), facts_of(again)
    wrong = [name for name in stored if stored[name] != built.get(name)]
    assert not wrong, f"{', '.join(wrong)} is out of step with the facts in {moment_of(state)}"


def frames_are_known(state: State, rng: Random) -> None:
    for position in {id(one): one for one in (state, state.asking)}.values():
        known = get_args(position.frames) or (position.frames,)
        for frame in position.stack:
            steps = position.procedures.get(type(frame))
            assert type(frame) in known and steps is not None, (
                f"{type(frame).__name__} is no procedure of this game"
            )
            assert 0 <= frame.step <= len(steps), f"{type(frame).__name__} has no step {frame.step}"
    assert state.to_move in (*state.sides, CHANCE), f"{state.to_move!r} is to move in {moment_of(state)}"


def screens_contain_the_list(state: State, rng: Random) -> None:
    """Every listed subject and hex passes every screen, the implied ones too: the words of a refusal never
    lie.
    """
    if not picks_of(state):
        return
    state = state.asking
    frame, listed = state.stack[-1], list(state.legal_actions())
    for pick in picks_of(state):
        offered = [
            numbers for a in listed if type(a) is pick.verb and (numbers := pick.find(state, a)) is not None
        ]
        for screen in pick.units:
            bits: Any = screen.mask(state, frame)
            bad = [pick.names[unit] for unit, _ in offered if not bits >> unit & 1]
            assert not bad, f"{bad[0]} is listed but falls out of {screen.clause} in {moment_of(state)}"
        for screen in pick.hexes if pick.has_hex else ():
            passing = screen.among(state, frame)
            out = [(u, h) for u, h in offered if not passing(u, 1 << h)]
            assert not out, (
                f"{_pair(state, pick, out[0])} is listed but falls out of {screen.clause}; {moment_of(state)}"
            )


def _pair(state: State, pick: Pick, result: tuple[int, int]) -> str:
    return f"{pick.names[result[0]]} {state.grid.name[result[1]]}".strip()


def views_are_enough(state: State, rng: Random) -> None:
    """A side that holds only what it may know sees the same view and, when it is to move, the same
    choices.
    """
    for side in state.sides:
        view, known = state.view(side), state.known_to(side)
        json.dumps(view, default=msgspec.to_builtins)
        try:
            assert known.view(side) == view, (
                f"the view of {side} is not made of what {side} knows, in {moment_of(state)}"
            )
            if state.to_move != side:
                continue
            listed = list(state.legal_actions())
            assert list(known.legal_actions()) == listed, (
                f"{side}'s choices need what it cannot know in {moment_of(state)}"
            )
            for action in Words.for_game(state.game).some(rng, 10):
                assert known.why_not(action) == state.why_not(action), f"a refusal of {action} tells a secret"
        except Leak as error:
            raise AssertionError(f"{error}: {side} in {moment_of(state)}") from error


def spectators_see_less(state: State, rng: Random) -> None:
    """A spectator sees nothing that some side does not see: a secret belongs to its owner, never to "the
    other one".
    """
    seen = state.view(SPECTATOR)
    for side in state.sides:
        view = state.view(side)
        for name, value in seen.items():
            known = cast(Plain, view.get(name, {})) if name in state.columns else view
            keys = cast(Plain, value) if name in state.columns else {name: value}
            more = [key for key in keys if key not in known]
            assert not more, (
                f"a spectator sees {name} {more[0]}, which {side} does not see in {moment_of(state)}"
            )


def refusals_change_nothing(state: State, rng: Random) -> None:
    """An action off the list is refused with a known clause, in words, and leaves no trace."""
    before, actions = state.to_json(), state.legal_actions()
    for action in [DONE, *Words.for_game(state.game).some(rng, 30)]:
        if action in actions:
            continue
        with strict_judgments():
            rulings = _refused(state, action)
        assert rulings is not None, f"{action} is off the list and was carried out in {moment_of(state)}"
        assert rulings and all(r.because for r in rulings), (
            f"{action} is refused without a word in {moment_of(state)}"
        )
        assert_known(state, {r.clause for r in rulings}, f"the refusal of {action}")
        assert state.to_json() == before and state.legal_actions() is not None, (
            f"the refused {action} changed something"
        )


def _refused(state: State, action: Action) -> list[Ruling] | None:
    try:
        state.push(action)
    except IllegalAction as error:
        return error.rulings
    return None


POSITION_CHECKS: tuple[PositionCheck, ...] = (
    list_agrees,
    texts_round_trip,
    chance_sums_to_one,
    push_and_pop_are_exact,
    stale_choices_refuse,
    files_round_trip,
    notation_round_trips,
    derived_is_kept,
    frames_are_known,
    screens_contain_the_list,
    views_are_enough,
    spectators_see_less,
    refusals_change_nothing,
)


def check_positions(
    game: Game, seed: int, checks: Iterable[PositionCheck] = POSITION_CHECKS, of_a_kind: int = 3
) -> int:
    """Position checks at the first decisions of every kind of a random game; gives the number of
    positions.
    """
    count, rng = 0, Random(seed)
    with random_game(game, seed) as play:
        for state in play.samples(of_a_kind):
            for check in checks:
                check(state, rng)
            count += 1
    return count


# ---------------------------------------------------------------- a whole game


def check_game(
    game: Game,
    seed: int,
    each: Callable[[State], None] | None = None,
    options: PlainView | None = None,
    scenario: str = "standard",
) -> Match:
    """Random play to the end: no crash, no dead end, known clauses, no fact past the door, exact undo, same
    replay.
    """
    with random_game(game, seed, options, scenario=scenario) as play:
        positions = []
        for state in play.steps():
            positions.append(state.to_json())
            if each:
                each(state)
        if each:
            each(play.state)
        _ended(play.state)
        _door_was_used(play)
        _takes_back(_replays(play.match).state, positions)
    return play.match


def _ended(state: State) -> None:
    """A game that is over has an outcome with a known clause, offers nothing and refuses everything."""
    outcome = state.outcome()
    assert outcome is not None, "the game is over without an outcome"
    assert_known(state, [outcome.clause], "the outcome")
    assert outcome.winner in (*state.sides, "draw") and outcome.level, f"{outcome} names no winner or level"
    assert state.to_move is None and not list(state.legal_actions()), (
        "the game is over and still offers something"
    )
    rulings = state.why_not(DONE)
    assert rulings, "the game is over and nothing is refused"
    assert_known(state, [r.clause for r in rulings], "the refusal after the end")
    assert_known(state, {entry[4] for entry in state.journal}, "the journal")
    assert all(isinstance(line, str) for line in state.events().log)


def _door_was_used(play: RandomGame) -> None:
    """The journal, carried out on the first position, gives the last: no fact was assigned past the door."""
    state, facts = play.state, facts_of(play.start)
    names = [*state.facts, *state.columns]
    for name, key, old, new, clause in state.journal:
        if name == LOG:
            continue
        held = facts[name] if key < 0 else facts[name][key]
        assert held == old, (
            f"{name} was {held!r} and the journal says {old!r}: set past the door before {clause}"
        )
        if key < 0:
            facts[name] = new
        else:
            facts[name][key] = new
    wrong = [name for name in names if facts[name] != state.__dict__[name]]
    assert not wrong, f"{', '.join(wrong)} changed without the journal: set past the door"


def _replays(match: Match) -> Match:
    lines: list[Line] = json.loads(json.dumps(match.lines))
    again = replay(match.game, lines)
    assert again.state.to_json() == match.state.to_json(), "the replay ends in another position"
    assert again.now == match.now and again.lines == match.lines, "the replay gives other digests"
    return again


def _takes_back(state: State, positions: list[bytes]) -> None:
    """Every action taken back in turn, to the first position."""
    while positions:
        action = state.actions[-1]
        state.pop()
        assert state.to_json() == positions.pop(), (
            f"taking back {action} leaves another position in {moment_of(state)}"
        )
    assert not state.journal and not state.actions, "something is left when everything is taken back"


def check_push_and_pop(game: Game, seed: int) -> int:
    """Push and pop exact at every single step of a game; gives the number of steps."""
    with random_game(game, seed) as play:
        for state in play.steps():
            push_and_pop_are_exact(state, play.rng)
    return len(play.match.lines) - 1


# ---------------------------------------------------------------- a failure, seen again


def recheck(game: Game, lines: list[Line]) -> int:
    """Plays a saved game again and looks at every position with every check; raises where it fails."""
    head, rng = lines[0], Random(0)
    state = game.new(head["scenario"], options=head["options"], enforcement=head["enforcement"])
    for line in lines[1:]:
        if "do" not in line:
            continue
        for check in POSITION_CHECKS:
            check(state, rng)
        state.push(game.parse(line["do"]))
    return len(state.actions)


def main() -> None:
    from grognard import load

    try:
        lines = read_lines(Path(sys.argv[1]).read_bytes())
        count = recheck(load(lines[0]["game"]), lines)
    except (IndexError, OSError, KeyError, GrognardError) as error:
        sys.exit(f"usage: python -m grognard.core.conformance RECORD ({error})")
    print(f"{sys.argv[1]}: {count} actions, nothing wrong")


__all__ = [
    "POSITION_CHECKS",
    "SPECTATOR",
    "check_game",
    "check_positions",
    "check_push_and_pop",
    "check_secrets",
    "check_visible_events",
    "options_for",
    "random_options",
    "recheck",
    "save_failure",
]

if __name__ == "__main__":
    main()
