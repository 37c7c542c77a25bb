"""Every clause is carried by code and shown by a test, and the package says so truthfully."""

from __future__ import annotations

import json

import pytest

import grognard

from . import coverage
from .gates import COVERED


@pytest.mark.parametrize("name", COVERED)
def test_every_clause_is_implemented_and_tested(name: str) -> None:
    book = grognard.load(name).rulebook
    assert not [id_ for id_ in book if not book.implemented(id_)]
    assert not [id_ for id_ in book if not book.tests(id_)]


@pytest.mark.parametrize("name", COVERED)
def test_what_the_package_says_is_what_the_tree_holds(name: str) -> None:
    """`make coverage` writes it anew."""
    assert json.loads(coverage.path_of(name).read_text()) == coverage.carried(name)


@pytest.mark.parametrize("name", COVERED)
def test_no_test_is_marked_with_a_clause_that_does_not_exist(name: str) -> None:
    known = {id_ for game in grognard.GAMES for id_ in grognard.load(game).rulebook}
    assert not set(coverage.test_places()) - known
