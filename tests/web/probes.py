"""Everything a seat can ask of a table, route by route: what the twin test sends to both tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from litestar import Litestar

from grognard import sheets
from grognard.core.facts import Action
from grognard.core.twins import Twins
from grognard.core.well_formed import Words
from grognard.players.registry import players_of

Request = dict[str, Any]  # what `Player.ask` is given besides the method and the path
HEX64 = "0" * 32


@dataclass
class Inquiry:
    """A pair of twins at which a seat looks, and words that are worth asking about: those in which the two
    games differ.
    """

    pair: Twins
    seat: str
    look: dict[str, Any]  # the table as the seat sees it, which is the same in both games
    units: list[str] = field(default_factory=list)
    hexes: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    @property
    def seq(self) -> int:
        return int(self.look["seq"])

    @property
    def game(self) -> Any:
        return self.pair.one.game


def inquiry(pair: Twins, seat: str, look: dict[str, Any], rng: Random, count: int = 12) -> Inquiry:
    """What to ask a pair: about the units and hexes in which the games differ, about others, and about all
    kinds of actions.
    """
    one, two = pair.states
    words = Words.for_game(one.game)
    units = list(dict.fromkeys([*_differing(pair), *rng.sample(words.subjects, 2)]))[:6]
    texts = str([one.view(pair.kind.owner), two.view(pair.kind.owner)])
    known = [name for name in words.hexes if f"'{name}'" in texts]
    hexes = [*rng.sample(known, min(4, len(known))), *rng.sample(words.hexes, 1)]
    found = Inquiry(pair, seat, look, units, hexes)
    found.actions = [*words.some(rng, count), *(_about(found, words, rng) for _ in range(count))]
    return found


def _differing(pair: Twins) -> Iterator[str]:
    one, two = pair.states
    for name, column in one.columns.items():
        for key, (a, b) in enumerate(zip(one.__dict__[name], two.__dict__[name], strict=True)):
            if a != b:
                yield column.names[key]


def _about(asked: Inquiry, words: Words, rng: Random) -> Action:
    """An action on a unit or in a hex in which the games differ."""
    verb = rng.choice(words.verbs)
    values = {"unit": asked.units, "hex": asked.hexes}
    fields = msgspec.structs.fields(verb)
    return verb(*(rng.choice(values.get(f.name) or words.values(verb, f.name, f.type)) for f in fields))


def _moments(asked: Inquiry) -> list[int]:
    now = len(asked.pair.one.state.actions)
    return sorted({0, asked.pair.begun, min(asked.pair.begun + 1, now), now, now + 1})


def _at(asked: Inquiry) -> list[Request]:
    return [{}, *({"params": {"at": at}} for at in _moments(asked))]


def _illegal(asked: Inquiry) -> list[str]:
    """Actions that neither game takes: they change nothing."""
    return [
        str(a)
        for a in asked.actions
        if not any(state.to_move and state.takes(a) for state in asked.pair.states)
    ]


def _odds(asked: Inquiry) -> list[Request]:
    words = Words.for_game(asked.game)
    forces = [",".join(asked.units[:2]), words.subjects[0], words.subjects[-1]]
    return [{"params": {"attackers": force, "hex": hex_}} for force in forces for hex_ in asked.hexes[:2]]


def _hints(asked: Inquiry) -> list[Request]:
    """Players that do a fixed amount of work; what the others say depends on the clock."""
    names = [player.name for player in players_of(asked.game.name) if not player.graded]
    return [{"params": {"player": name, "seconds": 30}} for name in names] + [
        {"params": {"at": asked.pair.begun}}
    ]


def _pages(asked: Inquiry) -> list[Request]:
    module = import_module(f"grognard.web.{asked.game.name.replace('-', '_')}")
    topics = getattr(module, "TOPICS", None) or (
        getattr(import_module(f"{module.__name__}.pages"), "PAGES", {})
        if hasattr(module, "desk")
        else {"x": None}
    )
    found: list[Request] = []
    for topic in topics:
        units: list[Request] = [{"unit": u} for u in asked.units]
        asks = {"hex": [{"hex": h} for h in asked.hexes], "redeploy": units, "lens": units}.get(topic, [{}])
        found += [{"topic": topic, "params": params} for params in asks]
    return found


def _sheets(asked: Inquiry) -> list[Request]:
    return [{"sheet": name, "params": {"as": "html"}} for name in sheets.sheets(asked.game)] or [
        {"sheet": "x"}
    ]


def _dice(asked: Inquiry) -> list[Request]:
    return [{"json": {"public": "a", "key": HEX64, "tip": HEX64}}]


def _deposit(asked: Inquiry) -> list[Request]:
    body = {
        "chapter": 0,
        "tip": HEX64,
        "shares": HEX64 * 256,
        "public": "a",
        "recipient": "b",
        "envelope": "c",
    }
    return [{"json": body}]


def _once(asked: Inquiry) -> list[Request]:
    return [{}]


def _mail(asked: Inquiry) -> list[Request]:
    return [{"params": {"to": side}} for side in asked.look["sides"]]


Ask = Callable[[Inquiry], list[Request]]
# In this order: first what only looks, then what changes something of the seat's own, at last what changes
# the game.
PROBES: dict[tuple[str, str], Ask] = {
    ("GET", "/api/tables/{table}"): _once,
    ("GET", "/api/tables/{table}/view"): _at,
    ("GET", "/api/tables/{table}/overlays"): _at,
    ("GET", "/api/tables/{table}/story"): lambda q: [
        {"params": {"since": at, "whole": w}} for at in _moments(q) for w in (True, False)
    ],
    ("GET", "/api/tables/{table}/history"): _once,
    ("GET", "/api/tables/{table}/receipts"): _once,
    ("GET", "/api/tables/{table}/record"): _once,
    ("GET", "/api/tables/{table}/reach"): lambda q: [{"params": {"unit": unit}} for unit in q.units],
    ("GET", "/api/tables/{table}/odds"): _odds,
    ("GET", "/api/tables/{table}/support"): _once,
    ("GET", "/api/tables/{table}/fight"): lambda q: [
        {"params": {"do": str(action), "with": ",".join(q.units[:2])}} for action in q.actions[-6:]
    ],
    ("GET", "/api/tables/{table}/desk/{topic}"): _pages,
    ("GET", "/api/tables/{table}/sheets/{sheet}"): _sheets,
    ("GET", "/api/tables/{table}/hint"): _hints,
    ("GET", "/api/tables/{table}/staff"): lambda q: _hints(q)[:-1],
    ("GET", "/api/tables/{table}/review"): _once,
    ("POST", "/api/tables/{table}/judge"): lambda q: [{"json": {"do": str(action)}} for action in q.actions],
    ("GET", "/api/tables/{table}/dice"): _once,
    ("POST", "/api/tables/{table}/dice/pledge"): _dice,
    ("POST", "/api/tables/{table}/dice/deposit"): _deposit,
    ("POST", "/api/tables/{table}/dice/open"): lambda q: [{"json": {"roll": 0, "halves": {"x": HEX64}}}],
    ("POST", "/api/tables/{table}/dice/decline"): _once,
    ("GET", "/api/tables/{table}/letter"): _mail,
    ("POST", "/api/tables/{table}/letter"): lambda q: [{"content": "grognard letter 1\nrubbish"}],
    ("GET", "/api/tables/{table}/club"): _once,
    ("POST", "/api/tables/{table}/name"): lambda q: [{"json": {"session": "nobody's"}}],
    ("POST", "/api/tables/{table}/claim"): _once,
    ("POST", "/api/tables/{table}/time"): _once,
    ("POST", "/api/tables/{table}/open"): lambda q: [
        {"json": {"side": side, "open": wanted}}
        for side in (*q.look["sides"], "watch", "x")
        for wanted in (True, False)
    ],
    ("GET", "/api/tables/{table}/chat"): _once,
    ("POST", "/api/tables/{table}/chat"): lambda q: [{"json": {"text": "hello"}}],
    ("GET", "/api/tables/{table}/notes"): _once,
    ("GET", "/api/tables/{table}/orders"): _once,
    ("PUT", "/api/tables/{table}/orders"): lambda q: [{"json": {"orders": None}}],
    ("PUT", "/api/tables/{table}/notes"): lambda q: [{"json": {"text": "mine"}}],
    ("GET", "/api/tables/{table}/webhook"): _once,
    ("PUT", "/api/tables/{table}/webhook"): lambda q: [{"json": {"url": None}}],
    ("POST", "/api/tables/{table}/branch"): lambda q: [
        {"json": {"at": at, "dice": "typed"}} for at in _moments(q)[1:]
    ],
    ("POST", "/api/tables/{table}/act"): lambda q: [
        {"json": {"do": do, "seq": seq, "view": True}} for do in _illegal(q) for seq in (q.seq, q.seq - 1)
    ],
    ("POST", "/api/tables/{table}/undo"): lambda q: [{"json": {"seq": q.seq - 1}}, {"json": {"seq": q.seq}}],
    ("POST", "/api/tables/{table}/revoke"): lambda q: [
        {"json": {"seat": seat}} for seat in (*q.look["sides"], "watch", "x")
    ],
}
STREAM = ("GET", "/api/tables/{table}/stream")  # compared at a server of its own
TOKENS = ("POST", "/api/mine")  # the one route that takes tokens in its body
# Routes that take no token: what they answer cannot depend on a table.
OPEN = {
    "/",
    "/sheet.css",
    "/static/{file_path}",
    "/schema",
    "/schema/openapi.json",
    "/schema/{path}",
    "/api/games",
    "/api/games/{game}/map",
    "/api/games/{game}/units",
    "/api/games/{game}/clauses",
    "/api/games/{game}/guide",
    "/api/games/{game}/page",
    "/api/ask/{game}",
    "/api/ask/{game}/{topic}",
    "/api/sheets/{game}",
    "/api/sheets/{game}/{sheet}",
    "/api/paper/{game}/{topic}",
    "/api/paper/{game}/sheets/{sheet}",
    "/api/tables",
    "/api/records",
    "/api/letters",
    "/api/names",
    "/api/names/sign-in",
    "/api/names/sign-out",
    "/api/names/me",
    "/api/names/passphrase",
    "/api/names/delete",
    "/api/open",
    "/api/open/{table}/join",  # what is listed of an open table is compared in test_club
    "/api/results",
    "/api/results/{table}/record",  # of games that are over
}


def unknown_routes(app: Litestar) -> set[tuple[str, str]]:
    """The routes of the server that the twin test knows nothing of."""
    routes = {
        (method, route.path_format)
        for route in app.routes
        for method in getattr(route, "methods", ("?",))
        if method not in ("OPTIONS", "HEAD")
    }
    return {
        route
        for route in routes
        if route not in PROBES and route not in (STREAM, TOKENS) and route[1] not in OPEN
    }
