"""Records of every release since 0.2.0 are opened, checked and continued; positions of other rules are
carried over.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.carry import known_options
from grognard.core.chance import Committed, make_dice
from grognard.core.facts import CHANCE
from grognard.core.game import Game
from grognard.core.lines import DamagedRecord, read_lines, written
from grognard.core.reading import BY_DIGESTS, BY_RULES, replay
from grognard.core.record import REVEAL, ROLL, Match
from grognard.core.ruling import GrognardError
from tests.web.check.node import judge

from .test_old_records import play_on
from .vectors import chained
from .write import played

HERE = Path(__file__).parent
KEPT = sorted(
    str(path.relative_to(HERE)).removesuffix(".record.jsonl") for path in HERE.glob("0.[2-9]*/*.record.jsonl")
)
GAME = grognard.load("sword-beach")
Line = dict[str, Any]
UNRELEASED = {"purple-heart-draw-firefight", "beyond-the-rhine-map"}  # games no release has had yet


def test_there_are_records_of_every_game() -> None:
    games = {read_lines((HERE / f"{name}.record.jsonl").read_bytes())[0]["game"] for name in KEPT}
    assert games == set(grognard.GAMES) - UNRELEASED and len(KEPT) >= 6


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_record_is_opened_and_continued(name: str) -> None:
    lines = read_lines((HERE / f"{name}.record.jsonl").read_bytes())
    match = replay(grognard.load(lines[0]["game"]), lines)
    match.state.dice = make_dice(match.dice_head, json.loads((HERE / f"{name}.secrets.json").read_bytes()))
    there, here = json.loads((HERE / f"{name}.position.json").read_bytes()), json.loads(match.state.to_json())
    if match.findings.parts[0].checked == BY_RULES:
        assert here == there
    assert match.findings.back == 0 and match.findings.audit.dice.by_all_sides
    play_on(match, 25)
    again = replay(match.game, read_lines(written(match.lines)))
    assert again.state.to_json() == match.state.to_json() and again.lines == match.lines
    assert [said["ok"] for said in judge([written(match.lines)])] == [True]


# ---------------------------------------------------------------- a made-up older version of the rules


def as_old(match: Match, change: Callable[[Line], None], rules: str = "0.9") -> list[Line]:
    """The record as older rules would have written it; every digest fits."""
    lines = json.loads(json.dumps(match.lines))
    lines[0]["rules"] = rules
    for line in lines:
        change(line)
    return chained(lines)


def puts_of(line: Line) -> list[Any]:
    return [*line.get("put", ()), *line.get("own", ())]


def renamed(old: str, new: str) -> Callable[[Line], None]:
    def change(line: Line) -> None:
        for put in puts_of(line):
            if put[0] == old:
                put[0] = new

    return change


def frames_of(line: Line) -> list[Line]:
    """The frames of the stack that a line brings."""
    return [frame for put in puts_of(line) if put[0] == "stack" for frame in put[-1]]


@pytest.fixture(scope="module")
def midgame() -> Match:
    return played("sword-beach", 230, False)


def opened(lines: list[Line], game: Game = GAME) -> Match:
    match = replay(game, lines)
    match.state.dice = Committed({side: f"{side} 2" for side in GAME.position.sides})
    return match


def check_goes_on(match: Match, before: list[Line], game: Game = GAME) -> Match:
    """Plays on, saves, opens again, and lets the other checker look at it."""
    count = len(before)
    assert match.lines[:count] == before and "carried" in match.lines[count]
    play_on(match, 30)
    again = replay(game, read_lines(written(match.lines)))
    assert (
        again.lines == match.lines
        and again.state.to_json() == match.state.to_json()
        and again.rolls == match.rolls
    )
    assert [part.checked for part in again.findings.parts] == [BY_DIGESTS, BY_RULES]
    (said,) = judge([written(match.lines)])
    assert said["ok"] is True, said
    return again


def test_the_same_position_of_older_rules_is_carried_over(midgame: Match) -> None:
    before = as_old(midgame, lambda line: None)
    match = opened(before)
    assert match.state.to_json() == midgame.state.to_json() and match.rolls == midgame.rolls
    assert match.findings.goes_on_with == GAME.version and match.findings.parts[0].checked == BY_DIGESTS
    said = match.lines[-1]["carried"]
    assert said == {"release": grognard.__version__, "rules": GAME.version, "data": GAME.data}
    check_goes_on(match, before)


def test_another_version_of_the_data_is_carried_over_too(midgame: Match) -> None:
    before = as_old(
        midgame, lambda line: line.update(data="0" * 16) if "data" in line else None, GAME.version
    )
    check_goes_on(opened(before), before)


def test_a_renamed_fact_is_carried_over_by_the_game(midgame: Match) -> None:
    before = as_old(midgame, renamed("beachheads", "landings"))
    without = opened(before)
    assert without.state.beachheads == 0 != midgame.state.beachheads, "a fact that is new is as at the start"
    versions = []

    def carry(position: dict[str, Any], rules: str) -> dict[str, Any]:
        versions.append(rules)
        return position | {"beachheads": position["landings"]}

    game = replace(GAME, carry=carry)
    match = opened(before, game)
    assert match.state.to_json() == midgame.state.to_json() and set(versions) == {"0.9"}
    check_goes_on(match, before, game)


def test_a_fact_that_is_gone_is_left_out(midgame: Match) -> None:
    def change(line: Line) -> None:
        if "grognard" in line:
            line["put"].append(["morale", {"*": 7}])

    before = as_old(midgame, change)
    match = opened(before)
    assert match.state.to_json() == midgame.state.to_json()
    check_goes_on(match, before)


def test_rows_of_a_procedure_are_found_by_name(midgame: Match) -> None:
    """Older rules had one row less before each: the numbers differ, the names do not."""
    before = as_old(midgame, lambda line: [frame.update(step=frame["step"] + 1) for frame in frames_of(line)])
    match = opened(before)
    assert match.state.to_json() == midgame.state.to_json()
    check_goes_on(match, before)


def test_a_procedure_that_is_gone_takes_the_game_back_to_the_last_decision_that_can_be_read() -> None:
    """A record that stops in a combat, written by rules whose combat was another procedure."""
    match, rng = played("sword-beach", 60, False), Random(4)
    while len(match.state.stack) < 2 or match.state.to_move == CHANCE:
        match.roll() if match.state.to_move == CHANCE else match.do(match.state.legal_actions().sample(rng))
    gone = {type(frame).__struct_config__.tag for frame in match.state.stack[1:]}

    def change(line: Line) -> None:
        for frame in frames_of(line):
            frame["frame"] = f"old_{frame['frame']}" if frame["frame"] in gone else frame["frame"]

    before = as_old(match, change)
    back = opened(before)
    count = back.findings.back
    assert count > 0 and back.lines[-1]["carried"]["back"] == count
    assert len(back.standing) == len(match.standing) - count and not gone & {
        f.__struct_config__.tag for f in back.state.stack
    }
    again = check_goes_on(back, before)
    assert again.findings.audit.undone_rolls >= 0 and again.rolls >= match.rolls, "the numbers of rolls go on"


def test_a_record_no_position_of_which_can_be_read_says_so(midgame: Match) -> None:
    before = as_old(midgame, lambda line: [frame.update(frame="none") for frame in frames_of(line)])
    with pytest.raises(GrognardError, match="no position of this record can be read with rules"):
        opened(before)


def test_digests_dice_and_seals_of_older_lines_are_still_checked(midgame: Match) -> None:
    before = as_old(midgame, lambda line: None)
    rolled = next(i for i, line in enumerate(before) if line.get("by") == CHANCE)
    sealed = next(i for i, line in enumerate(before) if "to" in line)
    for at, fields, fit in (
        (rolled, {"pick": (before[rolled]["pick"] + 1) % 6}, True),
        (rolled, {"links": "00" * 32}, True),
        (rolled, {"roll": 5}, True),
        (sealed, {"own": []}, False),
        (40, {"put": []}, False),
        (40, {"by": "russian"}, True),
        (40, {"put": [["moved", 99, 1, []]]}, True),
    ):
        lines = json.loads(json.dumps(before))
        lines[at] |= fields
        with pytest.raises(DamagedRecord) as found:
            replay(GAME, chained(lines) if fit else lines)
        assert found.value.line == at + 1, fields


def test_nothing_before_the_carried_line_is_taken_back(midgame: Match) -> None:
    match = opened(as_old(midgame, lambda line: None))
    with pytest.raises(
        GrognardError, match="before the game was carried over to these rules is not taken back"
    ):
        match.undo([ROLL, REVEAL])
    play_on(match, 1)
    match.undo([ROLL, REVEAL])
    assert len(match.standing) == match.floor


def test_a_hidden_set_up_stays_hidden_when_it_is_carried_over() -> None:
    early = played("sword-beach", 8, False)
    match = opened(as_old(early, lambda line: None))
    line = match.lines[-1]
    assert match.secret and {put[0] for put in line["own"]} == {"record", "stack"} and "seal" in line
    play_on(match, 1)
    copy = match.copy_for("allied")
    at = next(i for i, one in enumerate(copy) if "carried" in one)
    assert not {"own", "salt"} & set(copy[at]) and judge([written(copy)])[0]["ok"] is True
    check_goes_on(opened(as_old(early, lambda line: None)), as_old(early, lambda line: None))


def test_a_finished_game_of_older_rules_is_shown_and_not_carried() -> None:
    over = played("purple-heart-draw", 10_000, False)
    game = grognard.load("purple-heart-draw")
    lines = as_old(over, lambda line: None)
    match = replay(game, lines)
    assert (
        match.lines == lines and match.state.to_move is None and match.state.outcome() == over.state.outcome()
    )


def test_options_of_older_rules_are_kept_as_far_as_there_are_any() -> None:
    assert known_options(GAME, {"weather": True, "gone": 1, "beach_stack": "never"}) == {"weather": True}
