"""Positions as text: any position is written and read back, and every mistake is one clear line."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.facts import DONE
from grognard.core.notation import play_on, read_position, to_toml, write_position
from grognard.core.ruling import GrognardError

from .toy import GAME as FORD

GAME = grognard.load("sword-beach")
SMALL = """
game = "sword-beach"
turn = 5
phase = "allied movement"

[units]
"8/3" = "1640"
"716/716" = "1541 reduced"

[markers]
beachheads = ["1640"]
"""


def test_a_small_position_is_read_and_written() -> None:
    state = read_position(GAME, SMALL)
    assert state.to_move == "allied" and str(state.legal_actions()[-1]).startswith("move 8/3")
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()


def test_a_position_says_its_game_and_rules() -> None:
    text = write_position(FORD.new())
    assert tomllib.loads(text)["game"] == "ford" and tomllib.loads(text)["rules"] == FORD.version
    assert read_position(FORD, text).to_json() == FORD.new().to_json()


MISTAKES = {
    "another game": ('game = "sword-beach"', 'game = "ford"', "this is not a position of sword-beach"),
    "no TOML": ("turn = 5", "turn = = 5", "not a position file"),
    "an unknown key": ("turn = 5", "turn = 5\nmoon = 1", "a position has no key 'moon'"),
    "a turn that is none": ("turn = 5", "turn = 99", "turn is a whole number from 0 to 27, not 99"),
    "a turn in words": ("turn = 5", 'turn = "five"', "turn is a whole number"),
    "a turn that is true": ("turn = 5", "turn = true", "turn is a whole number"),
    "a phase that is none": ("allied movement", "allied lunch", "'allied lunch' is not a phase"),
    "a unit that is none": ('"8/3"', '"8/4"', "there is no unit 8/4; the nearest is 8/3"),
    "a hex that is none": ('"1640"\n', '"9999"\n', "there is no hex '9999' on this map"),
    "a tag that is none": ("reduced", "tired", "'tired' is not one of reduced"),
    "a unit nowhere": ('"1541 reduced"', '""', "write a hex, 'waiting' or 'lost'"),
    "markers that are none": ("beachheads", "umbrellas", "'umbrellas' is not a set of markers"),
    "a marker in no hex": ('["1640"]', '["9999"]', "there is no hex '9999'"),
    "a cup that is none": ("[markers]", "[cups]\ntea = [1]\n[markers]", "tea is not a cup"),
    "a marker value that is none": ("[markers]", "[cups]\nair = [99]\n[markers]", "99 is not a marker value"),
    "an option that is none": ("[markers]", "[options]\nmoon = true\n[markers]", "options has no key 'moon'"),
    "an option with a wrong value": ("[markers]", '[options]\nscale = "big"\n[markers]', "options: "),
    "enforcement that is none": ("turn = 5", 'turn = 5\nenforcement = "lax"', "enforcement is one of"),
    "units as a list": ('[units]\n"8/3" = "1640"\n"716/716" = "1541 reduced"\n', "units = [1]\n", "position"),
    "markers as a text": ('[markers]\nbeachheads = ["1640"]', "[markers]\nbeachheads = 7", "position"),
    "a frame that is none": ("[markers]", '[[pending]]\nframe = "picnic"\n[markers]', "a frame is one of"),
    "a frame without its fields": ("[markers]", '[[pending]]\nframe = "retreat"\n[markers]', "pending: "),
    "a weather that is none": ("turn = 5", 'turn = 5\nweather = "hail"', "weather"),
    "mines that are nowhere": ("turn = 5", 'turn = 5\nmines = "moon"', "mines"),
    "rolls in words": ("turn = 5", 'turn = 5\nrolls = "many"', "rolls"),
    "one unit written twice": ('"716/716" =', '"al-8-3" =', "8/3"),
    "naval markers that are none": ("turn = 5", "turn = 5\nnaval = [3]", "naval"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_one_clear_line(what: str) -> None:
    old, new, said = MISTAKES[what]
    assert old in SMALL
    with pytest.raises(GrognardError) as found:
        read_position(GAME, SMALL.replace(old, new, 1))
    assert said in str(found.value) and "\n" not in str(found.value)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
scalars = st.one_of(words, st.integers(-(2**60), 2**60), st.booleans())
values = st.one_of(scalars, st.lists(scalars, max_size=4))
tables = st.dictionaries(words, values, max_size=4)


@given(
    st.dictionaries(words, st.one_of(values, tables, st.lists(tables, min_size=1, max_size=3)), max_size=5)
)
def test_whatever_is_written_as_toml_reads_back(plain: dict) -> None:
    assert tomllib.loads(to_toml(plain)) == plain


@given(st.text(max_size=80))
def test_no_text_crashes_the_reader(text: str) -> None:
    with suppress(GrognardError):
        read_position(GAME, text)


# ---------------------------------------------------------------- the moment


IDLE = (
    'game = "sword-beach"\nturn = 5\nphase = "allied movement"\n[units]\n"736/716" ='
    ' "1541"\n[markers]\nbeachheads = ["1640"]\n'
)


def test_a_position_is_read_at_exactly_the_moment_it_is_written_in() -> None:
    """No Allied unit can move: the phase is shown all the same, and nothing is carried out until somebody
    asks for it.
    """
    state = read_position(GAME, IDLE)
    assert state.moment == "GT 5, Allied Movement Phase" and state.is_idle and not state.journal
    assert read_position(GAME, write_position(state)).to_json() == state.to_json()
    assert str(state.why_not(DONE)[0]).startswith(
        "there is no decision in this step: GT 5, Allied Movement Phase"
    )
    assert play_on(state).moment == "GT 5, Allied Combat Phase" and not state.is_idle


PAGES = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.parametrize("name", grognard.GAMES)
def test_the_example_of_a_position_in_the_documentation_can_be_read(name: str) -> None:
    section = (PAGES / f"{name}.md").read_text("utf-8").partition("\n## Positions\n")[2]
    text = section.partition("```toml\n")[2].partition("```")[0]
    state = read_position(grognard.load(name), text)
    assert state.stack and not state.impossibilities() and state.moment
