"""What sergeant weighs besides ways: broken units, shells, shared fire, Guns that vehicles fear; its reasons."""

from __future__ import annotations

import pytest

from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT, VEHICLE_NUMBER
from grognard.players.purple_heart_draw_firefight.exposure import clearing, eviction, shelled
from grognard.players.purple_heart_draw_firefight.garrison import Watch
from grognard.players.purple_heart_draw_firefight.objectives import prized, wanted
from grognard.players.purple_heart_draw_firefight.posts import MP, country, course, gun_hexes, starts, ways
from grognard.players.purple_heart_draw_firefight.reasons import in_words
from grognard.players.purple_heart_draw_firefight.refuge import refuge
from grognard.players.purple_heart_draw_firefight.routes import outlook, standing
from grognard.players.purple_heart_draw_firefight.sergeant import (
    AT_THE_END,
    CAREFUL,
    DISTANT,
    PARKED,
    SPARED,
    aim_for,
    hexes_to_clear,
    weights_for,
)
from grognard.players.purple_heart_draw_firefight.weights import PLAIN, Weights
from grognard.players.registry import find
from grognard.players.seat import Seat

from .fight import GAME, fight

SHARED = PLAIN._replace(shared=True)
UNDER_FIRE = {"u01": "M12 6-6-6 broken dm", "u02": "K11 8-1", "g01": "M14 5-4-8"}


def sergeant(side: str) -> Seat:
    return Seat(find("sergeant", GAME.name).load(), side, seed=1)


def test_a_broken_unit_goes_to_a_leader_though_it_need_not() -> None:
    state = fight({"u01": "L13 6-6-6 broken dm", "u02": "H14 8-1", "g01": "M14 5-4-8"}, at="rout")
    assert "done" in map(str, state.legal_actions())
    assert str(sergeant("us").choose(state)) == "rout u01 H14"
    alone = fight({"u01": "L13 6-6-6 broken dm", "g01": "M14 5-4-8"}, at="rout")
    assert str(sergeant("us").choose(alone)) == "done"  # cover like any other, and no enemy sees it


def test_a_leader_makes_a_hex_a_better_refuge() -> None:
    here, unit = GRID.hex("K11"), UNIT["u01"]
    with_leader = Watch(fight(UNDER_FIRE, at="rout"), "us")
    alone = Watch(fight({k: v for k, v in UNDER_FIRE.items() if k != "u02"}, at="rout"), "us")
    assert refuge(with_leader, unit, here) == pytest.approx(refuge(alone, unit, here) + 2.5)


def test_shells_are_feared_where_they_fall_and_nowhere_else() -> None:
    facts = {
        "round": ["FFE:1", ""],
        "round_at": [GRID.hex("M12"), -1],
        "mission": ["HE", ""],
        "shells": [(16, 16, 1), ()],
    }
    state = fight({"u01": "K11 6-6-6", "g01": "M20 5-4-8"}, at="movement", **facts)
    assert shelled(state, GRID.hex("M12"), 7, True) > shelled(state, GRID.hex("M12"), 7, False) > 0
    assert shelled(state, GRID.hex("J12"), 7, True) == 0


SHELLS = {"mission": ["HE", ""], "round": ["FFE:1", ""], "shells": [(16, 16, 1), ()]}


def test_a_rout_goes_round_shells() -> None:
    """The step to K14 is nearer to K16; shells that fall about K15 spare J14."""
    units = {"u01": "L13 6-6-6 broken dm", "u02": "H10 8-1", "g01": "M14 5-4-8"}
    steps = []
    for facts in ({}, SHELLS | {"round_at": [GRID.hex("K15"), -1]}):
        state = fight(units, at="rout", **facts)
        state.push(GAME.parse("rout u01 K16"))
        steps.append(str(sergeant("us").choose(state)))
    assert steps == ["go K14", "go J14"]


def test_a_unit_does_not_advance_under_shells_before_the_last_turn() -> None:
    units = {"u01": "M13 6-6-6", "g01": "O19 5-4-8"}
    chosen = []
    for turn, shells in ((4, {}), (4, SHELLS), (6, SHELLS)):
        facts = shells | {"round_at": [GRID.hex("L14"), -1]} if shells else {}
        chosen.append(str(sergeant("us").choose(fight(units, at="advance", turn=turn, **facts))))
    assert chosen[0] == chosen[2] == "advance u01 L14" and chosen[1] != chosen[0]


def test_fire_that_others_draw_is_feared_less() -> None:
    units = {"u01": "F10 6-6-6", "g01": "L15 5-4-8"}
    few = outlook(fight(units, at="movement"), "us", SHARED)
    more = units | {"u02": "J14 6-6-6", "u03": "J14 6-6-6"}
    many = outlook(fight(more, at="movement"), "us", SHARED)
    hex_ = GRID.hex("K14")
    assert 0 < many.rest_risk(hex_, 7, 6.0) < few.rest_risk(hex_, 7, 6.0) == pytest.approx(few.risk(hex_, 7))


def test_a_question_mark_that_came_up_late_is_the_likeliest_gun() -> None:
    units = {"g01": "EE12 5-4-8 concealed", "g02": "AA12 5-4-8 concealed", "g03": "EE14 2-2-8 concealed"}
    state = fight({"u01": "Z5 6-6-6", **units}, at="movement", scene="phd-3")
    old = 1 << GRID.hex("EE12") | 1 << GRID.hex("AA12")
    assert gun_hexes(state, "us", old) == {GRID.hex("EE14"): 1.0}
    assert gun_hexes(state, "us", -1) == {GRID.hex(name): 1 / 3 for name in ("EE12", "AA12", "EE14")}


def test_vehicles_that_count_at_the_end_are_spared_until_the_last_turn() -> None:
    aims = {
        turn: aim_for(fight({"u01": "Z5 6-6-6"}, at="movement", turn=turn, scene="phd-3"), "us", -1)
        for turn in (2, 5, 6)
    }
    zone = int(fight({"u01": "Z5 6-6-6"}, scene="phd-3").card.zone)
    assert aims == {2: SPARED, 5: PARKED, 6: AT_THE_END._replace(hexes=zone)}
    assert aim_for(fight({"u01": "M12 6-6-6"}), "us", -1) == DISTANT  # FF-VC.2: a lost tank may lose the card
    assert aim_for(fight({"u01": "M22 6-6-6"}, scene="phd-4"), "german", -1) == CAREFUL


def test_a_vehicle_passes_enemies_to_where_it_counts_in_the_last_turn() -> None:
    """PHD-3: the way from Z7 to the zone leads by enemies; it takes less MP than the tank has."""
    units = {"u01": "Z5 6-6-6", "g01": "Z12 4-4-7", "g02": "AA12 4-4-7"}
    place = {"uv2": "Z7 M4A1 SE-S SE-S"}
    state = fight(units, at="movement", turn=6, scene="phd-3", vehicles=place, all_found=True)
    zone, tank = state.card.zone, VEHICLE_NUMBER["uv2"]
    found = ways(country(state, "us", tank, 0), starts(state, tank))
    assert (
        min(row[0] for spot, row in found.items() if zone >> spot.hex & 1) > 2 * MP[state.vehicle_kind[tank]]
    )
    assert zone >> course(state, "us", tank, aim_for(state, "us")).goal.hex & 1


def test_a_rout_takes_the_straight_way() -> None:
    """The first step on the list leads away from the goal, which is next to the unit."""
    state = fight({"u01": "L13 6-6-6 broken dm", "u02": "H10 8-1", "g01": "M14 5-4-8"}, at="rout")
    state.push(GAME.parse("rout u01 L12"))
    assert [str(action) for action in state.legal_actions()][:3] == ["go K12", "go K13", "go L12"]
    found = sergeant("us").think(state)
    assert str(found.action) == "go L12" and "L12" in found.explain()[0].why


# ---------------------------------------------------------------- what is to be cleared


def test_the_enemies_that_count_are_to_be_cleared() -> None:
    """FF-VC.4: those in the zone, without them those who may still come back; far ones never."""
    zone = {"u01": "F22 6-6-6", "u02": "H23 6-6-6", "u03": "K25 6-6-6", "g01": "G30 5-4-8"}
    states = [
        fight({k: v for k, v in zone.items() if k not in left}, at="movement", scene="phd-4", mover="german")
        for left in ((), ("u01", "u02"), ("u01", "u02", "u03"))
    ]
    hexes = [GRID.names(hexes_to_clear(state, "german")) for state in states]
    assert hexes == [["F22", "H23"], ["K25"], []]
    assert hexes_to_clear(states[0], "us") == 0
    assert hexes_to_clear(fight({"u01": "L12 6-6-6", "g01": "M14 5-4-8"}, at="movement"), "us") == 0


def test_while_hexes_are_to_be_cleared_they_are_what_is_wanted() -> None:
    state = fight({"u01": "F22 6-6-6", "g01": "G30 5-4-8"}, at="movement", scene="phd-4", mover="german")
    here, road = GRID.hex("F22"), GRID.hex("G24")
    assert eviction(state, "german", here) == 0 and eviction(state, "german", road) > 0
    with clearing(1 << here):
        assert wanted(state) == [here] and prized(state, "german") == 0
        assert eviction(state, "german", here) > 0 == eviction(state, "german", road)
    assert wanted(state) == members(state.card.goals)


def test_in_the_last_turn_only_what_counts_counts() -> None:
    """Fire is feared less where the ground is to be cleared, the zone is worth more where units count."""

    def weights(scene: str, turn: int) -> Weights:
        return weights_for(fight({"u01": "M12 6-6-6"}, turn=turn, scene=scene))

    assert weights("phd-2", 6).exposed < weights("phd-2", 5).exposed < weights("phd-2", 4).exposed
    assert weights("phd-3", 6).prize > weights("phd-3", 5).prize > weights("phd-3", 2).prize == 0


def test_the_reason_of_a_rally_names_its_chance() -> None:
    state = fight({"u01": "F10 6-6-6 broken", "u02": "F10 8-1", "g01": "M20 5-4-8"}, at="rally")
    words = in_words(state, "us", GAME.parse("rally u01"))
    assert words.startswith("6-6-6 (u01) rallies with 8-1 (u02) in ") and words.endswith(" % of cases")
    alone = in_words(
        fight({"u01": "F10 6-6-6 broken", "g01": "M20 5-4-8"}, at="rally"), "us", GAME.parse("rally u01")
    )
    assert "by itself" in alone
    percent = [int(text.split(" in ")[1].split()[0]) for text in (words, alone)]
    assert percent[0] > percent[1] > 0


def test_the_reason_of_an_assault_names_what_it_is_worth() -> None:
    state = fight({"u01": "M13 6-6-6", "g01": "M14 4-4-7 broken"}, at="advance")
    assert in_words(state, "us", GAME.parse("advance u01 M14")).startswith("close combat in M14 is worth +")
    assert in_words(state, "us", GAME.parse("advance u01 M12")) == ""


def test_the_nearest_squads_go_and_the_others_take_their_time() -> None:
    """A party of one: the squad that is nearer to the goals is in a hurry, the other one is not."""
    units = {"u01": "O10 6-6-6", "u02": "P5 6-6-6", "g01": "S12 5-4-8"}
    state = fight(units, at="movement", scene="phd-1")
    everybody, party = (outlook(state, "us", SHARED._replace(party=n)) for n in (0, 1))
    assert everybody.party is None and party.party == {UNIT["u01"]}
    for name, hexes, goes in (("u01", ("O10", "N11"), True), ("u02", ("P5", "P7"), False)):
        gains = []
        for look in (everybody, party):
            here, there = (standing(look, (UNIT[name],), GRID.hex(at)) for at in hexes)
            gains.append(there - here)
        assert (gains[0] == pytest.approx(gains[1])) is goes
