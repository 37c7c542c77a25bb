"""Blunders that Marshal was seen to make, each as a position in which it must do better. No clock: it does its
fixed amount of work.
"""

from __future__ import annotations

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.games.sword_beach.board import GRID, NEAR
from grognard.games.sword_beach.pieces import ATTACK, NAMES, OF_SIDE, UNIT
from grognard.games.sword_beach.tables import AIR
from grognard.players import sit
from tests.players.games import seats
from tests.sword_beach.build import position, where

GAME = grognard.load("sword-beach")


def played(state, side, phase):
    """What Marshal does from here until the phase is over; the dice are seeded."""
    seat, actions = sit("marshal", "sword-beach", side, seed=1), []
    while state.to_move == side and state.step.name == phase:
        action = seat.choose(state)
        actions.append(str(action))
        state.push(action)
    return actions


def first(state, side):
    return str(sit("marshal", "sword-beach", side, seed=1).choose(state))


@pytest.mark.parametrize("seed", range(3))
def test_aircraft_are_left_for_the_first_german_turn(seed):
    """All air markers had been spent in the Allied half of turn 1, so landed stacks were defended by guns."""
    state, players = GAME.new(seed=seed), seats("marshal", "marshal", seed=seed)
    while not (state.turn == 1 and state.step.name == "german movement"):
        state.roll() if state.to_move == CHANCE else state.push(players[state.to_move].choose(state))
    assert sum(state.cups[AIR]) >= 4  # two of the German attacks can be answered with two each


SEAL = {"22/21": "1540", "125/21": "1639", "192/21": "1641"}


def test_brigades_beside_a_seal_attack_it():
    """Three full brigades had stood idle beside a seal of the landing."""
    army = {"8/3": "1640 landed", "9/3": "1740 landed", "185/3": "1640 landed", "27-Armd": "1740 landed"}
    state = position("allied combat", 3, {**army, **SEAL}, ("1640", "1740"))
    assert first(state, "allied").startswith(("attack", "bombard"))
    attacks = 0
    seat = sit("marshal", "sword-beach", "allied", seed=1)
    state = position("allied combat", 3, {**army, **SEAL}, ("1640", "1740"))
    while state.step.name == "allied combat" and attacks < 1:
        action = seat.choose(state)
        if str(action).startswith("attack"):
            attacks += 1
        if str(action) == "done":
            break
        state.push(action)
        while state.to_move == CHANCE:
            state.push(state.legal_actions()[0])
    assert attacks


CORPS = {"8/3": "1238", "9/3": "1239", "185/3": "1339", "27-Armd": "1338", "152/51": "1240"}


def test_22_21_does_not_sally_out_alone():
    """The panzer regiment had left Caen to stand beside a whole corps, where no other unit could help it."""
    garrison = {"22/21": "0937", "736/716": "0938", "716/716": "0939", "125/21": "0837"}
    state = position("german movement", 5, {**CORPS, **garrison}, ("1640", "1740"))
    played(state, "german", "german movement")
    at = GRID.number[where(state, "22/21")]
    beside = [u for u in members(OF_SIDE["allied"] & state.on_map) if NEAR[at] >> state.at[u] & 1]
    friends = [u for u in members(OF_SIDE["german"] & state.on_map) if NEAR[at] >> state.at[u] & 1]
    assert sum(ATTACK[u][2] for u in beside) <= 8 or len(friends) >= 2


def test_no_attack_at_equal_strength_for_open_ground():
    """8/3 (6) against 125/21 (8) in the open far from Caen: the attacker's own step is likelier to be lost."""
    units = {"8/3": "1238", "125/21": "1138", "1/1SS": "0837", "2/1SS": "0937"}
    state = position("allied combat", 8, units, ("1640", "1740"))
    assert not any(action.startswith("attack") for action in [first(state, "allied")])


def test_a_lone_brigade_does_not_step_into_a_killing_ground():
    """One brigade ashore, four German regiments in reach of the hexes before it."""
    ring = {"22/21": "1138", "125/21": "1139", "192/21": "1238", "200/21": "1239", "305/21": "1140"}
    state = position(
        "allied movement", 3, {"8/3": "1640 landed", "9/3": "1640 landed", **ring}, ("1640", "1740")
    )
    played(state, "allied", "allied movement")
    for name in ("8/3", "9/3"):
        at = GRID.number[where(state, name)]
        enemies = sum(NEAR[at] >> state.at[UNIT[other]] & 1 for other in ring)
        assert enemies <= 1 and GRID.within(1 << at, 1) & state.beachheads


def test_names_of_the_units_are_those_of_the_game():
    for units in (SEAL, CORPS):
        assert set(units) <= set(NAMES)
