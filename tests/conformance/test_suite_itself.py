"""The suite on an invented game, sound and with one fault planted at a time: what it is for, it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.core import agreement, conformance, random_games, well_formed
from grognard.core.conformance import POSITION_CHECKS
from grognard.core.facts import Fact
from grognard.core.procedure import Auto, Chance, Outcomes
from tests.core import toy
from tests.core.toy import (
    AMBUSH,
    BLUE,
    GAME,
    MARCH,
    MOVEMENT,
    Ambush,
    Bold,
    Ford,
    March,
    Roll,
    fact,
    hexes_of,
)

SETUP, STRENGTH, BEGIN, _, END = MARCH


@pytest.fixture(autouse=True)
def failures(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_games, "FAILURES", tmp_path)


def everything(seeds: range = range(8)) -> None:
    for seed in seeds:
        conformance.check_game(GAME, seed)
        conformance.check_secrets(GAME, seed)
        agreement.check_agreement(GAME, seed)
        conformance.check_push_and_pop(GAME, seed)
        for check in POSITION_CHECKS:
            conformance.check_positions(GAME, seed, (check,))


def test_a_sound_game_passes() -> None:
    everything(range(30))


def test_secrets_are_compared_in_it() -> None:
    assert sum(conformance.check_secrets(GAME, seed) for seed in range(10)) > 10


def rows(march: tuple[Any, ...] = MARCH, ambush: tuple[Any, ...] = AMBUSH) -> dict[type, tuple[Any, ...]]:
    return {March: march, Ambush: ambush}


def red_pick(**changes: Any) -> Any:
    return replace(MOVEMENT, picks=(replace(MOVEMENT.picks[0], **changes),))


def both(*done: object) -> None:
    """Two things in a lambda."""


def also(do: Callable[[Any], object]) -> Auto:
    """The step before the march, and something it should not do."""
    return Auto(clause="EX-1.3", do=lambda state, frame: both(toy.begin(state, frame), do(state)))


def turn_without_end(state: Any, frame: Any) -> None:
    state.set(fact.moved, 0, "EX-2.1")
    state.replace(March(step=3), "EX-2.1")


def moving_also(do: Callable[[Any], object]) -> Any:
    def apply(state: Any, frame: Any, unit: int, hex_: Any) -> None:
        toy.step(state, frame, unit, hex_)
        do(state)

    return red_pick(apply=apply)


OCCUPIED, ADJACENT = MOVEMENT.picks[0].hexes
FAULTS: dict[str, tuple[dict[type, tuple[Any, ...]], str]] = {
    "the list betrays a hidden unit": (
        rows(
            (
                SETUP,
                STRENGTH,
                BEGIN,
                red_pick(hexes=(OCCUPIED._replace(mask=lambda s, f: ~hexes_of(s, 0b1111)), ADJACENT)),
                END,
            )
        ),
        "cannot know|unequal choices",
    ),
    "a screen said to be implied is not": (
        rows((SETUP, STRENGTH, BEGIN, red_pick(hexes=(OCCUPIED._replace(implied=True), ADJACENT)), END)),
        "falls out of EX-3.2|on the list, but",
    ),
    "a note tells a secret roll": (
        rows(
            (
                SETUP,
                replace(
                    STRENGTH,
                    apply=lambda s, f, a: both(toy.set_strength(s, f, a), s.note("EX-1.2", "{}", a.face)),
                ),
                BEGIN,
                MOVEMENT,
                END,
            )
        ),
        "events red sees tell a secret",
    ),
    "a fact set past the door": (
        rows((SETUP, STRENGTH, BEGIN, moving_also(lambda s: s.__dict__.update(shown=s.shown | 1)), END)),
        "past the door|pop of|another position",
    ),
    "a clause nobody knows": (
        rows((SETUP, STRENGTH, also(lambda s: s.note("EX-9.9", "what?")), MOVEMENT, END)),
        "'EX-9.9', not in the rulebook",
    ),
    "a refusal with a clause nobody knows": (
        rows((SETUP, STRENGTH, BEGIN, red_pick(hexes=(OCCUPIED._replace(clause="EX-9.9"), ADJACENT)), END)),
        "'EX-9.9', not in the rulebook",
    ),
    "a text that does not read back": (
        rows(
            ambush=(
                AMBUSH[0],
                replace(AMBUSH[1], choices=lambda s, f: (Bold("quietly"), Bold("very quietly"))),
            )
        ),
        "write it as",
    ),
    "an outcome that cannot be": (
        rows(
            ambush=(
                replace(
                    AMBUSH[0], outcomes=lambda s, f: () if f.face else Outcomes([(Roll(1), 1), (Roll(2), 0)])
                ),
                AMBUSH[1],
            )
        ),
        "an outcome that cannot be|what could have come",
    ),
    "a list out of order": (
        rows(
            ambush=(AMBUSH[0], replace(AMBUSH[1], choices=lambda s, f: (Bold("shouting"), Bold("quietly"))))
        ),
        "not in order",
    ),
    "a list that repeats itself": (
        rows(ambush=(AMBUSH[0], replace(AMBUSH[1], choices=lambda s, f: (Bold("quietly"), Bold("quietly"))))),
        "repeats itself",
    ),
    "a crash": (rows(ambush=(AMBUSH[0], replace(AMBUSH[1], apply=lambda s, f, a: s.at["X/9"]))), "TypeError"),
    "no outcome": (
        rows(
            (
                SETUP,
                STRENGTH,
                BEGIN,
                MOVEMENT,
                Auto(clause="EX-2.1", do=lambda s, f: s.set(fact.stack, (), "EX-6.1")),
            )
        ),
        "without an outcome",
    ),
    "no end": (
        rows((SETUP, STRENGTH, BEGIN, MOVEMENT, Auto(clause="EX-2.1", do=turn_without_end))),
        "no end after",
    ),
    "chance that remembers": (
        rows((SETUP, STRENGTH, also(lambda s: setattr(s, "luck", Random())), MOVEMENT, END)),
        "luck|derived sets|another",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    procedures, said = FAULTS[fault]
    monkeypatch.setattr(random_games, "MAX_ACTIONS", 600)
    well_formed.Words.for_game(GAME)  # learnt from the sound game
    monkeypatch.setattr(Ford, "procedures", procedures)
    with pytest.raises(AssertionError, match=said):
        everything()


def test_a_derived_set_that_is_not_kept_in_step_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ford, "derive", lambda self: self.__dict__.update(blue_hexes=hexes_of(self, BLUE)))
    with pytest.raises(AssertionError, match="blue_hexes is out of step|derived sets"):
        everything()


def test_a_view_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The roll is declared secret and the fact it sets is not."""
    monkeypatch.setattr(Ford.facts["strength"], "seen", None)
    assert isinstance(Ford.facts["strength"], Fact) and isinstance(STRENGTH, Chance)
    with pytest.raises(AssertionError, match="the view of red tells a secret"):
        everything()


def test_a_secret_that_belongs_to_whoever_is_not_red_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fact seen by "every seat but red" is seen by a spectator too."""
    monkeypatch.setattr(GAME.position.fields["strength"], "seen", lambda state, side, key: side != "red")
    with pytest.raises(AssertionError, match="a spectator sees strength"):
        conformance.check_positions(GAME, 0, (conformance.spectators_see_less,))
