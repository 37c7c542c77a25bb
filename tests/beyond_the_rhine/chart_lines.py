"""How the tests write an entry of the chart, and how it is compared: kind, places, printed lines and the
number of counters.
"""

from __future__ import annotations

import re

from grognard.games.beyond_the_rhine.chart import COUNTERS, ENTRIES, Entry
from grognard.games.beyond_the_rhine.dates import turn_on

CAMPAIGNS = {"f": "full", "n": "two_map_north", "s": "two_map_south"}


def counted(printed: str) -> int:
    """Counters of a printed line, read off the notation: `(3, 36, 45)`, `(all 4 units)`, `2x P-47`, `2
    SP`.
    """
    if " SP" in f" {printed}" and printed.endswith("SP") or "Reserve" in printed:
        return 0
    if found := re.search(r"all (\d) units", printed):
        return int(found[1])
    if found := re.match(r"(\d+)x ", printed):
        return int(found[1])
    ids = re.search(r"\(([^()]*)\)$", printed)
    if not ids or printed.endswith("HQ (16)") or ids[1] in ("loaded", "no glider"):
        return 1
    return len([one for one in ids[1].split(", ") if not one.startswith(("less", "each"))])


def check(date: str, text: str) -> None:
    """Every entry of a date, and no other: `cw.1 arrive fn | places | printed; printed`."""
    turn = turn_on(date)
    wanted = {}
    for line in text.strip().splitlines():
        head, places, printed = (part.strip() for part in line.split("|"))
        name, kind, campaigns = head.split()
        wanted[f"BTR-date.{date}.{name}"] = (kind, campaigns, places, printed)
    found = {entry.clause: entry for entry in ENTRIES if entry.turn == turn}
    assert list(found) == list(wanted)  # in the order of the chart
    for clause, (kind, campaigns, places, printed) in wanted.items():
        entry = found[clause]
        assert entry.kind == kind and set(entry.campaigns) == {CAMPAIGNS[c] for c in campaigns}, clause
        assert " or ".join(place.words for place in entry.places) == places, clause
        _compare(entry, [one.strip() for one in printed.split(";")] if printed else [])


def _compare(entry: Entry, printed: list[str]) -> None:
    if entry.kind == "exchange":
        assert [swap.raw for swap in entry.swaps] == printed, entry.clause
    elif entry.kind == "remove":
        assert len(entry.gone) == sum(map(counted, printed)), entry.clause
        named = {COUNTERS[n].raw for _, n in entry.gone if n >= 0}
        assert len(named) <= len(printed)
    elif entry.kind not in ("note", "none"):
        assert [line.raw for line in entry.lines] == printed, entry.clause
        for line in entry.lines:
            assert len(line.counters) == counted(line.raw), line.raw
