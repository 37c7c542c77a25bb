"""Computer players of The Longest Day."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.longest_day"
PLAYERS = (
    Player(
        "plain",
        "Lets the staff write the ledger, keeps its HQs fed, presses on the nearest objective and attacks at"
        " good odds; or holds the line before it.",
        ("longest-day",),
        f"{_HERE}.plain:decide",
    ),
    Player(
        "staff",
        "Plans for the whole army: holds the places worth points, gathers whole stacks and attacks where the"
        " exact expectation is best.",
        ("longest-day",),
        f"{_HERE}.staff:decide",
    ),
)
OPPONENT = "staff"  # measured stronger than plain from both sides: docs/players.md
EXPECTED = (("staff", "plain", 0.75),)  # what a tournament should show
MARGIN = f"{_HERE}.balance:margin"
FATAL = {"victory points": (2.0, "as much as a town counts or more")}  # what a hint warns of
TURN = "day"  # the fact that counts the turns
REVIEW = Reviews(
    Judge("plain", scout=2, points=32, finalists=7, turns=2),
    {"campaign": Judge("plain", scout=1, measure=6, points=16, finalists=5)},
)
