"""The league: its pool, its games, its verdict; and the exploiters of Sword Beach, which play by the rules."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE
from grognard.core.hexes import members
from grognard.core.ruling import GrognardError
from grognard.core.state import State
from grognard.games.sword_beach.pieces import GERMAN, NAMES, OF_SIDE
from grognard.games.sword_beach.setup import RECORDED, area
from grognard.players import sit
from grognard.players.beyond_the_rhine_map import exploiters as rhine_league
from grognard.players.beyond_the_rhine_map.manner import PLAIN as RHINE_PLAIN
from grognard.players.beyond_the_rhine_map.tasks import open_keys
from grognard.players.league import Member, check, jobs, markdown, pool, run, summary, verdict
from grognard.players.purple_heart_draw_firefight import exploiters as firefight_league
from grognard.players.purple_heart_draw_firefight.weights import PLAIN, Weights
from grognard.players.registry import find, members_of, players_of
from grognard.players.sword_beach import aims, marshal, tempers
from grognard.players.sword_beach.conduct import book, conduct, setup_posts
from grognard.players.sword_beach.ground import Ground
from grognard.players.sword_beach.judgement import Judge, Temper
from grognard.players.tournament import Result, Settings, read_games
from tests.play.shell import good, refused
from tests.players.games import play, seats
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")
FIREFIGHT, RHINE = "purple-heart-draw-firefight", "beyond-the-rhine-map"
SETTINGS = Settings(game="sword-beach", players=("plain",), version="1")
EXPLOITERS = [one for one in book().conduct if one.name != marshal.NAME]


def quiet(done: int, whole: int) -> None: ...


def result(side: str, member: str, number: int, winner: str) -> Result:
    other = "german" if side == "allied" else "allied"
    return Result({side: "plain", other: member}, number, winner, "", 17, 1, {}, {}, {})


# ---------------------------------------------------------------- the pool and its games


def test_the_pool_holds_the_players_of_the_game_and_of_its_league():
    names = [one.name for one in pool("sword-beach", "marshal")]
    assert {"random", "plain", "fusilier", "marshal-1", "seal"} <= set(names) and "marshal" not in names
    assert [one.name for one in pool("sword-beach", "marshal", ("seal",))] == ["seal"]
    new = pool("sword-beach", "marshal", ("plain",), ("grognard.players.registry:at_random", "plain:3"))[-2:]
    assert all(one.new and one.sides == ("allied", "german") for one in new)
    with pytest.raises(GrognardError, match="no member 'rommel'"):
        pool("sword-beach", "marshal", ("rommel",))
    with pytest.raises(GrognardError, match="in the pool already"):
        pool("sword-beach", "marshal", (), ("seal",))


def test_a_league_needs_members_and_two_sides():
    with pytest.raises(GrognardError, match="no member other than plain"):
        check(SETTINGS, [])
    check(SETTINGS, pool("sword-beach", "plain"))


@pytest.mark.parametrize("game", grognard.GAMES.own)
def test_every_game_has_a_league_of_its_own_players(game: str):
    names = [one.name for one in players_of(game)]
    exploiters = [one.name for one in members_of(game)]
    assert [one.name for one in pool(game, names[-1])] == [*names[:-1], *exploiters]


def test_every_number_is_played_from_both_sides_but_for_members_of_one():
    both, one = Member("random", ("allied", "german"), ""), Member("seal", ("german",), "")
    found = list(jobs(SETTINGS, [both, one], 4))
    assert len(found) == len({job.key for job in found}) == 6
    assert [job.seats for job in found if job.number == 1] == [
        {"german": "plain", "allied": "random"},
        {"allied": "plain", "german": "random"},
        {"allied": "plain", "german": "seal"},
    ]


def test_a_league_goes_on_where_it_was_stopped_and_its_pool_may_grow(tmp_path: Path):
    first = [Member("random", ("allied", "german"), "")]
    assert len(run(SETTINGS, first, 2, tmp_path, 1, quiet)) == 2
    assert len(run(SETTINGS, [*first, Member("seal", ("german",), "")], 2, tmp_path, 1, quiet)) == 3
    assert len(read_games(tmp_path)) == 3
    other = Settings(game="sword-beach", players=("fusilier",), version="1")
    with pytest.raises(GrognardError, match="another players"):
        run(other, first, 2, tmp_path, 1, quiet)


# ---------------------------------------------------------------- the verdict


def results_of(member: str, side: str, won: int, games: int = 100) -> list[Result]:
    other = "german" if side == "allied" else "allied"
    return [result(side, member, n, side if n < won else other) for n in range(games)]


def test_the_candidate_passes_with_45_percent_against_every_member_from_every_side():
    two = [Member("a", ("allied", "german"), "first"), Member("b", ("german",), "second")]
    games = [*results_of("a", "allied", 45), *results_of("a", "german", 90), *results_of("b", "allied", 46)]
    found = summary(SETTINGS, two, games)
    assert (
        found.passes
        and not found.failed
        and [row.side for row in found.rows]
        == [
            "allied",
            "german",
            "allied",
        ]
    )
    assert [row.sure for row in found.rows] == [False, True, False]
    worse = summary(SETTINGS, two, [*games[:200], *results_of("b", "allied", 44)])
    assert not worse.passes and worse.failed == ["b as allied"]
    assert "does not pass. It wins less than 45% against b as allied" in verdict(worse)
    assert "| b | allied | 100 | 44.0% | 34.7% to 53.8% | fails, not sure |" in markdown(worse)
    missing = summary(SETTINGS, two, games[:200])
    assert not missing.passes and "has not met every member yet" in verdict(missing)


def test_a_challenger_that_wins_more_than_55_percent_joins():
    new = [Member("c", ("german",), "", True), Member("d", ("german",), "", True)]
    found = summary(SETTINGS, new, [*results_of("c", "allied", 44), *results_of("d", "allied", 45)])
    assert found.joins == ["c"] and "c won more than 55% and joins the pool" in verdict(found)


def test_a_draw_is_half_a_win():
    games = [result("allied", "a", n, "draw") for n in range(10)]
    row = summary(SETTINGS, [Member("a", ("german",), "")], games).rows[0]
    assert row.share == 0.5 and row.score == 5.0


def test_the_command_prints_the_report_and_refuses_nonsense(tmp_path: Path):
    out = tmp_path / "league"
    command = ("league", "sword-beach", "--candidate", "plain", "--members", "random", "--out", out)
    said = good(*command, "--games", 2, "--workers", 1)
    assert "# League of sword-beach: plain" in said and (out / "report.md").read_text("utf-8") in said
    found = json.loads(good(*command, "--games", 0, "--json"))
    assert found["games"] == 2 and {row["side"] for row in found["rows"]} == {"allied", "german"}
    assert "no member 'x'" in refused(*command[:4], "--members", "x", "--out", out)
    assert "no player 'x'" in refused(*command[:2], "--candidate", "x", "--out", tmp_path / "y")
    assert "seal" in good("players", "sword-beach")


# ---------------------------------------------------------------- the exploiters of Sword Beach


def test_there_are_exploiters_of_both_sides_with_a_character_each():
    for side in GAME.position.sides:
        assert len([one for one in EXPLOITERS if one.sides == (side,)]) >= 4
    characters = [one.character for one in book().conduct]
    assert len(set(characters)) == len(characters) and all(len(text) > 20 for text in characters)
    listed = {one.name for one in members_of("sword-beach")}
    assert listed == {one.name for one in EXPLOITERS}
    assert not listed & {one.name for one in players_of("sword-beach")}  # a table does not offer them


@pytest.mark.parametrize("name", [one.name for one in EXPLOITERS])
def test_an_exploiter_plays_by_the_rules_on_its_own_view(name: str):
    """It is given a copy in which everything its side cannot know raises `Leak`, and plays the same game
    again.
    """
    side = find(name, "sword-beach").sides[:1] or ("german",)
    names = {"allied": "random", "german": "random", side[0]: name}
    games = [play(seats(names["allied"], names["german"]), 6, most=420) for _ in range(2)]
    assert games[0].digest() == games[1].digest() and games[0].turn >= 1


@pytest.mark.parametrize("name", list(book().setup))
def test_a_set_up_of_the_book_is_legal(name: str):
    posts, state = setup_posts(name), GAME.new(seed=1)
    assert posts.keys() <= set(members(RECORDED)) and len(set(posts.values())) == len(posts)
    assert all(area(state, unit) >> hex_ & 1 for unit, hex_ in posts.items())


def test_the_set_up_of_a_conduct_is_recorded():
    one = next(one for one in EXPLOITERS if len(one.setups) == 1 and setup_posts(one.setups[0]))
    state, seat = GAME.new(seed=3), sit(one.name, "sword-beach", GERMAN)
    while state.to_move == GERMAN:
        state.push(seat.choose(state))
    record = dict(state.record)
    assert {unit: record[unit] for unit in setup_posts(one.setups[0])} == setup_posts(one.setups[0])
    assert set(record) == set(members(RECORDED)) <= set(members(OF_SIDE[GERMAN]))


def test_every_stance_names_weights_aims_and_positions_that_exist():
    state = position("allied movement", 3, {"8/3": "1640 landed", "22/21": "1639", "125/21": "1540"})
    for one in book().conduct:
        for stance in one.stances:
            assert stance.side in one.sides or one.sides == GAME.position.sides
            assert stance.weight.get("aim", "caen") in (*aims.AIMS, "caen")
            assert not stance.when or stance.when in aims.POSITIONS
            for side in GAME.position.sides:
                assert isinstance(one.adjust(Temper(tempers.TEMPER[side].ground), side, state), Temper)


def test_the_aims_are_hexes_of_the_map():
    state = position(
        "german movement",
        2,
        {"8/3": "1640 landed", "3/6-Para": "1342 reduced", "22/21": "1139", "125/21": "1541"},
    )
    for name, aim in aims.AIMS.items():
        assert aim(state) and not aim(state) & ~state.land, name
    names = state.grid.names
    assert set(names(aims.landing(state))) == {"1540", "1541", "1639", "1641", "1740"}
    assert not aims.cordon(state) & aims.landing(state) and names(aims.intruders(state)) == ["1139", "1541"]


def test_an_aim_draws_units_to_it():
    units = {"8/3": "1640 landed", "22/21": "1139"}
    state = position("german movement", 2, units)
    unit, weight = NAMES.index("22/21"), tempers.TEMPER[GERMAN].ground
    near, far = state.grid.number["1540"], state.grid.number["1038"]
    usual, coast = Ground(state, GERMAN, weight), Ground(state, GERMAN, weight._replace(aim="landing"))
    assert usual.place(unit, far) > usual.place(unit, near) and coast.place(unit, near) > coast.place(
        unit, far
    )


def test_a_sealed_beach_is_one_with_german_units_around():
    one = {"8/3": "1640 landed", "22/21": "1540"}
    assert not aims.sealed(position("allied movement", 2, one))
    assert aims.sealed(position("allied movement", 2, one | {"125/21": "1639"}))


GERMANS = {"22/21": "0937", "125/21": "0838"}  # attack and defense 8 + 7 and 6 + 8: 29


@pytest.mark.parametrize(
    ("landed", "turn", "aim"),
    [
        ({"8/3": "1640 landed", "1-Cdo": "1641"}, 2, "cordon"),  # 14 + 10; 1.2 times that is 28.8
        ({"8/3": "1640 landed", "3/6-Para": "1641"}, 2, "city"),  # 14 + 11; 30.0
        ({"8/3": "1640 landed", "1-Cdo": "1641"}, 8, "cordon"),
        ({"8/3": "1640 landed", "1-Cdo": "1641"}, 9, "city"),  # too late
    ],
)
def test_the_german_marshal_fights_for_the_landing_only_while_superior(landed, turn, aim):
    state = position("german movement", turn, {**landed, **GERMANS})
    assert tempers.temper_of(state, GERMAN, conduct("marshal")).ground.aim == aim


def test_riders_go_for_a_guarded_coast():
    """A German mobile unit wants the beachheads however they are guarded; a unit on foot does not."""
    units = {"8/3": "1640 landed", "9/3": "1740 landed", "185/3": "1641", "22/21": "1139", "716/716": "1038"}
    state = position("german movement", 5, units)
    weight = conduct("raiders").adjust(Temper(tempers.TEMPER[GERMAN].ground), GERMAN, state).ground
    near, far = state.grid.number["1540"], state.grid.number["1038"]
    for unit, riding, rides in (("22/21", True, True), ("22/21", False, False), ("736/716", True, False)):
        ground = Ground(state, GERMAN, weight._replace(riders=riding))
        toward = ground.place(NAMES.index(unit), near) > ground.place(NAMES.index(unit), far)
        assert toward == rides, (unit, riding)


def test_a_fitful_player_draws_an_aim_for_every_turn_of_a_game():
    one = conduct("fitful")
    games = [one.drawn(Random(seed)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2] and conduct("seal").drawn(Random(1)) is conduct("seal")
    state = position("german movement", 2, {"8/3": "1640 landed", "22/21": "1139"})
    found = {tempers.temper_of(state, GERMAN, one.drawn(Random(seed))).ground.aim for seed in range(40)}
    assert len(found) > 5 and found <= set(aims.AIMS)


def test_the_supply_lines_lie_between_the_beaches_and_caen():
    state = position("german movement", 2, {"8/3": "1640 landed", "22/21": "1139"})
    lines, names = aims.supply_lines(state), state.grid.names
    assert {"1338", "1339"} & set(names(lines)) and not lines & aims.CAEN
    assert not lines & state.grid.within(state.beachheads, 1)
    assert not set(names(lines)) & {"1345", "1245", "1035"}


def test_the_one_german_is_the_weakest_of_the_nearest():
    units = {"8/3": "1640 landed", "22/21": "1440", "305/21": "1439", "346/346": "1139"}
    state = position("allied movement", 3, units)
    assert state.grid.names(aims.one_german(state)) == ["1439"]


@pytest.mark.clause("SB-11.2.4.d", "SB-11.2.4.e")
def test_the_units_of_a_stack_attack_different_hexes():
    """Three units in 1640: the strongest attacks one hex, and another may attack another hex in the same
    phase.
    """
    units = {"27-Armd": "1640 landed", "8/3": "1640 landed", "9/3": "1640 landed"}
    germans = {"305/21": "1639 reduced", "346/346": "1541 reduced"}
    state = position("allied combat", 3, {**units, **germans})
    bold = Temper(tempers.TEMPER["allied"].ground._replace(enough=-50.0))  # any attack will do
    judge = Judge(state, "allied", bold)
    blows = judge.offensive("allied", judge.at_hand(), True)
    assert {state.grid.name[one.hex] for one in blows} == {"1639", "1541"}
    assert [len(one.force) for one in blows] == [1, 1] and blows[0].force != blows[1].force


def test_the_old_marshal_is_a_member_that_plays_as_it_did():
    """Without stances and with the old book of openings."""
    old = conduct("marshal-1")
    assert not old.stances and not old.setups and not old.beaches and old.sides == GAME.position.sides
    state = position("german movement", 2, {"8/3": "1640 landed", "22/21": "1139"})
    assert tempers.temper_of(state, GERMAN, old) == tempers.temper_of(state, GERMAN)


# ---------------------------------------------------------------- the exploiters of the other games

LEAGUES = {FIREFIGHT: firefight_league.characters(), RHINE: rhine_league.characters()}
STEPS = {FIREFIGHT: 120, RHINE: 150}  # actions of a game that are looked at
EVERY = [(game, one.name) for game in LEAGUES for one in LEAGUES[game].values()]


def some_actions(
    game: str, names: dict[str, str], seed: int, most: int = 0
) -> tuple[State, list[tuple[str, str]]]:
    """The first actions of a game between two players, each through the referee; and who did what, by the name
    of the action.
    """
    state = grognard.load(game).new(seed=seed)
    players, done = {side: sit(name, game, side, seed=seed) for side, name in names.items()}, []
    for _ in range(most or STEPS[game]):
        if (side := state.to_move) is None:
            break
        if side == CHANCE:
            state.roll()
        else:
            action = players[side].choose(state)
            done.append((side, type(action).__name__))
            state.push(action)
    return state, done


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_an_exploiter_of_another_game_plays_by_the_rules_on_its_own_view(game: str, name: str):
    """As those of Sword Beach: what it may not know raises `Leak`, and the same seed plays the same game."""
    sides = find(name, game).sides or grognard.load(game).position.sides
    names = {side: name if side in sides else "plain" for side in grognard.load(game).position.sides}
    (first, done), (second, _) = (some_actions(game, names, 5) for _ in range(2))
    assert first.digest() == second.digest()
    assert {side for side, _ in done} == set(names)


@pytest.mark.parametrize("game", LEAGUES)
def test_every_character_is_listed_with_an_idea_of_its_own(game: str):
    listed = {one.name: one for one in members_of(game)}
    assert len(listed) >= 8 and not listed.keys() & {one.name for one in players_of(game)}
    assert len({one.character for one in listed.values()}) == len(listed)
    said = good("players", game)
    assert all(name in said and one.character in said for name, one in listed.items())


def test_a_character_changes_only_what_it_names():
    rush = firefight_league.characters()["rush"]
    changed = {name for name in Weights._fields if getattr(rush.adjust(PLAIN), name) != getattr(PLAIN, name)}
    assert changed == rush.weights.keys()
    state = grognard.load(RHINE).new(seed=1)
    sit_ = rhine_league.characters()["sit"].adjust(RHINE_PLAIN, state, "german")
    assert sit_.good == {"allied": RHINE_PLAIN.good["allied"], "german": 99.0} and sit_.reserves == 4


def test_who_has_one_aim_sends_everybody_to_one_key():
    state = grognard.load(RHINE).new(seed=1)
    found = rhine_league.to_one_key(state, "allied")
    assert len(found) > 5 and len(set(found.values())) == 1
    assert set(found.values()) <= open_keys(state, "allied")


def attacks_of(name: str) -> int:
    """Attacks and overruns that a player makes as the Allies in its first turns of Aachen."""
    _, done = some_actions(RHINE, {"allied": name, "german": "plain"}, 3, 400)
    return sum(side == "allied" and verb in ("Attack", "Overrun") for side, verb in done)


def test_who_sits_attacks_nobody_and_who_rushes_does():
    assert attacks_of("sit") == 0 < attacks_of("rush")


def test_who_is_idle_ends_its_movement_as_soon_as_it_may():
    """Units that must enter do so; after that nobody moves."""
    game = grognard.load(FIREFIGHT)
    for name, idle in (("idle", True), ("rush", False)):
        state, players = (
            game.new(seed=2),
            {side: sit(name, FIREFIGHT, side, seed=2) for side in ("us", "german")},
        )
        ended = set()
        for _ in range(320):
            if state.to_move == CHANCE:
                state.roll()
                continue
            action = players[state.to_move].choose(state)
            if state.step.name == "movement" and DONE in state.legal_actions():
                ended.add(action == DONE)
            state.push(action)
        assert ended == {True} if idle else False in ended
