"""Checks that secrets do not show: two games that differ only in a secret look alike. Part of the conformance
suite. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable

from .facts import Action, is_bookkeeping
from .game import Game
from .lines import Line
from .plain import Plain
from .random_games import RandomGame, moment_of, random_game
from .record import Match
from .reveal import SPECTATOR
from .state import State
from .twins import was_opened


def check_secrets(
    game: Game, seed: int, varied: str | None = None, start: Callable[[State], bool] | None = None
) -> int:
    """Two games that differ only in a secret look the same to every seat that does not share it.

    One side's secrets differ from the first that `start` lets pass (`varied`: whose; left out: the first to
    have one). The others decide alike in both games, secrets of their own included. Views, choices, events
    and copies of the record are compared until the secret is out; gives the number of outsiders' decisions
    compared, 0 for a game without secrets. How many secret decisions and rolls a side makes is no secret:
    both see them being made.
    """
    with random_game(game, seed, typed=True) as one, random_game(game, seed, typed=True) as two:
        first, compared = True, 0
        while one.state.to_move is not None:
            owner = one.state.secret_to
            outsiders = (
                [side for side in one.state.sides if side != varied] if varied else list(one.state.sides)
            )
            if any(
                _outside(one.state, seat) != _outside(two.state, seat) for seat in (*outsiders, SPECTATOR)
            ):
                break  # it is out
            same_question = one.state.to_move == two.state.to_move and owner == two.state.secret_to
            assert same_question, f"a secret shows in who is to move in {moment_of(one.state)}"
            differ = one.state.to_json() != two.state.to_json()
            if differ and varied:
                _copies_are_sealed(one.match, two.match, outsiders)
            if (
                owner is not None
                and varied in (None, owner)
                and (not first or start is None or start(one.state))
            ):
                varied = owner
                _two_secrets(one, two, owner, [side for side in one.state.sides if side != owner], first)
                first = False
                continue
            compared += differ and one.state.to_move in outsiders
            if not _same_step(one, two, outsiders):
                break
    return compared


def _outside(state: State, side: str, under_way: bool = False) -> Plain:
    """What a side sees, but for the count of rolls and, while a secret is being made, the step it has come
    to.
    """
    view = state.view(side)
    del view["rolls"]
    if under_way:
        for name in [name for name in view if is_bookkeeping(name)]:
            del view[name]
    return view


def _two_secrets(one: RandomGame, two: RandomGame, owner: str, outsiders: list[str], first: bool) -> None:
    """Each game has its own secrets, as many as it likes, of which nothing shows while they are made, unless
    the step itself opens what is chosen; the first must not show afterwards either, before a step that opens
    it; later ones may at once.
    """
    begun, step = [len(play.state.actions) for play in (one, two)], one.state.step
    mine = one.choose()
    theirs = [a for a in two.state.legal_actions() if a != mine and not a.gives_up] or [mine]
    other = two.rng.choice(theirs)
    one.do(mine)
    two.do(other)
    while going := [play for play in (one, two) if play.state.secret_to == owner]:
        together = len(going) == 2 and one.state.step is two.state.step and (first or one.state.step is step)
        if together and not _was_opened(one, two, begun):
            _nothing_shows(one, two, outsiders, mine)
        for play in going:
            play.do(play.choose())
    first = first and not _was_opened(one, two, begun)
    for side in (*outsiders, SPECTATOR):
        same = _outside(one.state, side) == _outside(two.state, side)
        assert same or not first, f"the view of {side} tells a secret: {mine}"
        seen = _visible(one.state, side, begun[0]), _visible(two.state, side, begun[1])
        assert not same or seen[0] == seen[1], f"the events {side} sees tell a secret: {mine}"


def _nothing_shows(one: RandomGame, two: RandomGame, outsiders: list[str], mine: Action) -> None:
    """While secrets are made."""
    for side in (*outsiders, SPECTATOR):
        same = _outside(one.state, side, True) == _outside(two.state, side, True)
        assert same, f"the view of {side} tells a secret: {mine}"


def _was_opened(one: RandomGame, two: RandomGame, begun: list[int]) -> bool:
    """Whether either game has opened what was chosen since it began."""
    return any(was_opened(play.state, at) for play, at in zip((one, two), begun, strict=True))


def _visible(state: State, side: str, since: int) -> list[object]:
    """What a side was told in so many actions, steps and counts of rolls left out."""
    return [
        event
        for events in state.events_seen_by(side, since)
        for event in events
        if not is_bookkeeping(event.fact)
    ]


def _same_step(one: RandomGame, two: RandomGame, outsiders: list[str]) -> bool:
    listed, others = list(one.state.legal_actions()), list(two.state.legal_actions())
    if one.state.to_move in outsiders:
        assert listed == others, (
            f"equal views, unequal choices: {one.state.to_move} in {moment_of(one.state)}"
        )
    known = set(others)
    common = [action for action in listed if action in known and not action.gives_up]
    if not common:
        return False
    action = one.rng.choice(common)
    one.do(action)
    two.do(action)
    return True


def _copies_are_sealed(one: Match, two: Match, outsiders: list[str]) -> None:
    for side in outsiders:
        copies = one.copy_for(side), two.copy_for(side)
        if all(line.get("to", side) == side or "do" in line for line in copies[0]):
            continue  # the secret is out
        for line in copies[0]:
            hidden = line.get("to", side) != side
            assert not hidden or not {"do", "salt", "own", "of", "pick"} & set(line), (
                f"the copy for {side} holds a secret: {line}"
            )
        visible = [[line for line in copy if line.get("to", side) == side] for copy in copies]
        bare = [[_bare(line) for line in lines] for lines in visible]
        assert bare[0] == bare[1], f"the copies for {side} tell a secret"


def _bare(line: Line) -> Line:
    """A line without what differs in any two games, and without the count of rolls, which is no secret."""
    result = {name: value for name, value in line.items() if name not in ("seal", "salt", "now", "roll")}
    if "put" in result:
        result["put"] = [change for change in result["put"] if change[0] != "rolls"]
    return result
