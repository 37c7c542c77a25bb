"""Off-board artillery: contact, access, the round and its error, fire for effect, and what stays secret."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.facts import UNKNOWN
from grognard.core.hexes import OFF
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import (
    artillery,
    fire_for_effect,
    observer,
    shelled_vehicles,
    vehicles,
)
from grognard.games.purple_heart_draw.firefight.eyes import air
from grognard.games.purple_heart_draw.firefight.forces import UNIT, VEHICLE_NUMBER
from grognard.games.purple_heart_draw.firefight.options import Options
from grognard.games.purple_heart_draw.firefight.places import Place
from grognard.games.purple_heart_draw.firefight.position import (
    Bombardment,
    Firefight,
    Opportunity,
    PlayerTurn,
)
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.shots import Exposure
from grognard.games.purple_heart_draw.firefight.sight import sight
from grognard.games.purple_heart_draw.firefight.units import morale
from grognard.web.purple_heart_draw_firefight.artillery import artillery_page, rounds

from .fight import do, fight, flags, kind, listed, rulings, step, where

US, GERMAN = Firefight.sides.index("us"), Firefight.sides.index("german")
UNITS = {"u05": "K29 8-0", "u01": "K29 6-6-6", "g01": "N31 5-4-8", "g02": "A35 5-4-8"}


def battery(units: Any = UNITS, at: str = "prep fire", mover: str = "us", **more: Any) -> Firefight:
    """The US 81mm battery of PHD-4 at its opportunity, with the radio at u05 in K29."""
    facts: dict[str, Any] = {
        "scene": "phd-4-infantry",
        "all_found": True,
        "module": ["us-81", ""],
        "net": ["silent", ""],
        "pile": [(10, 3), (0, 0)],
        "radio": [UNIT["u05"], -1],
        "phase": "Prep Fire Phase" if mover == "us" else "Defensive Fire Phase",
        "stack": (PlayerTurn(step=step(at)), Opportunity("us")),
    }
    return fight(units, at, mover, **(facts | more))


def ready(units: Any = UNITS, **more: Any) -> Firefight:
    """Contact and access: orders are due."""
    return do(battery(units, net=["contact", ""], access=[1, 0], **more), "contact", "roll 2")


def spotted(hex_: str = "N31", units: Any = UNITS, **more: Any) -> Firefight:
    """A spotting round in a hex, contact and access."""
    return ready(units, round=["SR", ""], round_at=[GRID.hex(hex_), OFF], **more)


@pytest.mark.clause("ASL-C1.2")
@pytest.mark.clause("ASL-C1.1")
def test_contact_takes_8_and_less_to_keep() -> None:
    state = battery()
    assert artillery.contact_chance(state, "us") == Fraction(26, 36)
    assert do(battery(), "contact", "roll 8").net[US] == "contact"
    assert do(battery(), "contact", "roll 9").net[US] == "silent"
    kept = {"net": ["contact", ""]}
    assert artillery.contact_chance(battery(**kept), "us") == Fraction(33, 36)  # 2 off: up to 10
    assert do(battery(**kept), "contact", "roll 10").net[US] == "contact"
    assert do(battery(**kept), "contact", "roll 11").net[US] == "silent"
    broken = do(battery(), "contact", "roll 12")
    assert broken.net[US] == "broken" and isinstance(broken.stack[-1], PlayerTurn)


@pytest.mark.clause("ASL-C1.6")
@pytest.mark.refuses("ASL-C1.6")
def test_the_observer_does_nothing_else() -> None:
    units = UNITS | {"u05": "K29 8-1", "g01": "N31 5-4-8"}
    state = do(battery(units), "contact", "roll 9")
    assert state.observing[US] == UNIT["u05"] and "done" in {str(a) for a in state.legal_actions()}
    do(state, "fire u01 N31")
    assert listed(state, "direct") == set()  # he works the radio
    later = fight(units, "movement", observing=[UNIT["u05"], -1])
    assert rulings(later, "move u05 K28") == {"ASL-C1.6"} and "lead u01" in listed(later, "lead")
    assert rulings(battery(units | {"u05": "K29 8-1 broken"}), "contact") == {"ASL-C1.6"}
    assert [str(a) for a in battery(units | {"u05": "K29 8-1 broken"}).legal_actions()] == ["done"]


@pytest.mark.clause("ASL-C1.21")
@pytest.mark.clause("ASL-C1.211")
@pytest.mark.clause("ASL-C1.211.card")
@pytest.mark.refuses("ASL-C1.21")
def test_a_chit_gives_access_and_the_second_red_ends_it() -> None:
    state = do(battery(), "contact", "roll 5")
    assert {str(a): c for a, c in state.chance_outcomes()} == {
        "draw black": Fraction(10, 13),
        "draw red": Fraction(3, 13),
    }
    black = do(state, "draw black")
    assert black.access[US] == 1 and black.pile[US] == (9, 3)
    red = do(battery(), "contact", "roll 5", "draw red")
    assert red.access[US] == 0 and red.pile[US] == (10, 2) and red.net[US] == "contact"
    assert rulings(battery(), "request N31") == {"ASL-C1.21", "ASL-C1.3"}  # no access yet
    last = do(battery(reds=[1, 0]), "contact", "roll 5", "draw red")
    assert last.net[US] == "lost" and last.reds[US] == 2


@pytest.mark.clause("ASL-C1.3")
@pytest.mark.clause("ASL-C1.31")
@pytest.mark.refuses("ASL-C1.3")
def test_a_request_lands_or_errs() -> None:
    state = ready()
    assert rulings(state, "request A35") == {"ASL-C1.3"}  # out of LOS
    do(state, "request N31")
    assert {str(a) for a, _ in state.chance_outcomes()} == {f"roll {n}" for n in range(1, 7)}
    exact = do(ready(), "request N31", "roll 2")
    assert (exact.round[US], GRID.name[exact.round_at[US]], exact.exact[US]) == ("SR", "N31", 1)
    missed = do(ready(), "request N31", "roll 3", "dr 1 2")  # north, 2 hexes
    assert (GRID.name[missed.round_at[US]], missed.exact[US]) == ("N29", 0)
    assert isinstance(missed.stack[-1], PlayerTurn) and kind(missed, "g01") == "5-4-8"
    off = do(ready(UNITS | {"g01": "L34 5-4-8"}), "request L34", "roll 6", "dr 4 6")
    assert off.round[US] == "" and off.access[US] == 1  # off the map: lost


@pytest.mark.clause("ASL-C1.3")
def test_hindrances_spoil_the_accuracy() -> None:
    clear = artillery.order_for(ready(), Opportunity("us", free=True), GRID.hex("N31"))
    base = artillery.fall_chances(ready(), clear)[GRID.hex("N31")]
    thick = ready(smoke=((GRID.hex("N31"), 2, "smoke"),))
    assert base == Fraction(2, 6) and artillery.fall_chances(thick, clear).get(GRID.hex("N31"), 0) == 0
    assert sum(artillery.fall_chances(thick, clear).values()) == 1


@pytest.mark.clause("ASL-C1.21.extra")
def test_enemies_nobody_knows_need_an_extra_chit() -> None:
    units = UNITS | {"g01": "N32 5-4-8 concealed"}
    wooded = ready(units | {"g01": "O32 5-4-8 concealed"})
    known = ready()
    assert not observer.needs_proof(known, "us", GRID.hex("N31"))
    assert not observer.needs_proof(known, "us", GRID.hex("K26"))  # nobody is there
    hexes = [h for h in GRID.name if observer.needs_proof(wooded, "us", h)]
    assert GRID.hex("O32") in hexes
    goal = next(h for h in hexes if f"request {GRID.name[h]}" in listed(wooded, "request"))
    before = wooded.pile[US]
    do(wooded, f"request {GRID.name[goal]}", "draw red")
    assert wooded.access[US] == 0 and wooded.pile[US] == before and wooded.reds[US] == 0


@pytest.mark.clause("ASL-C1.33")
@pytest.mark.clause("ASL-C1.7")
@pytest.mark.clause("ASL-C1.5")
@pytest.mark.refuses("ASL-C1.33")
@pytest.mark.refuses("ASL-C1.7")
def test_a_round_becomes_a_fire_for_effect() -> None:
    state = spotted()
    assert {"convert", "cancel", "done"} <= {str(a) for a in state.legal_actions()}
    assert rulings(state, "spot") == {"ASL-C1.33"} and rulings(ready(), "convert") == {"ASL-C1.33"}
    do(state, "convert")
    assert {str(a) for a in state.legal_actions()} == {"mission HE", "mission WP", "mission harassing"}
    assert rulings(state, "mission smoke") == {"ASL-C1.7"}
    do(state, "mission HE")
    assert state.round[US] == "FFE:1" and state.shells[US] == (16, 16, 1)
    frame = state.stack[-1]
    assert isinstance(frame, Bombardment) and frame.hexes == (GRID.hex("N31"),)  # the only hex with units
    do(state, "dr 6 6")
    assert flags(state, "g01") == set() and isinstance(state.stack[-1], PlayerTurn)


@pytest.mark.clause("ASL-C1.5")
@pytest.mark.clause("ASL-C1.32")
@pytest.mark.clause("FF-SEQ.3")
def test_it_falls_twice_and_then_lies_there() -> None:
    lying = {
        "round": ["FFE:1", ""],
        "round_at": [GRID.hex("N31"), OFF],
        "mission": ["HE", ""],
        "shells": [(16, 16, 1), ()],
        "net": ["contact", ""],
        "access": [1, 0],
    }
    second = do(battery(**lying), "contact", "roll 3", "done", "dr 6 6")
    assert second.round[US] == "FFE:C" and second.fading[US] == 0
    lost = do(battery(**lying), "contact", "roll 11", "dr 6 6")
    assert lost.round[US] == "FFE:C" and lost.fading[US] == 1 and lost.net[US] == "silent"
    assert observer.blast_area(second, "us") == GRID.within(1 << GRID.hex("N31"), 1)
    artillery.end_rally(lost)
    assert lost.round[US] == "" and lost.access[US] == 0 and lost.shells[US] == ()


@pytest.mark.clause("ASL-C1.34")
def test_a_fire_that_is_over_needs_a_new_chit() -> None:
    lying = {
        "round": ["FFE:C", ""],
        "round_at": [GRID.hex("N31"), OFF],
        "mission": ["HE", ""],
        "shells": [(16, 16, 1), ()],
        "net": ["contact", ""],
        "access": [1, 0],
    }
    state = do(battery(**lying), "contact", "roll 3", "draw black")
    assert {"convert", "spot"} <= {str(a) for a in state.legal_actions()}
    again = do(state, "spot")
    assert again.round[US] == "SR" and again.shells[US] == () and again.access[US] == 1
    none = do(battery(**lying), "contact", "roll 3", "draw black", "done")
    assert none.round[US] == "" and none.access[US] == 0
    red = do(battery(**lying), "contact", "roll 3", "draw red")
    assert red.round[US] == ""


@pytest.mark.clause("ASL-C1.22")
def test_who_does_not_call_loses_contact() -> None:
    seen = do(
        battery(net=["contact", ""], access=[1, 0], round=["SR", ""], round_at=[GRID.hex("N31"), OFF]), "done"
    )
    assert (seen.net[US], seen.round[US], seen.access[US]) == ("silent", "SR", 1)
    blind = do(
        battery(net=["contact", ""], access=[1, 0], round=["SR", ""], round_at=[GRID.hex("A35"), OFF]), "done"
    )
    assert (blind.net[US], blind.round[US], blind.access[US]) == ("silent", "", 0)


@pytest.mark.clause("ASL-C1.4")
@pytest.mark.clause("ASL-C1.33")
@pytest.mark.refuses("ASL-C1.4")
def test_a_correction_errs_by_a_third() -> None:
    state = spotted("N30")
    assert rulings(state, "correct N30") == {"ASL-C1.4"}
    do(state, "correct N31", "roll 6", "dr 4 6")
    assert GRID.name[state.round_at[US]] == "N32" and state.round[US] == "SR"  # 1 hex at most
    at_once = do(spotted("N30"), "shift N31", "roll 1", "mission HE", "dr 6 6")
    assert (at_once.round[US], GRID.name[at_once.round_at[US]]) == ("FFE:1", "N31")
    far = spotted("K26")
    order = artillery.order_for(far, far.stack[-1], GRID.hex("L33"), "shift")  # type: ignore[arg-type]
    assert [m.amount for m in artillery.accuracy(far, order) if m.clause == "ASL-C1.33"] == [1]  # 7 hexes
    forced = spotted("A35")
    assert listed(forced, "shift") == set() and rulings(forced, "convert") == {"ASL-C1.33"}
    do(forced, "correct H28")  # never accurate, and no limit to the error
    assert len(list(forced.chance_outcomes())) == 36
    assert GRID.name[do(forced, "dr 1 5").round_at[US]] == "H23"


@pytest.mark.clause("ASL-C1.5")
@pytest.mark.clause("ASL-B27.3")
def test_cover_against_shells() -> None:
    state = spotted()
    frame = Bombardment("us", 16, 16, (GRID.hex("N31"),))
    assert fire_for_effect.drm(state, frame, GRID.hex("N31"), Exposure()) in (0, 1)
    assert fire_for_effect.drm(state, frame, GRID.hex("N31"), Exposure(dug=True)) == 4
    assert fire_for_effect.drm(state, frame, GRID.hex("N31"), Exposure(dug=True), critical=True) == -4
    fates = fire_for_effect.chances(state, "us", 16, 16, GRID.hex("N31"))[UNIT["g01"]]
    assert sum(fates.values()) == 1 and fates["broken"] > Fraction(1, 4)


@pytest.mark.clause("ASL-C1.53")
@pytest.mark.clause("ASL-C1.54")
def test_a_critical_hit_and_the_own_side() -> None:
    units = {"u05": "K29 8-0", "u01": "N31 6-6-6", "g01": "N31 5-4-8", "g02": "A35 5-4-8"}
    state = do(spotted(units=units), "convert", "mission HE")
    assert morale(state, UNIT["u01"]) == 5 and morale(state, UNIT["g01"]) == 8
    do(state, "dr 1 1")
    assert {str(a) for a, _ in state.chance_outcomes()} == {f"roll {n}" for n in range(1, 61)}
    do(state, "roll 1")
    assert kind(state, "u01") == "" and kind(state, "g01") == ""  # 32 FP on the one, 16 on the other


@pytest.mark.clause("ASL-C1.51")
def test_shells_fall_on_who_enters() -> None:
    lying = {
        "scene": "phd-4-infantry",
        "all_found": True,
        "round": ["FFE:C", ""],
        "round_at": [GRID.hex("N31"), OFF],
        "mission": ["HE", ""],
        "shells": [(16, 16, 1), ()],
        "phase": "Movement Phase",
    }
    units = {"u05": "A22 8-0", "g01": "N33 5-4-8"}
    state = do(fight(units, "movement", "german", **lying), "move g01 N32")
    frame = state.stack[-1]
    assert isinstance(frame, Bombardment) and frame.targets == (UNIT["g01"],) and frame.moving and frame.ffnam
    do(state, "dr 6 6")
    assert where(state, "g01") == "N32"
    calm = do(
        fight(units, "movement", "german", **(lying | {"shells": [(0, 0, 0), ()], "mission": ["WP", ""]})),
        "move g01 N32",
    )
    assert not isinstance(calm.stack[-1], Bombardment)


@pytest.mark.clause("ASL-C1.57")
def test_shells_hinder_sight_once() -> None:
    shells = {"round": ["FFE:1", ""], "round_at": [GRID.hex("N31"), OFF], "shells": [(16, 16, 1), ()]}
    here, there = Place(GRID.hex("K29")), Place(GRID.hex("N31"))
    before = sight(here, there, air(fight(UNITS)))
    after = sight(here, there, air(fight(UNITS, **shells)))
    assert after.hindrance == before.hindrance + 1
    light = shells | {"shells": [(8, 8, 0), ()]}
    assert sight(here, there, air(fight(UNITS, **light))).hindrance == before.hindrance


@pytest.mark.clause("ASL-C1.71")
@pytest.mark.clause("ASL-A24.4")
def test_smoke_and_phosphorus() -> None:
    state = do(spotted(), "convert", "mission WP")
    assert {row[:4] for row in state.clouds} >= {(GRID.hex("N31"), 2, "wp", "us")} and len(state.clouds) == 7
    assert state.to_move == "chance"  # the morale check of g01
    smoke = do(spotted(module=["de-80", ""], mover="german"), "convert", "mission smoke")
    assert {row[1:] for row in smoke.clouds} == {(2, "smoke", "us", 1)} and not smoke.shells[US][0]
    full = do(spotted(module=["de-80", ""]), "convert", "mission smoke")
    assert {row[1] for row in full.clouds} == {3}
    from grognard.games.purple_heart_draw.firefight.clouds import smoke_in, thin_out

    assert smoke_in(full, GRID.hex("N31")) == 3
    thin_out(full, "us")
    assert {row[1:] for row in full.clouds} == {(2, "smoke", "us", 1)}
    thin_out(full, "us")
    assert full.clouds == ()


@pytest.mark.clause("ASL-C1.72")
def test_harassing_fire_is_wide_and_weak() -> None:
    assert fire_for_effect.powers("us-81", "harassing") == (4, 16, 0)
    assert fire_for_effect.powers("us-60", "harassing") == (2, 8, 0)
    state = do(spotted(), "convert", "mission harassing")
    assert observer.blast_area(state, "us") == GRID.within(1 << GRID.hex("N31"), 2) & state.card.area


@pytest.mark.clause("FF-SEQ.4")
@pytest.mark.clause("FF-SEQ.3")
def test_the_side_is_asked_before_its_fire() -> None:
    facts = {
        "scene": "phd-4-infantry",
        "net": ["silent", ""],
        "module": ["us-81", ""],
        "radio": [UNIT["u05"], -1],
    }
    state = do(fight(UNITS, "rally", pile=[(10, 3), (0, 0)], all_found=True, **facts))
    while not any(isinstance(f, Opportunity) for f in state.stack):
        do(state, "done")
    assert state.phase == "Prep Fire Phase" and "contact" in {str(a) for a in state.legal_actions()}
    none = fight(UNITS, "rally", scene="phd-4-infantry", all_found=True)
    while none.phase != "Prep Fire Phase":
        do(none, "done")
    assert not any(isinstance(f, Opportunity) for f in none.stack)  # as in records of earlier releases


@pytest.mark.clause("PHD-MSR9.ff")
@pytest.mark.refuses("PHD-MSR9.ff")
def test_who_has_the_radio_is_a_secret() -> None:
    state = deal("phd-1-infantry", Options())
    assert state.module[GERMAN] == "de-80" and state.pile[GERMAN] == (8, 3)
    holder = state.radio[GERMAN]
    others = {word.split()[1] for word in listed(state, "radio")}
    assert len(others) == 1  # the card has two leaders
    do(state, f"radio {min(others)}")
    assert state.radio[GERMAN] == UNIT[min(others)] != holder
    assert rulings(state, "radio g01") == {"PHD-MSR9.ff"}
    seen = state.known_to("us")
    assert all(value is UNKNOWN for value in (seen.radio[GERMAN], seen.module[GERMAN], seen.pile[GERMAN]))
    assert seen.net[GERMAN] == "silent"


@pytest.mark.clause("PHD-MSR9.ff")
@pytest.mark.clause("ASL-C1.1")
@pytest.mark.clause("ASL-A4.44")
def test_a_radio_is_picked_up_and_repaired() -> None:
    lying = {"net": ["silent", ""], "module": ["us-81", ""], "radio_at": [GRID.hex("K29"), OFF]}
    state = fight(UNITS, "rally", **lying)
    do(state, "radio u05", "roll 5")
    assert state.radio[US] == UNIT["u05"] and state.radio_at[US] == OFF
    assert do(fight(UNITS, "rally", **lying), "radio u05", "roll 6").radio[US] == -1
    broken = {"net": ["broken", ""], "module": ["us-81", ""], "radio": [UNIT["u05"], -1]}
    assert do(fight(UNITS, "rally", **broken), "retune", "roll 1").net[US] == "silent"
    assert do(fight(UNITS, "rally", **broken), "retune", "roll 6").net[US] == "lost"
    twice = do(fight(UNITS, "rally", **broken), "retune", "roll 3")
    assert twice.net[US] == "broken" and listed(twice, "retune") == set()


@pytest.mark.clause("ASL-C1.5")
def test_the_panel_shows_the_chances() -> None:
    state = spotted("N30")
    page = artillery_page(state.known_to("us"), {"hex": "N31"})
    assert page is not None and page["aim"]["hex"] == "N31" and page["round"] == "SR"
    assert page["pile"] == [10, 3] and page["aim"]["targets"][0]["unit"] == "5-4-8 g01 in N31"
    assert artillery_page(state.known_to("german"), {"hex": "N31"}) is None
    assert [row["value"] for row in rounds(state.known_to("german"))] == ["SR"]


@pytest.mark.clause("ASL-C1.55")
@pytest.mark.clause("ASL-C1.51")
def test_shells_on_vehicles() -> None:
    state = spotted("N31", {"u05": "K29 8-0", "u01": "K29 6-6-6", "g02": "A35 5-4-8"})
    tank = VEHICLE_NUMBER["gv1"]
    own = state.__dict__
    own["vehicle_kind"][tank], own["vehicle_at"][tank] = "StuG IIIG", GRID.hex("N31")
    do(state, "convert", "mission HE")
    frame = state.stack[-1]
    assert isinstance(frame, Bombardment) and frame.hexes == (GRID.hex("N31"),)
    more = fire_for_effect.drm(state, frame, GRID.hex("N31"), Exposure())
    assert (
        shelled_vehicles.verdict(16, 1, 3, 0) == "shock"
        and shelled_vehicles.verdict(16, 3, 1, 1) == "immobilized"
    )
    assert (
        shelled_vehicles.verdict(16, 3, 3, 0) == "no effect"
        and shelled_vehicles.verdict(32, 1, 1, 0) == "burning wreck"
    )
    do(state, f"dr 1 {2 - more}" if more < 2 else "dr 1 1")
    assert not vehicles.is_there(state, tank)
