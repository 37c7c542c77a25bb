"""When things happened at a table, from the stored times of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from grognard.core.facts import CHANCE

from .schema import LINES

BATCH = 200  # lines read at once, from the last one back


class Written(NamedTuple):
    """One stored line: its author ("" where it has none, as the head of a record) and when it was written
    (`None`: by an earlier version).
    """

    seq: int
    by: str
    at: float | None


class _Author(msgspec.Struct):
    by: str = ""


_author = msgspec.json.Decoder(_Author)


def written(engine: Engine, table: str) -> Iterator[Written]:
    """The lines of a table, the last one first."""
    before = None
    while rows := _batch(engine, table, before):
        yield from rows
        before = rows[-1].seq


def _batch(engine: Engine, table: str, before: int | None) -> list[Written]:
    query = sa.select(LINES.c.seq, LINES.c.body, LINES.c.at).where(LINES.c.table_id == table)
    if before is not None:
        query = query.where(LINES.c.seq < before)
    with engine.connect() as db:
        rows = db.execute(query.order_by(LINES.c.seq.desc()).limit(BATCH))
        return [Written(row.seq, _author.decode(row.body).by, row.at) for row in rows]


def turn_since(engine: Engine, table: str, to_move: str | None) -> float | None:
    """When the side to move came to move: at the last line that another side wrote, or at the head of the
    record.

    Of a game that is over, when it ended. `None` if the server that wrote that line kept no times.
    """
    line = None
    for line in written(engine, table):
        if to_move is None or line.by not in ("", to_move, CHANCE):
            break
    return line.at if line else None
