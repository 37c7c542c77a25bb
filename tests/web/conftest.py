from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from grognard.web.app import Web, create_app


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="session")
def database(folder: Path) -> str:
    """One for all: a test sets up tables of its own in it. `GROGNARD_TEST_DATABASE` names another, such as PostgreSQL."""
    return os.environ.get("GROGNARD_TEST_DATABASE") or f"sqlite:///{folder / 'tables.sqlite'}"


@pytest.fixture
def empty_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'empty.sqlite'}"


@pytest.fixture(scope="session")
def client(database: str) -> Iterator[TestClient[Web]]:
    with TestClient(create_app(database, rate=1e6, burst=1e6)) as client:
        yield client
