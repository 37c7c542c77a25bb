from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from grognard.web.app import Web, create_app

from .postgres import cluster, fresh_database

BOTH = {"test_migrations", "test_server", "test_table"}  # whose tests run on either kind of database
NIGHTLY = {"test_club"}  # the same, on PostgreSQL at night: each of its tests has a database of its own
KINDS = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    module = metafunc.module.__name__.rpartition(".")[2]
    if "db_kind" in metafunc.fixturenames and module in BOTH | NIGHTLY:
        sqlite, postgresql = KINDS
        late = [pytest.mark.nightly] if module in NIGHTLY else []
        metafunc.parametrize("db_kind", [sqlite, pytest.param(postgresql, marks=late)], scope="session")


@pytest.fixture(scope="session")
def db_kind() -> str:
    return "sqlite"


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server."""
    with cluster() as address:
        yield address


# One database of each kind for all tests, and what serves it: a test sets up tables of its own in it.
# `database` and `client` are a module's own: kept for the session they would be those of whichever kind a
# module before had.


@pytest.fixture(scope="session")
def sqlite_database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('web') / 'tables.sqlite'}"


@pytest.fixture(scope="session")
def postgresql_database(server: str) -> str:
    return fresh_database(server)


@pytest.fixture(scope="session")
def sqlite_client(sqlite_database: str) -> Iterator[TestClient[Web]]:
    with TestClient(create_app(sqlite_database, rate=0)) as client:
        yield client


@pytest.fixture(scope="session")
def postgresql_client(postgresql_database: str) -> Iterator[TestClient[Web]]:
    with TestClient(create_app(postgresql_database, rate=0)) as client:
        yield client


@pytest.fixture(scope="module")
def database(db_kind: str, request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{db_kind}_database"))


@pytest.fixture(scope="module")
def client(db_kind: str, request: pytest.FixtureRequest) -> TestClient[Web]:
    found: TestClient[Web] = request.getfixturevalue(f"{db_kind}_client")
    return found


@pytest.fixture
def empty_database(db_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if db_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.sqlite'}"
    return fresh_database(request.getfixturevalue("server"))
