"""Computer players of Sword Beach."""

from grognard.players.registry import Player
from grognard.players.review import Judge, Reviews

_HERE = "grognard.players.sword_beach"
PLAYERS = (
    Player(
        "plain",
        "Follows fixed rules: land, hold the beaches, take Caen; or defend it.",
        ("sword-beach",),
        f"{_HERE}.plain:decide",
    ),
    Player(
        "fusilier",
        "Scores every move by ground and exact odds and takes the best at once.",
        ("sword-beach",),
        f"{_HERE}.fusilier:decide",
        graded=True,
    ),
    Player(
        "marshal",
        "Plans a phase at a time with exact odds, weighs threats to its line and looks ahead over likely"
        " replies.",
        ("sword-beach",),
        f"{_HERE}.marshal:decide",
        graded=True,
    ),
)
LEAGUE = f"{_HERE}.exploiters:members"  # the players of the league that no table offers
MARGIN = f"{_HERE}.score:margin"  # how clear a game was
EVALUATION = f"{_HERE}.evaluation:chance"  # of the Allies, without play-outs
# what a round-robin should show
EXPECTED = (
    ("fusilier", "random", 0.99),
    ("marshal", "fusilier", 0.75),
    ("marshal", "plain", 0.90),
)
SCALE = "points of strength"  # what the values of a hint count
FATAL = (13.0, "more than a full brigade is worth")  # what a hint warns of
REVIEW = Reviews(Judge("fusilier", scout=6, points=48, finalists=8, turns=3))
