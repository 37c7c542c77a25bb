"""The economy of Purple Heart Draw's Tactical Mission: what the charts imply, exactly where it can be counted, simulated
where it cannot, and how far each reconstructed figure drives it.

    python -m grognard.study.tactical_mission --missions 40 --out report

plays missions by plain computer seats and the abstract resolver, then plays them again with one reconstructed figure
changed at a time (in a copy of the data files, as a player would replace them), and writes report.md, results.json and
plots. Plots need the extra `study`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import grognard
from grognard.core.facts import CHANCE
from grognard.games.purple_heart_draw.battle import force
from grognard.games.purple_heart_draw.charts import ONE_DIE, REPAIR, SCENARIOS, TWO_DICE, chances, tactical_points
from grognard.games.purple_heart_draw.pieces import PERSONNEL, SIDES
from grognard.games.purple_heart_draw.position import PurpleHeartDraw
from grognard.games.purple_heart_draw.redeploy import odds
from grognard.players import find
from grognard.players.seat import Seat

from .numbers import Spread, wilson

PACKAGE = "grognard.games.purple_heart_draw"
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


def exact() -> dict[str, Any]:
    """All that needs no dice: points, leaders, repair, redeployment."""
    points = {side: points_by_date(side, side == "us", SUFFERED[side]) for side in SIDES}
    return {
        "tp": {side: [{"mean": mean(d), "low": quantile(d, 0.05), "high": quantile(d, 0.95)} for d in rows] for side, rows in points.items()},
        "leaders": {side: {name: float(c) for name, c in chances(PERSONNEL["leader_table"], [], side).items()} for side in SIDES},
        "repair": {name: float(sum(c for f, c in ONE_DIE.items() if f <= REPAIR[name]["success_max"])) for name in ("weapon_repair", "at_ft_dc_repair", "immobilization_repair", "special_ammunition")},
        "redeployment": {
            kind: {drm: {", ".join(r): float(c) for r, c in odds(kind == "vehicle", drm).items()} for drm in range(-2, 6)} for kind in ("infantry", "vehicle")
        },
    }  # fmt: skip


# ---------------------------------------------------------------- played


def strength(state: PurpleHeartDraw, side: str) -> float:
    """Attack strength of all a side brings into a scenario, broken or entering."""
    return sum(t.strength()[0] for t in force(state, side).troops)


def play(seed: int) -> dict[str, Any]:
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
    return {"seed": seed, "winner": state.won[0], "strength": found, "suffered": [list(row) for row in state.suffered]}


def summary(missions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Force ratio by date with the mean's 95 % interval and the middle nine tenths of the missions."""
    rows = []
    for n in range(SCENARIOS):
        ratios = sorted(m["strength"][n]["us"] / max(m["strength"][n]["german"], 0.1) for m in missions if len(m["strength"]) > n)
        if ratios:
            middle = Spread(ratios).interval()
            rows.append({"ratio": middle.plain(), "low": ratios[len(ratios) // 20], "high": ratios[-1 - len(ratios) // 20]})
    wins = wilson(sum(m["winner"] == "us" for m in missions), len(missions))
    return {"missions": len(missions), "ratio_by_date": rows, "us_wins": wins.plain()}


# ---------------------------------------------------------------- one figure changed at a time

Edit = Callable[[str], str]


class Change(NamedTuple):
    """A reconstructed figure and two other values of it."""

    name: str
    file: str
    edits: dict[str, Edit]


def _tp(id_: str, by: int, field: str = "tp") -> Edit:
    return lambda text: re.sub(rf'(id = "{id_}"\n(?:.*\n)*?{field} = )(\d+)', lambda m: m[1] + str(max(int(m[2]) + by, 1)), text, count=1)


def _replace(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new)

    return edit


CHANGES = (
    Change("US Rifle Pl price", "rg_chart_us.toml", {"6 TP": _tp("I1", -1), "8 TP": _tp("I1", 1)}),
    Change("US Rifle Pl a scenario", "rg_chart_us.toml", {"2": _tp("I1", -1, "scen_max"), "4": _tp("I1", 1, "scen_max")}),
    Change("US Tank Sect price", "rg_chart_us.toml", {"7 TP": _tp("A1", -2), "11 TP": _tp("A1", 2)}),
    Change("US Attack Option price", "rg_chart_us.toml", {"1 TP": _tp("M5", -2), "5 TP": _tp("M5", 2)}),
    Change("German Gren Pl price", "rg_chart_german.toml", {"5 TP": _tp("I1", -1), "7 TP": _tp("I1", 1)}),
    Change("German Gren Pl a scenario", "rg_chart_german.toml", {"1": _tp("I1", -1, "scen_max"), "3": _tp("I1", 1, "scen_max")}),
    Change("note i, class of US squads", "rg_notes.toml", {"5-4-6 from dr 2": _replace('squad = "6-6-6", hs = "3-4-6"', 'squad = "5-4-6", hs = "2-3-6"'), "6-6-7 to dr 4": _replace('squad = "6-6-6", hs = "3-4-6"', 'squad = "6-6-7", hs = "3-4-7"')}),
    Change("on-map set-up cost", "economy.toml", {"0": _replace('types = ["G", "HW", "I"], on_map = 1', 'types = ["G", "HW", "I"], on_map = 0'), "+2": _replace('types = ["G", "HW", "I"], on_map = 1', 'types = ["G", "HW", "I"], on_map = 2')}),
    Change("circled turn numbers", "economy.toml", {"one more": _replace("{ turn = 5, number = 1 }", "{ turn = 5, number = 2 }"), "turn 5 never": _replace("{ turn = 5, number = 1 }", "{ turn = 5, number = 0 }")}),
    Change("resolver: bocage factor", "resolver.toml", {"1.0": _replace("bocage = 1.1", "bocage = 1.0"), "1.2": _replace("bocage = 1.1", "bocage = 1.2")}),
)  # fmt: skip


def worker(seeds: range, folder: str | None = None) -> list[dict[str, Any]]:
    """Missions in a process of their own, with the data files of a folder in the place of ours."""
    env = {**os.environ, **({"GROGNARD_DATA": folder} if folder else {})}
    command = [sys.executable, "-m", "grognard.study.tactical_mission", "--worker", str(seeds.start), str(seeds.stop)]
    out = subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout  # noqa: S603
    return [json.loads(line) for line in out.splitlines()]


def varied(change: Change, edit: Edit, seeds: range) -> list[dict[str, Any]]:
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


def simulate(missions: int, workers: int, say: Callable[[str], None] = lambda words: None) -> dict[str, Any]:
    """The base and every variation, on the same seeds."""
    seeds = range(1, missions + 1)
    todo = list(jobs(seeds))

    def run(job: tuple[str, str, Change | None, Edit | None]) -> tuple[str, str, dict[str, Any]]:
        name, value, change, edit = job
        rows = worker(seeds) if change is None or edit is None else varied(change, edit, seeds)
        say(f"{name} {value}: {len(rows)} missions")
        return name, value, summary(rows)

    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(run, todo))
    return {"base": found[0][2], "changes": [{"figure": name, "value": value, **row} for name, value, row in found[1:]]}


# ---------------------------------------------------------------- the report


def report(counted: dict[str, Any], played: dict[str, Any]) -> str:
    base = played["base"]
    lines = ["# The economy of the Tactical Mission", "", f"{base['missions']} missions by plain computer seats; scenarios by the abstract resolver (reconstruction). Charts: reconstruction from fragments.", ""]
    lines += ["## Tactical Points received, exactly", "", "US attacking every time; CVP suffered as measured. 5th and 95th percentile.", "", "| up to scenario | US | German |", "|---|---|---|"]
    for n in range(SCENARIOS):
        cells = [f"{row['mean']:.1f} ({row['low']} to {row['high']})" for row in (counted["tp"][side][n] for side in SIDES)]
        lines.append(f"| {n + 1} | {' | '.join(cells)} |")
    lines += ["", "## Force ratio US : German at the start of each scenario", "", "| scenario | mean (95 % interval) | middle nine tenths |", "|---|---|---|"]
    for n, row in enumerate(base["ratio_by_date"], 1):
        r = row["ratio"]
        lines.append(f"| {n} | {r['value']:.2f} ({r['low']:.2f} to {r['high']:.2f}) | {row['low']:.2f} to {row['high']:.2f} |")
    w = base["us_wins"]
    lines += ["", f"US wins {w['value']:.0%} ({w['low']:.0%} to {w['high']:.0%}).", "", "## How far each reconstructed figure drives it", ""]
    lines += ["| figure | value | ratio in the fifth (base " + f"{base['ratio_by_date'][-1]['ratio']['value']:.2f}) | US wins |", "|---|---|---|---|"]
    for row in played["changes"]:
        last, wins = row["ratio_by_date"][-1]["ratio"], row["us_wins"]
        lines.append(f"| {row['figure']} | {row['value']} | {last['value']:.2f} ({last['low']:.2f} to {last['high']:.2f}) | {wins['value']:.0%} ({wins['low']:.0%} to {wins['high']:.0%}) |")
    return "\n".join(lines) + "\n"


def plots(counted: dict[str, Any], played: dict[str, Any], out: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        raise grognard.GrognardError("plots need the extra `study`: pip install grognard[study]") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    dates = range(1, SCENARIOS + 1)
    rows = played["base"]["ratio_by_date"]
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.fill_between(dates, [r["low"] for r in rows], [r["high"] for r in rows], color="#c9d6de", label="middle nine tenths")
    middle = [r["ratio"]["value"] for r in rows]
    axes.errorbar(dates, middle, [[m - r["ratio"]["low"] for m, r in zip(middle, rows, strict=True)], [r["ratio"]["high"] - m for m, r in zip(middle, rows, strict=True)]], color="#2f6690", marker="o", label="mean, 95 % interval")
    axes.set(xlabel="TM Scenario", ylabel="attack strength US : German", title="Force ratio by date (charts: reconstruction)", xticks=list(dates))
    axes.legend()
    figure.savefig(out / "force-ratio.svg")
    figure, axes = plt.subplots(figsize=(7, 4))
    for side, colour in (("us", "#4f7c38"), ("german", "#5a6a72")):
        tp = counted["tp"][side]
        axes.plot(dates, [r["mean"] for r in tp], color=colour, marker="o", label=side)
        axes.fill_between(dates, [r["low"] for r in tp], [r["high"] for r in tp], color=colour, alpha=0.25)
    axes.set(xlabel="up to TM Scenario", ylabel="Tactical Points received", title="Tactical Points, exactly", xticks=list(dates))
    axes.legend()
    figure.savefig(out / "tactical-points.svg")
    figure, axes = plt.subplots(figsize=(8, 6))
    names = [f"{r['figure']}: {r['value']}" for r in played["changes"]]
    ends = [r["ratio_by_date"][-1]["ratio"] for r in played["changes"]]
    axes.axvline(middle[-1], color="#b5452c", label="as it stands")
    axes.errorbar([e["value"] for e in ends], range(len(ends)), xerr=[[e["value"] - e["low"] for e in ends], [e["high"] - e["value"] for e in ends]], fmt="o", color="#2f6690")
    axes.set(yticks=range(len(names)), yticklabels=names, xlabel="force ratio at the start of the fifth scenario", title="Each reconstructed figure changed alone")
    axes.invert_yaxis()
    axes.legend()
    figure.tight_layout()
    figure.savefig(out / "figures.svg")
    plt.close("all")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missions", type=int, default=40)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("tactical-mission"))
    parser.add_argument("--no-plots", action="store_true")
    parser.add_argument("--worker", nargs=2, type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        for seed in range(*args.worker):
            print(json.dumps(play(seed)), flush=True)
        return
    counted, played = exact(), simulate(args.missions, args.workers, lambda words: print(words, file=sys.stderr, flush=True))
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "results.json").write_text(json.dumps({"exact": counted, "simulated": played}, indent=1) + "\n")
    (args.out / "report.md").write_text(report(counted, played))
    if not args.no_plots:
        plots(counted, played, args.out)
    print(args.out / "report.md")


if __name__ == "__main__":
    main()
