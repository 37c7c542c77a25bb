"""Computer players: functions of what a seat may see and the legal actions. See `docs/players.md`."""

from .registry import BY_HAND, Player, find, players_of, roster
from .seat import Candidate, Clock, Decision, PlayerSettings, PlayerView, Seat, seated, sit, view_for

__all__ = [
    "BY_HAND",
    "Candidate",
    "Clock",
    "Decision",
    "PlayerSettings",
    "Player",
    "Seat",
    "PlayerView",
    "find",
    "view_for",
    "players_of",
    "roster",
    "seated",
    "sit",
]
