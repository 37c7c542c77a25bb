"""The results of all probes in one file, results.json: name -> {median, low, high, goal, kind, met}."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

FILE = Path(__file__).parent / "results.json"
MARK = {True: "ok  ", False: "MISS", None: "    "}


def row(values: Sequence[float], goal: float | None, most: bool) -> dict[str, Any]:
    """A row of the results; one without a goal is told for comparison and can be neither met nor missed."""
    middle = median(values)
    met = None if goal is None else middle <= goal if most else middle >= goal
    kind = "at most" if most else "at least"
    return {
        "median": round(middle, 3),
        "low": round(min(values), 3),
        "high": round(max(values), 3),
        "goal": goal,
        "kind": kind,
        "met": met,
    }


def keep(rows: Mapping[str, Any], path: Path = FILE) -> None:
    """Prints rows and puts them into the file, in the place of older ones of the same names."""
    for name, one in rows.items():
        if "median" in one:
            wanted = "no goal" if one["goal"] is None else f"goal {one['kind']} {one['goal']}"
            print(
                f"{MARK[one['met']]} {name:55} {one['median']:9.3f} ({one['low']:.3f} to {one['high']:.3f}),"
                f" {wanted}",
                flush=True,
            )
    old = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps(old | dict(rows), indent=2) + "\n")
