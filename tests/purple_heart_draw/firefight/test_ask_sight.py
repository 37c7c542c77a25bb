"""`grognard ask purple-heart-draw los`: the verdict in words, with clauses and the cross-section; nonsense is
refused.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from grognard.core.ask import Answer, ask
from grognard.core.ruling import GrognardError
from grognard.games.purple_heart_draw.ask import TOPICS
from grognard.games.purple_heart_draw.firefight import terrain
from grognard.games.purple_heart_draw.firefight.profile import WORDS, explain
from grognard.games.purple_heart_draw.firefight.sight import Cause
from grognard.play.cli import main

from ..build import GAME

OWN = Path(terrain.__file__).parent / "data/terrain.toml"


def los(a: str, b: str, **given: str) -> Answer:
    found = ask(TOPICS, "los", {"from": a, "to": b, **given})
    json.dumps(found.plain())
    assert all(clause in GAME.rulebook for clause in found.clauses)
    return found


def value(a: str, b: str, **given: str) -> dict[str, Any]:
    return los(a, b, **given).value


@pytest.mark.clause("ASL-B14.2", "ASL-A6.4", "FF-LOS.5")
def test_the_verdict_in_words() -> None:
    found = los("S10", "L13")
    assert found.lines[0] == "S10 to L13: blocked. Range 7, from level 1 up to level 2."
    assert (
        found.lines[1]
        == "  blocked: the orchard in N12: top level 2, not below the higher end on level 2 [ASL-B14.2,"
        " ASL-A6.4]"
    )
    assert found.clauses[:2] == ["FF-LOS.5", "FF-LOS.7"] and found.provenance == ["series", "reconstruction"]


def test_the_cross_section() -> None:
    found = los("S10", "L13")
    hexes = [
        (one["hexes"], one["level"], one["top"], one["effect"])
        for one in found.value["profile"]
        if one["kind"] != "crossed"
    ]
    assert hexes[0] == (("S10",), 1, 1, "") and hexes[-1] == (("L13",), 2, 2, "")
    assert (("R11",), -1, -1, "") in hexes and (("N12",), 1, 2, "blocks") in hexes
    ground = [one for one in found.value["profile"] if one["kind"] in ("end", "hex", "along")]
    assert ground[0]["start"] == 0 and ground[-1]["end"] == 1
    assert all(one["end"] == after["start"] for one, after in zip(ground, ground[1:], strict=False)), "no gap"
    walls = [
        (one["hexes"], one["what"], one["top"]) for one in found.value["profile"] if one["what"] == "wall"
    ]
    assert walls == [(("O12", "N12"), "wall", 1.5)]
    assert any(line.split()[:4] == ["N12", "1", "######==", "orchard"] for line in found.lines)


def test_hindrances_and_a_unit_that_is_not_seen() -> None:
    found = value("S8", "S5", smoke="S7:2", mist="yes")
    assert found["seen"] and not found["unit_seen"] and found["hindrance"] == 4
    assert found["hides_unit"][0]["clauses"] == ["ASL-B9.521"] and found["hides_unit"][0]["hexes"] == [
        "S6",
        "S5",
    ]
    assert (
        value("S8", "S5", advantage="both")["unit_seen"]
        and not value("S8", "S5", advantage="neither")["seen"]
    )


def test_locations_and_what_stands_on_the_way() -> None:
    assert value("U3", "U7", **{"from-at": "upstairs"})["from"]["level"] == 2
    assert value("U3", "U7")["from"]["at"] == "ground"
    assert value("V12", "V12", **{"to-at": "beneath"})["blocks"][0]["clauses"] == ["ASL-B6.2"]
    assert (
        value("T9", "T12", wrecks="T10")["hindrance"] == 2
        and value("T9", "T12", burning="T10")["hindrance"] == 3
    )
    assert value("T9", "T12", wp="T10:1")["hindrance"] == 2
    assert value("A15", "H13", rubble="E13")["seen"] and value("A15", "H13", building="half")["seen"]
    assert not value("A15", "F12", **{"hillside-bocage": "obstacle"})["seen"]
    assert value("S12", "S10", smoke="S12:1")["fire_out"] == 1
    assert not value("K16", "O16", foxhole="viewer")["seen"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"from": "Z99", "to": "L13"}, "there is no hex 'Z99' on this map"),
        ({"from": "S10", "to": "0"}, "there is no hex '0' on this map"),
        ({"from": "S10"}, "los needs --to"),
        ({"from": "S10", "to": "L13", "from-at": "attic"}, "S10 has no Location 'attic'; it has ground"),
        (
            {"from": "S10", "to": "L13", "advantage": "all"},
            "--advantage is viewer, target, both, neither, not 'all'",
        ),
        ({"from": "V12", "to": "L13", "advantage": "viewer"}, "a unit in V12 cannot hold Wall Advantage"),
        (
            {"from": "S10", "to": "L13", "smoke": "P12"},
            "--smoke is a hex and the strength of its SMOKE, 1 to 3",
        ),
        (
            {"from": "S10", "to": "L13", "smoke": "P12:9"},
            "--smoke is a hex and the strength of its SMOKE, 1 to 3",
        ),
        ({"from": "S10", "to": "L13", "wrecks": "P12,Q99"}, "there is no hex 'Q99'"),
        ({"from": "S10", "to": "L13", "building": "tall"}, "--building is hex, half, not 'tall'"),
        ({"from": "S10", "to": "L13", "hillside-bocage": ""}, "--hillside-bocage is a word"),
    ],
)
def test_nonsense_gets_one_clear_line(given: dict[str, str], words: str) -> None:
    with pytest.raises(GrognardError) as refusal:
        ask(TOPICS, "los", given)
    assert str(refusal.value).startswith(words) and "\n" not in str(refusal.value)


def test_on_the_command_line_two_hexes_need_no_names() -> None:
    said = CliRunner().invoke(main, ["ask", "purple-heart-draw", "los", "s10", "l13"])
    assert said.exit_code == 0 and said.output.startswith("S10 to L13: blocked.")
    for words in (["S10", "L13", "M14"], ["S10", "L13", "M14", "N1"]):
        said = CliRunner().invoke(main, ["ask", "purple-heart-draw", "los", *words])
        assert said.exit_code == 2 and "has no name" in said.output


def test_every_kind_of_cause_has_words() -> None:
    hexes = terrain.GRID.hex("S10"), terrain.GRID.hex("S11")
    for kind in WORDS:
        said = explain(Cause(kind, (), hexes, (1, 2, 3)))
        assert said and "{" not in said


# ---------------------------------------------------------------- a player's own figures


def asked_with(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", "ask", "purple-heart-draw", "los", "T9", "T12"]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "GROGNARD_DATA": str(folder)}, check=False
    )


def own_file(folder: Path, text: str, name: str = "terrain.toml") -> Path:
    file = folder / "purple-heart-draw/firefight" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return folder


def test_own_figures_of_the_ground(tmp_path: Path) -> None:
    brush = 'code = "brush"\nclause = "ASL-B12.2"\nlos = "hindrance"\nheight = 0\nhindrance = '
    text = OWN.read_text()
    assert f"{brush}1" in text
    said = asked_with(own_file(tmp_path, text.replace(f"{brush}1", f"{brush}2")))
    assert said.stdout.startswith("T9 to T12: seen, hindrance +2."), said.stderr


def test_own_figures_that_cannot_be_used(tmp_path: Path) -> None:
    said = asked_with(own_file(tmp_path, OWN.read_text().replace("[limit]", "[limits]")))
    assert said.returncode == 2 and "terrain.toml: limit" in said.stderr and said.stderr.count("\n") == 1
    said = asked_with(own_file(tmp_path / "other", "", "ground.toml"))
    assert (
        said.returncode == 2
        and "ground.toml is not a data file of purple-heart-draw; there is " in said.stderr
    )
