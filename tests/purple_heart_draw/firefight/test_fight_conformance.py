"""The conformance suite on the firefight: random fights, and fights between plain players, which come to
close quarters.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from grognard.core import agreement, conformance
from grognard.core.conformance import POSITION_CHECKS, PositionCheck
from grognard.core.facts import CHANCE, DONE, Action
from grognard.core.state import State
from grognard.core.twins import check_twins
from grognard.games.purple_heart_draw.firefight.forces import NAMES, SIDE, UNIT
from grognard.games.purple_heart_draw.firefight.position import Bombardment, Opportunity, Tuning
from grognard.players.registry import find
from grognard.players.seat import Seat

from .fight import GAME

CARDS = ("standard", "phd-1", "phd-3", "phd-4")


@pytest.mark.parametrize("seed", range(6, 20))  # twenty by day, with those of the suite of all games
def test_a_random_fight(seed: int) -> None:
    """To the end without crash or dead end; clauses known; nothing past the door; undone exactly; replayed
    the same; never in a position that a file could not hold. The cards in turn.
    """

    def is_possible(state: Any) -> None:
        assert len(state.actions) % 10 or not state.impossibilities(), state.impossibilities()[0]

    conformance.check_game(GAME, seed, is_possible, scenario=CARDS[seed % len(CARDS)])


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 600))
def test_many_random_fights(seed: int) -> None:
    conformance.check_game(GAME, seed, scenario=CARDS[seed % len(CARDS)])


def lively(seed: int, scenario: str = "standard") -> Any:
    """A fight between plain players that now and then do anything legal; gives the positions before each
    action.
    """
    state, rng = GAME.new(scenario, seed=seed), Random(seed)
    seats = {side: Seat(find("plain", GAME.name).load(), side, seed=seed) for side in state.sides}
    while state.to_move is not None:
        yield state
        if state.to_move == CHANCE:
            state.roll()
        else:
            side = state.to_move
            wild = state.turn and rng.random() < 0.25
            state.push(state.legal_actions().sample(rng) if wild else seats[side].choose(state))


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """The first decision of every kind of two fights that come to close quarters."""
    seen: dict[object, State] = {}
    for seed in (1, 2):
        for state in lively(seed):
            seen.setdefault(
                (*(type(frame) for frame in state.stack), state.step.name, state.to_move), deepcopy(state)
            )
    assert len(seen) > 20
    return list(seen.values())


@pytest.mark.parametrize("check", POSITION_CHECKS, ids=lambda check: check.__name__)
def test_positions_of_a_lively_fight(check: PositionCheck, positions: list[State]) -> None:
    rng = Random(7)
    for state in positions:
        check(state, rng)


@pytest.mark.parametrize("seed", range(2))
def test_secrets_do_not_show(seed: int) -> None:
    conformance.check_secrets(GAME, seed)


@pytest.mark.clause("FF-INFO")
@pytest.mark.parametrize("seed", range(2))
def test_twins(seed: int) -> None:
    """What one side keeps secret no other seat sees, may choose or is told."""
    assert sum(check_twins(GAME, seed, "standard", (), lambda event, events: True, 12).kinds.values()) > 1


BALANCED = {"balance": "german"}
SECRETS = [
    ("standard", "mine M16", "mine N16"),
    ("standard", "dig g01", "dig g02"),
    ("phd-3", "fortify CC7", "fortify AA8"),
]


@pytest.mark.clause("FF-INFO")
@pytest.mark.clause("ASL-A12.33")
@pytest.mark.parametrize(("scenario", "one", "two"), SECRETS)
def test_works_do_not_show(scenario: str, one: str, two: str) -> None:
    """Two fights with other works, up to the first move: the enemy and an onlooker see and may do the same."""
    pair = [GAME.new(scenario, options=BALANCED, seed=5) for _ in (one, two)]
    home = "M17" if scenario == "standard" else "W13"
    for state, secret in zip(pair, (one, two), strict=True):
        number = 1
        for unit in (u for u in range(len(NAMES)) if SIDE[u] == "german" and state.kind[u]):
            hexes = (
                [home]
                if number < 3
                else [a.hex for a in state.legal_actions() if str(a).startswith(f"place {NAMES[unit]} ")]
            )
            state.push(GAME.parse(f"place {NAMES[unit]} {hexes[number * 3 % len(hexes)]}"))
            number += 1
        state.push(GAME.parse(secret))
    for _ in range(40):
        for seat in ("us", "spectator"):
            assert pair[0].view(seat) == pair[1].view(seat)
        if pair[0].turn and pair[0].step.name == "movement":
            break
        chance = pair[0].to_move == CHANCE
        for state in pair:
            state.roll() if chance else state.push(_plainest(state))
    assert pair[0].step.name == "movement"
    assert [str(a) for a in pair[0].legal_actions()] == [str(a) for a in pair[1].legal_actions()]


def _plainest(state: State) -> Action:
    """The end of the step, or the first action; a stack that grows too large to enter would be taken up for ever."""
    actions = state.legal_actions()
    alone = (action for action in actions if not str(action).startswith("along "))
    return DONE if DONE in actions else next(alone, actions[0])


@pytest.mark.parametrize("seed", range(2))
def test_twins_of_mines(seed: int) -> None:
    assert (
        sum(
            check_twins(
                GAME, seed, "standard", (), lambda event, events: True, 12, options=BALANCED
            ).kinds.values()
        )
        > 1
    )


@pytest.mark.clause("PHD-MSR9.ff")
def test_who_has_the_radio_does_not_show() -> None:
    """Two fights with the radio at other leaders, up to the first orders to the battery: the enemy and an onlooker
    see the same, and are asked at the same moments.
    """
    pair = [GAME.new("phd-1", seed=5) for _ in range(2)]
    for state, leader in zip(pair, ("g06", "g07"), strict=True):
        units = [u for u in range(len(NAMES)) if SIDE[u] == "german" and state.kind[u]]
        for number, unit in enumerate(units):
            hexes = [a.hex for a in state.legal_actions() if str(a).startswith(f"place {NAMES[unit]} ")]
            state.push(GAME.parse(f"place {NAMES[unit]} {hexes[number * 7 % len(hexes)]}"))
        state.__dict__["radio"][1] = UNIT[leader]
        state.cache.clear()
    assert pair[0].radio != pair[1].radio
    called = False
    while pair[0].step.name != "artillery":
        for seat in ("us", "spectator"):
            assert pair[0].view(seat) == pair[1].view(seat)
        assert pair[0].to_move == pair[1].to_move
        actions = [str(a) for a in pair[0].legal_actions()]
        called = called or "contact" in actions
        wanted = ("contact", "roll 5", "draw black")
        chosen = next((word for word in wanted if word in actions), str(_plainest(pair[0])))
        for state in pair:
            state.push(GAME.parse(chosen))
    assert called and pair[0].observing != pair[1].observing


@pytest.mark.parametrize("scenario", ["phd-1", "phd-4"])
def test_positions_of_a_fight_with_artillery(scenario: str) -> None:
    """A fight to its end; the first decision of every kind of artillery and radio work passes every check."""
    seen: dict[object, State] = {}
    for state in lively(3, scenario):
        if any(isinstance(frame, Opportunity | Bombardment | Tuning) for frame in state.stack):
            seen.setdefault((state.step.name, state.to_move), deepcopy(state))
    assert {"radio", "contact"} <= {name for name, _ in seen}  # type: ignore[misc]
    rng = Random(7)
    for position in seen.values():
        for check in POSITION_CHECKS:
            check(position, rng)


@pytest.mark.parametrize("scenario", ["phd-1", "phd-4"])
def test_twins_with_artillery(scenario: str) -> None:
    assert sum(check_twins(GAME, 1, scenario, (), lambda event, events: True, 12).kinds.values()) > 1


def test_events_told_are_those_seen() -> None:
    conformance.check_visible_events(GAME, 3)


@pytest.mark.nightly
def test_list_and_refusal_agree() -> None:
    assert agreement.check_agreement(GAME, 5, thin=400) > 1000
