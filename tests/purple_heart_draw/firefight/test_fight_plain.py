"""The plain player of the firefight: what it expects of fire and close combat, and what it does about it."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.facts import CHANCE
from grognard.core.hexes import members
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import NAMES, UNIT
from grognard.games.purple_heart_draw.firefight.options import DEFAULT
from grognard.games.purple_heart_draw.firefight.position import FOXHOLE, HIDDEN, Attack, Firefight
from grognard.games.purple_heart_draw.firefight.setup import deal
from grognard.games.purple_heart_draw.firefight.tables import COLUMNS
from grognard.games.purple_heart_draw.firefight.units import guns_of, in_hex
from grognard.players.purple_heart_draw_firefight.charges import best_lay, promise
from grognard.players.purple_heart_draw_firefight.engineers import best_charge
from grognard.players.purple_heart_draw_firefight.exposure import Eyes, eviction, harm, risk, sources
from grognard.players.purple_heart_draw_firefight.melee import best_aims, loss, melee_value
from grognard.players.purple_heart_draw_firefight.plain import expected, with_neighbours
from grognard.players.purple_heart_draw_firefight.routes import best_for, outlook
from grognard.players.registry import find
from grognard.players.seat import Seat

from .fight import GAME, do, fight


def choice(state: Firefight, side: str) -> str:
    return str(Seat(find("plain", GAME.name).load(), side, seed=1).choose(state))


def test_harm_grows_with_firepower_and_falls_with_cover_and_morale() -> None:
    strong = COLUMNS.index(16)
    assert harm(strong, 0, 6) > harm(COLUMNS.index(4), 0, 6)
    assert harm(strong, 0, 6) > harm(strong, 3, 6)
    assert harm(strong, 0, 6) > harm(strong, 0, 8)
    assert harm(-1, 0, 6) == 0


def test_close_combat_is_judged_by_its_odds() -> None:
    three, one = Fraction(18), Fraction(6)
    assert loss(three, one, 0, 1) > 0.5 > loss(one, three, 0, 3)
    assert loss(three, one, -1, 1) > loss(three, one, 0, 1)


def test_the_weakest_enemy_is_attacked_alone_where_all_are_too_many() -> None:
    state = fight(
        {"u01": "M14 6-6-6", "g01": "M14 5-4-8", "g02": "M14 2-3-8", "g03": "M14 5-4-8"}, at="close combat"
    )
    assert best_aims(state, "us", GRID.hex("M14")) == [UNIT["g02"]]


def test_an_assault_needs_superior_strength() -> None:
    state = fight(
        {"u01": "M13 6-6-6", "u02": "M13 6-6-6", "u03": "M13 6-6-6", "g01": "M14 5-4-8"}, at="advance", turn=2
    )
    hex_ = GRID.hex("M14")
    squads = [UNIT["u01"], UNIT["u02"], UNIT["u03"]]
    assert melee_value(state, "us", squads, hex_) > 0 > melee_value(state, "us", squads[:1], hex_)
    assert choice(state, "us").startswith("advance u0") and choice(state, "us").endswith("M14")


def test_a_single_squad_does_not_advance_into_a_strong_enemy() -> None:
    units = {"u01": "M13 6-6-6", "g01": "M14 5-4-8", "g02": "M14 5-4-8", "g03": "M14 5-4-8"}
    assert not choice(fight(units, at="advance", turn=2), "us").endswith("M14")


def test_enemies_that_have_fired_count_for_less() -> None:
    fresh = fight({"u01": "M12 6-6-6", "g01": "M14 5-4-8"}, at="movement")
    spent = fight({"u01": "M12 6-6-6", "g01": "M14 5-4-8 first"}, at="movement")
    hex_ = GRID.hex("M13")
    seen = risk(Eyes(fresh, "us"), hex_, sources(fresh, "us"), 6, "normal")
    assert seen > risk(Eyes(spent, "us"), hex_, sources(spent, "us"), 6, "normal") > 0


def test_residual_fire_keeps_a_stack_away() -> None:
    calm = fight({"u01": "M11 6-6-6", "g01": "A19 5-4-8"}, at="movement")
    hot = fight({"u01": "M11 6-6-6", "g01": "A19 5-4-8"}, at="movement", residual=((GRID.hex("M12"), 8),))
    for state, dangerous in ((calm, False), (hot, True)):
        assert (outlook(state, "us").risk(GRID.hex("M12"), 6, "normal") > 0) is dangerous


def test_units_due_enter_by_stacks_with_a_leader() -> None:
    """The leader makes ready, and squads come along."""
    state = GAME.new("phd-2-infantry", seed=3)
    seats = {side: Seat(find("plain", GAME.name).load(), side, seed=3) for side in state.sides}
    while state.step.name != "way":
        state.roll() if state.to_move == CHANCE else state.push(seats[state.to_move].choose(state))
    assert state.kind[state.stack[-1].units[0]] == "9-1"
    state.push(seats["us"].choose(state))
    assert [state.kind[unit] for unit in state.stack[-1].units] == ["9-1", "6-6-6"]


def test_a_way_out_of_sight_costs_nothing() -> None:
    state = fight({"u01": "G8 6-6-6", "g01": "L17 5-4-8"}, at="movement", turn=1)
    plan = best_for(outlook(state, "us"), (UNIT["u01"],))
    assert plan.path and plan.gain > 0


def test_fire_at_a_building_to_be_taken_is_worth_more_to_the_attacker_alone() -> None:
    state = fight({"u01": "M13 6-6-6", "g01": "M14 5-4-8"}, at="prep fire")
    building, open_ground = GRID.hex("M14"), GRID.hex("M13")
    assert eviction(state, "us", building) > 0 == eviction(state, "us", open_ground)
    assert eviction(state, "german", building) == 0


def test_fire_into_a_melee_counts_the_own_units_in_it() -> None:
    """Alone the enemy is worth a shot; with two friends in Melee with him the shot costs more than it brings."""
    german = {"g01": "M14 5-4-8 melee", "g02": "M15 5-4-8"}
    worse = fight(
        {"u01": "M14 6-6-6 melee", "u02": "N14 6-6-6", "u03": "M14 6-6-6 melee", **german}, at="prep fire"
    )
    better = fight({"u02": "N14 6-6-6", "g01": "M14 5-4-8", "g02": "M15 5-4-8"}, at="prep fire")
    shot = Attack(side="us", hex=GRID.hex("M14"), kind="prep", firers=(UNIT["u02"],))
    assert expected(better, shot) > expected(worse, shot)
    assert expected(worse, shot) < 0


def test_neighbours_are_counted_in_a_fire_group() -> None:
    state = fight(
        {"u01": "L13 6-6-6", "u02": "M13 6-6-6", "u03": "A6 6-6-6", "g01": "L14 5-4-8"}, at="prep fire"
    )
    alone = Attack(side="us", hex=GRID.hex("L14"), kind="prep", firers=(UNIT["u01"],))
    assert with_neighbours(state, alone).firers == (UNIT["u01"], UNIT["u02"])


def test_plain_lays_a_charge_beside_a_garrison() -> None:
    """The engineer goes next to the building with MF left, and the charge lies there."""
    units = {"u01": "M16 7-4-7", "u02": "M17 6-6-6", "g01": "L17 5-4-8 final", "g02": "A19 5-4-8"}
    state = fight(units, "movement", guns={"umg1": "DC u01"}, turn=5, all_found=True)
    look, engineer = outlook(state, "us"), UNIT["u01"]
    best = best_charge(look)
    assert best is not None and (best.unit, best.hex) == (engineer, GRID.hex("L17"))
    assert promise(state, engineer, GRID.hex("L17")) > 3
    assert best_lay(state, (engineer,), GRID.hex("M17"), 4, look.foes) > 3
    assert best_lay(state, (engineer,), GRID.hex("M17"), 3, look.foes) == 0  # too few MF left
    seat = Seat(find("plain", GAME.name).load(), "us", seed=1)
    said = []
    for _ in range(3):
        said.append(str(seat.choose(state)))
        do(state, said[-1])
    assert said == ["lead u01", "assault", "lay u01 L17"]


def test_plain_digs_in_where_it_has_no_cover() -> None:
    state = deal("phd-2-infantry", DEFAULT)
    for n, hex_ in enumerate(("M17", "M16", "F12", "M15", "M14", "L14", "L17", "N15", "O15"), 1):
        do(state, f"place g{n:02} {hex_}")
    while (said := choice(state, "german")) != "done":
        do(state, said)
    dug = {NAMES[u] for u in range(len(NAMES)) if state.flags[u] & FOXHOLE}
    assert {"g01", "g02"} <= dug and not dug & {"g04", "g05", "g06", "g07", "g08", "g09"}


def test_plain_fortifies_the_building_it_holds() -> None:
    state = GAME.new("phd-3", seed=3)
    seat = Seat(find("plain", GAME.name).load(), "german", seed=3)
    while state.to_move == "german" and state.step.name == "set-up":
        state.push(seat.choose(state))
    (at,) = members(state.fortified[state.sides.index("german")])
    assert in_hex(state, "german", at)


def test_plain_burns_a_garrison() -> None:
    units = {"u01": "L16 7-4-7", "g01": "L17 5-4-8", "g02": "A19 5-4-8"}
    state = fight(units, guns={"umg1": "FT u01"}, turn=5, all_found=True)
    assert choice(state, "us") == "flame u01 L17"


def test_plain_hides_a_squad_with_a_machine_gun() -> None:
    """One squad of the card may be hidden; the computer uses it once."""
    state, acts = GAME.new(seed=3), []
    seat = Seat(find("plain", GAME.name).load(), "german", seed=1)
    while state.to_move == "german":
        acts.append(str(seat.choose(state)))
        do(state, acts[-1])
    (hidden,) = [act for act in acts if act.startswith("hide ")]
    unit = UNIT[hidden.split()[1]]
    assert state.flags[unit] & HIDDEN and guns_of(state, unit)
