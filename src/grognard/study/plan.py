"""What a study is: which game, who plays it, how often and under which settings. Knows no game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import msgspec

import grognard
from grognard.core.game import Game
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

NO_VARIATION = "as agreed"


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study to the last detail: two with the same plan give the same rows, wherever and in whatever order
    they are played.

    Games are numbered from 0. Game n is played under setting n modulo the number of settings, with dice and
    whims that depend on the study's seed and on n divided by that number: the games of all settings come in
    groups that share their dice, so that two settings are compared like with like.
    """

    game: str
    rules: str
    data: str  # a digest of the game's data files, a player's own among them
    scenario: str = "standard"
    games: int
    seed: str
    players: dict[str, str]  # side -> player
    clock: float | None = None  # seconds a turn; without one the answer does not depend on the machine
    strength: dict[str, int] = {}
    options: Plain = {}
    vary: dict[str, list[str]] = {}

    @property
    def settings(self) -> list[dict[str, str]]:
        """Every combination of what is varied."""
        return [dict(zip(self.vary, values, strict=True)) for values in product(*self.vary.values())]

    def setting(self, number: int) -> dict[str, str]:
        return self.settings[number % len(self.settings)]

    def group(self, number: int) -> int:
        """Games of one group share their dice."""
        return number // len(self.settings)


def label(setting: Mapping[str, str]) -> str:
    """A setting in a few words."""
    return ", ".join(f"{name}={value}" for name, value in setting.items()) or NO_VARIATION


def data_digest(game: Game) -> str:
    """A digest of the data files a game is played with, as this process sees them."""
    from importlib import resources

    from grognard.core.data import override

    result = hashlib.sha256()
    folder = resources.files(game.package).joinpath("data")
    for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")):
        own = override(game.name, name)
        result.update(
            name.encode() + b"\0" + (own.read_bytes() if own else folder.joinpath(name).read_bytes())
        )
    return result.hexdigest()[:12]


def make_plan(
    game_name: str,
    *,
    games: int,
    seed: str,
    players: Mapping[str, str],
    scenario: str = "standard",
    clock: float | None = None,
    strength: Mapping[str, int] | None = None,
    options: PlainView | None = None,
    vary: Mapping[str, Sequence[str]] | None = None,
) -> Plan:
    """A plan, with everything in it checked before the first game is played."""
    from grognard.players import players_of
    from grognard.players.seat import STRONGEST, sit

    game_name, scenario = played_as(game_name, scenario)
    game = grognard.load(game_name)
    sides = game.position.sides
    if strange := {*players, *(strength or {})} - set(sides):
        raise GrognardError(
            f"{game.name} has no side {', '.join(sorted(strange))}; there is {', '.join(sides)}"
        )
    seated = {side: players.get(side, players_of(game.name)[-1].name) for side in sides}
    for side, name in seated.items():
        sit(name, game.name, side, strength=(strength or {}).get(side, STRONGEST), clock=clock)
    _check_varied(vary or {})
    if games < 1:
        raise GrognardError(f"a study has one game or more, not {games}")
    plan = Plan(
        game=game.name,
        rules=game.version,
        data=data_digest(game),
        scenario=scenario,
        games=games,
        seed=str(seed),
        players=seated,
        clock=clock,
        strength=dict(strength or {}),
        options=dict(options or {}),
        vary={name: list(values) for name, values in (vary or {}).items()},
    )
    for setting in plan.settings:
        game.agree({**plan.options, **setting})
    if scenario not in game.scenarios:
        raise GrognardError(f"{game.name} has no scenario {scenario!r}; there is {', '.join(game.scenarios)}")
    return plan


def played_as(game: str, scenario: str) -> tuple[str, str]:
    """A scenario that another game plays out is studied there: `PLAYED_AS` of a game's module of studies."""
    substitutes: Mapping[str, tuple[str, str]] = getattr(grognard.GAMES.part(game, "study"), "PLAYED_AS", {})
    return substitutes.get(scenario, (game, scenario))


def _check_varied(vary: Mapping[str, Sequence[str]]) -> None:
    for name, values in vary.items():
        if not values:
            raise GrognardError(f"say what {name} is to be: --vary {name}=ONE,OTHER")
        if len(set(values)) < len(values):
            raise GrognardError(f"say each value of {name} once, not {','.join(values)}")


def read_plan(path: Path) -> Plan:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except (ValueError, RecursionError) as error:
        raise GrognardError(f"{path}: {error}") from None
