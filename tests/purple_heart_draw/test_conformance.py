"""The conformance suite on the Tactical Mission: both sides at random through five dates, in every reading.

The words of this game are many (units, hexes, offers: five million actions can be written), so list and refusal are compared
on every listed action and one in two thousand of the rest; the nightly run on one in forty of those that belong to the step.
"""

from __future__ import annotations

from math import prod
from random import Random

import msgspec
import pytest

from grognard.core import conformance
from grognard.core.conformance import POSITION_CHECKS, Words
from grognard.core.hexes import members
from grognard.core.state import State
from grognard.core.trial import Play, table, where
from grognard.games.purple_heart_draw.board import EDGE, GRID
from grognard.games.purple_heart_draw.pieces import (
    COVERED,
    KINDS,
    NAMES,
    OF_SIDE,
    PRISONER,
    SIDE,
    SIDES,
    VEHICLE,
    VEHICLE_CREWS,
)
from grognard.games.purple_heart_draw.position import Battle, PurpleHeartDraw, Table
from grognard.games.purple_heart_draw.verbs import STACK_HS

from .build import GAME


def holds(state: State) -> None:
    """What is true in every position: places and kinds, points never below nothing, control of one side, cover as told."""
    assert isinstance(state, PurpleHeartDraw) and 0 <= state.scenario <= 5
    assert not state.held[0] & state.held[1], "both sides control a hex"
    assert all(value >= 0 for name in ("tp", "dsp", "recce", "harden", "cvp", "crews_lost") for value in getattr(state, name))
    for u, kind in enumerate(state.kind):
        assert bool(kind) == bool(state.used >> u & 1)
        if not kind:
            assert (
                state.at[u] < 0 and not state.status[u] and not state.gear[u] and not state.open >> u & 1 and state.exit[u] < 0
            )
            continue
        assert state.exit[u] < 0 or (state.at[u] < 0 and EDGE[SIDE[u]] >> state.exit[u] & 1), f"{NAMES[u]} is bound to a hex"
        assert KINDS[kind].side in ("", SIDE[u]), f"{NAMES[u]} is a {kind}"
        assert not (state.open >> u & 1 and state.status[u] & COVERED), f"{NAMES[u]} is open and covered"
    for u in members(state.riding):
        on = state.aboard[u]
        assert SIDE[u] == SIDE[on] and state.at[u] == state.at[on] and KINDS[state.kind[on]].type == VEHICLE, (
            f"{NAMES[u]} rides on nothing"
        )
        assert not state.open >> u & 1 or state.open >> on & 1, f"{NAMES[u]} gives {NAMES[on]} away"
    fighting = any(isinstance(frame, Battle | Table) for frame in state.stack)
    for side in () if fighting else SIDES:
        load: dict[int, int] = {}
        for u in members(state.used & OF_SIDE[side]):
            if state.kind[u] == VEHICLE_CREWS[side]:
                continue  # PHD-C5.9: it is unloaded where it is, however many stand there
            if state.at[u] >= 0 and not state.status[u] & PRISONER and KINDS[state.kind[u]].type != VEHICLE:
                load[state.at[u]] = load.get(state.at[u], 0) + KINDS[state.kind[u]].half_squads
        crowded = [GRID.name[h] for h, n in load.items() if n > STACK_HS]
        assert not crowded, f"overstacked: {crowded}"


@pytest.mark.parametrize("seed", [0, 1, 2, 5, 8])
def test_a_random_mission(seed: int) -> None:
    """Without crash or dead end; clauses known; nothing past the door; undone exactly; replayed the same."""
    conformance.check_game(GAME, seed, lambda state: holds(state) if len(state.actions) % 5 == 0 or not state.stack else None)


@pytest.mark.parametrize("seed", [1000, 1004])
def test_positions(seed: int) -> None:
    """Every check at the first decisions of every kind: as printed, all options, a mixture with the players' table."""
    rng, count = Random(seed), 0
    with table(GAME, seed) as play:
        for state in play.samples(1):
            for check in POSITION_CHECKS:
                check(state, rng)
            count += 1
    assert count > 25


def agree(state: State, rng: Random, one_in: int, elsewhere: int) -> int:
    """List against refusal: all that is listed; of a verb that has at most two hundred actions all; of the others one action
    in so many, drawn at random, and one `elsewhere` of verbs that have no place in this step. Gives how many."""
    actions, words, asked = state.legal_actions(), Words.of(GAME), 0
    listed = set(actions)
    words.hear(listed)
    here = {type(action) for action in listed} | {pick.verb for pick in getattr(state.step, "picks", ())}
    for action in listed:
        assert not state.why_not(action), f"{action} is listed and refused in {where(state)}"
    for verb in words.verbs:
        fields = [words.values(verb, f.name, f.type) for f in msgspec.structs.fields(verb)]
        every = prod(map(len, fields))
        thin = one_in if verb in here else elsewhere
        drawn = (verb(*(rng.choice(values) for values in fields)) for _ in range(-(-every // thin)))
        for action in words.every(verb) if every <= 200 else drawn:
            on_list = action in listed
            assert on_list == (action in actions) != bool(state.why_not(action)), f"{action} in {where(state)}"
            asked += 1
    return asked + len(listed)


@pytest.mark.parametrize("seed", [3020])
def test_the_list_and_the_refusal_agree(seed: int) -> None:
    """At one decision of every kind of a mission."""
    rng = Random(seed)
    with table(GAME, seed) as play:
        asked = [agree(state, rng, 2000, 2000) for state in play.samples(1)]
    assert len(asked) > 30 and sum(asked) > 100_000


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [3000, 3001, 3008])
def test_the_list_and_the_refusal_agree_more_often(seed: int) -> None:
    """As printed, all options, and a mixture with the players' table, at one decision of every kind (some forty to seventy a
    mission). Asked are every listed action, one in forty of what could be said with a verb of the step, one in a thousand of
    what could be said with any other. All that could be said is eight million actions a position: a night is too short."""
    rng = Random(seed)
    with table(GAME, seed) as play:
        assert sum(agree(state, rng, 40, 1000) for state in play.samples(1)) > 500_000


@pytest.mark.nightly
def test_push_and_pop_at_every_step() -> None:
    assert conformance.check_push_and_pop(GAME, 2000) > 100


@pytest.mark.parametrize("seed", range(3))
def test_secrets_do_not_show(seed: int) -> None:
    assert conformance.check_secrets(GAME, seed) > 0


@pytest.mark.parametrize(("seed", "side"), [(20, "us"), (20, "german"), (5, "german"), (26, None)])
def test_what_lies_open_at_once_is_no_secret_and_nothing_else_shows(seed: int, side: str | None) -> None:
    """Seed 20: units that enter at the players' table lie open at once; German secrets open when they are laid out."""
    conformance.check_secrets(GAME, seed, side)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(300))
def test_secrets_of_three_hundred_missions(seed: int) -> None:
    for side in (None, *SIDES):
        conformance.check_secrets(GAME, seed, side)


def test_a_spectator_sees_no_hidden_group() -> None:
    """Groups, purchases and stores belong to their side: a seat that is no side sees none of them."""
    state = GAME.new(seed=1)
    view = state.view(conformance.SPECTATOR)
    assert state.view("german")["groups"]["g-rg01"] and not view["groups"]
    owned = {name for name, column in state.columns.items() if column.seen is not None}
    assert owned >= {"tp", "groups", "modules"} and not any(view[name] for name in owned)


@pytest.mark.parametrize("seed", [0, 2])
def test_what_was_told_could_be_seen_when_it_happened(seed: int) -> None:
    """Units are uncovered and hide again: neither tells afterwards where they were."""
    assert conformance.check_visible_events(GAME, seed) > 0


def test_procedures_inside_procedures_are_sampled() -> None:
    kinds = {tuple(type(f).__name__ for f in s.stack) for seed in (1000, 1002, 1004) for s in Play(GAME, seed).samples(1)}
    assert {("Mission", "Closing", "Redeploying"), ("Mission", "Opening"), ("Mission", "Battle")} <= kinds


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(5000, 5200))
def test_two_hundred_missions(seed: int) -> None:
    conformance.check_game(GAME, seed, holds)
