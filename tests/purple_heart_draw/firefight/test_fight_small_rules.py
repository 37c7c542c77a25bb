"""Short rules of infantry: dice, weapons, checks, ground, Residual FP, control."""

from __future__ import annotations

import pytest

from grognard.core.hexes import OFF
from grognard.core.ruling import total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import checks, going
from grognard.games.purple_heart_draw.firefight.allowances import burden
from grognard.games.purple_heart_draw.firefight.concealment import gains
from grognard.games.purple_heart_draw.firefight.fire_effects import _judge
from grognard.games.purple_heart_draw.firefight.forces import GUN, SCENE_OF, UNIT
from grognard.games.purple_heart_draw.firefight.foxholes import lay_out
from grognard.games.purple_heart_draw.firefight.places import place
from grognard.games.purple_heart_draw.firefight.position import (
    G_FIRST,
    G_USED,
    Attack,
    Firefight,
    Moving,
    PlayerTurn,
)
from grognard.games.purple_heart_draw.firefight.shots import (
    Exposure,
    cover,
    factors,
    firepower,
    marks,
    modifiers,
)
from grognard.games.purple_heart_draw.firefight.sight import sight
from grognard.games.purple_heart_draw.firefight.sniper import nearest
from grognard.games.purple_heart_draw.firefight.tables import DOWN, KINDS
from grognard.games.purple_heart_draw.firefight.terrain import FEATURE
from grognard.games.purple_heart_draw.firefight.units import eliminate, helper, settle
from grognard.games.purple_heart_draw.firefight.victory import counts

from .fight import GAME, do, fight, flags, listed, rulings, where

APART = {"u01": "M17 6-6-6", "g01": "O17 5-4-8"}


def used(state: object, gun: str) -> bool:
    return bool(state.gun_flags[GUN[gun]] & G_USED)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- dice and attacks


@pytest.mark.clause("ASL-A.1")
@pytest.mark.clause("ASL-A7.32")
def test_the_colored_die_alone_decides_rate_of_fire() -> None:
    """An MMG fires on with a colored 1 or 2; a white 1 does not count. Only then is the next attack chosen."""
    for colored, white, fires_on in ((1, 6, True), (2, 6, True), (3, 1, False)):
        state = do(fight(APART, guns={"umg1": "MMG u01"}), "fire umg1 O17", "done", f"dr {colored} {white}")
        while state.to_move == "chance":
            do(state, "roll 2")
        assert used(state, "umg1") == fires_on
        assert ("fire umg1 O17" in listed(state, "fire")) == fires_on


@pytest.mark.clause("ASL-A.17")
def test_modifiers_add_up() -> None:
    """CX +1, encircled +1 and an overstacked firer's hex: each is on the list, and the sum counts."""
    units = APART | {"u01": "M17 6-6-6 cx"}
    state = do(fight(units, encircled=[1 << GRID.hex("M17"), 0]), "fire u01 O17")
    found = modifiers(state, state.stack[-1])
    by_clause = {one.clause: one.amount for one in found}
    assert by_clause["ASL-A4.51"] == by_clause["ASL-A7.7"] == 1
    assert total(found) == sum(by_clause.values())


@pytest.mark.clause("FF-DICE")
def test_a_roll_that_changes_nothing_is_left_out() -> None:
    """A pin check of a broken unit, or of one that is pinned, changes nothing: only the third unit rolls."""
    units = APART | {"g01": "O17 5-4-8 broken", "g02": "O17 5-4-8 pinned", "g03": "O17 5-4-8"}
    state = fight(units)
    checks.call(state, [(UNIT[u], checks.PTC, 0) for u in ("g01", "g02", "g03")], "ASL-A7.305")
    state.run()
    assert "g03" in state.purpose
    do(state, "roll 2")
    assert state.to_move == "us"


@pytest.mark.clause("ASL-A7.33")
def test_the_weapons_of_a_squad_have_targets_of_their_own() -> None:
    state = fight(APART | {"g02": "M19 5-4-8"}, guns={"umg1": "MMG u01"})
    do(state, "fire u01 O17", "done", "dr 5 6")
    while state.to_move == "chance":
        do(state, "roll 2")
    assert listed(state, "fire") == {"fire umg1 M19"} and rulings(state, "fire u01 M19") == {"ASL-A7.1"}


@pytest.mark.clause("ASL-A7.353")
def test_who_served_weapons_keeps_its_own_fire_for_the_end() -> None:
    """A half-squad that has fired its gun as First Fire fires itself as Subsequent First Fire, at half; in its own
    player turn it does not fire any more."""
    units = {"u01": "M17 6-6-6", "g01": "M18 2-3-8 gun1", "u02": "A10 6-6-6"}
    state = fight(units, "final fire")
    assert marks(state, UNIT["g01"]) == 1 and "fire g01 M17" in listed(state, "fire")
    assert firepower(state, "final", UNIT["g01"], GRID.hex("M17")) == 2  # 2, doubled, halved
    far = fight(units | {"g01": "O17 2-3-8 gun1"}, "final fire")
    assert "fire g01 M17" not in listed(far, "fire")
    own = fight({"u01": "M17 3-4-6 gun1", "g01": "M18 5-4-8"})
    assert "ASL-A7.35" in rulings(own, "fire u01 M18")


@pytest.mark.clause("ASL-A8.41")
def test_rate_of_fire_in_the_defensive_fire_phase() -> None:
    state = do(fight(APART, "final fire", guns={"gmg1": "HMG g01"}), "fire gmg1 M17", "done", "dr 3 6")
    while state.to_move == "chance":
        do(state, "roll 2")
    assert used(state, "gmg1")
    marked = fight(APART | {"g01": "M18 5-4-8"}, "final fire", guns={"gmg1": "HMG g01"})
    marked.__dict__["gun_flags"][GUN["gmg1"]] = G_FIRST
    do(marked, "fire gmg1 M17", "done", "dr 1 6")
    assert not used(marked, "gmg1")


def after_first_fire(colored: int, white: int, gun: str = "") -> dict[int, int]:
    """The Residual FP in M18 after First Fire of a 5-4-8, or of its gun, from O17."""
    guns = {"gmg1": "LMG g01"} if gun else {}
    state = do(fight(APART | {"u02": "A10 6-6-6"}, "movement", guns=guns), "move u01 M18")
    do(state, f"fire {gun or 'g01'} M18")
    do(state, *(["done"] if state.to_move == "german" else []), f"dr {colored} {white}")
    while state.to_move == "chance":
        do(state, "roll 2")
    return dict(state.residual)


@pytest.mark.clause("ASL-A8.221")
def test_a_weapon_that_breaks_leaves_nothing() -> None:
    assert after_first_fire(5, 6, "gmg1") and not after_first_fire(6, 6, "gmg1")


@pytest.mark.clause("ASL-A8.224")
def test_cowering_leaves_less() -> None:
    """5 FP: the column 4 leaves 2; on doubles the column 2 leaves 1."""
    hex_ = GRID.hex("M18")
    assert after_first_fire(3, 4)[hex_] == 2 and after_first_fire(4, 4)[hex_] == 1


def with_rate(*last: str) -> Firefight:
    """First Fire of a HMG (7 FP, rate of fire 3) from O17 at M18, whose colored die of 3 keeps the rate."""
    state = do(fight(APART | {"u02": "A10 6-6-6"}, "movement", guns={"gmg1": "HMG g01"}), "move u01 M18")
    return do(state, "fire gmg1 M18", "done", "dr 3 6", *last)


@pytest.mark.clause("ASL-A8.23")
def test_rate_of_fire_is_given_up_for_residual_firepower() -> None:
    state = with_rate()
    assert state.to_move == "german" and listed(state, "forgo") == {"forgo"}
    do(state, "done")
    assert used(state, "gmg1") and not state.residual
    state = with_rate("forgo")
    assert not used(state, "gmg1") and state.gun_flags[GUN["gmg1"]] & G_FIRST
    assert dict(state.residual) == {GRID.hex("M18"): 2}  # 7 FP: the column 6 leaves 2


@pytest.mark.clause("ASL-A8.23")
def test_firers_without_rate_leave_residual_firepower_beside_a_gun_that_keeps_it() -> None:
    state = do(fight(APART | {"u02": "A10 6-6-6"}, "movement", guns={"gmg1": "HMG g01"}), "move u01 M18")
    do(state, "fire gmg1 M18", "join g01", "done", "dr 3 6", "done")
    assert used(state, "gmg1") and dict(state.residual) == {GRID.hex("M18"): 2}  # 5 FP of the squad alone


@pytest.mark.refuses("ASL-A8.23")
def test_rate_of_fire_that_is_not_kept_is_not_given_up() -> None:
    state = do(fight(APART | {"u02": "A10 6-6-6"}, "movement", guns={"gmg1": "HMG g01"}), "move u01 M18")
    do(state, "fire gmg1 M18", "done", "dr 4 6")
    assert "ASL-A8.23" in rulings(state, "forgo")


# ---------------------------------------------------------------- morale and leaders


@pytest.mark.clause("ASL-A10.7")
@pytest.mark.clause("ASL-A10.21")
def test_one_leader_helps() -> None:
    """The 9-2 helps the squad; the 8-1 beside him adds nothing; neither helps in another hex."""
    units = {"u01": "M17 6-6-6", "u02": "M17 9-2", "u03": "M17 8-1", "u04": "M18 6-6-6", "g01": "O17 5-4-8"}
    state = fight(units)
    assert helper(state, UNIT["u01"]) == UNIT["u02"] and helper(state, UNIT["u04"]) == -1
    checks.call(state, [(UNIT["u01"], checks.MC, 0)], "ASL-A7.303")
    state.run()
    assert "pinned" in flags(do(state, "roll 8"), "u01")  # 8 - 2 is its morale of 6


@pytest.mark.clause("ASL-A19.11")
def test_crews_are_not_disrupted() -> None:
    """With ELR 3 a squad of the lowest class that fails by 4 is Disrupted, a crew is not."""
    units = {"u01": "M17 6-6-6", "g01": "O17 4-4-7", "g02": "P17 2-2-8"}
    if "2-2-8" not in KINDS:
        units["g02"] = "P17 1-2-7"
    state = fight(units)
    for unit in ("g01", "g02"):
        checks.call(state, [(UNIT[unit], checks.MC, 4)], "ASL-A7.304")
        state.run()
        do(state, "roll 11")
    assert "disrupted" in flags(state, "g01") and flags(state, "g02") == {"broken", "dm"}


@pytest.mark.clause("ASL-A17.3")
def test_a_wound_late_on_the_way_pins() -> None:
    """After 3 MF a wounded leader goes on, after 4 he is pinned."""
    for halves, pinned in ((6, False), (8, True)):
        state = fight({"u01": "M17 9-1", "u02": "A10 6-6-6", "g01": "O17 5-4-8"}, "movement")
        state.__dict__["stack"] = (
            PlayerTurn(step=state.stack[0].step),
            Moving(units=(UNIT["u01"],), origin=GRID.hex("M17"), spent=halves),
        )
        checks.call(state, [(UNIT["u01"], checks.WOUNDS, 0)], "ASL-A17.11")
        state.run()
        do(state, "roll 3")
        assert ("pinned" in flags(state, "u01")) == pinned and "wounded" in flags(state, "u01")


@pytest.mark.clause("ASL-A10.71")
@pytest.mark.clause("ASL-A10.72")
def test_a_leader_who_has_rallied_rallies_others() -> None:
    units = {
        "u01": "M7 6-6-6 broken",
        "u02": "M7 9-1 broken",
        "u03": "M8 6-6-6 broken",
        "u04": "M8 8-0",
        "u05": "M8 9-2",
        "g01": "A30 5-4-8",
    }
    state = do(fight(units, "rally"), "rally u02", "roll 3")
    assert "broken" not in flags(state, "u02") and checks.rally_leader(state, UNIT["u01"]) == UNIT["u02"]
    assert checks.rally_leader(state, UNIT["u03"]) == UNIT["u05"]
    do(state, "rally u01", "roll 8")  # 8 - 1 for the leader - 1 for the woods
    assert "broken" not in flags(state, "u01")


@pytest.mark.clause("FF-R6")
def test_the_lowest_us_squad_is_green() -> None:
    assert KINDS["5-3-6"].quality == "green" and "5-3-6" not in DOWN


@pytest.mark.clause("ASL-A11.3")
def test_after_an_ambush_one_side_strikes_first() -> None:
    """The dice of the ambushers are carried out before the others name their attacks."""
    units = {"u01": "M14 6-6-6 advanced", "g01": "M14 5-4-8", "u02": "A10 6-6-6"}
    state = do(fight(units, "close combat"), "roll 1", "roll 6")
    do(state, "done", "strike u01 g01", "dr 1 2")
    assert not where(state, "g01") and not listed(state, "strike")


# ---------------------------------------------------------------- concealment, snipers


@pytest.mark.clause("ASL-A12.1")
def test_unbroken_enemies_prevent_a_question_mark() -> None:
    assert gains(fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8 berserk"}), UNIT["u01"]) == ""
    assert gains(fight({"u01": "M17 6-6-6", "g01": "O17 5-4-8 broken"}), UNIT["u01"]) == "at once"


@pytest.mark.clause("ASL-A14.21")
def test_the_sniper_finds_the_nearest_target_with_least_cover() -> None:
    units = {"u01": "M14 6-6-6", "u02": "M16 6-6-6", "u03": "A10 6-6-6", "g01": "O17 5-4-8"}
    assert [GRID.name[h] for h in nearest(fight(units), "german", GRID.hex("M15"))] == ["M16"]
    assert [GRID.name[h] for h in nearest(fight(units), "german", GRID.hex("M14"))] == ["M14"]


# ---------------------------------------------------------------- movement and ground


@pytest.mark.clause("ASL-A4.8")
def test_a_busy_unit_does_nothing() -> None:
    units = {"u01": "M17 6-6-6 ti", "u02": "A10 6-6-6", "g01": "O17 5-4-8"}
    assert rulings(fight(units), "fire u01 O17") == {"ASL-A10.4b"}
    assert rulings(fight(units, "movement"), "move u01 M18") == {"ASL-A4.8"}
    assert rulings(fight(units, "advance"), "advance u01 M18") == {"ASL-A4.8"}


@pytest.mark.clause("ASL-A4.52")
def test_cx_carries_less() -> None:
    guns = {"umg1": "MMG u01"}  # 3 portage points
    assert burden(fight(APART, guns=guns), UNIT["u01"]) == 0
    assert burden(fight(APART | {"u01": "M17 6-6-6 cx"}, guns=guns), UNIT["u01"]) == 1


@pytest.mark.clause("ASL-A2.52")
def test_off_the_map_units_enter_and_nothing_else() -> None:
    state = GAME.scenarios["phd-2-infantry"](GAME.options())
    assert [u for u in state.mustered["us"] if state.at[u] < 0] == list(state.mustered["us"])
    units = {"u02": "A10 6-6-6", "u01": "A10 6-6-6 due", "g01": "O17 5-4-8"}
    waiting = fight(units, "movement", turn=1)
    waiting.__dict__["at"][UNIT["u01"]] = OFF
    assert rulings(waiting, "fire u01 O17") and "lead u01" in listed(waiting, "lead")
    assert {a.verb for a in waiting.legal_actions() if getattr(a, "unit", "") == "u01"} <= {"lead", "move"}


def cost(a: str, b: str) -> float | None:
    halves = going.cost(GRID.hex(a), GRID.hex(b))
    return None if halves is None else halves / 2


@pytest.mark.clause("ASL-B6")
def test_the_bridge() -> None:
    """By the road 1 MF, on level 0; from the stream and the banks there is no way up. Fire along the road meets no
    cover, fire from the side +1."""
    assert cost("V11", "V12") == cost("V12", "V13") == cost("V12", "V11") == 1
    assert cost("U11", "V12") is cost("W11", "V12") is cost("V12", "W12") is None
    state = fight({"u01": "V12 6-6-6", "g01": "V14 5-4-8"})
    along, beside = GRID.hex("V14"), GRID.hex("Y13")
    assert cover(state, along, "us", GRID.hex("V12"))[0] == 0
    assert cover(state, beside, "us", GRID.hex("V12"))[:2] == (1, "ASL-B6")


@pytest.mark.clause("ASL-B20.45")
@pytest.mark.clause("ASL-B10")
def test_out_of_a_stream() -> None:
    """X12 is a stream on level -1; the open ground of level 0 beside it costs 2 MF, twice its own."""
    beside = next(h for h in going.near(GRID.hex("X12")) if going.CODE[h] == "open" and going.BOTTOM[h] == 0)
    assert cost("X12", GRID.name[beside]) == 2 and cost("X12", "W12") == 3


@pytest.mark.clause("ASL-B11")
def test_cliffs_are_not_crossed() -> None:
    assert cost("S10", "S11") is cost("S11", "S10") is cost("U12", "V12") is None
    assert cost("S11", "T11") is not None if GRID.hex("T11") in going.near(GRID.hex("S11")) else True


@pytest.mark.clause("ASL-B9")
@pytest.mark.clause("ASL-B9.5")
def test_walls_and_bocage() -> None:
    """Crossing the bocage A5-A6 costs 2 MF besides the hex, a wall 1."""
    found = {}
    for side, kind in FEATURE.items():
        one = side // 6
        other = GRID.step(one, side % 6) if one in GRID.name else -1
        flat = other >= 0 and going.BOTTOM[one] == going.BOTTOM[other] and going.CODE[other] == "open"
        if flat and not going.is_road(one, other) and not going.LANES >> other & 1:
            found.setdefault(kind, going.cost(one, other))
    assert found == {"bocage": 6, "wall": 4}
    assert going.HEXSIDE["bocage"]["tem"] == going.HEXSIDE["wall"]["tem"] == 2


@pytest.mark.clause("ASL-B4.43")
def test_sunken_lanes() -> None:
    """G14 is printed on level 2: units in it are on level 1, in Open Ground, without the cover of its hex."""
    hex_ = GRID.hex("G14")
    assert going.BOTTOM[hex_] == 1 and going.OPEN >> hex_ & 1 and not going.CONCEALING >> hex_ & 1


@pytest.mark.clause("ASL-B20.6")
@pytest.mark.refuses("ASL-B20.6")
def test_fire_out_of_a_stream() -> None:
    units = {"u01": "X12 6-6-6", "g01": "Y12 5-4-8"}
    state = fight(units, guns={"umg1": "MMG u01"})
    assert rulings(state, "fire umg1 Y12") == {"ASL-B20.6"} and "fire u01 Y12" in listed(state, "fire")
    causes = {clause for _, clause, _ in factors(state, "prep", UNIT["u01"], GRID.hex("Y12"), False)}
    assert "ASL-B20.6" in causes
    assert firepower(state, "prep", UNIT["u01"], GRID.hex("Y12")) == 6  # doubled and halved
    light = fight({"g01": "X12 5-4-8", "u01": "Y12 6-6-6"}, mover="german", guns={"gmg1": "LMG g01"})
    assert "fire gmg1 Y12" in listed(light, "fire")
    on_bridge = fight({"u01": "V12 6-6-6", "g01": "V13 5-4-8"}, guns={"umg1": "MMG u01"})
    assert "fire umg1 V13" in listed(on_bridge, "fire")


# ---------------------------------------------------------------- sight and Wall Advantage


@pytest.mark.clause("FF-LOS.6")
def test_anyone_may_ask_about_a_line_of_sight() -> None:
    assert "los" in GAME.questions() and sight is not None


@pytest.mark.clause("ASL-B9.324")
def test_a_hidden_unit_lets_wall_advantage_go() -> None:
    """H6 has bocage towards H5: a unit in the open there holds Wall Advantage, a hidden one does not."""
    hex_ = next(
        h for h in GRID.name if going.own_hexsides(h) and going.in_hex_tem(h) < 1 and not going.LANES >> h & 1
    )
    name = GRID.name[hex_]
    seen = fight({"g01": f"{name} 5-4-8", "u01": "A30 6-6-6"})
    hidden = fight({"g01": f"{name} 5-4-8 hidden", "u01": "A30 6-6-6"})
    assert seen.walls[1] >> hex_ & 1 and not hidden.walls[1] >> hex_ & 1


# ---------------------------------------------------------------- weapons, works, victory


@pytest.mark.clause("FF-SW.1")
def test_an_anti_tank_weapon_is_a_support_weapon() -> None:
    """A half-squad that has fired its bazooka has no fire of its own in that phase."""
    units = {"u01": "M17 3-4-6", "g01": "L17 5-4-8", "u02": "A10 6-6-6"}
    state = do(fight(units, guns={"umg1": "BAZ44 u01"}), "shoot umg1 L17")
    do(state, *(["done"] if state.to_move == "us" else []), "dr 6 4")
    assert len(state.stack) == 1 and "gun1" in flags(state, "u01")
    assert "ASL-A7.35" in rulings(state, "fire u01 L17")


@pytest.mark.clause("ASL-A23.7")
def test_no_charge_is_set_for_later() -> None:
    assert {"lay", "throw", "breach"} <= set(GAME.vocabulary.verbs) and "set" not in GAME.vocabulary.verbs


@pytest.mark.clause("FF-R8")
def test_foxholes_as_many_as_are_used() -> None:
    units = {
        "g01": "M16 5-4-8 foxhole",
        "g02": "M16 5-4-8 foxhole",
        "g03": "M18 2-3-8 foxhole",
        "u01": "A10 6-6-6",
    }
    state = fight(units)
    lay_out(state, "german")
    assert dict(state.dug[1]) == {GRID.hex("M16"): 2, GRID.hex("M18"): 1}


@pytest.mark.clause("FF-R10")
def test_labor_can_be_replaced_by_data() -> None:
    from grognard.games.purple_heart_draw.firefight.foxholes import WORKS

    assert (WORKS["labor"]["each"], WORKS["labor"]["most"], WORKS["labor"]["confidence"]) == (
        -1,
        -2,
        "likely",
    )


@pytest.mark.clause("ASL-A26.13")
@pytest.mark.clause("ASL-A26.15")
def test_a_hidden_unit_denies_control_in_silence() -> None:
    """The squad moves next to M14, and the building is not the US side's while a hidden enemy is in it."""
    from grognard.games.purple_heart_draw.firefight.victory import update_control

    units = {"u01": "M14 6-6-6", "u02": "A10 6-6-6", "g02": "P19 5-4-8"}
    for more, held in (({}, 1), ({"g01": "M14 5-4-8 hidden"}, 0)):
        state = fight(units | more)
        before = len(state.journal)
        update_control(state)
        assert state.control >> GRID.hex("M14") & 1 == held
        assert held or not [row for row in state.journal[before:] if "control" in str(row)]


@pytest.mark.clause("FF-R12")
def test_any_unit_in_the_zone_counts() -> None:
    state = fight(
        {"u01": "X12 6-6-6", "u02": "X11 6-6-6", "u03": "X5 6-6-6", "g01": "A10 5-4-8"},
        scene="phd-3-infantry",
    )
    assert [counts(state, UNIT[u]) for u in ("u01", "u02", "u03")] == [True, True, False]


@pytest.mark.clause("ASL-A9.73")
@pytest.mark.refuses("ASL-A9.73")
def test_a_unit_destroys_its_own_weapon() -> None:
    """It counts as fired: a half-squad does nothing else then."""
    units = {"u01": "M17 3-4-6", "u02": "A10 6-6-6", "g01": "M18 5-4-8"}
    state = fight(units, guns={"umg1": "MMG u01", "gmg1": "LMG g01"})
    assert listed(state, "ruin") == {"ruin umg1"} and rulings(state, "ruin gmg1") == {"ASL-A9.73"}
    do(state, "ruin umg1")
    assert not state.gun_kind[GUN["umg1"]] and "ASL-A7.35" in rulings(state, "fire u01 M18")
    broken = fight(units | {"u01": "M17 3-4-6 broken"}, guns={"umg1": "MMG u01"})
    assert rulings(broken, "ruin umg1") == {"ASL-A9.73"}


@pytest.mark.clause("ASL-A4.132")
def test_along_a_road_through_grain_units_are_in_the_open() -> None:
    """K31 is grain with a road from K30: by the road 1 MF and Open Ground, by the grain 1.5 MF and not."""
    road, field = (GRID.hex(name) for name in ("K30", "K31"))
    assert going.is_road(road, field) and going.cost(road, field) == 2
    beside = next(h for h in going.near(field) if not going.is_road(h, field) and going.cost(h, field) == 3)
    for start, is_open in ((road, True), (beside, False)):
        frame = Attack(side="german", hex=field, kind="residual", firepower=2, targets=(UNIT["u01"],))
        state = fight({"u01": "K31 6-6-6", "g01": "A10 5-4-8"}, "movement")
        moving = Moving(units=(UNIT["u01"],), origin=start, crossed=True)
        state.__dict__["stack"] = (PlayerTurn(step=state.stack[0].step), moving, frame)
        words = {one.because for one in modifiers(state, frame)}
        assert ("moves in Open Ground" in words) == is_open


@pytest.mark.clause("ASL-B9.55")
def test_a_question_mark_behind_bocage() -> None:
    """The enemy sees the unit through its bocage and holds no Wall Advantage over it: it gains a "?" all the same."""
    found = set()
    for side, kind in FEATURE.items():
        one = side // 6
        other = GRID.step(one, side % 6) if one in GRID.name else -1
        level = other >= 0 and going.BOTTOM[one] == going.BOTTOM[other] == going.base_level(side)
        bare = level and going.CODE[one] == going.CODE[other] == "open" and not going.LANES >> one & 1
        if kind == "bocage" and bare:
            units = {"u01": f"{GRID.name[one]} 6-6-6", "g01": f"{GRID.name[other]} 5-4-8"}
            ours, theirs = ([1 << one, 0], [0, 1 << other])
            found.add(tuple(gains(fight(units, walls=held), UNIT["u01"]) for held in (ours, theirs)))
            break
    assert found == {("at once", "")}


@pytest.mark.clause("ASL-B13.31")
def test_a_line_along_the_road() -> None:
    """U4 to U7 follows the road through the orchard U6; U4 to U8 leaves it in U7."""
    seen = [sight(place("U4"), place(goal)) for goal in ("U7", "U8")]
    assert [one.hindrance for one in seen] == [0, 1]


@pytest.mark.clause("ASL-B28.411")
def test_mines_and_a_question_mark() -> None:
    frame = Attack(side="german", hex=GRID.hex("M17"), kind="mines", targets=(UNIT["u01"],), dice=(3, 4))
    units = {"u01": "M17 6-6-6 concealed", "g01": "A10 5-4-8"}
    state = fight(units, mines=[(), ((GRID.hex("M17"), 6),)])
    known, covered = _judge(state, frame, 0, Exposure()).columns
    assert known == covered >= 0


@pytest.mark.clause("PHD-MSR1.ff")
def test_no_rain() -> None:
    assert {name for name in SCENE_OF[("phd-1", "us")]._fields if "rain" in name} == set()
    assert SCENE_OF[("phd-1", "us")].mist and not SCENE_OF[("phd-2", "us")].mist


@pytest.mark.clause("FF-R4")
@pytest.mark.clause("FF-R5")
def test_readings_of_ground_and_ladders() -> None:
    assert all(
        going.OPEN >> h & 1 and not going.CONCEALING >> h & 1 for h in (GRID.hex("S11"), GRID.hex("X12"))
    )
    assert not {"4-4-7", "2-3-7"} & set(DOWN)


@pytest.mark.clause("FF-R11")
def test_melee_in_the_zone() -> None:
    zone = GRID.names(SCENE_OF[("phd-1-infantry", "us")].zone)[0]
    south = fight({"u01": f"{zone} 6-6-6 melee", "g01": f"{zone} 5-4-8 melee"}, scene="phd-1-infantry")
    draw = fight({"u01": "X12 6-6-6 melee", "g01": "X12 5-4-8 melee"}, scene="phd-3-infantry")
    assert [counts(one, UNIT["u01"]) for one in (south, draw)] == [True, False]


@pytest.mark.clause("ASL-A11.15")
@pytest.mark.clause("ASL-A15.46")
def test_a_melee_is_over_when_no_enemy_is_left_in_it() -> None:
    """Fire from outside may end it: who is left is free, and no longer berserk."""
    units = {
        "u01": "E17 6-6-6 melee",
        "u02": "E17 8-0 melee berserk",
        "g01": "E17 2-3-7 melee",
        "g02": "E17 8-0 melee",
        "u03": "D17 6-6-6",
    }
    state = fight(units, "prep fire", all_found=True)
    for name, free in (("g01", False), ("g02", True)):
        eliminate(state, UNIT[name], "ASL-A7.301")
        settle(state, "ASL-A7.31")
        assert [flags(state, one) == set() for one in ("u01", "u02")] == [free, free]


@pytest.mark.clause("ASL-A7.212")
@pytest.mark.refuses("ASL-A7.212")
def test_a_manned_vehicle_in_its_location_keeps_a_unit_from_firing_elsewhere() -> None:
    units = {"u01": "E17 6-6-6", "u02": "D17 6-6-6", "g01": "C17 5-4-8"}
    state = fight(units, vehicles={"gv1": "E17 StuG SW-NW SW-NW"}, all_found=True)
    assert rulings(state, "fire u01 C17") == {"ASL-A7.212"} and "fire u02 C17" in listed(state, "fire")
    empty = fight(units, vehicles={"gv1": "E17 StuG SW-NW SW-NW abandoned"}, all_found=True)
    assert "fire u01 C17" in listed(empty, "fire")
