"""Computer players of Beyond the Rhine on the map."""

from grognard.players.registry import Player

_HERE = "grognard.players.beyond_the_rhine_map"
PLAYERS = (
    Player(
        "plain",
        "Keeps its line, brings HQs, guns and supply forward, and attacks where the exact expectation is"
        " worth the supply; it dashes for the Rhine bridges, or blows them.",
        ("beyond-the-rhine-map",),
        f"{_HERE}.plain:decide",
    ),
)
