"""Absurd input at the command line: one line, exit 2, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from .shell import good, process, refused


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "neither a record nor a position file"),
        ('{"grognard":1,"a":' + "[" * 200_000 + "\n", "line 1: is not a line of a record"),
    ],
)
def test_a_file_nested_beyond_reason_is_no_record_and_no_position(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "deep"
    file.write_text(text)
    assert words in refused("show", file)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "is not text" in refused("show", "\udcff")
    assert "is not text" in refused("new", "sword-beach", "--seed", "\udcff", "--out", "never.grog")
    assert not Path("never.grog").exists()


def test_a_refusal_does_not_say_five_thousand_letters_again() -> None:
    assert len(refused("options", "x" * 5000)) < 300


def test_a_picture_and_a_sheet_do_not_take_the_place_of_a_record(fresh: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.grog"
    good("new", "longest-day", "--out", other)
    before = other.read_bytes()
    assert "written as .svg" in refused("show", fresh, "--svg", other)
    assert "written as .pdf or .html" in refused("print", "longest-day", "roster", "--out", other)
    assert other.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tournament", "--players", "plain,random", "--games", "-2"], "not in the range"),
        (["tournament", "--players", "plain,random", "--clock", "-1"], "more than 0 seconds"),
        (["study", "--strength", "german=99"], "from 1 to 10"),
        (["study", "--strength", "martian=9"], "no side martian"),
        (["study", "--clock", "-1"], "more than 0 seconds"),
    ],
)
def test_what_cannot_be_played_leaves_no_folder(words: list[str], said: str, tmp_path: Path) -> None:
    command, *more = words
    assert said in refused(command, "sword-beach", *more, "--out", tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


def test_a_folder_with_somebody_elses_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text('{"x')
    assert "tournament.json: " in refused("tournament", "sword-beach", "--players", "plain,random", "--out", tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "99999"], "not in the range"),
        (["--rate", "nan"], "not nan"),
        (["--database", "sqlite:///{}/junk"], "file is not a database"),
        (["--database", "postgresql://u:secret@127.0.0.1:1/x"], "cannot be used"),
    ],
)
def test_a_server_that_cannot_be_says_so(words: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)) * 40)
    done = process("serve", *(word.format(tmp_path) for word in words))
    assert done.returncode == 2 and "secret" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("grognard: ") and said in line
