"""The optional set-up: guns, HQs, dumps and transport go up to three hexes behind their line."""

from __future__ import annotations

import pytest

from grognard.games.beyond_the_rhine.campaign import notation
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.deployment import behind, near_by
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign

from .build import GAME, allowed, clauses, do, reach_of, rulings, where

FREE = "BTR-ocs.set.free"


def fresh(scenario: str = "standard") -> Campaign:
    state = GAME.new(scenario=scenario, options={"free_setup": True})
    assert isinstance(state, Campaign)
    return state


@pytest.mark.clause("BTR-ocs.set.free")
def test_the_germans_move_their_rear_first_and_then_the_allies() -> None:
    state = fresh()
    assert (state.to_move, state.step.name, state.turn) == (GERMAN, "german set-up", 0)
    start = state.at[UNIT["DE-81-Arko"]]
    hexes = reach_of(state, "DE-81-Arko", "place")
    assert hexes and all(GRID.hex(name) in GRID.where for name in hexes)
    assert all(GRID.within(1 << start, 3) >> GRID.hex(name) & 1 for name in hexes)
    goal = sorted(hexes)[0]
    do(state, f"place DE-81-Arko {goal}")
    assert where(state, "DE-81-Arko") == goal
    do(state, "done")
    assert (state.to_move, state.step.name) == (ALLIED, "allied set-up")
    do(state, "done")
    assert state.turn == 1 and not state.done and not state.hauled


@pytest.mark.clause("BTR-ocs.set.free")
def test_a_dump_is_moved_whole_and_once() -> None:
    state = fresh()
    dump, tokens = next((h, n) for h, n in state.german_dumps if near_by(state, GERMAN, h))
    goal = GRID.names(near_by(state, GERMAN, dump) & ~sum(1 << h for h, _ in state.german_dumps))[0]
    do(state, f"shiftdump {GRID.name[dump]}", f"dumpto {goal}")
    assert dict(state.german_dumps)[GRID.hex(goal)] == tokens and dump not in dict(state.german_dumps)
    assert FREE in clauses(state, f"shiftdump {goal}")
    total = sum(n for _, n in state.german_dumps)
    assert total == sum(n for _, n in fresh().german_dumps)


@pytest.mark.refuses("BTR-ocs.set.free")
def test_what_the_set_up_refuses() -> None:
    state = fresh()
    assert "is not a gun, an HQ or a transport point" in rulings(state, "place DE-12-VGDiv 14.13")[0].because
    assert "BTR-turn.player" in clauses(state, "place US-207-ArtyGrp 13.07")
    far, front = "place DE-81-Arko 18.16", "place DE-81-Arko 13.09"
    assert clauses(state, far) == [FREE] and "more than 3 hexes" in rulings(state, far)[0].because
    assert (
        clauses(state, front) == [FREE] and "not behind the German line" in rulings(state, front)[0].because
    )
    assert clauses(state, "shiftdump 10.01") == [FREE]
    goal = sorted(reach_of(state, "DE-81-Arko", "place"))[0]
    do(state, f"place DE-81-Arko {goal}")
    again = f"place DE-81-Arko {sorted(GRID.names(behind(state, GERMAN)))[0]}"
    assert "has been moved in the set-up" in rulings(state, again)[0].because
    dump = next(h for h, _ in state.german_dumps if near_by(state, GERMAN, h))
    do(state, f"shiftdump {GRID.name[dump]}")
    assert clauses(state, "dumpto 10.01") == [FREE]
    assert allowed(state, "done")  # the dump may stay after all


@pytest.mark.clause("BTR-ocs.set.free")
@pytest.mark.parametrize("scenario", ["standard", "queen", "grenade", "remagen"])
def test_a_position_in_the_set_up_is_written_and_read(scenario: str) -> None:
    state = fresh(scenario)
    again = notation.read(notation.write(state))
    assert notation.write(again) == notation.write(state)
    assert str(list(again.legal_actions())) == str(list(state.legal_actions()))


def test_without_the_option_nothing_is_asked() -> None:
    state = GAME.new()
    assert state.turn == 1 and state.step.name == "flight"
