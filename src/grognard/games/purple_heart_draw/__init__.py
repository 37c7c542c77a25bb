"""Purple Heart Draw: an Advanced Squad Leader historical module, four scenario cards and the Tactical Mission
campaign.
"""

from .game import GAME

__all__ = ["GAME"]
