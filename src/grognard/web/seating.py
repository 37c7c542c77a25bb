"""Who sits where: seats that anyone on this server may join, and seats played under a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from .clocks import Terms
from .schema import CLOCKS, PLAYERS, SEATS, TABLES

OPEN_DAYS = 14  # a seat is listed so long
MAX_LISTED = 100
PERSONS = ("human", "link")  # the kinds of seats that persons take


class OpenSeat(NamedTuple):
    """A seat anyone may join."""

    table: str
    name: str
    game: str
    scenario: str
    side: str
    since: float
    rated: bool
    clock: Terms | None


class Sitting(NamedTuple):
    """One seat of a table."""

    seat: str
    kind: str
    used: bool
    open_since: float | None
    player_id: str | None
    sat: float | None


def _own(table: str, seat: str) -> sa.ColumnElement[bool]:
    return sa.and_(SEATS.c.table_id == table, SEATS.c.seat == seat)


class Seating:
    """The seats of all tables; `tell` tells other processes that one has changed."""

    def __init__(
        self, engine: Engine, now: Callable[[], float], tell: Callable[[Connection, Sequence[str]], None]
    ) -> None:
        self.engine, self.now, self._tell = engine, now, tell

    def of_table(self, table: str) -> dict[str, Sitting]:
        query = sa.select(*(SEATS.c[name] for name in Sitting._fields)).where(SEATS.c.table_id == table)
        with self.engine.connect() as db:
            return {row.seat: Sitting(*row) for row in db.execute(query.order_by(SEATS.c.seat))}

    def sit(self, table: str, seat: str) -> None:
        """Write down when a player first came to a table."""
        with self.engine.begin() as db:
            db.execute(SEATS.update().where(_own(table, seat), SEATS.c.sat.is_(None)).values(sat=self.now()))

    # -- open seats

    def open(self, table: str, seat: str) -> bool:
        """Let anyone join a seat that has not acted; whether it was so."""
        free = (_own(table, seat), SEATS.c.used.is_(False), SEATS.c.kind.in_(PERSONS))
        return self._change(table, seat, *free, open_since=self.now())

    def close(self, table: str, seat: str | None = None) -> bool:
        """Close a seat to players that would join (not given: any seat of the table); whether anyone
        could.
        """
        own = SEATS.c.table_id == table if seat is None else _own(table, seat)
        return self._change(table, seat or "", own, SEATS.c.open_since.is_not(None), open_since=None)

    def join(self, table: str, seat: str, token: str, player: str | None) -> bool:
        """Give an open seat to one who asks: of several, one gets it, and the link it had before opens
        nothing.
        """
        free = (_own(table, seat), SEATS.c.open_since.is_not(None), SEATS.c.used.is_(False))
        return self._change(
            table, seat, *free, token=token, open_since=None, player_id=player, sat=self.now(), hook=None
        )

    def take_name(self, table: str, seat: str, player: str) -> bool:
        """Let a named player play a seat that has not acted and has no name."""
        others = sa.select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.player_id == player)
        free = (_own(table, seat), SEATS.c.used.is_(False), SEATS.c.player_id.is_(None), ~others.exists())
        return self._change(table, seat, *free, player_id=player)

    def _change(self, table: str, seat: str, *where: sa.ColumnElement[bool], **values: object) -> bool:
        with self.engine.begin() as db:
            done = db.execute(SEATS.update().where(*where).values(**values)).rowcount > 0
            if done and seat:
                self._tell(db, [f"{table} seat {seat}"])
        return done

    def listed(self) -> list[OpenSeat]:
        """Return the seats anyone may join, the newest first."""
        recent = SEATS.c.open_since > self.now() - OPEN_DAYS * 86400
        query = (
            sa.select(
                TABLES.c.id,
                TABLES.c.name,
                TABLES.c.game,
                TABLES.c.scenario,
                TABLES.c.rated,
                SEATS.c.seat,
                SEATS.c.open_since,
                CLOCKS.c.kind,
                CLOCKS.c.seconds,
                CLOCKS.c.increment,
            )
            .join(SEATS, SEATS.c.table_id == TABLES.c.id)
            .outerjoin(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
            .where(recent, SEATS.c.used.is_(False))
            .order_by(SEATS.c.open_since.desc(), SEATS.c.seat)
            .limit(MAX_LISTED)
        )
        with self.engine.connect() as db:
            return [
                OpenSeat(
                    *(row.id, row.name, row.game, row.scenario, row.seat, row.open_since, bool(row.rated)),
                    Terms(row.kind, row.seconds, row.increment) if row.kind else None,
                )
                for row in db.execute(query)
            ]

    def names(self, tables: Sequence[str]) -> dict[str, dict[str, tuple[str, str | None]]]:
        """Return the named players of tables: by table and seat, their id and name (`None`: deleted)."""
        query = (
            sa.select(SEATS.c.table_id, SEATS.c.seat, PLAYERS.c.id, PLAYERS.c.name)
            .join(PLAYERS, PLAYERS.c.id == SEATS.c.player_id)
            .where(SEATS.c.table_id.in_(list(tables)))
        )
        result: dict[str, dict[str, tuple[str, str | None]]] = {}
        with self.engine.connect() as db:
            for row in db.execute(query):
                result.setdefault(row.table_id, {})[row.seat] = (row.id, row.name)
        return result
