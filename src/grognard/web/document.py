"""The published description of the programming interface: what Litestar finds in the handlers, made exact."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from grognard.core.guide import Guide
from grognard.core.plain import Plain

from . import answers, club_answers, map_answers, models

TABLE = "/api/tables/{table}"
ANSWERS: dict[tuple[str, str], Any] = {
    ("get", "/api/games"): list[answers.Game],
    ("post", "/api/mine"): list[answers.OwnTable],
    ("post", "/api/records"): answers.Seats,
    ("post", "/api/letters"): answers.Seats,
    ("post", "/api/tables"): answers.Seats,
    ("post", f"{TABLE}/letter"): answers.Done,
    ("get", TABLE): answers.Table,
    ("get", f"{TABLE}/view"): answers.Table,
    ("get", f"{TABLE}/reach"): answers.Reach,
    ("post", f"{TABLE}/judge"): answers.Verdict,
    ("post", f"{TABLE}/act"): answers.Done,
    ("post", f"{TABLE}/undo"): answers.Undone,
    ("post", f"{TABLE}/branch"): answers.Seats,
    ("get", f"{TABLE}/receipts"): answers.Receipts,
    ("get", f"{TABLE}/dice"): answers.DiceParts,
    ("post", f"{TABLE}/dice/pledge"): answers.DiceParts,
    ("post", f"{TABLE}/dice/deposit"): answers.DiceParts,
    ("post", f"{TABLE}/dice/decline"): answers.DiceParts,
    ("post", f"{TABLE}/dice/open"): answers.Done,
    ("get", f"{TABLE}/chat"): list[answers.Talk],
    ("post", f"{TABLE}/chat"): list[answers.Talk],
    ("get", f"{TABLE}/notes"): answers.Text,
    ("put", f"{TABLE}/notes"): answers.Text,
    ("get", f"{TABLE}/orders"): answers.Orders,
    ("put", f"{TABLE}/orders"): answers.Orders,
    ("post", f"{TABLE}/revoke"): answers.Token,
    ("get", "/api/games/{game}/clauses"): list[answers.Clause],
    ("get", "/api/games/{game}/guide"): Guide,
    ("get", "/api/games/{game}/map"): answers.Map,
    ("get", "/api/games/{game}/page"): answers.Page,
    ("get", "/api/games/{game}/units"): list[answers.Unit],
    ("get", f"{TABLE}/overlays"): map_answers.Overlays,
    ("get", f"{TABLE}/story"): answers.Story,
    ("get", f"{TABLE}/history"): Any,  # every game's desk has its own
    ("get", f"{TABLE}/desk/{{topic}}"): Any,
    ("post", "/api/paper/{game}/{topic}"): Any,
    ("get", f"{TABLE}/odds"): map_answers.Odds,
    ("get", f"{TABLE}/fight"): map_answers.FightPlan,
    ("get", f"{TABLE}/support"): map_answers.Support,
    ("get", f"{TABLE}/hint"): answers.Hint,
    ("get", f"{TABLE}/staff"): answers.PhasePlan,
    ("get", f"{TABLE}/review"): answers.ReviewAnswer,
    ("get", "/api/ask/{game}"): dict[str, answers.Topic],
    ("get", "/api/ask/{game}/{topic}"): answers.TopicAnswer,
    ("get", "/api/sheets/{game}"): dict[str, answers.Topic],
    ("get", f"{TABLE}/webhook"): answers.Webhook,
    ("put", f"{TABLE}/webhook"): answers.Webhook,
    ("post", "/api/names"): club_answers.SignedIn,
    ("post", "/api/names/sign-in"): club_answers.SignedIn,
    ("get", "/api/names/me"): club_answers.Named,
    ("post", "/api/names/sign-out"): club_answers.Named,
    ("post", "/api/names/passphrase"): club_answers.SignedIn,
    ("post", "/api/names/delete"): club_answers.Named,
    ("get", "/api/open"): list[club_answers.OpenTable],
    ("post", "/api/open/{table}/join"): club_answers.Joined,
    ("get", f"{TABLE}/club"): club_answers.ClubTable,
    ("post", f"{TABLE}/name"): club_answers.ClubTable,
    ("post", f"{TABLE}/open"): club_answers.Opened,
    ("post", f"{TABLE}/claim"): club_answers.ClubTable,
    ("post", f"{TABLE}/time"): club_answers.ClubTable,
    ("get", "/api/results"): club_answers.ResultsPage,
}
SIGNED_IN = {
    "/api/names/me",
    "/api/names/sign-out",
    "/api/names/passphrase",
    "/api/names/delete",
}  # need a session
ADDED_TO = {
    "Table",
    "Map",
    "Unit",
    "Overlays",
    "Supply",
    "Supplied",
    "Control",
}  # every game has its own besides
BODIES = {  # read by the handlers themselves
    ("post", f"{TABLE}/undo"): models.Undo,
    ("post", f"{TABLE}/revoke"): models.Revoke,
    ("post", "/api/records"): models.Upload,
}
OPEN: dict[str, list[Plain]] = {
    "at": [],
    "player": [{"type": "string", "maxLength": 0}],
}  # parameters that may be nothing
ERRORS = {
    "400": "A field is missing, unknown or wrong.",
    "403": "Not yours to do, or sent by another site.",
    "404": "There is no such thing.",
    "413": "Too large.",
    "422": "The rules or the game refuse it; the clauses say why.",
    "429": "Too many requests; wait a little.",
    "503": "The database does not answer now.",
}


class Described(JsonRenderPlugin):
    """Serves the description, which is made once."""

    made: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: Plain) -> bytes:
        self.made = self.made or msgspec.json.encode(exact(openapi_schema))
        return self.made


def exact(document: dict[str, Any]) -> Plain:
    """Types of every answer and body, errors in their one shape, and which requests need a seat."""
    bodies = [
        kind
        for kind in vars(models).values()
        if isinstance(kind, type) and issubclass(kind, models.Asked) and kind is not models.Asked
    ]
    kinds = list(dict.fromkeys([*ANSWERS.values(), *bodies, answers.Refusal]))
    schemas, named = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(map(str, kinds), schemas, strict=True))
    parts = document.setdefault("components", {}).setdefault("schemas", {})
    parts |= named
    for name in parts.keys() - ADDED_TO:
        parts[name].setdefault("additionalProperties", False)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            _complete(operation, path, method, schema_of)
    return document


def _complete(operation: dict[str, Any], path: str, method: str, schema_of: dict[str, Any]) -> None:
    responses = operation["responses"]
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in OPEN:  # given and left empty is as good as not given
            schema = {"type": "integer", "minimum": 0} if parameter["name"] == "at" else parameter["schema"]
            parameter["schema"] = {"anyOf": [schema, {"type": "null"}, *OPEN[parameter["name"]]]}
    if kind := ANSWERS.get((method, path)):
        status = next(code for code in responses if code.startswith("2"))
        responses[status]["content"] = {"application/json": {"schema": schema_of[str(kind)]}}
    if body := BODIES.get((method, path)):
        operation["requestBody"] = {
            "required": body is not models.Undo,
            "content": {"application/json": {"schema": schema_of[str(body)]}},
        }
    if (method == "post" and path.endswith("letter")) or path == "/api/letters":
        operation["requestBody"] = {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    refusal = {"application/json": {"schema": schema_of[str(answers.Refusal)]}}
    errors = dict(ERRORS)
    if path.startswith(TABLE):
        operation["security"] = [{"seat": []}]
        errors |= {
            "401": "No seat at this table goes with that token.",
            "409": "The table has moved on; look again.",
        }
    elif path in SIGNED_IN:
        operation["security"] = [{"session": []}]
        errors |= {"401": "No player is signed in with that token."}
    elif method == "post" and path.startswith(("/api/names", "/api/open")):
        errors |= {"409": "Another player has the name or the seat."}
    for code, words in errors.items():
        responses[code] = {"description": words, "content": refusal}
