"""Beyond the Rhine: a campaign without a map, reach on a map of 130 x 220 hexes, a cold question, a forecast
on all cores.

L is python-chess's mean time to list the legal moves, measured in turns with the probes.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from random import Random
from typing import Any

from bench import boards, each
from results import keep, row

import grognard
from grognard.games.beyond_the_rhine import forecast
from grognard.games.beyond_the_rhine.board import Board, MovementKind
from grognard.games.beyond_the_rhine.chart import COUNTERS
from grognard.games.beyond_the_rhine.default_policy import play
from grognard.games.beyond_the_rhine.position import BeyondTheRhine
from grognard.study.engines import cores, engine

GAME = grognard.load("beyond-the-rhine")
ROWS, COLUMNS = 130, 220
GROUND = (
    ["open"] * 8
    + ["hills"] * 5
    + ["light_woods"] * 4
    + ["heavy_woods"] * 2
    + ["swamp", "polder", "minor_city", "village"]
)


def campaign(seed: int) -> BeyondTheRhine:
    """Seventy turns by the steward, every action judged, losses and spending entered."""
    state = GAME.new(seed=seed)
    assert isinstance(state, BeyondTheRhine)
    return play(state, losses=Random(seed))


def big_map(seed: int = 1) -> Board:
    """Patches of ground, rivers that wander north, roads every few hexes: 28,600 hexes."""
    rng = Random(seed)
    hexes: dict[str, dict[str, Any]] = {}
    patch = {(r, c): rng.choice(GROUND) for r in range(ROWS // 3 + 1) for c in range(COLUMNS // 3 + 1)}
    for r in range(1, ROWS + 1):
        for c in range(1, COLUMNS + 1):
            hexes[f"{r}.{c:02}"] = {"t": patch[r // 3, c // 3] if rng.random() < 0.8 else rng.choice(GROUND)}
    sides = [
        {
            "name": f"river {c}",
            "kind": "major_river" if c % 60 == 0 else "minor_river",
            "hexsides": [[f"{r}.{c:02}", f"{r}.{c + 1:02}"] for r in range(1, ROWS + 1)],
        }
        for c in range(15, COLUMNS, 15)
    ]
    lines = [
        {
            "name": f"road {r}",
            "kind": "autobahn" if r % 40 == 0 else "road",
            "path": [f"{r}.{c:02}" for c in range(1, COLUMNS + 1)],
        }
        for r in range(5, ROWS, 8)
    ]
    grid = {"first_row": 1, "last_row": ROWS, "first_column": 1, "last_column": COLUMNS}
    return Board(
        {
            "meta": {"title": "test", "provenance": "reconstruction"},
            "grid": grid,
            "hexes": hexes,
            "side": sides,
            "line": lines,
        }
    )


def units() -> list[tuple[str, int]]:
    """Mobility and allowance of every rated ground counter of the campaign."""
    return [
        (c.kind("combat_mobility"), c.rating[2])
        for c in COUNTERS
        if c.category == "combat" and c.rating and c.rating[2]
    ]


def cold_question() -> tuple[float, float]:
    """A question from a fresh process, as the command line starts it: CPU seconds, and seconds by the clock.

    It does one thing after another, so on an idle machine the two are the same; on a busy one the clock tells
    of the others.
    """
    words = ["ask", "beyond-the-rhine", "arrivals", "--date", "1944-09-12", "--json"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "grognard", *words], check=True, capture_output=True)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--campaigns", type=int, default=1000, help="of the forecast on all cores; 0 leaves it out"
    )
    args = parser.parse_args()
    rng, positions, plan, force = Random(2), boards(), big_map(), units()
    goings = {m: [MovementKind(m, g) for g in ("dry", "mud", "snow")] for m in ("track", "truck", "leg")}
    started = time.perf_counter()
    for of_kind in goings.values():
        for going in of_kind:
            plan.prepare(going)
    print(f"the map prepared for nine kinds of going in {time.perf_counter() - started:.1f} s", flush=True)
    hexes = list(plan.types)
    jobs = [
        (rng.choice(goings[m]), rng.choice(hexes), allowance) for m, allowance in rng.choices(force, k=2000)
    ]
    campaign(0)
    ledger, reach, question = [], [], []
    for number in range(args.rounds):
        listing = each(lambda b: list(b.legal_moves), positions)
        ledger.append(each(campaign, range(number * 4, number * 4 + 4)) / listing)
        listing = each(lambda b: list(b.legal_moves), positions)
        reach.append(each(lambda job: plan.reach(*job), jobs) / listing)
        question.append(cold_question())
    rows = {
        "rhine: a 70-turn campaign without a map / L": row(ledger, 2000, most=True),
        "rhine: reach of a unit on 130 x 220 hexes / L": row(reach, 2, most=True),
        "rhine: a question from a cold start, CPU seconds": row([cpu for cpu, _ in question], 0.5, most=True),
        "rhine: the same by the clock": row([clock for _, clock in question], None, most=True),
        "rhine: hexes in reach of a unit, mean": row(
            [sum(len(plan.reach(*job)) for job in jobs) / len(jobs)], None, most=True
        ),
    }
    if args.campaigns:
        rows["rhine: forecast campaigns a second on all cores"] = row(
            [forecast_rate(args.campaigns)], None, most=False
        )
    keep(rows)


def forecast_rate(campaigns: int) -> float:
    given = {"from_": None, "until": None, "campaign": "full", "against": None, **forecast.HISTORY}
    start = time.perf_counter()
    with engine("processes") as pool:
        done = sum(
            len(found)
            for _, found in pool.imap_unordered(forecast.work, forecast.jobs(given, campaigns, 1, 10))
        )
    assert done == campaigns
    rate = campaigns / (time.perf_counter() - start)
    print(f"{campaigns} campaigns on {cores()} cores: {rate:.1f} a second", flush=True)
    return rate


if __name__ == "__main__":
    main()
