"""Checks what sides are told of a game: no more than they could see when it happened. Part of the conformance
suite. Knows no game.
"""

from __future__ import annotations

from typing import cast

from .facts import Event
from .game import Game
from .plain import Plain
from .random_games import moment_of, random_game
from .state import State


def check_visible_events(game: Game, seed: int) -> int:
    """What a side is told of an action it could see when it happened, and is told the same for ever after.

    Gives the number of hidden facts told of.
    """
    with random_game(game, seed) as play:
        history: dict[str, list[list[Event]]] = {side: [] for side in play.state.sides}
        views = {side: play.state.view(side) for side in history}
        hidden = 0
        for _ in play.steps():
            hidden += _told_now(play.state, history, views)
        _told_now(play.state, history, views)
        for side, then in history.items():
            assert play.state.events_seen_by(side) == then, (
                f"{side} is told otherwise of the past than it was when it happened"
            )
    return hidden


def _told_now(state: State, history: dict[str, list[list[Event]]], views: dict[str, Plain]) -> int:
    """Looks at what each side is told of the last action; gives how many facts of it are not for
    all sides.
    """
    count = 0
    for side, then in history.items() if state.actions else ():
        before, after, last = views[side], state.view(side), dict[tuple[str, str], object]()
        for event in (events := state.events_seen_by(side, len(state.actions) - 1)[0]):
            field = state.fields.get(event.fact)
            if field is None or field.seen is None:
                continue
            count += 1
            start = field.codec.write(field.start_at(field.names.index(event.key) if event.key else -1))
            known = last.get((event.fact, event.key), _known(before, event.fact, event.key))
            assert event.old in (
                known,
                start,
            ), f"{side} is told that {event.fact} {event.key} was {event.old}, in {moment_of(state)}"
            last[event.fact, event.key] = event.new
        for (fact, key), value in last.items():
            assert value == (cast(Plain, after[fact])[key] if key else after[fact]), (
                f"{side} is told {fact} {key}, which it cannot see in {moment_of(state)}"
            )
        then.append(events)
        views[side] = after
    return count


def _known(view: Plain, fact: str, key: str) -> object:
    """What a view says of a fact, of a column for one key; `None`: nothing."""
    result = view.get(fact)
    return result.get(key) if key and isinstance(result, dict) else result
