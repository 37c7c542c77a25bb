"""Beyond the Rhine for the page: the campaign desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from grognard.core.calendar import spell
from grognard.core.facts import Event
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError
from grognard.games.beyond_the_rhine.chart import COUNTERS, NAMES
from grognard.games.beyond_the_rhine.dates import day
from grognard.games.beyond_the_rhine.position import NOT_YET, BeyondTheRhine
from grognard.games.beyond_the_rhine.situation import counting, standing
from grognard.web.game_views import Page

from . import calendar as cal
from . import forecast as ahead
from . import ledger as led
from . import past as gone
from .chartmap import map_data

USUAL = (
    ("defence", False),
    ("formation", ""),
    ("rating", None),
    ("size", ""),
    ("provenance", "document"),
    ("steps", 1),
    ("category", "combat"),
)


def unit_data() -> list[Plain]:
    """The counters in the order of the campaign; usual values are left out."""
    rows = []
    for c in COUNTERS:
        row: Plain = {
            "id": c.name,
            "name": c.display,
            "raw": c.printed,
            "category": c.category,
            "nation": c.nationality,
            "type": c.type,
            "size": c.size,
            "label": c.label,
            "steps": c.steps,
            "rating": list(c.rating) if c.rating else None,
            "formation": c.formation,
            "defence": c.defence_only,
            "provenance": c.provenance,
        }
        rows.append({name: value for name, value in row.items() if (name, value) not in USUAL})
    return rows


def when(state: BeyondTheRhine) -> Plain:
    return {
        "turn": state.turn,
        "last_turn": state.game_of.last,
        "dates": spell(day(state.turn)),
        "phase": led.stage(state),
    }


def units(state: BeyondTheRhine) -> dict[str, Plain]:
    """Counters that have entered the game: place and steps lost."""
    return {
        NAMES[u]: {"at": where, "lost": state.lost[u]} for u, where in enumerate(state.at) if where != NOT_YET
    }


# ---------------------------------------------------------------- pages


def calendar(state: BeyondTheRhine, asked: Mapping[str, str]) -> Plain:
    game, now = state.game_of, standing(state)
    turns = [cal.turn_row(n, game, now.ports, now.events) for n in range(game.first, game.last + 1)]
    return {"now": state.turn, "campaign": game.title, "turns": turns}


def formations(state: BeyondTheRhine, asked: Mapping[str, str]) -> list[cal.Formation]:
    return cal.formations(state.game_of)


def ledger(state: BeyondTheRhine, asked: Mapping[str, str]) -> Plain:
    return led.ledger(state)


def ports(state: BeyondTheRhine, asked: Mapping[str, str]) -> Plain:
    return {"worth": led.worth(state), "counting": sorted(counting(state))}


def prices(state: BeyondTheRhine, asked: Mapping[str, str]) -> list[Plain]:
    return led.prices()


def forecast(state: BeyondTheRhine, asked: Mapping[str, str]) -> Plain:
    return ahead.forecast(state, asked)


PAGES: dict[str, Callable[[BeyondTheRhine, Mapping[str, str]], object]] = {
    "calendar": calendar,
    "formations": formations,
    "ledger": ledger,
    "ports": ports,
    "prices": prices,
    "forecast": forecast,
}


def desk(state: BeyondTheRhine, topic: str, asked: Mapping[str, str]) -> object:
    if topic not in PAGES:
        raise GrognardError(f"{topic!r} is not a page of this desk; the pages are {', '.join(PAGES)}")
    return PAGES[topic](state, asked)


def history(state: BeyondTheRhine, past: Sequence[tuple[str, Sequence[Event]]]) -> dict[str, Plain]:
    return gone.history(state.game_of.first, past)


PAGE = Page(desk="desks/beyond-the-rhine/desk.js", presentation="games/beyond-the-rhine.js")

__all__ = ["PAGE", "desk", "history", "map_data", "unit_data", "units", "when"]
