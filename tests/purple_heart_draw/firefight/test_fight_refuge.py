"""What sergeant weighs besides ways: broken units, shells, shared fire, Guns that vehicles fear; its reasons."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.players.purple_heart_draw_firefight.exposure import shelled
from grognard.players.purple_heart_draw_firefight.garrison import Watch
from grognard.players.purple_heart_draw_firefight.posts import gun_hexes
from grognard.players.purple_heart_draw_firefight.reasons import in_words
from grognard.players.purple_heart_draw_firefight.refuge import refuge
from grognard.players.purple_heart_draw_firefight.routes import outlook
from grognard.players.purple_heart_draw_firefight.sergeant import CAREFUL, PARKED, SPARED, aim_for
from grognard.players.purple_heart_draw_firefight.weights import PLAIN
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
    assert aims == {2: SPARED, 5: PARKED, 6: CAREFUL._replace(hexes=zone)}
    assert aim_for(fight({"u01": "M12 6-6-6"}), "us", -1) == CAREFUL


def test_the_reason_of_a_rally_names_its_chance() -> None:
    state = fight({"u01": "F10 6-6-6 broken", "u02": "F10 8-1", "g01": "M20 5-4-8"}, at="rally")
    words = in_words(state, "us", GAME.parse("rally u01"))
    assert words.startswith("6-6-6 u01 rallies with 8-1 u02 in ") and words.endswith(" % of cases")
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
