"""Upper levels of buildings: stairs, sight, fire, close combat, control, and the steeple."""

from __future__ import annotations

import pytest

from grognard.core.storeys import StoreyGrid
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.eyes import is_adjacent, sees
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.going import cost, exits
from grognard.games.purple_heart_draw.firefight.observer import blast_area
from grognard.games.purple_heart_draw.firefight.places import UPSTAIRS, Place, place
from grognard.games.purple_heart_draw.firefight.position import Attack
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from grognard.games.purple_heart_draw.firefight.sight import sight

from .fight import do, fight, flags, listed, rulings, where


def names(hexes: object) -> list[str]:
    return [GRID.name[hex_] for hex_ in hexes]  # type: ignore[attr-defined]


@pytest.mark.clause("ASL-A2.8", "ASL-B31.3", "ASL-B23.22")
def test_fourteen_locations_lie_upstairs() -> None:
    assert isinstance(GRID, StoreyGrid)
    upstairs = ["J20", "J21", "K22", "M14", "T5", "T25", "U3", "U9", "V2", "V3", "W5", "W6", "Z22", "Z23"]
    assert sorted(GRID.name[up] for up in GRID.upper.values()) == sorted(f"{name}/1" for name in upstairs)
    assert (
        len(GRID.name) == 1155
        and "M14/1" in GRID.number
        and GRID.distance(GRID.hex("M14/1"), GRID.hex("M16")) == 2
    )


@pytest.mark.clause("ASL-B23.4")
def test_stairs_cost_one_mf_and_lead_nowhere_else() -> None:
    m14, up = GRID.hex("M14"), GRID.hex("M14/1")
    assert names(exits(up)) == ["M14"] and names(exits(m14))[-1] == "M14/1"
    assert cost(m14, up) == cost(up, m14) == 2
    assert cost(GRID.hex("M13"), up) is None
    assert names(exits(GRID.hex("V2/1"))) == ["V2", "V3/1"] and cost(GRID.hex("V2/1"), GRID.hex("V3/1")) == 4


@pytest.mark.clause("ASL-B23.4", "ASL-A8.1")
def test_a_squad_goes_upstairs_and_is_fired_at_there() -> None:
    state = fight({"u01": "M14 6-6-6", "g01": "N16 5-4-8"}, at="movement")
    do(state, "lead u01", "go M14/1")
    assert where(state, "u01") == "M14/1" and state.stack[-2].spent == 2  # type: ignore[attr-defined]
    assert "fire g01 M14/1" in {str(action) for action in state.legal_actions()}


@pytest.mark.clause("ASL-A2.8")
@pytest.mark.refuses("ASL-A4.2")
def test_from_outside_nobody_gets_upstairs() -> None:
    state = do(fight({"u01": "M13 6-6-6", "g01": "M16 5-4-8"}, at="movement"), "lead u01")
    assert rulings(state, "go M14/1") == {"ASL-A4.2"}


@pytest.mark.clause("FF-LOS.7", "ASL-B23.25")
def test_sight_from_upstairs_is_that_of_the_one_module() -> None:
    """By the number of the Location, or as a place of its hex: the verdict is the same, over all the map."""
    up = GRID.hex("M14/1")
    for hex_ in GRID.name:
        if hex_ != GRID.hex("M14"):
            by_number, by_place = sight(Place(up), Place(hex_)), sight(place("M14", UPSTAIRS), Place(hex_))
            assert by_number == by_place
    wider = [h for h in GRID.name if sight(Place(up), Place(h)).is_seen]
    assert len(wider) > sum(sight(place("M14"), Place(h)).is_seen for h in GRID.name)


@pytest.mark.clause("ASL-A.8", "ASL-A7.21")
def test_the_two_levels_are_adjacent_and_fire_point_blank() -> None:
    state = fight({"u01": "M14/1 6-6-6", "g01": "M14 5-4-8"})
    assert is_adjacent(state, GRID.hex("M14"), GRID.hex("M14/1")) and sees(
        state, UNIT["u01"], GRID.hex("M14")
    )
    assert "fire u01 M14" in listed(state, "fire")
    attack = Attack(side="us", hex=GRID.hex("M14"), kind="prep", firers=(UNIT["u01"],))
    assert total_firepower(state, attack) == 12
    assert [m.amount for m in modifiers(state, attack)] == [3]


@pytest.mark.clause("ASL-A2.8", "ASL-A5.1")
def test_each_level_has_its_own_limit() -> None:
    crowd = {f"u0{n}": "M14 6-6-6" for n in (1, 2, 3)}
    state = do(fight({**crowd, "u04": "M14/1 6-6-6", "g01": "A19 5-4-8"}, at="movement"), "lead u04")
    assert state.legal_actions()
    one = {action.hex: action for action in state.legal_actions() if action.verb == "go"}  # type: ignore[attr-defined]
    assert set(one) == {"M14"}
    do(state, "go M14")
    assert state.stack[-2].spent == 4  # type: ignore[attr-defined]  # 1 MF, and 1 more for the fourth squad


@pytest.mark.clause("ASL-B23.422")
def test_close_combat_between_levels_follows_an_advance() -> None:
    state = fight({"u01": "M14 6-6-6", "g01": "M14/1 5-4-8"}, at="movement")
    assert rulings(do(state, "lead u01"), "go M14/1") == {"ASL-A4.14"}
    state = fight({"u01": "M14 6-6-6", "g01": "M14/1 5-4-8"}, at="advance")
    do(state, "advance u01 M14/1")
    assert where(state, "u01") == "M14/1"
    assert state.phase == "Close Combat Phase" and state.purpose == "ambush"


@pytest.mark.clause("ASL-B23.422")
def test_enemies_on_two_levels_do_not_fight_hand_to_hand() -> None:
    state = do(fight({"u01": "M14 6-6-6", "g01": "M14/1 5-4-8"}, at="advance"), "done")
    assert "melee" not in flags(state, "u01") and not listed(state, "fight")


@pytest.mark.clause("ASL-B31.2")
@pytest.mark.refuses("ASL-B31.2")
def test_a_steeple_holds_one_half_squad() -> None:
    units = {"u01": "U3 6-6-6", "u02": "U3 3-4-6", "u03": "U3 8-1", "g01": "U9 5-4-8"}
    state = fight(units, at="movement", scene="phd-1")
    assert rulings(do(state, "lead u01"), "go U3/1") == {"ASL-B31.2"}
    state = do(fight(units, at="movement", scene="phd-1"), "lead u02", "go U3/1")
    assert where(state, "u02") == "U3/1"
    state = fight({**units, "u02": "U3/1 3-4-6"}, at="movement", scene="phd-1")
    assert rulings(do(state, "lead u03"), "go U3/1") == {"ASL-B31.2"}


@pytest.mark.clause("ASL-A26.14")
def test_an_enemy_upstairs_denies_control() -> None:
    state = fight({"u01": "M14 6-6-6", "g01": "M14/1 5-4-8"}, at="advance")
    do(state, "done")
    assert not state.control >> GRID.hex("M14") & 1
    state = do(fight({"u01": "M14/1 6-6-6", "g01": "A19 5-4-8"}, at="advance"), "done")
    assert state.control >> GRID.hex("M14") & 1


@pytest.mark.clause("ASL-A2.8", "ASL-C1.32")
def test_shells_fall_on_both_levels() -> None:
    state = fight(
        {"u01": "M14/1 6-6-6", "g01": "A19 5-4-8"},
        round=["FFE:1"],
        round_at=[GRID.hex("M15")],
        mission=["HE"],
    )
    assert blast_area(state, "us") >> GRID.hex("M14/1") & 1 and blast_area(state, "us") >> GRID.hex("M14") & 1


@pytest.mark.clause("ASL-A2.8")
def test_positions_and_records_name_the_upper_level() -> None:
    state = fight({"u01": "M14/1 6-6-6", "g01": "A19 5-4-8"})
    assert state.view("us")["at"]["u01"] == "M14/1"
