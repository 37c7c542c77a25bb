"""Computer players of Beyond the Rhine, the ledger."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.beyond_the_rhine"
PLAYERS = (
    Player(
        "quartermaster",
        "Rebuilds what gives most strength for the points, packs the ships, warns of stocks that run out.",
        ("beyond-the-rhine",),
        f"{_HERE}.quartermaster:decide",
    ),
)
OPPONENT = "quartermaster"  # a ledger needs a player that keeps it in order
REVIEW = Reviews(Judge(""), never="the ledger has no winner, so there are no winning chances to review")
