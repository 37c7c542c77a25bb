"""The checks of the conformance suite inside a fight of the mission: positions, what was told, and twins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.conformance import POSITION_CHECKS
from grognard.core.facts import CHANCE, DONE
from grognard.core.leak_checks import _told_now
from grognard.core.random_games import RandomGame, frames_of
from grognard.core.reading import replay
from grognard.core.twins import Kind, Twins, compare, compare_past, kind_of
from grognard.games.purple_heart_draw.pieces import SIDES
from grognard.players.seat import seated

from .build import GAME
from .test_fight import OPTION, into_the_fight

COURSE = {"fight_phase", "fight_turn", "fight_mover"}  # how the fight goes on: no secret may show in it


def look_at_a_fight(seed: str, wild: float, most: int) -> int:
    """A fight between plain players that now and then do anything legal: every check at the first decision of
    each kind, what each side is told of every action, and all of it taken back. Gives the number of kinds.
    """
    match = into_the_fight(seed)
    state: Any = match.state
    rng, begun, kinds = Random(seed), len(state.actions), set[object]()
    start = state.to_json()
    seats = {side: seated("computer:plain", "purple-heart-draw", side, seed) for side in SIDES}
    told: Any = {side: [] for side in SIDES}
    views = {side: state.view(side) for side in SIDES}
    for _ in range(most):
        if not state.inner.stack:
            break
        kind = (*(type(frame) for frame in frames_of(state)), state.step.name, state.to_move)
        if kind not in kinds:
            kinds.add(kind)
            for check in POSITION_CHECKS:
                check(state, rng)
        if state.to_move == CHANCE:
            match.roll()
        elif rng.random() < wild:
            actions = state.legal_actions()
            match.do(DONE if DONE in actions and rng.random() < 0.3 else actions.sample(rng))
        else:
            match.do(seats[state.to_move].choose(state))
        _told_now(state, told, views)
    for side in SIDES:
        assert state.events_seen_by(side, begun) == told[side], f"{side} is told otherwise afterwards"
    again: Any = replay(GAME, match.lines).state
    assert again.to_json() == state.to_json()
    while len(again.actions) > begun:
        again.pop()
    assert again.to_json() == start
    return len(kinds)


def follow_twins(seed: int, most: int, wanted: int) -> int:
    """Pairs that differ in the last secret of each kind before a fight, played on into it; gives the number of
    positions of the fight that were compared while there was a secret.
    """
    play = RandomGame(GAME, seed, OPTION, typed=True)
    found: dict[Kind, int] = {}
    for state in play.steps():
        if state.inner.stack and state.inner.turn:  # type: ignore[attr-defined]
            break
        if (kind := kind_of(state)) is not None:
            found[kind] = len(state.actions)
    count = 0
    for kind, at in [*found.items()][-wanted:]:
        lines = play.match.lines[: at + 1]
        pair = Twins(kind, replay(GAME, lines), replay(GAME, lines), Random(f"{seed}/{at}"))
        if not pair.part():
            continue
        for _ in pair.steps(most):
            compare_past(pair, lambda event, events: True)
            if pair.reveals:
                break
            count += pair.differ and bool(pair.one.state.inner.stack)
            compare(pair)
        shown = {reveal.fact for reveal in pair.reveals}
        assert not (COURSE & shown and shown <= COURSE), f"seed {seed}: {kind} shows in {shown}"
    return count


@pytest.mark.clause("FF-INFO")
def test_positions_of_a_fight_in_the_mission() -> None:
    assert look_at_a_fight("7", 0.7, 120) > 9


@pytest.mark.clause("FF-INFO")
def test_twins_of_a_fight_in_the_mission() -> None:
    """Seed 4: a Defensive Fire Phase that was passed over told what weapon a concealed unit has."""
    assert follow_twins(4, 120, 5) > 100


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40))
def test_many_fights_of_the_mission(seed: int) -> None:
    assert look_at_a_fight(str(seed), 0.1 * (seed % 8), 3000) > 15


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(60))
def test_twins_of_many_fights_of_the_mission(seed: int) -> None:
    follow_twins(seed, 300, 7)
