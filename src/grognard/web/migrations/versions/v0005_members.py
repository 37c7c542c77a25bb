"""Names with a passphrase, open seats, clocks, claims on time, and the results of rated games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    for column in (
        sa.Column("open_since", sa.Float),
        sa.Column("player_id", sa.String(32)),
        sa.Column("sat", sa.Float),
    ):
        op.add_column("seats", column)
    op.create_index("ix_seats_open_since", "seats", ["open_since"])
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    _create_players()
    _create_clocks()
    op.create_table(
        "results",
        _table_id(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("winner", sa.String(40), nullable=False),
        sa.Column("level", sa.String(200), nullable=False),
        sa.Column("on_time", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80)),
        sa.Column("key", sa.String(200), unique=True),
        sa.Column("secret", sa.String(300)),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])


def _create_clocks() -> None:
    op.create_table(
        "clocks",
        _table_id(),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("increment", sa.Float, nullable=False),
    )
    op.create_table(
        "extra_time",
        _table_id(),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "claims",
        _table_id(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("winner", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "uptimes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_uptimes_until", "uptimes", ["until"])


def downgrade() -> None:
    for name in ("results", "uptimes", "claims", "extra_time", "clocks", "sessions", "players"):
        op.drop_table(name)
    op.drop_index("ix_seats_player_id", "seats")
    op.drop_index("ix_seats_open_since", "seats")
    for name in ("sat", "player_id", "open_since"):
        op.drop_column("seats", name)
    op.drop_column("tables", "rated")
