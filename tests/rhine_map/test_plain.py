"""The plain player on the map: what it does with bridges, HQs, transport, trains and supply."""

from __future__ import annotations

from grognard.core.facts import CHANCE
from grognard.games.beyond_the_rhine.campaign.board import GRID
from grognard.games.beyond_the_rhine.campaign.odds import forecast, worth
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Battle, Campaign
from grognard.players.beyond_the_rhine_map import fights, ground, rear
from grognard.players.beyond_the_rhine_map.manner import PLAIN
from grognard.players.seat import sit, view_for

from .build import GAME, begin, scene

GARRISON_AWAY = {"DE-Alert-1": "14.22", "DE-Volkssturm-4": "14.22"}


def chosen(state: Campaign, side: str = ALLIED) -> str:
    return str(sit("plain", GAME.name, side).choose(state))


def test_a_bridge_is_taken_by_a_dash_and_not_warned_before() -> None:
    units = {"US-9Arm-CCA": "9.19", **GARRISON_AWAY}
    state = begin("remagen", units=units, topped=["US-9Arm-CCA"], ground="dry", mode={"US-9Arm-CCA": "move"})
    assert chosen(state) == "move US-9Arm-CCA 9.22"
    assert ground.warned(state) >> GRID.hex("9.21") & 1 and not ground.warned(state) >> GRID.hex("9.22") & 1
    held = begin("remagen", units={"US-9Arm-CCA": "9.19"})
    assert not ground.warned(held) >> GRID.hex("9.21") & 1  # the garrison bars the dash: nothing to lose
    spent = begin("remagen", units=units, bridge_checks=0)
    assert not ground.warned(spent)


def test_an_hq_is_worth_most_where_units_lack_it() -> None:
    units = {"US-7-Corps": "12.08", "US-1-InfDiv": "13.09", "US-30-InfDiv": "16.09", "DE-12-VGDiv": "14.10"}
    state, hq = scene(units=units), UNIT["US-7-Corps"]
    far, near = (rear.hq_post(state, ALLIED, hq, GRID.hex(name)) for name in ("10.02", "14.06"))
    assert near > far
    beside = rear.hq_post(state, ALLIED, hq, GRID.hex("13.10"))
    assert beside < near  # next to the enemy, and no unit guards it


def test_an_empty_truck_goes_back_and_a_full_one_forward() -> None:
    units = {"US-Truck-1": "12.08", "US-7-Corps": "12.08", "US-1-InfDiv": "13.09", "DE-12-VGDiv": "14.10"}
    state = scene(units=units, allied_dumps={"10.01": 20})
    view = view_for(state, ALLIED)
    found = rear.supply(view.position, view.actions, ALLIED)
    assert found is not None and str(found[0]) == "move US-Truck-1 10.01"
    loaded = scene(units=units | {"US-Truck-1": "10.01"}, allied_dumps={"10.01": 20})
    view = view_for(loaded, ALLIED)
    found = rear.supply(view.position, view.actions, ALLIED)
    assert found is not None and str(found[0]) == "load US-Truck-1 4"


def test_supply_is_saved_while_it_is_short_and_spent_at_the_end() -> None:
    poor = scene(units={"US-1-InfDiv": "13.09"}, allied_dumps={})
    assert ground.poverty(poor, ALLIED) == 1.0
    assert ground.poverty(scene(units={"US-1-InfDiv": "13.09"}, allied_dumps={"10.01": 40}), ALLIED) == 0.0
    assert ground.poverty(scene(units={"US-1-InfDiv": "13.09"}, allied_dumps={}, turn=5), ALLIED) == 0.0


def test_a_hex_worth_an_attack_when_dg_is_shelled_first() -> None:
    state = GAME.new(seed=7)
    while state.step.name != "allied barrage":
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(sit("plain", GAME.name, str(state.to_move)).choose(state))
    assert isinstance(state, Campaign)
    targets = fights.to_shell(state, ALLIED)
    assert targets and all(plan.value > PLAIN.good[ALLIED] for plan in targets)
    assert [plan.value for plan in targets] == sorted((plan.value for plan in targets), reverse=True)


def test_an_attack_is_weighed_by_the_exact_odds_of_its_fight() -> None:
    units = {"US-1-InfDiv": "13.09", "US-745-TkBn": "13.08", "DE-246-VGDiv": "14.08", "US-7-Corps": "12.08"}
    state = scene(units=units, allied_dumps={"12.08": 20})
    force, goal = (UNIT["US-1-InfDiv"], UNIT["US-745-TkBn"]), GRID.hex("14.08")
    plan = fights.Plan(state, ALLIED, goal, force)
    frame = Battle(side=ALLIED, hex=goal, attackers=force, backed=(UNIT["DE-246-VGDiv"],))
    exact = worth(forecast(state, frame).results)
    assert plan.worth == (float(exact.attacker), float(exact.defender), float(exact.leaves))
    assert plan.tokens == 5  # a token for each attacking step


def test_the_german_closes_a_gap_of_his_line() -> None:
    units = {"DE-12-VGDiv": "14.13", "DE-FestMG-1": "16.10", "US-1-InfDiv": "14.09", "US-30-InfDiv": "16.08"}
    state = scene("german movement", units=units)
    filled = ground._gap_filled(state, GERMAN, UNIT["DE-12-VGDiv"], GRID.hex("14.10"))
    beside = ground._gap_filled(state, GERMAN, UNIT["DE-12-VGDiv"], GRID.hex("16.11"))
    assert filled > beside
