"""A player's own data files (`GROGNARD_DATA`): what they must hold, and one line that names file and key when
they do not.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard.core.notation import to_toml
from grognard.core.shape import first_fault

from .shell import SRC

FILES = sorted((SRC / "grognard" / "games").glob("*/data/*.toml"))


def ask(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(SRC), "GROGNARD_DATA": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "grognard", *words], capture_output=True, text=True, env=env, cwd=folder.parent
    )


def own(folder: Path, game: str, name: str, edit: Callable[[str], str]) -> Path:
    """A folder with one file of the player's own, edited from ours."""
    path = folder / "data" / game / name
    path.parent.mkdir(parents=True)
    ours = (SRC / "grognard" / "games" / game.replace("-", "_") / "data" / name).read_text("utf-8")
    path.write_text(edited := edit(ours), "utf-8")
    assert edited != ours
    return folder / "data"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_our_own_files_have_their_own_shape(path: Path) -> None:
    ours = tomllib.loads(path.read_text("utf-8"))
    assert first_fault(ours, ours) is None


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({}, "unit is missing"),
        ({"unit": 5}, "unit is a whole number, not a list"),
        ({"unit": [{"id": "a", "full": [1, 2, 3]}, {"id": "b"}]}, "unit[2].full is missing"),
        ({"unit": [{"id": "a", "full": [1, 2]}]}, "unit[1].full has 2 values, not 3"),
        ({"unit": [{"id": "a", "full": [1, 2, "x"]}]}, "unit[1].full[3] is a text, not a whole number"),
        (
            {"unit": [{"id": "a", "full": [1, True, 3]}]},
            "unit[1].full[2] is true or false, not a whole number",
        ),
        ({"unit": [{"id": "a", "full": [1, -2, 3]}]}, "unit[1].full[2] is negative"),
        ({"unit": [{"id": "a", "full": [1, 2, 10**9]}]}, "unit[1].full[3] is too large"),
        ({"unit": [{"id": "", "full": [1, 2, 3]}]}, "unit[1].id is empty"),
        ({"unit": [{"id": "a", "full": [1, 2, 3]}], "hexes": {"0101": {}}}, "hexes.0101.t is missing"),
        ({"unit": [{"id": "a", "full": [1, 2, 3]}], "hexes": {"0909": {"t": "sea"}}}, None),
        ({"unit": [], "hexes": {}}, None),
        ({"unit": [{"id": "z", "full": [9, 9, 9], "mine": "a remark"}], "hexes": {}}, None),
    ],
)
def test_what_a_file_must_hold_is_what_ours_holds(own: dict[str, object], words: str | None) -> None:
    units = [
        {"id": "a", "full": [1, 2, 3], "note": "x"},
        {"id": "b", "full": [4, 5, 6]},
        {"id": "c", "full": [4, 5, 6]},
    ]
    ours = {"unit": units, "hexes": {"0101": {"t": "sea", "name": "Bay"}, "0102": {"t": "clear"}}}
    assert first_fault({"hexes": {}} | own if "unit" in own else own, ours) == words


@pytest.mark.parametrize(
    ("game", "name", "edit", "words"),
    [
        (
            "sword-beach",
            "units.toml",
            lambda text: text.replace("mobility", "mobile", 1),
            "unit[1].mobility is missing",
        ),
        ("sword-beach", "units.toml", lambda text: text + "x", "at end of document"),
        (
            "longest-day",
            "kernel.toml",
            lambda text: text.replace("[stacking]", "[stack]"),
            "stacking is missing",
        ),
        (
            "beyond-the-rhine",
            "turns.toml",
            lambda text: text.partition("[[turn]]")[0].replace("[meta]", "turn = 5\n[meta]"),
            "turn is a whole number, not a list",
        ),
        (
            "purple-heart-draw",
            "map.toml",
            lambda text: text + "\nx = " + "9" * 5000,
            "more than 4,200 digits",
        ),
    ],
)
def test_a_broken_file_is_named_with_its_key(
    game: str, name: str, edit: Callable[[str], str], words: str, tmp_path: Path
) -> None:
    done = ask(own(tmp_path, game, name, edit), "new", game, "--seed", "1", "--out", "g.grog")
    (line,) = done.stderr.splitlines()
    assert (
        done.returncode == 2
        and line.startswith("grognard: ")
        and f"{game}/{name}: " in line
        and words in line
    )
    assert not (tmp_path / "g.grog").exists()


def test_figures_no_rule_can_use_are_blamed_on_the_file(tmp_path: Path) -> None:
    """All keys are there, and a unit of the schedule is not: the line names the file that was read."""
    folder = own(tmp_path, "sword-beach", "units.toml", lambda text: text.replace('"736/716"', '"737/716"'))
    done = ask(folder, "new", "sword-beach", "--out", "g.grog")
    (line,) = done.stderr.splitlines()
    assert (
        done.returncode == 2
        and "units.toml: the game cannot be played with these figures of your own" in line
    )


def test_a_refusal_of_the_rules_names_the_file_too(tmp_path: Path) -> None:
    """A result that the legend of a table does not have."""
    folder = own(tmp_path, "longest-day", "kernel.toml", lambda text: re.sub(r"(?m)^DR = .*\n", "", text))
    (line,) = ask(folder, "new", "longest-day", "--out", "g.grog").stderr.splitlines()
    assert "kernel.toml: " in line and "'DR' is not in the legend" in line and line.count("kernel.toml") == 1


def test_a_file_no_rule_reads_is_refused(tmp_path: Path) -> None:
    folder = own(tmp_path, "sword-beach", "units.toml", lambda text: text + "\n")
    (folder / "sword-beach" / "units.toml").rename(folder / "sword-beach" / "unit.toml")
    assert "unit.toml is not a data file of sword-beach" in ask(folder, "options", "sword-beach").stderr
    assert "which is not a folder" in ask(tmp_path / "none", "ask", "sword-beach", "units").stderr


def test_a_file_with_other_figures_is_used(tmp_path: Path) -> None:
    folder = own(
        tmp_path,
        "sword-beach",
        "units.toml",
        lambda text: text.replace("full = [6, 8, 5]", "full = [77, 8, 5]", 1),
    )
    plain = json.loads(ask(folder, "ask", "sword-beach", "units", "--json").stdout)
    assert "77" in json.dumps(plain)


def test_toml_we_write_has_the_shape_of_what_we_read() -> None:
    position = tomllib.loads(to_toml({"a": 1, "rows": [{"x": 1}]}))
    assert first_fault(position, {"a": 1, "rows": [{"x": 1}]}) is None


def spoiled(seed: int, count: int) -> list[str]:
    command = [sys.executable, "-m", "tests.play.fuzz_data", str(seed), str(count)]
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=env, cwd=Path(grognard.__file__).parents[2]
    )
    return done.stdout.splitlines()


def test_spoiled_files_give_no_traceback() -> None:
    *wrong, counts = spoiled(1, 16)
    assert not wrong, "\n".join(wrong)
    assert json.loads(counts)["refused"] > 5


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 10))
def test_many_spoiled_files_give_no_traceback(seed: int) -> None:
    *wrong, _ = spoiled(seed, 150)
    assert not wrong, "\n".join(wrong)
