"""The tables of the database. What makes or changes them is in `migrations`; the SQL is portable."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA = sa.MetaData()
TABLES = sa.Table(
    "tables",
    SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("game", sa.String(80), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("branch_of", sa.String(32)),  # a what-if game: the table it left
    sa.Column("branch_at", sa.Integer),  # and after how many actions
    # the server throws dice that cannot be checked
    sa.Column("casual", sa.Boolean, nullable=False, server_default=sa.false()),
    # set up here for two persons with committed dice and a referee: its result may be rated
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
)


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True)


LINES = sa.Table(  # never changed, only added to: two who write the same number meet the key
    "lines",
    SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.Float),  # when it was written; none in lines of an earlier version
)
SEATS = sa.Table(
    "seats",
    SCHEMA,
    _table_id(),
    sa.Column("seat", sa.String(40), primary_key=True),
    # human, link, or computer with its player, strength and clock
    sa.Column("kind", sa.String(60), nullable=False),
    sa.Column("token", sa.String(64), unique=True),  # sha256; the token itself is with the player alone
    sa.Column("used", sa.Boolean, nullable=False, default=False),
    sa.Column("hook", sa.String(400)),  # where a notice that it is this seat's move is sent
    # since when anyone on this server may join; `None`: no one may
    sa.Column("open_since", sa.Float, index=True),
    sa.Column("player_id", sa.String(32), index=True),  # the named player who plays it
    sa.Column("sat", sa.Float),  # when its player first came to the table
)
CHAT = sa.Table(
    "chat",
    SCHEMA,
    _table_id(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),  # counted table by table
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
NOTES = sa.Table(
    "notes",
    SCHEMA,
    _table_id(),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
ORDERS = sa.Table(  # standing orders: what a seat does by itself; no other seat is told of them
    "orders",
    SCHEMA,
    _table_id(),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
SECRETS = sa.Table(
    "secrets",
    SCHEMA,
    _table_id(),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
)
# positions on the way, so that a game need not be replayed from its first line; may be thrown away
SNAPSHOTS = sa.Table(
    "snapshots",
    SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, nullable=False),  # of the last stored line it takes in
    sa.Column("actions", sa.Integer, nullable=False),
    sa.Column("rules", sa.String(40), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
LIMITS = sa.Table(  # requests of an address, for several processes together
    "limits",
    SCHEMA,
    sa.Column("client", sa.String(80), primary_key=True),
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("since", sa.Float, nullable=False),
)
# tables whose players' pages make the secrets of the dice: one row a side, filled in before play
PLEDGES = sa.Table(
    "pledges",
    SCHEMA,
    _table_id(),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("public", sa.Text),  # of the page's key pair, to which the opponent's page encrypts
    sa.Column("key", sa.String(64)),  # for secret rolls; opened in the record at the end
    sa.Column("tip", sa.String(64)),  # the end of the first chain
)
# never changed: the server's half of the links of one side and chapter, and an envelope for the opponent's
# page
DEPOSITS = sa.Table(
    "deposits",
    SCHEMA,
    _table_id(),
    sa.Column("side", sa.String(40), primary_key=True),
    sa.Column("chapter", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("tip", sa.String(64), nullable=False),
    sa.Column("shares", sa.Text, nullable=False),
    sa.Column("public", sa.Text, nullable=False),  # of the page that made it
    sa.Column("recipient", sa.Text, nullable=False),  # the public key the envelope is encrypted to
    sa.Column("envelope", sa.Text, nullable=False),
)
PLAYERS = sa.Table(  # names with a passphrase; a deleted name leaves a row without name, key and secret
    "players",
    SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80)),
    sa.Column("key", sa.String(200), unique=True),  # the same for names that look alike
    sa.Column("secret", sa.String(300)),  # of the passphrase, by a memory-hard function with a salt
    sa.Column("made", sa.Float, nullable=False),
)
SESSIONS = sa.Table(
    "sessions",
    SCHEMA,
    sa.Column("token", sa.String(64), primary_key=True),  # sha256
    sa.Column("player_id", sa.String(32), nullable=False, index=True),
    sa.Column("made", sa.Float, nullable=False),
)
CLOCKS = sa.Table(  # agreed when the table is set up, never changed
    "clocks",
    SCHEMA,
    _table_id(),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),  # for a move, or for the game
    sa.Column("increment", sa.Float, nullable=False),  # seconds added after each move
)
EXTRA_TIME = sa.Table(  # time one side gave the other
    "extra_time",
    SCHEMA,
    _table_id(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),  # counted table by table
    sa.Column("side", sa.String(40), nullable=False),  # which got it
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),  # of the last line then
    sa.Column("at", sa.Float, nullable=False),
)
CLAIMS = sa.Table(  # games that ended on time: no line is added to the record after `seq`
    "claims",
    SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("side", sa.String(40), nullable=False),  # whose time was over
    sa.Column("winner", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
UPTIMES = sa.Table(  # when some process of the server was there: no clock runs at other times
    "uptimes",
    SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False, index=True),
)
RESULTS = sa.Table(  # of rated games; made again from the record and the claim whenever they differ
    "results",
    SCHEMA,
    _table_id(),
    sa.Column("seq", sa.Integer, nullable=False),  # of the last line it was made from
    sa.Column("winner", sa.String(40), nullable=False),  # a side, or "draw"
    sa.Column("level", sa.String(200), nullable=False),
    sa.Column("on_time", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
REVIEWS = sa.Table(  # of finished games; any of them may be thrown away, and is then made again
    "reviews",
    SCHEMA,
    _table_id(),
    sa.Column("now", sa.String(64), nullable=False),  # the digest of the last line it was made from
    sa.Column("body", sa.Text, nullable=False),
)
