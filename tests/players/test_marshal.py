"""What Marshal's judgement and its look ahead rest on: the same odds as the rules', no secret, nothing left
changed.
"""

from __future__ import annotations

from itertools import chain, count, islice
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE, Leak
from grognard.core.hexes import members
from grognard.core.random_games import RandomGame
from grognard.games.sword_beach.board import GRID
from grognard.games.sword_beach.combat import line, shifts
from grognard.games.sword_beach.odds import odds
from grognard.games.sword_beach.pieces import ENEMY, NAMES, UNIT
from grognard.games.sword_beach.position import Combat
from grognard.games.sword_beach.setup import RECORDED, area
from grognard.players import Clock, PlayerSettings, sit, view_for
from grognard.players.sword_beach import deliberation, fights, fusilier, fusilier_fights, plain, tempers
from grognard.players.sword_beach.conduct import conduct
from grognard.players.sword_beach.craft import defender_in
from grognard.players.sword_beach.ground import Ground, Weight, hex_value
from grognard.players.sword_beach.judgement import Judge, Temper, balance
from grognard.players.sword_beach.lookahead import Trial, answer_of_chance, assume, play_on
from grognard.players.sword_beach.plans import Planner, moves
from tests.players.games import seats
from tests.sword_beach.build import position

GAME = grognard.load("sword-beach")


def positions(seeds, phase, least=1):
    """Positions in which a side is about to do this, from random games with a mixture of readings."""
    found = 0
    for seed in seeds:
        for state in RandomGame(GAME, seed).steps():
            if (
                state.to_move != CHANCE
                and state.to_move
                and state.step.name.endswith(phase)
                and state.turn > 1
                and len(state.stack) == 1
            ):
                found += 1
                if found % 5 == 0:
                    yield state
    assert found > least


def test_odds_are_those_of_the_rules():
    """Counted here as numbers and there as fractions: the same, for every fight at hand and every naming."""
    compared = 0
    for state in positions((1, 2), "combat", 20):
        side = state.to_move
        for hex_ in members(state.occupied[ENEMY[side]]):
            force = fights.able(state, side, hex_)
            if not force:
                continue
            fight = fights.fight_of(side, hex_, force, defender_in(state, hex_, ENEMY[side]))
            for ours in fights.nameable(state, side):
                theirs = fights.answer(state, ENEMY[side])
                exact = odds(state, fight, ours, theirs).results
                mine = fusilier_fights.odds_of(state, side, hex_, force, ours, theirs)
                assert mine == pytest.approx({result: float(chance) for result, chance in exact.items()})
                compared += 1
    assert compared > 50


def test_line_and_shift_are_those_of_the_rules():
    compared = 0
    for state in positions((2, 5, 8, 11), "combat", 20):
        side = state.to_move
        judge = Judge(state, side, tempers.TEMPER[side])
        for hex_, units in judge.at_hand():
            fight = Combat(attacker=side, hex=hex_, attackers=tuple(units))
            assert judge.line(hex_, units) == line(state, fight)
            assert judge.shift(side, units) == sum(part.amount for part in shifts(state, fight))
            compared += 1
    assert compared > 10


def test_no_unit_attacks_twice_in_a_planned_set():
    """Two weak Germans with an Allied group around each, 9/3 and 27 Armored next to both; and whatever random
    games bring.
    """
    units = {
        "8/3": "0741",
        "9/3": "0842",
        "27-Armd": "0743",
        "4-Armd": "0844",
        "185/3": "0745",
        "152/51": "0641",
    }
    two = position("allied combat", 5, {**units, "736/716": "0742 reduced", "346/346": "0744 reduced"})
    for state in chain((two,), positions((1, 3), "combat", 20)):
        judge = Judge(state, state.to_move, tempers.TEMPER[state.to_move])
        blows = judge.best_offensive(judge.at_hand())
        units = [unit for blow in blows for unit in blow.force]
        assert len(set(units)) == len(units) and len({blow.hex for blow in blows}) == len(blows)
        assert len(blows) > 1 or state is not two


def test_a_plan_can_be_carried_out_and_judging_leaves_no_trace():
    made = 0
    for state in islice(positions((1, 4), " movement", 10), 6):
        side, before = state.to_move, state.digest()
        sight = view_for(state, side)
        planner = Planner(sight.position, side, tempers.TEMPER[side], Random(1), lambda: True)
        plan = planner.search(1, 2)[0]
        goals = [hex_ for hex_ in plan.goals.values() if hex_ >= 0]
        assert len(goals) == len(set(goals)) or state.beachheads  # stacks stand on beaches only
        wanted = {
            f"move {NAMES[unit]} {state.grid.name[hex_]}" for unit, hex_ in moves(state, plan.goals).items()
        }
        done = deliberation.carried_out(sight.position, side, plan)
        assert wanted <= set(map(str, done)) and state.digest() == before and sight.position.at == state.at
        for action in done:
            state.push(action)  # by the rules, one after the other
        for _ in done:
            state.pop()
        made += bool(wanted)
    assert made


# ---------------------------------------------------------------- looking ahead


def test_what_cannot_be_known_is_made_up():
    """The German record is UNKNOWN to the Allied side: touched it raises Leak, so none of this has looked at
    it.
    """
    state = GAME.new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    sight = view_for(state, "allied")
    with pytest.raises(Leak):
        bool(sight.position.record)
    records = set()
    for seed in range(4):
        made = assume(sight.position, "allied", Random(seed))
        assert {unit for unit, _ in made.record} == set(members(RECORDED)) and len(
            {hex_ for _, hex_ in made.record}
        ) == 9
        assert all(area(made, unit) >> hex_ & 1 for unit, hex_ in made.record)
        records.add(made.record)
        play_on(
            made,
            Random(seed),
            lambda state, side: tempers.TEMPER[side].ground,
            (2, "allied movement"),
        )
        assert made.to_move is None or made.turn == 2
    assert len(records) > 1


def test_playing_on_stops_where_it_is_told_to():
    state = GAME.new(seed=2)
    for turn, phase in ((1, "german movement"), (2, "allied movement"), (3, "german movement")):
        play_on(state, Random(5), lambda state, side: tempers.TEMPER[side].ground, (turn, phase))
        assert (state.turn, state.step.name) == (turn, phase)


def test_dice_of_a_look_ahead_are_as_likely_as_the_rules_make_them():
    state = GAME.new(seed=3)
    while state.to_move != CHANCE:
        state.push(state.legal_actions()[0])
    rng, seen = Random(4), dict.fromkeys(range(1, 7), 0)
    for _ in range(6000):
        seen[answer_of_chance(state, rng).face] += 1
    assert all(900 < count < 1100 for count in seen.values())


def test_a_trial_trusts_its_prior_until_it_has_seen_more():
    trial = Trial([0.1, 0.0])

    def first_is_better() -> bool:
        first, second = trial.values()
        return first > second

    assert first_is_better()
    trial.add(0, -0.2)
    trial.add(1, 0.2)
    assert first_is_better()
    for _ in range(200):
        trial.add(0, -0.2)
        trial.add(1, 0.2)
    assert not first_is_better() and trial.values()[1] == pytest.approx(0.2, abs=0.03)


def test_with_time_plans_are_played_out_and_the_position_is_as_before():
    state = next(iter(positions((1,), "german movement", 1)))
    before = state.digest()
    sight = view_for(state, "german")
    plans = Planner(sight.position, "german", tempers.TEMPER["german"], Random(1), lambda: True).search(1, 1)
    close = [plan._replace(worth=0.0) for plan in plans[:2]]
    if len(close) < 2:
        close = [*close, close[0]._replace(idea="again")]
    found = deliberation.played_out(
        sight.position, "german", close, PlayerSettings(rng=Random(2)), 2, lambda: True
    )
    assert {plan.idea for plan in found} == {plan.idea for plan in close} and state.digest() == before
    assert sight.position.digest() == before


def test_the_end_of_a_game_outweighs_everything():
    state = GAME.new(seed=1)
    state.__dict__["won"] = ("allied", "victory", "SB-13.0.c")
    assert balance(state) > 5
    state.__dict__["won"] = ("german", "strategic", "SB-13.0.a")
    assert balance(state) < -5


def test_the_landing_is_played_out_on_assumed_records_when_there_is_time():
    """The record itself raises Leak; what is chosen is legal and told as such."""
    state = GAME.new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    looks = count()
    clock = Clock(
        3.0, lambda: next(looks) * 0.02
    )  # counted in looks at it: as much is played out on any machine
    decision = sit("marshal", "sword-beach", "allied", clock=clock).think(state)
    assert not state.why_not(decision.action)
    assert any("sample German set-ups" in one.why for one in decision.explain())


# ---------------------------------------------------------------- time and losses, as the Allies weigh them

ARMY = {
    "8/3": "1037",
    "9/3": "1038",
    "27-Armd": "1039",
    "5G/GA": "1640 landed",
    "22/21": "0838",
    "1/1SS": "0738",
}


def temper(turn, units=ARMY, held=()):
    state = position("allied movement", turn, units, markers={"allied_cities": list(held)})
    return tempers.temper_of(state, "allied")


def test_losses_count_less_while_replacements_would_be_lost_and_as_time_runs_out():
    hurt = {**ARMY, "8/3": "1037 reduced", "9/3": "1038 reduced", "27-Armd": "1039 reduced"}
    assert (
        temper(8).ground.nerve < temper(8, hurt).ground.nerve
    )  # nobody waits for a replacement: a step is cheap
    nerves = [temper(turn, hurt).ground.nerve for turn in (11, 13, 15, 17)]
    assert nerves == sorted(nerves, reverse=True) and nerves[-1] < nerves[0]
    everything = ("0837", "0937", "0938", "0939")
    assert temper(17, hurt, everything).ground.nerve > nerves[-1]  # what is won need not be bought again


def test_the_one_hex_that_is_missing_counts_double_and_markers_are_saved_only_when_none_is():
    three, four = ("0937", "0938", "0939"), ("0837", "0937", "0938", "0939")
    assert temper(15, held=three).ground.prizes[15] == 2 * temper(15, held=three[:2]).ground.prizes[15]
    assert temper(15, held=four).ground.thrift > temper(15, held=three).ground.thrift


def test_the_first_step_of_a_full_defender_of_caen_is_a_part_of_his_hex():
    state = position("allied combat", 12, {"8/3": "1037", "27-Armd": "1038", "2-AA": "0937"})
    worths = []
    for grind in (0.0, 0.5):
        judge = Judge(state, "allied", Temper(Weight(grind=grind)))
        worths.append(
            judge.blow("allied", GRID.number["0937"], [UNIT["27-Armd"], UNIT["8/3"]], 0, True).worth
        )
    assert worths[0] < worths[1]


def test_a_starving_unit_in_caen_is_as_good_as_lost_with_its_hex():
    """In 0837 with Germans at 0836 and 0838: out of supply (SB-12.0.f); a full unit loses a step, a reduced
    one the hex.
    """
    worths = []
    for tag in ("", " reduced"):
        units = {"8/3": f"0837{tag}", "9/3": "0937", "185/3": "0938", "22/21": "0836", "125/21": "0838"}
        state = position(
            "allied movement", 14, units, markers={"allied_cities": ["0837", "0937", "0938", "0939"]}
        )
        weight = tempers.TEMPER["allied"].ground
        ground = Ground(state, "allied", weight)
        fed = Ground(state, "allied", weight._replace(supply=0.0, rations=0.0))
        worths.append(
            fed.place(UNIT["8/3"], state.at[UNIT["8/3"]]) - ground.place(UNIT["8/3"], state.at[UNIT["8/3"]])
        )
    assert worths[0] == pytest.approx(6.0) and worths[1] > weight.prizes[14]


def test_germans_next_to_northern_caen_are_worth_driving_off():
    state = position("allied combat", 12, {"8/3": "0936", "22/21": "0836", "125/21": "0643"})
    gate, field = (GRID.number[name] for name in ("0836", "0643"))
    weight = tempers.TEMPER["allied"].ground
    assert hex_value(state, "allied", gate, weight) > hex_value(state, "allied", field, weight)
    assert hex_value(state, "allied", gate) == hex_value(
        state, "german", gate
    )  # for those who do not weigh it


@pytest.mark.clause("FM-7.7.2", "FM-7.8.1")
def test_a_unit_without_a_retreat_stands_and_fights():
    """A unit that yields without a retreat is eliminated; one that resists loses a step."""
    for state in islice(without_retreat(), 2):
        actions, side = state.legal_actions(), state.to_move
        weight = tempers.temper_of(state, side, conduct("marshal")).ground
        assert str(fusilier.pick(state, actions, side, weight)) == "resist"
        assert str(plain.resist(state, actions, side)[0]) == "resist"


def without_retreat():
    """Positions in which a unit may resist and has no retreat, from random games, as many as are asked for."""
    for seed in count(1):
        for state in RandomGame(GAME, seed).steps():
            if state.to_move in (None, CHANCE) or state.step.name != "stiff resistance":
                continue
            fight = state.stack[-1]
            if not fights.can_retreat(state, fight.defender, fight.hex, int(fight.result[1])):
                yield state


@pytest.mark.clause("SB-11.2.7.d")
def test_the_landing_fires_naval_guns_and_keeps_aircraft():
    """Naval markers leave with the first turn; aircraft drawn before it would be missed in the German turn."""
    for seed in range(2):
        state, named = GAME.new(seed=seed), []
        players = seats("marshal", "marshal", seed=seed)
        while state.turn == 0:
            if state.to_move == CHANCE:
                state.roll()
                continue
            action = players[state.to_move].choose(state)
            named += [str(action)] * (state.step.name == "Allied support fire")
            state.push(action)
        assert named and all(text.removeprefix("support ").startswith("naval") for text in named)
        assert not any("air" in text for text in named)


def test_what_is_remembered_of_still_ground_changes_no_figure():
    """In plans of many positions: each place and risk as worked out afresh, and the whole line too. None of them
    takes a beachhead; of those the sally of 22/21 in `test_blunders.py` speaks.
    """
    compared = 0
    for state in islice(positions((3, 4), "movement"), 30):
        side = state.to_move
        planner = Planner(state, side, tempers.temper_of(state, side), Random(1), lambda: True)
        for unit in planner.units[:6]:
            for hex_ in members(planner.free(unit))[::9]:
                mark = len(planner.after.journal)
                planner.put(unit, hex_)
                fresh, kept = Ground(planner.after, side, planner.temper.ground), planner.ground()
                assert [kept.at(one, hex_) for one in planner.units] == [
                    fresh.at(one, hex_) for one in planner.units
                ]
                assert planner.judge.worth() == Judge(planner.after, side, planner.temper).worth()
                planner.after._unwind(mark)
                planner.goals[unit] = planner.after.at[unit]
                compared += 1
    assert compared > 100
