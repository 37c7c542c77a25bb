"""`grognard odds`: the exact distributions in a game's answers, as bars in the terminal and as a picture.
Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import NamedTuple

import click

import grognard
from grognard.core import ask as questions
from grognard.core import svg
from grognard.core.html_page import page
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError
from grognard.play.books import ANY_NAME, question
from grognard.play.console import emit, json_option, say

WIDE = 40  # a whole, in the terminal
ALSO = {"landing": "beach-assault"}  # what a player may call a topic


class Distribution(NamedTuple):
    """What can come of one roll (or several), with its exact chances."""

    what: str  # such as `results`
    given: str  # such as `attack_fire guns, defense_fire none`
    chances: dict[str, Fraction]

    def plain(self) -> Plain:
        chances = {
            name: {"fraction": str(chance), "float": float(chance)} for name, chance in self.chances.items()
        }
        return {"what": self.what, "given": self.given, "chances": chances}


def distributions(value: object, what: str = "", given: Sequence[str] = ()) -> Iterator[Distribution]:
    """Every distribution in an answer: a mapping of words to fractions that add up to one."""
    if isinstance(value, list):
        for one in value:
            yield from distributions(one, what, given)
    if not isinstance(value, Mapping):
        return
    if value and all(map(_is_chance, value.values())):
        chances = {str(name): Fraction(chance["fraction"]) for name, chance in value.items()}
        if sum(chances.values()) == 1:
            yield Distribution(what.replace("_", " "), ", ".join(given), chances)
        return
    if all(isinstance(part, Mapping) for part in value.values()) and (leaves := _leaves(value)):
        yield from distributions(leaves, what, given)
        return
    labels = [
        f"{name.replace('_', ' ')} {one}"
        for name, one in value.items()
        if isinstance(one, str) and name != "clause"
    ]
    for name, one in value.items():
        yield from distributions(one, name, [*given, *(word for word in labels if word not in given)])


def _leaves(value: Mapping[str, PlainView]) -> PlainView:
    """The chances of a table of tables, as by hex and fate, with both words before each."""
    return {
        f"{name} {fate}": one for name, part in value.items() for fate, one in part.items() if _is_chance(one)
    }


def _is_chance(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) == {"fraction", "float"}


def lines(result: Sequence[Distribution]) -> Iterator[str]:
    given = None
    for one in result:
        if one.given != given:
            given = one.given
            yield given or "in all"
        yield f"  {one.what}"
        width = max(map(len, one.chances))
        for name, chance in one.chances.items():
            yield (
                f"    {name:>{width}}  {float(chance):7.2%}  {chance!s:>12} "
                f" {'█' * round(WIDE * chance) or '▏'}"
            )


def picture(result: Sequence[Distribution], title: str) -> str:
    """All of it as one HTML page, or, of a single distribution, as SVG."""
    from .charts import bars

    charts = [
        f"<h3>{escape(one.what)}</h3><p>{escape(one.given)}</p>"
        + bars(
            {f"{name} ({chance})": 100 * float(chance) for name, chance in one.chances.items()},
            f"{one.what}, per cent",
            digits=2,
        )
        for one in result
    ]
    from .report import STYLE

    return page(title, STYLE, [f"<h1>{escape(title)}</h1>", *charts])


@click.command(short_help="Print exact odds of an attack, drop, raid or landing.", context_settings=ANY_NAME)
@click.argument("game")
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    help="File for the chart: .html for all bars, .svg for the first distribution (default: no chart).",
)
@json_option
def odds(game: str, words: Sequence[str], plot: str | None, as_json: bool) -> None:
    """Print exact odds of an attack, drop, raid or landing.

    Give the values of a TOPIC as --name value, with the topics and names of `ask`: combat, bombardment, drop,
    raid, landing.

    Every roll and every draw is counted; no result is sampled.
    """
    topic, given = question(words)
    topics = grognard.load(game).questions()
    if topic is None:
        raise GrognardError(
            f"odds of what? Such as `odds {game} combat --attack 12 --defense 5`; the topics are those of"
            f" `ask {game}`"
        )
    topic = ALSO.get(topic, topic)
    answer = questions.ask(topics, topic, given)
    result = list(distributions(_plain(answer.value)))
    if not result:
        raise GrognardError(f"there is no chance in {topic}; ask {game} {topic} answers it")
    if plot:
        write_plot(
            plot, result, f"{game}: {topic} {' '.join(f'--{name} {value}' for name, value in given.items())}"
        )
    if as_json:
        return emit(
            {
                "topic": topic,
                "distributions": [one.plain() for one in result],
                "clauses": answer.clauses,
                "provenance": answer.provenance,
            }
        )
    say("\n".join(lines(result)))
    return say(
        "\n".join(
            f"    {name}: {', '.join(list_)}"
            for name, list_ in (("clauses", answer.clauses), ("provenance", answer.provenance))
            if list_
        )
    )


def _plain(value: object) -> object:
    import msgspec

    return msgspec.to_builtins(value, str_keys=True)


def write_plot(path: str, result: Sequence[Distribution], title: str) -> None:
    from .charts import bars

    if path.endswith(".html"):
        text = picture(result, title)
    elif path.endswith(".svg"):
        one = next((one for one in result if one.what == "results"), result[0])
        chances = {f"{name} ({chance})": 100 * float(chance) for name, chance in one.chances.items()}
        text = svg.as_file(bars(chances, f"{title}: {one.what}, per cent", digits=2))
    else:
        raise GrognardError(f"a plot is written as .html or .svg, not {path!r}")
    Path(path).write_text(text, "utf-8")
