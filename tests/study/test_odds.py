"""`grognard odds` shows what the game counts, and only what adds up to one."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.play.cli import main
from grognard.study.odds import distributions


def chance(text: str) -> dict:
    return {"fraction": text, "float": float(Fraction(text))}


def odds(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["odds", "sword-beach", *words], standalone_mode=False)
    return done.exit_code, done.output


def test_only_what_adds_up_is_a_distribution() -> None:
    whole, part = {"A": chance("1/3"), "B": chance("2/3")}, {"A": chance("1/3"), "B": chance("1/3")}
    (one,) = distributions({"line": "clear", "results": whole, "columns": part})
    assert (
        one.what == "results"
        and one.given == "line clear"
        and one.chances == {"A": Fraction(1, 3), "B": Fraction(2, 3)}
    )


def test_a_distribution_by_two_keys_is_one() -> None:
    (one,) = distributions(
        {"by_hex": {"1342": {"terrain": "town", "full": chance("1/2")}, "1343": {"reduced": chance("1/2")}}}
    )
    assert one.what == "by hex" and set(one.chances) == {"1342 full", "1343 reduced"}


@pytest.mark.parametrize(
    "words",
    [
        ("drop", "--hex", "1342"),
        ("raid",),
        ("landing", "--units", "8/3,9/3"),
        ("combat", "--attack", "12", "--defense", "5"),
    ],
)
def test_every_kind_of_chance_can_be_asked_for(words: tuple[str, ...]) -> None:
    code, text = odds(*words, "--json")
    found = json.loads(text)
    assert code == 0 and found["distributions"] and found["clauses"]
    for one in found["distributions"]:
        assert sum(Fraction(c["fraction"]) for c in one["chances"].values()) == 1


def test_the_raid_is_one_die() -> None:
    """SB-11.2.3.1.b: a 1 is the end of the commando, counted by hand."""
    _, text = odds("raid", "--json")
    (fates,) = [one for one in json.loads(text)["distributions"] if one["what"] == "fates"]
    assert fates["chances"]["eliminated"]["fraction"] == "1/6"


def test_bars_are_drawn(tmp_path: Path) -> None:
    code, text = odds("raid", "--plot", str(tmp_path / "raid.html"))
    assert code == 0 and "16.67%" in text and "█" in text
    assert (tmp_path / "raid.html").read_text().count("<svg") == 2
    assert odds("raid", "--plot", str(tmp_path / "raid.svg"))[0] == 0
    assert (tmp_path / "raid.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("terrain",), "no chance in terrain"),
        ((), "odds of what"),
        (("raid", "--plot", "x.pdf"), ".html or .svg"),
    ],
)
def test_what_is_no_chance_is_refused(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["odds", "sword-beach", *words])
    assert done.exit_code == 2 and said in done.output
