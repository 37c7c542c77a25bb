"""Marks of the suite: a test of a rule says which clauses it tests."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the rulebook clauses a test shows to be carried out")
    config.addinivalue_line("markers", "browser: drives the page in headless Chromium; run by `make browser`")
    config.addinivalue_line("markers", "nightly: takes minutes; run by `make nightly`")
    config.addinivalue_line("markers", "cluster: starts a Dask scheduler and workers")
