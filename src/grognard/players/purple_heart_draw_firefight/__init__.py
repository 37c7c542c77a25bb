"""Computer players of the firefight."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.purple_heart_draw_firefight"
PLAYERS = (
    Player(
        "plain",
        "Fires where it hurts, moves from cover to cover towards the buildings, rallies first.",
        ("purple-heart-draw-firefight",),
        f"{_HERE}.plain:decide",
    ),
    Player(
        "sergeant",
        "Compares ways by the exact result of the enemy's answer fire, and moves its garrisons.",
        ("purple-heart-draw-firefight",),
        f"{_HERE}.sergeant:decide",
    ),
)
LEAGUE = f"{_HERE}.exploiters:members"  # the players of the league that no table offers
SCALE = "points"  # what the values of a hint count
FATAL = (6.0, "as much as a whole squad")  # what a hint warns of
MARGIN = f"{_HERE}.objectives:margin"
REVIEW = Reviews(Judge("plain", scout=2, measure=24, points=24, finalists=6, turns=1))
