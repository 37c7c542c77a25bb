"""What a tournament shows: Elo with intervals, every pairing side by side, as Markdown and as a page of its
own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import combinations
from math import exp, log, sqrt
from typing import NamedTuple, Protocol, TypedDict

from grognard.core import html_page
from grognard.study.charts import intervals
from grognard.study.numbers import Interval, wilson
from grognard.study.numbers import Z as Z95

from .tournament import Result, Settings, clock_of, expected_of

SCALE = 400 / log(10)  # Elo points of one unit of log odds
PRIOR = (
    800 / SCALE
)  # a player is taken to lie within so much of the mean: keeps a clean sheet from running off
ROUNDS = 100


# ---------------------------------------------------------------- Elo


class Rating(NamedTuple):
    name: str
    elo: float
    margin: float  # half the 95 % interval
    games: int


class Played(Protocol):
    """A game as it counts for a rating: the player of each side, and the side that won; any other word is a
    draw.
    """

    @property
    def seats(self) -> dict[str, str]: ...
    @property
    def winner(self) -> str: ...


def ratings(
    results: Sequence[Played], players: Sequence[str], first: str
) -> tuple[list[Rating], float, float]:
    """Elo of each player with the advantage of the first side, by maximum likelihood; the mean player has 0.

    The chance that the first side wins is the logistic of the difference of strengths plus that side's
    advantage. A weak prior keeps players who never lost finite. A draw is half a win for each. Intervals come
    from the curvature at the maximum.
    """
    count = len(players)
    index = {name: i for i, name in enumerate(players)}
    games: dict[tuple[int, int], list[float]] = {}
    for one in results:
        other = next(side for side in one.seats if side != first)
        pair = games.setdefault((index[one.seats[first]], index[one.seats[other]]), [0.0, 0.0])
        won = 0.5 if one.winner not in one.seats else float(one.winner == first)
        pair[0], pair[1] = pair[0] + won, pair[1] + 1 - won
    at = [0.0] * (count + 1)
    for _ in range(ROUNDS):
        slope, curve = _likelihood(games, at, count)
        step = _solve(curve, slope)
        at = [a + max(-1.0, min(1.0, s)) for a, s in zip(at, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    _, curve = _likelihood(games, at, count)
    inverse = _inverse(curve)
    spread = [
        _spread(inverse, [float(i == j) - 1 / count for j in range(count)] + [0.0]) for i in range(count)
    ]
    mean = sum(at[:count]) / count
    played = [sum(name in one.seats.values() for one in results) for name in players]
    rows = [
        Rating(name, SCALE * (at[i] - mean), SCALE * Z95 * spread[i], played[i])
        for i, name in enumerate(players)
    ]
    return (
        sorted(rows, key=lambda one: -one.elo),
        SCALE * at[count],
        SCALE * Z95 * _spread(inverse, [0.0] * count + [1.0]),
    )


def _spread(inverse: Sequence[Sequence[float]], direction: Sequence[float]) -> float:
    """The standard deviation of a combination of the unknowns: here a player's distance from the mean of
    all.
    """
    rows = (sum(a * b for a, b in zip(row, direction, strict=True)) for row in inverse)
    return sqrt(max(0.0, sum(a * b for a, b in zip(direction, rows, strict=True))))


def _likelihood(
    games: Mapping[tuple[int, int], Sequence[float]], at: Sequence[float], count: int
) -> tuple[list[float], list[list[float]]]:
    """Slope and (negative) curvature of the log likelihood with its prior."""
    size = count + 1
    slope = [-a / PRIOR**2 for a in at]
    curve = [[float(i == j) / PRIOR**2 for j in range(size)] for i in range(size)]
    for (i, j), (won, lost) in games.items():
        chance = 1 / (1 + exp(-(at[i] - at[j] + at[count])))
        pull, stiff = won - (won + lost) * chance, (won + lost) * chance * (1 - chance)
        parts = ((i, 1.0), (j, -1.0), (count, 1.0))
        for a, sign in parts:
            slope[a] += sign * pull
            for b, other in parts:
                curve[a][b] += sign * other * stiff
    return slope, curve


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations."""
    return [row[0] for row in _eliminate([[*row, value] for row, value in zip(matrix, right, strict=True)])]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    size = len(matrix)
    return _eliminate([[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)])


def _eliminate(rows: list[list[float]]) -> list[list[float]]:
    """Gauss, for up to some hundred unknowns: a square matrix with further columns; gives those columns,
    solved.
    """
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [[value / rows[i][i] for value in rows[i][size:]] for i in range(size)]


# ---------------------------------------------------------------- pairings


class Count(TypedDict):
    """Games of one player against another: its wins, their share, and the interval."""

    games: int
    wins: int
    share: float | None
    interval: Sequence[float]


class SideCount(Count):
    margin: dict[str, float]


class Pairing(Count):
    player: str
    against: str
    sides: dict[str, SideCount]


class Hope(TypedDict):
    """A share that is expected of a player, and the one seen."""

    player: str
    against: str
    expected: float
    seen: float
    met: bool


class RatingRow(TypedDict):
    name: str
    elo: float
    margin: float
    games: int


class Edge(TypedDict):
    """What it is worth to have the first side."""

    side: str
    elo: float
    margin: float


class Report(TypedDict):
    """Everything the report tells."""

    settings: Settings
    games: int
    ratings: list[RatingRow]
    advantage: Edge
    pairings: list[Pairing]
    expected: list[Hope]
    time: dict[str, dict[str, float]]


def pairing(results: Sequence[Result], a: str, b: str, sides: Sequence[str]) -> Pairing:
    """One player against another, together and side by side."""
    by_side: dict[str, SideCount] = {}
    wins = games = 0
    for side in sides:
        mine = [one for one in results if one.seats[side] == a and b in one.seats.values()]
        won = sum(one.winner == side for one in mine)
        wins, games = wins + won, games + len(mine)
        by_side[side] = {
            "games": len(mine),
            "wins": won,
            "share": won / len(mine) if mine else None,
            "interval": wilson(won, len(mine))[1:],
            "margin": {
                name: sum(one.margin[name] for one in mine) / len(mine)
                for name in (mine[0].margin if mine else {})
            },
        }
    return {
        "player": a,
        "against": b,
        "sides": by_side,
        "games": games,
        "wins": wins,
        "share": wins / games if games else None,
        "interval": wilson(wins, games)[1:],
    }


def summary(settings: Settings, results: Sequence[Result], sides: Sequence[str]) -> Report:
    """Everything the report tells, as plain data."""
    rows, advantage, sure = ratings(results, settings.players, sides[0])
    pairs = [pairing(results, a, b, sides) for a, b in combinations([one.name for one in rows], 2)]
    shares = {(p["player"], p["against"]): share for p in pairs if (share := p["share"]) is not None}
    shares |= {(b, a): 1 - share for (a, b), share in shares.items()}
    hopes: list[Hope] = [
        {"player": a, "against": b, "expected": share, "seen": shares[a, b], "met": shares[a, b] >= share}
        for a, b, share in expected_of(settings.game)
        if (a, b) in shares
    ]
    return {
        "settings": settings,
        "games": len(results),
        "ratings": [
            {"name": one.name, "elo": one.elo, "margin": one.margin, "games": one.games} for one in rows
        ],
        "advantage": {"side": sides[0], "elo": advantage, "margin": sure},
        "pairings": pairs,
        "expected": hopes,
        "time": {name: _time(results, name) for name in settings.players},
    }


def _time(results: Sequence[Result], name: str) -> dict[str, float]:
    spent = [
        (one.seconds[side], one.turns_of.get(side, one.turns), one.longest[side])
        for one in results
        for side, player in one.seats.items()
        if player == name
    ]
    turns = sum(turns for _, turns, _ in spent) or 1
    return {
        "mean turn": sum(s for s, _, _ in spent) / turns,
        "longest turn": max((longest for _, _, longest in spent), default=0.0),
    }


# ---------------------------------------------------------------- the report


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _between(interval: Sequence[float]) -> str:
    return f"{interval[0]:.1%} to {interval[1]:.1%}"


Table = tuple[str, list[str], list[list[str]]]


def tables(report: Report, sides: Sequence[str]) -> list[Table]:
    """The tables of the report: a title, the heads, the rows."""
    rating = [
        [
            r["name"],
            f"{r['elo']:+.0f}",
            f"{r['elo'] - r['margin']:+.0f} to {r['elo'] + r['margin']:+.0f}",
            str(r["games"]),
        ]
        for r in report["ratings"]
    ]
    pairs, by_side = [], []
    for p in report["pairings"]:
        pairs.append(
            [
                f"{p['player']} - {p['against']}",
                str(p["games"]),
                _percent(p["share"]),
                _between(p["interval"]),
            ]
        )
        for side in sides:
            one = p["sides"][side]
            margin = ", ".join(f"{name} {value:.2f}" for name, value in one["margin"].items())
            by_side.append(
                [
                    f"{p['player']} - {p['against']}",
                    f"{p['player']} plays {side}",
                    str(one["games"]),
                    _percent(one["share"]),
                    _between(one["interval"]),
                    margin,
                ]
            )
    hopes = [
        [
            f"{h['player']} beats {h['against']}",
            f"at least {h['expected']:.0%}",
            _percent(h["seen"]),
            "met" if h["met"] else "**not met**",
        ]
        for h in report["expected"]
    ]
    times = [
        [name, f"{t['mean turn'] * 1000:.0f} ms", f"{t['longest turn'] * 1000:.0f} ms"]
        for name, t in report["time"].items()
    ]
    return [
        ("Elo", ["player", "Elo", "95 %", "games"], rating),
        ("Expected and seen", ["", "expected", "seen", ""], hopes),
        ("Pairings, both sides together", ["pairing", "games", "won by the first", "95 %"], pairs),
        ("Side by side", ["pairing", "", "games", "won by the first", "95 %", "mean at the end"], by_side),
        ("Thinking, processor time a turn", ["player", "mean", "longest"], times),
    ]


def lead(report: Report) -> list[str]:
    s, edge = report["settings"], report["advantage"]
    options = ", ".join(f"{name}={value}" for name, value in s.options.items()) or "as printed"
    chance = 1 / (1 + 10 ** (-edge["elo"] / 400))
    counts = [pair["games"] for pair in report["pairings"]]
    even = min(counts) == max(counts)
    words = (
        f"Every pairing has {counts[0]} games."
        if even
        else f"It is not complete: pairings have {min(counts)} to {max(counts)} games so far."
    )
    return [
        (
            f"{report['games']} games of {s.game} (rules {s.version}, options {options}), strength"
            f" {s.strength} of 10, {clock_of(s)}, seed {s.seed}. {words}"
        ),
        (
            "Every pairing is played on the same dice both ways round. Elo is fitted by maximum likelihood"
            " with the advantage of a side as a further unknown and a weak prior (a spread of 800 points), 0"
            " is the mean of the players; intervals of shares are Wilson's."
        ),
        (
            f"The {edge['side']} side is worth {edge['elo']:+.0f} Elo (95 %:"
            f" {edge['elo'] - edge['margin']:+.0f} to {edge['elo'] + edge['margin']:+.0f}): between equals of"
            f" these players it wins about {chance:.0%}."
        ),
    ]


def markdown(report: Report, sides: Sequence[str]) -> str:
    lines = [f"# Round-robin of {report['settings'].game}", ""]
    for words in lead(report):
        lines += [words, ""]
    for title, heads, rows in tables(report, sides):
        if rows:
            lines += [
                f"## {title}",
                "",
                f"| {' | '.join(heads)} |",
                "|" + "---|" * len(heads),
                *(f"| {' | '.join(row)} |" for row in rows),
                "",
            ]
    return "\n".join(lines)


STYLE = """<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
body{color:#222;background:#fbfaf7}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}
td,th{padding:.25rem .75rem;border-bottom:1px solid #ccc;text-align:left}
svg{width:100%;height:auto}</style>"""


def chart(rows: Sequence[RatingRow]) -> str:
    """Elo as dots with their intervals."""
    elos = {r["name"]: Interval(r["elo"], r["elo"] - r["margin"], r["elo"] + r["margin"]) for r in rows}
    low, high = min(one.low for one in elos.values()), max(one.high for one in elos.values())
    return intervals(elos, "Elo of the players with 95 % intervals", low - 40, high + 40, "+.0f")


def page(report: Report, sides: Sequence[str]) -> str:
    """The same as one HTML file that needs nothing else."""
    title = f"Round-robin of {report['settings'].game}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(words)}</p>" for words in lead(report)),
        chart(report["ratings"]),
    ]
    for name, heads, rows in tables(report, sides):
        if rows:
            plain = [[cell.replace("**", "") for cell in row] for row in rows]
            parts += [f"<h2>{escape(name)}</h2>", html_page.table(heads, plain)]
    return html_page.page(title, STYLE, parts)
