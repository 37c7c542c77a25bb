"""Studies: how near all cores come to so many single ones, and a Dask cluster to all cores. `--games 1000` as
the goals say.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from results import keep, row

from grognard.study.engines import Engine, Serial, cores, engine
from grognard.study.plan import make_plan
from grognard.study.run import run


def seconds(games: int, where: Engine, folder: Path) -> float:
    """A whole study, rows kept and report written."""
    plan = make_plan(
        "sword-beach", games=games, seed="bench", players={"allied": "random", "german": "random"}
    )
    start = time.perf_counter()
    run(plan, folder, where)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    over, share, rates = [], [], []
    with tempfile.TemporaryDirectory() as place:
        folder, few = Path(place), max(20, args.games // 10)
        seconds(4, Serial(), folder / "warm")
        small = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(args.rounds):
            alone = seconds(few, Serial(), folder / f"alone {number}") / few
            with engine("processes") as pool:
                many = seconds(args.games, pool, folder / f"pool {number}")
            with engine("dask") as cluster:
                there = seconds(args.games, cluster, folder / f"dask {number}")
            over.append(many / (alone * args.games / cores()))
            share.append(many / there)
            rates.append(args.games / many)
            print(
                f"one core {1 / alone:.1f} games/s, {cores()} processes {args.games / many:.1f}, Dask"
                f" {args.games / there:.1f}",
                flush=True,
            )
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - small) / 1024
    keep(
        {
            "study: all cores / ideal from one core": row(over, 1.15, most=True),
            "study: Dask throughput / processes": row(share, 0.8, most=False),
            "study: games a second on all cores": row(rates, None, most=False),
            "study: MB this process grew over the study": row([grown], None, most=True),
        }
    )


if __name__ == "__main__":
    main()
