"""The tables of the database. What makes or changes them is in `migrations`; the SQL is portable."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA = sa.MetaData()
TABLES = sa.Table(
    "tables", SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("branch_of", sa.String(32)),  # a what-if game: the table it left
    sa.Column("branch_at", sa.Integer),  # and after how many actions
    sa.Column("casual", sa.Boolean, nullable=False, server_default=sa.false()),  # the server throws dice nobody can check
)  # fmt: skip


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)


LINES = sa.Table(  # never changed, only added to: two who write the same number meet the key
    "lines", SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
)  # fmt: skip
SEATS = sa.Table(
    "seats", SCHEMA,
    _table_id(),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("kind", sa.String(60), nullable=False),  # human, link, or computer with its player, strength and clock
    sa.Column("token", sa.String(64), unique=True),  # sha256; the token itself is with the player alone
    sa.Column("used", sa.Boolean, nullable=False, default=False),
    sa.Column("hook", sa.String(400)),  # where a notice that it is this seat's move is sent
)  # fmt: skip
CHAT = sa.Table(
    "chat", SCHEMA,
    _table_id(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),  # counted table by table
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)  # fmt: skip
NOTES = sa.Table(
    "notes", SCHEMA, _table_id(), sa.Column("seat", sa.String(40), primary_key=True), sa.Column("text", sa.Text, nullable=False)
)
SECRETS = sa.Table(
    "secrets",
    SCHEMA,
    _table_id(),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
)
SNAPSHOTS = sa.Table(  # positions on the way, so that a game need not be replayed from its first line; may be thrown away
    "snapshots", SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, nullable=False),  # of the last stored line it takes in
    sa.Column("actions", sa.Integer, nullable=False),
    sa.Column("rules", sa.String(40), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)  # fmt: skip
LIMITS = sa.Table(  # requests of an address, for several processes together
    "limits", SCHEMA,
    sa.Column("client", sa.String(80), primary_key=True),
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("since", sa.Float, nullable=False),
)  # fmt: skip
