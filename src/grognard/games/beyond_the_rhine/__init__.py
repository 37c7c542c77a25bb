"""Beyond the Rhine: the Allied campaign from 5 September 1944 to 29 April 1945, as a ledger and a
calculator.
"""

from .game import GAME

__all__ = ["GAME"]
