"""Where routs lead, who does not rout, and what Low Crawl and Guns do to them."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.eyes import could_interdict
from grognard.games.purple_heart_draw.firefight.forces import GUN, GUN_NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.position import GUN_FLAGS, Attack, Snare
from grognard.games.purple_heart_draw.firefight.prison import gives_up
from grognard.games.purple_heart_draw.firefight.routing import may_rout, may_step, must_rout
from grognard.games.purple_heart_draw.firefight.tank_watch import is_interdicted

from .fight import do, fight, listed, rulings, where


def at(name: str) -> int:
    return int(GRID.hex(name))


@pytest.mark.clause("ASL-A10.51")
def test_an_enemy_seen_before_is_still_shunned() -> None:
    """From A9, in sight of A6, a rout leads over B10, which A6 does not see, but not on to B9, which is nearer."""
    state = fight({"u01": "A6 6-6-6", "g01": "A9 5-4-8 broken dm"}, "rout")
    assert may_step(state, "german", at("A9"), at("B10")) and may_step(state, "german", at("B10"), at("B9"))
    assert not may_step(state, "german", at("B10"), at("B9"), (at("A9"),))
    assert may_step(state, "german", at("B10"), at("B11"), (at("A9"),))


@pytest.mark.clause("ASL-A19.12")
def test_a_disrupted_unit_does_not_rout_from_enemies_beside_it() -> None:
    """It surrenders; if it cannot it stays, and is not lost for failing to rout. From Open Ground it routs."""
    woods = {"u01": "M7 6-6-6 broken dm disrupted", "g01": "M8 5-4-8"}
    state = fight(woods, "rout")
    assert gives_up(state, UNIT["u01"]) and not must_rout(state, UNIT["u01"])
    kept = fight(woods, "rout", no_quarter=("us",))
    assert not gives_up(kept, UNIT["u01"]) and not may_rout(kept, UNIT["u01"])
    assert "ASL-A10.5" in rulings(kept, "rout u01 L6")
    do(kept, "done") if kept.step.name == "rout" else None
    assert where(kept, "u01") == "M7"
    whole = fight(woods | {"u01": "M7 6-6-6 broken dm"}, "rout", no_quarter=("us",))
    assert must_rout(whole, UNIT["u01"])
    berserk = fight(woods | {"g01": "M8 5-4-8 berserk"}, "rout", no_quarter=("us",))
    assert must_rout(berserk, UNIT["u01"])
    bare = fight({"u01": "M17 6-6-6 broken disrupted", "g01": "M19 5-4-8"}, "rout")
    assert must_rout(bare, UNIT["u01"]) and may_rout(bare, UNIT["u01"])


@pytest.mark.clause("ASL-A10.52")
@pytest.mark.clause("ASL-A10.4")
def test_a_crawl_leaves_what_is_too_heavy() -> None:
    """An HMG of 5 PP is more than a squad carries freely."""
    units = {"u01": "O17 6-6-6 broken dm", "g01": "O19 5-4-8"}
    state = do(fight(units, "rout", guns={"umg1": "HMG u01"}), "crawl u01 O16")
    assert where(state, "u01") == "O16" and state.gun_at[GUN["umg1"]] == at("O17")
    assert state.holder[GUN["umg1"]] < 0


@pytest.mark.clause("ASL-A10.52")
@pytest.mark.clause("ASL-B28.4")
def test_a_crawl_into_and_out_of_mines() -> None:
    units = {"u01": "O17 6-6-6 broken dm", "g01": "O19 5-4-8"}
    into = do(fight(units, "rout", mines=[(), ((at("O16"), 6),)]), "crawl u01 O16")
    assert isinstance(into.stack[-1], Attack) and into.stack[-1].kind == "mines"
    out = do(fight(units, "rout", mines=[(), ((at("O17"), 6),)]), "crawl u01 O16")
    assert isinstance(out.stack[-1], Attack) and where(out, "u01") == "O17"
    do(out, "dr 6 6")
    assert where(out, "u01") == "O16"


@pytest.mark.clause("ASL-A10.533")
def test_a_crawl_into_enemies_nobody_saw() -> None:
    units = {"u01": "O17 6-6-6 broken dm", "g01": "O19 5-4-8", "g02": "O16 5-4-8 concealed"}
    state = do(fight(units, "rout"), "crawl u01 O16")
    assert isinstance(state.stack[-1], Snare)


@pytest.mark.clause("ASL-A10.52")
def test_no_crawl_in_a_stream() -> None:
    """In the stream X12 and into it from X11."""
    units = {"u01": "X12 6-6-6 broken dm", "g01": "X14 5-4-8"}
    assert listed(fight(units, "rout", scene="phd-3"), "crawl") == set()
    beside = fight(units | {"u01": "X11 6-6-6 broken dm"}, "rout", scene="phd-3")
    assert "crawl u01 X12" not in listed(beside, "crawl") and listed(beside, "crawl")


@pytest.mark.clause("ASL-A10.532")
def test_who_does_not_interdict() -> None:
    units = {"g01": "E17 5-4-8", "u01": "C17 6-6-6 broken dm"}
    assert could_interdict(fight(units, "rout"), UNIT["g01"], at("C17"), "us")
    for word in ("pinned", "cx", "melee", "broken"):
        foe = {"u02": "E17 6-6-6 melee"} if word == "melee" else {}
        state = fight(units | {"g01": f"E17 5-4-8 {word}"} | foe, "rout")
        assert not could_interdict(state, UNIT["g01"], at("C17"), "us"), word
    ringed = fight(units, "rout", encircled=[0, 1 << at("E17")])
    assert not could_interdict(ringed, UNIT["g01"], at("C17"), "us")


def watched(goal: str = "C17", spine: str = "SW-NW", marks: tuple[str, ...] = (), crew: str = "") -> bool:
    names = list(GUN_NAMES)
    state = fight(
        {"g09": f"E17 2-2-8 {crew}", "u01": "A19 6-6-6 broken dm"},
        "rout",
        guns={"gmg7": "50L g09"},
        pointing=[SPINES.index(spine) if name == "gmg7" else 0 for name in names],
        gun_flags=[GUN_FLAGS.read(marks) if name == "gmg7" else 0 for name in names],
    )
    return is_interdicted(state, "us", at(goal))


@pytest.mark.clause("ASL-A10.532.ord")
def test_a_gun_interdicts_in_its_arc() -> None:
    """A 5cm PaK in E17 towards C17; not behind it, broken, pinned, CX, or with its crew broken."""
    assert watched()
    assert not watched(spine="NE-SE") and not watched(marks=("broken",))
    assert not watched(crew="pinned") and not watched(crew="cx") and not watched(crew="broken")
    assert not watched(crew="concealed")  # ASL-A10.533
