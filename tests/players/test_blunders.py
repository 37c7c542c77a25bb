"""Blunders that Marshal was seen to make, each as a position in which it must do better. No clock: it does its
fixed amount of work.
"""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.pieces import ALLIED, ATTACK, GERMAN, NAMES, UNIT
from grognard.games.sword_beach.tables import AIR
from grognard.players import sit, view_for
from grognard.players.sword_beach import deliberation, fusilier, tempers
from grognard.players.sword_beach.conduct import conduct
from grognard.players.sword_beach.judgement import Judge
from grognard.players.sword_beach.plans import Planner
from tests.players.games import seats
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")
B = ("1640", "1740")


def weighed(state, side, stance=None, **weight):
    """Marshal's temper in a position; with changes, the temper of a player that would blunder there."""
    temper = tempers.temper_of(state, side, conduct("marshal"))
    return temper._replace(ground=temper.ground._replace(**weight), **(stance or {}))


def planned(state, side, temper):
    """Where the plan of a movement phase puts each unit."""
    planner = Planner(view_for(state, side).position, side, temper, Random(1), lambda: True)
    sweeps, choices, targets = deliberation.UNTIMED
    goals = planner.search(sweeps, choices, targets)[0].goals
    return {NAMES[unit]: hex_ for unit, hex_ in goals.items() if hex_ >= 0}


def beside(hex_, units):
    """The attack strength of these units next to a hex."""
    near = GRID.near(1 << hex_)
    return sum(ATTACK[UNIT[name]][2] for name, at in units.items() if near >> at & 1)


def hexes(units):
    return {name: GRID.number[at.split()[0]] for name, at in units.items()}


def first(state, side):
    return str(sit("marshal", "sword-beach", side, seed=1).choose(state))


def air_left(seed):
    """Aircraft in the cup when the first German turn begins."""
    state, players = GAME.new(seed=seed), seats("marshal", "marshal", seed=seed)
    while not (state.turn == 1 and state.step.name == "german movement"):
        state.roll() if state.to_move == CHANCE else state.push(players[state.to_move].choose(state))
    return sum(state.cups[AIR])


def test_aircraft_are_left_for_the_first_german_turn(monkeypatch):
    """All air markers had been spent before the first German turn, so landed stacks were defended by guns."""
    assert all(air_left(seed) >= 4 for seed in range(3))  # two German attacks are answered with two each
    monkeypatch.setattr(fusilier, "LANDING_THRIFT", 0.0)  # a player that does not save them for the landing
    monkeypatch.setitem(fusilier.PRICE[ALLIED, ALLIED], "naval", 9.0)
    assert any(air_left(seed) < 4 for seed in range(3))


SEAL = {"22/21": "1540", "125/21": "1639", "192/21": "1641"}


def test_brigades_beside_a_seal_attack_it():
    """Three full brigades had stood idle beside a seal of the landing."""
    army = {"8/3": "1640 landed", "9/3": "1740 landed", "185/3": "1640 landed", "27-Armd": "1740 landed"}
    state = position("allied combat", 3, {**army, **SEAL}, B)
    judge = Judge(state, ALLIED, weighed(state, ALLIED))
    assert len(judge.best_offensive(judge.at_hand())[0].force) > 1
    assert first(state, ALLIED).startswith("attack")
    timid = Judge(state, ALLIED, weighed(state, ALLIED, nerve=2.0, enough=3.0))
    assert not timid.best_offensive(timid.at_hand())


CORPS = {"8/3": "1238", "9/3": "1239", "185/3": "1339", "27-Armd": "1338", "152/51": "1240"}
RASH = {"hit": 3.0, "fear": 0.0, "nerve": 0.2, "enough": 0.0, "post": 0.0, "ring": 0.0, "near": 0.0}


def test_22_21_does_not_sally_out_alone():
    """The panzer regiment had left Caen to stand beside a whole corps."""
    garrison = {"22/21": "0937", "736/716": "0938", "716/716": "0939", "125/21": "0837"}
    state = position("german movement", 5, {**CORPS, **garrison}, B)
    assert not beside(planned(state, GERMAN, weighed(state, GERMAN))["22/21"], hexes(CORPS))
    rash = weighed(state, GERMAN, {"fear": 0.0, "blows": 2.0, "hole": 0.0}, **RASH)
    assert beside(planned(state, GERMAN, rash)["22/21"], hexes(CORPS)) >= 6


def test_no_attack_at_equal_strength_for_open_ground():
    """27 Armd (8) against 125/21 (8) in the open, far from Caen: its own step is likelier to be lost."""
    units = {"27-Armd": "1238", "125/21": "1138", "1/1SS": "0837", "2/1SS": "0937"}
    state = position("allied combat", 8, units, B)
    assert first(state, ALLIED) == "done"
    weight = weighed(state, ALLIED, nerve=0.1, enough=0.0).ground  # own losses count next to nothing
    assert str(fusilier.pick(state, state.legal_actions(), ALLIED, weight)) == "attack 27-Armd 1138"


KILLERS = {"22/21": "1138", "125/21": "1139", "192/21": "1140", "200/21": "1039"}


@pytest.mark.parametrize("at", ["1440", "1540"])
def test_a_lone_brigade_does_not_step_into_a_killing_ground(at):
    """One of three brigades had gone forward by itself to where four German regiments could attack it, while
    the others held the beaches. A search that looks at no hex towards home does that still.
    """
    state = position("allied movement", 3, {"8/3": at, "9/3": "1640", "185/3": "1740", **KILLERS}, B)
    close = GRID.within(state.beachheads, 1)
    assert all(close >> hex_ & 1 for hex_ in planned(state, ALLIED, weighed(state, ALLIED)).values())
    shallow = planned(state, ALLIED, weighed(state, ALLIED, {"refuges": 0.0}))
    assert any(beside(hex_, hexes(KILLERS)) >= 12 for hex_ in shallow.values())
