"""Computer players of Sword Beach."""

from grognard.players.registry import Player

_HERE = "grognard.players.sword_beach"
PLAYERS = (
    Player("plain", "Follows fixed rules: land, hold the beaches, take Caen; or defend it.", ("sword-beach",), f"{_HERE}.plain:decide"),
    Player("fusilier", "Scores every move by ground and exact odds and takes the best at once.", ("sword-beach",), f"{_HERE}.fusilier:decide"),
)
