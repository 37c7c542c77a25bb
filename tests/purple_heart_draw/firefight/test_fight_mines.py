"""Mines: laid in secret, they attack on the way in and on the way out."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.fire_effects import about_attack
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight, Leaving
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import modifiers, total_firepower
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import do, fight, flags, listed, rulings, where

GERMAN = Firefight.sides.index("german")
UNITS = {"u01": "M16 6-6-6", "g01": "P8 5-4-8"}


def field(units: Any = UNITS, at: str = "movement", mined: str = "M17", **more: Any) -> Any:
    laid: list[Any] = [(), ()]
    laid[GERMAN] = ((GRID.hex(mined), 6),)
    return fight(units, at, mines=laid, all_found=True, **more)


@pytest.mark.clause("ASL-B28")
@pytest.mark.clause("PHD-n.bal.ff")
@pytest.mark.refuses("ASL-B28")
def test_they_are_laid_in_secret() -> None:
    state = do(deal("phd-2-infantry", Options(balance="german")), "mine M16", "mine M17")
    assert dict(state.mines[GERMAN]) == {GRID.hex("M17"): 6}  # 6 factors: one hex
    assert "Own mines: M17" in screen(state, "german") and "ines: M17" not in screen(state, "us")
    assert "mines" not in str(stacks(state.known_to("us"))) and "mines 6" in str(
        stacks(state.known_to("german"))
    )
    assert rulings(state, "mine A6") == {"ASL-B28"}  # outside the set-up area
    assert "ASL-B28" in rulings(deal("phd-2-infantry", Options()), "mine M17")


@pytest.mark.clause("ASL-B28.4")
@pytest.mark.clause("ASL-B28.41")
def test_they_attack_who_enters() -> None:
    state = do(field(), "move u01 M17")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.kind == "mines" and modifiers(state, frame) == []
    assert total_firepower(state, frame) == 6 and frame.firepower == 0  # the frame does not tell how strong
    assert about_attack(state, frame) == "mines in M17" and dict(state.mines_found) == {GRID.hex("M17"): 0}
    do(state, "dr 6 6")
    assert dict(state.mines_found) == {GRID.hex("M17"): 0} and "Mines: M17" in screen(state, "us")
    two = do(field(), "move u01 M17", "dr 1 1")
    assert dict(two.mines_found) == {GRID.hex("M17"): 6}


@pytest.mark.clause("ASL-B28.412")
def test_the_attack_on_leaving_comes_first() -> None:
    state = do(field(mined="M16"), "move u01 M17")
    assert isinstance(state.stack[-2], Leaving) and where(state, "u01") == "M16"
    do(state, "dr 6 6")
    assert where(state, "u01") == "M17"
    stopped = do(field(mined="M16"), "move u01 M17", "dr 2 3", "roll 12")
    assert where(stopped, "u01") in ("M16", "")


@pytest.mark.clause("ASL-B28.412")
def test_who_breaks_stays() -> None:
    state = do(field(mined="M16"), "move u01 M17", "dr 2 3", "roll 9")
    assert where(state, "u01") == "M16" and "broken" in flags(state, "u01")


@pytest.mark.clause("ASL-B28.4")
def test_advance_and_rout() -> None:
    state = do(field(at="advance"), "advance u01 M17")
    assert isinstance(state.stack[-1], Attack) and where(state, "u01") == "M17"
    out = do(field(at="advance", mined="M16"), "advance u01 M17")
    assert where(out, "u01") == "M16"
    do(out, "dr 6 6")
    assert where(out, "u01") == "M17" and "advance u01 M18" not in listed(out, "advance")


@pytest.mark.clause("ASL-B28.4")
def test_a_rout_through_mines() -> None:
    units = {"u01": "M16 6-6-6 broken dm", "g01": "M18 5-4-8"}
    state = field(units, "rout", mined="M16")
    way = next(iter(sorted(listed(state, "rout") | listed(state, "crawl"))))
    do(state, way)
    if way.startswith("rout"):
        do(state, next(iter(sorted(listed(state, "go")))))
        assert isinstance(state.stack[-1], Attack) and state.stack[-1].kind == "mines"
        do(state, "dr 6 6")
        assert where(state, "u01") != "M16"


def test_a_way_stops_at_mines() -> None:
    state = do(field({**UNITS, "u01": "M15 6-6-6"}, mined="M16"), "lead u01", "onward M17")
    assert isinstance(state.stack[-1], Attack)
    do(state, "dr 6 6")
    while state.step.name == "reaction":
        do(state, "done")
    assert where(state, "u01") == "M16" and state.step.name == "way"


@pytest.mark.clause("FF-SETUP.3")
def test_no_dummies_on_the_cards() -> None:
    """Every "?" covers a real unit."""
    state = deal("phd-2-infantry", Options())
    for n in range(1, 10):
        do(state, f"place g{n:02} P{n + 10}")
    do(state, "done", "done")
    covered = {state.at[UNIT[f"g{n:02}"]] for n in range(1, 10)}
    assert {at for at in covered if state.shrouds[GERMAN] >> at & 1} == covered
    assert state.shrouds[GERMAN].bit_count() == len(covered)
