"""Sergeant and what it and plain weigh: the exact answer to a way, grenades, and buildings to go for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.choices import Choices
from grognard.core.facts import CHANCE, DONE
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.firefight.forces import UNIT
from grognard.games.purple_heart_draw.firefight.odds import chances
from grognard.games.purple_heart_draw.firefight.position import Attack, Firefight
from grognard.games.purple_heart_draw.firefight.tables import COLUMNS
from grognard.players.purple_heart_draw_firefight.answer import answer, fates, groups, in_words, outcome
from grognard.players.purple_heart_draw_firefight.exposure import Gunfire
from grognard.players.purple_heart_draw_firefight.objectives import approach, assign, margin, prized, way_to
from grognard.players.purple_heart_draw_firefight.routes import NORMAL, Plan, outlook
from grognard.players.purple_heart_draw_firefight.sergeant import best_moves
from grognard.players.purple_heart_draw_firefight.smoke import best_throw
from grognard.players.registry import find
from grognard.players.seat import PlayerSettings, PlayerView, Seat

from .fight import GAME, do, fight

GOALS = ("L14", "L17", "M14", "M15", "N15", "O15")
GARRISON = {"g01": "L14 4-4-7", "g02": "M14 5-4-8"}


def seat(name: str, side: str) -> Seat:
    return Seat(find(name, GAME.name).load(), side, seed=1)


# ---------------------------------------------------------------- the answer


def test_the_answer_is_the_referees_own_chance_of_each_fate() -> None:
    """A squad walks into M13: the shot of M14 is the attack that the referee would resolve."""
    state = fight({"u01": "M12 6-6-6", "g02": "M14 5-4-8"}, at="movement")
    look = outlook(state, "us")
    shot = answer(look, (UNIT["u01"],), GRID.hex("M13"), NORMAL, look.marked)
    assert shot is not None
    moved = do(state, "lead u01", "go M13")
    frame = Attack(
        side="german",
        hex=GRID.hex("M13"),
        kind="first",
        firers=(UNIT["g02"],),
        targets=(UNIT["u01"],),
        ffnam=True,
    )
    odds = chances(moved, frame)
    assert COLUMNS[shot.column] == odds.column and odds.firepower == Fraction(10)
    assert shot.fates == pytest.approx({fate: float(p) for fate, p in odds.targets[UNIT["u01"]].items()})


def test_hexes_that_are_adjacent_fire_as_one_group() -> None:
    state = fight({"u01": "A6 6-6-6", **GARRISON, "g03": "L17 5-4-8"}, at="movement")
    fires = [Gunfire(GRID.hex(name), 5.0, 4) for name in ("L14", "L17", "M14")]
    hexes = sorted(sorted(GRID.name[one.at] for one in group) for group in groups(state, fires))
    assert hexes == [["L14", "M14"], ["L17"]]


def test_fates_add_up_and_grow_worse_with_firepower() -> None:
    state = fight({"u01": "M12 6-6-6"}, at="movement")
    weak, strong = (fates(state, UNIT["u01"], COLUMNS.index(column), 0, 1) for column in (4, 24))
    assert sum(weak.values()) == pytest.approx(1) and sum(strong.values()) == pytest.approx(1)
    assert strong["unharmed"] < weak["unharmed"]


def test_a_way_past_a_garrison_costs_more_than_one_out_of_sight() -> None:
    state = fight({"u01": "M12 6-6-6", **GARRISON}, at="movement")
    look, unit = outlook(state, "us"), (UNIT["u01"],)
    seen = outcome(look, Plan(unit, NORMAL, (GRID.hex("M13"),), 1.0))
    unseen = outcome(look, Plan(unit, NORMAL, (GRID.hex("L12"),), 1.0))
    assert seen.cost > 0 == unseen.cost and seen.arrives < 1 == unseen.arrives
    assert "L14 and M14" in in_words(seen) and "no enemy" in in_words(unseen)


def test_an_enemy_that_has_fired_is_weaker_at_the_next_hex() -> None:
    state = fight({"u01": "J13 6-6-6", "g01": "L14 4-4-7"}, at="movement")
    look, unit = outlook(state, "us"), (UNIT["u01"],)
    one = outcome(look, Plan(unit, NORMAL, (GRID.hex("J14"),), 1.0))
    two = outcome(look, Plan(unit, NORMAL, (GRID.hex("J14"), GRID.hex("J15")), 1.0))
    assert one.cost > 0 and two.cost < 2 * one.cost


# ---------------------------------------------------------------- buildings and ways


def test_every_empty_building_gets_a_squad() -> None:
    units = {f"u0{n}": "K12 6-6-6" for n in range(1, 7)}
    state = fight({**units, "g01": "A19 5-4-8"}, at="movement", turn=5)
    assert {GRID.name[goal] for goal in assign(state, "us").values()} == {
        "L14",
        "L17",
        "M14",
        "M15",
        "N15",
        "O15",
    }


def test_a_garrison_gets_several_squads() -> None:
    units = {f"u0{n}": "L12 6-6-6" for n in range(1, 7)}
    state = fight({**units, **{f"g0{n}": f"{h} 5-4-8" for n, h in enumerate(GOALS, 1)}}, at="movement")
    assert len(set(assign(state, "us").values())) == 1


def test_the_approach_leads_round_what_the_enemy_sees() -> None:
    state = fight({"u01": "J13 6-6-6", "g01": "M15 5-4-8", "g02": "L14 5-4-8"}, at="movement")
    foes, goal = outlook(state, "us").foes, GRID.hex("M14")
    hidden, swept = GRID.hex("M12"), GRID.hex("J15")
    longer = approach(state, "us", foes, goal, swept) - way_to(state, goal, swept)
    assert longer > approach(state, "us", foes, goal, hidden) - way_to(state, goal, hidden)


def test_a_zone_counts_where_the_card_has_one() -> None:
    houses, zone = GAME.new(seed=1), GAME.new(seed=1, scenario="phd-3")
    assert prized(houses, "us") == int(houses.card.goals)
    assert prized(zone, "us") == int(zone.card.zone) != int(zone.card.goals)
    assert set(margin(zone)) == {"zone points", "us points", "german points"}


# ---------------------------------------------------------------- grenades

HOUSES = {f"g1{n}": f"{name} 5-4-8" for n, name in enumerate(("L17", "M14", "M15", "N15", "O15"))}
THREE = {
    **HOUSES,
    "u01": "L13 6-6-6",
    "u02": "L12 6-6-6",
    "u03": "L12 6-6-6",
    "u04": "L12 6-6-6",
    "u05": "L12 6-6-6",
}


def test_a_squad_beside_a_garrison_screens_the_others() -> None:
    state = fight({**THREE, "g01": "L14 5-4-8 first"}, at="movement")
    fresh = fight({**THREE, "g01": "L14 5-4-8", "g02": "L14 5-4-8"}, at="movement")
    alone = fight({"u01": "L13 6-6-6", "g01": "L14 5-4-8", "g02": "L14 5-4-8"}, at="movement")
    throw = best_throw(outlook(fresh, "us"))
    assert throw is not None and (throw.unit, GRID.name[throw.hex]) == (UNIT["u01"], "L14")
    assert best_throw(outlook(alone, "us")) is None
    assert best_throw(outlook(state, "us")) is None


@pytest.mark.parametrize("player", ["plain", "sergeant"])
def test_the_grenade_is_thrown_by_assault_movement(player: str) -> None:
    state = fight({**THREE, "g01": "L14 5-4-8", "g02": "L14 5-4-8"}, at="movement")
    mine, said = seat(player, "us"), []
    while len(said) < 3:
        said.append(str(mine.choose(state)))
        state.push(GAME.parse(said[-1]))
    assert said == ["lead u01", "assault", "smoke u01 L14"]


# ---------------------------------------------------------------- sergeant at a seat


def test_a_tournament_says_how_clear_a_fight_was() -> None:
    state = fight({"u01": "L14 6-6-6"}, at="movement", points=[3, 5], control=1 << GRID.hex("L14"))
    assert margin(state) == {"goals held": 1.0, "us points": 3.0, "german points": 5.0}


def test_a_hint_says_what_the_enemy_answers() -> None:
    state = fight({"u01": "M12 6-6-6", "u02": "M12 6-6-6", **GARRISON}, at="movement", turn=5)
    found = seat("sergeant", "us").think(state).explain()
    assert any("the worst answer is column" in one.why or "no enemy" in one.why for one in found)
    assert all(one.clauses for one in found)


def test_each_step_of_a_way_says_why() -> None:
    state = fight({"u01": "K12 6-6-6", "g01": "A19 5-4-8"}, at="movement", turn=5)
    mine = seat("sergeant", "us")
    state.push(mine.choose(state))
    found = mine.think(state).explain()
    assert "the way to K13 gains 11.6, a squad counting 6" in found[0].why
    assert found[0].clauses == ("FF-WIN.1",)


def test_the_best_way_is_first() -> None:
    units = {"u01": "K12 6-6-6", "u02": "L12 6-6-6", **GARRISON}
    values = [one.value for one in best_moves(outlook(fight(units, at="movement", turn=3), "us"), {})]
    assert values == sorted(values, reverse=True) and values


def test_what_lies_under_a_counter_does_not_change_what_sergeant_does() -> None:
    """Two fights that differ in what is concealed in L14 and M14."""

    def played(one: str, other: str) -> list[str]:
        state = fight(
            {"u01": "M12 6-6-6", "u02": "L12 6-6-6", "u10": "L12 9-1"}
            | {"g01": f"L14 {one} concealed", "g02": f"M14 {other} concealed"},
            at="movement",
            turn=4,
        )
        mine, said = seat("sergeant", "us"), []
        while state.to_move == "us" and len(said) < 6:
            said.append(str(mine.choose(state)))
            state.push(GAME.parse(said[-1]))
        return said

    assert played("5-4-8", "2-3-8") == played("4-4-7", "5-4-8")


@pytest.mark.parametrize("side", ["us", "german"])
def test_sergeant_plays_two_turns_of_either_side_from_its_own_view(side: str) -> None:
    """The view raises Leak where the player looks at something its side does not know."""
    state: Firefight = GAME.new(seed=7)
    other = "german" if side == "us" else "us"
    seats = {side: seat("sergeant", side), other: seat("plain", other)}
    while state.turn < 3 and state.to_move is not None:
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[state.to_move].choose(state))
    assert state.turn == 3


@pytest.mark.parametrize("player", ["plain", "sergeant"])
def test_a_step_that_cannot_be_ended_is_not_ended(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ASL-A8.312 can leave nothing but to join, even if that adds nothing."""
    state = fight({"u01": "L13 6-6-6", "u02": "L13 6-6-6", "g01": "L14 5-4-8"}, at="prep fire")
    do(state, "fire u01 L14")
    monkeypatch.setattr("grognard.players.purple_heart_draw_firefight.plain.expected", lambda *_: 0.0)
    decide, join = find(player, GAME.name).load(), GAME.parse("join u02")
    position = state.known_to("us")
    assert decide(PlayerView("us", position, state.legal_actions()), PlayerSettings()).action == DONE
    assert decide(PlayerView("us", position, Choices(position, [join])), PlayerSettings()).action == join
