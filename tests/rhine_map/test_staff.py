"""The staff on the map: raids on the Rhine bridges, guards against them, and otherwise what plain does."""

from __future__ import annotations

import pytest

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.core.record import Match
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.players import advice
from grognard.players.beyond_the_rhine_map import crossings
from grognard.players.registry import adviser, default
from grognard.players.seat import sit, view_for

from .build import GAME, begin, do

REMAGEN = GRID.hex("9.22")
RAIDER = {"US-9Arm-CCA": "9.19"}


def ready() -> Campaign:
    """A combat command in Move Mode, with fuel and supply, three hexes from the weak guard of Remagen."""
    name = "US-9Arm-CCA"
    return begin(
        "remagen", units=RAIDER, topped=[name], ground="dry", mode={name: "move"}, allied_dumps={"9.19": 8}
    )


def chosen(state: Campaign, side: str = ALLIED) -> str:
    return str(sit("staff", GAME.name, side).choose(state))


def test_it_sits_down_and_gives_hints_when_nobody_in_particular_is_asked_for() -> None:
    assert default(GAME.name) == adviser(GAME.name) == "staff"


@pytest.mark.clause("BTR-ocs.bridge.blow-own")
def test_a_weak_guard_is_overrun_in_the_move_that_comes_to_it() -> None:
    state = ready()
    first = chosen(state)
    verb, unit, hex_ = first.split()
    near = [end for end in crossings.ends(state) if NEAR[end] >> GRID.hex(hex_) & 1]
    assert (verb, unit) == ("move", "US-9Arm-CCA") and len(near) == 1
    do(state, first)
    assert chosen(state) == f"overrun US-9Arm-CCA {GRID.name[near[0]]}"


def test_a_hint_says_the_chance_of_the_raid() -> None:
    state = ready()
    seat = sit("staff", GAME.name, ALLIED)
    hint = advice.advise("staff", state, seat.think(state))
    assert "% to get onto the bridge before it is blown" in hint["text"]


def test_others_keep_out_of_sight_of_a_bridge_that_can_be_raided() -> None:
    state = begin("remagen", units=RAIDER)
    barred = crossings.keep_off(state, ALLIED)
    assert barred >> GRID.hex("9.20") & 1 and not barred >> GRID.hex("9.19") & 1
    assert not crossings.keep_off(state, GERMAN)
    strong = begin("remagen", units={**RAIDER, "DE-272-VGDiv": "9.22"})
    assert not crossings.keep_off(strong, ALLIED)
    assert not crossings.keep_off(begin("remagen", units=RAIDER, bridge_checks=0), ALLIED)
    assert not crossings.keep_off(begin("remagen", units=RAIDER, turn=7), ALLIED)


def test_no_raid_without_a_marker_against_a_strong_guard_or_without_points() -> None:
    raids = list(crossings._raids_of(ready(), UNIT["US-9Arm-CCA"], "move"))
    assert REMAGEN in {raid.bridge for raid in raids}
    assert all(crossings.CHANCE <= raid.chance <= 1 for raid in raids)
    supplied = {"ground": "dry", "allied_dumps": {"9.19": 8}}
    for more in ({"bridge_checks": 0}, {"spent": {"US-9Arm-CCA": 60}}, {"units": {"DE-272-VGDiv": "9.22"}}):
        units = {**RAIDER, **more.pop("units", {})}
        state = begin("remagen", units=units, **supplied, **more)
        raids = [raid for raid in crossings._raids(state) if raid.unit == UNIT["US-9Arm-CCA"]]
        assert not [raid for raid in raids if raid.bridge == REMAGEN]


def test_the_german_strengthens_a_weak_guard() -> None:
    state = begin("remagen", "german movement", units={"DE-272-VGDiv": "9.21"})
    view = view_for(state, GERMAN)
    found = crossings.guard(view.position, view.actions, GERMAN)
    assert found is not None and str(found[0]) == "move DE-272-VGDiv 9.22"
    state.push(found[0])
    view = view_for(state, GERMAN)
    after = crossings.guard(view.position, view.actions, GERMAN)
    assert after is None or not str(after[0]).endswith("9.22")


def test_where_no_bridge_counts_it_plays_as_plain_does() -> None:
    state = GAME.new(seed=3)
    for _ in range(60):
        while state.to_move == CHANCE:
            state.roll()
        side = str(state.to_move)
        action = sit("staff", GAME.name, side).choose(state)
        assert action == sit("plain", GAME.name, side).choose(state)
        state.push(action)


def test_a_turn_of_the_race_is_legal_from_its_own_view() -> None:
    """Every action goes through the referee; the seat is shown a copy without dice."""
    state = GAME.new("remagen", seed=2)
    assert isinstance(state, Campaign)
    seats = {side: sit("staff", GAME.name, side) for side in (ALLIED, GERMAN)}
    while state.turn < 2 and state.to_move is not None:
        if state.to_move == CHANCE:
            state.roll()
        else:
            assert view_for(state, state.to_move).position.dice is None
            state.push(seats[state.to_move].choose(state))
    assert members(state.on_map)


def test_under_fog_it_plays_by_what_it_sees() -> None:
    """Touching a covered counter would raise `Leak`."""
    match = Match.begin(GAME, scenario="remagen", options={"fog": True}, seed="fog")
    seats = {side: sit("staff", GAME.name, side) for side in (ALLIED, GERMAN)}
    for _ in range(120):
        if match.state.to_move == CHANCE:
            match.roll()
        else:
            match.do(seats[str(match.state.to_move)].think(match.state).action)
    assert match.state.turn >= 1 and match.secret
