"""More than the conformance suite asks: long runs, rare decisions, and room asked for in several ways."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core import agreement, conformance
from grognard.core.conformance import POSITION_CHECKS
from grognard.core.hexes import members
from grognard.core.random_games import RandomGame
from grognard.core.state import State
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.conformance import holds
from grognard.games.longest_day.pieces import NAMES, OF_SIDE
from grognard.games.longest_day.position import LongestDay
from grognard.games.longest_day.stacking import fits, room_at, without_room

from .build import GAME, position


def now_and_then(state: State) -> None:
    if len(state.actions) % 25 == 0 or not state.stack:
        holds(state)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 100))
def test_a_hundred_random_games(seed: int) -> None:
    conformance.check_game(GAME, seed, now_and_then)


@pytest.mark.nightly
def test_every_kind_of_decision_is_sampled() -> None:
    """The suite checks one position of each kind (by day more than 15, and a retreat in a combat): there are many,
    and a retreat is among them.
    """
    kinds = {(type(state.stack[-1]).__name__, state.step.name) for state in RandomGame(GAME, 7).samples(1)}
    assert len(kinds) > 15 and ("Retreat", "retreat") in kinds


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3000, 3006))
def test_the_list_and_the_refusal_agree_more_often(seed: int) -> None:
    """Fifty times as many, with every mixture of options."""
    assert agreement.check_sampled_agreement(GAME, seed, 160) > 500_000


@pytest.mark.parametrize("joint", [False, True])
def test_room_is_the_same_however_it_is_asked(joint: bool) -> None:
    """Of one hex as it is drawn, of many at once, and by the rule itself."""
    rng, asked = Random(5), 0
    for state in RandomGame(GAME, 9, options={"joint_action_across_corps": joint}).steps():
        assert isinstance(state, LongestDay)
        if not state.step.name.endswith("movement") or len(state.actions) % (40 if joint else 8):
            continue
        side = str(state.to_move)
        friends, units = state.held[side], members(state.on_map & OF_SIDE[side])
        for unit in rng.sample(units, min(12, len(units))):
            others = friends & ~(1 << state.at[unit])
            full = without_room(state, unit, 0, others)
            for hex_ in members(others):
                found = {room_at(state, unit, hex_), fits(state, unit, hex_), not full >> hex_ & 1}
                assert len(found) == 1, (
                    f"{NAMES[unit]} in {GRID.name[hex_]} after {len(state.actions)} actions"
                )
                asked += 1
    assert asked > (2_000 if joint else 20_000)


RARE = {
    "supply spent": position(
        phase="allied combat",
        units={
            "50:HQ": "1010",
            "SU-A01": "1010 bound=XXX",
            "SU-A02": "1010 half bound=XXX",
            "50:2-Devons": "1114",
            "50:1-Dorsets": "1014",
            "LEHR:I/901": "1115",
        },
    ),
    "excess": position(
        "8 June",
        "allied movement",
        units={
            f"3CAN:{u}": "1805"
            for u in (
                "HLI-of-C",
                "SD&G",
                "North-Nova-Scotia",
                "North-Shore",
                "Chaudiere",
                "Regina-Rif",
                "1-Can-Scottish",
            )
        },
    ),
    "replacements": position(
        phase="allied replacements", units={"50:2-Devons": "dead", "50:HQ": "1010"}, replacements=1
    ),
    "losses": position(
        phase="allied combat",
        units={
            "50:HQ": "1010",
            "SU-A01": "1010 bound=XXX",
            "50:2-Devons": "1114",
            "50:1-Dorsets": "1114",
            "50:6-DLI": "1114",
            "LEHR:I/901": "1115",
        },
    ),
}


# a dozen counters on the map at most: few enough to ask about each of them in every hex
SMALL = {
    "movement": position(
        phase="allied movement",
        units={
            "50:HQ": "1010",
            "SU-A01": "1010 bound=XXX",
            "50:2-Devons": "1112",
            "50:1-Dorsets": "1112",
            "50:6-DLI": "1113",
            "3:HQ": "1512",
            "3:2-East-Yorks": "1513",
            "LEHR:I/901": "1115",
            "LEHR:HQ": "1218",
            "ART-86": "1011",
        },
    ),
    "mechanized movement": position(
        phase="german mechanized movement",
        units={
            "LEHR:HQ": "1218",
            "SU-G01": "1218",
            "LEHR:I/901": "1115",
            "LEHR:II/901": "1216",
            "50:2-Devons": "1114",
            "50:HQ": "1010",
        },
    ),
    "combat": position(
        phase="allied combat",
        units={
            "50:HQ": "1010",
            "SU-A01": "1010 bound=XXX",
            "50:2-Devons": "1114",
            "50:1-Dorsets": "1014",
            "LEHR:I/901": "1115",
        },
    ),
    "landing": position(
        "7 June",
        "allied movement",
        units={"3CAN:HQ": "due", "3CAN:SD&G": "due", "3CAN:HLI-of-C": "1805", "LEHR:I/901": "1807"},
    ),
    "orders": position("20 June", units={"50:HQ": "1010", "3:HQ": "1512", "HQ-XXX": "1009", "HQ-I": "1511"}),
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_of_a_small_position_everything_that_can_be_said_of_its_counters_is_asked(name: str) -> None:
    """Every action of a counter of the position with every verb that has a place in the step; of counters
    that are not in it, four hundred in two thousand hexes, and of other verbs one action in twenty. (All of
    it is two million a position.)
    """
    state = SMALL[name].copy()
    assert isinstance(state, LongestDay)
    there = {NAMES[u] for u in members(state.on_map)} | {
        getattr(action, "unit", "") for action in state.legal_actions()
    }
    asked = agreement.list_and_refusal_agree(
        state, Random(4), 20, lambda action: getattr(action, "unit", "") in there
    )
    assert len(there) > 3 and asked > 250_000


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("supply spent", ["attack 50:2-Devons 1115", "join 50:1-Dorsets"]),
        ("excess", ["done"]),
        ("replacements", []),
        ("losses", ["attack 50:2-Devons 1115", "join 50:1-Dorsets", "join 50:6-DLI", "roll 1"]),
    ],
)
def test_decisions_that_random_play_hardly_comes_to(name: str, actions: list[str]) -> None:
    state, rng = RARE[name].copy(), Random(2)
    for text in actions:
        state.push(GAME.parse(text))
    assert name in state.step.name
    for check in POSITION_CHECKS:
        check(state, rng)


def test_two_copies_of_a_position_do_not_share_what_was_worked_out() -> None:
    state = RARE["losses"].copy()
    state.push(GAME.parse("attack 50:2-Devons 1115"))
    copy = state.copy()
    copy.push(GAME.parse("join 50:1-Dorsets"))
    assert "join 50:1-Dorsets" in map(str, state.legal_actions()) and "join 50:1-Dorsets" not in map(
        str, copy.legal_actions()
    )


def test_nothing_is_hidden() -> None:
    state = GAME.new(seed=1)
    assert state.view("allied") == state.view("german")
