"""Records of release 0.1.0 are opened, shown, checked and continued, with the position that release gave."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.chance import Committed, make_dice
from grognard.core.facts import CHANCE
from grognard.core.lines import DamagedRecord, read_lines, written
from grognard.core.old_format import ARCHIVE
from grognard.core.reading import BY_RELEASE, BY_RULES, replay
from grognard.core.record import REVEAL, ROLL, Match
from tests.play.shell import data, good
from tests.web.check.node import judge

HERE = Path(__file__).parent / "0.1.0"
INDEX: dict[str, dict[str, Any]] = {
    row["name"]: row for row in json.loads((HERE / "index.json").read_text("utf-8"))
}
NEW_FACTS = {"left", "over", "de_facto", "stock", "reassigned", "depleted"}  # which that release did not have
ARCHIVE_DIGEST = "63e7fdacc28f9d925cf3a328e935072dabdb8d507ab5b545ec0880aa805015ba"


def lines_of(name: str) -> list[dict[str, Any]]:
    return read_lines((HERE / f"{name}.record.jsonl").read_bytes())


def secrets_of(name: str) -> dict[str, str] | None:
    path = HERE / f"{name}.secrets.json"
    return json.loads(path.read_bytes()) if path.exists() else None


def opened(name: str) -> Match:
    match = replay(grognard.load(INDEX[name]["game"]), lines_of(name))
    match.state.dice = make_dice(match.dice_head, secrets_of(name))
    return match


def play_on(match: Match, actions: int, seed: int = 1) -> None:
    """Random play, now and then taken back."""
    rng, end = Random(seed), len(match.lines) + actions
    while match.state.to_move is not None and len(match.lines) < end:
        if match.state.to_move != CHANCE:
            match.do(match.state.legal_actions().sample(rng))
        elif match.dice_head["kind"] == "typed":
            match.do(rng.choice(list(match.state.legal_actions())))
        else:
            match.roll()
        if rng.random() < 0.1 and len(match.standing) > match.floor + 2 and "open" not in match.lines[-1]:
            match.undo([ROLL, REVEAL])


def test_the_archive_of_that_release_is_never_changed() -> None:
    assert sha256(ARCHIVE.read_bytes()).hexdigest() == ARCHIVE_DIGEST


@pytest.mark.parametrize("name", INDEX)
def test_a_record_is_opened_with_its_position_and_continued(name: str) -> None:
    row, match = INDEX[name], opened(name)
    state, there = match.state, json.loads((HERE / f"{name}.position.json").read_bytes())
    here = json.loads(state.to_json())
    assert {fact for fact in there if fact != "stack" and here.get(fact) != there[fact]} == set()
    new = {fact for fact in set(here) - set(there) if not fact.startswith("fight_")}  # a game within it
    assert new <= NEW_FACTS
    assert [frame["frame"] for frame in here["stack"]] == [frame["frame"] for frame in there["stack"]]
    assert (len(state.actions), state.rolls, state.to_move) == (row["actions"], row["rolls"], row["to_move"])
    assert (
        len(list(state.history())) == row["actions"] and sum(len(events) for _, events in state.history()) > 0
    )
    assert match.findings.back == 0 and [part.checked for part in match.findings.parts] == [BY_RELEASE]
    before = len(match.lines)
    play_on(match, 25)
    if row["over"]:
        assert before == len(match.lines) == len(lines_of(name)) and state.outcome() is not None
        return
    assert "carried" in match.lines[len(lines_of(name))] and len(match.lines) > before + 20
    again = replay(match.game, read_lines(written(match.lines)))
    assert (
        again.state.to_json() == state.to_json() and again.lines == match.lines and again.rolls == match.rolls
    )
    assert [part.checked for part in again.findings.parts] == [BY_RELEASE, BY_RULES]
    assert match.lines[: len(lines_of(name))] == lines_of(name), "the lines already played stay as they are"


def test_the_checker_in_javascript_checks_continued_games() -> None:
    """All four games, carried over; the damage of an old line, and of the line that carries it over, is
    found.
    """
    files, damaged = [], []
    for name in ("sword-beach-midgame", "mission-midgame", "longest-day-campaign", "rhine-adviser", "phd-1"):
        match = opened(name)
        play_on(match, 30)
        files.append(written(match.lines))
        old = json.loads(json.dumps(match.lines))
        old[3]["by"] = "chance" if old[3]["by"] != "chance" else old[1]["by"]
        # with committed dice every roll has its links, so the very line is named; else the line that carries
        # it over
        damaged.append(
            (4 if old[0]["dice"]["kind"] == "committed" else len(lines_of(name)) + 1, written(old))
        )
        other = json.loads(json.dumps(match.lines))
        at = next(i for i, line in enumerate(other) if "carried" in line)
        other[at]["carried"]["rules"] = "9.9"
        damaged.append((at + 1, written(other)))
    assert [said["ok"] for said in judge(files)] == [True] * len(files)
    for said, (line, _) in zip(judge([file for _, file in damaged]), damaged, strict=True):
        assert said["ok"] is False and said["line"] == line


@pytest.mark.parametrize(
    "name", ["sword-beach-midgame", "mission-midgame", "longest-day-adviser", "rhine-south-1945"]
)
def test_the_command_line_shows_checks_and_continues_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "old.grog"
    path.write_bytes((HERE / f"{name}.record.jsonl").read_bytes())
    (tmp_path / "old.grog.secret").write_text(json.dumps(secrets_of(name)))
    before, row = path.read_bytes(), INDEX[name]
    rules = grognard.load(row["game"]).version
    said = good("verify", path)
    assert (
        f"lines 1 to {row['actions'] + 1}: format 1, played again with the rules of release 0.1.0, every"
        " action legal" in said
    )
    assert f"if the game is played on, rules {rules} apply from there" in said
    assert good("show", path) and path.read_bytes() == before, "looking changes nothing"
    choices = data("legal", path)
    good(
        "act",
        path,
        "roll" if row["to_move"] == CHANCE else next((c for c in choices if c != "concede"), choices[0]),
    )
    assert path.read_bytes().startswith(before), "old lines stay as they are, to the byte"
    said = good("verify", path)
    assert f": played again with rules {rules}, every action legal" in said
    assert f"(From here on: rules {rules} of release {grognard.__version__})" in good("replay", path)


def test_a_changed_line_of_an_old_record_is_named() -> None:
    lines = lines_of("sword-beach-midgame")
    for at, fields in ((40, {"do": "done"}), (7, {"salt": "00"}), (120, {"now": "0" * 12})):
        spoilt = [line | fields if i == at else line for i, line in enumerate(lines)]
        with pytest.raises(DamagedRecord) as found:
            replay(grognard.load("sword-beach"), spoilt)
        assert found.value.line == at + 1


def test_dice_go_on_where_they_were() -> None:
    """The chain of links goes on, and the number of the next roll is the number of rolls of format 1."""
    match = opened("sword-beach-midgame")
    play_on(match, 60)
    rolls = [line for line in match.lines if line.get("by") == CHANCE]
    assert rolls[INDEX["sword-beach-midgame"]["rolls"]]["roll"] == INDEX["sword-beach-midgame"]["rolls"]
    assert isinstance(match.state.dice, Committed) and match.dice_head == match.state.dice.header()
