"""SB-13.0: sudden death, and the verdict at the end of the last turn."""

from __future__ import annotations

import pytest

from tests.sword_beach.build import SILENT, do, position, until, where

NORTH = ["0937", "0938", "0939", "0837"]
FAR = {"736/716": "0149"}  # a German who keeps out of the way


def ended(turn: int, units: dict[str, str] | None = None, cities=(), beachheads=("1640",), **more):
    """Plays the German half of a turn without a move, to the end of the game or the next turn."""
    units = {**FAR, **(units or {})}
    state = position(
        "german movement", turn, units, beachheads, markers={"allied_cities": list(cities)}, **SILENT, **more
    )
    while state.turn == turn and state.to_move == "german":
        do(state, "done")
    return state


@pytest.mark.clause("SB-13.0.a")
@pytest.mark.parametrize("turn", [1, 8, 16])
def test_without_a_beach_landing_hex_the_game_ends_at_once(turn):
    """No marker at the end of any turn: a German strategic victory, and nobody is to move."""
    state = ended(turn, {"8/3": "1540"}, beachheads=())
    assert state.outcome() == ("german", "strategic", "SB-13.0.a")
    assert state.to_move is None and state.turn == turn


@pytest.mark.clause("SB-13.0.a")
def test_one_marker_is_enough_to_play_on():
    """A single beachhead, with nobody in it and Germans all around, keeps the game alive."""
    state = ended(8, {"22/21": "1936", "125/21": "1835"}, beachheads=("1935",))
    assert state.outcome() is None and state.turn == 9


@pytest.mark.clause("SB-13.0.a")
def test_the_last_marker_falls_when_a_german_takes_its_hex():
    """22/21 drives into the empty beachhead at 1640: the marker is gone, and with the turn the game."""
    state = position("german movement", 8, {"22/21": "1540", "8/3": "0540"}, **SILENT)
    do(state, "move 22/21 1640")
    assert (
        where(state, "22/21") == "1640" and state.outcome() is None
    )  # judged at the end of the turn, not before
    while state.to_move == "german":
        do(state, "done")
    assert state.outcome() == ("german", "strategic", "SB-13.0.a")


@pytest.mark.clause("SB-13.0.a", "SB-13.0.c")
def test_sudden_death_comes_before_an_allied_victory():
    """At the end of GT 17 with northern Caen taken and no beach left the German wins."""
    assert ended(17, cities=NORTH, beachheads=()).outcome() == ("german", "strategic", "SB-13.0.a")


@pytest.mark.clause("SB-13.0.b")
def test_without_the_four_hexes_the_german_wins_at_the_end():
    """Nothing of Caen in Allied hands when GT 17 is over: a German operational victory."""
    assert ended(17).outcome() == ("german", "operational", "SB-13.0.b")


@pytest.mark.clause("SB-13.0.b", "SB-13.0.c")
@pytest.mark.parametrize("missing", NORTH)
def test_three_of_the_four_hexes_are_not_enough(missing):
    """Each of the four must be Allied, however much of southern Caen is."""
    cities = {*NORTH, "0838", "0839", "0940", "0738", "0739"} - {missing}
    assert ended(17, cities=sorted(cities)).outcome() == ("german", "operational", "SB-13.0.b")


@pytest.mark.clause("SB-13.0.c")
def test_the_four_northern_hexes_win_the_game():
    """Occupied or last occupied by Allied units at the end of GT 17: an Allied victory."""
    there = {"8/3": "0937", "9/3": "0938", "185/3": "0939", "152/51": "0837"}
    assert ended(17, there, NORTH).outcome() == ("allied", "victory", "SB-13.0.c")
    assert ended(17, {"8/3": "1540"}, NORTH).outcome() == ("allied", "victory", "SB-13.0.c")


@pytest.mark.clause("SB-13.0.c")
def test_a_hex_is_his_who_was_there_last():
    """22/21 goes into the empty hex 0939 in the last German turn and takes the victory with it."""
    state = position(
        "german movement", 17, {"22/21": "0940", "8/3": "1540"}, markers={"allied_cities": NORTH}, **SILENT
    )
    do(state, "move 22/21 0939")
    while state.to_move == "german":
        do(state, "done")
    assert state.outcome() == ("german", "operational", "SB-13.0.b")


@pytest.mark.clause("SB-13.0.c")
def test_an_allied_unit_takes_a_hex_by_ending_its_move_there():
    """8/3 enters 0939, the fourth hex, on GT 17, and the Allies win at the end of it."""
    state = position(
        "allied movement",
        17,
        {"8/3": "1039", **FAR},
        markers={"allied_cities": NORTH[:2] + NORTH[3:]},
        **SILENT,
    )
    do(state, "move 8/3 0939")
    until(state, "german movement")
    while state.to_move == "german":
        do(state, "done")
    assert state.outcome() == ("allied", "victory", "SB-13.0.c")


@pytest.mark.clause("SB-13.0.c")
def test_victory_is_judged_at_the_end_of_the_game_only():
    """All four hexes on GT 16 end nothing; an extended game is judged at its own end."""
    assert ended(16, cities=NORTH).outcome() is None
    assert ended(17, cities=NORTH, called=[10, 0], entered=[10, 0]).outcome() is None
    assert ended(22, cities=NORTH, called=[10, 0], entered=[10, 0]).outcome() == (
        "allied",
        "victory",
        "SB-13.0.c",
    )


@pytest.mark.clause("SB-13.0.d")
def test_german_zones_and_want_of_supply_do_not_matter():
    """Germans next to every one of the four hexes and around the beach: still an Allied victory."""
    germans = {"22/21": "0936", "125/21": "1038", "192/21": "0940", "857/346": "1639", "200/21": "1541"}
    assert ended(17, germans, NORTH).outcome() == ("allied", "victory", "SB-13.0.c")
