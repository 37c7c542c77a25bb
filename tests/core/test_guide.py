"""Each game guides a first turn: every decision of it, on both sides and in every scenario, has a step with a
reason.
"""

from __future__ import annotations

import re
from random import Random

import pytest

import grognard
from grognard.core.facts import CHANCE
from grognard.core.guide import Guide, Step, moment, read_guide
from grognard.web.game_views import game_view
from tests.web.page.small import SHIPPED

GAMES = list(grognard.GAMES)
DECISIONS = 150  # of a game's beginning
NO_GUIDANCE = {
    "done",
    "concede",
    "roll",
    "dice",
    "dr",
    "draw",
    "stream",
    "select",
}  # ends, and what the dice answer


@pytest.mark.parametrize(
    ("game", "scenario"), [(name, one) for name in GAMES for one in grognard.load(name).scenarios]
)
def test_every_decision_of_the_first_turns_has_a_step(game: str, scenario: str) -> None:
    loaded, rng = grognard.load(game), Random(7)
    state, looks = loaded.new(scenario, seed=7), game_view(loaded)
    missing = set()
    for _ in range(DECISIONS):
        if state.to_move is None:
            break
        if state.to_move == CHANCE:
            state.roll()
            continue
        choices = state.legal_actions()
        verbs = {subject.verb if pick is None else pick.verb.verb for pick, subject, _ in choices.groups}
        now = moment(state.to_move, scenario, looks.when(state)["phase"], state.purpose, verbs)
        if verbs - NO_GUIDANCE and loaded.guide.at(now) is None:
            missing.add((state.to_move, state.purpose, *sorted(verbs)))
        state.push(choices[rng.randrange(len(choices))])
    assert not missing


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_of_a_player_has_a_step(name: str) -> None:
    game = grognard.load(name)
    guided = {verb for step in game.guide.step for verb in step.verbs}
    assert guided <= set(game.vocabulary.verbs)
    inner = game.position.within  # a game played within this one has a guide of its own
    within = set(inner.position.game.vocabulary.verbs) if inner else set()
    assert set(game.vocabulary.verbs) - guided - within <= NO_GUIDANCE


@pytest.mark.parametrize("name", GAMES)
def test_the_guide_cites_clauses_that_exist_and_pictures_that_are_shipped(name: str) -> None:
    game = grognard.load(name)
    assert not [step.id for step in game.guide.step if step.clause and step.clause not in game.rulebook]
    assert not [
        part.picture
        for part in game.guide.section
        if part.picture and not (SHIPPED / f"{part.picture}.jpg").is_file()
    ]
    assert sum(bool(part.picture) for part in game.guide.section) >= 2 and len(game.guide.counter) >= 2
    assert len({step.id for step in game.guide.step}) == len(game.guide.step)


@pytest.mark.parametrize("name", GAMES)
def test_the_guide_speaks_in_short_sentences(name: str) -> None:
    guide = grognard.load(name).guide
    texts = [text for step in guide.step for text in (step.do, step.why, step.good)]
    sentences = [one for text in texts for one in re.split(r"(?<=[.;:?])\s+", text)]
    assert not [one for one in sentences if len(one.split()) > 26]


@pytest.mark.parametrize("name", GAMES)
def test_the_suggested_opening_is_made_of_actions(name: str) -> None:
    game = grognard.load(name)
    assert all(str(game.parse(text)) == text for texts in game.guide.suggest.values() for text in texts)


def test_the_first_step_that_fits_is_taken() -> None:
    wide = Step(id="wide", title="", do="", why="", verbs=("move",))
    narrow = Step(id="narrow", title="", do="", why="", verbs=("move",), sides=("red",), phases=("night",))
    guide = Guide(step=(narrow, wide))
    assert guide.at(moment("red", "s", "Night march", "", {"move"})) is narrow
    assert guide.at(moment("blue", "s", "Night march", "", {"move"})) is wide
    assert guide.at(moment("red", "s", "day", "", {"fire"})) is None


def test_a_package_without_a_guide_has_an_empty_one() -> None:
    assert read_guide("grognard.core") == Guide()
