"""TLD-S: the play kernel: turn, movement, zones, stacking, control, landing, delivery, replacements,
victory.
"""

from __future__ import annotations

import pytest

from grognard.games.longest_day.arrivals import (
    ARRIVALS,
    EVENING,
    FIRST_WAVE,
    deliveries,
    gates,
    replacements_due,
)
from grognard.games.longest_day.ask_map import friendly_to
from grognard.games.longest_day.board import BEACHES, GRID, KIND_OF, LAND, MAP, ROADS, STRONGPOINTS, step_cost
from grognard.games.longest_day.command import bond, group_of, zone
from grognard.games.longest_day.days import CALENDAR, date_of
from grognard.games.longest_day.judge import figures
from grognard.games.longest_day.ledger import Ledger, Order
from grognard.games.longest_day.ledger_rules import check, objections
from grognard.games.longest_day.movement import destinations
from grognard.games.longest_day.orders import at_fault, review
from grognard.games.longest_day.pieces import COMPANY, KERNEL, MECHANIZED, NAMES, OF_SIDE, SUPPLY, UNIT
from grognard.games.longest_day.plan import plan
from grognard.games.longest_day.position import HQ_NUMBER
from grognard.games.longest_day.reach import search
from grognard.games.longest_day.sequence import AlliedSegment
from grognard.games.longest_day.stacking import POINTS, limit, load
from grognard.games.longest_day.supply import status, supplied_units
from grognard.games.longest_day.trip import Trip, budget
from grognard.games.longest_day.victory import SCENARIOS, count_dry, hex_points, judge, loss_points, points

from .build import GAME, STAFF, at, day, do, legal, names, position, why, wrote
from .plain_search import path

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "HQ-XXX": "1109", "SU-A02": "1109 bound=XXX"}


def to_phase(state, name: str):  # type: ignore[no-untyped-def]
    """Says done until a phase has come."""
    for _ in range(60):
        if state.step.name == name:
            return state
        do(state, "done" if "done" in legal(state) else legal(state)[0])
    raise AssertionError(f"no {name}: {state.step.name}")


# ---------------------------------------------------------------- S.1, S.2


@pytest.mark.clause("TLD-S.1")
def test_the_scale() -> None:
    assert MAP["meta"]["hex_km"] == 2 and CALENDAR["meta"]["turn_length_days"] == 1
    assert str(date_of(0)) == "1944-06-06" and len(GRID.number) == 36 * 35


@pytest.mark.clause("TLD-S.2", "TLD-G.8")
def test_the_turn_allied_first_six_phases_each() -> None:
    state = GAME.new(seed=1)
    steps = [step.name for step in type(state).procedures[AlliedSegment] if step.name]
    order = [
        "allied orders",
        "allied movement",
        "german defensive fire",
        "allied combat",
        "allied mechanized movement",
        "allied late orders",
    ]
    assert [name for name in steps if name in order] == order
    assert state.to_move == "allied" and state.step.name == "allied movement"  # no orders on 6 June
    to_phase(state, "german movement")
    assert state.day == 0


# ---------------------------------------------------------------- S.3, S.4, S.16: movement


@pytest.mark.clause("TLD-S.3")
def test_mechanized_movement_is_for_motorised_units_at_half_allowance() -> None:
    assert all(MECHANIZED >> UNIT[u] & 1 for u in ("N/8", "50:61-Recce", "50:HQ", "ART-86", "7ARM:5-RHA"))
    assert not MECHANIZED >> UNIT["50:2-Devons"] & 1 and not MECHANIZED >> UNIT["SU-A01"] & 1
    state = position(
        phase="allied mechanized movement",
        units=FED | {"N/8": "1112", "50:2-Devons": "1112", "4/7/8": "1113 disrupted"},
    )
    assert budget(state, UNIT["N/8"], True) == 6 and "TLD-S.3" in why(state, "move 50:2-Devons 1113")
    assert "move 4/7/8 1213" not in legal(state)
    state.__dict__["short"] = 1 << UNIT["N/8"]
    assert budget(state, UNIT["N/8"], True) == 3  # a quarter without supply


@pytest.mark.clause("TLD-S.4")
def test_zones_of_control() -> None:
    state = position(
        phase="allied movement",
        units=FED
        | {
            "50:2-Devons": "1112",
            "50:1-Dorsets": "1014",
            "LEHR:I/901": "1115",
            "50:74-Fd": "1112",
            "LEHR:I/130-Art": "1119",
            "LEHR:HQ": "1121",
        },
    )
    assert set(GRID.names(zone(state, "german"))) == {
        "1014",
        "1114",
        "1015",
        "1215",
        "1016",
        "1116",
    }  # guns and HQs exert none
    assert zone(position(units={"LEHR:I/901": "1115 disrupted"}), "german") == 0
    free = Trip(state, UNIT["50:2-Devons"], False).hexes()
    assert free >> GRID.hex("1114") & 1 and not free >> GRID.hex("1116") & 1  # entering ends the move
    assert Trip(state, UNIT["50:1-Dorsets"], False).budget == 14  # leaving costs a point
    assert "move 50:74-Fd 1114" not in legal(state) and "move 50:74-Fd 1014" in legal(
        state
    )  # only where a friend exerts one
    mech = position(phase="allied mechanized movement", units=FED | {"N/8": "1114", "LEHR:I/901": "1115"})
    assert not destinations(mech, UNIT["N/8"], True) >> GRID.hex("1014") & 1  # not from zone to zone
    assert (
        destinations(
            position(phase="allied movement", units=FED | {"N/8": "1114", "LEHR:I/901": "1115"}),
            UNIT["N/8"],
            False,
        )
        >> GRID.hex("1014")
        & 1
    )


@pytest.mark.clause("TLD-S.16")
def test_what_a_step_costs() -> None:
    h = GRID.hex
    assert step_cost(h("1110"), h("1210"), False, False) == 2 + 4  # clear, across the Seulles
    assert step_cost(h("2015"), h("2016"), False, True) == 1  # by the road over the Orne
    assert (
        step_cost(h("2015"), h("2115"), False, True) is None
        and step_cost(h("2015"), h("2115"), False, False) == 2 + 8
    )
    assert (
        step_cost(h("1616"), h("1617"), True, True) == 2 + 2
    )  # the road gives no rate in enemy country, but bridges
    assert KIND_OF[h("0515")] == "bocage" and step_cost(h("0516"), h("0515"), False, False) == 4
    assert step_cost(h("1905"), h("2005"), False, False) is None  # sea


@pytest.mark.clause("TLD-S.16")
def test_one_hex_is_always_possible_and_enemy_combat_units_close_a_hex() -> None:
    slow = position(phase="allied movement", units=FED | {"AVRE-81": "2515", "LEHR:I/901": "2415"})
    slow.__dict__["short"] = 1 << UNIT["AVRE-81"]
    assert KIND_OF[GRID.hex("2614")] != "sea"
    assert destinations(slow, UNIT["AVRE-81"], False) and "is enemy-occupied" in why(
        slow, "move AVRE-81 2415"
    )


def test_the_list_of_a_move_is_what_a_plain_search_finds() -> None:
    state = position(
        phase="allied movement", units=FED | {"N/8": "1112", "LEHR:I/901": "1115", "50:2-Devons": "1112"}
    )
    for unit in ("N/8", "50:2-Devons"):
        trip = Trip(state, UNIT[unit], False)
        near = search(trip.starts, trip.budget, trip.closed, trip.stop, trip.hostile, trip.road_only).hexes
        for hex_ in GRID.name:
            found = path(trip.starts, hex_, trip.budget, trip.closed, trip.stop, trip.hostile, trip.road_only)
            told = trip.path_to(hex_)
            if found is not None and hex_ != trip.start:
                assert told is not None and told[0] == found[0] and told[1][-1] == hex_
            assert bool(near >> hex_ & 1) == (found is not None and hex_ != trip.start)


@pytest.mark.clause("TLD-S.7")
def test_control_follows_combat_units_and_a_friendly_hex_is_free_of_enemy_zones() -> None:
    state = position(phase="allied movement", units=FED | {"50:2-Devons": "1012", "LEHR:I/901": "1016"})
    assert not state.control >> GRID.hex("1014") & 1
    do(state, "move 50:2-Devons 1014")
    assert all(state.control >> GRID.hex(h) & 1 for h in ("1012", "1013", "1014"))  # passed through as well
    assert friendly_to(state, GRID.hex("1014")) == ["allied"] and friendly_to(state, GRID.hex("1017")) == [
        "german"
    ]
    contested = position(
        units={"50:2-Devons": "1014", "LEHR:I/901": "1016"}, hexes={"control": ["1015", "1014"]}
    )
    assert friendly_to(contested, GRID.hex("1015")) == []


# ---------------------------------------------------------------- S.5 stacking


@pytest.mark.clause("TLD-S.5")
def test_three_battalions_to_a_hex_companies_half() -> None:
    assert (
        POINTS[UNIT["50:2-Devons"]] == 2
        and POINTS[UNIT["AVRE-77"]] == 1 == POINTS[UNIT["REC-A/11H"]]
        and POINTS[UNIT["50:HQ"]] == 0
    )
    assert COMPANY >> UNIT["AT-196/73"] & 1 and POINTS[UNIT["CRAB-WD"]] == 2
    three = dict.fromkeys(("50:2-Devons", "50:1-Dorsets", "50:1-Hampshires"), "1114")
    state = position(phase="allied movement", units=FED | three | {"50:6-DLI": "1113"})
    assert load(sum(1 << UNIT[u] for u in three)) == limit(state, GRID.hex("1114")) == 6
    assert "TLD-S.5" in why(state, "move 50:6-DLI 1114")


@pytest.mark.clause("TLD-S.5", "TLD-S.12")
def test_beaches_hold_more_and_what_is_too_much_is_eliminated() -> None:
    assert (
        limit(position("7 June", units={}), GRID.hex("1605")) > 100
        and limit(position("8 June", units={}), GRID.hex("1605")) == 12
    )
    many = {
        f"3CAN:{u}": "1805"
        for u in (
            "HLI-of-C",
            "SD&G",
            "North-Nova-Scotia",
            "North-Shore",
            "Chaudiere",
            "Regina-Rif",
            "1-Can-Scottish",
        )
    }
    state = position("8 June", "allied movement", units={"3CAN:HQ": "1905", "SU-A01": "1905", **many})
    do(state, "done")
    assert state.step.name == "allied excess" and len(legal(state)) == 7
    do(state, "lose 3CAN:SD&G")
    assert state.dead == 1 << UNIT["3CAN:SD&G"] and state.step.name != "allied excess"


@pytest.mark.clause("TLD-S.5")
def test_units_whose_tie_is_lost_must_part_if_they_can() -> None:
    units = {
        "HQ-XXX": "0604",
        "50:HQ": "1110",
        "49:HQ": "1310",
        "SU-A01": "1110",
        "50:2-Devons": "1214",
        "49:4-Lincolns": "1214",
    }
    state = position(phase="allied replacements", units=units | {"51:2-Seaforth": "dead"}, replacements=1)
    do(state, "done")
    assert state.step.name == "allied movement" and state.apart == 1 << GRID.hex("1214")
    assert "one must move on" in why(state, "done")
    do(state, "move 50:2-Devons 1213")
    assert "done" in legal(state)


@pytest.mark.clause("TLD-S.5")
def test_units_among_friends_can_part_too() -> None:
    """No hex beside them is empty, but one holds friends they may join."""
    friends = ("1-Hampshires", "1-Dorsets", "5-East-Yorks", "6-Green-Howards", "7-Green-Howards", "6-DLI")
    around = GRID.names(GRID.within(1 << GRID.hex("1214"), 1) & ~(1 << GRID.hex("1214")))
    units = {
        "HQ-XXX": "0604",
        "50:HQ": "1110",
        "49:HQ": "1310",
        "SU-A01": "1110",
        "50:2-Devons": "1214",
        "49:4-Lincolns": "1214",
        **{f"50:{name}": hex_ for name, hex_ in zip(friends, around, strict=True)},
    }
    state = position(phase="allied replacements", units=units | {"51:2-Seaforth": "dead"}, replacements=1)
    do(state, "done")
    assert "50:2-Devons" not in why(state, "done") and "one must move on" in why(state, "done")


@pytest.mark.clause("TLD-S.6")
def test_a_disrupted_unit_recovers_in_its_own_reset_phase() -> None:
    state = position(
        phase="allied mechanized movement",
        units=FED | {"50:2-Devons": "1114 disrupted", "LEHR:I/901": "1116 disrupted", "N/8": "1111"},
    )
    do(state, "done")
    assert not state.disrupted[UNIT["50:2-Devons"]] and state.disrupted[UNIT["LEHR:I/901"]]


# ---------------------------------------------------------------- S.10, S.11, S.12, S.13


@pytest.mark.clause("TLD-S.10", "TLD-S.11")
def test_the_scenarios_and_the_first_position() -> None:
    assert {name: row["last_day"] for name, row in SCENARIOS.items()} == {
        "standard": "1944-06-08",
        "bridgehead": "1944-06-18",
        "campaign": "1944-08-31",
    }
    assert set(GAME.scenarios) == set(SCENARIOS)
    state = GAME.new("bridgehead", seed=1)
    assert not state.occupied["allied"] and state.to_move == "allied"
    assert at(state, "716:HQ") == "2014" and at(state, "21PZ:I/22") == "2633" and at(state, "711:HQ") == ""
    assert names(state.on_map & SUPPLY) == {"SU-G01", "SU-G02"}
    assert ARRIVALS[UNIT["15:HQ"]].day == day("14 June") and UNIT["1AB:HQ"] not in ARRIVALS


@pytest.mark.clause("TLD-S.12")
def test_the_drop_the_waves_and_the_beaches() -> None:
    state = GAME.new(seed=1)
    para = state.legal_actions().hexes("6AB:8-Para")
    assert set(para) <= {
        "2212",
        "2214",
        "2311",
        "2312",
        "2313",
        "2314",
        "2410",
        "2411",
        "2412",
        "2413",
        "2414",
        "2511",
        "2512",
        "2513",
    }
    assert "2213" not in para  # an enemy is there
    assert (
        FIRST_WAVE >> UNIT["50:2-Devons"] & 1
        and EVENING >> UNIT["50:HQ"] & 1
        and EVENING >> UNIT["6AB:1-RUR"] & 1
    )
    assert "float 50:2-Devons 1005" in legal(state) and "holds no German combat unit" in why(
        state, "float 50:2-Devons 1205"
    )
    assert "1205" in state.legal_actions().hexes("50:2-Devons") and "1805" not in state.legal_actions().hexes(
        "50:2-Devons"
    )
    assert "move 50:HQ 1205" not in legal(state)  # the second wave comes in the evening
    do(state, "move 6AB:HQ 2312")
    assert at(state, "SU-A01") == "2312"  # it brings its supply unit


@pytest.mark.clause("TLD-S.12")
def test_units_afloat_attack_and_must_land_when_the_hex_is_emptied() -> None:
    state = GAME.new(seed=1)
    for unit in ("50:2-Devons", "50:1-Dorsets", "50:1-Hampshires", "AVRE-82", "4/7/8"):
        do(state, f"float {unit} 1005")
    assert not state.occupied["allied"] and zone(state, "allied") == 0
    to_phase(state, "allied combat")
    assert state.legal_actions().hexes("50:2-Devons") == ["1005"]
    do(state, "attack 50:2-Devons 1005")
    for unit in ("50:1-Dorsets", "50:1-Hampshires", "AVRE-82", "4/7/8"):
        do(state, f"join {unit}")
    do(state, "ships Gold")
    if "done" in legal(state):
        do(state, "done")
    shifts = {part["because"] for part in figures(state, GAME.parse("roll 6"))["shifts"]}
    assert "all attackers across a river or afloat" in shifts and "strongpoint" in shifts
    assert "special armor of the 79th" in shifts
    do(state, "roll 6")
    while state.stack[-1].__class__.__name__ in ("Retreat", "Combat") and state.step.name != "advance":
        do(state, legal(state)[0])
    assert at(state, "50:2-Devons") == at(state, "AVRE-82") == "1005" and not state.due >> UNIT["4/7/8"] & 1


@pytest.mark.clause("TLD-S.12")
@pytest.mark.parametrize("when", ["8 June", "28 June", "20 August"])
def test_units_afloat_do_the_same_the_next_day_however_late(when: str) -> None:
    units = {"3:1-Suffolk": "due afloat=2107", "716:III/736": "2107", "HQ-I": "1805", "SU-A01": "1805"}
    assert "attack 3:1-Suffolk 2107" in legal(position(when, "allied combat", units=units))


@pytest.mark.clause("TLD-S.12")
def test_afloat_units_stay_afloat_when_beaten() -> None:
    state = GAME.new(seed=1)
    do(state, "float 50:2-Devons 1005")
    to_phase(state, "allied combat")
    do(state, "attack 50:2-Devons 1005")
    if "done" in legal(state):
        do(state, "done")
    do(state, "roll 4")
    assert state.afloat[UNIT["50:2-Devons"]] == GRID.hex("1005") and state.disrupted[UNIT["50:2-Devons"]]


@pytest.mark.clause("TLD-S.12")
def test_strongpoints_and_naval_gunfire() -> None:
    state = GAME.new(seed=1)
    assert names(state.strong) == {
        "716:III/726",
        "716:I/726",
        "716:441-Ost",
        "716:II/736",
        "716:III/736",
        "716:I/736",
        "716:642-Ost",
    }
    assert STRONGPOINTS >> GRID.hex("1005") & 1
    hungry = position("12 June", units={"716:I/726": "1005 strong"})
    from grognard.games.longest_day.supply import defence

    # full defence without supply
    assert defence(hungry, UNIT["716:I/726"]) == 5 and not status(hungry, UNIT["716:I/726"]).supplied
    far = position("12 June", "allied combat", units=FED | {"50:2-Devons": "1114", "LEHR:I/901": "1115"})
    do(far, "attack 50:2-Devons 1115")
    assert "ships Gold" not in legal(far)  # ten hexes inland


@pytest.mark.clause("TLD-S.13")
def test_the_first_day() -> None:
    state = position(
        "6 June",
        units={
            "50:2-Devons": "1205",
            "CDO-47RM": "1205",
            "3:1-Suffolk": "2208",
            "716:I/726": "1005",
            "21PZ:I/22": "1006",
        },
    )
    assert all(status(state, UNIT[u]).clause == "TLD-S.13" for u in ("50:2-Devons", "716:I/726"))
    assert (
        group_of(state, UNIT["50:2-Devons"], True)
        == group_of(state, UNIT["CDO-47RM"], True)
        != group_of(state, UNIT["3:1-Suffolk"], True)
    )
    assert group_of(state, UNIT["716:I/726"], False) == group_of(state, UNIT["21PZ:I/22"], False)
    assert supplied_units(state, "allied") == OF_SIDE["allied"] & state.on_map


# ---------------------------------------------------------------- S.14, S.15, S.19, S.20


@pytest.mark.clause("TLD-S.14")
def test_supply_delivery() -> None:
    assert deliveries(0, "allied") == () and dict(deliveries(1, "allied")) == {
        "Gold": 1,
        "Juno": 1,
        "Sword": 1,
    }
    # the gale
    assert (
        dict(deliveries(day("12 June"), "allied")) == {"Gold": 2, "Juno": 1, "Sword": 1}
        and deliveries(day("20 June"), "allied") == ()
    )
    assert deliveries(1, "german") == (("entry", 2),)
    state = position(
        "7 June",
        "allied supply delivery",
        units={"716:I/736": "2308", "3:1-Suffolk": "2208"},
        delivery=[["Gold", 1], ["Sword", 1]],
    )
    assert set(state.legal_actions().hexes("Gold")) == {
        "1005",
        "1205",
        "1405",
    } and "2308" not in state.legal_actions().hexes("Sword")
    do(state, "deliver Gold 1205")
    assert at(state, "SU-A01") == "1205" and not state.bound[0]
    assert "TLD-S.14" in why(state, "deliver Gold 1205")
    shut = position(
        "7 June",
        "allied supply delivery",
        units={
            f"716:{u}": h
            for u, h in zip(("I/736", "II/736", "III/736"), ("2107", "2208", "2308"), strict=True)
        },
        delivery=[["Sword", 1]],
    )
    assert shut.step.name != "allied supply delivery"  # a closed beach loses its delivery


@pytest.mark.clause("TLD-S.15")
def test_replacements() -> None:
    assert replacements_due(3, "allied") == 0 and replacements_due(4, "allied") == 1 == replacements_due(
        10, "german"
    )
    state = position(
        "12 June",
        "allied replacements",
        units=FED | {"50:2-Devons": "dead", "50:1-Dorsets": "surrendered", "3:HQ": "dead"},
        replacements=1,
    )
    assert legal(state) == ["done", "replace 50:2-Devons"]
    do(state, "replace 50:2-Devons")
    assert state.step.name == "allied movement" and state.due >> UNIT["50:2-Devons"] & 1
    assert (
        set(BEACHES) == {"Gold", "Juno", "Sword"} and len(gates(state, UNIT["50:2-Devons"])) == 9
    )  # by any beach


@pytest.mark.clause("TLD-S.16")
def test_withdrawal() -> None:
    state = position(
        "4 July",
        "german late orders",
        units={
            "LEHR:HQ": "1121",
            "LEHR:I/901": "1119",
            "SU-G01": "1121",
            "LEHR:II/901": "dead",
            "21PZ:HQ": "2020",
            "SU-G02": "2020",
            **FED,
        },
        scenario="campaign",
    )
    to_phase(state, "german orders")
    assert state.day == day("5 July") and at(state, "LEHR:I/901") == "" and at(state, "SU-G01") == "1121"
    assert state.gone >> UNIT["LEHR:II/901"] & 1


@pytest.mark.clause("TLD-S.19")
def test_a_lost_hq_comes_back_three_days_later_without_supply() -> None:
    from grognard.games.longest_day.verbs import eliminate

    state = position(
        "12 June",
        "allied late orders",
        units=FED | {"3:HQ": "2010", "LEHR:HQ": "1121", "SU-G01": "1121"},
        scenario="campaign",
    )
    eliminate(state, UNIT["3:HQ"], "TLD-S.17")
    assert state.returns == ((UNIT["3:HQ"], day("15 June")),)
    while state.day < day("15 June"):
        do(state, "done" if "done" in legal(state) else legal(state)[0])
    assert state.due >> UNIT["3:HQ"] & 1 and not state.dead
    to_phase(state, "allied movement")
    count = (state.on_map & SUPPLY & OF_SIDE["allied"]).bit_count()
    do(state, next(a for a in legal(state) if a.startswith("move 3:HQ")))
    assert (state.on_map & SUPPLY & OF_SIDE["allied"]).bit_count() == count and state.came[
        HQ_NUMBER[UNIT["3:HQ"]]
    ] >= 0


@pytest.mark.clause("TLD-S.20", "TLD-G.1")
def test_german_corps() -> None:
    from grognard.games.longest_day.ledger import Ledger

    word = Ledger(side="german").standing(0).word
    assert {d for d, c in word.items() if c == "ISS"} == {"21PZ", "12SS", "716", "LEHR"} and word["1SS"] == ""


@pytest.mark.clause("TLD-S.23")
def test_supply_bites() -> None:
    """On 12 June nine British HQs could spend nine supply units; four land."""
    hqs = [
        name
        for name, c in ((NAMES[u], ARRIVALS[u]) for u in ARRIVALS)
        if name.endswith(":HQ") or name.startswith("HQ-")
        if c.day <= day("12 June")
    ]
    british = [name for name in hqs if OF_SIDE["allied"] >> UNIT[name] & 1]
    assert len(british) == 9 and sum(count for _, count in deliveries(day("12 June"), "allied")) == 4


# ---------------------------------------------------------------- S.21 victory


@pytest.mark.clause("TLD-S.21")
def test_points_and_the_last_day() -> None:
    units = {
        "716:I/726": "dead",
        "716:I/736": "dead",
        "716:II/736": "surrendered",
        "21PZ:I/22": "dead",
        "21PZ:II/22": "dead",
        "50:2-Devons": "0708",
    }
    state = position("8 June", "german late orders", units=units, hexes={"control": ["0708", "1308"]})
    assert hex_points(state) == {"0708": 3, "1308": 1} and loss_points(state) == 1 and points(state) == 5
    judge(state)
    assert state.won[0] == "german"
    campaign = position("10 July", units={}, scenario="campaign", hexes={"control": ["2015", "2016", "2633"]})
    judge(campaign)
    assert campaign.won[:2] == ("allied", "objectives")
    late = position("20 August", units={}, scenario="campaign", hexes={"control": ["2015", "2016", "2633"]})
    judge(late)
    assert not late.won


@pytest.mark.clause("TLD-S.21")
def test_a_side_without_a_supplied_hq_on_two_successive_days_loses() -> None:
    state = position("12 June", units={"50:HQ": "1010", "LEHR:HQ": "1121", "SU-G01": "1121"}, dry=[1, 0])
    count_dry(state, "allied")
    assert state.won == ("german", "supply", "TLD-S.21")
    fed = position("12 June", units=FED, dry=[1, 0])
    count_dry(fed, "allied")
    assert fed.dry[0] == 0 and not fed.won


def test_every_road_over_a_river_is_a_bridge_and_every_beach_is_land() -> None:
    assert all(
        GRID.number[b] in GRID.name and GRID.near_to[GRID.number[a]] >> GRID.number[b] & 1 for a, b in ROADS
    )
    assert not sum(BEACHES.values()) & ~LAND and KERNEL["meta"]["provenance"] == "reconstruction"


@pytest.mark.clause("TLD-J.34", "TLD-J.7", "TLD-S.15")
def test_a_corps_that_keeps_47_rm_from_its_brigade_is_out_of_order() -> None:
    """From 19 June it must be with its brigade; two Replacement Phases later 30 Corps, which still has it,
    cannot act as one.
    """
    units = STAFF | {"SU-A01": "1210", "SU-A02": "1211"}
    state = position("18 June", "german late orders", units=units, scenario="campaign")
    to_phase(state, "allied orders")
    assert state.day == day("19 June") and state.disorder == (("XXX", day("19 June")),)
    assert bond(state, "50").ok  # there is a segment to write the cure in
    late = position("21 June", units=units, disorder=[["XXX", 13]])
    review(late, "allied")
    assert late.disorder == (("XXX", 13),) and bond(late, "50").clause == "TLD-J.34" and bond(late, "15").ok
    cured = position("20 June", units=units, disorder=[["XXX", 13]], orders=("1944-06-19 CDO-47RM I",))
    review(cured, "allied")
    assert cured.disorder == ()


@pytest.mark.clause("TLD-J.34", "TLD-A.corps.6")
def test_a_brigade_torn_in_halves_is_a_fault_of_both_corps() -> None:
    ledger = wrote("10 June: CDO-46RM XXX", "10 June: CDO-47RM 7ARM:HQ")
    (violation,) = [f for f in check(ledger, 6) if f.clause == "TLD-A.corps.6"]
    assert at_fault(ledger, 6, violation) == ["I", "XXX"]


@pytest.mark.clause("TLD-S.16", "TLD-A.corps.8.a")
def test_a_division_that_has_left_takes_no_place_in_a_corps_and_is_not_written_for() -> None:
    ledger = Ledger(
        side="german", arrived=Ledger().arrived | {f"HQ-{c}": 0 for c in ("ISS", "XLVII", "LXXXVI")}
    )
    assert (
        "LEHR" in ledger.standing(day("5 July")).by_serving["ISS"]
    )  # until his Replacement Phase it is on the map
    assert (
        "LEHR" not in ledger.standing(day("6 July")).by_serving["ISS"]
        and ledger.standing(day("6 July")).word["LEHR"] == ""
    )
    assert not objections(ledger, Order(day=day("14 July"), unit="272", to="ISS"))
    for to in ("ISS", "XLVII"):
        order = Order(day=day("5 July"), unit="LEHR", to=to)
        assert [f.clause for f in objections(ledger, order)] == ["TLD-S.16"]
    early = ledger.wrote(Order(day=day("20 June"), unit="LEHR", to="XLVII"))
    early.standing(day("4 July"))
    assert (
        early.standing(day("5 July")).word["LEHR"] == "XLVII"
        and early.standing(day("6 July")).word["LEHR"] == ""
    )
    made = plan(ledger, day("14 July"), {"LEHR": "ISS"})
    assert not made.violations and [f.clause for f in made.refused["LEHR"]] == ["TLD-S.16"]


@pytest.mark.clause("TLD-S.16")
def test_nobody_takes_up_the_pencil_for_a_division_that_has_left() -> None:
    units = {"HQ-ISS": "2020", "21PZ:HQ": "2021", "272:HQ": "2120", "HQ-XLVII": "1121", "HQ-LXXXVI": "2520"}
    state = position("14 July", "german orders", units=units, scenario="campaign")
    assert (
        "order LEHR" not in legal(state)
        and why(state, "order LEHR") == "Lehr Div has left the game [TLD-S.16]"
    )
    assert "to ISS" in legal(do(state, "order 272"))
