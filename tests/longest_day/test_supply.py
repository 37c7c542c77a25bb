"""TLD-B.1, B.2, B.3, B.6, B.8 and B.10: HQs, routes, effects and the moment of judgement."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.hexes import members
from grognard.games.longest_day.arrivals import first_arrival
from grognard.games.longest_day.board import GRID, LAND
from grognard.games.longest_day.command import chain, hq_supplied, open_to, stock
from grognard.games.longest_day.pieces import COMBAT, HQ, NAMES, SUPPLY, UNIT, display_name
from grognard.games.longest_day.position import LongestDay, fact
from grognard.games.longest_day.routes import opened, route, within
from grognard.games.longest_day.supply import (
    defence,
    explain,
    judge_movement,
    status,
    supplied_units,
    unsupplied_units,
)
from grognard.games.longest_day.trip import budget

from .build import at, do, legal, names, position, why
from .plain_search import plain_within

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "HQ-XXX": "1109", "SU-A02": "1109 bound=XXX"}


def fed(state: LongestDay, unit: str) -> bool:
    return status(state, UNIT[unit]).supplied


def clause(state: LongestDay, unit: str) -> str:
    return status(state, UNIT[unit]).clause


# ---------------------------------------------------------------- who needs supply, who gives it


@pytest.mark.clause("TLD-B.1")
def test_combat_units_need_supply_and_others_do_not() -> None:
    state = position(units=FED | {"50:2-Devons": "1114", "51:2-Seaforth": "1210"})
    assert fed(state, "50:2-Devons") and not fed(state, "51:2-Seaforth")  # its HQ is not here
    assert fed(state, "SU-A01")
    assert COMBAT >> UNIT["50:HQ"] & 1 and not COMBAT >> UNIT["SU-A01"] & 1
    assert names(unsupplied_units(state, "allied")) == {"51:2-Seaforth"}


@pytest.mark.clause("TLD-B.1.a")
def test_one_hq_to_a_hex() -> None:
    state = position(phase="allied movement", units=FED)
    assert "TLD-B.1.a" in why(state, "move 50:HQ 1109") and "move 50:HQ 1110" in legal(state)


@pytest.mark.clause("TLD-B.1.b", "TLD-J.13")
def test_a_supply_unit_feeds_the_hq_it_is_with_and_is_bound_to_its_corps() -> None:
    state = position(units={"50:HQ": "1010", "SU-A01": "1010", "3:HQ": "2010", "SU-A02": "2010 bound=XXX"})
    assert hq_supplied(state, UNIT["50:HQ"])
    assert (
        not hq_supplied(state, UNIT["3:HQ"])
        and "bound to another corps" in status(state, UNIT["3:HQ"]).because
    )
    while state.day == 6 and state.stack[0].step == 1:
        do(state, "done")
    assert state.bound[0] == "XXX"  # found with an HQ of 30 Corps when the segment ended


@pytest.mark.clause("TLD-B.1.c")
def test_units_of_a_division_within_eight_hexes_of_their_own_hq() -> None:
    state = position(units=FED | {"50:2-Devons": "1018", "50:1-Dorsets": "1019", "49:4-Lincolns": "1011"})
    assert GRID.distance(state.at[UNIT["50:HQ"]], state.at[UNIT["50:2-Devons"]]) == 8
    assert fed(state, "50:2-Devons") and not fed(state, "50:1-Dorsets") and not fed(state, "49:4-Lincolns")


@pytest.mark.clause("TLD-B.1.c")
def test_the_711th_lives_off_the_edge_roads_while_its_hq_is_off_the_map() -> None:
    units = {"711:I/731": "3009", "711:II/731": "2909"}
    state = position(units=units)  # A is 3609, B is 3618
    assert [GRID.distance(GRID.hex("3609"), state.at[UNIT[u]]) for u in units] == [6, 7] and all(
        fed(state, u) for u in units
    )
    assert not fed(position(units={"711:I/731": "2809"}), "711:I/731")
    assert not fed(
        position(units={"711:I/731": "3009", "711:HQ": "3509"}), "711:I/731"
    )  # its HQ is here and has nothing
    lost = position(units={"711:I/731": "3009", "711:HQ": "dead"})  # not on the map, whatever the reason
    assert fed(lost, "711:I/731") and supplied_units(lost, "german") >> UNIT["711:I/731"] & 1


@pytest.mark.clause("TLD-B.1")
def test_a_unit_that_is_not_on_the_map_is_not_supplied() -> None:
    state = position(
        units=FED | {"50:2-Devons": "dead", "50:1-Dorsets": "due"}, orders=("1944-06-08 8-BDE 50:HQ",)
    )
    for unit in ("50:2-Devons", "50:1-Dorsets", "50:6-DLI", "N/8", "ART-7", "REC-A/11H", "711:I/731"):
        found = explain(state, UNIT[unit])
        assert not found["supplied"] and found["because"] == f"{display_name(unit)} is not on the map"


@pytest.mark.clause("TLD-J.29", "TLD-B.5.e")
def test_a_supply_unit_of_the_corps_an_hq_waits_for_is_none_of_its_own() -> None:
    """3rd Division serves in 1 Corps and is written to 12 Corps, still at sea; 43rd serves in none and is
    written there too.
    """
    units = {
        "HQ-I": "1810",
        "3:HQ": "1811",
        "43:HQ": "1814",
        "SU-A01": "1811 bound=XII",
        "SU-A02": "1814 bound=XII",
    }
    state = position("26 June", units=units, orders=("1944-06-24 3 XII", "1944-06-24 43 XII"))
    assert not hq_supplied(state, UNIT["3:HQ"]) and hq_supplied(state, UNIT["43:HQ"])


@pytest.mark.clause("TLD-B.1.d")
def test_independent_artillery_draws_on_a_corps_hq() -> None:
    state = position(
        units=FED | {"ART-7": "1114", "ART-64": "1118"},
        orders=("1944-06-08 ART-7 HQ-XXX", "1944-06-08 ART-64 HQ-XXX"),
    )
    assert fed(state, "ART-7") and clause(state, "ART-7") == "TLD-B.1.d" and not fed(state, "ART-64")


@pytest.mark.clause("TLD-B.1.e", "TLD-J.2", "TLD-X.2")
def test_other_independents_draw_on_the_divisional_hq_written_for_them() -> None:
    units = FED | {"49:HQ": "1210", "SU-A03": "1210 bound=XXX", "N/8": "1316"}
    written = position(units=units, orders=("1944-06-08 8-BDE 50:HQ",))
    assert GRID.distance(written.at[UNIT["49:HQ"]], written.at[UNIT["N/8"]]) == 6
    assert fed(written, "N/8") and status(written, UNIT["N/8"]).hq == UNIT["50:HQ"]
    empty = position(units=units | {"SU-A01": "2010"}, orders=("1944-06-08 8-BDE 50:HQ",))
    assert not fed(
        empty, "N/8"
    )  # another HQ of its corps is supplied and near, but not the one that is written


@pytest.mark.clause("TLD-J.26", "TLD-X.15")
def test_before_the_first_written_assignment_any_hq_of_the_right_kind_will_do() -> None:
    state = position("7 June", units=FED | {"N/8": "1112", "ART-7": "1112"})
    assert (
        fed(state, "N/8")
        and clause(state, "N/8") == "TLD-J.26"
        and status(state, UNIT["ART-7"]).hq == UNIT["HQ-XXX"]
    )
    # a gun needs a corps HQ
    assert not fed(position("7 June", units={"50:HQ": "1010", "SU-A01": "1010", "ART-7": "1112"}), "ART-7")


@pytest.mark.clause("TLD-J.33")
def test_a_written_hq_that_is_off_the_map_feeds_nobody() -> None:
    state = position(
        units={"HQ-XXX": "1109", "SU-A02": "1109", "N/8": "1112", "49:HQ": "1210", "SU-A03": "1210"},
        orders=("1944-06-08 8-BDE 50:HQ",),
    )
    assert not fed(state, "N/8") and clause(state, "N/8") == "TLD-J.33"


@pytest.mark.clause("TLD-J.11")
def test_a_unit_over_capacity_is_unsupplied() -> None:
    guns = ["ART-7", "ART-64", "ART-84", "ART-86", "ART-121", "ART-147", "ART-9"]
    orders = tuple(f"1944-06-08 {gun} HQ-XXX" for gun in guns) + ("1944-06-10 49 I",)
    state = position(
        units=FED | dict.fromkeys(guns, "1111"),
        orders=orders,
        arrived={"HQ-XXX": "1944-06-06", "50:HQ": "1944-06-06", "HQ-I": "1944-06-06"},
    )
    assert not fed(state, "ART-9") and clause(state, "ART-9") == "TLD-J.11" and fed(state, "ART-7")


# ---------------------------------------------------------------- TLD-B.2: routes


@pytest.mark.clause("TLD-B.2", "TLD-J.21")
def test_a_route_runs_round_zones_and_through_friends() -> None:
    """1115 zones 1015, 1014, 1114, 1215, 1116 and 1016."""
    state = position(units=FED | {"LEHR:I/901": "1115", "50:2-Devons": "1116"})
    way = explain(state, UNIT["50:2-Devons"])["route"]
    assert (
        way[0] == "1010"
        and way[-1] == "1116"
        and len(way) == 8
        and not {"1015", "1014", "1114", "1215", "1016"} & set(way)
    )
    through = position(units=FED | {"LEHR:I/901": "1115", "50:2-Devons": "1116", "50:1-Dorsets": "1114"})
    assert open_to(through, "allied") >> GRID.hex("1114") & 1  # a friend stands there
    assert not open_to(state, "allied") >> GRID.hex("1114") & 1


@pytest.mark.clause("TLD-B.2")
def test_sea_is_closed_and_rivers_are_not() -> None:
    open_ = opened(LAND, 0, 0, 0)
    assert route(GRID, GRID.hex("1905"), GRID.hex("2107"), open_) is not None
    assert all(LAND >> h & 1 for h in members(within(GRID, GRID.hex("1905"), open_)))
    over_the_orne = route(GRID, GRID.hex("2015"), GRID.hex("2115"), open_)
    assert over_the_orne is not None and len(over_the_orne) == 2


def test_the_window_and_the_plain_search_agree_everywhere() -> None:
    open_ = opened(LAND, 0, GRID.set(["1515", "1615"]), GRID.within(1 << GRID.hex("2013"), 2))
    names_of = {h: members(near) for h, near in GRID.near_to.items()}
    for start in members(LAND)[::29]:
        plain = plain_within(lambda h: names_of[h], start, set(members(open_)))
        assert set(members(within(GRID, start, open_))) == plain


@pytest.mark.clause("TLD-J.21")
def test_any_enemy_unit_stops_a_route_but_not_one_that_shares_a_friends_hex() -> None:
    lone = FED | {"SU-G01": "1014", "50:2-Devons": "1015"}
    state = position(units=lone)
    assert not open_to(state, "allied") >> GRID.hex("1014") & 1
    assert (
        open_to(position(units=lone, options={"enemy_noncombat_blocks_route": False}), "allied")
        >> GRID.hex("1014")
        & 1
    )
    assert open_to(position(units=lone | {"50:1-Dorsets": "1014"}), "allied") >> GRID.hex("1014") & 1


def test_why_a_unit_is_cut_off_and_how_far_the_route_gets() -> None:
    ring = {
        f"LEHR:{n}": h for n, h in zip(("I/901", "II/901", "I/902"), ("1114", "1215", "1017"), strict=True)
    }
    found = explain(position(units=FED | ring | {"50:2-Devons": "1116"}), UNIT["50:2-Devons"])
    assert not found["supplied"] and found["route_so_far"][0] == "1010" and found["closed"]
    assert found["closed"][0]["in_zone"] and set(found["closed"][0]["zone_of"]) & set(ring)


# ---------------------------------------------------------------- TLD-B.3, B.6, B.10


@pytest.mark.clause("TLD-B.3", "TLD-J.20")
def test_unsupplied_units_do_not_attack_and_defend_and_move_at_half() -> None:
    state = position(
        phase="allied combat",
        units=FED | {"51:2-Seaforth": "1114", "50:2-Devons": "1116", "LEHR:I/901": "1115"},
    )
    assert defence(state, UNIT["51:2-Seaforth"]) == 3
    assert "TLD-B.3" in why(state, "attack 51:2-Seaforth 1115")
    state.__dict__["disrupted"][UNIT["51:2-Seaforth"]] = 1
    state.derive()
    assert defence(state, UNIT["51:2-Seaforth"]) == Fraction(3, 2)  # halves are exact
    moving = position(phase="allied movement", units=FED | {"51:2-Seaforth": "1114"})
    judge_movement(moving, "allied")
    assert budget(moving, UNIT["51:2-Seaforth"], False) == 8 and budget(moving, UNIT["50:HQ"], False) == 16


@pytest.mark.clause("TLD-B.6")
def test_supply_is_judged_at_the_instant_of_attack_and_at_the_start_of_each_movement_phase() -> None:
    units = FED | {"50:2-Devons": "1112", "LEHR:I/901": "1018"}
    state = position(phase="allied orders", units=units)
    do(state, "done")
    while state.step.name != "allied movement":
        do(state, "done")
    assert not state.short >> UNIT["50:2-Devons"] & 1
    do(state, "move SU-A01 1009")  # the HQ is empty now, but the phase has begun
    assert not state.short >> UNIT["50:2-Devons"] & 1 and not fed(state, "50:2-Devons")
    assert budget(state, UNIT["50:2-Devons"], False) == 16


@pytest.mark.clause("TLD-B.10")
def test_a_supply_unit_always_moves_as_supplied() -> None:
    state = position(phase="allied movement", units={"SU-A01": "1010", "50:2-Devons": "1012"})
    judge_movement(state, "allied")
    assert budget(state, UNIT["SU-A01"], False) == 16 and budget(state, UNIT["50:2-Devons"], False) == 8
    assert clause(state, "SU-A01") == "TLD-B.10"


@pytest.mark.clause("TLD-B.8")
def test_enemy_supply_units_are_ignored_in_moving() -> None:
    state = position(phase="allied movement", units=FED | {"50:2-Devons": "1112", "SU-G01": "1113"})
    do(state, "move 50:2-Devons 1113")
    assert at(state, "50:2-Devons") == at(state, "SU-G01") == "1113"


@pytest.mark.clause("TLD-B.9")
def test_enemy_supply_units_feed_nobody() -> None:
    state = position(units={"50:HQ": "1010", "SU-G01": "1010"})
    assert stock(state, UNIT["50:HQ"]) == 0 and not hq_supplied(state, UNIT["50:HQ"])


@pytest.mark.clause("TLD-B.5.b", "TLD-B.4.a.4")
def test_corps_recon_and_anti_tank_use_any_hq_of_their_corps() -> None:
    orders = ("1944-06-08 11H HQ-XXX", "1944-06-08 73-AT HQ-XXX")
    units = FED | {"REC-A/11H": "1017", "AT-196/73": "1018"}
    state = position(units=units, orders=orders)
    assert fed(state, "REC-A/11H") and clause(state, "REC-A/11H") == "TLD-B.5.b"
    assert status(state, UNIT["AT-196/73"]).hq == UNIT["50:HQ"]  # 30 Corps HQ is too far, 50th is not
    hungry = position(units=units | {"SU-A02": "2010 bound=XXX"}, orders=orders)
    assert not fed(hungry, "AT-196/73")  # a division feeds them only while the corps HQ is supplied too
    assert status(hungry, UNIT["AT-196/73"])[2:] == (
        "TLD-B.4.a.4",
        "50 HQ may supply AT 196/73 only while XXX Corps HQ is in supply",
    )


@pytest.mark.clause("TLD-A.corps.13", "TLD-J.3")
def test_19c_draws_on_third_canadian() -> None:
    state = position(units={"3CAN:HQ": "1610", "SU-A01": "1610", "ART-19C": "1612"})
    assert fed(state, "ART-19C") and status(state, UNIT["ART-19C"]).hq == UNIT["3CAN:HQ"]
    elsewhere = position(
        units={"3CAN:HQ": "1610", "SU-A01": "1610", "ART-19C": "1612"}, orders=("1944-06-10 ART-19C HQ-XXX",)
    )
    assert status(elsewhere, UNIT["ART-19C"]).hq == UNIT["3CAN:HQ"]  # whatever somebody wrote


@pytest.mark.clause("TLD-A.corps.12", "TLD-A.corps.13")
def test_19c_may_be_a_gun_of_second_canadian_corps() -> None:
    units = {"3CAN:HQ": "1610", "2CAN:HQ": "1710", "HQ-IICAN": "1810", "ART-19C": "1812"}
    state = position("15 July", units=units, orders=("1944-07-12 ART-19C HQ-IICAN",))
    assert status(state, UNIT["ART-19C"]).hq == UNIT["HQ-IICAN"]


@pytest.mark.clause("TLD-J.29")
def test_binding_without_a_corps_on_the_map() -> None:
    """43rd is written to 12 Corps, whose HQ is at sea; 1SS is written to nobody."""
    units = {"43:HQ": "1610", "SU-A01": "1610", "1SS:HQ": "2630", "SU-G01": "2630"}
    state = position("27 June", phase="allied late orders", units=units, orders=("1944-06-24 43 XII",))
    link = chain(state, "allied")
    assert link.corps[UNIT["43:HQ"]] == "" and link.named_corps(UNIT["43:HQ"]) == "XII"
    do(state, "done")
    assert state.bound[0] == "XII" and set(state.bound) == {"XII", ""}


@pytest.mark.parametrize("headquarters", [{}, {"711:HQ": "3007"}, {"711:HQ": "3007", "SU-G01": "3007"}])
@pytest.mark.parametrize("spent", [0, HQ])
def test_the_whole_side_at_once_and_unit_by_unit_agree(headquarters: dict[str, str], spent: int) -> None:
    units = (
        FED
        | headquarters
        | {
            "50:2-Devons": "1018",
            "50:1-Dorsets": "1019",
            "N/8": "1112",
            "REC-A/11H": "1015",
            "ART-7": "1212",
            "711:I/731": "3009",
        }
    )
    state = position(units=units, orders=("1944-06-08 8-BDE 50:HQ", "1944-06-08 11H HQ-XXX"))
    state.set(fact.spent, spent, "TLD-J.12")
    for side in ("allied", "german"):
        whole = names(supplied_units(state, side))
        one_by_one = {
            n
            for n in names(state.on_map)
            if state.at[UNIT[n]] >= 0
            and fed(state, n)
            and (n.startswith(("711", "SU-G")) == (side == "german"))
        }
        assert whole == one_by_one


def test_an_hq_that_comes_for_the_first_time_brings_a_supply_unit() -> None:
    state = position(units={})
    first_arrival(state, UNIT["51:HQ"], GRID.hex("1605"))
    assert [NAMES[u] for u in members(state.on_map & SUPPLY)] == ["SU-A01"]
    first_arrival(state, UNIT["51:HQ"], GRID.hex("1605"))
    assert (state.on_map & SUPPLY).bit_count() == 1 and HQ
