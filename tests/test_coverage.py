"""Every clause is carried by code and shown by a test, and the package says so truthfully."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.core.procedure import Ask, Phase

from . import coverage
from .gates import COVERED


@pytest.mark.parametrize("name", COVERED)
def test_every_clause_is_implemented_and_tested(name: str) -> None:
    book = grognard.load(name).rulebook
    assert not [id_ for id_ in book if not book.implemented(id_)]
    assert not [id_ for id_ in book if not book.tests(id_)]


@pytest.mark.parametrize("name", COVERED)
def test_no_test_is_marked_with_a_clause_that_does_not_exist(name: str) -> None:
    known = {id_ for game in grognard.GAMES for id_ in grognard.load(game).rulebook}
    assert not set(coverage.test_places(*coverage.CLAUSE, *coverage.REFUSES)) - known


# ---------------------------------------------------------------- refusals

PROHIBITION = re.compile(
    r"\b(may not|must not|cannot|can not|never|only|no unit|not be|not allowed|forbidden|prohibited)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", COVERED)
def test_every_clause_that_forbids_something_refuses_something(name: str) -> None:
    book = grognard.load(name).rulebook
    assert any(book[id_].forbids for id_ in book)
    assert not [id_ for id_ in book if book[id_].forbids and not book.refuses(id_)]


@pytest.mark.parametrize("name", COVERED)
def test_a_clause_with_the_words_of_a_prohibition_says_whether_it_forbids(name: str) -> None:
    """`forbids = true` or `forbids = false`: a prohibition cannot be left out by oversight."""
    book = grognard.load(name).rulebook
    assert not [id_ for id_ in book if book[id_].forbids is None and PROHIBITION.search(book[id_].text)]


@pytest.mark.parametrize("name", COVERED)
def test_every_choice_names_the_clause_of_its_refusals(name: str) -> None:
    steps = [step for steps in grognard.load(name).position.procedures.values() for step in steps]
    asks = [step for step in steps if isinstance(step, Ask)]
    assert not [step.name for step in asks if step.refuse is None or not step.takes]
    phases = [step for step in steps if isinstance(step, Phase) and step.take_plain is not None]
    assert not [step.name for step in phases if step.refuse is None or not step.plain_verbs]
