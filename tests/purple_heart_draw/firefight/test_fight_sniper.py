"""Snipers: what rouses them, whom they strike, and who goes to look for them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.position import Sniper, fact
from grognard.games.purple_heart_draw.firefight.sniper import hunt_drm, posts, random_place

from .fight import do, fight, flags, kind, listed, rulings, states, where

SAN = {"san": [2, 3], "phase": "Prep Fire Phase"}  # US, German


def state_with(units: dict[str, str], sniper: str = "O15", **more: Any) -> Any:
    """The German sniper's counter is in a hex."""
    facts = SAN | {"snipers": [-1, GRID.hex(sniper)]} | more
    return fight(units, **facts)


UNITS = {"u01": "M17 6-6-6", "u02": "M17 9-1", "g01": "O17 5-4-8"}


@pytest.mark.clause("ASL-A14")
@pytest.mark.clause("ASL-A14.1")
def test_what_rouses_a_sniper() -> None:
    """US dice of 3 rouse the German sniper; after the effects of the fire he rolls a die of his own."""
    state = do(state_with(UNITS), "fire u01 O17", "done", "dr 1 2")
    assert state.roused == ("german",) and "a morale check (+2) of 2-3-8 g01" in state.purpose
    do(state, "roll 5")
    assert state.to_move == CHANCE and state.purpose == "sniper" and state.stack[-1].side == "german"
    do(state, "roll 3")
    assert state.snipers[1] == GRID.hex("O15") and not state.roused
    other = do(state_with(UNITS), "fire u01 O17", "done", "dr 2 2")
    assert not other.roused
    none = do(state_with(UNITS, san=[2, 1]), "fire u01 O17", "done", "dr 1 2")
    assert not none.roused


@pytest.mark.clause("ASL-A14.1")
def test_a_morale_check_rouses_the_other_sniper() -> None:
    """A German check of 2 rouses the US sniper."""
    facts = SAN | {"snipers": [GRID.hex("M15"), -1]}
    state = do(fight(UNITS, **facts), "fire u01 O17", "done", "dr 2 3", "roll 2")
    assert state.roused == ("us",) and "Heat of Battle" in state.purpose
    do(state, "roll 4")
    assert state.purpose == "sniper" and state.stack[-1].side == "us"


@pytest.mark.clause("ASL-A14.1")
@pytest.mark.clause("ASL-B27.11")
def test_digging_rouses_the_other_sniper() -> None:
    """US dice of 3 for a foxhole rouse the German sniper, at once; dice of 4 do not."""
    units = UNITS | {"g02": "A19 5-4-8"}
    state = do(state_with(units), "dig u01", "roll 3")
    assert "foxhole" in flags(state, "u01") and state.purpose == "sniper"
    assert state.stack[-1].side == "german"
    do(state, "roll 3")
    assert state.to_move == "us" and state.snipers[1] == GRID.hex("O15") and not state.roused
    calm = do(state_with(units), "dig u01", "roll 4")
    assert calm.to_move == "us" and not calm.roused


def struck(die: int, place: str, units: dict[str, str] | None = None, **more: Any) -> Any:
    """The sniper has rolled a die and the place; the target may still be open."""
    state = state_with(units or UNITS, **more)
    state.set(fact.stack, (*state.stack, Sniper(side="german")), "ASL-A14.1")
    state.run()
    state.forget_choices()
    return do(state, f"roll {die}", f"dr {place}")


@pytest.mark.clause("ASL-A14.2")
def test_where_he_strikes() -> None:
    """Direction 1 is north, and the dice go clockwise."""
    ways = [GRID.name[random_place(GRID.hex("M15"), n, 2)] for n in range(1, 7)]
    assert ways == ["M13", "O14", "O16", "M17", "K16", "K14"]
    assert GRID.name[random_place(GRID.hex("A2"), 1, 6)] == "A1"
    state = struck(2, "1 1")
    assert GRID.name[state.snipers[1]] == "M17"  # the only hex with enemies


@pytest.mark.clause("ASL-A14.2")
@pytest.mark.refuses("ASL-A14.2")
def test_the_sniper_s_side_chooses_among_equals() -> None:
    units = UNITS | {"u03": "M16 6-6-6", "u04": "O16 6-6-6"}
    state = struck(2, "3 1", units, sniper="M15")  # from N16, which lies between
    assert state.to_move == "german"
    assert listed(state, "aim") == {"aim M16", "aim O16"}
    assert rulings(state, "aim P8") == {"ASL-A14.2"}


@pytest.mark.clause("ASL-A14.3")
@pytest.mark.clause("FF-R7")
def test_strikes_and_grazes() -> None:
    strike = do(struck(1, "1 1"), "roll 2", "roll 5")  # the leader
    assert where(strike, "u02") == "" and "loss of a leader" in strike.purpose
    squad = do(
        struck(1, "1 1", UNITS | {"u01": "M17 6-6-6", "u03": "M17 5-4-6 broken"}), *("roll 6", "roll 1")
    )
    do(squad, "roll 1")
    assert {"broken", "dm"} <= flags(squad, "u01") and "dm" in flags(squad, "u03")
    graze = do(struck(2, "1 1"), "roll 5", "roll 2")
    assert "pinned" in flags(graze, "u01")
    wound = do(struck(2, "1 1"), "roll 2", "roll 5")
    assert "a wound" in wound.purpose
    cut = struck(1, "1 1", {"u01": "M17 6-6-6", "u03": "M18 6-6-6 broken", "g01": "O17 5-4-8"}, sniper="M20")
    assert kind(cut, "u03") == "3-4-6"


@pytest.mark.clause("ASL-A14.23")
@pytest.mark.clause("FF-INFO")
def test_concealed_units_are_one_target() -> None:
    """One die for the known squad, one for the two under the "?", then one of the two."""
    units = {"u01": "N19 6-6-6", "u02": "M17 6-6-6", "u03": "M17 6-6-6 concealed", "u04": "M17 9-1 concealed"}
    state = struck(2, "1 1", units | {"g01": "O17 5-4-8"}, sniper="M16")
    do(state, "roll 1", "roll 4")
    assert len(state.chance_outcomes()) == 60
    do(state, "roll 60")
    shown = [u for u in ("u03", "u04") if state.open >> UNIT[u] & 1]
    assert len(shown) == 1


@pytest.mark.clause("ASL-A14.4")
@pytest.mark.refuses("ASL-A14.4")
def test_the_sniper_is_looked_for() -> None:
    units = UNITS | {"u03": "M17 6-6-6", "u04": "M17 6-6-6 moved"}
    state = do(struck(2, "1 1", units), "roll 6", "roll 1", "roll 1", "roll 1")
    assert state.to_move == "us" and listed(state, "hunt") == {"hunt u02", "hunt u03"}
    assert rulings(state, "hunt u04") == {"ASL-A14.4"}
    assert hunt_drm(state, [UNIT["u03"]]) == -2 and hunt_drm(state, [UNIT["u02"]]) == -1
    do(state, "hunt u03", "done", "roll 4")
    assert state.san == [2, 2] and "ti" in flags(state, "u03")
    pinned = do(struck(2, "1 1", units), "roll 6", "roll 1", "roll 1", "roll 1", "hunt u03", "done", "roll 5")
    assert pinned.san == [2, 3] and pinned.snipers_down == ("german",)
    nobody = do(struck(2, "1 1", units), "roll 6", "roll 1", "roll 1", "roll 1", "done")
    assert nobody.san == [2, 3] and not nobody.snipers_down


@pytest.mark.clause("ASL-A14.2")
def test_posting() -> None:
    state = fight({"u01": "M17 6-6-6", "g01": "A19 5-4-8"})
    found = GRID.names(posts(state, "us"))
    assert "A18" in found and "A19" not in found and "M17" not in found
    assert all(GRID.distance(GRID.hex(name), GRID.hex("A19")) <= 6 for name in found)


@pytest.mark.clause("ASL-D5.34")
@pytest.mark.clause("ASL-D5.341")
@pytest.mark.parametrize(("die", "recalled"), [(1, True), (2, False)])
def test_a_crew_in_its_hatch_is_a_target(die: int, recalled: bool) -> None:
    """The place is O14; a Sherman in M14, its crew exposed, is nearer than any squad."""
    tanks = {"uv1": "M14 M4A1 N-NE N-NE exposed"}
    state = struck(die, "1 1", {"u01": "A8 6-6-6", "g01": "A19 5-4-8"}, vehicles=tanks)
    found = states(state, "uv1")
    assert "stunned" in found and "exposed" not in found and ("recalled" in found) is recalled


@pytest.mark.clause("ASL-A14.22")
def test_a_crew_behind_closed_hatches_is_no_target() -> None:
    tanks = {"uv1": "M14 M4A1 N-NE N-NE"}
    state = struck(1, "1 1", {"u01": "A8 6-6-6", "g01": "A19 5-4-8"}, vehicles=tanks)
    assert "stunned" not in states(state, "uv1")
