"""What the page may send, checked before a handler sees it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from grognard.core.chance import CHAPTER, LINK

from .answers import Plain

NO_NUL = r"^[^\x00]*$"  # not every database can keep one
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=NO_NUL)]
# a computer may be named with its player, strength and seconds a turn: computer:plain:10:5
KINDS = "human|link|mail|computer(:[a-z][a-z0-9-]{0,30}(:[0-9]{1,2}(:[0-9]{1,3}([.][0-9]{1,2})?)?)?)?"
Kind = Annotated[str, msgspec.Meta(pattern=rf"^({KINDS})$(?!\n)")]
NewKind = Annotated[
    str, msgspec.Meta(pattern=rf"^({KINDS}|open)$(?!\n)")
]  # open: anyone on this server may join
BASE64 = r"^[A-Za-z0-9_-]*$(?!\n)"
Public = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, pattern=BASE64)
]  # a key, as a page writes it
Link = Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * LINK}}}$(?!\n)")]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body of a request; an unknown field is refused."""


class Dice(Asked):
    """How chance answers at a new table."""

    kind: Literal["committed", "seeded", "typed"] = "committed"
    seed: str | int | None = None
    secrets: Literal["server", "pages"] = "server"  # who makes those of committed dice


class Clock(Asked):
    """Time for each side: days for each move, or minutes for the game and seconds more after each move."""

    kind: Literal["days", "chess"]
    days: Annotated[int, msgspec.Meta(ge=1, le=60)] = 3
    minutes: Annotated[int, msgspec.Meta(ge=1, le=6000)] = 90
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 30


class NewTable(Asked):
    """A table to be set up."""

    game: Short
    scenario: Short = "standard"
    name: Short = ""
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    enforcement: Short = "referee"
    dice: Dice = msgspec.field(default_factory=Dice)
    seats: dict[str, NewKind] = msgspec.field(default_factory=dict)
    clock: Clock | None = None


class Upload(Asked):
    """A record to go on from; `secrets` are those of its committed dice, if it is not over."""

    record: str
    name: Short = ""
    seats: dict[str, Kind] = msgspec.field(default_factory=dict)
    secrets: dict[str, str] | None = None


class Tokens(Asked):
    """The seats a browser remembers."""

    tokens: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=200)]


class Question(Asked):
    """An action to be judged."""

    do: Words


class Act(Asked):
    """An action, and the state of the table it was chosen at; with `view` the answer holds the table as it
    then stands.
    """

    do: Words
    seq: int
    view: bool = False


class Undo(Asked):
    """The last decision is to be taken back; `past`: also past a roll or a reveal, which the record shows for
    good.

    Past those every other player has to agree: `agreed` holds the tokens of their seats, as a page has that
    plays both sides.
    """

    seq: int | None = None
    past: bool = False
    agreed: Annotated[list[str], msgspec.Meta(max_length=8)] = []


class Branch(Asked):
    """A what-if game is to leave the table after so many actions (not given: now)."""

    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    name: Short = ""
    dice: Literal["casual", "typed"] = "casual"


class Said(Asked):
    """A line of talk."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000, pattern=NO_NUL)]


class Notes(Asked):
    """A player's own notes."""

    text: Annotated[str, msgspec.Meta(max_length=20_000, pattern=NO_NUL)]


class StandingOrders(Asked):
    """What a seat does by itself, in the game's own words; none: everything is asked."""

    orders: Plain | None = None


class Revoke(Asked):
    """A seat whose token is to be worth nothing from now on."""

    seat: Short


class Pledge(Asked):
    """What a player's page commits to before play: its public key, the key of its secret rolls, the end of
    its first chain.
    """

    public: Public
    key: Link
    tip: Link


class Chapter(Asked):
    """One chapter of a side's dice: the server's half of every link, and the other half encrypted for the
    opponent's page.
    """

    chapter: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    tip: Link
    shares: Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * LINK * CHAPTER}}}$(?!\n)")]
    public: Public
    recipient: Public
    envelope: Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=BASE64)]


class Opening(Asked):
    """The halves of both sides' links for the roll that is due; with `view` the answer holds the table as it
    then stands.
    """

    roll: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
    halves: Annotated[dict[Short, Link], msgspec.Meta(min_length=1, max_length=4)]
    view: bool = False


class Hook(Asked):
    """Where notices that it is the seat's move are to be sent; nothing: nowhere."""

    url: Annotated[str, msgspec.Meta(max_length=400, pattern=NO_NUL)] | None


# ---------------------------------------------------------------- the club

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
SessionToken = Annotated[str, msgspec.Meta(max_length=200)]


class Credentials(Asked):
    """A name with its passphrase."""

    name: Name
    passphrase: Secret


class Passphrase(Asked):
    """The passphrase of the player who is signed in."""

    passphrase: Secret


class NewPassphrase(Asked):
    """The passphrase as it is, and as it shall be."""

    passphrase: Secret
    new: Secret


class Session(Asked):
    """The session under whose name a seat is played."""

    session: SessionToken


class Join(Asked):
    """An open seat to take; with a session it is played under its name."""

    side: Short
    session: SessionToken = ""


class OpenSeat(Asked):
    """Whether anyone on this server may join a seat."""

    side: Short
    open: bool
