"""Tables, lines, seats, talk, notes and secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    def table_id() -> sa.Column[str]:
        return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)

    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "lines",
        table_id(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        table_id(),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("token", sa.String(64), unique=True),
        sa.Column("used", sa.Boolean, nullable=False),
    )
    op.create_table(
        "chat",
        table_id(),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        table_id(),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "secrets",
        table_id(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("secrets", "notes", "chat", "seats", "lines", "tables"):
        op.drop_table(name)
