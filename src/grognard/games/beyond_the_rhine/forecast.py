"""Forecasts: the distribution of supply and replacements over a span of the campaign under an assumption.

Turns are independent of each other, so the distribution of a sum is worked out exactly, by whole numbers:
every ground die and every roll is counted. `simulate` plays campaigns in the ledger instead; the two agree (a
test compares them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, sqrt
from typing import Any, NamedTuple

from grognard.core.ask import Answer, Parameter, Topic, once
from grognard.core.calendar import spell
from grognard.core.facts import Entry
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from . import replacements as repl
from . import supply as sup
from .dates import CAMPAIGNS, LAST, Campaign, campaign, day, turn_on
from .pieces import NATIONS, US
from .weather import GROUNDS, TWO_DICE, automatic, band

QUANTILES = {
    "p5": Fraction(1, 20),
    "p25": Fraction(1, 4),
    "p50": Fraction(1, 2),
    "p75": Fraction(3, 4),
    "p95": Fraction(19, 20),
}
NEVER = LAST + 1
Weights = dict[int, int]  # a number and in how many ways it comes up


class Assumption(NamedTuple):
    """What is taken for granted: the turns ports are opened in, events by span, and the ground, drawn or
    fixed.
    """

    ports: tuple[tuple[str, int], ...]
    events: tuple[tuple[str, int, int], ...] = ()
    ground: str = "drawn"

    def situation(self, turn: int, ground: str) -> sup.Situation:
        open_ = frozenset(port for port, first in self.ports if turn >= first)
        events = frozenset(name for name, first, last in self.events if first <= turn <= last)
        return sup.Situation(ground, open_, events)


HISTORY = {
    "antwerpen": "1944-11-29",
    "rotterdam": "never",
    "amsterdam": "never",
    "events": "",
    "ground": "drawn",
}  # BTR-J.20


def assume(given: Mapping[str, str]) -> Assumption:
    """An assumption from words: `antwerpen=1944-10-15`, `events=alpine:1945-03-01:1945-03-29`; what is not
    said is history.
    """
    if strange := sorted(given.keys() - HISTORY.keys()):
        raise GrognardError(f"{strange[0]!r} is not an assumption; the assumptions are {', '.join(HISTORY)}")
    words = HISTORY | dict(given)
    if words["ground"] not in ("drawn", *GROUNDS):
        raise GrognardError(f"the ground is drawn, {', '.join(GROUNDS)}, not {words['ground']!r}")
    both = _opened(words["antwerpen"])
    ports = [
        (sup.PORTS[0], both),
        (sup.PORTS[1], both),
        (sup.PORTS[2], _opened(words["rotterdam"])),
        (sup.PORTS[3], _opened(words["amsterdam"])),
    ]
    return Assumption(
        tuple(ports), tuple(_event(one) for one in words["events"].split("+") if one), words["ground"]
    )


def _opened(text: str) -> int:
    return NEVER if text.casefold() == "never" else turn_on(text)


def _event(text: str) -> tuple[str, int, int]:
    name, *span = text.split(":")
    if name not in sup.EVENTS:
        raise GrognardError(f"{name!r} is not an event; the events are {', '.join(sup.EVENTS)}")
    return name, turn_on(span[0]) if span else 1, turn_on(span[1]) if len(span) > 1 else LAST


def read_words(text: str) -> dict[str, str]:
    """`antwerpen=1944-10-15,rotterdam=1945-03-01` as a table."""
    result = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, sign, value = part.partition("=")
        if not sign:
            raise GrognardError(
                f"write an assumption as name=value, such as antwerpen=1944-10-15, not {part!r}"
            )
        result[name.strip()] = value.strip()
    return result


# ---------------------------------------------------------------- exact weights, turn by turn


def grounds(turn: int, assumption: Assumption) -> dict[str, int]:
    """In how many of six ways each ground comes up."""
    if assumption.ground != "drawn":
        return {assumption.ground: 6}
    if fixed := automatic(turn):
        return {fixed: 6}
    return {name: high - low + 1 for name, (low, high) in band(turn)["ground"].items()}


def supply_weights(nation: str, turn: int, assumption: Assumption, game: Campaign) -> Weights:
    """Tokens of a turn in 216 ways: the ground die and two dice."""
    result: Weights = {}
    if nation != US and game.half == "south":
        return {0: 216}  # BTR-J.9
    share = 2 if nation == US and game.half else 1
    for ground, sixths in grounds(turn, assumption).items():
        shifts = sup.modifiers(nation, assumption.situation(turn, ground))
        column = sup.column(int(sup.status(nation, turn)["column"]), shifts)
        for roll, ways in TWO_DICE.items():
            tokens = sup.cell(nation, column, roll) * sup.TOKENS // share
            result[tokens] = result.get(tokens, 0) + sixths * ways
    return result


@cache
def replacement_weights(nation: str, turn: int, what: str) -> tuple[tuple[int, int], ...]:
    """A column of the replacement table in 36 ways."""
    result: Weights = {}
    for roll, ways in TWO_DICE.items():
        count = getattr(repl.replacements(nation, turn, roll), what)
        result[count] = result.get(count, 0) + ways
    return tuple(result.items())


def add(one: Weights, other: Mapping[int, int]) -> Weights:
    """The sum of two independent numbers."""
    result: Weights = {}
    for a, ways in one.items():
        for b, more in other.items():
            result[a + b] = result.get(a + b, 0) + ways * more
    return result


class Spread(NamedTuple):
    """A distribution in a few figures."""

    mean: float
    deviation: float
    quantiles: dict[str, int]


def spread(weights: Weights) -> Spread:
    whole = sum(weights.values())
    mean = Fraction(sum(n * w for n, w in weights.items()), whole)
    square = Fraction(sum(n * n * w for n, w in weights.items()), whole)
    return Spread(float(mean), sqrt(max(0.0, float(square - mean * mean))), quantiles(weights, whole))


def quantiles(weights: Weights, whole: int) -> dict[str, int]:
    result, seen, wanted = {}, 0, list(QUANTILES.items())
    for number in sorted(weights):
        seen += weights[number]
        while wanted and seen >= ceil(wanted[0][1] * whole):
            result[wanted.pop(0)[0]] = number
    return result


class Outlook(NamedTuple):
    """A forecast: tokens of each nation summed up to each turn, replacements over the span, and Pax and Eq up
    to each turn.
    """

    turns: tuple[int, ...]
    supply: dict[str, list[Spread]]
    totals: dict[str, Weights]
    replacements: dict[str, dict[str, Spread]]
    pools: dict[str, list[Spread]]  # "us pax" and so on, summed up to each turn


def outlook(first: int, last: int, assumption: Assumption, game: Campaign) -> Outlook:
    turns = tuple(range(first, last + 1))
    curves: dict[str, list[Spread]] = {}
    totals: dict[str, Weights] = {}
    for nation in NATIONS:
        running: Weights = {0: 1}
        curves[nation] = []
        for turn in turns:
            running = add(running, supply_weights(nation, turn, assumption, game))
            curves[nation].append(spread(running))
        totals[nation] = running
    replaced = {
        nation: {what: _replaced(nation, what, turns, game) for what in (*repl.RESULTS, "bridge")}
        for nation in NATIONS
    }
    whole = {nation: {what: sums[-1] for what, sums in by.items()} for nation, by in replaced.items()}
    return Outlook(
        turns,
        curves,
        totals,
        whole,
        {f"{nation} {what}": replaced[nation][what] for what in POOLED for nation in NATIONS},
    )


POOLED = ("pax", "eq")
PANELS = {nation: f"{nation.upper()}: SP" for nation in NATIONS} | {
    f"{nation} {what}": f"{nation.upper()}: {what.capitalize()}" for what in POOLED for nation in NATIONS
}


def _replaced(nation: str, what: str, turns: tuple[int, ...], game: Campaign) -> list[Spread]:
    """A column of the replacement table, summed up to each turn."""
    running: Weights = {0: 1}
    spreads = []
    for turn in turns:
        if nation == US or game.half != "south":  # BTR-J.9
            running = add(running, dict(replacement_weights(nation, turn, what)))
        spreads.append(spread(running))
    return spreads


def more_than(one: Weights, other: Weights) -> Fraction:
    """The chance that the first is greater than the second, the two being independent."""
    whole = sum(one.values()) * sum(other.values())
    below, seen, result = sorted(other), 0, 0
    at = 0
    for number in sorted(one):
        while at < len(below) and below[at] < number:
            seen += other[below[at]]
            at += 1
        result += one[number] * seen
    return Fraction(result, whole)


# ---------------------------------------------------------------- the question


def span(first: str | None, until: str | None, game: Campaign) -> tuple[int, int]:
    start, end = turn_on(first) if first else game.first, turn_on(until) if until else game.last
    if not game.first <= start <= end <= game.last:
        raise GrognardError(
            f"the span must lie in {game.title}, {spell(day(game.first))} to {spell(day(game.last))}, and"
            " begin before it ends"
        )
    return start, end


def forecast(
    from_: str | None,
    until: str | None,
    campaign: str,
    antwerpen: str,
    rotterdam: str,
    amsterdam: str,
    events: str,
    ground: str,
    against: str | None,
) -> Answer:
    """BTR-supply, BTR-repl: what a span will bring, with bands; and how a second assumption differs."""
    game = named(campaign)
    first, last = span(from_, until, game)
    words = {
        "antwerpen": antwerpen,
        "rotterdam": rotterdam,
        "amsterdam": amsterdam,
        "events": events,
        "ground": ground,
    }
    cases = {"A": words} | ({"B": words | read_words(against)} if against else {})
    outlooks = {name: outlook(first, last, assume(case), game) for name, case in cases.items()}
    value: Plain = {
        "campaign": game.name,
        "from": day(first).isoformat(),
        "to": day(last).isoformat(),
        "method": "exact",
        "panels": PANELS,
        "assumptions": {name: {"words": cases[name], **plain(one)} for name, one in outlooks.items()},
    }
    if "B" in outlooks:
        value["difference"] = {
            nation: {
                "mean_sp": (outlooks["B"].supply[nation][-1].mean - outlooks["A"].supply[nation][-1].mean)
                / sup.TOKENS,
                "b_more_than_a": float(more_than(outlooks["B"].totals[nation], outlooks["A"].totals[nation])),
            }
            for nation in NATIONS
        }
    cited = [
        "BTR-supply.roll",
        "BTR-supply.order",
        "BTR-supply.clamp",
        "BTR-repl.table",
        "BTR-repl.star",
        "BTR-repl.mod.1945",
        "BTR-weather.table",
        "BTR-J.17",
        "BTR-J.20",
    ]
    cited += ["BTR-J.9"] if game.half else []
    return Answer(value, lines(value), once(cited), ["document", "reconstruction"])


def named(name: str) -> Campaign:
    return campaign(name)


def plain(one: Outlook) -> Plain:
    """A forecast as plain data; supply in SP."""
    turns: list[Plain] = [
        {"turn": turn, "date": day(turn).isoformat()}
        | {nation: _sp(one.supply[nation][i]) for nation in NATIONS}
        | {name: _figures(curve[i]) for name, curve in one.pools.items()}
        for i, turn in enumerate(one.turns)
    ]
    replacements = {
        nation: {what: _figures(s) for what, s in by.items()} for nation, by in one.replacements.items()
    }
    return {
        "turns": turns,
        "totals": {nation: _sp(one.supply[nation][-1]) for nation in NATIONS},
        "replacements": replacements,
    }


def _figures(s: Spread) -> dict[str, float]:
    return {"mean": s.mean, "deviation": s.deviation, **s.quantiles}


def _sp(s: Spread) -> dict[str, float]:
    return {name: figure / sup.TOKENS for name, figure in _figures(s).items()}


def lines(value: Mapping[str, Any]) -> list[str]:
    """A table for people: totals, then every fifth turn."""
    result = [
        f"{value['from']} to {value['to']}, {value['campaign']} campaign, {value['method']}: SP received, 5"
        " to 95 percent"
    ]
    for name, case in value["assumptions"].items():
        words = ", ".join(f"{k} {v}" for k, v in case["words"].items() if v)
        result.append(f"{name}: {words}")
        result.append(
            f"  {'date':<12}" + "".join(f"{nation.upper():>8} mean   p5  p50  p95" for nation in NATIONS)
        )
        rows = case["turns"]
        for row in [*rows[4::5], *([rows[-1]] if len(rows) % 5 else [])]:
            result.append(
                f"  {row['date']:<12}"
                + "".join(
                    f"{row[nation]['mean']:>13.1f} {row[nation]['p5']:>4.0f} {row[nation]['p50']:>4.0f}"
                    f" {row[nation]['p95']:>4.0f}"
                    for nation in NATIONS
                )
            )
        for nation in NATIONS:
            spreads = case["replacements"][nation]
            result.append(
                f"  {nation.upper()} replacements: "
                + ", ".join(
                    f"{what} {s['mean']:.1f} ({s['p5']:.0f} to {s['p95']:.0f})" for what, s in spreads.items()
                )
            )
    for nation, gap in value.get("difference", {}).items():
        result.append(
            f"{nation.upper()}: B gives {gap['mean_sp']:+.1f} SP on average, and more than A in"
            f" {100 * gap['b_more_than_a']:.1f}% of campaigns"
        )
    return result


TOPIC = Topic(
    "forecast",
    "SP and replacements a span will give, with bands; compares two assumptions",
    (
        Parameter("from", str, "first date (default: start of the campaign)"),
        Parameter("until", str, "last date (default: end of the campaign)"),
        Parameter("campaign", str, f"one of {', '.join(CAMPAIGNS)}", "full"),
        Parameter("antwerpen", str, "date both Antwerpen ports open, or never", HISTORY["antwerpen"]),
        Parameter("rotterdam", str, "a date, or never", "never"),
        Parameter("amsterdam", str, "a date, or never", "never"),
        Parameter("events", str, "events in force, such as alpine:1945-03-01:1945-03-29+north-flank", ""),
        Parameter("ground", str, "drawn, or dry, mud or snow throughout", "drawn"),
        Parameter("against", str, "a second assumption, such as antwerpen=1944-10-15,rotterdam=1945-03-01"),
    ),
    forecast,
)

# ---------------------------------------------------------------- campaigns played in the ledger


class Job(NamedTuple):
    """Campaigns for one worker."""

    words: tuple[tuple[str, str], ...]
    first: int
    last: int
    campaign: str
    seeds: tuple[int, ...]


def jobs(given: Mapping[str, str | None], count: int, seed: int, each: int) -> list[tuple[str, Job]]:
    """The work of a simulation, cut into pieces: for each assumption, so many campaigns."""
    game = named(str(given["campaign"]))
    first, last = span(given["from_"], given["until"], game)
    words, against = {name: str(given[name]) for name in HISTORY}, given["against"]
    cases = {"A": words} | ({"B": words | read_words(against)} if against else {})
    for case in cases.values():
        if assume(case).events or assume(case).ground != "drawn":
            raise GrognardError(
                "--simulate draws the weather and plays without events; leave --simulate out to set them"
            )
    seeds = range(seed, seed + count)
    return [
        (name, Job(tuple(case.items()), first, last, game.name, tuple(seeds[i : i + each])))
        for name, case in cases.items()
        for i in range(0, count, each)
    ]


class Played(NamedTuple):
    """A campaign: its seed, and what it received by turn, panel by panel."""

    seed: int
    curves: dict[str, list[int]]


def work(piece: tuple[str, Job]) -> tuple[str, list[Played]]:
    """Plays the campaigns of a job; gives what each received by turn, in tokens, and its replacements."""
    from grognard import load

    from .default_policy import open_ports_on, play
    from .position import BeyondTheRhine

    name, job = piece
    ports = dict(assume(dict(job.words)).ports)
    rows = []
    for seed in job.seeds:
        scenario = "standard" if job.campaign == "full" else job.campaign
        state = load("beyond-the-rhine").new(scenario, seed=seed, options={"ports_schedule": "manual"})
        assert isinstance(state, BeyondTheRhine)
        curve: dict[str, list[int]] = {name: [] for name in PANELS}
        for turn in range(named(job.campaign).first, job.last + 1):
            start = len(state.journal)
            play(state, open_ports_on(ports), until=turn)
            if turn >= job.first:
                for got, points in zip(_rolled(state.journal[start:]), curve.values(), strict=True):
                    points.append((points[-1] if points else 0) + got)
        rows.append(Played(seed, curve))
    return name, rows


def _rolled(journal: Sequence[Entry]) -> list[int]:
    """What rolls brought, panel by panel; the chart's own SP and loaded points are no part of a forecast."""
    result = dict.fromkeys(PANELS, 0)
    for fact, key, old, new, clause in journal:
        if fact == "received" and clause.startswith("BTR-supply."):
            result[NATIONS[key]] += new - old
        elif fact in POOLED and clause == "BTR-repl.keep":
            result[f"{NATIONS[key]} {fact}"] += new - old
    return list(result.values())


def gather(rows: Sequence[Played], turns: list[int]) -> Plain:
    """Simulated campaigns in the form of an exact forecast."""
    result = []
    for i, turn in enumerate(turns):
        entry: Plain = {"turn": turn, "date": day(turn).isoformat()}
        for name in PANELS:
            weights: Weights = {}
            for row in rows:
                got = row.curves[name][i]
                weights[got] = weights.get(got, 0) + 1
            entry[name] = _sp(spread(weights)) if name in NATIONS else _figures(spread(weights))
        result.append(entry)
    return {
        "turns": result,
        "totals": {nation: result[-1][nation] for nation in NATIONS},
        "campaigns": len(rows),
    }
