"""The chances of single rolls before they are made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight import roll_chances
from grognard.games.purple_heart_draw.firefight.position import V_WRECK
from grognard.web.purple_heart_draw_firefight.game_view import rolls_page

from .fight import do, fight

BROKEN = {"u01": "M17 6-6-6 broken", "u02": "M17 8-0", "g01": "M20 5-4-8"}


def rally(**more: Any) -> Any:
    return fight(BROKEN, "rally", all_found=True, **more)


@pytest.mark.clause("FF-O9")
@pytest.mark.parametrize(("words", "ways"), [("broken", 26), ("broken dm", 6)])
def test_the_chance_of_a_rally_is_exact(words: str, ways: int) -> None:
    """A broken 6-6-6 with an 8-0 rallies on 8 or less, 26 of 36, under Desperation Morale on 4 or less; a 2
    brings the Heat of Battle, a 12 reduces it.
    """
    units = {**BROKEN, "u01": f"M17 6-6-6 {words}"}
    found = roll_chances.chances(do(fight(units, "rally", all_found=True), "rally u01"))
    hot = "6-6-6 u01 rallies; then Heat of Battle of 6-6-6 u01"
    assert sum(found.values()) == 1 and found[hot] == Fraction(1, 36)
    assert found["6-6-6 u01 rallies"] == Fraction(ways - 1, 36)
    assert found["6-6-6 u01 becomes 3-4-6"] == Fraction(1, 36)


@pytest.mark.clause("FF-O9")
def test_asking_changes_nothing() -> None:
    state = do(rally(), "rally u01")
    before, stack, marks = roll_chances.shape(state), state.stack, len(state.actions)
    roll_chances.chances(state)
    assert roll_chances.shape(state) == before and state.stack == stack and len(state.actions) == marks
    assert state.to_move == "chance"


@pytest.mark.clause("FF-O9")
def test_the_page_lists_what_rolls_at_once() -> None:
    state = rally()
    page = rolls_page(state.known_to("us"), {})
    assert page is not None and [row["action"] for row in page["rolls"]] == ["rally u01"]
    chance = sum(one["chance"] for one in page["rolls"][0]["results"])
    assert chance == pytest.approx(1)
    assert rolls_page(state.known_to("german"), {}) is None


@pytest.mark.clause("FF-O9")
def test_of_a_wreck_that_is_searched() -> None:
    """On 1 one machine gun, on 2 and 3 two of a Sherman, else none."""
    tanks = {"uv1": "C17 M4A1 NE-SE NE-SE wreck"}
    state = fight({"g01": "C17 5-4-8", "u01": "F17 6-6-6"}, "rally", "german", vehicles=tanks, all_found=True)
    assert state.vehicle_flags[0] & V_WRECK
    ((action, found),) = roll_chances.of_actions(state, list(state.legal_actions()))
    assert str(action) == "scrounge g01"
    assert found == {
        "a BLMG": Fraction(1, 6),
        "a BLMG; a BLMG": Fraction(2, 6),
        roll_chances.NOTHING: Fraction(3, 6),
    }
