"""A computer player: attacks where it can, else moves towards its goal."""

from __future__ import annotations

from grognard.core.facts import DONE
from grognard.players.registry import Player
from grognard.players.seat import Decision, PlayerSettings, PlayerView, fixed_rule

from .pieces import GRID, MAP, NAME, RED
from .rules import Attack, Mine, Move


def decide(sight: PlayerView, orders: PlayerSettings) -> Decision:
    actions = list(sight.actions)
    attacks = [action for action in actions if isinstance(action, Attack)]
    if attacks:
        return fixed_rule(attacks[0], "attack whenever it is possible", "SK-5")
    mines = [action for action in actions if isinstance(action, Mine)]
    if mines:
        return fixed_rule(mines[len(mines) // 2], "mine the middle of the map", "SK-1")
    moves = [action for action in actions if isinstance(action, Move)]
    best = min(moves, key=distance_to_village, default=None)
    if best is not None and (sight.side == RED or distance_to_village(best) < 3):
        return fixed_rule(best, "move towards the village", "SK-3")
    return fixed_rule(DONE, "hold the line", "SK-2")


def distance_to_village(action: Move) -> int:
    return GRID.distance(GRID.hex(action.hex), GRID.hex(MAP["village"]))


PLAYERS = (
    Player("plain", "Attacks whenever it can and makes for the village.", (NAME,), f"{__name__}:decide"),
)
