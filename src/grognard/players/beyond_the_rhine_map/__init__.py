"""Computer players of Beyond the Rhine on the map."""

from grognard.players.registry import Player

_HERE = "grognard.players.beyond_the_rhine_map"
PLAYERS = (
    Player(
        "plain",
        "Keeps its line, brings supply forward, and attacks where the exact expectation is worth the supply;"
        " the German feeds Aachen and its ring.",
        ("beyond-the-rhine-map",),
        f"{_HERE}.plain:decide",
    ),
)
