"""A stack that moves under its "?": where it may go, when it is found, and what the enemy learns of it."""

from __future__ import annotations

import pytest

from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.answering_fire import answering_fire
from grognard.games.purple_heart_draw.firefight.forces import MARKER, UNIT
from grognard.games.purple_heart_draw.firefight.position import Moving

from .fight import GAME, do, fight, flags, listed, rulings, where

WOODS = {"u01": "A18 6-6-6 concealed", "g01": "E17 5-4-8"}


@pytest.mark.clause("ASL-A12.11")
def test_a_marker_goes_with_all_that_is_under_it() -> None:
    state = fight({**WOODS, "u02": "A18 8-1 concealed", "u03": "A18 6-6-6"}, at="movement")
    assert listed(state, "sneak") == {"sneak A18"}
    do(state, "sneak A18", "assault", "go B18")
    assert [where(state, name) for name in ("u01", "u02", "u03")] == ["B18", "B18", "A18"]
    assert "concealed" in flags(state, "u01") and "moved" in flags(state, "u01")
    assert state.to_move == "german"


@pytest.mark.refuses("ASL-A12.11")
@pytest.mark.clause("ASL-A12.32")
def test_hidden_and_busy_units_do_not_sneak() -> None:
    state = fight(
        {"u01": "A18 6-6-6 hidden", "u02": "B18 6-6-6 concealed pinned", "g01": "E17 5-4-8"}, at="movement"
    )
    assert not listed(state, "sneak")
    assert rulings(state, "sneak A18") == rulings(state, "sneak B18") == {"ASL-A12.11"}


@pytest.mark.clause("ASL-A12.14.c")
def test_other_movement_in_sight_loses_the_marker() -> None:
    state = do(fight(WOODS, at="movement"), "sneak A18", "go B18")
    assert "concealed" not in flags(state, "u01") and state.open >> UNIT["u01"] & 1
    assert state.at[MARKER["us"]] < 0
    state = do(fight(WOODS, at="movement"), "sneak A18", "assault", "go B18")
    assert not state.open >> UNIT["u01"] & 1


@pytest.mark.clause("ASL-A12.14.c")
def test_assault_movement_into_the_open_loses_the_marker() -> None:
    units = {"u01": "B18 6-6-6 concealed", "g01": "E17 5-4-8"}
    state = do(fight(units, at="movement"), "sneak B18", "assault", "go B17")
    assert state.open >> UNIT["u01"] & 1


@pytest.mark.clause("ASL-A12.14.c")
def test_broken_enemies_do_not_find_a_marker() -> None:
    state = do(fight({**WOODS, "g01": "E17 5-4-8 broken"}, at="movement"), "sneak A18", "go B18")
    assert not state.open >> UNIT["u01"] & 1


@pytest.mark.clause("ASL-A12.14.d")
def test_a_concealed_enemy_shows_itself_to_find_the_marker() -> None:
    units = {**WOODS, "g01": "E17 5-4-8 concealed"}
    state = do(fight(units, at="movement"), "sneak A18", "go B18")
    assert not state.open >> UNIT["u01"] & 1
    do(state, "challenge g01")
    assert state.open >> UNIT["u01"] & 1 and state.open >> UNIT["g01"] & 1
    assert "fire g01 B18" in {str(action) for action in state.legal_actions()}


@pytest.mark.refuses("ASL-A12.14.d")
def test_who_does_not_see_a_marker_cannot_take_it_away() -> None:
    state = do(
        fight({**WOODS, "g01": "E17 5-4-8 concealed"}, at="movement"), "sneak A18", "assault", "go B18"
    )
    assert rulings(state, "challenge g01") == {"ASL-A12.14.d"}


@pytest.mark.clause("ASL-A12.13", "ASL-A12.14.b")
def test_fire_at_a_marker_is_halved_and_finds_all_of_it() -> None:
    state = fight({**WOODS, "u02": "A18 6-6-6 concealed"}, at="movement")
    do(state, "sneak A18", "assault", "go B18", "fire g01 B18")
    assert "2.5 FP" in state.purpose
    do(state, "dr 1 1")
    assert state.open >> UNIT["u01"] & 1 and state.open >> UNIT["u02"] & 1


CROWD = {f"u0{n}": "A18 6-6-6 concealed" for n in (1, 2, 3)}
CROWDED = dict.fromkeys(CROWD, "B18 6-6-6 concealed")


@pytest.mark.clause("ASL-A12.14.b", "ASL-A5.12")
@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ({"u04": "B18 6-6-6 concealed"}, False),
        ({"u04": "B18 3-4-6 concealed"}, False),
        ({"u04": "B18 9-1 concealed"}, True),
        ({"u04": "B18 6-6-6 concealed", "g01": "E17 5-4-8 broken"}, True),
        ({"u04": "B18 6-6-6 concealed", "g01": "E17 5-4-8 concealed"}, True),
        ({"u04": "B18 6-6-6 concealed", "g01": "W3 5-4-8"}, True),
    ],
)
def test_overstacked_units_in_sight_lose_the_question_mark(more: dict[str, str], kept: bool) -> None:
    """Three squads are the limit of a Location; the enemy in E17 sees B18, the one in W3 does not."""
    state = fight({**CROWDED, "g01": "E17 5-4-8", **more}, at="rally")
    do(state, *["done"] * 2)
    assert {"concealed" in flags(state, name) for name in ("u01", "u02", "u03", "u04")} == {kept}


@pytest.mark.clause("ASL-A12.14.b")
def test_a_marker_that_overstacks_a_location_is_lost() -> None:
    """B18 is out of Open Ground: without the crowd the marker stays."""
    lone = {**CROWD, "u04": "B18 3-4-6 concealed", "g01": "E17 5-4-8"}
    for units, kept in ((lone, False), ({**lone, "u04": "C10 3-4-6 concealed"}, True)):
        state = do(fight(units, at="movement"), "sneak A18", "assault", "go B18")
        assert ("concealed" in flags(state, "u01")) == kept == (state.at[MARKER["us"]] >= 0)
        assert state.to_move == "german"


@pytest.mark.clause("ASL-A12.13")
def test_fire_without_effect_leaves_the_marker() -> None:
    state = fight(WOODS, at="movement")
    do(state, "sneak A18", "assault", "go B18", "fire g01 B18", "dr 6 5")
    assert not state.open >> UNIT["u01"] & 1 and state.at[MARKER["us"]] >= 0
    do(state, "done")
    assert not state.open >> UNIT["u01"] & 1 and state.to_move == "us"
    assert state.at[MARKER["us"]] < 0 and not state.kind[MARKER["us"]] and not any(state.stealth)


@pytest.mark.clause("ASL-A12.15")
def test_a_marker_that_meets_a_hidden_enemy_is_thrown_back_and_known() -> None:
    units = {**WOODS, "g02": "B18 5-4-8 hidden", "g01": "P19 5-4-8"}
    state = do(fight(units, at="movement"), "sneak A18", "assault", "go B18")
    assert where(state, "u01") == "A18" and state.open >> UNIT["u01"] & 1


@pytest.mark.clause("FF-INFO", "ASL-A12.11")
@pytest.mark.parametrize("more", [{"u02": "A18 6-6-6 concealed"}, {"u02": "A18 8-1 concealed"}])
def test_the_enemy_does_not_learn_what_moves(more: dict[str, str]) -> None:
    """Twins: one squad under the "?", or two, or a squad with a leader."""
    one = fight(WOODS, at="movement")
    two = fight({**WOODS, **more}, at="movement")
    for text in ("sneak A18", "assault", "go B18", "fire g01 B18", "dr 6 5", "done", "done"):
        for state in (one, two):
            do(state, text)
        assert one.to_move == two.to_move
        for seat in ("german", "spectator"):
            assert one.view(seat) == two.view(seat), text
            assert one.events_seen_by(seat, 0) == two.events_seen_by(seat, 0), text
        if one.to_move == "german":
            assert list(one.legal_actions()) == list(two.legal_actions())
            assert list(two.known_to("german").legal_actions()) == list(two.legal_actions())


@pytest.mark.clause("ASL-A12.11", "ASL-A12.13")
def test_the_mover_sees_what_fire_could_do_to_its_marker() -> None:
    """By Assault Movement it stays covered and the fire is halved: 2.5 FP; known, it is 5 FP."""
    for first, power in (("assault", 2.5), ("double", 5.0)):
        state = do(fight(WOODS, at="movement"), "sneak A18", first)
        frame = state.stack[-1]
        assert isinstance(frame, Moving)
        (fire,) = answering_fire(state.known_to("us"), frame, GRID.hex("B18"))
        assert float(fire.odds.firepower) == power and set(fire.odds.targets) == {UNIT["u01"]}


@pytest.mark.clause("ASL-A12.11")
def test_what_attacks_a_marker_does_not_spare_the_next_one() -> None:
    """ASL-A8.22: once for each unit: two stacks that go into the same Residual FP are both attacked."""
    units = {**WOODS, "u02": "A17 6-6-6 concealed"}
    state = fight(units, at="movement", residual=((GRID.hex("B18"), 4),))
    for hex_ in ("A18", "A17"):
        do(state, f"sneak {hex_}", "assault", "go B18")
        assert state.purpose.startswith("Residual FP in B18")
        do(state, "dr 6 5", "done")


# ---------------------------------------------------------------- hidden by bocage


@pytest.mark.clause("PHD-n.ssr.3.ff", "ASL-B9.55")
def test_a_squad_hides_in_the_open_behind_bocage() -> None:
    """A16 is open ground with bocage to A17 and B17; A15 is open ground without bocage."""
    state = do(GAME.new(seed=1), "place g01 A16", "place g02 A15")
    assert "hide g01" in listed(state, "hide") and rulings(state, "hide g02") == {"PHD-n.ssr.3.ff"}
    do(state, "hide g01")
    assert "hidden" in flags(state, "g01")


@pytest.mark.clause("ASL-B9.55")
@pytest.mark.parametrize(
    ("enemy", "found"),
    [
        ("C17 6-6-6", False),
        ("A15 6-6-6", True),
        ("A15 6-6-6 broken", False),
        ("A15 6-6-6 concealed", False),
        ("A14 6-6-6", False),
    ],
)
def test_who_is_hidden_by_bocage_alone_is_found_past_it(enemy: str, found: bool) -> None:
    """C17 sees A16 through the bocage, A15 beside it; A14 does not see it. It comes up under a "?"."""
    units = {"g01": "A16 5-4-8 hidden", "u01": enemy, "u02": "K17 6-6-6"}
    state = do(fight(units, at="prep fire"), "done")
    assert flags(state, "g01") & {"hidden", "concealed"} == {"concealed" if found else "hidden"}
    assert not state.open >> UNIT["g01"] & 1 and state.all_found == found


@pytest.mark.clause("ASL-B9.55")
@pytest.mark.parametrize(("at", "found"), [("C17", False), ("A15", True)])
def test_a_tank_finds_it_too(at: str, found: bool) -> None:
    units = {"g01": "A16 5-4-8 hidden", "u02": "K17 6-6-6"}
    state = do(fight(units, vehicles={"uv1": f"{at} M4A1 NE-SE NE-SE exposed"}), "done")
    assert ("concealed" in flags(state, "g01")) == found


@pytest.mark.clause("ASL-A12.14.d")
def test_all_of_a_stack_that_spends_mf_by_name_are_known() -> None:
    """One throws smoke, and the leader with it is known as well: the enemy answers fire at both."""
    units = {"u01": "A18 6-6-6 concealed", "u02": "A18 8-1 concealed", "g01": "B18 5-4-8"}
    state = do(
        fight(units, at="movement", all_found=True), "lead u01", "along u02", "smoke u01 A18", "roll 5"
    )
    assert state.to_move == "german" and all(state.open >> UNIT[one] & 1 for one in ("u01", "u02"))
    assert "fire g01 A18" in listed(state.known_to("german"), "fire")
