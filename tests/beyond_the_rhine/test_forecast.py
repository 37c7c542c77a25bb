"""Forecasts: exact sums against brute force and against campaigns played in the ledger."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard import GrognardError
from grognard.games.beyond_the_rhine import forecast as fc
from grognard.games.beyond_the_rhine.dates import CAMPAIGNS, FULL, turn_on
from grognard.games.beyond_the_rhine.supply import cell
from grognard.games.beyond_the_rhine.weather import TWO_DICE
from grognard.play.cli import main

ALPINE = "alpine:1945-03-01:1945-03-29"


def test_three_turns_against_every_combination_of_dice() -> None:
    """15, 19 and 22 October: dry 4 in 6, mud 2 in 6 (two columns less); status 9 American, 7 Commonwealth; no
    port.
    """
    first, last = turn_on("1944-10-15"), turn_on("1944-10-22")
    found = fc.outlook(first, last, fc.assume({}), FULL)
    for who, base in (("us", 9), ("cw", 7)):
        turn = [
            (cell(who, column, roll), sixths * ways)
            for column, sixths in ((base, 4), (base - 2, 2))
            for roll, ways in TWO_DICE.items()
        ]
        ways: dict[int, int] = {}
        for three in product(turn, repeat=3):
            total = sum(sp for sp, _ in three)
            ways[total] = ways.get(total, 0) + three[0][1] * three[1][1] * three[2][1]
        assert {tokens // 4: w for tokens, w in found.totals[who].items()} == ways
        assert sum(ways.values()) == 216**3


def test_quantiles_and_means_by_hand() -> None:
    spread = fc.spread({0: 1, 1: 2, 2: 1})
    assert (spread.mean, spread.quantiles) == (
        1.0,
        {"p5": 0, "p25": 0, "p50": 1, "p75": 1, "p95": 2},
    ) and spread.deviation == pytest.approx(0.5**0.5)
    assert fc.more_than({1: 1, 3: 1}, {2: 1}) == Fraction(1, 2) and fc.more_than({1: 1}, {1: 1}) == 0
    assert fc.add({0: 1, 1: 1}, {0: 1, 1: 1}) == {0: 1, 1: 2, 2: 1}


def test_an_earlier_antwerp_is_never_worse_and_only_matters_from_its_date() -> None:
    late, early = (
        fc.outlook(1, 40, fc.assume({"antwerpen": date}), FULL) for date in ("1944-11-29", "1944-10-15")
    )
    for who in ("us", "cw"):
        means = [(b.mean, a.mean) for a, b in zip(late.supply[who], early.supply[who])]
        assert all(b >= a for b, a in means) and means[11][0] == means[11][1] and means[13][0] > means[13][1]
    assert late.replacements == early.replacements


@pytest.mark.clause("BTR-J.9", "BTR-J.17", "BTR-J.20")
def test_halves_events_and_fixed_ground() -> None:
    full, north, south = (
        fc.outlook(1, 5, fc.assume({}), CAMPAIGNS[name]) for name in ("full", "north-1944", "south-1944")
    )
    assert north.supply["us"][-1].mean == south.supply["us"][-1].mean == full.supply["us"][-1].mean / 2
    assert south.supply["cw"][-1].mean == 0 and north.supply["cw"][-1] == full.supply["cw"][-1]
    dry, mud = (
        fc.outlook(20, 30, fc.assume({"ground": g}), FULL).supply["us"][-1].mean for g in ("dry", "mud")
    )
    assert dry > mud
    alpine = fc.assume({"events": "alpine:1944-09-08:1944-09-12"})
    assert (
        alpine.events == (("alpine", 2, 3),)
        and alpine.situation(2, "dry").events == {"alpine"}
        and not alpine.situation(4, "dry").events
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"brest": "1944-10-01"}, "'brest' is not an assumption"),
        ({"antwerpen": "1944-10-02"}, "no turn has this date"),
        ({"ground": "ice"}, "ground is drawn"),
        ({"events": "flood"}, "'flood' is not an event"),
    ],
)
def test_assumptions_that_cannot_be(words: dict[str, str], said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        fc.assume(words)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["forecast", "beyond-the-rhine", *words])
    return result.exit_code, result.output


def test_the_command_compares_and_draws(tmp_path: Path) -> None:
    code, said = run(
        "--from",
        "1944-10-01",
        "--until",
        "1944-12-29",
        "--against",
        "antwerpen=1944-10-15",
        "--plot",
        str(tmp_path / "f.svg"),
    )
    assert code == 0 and "more than A in" in said and "<svg" in (tmp_path / "f.svg").read_text()
    assert (
        run("--from", "1944-10-02")[0] == 2
        and run("--against", "antwerpen")[0] == 2
        and run("--plot", "x.gif")[0] == 2
    )
    assert CliRunner().invoke(main, ["forecast", "sword-beach"]).exit_code == 2


def test_played_campaigns_agree_with_the_exact_forecast(tmp_path: Path) -> None:
    """60 campaigns of 25 turns: the mean lies within four standard errors, and the same seeds give the same
    rows.
    """
    given = {
        "from_": None,
        "until": "1944-11-26",
        "campaign": "full",
        "against": None,
        **fc.HISTORY,
        "antwerpen": "1944-10-15",
    }
    pieces = fc.jobs(given, 60, 1, 20)
    rows = [row for piece in pieces for row in fc.work(piece)[1]]
    told = fc.gather(rows, list(range(1, 26)))
    exact = fc.outlook(1, 25, fc.assume({"antwerpen": "1944-10-15"}), FULL)
    for who in ("us", "cw"):
        spread = exact.supply[who][-1]
        assert abs(told["totals"][who]["mean"] * 4 - spread.mean) < 4 * spread.deviation / 60**0.5
        assert all(row.curves[who] == sorted(row.curves[who]) for row in rows)
    assert fc.work(pieces[0])[1] == rows[:20]


def test_a_simulation_draws_the_weather_and_plays_without_events() -> None:
    """Ground that is set and events are refused, in either case that is compared."""
    given = {"from_": None, "until": "1944-09-12", "campaign": "full", "against": None, **fc.HISTORY}
    assert (
        len(fc.jobs(given, 4, 1, 2)) == 2
        and len(fc.jobs(given | {"against": "antwerpen=1944-10-15"}, 4, 1, 2)) == 4
    )
    for more in (
        {"ground": "mud"},
        {"events": ALPINE},
        {"against": "ground=mud"},
        {"against": f"events={ALPINE}"},
    ):
        with pytest.raises(GrognardError, match="draws the weather and plays without events"):
            fc.jobs(given | more, 4, 1, 2)


def test_simulation_on_all_cores() -> None:
    code, said = run("--until", "1944-10-01", "--simulate", "24", "--workers", "2")
    assert code == 0 and "24 campaigns" in said and "exact" in said


def test_replacements_are_forecast_turn_by_turn() -> None:
    """CW Pax of September: 8-10 bring 1, 11-12 bring 2: (12 + 2 * 3) / 36 a turn, hence half a Pax; the
    simulation keeps the same panels.
    """
    found = fc.outlook(1, 8, fc.assume({}), FULL)
    assert [s.mean for s in found.pools["cw pax"]] == pytest.approx([n / 2 for n in range(1, 9)])
    assert found.pools["cw pax"][-1] == found.replacements["cw"]["pax"]
    given = {"from_": None, "until": "1944-09-12", "campaign": "full", "against": None, **fc.HISTORY}
    _, rows = fc.work(fc.jobs(given, 3, 1, 3)[0])
    assert rows[0].curves.keys() == fc.PANELS.keys()
    assert all(len(points) == 3 for points in rows[0].curves.values())
