"""ASL-C2.2401: Gun duels."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.firefight import duels
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Burst, Shell
from grognard.web.purple_heart_draw_firefight.game_view import aim_page

from .fight import do, fight, flags, listed, rulings, states

# hull to the south-east, turret to the north-west: the M4A1 drives away and looks back
TANK = "D16 M4A1 SE-S NW-N exposed"


def driven(gun: str = "C14 StuG NW-N NW-N", **more: Any) -> Any:
    tanks = {"uv1": TANK, "gv1": gun}
    return do(fight({}, "movement", vehicles=tanks, all_found=True, **more), "drive uv1", "start")


def challenged(gun: str = "C14 StuG NW-N NW-N", **more: Any) -> Any:
    """The StuG has declared its shot."""
    return do(driven(gun, **more), "shell gv1 D16", "done")


@pytest.mark.clause("ASL-C2.2401")
@pytest.mark.parametrize(
    ("pointing", "total", "asked"), [("NW-N", 6, True), ("NE-SE", 4, True), ("SE-S", 1, False)]
)
def test_a_vehicle_that_is_hampered_no_more_may_fire_first(pointing: str, total: int, asked: bool) -> None:
    """A shot on the move counts 4; buttoned up 1, turned by one hexspine 3, by three 5."""
    state = do(driven(f"C14 StuG {pointing} {pointing}"), "shell gv1 D16")
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and duels.measure(state, frame) == total
    assert duels.measure(state, duels.claim(state, frame, "gun")) == 4
    do(state, "done")
    assert (listed(state, "duel") == {"duel gun"}) == asked
    assert (state.to_move == "us") == asked


@pytest.mark.clause("ASL-C2.2401")
def test_the_first_shot_silences_the_other() -> None:
    state = do(challenged(), "duel gun", "done", "dr 1 2", "dr 1 1")
    assert "wreck" in states(state, "gv1") and "wreck" not in states(state, "uv1")
    assert state.to_move == "german" and state.step.name == "vehicle reaction"


@pytest.mark.clause("ASL-C2.2401")
def test_a_shot_that_is_not_silenced_follows() -> None:
    state = do(challenged(), "duel gun", "done", "dr 6 5")
    assert state.to_move == "chance" and state.step.name == "to hit"
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and frame.side == "german" and "bounding" in states(state, "uv1")
    do(state, "dr 6 5")
    assert "first" in states(state, "gv1")


TIED = "C14 StuG NE-SE NE-SE"  # both count 4


def tied(*dice: str) -> Any:
    return do(challenged(TIED), "duel gun", "done", *dice)


@pytest.mark.clause("ASL-C2.2401")
@pytest.mark.parametrize(
    ("own", "answer", "order"),
    [("1 6", "1 2", "before"), ("1 5", "1 2", "together"), ("1 4", "1 2", "after")],
)
def test_hampered_alike_the_lower_dice_go_first(own: str, answer: str, order: str) -> None:
    """The StuG adds 3 turned, 1 buttoned up, 1 hindrance, less 1 for the size of the M4A1: 4; the M4A1 adds 4 on
    the move, 1 size, 1 hindrance, and its lower die again: 7. The number to hit is 10 for both.
    """
    state = tied(f"dr {own}", f"dr {answer}")
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and state.step.name == "to kill"
    assert frame.side == ("german" if order == "after" else "us")
    do(state, "dr 1 1")
    first, second = ("uv1", "gv1") if order == "after" else ("gv1", "uv1")
    assert "wreck" in states(state, first)
    if order == "together":
        do(state, "dr 1 1")
    assert ("wreck" in states(state, second)) == (order == "together")
    assert not any(isinstance(one, Shell) for one in state.stack)


@pytest.mark.clause("ASL-C2.2401")
def test_a_vehicle_that_is_left_able_answers_second() -> None:
    state = tied("dr 1 4", "dr 1 2", "dr 6 5")  # the StuG hits to no effect
    frame = state.stack[-1]
    assert isinstance(frame, Shell) and frame.side == "us" and state.step.name == "to kill"
    do(state, "dr 1 1")
    assert "wreck" in states(state, "gv1") and "wreck" not in states(state, "uv1")


@pytest.mark.clause("ASL-C2.2401")
def test_before_the_dice_the_page_shows_the_answer() -> None:
    state = challenged(TIED)
    state.__dict__["viewer"] = "us"
    found = aim_page(state, {"action": "duel gun"})
    assert found is not None and found["shot"]["need"] == 10 and not found["rolls"]
    do(state, "duel gun")
    assert listed(state, "load") and not listed(state, "against") and not listed(state, "target")


@pytest.mark.clause("ASL-C2.2401")
@pytest.mark.parametrize(("how", "asked"), [("open", True), ("concealed", False)])
def test_machine_guns_answer_infantry_in_sight(how: str, asked: bool) -> None:
    """A Panzerschreck in a building counts 2, machine guns nothing; a unit that was concealed is not answered."""
    words = "M15 5-4-8" + (" concealed" if how == "concealed" else "")
    tanks = {"uv1": "L16 M4A1 NE-SE NE-SE exposed"}
    state = fight({"g01": words}, "movement", guns={"gmg1": "PSK g01"}, vehicles=tanks, all_found=True)
    do(state, "drive uv1", "start", "engage gmg1 L16", "done")
    assert (listed(state, "duel") == {"duel mg"}) == asked
    if asked:
        do(state, "duel mg")
        assert isinstance(state.stack[-1], Burst)
        do(state, "done", "dr 1 1")
        while state.to_move == "chance" and state.step.name != "to hit":
            state.push(state.legal_actions()[-1])
        assert state.step.name == "vehicle reaction" and "broken" in flags(state, "g01")


@pytest.mark.refuses("ASL-C2.2401")
def test_who_does_not_claim_the_first_shot() -> None:
    assert rulings(challenged("C14 StuG NE-SE NE-SE"), "duel mg") == {"ASL-C2.2401"}  # no crew shows itself
    state = challenged("C14 StuG SE-S SE-S")
    assert rulings(state, "duel gun") == {"ASL-C2.2401"}  # the StuG is hampered less
    overrun = fight(
        {"g01": "D17 5-4-8"},
        "movement",
        vehicles={"uv1": "C17 M4A1 NE-SE NE-SE exposed", "gv1": "E17 StuG NE-SE NE-SE"},
        all_found=True,
    )
    do(overrun, "drive uv1", "start", "done", "overrun D17", "shell gv1 D17", "done")
    assert rulings(overrun, "duel gun") == {"ASL-C2.2401"} and overrun.to_move == "chance"


@pytest.mark.clause("ASL-C2.2401")
def test_the_option_turns_duels_off() -> None:
    state = challenged(options=Options(gun_duels="no"))
    assert state.to_move == "chance" and not listed(state, "duel")
