"""A study as one HTML page that needs nothing else: no network, no script. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain
from math import isfinite
from typing import NamedTuple

import grognard
from grognard.core.html_page import page, table
from grognard.core.plain import PlainView

from . import charts
from .numbers import Interval, wilson
from .plan import Plan, label
from .tally import Part, Tally

STYLE = """<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #2b2a26; background: #faf8f2 }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1, h2, h3 { font-family: Georgia, serif; line-height: 1.2 }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d8d2c2 }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .25rem .8rem; text-align: left; border-bottom: 1px solid #e5dfcf }
td.n { text-align: right; font-variant-numeric: tabular-nums }
svg { max-width: 100%; height: auto; display: block; margin: .5rem 0 }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem }
figure { margin: 0 }
.note { color: #6b665a }
@media (prefers-color-scheme: dark) { body { background: #fff; } }
</style>"""
COLOURS = ("#b5452c", "#2c5fb5", "#3f8f4f", "#8f6f3f")


class Counted(NamedTuple):
    """A table of exact figures: what a game's charts imply, no game needed."""

    title: str
    words: str
    heads: list[str]
    rows: Sequence[Sequence[object]]


def report(tally: Tally) -> str:
    """The page."""
    plan = tally.plan
    title = f"{grognard.load(plan.game).title}: {tally.whole.games:,} games"
    parts = (_wins, _effects, _measures, _tallies, _kinds, _counted, _maps)
    return page(title, STYLE, chain(_head(plan, title), *(part(tally) for part in parts)))


def _share(one: Interval) -> str:
    return one.words(".1%")


def _head(plan: Plan, title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    players = ", ".join(f"{side}: {name}" for side, name in plan.players.items())
    clock = f"{plan.clock:g} s a turn" if plan.clock else "a fixed amount of thinking"
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items()) or "as they come"
    rows = [
        ["players", players],
        ["clock", clock],
        ["options", options],
        ["seed", plan.seed],
        ["rules", plan.rules],
        ["data", plan.data],
    ]
    yield table(["", ""], rows)
    yield (
        '<p class="note">Intervals hold 95 %: shares by Wilson, means and differences by their spread.'
        " Strengths, terrain costs and combat tables marked reconstruction in the data are ours.</p>"
    )


def _wins(tally: Tally) -> Iterator[str]:
    yield "<h2>Who wins</h2>"
    first = tally.sides[0]
    rates = {f"{name} ({first})": part.rate(first) for name, part in tally.parts.items()}
    if len(rates) > 1:
        rates = {f"all games ({first})": tally.whole.rate(first)} | rates
    yield charts.intervals(rates, f"share of games won by the {first} side")
    heads = ["setting", "games", *(f"{side} wins" for side in tally.sides)]
    yield table(
        heads,
        [
            [name, part.games, *(_share(part.rate(side)) for side in tally.sides)]
            for name, part in tally.parts.items()
        ],
    )
    levels = sorted(tally.whole.levels.items(), key=lambda pair: -pair[1])
    yield table(
        ["level of victory", "games", "share"],
        [[name, count, _share(wilson(count, tally.whole.games))] for name, count in levels],
    )


def _effects(tally: Tally) -> Iterator[str]:
    rows = tally.effect_rows()
    if not rows:
        return
    yield (
        f"<h2>What each option does</h2><p>Change of the share of games the {escape(tally.sides[0])} side"
        " wins, games that share their dice compared pair by pair.</p>"
    )
    result = {f"{row['option']}: {row['from']} to {row['to']}": row for row in rows}
    ends = (abs(row["change"][end]) for row in rows for end in ("value", "low", "high"))
    span = max(0.02, *(end for end in ends if isfinite(end)))
    yield charts.intervals(
        {name: Interval(**row["change"]) for name, row in result.items()}, "change of wins", -span, span
    )
    heads = ["option", "pairs", "change", "pairs of games that would settle a difference of this size"]
    yield table(
        heads,
        [
            [
                name,
                row["pairs"],
                _share(Interval(**row["change"])),
                row["pairs_to_tell"] or ("none seen" if row["pairs"] > 1 else "too few to tell"),
            ]
            for name, row in result.items()
        ],
    )


def _measures(tally: Tally) -> Iterator[str]:
    yield "<h2>How the games went</h2>"
    measures = {"turns": "turns played", **tally.game_report.MEASURES}
    series = getattr(tally.game_report, "SERIES", {})
    for name, (words, names) in series.items():
        yield from _course(tally, name, words, names)
    for name, words in measures.items():
        if name not in tally.whole.measures or any(name in names for _, names in series.values()):
            continue
        yield f"<h3>{escape(name.replace('_', ' '))}</h3><p>{escape(words)}</p>"
        yield charts.columns({int(value): count for value, count in tally.whole.values[name].items()}, words)
        rows = [
            [key, part.measures[name].count, part.measures[name].interval().words()]
            for key, part in _all(tally)
            if name in part.measures
        ]
        yield table(["setting", "games", "mean"], rows)
    for name, words in tally.game_report.SHARES.items():
        rows = [[key, part.games, _share(wilson(part.shares[name], part.games))] for key, part in _all(tally)]
        yield f"<h3>{escape(name.replace('_', ' '))}</h3><p>{escape(words)}</p>" + table(
            ["setting", "games", "share"], rows
        )


def _course(tally: Tally, name: str, words: str, names: Sequence[str]) -> Iterator[str]:
    """Measures that follow one another, in one picture."""
    means = {one: tally.whole.measures[one].interval() for one in names if one in tally.whole.measures}
    if not means:
        return
    yield f"<h3>{escape(name)}</h3><p>{escape(words)}</p>"
    most = max(one.high if isfinite(one.high) else one.value for one in means.values())
    yield charts.intervals(means, words, 0.0, most, form=".2f")
    yield table(
        ["", "games", "mean"], [[n, tally.whole.measures[n].count, m.words()] for n, m in means.items()]
    )


def _counted(tally: Tally) -> Iterator[str]:
    for one in getattr(tally.game_report, "counted", list)():
        yield f"<h2>{escape(one.title)}, exactly</h2><p>{escape(one.words)}</p>" + table(one.heads, one.rows)


def _all(tally: Tally) -> Iterator[tuple[str, Part]]:
    yield "all games", tally.whole
    if len(tally.parts) > 1:
        yield from tally.parts.items()


def _tallies(tally: Tally) -> Iterator[str]:
    for name, words in tally.game_report.TALLIES.items():
        counts = tally.whole.tallies.get(name, {})
        means = {key: spread.mean * spread.count / tally.whole.games for key, spread in counts.items()}
        yield f"<h2>{escape(name.capitalize())}</h2><p>{escape(words)}, mean a game</p>"
        yield charts.bars(dict(sorted(means.items(), key=lambda pair: -pair[1])), words, digits=1)


def _kinds(tally: Tally) -> Iterator[str]:
    """How often each opening was chosen, and how it fared: none should rule the rest out."""
    first = tally.sides[0]
    for name, words in tally.game_report.KINDS.items():
        kinds = sorted(tally.whole.kinds.get(name, {}).items(), key=lambda pair: -sum(pair[1].values()))
        rows = [
            [word, sum(wins.values()), _share(wilson(wins[first], sum(wins.values())))]
            for word, wins in kinds[:20]
        ]
        more = f'<p class="note">{len(kinds) - 20} more, chosen more seldom</p>' if len(kinds) > 20 else ""
        yield (
            f"<h2>{escape(name.capitalize())}</h2><p>{escape(words)}</p>"
            + table([name, "games", f"{first} wins"], rows)
            + more
        )


def _maps(tally: Tally) -> Iterator[str]:
    if not tally.maps:
        return
    yield '<h2>Where units stood and fell</h2><div class="maps">'
    for number, ((what, side), counts) in enumerate(sorted(tally.maps.items(), reverse=True)):
        fell = getattr(tally.game_report, "FELL", "steps lost in a hex")
        words = "unit-turns spent in a hex" if what == "stood" else fell
        caption = f"{side}: {words}, {sum(counts.values()):,} in all"
        picture = tally.game_report.map_of(dict(counts), COLOURS[number % 2])
        yield f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
    yield "</div>"


def summary(tally: Tally) -> PlainView:
    """The figures of the page as data."""
    import msgspec

    return {
        "plan": msgspec.to_builtins(tally.plan),
        "settings_played": [label(s) for s in tally.plan.settings],
        **tally.plain(),
    }
