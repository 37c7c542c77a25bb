"""What the server keeps for dice whose secrets the players' pages make: pledges before play, then deposits
chapter by chapter.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from grognard.core.escrow import Deposit

from .schema import DEPOSITS, PLEDGES


class Pledge(NamedTuple):
    """What a side commits to before play: nothing yet (`None`), or a public key, the key of its secret rolls
    and a tip.
    """

    public: str | None
    key: str | None
    tip: str | None


class Chapter(NamedTuple):
    """The deposit of one side for one chapter, as its page sends it."""

    chapter: int
    tip: str
    shares: str
    public: str
    recipient: str
    envelope: str


class Letterbox(NamedTuple):
    """An envelope one side left for the other's page."""

    side: str
    chapter: int
    public: str
    recipient: str
    envelope: str


class Deposits:
    """The pledges and deposits of all tables. A row is written once and never changed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @staticmethod
    def expect(db: Connection, table: str, sides: list[str]) -> None:
        """With a new table: the pages of these sides are to make the secrets."""
        if sides:
            db.execute(PLEDGES.insert(), [{"table_id": table, "side": side} for side in sides])

    def pledges(self, table: str) -> dict[str, Pledge]:
        """The pledges by side; nothing at all where the server makes the secrets."""
        query = sa.select(PLEDGES.c.side, *(PLEDGES.c[name] for name in Pledge._fields)).where(
            PLEDGES.c.table_id == table
        )
        with self.engine.connect() as db:
            return {row[0]: Pledge(*row[1:]) for row in db.execute(query.order_by(PLEDGES.c.side))}

    def pledge(self, table: str, side: str, pledge: Pledge) -> bool:
        """Keep the pledge of a side that has made none; whether it is the one that is kept now."""
        own = (PLEDGES.c.table_id == table, PLEDGES.c.side == side)
        with self.engine.begin() as db:
            db.execute(PLEDGES.update().where(*own, PLEDGES.c.public.is_(None)).values(**pledge._asdict()))
        return self.pledges(table)[side] == pledge

    def add(self, table: str, side: str, chapter: Chapter) -> bool:
        """Keep a deposit; whether it is the one that is kept now."""
        try:
            with self.engine.begin() as db:
                db.execute(DEPOSITS.insert().values(table_id=table, side=side, **chapter._asdict()))
        except IntegrityError:  # sent twice, or by two browsers: the first stands
            return self.chapter(table, chapter.chapter)[side] == Deposit(chapter.tip, chapter.shares)
        return True

    def chapters(self, table: str) -> dict[str, set[int]]:
        """The chapters each side has deposited."""
        query = sa.select(DEPOSITS.c.side, DEPOSITS.c.chapter).where(DEPOSITS.c.table_id == table)
        result: dict[str, set[int]] = {}
        with self.engine.connect() as db:
            for side, chapter in db.execute(query):
                result.setdefault(side, set()).add(chapter)
        return result

    def chapter(self, table: str, chapter: int) -> dict[str, Deposit]:
        """The deposits of a chapter by side."""
        query = sa.select(DEPOSITS.c.side, DEPOSITS.c.tip, DEPOSITS.c.shares)
        with self.engine.connect() as db:
            rows = db.execute(query.where(DEPOSITS.c.table_id == table, DEPOSITS.c.chapter == chapter))
            return {side: Deposit(tip, shares) for side, tip, shares in rows}

    def letterbox(self, table: str, chapter: int) -> list[Letterbox]:
        """The envelopes of a chapter and the next."""
        query = sa.select(*(DEPOSITS.c[name] for name in Letterbox._fields))
        wanted = (DEPOSITS.c.table_id == table, DEPOSITS.c.chapter.in_([chapter, chapter + 1]))
        with self.engine.connect() as db:
            return [
                Letterbox(*row)
                for row in db.execute(query.where(*wanted).order_by(DEPOSITS.c.side, DEPOSITS.c.chapter))
            ]


__all__ = ["Chapter", "Deposits", "Letterbox", "Pledge"]
