"""TLD-S.5, TLD-B.1.a: what a hex holds, and what becomes of the rest."""

from __future__ import annotations

import pytest

from grognard.core.hexes import OFF
from grognard.games.longest_day.board import GRID
from grognard.games.longest_day.pieces import UNIT
from grognard.games.longest_day.stacking import excess, room_at

from .build import at, do, legal, position, why

FED = {"50:HQ": "1010", "SU-A01": "1010 bound=XXX", "HQ-XXX": "1109", "SU-A02": "1109 bound=XXX"}


@pytest.mark.clause("TLD-B.1.a", "TLD-S.5")
def test_of_two_hqs_in_a_hex_one_is_lost() -> None:
    state = position(phase="allied excess", units=FED | {"7ARM:HQ": "1010", "50:2-Devons": "1010"})
    assert legal(state) == ["lose 50:HQ", "lose 7ARM:HQ"]  # and never the battalion with them
    assert "TLD-S.5" in why(state, "lose 50:2-Devons")
    do(state, "lose 7ARM:HQ")
    assert at(state, "7ARM:HQ") == "" and at(state, "50:HQ") == "1010" and excess(state, "allied") == OFF


@pytest.mark.clause("TLD-B.1.a")
@pytest.mark.parametrize(
    ("unit", "goal", "may"),
    [("7ARM:HQ", "1010", False), ("7ARM:HQ", "1111", True), ("50:6-DLI", "1010", True)],
)
def test_an_hq_ends_its_move_with_battalions_but_with_no_other_hq(unit: str, goal: str, may: bool) -> None:
    """The HQ of the 50th is in 1010, a battalion of its in 1111."""
    state = position(
        phase="allied movement", units=FED | {"7ARM:HQ": "1012", "50:2-Devons": "1111", "50:6-DLI": "1012"}
    )
    refused = why(state, f"move {unit} {goal}")
    assert not refused if may else "TLD-B.1.a" in refused
    assert room_at(state, UNIT[unit], GRID.hex(goal)) == may


@pytest.mark.clause("TLD-A.corps.20", "TLD-J.18")
@pytest.mark.parametrize("joint", [False, True])
def test_an_hq_joins_a_supply_unit_of_another_corps(joint: bool) -> None:
    """Of any corps in 1111; not a battalion of another corps in 1112, unless corps act together."""
    units = FED | {
        "7ARM:HQ": "1012",
        "SU-A03": "1111 bound=I",
        "3:1-South-Lancs": "1112",
        "3:HQ": "1113",
        "HQ-I": "1114",
    }
    state = position(phase="allied movement", units=units, options={"joint_action_across_corps": joint})
    assert [room_at(state, UNIT["7ARM:HQ"], GRID.hex(goal)) for goal in ("1111", "1112")] == [True, joint]


@pytest.mark.clause("TLD-S.5")
@pytest.mark.parametrize(
    ("units", "too_many"),
    [
        (("50:2-Devons", "50:1-Dorsets", "50:6-DLI"), False),  # three battalions
        (("50:2-Devons", "50:1-Dorsets", "50:6-DLI", "50:HQ"), False),  # an HQ is free
        (("50:2-Devons", "50:1-Dorsets", "50:6-DLI", "AT-245/62"), True),
        (("50:2-Devons", "50:1-Dorsets", "50:6-DLI", "50:8-DLI"), True),
    ],
)
def test_a_hex_holds_three_battalions(units: tuple[str, ...], too_many: bool) -> None:
    others = {name: where for name, where in FED.items() if name not in units}
    state = position(phase="allied excess", units=others | dict.fromkeys(units, "1116"))
    assert (excess(state, "allied") >= 0) == too_many
    assert ("lose 50:2-Devons" in legal(state)) == too_many and "lose 50:HQ" not in legal(state)
