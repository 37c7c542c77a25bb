"""Reading TOML that players wrote: what is too large is refused before it is parsed."""

from __future__ import annotations

import tomllib

import pytest

from grognard.core import data
from grognard.core.ruling import GrognardError

LONG = 50_000
LONG_KEYS = [
    "a." * LONG + "a=1",
    "[" + "a." * LONG + "a]",
    "[[" + "a . " * LONG + "a]]",
    '"a".' * LONG + "a=1",
    "x={" + "a." * LONG + "a=1}",
    "# fine\na='.'\n" + "a." * LONG + "a=1",
    ".".join("a" * 33) + "=1",
    "b='''x''''\n" + "a." * LONG + "a=1",
    'b="""x"""""\n' + "a." * LONG + "a=1",
    "b=''''''''\n" + "a." * LONG + "a=1",
]
NO_KEYS = [
    "a=1 # " + "." * 99,
    "a='" + "." * 99 + "'",
    'a="""\n' + '.\\"' * 99 + '\n"""',
    "a='''\n" + ".'" * 99 + "\n'''",
    ".".join("a" * 32) + "=1",
    "a='''" + "." * 99 + "'''''",
    'a="""' + "." * 99 + '""""',
]


@pytest.mark.parametrize("text", LONG_KEYS, ids=range(len(LONG_KEYS)))
def test_a_key_of_too_many_parts_is_refused_before_it_is_parsed(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser takes the square of such a key's length: minutes for a text of 200 KB."""
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("parsed"))
    with pytest.raises(GrognardError, match="nested more than 32 deep"):
        data.parse(text)


def test_what_follows_a_string_that_is_not_closed_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("parsed"))
    with pytest.raises(GrognardError, match="a string is not closed"):
        data.parse("b='x\n" + "a." * LONG + "a=1")


def test_a_text_that_is_too_large_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("parsed"))
    with pytest.raises(GrognardError, match="1,000,001 characters; the most is 1,000,000"):
        data.parse("#" * 1_000_001)


@pytest.mark.parametrize("text", NO_KEYS, ids=range(len(NO_KEYS)))
def test_dots_that_are_no_key_are_read(text: str) -> None:
    assert data.parse(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text", ["a=" + "9" * 5000, "a=0x" + "f" * 5000, "a=[{b=1" + "_0" * 5000 + "}]", "a=" + "[" * 5000]
)
def test_numbers_and_brackets_beyond_measure_are_refused(text: str) -> None:
    with pytest.raises(GrognardError, match="4,200 digits|32 deep"):
        data.parse(text)
