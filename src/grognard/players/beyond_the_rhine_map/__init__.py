"""Computer players of Beyond the Rhine on the map."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.beyond_the_rhine_map"
PLAYERS = (
    Player(
        "plain",
        "Keeps its line, brings HQs, guns and supply forward, and attacks where the exact expectation is"
        " worth the supply; it dashes for the Rhine bridges, or blows them.",
        ("beyond-the-rhine-map",),
        f"{_HERE}.plain:decide",
    ),
    Player(
        "staff",
        "Has a main effort: it keeps supply for attacks that are likely to take what counts, saves fuel, and"
        " raids the Rhine bridges from out of sight, or guards them.",
        ("beyond-the-rhine-map",),
        f"{_HERE}.staff:decide",
    ),
)
OPPONENT = "staff"  # measured stronger than plain: docs/players.md
SCALE = "points"  # what the values of a hint count, where the hint does not say
FATAL = {"steps": (4.0, "as much as a whole division")}  # what a hint warns of
LEAGUE = f"{_HERE}.exploiters:members"  # the players of the league that no table offers
MARGIN = f"{_HERE}.margin:margin"  # how clear a game was
SLOW = Judge("plain", scout=2, points=24, finalists=6, turns=2)
REVIEW = Reviews(
    Judge("plain", scout=4, points=32, finalists=7),
    {"queen": SLOW, "grenade": SLOW, "remagen": SLOW},
)
