"""Skirmish: a small complete game."""

from .game import GAME

__all__ = ["GAME"]
