"""Players who chose a name: the names, the secrets of their passphrases, and the sessions of browsers that
are signed in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from .names import FORMER_PLAYER, name_key
from .schema import PLAYERS, SESSIONS
from .writer import Stale

SESSION_SECONDS = 180 * 86400.0  # after which a browser has to sign in again
MAX_SESSIONS = 20  # of one player; a further one ends the oldest


class Player(NamedTuple):
    """A named player; the id stays when the name is deleted."""

    id: str
    name: str


def hash_session(token: str) -> str:
    """Return what is kept of a session's token."""
    return sha256(b"session " + token.encode("utf-8", "replace")).hexdigest()


class Members:
    """The names of one server."""

    def __init__(self, engine: Engine, now: Callable[[], float]) -> None:
        self.engine, self.now = engine, now

    def is_taken(self, name: str) -> bool:
        return self.find(name)[0] is not None

    def find(self, name: str) -> tuple[Player | None, str | None]:
        """Return the player whose name looks like this one, and the secret of the passphrase."""
        query = sa.select(PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.secret).where(
            PLAYERS.c.key == name_key(name)
        )
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return (Player(row.id, row.name), row.secret) if row else (None, None)

    def add(self, name: str, secret: str) -> Player:
        """Take a name; of two who take names that look alike at once, one gets it."""
        player = Player(secrets.token_urlsafe(12), name)
        values = {**player._asdict(), "key": name_key(name), "secret": secret, "made": self.now()}
        try:
            with self.engine.begin() as db:
                db.execute(PLAYERS.insert().values(**values))
        except IntegrityError:
            raise Stale(TAKEN) from None
        return player

    def change_secret(self, player: Player, secret: str) -> None:
        """Replace the secret of the passphrase and end every session."""
        with self.engine.begin() as db:
            db.execute(PLAYERS.update().where(PLAYERS.c.id == player.id).values(secret=secret))
            db.execute(SESSIONS.delete().where(SESSIONS.c.player_id == player.id))

    def delete(self, player: Player) -> None:
        """Delete a name: it is free again, and results stay under "a former player"."""
        with self.engine.begin() as db:
            db.execute(
                PLAYERS.update().where(PLAYERS.c.id == player.id).values(name=None, key=None, secret=None)
            )
            db.execute(SESSIONS.delete().where(SESSIONS.c.player_id == player.id))

    def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of players by id."""
        query = sa.select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.id.in_(list(ids)))
        with self.engine.connect() as db:
            return {row.id: row.name or FORMER_PLAYER for row in db.execute(query)}

    # -- sessions

    def open_session(self, player: Player) -> str:
        """Return the token of a new session."""
        token, own = secrets.token_urlsafe(24), SESSIONS.c.player_id == player.id
        with self.engine.begin() as db:
            db.execute(
                SESSIONS.insert().values(token=hash_session(token), player_id=player.id, made=self.now())
            )
            sessions = (
                sa.select(SESSIONS.c.token).where(own).order_by(SESSIONS.c.made.desc(), SESSIONS.c.token)
            )
            old = db.scalars(sessions.offset(MAX_SESSIONS)).all()
            if old:
                db.execute(SESSIONS.delete().where(SESSIONS.c.token.in_(old)))
        return token

    def player_of(self, token: str) -> Player | None:
        """Return the player who is signed in with a token."""
        query = (
            sa.select(PLAYERS.c.id, PLAYERS.c.name)
            .join(SESSIONS, SESSIONS.c.player_id == PLAYERS.c.id)
            .where(SESSIONS.c.token == hash_session(token), SESSIONS.c.made > self.now() - SESSION_SECONDS)
            .where(PLAYERS.c.name.is_not(None))
        )
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return Player(*row) if row else None

    def close_session(self, token: str) -> None:
        with self.engine.begin() as db:
            db.execute(SESSIONS.delete().where(SESSIONS.c.token == hash_session(token)))


TAKEN = "this name, or one that looks like it, is taken; choose another"
