"""ASL-B30: pillboxes: cover and arc, who is inside, fire at them, close combat, charges, and Guns in them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.notation import read_position, write_position
from grognard.core.ruling import IllegalAction, total
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight import ambush, blast, checks, pillboxes, routing, shots
from grognard.games.purple_heart_draw.firefight.eyes import find_works, sees, stand_of
from grognard.games.purple_heart_draw.firefight.fire_effects import attacked
from grognard.games.purple_heart_draw.firefight.fire_for_effect import cover as shell_cover
from grognard.games.purple_heart_draw.firefight.forces import GUN, UNIT
from grognard.games.purple_heart_draw.firefight.gun_push import can_push
from grognard.games.purple_heart_draw.firefight.odds import attacked_known, chances
from grognard.games.purple_heart_draw.firefight.pillboxes import Box, box_of, name_of
from grognard.games.purple_heart_draw.firefight.position import Attack, Close
from grognard.games.purple_heart_draw.firefight.screen import screen
from grognard.web.purple_heart_draw_firefight.game_view import stacks

from .fight import GAME, do, fight, flags, kind, listed, rulings, where

HOME = GRID.hex("O17")  # open ground, all around it too
NORTH = name_of("2+3+5", 0)  # O16 and P17 before it


def manned(units: dict[str, str] | None = None, at: str = "prep fire", mover: str = "us", **more: Any) -> Any:
    """A pillbox in O17 with a German squad in it, which everybody knows."""
    there = {"g01": "O17 5-4-8 foxhole"} | (units or {})
    known = {"works": ((NORTH, int(HOME)),), "foxholes": ((int(HOME), 2),), "all_found": True}
    return fight(there, at, mover, **known | more)


def hidden(units: dict[str, str] | None = None, **more: Any) -> Any:
    """The same, not found yet."""
    there = {"g01": "O17 5-4-8 foxhole hidden"} | (units or {})
    secret = {"buried": [(), ((NORTH, int(HOME)),)], "dug": [(), ((int(HOME), 2),)]}
    return fight(there, **secret | more)


# ---------------------------------------------------------------- arc and cover


@pytest.mark.clause("ASL-B30")
def test_the_three_numbers_and_the_arc() -> None:
    assert box_of(NORTH) == Box(2, 3, 5, 0) and pillboxes.type_of(NORTH) == "2+3+5"
    assert pillboxes.is_pillbox(NORTH) and not pillboxes.is_pillbox("pillbox.4+3+5.N-NE")


@pytest.mark.clause("ASL-B30.2")
@pytest.mark.parametrize(
    ("at", "figure", "clause"), [("O15", 3, "ASL-B30.2"), ("O19", 5, "ASL-B30"), ("O17", 3, "ASL-B30.2")]
)
def test_cover_through_the_arc_and_elsewhere(at: str, figure: int, clause: str) -> None:
    state = manned()
    place = shots.place_of(state, UNIT["g01"])
    assert shots.cover(state, GRID.hex(at), "german", HOME, place)[:2] == (figure, clause)


@pytest.mark.clause("ASL-B30.2")
def test_who_is_inside_sees_its_arc_and_its_hex() -> None:
    state = manned({"u01": "O15 6-6-6", "u02": "O19 6-6-6", "u03": "O17 6-6-6"})
    assert [sees(state, UNIT["g01"], GRID.hex(h)) for h in ("O15", "O19", "O17")] == [True, False, True]
    assert [sees(state, UNIT[u], HOME) for u in ("u01", "u02", "u03")] == [True, False, True]
    assert stand_of(state, UNIT["g01"]).arc == 0


@pytest.mark.refuses("ASL-A6.11")
@pytest.mark.clause("ASL-B30")
def test_small_arms_from_outside_the_arc_do_not_reach_them() -> None:
    state = manned({"u01": "O15 6-6-6", "u02": "O19 6-6-6"})
    assert "fire u01 O17" in listed(state, "fire") and "fire u02 O17" not in listed(state, "fire")
    assert rulings(state, "fire u02 O17") == {"ASL-A6.11"}


@pytest.mark.clause("ASL-B30")
def test_shells_from_above_meet_the_other_cover() -> None:
    state = manned()
    place = shots.place_of(state, UNIT["g01"])
    assert [m.amount for m in shell_cover(state, HOME, place)] == [5]
    residual = Attack("us", int(HOME), "residual", firepower=4, targets=(UNIT["g01"],))
    assert total(shots.modifiers(state, residual, place)) == 5


# ---------------------------------------------------------------- a Location of its own


def both(**more: Any) -> Any:
    return manned({"u01": "O15 6-6-6", "u02": "O16 6-6-6", "u03": "O19 6-6-6", "g02": "O17 5-4-8"}, **more)


@pytest.mark.clause("ASL-B30.2")
def test_fire_is_at_the_pillbox_or_at_those_outside() -> None:
    state = do(both(), "fire u01 O17")
    frame = state.stack[-1]
    assert attacked(state, frame) == [UNIT["g02"]] == attacked_known(state, frame)
    assert listed(state, "slit") == {"slit O17"}
    frame = do(state, "slit O17").stack[-1]
    assert attacked(state, frame) == [UNIT["g01"]] == attacked_known(state, frame)
    odds = chances(state, frame, False)
    assert [m.amount for m in odds.modifiers if m.clause == "ASL-B30.2"] == [3]
    assert list(odds.targets) == [UNIT["g01"]] and sum(odds.targets[UNIT["g01"]].values()) == 1


@pytest.mark.clause("ASL-B30.2")
def test_fire_at_a_hex_with_nobody_outside_is_at_the_pillbox() -> None:
    state = do(manned({"u01": "O15 6-6-6"}), "fire u01 O17")
    assert state.stack[-1].inside and attacked(state, state.stack[-1]) == [UNIT["g01"]]


@pytest.mark.refuses("ASL-B30.2")
def test_only_fire_through_the_arc_may_be_at_the_pillbox() -> None:
    state = do(both(), "fire u03 O17")
    assert not listed(state, "slit") and "ASL-B30.2" in rulings(state, "slit O17")
    group = do(both(), "fire u01 O17")
    assert "join u02" in listed(group, "join")
    with pytest.raises(IllegalAction, match="ASL-B30.2"):
        do(state, "slit O17")


@pytest.mark.clause("ASL-B30.2")
def test_a_question_mark_inside_does_not_halve_firepower() -> None:
    state = manned({"u01": "O15 6-6-6", "g01": "O17 5-4-8 foxhole concealed"})
    frame = Attack("us", int(HOME), "prep", firers=(UNIT["u01"],), inside=True)
    outside = Attack("us", int(HOME), "prep", firers=(UNIT["u01"],))
    whole = shots.total_firepower(state, frame, False)
    assert (
        shots.total_firepower(state, frame, True) == whole == 2 * shots.total_firepower(state, outside, True)
    )


@pytest.mark.clause("ASL-B30.2")
def test_enemies_move_into_the_hex_but_not_past_those_outside() -> None:
    state = manned({"u01": "O18 6-6-6"}, "movement")
    assert where(do(state, "lead u01", "go O17"), "u01") == "O17"
    other = manned({"u01": "O18 6-6-6", "g02": "O17 5-4-8"}, "movement")
    assert "go O17" not in listed(do(other, "lead u01"), "go")


@pytest.mark.clause("ASL-B30.2", "ASL-A7.21")
def test_fire_across_the_wall_is_point_blank() -> None:
    state = manned({"u01": "O17 6-6-6"}, mover="german")
    assert shots.firepower(state, "prep", UNIT["g01"], HOME) == 10
    assert shots.firepower(state, "prep", UNIT["u01"], HOME) == 12


@pytest.mark.clause("ASL-B30", "ASL-A5.6")
def test_it_holds_its_squads_and_costs_1_mf() -> None:
    state = manned({"g02": "O17 5-4-8", "g03": "O17 5-4-8"}, "movement", "german")
    do(state, "lead g02", "shelter", "done")
    assert "foxhole" in flags(state, "g02")
    do(state, "lead g03")
    assert not listed(state, "shelter")  # two squads are inside


@pytest.mark.clause("ASL-B30.2", "ASL-A5.1")
def test_units_inside_do_not_count_for_the_stacking_of_the_hex() -> None:
    from grognard.games.purple_heart_draw.firefight.units import excess, in_hex

    crowd = {f"g0{n}": "O17 5-4-8" for n in (2, 3, 4)}
    assert not excess(manned(crowd), in_hex(manned(crowd), "german", HOME))


# ---------------------------------------------------------------- rout, rally, close combat


@pytest.mark.clause("ASL-B30.5")
def test_nobody_is_forced_to_rout_out_of_it() -> None:
    near = {"u01": "O16 6-6-6"}
    assert not routing.must_rout(manned({"g01": "O17 5-4-8 foxhole broken dm"} | near), UNIT["g01"])
    assert routing.must_rout(manned({"g02": "O17 5-4-8 broken dm"} | near), UNIT["g02"])


@pytest.mark.clause("ASL-B30.5")
def test_it_is_a_refuge_and_helps_to_rally() -> None:
    state = manned({"g02": "O18 5-4-8 broken dm", "u01": "O20 6-6-6"}, "rout", "german")
    assert routing.refuges(state, UNIT["g02"]) == 1 << HOME
    assert routing.goals(state, UNIT["g02"]) >> HOME & 1
    do(state, "rout g02 O17")
    if listed(state, "go"):
        do(state, "go O17")
    assert where(state, "g02") == "O17" and "foxhole" in flags(state, "g02")
    inside, outside = (
        checks.rally_modifiers(manned({"g02": f"O17 5-4-8 {words}"}), UNIT["g02"])
        for words in ("broken dm foxhole", "broken dm")
    )
    assert inside == outside - 1


@pytest.mark.clause("ASL-B30.6")
def test_close_combat_with_its_hex() -> None:
    state = manned({"u01": "O17 6-6-6 advanced"}, "close combat")
    assert [frame.hex for frame in state.stack if isinstance(frame, Close)] == [HOME]
    assert ambush.can_ambush(state, HOME)
    assert ambush.ambush_drm(state, "german", HOME) == 2 and ambush.ambush_drm(state, "us", HOME) == 0


# ---------------------------------------------------------------- charges


@pytest.mark.clause("ASL-B30.92")
@pytest.mark.parametrize(
    ("at", "number", "gone"), [(16, 1, True), (16, 0, False), (18, 2, False), (18, 3, True)]
)
def test_what_a_charge_destroys(at: int, number: int, gone: bool) -> None:
    assert pillboxes.falls(box_of(NORTH), HOME, GRID.hex(f"O{at}"), number) == gone


@pytest.mark.clause("ASL-B30.92")
@pytest.mark.parametrize(("dice", "gone"), [((1, 1), True), ((6, 4), False)])
def test_a_charge_laid_through_the_arc(dice: tuple[int, int], gone: bool) -> None:
    state = manned({"u01": "O16 6-6-6"}, "movement", guns={"umg1": "DC u01"})
    do(state, "lead u01", "lay u01 O17")
    while not state.laid:
        do(state, "done")
    assert state.laid_from == ((GUN["umg1"], int(GRID.hex("O16"))),)
    frame = Attack(
        "us",
        int(HOME),
        "charge",
        firepower=30,
        fails=12,
        seen=(UNIT["g01"],),
        inside=True,
        dice=dice,
        source=int(GRID.hex("O16")),
    )
    assert [m.amount for m in shots.modifiers(state, frame, shots.place_of(state, UNIT["g01"]))] == [3]
    assert blast.destroys(state, frame) == gone


@pytest.mark.clause("ASL-B30.92")
def test_who_outlives_the_pillbox_is_in_the_hex() -> None:
    state = manned()
    pillboxes.destroy(state, HOME)
    assert not state.works and not state.foxholes and "foxhole" not in flags(state, "g01")


@pytest.mark.clause("ASL-B30.92")
def test_a_charge_is_laid_at_the_pillbox_of_the_own_hex() -> None:
    state = manned({"u01": "O17 6-6-6"}, "movement", guns={"umg1": "DC u01"})
    assert "lay u01 O17" in listed(do(state, "lead u01"), "lay")


# ---------------------------------------------------------------- Guns


@pytest.mark.refuses("ASL-B30.gun")
def test_a_gun_fires_through_the_arc_alone() -> None:
    units = {"g01": "O17 2-2-8 foxhole", "u01": "O15 6-6-6", "u02": "O20 6-6-6"}
    state = manned(units, "prep fire", "german", guns={"gmg7": "50L g01"})
    state.__dict__["pointing"][GUN["gmg7"]] = 0
    assert "ASL-B30.gun" in rulings(state, "serve gmg7 O20")


@pytest.mark.clause("ASL-B30.gun", "PHD-TM15.ff")
def test_those_who_serve_a_gun_have_the_cover_of_the_pillbox_alone() -> None:
    state = manned({"g01": "O17 2-2-8 foxhole"}, guns={"gmg7": "50L g01"})
    place = shots.place_of(state, UNIT["g01"])._replace(gun=True, emplaced=True, shield=3)
    assert shots.cover(state, GRID.hex("O15"), "german", HOME, place)[0] == 3
    assert not can_push(state, GUN["gmg7"])


# ---------------------------------------------------------------- secrecy, positions, the page


@pytest.mark.clause("ASL-B30", "ASL-A12.33")
def test_a_hidden_pillbox_is_its_sides_secret() -> None:
    state = hidden({"u01": "A14 6-6-6"})
    assert "pillbox" in screen(state, "german") and "pillbox" not in screen(state.known_to("us"), "us")
    assert "pillbox" not in str(stacks(state.known_to("us"))) and "pillbox" not in str(state.view("us"))
    assert "pillbox 2+3+5" in str(stacks(state.known_to("german")))
    twin = fight({"u01": "A14 6-6-6"})
    assert [*map(str, state.known_to("us").legal_actions())] == [
        *map(str, twin.known_to("us").legal_actions())
    ]


@pytest.mark.clause("ASL-B30", "ASL-A12.33")
def test_a_good_order_enemy_finds_it() -> None:
    state = hidden({"u01": "O15 6-6-6"})
    find_works(state)
    assert state.works == ((NORTH, HOME),) and not state.buried[1] and state.foxholes == ((HOME, 2),)
    assert kind(state, "g01") and "hidden" in flags(state, "g01")


@pytest.mark.refuses("ASL-B30")
def test_a_position_keeps_it() -> None:
    text = write_position(manned())
    assert f'["{NORTH}", "O17"]' in text
    assert read_position(GAME, text).works == ((NORTH, HOME),)  # type: ignore[attr-defined]
    for wrong in ("pillbox.4+3+5.N-NE", "pillbox.1+3+5.N-NE"):
        with pytest.raises(IllegalAction, match="ASL-B30"):
            read_position(GAME, text.replace(NORTH, wrong))
