"""TLD-A.corps.20 to .25: range of the corps HQ, who stacks and attacks with whom, de facto corps."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.longest_day.board import CITY, GRID
from grognard.games.longest_day.command import bond, de_facto, group_of, together, why_no_bond
from grognard.games.longest_day.pieces import NAMES, UNIT

from .build import at, do, legal, position, why

CORPS = {
    "HQ-XXX": "1010",
    "50:HQ": "1014",
    "49:HQ": "1212",
    "SU-A01": "1010",
    "SU-A02": "1014",
    "SU-A03": "1212",
}


@pytest.mark.clause("TLD-A.corps.21")
def test_a_division_acts_with_its_corps_within_eight_hexes_of_the_undisrupted_hq() -> None:
    state = position(units=CORPS | {"7ARM:HQ": "1020"})
    assert bond(state, "50").group == ("corps", "XXX") == bond(state, "49").group
    assert not bond(state, "7ARM").ok and bond(state, "7ARM").clause == "TLD-A.corps.21"
    down = position(units=CORPS | {"HQ-XXX": "1010 disrupted"})
    assert not bond(down, "50").ok and "disrupted" in bond(down, "50").because


@pytest.mark.clause("TLD-A.corps.22", "TLD-X.13")
def test_corps_level_independents_must_be_near_to_stack_but_not_to_attack() -> None:
    orders = ("1944-06-08 ART-7 HQ-XXX", "1944-06-08 11H HQ-XXX")
    state = position(units=CORPS | {"ART-7": "1020", "REC-A/11H": "1020"}, orders=orders)
    assert group_of(state, UNIT["ART-7"], stacking=True) == ("unit", "ART-7")
    assert group_of(state, UNIT["ART-7"], stacking=False) == ("corps", "XXX")
    assert group_of(state, UNIT["REC-A/11H"], stacking=True) == ("corps", "XXX")  # corps recon is exempt


@pytest.mark.clause("TLD-A.corps.23")
def test_the_distance_is_a_route_not_a_straight_line() -> None:
    ring = {
        "LEHR:I/901": "1008",
        "LEHR:II/901": "1211",
        "LEHR:I/902": "0911",
    }  # their zones close all six ways out of 1010
    state = position(units=CORPS | ring)
    assert GRID.distance(GRID.hex("1010"), GRID.hex("1014")) == 4
    assert not bond(state, "50").ok and "no route" in bond(state, "50").because
    assert bond(position(units=CORPS | ring | {"50:2-Devons": "1011"}), "50").ok  # a friend opens one of them


@pytest.mark.clause("TLD-A.corps.20")
def test_non_combat_units_may_be_in_any_stack() -> None:
    state = position(phase="allied movement", units=CORPS | {"SU-A04": "1113 bound=I", "50:2-Devons": "1114"})
    do(state, "move SU-A04 1114")
    assert at(state, "SU-A04") == "1114"


@pytest.mark.clause("TLD-J.18")
def test_units_of_different_corps_never_act_together() -> None:
    units = CORPS | {
        "HQ-I": "1109",
        "3:HQ": "1110",
        "3:1-Suffolk": "1116",
        "50:2-Devons": "1114",
        "LEHR:I/901": "1115",
    }
    state = position(phase="allied combat", units=units | {"SU-A04": "1110"})
    devons, suffolk = UNIT["50:2-Devons"], UNIT["3:1-Suffolk"]
    assert not together(state, [devons, suffolk], stacking=True) and not together(
        state, [devons, suffolk], stacking=False
    )
    do(state, "attack 50:2-Devons 1115")
    assert legal(state)[0] == "roll 1"  # nobody could join
    moving = position(phase="allied movement", units=units)
    assert "TLD-J.18" in why(moving, "move 3:1-Suffolk 1114")
    open_ = position(units=units | {"SU-A04": "1110"}, options={"joint_action_across_corps": True})
    assert together(open_, [devons, suffolk], stacking=True)
    none = position("27 June", units={"43:HQ": "1010", "43:4-Wilts": "1114", "53:HQ": "1012"})
    assert bond(none, "43").group == ("division", "43")  # in no corps: it acts only with itself


@pytest.mark.clause("TLD-A.corps.24")
def test_a_corps_hq_may_not_wait() -> None:
    state = position("15 June", phase="allied orders", units={"HQ-VIII": "due", "15:8-Royal-Scots": "1605"})
    while state.step.name != "allied movement":
        do(state, "done")
    assert "done" not in legal(state) and "TLD-A.corps.24" in why(state, "done")
    hex_ = next(a for a in legal(state) if a.startswith("move HQ-VIII"))
    do(state, hex_)
    assert "done" in legal(state) or state.step.name != "allied movement"


# ---------------------------------------------------------------- TLD-A.corps.25: de facto corps

APART = {
    "HQ-XXX": "0604",
    "50:HQ": "2015",
    "49:HQ": "2013",
    "7ARM:HQ": "1913",
    "SU-A01": "2015",
    "SU-A02": "2013",
}


GROUP = [["50:HQ", "49:HQ", "7ARM:HQ"]]


def formed(units: dict[str, str], groups: list[list[str]] = GROUP, **more: Any) -> dict[str, str]:
    state = position("20 June", units=units, de_facto=groups, **more)
    return {NAMES[hq]: NAMES[named] for hq, named in de_facto(state, "XXX").items()}


@pytest.mark.clause("TLD-A.corps.25", "TLD-A.corps.25.c", "TLD-A.corps.25.d", "TLD-J.19")
def test_a_de_facto_corps_works_while_its_conditions_hold() -> None:
    assert CITY >> GRID.hex("2015") & 1
    assert formed(APART) == dict.fromkeys(("50:HQ", "49:HQ", "7ARM:HQ"), "50:HQ")
    assert bond(position("20 June", units=APART, de_facto=GROUP), "49").group == ("de facto", "50:HQ")
    assert not formed(APART, [])  # a player may form one; nobody else does
    assert not formed(APART | {"50:HQ": "2014"})  # no city
    assert not formed(APART | {"50:HQ": "2015 disrupted"})
    assert "49:HQ" not in formed(APART | {"49:HQ": "2428"})  # more than eight hexes from the HQ named
    assert not formed(APART | {"HQ-XXX": "1810"})  # all in range of the real one


@pytest.mark.clause("TLD-A.corps.25", "TLD-A.corps.25.b")
def test_its_owner_says_whether_it_is_formed_and_around_which_hq() -> None:
    two_cities = APART | {"49:HQ": "2016"}
    assert CITY >> GRID.hex("2016") & 1
    state = position("20 June", units=two_cities)
    assert [a for a in legal(state) if a.startswith("form")] == ["form 49:HQ", "form 50:HQ"]
    assert not bond(state, "49").ok
    do(state, "form 49:HQ")
    assert legal(state) == ["with 50:HQ", "with 50:HQ+7ARM:HQ", "with 7ARM:HQ"]
    do(state, "with 7ARM:HQ")
    assert bond(state, "7ARM").group == ("de facto", "49:HQ") and not bond(state, "50").ok
    do(state, "disband 49:HQ")
    assert not bond(state, "7ARM").ok and not state.de_facto


@pytest.mark.refuses(
    "TLD-A.corps.25",
    "TLD-A.corps.25.a",
    "TLD-A.corps.25.b",
    "TLD-A.corps.25.c",
    "TLD-A.corps.25.d",
    "TLD-J.19",
)
@pytest.mark.clause(
    "TLD-A.corps.25.a", "TLD-A.corps.25.b", "TLD-A.corps.25.c", "TLD-A.corps.25.d", "TLD-J.19"
)
def test_what_forbids_a_de_facto_corps() -> None:
    def refusal(units: dict[str, str], action: str = "form 50:HQ") -> str:
        return why(position("20 June", units=units), action)

    lost = {k: v for k, v in APART.items() if k != "HQ-XXX"} | {"HQ-XXX": "dead"}
    came = {"HQ-XXX": "1944-06-06", "50:HQ": "1944-06-06"}
    assert "TLD-A.corps.25.a" in why(position("20 June", units=lost, arrived=came), "form 50:HQ")
    assert "TLD-A.corps.25.c" in refusal(APART | {"50:HQ": "2014"})
    assert "TLD-J.19" in refusal(APART | {"HQ-XXX": "1810"}) and "TLD-J.19" in refusal(
        APART | {"50:HQ": "2015 disrupted"}
    )
    assert "TLD-A.corps.25.d" in refusal({k: v for k, v in APART.items() if k not in ("49:HQ", "7ARM:HQ")})
    assert "TLD-A.corps.25]" in refusal(APART, "form 12SS:HQ") and "TLD-A.corps.25]" in refusal(
        APART, "disband 50:HQ"
    )
    state = do(position("20 June", units=APART), "form 50:HQ")
    assert "TLD-A.corps.25.b" in why(state, "with 49:HQ+49:HQ+7ARM:HQ") and "TLD-A.corps.25.d" in why(
        state, "with 15:HQ"
    )
    do(state, "with 49:HQ")
    assert "TLD-A.corps.25.b" in why(state, "form 50:HQ")


@pytest.mark.clause("TLD-A.corps.25.a")
def test_no_de_facto_corps_while_the_corps_hq_is_eliminated() -> None:
    units = {k: v for k, v in APART.items() if k != "HQ-XXX"} | {"HQ-XXX": "dead"}
    assert not formed(units, arrived={"HQ-XXX": "1944-06-06", "50:HQ": "1944-06-06"})


@pytest.mark.clause("TLD-A.corps.25.b")
def test_two_or_three_divisions_of_one_corps() -> None:
    four = position("20 June", units=APART | {"15:HQ": "2014"}, orders=("1944-06-16 15 XXX",))
    do(four, "form 50:HQ")
    assert max(a.count("+") for a in legal(four)) == 1
    assert not formed(APART, [["50:HQ", "15:HQ"]])  # of another corps


@pytest.mark.refuses("TLD-A.corps.25.e")
@pytest.mark.clause("TLD-A.corps.25.e")
def test_a_de_facto_corps_is_supported_by_the_guns_of_its_attacking_divisions() -> None:
    units = APART | {
        "50:2-Devons": "2115",
        "50:74-Fd": "2014",
        "49:69-Fd": "2012",
        "49:4-Lincolns": "2216",
        "ART-7": "2014",
        "12SS:I/25": "2116",
        "SU-A03": "1913",
        "SU-A04": "0604",
    }
    state = position("20 June", "allied combat", units=units, orders=("1944-06-16 ART-7 HQ-XXX",))
    do(state, "form 50:HQ", "with 49:HQ+7ARM:HQ", "attack 50:2-Devons 2116")
    assert {a for a in legal(state) if a.startswith("support")} == {"support 50:74-Fd"}
    assert "TLD-A.corps.25.e" in why(state, "support 49:69-Fd")
    do(state, "join 49:4-Lincolns")
    assert {a for a in legal(state) if a.startswith("support")} == {"support 49:69-Fd", "support 50:74-Fd"}


@pytest.mark.clause("TLD-J.34")
def test_a_corps_that_stays_out_of_order_cannot_act_as_one() -> None:
    units = CORPS | {"HQ-VIII": "1210", "15:HQ": "1211"}
    late = position("20 June", units=units, disorder=[["XXX", 11]])
    assert not bond(late, "50").ok and bond(late, "50").clause == "TLD-J.34"
    assert bond(
        position("20 June", units=units, disorder=[["XXX", 13]]), "50"
    ).ok  # found yesterday: it has a segment to cure it
    assert bond(
        position(
            "20 June",
            units=units,
            disorder=[["XXX", 11]],
            options={"unlawful_corps_loses_joint_action": False},
        ),
        "50",
    ).ok


@pytest.mark.clause("TLD-S.19")
def test_a_lost_corps_hq_bars_joint_action() -> None:
    units = {k: v for k, v in CORPS.items() if k != "HQ-XXX"} | {"HQ-XXX": "dead"}
    state = position(
        units=units | {"ART-7": "1113"},
        orders=("1944-06-08 ART-7 HQ-XXX",),
        arrived={"HQ-XXX": "1944-06-06", "50:HQ": "1944-06-06", "49:HQ": "1944-06-06"},
    )
    assert bond(state, "50").group == ("division", "50") and group_of(state, UNIT["ART-7"], False) == (
        "unit",
        "ART-7",
    )


@pytest.mark.clause("TLD-A.corps.21")
def test_a_unit_off_the_map_has_no_distance_to_its_corps() -> None:
    state = position(units={"HQ-XXX": "1210"})
    assert why_no_bond(state, UNIT["50:HQ"], "XXX") == "50 HQ is not on the map"
