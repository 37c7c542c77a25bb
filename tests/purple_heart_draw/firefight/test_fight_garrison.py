"""Sergeant as the defender: what a place is worth to hold, when garrisons move, and which shots are let go."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import CHANCE, DONE, Leak
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT, VEHICLE_NUMBER
from grognard.players.purple_heart_draw_firefight import plain, sergeant
from grognard.players.purple_heart_draw_firefight.garrison import (
    Watch,
    best_plan,
    deny,
    field_of_fire,
    stake,
    tank_sources,
    value,
)
from grognard.players.purple_heart_draw_firefight.posts import course
from grognard.players.registry import find
from grognard.players.seat import Seat

from .fight import GAME, fight

G1 = UNIT["g01"]


def choice(state: Any, side: str = "german") -> Any:
    return Seat(find("sergeant", GAME.name).load(), side, seed=1).choose(state)


def test_a_place_is_worth_more_where_the_attackers_must_pass() -> None:
    """L14 sees the way from L12 to the buildings; A19 sees nothing of it."""
    state = fight({"u01": "L12 6-6-6", "g01": "L14 5-4-8", "g02": "M14 5-4-8"}, at="movement", mover="german")
    watch = Watch(state, "german")
    assert field_of_fire(watch, [G1], GRID.hex("L14")) > field_of_fire(watch, [G1], GRID.hex("A19")) == 0


def test_a_reserve_goes_to_where_the_attackers_are() -> None:
    units = {f"u0{n}": "K13 6-6-6" for n in range(1, 4)}
    state = fight({**units, "g01": "P17 5-4-8", "g02": "L14 5-4-8"}, at="movement", mover="german", turn=3)
    plan = best_plan(Watch(state, "german"), {})
    assert plan is not None and plan.units == (G1,)
    field = [GRID.distance(GRID.hex("K13"), hex_) for hex_ in (GRID.hex("P17"), plan.path[-1])]
    assert field[1] < field[0]


def test_a_building_the_enemy_has_left_is_taken_back() -> None:
    """PHD-2: the US side needs all six at once."""
    control = sum(1 << GRID.hex(name) for name in ("L14", "L17", "M14", "M15", "N15"))
    state = fight({"u01": "A6 6-6-6", "g01": "O14 5-4-8"}, at="advance", mover="german", control=control)
    watch = Watch(state, "german")
    held = Watch(fight({"u01": "A6 6-6-6", "g01": "O14 5-4-8"}, at="advance", mover="german"), "german")
    assert stake(watch, [G1], GRID.hex("N15")) > stake(held, [G1], GRID.hex("N15")) > 0
    assert stake(watch, [G1], GRID.hex("O15")) > stake(held, [G1], GRID.hex("O15"))  # the last one left
    assert stake(watch, [G1], GRID.hex("O14")) == 0


def test_the_last_garrison_stands_in_the_zone_at_the_end() -> None:
    """PHD-4: one Good Order squad on the road or next to it decides, and the US side moves last."""
    early, late = (
        fight({"u01": "J24 6-6-6", "g01": "A35 5-4-8"}, at="movement", scene="phd-4", turn=turn, mover="us")
        for turn in (1, 5)
    )
    home = GRID.hex("G24")
    gains = [stake(Watch(state, "us"), [UNIT["u01"]], home) for state in (early, late)]
    assert gains[1] > gains[0] > 0
    plan = best_plan(Watch(late, "us"), {})
    assert plan is not None and plan.units == (UNIT["u01"],)


def test_units_in_the_zone_are_bound_in_the_last_turn() -> None:
    """PHD-3 counts units in Good Order: who is in close combat is not."""
    units = {"u01": "Y12 6-6-6", "g01": "Y13 2-3-8"}
    last, before = (fight(units, at="advance", scene="phd-3", turn=turn, mover="german") for turn in (6, 5))
    assert deny(Watch(last, "german"), GRID.hex("Y12")) > 0 == deny(Watch(before, "german"), GRID.hex("Y12"))
    assert str(choice(last)) == "advance g01 Y12" and not str(choice(before)).endswith("Y12")


def test_tanks_in_sight_make_a_place_worse() -> None:
    units = {"u01": "L12 6-6-6", "g01": "M15 5-4-8"}
    bare = fight(units, at="movement", mover="german", all_found=True)
    tank = fight(
        units, at="movement", mover="german", vehicles={"uv1": "I13 M4A1 NE-SE NE-SE"}, all_found=True
    )
    assert not tank_sources(bare, "german") and len(tank_sources(tank, "german")) == 1
    unit, hex_ = (G1,), GRID.hex("M15")
    assert value(Watch(tank, "german"), unit, hex_) < value(Watch(bare, "german"), unit, hex_)


def test_tanks_go_to_where_they_count_at_the_end() -> None:
    """PHD-3 counts tanks in the draw or next to it; PHD-1 does not."""
    units = {"g01": "BB14 5-4-8"}
    tank = {"uv1": "DD8 M4A1 NE-SE NE-SE"}
    early, late, other = (
        fight(units, at="movement", scene=scene, turn=turn, vehicles=tank)
        for scene, turn in (("phd-3", 2), ("phd-3", 6), ("phd-1", 6))
    )
    assert not sergeant.aim_for(early, "us").hexes and not sergeant.aim_for(other, "us").hexes
    aim = sergeant.aim_for(late, "us")
    assert aim.hexes == int(late.card.zone) and not sergeant.aim_for(late, "german").hexes
    assert aim.hexes >> course(late, "us", VEHICLE_NUMBER["uv1"], aim).goal.hex & 1


def test_the_attack_waits_for_its_fire_where_units_count_at_the_end() -> None:
    weights = [
        sergeant.weights_for(fight({}, at="movement", scene=scene, turn=turn)).late
        for scene, turn in (("phd-3", 2), ("phd-3", 5), ("phd-2", 2))
    ]
    assert weights[0] < weights[1] < weights[2]


def test_a_covered_unit_does_not_show_itself_for_a_poor_shot() -> None:
    units = {"u01": "L9 6-6-6", "g01": "L14 5-4-8 concealed"}
    state = fight(units, at="final fire", mover="us", turn=2)
    seen = fight({**units, "g01": "L14 5-4-8"}, at="final fire", mover="us", turn=2)
    if any(a.verb == "fire" for a in state.legal_actions()):
        assert choice(state) == DONE
    assert [a.verb for a in seen.legal_actions()]


def test_the_hint_says_what_a_move_gains() -> None:
    units = {f"u0{n}": "K13 6-6-6" for n in range(1, 4)}
    state = fight({**units, "g01": "P17 5-4-8", "g02": "L14 5-4-8"}, at="movement", mover="german", turn=3)
    found = Seat(find("sergeant", GAME.name).load(), "german", seed=1).think(state).explain()
    assert "worth" in found[0].why and "squad counting 6" in found[0].why and found[0].clauses


@pytest.mark.parametrize("fault", [Leak("unknown"), KeyError("a new counter")])
@pytest.mark.parametrize("player", ["plain", "sergeant"])
def test_what_a_player_does_not_know_does_not_stop_it(
    player: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that its habits do not know: it ends the step, or takes any legal action."""

    def broken(*_: object) -> Any:
        raise fault

    state = fight({"u01": "M12 6-6-6", "g01": "M14 5-4-8"}, at="movement")
    monkeypatch.setattr(plain, "HABITS", (("movement", broken),))
    monkeypatch.setattr(sergeant, "move", broken)
    assert Seat(find(player, GAME.name).load(), "us", seed=1).choose(state) == DONE


@pytest.mark.parametrize("scenario", ["phd-3", "phd-4"])
def test_sergeant_defends_two_turns_from_its_own_view(scenario: str) -> None:
    """The view raises Leak where the player looks at something its side does not know."""
    state: Any = GAME.new(scenario, seed=11)
    defender = "us" if scenario == "phd-4" else "german"
    seats = {
        side: Seat(find("sergeant" if side == defender else "plain", GAME.name).load(), side, seed=1)
        for side in state.sides
    }
    while state.turn < 3 and state.to_move is not None:
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[state.to_move].choose(state))
    assert state.turn == 3
