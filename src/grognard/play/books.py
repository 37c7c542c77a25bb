"""Commands that need no game under way: the games, their rules, options and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

import grognard
from grognard.core.about import described, difficulty_in_words, length_in_words
from grognard.core.clauses import ClauseRow
from grognard.core.game import Game
from grognard.core.notation import write_position
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .console import emit, json_option, say
from .files import known_position, open_state, side_of

if TYPE_CHECKING:
    from grognard.core.ask import Asking


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games."""
    result, faults = grognard.GAMES.load_all()
    for fault in faults.values():
        click.echo(fault, err=True)
    if as_json:
        return emit([_game(game) for game in result])
    say("\n\n".join("\n".join(game_lines(game)) for game in result))
    return None


def game_lines(game: Game) -> Iterator[str]:
    """A game with its scenarios, as the lobby presents them."""
    about = game.about
    sides = " against ".join(map(about.side, game.position.sides))
    yield f"{game.name}  {game.title}, rules {game.version}, {about.dates}: {sides}"
    yield f"  {about.text}"
    width = max(map(len, (*game.scenarios, *game.refused)))
    for name in game.scenarios:
        one = about.scenario_named(name)
        yield f"  {name:<{width}}  {one.name}: {length_in_words(one)}; {difficulty_in_words(one)}"
    for name in game.refused:
        yield (
            f"  {name:<{width}}  {about.scenario_named(name).name}: not playable;"
            f" `grognard new {game.name} --scenario {name}` says why"
        )


def _game(game: Game) -> Plain:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.version,
        "sides": list(game.position.sides),
        "scenarios": list(game.scenarios),
        "refused": list(game.refused),
        "about": described(game.about, (*game.scenarios, *game.refused)),
    }


# ---------------------------------------------------------------- rules


@click.command(short_help="Print the rules, or their coverage.")
@click.argument("game", required=False)
@click.argument("clauses", nargs=-1)
@click.option(
    "--coverage",
    is_flag=True,
    help="Coverage of every clause: implemented, tested, refused (exit 1 if one is missing).",
)
@json_option
def rules(game: str | None, clauses: Sequence[str], coverage: bool, as_json: bool) -> None:
    """Print the rules, some CLAUSES, or the coverage."""
    titles = [grognard.load(game)] if game else grognard.GAMES.load_all()[0]
    if as_json:
        rows = [row if game else {"game": one.name, **row} for one in titles for row in _report(one, clauses)]
        emit(rows)
    elif coverage:
        for one in titles:
            say("\n".join(coverage_lines(one)))
    else:
        for one in titles:
            say("\n".join(line for row in _report(one, clauses) for line in clause_lines(row, bool(clauses))))
    if coverage and any(not complete(row) for one in titles for row in one.rulebook.report()):
        click.get_current_context().exit(1)


def _report(game: Game, clauses: Sequence[str]) -> list[ClauseRow]:
    """The rows asked for; a chapter's number stands for all its clauses."""
    rows = game.rulebook.report()
    if not clauses:
        return rows
    clause_rows = []
    for wanted in clauses:
        exact = [row for row in rows if row["id"].casefold() == wanted.casefold()]
        inside = [row for row in rows if row["id"].casefold().startswith(wanted.casefold() + ".")]
        if not exact and not inside:
            _ = game.rulebook[wanted]  # which says what there is
        clause_rows += exact or inside
    return clause_rows


def clause_lines(row: ClauseRow, whole: bool) -> Iterator[str]:
    yield f"{row['id']}  {row['text']}"
    if not whole:
        return
    yield f"    chapter {row['chapter']}; {row['kind']}, provenance {row['provenance']}"
    if row["who"].strip("-") or row["when"].strip("-"):
        yield f"    who: {row['who'] or '-'}; when: {row['when'] or '-'}"
    if row["note"]:
        yield f"    note: {row['note']}"
    carried = [("code", row["code"]), ("tests", row["tests"])]
    for name, places in [*carried, *([("refuses", row["refuses"])] if row["forbids"] else [])]:
        yield f"    {name}: {', '.join(places) or 'none'}"


def complete(row: ClauseRow) -> bool:
    return bool(row["implemented"] and row["tests"] and (row["refuses"] or not row["forbids"]))


def coverage_lines(game: Game) -> Iterator[str]:
    """Chapter by chapter, then what is missing, then the sum."""
    rows = game.rulebook.report()
    width = max(len(row["chapter"]) for row in rows)
    for chapter in dict.fromkeys(row["chapter"] for row in rows):
        yield f"{chapter:<{width}}  {_sum([row for row in rows if row['chapter'] == chapter])}"
    if not game.rulebook.declares_refusals:
        yield (
            f"{game.name}: refusals are not declared: no clause of the rulebook says that it forbids"
            " something"
        )
    for row in rows:
        if not complete(row):
            refused = row["refuses"] or not row["forbids"]
            states = (
                ("implemented", row["implemented"]),
                ("tested", row["tests"]),
                ("shown to refuse anything", refused),
            )
            yield (
                f"{row['id']} is not {' and not '.join(word for word, good in states if not good)}:"
                f" {row['text']}"
            )
    yield f"{game.name}: {_sum(rows)}"


def _sum(rows: list[ClauseRow]) -> str:
    implemented, tested = (sum(bool(row[name]) for row in rows) for name in ("implemented", "tests"))
    return f"{len(rows)} clauses, {implemented} implemented, {tested} tested, {_refusals(rows)}"


def _refusals(rows: list[ClauseRow]) -> str:
    """The third column: how many of the clauses that forbid something refuse it in a test."""
    forbidding = [row for row in rows if row["forbids"]]
    if not forbidding:
        return "refuses nothing declared"
    return f"refuses {sum(bool(row['refuses']) for row in forbidding)} of {len(forbidding)}"


# ---------------------------------------------------------------- options and questions


@click.command()
@click.argument("game")
@json_option
def options(game: str, as_json: bool) -> None:
    """List the optional rules and interpretations of a game."""
    result = grognard.load(game).readings
    if as_json:
        return emit(result)
    for one in result:
        default = str(one.default).lower() if isinstance(one.default, bool) else str(one.default)
        say(f"{one.name} = {default}   {one.kind} [{one.clause}]")
        for value, words in one.values.items():
            say(f"    {value}: {words}")
    return None


ANY_NAME = {"ignore_unknown_options": True, "allow_extra_args": True}


@click.command(short_help="Ask about the rules, with figures.", context_settings=ANY_NAME)
@click.argument("game")
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@json_option
def ask(game: str, words: Sequence[str], as_json: bool) -> None:
    """Answer a question about the rules.

    Give the values of a TOPIC as --name value. Without TOPIC the topics are listed. Where a topic takes
    --position, --side SIDE answers from the view of that side.
    """
    from grognard.core import ask as questions

    topics = grognard.load(game).questions()
    topic, given = question(words)
    if topic is None:
        return (
            emit(dict(map(topic_data, topics.values()))) if as_json else say("\n".join(topic_lines(topics)))
        )
    with _seen(topics.get(topic), given):
        answer = questions.ask(topics, topic, given)
    if as_json:
        return emit({"topic": topic, **answer.plain()})
    sources = {"clauses": answer.clauses, "provenance": answer.provenance}
    return say(
        "\n".join(
            [
                *answer.words(),
                *(f"    {name}: {', '.join(result)}" for name, result in sources.items() if result),
            ]
        )
    )


@contextmanager
def _seen(topic: Asking | None, given: dict[str, str]) -> Iterator[None]:
    """With --side, the position a question is about is what that side knows of it, in a file of its own."""
    known = {p.name for p in topic.parameters} if topic is not None else set[str]()
    side = given.get("side") if "side" in known else given.pop("side", None) if "position" in known else None
    if side is None or "position" not in known or not given.get("position"):
        if side is not None and "side" not in known:
            raise GrognardError("--side goes with --position: without one there is nothing to hide")
        yield
        return
    state, _ = open_state(given["position"])
    side_of(state, side)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "position.toml"
        file.write_text(write_position(known_position(state, side)), "utf-8")
        given["position"] = str(file)
        yield


def question(words: Sequence[str]) -> tuple[str | None, dict[str, str]]:
    """A topic and its `--name value` pairs; `--name=value` will do as well, and `--name` alone for a yes."""
    from grognard.core.ask import UNNAMED

    topic, given, rest = None, {}, list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            given[name] = value if sign or not rest or rest[0].startswith("--") else rest.pop(0)
        elif topic is None:
            topic = word
        elif (place := next((place for place in UNNAMED if place not in given), None)) is None:
            raise GrognardError(f"write it as TOPIC --name value ...; {word!r} has no name")
        else:
            given[place] = word
    return topic, given


def topic_data(topic: Asking) -> tuple[str, Plain]:
    wanted = [
        {
            "name": p.name,
            "kind": p.kind.__name__,
            "help": p.help,
            "default": p.default,
            "required": p.required,
        }
        for p in topic.parameters
    ]
    return topic.name, {"help": topic.help, "parameters": wanted}


def topic_lines(topics: Mapping[str, Asking]) -> Iterator[str]:
    for topic in topics.values():
        yield f"{topic.name}: {topic.help}"
        for p in topic.parameters:
            default = (
                "" if p.default in (None, "", (), False) or p.required else f" (if not given: {p.default})"
            )
            yield f"    --{p.name:<14} {p.help}{' (needed)' if p.required else default}"
