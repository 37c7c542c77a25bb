"""The study of the campaign: what is counted, what is watched, which figures are changed, what is written."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from grognard.core.ruling import GrognardError
from grognard.study import figures
from grognard.study import purple_heart_draw as study
from grognard.study.plan import Plan, make_plan
from grognard.study.playing import Row, play_game
from grognard.study.report import report
from grognard.study.tally import Tally

from .build import GAME


def plan(games: int, **how: object) -> Plan:
    players = {"us": "plain", "german": "plain"}
    return make_plan("purple-heart-draw", games=games, seed="1", players=players, **how)  # type: ignore[arg-type]


@pytest.mark.clause("PHD-C5.29")
def test_points_are_counted_exactly() -> None:
    rows = study.points_by_date("us", True, (0, 10))
    assert [sum(d.values()) for d in rows] == [1, 1, 1] and rows[0] == {30: 1}
    assert study.mean(rows[1]) == pytest.approx(30 + 29 + 1 / 36, abs=0.01), (
        "DR +1, one less a pip, a 12 counts as 12"
    )
    assert study.mean(rows[2]) - study.mean(rows[1]) == pytest.approx(30), "10 CVP make up for the attack"


def test_charts_are_counted_exactly() -> None:
    points, leaders, repair, redeployment = study.counted()
    assert points.rows[0] == [1, "30.0 (30 to 30)", "20.0 (20 to 20)"] and len(points.rows) == 5
    assert sum(float(row[1].rstrip("%")) for row in leaders.rows) == pytest.approx(100, abs=0.2)
    assert repair.rows[0] == ["weapon repair", "33.3%"]
    assert dict(zip([row[0] for row in redeployment.rows], redeployment.rows, strict=True))["+2"] == [
        "+2",
        "83%, 3%",
        "72%, 17%",
    ]


@pytest.fixture(scope="module")
def mission() -> Row:
    return play_game(plan(1), 0)


def test_a_mission_is_played_and_watched(mission: Row) -> None:
    assert mission["winner"] in ("us", "german") and all(mission[name] > 0 for name in study.RATIOS)
    points = mission["points"]
    assert points["us 1"] == 30 and 25 <= points["us 2"] <= 35 and 15 <= points["german 2"] <= 25
    books = [mission[name] for name in study.TALLIES]
    lost = [mission[f"{side}_lost_{n}"] for side in ("us", "german") for n in study.DATES]
    assert min(lost) >= 0 and sum(lost) > 0 and set(study.OUTCOMES) <= set(mission)
    assert mission["us_gained_1"] > 0 >= mission["german_gained_1"]  # the US side begins with little ground
    assert sum(mission["leaders"].values()) > 0 and all(n >= 0 for book in books for n in book.values())


def test_the_report_shows_what_was_watched_and_counted(mission: Row) -> None:
    tally = Tally(plan(2), GAME.position.sides)
    for number in range(2):
        tally.add(mission | {"game": number, "group": number})
    text = report(tally)
    assert "<h3>force ratio</h3>" in text and "attack strength US to German by scenario" in text
    assert "<h2>Redeployment, exactly</h2>" in text and "<h2>Leaders</h2>" in text
    assert "ratio_1</h3>" not in text, "shown once, with the others"


# ---------------------------------------------------------------- one figure changed at a time


def test_every_value_changes_its_file() -> None:
    for figure in figures.figures_of(GAME):
        text = resources.files(GAME.package).joinpath("data", figure.file).read_text("utf-8")
        edited = {figure.changed(text, value) for value in figure.values}
        assert len({text, *edited}) == 1 + len(figure.values), figure.name


def test_a_figure_that_is_not_there_is_told() -> None:
    lost = figures.Figure(name="a price", file="economy.toml", find="tp = 99", values={"1": "tp = 1"})
    with pytest.raises(GrognardError, match="a price: economy.toml does not hold 'tp = 99' to change"):
        lost.changed("tp = 3", "1")


def test_values_are_compared_game_by_game(mission: Row) -> None:
    lost, won = mission | {"winner": "german"}, mission | {"winner": "us"}
    better = won | {"ratio_5": mission["ratio_5"] + 0.5}
    found = figures.compare(plan(2), [lost, won], [better, better])
    assert found["wins"].value == 0.5 and found["ratio_5"] == pytest.approx((0.5, 0.5, 0.5))
    assert set(found) == {"wins", "ratio_5"}
    text = figures.report(plan(2), [figures.Change("a price", "8 TP", 2, found)])
    assert "a price: 8 TP" in text and "share of games the us side wins" in text and "nought" in text


def test_figures_are_played_in_data_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (figure,) = [f for f in figures.figures_of(GAME) if f.name == "US Rifle Pl price"]
    one = figures.Figure(
        name=figure.name, file=figure.file, find=figure.find, after=figure.after, values={"8 TP": "tp = 8"}
    )
    monkeypatch.setattr(figures, "figures_of", lambda game: [one])
    said: list[str] = []
    (change,) = figures.run(plan(1), tmp_path, 1, said.append)
    assert said == ["as-it-stands", "US Rifle Pl price: 8 TP"] and change.games == 1
    folders = {path.name for path in tmp_path.iterdir()}
    assert folders == {"as-it-stands", "us-rifle-pl-price-8-tp", "report.html", "summary.json"}
    plans = [
        (tmp_path / name / "plan.json").read_text()
        for name in sorted(folders)[:1] + ["us-rifle-pl-price-8-tp"]
    ]
    assert plans[0] != plans[1], "other data, another study"


def test_figures_are_not_mixed_with_options(tmp_path: Path) -> None:
    mixed = plan(2, vary={"tactical_source": ["resolver", "players"]})
    with pytest.raises(GrognardError, match="vary options or figures, not both"):
        figures.run(mixed, tmp_path, 1, print)
    assert not list(tmp_path.iterdir())


def test_a_game_without_figures_says_so() -> None:
    import grognard

    with pytest.raises(GrognardError, match="sword-beach names no figures to change"):
        figures.figures_of(grognard.load("sword-beach"))
