"""Ideas, the comparison of their plans, and the evaluation fitted to games of the league."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.games.sword_beach.pieces import NAMES
from grognard.players import Clock, PlayerSettings, sit, view_for
from grognard.players.sword_beach import aims, deliberation, evaluation, features, ideas, positions
from grognard.players.sword_beach.lookahead import Trial
from grognard.players.sword_beach.plans import Planner, moves
from grognard.players.sword_beach.tempers import TEMPER
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")
SIDES = GAME.position.sides
NORTH = ["0837", "0937", "0938", "0939"]
ARMY = {"8/3": "1138", "9/3": "1139", "27-Armd": "1238", "185/3": "1640 landed"}
DEFENDERS = {"22/21": "0938", "125/21": "0937", "192/21": "0839", "736/716": "0939"}


def battle(phase="allied movement", turn=8, units=None, **more):
    return position(phase, turn, units or {**ARMY, **DEFENDERS}, ("1640", "1740"), **more)


# ---------------------------------------------------------------- ideas


@pytest.mark.parametrize("side", SIDES)
def test_a_side_has_eight_to_twelve_ideas_over_the_game_and_several_in_every_turn(side):
    assert 8 <= len([one for one in ideas.all_ideas() if one.side == side]) <= 12
    for turn in range(2, 18):
        assert 5 <= len(ideas.ideas_for(battle(f"{side} movement", turn), side)) <= 12


def test_every_idea_names_weights_aims_and_positions_that_exist():
    for one in ideas.all_ideas():
        assert one.adjust(TEMPER[one.side]) != TEMPER[one.side], one.name
        assert one.weight.get("aim", "city") in aims.AIMS and (not one.when or one.when in aims.POSITIONS)


@pytest.mark.parametrize("side", SIDES)
def test_every_idea_becomes_a_plan_that_can_be_carried_out(side):
    state = battle(f"{side} movement")
    sight = view_for(state, side)
    planner = Planner(sight.position, side, TEMPER[side], Random(1), lambda: True)
    plans = [planner.consider(one, 1, lambda: True) for one in ideas.ideas_for(sight.position, side)]
    assert len({tuple(plan.goals.items()) for plan in plans}) > 2  # they are not all the same
    for plan in plans:
        done = list(map(str, deliberation.carried_out(sight.position, side, plan)))
        wanted = {f"move {NAMES[u]} {state.grid.name[h]}" for u, h in moves(state, plan.goals).items()}
        assert wanted <= set(done)
        for action in done:
            state.push(GAME.parse(action))
        for _ in done:
            state.pop()


# ---------------------------------------------------------------- compared


def rounds_in(looks: int) -> int:
    """How many lines of play are looked at with a clock that counts looks at it."""
    state, now = battle("german movement"), count()
    seat = sit("marshal", "sword-beach", "german", clock=Clock(float(looks), lambda: float(next(now))))
    played = []
    compare = deliberation.play_on
    try:
        deliberation.play_on = lambda *what: played.append(compare(*what))
        decision = seat.think(state)
    finally:
        deliberation.play_on = compare
    assert not state.why_not(decision.action)
    return len(played)


def test_ten_times_the_time_looks_at_more():
    assert rounds_in(2000) > 3 * rounds_in(200)


def test_a_short_clock_looks_one_turn_ahead_and_a_long_one_two():
    assert deliberation.horizon(PlayerSettings(clock=Clock(1.0))) == 1
    assert (
        deliberation.horizon(PlayerSettings(clock=Clock(5.0))) == 2 == deliberation.horizon(PlayerSettings())
    )


def test_without_a_clock_no_time_is_read():
    """A clock without a limit leaves the work the same, whatever its timer says."""
    state = battle("german movement")
    first = sit("marshal", "sword-beach", "german", clock=Clock(None, lambda: 1.0), seed=3).choose(state)
    assert first == sit("marshal", "sword-beach", "german", seed=3).choose(state)


def test_a_way_that_was_dropped_stays_below_those_that_were_not():
    trial = Trial([0.0, 0.0, 0.0])
    for way, value in ((0, 0.1), (1, 0.2), (2, 5.0)):
        trial.add(way, value)
    values = deliberation.final(trial, [0, 1])
    assert values[2] < min(values[:2])


def test_a_round_that_time_cuts_short_does_not_count():
    """Time for three lines of play and two plans: one round counts, so the plan played twice is no better off."""
    state = battle("german movement")
    sight = view_for(state, "german")
    planner = Planner(sight.position, "german", TEMPER["german"], Random(1), lambda: True)
    plan = planner.search(1, 1)[0]
    way = deliberation.carried_out(sight.position, "german", plan)
    looks = count()
    values = deliberation.compare(
        sight.position, "german", [way, way], [0.0, 0.0], PlayerSettings(rng=Random(2)), 5,
        lambda: next(looks) < 3,
    )  # fmt: skip
    assert values[0] == values[1]


def test_the_idea_of_a_plan_is_for_its_own_turn():
    orders = PlayerSettings(rng=Random(1))
    idea = next(one for one in ideas.all_ideas() if one.name == "grind")
    weigh = deliberation.weigher(8, "allied", idea, orders)
    now, later = battle(turn=8), battle(turn=9)
    assert weigh(now, "allied").hit == 1.5 and weigh(later, "allied").hit != 1.5
    assert weigh(now, "german") == deliberation.weigher(8, "allied", None, orders)(now, "german")


# ---------------------------------------------------------------- the evaluation


def test_there_is_a_figure_for_every_field():
    state = battle()
    found = features.features(state, state.at, state.steps, -1, True)
    named = dict(zip(features.FIELDS, found, strict=True))
    assert named["beachheads"] == 1.0 and named["Allies to move"] == 1.0
    assert named["German steps in northern Caen"] == 6 / 4 and named["four hexes held"] == 0.0
    assert named["Allied strength that has just landed"] > 0 == named["Allied strength out of supply"]


def test_the_evaluation_knows_what_decides_the_game():
    """More of Caen, more units and a beach are better for the Allies; a game that is over is beyond doubt."""
    held = battle(turn=16, units={**ARMY, "152/51": "0937"}, markers={"allied_cities": NORTH})
    open_ = battle(turn=16)
    assert evaluation.log_odds(held) > evaluation.log_odds(open_)
    strong, weak = battle(turn=9), battle(turn=9, units={"8/3": "1138", **DEFENDERS})
    assert evaluation.log_odds(strong) > evaluation.log_odds(weak)
    open_.__dict__["won"] = ("german", "operational", "SB-13.0.b")
    assert evaluation.log_odds(open_) == -evaluation.MOST


def test_the_model_is_a_small_file():
    text = Path(evaluation.__file__).with_name(evaluation.FILE).read_bytes()
    assert len(text) < 20_000
    one = evaluation.model()
    assert one.network or [band.last for band in one.bands] == list(evaluation.BANDS)


def test_both_kinds_of_models_give_the_same_for_the_same_weights():
    """A network with one unit that passes the sum on is a linear model."""
    weights = tuple(0.1 * number for number in range(len(features.FIELDS)))
    line = evaluation.Evaluation(bands=(evaluation.Band(99, 0.5, weights),))
    net = evaluation.Evaluation(network=evaluation.Network(((*weights, 0.0),), (100.0,), (1.0,), -99.5))
    figures = [0.2] * len(weights)
    assert net.log_odds(figures, 5) == pytest.approx(line.log_odds(figures, 5))


def test_games_to_learn_from_are_played_to_their_end_and_repeat():
    one, again = positions.play(3, 9), positions.play(3, 9)
    assert one == again and len(one.positions) > 5
    assert {mover for _, mover, *_ in one.positions} == set(SIDES)


def test_the_fit_writes_a_model_and_its_report(tmp_path: Path):
    pytest.importorskip("sklearn")
    from grognard.players.sword_beach import fit

    made = tmp_path / "positions.jsonl"
    rng = Random(1)
    rows = [positions.play(number, 9) for number in (0, 3)]
    import msgspec

    games = [msgspec.structs.replace(rows[n % 2], allied_wins=rng.random() < 0.5) for n in range(10)]
    made.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in games))
    out, report = tmp_path / "model.json", tmp_path / "report.md"
    fit.main([str(made), "--out", str(out), "--report", str(report), "--model", "linear"])
    model = msgspec.json.decode(out.read_bytes(), type=evaluation.Evaluation)
    assert len(model.bands) == len(evaluation.BANDS) and "log loss" in report.read_text("utf-8")


def test_looking_ahead_reads_no_secret():
    """With a clock the Allied Marshal plays on before the German record is open: made up, never read."""
    state = GAME.new(seed=4)
    german = sit("plain", "sword-beach", "german", seed=4)
    while state.to_move == "german":
        state.push(german.choose(state))
    looks = count()
    seat = sit("marshal", "sword-beach", "allied", clock=Clock(300.0, lambda: float(next(looks))), seed=4)
    while state.turn == 0 and state.to_move is not None:
        if state.to_move == CHANCE:
            state.roll()
        elif state.to_move == "allied":
            state.push(seat.choose(state))  # `Leak` would be raised here
        else:
            state.push(german.choose(state))
    assert state.turn == 1
