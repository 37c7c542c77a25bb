"""Beyond the Rhine on the map: two sides, the rules of the Operational Combat Series, Aachen in October
1944.
"""

from .game import GAME

__all__ = ["GAME"]
