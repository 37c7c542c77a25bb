"""The time at which each line of a record was written: since when it is a side's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    op.add_column("lines", sa.Column("at", sa.Float))


def downgrade() -> None:
    op.drop_column("lines", "at")
