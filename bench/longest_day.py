"""The Longest Day at full counter load: a generated map of 120 x 150 hexes and 1,600 counters, all of them on
it.

The map and the counters are data files of their own, put in the place of the game's (`GROGNARD_DATA`), and
the probes run in a process of their own that reads them. C is python-chess's random legal actions a second, L
its mean time to list the legal moves, both measured in turns with the probes, all in processor time, which
neighbours on the machine disturb less.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

COLUMNS, ROWS, COPIES = 120, 150, 3
FRONT = 75  # the row between the two sides
# games played before the clock runs, as the probes of Sword Beach do; the first of them has a row of its own
BEFORE = 20
COUNTERS = 1600
STANDARD_ACTIONS = 800  # at most, of a random game of the standard scenario
DATA = resources.files("grognard.games.longest_day").joinpath("data")


# ---------------------------------------------------------------- making the data


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(DATA.joinpath(name).read_text("utf-8"))


def hex_name(column: int, row: int) -> str:
    return f"{column:03}{row:03}"


def a_map(rng: Random) -> dict[str, Any]:
    """Patches of ground, a river every ten columns, a road every seven rows and every twelve columns, cities
    here and there.
    """
    kinds = "cccccbbbwmht"
    patch = {(c, r): rng.choice(kinds) for c in range(COLUMNS // 3 + 1) for r in range(ROWS // 3 + 1)}
    rows = []
    for r in range(1, ROWS + 1):
        line = [
            patch[c // 3, r // 3] if rng.random() < 0.8 else rng.choice(kinds) for c in range(1, COLUMNS + 1)
        ]
        rows.append("." * COLUMNS if r < 4 else "".join("C" if rng.random() < 0.003 else k for k in line))
    rivers = [
        {
            "name": f"river {c}",
            "class": "major" if c % 40 == 0 else "minor",
            "hexsides": [[hex_name(c, r), hex_name(c + 1, r)] for r in range(4, ROWS + 1)],
        }
        for c in range(10, COLUMNS, 10)
    ]
    roads = [
        {"name": f"road {r}", "class": "primary", "hexes": [hex_name(c, r) for c in range(1, COLUMNS + 1)]}
        for r in range(7, ROWS, 7)
    ]
    beaches = [
        {"name": name, "hexes": [hex_name(c, 4) for c in range(at, at + 3)]}
        for name, at in (("Gold", 20), ("Juno", 60), ("Sword", 100))
    ]
    ours = read("map.toml")
    return {
        "meta": ours["meta"] | {"columns": COLUMNS, "rows": ROWS, "digits": 3},
        "legend": ours["legend"],
        "coast": {"land_hexes_on_the_sea": [hex_name(c, 4) for c in range(1, COLUMNS + 1)]},
        "place": [],
        "edge_road": [],
        "terrain": {"rows": rows},
        "beach": beaches,
        "river": rivers,
        "road": roads,
    }


def copies(rows: list[dict[str, Any]], sign: str) -> list[dict[str, Any]]:
    """Rows with their ids, and the ids they name, marked as another set."""

    def other(value: Any) -> Any:
        if isinstance(value, str):
            return (
                value + sign
                if ":" not in value
                else value.split(":")[0] + sign + ":" + value.split(":", 1)[1]
            )
        return [other(v) if isinstance(v, str) else {**v, "id": other(v["id"])} for v in value]

    named = ("id", "members", "parent", "hq", "units", "corps", "initial_divisions", "initial_independent")
    return [
        {k: other(v) if k in named and (k != "corps" or "attack" in row) else v for k, v in row.items()}
        for row in rows
    ]


def counters() -> dict[str, dict[str, Any]]:
    """Three of every division and corps, the independents once, and supply units up to 1,600."""
    units, divisions, corps = read("units.toml"), read("divisions.toml"), read("corps.toml")
    formations = [f for f in units["formation"] if f["kind"] == "division"]
    for sign in ("x", "y")[: COPIES - 1]:
        units["formation"] += copies(formations, sign)
        divisions["division"] += copies(read("divisions.toml")["division"], sign)
        divisions["corps_hq"] += [
            {**h, "id": f"{h['id']}{sign}", "corps": f"{h['corps']}{sign}"}
            for h in read("divisions.toml")["corps_hq"]
        ]
        own = copies(read("corps.toml")["corps"], sign)
        corps["corps"] += [{**c, "initial_independent": []} for c in own]
    for row in corps["corps"]:
        row["initial_divisions"] = row["initial_divisions"] or [
            d + row["id"].removeprefix("XII").removeprefix("IICAN")
            for d in row.get("historical_divisions", [])
        ]
    corps["by_beach"] = []
    have = (
        len(units["unit"]) + sum(len(d["units"]) for d in divisions["division"]) + len(divisions["corps_hq"])
    )
    left = COUNTERS - have
    divisions["supply_unit"]["counters"] = {"allied": left // 2, "german": left - left // 2}
    return {"units.toml": units, "divisions.toml": divisions, "corps.toml": corps}


def everybody_on_the_map(made: dict[str, dict[str, Any]], rng: Random) -> list[dict[str, Any]]:
    """Divisions side by side along the front, their HQs four rows behind; corps HQs and independents among
    the Allies.
    """
    setup = []
    for side, sign in (("allied", -1), ("german", 1)):
        mine = [
            d
            for d in made["divisions.toml"]["division"]
            if (d["nationality"] == "German") == (side == "german")
        ]
        width = COLUMNS / ((len(mine) + 1) // 2)
        for number, division in enumerate(mine):
            middle, back = int((number // 2 + 0.5) * width), 8 * (number % 2)
            units = [u["id"] for u in division["units"] if not u["id"].endswith(":HQ")]
            where = {u: spot(middle, FRONT + sign * (1 + back + i // 4), i % 4) for i, u in enumerate(units)}
            setup.append(
                {
                    "side": side,
                    "division": division["id"],
                    "hq": {"hex": spot(middle, FRONT + sign * (6 + back), 2), "supply_units": 2},
                    "units": where,
                }
            )
    allied = [h["id"] for h in made["divisions.toml"]["corps_hq"]]
    loose = {
        h: spot(
            (i * 4) % COLUMNS + 1,
            FRONT + (-19 if "S" not in h and "L" not in h.removeprefix("HQ-") else 19),
            0,
        )
        for i, h in enumerate(allied)
    }
    # each by itself: no stack is mixed
    behind = [hex_name(c, r) for r in range(FRONT - 28, FRONT - 20) for c in range(3, COLUMNS - 2, 3)]
    loose |= dict(
        zip(
            [u["id"] for u in made["units.toml"]["unit"]],
            rng.sample(behind, len(made["units.toml"]["unit"])),
            strict=True,
        )
    )
    setup.append({"side": "allied", "division": "independents", "hq": {"hex": "off-map"}, "units": loose})
    return setup


def spot(column: int, row: int, shift: int) -> str:
    return hex_name(min(max(column + shift - 2, 1), COLUMNS), row)


def write(folder: Path) -> None:
    """All the files of a game with 1,600 counters, for `GROGNARD_DATA`."""
    rng = Random(4)
    made = counters()
    scenario = read("scenario.toml")
    scenario["scenario"] = [
        {
            "id": "standard",
            "name": "load",
            "first_day": "1944-07-06",
            "last_day": "1944-07-20",
            "allied_win_at": 99,
            "german_win_at_most": 0,
            "allied_hexes": [hex_name(c, r) for r in range(4, FRONT) for c in range(1, COLUMNS + 1)],
        }
    ]
    scenario["setup"], scenario["entry"], scenario["withdrawal"] = everybody_on_the_map(made, rng), [], []
    scenario["drop"]["hexes"], scenario["strongpoints"]["hexes"] = [], []
    scenario["entry_hexes"]["german"] |= {
        name: [hex_name(c, ROWS)] for name, c in (("A", 10), ("B", 50), ("S", 70), ("SW", 110))
    }
    scenario["victory"]["hexes"], scenario["victory"]["campaign_hexes"] = {hex_name(60, FRONT): 1}, []
    german = scenario["german_corps"]
    scenario["german_corps"] = german + [
        {**c, "id": c["id"] + s, "divisions": [d + s for d in c["divisions"]]}
        for s in ("x", "y")[: COPIES - 1]
        for c in german
    ]
    place = folder / "longest-day"
    place.mkdir(parents=True, exist_ok=True)
    files = made | {"map.toml": a_map(rng), "scenario.toml": scenario}
    for row in [row for plain in files.values() for rows in plain.values() if _rows(rows) for row in rows]:
        row.setdefault("provenance", "reconstruction")
    for name, plain in files.items():
        (place / name).write_text("\n".join(toml(plain)) + "\n", "utf-8")


def toml(plain: dict[str, Any], under: str = "") -> list[str]:
    lines = [f"{key(k)} = {value(v)}" for k, v in plain.items() if not isinstance(v, dict) and not _rows(v)]
    for k, v in plain.items():
        name = f"{under}{key(k)}"
        if isinstance(v, dict):
            lines += [f"[{name}]", *toml(v, f"{name}.")]
        elif _rows(v):
            for row in v:
                lines += [f"[[{name}]]", *(f"{key(a)} = {value(b)}" for a, b in row.items())]
    return lines


def _rows(v: Any) -> bool:
    return isinstance(v, list) and bool(v) and all(isinstance(row, dict) for row in v)


def key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def value(v: Any) -> str:
    if isinstance(v, dict):
        return "{ " + ", ".join(f"{key(a)} = {value(b)}" for a, b in v.items()) + " }"
    if isinstance(v, list):
        return "[" + ", ".join(map(value, v)) + "]"
    return (
        json.dumps(v, ensure_ascii=False)
        if isinstance(v, str)
        else str(v).lower()
        if isinstance(v, bool)
        else str(v)
    )


# ---------------------------------------------------------------- the probes, in a process that has read the data


def probes(rounds: int, actions: int) -> None:
    from bench import boards
    from results import keep, row

    import grognard
    from grognard.games.longest_day.pieces import NAMES
    from grognard.play.cli import LAZY

    game = grognard.load("longest-day")
    state: Any = game.new(seed=1)
    assert len(NAMES) == COUNTERS and len(state.grid.number) == COLUMNS * ROWS
    print(
        f"{state.on_map.bit_count()} of {len(NAMES)} counters on the map,"
        f" {(state.exerting['allied']).bit_count()} and {(state.exerting['german']).bit_count()} hexes exert"
        " zones",
        flush=True,
    )
    positions = boards()
    fast_supply, slow, load, moving, ledger = [], [], [], [], []
    check_plain(state)
    gc.collect()
    gc.freeze()
    gc.set_threshold(LAZY)  # as the command line does; chess plays under the same collector
    first, *_ = [a_game(game, 100 + number, actions) for number in range(BEFORE)]
    for number in range(rounds):
        # the games of the round before are taken down here, and not in the middle of somebody's turn
        gc.collect()
        listing = each(lambda b: list(b.legal_moves), positions)
        fast = each(both_sides, [state] * 20)
        fast_supply.append(fast / listing)
        slow.append(each(plain_supply, [state] * 2) / fast)
        listing = each(lambda b: list(b.legal_moves), positions)
        ledger.append(each(check_ledger, [full_ledger()] * 20) / listing)
        clocks = a_round(game, number, actions)
        load.append(clocks[1].rate / clocks[0].rate)
        moving.append(clocks[2].rate / clocks[0].rate)
        print(
            f"round {number + 1}: supply {fast * 1e6:,.0f} us, play {clocks[1].rate:,.0f}/s, chess"
            f" {clocks[0].rate:,.0f}/s",
            flush=True,
        )
    keep(
        {
            "longest day: supply of both sides, 1,600 counters / L": row(fast_supply, 60, most=True),
            "longest day: a plain set search / supply": row(slow, 10, most=False),
            "longest day: random play at full load / C": row(load, 0.25, most=False),
            "longest day: the same with no orders written by hand / C": row(moving, None, most=False),
            "longest day: the first game of a process / C": row([first], None, most=False),
            "longest day: a full ledger check / L": row(ledger, 50, most=True),
        }
    )


def standard(rounds: int, actions: int) -> None:
    """The `standard` scenario with the game's own counters: random games in turns with chess, eight of them
    before the clock.
    """
    from results import keep, row

    import grognard
    from grognard.play.cli import LAZY

    game = grognard.load("longest-day")
    gc.freeze()
    gc.set_threshold(LAZY)
    for number in range(8):
        a_game(game, 200 + number, actions)
    keep(
        {
            "longest day: random play of the standard scenario / C": row(
                [a_game(game, number, actions) for number in range(rounds)], 0.35, most=False
            )
        }
    )


def a_game(game: Any, number: int, actions: int) -> float:
    """One game by itself, as a share of chess."""
    chess, play, _ = a_round(game, number, actions)
    return play.rate / chess.rate


def a_round(game: Any, number: int, actions: int) -> tuple[Clock, Clock, Clock]:
    """Chess, a game, and another in which nobody writes orders, in small turns."""
    from bench import chess_games

    from grognard.core.chance import Committed
    from grognard.core.record import Match

    clocks = Clock(), Clock(), Clock()
    match, other = (
        Match.begin(game, dice=Committed(dict.fromkeys(game.position.sides, f"load {number}")))
        for _ in range(2)
    )
    rng = Random(number)
    for first in range(900 + number * 40, 940 + number * 40, 4):
        clocks[0].time(partial(chess_games, range(first, first + 4)))
        clocks[1].time(partial(play_on, match, rng, actions // 10))
        clocks[2].time(partial(play_on, other, rng, actions // 10, False))
    return clocks


def each(function: Callable[[Any], object], things: Sequence[object]) -> float:
    """Mean processor seconds a call."""
    start = time.process_time()
    for thing in things:
        function(thing)
    return (time.process_time() - start) / len(things)


class Clock:
    """Counts and processor seconds of one kind of work, added up over many small turns."""

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0

    def time(self, function: Callable[[], int]) -> None:
        start = time.process_time()
        self.count += function()
        self.seconds += time.process_time() - start

    @property
    def rate(self) -> float:
        return self.count / self.seconds


def both_sides(state: Any) -> tuple[int, int]:
    """Who is supplied; what is remembered of the map would make the second search free, so it is forgotten.

    The chain of command, which is read off the ledger once a day, is kept.
    """
    from grognard.games.longest_day.supply import supplied_units

    kept = {name: value for name, value in state.cache.items() if name[0] in ("chain", "ledger", "HQs")}
    state.cache.clear()
    state.cache.update(kept)
    return supplied_units(state, "allied"), supplied_units(state, "german")


def play_on(match: Any, rng: Random, actions: int, orders: bool = True) -> int:
    """Random actions, each judged, journalled and written, every roll committed."""
    from grognard.core.facts import CHANCE, DONE

    for done in range(actions):
        if match.state.to_move is None:
            return done
        if match.state.to_move == CHANCE:
            match.roll()
        elif not orders and match.state.step.name.endswith("orders"):
            match.do(DONE)
        else:
            match.do(match.state.legal_actions().sample(rng))
    assert match.lines
    return actions


def full_ledger() -> Any:
    """Every division and every independent written somewhere, as it stands late in the campaign."""
    from grognard.games.longest_day.ledger import Ledger
    from grognard.games.longest_day.plan import plan

    if "ledger" not in _KEPT:
        _KEPT["ledger"] = plan(Ledger(), 30).ledger
    return _KEPT["ledger"]


_KEPT: dict[str, Any] = {}


def check_ledger(ledger: Any) -> None:
    """From the written lines: a fresh ledger, so that nothing is remembered."""
    import msgspec

    from grognard.games.longest_day.ledger_rules import check

    check(msgspec.structs.replace(ledger), 31)


def plain_supply(state: Any) -> tuple[set[str], set[str]]:
    """The same answer by sets of hexes, hex by hex and HQ by HQ."""
    return plain_side(state, "allied"), plain_side(state, "german")


def plain_side(state: Any, side: str) -> set[str]:
    from grognard.core.hexes import members
    from grognard.games.longest_day.board import GRID, LAND
    from grognard.games.longest_day.command import chain, hq_supplied
    from grognard.games.longest_day.pieces import (
        COMBAT,
        CORPS_HQ,
        ENEMY,
        EXERTS,
        HQ,
        INDEPENDENT,
        NAMES,
        OF_SIDE,
        RANGED,
        ROAMING,
    )

    if "near" not in _KEPT:
        _KEPT["near"] = {h: members(near) for h, near in GRID.near_to.items()}
    near = _KEPT["near"]
    mine, theirs = members(OF_SIDE[side] & state.on_map), members(OF_SIDE[ENEMY[side]] & state.on_map)
    friends = {state.at[u] for u in mine}
    guarded = {state.at[u] for u in mine if COMBAT >> u & 1}
    enemies = {state.at[u] for u in theirs}
    zones = {n for u in theirs if EXERTS >> u & 1 and not state.disrupted[u] for n in near[state.at[u]]}
    if "land" not in _KEPT:
        _KEPT["land"] = set(members(LAND))
    open_ = {
        h for h in _KEPT["land"] if (h not in enemies or h in guarded) and (h not in zones or h in friends)
    }
    link = chain(state, side)
    reach = {
        hq: plain_within(near, state.at[hq], open_) for hq in mine if HQ >> hq & 1 and hq_supplied(state, hq)
    }
    found = {NAMES[u] for u in mine if not COMBAT >> u & 1} | {NAMES[hq] for hq in reach}
    for u in mine:
        if not COMBAT >> u & 1 or HQ >> u & 1:
            continue
        own = link.hq[u]
        if INDEPENDENT >> u & 1 and (ROAMING >> u & 1 or own < 0):
            of_corps = link.hqs_of(link.corps[u]) if link.corps[u] else []
            fed = any(CORPS_HQ >> hq & 1 and hq in reach for hq in of_corps)
            hqs = [
                hq
                for hq in of_corps
                if (
                    CORPS_HQ >> hq & 1 or fed
                    if ROAMING >> u & 1
                    else bool(CORPS_HQ >> hq & 1) == bool(RANGED >> u & 1)
                )
            ]
        else:
            hqs = [own]
        if any(hq in reach and state.at[u] in reach[hq] for hq in hqs):
            found.add(NAMES[u])
    return found


def plain_within(near: dict[int, list[int]], start: int, open_: set[int]) -> set[int]:
    """The hexes a route leads to, hex by hex."""
    from grognard.games.longest_day.routes import STEPS

    seen, new = {start}, {start}
    for _ in range(STEPS):
        new = {there for here in new for there in near[here] if there in open_ and there not in seen}
        seen |= new
    return seen


def check_plain(state: Any) -> None:
    """The two searches give the same answer, or the comparison is worth nothing."""
    from grognard.core.hexes import members
    from grognard.games.longest_day.pieces import NAMES
    from grognard.games.longest_day.supply import supplied_units

    for side in ("allied", "german"):
        fast = {NAMES[u] for u in members(supplied_units(state, side))}
        assert fast == plain_side(state, side), sorted(fast ^ plain_side(state, side))[:10]
        print(f"{side}: {len(fast)} units supplied, by both searches", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--actions", type=int, default=2000, help="random actions a round")
    parser.add_argument("--probe", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.probe:
        return probes(args.rounds, args.actions)
    standard(args.rounds, STANDARD_ACTIONS)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        write(Path(folder))
        print(f"the map and {COUNTERS} counters written in {time.perf_counter() - start:.1f} s", flush=True)
        command = [
            sys.executable,
            __file__,
            "--probe",
            "--rounds",
            str(args.rounds),
            "--actions",
            str(args.actions),
        ]
        subprocess.run(command, check=True, env={**os.environ, "GROGNARD_DATA": folder})
    return None


if __name__ == "__main__":
    main()
