from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from grognard.web.app import Web, create_app

from .postgres import cluster, fresh_database

BOTH = {"test_migrations", "test_server", "test_table"}  # whose tests run on either kind of database
KINDS = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "db_kind" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in BOTH:
        metafunc.parametrize("db_kind", KINDS, scope="session")


@pytest.fixture(scope="session")
def db_kind() -> str:
    return "sqlite"


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server."""
    with cluster() as address:
        yield address


@pytest.fixture(scope="session")
def database(db_kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """One for all tests on a kind of database: a test sets up tables of its own in it."""
    if db_kind == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.sqlite'}"
    return fresh_database(request.getfixturevalue("server"))


@pytest.fixture
def empty_database(db_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if db_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.sqlite'}"
    return fresh_database(request.getfixturevalue("server"))


@pytest.fixture(scope="session")
def client(database: str) -> Iterator[TestClient[Web]]:
    with TestClient(create_app(database, rate=0)) as client:
        yield client
