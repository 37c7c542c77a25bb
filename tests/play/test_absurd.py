"""Absurd input at the command line: one line, exit 2, and nothing is left behind."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.notation import check_kinds
from grognard.core.ruling import GrognardError
from grognard.core.state import State

from .shell import RECORD, good, process, refused


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "neither a record nor a position file"),
        ('{"grognard":1,"a":' + "[" * 200_000 + "\n", "line 1: is not a line of a record"),
    ],
)
def test_a_file_nested_beyond_reason_is_no_record_and_no_position(
    text: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "deep"
    file.write_text(text)
    assert words in refused("show", file)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "is not text" in refused("show", "\udcff")
    assert "is not text" in refused("new", "sword-beach", "--seed", "\udcff", "--out", "never.grog")
    assert not Path("never.grog").exists()


def test_a_refusal_does_not_say_five_thousand_letters_again() -> None:
    assert len(refused("options", "x" * 5000)) < 300


def test_a_refusal_does_not_list_five_thousand_names(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text("\n".join(f"x{number} = 1" for number in range(5000)))
    said = refused("ask", "longest-day", "assign", "--ledger", tmp_path / "l.toml")
    assert "x0, x1" in said and " ... " in said and len(said) < 3200


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
    assert "tournament.json: " in refused(
        "tournament", "sword-beach", "--players", "plain,random", "--out", tmp_path
    )


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


# ---------------------------------------------------------------- bytes that are no UTF-8, numbers that cannot be printed


@pytest.mark.parametrize("line", [0, 3])
@pytest.mark.parametrize(
    "command", [["show"], ["verify"], ["act", "done"], ["undo"], ["replay"], ["legal"], ["repair"]]
)
def test_a_record_with_a_byte_that_is_no_text_is_refused_by_its_line(
    command: list[str], line: int, fresh: Path
) -> None:
    good("act", fresh, *RECORD)
    lines = fresh.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b'"german"', b'"ger\xffman"').replace(b'"game":"', b'"game":"\xff')
    fresh.write_bytes(b"".join(lines) + (b"{" if command == ["repair"] else b""))
    before = fresh.read_bytes()
    assert f"line {line + 1}: is not a line of a record" in refused(command[0], fresh, *command[1:])
    assert fresh.read_bytes() == before


@pytest.mark.parametrize("spoil", [b"", b"[1]", b'{"german": 5}', b"\xff"])
def test_secrets_that_cannot_be_read_are_named(spoil: bytes, tmp_path: Path) -> None:
    good("new", "sword-beach", "--out", tmp_path / "g.grog")
    (tmp_path / "g.grog.secret").write_bytes(spoil)
    assert "g.grog.secret: not the secrets of a game's dice" in refused("show", tmp_path / "g.grog")


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000])
@pytest.mark.parametrize("game", grognard.GAMES)
def test_a_number_that_cannot_be_printed_is_no_part_of_a_position(
    game: str, number: str, tmp_path: Path
) -> None:
    file = tmp_path / "position.toml"
    file.write_text(f'game = "{game}"\nturn = {number}\n')
    assert "more than 4,200 digits" in refused("show", file)
    assert "line 1" in refused("verify", file)


def test_dotted_keys_do_not_nest_beyond_reason(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text(f'game = "longest-day"\n{".".join("a" * 400)} = 1\n')
    assert "nested more than 32 deep" in refused("show", file)


def test_a_number_of_a_question_has_a_length() -> None:
    assert "--shift is a whole number" in refused("ask", "sword-beach", "combat", "--shift", "9" * 5000)


@pytest.mark.parametrize("name", [":", ":x", ".:x", "x:y", "os:nothing"])
def test_a_player_that_cannot_be_loaded_is_refused(name: str, fresh: Path) -> None:
    assert "cannot be loaded" in refused("hint", fresh, "--player", name)


def test_a_nul_is_no_part_of_a_name() -> None:
    assert "is not text" in refused("show", "a\0b")


@pytest.mark.parametrize("day", ["9" * 5000, "²", "9999999999999999999999 June", "1944-06-99", "31 June"])
def test_a_day_that_is_none_is_refused(day: str, tmp_path: Path) -> None:
    assert "is not a day" in refused("ask", "longest-day", "capacity", "--hq", "50:HQ", "--day", day)
    (tmp_path / "l.toml").write_text(f'day = "{day}"\n')
    assert "is not a day" in refused("ask", "longest-day", "assign", "--ledger", tmp_path / "l.toml")


@pytest.mark.parametrize(
    "line", ['entered = ["x", 0]', "entered = [0]", "entered = [[], 0]", "mines = []", "called = [1.5, 2]"]
)
def test_a_list_of_a_position_holds_what_it_should(line: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(f'game = "sword-beach"\nturn = 3\nphase = "movement"\n{line}\n')
    assert line.split()[0] in refused("ask", "sword-beach", "victory", "--position", tmp_path / "p.toml")


def test_a_hint_needs_a_decision(tmp_path: Path) -> None:
    """A position file may stand at a step without one."""
    (tmp_path / "p.toml").write_text(
        'game = "sword-beach"\nturn = 4\nphase = "allied combat"\n[units]\n"8/3" = "1538 fought"\n'
    )
    assert "no decision is due in this step" in refused("hint", tmp_path / "p.toml", "--player", "random")


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("beyond-the-rhine", "entered = [1]"),
        ("beyond-the-rhine", "rolled = [[0]]"),
        ("longest-day", 'dry = ["x", 1]'),
    ],
)
def test_a_fact_of_another_kind_is_refused_by_name(game: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(f'game = "{game}"\n{line}\n')
    assert line.split()[0] in refused("show", tmp_path / "p.toml")


@pytest.mark.parametrize("step", [-1, 1_000_000])
@pytest.mark.parametrize("game", grognard.GAMES)
def test_a_procedure_stands_at_one_of_its_steps(game: str, step: int) -> None:
    state = grognard.load(game).new(seed=1)
    frame = state.stack[-1]
    state.__dict__["stack"] = (*state.stack[:-1], msgspec.structs.replace(frame, step=step))
    with pytest.raises(GrognardError, match=f"not {step}"):
        check_kinds(state)


def test_a_position_in_which_no_side_is_to_act_is_refused(tmp_path: Path) -> None:
    """A battle in which no side moves, whatever else is agreed."""
    (tmp_path / "p.toml").write_text(
        'game = "purple-heart-draw"\nscenario = 1\nturn = 2\nmover = ""\nenforcement = "free"\n'
        '[[pending]]\nframe = "mission"\nstep = 4\n[[pending]]\nframe = "battle"\nstep = 1\n'
    )
    assert "'' is to act, which is not a side" in refused("show", tmp_path / "p.toml")


def test_a_position_whose_step_cannot_be_judged_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.toml").write_text('game = "sword-beach"\nturn = 3\nphase = "allied movement"\n')
    monkeypatch.setattr(State, "legal_actions", lambda state: {}["line"])
    assert "cannot be judged (KeyError: 'line')" in refused("show", tmp_path / "p.toml")


# ---------------------------------------------------------------- tracebacks that were seen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("combat --attackers US-Pontoon-1@14.08", "needs --hex"),
        ("combat --attackers US-Pontoon-1@14.08 --hex 14.09", "attackers and defenders"),
        ("tokens --steps -1", "--steps is 0 or more"),
        ("tokens --formations -2", "--formations is 0 or more"),
        ("tokens --headquarters -1", "--headquarters is 0 or more"),
        ("tokens --single -3", "--single is 0 or more"),
        ("tokens --re -1", "--re is a number of regiment equivalents"),
        ("capture --amount -4", "--amount is 0 or more"),
        ("capture --amount 4 --die -1", "--die is 1 to 6"),
        ("barrage --strength 20 --re -4", "--re is a number of regiment equivalents"),
        ("barrage --strength -1", "--strength is 0 or more"),
    ],
)
def test_a_number_below_its_least_is_refused_by_its_name(words: str, said: str) -> None:
    assert said in refused("ask", "beyond-the-rhine", *words.split())


def test_an_attack_on_the_position_of_the_documentation_is_judged(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs"
    texts = [
        text
        for file in page.rglob("*.md")
        for text in re.findall(r"```toml\n(.*?)```", file.read_text("utf-8"), re.DOTALL)
    ]
    (position,) = [text for text in texts if 'game = "longest-day"' in text]
    (tmp_path / "p.toml").write_text(position, "utf-8")
    assert "attack 50:2-Devons 1115: legal" in good("judge", tmp_path / "p.toml", "attack 50:2-Devons 1115")


def test_a_scenario_that_does_not_exist_is_refused_with_its_clause(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('game = "purple-heart-draw"\nscenario = 9\n')
    assert "scenario is 1 to 5, not 9 [PHD-C4.2]" in refused("show", tmp_path / "p.toml")
