"""Every registered player: it plays whole games by the rules, sees no secret, and plays the same game
again.
"""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE, DONE, Leak
from grognard.core.random_games import RandomGame
from grognard.core.ruling import GrognardError
from grognard.players import (
    Clock,
    Decision,
    PlayerSettings,
    PlayerView,
    Seat,
    find,
    players_of,
    roster,
    seated,
    sit,
    view_for,
)
from grognard.players.advice import advise
from grognard.players.registry import default

from .games import ALL_OPTIONS, GAME, SIDES, play, seats

NAMES = [player.name for player in players_of(GAME)]
LIMIT = 0.1  # seconds a turn, for players that would think longer


def test_the_roster_names_every_player_with_its_character():
    assert {"random", "plain"} <= set(NAMES)
    assert all(player.character.endswith(".") and "\n" not in player.character for player in roster())
    assert len({player.code for player in roster()}) == len(roster())
    assert {player.name for game in grognard.GAMES for player in players_of(game)} == {
        player.name for player in roster()
    }
    for game in grognard.GAMES:
        assert players_of(game)[0].name == "random" and default(game) in [
            player.name for player in players_of(game)
        ]


def test_an_unknown_player_is_refused_with_those_there_are():
    with pytest.raises(GrognardError, match="no player 'rommel' plays sword-beach; there is random, plain"):
        find("rommel", GAME)
    with pytest.raises(GrognardError, match="cannot be loaded"):
        sit("nowhere.at.all:decide", GAME, "german")


def test_somebodys_own_player_is_named_by_its_module():
    assert find("grognard.players.registry:at_random", GAME).load() is find("random", GAME).load()


@pytest.mark.parametrize(
    "kind",
    [
        "computer:plain:11",
        "computer:plain:0",
        "computer:plain:x",
        "computer:plain:5:-1",
        "human",
        "computer:a:1:1:1",
        "computer:plain:3:0",
        "computer:os:getcwd",
    ],
)
def test_a_seat_that_makes_no_sense_is_refused(kind):
    with pytest.raises(GrognardError):
        seated(kind, GAME, "german")


def test_a_seat_is_named_with_strength_and_seconds():
    seat = seated("computer:plain:3:0.5", GAME, "german")
    assert (seat.orders.strength, seat.orders.clock.a_turn) == (3, 0.5)
    assert seated("computer", GAME, "german").decide is find(default(GAME), GAME).load()


def test_a_seat_does_not_move_for_the_other_side():
    state = grognard.load(GAME).new(seed=1)
    with pytest.raises(GrognardError, match="not the move of allied"):
        sit("random", GAME, "allied").think(state)


# ---------------------------------------------------------------- secrets


def test_a_sight_holds_neither_the_record_nor_the_dice():
    state = grognard.load(GAME).new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    sight = view_for(state, "allied")
    assert sight.position.dice is None and state.dice is not None
    with pytest.raises(Leak):
        bool(sight.position.record)
    assert list(sight.actions) == list(state.legal_actions())


def test_a_player_that_looks_at_the_record_is_caught():
    def spy(sight: PlayerView, orders: PlayerSettings) -> Decision:
        return Decision(sight.actions[len(sight.position.record) and 0])

    state = grognard.load(GAME).new(seed=1)
    while state.to_move == "german":
        state.push(state.legal_actions()[0])
    with pytest.raises(Leak):
        Seat(spy, "allied").choose(state)


@pytest.mark.parametrize("name", NAMES)
def test_the_hidden_set_up_does_not_change_what_the_allied_player_does(name):
    """Two games that differ in nothing but the German record: the Allies act alike until it is opened."""
    done = []
    for whims in (1, 2):
        state, rng = grognard.load(GAME).new(seed=5), Random(whims)
        seat = sit(name, GAME, "allied", seed=3, strength=4)
        acts = []
        while state.turn == 0 and state.record is not None and not state.occupied["german"]:
            if state.to_move == "german":
                state.push(state.legal_actions().sample(rng))
            elif state.to_move == CHANCE:
                state.push(state.legal_actions()[-1])  # a six: nobody drifts
            else:
                acts.append(str(seat.choose(state)))
                state.push(state.game.parse(acts[-1]))
        done.append(acts)
    assert done[0] == done[1] and len(done[0]) > 8


# ---------------------------------------------------------------- whole games


LOOK = 0.0005  # seconds that pass between two looks at the clock of a test


@pytest.mark.parametrize("options", [None, ALL_OPTIONS], ids=["as printed", "all optional rules"])
@pytest.mark.parametrize("name", NAMES)
def test_both_sides_through_a_whole_game(name, options):
    """Every choice goes through the referee; the clock is kept in every turn, counted in looks at it and not
    in seconds. Each decision looks three times, also when no time is left, and a step of the search may be
    under way: so a turn may take twice the limit in looks, and a search that does not stop takes far more.
    """
    players = seats(name, name, seed=2)
    for seat in players.values():
        looks = count()
        seat.orders.clock = Clock(LIMIT, timer=lambda looks=looks: next(looks) * LOOK)
    state = play(players, seed=11, options=options)
    assert state.to_move is None and state.outcome() is not None and state.turn >= 10
    for side in SIDES:
        assert players[side].orders.clock.longest < 2 * LIMIT


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_of_the_rules_can_be_played(name):
    """The first decisions of a game under a mixture of readings, and sampled positions of random games."""
    game = grognard.load(GAME)
    for seed in (2, 5):  # mixtures, see `core.trial.options_for`
        trial = RandomGame(game, seed)
        for number, state in enumerate(trial.samples(1)):
            if state.to_move in SIDES and number % 3 == 0:
                decision = sit(name, GAME, state.to_move, seed=number, strength=3).think(state)
                assert not state.why_not(decision.action), (str(decision.action), state.step)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_game(name):
    one, other = (play(seats(name, "plain", seed=4, strength=3), seed=6, most=250) for _ in range(2))
    assert one.actions == other.actions and len(one.actions) == 250


def test_another_seed_plays_another_game():
    one, other = (play(seats("random", "random", seed=seed), seed=6, most=50) for seed in (1, 2))
    assert one.actions != other.actions


# ---------------------------------------------------------------- the clock, one choice, reasons


def test_a_clock_counts_turn_by_turn():
    now = [100.0]
    clock = Clock(5.0, lambda: now[0])
    clock.begin(1)
    now[0] += 1.5
    assert clock.left == 3.5
    clock.stop()
    now[0] += 60  # the others' time
    clock.begin(1)
    assert (clock.spent, clock.left) == (1.5, 3.5)
    now[0] += 4
    assert clock.left == -0.5
    clock.stop()
    clock.begin(2)
    assert (clock.spent, clock.left, clock.longest) == (0, 5, 5.5)
    assert Clock().left == float("inf")


def test_a_player_is_not_asked_where_there_is_no_choice():
    def never(sight: PlayerView, orders: PlayerSettings) -> Decision:
        raise AssertionError("asked")

    class Only:
        to_move, rolls, actions = "allied", 0, ()

        def legal_actions(self):
            return self

        def forced(self):
            return DONE

    assert Seat(never, "allied").choose(Only()) is DONE


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random"])
def test_reasons_hold_the_chosen_action_and_clauses_of_the_rulebook(name):
    state = grognard.load(GAME).new(seed=3)
    players, seen = seats(name, name, seed=1, strength=3), 0
    for _ in range(150):
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = players[state.to_move].think(state)
        reasons = decision.explain()
        assert str(decision.action) in [one.action for one in reasons] and len(reasons) <= 6
        assert all(clause in state.game.rulebook for one in reasons for clause in one.clauses)
        assert all(not state.why_not(state.game.parse(one.action)) for one in reasons)
        assert [one.value for one in reasons] == sorted((one.value for one in reasons), reverse=True)
        seen += any(one.why for one in reasons)
        state.push(decision.action)
    assert seen > 50


@pytest.mark.parametrize("game", ["longest-day", "purple-heart-draw"])
def test_a_habit_is_told_with_the_action_it_led_to(game):
    state, decisions, reasons = grognard.load(game).new(seed=4), 0, set()
    while decisions < 60:
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = sit("plain", game, state.to_move).think(state)
        (told,) = decision.explain()
        assert (
            told.action == str(decision.action)
            and told.why.startswith("Fixed rule: ")
            and "None" not in told.why
        )
        assert told.clauses == (state.step.clause,)
        reasons.add(told.why)
        decisions += 1
        state.push(decision.action)
    assert len(reasons) > 1


@pytest.mark.parametrize(
    ("game", "player"),
    [("sword-beach", "fusilier"), ("longest-day", "plain"), ("purple-heart-draw", "plain")],
)
def test_a_hint_is_a_sentence_with_alternatives_and_no_typed_order(game, player):
    state, texts = grognard.load(game).new(seed=4), []
    while len(texts) < 40:
        if state.to_move == CHANCE:
            state.roll()
            continue
        decision = sit(player, game, state.to_move).think(state)
        found = advise(player, state, decision)
        best = next(one for one in found["candidates"] if one["action"] == found["action"])
        assert found["text"].startswith(f"{player.capitalize()}: {best['text']}. ")
        assert best["draw"]["verb"] == decision.action.verb
        if hasattr(decision.action, "hex"):
            assert best["draw"]["to"] == decision.action.hex
            assert not hasattr(decision.action, "unit") or str(decision.action) not in found["text"]
        texts.append(found["text"])
        state.push(decision.action)
    assert any("Next best: " in text or "Also legal, of " in text for text in texts)
