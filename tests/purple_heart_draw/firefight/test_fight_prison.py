"""Surrender, guards and prisoners."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight.close import power
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.position import PlayerTurn
from grognard.games.purple_heart_draw.firefight.prison import can_get_away, double_points, gives_up, takers
from grognard.games.purple_heart_draw.firefight.units import captives, eliminate, is_burdened

from .fight import do, fight, kind, listed, rulings, step, where

RING = {"g01": "M16 5-4-8", "g02": "M18 5-4-8", "g03": "N17 5-4-8", "g04": "L18 5-4-8"}


def caught(units: dict[str, str] | None = None, **more: Any) -> Any:
    """A broken squad in the midst of enemies, at the start of the Rout Phase."""
    first = {"u01": "M17 6-6-6 broken", "u02": "A8 6-6-6"}
    state = fight(first | RING | (units or {}), "prep fire", all_found=True, **more)
    state.__dict__["stack"] = (PlayerTurn(step=step("rout") - 1),)
    state.forget_choices()
    state.run()
    return state


@pytest.mark.clause("ASL-A20.21")
@pytest.mark.clause("ASL-A20.24")
@pytest.mark.clause("ASL-A20.5")
@pytest.mark.refuses("ASL-A20.21")
def test_a_broken_squad_surrenders() -> None:
    state = caught(guns={"umg1": "MMG u01"})
    assert state.to_move == "german"
    assert listed(state, "capture") == {f"capture g0{n} u01" for n in (1, 2, 3, 4)}
    assert rulings(state, "capture g01 u02") == {"ASL-A20.21"}
    do(state, "capture g01 u01")
    assert where(state, "u01") == "" and [one.id for one in captives(state, UNIT["g01"])] == ["6-6-6"]
    assert state.points[1] == 2 and state.holder[GUN["umg1"]] < 0 <= state.gun_at[GUN["umg1"]]


@pytest.mark.clause("ASL-A20.3")
def test_no_quarter() -> None:
    state = do(caught(), "decline u01")
    assert where(state, "u01") == "" and state.no_quarter == ("us",) and state.points[1] == 2
    assert not gives_up(caught(no_quarter=("us",)), UNIT["u01"])


@pytest.mark.clause("ASL-A20.21")
@pytest.mark.clause("ASL-A19.12")
def test_who_surrenders() -> None:
    """With a way out it routs; a Disrupted unit gives up all the same; a Fanatic one never."""
    free = {"u01": "M17 6-6-6 broken", "g01": "M18 5-4-8"}
    assert can_get_away(fight(free, "rout", mover="german"), UNIT["u01"])
    for words, expected in (
        ("broken", False),
        ("broken disrupted", True),
        ("broken fanatic disrupted", False),
    ):
        state = fight(free | {"u01": f"M17 6-6-6 {words}"}, "prep fire")
        assert gives_up(state, UNIT["u01"]) is expected
    assert not gives_up(fight({"u01": "M17 6-6-6 broken", **RING}, no_quarter=("us",)), UNIT["u01"])
    assert (
        takers(fight({"u01": "M17 6-6-6 broken", "g01": "M18 8-0", "g02": "N17 5-4-8 broken"}), UNIT["u01"])
        == []
    )


@pytest.mark.clause("ASL-A20.5")
@pytest.mark.clause("ASL-A20.52")
@pytest.mark.refuses("ASL-A20.5")
def test_guards() -> None:
    """A squad guards one without trouble; with two it neither fires nor interdicts, and holds five at most."""
    units = {"g01": "M17 5-4-8", "u01": "M18 6-6-6", "u02": "M18 6-6-6 broken"}
    held = [""] * 44
    held[UNIT["g01"]] = "6-6-6"
    one = fight(units, mover="german", captives=held)
    assert not is_burdened(one, UNIT["g01"]) and "fire g01 M18" in listed(one, "fire")
    assert power(one, [UNIT["g01"]], True) == power(one, [UNIT["g01"]], False) / 2
    held[UNIT["g01"]] = "6-6-6 3-4-6"
    two = fight(units, mover="german", captives=held)
    assert "ASL-A20.5" in rulings(two, "fire g01 M18")
    assert not could_interdict(two, UNIT["g01"], two.at[UNIT["u01"]], "us")
    held[UNIT["g01"]] = " ".join(["6-6-6"] * 4)
    assert takers(fight(units, captives=held), UNIT["u02"]) == [UNIT["g01"]]
    held[UNIT["g01"]] = " ".join(["6-6-6"] * 5)
    assert takers(fight(units, captives=held), UNIT["u02"]) == []


@pytest.mark.clause("ASL-A20.55")
@pytest.mark.clause("ASL-A20.551")
@pytest.mark.clause("ASL-A26.22")
def test_prisoners_come_free() -> None:
    held = [""] * 44
    held[UNIT["g01"]] = "6-6-6 9-1"
    state = fight({"g01": "M17 5-4-8", "u01": "A8 6-6-6"}, captives=held, points=[0, 6])
    double_points(state)
    assert state.points == [0, 10]
    state = fight({"g01": "M17 5-4-8", "u01": "A8 6-6-6"}, captives=held, points=[0, 6])
    eliminate(state, UNIT["g01"], "ASL-A7.301")
    assert [kind(state, u) for u in ("u02", "u03")] == ["5-3-6", "9-1"] and where(state, "u02") == "M17"
    assert state.points == [2, 2]


@pytest.mark.clause("FF-INFO")
@pytest.mark.clause("ASL-A20.5")
def test_prisoners_of_a_concealed_guard_are_not_seen() -> None:
    held = [""] * 44
    held[UNIT["g01"]] = "6-6-6"
    units = {"g01": "M17 5-4-8 concealed", "u01": "A8 6-6-6"}
    assert fight(units, captives=held).view("us") == fight(units).view("us")
