"""What-if games, longer kinds of seats, notices, snapshots, and one limit of requests for all processes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("branch_of", sa.String(32)))
    op.add_column("tables", sa.Column("branch_at", sa.Integer))
    op.add_column("tables", sa.Column("casual", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("kind", type_=sa.String(60), existing_type=sa.String(12), existing_nullable=False)
        seats.add_column(sa.Column("hook", sa.String(400)))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("actions", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "limits",
        sa.Column("client", sa.String(80), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("limits", "snapshots"):
        op.drop_table(name)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("hook")
        seats.alter_column("kind", type_=sa.String(12), existing_type=sa.String(60), existing_nullable=False)
    for name in ("casual", "branch_at", "branch_of"):
        op.drop_column("tables", name)
