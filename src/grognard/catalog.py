"""The games there are: those of this package, and those that other installed packages bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING

from .core.data import blame_own_data, check_names
from .core.ruling import GrognardError

if TYPE_CHECKING:
    from .core.game import Game

GROUP = (  # entry points of this group: the name of a game, and the package that holds its rules
    "grognard.games"
)


class Games(Mapping[str, str]):
    """Every game by name, with the package that holds its rules.

    Games of this package come first, and their names cannot be taken by another package. The entry points of
    installed packages are read only when a name is not one of ours, or when all games are listed.
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = dict(own)
        self._one_at_a_time = RLock()  # two threads that begin at two ends of a circle of imports both fail

    @cached_property
    def brought(self) -> dict[str, str]:
        """The games of other packages."""
        from importlib.metadata import entry_points

        return {entry.name: entry.module for entry in entry_points(group=GROUP) if entry.name not in self.own}

    def __getitem__(self, name: str) -> str:
        return self.own[name] if name in self.own else self.brought[name]

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self.brought

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self.brought

    def __len__(self) -> int:
        return len(self.own) + len(self.brought)

    def load(self, name: str) -> Game:
        """The rules and data of one game."""
        if name not in self:
            raise GrognardError(f"there is no game {name!r}; there is {', '.join(self)}")
        try:
            with self._one_at_a_time:
                check_names(self[name], name)  # which imports the package too
                game: Game = import_module(self[name]).GAME
        except Exception as error:
            if (blamed := blame_own_data(error)) is not None:
                raise blamed from error
            if name in self.own:
                raise
            raise GrognardError(f"{name}: the package {self[name]} cannot be loaded ({error})") from error
        return _named(game, name)

    def load_all(self) -> tuple[list[Game], dict[str, str]]:
        """Every game that can be loaded, and why each other one cannot: a broken package must not hide the
        others.
        """
        games, faults = [], {}
        for name in self:
            try:
                games.append(self.load(name))
            except GrognardError as error:
                if name in self.own:
                    raise
                faults[name] = str(error)
        return games, faults

    def part(self, name: str, face: str) -> ModuleType | None:
        """What a face has of a game: `grognard.<face>.<game>`, or the module `<face>` of the game's own
        package.

        `None`: the game has no part in that face.
        """
        if name not in self:
            return None
        module = f"grognard.{face}.{name.replace('-', '_')}" if name in self.own else f"{self[name]}.{face}"
        with self._one_at_a_time:
            return import_module(module) if find_spec(module) else None

    def brought_folders(self, name: str) -> list[Path]:
        """Folders of that name in the packages of brought games: `static`, the scripts and styles of their
        pages.
        """
        specs = [spec for module in self.brought.values() if (spec := _spec(module)) is not None]
        folders = [Path(at) / name for spec in specs for at in spec.submodule_search_locations or ()]
        return [folder for folder in folders if folder.is_dir()]


def _spec(module: str) -> ModuleSpec | None:
    try:
        return find_spec(module)
    except (ImportError, ValueError):  # a package that is broken hides nothing else
        return None


def _named(game: Game, name: str) -> Game:
    if game.name != name:
        raise GrognardError(f"{name}: the package {game.package} holds the game {game.name!r}")
    return game
