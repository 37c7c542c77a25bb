"""A database is brought to the present schema from nothing, from the schema before there were migrations, and
by many at once.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from grognard.core.ruling import GrognardError
from grognard.web import migrations
from grognard.web.schema import SCHEMA
from grognard.web.store import Entry, Store

OLD = """
CREATE TABLE meta (name VARCHAR(40) NOT NULL PRIMARY KEY, value VARCHAR(200) NOT NULL);
CREATE TABLE tables (id VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(200) NOT NULL, game VARCHAR(80) NOT NULL, scenario VARCHAR(80) NOT NULL, made FLOAT NOT NULL);
CREATE TABLE lines (table_id VARCHAR(32) NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, seq));
CREATE TABLE seats (table_id VARCHAR(32) NOT NULL REFERENCES tables (id), seat VARCHAR(40) NOT NULL, kind VARCHAR(12) NOT NULL, token VARCHAR(64), used BOOLEAN NOT NULL, PRIMARY KEY (table_id, seat), UNIQUE (token));
CREATE TABLE chat (table_id VARCHAR(32) NOT NULL REFERENCES tables (id), id INTEGER NOT NULL, seat VARCHAR(40) NOT NULL, text TEXT NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (table_id, id));
CREATE TABLE notes (table_id VARCHAR(32) NOT NULL REFERENCES tables (id), seat VARCHAR(40) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, seat));
CREATE TABLE secrets (table_id VARCHAR(32) NOT NULL REFERENCES tables (id), side VARCHAR(40) NOT NULL, secret TEXT NOT NULL, PRIMARY KEY (table_id, side));
INSERT INTO meta VALUES ('schema', '1');
INSERT INTO tables VALUES ('t', 'Friday', 'sword-beach', 'standard', 1.5);
INSERT INTO lines VALUES ('t', 0, '{"a":1}');
INSERT INTO seats VALUES ('t', 'allied', 'human', 'x', true);
"""


def differences(store: Store) -> list[object]:
    """What the database lacks of the schema the code believes in, or has besides."""
    with store.engine.connect() as db:
        found = compare_metadata(MigrationContext.configure(db), SCHEMA)
    return [row for row in found if not (row[0] == "remove_table" and row[1].name == "meta")]


def test_from_nothing(empty_database):
    store = Store(empty_database)
    assert differences(store) == []
    store.close()


def test_from_the_schema_before_there_were_migrations(empty_database):
    engine = sa.create_engine(empty_database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as db:
        for statement in filter(str.strip, OLD.split(";")):
            db.exec_driver_sql(statement)
    engine.dispose()
    store = Store(empty_database)
    assert differences(store) == [] and store.lines("t") == [{"a": 1}]
    assert store.entry("t") == Entry("t", "Friday", "sword-beach", "standard") and store.used("t", "allied")
    store.append("t", 1, [{"a": 2}])
    store.close()
    Store(empty_database).close()  # a second time there is nothing to do


def test_by_many_at_once(empty_database):
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: Store(empty_database), range(6)))
    assert differences(stores[0]) == []
    for store in stores:
        store.close()


def test_a_schema_of_another_number_is_refused(empty_database):
    old = Store(empty_database)
    with old.engine.begin() as db:
        db.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    old.close()
    with pytest.raises(GrognardError, match="schema 9999"):
        Store(empty_database)


def test_the_newest_step_is_the_one_that_is_asked_for():
    config = Config()
    config.set_main_option("script_location", str(migrations.__path__[0]))
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]
