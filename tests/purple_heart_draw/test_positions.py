"""Positions written by hand: read at their moment, judged, refused where no game can come to them; questions
about them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.core.ask import Answer, ask
from grognard.core.notation import play_on, read_position, write_position
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.ask import TOPICS
from grognard.games.purple_heart_draw.board import GRID
from grognard.games.purple_heart_draw.position import Closing, Mission

from .build import GAME, add, split

DOCS = Path(__file__).parents[2] / "docs" / "games" / "purple-heart-draw.md"
EXAMPLE = re.search(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


def put(folder: Path, **facts: Any) -> str:
    state = split(14)
    add(state, "u001", "6-6-6", "M13", gear="MMG", open_=True)
    add(state, "u002", "9-2", "M13", open_=True)
    add(state, "u003", "3-4-6", "P8", open_=True)
    state.__dict__.update(facts)
    state.__dict__["stack"] = (Mission(step=5), Closing())
    file = folder / "hill.toml"
    file.write_text(write_position(state))
    return str(file)


def asked(topic: str, **given: str) -> Answer:
    return ask(TOPICS, topic, given)


# ---------------------------------------------------------------- the notation


def test_the_example_of_the_documentation_is_read_as_it_stands() -> None:
    assert EXAMPLE is not None
    state = read_position(GAME, EXAMPLE.group(1))
    assert (
        state.moment == "TM Scenario 2, step C5.1, losses recorded"
        and not state.journal
        and state.stack[-1] == Closing()
    ), "nothing is played on"
    again = read_position(GAME, write_position(state))
    assert again.to_json() == state.to_json()
    assert play_on(state).to_move in ("us", "german", "chance")


def test_a_broken_unit_is_still_broken_at_the_moment_of_the_file() -> None:
    assert EXAMPLE is not None
    state = read_position(GAME, EXAMPLE.group(1))
    assert "broken" in state.view("german")["status"]["g001"]
    play_on(state)
    assert "broken" not in state.view("german")["status"]["g001"], "C5.5 comes when play goes on"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario = 9", "scenario is 1 to 5, not 9"),
        ("scenario = -1", "scenario is 1 to 5"),
        ('card = "PHD-9"', "PHD-1"),
        ('mover = "french"', "us or german"),
        ('[units]\nu001 = "5-4-8 / M8"', "German counter"),
        ('[units]\nu001 = "6-6-6 / M8 / - / SWORD"', "no weapon SWORD"),
        (
            '[units]\nu001 = "6-6-6 / M8"\nu002 = "6-6-6 / M8"\nu003 = "6-6-6 / M8"\nu004 = "6-6-6 / M8"',
            "overstacked",
        ),
        ('[units]\nu001 = "M4A1 / M8"\nu002 = "M4A1 / M8"', "overstacked"),
        ('open = ["g001"]\n[units]\ng001 = "5-4-8 / M20 / hidden"', "lies open and is"),
        ('[held]\nus = ["N14"]\ngerman = ["N14"]', "both sides control N14"),
        ("[tp]\nus = -3", "-3 TP"),
        ('[groups]\nu-rg01 = ["Z9", 1, "on_map", 1]', "chart has no Z9"),
        ('[groups]\nu-rg01 = ["I1", 1, "by_air", 1]', "or given, not by_air"),
        ('[groups]\nu-rg01 = ["I1", 9, "on_map", 1]', "bought in scenario 9; there are 5"),
        ('[forts]\ngerman = [["foxhole.99", "M20"]]', "there is no foxhole.99"),
        ('[buried]\ngerman = [["moat", "M20"]]', "there is no moat"),
        ("colour = 1", "no key"),
    ],
)
def test_impossible_positions_are_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(GrognardError) as refused:
        read_position(GAME, text)
    assert words in str(refused.value) and "\n" not in str(refused.value)


def test_a_unit_outside_the_area_of_its_card_is_refused() -> None:
    with pytest.raises(GrognardError, match="outside the playable area"):
        read_position(GAME, 'card = "PHD-1"\n[units]\ng001 = "5-4-8 / A30"')


def test_an_adviser_takes_an_impossible_position() -> None:
    state = read_position(GAME, 'enforcement = "adviser"\n[units]\nu001 = "M4A1 / M8"\nu002 = "M4A1 / M8"')
    assert state.kind[0] == "M4A1" and state.impossibilities()


# ---------------------------------------------------------------- questions


@pytest.mark.clause("PHD-C5.14.drm", "PHD-C5.13")
def test_the_redeployment_of_a_stack_with_its_leader(tmp_path: Path) -> None:
    file = put(tmp_path)
    alone, led = (
        asked("redeploy", position=file, unit="u001"),
        asked("redeploy", position=file, unit="u001", **{"with": "u002"}),
    )
    if alone.value["dice"]:
        assert sum(m["amount"] for m in led.value["drm"]) == sum(m["amount"] for m in alone.value["drm"]) - 2
    assert led.value["with"] == ["u002"] and led.moment.startswith("TM Scenario 2")
    far = asked("redeploy", position=file, unit="u001", **{"with": "u003"})
    assert any(r.clause == "PHD-C5.13" and "not in the Location" in r.because for r in far.refused)


@pytest.mark.clause("PHD-C5.14.table")
@pytest.mark.parametrize(
    ("roll", "result"),
    [("8", ["redeploys"]), ("10", ["redeploys", "replaced"]), ("12", ["remains", "reduced"])],
)
def test_a_roll_on_the_redeployment_table(roll: str, result: list[str]) -> None:
    answer = asked("redeploy", roll=roll)
    assert answer.value["rolled"]["final"] == int(roll) and answer.value["rolled"]["result"][0] == result[0]
    assert answer.lines[0].startswith(f"you rolled {roll}")


@pytest.mark.parametrize(
    ("topic", "given", "words"),
    [
        ("tp", {"side": "us", "roll": "7"}, "30 TP"),
        ("leader", {"side": "us", "id": "I1", "roll": "7"}, "you rolled 7"),
        ("oba", {"side": "german", "roll": "3"}, "plentiful"),
        ("evacuate", {"roll": "6"}, "evacuated"),
        ("promote", {"roll": "2"}, "3 MMC"),
        ("repair", {"what": "weapon", "roll": "1"}, "final 1"),
        ("clear", {"roll": "5"}, "final 5"),
    ],
)
def test_tables_are_asked_with_a_roll(topic: str, given: dict[str, str], words: str) -> None:
    assert words in asked(topic, **given).lines[0].casefold() or words in asked(topic, **given).lines[0]


@pytest.mark.parametrize(
    ("topic", "roll"), [("tp", "13"), ("evacuate", "7"), ("clear", "0"), ("redeploy", "1")]
)
def test_a_roll_the_dice_cannot_show_is_refused(topic: str, roll: str) -> None:
    with pytest.raises(GrognardError, match="roll"):
        asked(topic, roll=roll)


def test_a_redeployment_is_judged_as_play_judges_it(tmp_path: Path) -> None:
    """The odds are given; that it is not legal at the moment of the file, and why, is said first."""
    file = put(tmp_path)
    answer = asked("redeploy", position=file, unit="u001", hex="M30")
    assert answer.refused and not answer.value["may"]
    state = GAME.read(file)
    assert [r.clause for r in answer.refused] == [
        r.clause for r in state.why_not(GAME.parse("redeploy u001 M30"))
    ]
    assert answer.words()[0].startswith("at TM Scenario 2") and GRID.number["M30"]


@pytest.mark.parametrize(
    "line",
    ["5", "[1, 2]", '["a", 1, 2]', '[1, 20, 0, 19, 1, 4, 0, "idle", 5]', '[1, 2, 3, 4, 5, 6, 7, "idle"]'],
)
def test_a_roster_of_another_shape_is_refused_in_one_line(line: str) -> None:
    """PHD-C1.3: the roster of the page and the next line of it are made of these lines."""
    with pytest.raises(GrognardError, match="a line of the roster is") as refused:
        read_position(GAME, f"[units]\n[roster]\nus = [{line}]\n")
    assert "\n" not in str(refused.value)


def test_a_roster_is_read_as_it_is_written() -> None:
    row = (1, 20, 0, 19, 1, 4, 0, "idle", "HW1, I1 x 2")
    text = f"[units]\n[roster]\nus = [{list(row)}, [2, 1, 10]]\n"
    state: Any = read_position(GAME, text)
    assert state.roster[0] == (row, (2, 1, 10))
    again: Any = read_position(GAME, write_position(state))
    assert again.roster[0] == state.roster[0]
