"""What an adviser lets pass and a free table does in silence still leaves a position that can be: nothing out
of nothing.
"""

from __future__ import annotations

from random import Random

import pytest

from grognard import GrognardError, IllegalAction
from grognard.core.facts import CHANCE
from grognard.core.notation import read_position, write_position
from grognard.core.well_formed import Words
from grognard.games.beyond_the_rhine.conformance import holds

from .build import GAME, do, position


@pytest.mark.parametrize("enforcement", ["adviser", "free"])
@pytest.mark.parametrize("seed", range(3))
def test_irregular_tables_keep_their_stocks(enforcement: str, seed: int) -> None:
    state, rng, words = GAME.new(seed=seed, enforcement=enforcement), Random(seed), Words.for_game(GAME)
    passed = 0
    while state.to_move is not None and state.turn < 6:
        if state.to_move == CHANCE:
            state.roll()
            continue
        for action in words.some(rng, 3):
            before = state.to_json()
            try:
                state.push(action)
                passed += 1
            except IllegalAction:
                assert state.to_json() == before
            holds(state)
            if state.to_move in (CHANCE, None):
                break
        else:
            state.push(state.legal_actions().sample(rng))
        holds(state)
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()


def test_an_adviser_notes_what_he_lets_pass() -> None:
    state = position(
        5,
        "shipping",
        {"US-747-TkBn": "map", "US-774-TkBn": "England"},
        enforcement="adviser",
        stocks={"tokens_us": 8},
    )
    with pytest.raises(IllegalAction, match="cannot be carried out from this position"):
        do(state, "rail US-747-TkBn")  # no rail capacity in September
    state = position(
        12, "shipping", {"US-774-TkBn": "England"}, enforcement="adviser", stocks={"tokens_us": 8}
    )
    do(state, "rail US-774-TkBn")
    assert any("irregular: US 774 Tk Bn is not on the map" in line for line in state.events().log)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"turn": 71}, "turn is a whole number from 1 to 70"),
        ({"campaign": "west"}, "'west' is not a campaign"),
        ({"units": {"US-79-InfDv": "map"}}, "did you mean US-79-InfDiv"),
        ({"units": {"US-79-InfDiv": "moon"}}, "'moon' is not a place"),
        ({"units": {"US-79-InfDiv": "map -4"}}, "from 0 to 3"),
        ({"units": {"US-79-InfDiv": "dead -1"}}, "from 4 to 4"),
        ({"units": {"US-79-InfDiv": "due"}}, "due_by: one entry for each counter"),
        (
            {"units": {"UK-15-InfDiv": "due"}, "due_by": [["UK-15-InfDiv", "BTR-date.1944-09-05.us.1"]]},
            "does not bring UK-15-InfDiv",
        ),
        (
            {"units": {}, "due_by": [["UK-15-InfDiv", "BTR-date.1999-09-05.us.1"]]},
            "is not an entry of the chart",
        ),
        ({"stocks": {"tokens_us": -1}}, "from 0 to"),
        ({"stocks": {"tokens_us": 4, "received_us": 8}}, "received less spent"),
        ({"stocks": {"gold": 3}}, "'gold' is not a stock"),
        ({"ports": {"Brest": "repaired"}}, "'Brest' is not a known port"),
        ({"ports": {"Rotterdam": "sunk"}}, "Rotterdam is german, repaired or"),
        ({"events": {"alpine": "yes"}}, "true or false"),
        ({"ground": "ice"}, "ground is one of"),
        ({"phase": "tea"}, "'tea' is not a phase"),
        ({"options": {"may_delay_arrivals": 7}}, "options"),
        ({"weather": "fine"}, "a position has no key 'weather'"),
        ({"plans": [["Nobody", 3]]}, "is not a counter with a turn"),
        ({"ended": ["draw"]}, "ended: a winner"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_words(broken: dict[str, object], said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        position(**({"turn": 5, "phase": "play"} | broken))  # type: ignore[arg-type]
