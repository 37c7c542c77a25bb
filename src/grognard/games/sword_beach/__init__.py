"""Sword Beach: the Fire & Movement game of the landing east of the Orne and the fight for Caen."""

from .game import GAME

__all__ = ["GAME"]
