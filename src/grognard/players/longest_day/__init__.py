"""Computer players of The Longest Day."""

from grognard.players.registry import Player

_HERE = "grognard.players.longest_day"
PLAYERS = (
    Player(
        "plain",
        "Lets the staff write the ledger, keeps its HQs fed, presses on the nearest objective and attacks at"
        " good odds; or holds the line before it.",
        ("longest-day",),
        f"{_HERE}.plain:decide",
    ),
)
