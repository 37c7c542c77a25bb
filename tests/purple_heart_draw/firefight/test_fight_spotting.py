"""Spotters of mortars, shells aimed at a hex, and the limits of machine guns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import area_fire
from grognard.games.purple_heart_draw.firefight.aiming import hit_modifiers
from grognard.games.purple_heart_draw.firefight.forces import FIRERS, GUN, UNIT
from grognard.games.purple_heart_draw.firefight.position import GUN_FLAGS, Attack, Shot
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.games.purple_heart_draw.firefight.shell_odds import shot_chances
from grognard.games.purple_heart_draw.firefight.shots import factors
from grognard.web.purple_heart_draw_firefight.game_view import shot_page

from .fight import GAME, do, fight, flags, listed, rulings, states

# L15 does not see O17, the open hex beside it does
BLIND = {"u01": "L15 6-6-6", "u02": "K15 3-4-6", "g01": "O17 4-4-7"}
NAMED = [-1] * GUN["umg1"] + [UNIT["u02"]]


def mortar(units: Any = BLIND, at: str = "prep fire", **more: Any) -> Any:
    return fight(units, at, guns={"umg1": "LTMTR u01"}, all_found=True, **more)


def shot(state: Any) -> Shot:
    found = state.stack[-1]
    assert isinstance(found, Shot)
    return found


def drms(state: Any) -> dict[str, int]:
    return {m.clause: m.amount for m in hit_modifiers(state, shot(state))}


# ---------------------------------------------------------------- ASL-C9.3


@pytest.mark.clause("ASL-C9.3")
@pytest.mark.clause("ASL-C9.31")
def test_a_spotter_lets_a_mortar_fire_at_what_it_does_not_see() -> None:
    state = mortar()
    assert rulings(state, "shoot umg1 O17") == {"ASL-A6.11"} and listed(state, "watch") == {"watch u02 L15"}
    do(state, "watch u02 L15")
    assert "Spotter of umg1" in screen(state, "us") and not listed(state, "watch")
    do(state, "shoot umg1 O17")
    assert shot(state).spotter == UNIT["u02"] and drms(state) == {"ASL-C9.31": 2}
    assert flags(state, "u02") >= {"gun1", "prep"}
    do(state, "done", "dr 3 6")  # 9 and 2 more: a miss; a colored 3 is above a rate of 3 less 1
    assert GUN_FLAGS.write(state.gun_flags[GUN["umg1"]]) == ["fired"]


@pytest.mark.clause("ASL-C9.31")
@pytest.mark.parametrize(("colored", "kept"), [(2, True), (3, False)])
def test_spotted_fire_is_slower(colored: int, kept: bool) -> None:
    state = do(mortar(), "watch u02 L15", "shoot umg1 O17", "done", f"dr {colored} 6")
    assert ("used" in GUN_FLAGS.write(state.gun_flags[GUN["umg1"]])) == kept
    assert ("shoot umg1 O17" in listed(state, "shoot")) == kept  # its Spotter goes on with it


@pytest.mark.clause("ASL-C9.3")
def test_a_mortar_that_sees_needs_no_spotter() -> None:
    state = do(mortar({**BLIND, "g02": "C12 4-4-7"}), "watch u02 L15")
    state = do(mortar({"u01": "C12 6-6-6", "u02": "C13 3-4-6", "g01": "B16 4-4-7"}), "watch u02 C12")
    do(state, "shoot umg1 B16")
    assert shot(state).spotter < 0 and "ASL-C9.31" not in drms(state)


@pytest.mark.clause("ASL-C9.3")
def test_a_pinned_spotter_pins_the_mortar() -> None:
    state = do(mortar({**BLIND, "u02": "K15 3-4-6 pinned"}), "watch u02 L15", "shoot umg1 O17")
    assert drms(state) == {"ASL-C9.31": 2, "ASL-C5.4": 2}
    do(state, "done", "dr 1 6")
    assert "used" not in GUN_FLAGS.write(state.gun_flags[GUN["umg1"]])


@pytest.mark.clause("ASL-C9.3")
@pytest.mark.refuses("ASL-C9.3")
def test_who_cannot_be_a_spotter() -> None:
    """A broken unit, one that has used its weapon, one two hexes away, who serves the mortar, and a second."""
    for words in ("K15 3-4-6 broken", "K15 3-4-6 fired", "J16 3-4-6"):
        assert rulings(mortar({**BLIND, "u02": words}), "watch u02 L15") == {"ASL-C9.3"}
    assert rulings(mortar(), "watch u01 L15") == {"ASL-C9.3"}
    state = do(mortar({**BLIND, "u03": "K15 6-6-6"}), "watch u02 L15")
    assert rulings(state, "watch u03 L15") == {"ASL-C9.3"}


@pytest.mark.clause("ASL-C9.3")
def test_a_spotter_that_breaks_is_replaced_in_the_next_movement_phase() -> None:
    units = {**BLIND, "u03": "K15 6-6-6"}
    lost = mortar({**units, "u02": "K15 3-4-6 broken"}, spotters=NAMED)
    assert lost.spotters[GUN["umg1"]] == -2 and not listed(lost, "watch")
    lost = mortar({**units, "u02": "K15 3-4-6 broken"}, "movement", spotters=NAMED)
    assert listed(lost, "watch") == {"watch u03 L15"}
    do(lost, "watch u03 L15")
    assert lost.spotters[GUN["umg1"]] == UNIT["u03"]
    assert not listed(mortar(units, "movement"), "watch")  # one that was never named is not


@pytest.mark.clause("ASL-C9.3")
def test_a_spotter_that_goes_away_is_lost() -> None:
    state = do(mortar(at="movement", spotters=NAMED), "move u02 J15")
    assert state.spotters[GUN["umg1"]] == -2


@pytest.mark.clause("ASL-C9.3")
def test_a_spotter_shows_itself_and_the_mortar_answers_movers() -> None:
    state = fight(
        {**BLIND, "g01": "P17 4-4-7"},
        "movement",
        "german",
        guns={"umg1": "LTMTR u01"},
        spotters=NAMED,
    )
    do(state, "move g01 O17")
    assert "shoot umg1 O17" in listed(state, "shoot")
    do(state, "shoot umg1 O17")
    assert shot(state).spotter == UNIT["u02"] and shot(state).kind == "first"


@pytest.mark.clause("ASL-C9.3")
def test_naming_a_spotter_takes_its_question_mark() -> None:
    state = mortar({**BLIND, "u02": "K15 3-4-6 concealed"})
    assert not state.open >> UNIT["u02"] & 1
    do(state, "watch u02 L15")
    assert state.open >> UNIT["u02"] & 1
    assert state.known_to("german").spotters[GUN["umg1"]] == UNIT["u02"]  # as everything of an open weapon


# ---------------------------------------------------------------- shells aimed at a hex


@pytest.mark.clause("ASL-C3.33.mtr")
def test_a_mortar_hits_units_it_does_not_see_with_the_hardest_of_the_others() -> None:
    assert area_fire.unseen_verdict(["hit", "critical hit"]) == "hit"
    assert area_fire.unseen_verdict(["hit", "miss"]) == area_fire.unseen_verdict([]) == "miss"


def behind_bocage() -> Any:
    """A hex with bocage towards the mortar: who is in its foxhole is out of sight, who is outside is not."""
    from grognard.games.purple_heart_draw.firefight.going import CODE, own_hexsides
    from grognard.games.purple_heart_draw.firefight.places import Place
    from grognard.games.purple_heart_draw.firefight.sight import sight

    names = [h for h in GRID.name if CODE[h] == "open"]
    for goal in (h for h in names if own_hexsides(h)):
        for at in names:
            if 3 <= GRID.distance(at, goal) <= 6:
                out = sight(Place(at), Place(goal, advantage=True))
                inside = sight(Place(at), Place(goal, foxhole=True))
                if out.is_unit_seen and not out.hindrance and not inside.is_unit_seen:
                    return at, goal
    raise AssertionError


@pytest.mark.clause("ASL-C3.33.mtr")
@pytest.mark.parametrize(("dice", "hit"), [("dr 1 5", True), ("dr 5 6", False)])
def test_a_mortar_and_a_unit_in_a_foxhole_out_of_its_sight(dice: str, hit: bool) -> None:
    at, goal = (GRID.name[h] for h in behind_bocage())
    units = {"u01": f"{at} 6-6-6", "g01": f"{goal} 4-4-7", "g02": f"{goal} 4-4-7 foxhole"}
    state = mortar(units, foxholes=((GRID.hex(goal), 1),))
    do(state, f"shoot umg1 {goal}")
    assert area_fire.is_out_of_sight(state, shot(state), UNIT["g02"])
    assert not area_fire.is_out_of_sight(state, shot(state), UNIT["g01"])
    odds = shot_chances(state, shot(state))
    assert sum(odds.targets[UNIT["g02"]].values()) == 1
    do(state, "done", dice)
    assert (state.step.name == "effect") == hit


TANK = {"u01": "C12 6-6-6", "g01": "A2 4-4-7"}


def at_tank(kind: str = "StuG", *flags: str) -> Any:
    """An assault gun in the open, seen from a mortar four hexes away."""
    words = f"B16 {kind} N-NE N-NE {' '.join(flags)}".strip()
    return mortar({"u01": "C12 6-6-6", "g01": "F15 4-4-7"}, vehicles={"gv1": words}, scene="phd-2")


@pytest.mark.clause("ASL-C3.332")
def test_a_mortar_strikes_a_vehicle_by_the_fire_table() -> None:
    state = at_tank()
    assert "shoot umg1 B16" in listed(state, "shoot")
    do(state, "shoot umg1 B16")
    (vehicle,) = area_fire.targets(state, shot(state))
    chances = area_fire.chances(state, shot(state), vehicle)
    assert sum(chances.values()) == 1 and chances["miss"] >= Fraction(1, 6)
    assert "StuG" in str(shot_page(state.known_to("us"), {}))
    do(state, "done", "dr 1 1")
    assert state.step.name == "effect"  # a critical hit: 16 FP, no cover
    do(state, "dr 1 1")
    assert states(state, "gv1") >= {"wreck", "burning"}


@pytest.mark.clause("ASL-C3.332")
def test_a_bazooka_is_not_fired_at_a_hex_of_vehicles_alone() -> None:
    state = fight(
        {"u01": "A14 6-6-6", "g01": "F15 4-4-7"},
        guns={"umg1": "BAZ44 u01"},
        vehicles={"gv1": "B16 StuG N-NE N-NE"},
        scene="phd-2",
        all_found=True,
    )
    assert "ASL-C3.31" in rulings(state, "shoot umg1 B16")


# ---------------------------------------------------------------- machine guns

SECTOR = {"g01": "L17 4-4-7", "u01": "J17 6-6-6", "u02": "J16 6-6-6", "u03": "O17 6-6-6"}


def gunner(units: Any = SECTOR, at: str = "prep fire", gun: str = "HMG", **more: Any) -> Any:
    return fight(units, at, "german", guns={"gmg1": f"{gun} g01"}, all_found=True, **more)


@pytest.mark.clause("ASL-A9.21")
@pytest.mark.refuses("ASL-A9.21")
def test_a_machine_gun_in_a_building_keeps_its_sector() -> None:
    state = do(gunner(), "fire gmg1 J17", "done", "dr 1 6")
    while state.step.name != "prep fire":
        do(state, str(state.legal_actions()[0]))
    assert "fire gmg1 J16" in listed(state, "fire")
    assert rulings(state, "fire gmg1 O17") == {"ASL-A9.21"}


@pytest.mark.clause("ASL-A9.21")
def test_a_light_machine_gun_and_one_in_the_open_are_not_bound() -> None:
    for state in (gunner(gun="LMG"), gunner({**SECTOR, "g01": "N18 4-4-7", "u01": "O20 6-6-6"})):
        first = "J17" if state.at[UNIT["u01"]] == GRID.hex("J17") else "O20"
        do(state, f"fire gmg1 {first}", "done", "dr 1 6")
        assert not state.sectors


FAR = {"g01": "U12 4-4-7", "u01": "U29 6-6-6"}


@pytest.mark.clause("ASL-A9.4")
@pytest.mark.refuses("ASL-A9.4")
def test_beyond_16_hexes_a_machine_gun_needs_a_leader() -> None:
    assert rulings(gunner(FAR), "fire gmg1 U29") == {"ASL-A9.4"}
    state = do(gunner({**FAR, "g02": "U12 8-0"}), "fire gmg1 U29")
    frame = state.stack[-1]
    assert isinstance(frame, Attack) and frame.leaders == (UNIT["g02"],) and "directed" in flags(state, "g02")
    found = {clause for _, clause, _ in factors(state, "prep", FIRERS.index("gmg1"), frame.hex, False)}
    assert found == {"ASL-A7.22", "ASL-A9.4"}  # long range, and as a concealed target
    found = {clause for _, clause, _ in factors(state, "prep", FIRERS.index("gmg1"), frame.hex, True)}
    assert found == {"ASL-A7.22", "ASL-A12.13"}


@pytest.mark.clause("FF-O17")
@pytest.mark.parametrize("text", ["shoot umg1 B16", "shoot umg1 C13", "fire u01 B16"])
def test_a_refused_shot_does_not_tell_of_hidden_units(text: str) -> None:
    """The same refusal in the same words, whether a hidden squad is there or not."""
    hex_ = text.split()[-1]
    base = {"u01": "C12 6-6-6", "g01": "F15 4-4-7"}
    empty, hidden = mortar(base), mortar({**base, "g02": f"{hex_} 4-4-7 hidden"})
    found = [[(r.clause, r.because) for r in one.why_not(GAME.parse(text))] for one in (empty, hidden)]
    assert found[0] and found[0] == found[1]
