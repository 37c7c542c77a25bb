"""Computer players of Purple Heart Draw."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.purple_heart_draw"
PLAYERS = (
    Player(
        "plain",
        "Buys by a fixed list, attacks where the odds allow, keeps its line closed.",
        ("purple-heart-draw",),
        f"{_HERE}.plain:decide",
    ),
    Player(
        "commander",
        "Masses where the mission is decided, buys what answers the enemy, and attacks where it pays.",
        ("purple-heart-draw",),
        f"{_HERE}.commander:decide",
    ),
)
SCALE = "points"  # what the values of a hint count, where the hint does not say
FATAL = {"hits": (2.0, "as much as two squads")}  # what a hint warns of
OPPONENT = "commander"  # measured stronger than plain from both sides: docs/players.md
EXPECTED = (("commander", "plain", 0.65),)  # what a tournament should show
REVIEW = Reviews(Judge("plain", scout=6, points=32, finalists=7))
