"""Who can play: players by name, each with a line on its character and the games it knows. Knows no game's
rules.

A game's own players are listed as `PLAYERS`, a tuple of `Player`, in `grognard.players.<game>` or in the
module `players` of the package that brings the game; nothing else needs to be changed to add one. Packages
that bring a player for the game of another package announce it as an entry point of the group
`grognard.players`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import cast

import grognard
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError

from .seat import Decide, Decision, PlayerSettings, PlayerView

BY_HAND = "module:function"  # how a player of your own player is named on the command line
GROUP = "grognard.players"


@dataclass(frozen=True)
class Player:
    """A player as it is listed. `code` is `module:function`, loaded when it is needed.

    >>> print(*(player.name for player in players_of("sword-beach")))
    random plain fusilier marshal
    """

    name: str
    character: str
    games: tuple[str, ...]  # nothing: any game
    code: str
    graded: bool = False  # the strength and the clock it is given make a difference
    sides: tuple[str, ...] = ()  # the sides it has an idea for; nothing: all

    def load(self) -> Decide:
        module, _, attribute = self.code.partition(":")
        try:
            return cast(Decide, getattr(import_module(module), attribute))
        except (
            ImportError,
            AttributeError,
            ValueError,
            TypeError,
        ) as error:  # the last two: no name of a module
            raise GrognardError(
                f"the player {self.name} cannot be loaded from {self.code}: {error}"
            ) from None

    def plain(self) -> Plain:
        return {
            "name": self.name,
            "character": self.character,
            "games": list(self.games or grognard.GAMES),
            "graded": self.graded,
        }


def at_random(sight: PlayerView, orders: PlayerSettings) -> Decision:
    """Takes whatever is legal: a subject first, then one of its places."""
    return Decision(sight.actions.sample(orders.rng))


RANDOM = Player(
    "random",
    "Takes any legal action. A place to learn the rules, not to learn the game.",
    (),
    f"{__name__}:at_random",
)


def players_of(game: str) -> list[Player]:
    """The players of one game, the plainest first."""
    module = grognard.GAMES.part(game, "players")
    own: tuple[Player, ...] = module.PLAYERS if module else ()
    return [RANDOM, *own, *(player for player in _announced() if not player.games or game in player.games)]


def members_of(game: str) -> list[Player]:
    """The players that a game keeps for its league only: what `LEAGUE` of its players' module gives."""
    module, _, attribute = getattr(grognard.GAMES.part(game, "players"), "LEAGUE", "").partition(":")
    members: tuple[Player, ...] = getattr(import_module(module), attribute)() if module else ()
    return list(members)


def _announced() -> list[Player]:
    """Players that other installed packages bring along."""
    from importlib.metadata import entry_points

    loaded = [entry.load() for entry in entry_points(group=GROUP)]
    return [player for player in loaded if isinstance(player, Player)]


def roster() -> list[Player]:
    """Every player of every game, each once; players of different games may share a name."""
    by_code = {
        player.code: player for game in grognard.GAMES.load_all()[0] for player in players_of(game.name)
    }
    return list(by_code.values())


def find(name: str, game: str) -> Player:
    """A player by its name; `module:function` is a player of your own."""
    for player in (*players_of(game), *members_of(game)):
        if player.name == name.casefold():
            return player
    if ":" in name:
        return Player(name, "a player of your own", (game,), name)
    known = ", ".join(player.name for player in players_of(game))
    raise GrognardError(f"no player {name!r} plays {game}; there is {known}, or {BY_HAND} for your own")


def adviser(game: str) -> str:
    """The player that gives a hint when none was named: the last a game lists of its own, its
    strongest.
    """
    return [player for player in players_of(game) if not player.games or game in player.games][-1].name


def default(game: str) -> str:
    """The player that sits down when none was named: the player a game's module names as `OPPONENT`,
    else its plain player.
    """
    names = [player.name for player in players_of(game)]
    named: str = getattr(grognard.GAMES.part(game, "players"), "OPPONENT", "plain")
    return named if named in names else names[0]
