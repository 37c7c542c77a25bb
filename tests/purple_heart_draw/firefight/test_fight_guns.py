"""Guns that stand on the ground: who serves them, how they fire, how they are hit and pushed."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.facts import UNKNOWN
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import gun_fire, gun_hits, gun_push, guns, ordnance, tank_fire
from grognard.games.purple_heart_draw.firefight.arcs import SPINES
from grognard.games.purple_heart_draw.firefight.fire_effects import cell
from grognard.games.purple_heart_draw.firefight.forces import FIRST_GUN, GUN, GUN_NAMES, SCENES, UNIT
from grognard.games.purple_heart_draw.firefight.going import CODE, CONCEALING
from grognard.games.purple_heart_draw.firefight.position import GUN_FLAGS, Shell
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shell_effects import effect_drm
from grognard.games.purple_heart_draw.firefight.shots import at_gun, cover, place_of
from grognard.games.purple_heart_draw.firefight.standing import GUNNERS
from grognard.games.purple_heart_draw.firefight.tables import column_of, result
from grognard.games.purple_heart_draw.firefight.tank_odds import shell_chances
from grognard.players.registry import find
from grognard.players.seat import Seat

from .fight import GAME, do, fight, flags, kind, listed, rulings, states, where

G7 = GUN["gmg7"]
SHERMAN = {"uv1": "C17 M4A1 NE-SE NE-SE exposed"}  # open ground, two hexes from E17
CREW = {"g09": "E17 2-2-8"}


def gun(
    id_: str = "50L",
    units: Any = None,
    at: str = "prep fire",
    mover: str = "german",
    tanks: Any = SHERMAN,
    spine: str = "SW-NW",
    marks: tuple[str, ...] = (),
    **more: Any,
) -> Any:
    """A Gun served by g09 in E17, pointing at C17 unless said otherwise."""
    names = GUN_NAMES
    pointing = [SPINES.index(spine) if name == "gmg7" else 0 for name in names]
    bits = [GUN_FLAGS.read(marks) if name == "gmg7" else 0 for name in names]
    return fight(
        units or CREW,
        at,
        mover,
        guns={"gmg7": f"{id_} g09"},
        vehicles=tanks,
        all_found=True,
        pointing=pointing,
        gun_flags=bits,
        **more,
    )


def shell(state: Any) -> Shell:
    found = state.stack[-1]
    assert isinstance(found, Shell)
    return found


def drms(state: Any) -> dict[str, int]:
    return {m.clause: m.amount for m in tank_fire.hit_modifiers(state, shell(state))}


def marks(state: Any, g: int = G7) -> set[str]:
    return set(GUN_FLAGS.write(state.gun_flags[g]))


# ---------------------------------------------------------------- the cards


@pytest.mark.clause("ASL-C2.1")
@pytest.mark.clause("ASL-C10.23")
def test_the_card_with_a_gun() -> None:
    """PHD-3 has a 4.2cm lePaK 41 with its crew; the balance of the German side makes it a 5cm PaK 38."""
    assert SCENES["phd-3"].force["german"].pieces == ("40LL",) and SCENES["phd-3"].force["german"].crews == (
        "2-2-8",
    )
    assert SCENES["phd-3"].forces("german")["german"].pieces == ("50L",)
    assert not any(
        SCENES[card].force[side].pieces for card in ("phd-1", "phd-2", "phd-4") for side in ("us", "german")
    )
    state = GAME.new(scenario="phd-3")
    g = next(g for g, id_ in enumerate(state.gun_kind) if id_ == "40LL")
    assert kind(state, "g09") == "2-2-8" and state.holder[g] == UNIT["g09"]
    assert SPINES[state.pointing[g]] == "NW-N"  # the US side comes from the north
    assert "40LL" not in GAME.new(scenario="phd-3-infantry").gun_kind
    assert "50L" in GAME.new("phd-3", options={"balance": "german"}).gun_kind


@pytest.mark.clause("ASL-C8.11")
@pytest.mark.clause("PHD-MSR7.ff")
def test_what_the_guns_fire() -> None:
    """ASL-C8.11: printed A4 of the PaK 38 and s8 of the 8cm mortar, each one higher for the German side."""
    rows = {id_: (piece.ammo[0], piece.special) for id_, piece in guns.PIECES.items()}
    assert rows == {
        "40LL": ("APCR", {}),
        "50L": ("AP", {"APCR": 5}),
        "57L": ("AP", {"HE": 7, "APDS": 4}),
        "81MTR": ("HE", {"smoke": 9}),
    }


@pytest.mark.clause("ASL-C3.22")
@pytest.mark.refuses("ASL-C3.22")
def test_a_gun_is_pointed_at_set_up() -> None:
    state = GAME.new(scenario="phd-3")
    name = GUN_NAMES[next(g for g, id_ in enumerate(state.gun_kind) if id_ == "40LL")]
    assert {f"turn {name} {one}" for one in SPINES if one != "NW-N"} == listed(state, "turn")
    do(state, f"turn {name} SE-S")
    assert SPINES[state.pointing[GUN[name]]] == "SE-S"
    assert rulings(state, f"turn {name} SE-S") == {"ASL-C3.22"}


@pytest.mark.clause("ASL-C2.1")
@pytest.mark.refuses("ASL-C2.1")
def test_a_gun_is_set_up_with_a_crew() -> None:
    state = GAME.new(scenario="phd-3")
    name = GUN_NAMES[next(g for g, id_ in enumerate(state.gun_kind) if id_ == "40LL")]
    assert not any(f"give {name}" in text for text in listed(state, "give"))
    assert rulings(state, f"give {name} g01") == {"ASL-C2.1"}


# ---------------------------------------------------------------- fire at a vehicle


@pytest.mark.clause("ASL-C2.1")
@pytest.mark.clause("ASL-C3.31")
def test_a_gun_fires_at_a_tank() -> None:
    """At 2 hexes 10 to hit; large target -1, point blank -1; all results together are certain."""
    state = do(gun(), "serve gmg7 C17")
    assert tank_fire.number_to_hit(state, shell(state)) == 10 and shell(state).ammo == "AP"
    assert drms(state) == {"ASL-C6.7": -1, "ASL-C6.3": -1}
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1 and "miss" not in odds.results
    do(state, "done", "dr 4 2")  # hull hit, front 11: 13 + 1 - 11 = 3
    assert state.purpose == "hit on the hull of M4A1 uv1: to kill 3"
    do(state, "dr 1 1")
    assert "wreck" in states(state, "uv1") and marks(state) == {"fired"}


@pytest.mark.clause("ASL-C2.24")
@pytest.mark.clause("ASL-C6.5")
def test_rate_of_fire_and_acquisition() -> None:
    state = do(gun(), "serve gmg7 C17", "done", "dr 3 6")  # 9 - 2: a turret hit; 13 - 8 = 5
    do(state, "dr 6 5")
    assert marks(state) == {"used"} and state.acquired == ((G7, GRID.hex("E17"), -2, 1),)
    do(state, "serve gmg7 C17")
    assert drms(state)["ASL-C6.5"] == -1
    do(state, "done", "dr 4 6", "dr 6 5")
    assert marks(state) == {"fired"} and state.acquired[0][3] == 2
    assert "has acquired" in screen(state, "german")


@pytest.mark.clause("ASL-C2.24")
@pytest.mark.refuses("ASL-C2.24")
@pytest.mark.clause("ASL-C5.6")
def test_intensive_fire_is_the_last_shot() -> None:
    state = do(gun(marks=("fired",)), "serve gmg7 C17")
    assert shell(state).intensive and drms(state)["ASL-C5.6"] == 2
    do(state, "done", "dr 5 5")  # the breakdown number is 10 now
    assert marks(state) == {"fired", "final", "broken"}
    assert rulings(gun(marks=("fired", "final")), "serve gmg7 C17") == {"ASL-C2.24"}
    lost = do(gun(marks=("fired",)), "serve gmg7 C17", "done", "dr 6 6")
    assert lost.gun_kind[G7] == ""


@pytest.mark.clause("ASL-C2.5")
@pytest.mark.clause("ASL-C5.1")
def test_a_gun_that_turns_fires_more_slowly() -> None:
    """ASL-C2.5: rate 3 is 2 for the shot; a Gun of rate 2, captured and turned, has none and no Intensive Fire."""
    state = do(gun(spine="N-NE"), "serve gmg7 C17")
    assert shell(state).turned == 2 and drms(state)["ASL-C5.1"] == 4 and state.pointing[G7] == 4
    do(state, "done", "dr 3 5")
    assert marks(state) == {"fired", "turned"}
    us = {"u09": "E17 2-2-7", "g01": "C17 4-4-7"}
    state = fight(us, "prep fire", "us", guns={"gmg7": "40LL u09"}, all_found=True)
    do(state, "serve gmg7 C17")
    assert shell(state).turned == 2
    do(state, "done", "dr 1 6")
    assert {"slow", "fired"} <= marks(state) and not gun_fire.is_fresh(state, "prep", FIRST_GUN + G7)


@pytest.mark.clause("ASL-C2.1")
@pytest.mark.clause("ASL-C5.8")
def test_captured_and_served_by_others() -> None:
    """Case H for each; a captured Gun has the red numbers: at 8 hexes 8 instead of 9."""
    plain = do(gun(units={"g09": "E17 4-4-7"}), "serve gmg7 C17")
    assert drms(plain)["ASL-C5.8"] == 2
    us = {"u09": "E17 6-6-6"}
    tanks = {"gv1": "C17 StuG NE-SE NE-SE exposed"}
    state = fight(us, "prep fire", "us", guns={"gmg7": "50L u09"}, vehicles=tanks, all_found=True)
    do(state, "serve gmg7 C17")
    cases = [m.amount for m in tank_fire.hit_modifiers(state, shell(state)) if m.clause == "ASL-C5.8"]
    assert cases == [2, 2] and tank_fire.is_captured(state, shell(state))


@pytest.mark.clause("ASL-C8.9")
def test_special_ammunition_of_a_gun() -> None:
    """ASL-C8.9: above 5 there was no APCR, and the Gun has not fired."""
    state = do(gun(), "serve gmg7 C17", "load APCR", "done", "dr 3 4")
    assert not marks(state) and state.gun_spent[G7] == "APCR" and "serve gmg7 C17" in listed(state, "serve")
    do(state, "serve gmg7 C17")
    assert "load APCR" not in listed(state, "load")


@pytest.mark.clause("ASL-C2.28")
@pytest.mark.parametrize(("die", "left"), [(1, set()), (2, {"broken"}), (6, None)])
def test_a_crew_repairs_its_gun(die: int, left: set[str] | None) -> None:
    state = do(gun(at="rally", marks=("broken",)), "repair gmg7", f"roll {die}")
    assert state.gun_kind[G7] == ("" if left is None else "50L") and (left is None or marks(state) == left)


# ---------------------------------------------------------------- fire at Infantry


@pytest.mark.clause("ASL-C3.32")
@pytest.mark.clause("ASL-C3.51")
def test_a_gun_fires_at_infantry() -> None:
    """HE first; firepower 6 is not doubled next door, where point blank is a modifier to hit."""
    state = do(gun(units={**CREW, "u01": "D17 6-6-6"}, tanks={}), "serve gmg7 D17")
    assert shell(state).ammo == "HE" and shell(state).aim == "I"
    assert tank_fire.power(guns.weapon(state, G7), "I", "HE") == 6 and drms(state) == {"ASL-C6.3": -2}
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1 and sum(odds.targets[UNIT["u01"]].values()) == 1
    assert listed(state, "against") == {"against area"} and "load AP" in listed(state, "load")


@pytest.mark.clause("ASL-C8.31")
def test_a_gun_without_he_has_little_effect() -> None:
    state = do(gun("40LL", units={**CREW, "u01": "D17 6-6-6"}, tanks={}), "serve gmg7 D17")
    assert shell(state).ammo == "APCR" and tank_fire.power(guns.weapon(state, G7), "I", "APCR") == 1
    assert not listed(state, "against")


@pytest.mark.clause("ASL-C3.33.rof")
def test_fire_at_a_hex_takes_all_rate_of_fire() -> None:
    state = do(gun(units={**CREW, "u01": "D17 6-6-6"}, tanks={}), "serve gmg7 D17", "against area", "done")
    do(state, "dr 1 6")
    while state.to_move == "chance":
        state.push(state.legal_actions()[-1])
    assert "fired" in marks(state) and "used" not in marks(state)
    again = do(gun(units={**CREW, "u01": "D17 6-6-6"}, tanks={}, marks=("used",)), "serve gmg7 D17")
    assert "against area" not in listed(again, "against")


# ---------------------------------------------------------------- First Fire


@pytest.mark.clause("ASL-C3.2.own")
@pytest.mark.clause("ASL-C2.241")
def test_first_fire_at_a_tank_that_moves() -> None:
    tanks = {"uv1": "B17 M4A1 NE-SE NE-SE exposed"}
    state = do(gun(at="movement", mover="us", tanks=tanks), "drive uv1", "start", "done", "go C17")
    assert "serve gmg7 C17" in listed(state, "serve")
    do(state, "serve gmg7 C17")
    assert shell(state).kind == "first" and drms(state)["ASL-C6.1"] == 2
    do(state, "done", "done", "dr 6 5")
    assert marks(state) == {"first"}


@pytest.mark.clause("ASL-C2.241")
@pytest.mark.refuses("ASL-C2.241")
def test_after_first_fire_only_the_next_hex_in_the_dfph() -> None:
    state = gun(at="final fire", mover="us", marks=("first",))
    assert rulings(state, "serve gmg7 C17") == {"ASL-C2.241"}
    assert "serve gmg7 C17" in listed(gun(at="final fire", mover="us"), "serve")


# ---------------------------------------------------------------- limits of turning and moving


@pytest.mark.clause("ASL-C3.22")
def test_a_gun_turns_instead_of_firing() -> None:
    state = do(gun(), "turn gmg7 N-NE")
    assert state.pointing[G7] == 0 and {"rested", "turned", "held"} == marks(state)
    assert rulings(state, "serve gmg7 C17") == {"ASL-C3.22"} and not listed(state, "turn")


@pytest.mark.clause("ASL-B9.53")
@pytest.mark.refuses("ASL-B9.53")
def test_a_gun_does_not_turn_and_fire_through_bocage() -> None:
    """There is bocage between A16 and B17."""
    tanks = {"uv1": "B17 M4A1 NE-SE NE-SE exposed"}
    at_hedge = {"g09": "A16 2-2-8"}
    assert rulings(gun(units=at_hedge, tanks=tanks, spine="NW-N"), "serve gmg7 B17") == {"ASL-B9.53"}
    turned = gun(units=at_hedge, tanks=tanks, spine="NE-SE", marks=("turned",))
    assert rulings(turned, "serve gmg7 B17") == {"ASL-B9.53"}
    assert "serve gmg7 B17" in listed(gun(units=at_hedge, tanks=tanks, spine="NE-SE"), "serve")


@pytest.mark.clause("ASL-C5.11")
def test_in_woods_a_gun_that_has_fired_stays_as_it_points() -> None:
    """B18 is woods: the turn counts double, and after a shot there is none."""
    tanks = {"uv1": "D17 M4A1 NE-SE NE-SE exposed"}
    woods = {"g09": "B18 2-2-8"}
    state = do(gun(units=woods, tanks=tanks, spine="NW-N"), "serve gmg7 D17")
    assert sum(m.amount for m in tank_fire.hit_modifiers(state, shell(state)) if m.clause == "ASL-C5.1") > 5
    fired = gun(units=woods, tanks=tanks, spine="NW-N", marks=("used",))
    assert rulings(fired, "serve gmg7 D17") == {"ASL-C5.11"}


@pytest.mark.clause("ASL-A12.2")
def test_a_gun_in_the_open_is_seen() -> None:
    """E17 is open ground: the next phase shows a Gun under a "?" there to the tank in C17."""
    state = gun(units={"g09": "E17 2-2-8 concealed", "g01": "A30 4-4-7"}, at="prep fire")
    assert not state.open >> UNIT["g09"] & 1
    do(state, "done")
    assert state.open >> UNIT["g09"] & 1 and not state.shrouds[1] >> GRID.hex("E17") & 1


@pytest.mark.clause("ASL-C2.8")
@pytest.mark.refuses("ASL-C2.8")
def test_a_gun_that_was_moved_does_not_fire() -> None:
    assert rulings(gun(at="advancing fire", marks=("moved",)), "serve gmg7 C17") == {"ASL-C2.8"}


@pytest.mark.clause("ASL-A4.41.gun")
@pytest.mark.refuses("ASL-A4.41.gun")
def test_who_has_moved_does_not_fire_a_gun() -> None:
    state = gun(units={"g09": "E17 2-2-8 moved"}, at="advancing fire")
    assert rulings(state, "serve gmg7 C17") == {"ASL-A4.41.gun"}


@pytest.mark.clause("ASL-C2.1")
def test_a_crew_that_goes_leaves_its_gun() -> None:
    state = do(gun(at="movement", tanks={}), "move g09 E18")
    assert where(state, "g09") == "E18" and state.holder[G7] == -1 and GRID.name[state.gun_at[G7]] == "E17"
    assert state.guns_open >> G7 & 1 and "moved" not in marks(state)
    back = fight({"u01": "E17 6-6-6"}, "rally", "us", guns={"gmg7": "50L u01"}, all_found=True)
    assert "emplaced" not in marks(back)


# ---------------------------------------------------------------- cover


@pytest.mark.clause("ASL-C11.2")
def test_an_emplaced_gun_has_cover() -> None:
    state = gun(marks=("emplaced",), spine="NE-SE")
    at, hex_ = GRID.hex("C17"), GRID.hex("E17")
    assert cover(state, at, "german", hex_, place_of(state, UNIT["g09"])) == (2, "ASL-C11.2", "Emplacement")
    other = gun(units={"g09": "E17 4-4-7"}, marks=("emplaced",), spine="NE-SE")
    assert cover(other, at, "german", hex_, place_of(other, UNIT["g09"]))[0] == 0


@pytest.mark.clause("ASL-C11.5")
def test_a_gunshield_covers_against_fire_from_the_arc() -> None:
    state = gun()
    hex_, unit = GRID.hex("E17"), UNIT["g09"]
    ahead, away = GRID.hex("C17"), gun(spine="NE-SE")
    assert cover(state, ahead, "german", hex_, place_of(state, unit)) == (2, "ASL-C11.5", "gunshield")
    assert cover(away, ahead, "german", hex_, place_of(away, unit))[0] == 0
    place = at_gun(state, unit)
    assert gun_hits.near_miss(place, ahead, hex_, False) == 2
    assert gun_hits.near_miss(place, ahead, hex_, False, indirect=True) == 1
    assert gun_hits.near_miss(place._replace(emplaced=True), ahead, hex_, True) == 0
    mortar = gun("81MTR")
    assert at_gun(mortar, unit).shield == -1


# ---------------------------------------------------------------- hits on a Gun


def shelled(state: Any, *dice: str) -> Any:
    """The tank in C17 fires at the Gun in E17."""
    return do(state, "shell uv1 E17", "done", *dice)


def target(marks_: tuple[str, ...] = ("emplaced",), units: Any = None) -> Any:
    return gun(units=units, mover="us", marks=marks_)


@pytest.mark.clause("ASL-C11.2.th")
@pytest.mark.clause("ASL-C6.7")
def test_a_gun_is_harder_to_hit() -> None:
    """At 2 hexes 8 to hit Infantry, point blank -1; +2 Emplacement and +1 size of the Gun: it needs 6, not 9."""
    missed = shelled(target(), "dr 4 3")
    assert missed.step.name == "prep fire" and not flags(missed, "g09")
    hit = shelled(target(), "dr 4 2")
    assert hit.step.name == "to kill"
    blanket = do(target(), "shell uv1 E17", "against area")
    names = {m.clause for m in tank_fire.hit_modifiers(blanket, shell(blanket), False, GUNNERS[0])}
    assert "ASL-C6.7" in names and "ASL-C11.2" not in names


@pytest.mark.clause("ASL-C11.4")
@pytest.mark.parametrize(
    ("dice", "left", "crew"),
    [("dr 1 1", "", ""), ("dr 1 2", "50L", ""), ("dr 5 6", "50L", "2-2-8")],
)
def test_what_a_hit_does_to_a_gun(dice: str, left: str, crew: str) -> None:
    """12 FP: KIA on 2, K on 3 (the Gun malfunctions and a crew has no half), nothing on 11."""
    state = shelled(target(), "dr 4 2", dice)
    assert state.gun_kind[G7] == left and kind(state, "g09") == crew
    assert ("broken" in marks(state)) == (dice == "dr 1 2")


@pytest.mark.clause("ASL-C11.4.ch")
def test_a_critical_hit_destroys_a_gun() -> None:
    assert gun_hits.fate(gun_hits.result(0, 12), "HE", True) == gun_hits.DESTROYED
    state = shelled(target(), "dr 1 1")
    while state.to_move == "chance":
        state.push(GAME.parse("roll 1") if state.step.name == "after a 2" else state.legal_actions()[-1])
    assert state.gun_kind[G7] == "" and kind(state, "g09") == ""


@pytest.mark.clause("ASL-C11.52")
def test_solid_shot_destroys_a_gun_by_any_k() -> None:
    one = gun_hits.Result("k", 2)
    assert gun_hits.fate(one, "AP", False) == gun_hits.DESTROYED
    assert gun_hits.fate(one, "HE", False) == gun_hits.BROKEN_GUN
    assert gun_hits.fate(gun_hits.Result("mc", 1), "AP", False) == ""


def test_the_chances_of_a_gun_add_up() -> None:
    found, ends = gun_hits.chances(8, 0, 2, "HE", False)
    assert sum(found.values()) + ends[gun_hits.DESTROYED] == 1 and ends[gun_hits.DESTROYED] > 0
    assert isinstance(sum(found.values()), Fraction)


# ---------------------------------------------------------------- hidden and concealed


@pytest.mark.clause("ASL-A12.34")
@pytest.mark.parametrize(("dice", "seen"), [("dr 4 5", False), ("dr 5 5", True)])
def test_a_hidden_gun_stays_under_its_mark(dice: str, seen: bool) -> None:
    state = do(gun(units={"g09": "E17 2-2-8 hidden"}), "serve gmg7 C17")
    assert flags(state, "g09") == {"concealed"} and state.shrouds[1] >> GRID.hex("E17") & 1
    do(state, "done", dice)
    while state.to_move == "chance":
        state.push(state.legal_actions()[-1])
    assert bool(state.open >> UNIT["g09"] & 1) == seen and bool(state.guns_open >> G7 & 1) == seen


@pytest.mark.clause("ASL-A12.34")
def test_who_serves_a_concealed_gun_is_not_told() -> None:
    state = do(gun(units={"g09": "E17 2-2-8 concealed"}), "serve gmg7 C17", "done")
    theirs = state.known_to("us")
    assert theirs.holder[G7] is UNKNOWN and theirs.pointing[G7] is UNKNOWN
    assert theirs.purpose == "AP of a Gun at M4A1 uv1" and "to hit 10" in state.purpose


@pytest.mark.clause("ASL-A12.34")
def test_a_gun_is_hidden_besides_a_squad() -> None:
    state = GAME.new(scenario="phd-3")
    do(state, "place g09 Z5", "place g01 Z6")
    assert "hide g09" in listed(state, "hide")
    do(state, "hide g09")
    assert "hidden" in flags(state, "g09") and "hide g09" not in listed(state, "hide")


@pytest.mark.clause("ASL-A12.2")
def test_a_concealed_gun_that_turns_or_is_hit_comes_to_light() -> None:
    state = do(gun(units={"g09": "E17 2-2-8 concealed"}), "turn gmg7 N-NE")
    assert state.open >> UNIT["g09"] & 1
    hit = shelled(target(units={"g09": "E17 2-2-8 concealed"}), "dr 1 3")  # 4 + 2 + 2 + 1 - 1
    assert hit.step.name == "to kill" and not hit.open >> UNIT["g09"] & 1
    do(hit, "dr 6 6")
    assert hit.open >> UNIT["g09"] & 1


# ---------------------------------------------------------------- SMOKE of shells


def smoking(at: str = "prep fire", mover: str = "us", units: Any = None, **more: Any) -> Any:
    return fight(units or {"g01": "E17 4-4-7"}, at, mover, vehicles=SHERMAN, all_found=True, **more)


@pytest.mark.clause("ASL-C8.5")
@pytest.mark.clause("ASL-C4.4")
@pytest.mark.parametrize(
    ("at", "mover", "cloud"), [("prep fire", "us", (3, 0)), ("final fire", "german", (2, 1))]
)
def test_smoke_shells(at: str, mover: str, cloud: tuple[int, int]) -> None:
    """Full in the Prep Fire Phase, dispersed in the Defensive Fire Phase; +2 to the number at 12 hexes or less."""
    state = do(smoking(at, mover), "veil uv1 D18")
    assert shell(state).ammo == "smoke" and tank_fire.number_to_hit(state, shell(state)) == 9
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1 and odds.results["smoke in the hex"] == Fraction(
        10, 36
    )  # 5 or less
    do(state, "done", "dr 1 2")
    assert state.clouds == ((GRID.hex("D18"), cloud[0], "smoke", "us", cloud[1]),) and not state.tracked
    assert not state.fire_opened


@pytest.mark.clause("ASL-C8.5")
@pytest.mark.refuses("ASL-C8.5")
def test_smoke_comes_before_other_fire() -> None:
    tanks = {**SHERMAN, "uv2": "B17 M4A1 NE-SE NE-SE exposed"}
    state = fight({"g01": "E17 4-4-7"}, "prep fire", "us", vehicles=tanks, all_found=True)
    assert "veil uv2 D17" in listed(state, "veil")
    do(state, "strafe uv1 E17", "done", "dr 6 5")
    assert rulings(state, "veil uv2 D17") == {"ASL-C8.5"} and not listed(state, "veil")
    assert rulings(smoking(), "veil uv1 C17") >= {"ASL-C8.5"}


@pytest.mark.clause("ASL-C8.6")
@pytest.mark.clause("ASL-C8.9")
def test_white_phosphorus_is_a_morale_check() -> None:
    state = do(smoking(), "veil uv1 E17", "load WP", "done", "dr 2 3")
    assert state.clouds[0][1:3] == (2, "wp") and "a morale check of 4-4-7 g01" in state.purpose
    late = do(smoking("advancing fire"), "veil uv1 E17")
    assert shell(late).ammo == "WP" and not listed(late, "load")
    none = do(smoking(), "veil uv1 E17", "done", "dr 3 4")  # above 5: there was no smoke
    assert none.spent_ammo[0] == "smoke" and not none.clouds
    do(none, "veil uv1 E17")
    assert shell(none).ammo == "WP"


@pytest.mark.clause("ASL-C3.33.rof")
def test_a_tank_that_fires_at_a_hex_has_no_more_rate_of_fire() -> None:
    state = do(smoking(), "shell uv1 E17", "against area", "done", "dr 1 6")
    assert "fired" in states(state, "uv1")


# ---------------------------------------------------------------- smaller rules


@pytest.mark.clause("ASL-C3.8")
def test_a_small_gun_that_hits_on_doubles_has_two_rolls_to_kill() -> None:
    state = do(gun("40LL"), "serve gmg7 C17")
    odds = shell_chances(state, shell(state))
    assert sum(odds.results.values()) == 1
    do(state, "done", "dr 3 3", "dr 6 6")
    assert state.step.name == "to kill"  # the second roll
    do(state, "dr 1 1")
    assert "wreck" in states(state, "uv1")
    once = do(gun("40LL"), "serve gmg7 C17", "done", "dr 4 3", "dr 6 6")
    assert once.step.name == "prep fire" and "wreck" not in states(once, "uv1")
    assert not ordnance.strikes_twice(ordnance.WEAPONS["50L"], 3, 3)


def at_squad(id_: str = "40LL") -> Any:
    """A Gun that aims at a squad."""
    return do(gun(id_, {"g09": "E17 2-2-8", "u01": "C17 6-6-6"}, tanks={}), "serve gmg7 C17")


@pytest.mark.clause("ASL-C3.8")
def test_a_small_gun_has_two_rolls_of_effect_on_infantry() -> None:
    state = do(at_squad(), "done", "dr 3 3", "dr 6 6")
    assert state.step.name == "to kill"  # the second roll, which is the better
    do(state, "dr 1 2")
    assert "morale check (+1) of 6-6-6 u01" in state.purpose
    first = do(at_squad(), "done", "dr 3 3", "dr 1 2", "dr 6 6")
    assert "morale check (+1) of 6-6-6 u01" in first.purpose
    for once in (do(at_squad(), "done", "dr 4 2", "dr 6 6"), do(at_squad("50L"), "done", "dr 2 2", "dr 6 6")):
        assert once.step.name == "prep fire"


@pytest.mark.clause("ASL-C3.8")
def test_the_odds_know_of_two_rolls_of_effect() -> None:
    """Every roll to hit is made; after doubles the lower of two rolls is read on the fire table."""
    found: dict[str, Fraction] = {}
    for pair in product(range(1, 7), repeat=2):
        state = do(at_squad(), "done", f"dr {pair[0]} {pair[1]}")
        if state.step.name != "to kill":
            found["miss"] = found.get("miss", Fraction(0)) + Fraction(1, 36)
            continue
        frame = state.stack[-1]
        critical = frame.verdicts[0] == "critical hit"
        rolls = 2 if pair[0] == pair[1] and not critical else 1
        power = tank_fire.power(ordnance.WEAPONS["40LL"], frame.aim, frame.ammo, critical)
        drm = effect_drm(state, frame, critical)
        for dice in product(range(1, 7), repeat=2 * rolls):
            best = min(sum(dice[:2]), sum(dice[2:] or dice[:2]))
            words = cell(result(column_of(Fraction(power)), best + drm))
            found[words] = found.get(words, Fraction(0)) + Fraction(1, 36 ** (rolls + 1))
    odds = shell_chances(at_squad(), shell(at_squad()))
    assert odds.results == found
    assert sum(odds.targets[UNIT["u01"]].values()) == 1


@pytest.mark.clause("ASL-C.7")
def test_shells_of_great_firepower() -> None:
    assert [ordnance.heavy_drm(fp) for fp in (20, 36, 43, 44, 52)] == [0, 0, 0, -1, -2]


@pytest.mark.clause("ASL-C6.51")
def test_an_acquired_tank_is_followed() -> None:
    tanks = {"uv1": "D17 M4A1 NE-SE NE-SE exposed"}
    there = ((G7, GRID.hex("E17"), -2, 2),)  # acquired where it stood before
    state = do(gun(tanks=tanks, acquired=there), "serve gmg7 D17")
    assert drms(state)["ASL-C6.5"] == -2


@pytest.mark.clause("ASL-C6.4")
@pytest.mark.clause("PHD-MSR6.ff")
@pytest.mark.clause("ASL-C3.53.he")
def test_what_the_module_has_not() -> None:
    absent = ordnance.TO_HIT["absent"]
    assert not set(absent["cases"]) & set(ordnance.CASES) and not set(absent["halves_he"]) & set(
        CODE.values()
    )


@pytest.mark.clause("ASL-C9.5")
def test_a_mortar_hits_critically_by_a_two_alone() -> None:
    assert ordnance.verdict(9, -4, 1, 2) == "hit" and ordnance.verdict(9, -4, 1, 1) == "critical hit"
    assert ordnance.verdict(9, -4, 1, 2, infantry=True) == "critical hit"


@pytest.mark.clause("ASL-C9.2")
def test_a_mortar_is_taken_apart_and_carried() -> None:
    state = do(
        gun("81MTR", units={**CREW, "g05": "A30 4-4-7"}, tanks={}, marks=("emplaced",)), "dismantle gmg7"
    )
    assert marks(state) == {"dismantled", "fired"}
    apart = do(gun("81MTR", at="movement", tanks={}, marks=("dismantled",)), "move g09 E18")
    assert apart.holder[G7] == UNIT["g09"] and where(apart, "g09") == "E18"


@pytest.mark.clause("ASL-C13.1.moving")
def test_a_bazooka_fires_after_moving() -> None:
    units = {"u01": "A14 6-6-6 moved", "g01": "B16 4-4-7"}
    state = fight(units, "advancing fire", guns={"umg1": "BAZ44 u01"}, all_found=True)
    assert "shoot umg1 B16" in listed(state, "shoot")


# ---------------------------------------------------------------- pushing


def pushed(units: Any = None, **more: Any) -> Any:
    """With a squad far off, which can move as well."""
    return gun(units={**(units or CREW), "g05": "A30 4-4-7"}, at="movement", tanks={}, **more)


@pytest.mark.clause("ASL-C10.3")
@pytest.mark.clause("ASL-C10.3.drm")
@pytest.mark.parametrize(
    ("dice", "at", "farther"), [("roll 7", "D17", True), ("roll 8", "D17", False), ("roll 9", "E17", False)]
)
def test_a_gun_is_pushed(dice: str, at: str, farther: bool) -> None:
    """M10; from E17 to D17 is open ground: 1 MF doubled adds 2."""
    state = do(pushed(marks=("emplaced",)), "push gmg7 D17", dice)
    assert where(state, "g09") == at and state.holder[G7] == UNIT["g09"]
    assert ("emplaced" in marks(state)) == (at == "E17") and {"ti", "moved"} <= flags(state, "g09")
    assert bool(listed(state, "push")) == farther and dict(state.labor) == (
        {} if at == "D17" else {FIRST_GUN + G7: 1}
    )
    assert rulings(state, "move g09 E18") & {"ASL-A7.8", "ASL-A4.2"}


@pytest.mark.clause("ASL-C10.3.drm")
@pytest.mark.refuses("ASL-C10.3.drm")
def test_others_help_to_push() -> None:
    """A squad subtracts 2, a half-squad 1; a squad alone 1."""
    units = {**CREW, "g01": "E17 4-4-7", "g02": "E17 2-3-8"}
    state = do(pushed(units), "heave gmg7 D17")
    way = gun_push.movers(state)
    assert way is not None and len(way.units) == 3
    at, to = GRID.hex("E17"), GRID.hex("D17")
    assert gun_push.drm(state, G7, at, to, 4, way.units) == 2 - 3
    assert gun_push.drm(state, G7, at, to, 4, (UNIT["g01"],)) == 2 - 1
    do(state, "roll 12")
    assert where(state, "g01") == "E17" and "ti" in flags(state, "g02")
    assert rulings(pushed(), "heave gmg7 D17") == {"ASL-C10.3.drm"}


@pytest.mark.clause("ASL-C10.3")
@pytest.mark.refuses("ASL-C10.3")
@pytest.mark.clause("PHD-TM15.ff")
def test_when_a_gun_is_not_pushed() -> None:
    assert rulings(pushed(marks=("held",)), "push gmg7 D17") == {"ASL-C10.3"}
    assert rulings(pushed({"g09": "E17 2-2-8 pinned"}), "push gmg7 D17") == {"ASL-C10.3"}
    house = {"g09": "B16 2-2-8"}
    assert listed(pushed(house), "push")
    assert not listed(
        pushed(house, fortified=[0, 1 << GRID.hex("B16")], forts_found=[0, 1 << GRID.hex("B16")]), "push"
    )


@pytest.mark.clause("ASL-C10.3.no")
@pytest.mark.refuses("ASL-C10.3.no")
def test_where_a_gun_is_not_pushed() -> None:
    assert rulings(pushed(), "push gmg7 C17") == {"ASL-C10.3.no"}
    assert rulings(pushed({**CREW, "u01": "D17 6-6-6"}), "push gmg7 D17") == {"ASL-C10.3.no"}


@pytest.mark.clause("ASL-C6.6")
def test_who_pushes_is_easy_to_hit() -> None:
    """Case O: 2 less, and nothing for moving in the open."""
    state = do(pushed({**CREW, "u01": "C17 6-6-6"}), "push gmg7 D17", "roll 7")
    assert state.step.name == "reaction"
    shot = Shell("us", GRID.hex("D17"), "first", "75", vehicle=0, aim="I", targets=(UNIT["g09"],), ffnam=True)
    found = tank_fire.moving_infantry(state, replace(shot, home=GRID.hex("C17")), "I", [])
    assert [m.amount for m in found] == [-2]


# ---------------------------------------------------------------- the computer player


def test_plain_sets_its_gun_up_and_fires_it() -> None:
    """It hides the Gun in concealment terrain where it covers open ground, and fires at a tank that it can hurt."""
    state = GAME.new("phd-3", seed=3)
    seat = Seat(find("plain", GAME.name).load(), "german", seed=3)
    while state.step.name == "set-up":
        state.push(seat.choose(state))
    assert "hidden" in flags(state, "g09") and CONCEALING >> state.at[UNIT["g09"]] & 1
    side = {"uv1": "C17 M4A1 SE-S SE-S exposed"}  # its side to the Gun
    assert (
        str(Seat(find("plain", GAME.name).load(), "german", seed=3).choose(gun(tanks=side)))
        == "serve gmg7 C17"
    )
