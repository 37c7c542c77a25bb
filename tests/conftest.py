"""Marks of the suite: a test of a rule says which clauses it tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# a change is judged by the same examples wherever it is run, however slow that machine is; `make nightly` looks for new ones
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", settings.get_profile("steady"), derandomize=False)
settings.load_profile("explore" if os.environ.get("GROGNARD_EXPLORE") else "steady")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the rulebook clauses a test shows to be carried out")
    config.addinivalue_line("markers", "browser: drives the page in headless Chromium; run by `make browser`")
    config.addinivalue_line("markers", "nightly: takes minutes; run by `make nightly`")
    config.addinivalue_line("markers", "cluster: starts a Dask scheduler and workers")
