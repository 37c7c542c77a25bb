"""Rules, options and questions from the command line; and playing at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard
from grognard.core.reading import open_match

from .shell import BEACHES, DROP, GAME, RECORD, data, good, process, refused, run

# ---------------------------------------------------------------- rules, options, questions


def test_rules_of_one_clause() -> None:
    said = good("rules", "sword-beach", "SB-13.0.c")
    assert said.startswith("SB-13.0.c  Allied victory") and "provenance document" in said and "tests:" in said
    assert "there is no clause 'SB-99'" in refused("rules", "sword-beach", "SB-99")
    assert [row["id"] for row in data("rules", "sword-beach", "FM-5.2")] == [
        "FM-5.2.1",
        "FM-5.2.2",
        "FM-5.2.3",
    ]


def test_rules_as_data_are_the_report_of_the_rulebook() -> None:
    found = data("rules", "sword-beach")
    assert found == GAME.rulebook.report()
    assert set(found[0]) >= {"id", "text", "chapter", "provenance", "kind", "implemented", "tests"}
    assert {row["game"] for row in data("rules")} == set(grognard.GAMES)
    assert len(good("rules", "sword-beach").splitlines()) == len(GAME.rulebook)


def test_coverage_counts_and_exits_1_while_something_is_missing() -> None:
    result = run("rules", "sword-beach", "--coverage")
    rows = GAME.rulebook.report()
    implemented, tested = sum(row["implemented"] for row in rows), sum(bool(row["tests"]) for row in rows)
    forbidding = [row for row in rows if row["forbids"]]
    refusing = (
        "refuses nothing declared"
        if not forbidding
        else f"refuses {sum(bool(row['refuses']) for row in forbidding)} of {len(forbidding)}"
    )
    last = f"sword-beach: {len(rows)} clauses, {implemented} implemented, {tested} tested, {refusing}"
    assert result.stdout.splitlines()[-1] == last
    assert result.exit_code == (0 if implemented == tested == len(rows) else 1)
    missing = [row["id"] for row in rows if not (row["implemented"] and row["tests"])]
    assert [
        line.split()[0] for line in result.stdout.splitlines() if " is not " in line.split(":")[0]
    ] == missing
    assert any(line.startswith("13 Victory") for line in result.stdout.splitlines())


def test_options() -> None:
    assert "weather = false   optional rule [SB-14.1.e]" in good("options", "sword-beach")
    found = data("options", "sword-beach")
    assert {row["name"] for row in found} == set(GAME.options.__struct_fields__)
    assert set(found[0]) == {"name", "clause", "kind", "default", "values"}


def test_ask_lists_topics_and_answers() -> None:
    assert "movement" in good("ask", "sword-beach")
    topics = data("ask", "sword-beach")
    assert set(topics["movement"]["parameters"][0]) == {"name", "kind", "help", "default", "required"}
    assert "2 of 5 MP" in good(
        "ask", "sword-beach", "movement", "--unit", "8/3", "--from", "1739", "--to", "1637"
    )
    found = data("ask", "sword-beach", "length", "--division-84", "10", "--division-116=12")
    assert found["value"]["last_turn"] == 25 and "SB-11.1.3.c" in found["clauses"]
    assert set(found) == {"topic", "value", "lines", "clauses", "provenance", "refused", "moment"}


def test_ask_takes_negative_numbers_and_flags() -> None:
    shifted = data("ask", "sword-beach", "combat", "--attack", "10", "--defense", "6", "--shift", "-1")
    assert shifted != data("ask", "sword-beach", "combat", "--attack", "10", "--defense", "6")
    assert data("ask", "sword-beach", "beach-assault", "--units", "8/3", "--in-zoc") == data(
        "ask", "sword-beach", "beach-assault", "--units", "8/3", "--in-zoc", "yes"
    )


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["movement"],
        ["movement", "--colour", "red"],
        ["movement", "8/3"],
        ["movement", "--unit=99/99"],
    ],
)
def test_ask_refuses(args: list[str]) -> None:
    refused("ask", "sword-beach", *args)


# ---------------------------------------------------------------- play


def test_play_line_by_line_until_the_input_ends(tmp_path: Path) -> None:
    path = tmp_path / "g"
    lines = [
        "help",
        "? 2-AA",
        "why record 2-AA 1738",
        "record 2-AA 1738",
        "nonsense",
        "",
        RECORD[0],
        "undo",
        RECORD[0],
    ]
    said = good("play", "sword-beach", path, "--dice", "typed", text="\n".join([*lines, "next", "show"]))
    assert "record 2-AA: 0738 0739" in said and "record 2-AA 1738: illegal" in said
    assert "No:" in said and "instead: record 2-AA 0937" in said and "'nonsense' is not an action" in said
    assert f"taken back: {RECORD[0]}" in said and "?736" in said
    assert said.rstrip().endswith(f"left; the record is {path}")
    assert [str(action) for action in open_match(GAME, path).state.actions] == [RECORD[0]]


def test_play_goes_on_with_a_record_and_takes_typed_dice(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("play", "sword-beach", path, "--dice", "typed", text="\n".join([*RECORD, "quit"]))
    said = good("play", "sword-beach", path, text="\n".join([*BEACHES, *DROP[:4], "6", "9", "4"]))
    assert "3/6 Para lands in 1342" in said and "No:" in said and "5/6 Para drifts" in said
    assert len(open_match(GAME, path).state.actions) == len(RECORD + BEACHES) + 6


def test_play_against_the_computer_keeps_its_secrets() -> None:
    said = good(
        "play",
        "sword-beach",
        "--computer",
        "german",
        "--seed",
        5,
        text="show\nbeachhead 1739\nundo\nundo\nundo\n",
    )
    assert said.count("German: sealed action") >= 9 and "recorded" not in said.replace("?736 recorded", "")
    assert "taken back: beachhead 1739" in said and "nothing to take back" in said


def test_play_computer_against_computer_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "g"
    said = good("play", "sword-beach", path, "--computer", "both", "--seed", 4)
    assert re.search(r"Game over: (Allied|German) victory \(\w+\) \[SB-13", said.splitlines()[-1])
    good("verify", path)
    assert "the game is over" in refused("act", path, "done")
    assert "Game over" in good("show", path) and "Victory" in good("show", path)
    found = data("play", "sword-beach", path)
    assert found["next"]["to_move"] is None and found["next"]["outcome"]["winner"] in ("allied", "german")


def test_play_ends_with_committed_dice_opened(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("play", "sword-beach", path, "--computer", "both")
    assert '"open"' in path.read_text().splitlines()[-1]
    good("verify", path)
    assert "its dice are opened" in refused("undo", path, "--past-rolls")


def test_play_refuses(tmp_path: Path) -> None:
    assert "the computer plays" in refused("play", "sword-beach", "--computer", "russian")
    assert "no game" in refused("play", "nonesuch")
    (tmp_path / "bad").write_text("{}\n")
    assert "line 1" in refused("play", "sword-beach", tmp_path / "bad")


def test_play_in_a_process_with_its_input_closed() -> None:
    done = process("play", "sword-beach", "--seed", "1", text="")
    assert done.returncode == 0 and done.stderr == "" and done.stdout.rstrip().endswith("left")
