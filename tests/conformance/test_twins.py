"""Twin games: whatever one side keeps secret, no other seat sees, may choose or is told anything else.
`pytest -m nightly` adds hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import grognard
from grognard.core import twins
from grognard.core.due import due, moment
from grognard.core.facts import CHANCE, Event
from grognard.core.procedure import Chance
from grognard.core.state import State
from grognard.core.suite import has_secrets
from grognard.core.twins import Compared, check_twins
from grognard.players.registry import players_of
from grognard.players.seat import Seat
from tests.core.toy import AMBUSH, MARCH, MOVEMENT, Ambush, Ford, March
from tests.core.toy import GAME as TOY

HIDING = [  # whatever is agreed; the option of a game that hides by one has twins of its own
    name
    for name in grognard.GAMES.own
    if has_secrets(grognard.load(name)) and grognard.load(name).new().hidden
]
SCENARIOS = [(name, scenario) for name in HIDING for scenario in grognard.load(name).scenarios]


def is_open(event: Event, events: Sequence[Event]) -> bool:
    """Whether a note of Purple Heart Draw is about a unit that lies open: it begins with the unit's name.

    A note about a covered unit is for its owner alone, so a name that is told at all must be that of an open
    unit; here it is looked up in what the seat was told of the set of open units, or of the unit itself.
    """
    name = str(event.old[0]).partition(" ")[0] if event.old else ""
    return any((one.fact == "open" and name in [*one.old, *one.new]) or one.key == name for one in events)


def said(state: State, seat: str) -> Any:
    """What is due, in words."""
    return due(state, seat), moment(state, seat)


def hinted(state: State, seat: str) -> Any:
    """What every computer player that knows the game would do, and why; the quick ones only."""
    if state.to_move != seat:
        return None
    found = []
    for player in players_of(state.game.name):
        if not player.graded:
            decision = Seat(player.load(), seat).think(state)
            found.append((str(decision.action), [one.plain() for one in decision.explain()]))
    return found


def check(name: str, scenario: str, seed: int, most: int = 12) -> Compared:
    return check_twins(grognard.load(name), seed, scenario, (said, hinted), is_open, most)


@pytest.mark.parametrize("seed", range(20))
def test_twins_of_sword_beach(seed: int) -> None:
    assert sum(check("sword-beach", "standard", seed, 40).kinds.values()) > 0


@pytest.mark.parametrize(("scenario", "seed"), [("phd-1", 0), ("phd-2", 1), ("phd-3", 2), ("phd-4", 3)])
def test_twins_of_a_card(scenario: str, seed: int) -> None:
    assert sum(check("purple-heart-draw", scenario, seed).kinds.values()) > 0


@pytest.mark.parametrize("seed", [0, 1, 8])
def test_twins_of_the_mission(seed: int) -> None:
    """By the resolver, with all options, and at the players' own table."""
    found = check("purple-heart-draw", "standard", seed)
    assert len(found.kinds) > 20 and sum(found.kinds.values()) > 100


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1000, 1300))
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_hundreds_of_twins(name: str, scenario: str, seed: int) -> None:
    check(name, scenario, seed, 40)


# ---------------------------------------------------------------- the check itself finds what it is for


@pytest.fixture
def sound() -> None:
    """The invented game passes as it is."""
    assert sum(sum(check_twins(TOY, seed).kinds.values()) for seed in range(8)) > 20


def leaks(seeds: range = range(8), *asked: Any) -> None:
    for seed in seeds:
        check_twins(TOY, seed, asked=asked)


def test_a_view_that_shows_a_secret_roll_is_a_reveal(sound: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact that is seen by all comes out in the step that sets it: the reveals name the step and the
    fact.
    """
    monkeypatch.setattr(Ford.facts["strength"], "seen", None)
    reveals = set().union(*(check_twins(TOY, seed).reveals for seed in range(8)))
    assert any(reveal.fact == "strength" for reveal in reveals)


def test_a_set_derived_from_hidden_facts_is_found(sound: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's own position must not hold what `derive` built from facts the seat does not know."""
    known_to = Ford.known_to

    def telling(self: Any, side: str) -> Any:
        found = known_to(self, side)
        found.__dict__["sum_of_all"] = sum(self.at)
        return found

    monkeypatch.setattr(Ford, "known_to", telling)
    with pytest.raises(AssertionError, match="holds of the position tells a secret: sum_of_all"):
        leaks()


def test_a_note_that_tells_a_secret_is_found(sound: None, monkeypatch: pytest.MonkeyPatch) -> None:
    note = Ford.note
    monkeypatch.setattr(
        Ford,
        "note",
        lambda self, clause, words, *values, to=None, kind="": note(self, clause, words, *values),
    )
    with pytest.raises(AssertionError, match="was told tells a secret"):
        leaks()


def test_an_answer_that_tells_a_secret_is_found(sound: None) -> None:
    def whispered(state: Any, seat: str) -> Any:
        return state.strength

    with pytest.raises(AssertionError, match=r"whispered tells (red|spectator) a secret"):
        leaks(range(8), whispered)


def test_a_copy_of_the_record_that_tells_a_secret_is_found(
    sound: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twins.Match, "copy_for", lambda self, seat: self.lines)
    with pytest.raises(AssertionError, match="the copy of the record for (red|spectator) tells a secret"):
        leaks()


def test_choices_that_tell_a_secret_are_found(sound: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What red may do depends on a secret roll of blue."""
    occupied, adjacent = MOVEMENT.picks[0].hexes
    weak = occupied._replace(
        mask=lambda state, frame: occupied.mask(state, frame) & (-1 << state.strength % 2 * 3)
    )
    moving = replace(MOVEMENT, picks=(replace(MOVEMENT.picks[0], hexes=(weak, adjacent)),))
    march = tuple(moving if step is MOVEMENT else step for step in MARCH)
    monkeypatch.setattr(Ford, "procedures", {March: march, Ambush: AMBUSH})
    with pytest.raises(AssertionError, match="unequal choices of red"):
        leaks(range(30))


def test_who_is_to_move_does_not_tell_a_secret() -> None:
    """Of another side's secret step a seat sees that the side acts: not which step, and not whether it
    rolls.
    """
    state = TOY.new(seed=1)
    assert state.secret_to == "blue" and due(state, "blue").purpose == state.purpose
    assert due(state, "red").to_move == "blue" and due(state, "red").purpose == "sealed action"
    while state.to_move != CHANCE:
        state.push(state.legal_actions()[0])
    assert isinstance(state.step, Chance) and due(state, "red")[:2] == ("blue", "sealed action")
    assert "strength" not in moment(state, "red")
