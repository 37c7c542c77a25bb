"""Marks of the suite: a test of a rule says which clauses it tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import grognard
from grognard.core.ruling import observed_refusals

# a change is judged by the same examples wherever it is run, however slow that machine is; `make nightly`
# looks for new ones
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("steady"), derandomize=False)
settings.load_profile("explore" if os.environ.get("GROGNARD_EXPLORE") else "steady")


LONG = ("web", "conformance", "golden", "adapters")  # folders of tests that take long, one by one


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file share a worker, and with it what they prepare; but what is asked of every game game
    by game is shared out by game, and what takes long comes first, or one worker would still be at it long
    after the other has ended.
    """
    items.sort(
        key=lambda item: LONG.index(item.path.parent.name) if item.path.parent.name in LONG else len(LONG)
    )
    games = sorted(grognard.GAMES.own, key=len, reverse=True)
    for item in items:
        words = getattr(item, "callspec", None)
        game = next((name for name in games if words is not None and words.id.startswith(name)), "")
        item.add_marker(pytest.mark.xdist_group(f"{item.path.stem} {game}".strip()))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the rulebook clauses a test shows to be carried out")
    config.addinivalue_line(
        "markers", "refuses(*ids): clauses that must refuse something while the test runs; else it fails"
    )
    config.addinivalue_line("markers", "browser: drives the page in headless Chromium; run by `make browser`")
    config.addinivalue_line("markers", "nightly: takes minutes; run by `make nightly`")
    config.addinivalue_line(
        "markers", "complaints(*parts): errors a page may report in this test; any other fails it"
    )
    config.addinivalue_line("markers", "cluster: starts a Dask scheduler and workers")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fails a test marked `refuses` unless a refusal that cites the clause was really given."""
    wanted = {id_ for mark in item.iter_markers("refuses") for id_ in mark.args}
    if not wanted:
        yield
        return
    with observed_refusals() as clauses:
        yield
    if missing := sorted(wanted - clauses):
        given = ", ".join(sorted(clauses)) or "no clause"
        pytest.fail(f"no refusal cited {', '.join(missing)}; refused by {given}", pytrace=False)
