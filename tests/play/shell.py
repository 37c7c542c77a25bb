"""Short ways to run the command line, and the worked landing of the rules as it would be typed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import grognard
from grognard.play.cli import main

GAME = grognard.load("sword-beach")
SRC = Path(grognard.__file__).parents[1]

RECORD = [
    "record 736/716 1738",
    "record 716/716 1639",
    "record 857/346 1241",
    "record 2-AA 0938",
    "record 22/21 0740",
    "record 125/21 0837",
    "record 192/21 0838",
    "record 200/21 0739",
    "record 305/21 0839",
]
BEACHES = [
    "beachhead 1739",
    "beachhead 1640",
    "done",
    "place 8/3 1739",
    "place 27-Armd 1739",
    "place 9/3 1640",
    "place 185/3 1640",
]
DROP = [
    "dropzone 1342", "designate 3/6-Para 1342", "designate 5/6-Para 1343", "designate 6AL/6 1442",
    "roll 6", "roll 4", "roll 6", "roll 1",
]  # fmt: skip
RAID = ["raid 1641", "roll 4", "move 1-Cdo 1541"]
ASSAULTS = [
    "assault 1739",
    "support naval10+naval10",
    "support guns+guns",
    "draw german 7",
    "draw german 5",
    "roll 2",
    "lose 8/3",
    "support naval7+naval7",
    "support guns+guns",
    "draw german 9",
    "draw german 4",
    "roll 5",
]
LANDING = RECORD + BEACHES + DROP + RAID + ASSAULTS


def run(*args: object, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], input=text)


def good(*args: object, text: str | None = None) -> str:
    result = run(*args, text=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*args: object) -> Any:
    return json.loads(good(*args, "--json"))


def refused(*args: object) -> str:
    """The one line of a refusal; `--json` says the same as data."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.exception is None or isinstance(result.exception, SystemExit)
    (line,) = result.stderr.splitlines()
    assert line.startswith("grognard: ")
    plain = run(*args, "--json")
    assert plain.exit_code == 2
    said = json.loads(plain.stdout)
    assert set(said) == {"error", "rulings"} and said["error"] == line.removeprefix("grognard: ")
    return line


def process(
    *args: object, text: str | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    command = [sys.executable, "-m", "grognard", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, input=text, env=env, cwd=cwd, timeout=600)
