"""The staff on the map: raids on the Rhine bridges, guards against them, and otherwise what plain does."""

from __future__ import annotations

import pytest

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.core.record import Match
from grognard.games.beyond_the_rhine.campaign.board import GRID, NEAR
from grognard.games.beyond_the_rhine.campaign.odds import taken
from grognard.games.beyond_the_rhine.campaign.pieces import ALLIED, GERMAN, PIECES, SIDES, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.verbs import stores
from grognard.games.beyond_the_rhine.campaign.victory import last_turn
from grognard.games.beyond_the_rhine.fights import Fight, results
from grognard.players import advice
from grognard.players.beyond_the_rhine_map import crossings, effort, fights, ground, plain, reasons, tasks
from grognard.players.beyond_the_rhine_map.manner import MANNER, PLAIN
from grognard.players.beyond_the_rhine_map.margin import margin
from grognard.players.beyond_the_rhine_map.staff import STAFF, manner_of
from grognard.players.registry import adviser, default
from grognard.players.seat import PlayerSettings, sit, view_for

from .build import GAME, begin, do, scene

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


def opened() -> Campaign:
    """Aachen at the first decision of the Allied Movement Phase."""
    state = GAME.new(seed=3)
    while not state.step.name.endswith("movement"):
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(sit("staff", GAME.name, str(state.to_move)).choose(state))
    assert isinstance(state, Campaign)
    return state


def test_the_main_effort_gathers_units_beside_what_counts_and_pays_for_it() -> None:
    state = opened()
    orders = effort.Orders()
    effort.plan_turn(state, ALLIED, orders)
    assert GRID.name[orders.aim] == "14.08" and orders.until == state.turn + effort.TURNS
    assert orders.attacks and len(orders.attacks) <= effort.MOST
    for attack in orders.attacks:
        assert all(NEAR[attack.hex] >> at & 1 for _, at in attack.posts)
    units = [unit for attack in orders.attacks for unit, _ in attack.posts]
    assert len(units) == len(set(units))
    assert sum(attack.tokens for attack in orders.attacks) <= sum(stores(state, ALLIED).values())
    assert effort.tokens_held_back(state, orders) == sum(attack.tokens for attack in orders.attacks)


def test_the_aim_is_kept_for_three_turns_or_until_it_is_taken() -> None:
    state = opened()
    orders = effort.Orders(aim=GRID.hex("15.09"), until=state.turn + 1)
    effort.choose_aim(state, ALLIED, orders)
    assert GRID.name[orders.aim] == "15.09"
    orders.until = state.turn
    effort.choose_aim(state, ALLIED, orders)
    assert GRID.name[orders.aim] == "14.08"


def test_no_fuel_is_bought_from_what_is_kept_for_attacks() -> None:
    state = begin("remagen", units=RAIDER, ground="dry", allied_dumps={"9.19": 12})
    view = view_for(state, ALLIED)
    unit = UNIT["US-9Arm-CCA"]
    MANNER.set(PLAIN)
    assert plain.fuel(view.position, view.actions, ALLIED, unit) is not None
    MANNER.set(PLAIN._replace(held_back=5))
    assert plain.fuel(view.position, view.actions, ALLIED, unit) is None


def test_in_the_last_turn_units_attack_from_their_stocks() -> None:
    units = {"US-1-InfDiv": "13.09", "DE-246-VGDiv": "14.08"}
    state = scene("allied combat", units=units, turn=5, allied_dumps={})
    MANNER.set(PLAIN)
    assert fights.plans(state, ALLIED) == []
    state.cache.clear()
    MANNER.set(STAFF[ALLIED])
    assert fights.plans(state, ALLIED)


def test_an_attack_on_what_counts_is_worth_its_chance_to_take_it() -> None:
    """A garrison that loses one step of many is not taken; one step alone is."""
    fight = Fight(column=8, drm=1)
    assert fights.chance_to_take(fight, 1) > fights.chance_to_take(fight, 3) > fights.chance_to_take(fight, 9)
    stands, leaves = taken(results(fight), 3)
    assert fights.chance_to_take(fight, 3) == pytest.approx(0.7 * float(stands) + 0.3 * float(leaves))


def test_a_hint_names_the_aim_with_a_figure_and_what_the_next_best_costs() -> None:
    state, seat = opened(), sit("staff", GAME.name, ALLIED)
    while state.step.name != "allied combat":
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(sit("staff", GAME.name, str(state.to_move)).choose(state))
    text = advice.advise("staff", state, seat.think(state))["text"]
    assert "Aachen" in text and "to hurt the defender" in text and "Next best: " in text and "costs " in text


def test_a_unit_that_stands_well_is_looked_at_once_a_segment() -> None:
    state, notes = opened(), PlayerSettings()
    ground.recall(notes, state)
    ground.idle().add(3)
    ground.recall(notes, state)
    assert ground.idle() == {3}
    state.__dict__["turn"] = state.turn + 1
    ground.recall(notes, state)
    assert ground.idle() == set()


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


def test_a_tournament_is_told_how_clear_a_game_was() -> None:
    state = begin("queen", steps_lost=[3, 5])
    assert margin(state) == {"Allied points": 0.0, "allied steps lost": 3.0, "german steps lost": 5.0}
    assert "levels towards the German" in margin(scene(units={"US-1-InfDiv": "13.09"}))


def test_hexes_of_a_hint_are_named_for_what_they_count() -> None:
    aachen, remagen = begin("standard"), begin("remagen")
    assert reasons.name_of(aachen, GRID.hex("14.08")) == "Aachen"
    assert reasons.name_of(aachen, GRID.hex("14.09")) == "14.09 on the way into Aachen"
    assert reasons.name_of(aachen, GRID.hex("12.08")) == "12.08"
    assert reasons.name_of(remagen, GRID.hex("17.19")) == "Köln"
    assert reasons.name_of(remagen, REMAGEN) == "9.22 with its bridge"


@pytest.mark.clause("BTR-ocs.play.open")
def test_hints_with_fog_look_at_no_covered_counter() -> None:
    """Touching a covered counter would raise `Leak`."""
    state = GAME.new(seed=5, options={"fog": True})
    seats = {side: sit("staff", GAME.name, side) for side in state.sides}
    for _ in range(120):
        while state.to_move == CHANCE:
            state.roll()
        decision = seats[str(state.to_move)].think(state)
        assert advice.advise("staff", state, decision)["action"] == str(decision.action)
        state.push(decision.action)


@pytest.mark.parametrize("side", SIDES)
def test_in_the_last_turn_only_attacks_are_paid_for(side: str) -> None:
    """Losses weigh less, and fuel must lead to far better posts; where the date decides nothing changes."""
    state, orders = GAME.new("grenade", seed=1), effort.Orders()
    before = manner_of(state, side, orders)
    state.__dict__["turn"] = last_turn(state)
    last = manner_of(state, side, orders)
    assert last.loss < before.loss and last.fuel_gain > before.fuel_gain and last.taking > before.taking
    aachen = opened()
    aachen.__dict__["turn"] = last_turn(aachen)
    now = manner_of(aachen, side, effort.Orders())
    assert (now.loss, now.fuel_gain, now.taking) == (before.loss, before.fuel_gain, before.taking)


def test_in_the_last_turn_supply_is_kept_for_planned_attacks_alone() -> None:
    state = GAME.new("grenade", seed=1)
    state.__dict__["phase"] = "movement"
    orders = effort.Orders(turn=state.turn)
    assert effort.tokens_held_back(state, orders) == effort.SAVED
    state.__dict__["turn"] = orders.turn = last_turn(state)
    assert effort.tokens_held_back(state, orders) == 0
    orders.attacks = [effort.Attack(1.0, 0, (), 5)]
    assert effort.tokens_held_back(state, orders) == 5


# ---------------------------------------------------------------- task forces and reserves


def test_the_nearest_units_go_for_each_open_key_until_they_are_enough() -> None:
    state = begin("grenade")
    shared = tasks.share_out(state)
    assert set(shared.values()) <= tasks.open_keys(state, ALLIED) and len(set(shared.values())) >= 8
    for key in set(shared.values()):
        sent = [PIECES[unit].faces["combat"].strength for unit, at in shared.items() if at == key]
        assert sum(sent) - sent[-1] < tasks._needed(state, key)  # the last one made it enough


@pytest.mark.clause("BTR-ocs.win.count")
def test_a_taken_bridge_of_grenade_is_crossed() -> None:
    over = GRID.hex("23.17")
    assert over not in tasks.share_out(begin("grenade")).values()
    assert over in tasks.share_out(begin("grenade", bridges={"Düsseldorf": "taken"})).values()


@pytest.mark.clause("BTR-ocs.mode.reserve-place")
def test_mobile_units_behind_the_line_wait_in_reserve_and_those_of_an_attack_do_not() -> None:
    state, seat = begin("queen", units={"US-7Arm-CCA": "17.06", "US-7Arm-CCB": "17.06"}), STAFF[ALLIED]
    MANNER.set(seat)
    found = tasks.reserve(state, state.legal_actions(), ALLIED, frozenset())
    assert found is not None and str(found[0]).split()[0] == "reserve"
    spare = tasks._spare(state, state.legal_actions(), ALLIED, frozenset())
    busy = frozenset(UNIT[action.unit] for action in spare)
    assert len(busy) >= 2 and tasks.reserve(state, state.legal_actions(), ALLIED, busy) is None
    do(state, str(found[0]))
    other = tasks.reserve(state, state.legal_actions(), ALLIED, frozenset())
    assert other is not None and str(other[0]) != str(found[0])  # the second counter of the hex
