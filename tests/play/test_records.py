"""What is shown and what stays hidden; records that are checked, taken back, copied and damaged."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Any

import pytest

from grognard.core.chance import Committed
from grognard.core.facts import CHANCE
from grognard.core.record import Match
from tests.records.vectors import chained

from .shell import BEACHES, DROP, GAME, LANDING, RECORD, data, good, refused, run

# ---------------------------------------------------------------- show and what stays hidden


def test_show_is_readable(landed: Path) -> None:
    said = good("show", landed)
    assert "GT 1 of 17, 6-7 June 1944" in said
    assert "allied combat - Allied to move [FM-4.1.6]" in said
    row = next(line for line in said.splitlines() if line.startswith("17 "))
    assert "#736+x2" in row and "~" in row
    assert re.search(r"\+8 +8/3 +3-4-5 +1739 reduced landed", said)
    assert re.search(r"#2AA 2-AA +3-7-7 +0938", said)
    assert "Beachheads  1640 1739" in said and "Drop zone   1342 (supply side)" in said
    assert "German cup  17: " in said and "waiting: 3-AA 4-AA" in said
    assert "Caen        Allies hold 0 of 9 hexes" in said and "[SB-13.0.c]" in said
    assert "die 5: no effect [FM-7.6.1]" in said
    assert "\x1b" not in said
    map_ = said.split("\n\n")[1].splitlines()
    assert len(map_) == 23 and max(map(len, map_)) <= 80


def test_show_as_data(landed: Path) -> None:
    shown = data("show", landed, "--side", "german")
    assert set(shown) == {"game", "side", "position", "last", "next"}
    assert shown["position"]["at"]["736/716"] == "1738" and shown["position"]["steps"]["8/3"] == 1
    assert shown["last"][-1]["do"] == "roll 5"


def test_show_takes_a_position_file_too(landed: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(good("position", landed))
    assert good("show", file).split("Last:")[0].split("\n\n")[:5] == good("show", landed).split("\n\n")[:5]
    assert good("position", file) == good("position", landed)
    assert data("position", file)["units"]["8/3"] == "1739 reduced landed"


OTHERWISE = [
    "record 736/716 1334",
    "record 716/716 1949",
    "record 857/346 0551",
    "record 2-AA 0739",
    "record 22/21 0138",
    "record 125/21 0251",
    "record 192/21 0148",
    "record 200/21 0545",
    "record 305/21 0841",
]


@pytest.mark.parametrize("count", [1, 5, len(RECORD)])
def test_the_hidden_set_up_does_not_show(count: int, fresh: Path, tmp_path: Path) -> None:
    """SB-11.0.a: whatever the German records, the other side is shown the same, in words and as data."""
    other = tmp_path / "other.grog"
    other.write_bytes(fresh.read_bytes())
    good("act", fresh, *RECORD[:count])
    good("act", other, *OTHERWISE[:count])
    for command in ("show", "replay"):
        assert good(command, fresh, "--side", "allied") == good(command, other, "--side", "allied")
        assert data(command, fresh, "--side", "allied") == data(command, other, "--side", "allied")
        assert "German: sealed action" in good(command, fresh, "--side", "allied")
        assert good(command, fresh, "--side", "german") != good(command, other, "--side", "german")
    assert "count" not in data("show", fresh, "--side", "allied")["next"] or count == len(RECORD)
    if GAME.picture is not None:
        pictures = [tmp_path / "one.svg", tmp_path / "two.svg"]
        for record, picture in zip((fresh, other), pictures, strict=True):
            good("show", record, "--side", "allied", "--svg", picture)
        assert pictures[0].read_text() == pictures[1].read_text()
    assert re.search(r"\?736 736/716 +3-5-4 +1738", good("show", fresh, "--side", "german"))
    assert re.search(r"\?736 736/716 +3-5-4 +1738", good("show", fresh))


@pytest.mark.parametrize("count", [1, len(RECORD)])
def test_no_question_of_the_other_side_tells_the_hidden_set_up(
    count: int, fresh: Path, tmp_path: Path
) -> None:
    """SB-11.0.a: the same words for two set-ups, whatever the Allied side asks; its own side is told all."""
    other = tmp_path / "other.grog"
    other.write_bytes(fresh.read_bytes())
    good("act", fresh, *RECORD[:count])
    good("act", other, *OTHERWISE[:count])
    questions = [
        ("position", "FILE"),
        ("legal", "FILE"),
        ("judge", "FILE", "record 736/716 1738"),
        ("judge", "FILE", "move 736/716 1738"),
        ("judge", "FILE", "beachhead 1739"),
        ("ask", GAME.name, "unit", "736/716", "--position", "FILE"),
        ("ask", GAME.name, "hex", "1738", "--position", "FILE"),
        ("ask", GAME.name, "victory", "--position", "FILE"),
    ]
    said: dict[str, list[str]] = {"allied": [], "german": []}
    for side, found in said.items():
        for words in questions:
            for form in ((), ("--json",)):
                one, two = (
                    run(*(file if word == "FILE" else word for word in words), "--side", side, *form).output
                    for file in (fresh, other)
                )
                found.append(one)
                assert side == "german" or one == two, words
    assert not any(
        "1738" in text and "736/716" in text
        for text in said["allied"]
        if "record 736/716 1738" not in text and "move 736/716" not in text
    )
    assert '"736/716" = "1738"' in good("position", fresh, "--side", "german") and "1738" not in good(
        "position", fresh, "--side", "allied"
    )
    assert ("it is not the move of allied" in run("legal", fresh, "--side", "allied").output) == (
        count < len(RECORD)
    )


def test_a_side_is_named_rightly_and_goes_with_a_position(fresh: Path) -> None:
    for words in (
        ("position", fresh),
        ("legal", fresh),
        ("judge", fresh, "done"),
        ("ask", GAME.name, "victory", "--position", fresh),
    ):
        assert "there is no side 'russian'" in refused(*words, "--side", "russian")
    assert "--side goes with --position" in refused("ask", GAME.name, "hex", "1738", "--side", "allied")


def test_the_copy_for_the_other_side_is_sealed(fresh: Path, tmp_path: Path) -> None:
    good("act", fresh, *RECORD, *BEACHES)
    copy = tmp_path / "allied.grog"
    count = len(RECORD) + len(BEACHES)
    assert data("copy", fresh, "--side", "allied", "--out", copy)["sealed"] == count
    text = copy.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(set(line) == {"by", "to", "put", "seal", "now"} for line in lines[1 : len(RECORD) + 1])
    assert [line["do"] for line in lines[len(RECORD) + 1 :]] == BEACHES
    assert '"record ' not in text and '"salt"' not in text and '"own"' not in text
    assert "line 2: is sealed and cannot be replayed" in refused("show", copy)
    assert f"sealed lines: 0 fit their seals, {count} are still closed in this copy" in good("verify", copy)
    good("verify", fresh, "--against", copy)
    own = tmp_path / "german.grog"
    assert data("copy", fresh, "--side", "german", "--out", own)["sealed"] == 0, "all secrets are German ones"
    assert own.read_bytes() == fresh.read_bytes()
    lines[3]["now"] = "0" * 32
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert "line 4: digest" in refused("verify", copy)


def test_copy_refuses(fresh: Path, tmp_path: Path) -> None:
    assert "there is no side 'russian'" in refused(
        "copy", fresh, "--side", "russian", "--out", tmp_path / "c"
    )
    before = fresh.read_bytes()
    assert "exists" in refused("copy", fresh, "--side", "allied", "--out", fresh)
    assert fresh.read_bytes() == before
    assert "there is no side" in refused("show", fresh, "--side", "russian")


def test_svg_is_drawn_or_refused(landed: Path, tmp_path: Path) -> None:
    out = tmp_path / "p.svg"
    if GAME.picture is None:
        assert "cannot be drawn" in refused("show", landed, "--svg", out)
    else:
        good("show", landed, "--svg", out)
        assert "<svg" in out.read_text()


# ---------------------------------------------------------------- undo, verify, replay


def test_undo(fresh: Path) -> None:
    before = data("position", fresh)
    assert "nothing to take back" in refused("undo", fresh)
    good("act", fresh, RECORD[0])
    kept = fresh.read_bytes()
    assert data("undo", fresh)["undone"] == [RECORD[0]]
    assert data("position", fresh) == before and fresh.read_bytes().startswith(kept), (
        "a record is only ever added to"
    )
    assert "takes back" not in good("replay", fresh)


def test_undo_stops_at_a_roll_unless_told_otherwise(fresh: Path) -> None:
    good("act", fresh, *RECORD, *BEACHES, *DROP[:5])
    before = fresh.read_bytes()
    assert "--past-rolls" in refused("undo", fresh)
    assert fresh.read_bytes() == before
    assert "taken back: designate 6AL/6 1442" in good("undo", fresh, "--past-rolls")
    assert "taken back: 1 roll (1 undo past a roll, 0 undos past a reveal)" in good("verify", fresh)
    assert fresh.read_bytes().startswith(before), "the record keeps what was taken back"
    told = "(allied takes back 2 actions, past a roll: designate 6AL/6 1442, roll "
    assert told in good("replay", fresh) and told in good("show", fresh)
    found = data("verify", fresh)
    assert found["undone_rolls"] == 1 and found["undone_past"] == {"roll": 1, "reveal": 0}


def test_undo_past_a_reveal_is_asked_for_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path, "--dice", "typed")
    good("act", path, *LANDING)
    for _ in range(len(LANDING)):
        said = run("undo", path, "--past-rolls")
        if said.exit_code:
            break
    assert "--past-reveals" in said.output + said.stderr
    good("undo", path, "--past-rolls", "--past-reveals")
    assert "1 undo past a reveal" in good("verify", path)
    assert "something that had been revealed" in good("replay", path)


def test_verify(landed: Path) -> None:
    found = data("verify", landed)
    wanted = {
        "file": str(landed),
        "ok": True,
        "lines": len(LANDING) + 1,
        "rolls": 11,
        "dice": "typed",
        "against": None,
        "proved_rolls": 0,
    }
    assert wanted.items() <= found.items()
    said = good("verify", landed)
    assert "dice typed: 11 rolls, typed in and taken on trust" in said
    assert (
        f"lines 1 to {len(LANDING) + 1}: played again with rules {GAME.version}, every action legal" in said
    )


def test_verify_says_that_all_rolls_check(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path)
    good("act", path, *RECORD, *BEACHES, *DROP[:4])
    said = good("verify", path)
    assert re.search(
        r"dice committed by allied and german: (\d+) rolls?, every link fits, \1 faces follow from them", said
    )
    assert "one program made the secrets of all sides" in said


def test_verify_names_dice_that_not_every_side_committed_to(tmp_path: Path) -> None:
    """A record with constant dice whose head names no side: its digests fit, and nothing is proved of its
    rolls.
    """

    class Constant(Committed):
        """Dice of a forger: no side commits to anything, and every roll falls alike."""

        def _links(self, number: int) -> bytes:
            return b""

        def tips(self, chapter: int) -> str:
            return ""

    for sides, dice in (([], Constant({})), (["german"], Committed({"german": "x"}))):
        path = tmp_path / f"{len(sides)}.grog"
        match = Match.begin(GAME, dice=dice)
        rng = Random(1)
        while match.rolls < 3:
            (
                match.roll()
                if match.state.to_move == CHANCE
                else match.do(match.state.legal_actions().sample(rng))
            )
        match.save(path)
        by = "only german committed to them" if sides else "no side committed to them"
        assert f"dice chosen by the author of the file: {by}; nothing is proved of 3 rolls" in good(
            "verify", path
        )
        assert data("verify", path)["proved_rolls"] == 0 and not data("verify", path)["by_all_sides"]


def test_verify_names_seeded_dice_for_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path, "--seed", "4")
    good("act", path, *RECORD, *BEACHES, *DROP[:4])
    said = good("verify", path)
    assert re.search(
        r"dice seeded: \d+ rolls?, all as the seed in the file says; a reader of the seed can foresee every"
        r" roll",
        said,
    )


@pytest.mark.parametrize(
    "command", [["verify"], ["show"], ["act", "done"], ["undo"], ["replay"], ["position"], ["legal"]]
)
def test_a_changed_byte_is_found_with_its_line(command: list[str], landed: Path) -> None:
    lines = landed.read_bytes().splitlines(keepends=True)
    middle = len(lines) // 2
    lines[middle] = lines[middle].replace(b'"now":"', b'"now":"f')
    landed.write_bytes(b"".join(lines))
    before = landed.read_bytes()
    assert f"line {middle + 1}: " in refused(command[0], landed, *command[1:])
    assert landed.read_bytes() == before


def test_a_changed_roll_is_found(tmp_path: Path) -> None:
    path = tmp_path / "g"
    good("new", "sword-beach", "--out", path)
    good("act", path, *RECORD, *BEACHES, *DROP[:4])
    lines = path.read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"by":"chance"' in line)
    face = int(re.search(r'"roll (\d)"', lines[at])[1])  # type: ignore[index]
    lines[at] = lines[at].replace(f'"roll {face}"', f'"roll {face % 6 + 1}"')
    path.write_text("".join(lines))
    assert f"line {at + 1}: digest" in refused("verify", path)
    forged = [json.loads(line) for line in lines]
    forged[at]["pick"] = face % 6
    path.write_text("".join(json.dumps(line) + "\n" for line in chained(forged)))
    assert f"line {at + 1}: the links give outcome {face - 1}, the record says {face % 6}" in refused(
        "verify", path
    )


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[:-20], "line 40"),
        (lambda text: "", "line 1: the file is empty"),
        (lambda text: "hello\n", "neither a record nor a position file"),
        (lambda text: "{}\n", "line 1: is not the head of a grognard record"),
        (lambda text: text.replace('"standard"', '"nonsense"', 1), "line 1: digest"),
        (lambda text: text + "[1, 2]\n", "line 41"),
        (lambda text: text + '{"by": "allied", "do": 5}\n', "line 41: does not say now, put"),
        (lambda text: text + '{"by": "allied", "do": "done", "put": [], "now": ""}\n', "line 41: digest"),
    ],
)
def test_damaged_files_are_refused(spoil: Any, words: str, landed: Path) -> None:
    landed.write_text(spoil(landed.read_text()))
    before = landed.read_bytes()
    assert words in refused("show", landed)
    refused("act", landed, "done")
    assert landed.read_bytes() == before


def test_binary_and_missing_files_are_refused(tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(128, 256)))
    assert "neither a record" in refused("show", junk)
    refused("act", junk, "done")
    assert "No such file" in refused("verify", tmp_path / "none")
    refused("show", tmp_path)


def test_verify_against_an_older_copy(fresh: Path, tmp_path: Path) -> None:
    """A record that goes on from the copy passes; one that was played otherwise is named by its line."""
    good("act", fresh, *RECORD)
    copy = tmp_path / "copy"
    good("copy", fresh, "--side", "allied", "--out", copy)
    good("act", fresh, *BEACHES)
    assert "goes on from" in good("verify", fresh, "--against", copy)
    good("undo", fresh)
    assert "goes on from" in good("verify", fresh, "--against", copy), (
        "what is taken back stays in the record"
    )
    shorter = tmp_path / "shorter.grog"
    shorter.write_bytes(b"".join(fresh.read_bytes().splitlines(keepends=True)[: len(RECORD)]))
    assert f"line {len(RECORD) + 1} of the copy is missing" in refused("verify", shorter, "--against", copy)
    good("act", shorter, "record 305/21 0841")
    assert f"line {len(RECORD) + 1} differs from the copy" in refused("verify", shorter, "--against", copy)


def test_replay_tells_the_game(landed: Path) -> None:
    said = good("replay", landed)
    assert said.startswith(
        "--- before game turn 1 ---\nGerman sets up 736/716 in 1738 Hermanville (hidden) [SB-11.0.a]\n"
    )
    typed = good("replay", landed, "--actions")
    assert typed.startswith(
        "--- before game turn 1 ---\ngerman: record 736/716 1738\n    German sets up 736/716"
    )
    assert "5/6 Para drifts without loss [SB-11.2.2.3.d]" in said
    found = data("replay", landed)
    assert [one["do"] for one in found] == LANDING and {one["turn"] for one in found} == {0}
    good("act", landed, "done")
    assert [one["do"] for one in data("replay", landed, "--turn", 1)] == ["done"]
    assert "no action in turn 9" in refused("replay", landed, "--turn", 9)


def test_a_position_file_is_shown_and_not_played_on(landed: Path, tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(good("position", landed))
    for command in (["act", file, "done"], ["undo", file], ["verify", file]):
        assert "a position, which is not a record" in refused(*command)


def test_two_processes_that_act_at_once_do_not_lose_an_action(tmp_path: Path) -> None:
    """Six Germans try to write 22/21 down in six hexes: one does, five are refused by the rule, and the file
    says who.
    """
    file = tmp_path / "g.grog"
    good("new", "sword-beach", "--seed", "3", "--out", file)
    command = [sys.executable, "-m", "grognard", "act", str(file)]
    hexes = ["0738", "0739", "0740", "0741", "0742", "0743"]
    running = [Popen([*command, f"record 22/21 {h}"], stdout=PIPE, stderr=PIPE, text=True) for h in hexes]
    said = [(h, one.communicate(timeout=600), one.returncode) for h, one in zip(hexes, running, strict=True)]
    (winner,) = [h for h, _, code in said if code == 0]
    assert all("[SB-11.0.c]" in error for _, (_, error), code in said if code)
    (line,) = file.read_text().splitlines()[1:]
    assert json.loads(line)["do"] == f"record 22/21 {winner}"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.grog"]


def test_a_record_is_not_written_over_by_what_is_made_from_it(fresh: Path) -> None:
    good("act", fresh, *RECORD)
    before = fresh.read_bytes()
    assert "the record itself" in refused("copy", fresh, "--side", "allied", "--out", fresh, "--force")
    assert "the record itself" in refused("show", fresh, "--svg", fresh)
    assert fresh.read_bytes() == before


# ---------------------------------------------------------------- a line whose writing was broken off


def test_a_line_broken_off_is_taken_off(fresh: Path) -> None:
    good("act", fresh, *RECORD)
    whole = fresh.read_bytes()
    fresh.write_bytes(whole[:-9])
    assert "grognard repair" in refused("show", fresh)
    last = whole.splitlines(keepends=True)[-1]
    found = data("repair", fresh)
    assert found == {"file": str(fresh), "bytes": len(last) - 9, "lines": len(RECORD)}
    assert fresh.read_bytes() == whole[: -len(last)]
    good("act", fresh, RECORD[-1])
    assert f"{len(RECORD) + 1} lines" in good("verify", fresh)


def test_only_a_record_is_repaired_and_only_one_that_wants_it(fresh: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear George,\nwe land at dawn")
    refused("repair", letter)
    assert letter.read_text() == "Dear George,\nwe land at dawn"
    good("act", fresh, *RECORD)
    before = fresh.read_bytes()
    assert "there is nothing to repair" in refused("mend", fresh)
    assert fresh.read_bytes() == before
