"""What the page may send, checked before a handler sees it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

NO_NUL = r"^[^\x00]*$"  # not every database can keep one
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=NO_NUL)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=NO_NUL)]
# a computer may be named with its player, strength and seconds a turn: computer:plain:10:5
Kind = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(human|link|mail|computer(:[a-z][a-z0-9-]{0,30}(:[0-9]{1,2}(:[0-9]{1,3}([.][0-9]{1,2})?)?)?)?)$(?!\n)"
    ),
]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body of a request; a field nobody knows is refused."""


class Dice(Asked):
    """How chance answers at a new table."""

    kind: Literal["committed", "seeded", "typed"] = "committed"
    seed: str | int | None = None


class NewTable(Asked):
    """A table to be set up."""

    game: Short
    scenario: Short = "standard"
    name: Short = ""
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    enforcement: Short = "referee"
    dice: Dice = msgspec.field(default_factory=Dice)
    seats: dict[str, Kind] = msgspec.field(default_factory=dict)


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
    """An action, and the state of the table it was chosen at; with `view` the answer holds the table as it then stands."""

    do: Words
    seq: int
    view: bool = False


class Undo(Asked):
    """The last decision is to be taken back."""

    seq: int | None = None


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


class Revoke(Asked):
    """A seat whose token is to be worth nothing from now on."""

    seat: Short


class Hook(Asked):
    """Where notices that it is the seat's move are to be sent; nothing: nowhere."""

    url: Annotated[str, msgspec.Meta(max_length=400, pattern=NO_NUL)] | None
