"""Quartermaster: its purchases and cargoes against an exact solver, its ledger, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE
from grognard.core.hexes import members
from grognard.games.beyond_the_rhine import verbs
from grognard.games.beyond_the_rhine.chart import COUNTERS, NAMES, NUMBER
from grognard.games.beyond_the_rhine.default_policy import decide as default_policy
from grognard.games.beyond_the_rhine.position import DEAD, BeyondTheRhine, fact
from grognard.games.beyond_the_rhine.rebuild import BUYABLE, PRICES, points_of, rebuildable
from grognard.games.beyond_the_rhine.replacements import caps
from grognard.players import Seat, sit
from grognard.players.advice import advise
from grognard.players.beyond_the_rhine.budget import Points, Purchase, choose
from grognard.players.beyond_the_rhine.packing import Load, pack
from grognard.players.beyond_the_rhine.stocks import gains, mean_supply, openings, warnings
from grognard.players.beyond_the_rhine.worth import leaves_on, step_worth
from grognard.players.registry import adviser, default

from .ledger_solver import (
    best_shipping,
    greedy,
    packed,
    quartermaster,
    rebuild_case,
    rolls_of,
    shipping_case,
    worth_of,
)

GAME = "beyond-the-rhine"
MOST_REGRET = 0.03


def new(scenario: str = "standard", seed: int = 1, **options: object) -> BeyondTheRhine:
    state = grognard.load(GAME).new(scenario, seed=seed, options=options)
    assert isinstance(state, BeyondTheRhine)
    return state


def to_step(state: BeyondTheRhine, name: str, seats: Mapping[str, Seat]) -> BeyondTheRhine:
    """Plays on until a side decides in a step."""
    while state.to_move == CHANCE or state.step.name != name:
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[str(state.to_move)].choose(state))
    return state


def seats(state: BeyondTheRhine) -> dict[str, Seat]:
    return {side: sit("quartermaster", GAME, side) for side in state.sides}


# ---------------------------------------------------------------- regret against the exact solver


@pytest.mark.parametrize("horizon", [1, 2, 3])
@pytest.mark.parametrize("seed", range(25))
def test_purchases_lose_at_most_three_percent(seed, horizon):
    case = rebuild_case(seed, horizon)
    best, own = worth_of(*case, None), worth_of(*case, quartermaster)
    assert own <= best + 1e-9
    assert own >= (1 - MOST_REGRET) * best


@pytest.mark.parametrize("seed", range(12))
def test_purchases_from_many_steps_lose_at_most_three_percent(seed):
    """More steps than are weighed one by one: the plan then looks at one roll and at fewer baskets."""
    case = rebuild_case(seed, 2, (7, 10))
    assert worth_of(*case, quartermaster) >= (1 - MOST_REGRET) * worth_of(*case, None)


@pytest.mark.parametrize("horizon", [4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_purchases_lose_at_most_three_percent_beyond_the_look_ahead(seed, horizon):
    case = rebuild_case(seed, horizon, (2, 5))
    assert worth_of(*case, quartermaster) >= (1 - MOST_REGRET) * worth_of(*case, None)


def test_nearly_all_cases_have_something_to_lose():
    """A case in which the best is worth nothing would pass whatever is bought."""
    bought = [worth_of(*rebuild_case(seed, horizon), None) for seed in range(25) for horizon in (2, 3)]
    shipped = [best_shipping(*shipping_case(seed, horizon)) for seed in range(20) for horizon in (1, 2, 3, 4)]
    assert all(value > 0 for value in bought)
    assert sum(value > 0 for value in shipped) > 70


def test_the_solver_tells_a_bad_policy_from_a_good_one():
    """Buying what comes first loses far more than three percent: the measure can fail."""
    cases = [rebuild_case(seed, 2) for seed in range(25)]
    best = sum(worth_of(*case, None) for case in cases)
    assert sum(worth_of(*case, greedy) for case in cases) < 0.95 * best


@pytest.mark.parametrize("horizon", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_cargoes_lose_at_most_three_percent(seed, horizon):
    case = shipping_case(seed, horizon)
    best, own = best_shipping(*case), packed(*case)
    assert own <= best + 1e-9
    assert own >= (1 - MOST_REGRET) * best


def test_points_are_kept_for_a_step_the_next_roll_may_complete():
    """One Pax buys a small step now; kept, it helps a far better one on the next turn."""
    small, large = Purchase(0, 1, 0, 0.2, 99), Purchase(1, 2, 0, 9.0, 99)
    assert choose([small, large], Points(1, 0), 5, 6, [rolls_of("us", 6)]).now == ()
    assert choose([small, large], Points(1, 0), 6, 6, []).now == (
        small,
    )  # the last turn: nothing to wait for


def test_a_step_that_leaves_soon_is_not_bought():
    leaving, staying = Purchase(0, 0, 1, 9.0, 6), Purchase(1, 0, 1, 2.0, 99)
    assert choose([leaving, staying], Points(0, 1), 5, 30, []).now == (staying,)


def test_the_ship_takes_what_loses_most_by_waiting():
    heavy, light, other = Load(0, 4, 5.0, 99), Load(1, 2, 4.0, 99), Load(2, 2, 4.0, 99)
    assert set(pack([heavy, light, other], [4], 1, 10)) == {light, other}


# ---------------------------------------------------------------- what a counter is worth


def test_every_counter_has_a_worth_and_a_last_turn():
    campaign = new().game_of
    assert all(step_worth(unit) > 0 for unit in range(len(COUNTERS)))
    assert {leaves_on(unit, campaign) for unit in range(len(COUNTERS))} > {campaign.last + 1}
    assert step_worth(NUMBER["US-747-TkBn"]) == 6.0  # 6-3-6


# ---------------------------------------------------------------- the ledger it keeps


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("north-1945", {}),
        ("south-1944", {"replacement_pools": "one", "roll_for_first_player": True}),
        ("north-1944", {"may_delay_arrivals": False, "ports_schedule": "manual"}),
    ],
)
def test_it_keeps_a_whole_campaign_and_leaves_nothing_it_could_use(scenario, options):
    """Losses are random; every action goes through the referee."""
    state, rng = new(scenario, 3, **options), Random(3)
    players = seats(state)
    while (side := state.to_move) is not None:
        if side == CHANCE:
            state.roll()
            continue
        fought = state.step.name in ("play", "losses")
        action = default_policy(state, losses=rng) if fought else players[side].choose(state)
        if state.step.name == "rebuilding" and action == DONE and state.turn == state.game_of.last:
            assert not affordable(state)
        if state.step.name == "shipping" and action == DONE:
            stock = sum(state.tokens) // 4
            assert state.rail_used == min(caps(state.turn).rail, stock)
        state.push(action)
    assert state.outcome() is not None


def affordable(state: BeyondTheRhine) -> list[str]:
    """Counters that the points of a pool could rebuild and that would still serve."""
    found = []
    for unit in members(rebuildable(state, state.stack[-1]) & BUYABLE & ~state.gone):
        pax, eq = points_of(state, 0 if COUNTERS[unit].pool == "us" else 1)
        if PRICES[unit].pax <= pax and PRICES[unit].eq <= eq and leaves_on(unit, state.game_of) > state.turn:
            found.append(NAMES[unit])
    return found


def test_it_makes_up_nothing_that_happens_on_the_map():
    state = new()
    players = seats(state)
    while state.turn < 3:
        if state.to_move == CHANCE:
            state.roll()
        else:
            action = players[str(state.to_move)].choose(state)
            assert not isinstance(
                action, verbs.Port | verbs.Scheldt | verbs.Event | verbs.Shift | verbs.Spend | verbs.Losses
            )
            state.push(action)


# ---------------------------------------------------------------- ports and stocks


def test_an_open_scheldt_brings_antwerpen_forward_by_a_sum_that_is_exact():
    state = to_step(new(), "situation", seats(new()))
    found = {gain.aim: gain.sp for gain in gains(state)}
    before, after = openings(state), openings(state) | {"Antwerpen-1": 10, "Antwerpen-2": 10}
    assert before["Antwerpen-1"] == 26 and before["Rotterdam"] > state.game_of.last
    assert found["open the Scheldt"] == pytest.approx(mean_supply(state, after) - mean_supply(state, before))
    assert found["open the Scheldt"] > 0


def test_a_stock_that_is_spent_faster_than_it_comes_is_warned_of():
    state = to_step(new(), "play", seats(new()))
    assert not warnings(state)
    state.set_at(fact.spent, 1, 400, "BTR-J.13")
    state.set_at(fact.tokens, 1, 0, "BTR-J.13")
    assert warnings(state) == [
        "CW SP may run out on 8 September 1944: at 100.0 SP a turn they do so in 100% of the forecasts"
    ]


# ---------------------------------------------------------------- what it says


def hint(state: BeyondTheRhine) -> str:
    decision = sit("quartermaster", GAME, str(state.to_move)).think(state)
    return str(advise("quartermaster", state, decision)["text"])


def with_dead(*names: str) -> BeyondTheRhine:
    """A rebuilding step in which these counters are dead and only the US has a point: one Eq."""
    state = to_step(new(), "rebuilding", seats(new()))
    for name in names:
        state.set_at(fact.at, NUMBER[name], DEAD, "BTR-ocs.unit.re")
        state.set_at(fact.lost, NUMBER[name], 1, "BTR-ocs.unit.re")
    for nation, eq in ((0, 1), (1, 0)):
        state.set_at(fact.pax, nation, 0, "BTR-repl.keep")
        state.set_at(fact.eq, nation, eq, "BTR-repl.keep")
    return state


def test_a_hint_says_what_to_do_why_and_instead_of_what():
    state = with_dead("US-774-TkBn", "US-602-TDBn")
    turns = 71 - state.turn
    assert hint(state) == (
        f"Quartermaster: rebuild US 774 Tk Bn. 6.0 strength points for 1 Eq (6.0 a point), for {turns} turns,"
        f" instead of US 602 TD Bn (2.5 strength points for 1 Eq (2.5 a point), for {turns} turns), which gives"
        f" {3.5 * turns:.1f} strength points less over all its turns."
    )


def test_a_counter_that_the_chart_takes_away_soon_is_rebuilt_last():
    """US 747 Tk Bn has 6 strength points to 2.5, but leaves in November."""
    assert leaves_on(NUMBER["US-747-TkBn"], new().game_of) == 18
    assert hint(with_dead("US-747-TkBn", "US-602-TDBn")).startswith("Quartermaster: rebuild US 602 TD Bn. ")


@pytest.mark.parametrize("step", ["situation", "arrivals", "rebuilding", "shipping", "play"])
def test_every_hint_has_a_figure_and_an_alternative(step):
    state = to_step(new(), step, seats(new()))
    text = hint(state)
    assert "instead of" in text and any(letter.isdigit() for letter in text)


def test_a_hint_on_the_situation_ranks_the_ports_and_the_scheldt():
    state = to_step(new(), "situation", seats(new()))
    text, found = hint(state), gains(state)
    assert len(found) > 2 and "open the Scheldt" in text
    assert all(gain.aim in text for gain in found)
    assert all(
        text.count(f"{gain.sp:.1f} SP") == 1 for gain in found[:2]
    )  # what brings as much is not repeated


def test_it_is_the_player_and_the_adviser_of_the_ledger():
    assert default(GAME) == adviser(GAME) == "quartermaster"
