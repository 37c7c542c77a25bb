"""How the database came to its present schema, step by step; `bring_up` takes it there."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.core.ruling import GrognardError

FIRST, HEAD = "0001", "0007"
LOCK = 0x67726F67  # of PostgreSQL: one process at a time changes the schema


def bring_up(engine: Engine) -> None:
    """Makes the schema or brings it to the present; several processes may do so at once, and one does the
    work.
    """
    with engine.connect() as db:
        if _version(db) == HEAD:
            return
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            db.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                _upgrade(db)
                db.exec_driver_sql("COMMIT")
            except BaseException:
                db.exec_driver_sql("ROLLBACK")
                raise
    else:
        with engine.begin() as db:
            db.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            _upgrade(db)


def _version(db: Connection) -> str | None:
    """The revision of the schema; `None`: none yet."""
    result = sa.inspect(db)
    if result.has_table("alembic_version"):
        return str(db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")
    return FIRST if result.has_table("lines") else None  # made before there were migrations


def _upgrade(db: Connection) -> None:
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    scripts, now = ScriptDirectory.from_config(config), _version(db)
    known = {step.revision for step in scripts.walk_revisions()}
    if now is not None and now not in known:
        raise GrognardError(f"the database has schema {now}; this server knows {HEAD}")
    if now == FIRST and not sa.inspect(db).has_table("alembic_version"):
        _run(
            EnvironmentContext(config, scripts),
            db,
            lambda revision, context: scripts._stamp_revs(FIRST, revision),
        )
    _run(
        EnvironmentContext(config, scripts),
        db,
        lambda revision, context: scripts._upgrade_revs(HEAD, revision),
    )


def _run(environment: object, db: Connection, steps: object) -> None:
    environment.configure(connection=db, fn=steps, target_metadata=None)  # type: ignore[attr-defined]
    environment.run_migrations()  # type: ignore[attr-defined]
