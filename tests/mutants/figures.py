"""Figures in a data file that can be changed by one mutation: whole and decimal numbers, dates, yes and no,
cells of results.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from .sites import Site, identified

TOKENS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|'
    r"'''.*?'''|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'[^'\n]*'|#[^\n]*|^[ \t]*\[\[?[^\]\n=]*\]\]?[ \t]*(?=$|#)|[\w.:+-]+|\n|.",
    re.DOTALL | re.MULTILINE,
)
NUMBER, DATE = re.compile(r"[+-]?\d+(\.\d+)?"), re.compile(r"\d{4}-\d\d-\d\d")
QUOTED = re.compile(r'"(\+?\d{1,2}|\d{4}-\d\d-\d\d)"')  # a cost or a date kept as a text
COSTS = {"track", "truck", "leg"}  # other short numbers in quotes are names, such as a division's
DESCRIBES = {
    "schema",
    "disputed_cells",
}  # how a file is laid out and what is known of its source; no rule reads them
RESULTS = {"results", "table"}  # keys of tables of results
OPEN, CLOSE = ("[", "{"), ("]", "}")


def figure_sites(game: str, path: str, source: bytes) -> list[Site]:
    """Every mutation of a data file, in its order."""
    text = source.decode()
    sites, values = [], list(_values(text))
    at, before, line = 0, 0, 1
    for number, (scope, start, word) in enumerate(values):
        passed, at = text[at:start], start
        before, line = before + len(passed.encode()), line + passed.count("\n")
        key = scope.rpartition(".")[2]
        if key in DESCRIBES:
            continue
        for after in _next_result(values[number:]) if key in RESULTS else _changed(word, key):
            sites.append(
                Site(game, path, scope, line, "figure", before, before + len(word.encode()), word, after)
            )
    return identified(sites, source)


def _next_result(values: list[tuple[str, int, str]]) -> Iterator[str]:
    """A cell of a table of results is given the next result of the table that is another one."""
    scope, _, word = values[0]
    others = [after for key, _, after in values[1:50] if key == scope and after != word]
    yield from others[:1]


def _changed(word: str, key: str = "") -> Iterator[str]:
    if quoted := QUOTED.fullmatch(word):
        if key in COSTS or DATE.fullmatch(quoted[1]):
            yield from (f'"{after}"' for after in _changed(quoted[1]))
    elif word in ("true", "false"):
        yield "false" if word == "true" else "true"
    elif DATE.fullmatch(word):
        yield (datetime.date.fromisoformat(word) + datetime.timedelta(days=1)).isoformat()
    elif NUMBER.fullmatch(word):
        number = float(word) if "." in word else int(word)
        sign = "+" * word.startswith("+")
        yield sign + str(round(number + 1, 6))
        if number > 1:
            yield sign + str(round(number - 1, 6))


def _values(text: str) -> Iterator[tuple[str, int, str]]:
    """Bare words that are values, each with its table and key."""
    table, key, depth = "", "", 0
    words = [
        (m.start(), m.group())
        for m in TOKENS.finditer(text)
        if m.group().strip(" \t") and not m.group().startswith("#")
    ]
    for (start, word), (_, following) in zip(words, [*words[1:], (0, "\n")]):
        if depth == 0 and word.strip().startswith("[") and len(word) > 1:
            table = word.strip().strip("[]")
        elif word in OPEN:
            depth += 1
        elif word in CLOSE:
            depth -= 1
        elif following in ("=", "."):
            key = word.strip("\"'") if following == "=" else key
        elif word[0] not in "'\n=,":
            yield f"{table}.{key}".strip("."), start, word


def is_changed_once(before: bytes, after: bytes) -> bool:
    """Whether a changed file can still be read and differs in one value."""
    return sum(1 for _ in _differences(tomllib.loads(before.decode()), tomllib.loads(after.decode()))) == 1


def _differences(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            yield from _differences(one[key], other[key])
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for a, b in zip(one, other):
            yield from _differences(a, b)
    elif one != other or type(one) is not type(other):
        yield one, other
