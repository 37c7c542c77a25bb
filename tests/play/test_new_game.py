"""docs/add-a-game.md is true: the game it builds is played as any other. `new-game` makes a package whose
tests pass.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard.catalog import Games
from grognard.core.ruling import GrognardError
from grognard.play.new_game import source_files

from . import guide
from .shell import SRC, good, refused

CLI = "from grognard.play.cli import main; main()"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of the guide, from its code blocks, outside the repository."""
    folder = tmp_path_factory.mktemp("guide")
    guide.build(folder)
    return folder


def python(project: Path, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(project), str(SRC)])}
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd or project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def cli(project: Path, folder: Path, *words: str) -> str:
    found = python(project, "-c", CLI, *words, cwd=folder)
    assert found.returncode == 0, found.stdout + found.stderr
    return found.stdout


def test_the_guide_shows_the_files_that_new_game_writes() -> None:
    """Otherwise `python -m tests.play.guide --write` brings the guide up to date."""
    assert guide.blocks() == {path: text for path, text in source_files().items() if path != "README.md"}


def test_the_game_of_the_guide_is_small() -> None:
    code = [
        text for path, text in guide.blocks().items() if path.startswith("skirmish/") and path.endswith(".py")
    ]
    assert 250 < sum(bool(line.strip()) for text in code for line in text.splitlines()) < 350


def test_the_game_of_the_guide_passes_the_conformance_suite(project: Path) -> None:
    found = python(project, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert found.returncode == 0, found.stdout[-3000:]
    passed = re.search(r"(\d+) passed", found.stdout)
    assert passed is not None and int(passed[1]) > 40 and "skipped" not in found.stdout


def test_the_game_of_the_guide_is_played_on_the_command_line(project: Path, tmp_path: Path) -> None:
    assert "Skirmish, rules 1.0" in cli(project, tmp_path, "games")
    cli(project, tmp_path, "new", "skirmish", "--seed", "3")
    cli(project, tmp_path, "act", "skirmish.grog", "mine 0302", "move B/1 0304", "done")
    assert "0302" in cli(project, tmp_path, "show", "skirmish.grog", "--side", "blue")
    assert "0302" not in cli(project, tmp_path, "show", "skirmish.grog", "--side", "red")
    assert "Plain:" in cli(project, tmp_path, "hint", "skirmish.grog")
    assert json.loads(cli(project, tmp_path, "verify", "skirmish.grog", "--json"))["ok"]
    position = tmp_path / "position.toml"
    position.write_text(cli(project, tmp_path, "position", "skirmish.grog"), "utf-8")
    assert "move X/9: 0501 0601 0402" in cli(project, tmp_path, "legal", "position.toml")


def test_a_bad_move_of_the_game_of_the_guide_is_refused_by_its_clause(project: Path, tmp_path: Path) -> None:
    cli(project, tmp_path, "new", "skirmish", "--seed", "3")
    said = python(project, "-c", CLI, "act", "skirmish.grog", "mine 0101", cwd=tmp_path)
    assert said.returncode == 2 and "0101 is not in columns 03 to 05 [SK-1]" in said.stderr


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('turn = "x"', "turn"),
        ("turm = 1", "the nearest is turn"),
        ('[at]\n"Z/1" = "0101"', "there is no 'Z/1'"),
        ('[at]\n"A/1" = "9999"', "9999"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_in_one_line(
    project: Path, tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / "p.toml").write_text(f'game = "skirmish"\n{text}\n', "utf-8")
    found = python(project, "-c", CLI, "legal", "p.toml", cwd=tmp_path)
    assert found.returncode == 2 and len(found.stderr.splitlines()) == 1 and why in found.stderr


def test_new_game_makes_a_package_whose_tests_pass(tmp_path: Path) -> None:
    folder = tmp_path / "river-line"
    assert "river-line" in good("new-game", "river-line", "--out", folder)
    text = "".join(path.read_text("utf-8") for path in folder.rglob("*") if path.is_file())
    assert "skirmish" not in text.casefold() and "SK-" not in text
    guide.announce(folder)
    found = python(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert found.returncode == 0, found.stdout[-3000:]
    assert "River line, rules 1.0" in cli(folder, tmp_path, "games")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("sword-beach", "there is a game"),
        ("A B", "is not a name"),
        ("turn", "another meaning"),
        ("import", "name of a package"),
        ("../up", "is not a name"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_one_line(name: str, why: str, tmp_path: Path) -> None:
    assert why in refused("new-game", name, "--out", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_folder_that_exists_is_not_written_into(tmp_path: Path) -> None:
    assert "exists already" in refused("new-game", "river-line", "--out", tmp_path)
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- packages that bring games


def announced(folder: Path, name: str, module: str) -> Path:
    info = folder / f"{module}-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
    info.joinpath("entry_points.txt").write_text(f"[grognard.games]\n{name} = {module}\n")
    return folder


def test_a_broken_package_hides_no_other_game(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('planted')\n")
    announced(tmp_path, "broken-game", "broken")
    found = python(tmp_path, "-c", CLI, "games")
    assert found.returncode == 0 and "Sword Beach" in found.stdout
    assert "broken-game: the package broken cannot be loaded (planted)" in found.stderr
    asked = python(tmp_path, "-c", CLI, "new", "broken-game")
    assert asked.returncode == 2 and len(asked.stderr.splitlines()) == 1


def test_a_package_cannot_take_the_name_of_a_game_of_ours(tmp_path: Path) -> None:
    (tmp_path / "thief.py").write_text("raise RuntimeError('planted')\n")
    announced(tmp_path, "sword-beach", "thief")
    assert "Sword Beach" in python(tmp_path, "-c", CLI, "games").stdout


def test_a_package_that_holds_another_game_is_refused() -> None:
    games = Games({"first": "grognard.games.sword_beach"})
    with pytest.raises(GrognardError, match="holds the game 'sword-beach'"):
        games.load("first")


def test_every_game_of_ours_is_loaded_by_its_name() -> None:
    assert [grognard.load(name).name for name in grognard.GAMES.own] == list(grognard.GAMES.own)
