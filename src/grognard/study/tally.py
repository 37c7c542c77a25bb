"""The rows of a study added up one by one: its size in memory does not grow with the number of games. Knows
no game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Protocol, TypedDict, cast

import grognard
from grognard.core.plain import Plain

from .numbers import Interval, Spread, games_to_tell, wilson
from .plan import Plan, label
from .playing import Row


class GameReport(Protocol):
    """What there is to report of a game: measures by name, each in words."""

    @property
    def MEASURES(self) -> Mapping[str, str]: ...
    @property
    def SHARES(self) -> Mapping[str, str]: ...
    @property
    def TALLIES(self) -> Mapping[str, str]: ...
    @property
    def KINDS(self) -> Mapping[str, str]: ...
    def map_of(self, counts: dict[str, int], colour: str) -> str: ...


class Part:
    """The games of one setting."""

    def __init__(self) -> None:
        self.games = 0
        self.winners: Counter[str] = Counter()
        self.levels: Counter[str] = Counter()
        self.measures: dict[str, Spread] = defaultdict(Spread)
        self.values: dict[str, Counter[float]] = defaultdict(
            Counter
        )  # how often each value of a measure came
        self.shares: Counter[str] = Counter()
        self.tallies: dict[str, dict[str, Spread]] = defaultdict(lambda: defaultdict(Spread))
        self.kinds: dict[str, dict[str, Counter[str]]] = defaultdict(
            lambda: defaultdict(Counter)
        )  # kind -> word -> winners

    def add(self, row: Row, report: GameReport) -> None:
        self.games += 1
        self.winners[row["winner"]] += 1
        self.levels[f"{row['winner']} {row['level']}".strip()] += 1
        for name in ("turns", "decisions", *report.MEASURES):
            if (value := row.get(name)) is not None:
                self.measures[name].add(value)
                if name != "decisions":
                    self.values[name][value] += 1
        for name in report.SHARES:
            self.shares[name] += bool(row.get(name))
        for name in report.TALLIES:
            for key, value in row.get(name, {}).items():
                self.tallies[name][key].add(value)
        for name in report.KINDS:
            self.kinds[name][str(row.get(name))][row["winner"]] += 1

    def rate(self, side: str) -> Interval:
        return wilson(self.winners[side], self.games)

    def plain(self, sides: Iterable[str]) -> Plain:
        return {
            "games": self.games,
            "wins": {side: self.rate(side).plain() for side in sides},
            "levels": dict(sorted(self.levels.items())),
            "means": {
                name: spread.interval().plain() | {"games": spread.count}
                for name, spread in self.measures.items()
            },
            "values": {
                name: {str(v): n for v, n in sorted(count.items())} for name, count in self.values.items()
            },
            "shares": {name: wilson(count, self.games).plain() for name, count in self.shares.items()},
            "tallies": {
                name: {
                    key: round(spread.mean * spread.count / self.games, 3)
                    for key, spread in sorted(keys.items())
                }
                for name, keys in self.tallies.items()
            },
            "kinds": {
                name: {word: dict(wins) for word, wins in words.items()} for name, words in self.kinds.items()
            },
        }


class Nothing:
    """The report of a game that declares none."""

    MEASURES: Mapping[str, str] = {}
    SHARES: Mapping[str, str] = {}
    TALLIES: Mapping[str, str] = {}
    KINDS: Mapping[str, str] = {}

    def map_of(self, counts: dict[str, int], colour: str) -> str:
        """A game without maps has none to show."""
        return ""


def report_of(game: str) -> GameReport:
    """What there is to report of a game: its module of measures, or nothing."""
    return cast(GameReport, grognard.GAMES.part(game, "study") or Nothing())


Effect = TypedDict(
    "Effect",
    {
        "option": str,
        "from": str,
        "to": str,
        "side": str,
        "pairs": int,
        "change": dict[str, float],
        "pairs_to_tell": int | None,
    },
)  # what a varied option does to the wins of the first side


class Tally:
    """A whole study: all games, each setting, each option's effect, and the maps."""

    def __init__(self, plan: Plan, sides: Iterable[str]) -> None:
        self.plan, self.sides, self.game_report = plan, tuple(sides), report_of(plan.game)
        self.whole = Part()
        self.parts: dict[str, Part] = {label(setting): Part() for setting in plan.settings}
        self.effects: dict[
            tuple[str, str, str], Spread
        ] = {}  # (option, base, value) -> difference of wins in a pair
        self.maps: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)  # (what, side) -> hex -> count
        self._group: list[Row] = []

    def add(self, row: Row) -> None:
        """Rows come in order, so the games of a group come together."""
        self.whole.add(row, self.game_report)
        self.parts[label(row["setting"])].add(row, self.game_report)
        for what in ("stood", "fell"):
            for side, counts in row.get(what, {}).items():
                self.maps[what, side].update(counts)
        if self._group and self._group[0]["group"] != row["group"]:
            self._group = []
        self._group.append(row)
        if len(self._group) == len(self.plan.settings):
            self._compare(self._group)

    def _compare(self, group: list[Row]) -> None:
        """Within a group that shares its dice: each value of an option against the first, all else alike."""
        first = self.sides[0]
        for name, values in self.plan.vary.items():
            for row in group:
                value = row["setting"][name]
                if value == values[0]:
                    continue
                (base,) = [
                    other for other in group if other["setting"] == {**row["setting"], name: values[0]}
                ]
                spread = self.effects.setdefault((name, values[0], value), Spread())
                spread.add((row["winner"] == first) - (base["winner"] == first))

    def effect_rows(self) -> list[Effect]:
        """What each varied option does to the first side's wins, and how many games would settle it."""
        return [
            {
                "option": name,
                "from": base,
                "to": value,
                "side": self.sides[0],
                "pairs": spread.count,
                "change": spread.interval().plain(),
                "pairs_to_tell": games_to_tell(spread.mean, spread.deviation) if spread.count > 1 else None,
            }
            for (name, base, value), spread in self.effects.items()
        ]

    def plain(self) -> Plain:
        return {
            "whole": self.whole.plain(self.sides),
            "settings": {name: part.plain(self.sides) for name, part in self.parts.items()},
            "effects": self.effect_rows(),
        }
