"""A server for tests of the page: its static files, and an API that answers from a recording and notes what it is asked."""

from __future__ import annotations

import gzip
import json
import mimetypes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import grognard

from .record import FILE

STATIC = Path(grognard.__file__).parent / "web" / "static"
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
TABLE, TOKEN = "recorded", "token-of-the-allied-seat"


class Fake:
    """What the server holds: a recording, the moment that is shown, and the requests it has had."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
        self.asked: list[tuple[str, str, Any, str]] = []
        self.moment = "move"
        self.over = Event()
        fake = self

        class Handler(_Handler):
            holder = fake

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/"

    @property
    def table(self) -> dict[str, Any]:
        return {**self.data[self.moment], "table": TABLE}

    def sent(self, ending: str) -> list[Any]:
        """The bodies of the requests to a path that ends so."""
        return [body for _, path, body, _ in self.asked if path.endswith(ending)]

    def answer(self, method: str, path: str, query: dict[str, str], body: Any) -> Any:
        data = self.data
        if path in data["static"]:
            return data["static"][path]
        if path == "/api/mine":
            keys = ("table", "name", "game", "seat", "to_move", "turn", "phase", "seq", "over")
            return [{key: self.table.get(key) for key in keys} for token in body["tokens"] if token == TOKEN]
        if path == "/api/tables":
            return {"table": TABLE, "seats": {side: TOKEN if kind != "computer" else None for side, kind in body["seats"].items()}, "watch": "watch"}
        return self.at_table(path.removeprefix(f"/api/tables/{TABLE}").strip("/"), query, body)

    def at_table(self, what: str, query: dict[str, str], body: Any) -> Any:
        match what:
            case "":
                return self.table
            case "reach":
                return self.data["reach"][query["unit"]]
            case "odds":
                return self.data["odds"][f"{query['attackers']} {query['fire']}"]
            case "judge":
                return self.data["why"]["answer"]
            case "act":
                self.moment = "moved" if self.moment == "move" else self.moment
                return {"seq": self.table["seq"], "events": [], "words": []}
            case "undo":
                self.moment = "move"
                return {"seq": self.table["seq"], "undone": []}
            case "chat":
                return []
        raise LookupError(what)


class _Handler(BaseHTTPRequestHandler):
    holder: Fake
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        self.reply("GET", None)

    def do_POST(self) -> None:
        self.reply("POST", json.loads(self.rfile.read(int(self.headers["Content-Length"])) or "null"))

    def reply(self, method: str, body: Any) -> None:
        split = urlsplit(self.path)
        if not split.path.startswith("/api/"):
            return self.file("index.html" if split.path == "/" else split.path.removeprefix("/static/"))
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        self.holder.asked.append((method, split.path, body, token))
        if split.path.endswith("/stream"):
            return self.stream()
        if f"/tables/{TABLE}" in split.path and token != TOKEN:
            return self.send(401, b'{"error": "no seat", "rulings": []}', "application/json")
        query = {name: values[0] for name, values in parse_qs(split.query).items()}
        try:
            answer = self.holder.answer(method, split.path, query, body)
        except LookupError as error:
            return self.send(404, json.dumps({"error": str(error), "rulings": []}).encode(), "application/json")
        return self.send(200, json.dumps(answer).encode(), "application/json")

    def stream(self) -> None:
        """One event, then silence until the test is over."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b'data: {"seq": %d}\n\n' % self.holder.table["seq"])
        self.wfile.flush()
        self.holder.over.wait(60)

    def file(self, name: str) -> None:
        path = (STATIC / name).resolve()
        if not path.is_file() or STATIC.resolve() not in path.parents:
            return self.send(404, b"", "text/plain")
        kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0] or "text/plain"
        return self.send(200, path.read_bytes(), kind)

    def send(self, status: int, data: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(data)
