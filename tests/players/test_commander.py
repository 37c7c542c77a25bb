"""Commander: whole missions by the rules from its own view, where it masses, what it buys, when it attacks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE
from grognard.core.hexes import members
from grognard.games.purple_heart_draw import verbs
from grognard.games.purple_heart_draw.board import COLUMN_OF, GRID
from grognard.games.purple_heart_draw.charts import CHART, LINE
from grognard.games.purple_heart_draw.pieces import GERMAN, NUMBER, US
from grognard.games.purple_heart_draw.position import PurpleHeartDraw, fact, own
from grognard.games.purple_heart_draw.troops import LANE_OF
from grognard.players import PlayerSettings, Seat, sit, view_for
from grognard.players.advice import advise
from grognard.players.purple_heart_draw import commander, works
from grognard.players.purple_heart_draw.belief import (
    OBJECTIVE_LANES,
    Lanes,
    exchange,
    group_strength,
    hidden_strength,
    mean_income,
    weigh,
)
from grognard.players.registry import adviser, default

GAME = "purple-heart-draw"
SIDES = (US, GERMAN)


def new(seed: object = 1, **options: object) -> PurpleHeartDraw:
    state = grognard.load(GAME).new(seed=seed, options=options)
    assert isinstance(state, PurpleHeartDraw)
    return state


def seats(us: str = "commander", german: str = "commander", seed: object = 0) -> dict[str, Seat]:
    return {side: sit(name, GAME, side, seed=seed) for side, name in zip(SIDES, (us, german), strict=True)}


def play(
    state: PurpleHeartDraw,
    players: dict[str, Seat],
    until: Callable[[PurpleHeartDraw], bool] = lambda state: False,
) -> PurpleHeartDraw:
    """Every action goes through the referee."""
    while state.to_move is not None and not (state.to_move != CHANCE and until(state)):
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(players[state.to_move].choose(state))
    return state


# ---------------------------------------------------------------- whole missions


def test_the_same_seed_plays_the_same_mission_to_its_end():
    one, other = (play(new("a"), seats(seed="a")) for _ in range(2))
    assert one.outcome() is not None
    assert [str(a) for a in one.actions] == [str(a) for a in other.actions]


@pytest.mark.parametrize("side", SIDES)
def test_it_beats_the_plain_player_on_the_same_dice(side):
    """Three missions with fixed seeds; the tournament of docs/players.md is the measure."""
    won = 0
    for seed in range(3):
        names = {"us": "plain", "german": "plain"} | {side: "commander"}
        end = play(new(f"duel {seed}"), seats(**names, seed=seed)).outcome()
        assert end is not None
        won += end.winner == side
    assert won >= 2


def test_it_plays_where_groups_declare_their_entry():
    assert play(new(3, entry_declared=True), seats(seed=3)).outcome() is not None


def test_it_takes_a_seat_at_a_scenario_card_by_the_plain_habits():
    game = grognard.load(GAME)
    card = next(name for name in game.scenarios if name != "standard")
    state = game.new(card, seed=1)
    while state.to_move == CHANCE:
        state.roll()
    side = str(state.to_move)
    assert sit("commander", GAME, side).choose(state) == sit("plain", GAME, side).choose(state)


# ---------------------------------------------------------------- its own view only


@pytest.mark.parametrize("side", SIDES)
def test_what_the_enemy_hides_does_not_change_what_it_does(side):
    """Twin positions that differ in the enemy's points, stores, chit and concealed units: it acts alike."""
    enemy = GERMAN if side == US else US
    n, seen = NUMBER[enemy], 0
    players = seats(seed=7)
    state = new(7)
    while state.to_move is not None and state.scenario < 3:
        if state.to_move == side and len(state.legal_actions()) > 1:
            mine = players[side].think(state).action
            hidden = [u for u in members(own(state, enemy) & ~state.open) if state.kind[u] in SQUADS]
            mark = len(state.journal)
            state.set_at(fact.tp, n, state.tp[n] + 9, "PHD-C2.TP")
            state.set_at(fact.dsp, n, state.dsp[n] + 30, "PHD-C2.DSP")
            for u in hidden:
                state.set_at(fact.kind, u, SQUADS[state.kind[u]], "PHD-C2.RG")
            assert players[side].think(state).action == mine
            seen += bool(hidden)
            back(state, mark)
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(players[str(state.to_move)].choose(state))
    assert seen > 20


SQUADS = {"6-6-6": "7-4-7", "7-4-7": "6-6-6", "5-4-8": "8-3-8", "8-3-8": "5-4-8"}


def back(state: PurpleHeartDraw, mark: int) -> None:
    """Sets every fact back to what it was before."""
    for name, key, old, _, clause in reversed(state.journal[mark:]):
        state.set_at(PurpleHeartDraw.columns[name], key, old, clause)
    del state.journal[mark:]


# ---------------------------------------------------------------- where it masses


def test_the_germans_set_up_before_one_intersection():
    state = play(new(2), seats(seed=2), lambda state: state.to_move == US and "set-up" in state.step.name)
    lanes = {LANE_OF[COLUMN_OF[state.at[u]]] for u in members(own(state, GERMAN)) if state.at[u] >= 0}
    assert len(lanes) == 1 and lanes < {*OBJECTIVE_LANES}


def test_different_missions_have_different_bastions():
    """An enemy that knows the player does not know the lane."""
    found = set()
    for seed in range(8):
        state = play(new(seed), seats(seed=seed), lambda state: state.step.name == "german requisition")
        seat = sit("commander", GAME, GERMAN, seed=seed)
        seat.think(state)
        found.add(seat.orders.notes.get("bastion"))
    assert len(found - {None}) > 1


def lanes_of(attack: dict[int, float], defense: dict[int, float], us_line: int = 8) -> Lanes:
    """Strengths by lane: attack of the US, defense of the Germans at row 11."""
    return Lanes(
        (tuple(attack.get(k, 0.0) for k in range(5)), (0.0,) * 5),
        ((0.0,) * 5, tuple(defense.get(k, 0.0) for k in range(5))),
        (
            tuple(us_line if k in attack else 0 for k in range(5)),
            tuple(11 if k in defense else 0 for k in range(5)),
        ),
    )


def test_the_us_masses_in_the_lane_that_is_cheapest_to_break():
    state = new()
    lanes = lanes_of({1: 20.0, 3: 20.0, 4: 20.0}, {1: 40.0, 3: 15.0, 4: 20.0})
    assert commander.main_lane(state, US, lanes, sit("commander", GAME, US).orders)[0] == 3
    assert commander.deficits(state, lanes)[1] == pytest.approx(1.6 * 40 - 20)
    assert commander.deficits(state, lanes)[0] == 0.0  # the first lane leads to no intersection


# ---------------------------------------------------------------- figures


def test_an_exchange_is_the_mean_of_the_assault_table():
    even, good = exchange(0), exchange(3)
    assert even.rows == pytest.approx((11 * 1 + 7 * 2 + 3 * 2) / 36)  # 7-8: 1 row, 9-10 and 11-12: 2 rows
    # rules 1.8: 2-4: 2 hits on the attacker, 5-6, 7-8 and 9-10: 1
    assert even.lost == pytest.approx((6 * 2 + 9 * 1 + 11 * 1 + 7 * 1) / 36)
    assert good.dealt > even.dealt and good.lost < even.lost and good.gain > even.gain


def test_a_group_is_weighed_as_the_resolver_counts_it():
    platoon = CHART[GERMAN][LINE[GERMAN]["I1"]]  # three 5-4-8, two LMG, a Panzerschreck
    assert group_strength(platoon) == pytest.approx((3 * 3.0 + 2 * 0.4 + 0.2, 3 * 3.2 + 2 * 0.6 + 0.3))
    assert mean_income(GERMAN) == pytest.approx(20) and mean_income(US) == pytest.approx(30)


def test_what_is_believed_of_the_enemy_shrinks_with_what_it_lost():
    state = play(new(4), seats(seed=4), lambda state: state.step.name == "orders" and state.turn == 3)
    before = hidden_strength(state, GERMAN)
    state.set_at(fact.cvp, 0, state.cvp[0] + 4, "PHD-C1.2")
    assert hidden_strength(state, GERMAN) == pytest.approx(max(0.0, before - 6.0))


def test_an_attack_is_ordered_where_it_pays_and_not_elsewhere():
    state = play(new(4), seats(seed=4), lambda state: state.step.name == "orders" and state.to_move == US)
    sight = view_for(state, US)
    fight, _ = weigh(sight.position, US)
    strong, weak = lanes_of({3: 40.0}, {3: 15.0}), lanes_of({3: 15.0}, {3: 40.0})
    assert commander.posture(sight.position, US, 3, fight, strong)[0] == "attack"
    assert commander.posture(sight.position, US, 3, fight, weak)[0] == "hold"


def test_tanks_that_are_seen_are_answered():
    """A Panzerschreck section is worth more to a German that has seen tanks."""
    state = play(
        new(4), seats(seed=4), lambda state: state.step.name == "german requisition" and state.scenario == 2
    )
    section = CHART[GERMAN][LINE[GERMAN]["HW3"]]
    _, lanes = weigh(view_for(state, GERMAN).position, GERMAN)
    before = commander._strength(state, GERMAN, section, lanes)
    assert "answers" not in before[1]
    for u in members(own(state, US)):
        state.set_at(fact.kind, u, "M4A1", "PHD-C2.RG")
    state.set(fact.open, state.open | own(state, US), "PHD-C2.RG")
    after = commander._strength(state, GERMAN, section, lanes)
    assert after[0] > before[0] and "tanks seen" in after[1]


# ---------------------------------------------------------------- what it says


@pytest.mark.clause("PHD-C5.31.act")
def test_a_reserve_is_worth_more_the_more_the_enemy_shows():
    """2 is an objective lane: nothing for an enemy that shows nothing, and never all of it."""
    state, settings = new(), PlayerSettings(notes={"bastion": 2})

    def share(attack: float) -> float:
        return commander.wakes(state, GERMAN, lanes_of({2: attack}, {2: 20.0}), settings)[0]

    assert share(0.0) == 0.0 < share(8.0) < share(16.0) < share(400.0) == commander.MOST_RESERVE
    assert commander.wakes(state, US, lanes_of({2: 16.0}, {2: 20.0}), settings)[0] == 0.0
    assert commander.wakes(state, GERMAN, lanes_of({2: 16.0}, {}), settings)[0] == 0.0  # no line to back
    words = commander.wakes(state, GERMAN, lanes_of({2: 16.0}, {2: 20.0}), settings)[1]
    assert "the enemy shows 16.0 attack strength against 20.0" in words


def test_a_hint_names_a_reason_with_a_figure_and_the_next_best():
    state = play(new(1), {}, lambda state: state.step.name == "german requisition" or state.to_move == US)
    text = str(advise("commander", state, sit("commander", GAME, str(state.to_move)).think(state))["text"])
    assert text == (
        "Commander: buy Engineer Platoon (reinforcement). 16.6 attack strength for 11 TP (1.51 a point), and"
        " engineers give +1 DRM. Next best: buy Rifle Platoon (reinforcement) (costs 0.2 strength points for"
        " each TP); buy Light Mortar Section (reinforcement) (costs 0.3 strength points for each TP)."
    )


def test_orders_are_explained_by_the_exchange():
    state = play(
        new(4),
        seats("commander", "plain", seed=4),
        lambda state: state.step.name == "orders" and state.to_move == US and state.turn == 3,
    )
    seat = sit("commander", GAME, US, seed=4)
    decision = seat.think(state)
    assert isinstance(decision.action, verbs.Posture) or decision.action == DONE
    assert all(any(letter.isdigit() for letter in one.why) for one in decision.explain()[:1])


def test_it_is_the_opponent_and_the_adviser():
    assert default(GAME) == adviser(GAME) == "commander"


# ---------------------------------------------------------------- works


def test_works_go_where_the_enemy_masses_and_not_to_the_lane_that_is_held():
    """4 is held, 3 has a line as well: the blow is expected where the US shows strength."""
    state, settings = new(), PlayerSettings(notes={"bastion": 4})
    lanes = lanes_of({3: 30.0}, {4: 40.0, 3: 25.0})
    bound = Lanes(lanes.attack, lanes.defense, ((0, 0, 0, 8, 8), lanes.line[1]))
    blow = works.next_blow(state, bound, settings)
    assert blow.lane == 3 and blow.threat == pytest.approx(works.ELSEWHERE * 30.0)
    assert "lane 4, where and beside which the enemy shows 30.0 to 25.0" in blow.words


def test_works_stay_with_the_bastion_if_no_enemy_shows_or_a_line_is_lost_anyhow():
    state, settings = new(), PlayerSettings(notes={"bastion": 4})
    assert works.next_blow(state, lanes_of({}, {4: 40.0, 3: 25.0}), settings).lane == 4
    lost = works.next_blow(state, lanes_of({4: 20.0, 3: 90.0}, {4: 40.0, 3: 2.0}), settings)
    assert lost.lane == 4 and lost.threat == pytest.approx(20.0)


def test_enemies_beside_a_line_press_on_it_where_no_line_binds_them():
    beside = lanes_of({3: 30.0}, {4: 40.0})
    assert works.pressing(beside, 4) == pytest.approx(30.0)
    assert works.pressing(lanes_of({3: 30.0}, {4: 40.0, 3: 5.0}), 4) == 0.0


def test_works_stand_in_the_row_that_counts_when_the_line_has_moved():
    assert works.row_of_works(lanes_of({2: 10.0}, {2: 40.0}), 2, 11) == 11
    assert works.row_of_works(lanes_of({2: 40.0}, {2: 40.0}), 2, 11) == 11 + works.DEPTH


def test_every_work_of_a_mission_backs_the_line_of_the_next_blow():
    state, built = new(4), 0
    players = seats(seed=4)
    while state.to_move is not None and state.scenario < 3:
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = players[state.to_move].think(state)
        if isinstance(decision.action, verbs.Fortify):
            seat = players[GERMAN]
            _, lanes = weigh(view_for(state, GERMAN).position, GERMAN)
            blow = works.next_blow(state, lanes, seat.orders)
            assert LANE_OF[COLUMN_OF[GRID.number[decision.action.hex]]] == blow.lane
            assert "backs the line at" in decision.explain()[0].why
            built += 1
        state.push(decision.action)
    assert built > 5
