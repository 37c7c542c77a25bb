"""The economy of Purple Heart Draw's Tactical Mission: what the charts imply, exactly where it can be
counted, simulated where it cannot, and how far each reconstructed figure drives it.

    python -m grognard.study.tactical_mission --missions 40 --out report

plays missions by plain computer seats and the abstract resolver, then plays them again with one reconstructed
figure changed at a time (in a copy of the data files, as a player would replace them), and writes report.md,
results.json and plots. Plots need the extra `study`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib import resources
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import grognard
from grognard.core.facts import CHANCE
from grognard.core.plain import Plain
from grognard.games.purple_heart_draw.battle import force
from grognard.games.purple_heart_draw.charts import (
    ONE_DIE,
    REPAIR,
    SCENARIOS,
    TWO_DICE,
    chances,
    tactical_points,
)
from grognard.games.purple_heart_draw.pieces import KINDS, LEADER, PERSONNEL, SIDE, SIDES, has_mark
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.redeploy import odds
from grognard.players import find
from grognard.players.seat import Seat

from .numbers import Interval, Spread, wilson

PACKAGE = "grognard.games.purple_heart_draw"
BOOKS = ("tp", "leaders", "repaired", "past repair", "lost redeploying")
SUFFERED = {"us": (4, 11, 18, 15), "german": (8, 8, 15, 13)}  # PHD-Z14: mean CVP, scenario by scenario


# ---------------------------------------------------------------- counted exactly


def points_by_date(side: str, attacks: bool, suffered: Sequence[int]) -> list[dict[int, Fraction]]:
    """PHD-C5.29: TP received up to each date, exactly, for CVP suffered as given."""
    total, found = {(30 if side == "us" else 20): Fraction(1)}, []
    found.append(total)
    for cvp in suffered:
        drm = int(attacks) - cvp // 10
        after: dict[int, Fraction] = {}
        for points, chance in total.items():
            for roll, share in TWO_DICE.items():
                key = points + tactical_points(side, roll + drm)
                after[key] = after.get(key, Fraction(0)) + chance * share
        total = after
        found.append(total)
    return found


def mean(found: dict[int, Fraction]) -> float:
    return float(sum(points * chance for points, chance in found.items()))


def quantile(found: dict[int, Fraction], share: float) -> int:
    reached = Fraction(0)
    for points, chance in sorted(found.items()):
        reached += chance
        if reached >= share:
            return points
    return max(found)


def exact() -> Plain:
    """All that needs no dice: points, leaders, repair, redeployment."""
    points = {side: points_by_date(side, side == "us", SUFFERED[side]) for side in SIDES}
    return {
        "tp": {
            side: [{"mean": mean(d), "low": quantile(d, 0.05), "high": quantile(d, 0.95)} for d in rows]
            for side, rows in points.items()
        },
        "leaders": {
            side: {name: float(c) for name, c in chances(PERSONNEL["leader_table"], [], side).items()}
            for side in SIDES
        },
        "repair": {
            name: float(sum(c for f, c in ONE_DIE.items() if f <= REPAIR[name]["success_max"]))
            for name in ("weapon_repair", "at_ft_dc_repair", "immobilization_repair", "special_ammunition")
        },
        "redeployment": {
            kind: {
                drm: {", ".join(r): float(c) for r, c in odds(kind == "vehicle", drm).items()}
                for drm in range(-2, 6)
            }
            for kind in ("infantry", "vehicle")
        },
    }


# ---------------------------------------------------------------- played


def strength(state: PurpleHeartDraw, side: str) -> float:
    """Attack strength of all a side brings into a scenario, broken or entering."""
    return sum(t.strength()[0] for t in force(state, side).troops)


def play(seed: int) -> Plain:
    """One mission by plain seats: both strengths at the start of every scenario, and how it ended."""
    state: Any = grognard.load("purple-heart-draw").new(seed=seed)
    seats = {side: Seat(find("plain", "purple-heart-draw").load(), side, seed=seed) for side in SIDES}
    found: list[dict[str, float]] = []
    while state.to_move is not None:
        if state.step.name == "orders" and len(found) < state.scenario:
            found += [{side: strength(state, side) for side in SIDES}] * (state.scenario - len(found))
        if state.to_move == CHANCE:
            state.roll()
        else:
            state.push(seats[state.to_move].choose(state))
    books = ledger(state)
    return {
        "seed": seed,
        "winner": state.won[0],
        "strength": found,
        "suffered": [list(row) for row in state.suffered],
        "books": books,
    }


def ledger(state: PurpleHeartDraw) -> dict[str, dict[str, list[int]]]:
    """What each side received and lost, scenario by scenario, read off the journal of a mission that is
    over.
    """
    books = {side: {name: [0] * SCENARIOS for name in BOOKS} for side in SIDES}
    for n, side in enumerate(SIDES):
        for scenario, start, more, *_ in state.roster[n]:
            books[side]["tp"][scenario - 1] = (start if scenario == 1 else 0) + more
    scenario = 1
    for name, key, old, new, clause in state.journal:
        if name == "scenario":
            scenario = max(new, 1)
        elif name == "kind" and (book := _fate(old, new, clause)):
            books[SIDE[key]][book][scenario - 1] += 1
        elif name == "gear" and clause == "PHD-C5.26":
            # a vehicle's weapon is disabled instead of lost
            gone = len(new) < len(old) or marks(new, "x") > marks(old, "x")
            mended = max(marks(old, "!") - marks(new, "!"), 0)
            books[SIDE[key]]["past repair" if gone else "repaired"][scenario - 1] += mended
    return books


def _fate(old: str, new: str, clause: str) -> str:
    """The book in which a change of a unit's kind counts; "": none."""
    if not new:
        lost = clause.startswith(("PHD-C5.14", "PHD-R12")) and KINDS[old].type
        return "lost redeploying" if lost else ""
    return "leaders" if KINDS[new].type == LEADER and (not old or KINDS[old].type != LEADER) else ""


def marks(gear: Iterable[str], mark: str) -> int:
    return sum(has_mark(one, mark) for one in gear)


def summary(missions: Sequence[dict[str, Any]]) -> Plain:
    """Force ratio by date with the mean's 95 % interval and the middle nine tenths of the missions."""
    rows = []
    for n in range(SCENARIOS):
        ratios = sorted(ratio(m, n) for m in missions if len(m["strength"]) > n)
        if ratios:
            middle = Spread(ratios).interval()
            rows.append(
                {
                    "ratio": middle.plain(),
                    "low": ratios[len(ratios) // 20],
                    "high": ratios[-1 - len(ratios) // 20],
                }
            )
    wins = wilson(sum(m["winner"] == "us" for m in missions), len(missions))
    return {
        "missions": len(missions),
        "ratio_by_date": rows,
        "us_wins": wins.plain(),
        "books": in_the_mean(missions),
    }


def ratio(mission: dict[str, Any], n: int) -> float:
    return float(mission["strength"][n]["us"] / max(mission["strength"][n]["german"], 0.1))


def in_the_mean(missions: Sequence[dict[str, Any]]) -> Plain:
    """Every book of every side: means by scenario with intervals, TP added up from the first on."""
    found: dict[str, Any] = {}
    for side in SIDES:
        for name in BOOKS:
            rows = [
                list(accumulate(m["books"][side][name])) if name == "tp" else m["books"][side][name]
                for m in missions
            ]
            means = [Spread(map(float, column)).interval() for column in zip(*rows, strict=True)]
            # nobody loses less than nothing
            found.setdefault(name, {})[side] = [
                mean_._replace(low=max(mean_.low, 0.0)).plain() for mean_ in means
            ]
    return found


def differences(base: Sequence[dict[str, Any]], other: Sequence[dict[str, Any]]) -> Plain:
    """What a change does to the ratio in the last scenario and to the US wins, mission by mission on the same
    seed.
    """
    pairs = [
        (a, b)
        for a, b in zip(base, other, strict=True)
        if len(a["strength"]) == len(b["strength"]) == SCENARIOS
    ]
    ratios = Spread(ratio(b, SCENARIOS - 1) - ratio(a, SCENARIOS - 1) for a, b in pairs)
    wins = Spread(
        float(b["winner"] == "us") - float(a["winner"] == "us") for a, b in zip(base, other, strict=True)
    )
    return {"ratio_more": ratios.interval().plain(), "wins_more": wins.interval().plain()}


# ---------------------------------------------------------------- one figure changed at a time

Edit = Callable[[str], str]


class Change(NamedTuple):
    """A reconstructed figure and two other values of it."""

    name: str
    file: str
    edits: dict[str, Edit]


def _tp(id_: str, by: int, field: str = "tp") -> Edit:
    return lambda text: re.sub(
        rf'(id = "{id_}"\n(?:.*\n)*?{field} = )(\d+)',
        lambda m: m[1] + str(max(int(m[2]) + by, 1)),
        text,
        count=1,
    )


def _replace(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new)

    return edit


CHANGES = (
    Change("US Rifle Pl price", "rg_chart_us.toml", {"6 TP": _tp("I1", -1), "8 TP": _tp("I1", 1)}),
    Change(
        "US Rifle Pl a scenario",
        "rg_chart_us.toml",
        {"2": _tp("I1", -1, "scen_max"), "4": _tp("I1", 1, "scen_max")},
    ),
    Change("US Tank Sect price", "rg_chart_us.toml", {"7 TP": _tp("A1", -2), "11 TP": _tp("A1", 2)}),
    Change("US Attack Option price", "rg_chart_us.toml", {"1 TP": _tp("M5", -2), "5 TP": _tp("M5", 2)}),
    Change("German Gren Pl price", "rg_chart_german.toml", {"5 TP": _tp("I1", -1), "7 TP": _tp("I1", 1)}),
    Change(
        "German Gren Pl a scenario",
        "rg_chart_german.toml",
        {"1": _tp("I1", -1, "scen_max"), "3": _tp("I1", 1, "scen_max")},
    ),
    Change(
        "note i, class of US squads",
        "rg_notes.toml",
        {
            "5-4-6 from dr 2": _replace('squad = "6-6-6", hs = "3-4-6"', 'squad = "5-4-6", hs = "2-3-6"'),
            "6-6-7 to dr 4": _replace('squad = "6-6-6", hs = "3-4-6"', 'squad = "6-6-7", hs = "3-4-7"'),
        },
    ),
    Change(
        "on-map set-up cost",
        "economy.toml",
        {
            "0": _replace('types = ["G", "HW", "I"], on_map = 1', 'types = ["G", "HW", "I"], on_map = 0'),
            "+2": _replace('types = ["G", "HW", "I"], on_map = 1', 'types = ["G", "HW", "I"], on_map = 2'),
        },
    ),
    Change(
        "circled turn numbers",
        "economy.toml",
        {
            "one more": _replace("{ turn = 5, number = 1 }", "{ turn = 5, number = 2 }"),
            "turn 5 never": _replace("{ turn = 5, number = 1 }", "{ turn = 5, number = 0 }"),
        },
    ),
    Change(
        "redeployment range, Infantry",
        "redeployment.toml",
        {
            "8 hexes": _replace("infantry = 12", "infantry = 8"),
            "18 hexes": _replace("infantry = 12", "infantry = 18"),
        },
    ),
    Change(
        "leader table, US",
        "personnel.toml",
        {
            "8-0 for 8-1": _replace('us = "8-1"', 'us = "8-0"'),
            "8-1 for 8-0": _replace('us = "8-0"', 'us = "8-1"'),
        },
    ),
    Change(
        "evacuation, dr 3 to 5",
        "personnel.toml",
        {
            "unwounded": _replace('"retained_wounded"', '"retained_unwounded"'),
            "evacuated": _replace('"retained_wounded"', '"evacuated"'),
        },
    ),
    Change(
        "German DSP for 2 TP",
        "rg_chart_german.toml",
        {"5": _tp("M3", -5, "number"), "20": _tp("M3", 10, "number")},
    ),
    Change(
        "resolver: bocage factor",
        "resolver.toml",
        {"1.0": _replace("bocage = 1.1", "bocage = 1.0"), "1.2": _replace("bocage = 1.1", "bocage = 1.2")},
    ),
)


def worker(seeds: range, folder: str | None = None) -> list[Plain]:
    """Missions in a process of their own, with the data files of a folder in the place of ours."""
    env = {**os.environ, **({"GROGNARD_DATA": folder} if folder else {})}
    command = [
        sys.executable,
        "-m",
        "grognard.study.tactical_mission",
        "--worker",
        str(seeds.start),
        str(seeds.stop),
    ]
    out = subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout  # noqa: S603
    return [json.loads(line) for line in out.splitlines()]


def varied(change: Change, edit: Edit, seeds: range) -> list[Plain]:
    text = resources.files(PACKAGE).joinpath("data", change.file).read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "purple-heart-draw"
        own.mkdir()
        changed = edit(text)
        if changed == text:
            raise AssertionError(f"{change.name}: the edit changes nothing")
        (own / change.file).write_text(changed)
        return worker(seeds, folder)


def jobs(seeds: range) -> Iterator[tuple[str, str, Change | None, Edit | None]]:
    yield "base", "", None, None
    for change in CHANGES:
        for value, edit in change.edits.items():
            yield change.name, value, change, edit


def simulate(
    missions: int, workers: int, say: Callable[[str], None] = lambda words: None, base_missions: int = 0
) -> Plain:
    """The base and every variation on the same seeds; of the base more, if wanted."""
    seeds = range(1, missions + 1)
    todo = list(jobs(seeds))

    def run(job: tuple[str, str, Change | None, Edit | None]) -> tuple[str, str, list[Plain]]:
        name, value, change, edit = job
        whole = range(1, max(missions, base_missions) + 1)
        rows = worker(whole) if change is None or edit is None else varied(change, edit, seeds)
        say(f"{name} {value}: {len(rows)} missions")
        return name, value, rows

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(run, todo))
    base = found[0][2]
    changes = [
        {"figure": name, "value": value, **summary(rows), **differences(base[:missions], rows)}
        for name, value, rows in found[1:]
    ]
    return {"base": summary(base), "changes": changes}


# ---------------------------------------------------------------- the report


def cell(found: dict[str, float], form: str = ".2f") -> str:
    return Interval(**found).words(form)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    return [
        "",
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
        "",
    ]


def report(counted: Plain, played: dict[str, Any]) -> str:
    lines = [
        "# The economy of the Tactical Mission",
        "",
        (
            f"{played['base']['missions']} missions by plain computer seats; scenarios by the abstract"
            " resolver (reconstruction). Charts: reconstruction from fragments."
        ),
    ]
    for part in (points_part, leaders_part, repair_part, redeployment_part, ratio_part, figures_part):
        lines += ["", *part(counted, played)]
    return "\n".join(lines).rstrip().replace("\n\n\n", "\n\n") + "\n"


def points_part(counted: dict[str, Any], played: dict[str, Any]) -> list[str]:
    means = played["base"]["books"]["tp"]
    rows = [
        [
            n + 1,
            *(
                f"{row['mean']:.1f} ({row['low']} to {row['high']})"
                for row in (counted["tp"][side][n] for side in SIDES)
            ),
            *(cell(means[side][n], ".1f") for side in SIDES),
        ]
        for n in range(SCENARIOS)
    ]
    words = (
        "Exactly: the US attacks every time, CVP suffered as measured; mean, 5th and 95th percentile. Played:"
        " the mean and its 95 % interval."
    )
    return [
        "## Tactical Points received",
        "",
        words,
        *table(["up to scenario", "US exactly", "German exactly", "US played", "German played"], rows),
    ]


def leaders_part(counted: dict[str, Any], played: dict[str, Any]) -> list[str]:
    kinds = list(dict.fromkeys([*counted["leaders"]["us"], *counted["leaders"]["german"]]))
    rows = [[kind, *(f"{counted['leaders'][side].get(kind, 0):.1%}" for side in SIDES)] for kind in kinds]
    means = played["base"]["books"]["leaders"]
    got = [[n + 1, *(cell(means[side][n], ".1f") for side in SIDES)] for n in range(SCENARIOS)]
    return [
        "## Leaders",
        "",
        "One DR on the Leader Table (reconstruction), exactly:",
        *table(["leader", "US", "German"], rows),
        "Leaders who joined, played:",
        *table(["scenario", "US", "German"], got),
    ]


def repair_part(counted: dict[str, Any], played: dict[str, Any]) -> list[str]:
    rows = [[name.replace("_", " "), f"{chance:.1%}"] for name, chance in counted["repair"].items()]
    books = played["base"]["books"]
    done = [
        [n + 1, *(cell(books[name][side][n]) for side in SIDES for name in ("repaired", "past repair"))]
        for n in range(1, SCENARIOS)
    ]
    return [
        "## Repair",
        "",
        "One dr without drm, exactly:",
        *table(["repair", "succeeds"], rows),
        "Malfunctioned weapons before a scenario, played:",
        *table(["scenario", "US repaired", "US lost", "German repaired", "German lost"], done),
    ]


def redeployment_part(counted: dict[str, Any], played: dict[str, Any]) -> list[str]:
    def lost(kind: str, drm: int) -> str:
        found = counted["redeployment"][kind][drm]
        return (
            f"{sum(c for r, c in found.items() if 'redeploys' in r):.0%},"
            f" {sum(c for r, c in found.items() if 'eliminated' in r):.0%}"
        )

    rows = [
        [f"{drm:+d}", lost("infantry", drm), lost("vehicle", drm)]
        for drm in sorted(counted["redeployment"]["infantry"])
    ]
    means = played["base"]["books"]["lost redeploying"]
    gone = [[n + 1, *(cell(means[side][n]) for side in SIDES)] for n in range(SCENARIOS)]
    return [
        "## Redeployment",
        "",
        "Arrives, and is eliminated, exactly:",
        *table(["DRM", "Infantry", "vehicle"], rows),
        "Units lost in it, played:",
        *table(["after scenario", "US", "German"], gone),
    ]


def ratio_part(counted: Plain, played: dict[str, Any]) -> list[str]:
    base = played["base"]
    rows = [
        [n, cell(row["ratio"]), f"{row['low']:.2f} to {row['high']:.2f}"]
        for n, row in enumerate(base["ratio_by_date"], 1)
    ]
    return [
        "## Force ratio US : German at the start of each scenario",
        *table(["scenario", "mean (95 % interval)", "middle nine tenths"], rows),
        f"US wins {cell(base['us_wins'], '.0%')}.",
    ]


def figures_part(counted: Plain, played: dict[str, Any]) -> list[str]:
    base = played["base"]["ratio_by_date"][-1]["ratio"]["value"]
    rows = [
        [
            row["figure"],
            row["value"],
            row["missions"],
            cell(row["ratio_by_date"][-1]["ratio"]),
            cell(row["ratio_more"], "+.2f"),
            cell(row["us_wins"], ".0%"),
            cell(row["wins_more"], "+.0%"),
        ]
        for row in played["changes"]
    ]
    words = (
        "One figure changed at a time, on the same seeds; what it changes is measured mission by mission. An"
        " interval that holds nought tells nothing."
    )
    return [
        "## How far each reconstructed figure drives it",
        "",
        words,
        *table(
            [
                "figure",
                "value",
                "missions",
                f"ratio in the fifth (base {base:.2f})",
                "by how much",
                "US wins",
                "by how much",
            ],
            rows,
        ),
    ]


def plots(counted: Plain, played: Plain, out: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        raise grognard.GrognardError("plots need the extra `study`: pip install grognard[study]") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    ratio_plot(plt, played, out)
    points_plot(plt, counted, out)
    figures_plot(plt, played, out)
    dice_plots(plt, counted, played, out)
    plt.close("all")


DATES = range(1, SCENARIOS + 1)


def ratio_plot(plt: Any, played: dict[str, Any], out: Path) -> None:
    """Attack strength, US to German, at the start of each TM Scenario."""
    rows = played["base"]["ratio_by_date"]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.fill_between(
        DATES,
        [r["low"] for r in rows],
        [r["high"] for r in rows],
        color="#c9d6de",
        label="middle nine tenths",
    )
    middle = [r["ratio"]["value"] for r in rows]
    axes.errorbar(
        DATES,
        middle,
        [
            [m - r["ratio"]["low"] for m, r in zip(middle, rows, strict=True)],
            [r["ratio"]["high"] - m for m, r in zip(middle, rows, strict=True)],
        ],
        color="#2f6690",
        marker="o",
        label="mean, 95 % interval",
    )
    axes.set(
        xlabel="TM Scenario",
        ylabel="attack strength US : German",
        title="Force ratio by date (charts: reconstruction)",
        xticks=list(DATES),
    )
    axes.legend()
    figure.savefig(out / "force-ratio.svg")


def points_plot(plt: Any, counted: dict[str, Any], out: Path) -> None:
    """Tactical Points received so far, counted exactly."""
    figure, axes = plt.subplots(figsize=(7, 4))
    for side, colour in (("us", "#4f7c38"), ("german", "#5a6a72")):
        tp = counted["tp"][side]
        axes.plot(DATES, [r["mean"] for r in tp], color=colour, marker="o", label=side)
        axes.fill_between(DATES, [r["low"] for r in tp], [r["high"] for r in tp], color=colour, alpha=0.25)
    axes.set(
        xlabel="up to TM Scenario",
        ylabel="Tactical Points received",
        title="Tactical Points, exactly",
        xticks=list(DATES),
    )
    axes.legend()
    figure.savefig(out / "tactical-points.svg")


def figures_plot(plt: Any, played: dict[str, Any], out: Path) -> None:
    """What each reconstructed figure does to the ratio, changed alone."""
    figure, axes = plt.subplots(figsize=(8, 6))
    names = [f"{r['figure']}: {r['value']}" for r in played["changes"]]
    ends = [r["ratio_more"] for r in played["changes"]]
    axes.axvline(0, color="#b5452c", label="as it stands")
    axes.errorbar(
        [e["value"] for e in ends],
        range(len(ends)),
        xerr=[[e["value"] - e["low"] for e in ends], [e["high"] - e["value"] for e in ends]],
        fmt="o",
        color="#2f6690",
    )
    axes.set(
        yticks=range(len(names)),
        yticklabels=names,
        xlabel="change of the force ratio at the start of the fifth scenario, 95 % interval",
        title="Each reconstructed figure changed alone",
    )
    axes.invert_yaxis()
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(out / "figures.svg")


def dice_plots(plt: Any, counted: dict[str, Any], played: dict[str, Any], out: Path) -> None:
    """Redeployment by DRM, exactly; leaders and redeployment losses as played."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), sharey=True)
    for axes, kind in ((left, "infantry"), (right, "vehicle")):
        rows = counted["redeployment"][kind]
        drms, floor = sorted(rows), [0.0] * len(rows)
        for name in dict.fromkeys(result for drm in drms for result in rows[drm]):
            shares = [rows[drm].get(name, 0.0) for drm in drms]
            axes.bar(drms, shares, bottom=floor, label=name.replace("_", " "))
            floor = [a + b for a, b in zip(floor, shares, strict=True)]
        axes.set(xlabel="DRM", title=f"Redeployment, {kind}")
        axes.legend(fontsize=7)
    left.set_ylabel("chance, exactly")
    figure.tight_layout()
    figure.savefig(out / "redeployment.svg")
    figure, sheets = plt.subplots(1, 2, figsize=(9, 4))
    for axes, name in zip(sheets, ("leaders", "lost redeploying"), strict=True):
        for shift, (side, colour) in enumerate((("us", "#4f7c38"), ("german", "#5a6a72"))):
            found = played["base"]["books"][name][side]
            places = [n + 0.9 + 0.2 * shift for n in range(SCENARIOS)]
            axes.errorbar(
                places,
                [r["value"] for r in found],
                [[r["value"] - r["low"] for r in found], [r["high"] - r["value"] for r in found]],
                fmt="o",
                color=colour,
                label=side,
            )
        axes.set(
            xlabel="TM Scenario",
            title={
                "leaders": "Leaders who joined, mean and 95 %",
                "lost redeploying": "Units lost redeploying, mean and 95 %",
            }[name],
        )
        axes.legend()
    figure.tight_layout()
    figure.savefig(out / "people.svg")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--missions", type=int, default=40)
    parser.add_argument(
        "--base", type=int, default=0, help="missions with every figure as it stands, if more than --missions"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("tactical-mission"))
    parser.add_argument("--no-plots", action="store_true")
    parser.add_argument("--worker", nargs=2, type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        for seed in range(*args.worker):
            print(json.dumps(play(seed)), flush=True)
        return
    counted = exact()
    played = simulate(
        args.missions, args.workers, lambda words: print(words, file=sys.stderr, flush=True), args.base
    )
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "results.json").write_text(
        json.dumps({"exact": counted, "simulated": played}, indent=1) + "\n"
    )
    (args.out / "report.md").write_text(report(counted, played))
    if not args.no_plots:
        plots(counted, played, args.out)
    print(args.out / "report.md")


if __name__ == "__main__":
    main()
