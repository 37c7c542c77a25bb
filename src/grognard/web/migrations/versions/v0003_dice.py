"""Pledges and deposits: dice whose secrets the players' pages make and keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"


def upgrade() -> None:
    def table_id() -> sa.Column[str]:
        return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)

    op.create_table(
        "pledges",
        table_id(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("public", sa.Text),
        sa.Column("key", sa.String(64)),
        sa.Column("tip", sa.String(64)),
    )
    op.create_table(
        "deposits",
        table_id(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("chapter", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("tip", sa.String(64), nullable=False),
        sa.Column("shares", sa.Text, nullable=False),
        sa.Column("public", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("envelope", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("deposits", "pledges"):
        op.drop_table(name)
