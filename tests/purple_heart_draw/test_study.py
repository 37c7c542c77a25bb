"""The study of the campaign economy: what is counted, what is varied, what is written."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from grognard.study import tactical_mission as study


@pytest.mark.clause("PHD-C5.29")
def test_points_are_counted_exactly() -> None:
    rows = study.points_by_date("us", True, (0, 10))
    assert [sum(d.values()) for d in rows] == [1, 1, 1] and rows[0] == {30: 1}
    assert study.mean(rows[1]) == pytest.approx(30 + 29 + 1 / 36, abs=0.01), (
        "DR +1, one less a pip, a 12 counts as 12"
    )
    assert study.mean(rows[2]) - study.mean(rows[1]) == pytest.approx(30), "10 CVP make up for the attack"
    found = study.exact()
    assert sum(found["leaders"]["us"].values()) == pytest.approx(1) and found["repair"][
        "weapon_repair"
    ] == pytest.approx(1 / 3)
    assert found["redeployment"]["infantry"][2]["redeploys"] == pytest.approx(5 / 9)


def test_every_variation_changes_a_figure() -> None:
    for change in study.CHANGES:
        text = resources.files(study.PACKAGE).joinpath("data", change.file).read_text("utf-8")
        edited = {value: edit(text) for value, edit in change.edits.items()}
        assert len({text, *edited.values()}) == 3, change.name


def _played() -> dict[str, Any]:
    books = {side: {name: [n, 1, 0, 0, 2] for n, name in enumerate(study.BOOKS)} for side in ("us", "german")}
    missions = [
        {
            "seed": n,
            "winner": "us" if n % 2 else "german",
            "strength": [{"us": 20.0 + n + s, "german": 20.0} for s in range(5)],
            "suffered": [],
            "books": books,
        }
        for n in range(8)
    ]
    more = [
        m | {"strength": [{"us": row["us"] + 2, "german": 20.0} for row in m["strength"]], "winner": "us"}
        for m in missions
    ]
    return {
        "base": study.summary(missions),
        "changes": [
            {"figure": "a price", "value": "8", **study.summary(more), **study.differences(missions, more)}
        ],
    }


def test_summary_and_report(tmp_path: Path) -> None:
    played = _played()
    assert played["base"]["us_wins"]["value"] == 0.5 and played["base"]["ratio_by_date"][0]["ratio"][
        "value"
    ] == pytest.approx(1.175)
    text = study.report(study.exact(), played)
    assert (
        "US wins 50%" in text
        and "| a price | 8 |" in text
        and "reconstruction" in text
        and "+0.10 (+0.10 to +0.10)" in text
    )
    assert played["base"]["books"]["tp"]["us"][4]["value"] == 3, "points add up, the rest does not"
    assert played["changes"][0]["wins_more"]["value"] == 0.5 and all(
        f"## {name}" in text for name in ("Leaders", "Repair", "Redeployment")
    )
    study.plots(study.exact(), played, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "force-ratio.svg",
        "tactical-points.svg",
        "figures.svg",
        "redeployment.svg",
        "people.svg",
    }


def test_a_mission_is_played_and_measured() -> None:
    found = study.play(1)
    assert (
        found["winner"] in ("us", "german")
        and len(found["strength"]) == 5
        and all(row["us"] > 0 for row in found["strength"])
    )
    books = found["books"]
    assert (
        books["us"]["tp"][0] == 30
        and 25 <= books["us"]["tp"][1] <= 35
        and 15 <= books["german"]["tp"][1] <= 25
    )
    assert sum(books["german"]["leaders"]) > 0 and all(
        n >= 0 for side in books.values() for row in side.values() for n in row
    )
