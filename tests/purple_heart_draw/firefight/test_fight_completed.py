"""Rules that were carried out in part before: compulsory fire, weapons of broken friends, snipers, Dash."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.concealment import drm
from grognard.games.purple_heart_draw.firefight.dash import covers, may_cover
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.sniper import nearest

from .fight import do, fight, flags, listed, rulings


@pytest.mark.clause("ASL-A8.312")
@pytest.mark.refuses("ASL-A8.312")
def test_who_is_charged_fires_with_all_it_has() -> None:
    """Under Final Fire markers too, and both squads of the Location in one group."""
    units = {"u01": "N17 6-6-6 berserk", "g01": "O17 5-4-8 final", "g02": "O17 5-4-8"}
    state = fight(units, "charge", all_found=True)  # the charge has one way to go
    assert rulings(state, "done") == {"ASL-A8.312"}
    do(state, "fire g02 O17")
    assert listed(state, "join") == {"join g01"} and rulings(state, "done") == {"ASL-A8.312"}
    do(state, "join g01", "dr 6 5")
    assert "final" in flags(state, "g01") and "first" in flags(state, "g02")


@pytest.mark.clause("ASL-A4.44")
@pytest.mark.refuses("ASL-A4.44")
def test_a_leader_takes_the_gun_of_a_broken_friend() -> None:
    units = {"u01": "M7 6-6-6 broken", "u02": "M7 9-1", "u03": "M7 6-6-6", "g01": "A19 5-4-8"}
    state = fight(units, "movement", guns={"umg1": "MMG u01"}, all_found=True)
    do(state, "lead u02")
    assert listed(state, "recover") == {"recover u02 umg1"}
    do(state, "recover u02 umg1", "roll 5")
    assert state.holder[GUN["umg1"]] == UNIT["u02"] and state.stack[-1].spent == 0  # type: ignore[attr-defined]
    late = do(fight(units, "rally", guns={"umg1": "MMG u01"}), "recover u02 umg1", "roll 6")
    assert late.holder[GUN["umg1"]] == UNIT["u01"]
    squad = do(fight(units, "movement", guns={"umg1": "MMG u01"}, all_found=True), "lead u03")
    assert "ASL-A4.44" in rulings(squad, "recover u03 umg1")


@pytest.mark.clause("ASL-A12.122")
def test_smoke_helps_concealment() -> None:
    units = {"u01": "M17 6-6-6", "g01": "A19 5-4-8"}
    hex_ = GRID.hex("M17")
    clear, hazy = fight(units), fight(units, smoke=((hex_, 2, "smoke"),))
    assert drm(hazy, UNIT["u01"]) == drm(clear, UNIT["u01"]) - 2


@pytest.mark.clause("ASL-A4.63")
def test_cover_is_judged_firer_by_firer() -> None:
    """H14 is open, with bocage towards H13."""
    open_hex, behind = GRID.hex("H14"), GRID.hex("H12")
    assert may_cover(open_hex) and covers(behind, open_hex) and not covers(GRID.hex("H16"), open_hex)
    assert not may_cover(GRID.hex("M17"))


@pytest.mark.clause("ASL-A14.22")
@pytest.mark.clause("ASL-A14.3")
@pytest.mark.clause("ASL-A14")
def test_a_sniper_is_a_target_of_the_other() -> None:
    units = {"u01": "A19 6-6-6", "g01": "O17 5-4-8"}
    posted = {"san": [2, 3], "snipers": [GRID.hex("M15"), GRID.hex("M17")], "phase": "Prep Fire Phase"}
    state = fight(units, **posted)
    assert [GRID.name[h] for h in nearest(state, "german", GRID.hex("M16"))] == ["M15"]
    for die, san, down in ((1, [1, 3], ()), (2, [2, 3], ("us",))):
        state = fight(units, **posted, roused=("german",))
        duel = _sniper(state, die)
        assert duel.san == san and duel.snipers_down == down


def _sniper(state: object, die: int) -> object:
    from grognard.games.purple_heart_draw.firefight.sniper import release

    release(state)  # type: ignore[arg-type]
    state.forget_choices()  # type: ignore[attr-defined]
    return do(state, f"roll {die}", "dr 1 1")  # type: ignore[arg-type]
