"""The Advance Phase: what lies under a "?" advances, weapons are left, hatches are opened; and desperation kept."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT

from .fight import do, fight, flags, listed, rulings, states, where

VEILED = {"u01": "M7 6-6-6 concealed", "u02": "M7 8-0 concealed", "g01": "A19 5-4-8"}


def slink(units: Any = None, **more: Any) -> Any:
    return fight(units or VEILED, "advance", **more)


def go(state: Any, words: str) -> Any:
    """The "?" advances, and the other side lets it."""
    do(state, words)
    return do(state, "done") if state.step.name == "glimpse" else state


@pytest.mark.clause("ASL-A4.7")
@pytest.mark.clause("ASL-A12.14.c")
@pytest.mark.clause("FF-INFO")
def test_a_marker_advances() -> None:
    """Both units of M7 go to L7, woods, and stay unknown; the enemy and an onlooker see the same with one unit."""
    state, other = slink(), slink({name: VEILED[name] for name in ("u01", "g01")})
    assert "slink M7 L7" in listed(state, "slink")
    for one in (state, other):
        go(one, "slink M7 L7")
    assert where(state, "u01") == where(state, "u02") == "L7"
    assert "concealed" in flags(state, "u01") and state.shrouds[0] >> GRID.hex("L7") & 1
    assert not state.shrouds[0] >> GRID.hex("M7") & 1
    for seat in ("german", "spectator"):
        assert state.view(seat) == other.view(seat)
    assert rulings(state, "slink L7 M7") == {"ASL-A12.14.c"}  # once


@pytest.mark.clause("ASL-A12.14.c")
@pytest.mark.refuses("ASL-A12.14.c")
def test_what_cannot_slink() -> None:
    for words in ("6-6-6", "6-6-6 concealed pinned", "6-6-6 concealed ti", "6-6-6 concealed advanced"):
        state = slink({"u01": f"M7 {words}", "u02": "A8 6-6-6 concealed", "g01": "A19 5-4-8"})
        assert rulings(state, "slink M7 L7") == {"ASL-A12.14.c"}, words
    assert "ASL-A12.14.c" in rulings(slink(), "slink M7 M9")  # not the next hex


@pytest.mark.clause("ASL-A4.72")
def test_not_where_it_is_too_hard() -> None:
    """Up from A8 to B9 costs all MF of a squad: it would be CX, and its "?" would tell."""
    state = slink({"u01": "A8 6-6-6 concealed", "g01": "A19 5-4-8"})
    assert "slink A8 B9" not in listed(state, "slink") and "advance u01 B9" in listed(state, "advance")
    assert "slink A8 A9" in listed(state, "slink")


@pytest.mark.clause("ASL-A12.14.c")
def test_the_marker_is_lost_in_the_open_in_sight() -> None:
    """From C18 to C17, open to A17; a broken squad there, or a concealed one, takes no "?" away."""
    units = {"u01": "C18 6-6-6 concealed", "g01": "A17 5-4-8", "u02": "A8 6-6-6 concealed"}
    seen = go(slink(units), "slink C18 C17")
    assert seen.open >> UNIT["u01"] & 1 and "concealed" not in flags(seen, "u01")
    for words in ("5-4-8 broken", "5-4-8 concealed"):
        state = go(slink(units | {"g01": f"A17 {words}"}), "slink C18 C17")
        assert not state.open >> UNIT["u01"] & 1, words


@pytest.mark.clause("ASL-A11.19")
def test_into_close_combat_under_the_marker() -> None:
    """It halves the fire at it, and may ambush: the enemy is met by what is under a "?"."""
    units = {"u01": "M7 6-6-6 concealed", "g01": "L7 5-4-8", "u02": "A8 6-6-6"}
    state = go(slink(units), "slink M7 L7")
    if state.step.name == "advance":
        do(state, "done")
    assert state.step.name == "ambush" and state.veiled >> UNIT["u01"] & 1


@pytest.mark.clause("ASL-B28.4")
def test_mines_uncover_what_advances_into_them() -> None:
    state = go(slink(mines=[(), ((GRID.hex("L7"), 6),)]), "slink M7 L7")
    assert state.open >> UNIT["u01"] & 1 and "mines" in state.purpose


@pytest.mark.clause("ASL-A12.11")
def test_dummies_advance_in_a_tm_scenario() -> None:
    dummies = [1 << GRID.hex("M7"), 0]
    units = {"u01": "A8 6-6-6", "g01": "A19 5-4-8"}
    state = fight(units, "advance", scene="mission-us-clear", dummies=dummies)
    go(state, "slink M7 L7")
    assert state.dummies[0] == 1 << GRID.hex("L7")
    assert rulings(state, "slink L7 M7") == {"ASL-A12.14.c"}


# ---------------------------------------------------------------- weapons that are left


@pytest.mark.clause("ASL-A4.43")
@pytest.mark.refuses("ASL-A4.43")
def test_a_weapon_is_left() -> None:
    """On the way and in the Advance Phase, free; not by a broken unit, and not one of the enemy's."""
    units = {"u01": "M17 6-6-6", "u02": "N17 6-6-6 broken", "g01": "A19 5-4-8"}
    guns = {"umg1": "MMG u01", "umg2": "MMG u02", "gmg1": "LMG g01"}
    state = fight(units, "advance", guns=guns)
    assert listed(state, "shed") == {"shed umg1"}
    assert rulings(state, "shed umg2") == rulings(state, "shed gmg1") == {"ASL-A4.43"}
    do(state, "shed umg1")
    assert state.holder[GUN["umg1"]] == -1 and state.gun_at[GUN["umg1"]] == GRID.hex("M17")
    way = do(fight(units, "movement", guns=guns), "lead u01")
    assert listed(way, "shed") == {"shed umg1"}
    do(way, "shed umg1", "go M16")
    assert way.gun_at[GUN["umg1"]] == GRID.hex("M17") and where(way, "u01") == "M16"


@pytest.mark.clause("ASL-A4.43")
def test_a_weapon_left_in_the_stream_is_lost() -> None:
    units = {"u01": "X12 6-6-6", "g01": "AA14 5-4-8"}
    state = do(fight(units, "advance", scene="phd-3", guns={"umg1": "MMG u01"}), "shed umg1")
    assert state.gun_kind[GUN["umg1"]] == "" and state.gun_at[GUN["umg1"]] == -1


# ---------------------------------------------------------------- hatches


@pytest.mark.clause("ASL-D5.33")
@pytest.mark.refuses("ASL-D5.33")
def test_hatches_in_the_advance_phase() -> None:
    """Once in the phase; not a crew that is stunned, and nobody shows itself in a building."""
    tanks = {
        "uv1": "M18 M4A1 N-NE N-NE exposed",
        "uv2": "M16 M4A1 N-NE N-NE stunned",
        "uv3": "M14 M4A1 N-NE N-NE",
        "gv1": "A19 StuG N-NE N-NE",
    }
    state = fight({"u01": "A8 6-6-6"}, "advance", vehicles=tanks)
    assert listed(state, "hatch") == {"hatch uv1"}
    for other in ("uv2", "uv3", "gv1"):
        assert rulings(state, f"hatch {other}") == {"ASL-D5.33"}
    do(state, "hatch uv1")
    assert "exposed" not in states(state, "uv1")
    assert rulings(state, "hatch uv1") == {"ASL-D5.33"}
    shut = do(fight({"u01": "A8 6-6-6"}, "advance", vehicles={"uv1": "M18 M4A1 N-NE N-NE"}), "hatch uv1")
    assert "exposed" in states(shut, "uv1")


# ---------------------------------------------------------------- desperation


@pytest.mark.clause("ASL-A10.62")
@pytest.mark.refuses("ASL-A10.62")
def test_desperation_is_kept_in_the_open() -> None:
    """M18 is open, M14 a house: there it ends with the Rally Phase."""
    units = {
        "u01": "M18 6-6-6 broken dm",
        "u02": "M14 6-6-6 broken dm",
        "u03": "N18 6-6-6 broken dm",
        "g01": "A19 5-4-8",
    }
    state = fight(units, "rally")
    assert listed(state, "despair") == {"despair u01", "despair u03"}
    assert rulings(state, "despair u02") == {"ASL-A10.62"}
    do(state, "despair u01")
    assert rulings(state, "despair u01") == {"ASL-A10.62"}
    while "rally" in state.step.name:
        do(state, "done")
    assert [("dm" in flags(state, name)) for name in ("u01", "u02", "u03")] == [True, False, False]
    assert state.desperate == 0


@pytest.mark.clause("ASL-A12.14.d")
@pytest.mark.refuses("ASL-A12.14.d")
def test_a_concealed_enemy_shows_itself() -> None:
    """g01 sees C17 as Open Ground: it shows itself, and both are known. g02 does not see it."""
    units = {"u01": "C18 6-6-6 concealed", "g01": "A17 5-4-8 concealed", "g02": "J20 5-4-8 concealed"}
    state = do(slink(units), "slink C18 C17")
    assert (state.to_move, state.step.name) == ("german", "glimpse")
    assert listed(state, "challenge") == {"challenge g01"}
    assert rulings(state, "challenge g02") == {"ASL-A12.14.d"}
    do(state, "challenge g01")
    assert all(state.open >> UNIT[name] & 1 for name in ("g01", "u01")) and not state.open >> UNIT["g02"] & 1
    assert state.stealth == [0, 0] and state.step.name != "glimpse"


@pytest.mark.clause("ASL-A12.14.d")
@pytest.mark.clause("FF-INFO")
def test_it_is_asked_whether_it_can_or_not() -> None:
    """Beside woods nothing can be done about the "?"; the side is asked all the same, and sees no number."""
    units = {"u01": "M7 6-6-6 concealed", "g01": "A17 5-4-8 concealed"}
    for more in ({}, {"u02": "M7 6-6-6 concealed"}):
        state = do(slink(units | more), "slink M7 L7")
        assert (state.to_move, [str(a) for a in state.legal_actions()]) == ("german", ["done"])


@pytest.mark.clause("ASL-A12.14.c")
@pytest.mark.clause("ASL-A10.531")
def test_the_crew_of_a_vehicle_takes_the_marker_away() -> None:
    """An assault gun in A17 sees C17, which is open; from L7, woods, it could not."""
    units = {"u01": "C18 6-6-6 concealed", "u02": "A8 6-6-6 concealed"}
    state = do(slink(units, vehicles={"gv1": "A17 StuG NE-SE NE-SE"}), "slink C18 C17")
    assert state.open >> UNIT["u01"] & 1
