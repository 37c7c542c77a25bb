"""`grognard forecast`: what a span of a campaign will bring, exactly or by the thousand, as a table and as a
plot with bands.

Knows no game: a game that can be forecast has a module `forecast` with a topic, pieces of work, and what
gathers them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import grognard
from grognard.core.ask import read_given
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.play.books import ANY_NAME, question
from grognard.play.console import emit, json_option, progress, say

from .engines import engine

EACH = 10  # campaigns a piece of work
COLOURS = ("#2f6690", "#b5452c")


@click.command(short_help="Forecast the turns of a campaign, with bands.", context_settings=ANY_NAME)
@click.argument("game")
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--simulate",
    "campaigns",
    type=click.IntRange(1, 1_000_000),
    help="Number of campaigns to simulate (default: exact count).",
)
@click.option("--seed", default=1, show_default=True, help="Seed of the first campaign.")
@click.option("--workers", type=click.IntRange(1), help="Number of processes (default: all cores).")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    help="File for the chart, .svg, .png or .pdf (default: no chart).",
)
@json_option
def forecast(
    game: str,
    words: Sequence[str],
    campaigns: int | None,
    seed: int,
    workers: int | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Forecast the turns of a campaign, with bands.

    Give --from DATE, --until DATE and an assumption; --against compares a second assumption. `grognard ask
    GAME forecast` gives the same figures; this command can also simulate and draw them.
    """
    module = of_game(game)
    topic, given = question(words)
    if topic is not None:
        raise GrognardError(
            f"write it as --name value; {topic!r} has no name. There is {module.TOPIC.usage()}"
        )
    asked = read_given(module.TOPIC, given)
    answer = module.TOPIC.answer(**asked)
    value: Plain = answer.value
    if campaigns:
        value = simulated(module, asked, value, campaigns, seed, workers)
    if plot:
        draw(value, plot)
    if as_json:
        return emit(
            {"topic": "forecast", "value": value, "clauses": answer.clauses, "provenance": answer.provenance}
        )
    answer_lines = module.lines(value) if not campaigns else sim_lines(value)
    return say(
        "\n".join(
            [
                *answer_lines,
                f"    clauses: {', '.join(answer.clauses)}",
                f"    provenance: {', '.join(answer.provenance)}",
            ]
        )
    )


def of_game(name: str) -> ModuleType:
    package = grognard.load(name).package
    try:
        return import_module(f"{package}.forecast")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.forecast":
            raise
        raise GrognardError(f"{name} has nothing to forecast") from None


def simulated(
    module: ModuleType,
    asked: PlainView,
    value: dict[str, Any],
    campaigns: int,
    seed: int,
    workers: int | None,
) -> Plain:
    """The same question answered by campaigns played in the ledger, on all cores."""
    pieces = module.jobs(asked, campaigns, seed, EACH)
    rows: dict[str, list[tuple[int, object]]] = {}  # of each campaign its seed, and what it received
    count = campaigns * len({name for name, _ in pieces})
    with engine("processes" if workers != 1 else "serial", workers) as where, progress("campaigns") as tell:
        for name, outcome in where.imap_unordered(module.work, pieces):
            rows.setdefault(name, []).extend(outcome)
            tell(sum(map(len, rows.values())), count)
    assumptions = {
        name: {
            "words": case["words"],
            **module.gather(
                sorted(rows[name], key=lambda row: row[0]), [row["turn"] for row in case["turns"]]
            ),
            "exact": case["totals"],
        }
        for name, case in value["assumptions"].items()
    }
    return {k: v for k, v in value.items() if k != "difference"} | {
        "method": f"{campaigns} campaigns",
        "assumptions": assumptions,
    }


def sim_lines(value: Mapping[str, Any]) -> list[str]:
    result = [
        f"{value['from']} to {value['to']}, {value['campaign']} campaign, {value['method']}: SP received"
    ]
    for name, case in value["assumptions"].items():
        for nation, total in case["totals"].items():
            exact = case["exact"][nation]
            result.append(
                f"  {name} {nation.upper()}: mean {total['mean']:.2f} (exact {exact['mean']:.2f}), p5"
                f" {total['p5']:.0f} ({exact['p5']:.0f}), p50 {total['p50']:.0f} ({exact['p50']:.0f}), p95"
                f" {total['p95']:.0f} ({exact['p95']:.0f})"
            )
    return result


def draw(value: Mapping[str, Any], path: str) -> None:
    """Bands of 5 to 95 and 25 to 75 per cent around the median, a panel for each thing forecast, two
    assumptions in one.
    """
    if Path(path).suffix not in (".svg", ".png", ".pdf"):
        raise GrognardError(f"a plot is written as .svg, .png or .pdf, not {path!r}")
    try:
        import matplotlib
    except ModuleNotFoundError:
        raise GrognardError(
            'a plot needs matplotlib; install it with: pip install "grognard[study]"'
        ) from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    panels, cases = value["panels"], value["assumptions"]
    across = len(next(iter(cases.values()))["totals"])
    down = -(-len(panels) // across)
    figure, axes = pyplot.subplots(
        down, across, figsize=(5.5 * across, 3.4 * down), squeeze=False, sharex=True
    )
    for axis, (key, title) in zip(axes.flat, panels.items(), strict=False):
        for colour, (name, case) in zip(COLOURS, cases.items(), strict=False):
            _bands(axis, case["turns"], key, colour, f"{name}: {_short(case['words'])}")
        axis.set_title(f"{title}, summed up", fontsize=9)
        axis.tick_params(axis="x", rotation=45)
        axis.grid(alpha=0.3)
    axes[0][0].legend(fontsize=7, loc="upper left")
    figure.suptitle(
        f"{value['from']} to {value['to']}, {value['campaign']} campaign, {value['method']}", fontsize=10
    )
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def _short(words: Mapping[str, str]) -> str:
    """An assumption in a few words: what is not simply left out."""
    return ", ".join(
        f"{name} {value}" for name, value in words.items() if value and value not in ("never", "drawn")
    )


def _bands(panel: Any, turns: Sequence[Mapping[str, Any]], nation: str, colour: str, label: str) -> None:
    from datetime import date

    dates = [date.fromisoformat(row["date"]) for row in turns]
    for low, high, shade in (("p5", "p95", 0.15), ("p25", "p75", 0.3)):
        panel.fill_between(
            dates,
            [row[nation][low] for row in turns],
            [row[nation][high] for row in turns],
            color=colour,
            alpha=shade,
            linewidth=0,
        )
    panel.plot(dates, [row[nation]["p50"] for row in turns], color=colour, label=label)
