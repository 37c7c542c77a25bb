"""TLD-B.5: what attacks cost; TLD-J.12 and TLD-J.31; TLD-B.7 supply units lost."""

from __future__ import annotations

import pytest

from grognard.games.longest_day.command import hq_supplied
from grognard.games.longest_day.pieces import UNIT, WEIGHT
from grognard.games.longest_day.supply import consumption, exposed, spends

from .build import at, do, legal, names, position, why

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "HQ-XXX": "1109", "SU-A02": "1109 bound=XXX"}
LINE = {
    "50:2-Devons": "1114",
    "50:1-Dorsets": "1014",
    "50:6-DLI": "1214",
    "LEHR:I/901": "1115",
    "LEHR:II/901": "1314",
}


def combat(units: dict[str, str], **more: object):  # type: ignore[no-untyped-def]
    return position(phase="allied combat", units=FED | LINE | units, **more)


def finish(state):  # type: ignore[no-untyped-def]
    return do(state, "done") if "done" in legal(state) else state


def state_of(state, unit: str) -> str:  # type: ignore[no-untyped-def]
    return "gone" if not at(state, unit) else "half" if state.half >> UNIT[unit] & 1 else "full"


@pytest.mark.clause("TLD-B.5", "TLD-B.5.a", "TLD-B.5.c")
def test_two_units_of_an_hq_cost_one_half_step_at_once() -> None:
    state = combat({})
    do(state, "attack 50:2-Devons 1115")
    assert state_of(state, "SU-A01") == "full"
    finish(do(state, "join 50:1-Dorsets"))
    assert (
        state_of(state, "SU-A01") == "half" and state.spent >> UNIT["50:HQ"] & 1
    )  # before the die is thrown
    assert legal(state)[0] == "roll 1"


@pytest.mark.clause("TLD-B.5.a", "TLD-B.5.d")
def test_separate_attacks_add_up_and_a_third_costs_nothing_more() -> None:
    state = combat({"50:9-DLI": "1413", "LEHR:I/902": "1414"})
    finish(do(state, "attack 50:2-Devons 1115"))
    assert state_of(state, "SU-A01") == "full" and state.once >> UNIT["50:HQ"] & 1  # one unit is free
    found = consumption(state, [UNIT["50:6-DLI"]])
    assert found == {UNIT["50:HQ"]: (1, True)}
    spent = combat({"50:HQ": "1010 spent"})
    assert consumption(spent, [UNIT["50:6-DLI"], UNIT["50:2-Devons"]]) == {UNIT["50:HQ"]: (2, False)}


@pytest.mark.clause("TLD-B.5.d")
def test_a_single_unit_attacks_for_nothing() -> None:
    assert not spends(0, 1, False) and consumption(combat({}), [UNIT["50:2-Devons"]]) == {
        UNIT["50:HQ"]: (1, False)
    }


@pytest.mark.clause("TLD-B.5.a.1", "TLD-X.10")
def test_two_guns_in_defensive_fire_cost_a_half_step() -> None:
    guns = {"50:74-Fd": "1112", "50:90-Fd": "1112"}
    state = position(phase="allied defensive fire", units=FED | LINE | guns)
    assert state.to_move == "allied"
    do(state, "fire 50:74-Fd 1115")
    assert "join 50:90-Fd" in legal(state)
    finish(do(state, "join 50:90-Fd"))
    assert state_of(state, "SU-A01") == "half"


@pytest.mark.clause("TLD-B.5.a.1.n")
def test_heavy_guns_count_double() -> None:
    assert WEIGHT[UNIT["ART-2&6/51"]] == 2 and WEIGHT[UNIT["ART-1&4/51"]] == 1 and WEIGHT[UNIT["ART-7"]] == 1
    state = combat(
        {"HQ-I": "1211", "SU-A03": "1211", "ART-2&6/51": "1212"}, orders=("1944-06-08 ART-2&6/51 HQ-I",)
    )
    assert consumption(state, [UNIT["ART-2&6/51"]], fire=True) == {
        UNIT["HQ-I"]: (2, True)
    }  # alone it costs a half step


@pytest.mark.clause("TLD-J.4")
def test_anti_tank_batteries_count_in_defensive_fire_by_the_ruling() -> None:
    units = {"AT-196/73": "1112", "AT-198/73": "1112"}
    orders = ("1944-06-08 73-AT 50:HQ",)
    two = [UNIT[u] for u in units]
    assert [due for _, due in consumption(combat(units, orders=orders), two, fire=True).values()] == [True]
    assert not consumption(
        combat(units, orders=orders, options={"anti_tank_counts_in_defensive_fire": False}), two, fire=True
    )


@pytest.mark.clause("TLD-B.5.b")
def test_corps_units_count_against_the_hq_they_use() -> None:
    state = combat({"REC-A/11H": "1114", "REC-B/11H": "1114"}, orders=("1944-06-08 11H HQ-XXX",))
    (hq,) = consumption(state, [UNIT["REC-A/11H"], UNIT["REC-B/11H"]])
    assert hq in (UNIT["HQ-XXX"], UNIT["50:HQ"])
    paid = combat({"REC-A/11H": "1114", "50:HQ": "1010 spent"}, orders=("1944-06-08 11H HQ-XXX",))
    assert list(consumption(paid, [UNIT["REC-A/11H"]])) == [
        UNIT["50:HQ"]
    ]  # one that has paid costs nothing more


@pytest.mark.clause("TLD-B.5.e")
def test_only_the_bound_corps_consumes_a_supply_unit() -> None:
    state = combat({"SU-A01": "1010 bound=I"})
    assert not hq_supplied(state, UNIT["50:HQ"])
    assert state.step.name != "allied combat" or "attack 50:2-Devons 1115" not in legal(state)


@pytest.mark.clause("TLD-J.12")
def test_the_last_half_step_feeds_its_attack_and_no_later_one() -> None:
    units = {"SU-A01": "1010 half bound=XXX", "50:9-DLI": "1413", "LEHR:I/902": "1414"}
    state = combat(units)
    finish(do(state, "attack 50:2-Devons 1115", "join 50:1-Dorsets"))
    assert legal(state)[0] == "roll 1" and not hq_supplied(state, UNIT["50:HQ"])
    do(state, "roll 6")
    while state.step.name not in ("allied combat", "allied mechanized movement"):
        do(state, legal(state)[0])
    assert state.step.name != "allied combat" or "TLD-B.3" in why(state, "attack 50:9-DLI 1414")
    kind = combat(units, options={"half_step_covers_phase": True})
    do(finish(do(kind, "attack 50:2-Devons 1115", "join 50:1-Dorsets")), "roll 1")
    assert hq_supplied(kind, UNIT["50:HQ"]) or kind.step.name == "retreat"


@pytest.mark.clause("TLD-J.31")
def test_the_owner_names_the_supply_unit_that_loses_the_step() -> None:
    state = combat({"SU-A03": "1010 half bound=XXX"})
    finish(do(state, "attack 50:2-Devons 1115", "join 50:1-Dorsets"))
    assert legal(state) == ["spend SU-A01", "spend SU-A03"]
    do(state, "spend SU-A03")
    assert state_of(state, "SU-A03") == "gone" and state_of(state, "SU-A01") == "full"


@pytest.mark.clause("TLD-S.13")
def test_nothing_is_consumed_on_the_first_day() -> None:
    state = position("6 June", "allied combat", units=FED | LINE)
    assert consumption(state, [UNIT["50:2-Devons"], UNIT["50:1-Dorsets"]]) == {}


# ---------------------------------------------------------------- TLD-B.7


@pytest.mark.clause("TLD-B.7", "TLD-J.14", "TLD-X.12")
def test_an_unguarded_supply_unit_beside_the_enemy_is_lost_when_his_combat_phase_closes() -> None:
    units = {
        "SU-G01": "1018",
        "SU-G02": "1020",
        "SU-G03": "1022",
        "LEHR:I/901": "1022",
        "50:2-Devons": "1017",
        "50:1-Dorsets": "1021",
    }
    state = position(units=FED | units)
    assert names(exposed(state, "german")) == {"SU-G01", "SU-G02"}
    same = position(units=FED | {"SU-G01": "1017", "50:2-Devons": "1017"})
    assert names(exposed(same, "german")) == {"SU-G01"}  # adjacent includes the same hex
    apart = position(
        units=FED | {"SU-G01": "1017", "50:2-Devons": "1017"},
        options={"supply_unit_killed_by_same_hex_enemy": False},
    )
    assert not exposed(apart, "german")


@pytest.mark.clause("TLD-B.7", "TLD-J.30")
def test_a_supply_unit_goes_with_the_units_that_guarded_it() -> None:
    state = combat(
        {
            "SU-G01": "1115",
            "50:6-DLI": "1215",
            "4/7/8": "1114",
            "N/8": "1215",
            "24L/8": "1116",
            "LEHR:II/901": "1620",
        },
        orders=("1944-06-08 8-BDE 50:HQ",),
    )
    do(state, "attack 50:2-Devons 1115")
    for unit in ("50:1-Dorsets", "50:6-DLI", "4/7/8", "N/8", "24L/8"):
        do(state, f"join {unit}")
    finish(state)
    assert at(state, "SU-G01") == "1115"
    do(state, "roll 4")
    while at(state, "LEHR:I/901") == "1115":
        do(state, legal(state)[0])
    assert at(state, "SU-G01") == ""  # left without a combat unit
