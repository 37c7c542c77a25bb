"""The Longest Day: corps, chain of command and supply in Normandy, and a kernel that plays them on the
map."""

from .game import GAME

__all__ = ["GAME"]
