"""The application: handlers, errors in one shape, the page's files, and the guard before all of it."""

from __future__ import annotations

import logging
import mimetypes
import sqlite3
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router
from sqlalchemy.exc import DatabaseError, OperationalError

import grognard
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, IllegalAction, Ruling, one_line

from .api import Games, Tables, manager_at, own_tables, seat_at, service_of, take_in, take_letter
from .asking import Ask, Asked, Desks, Sheets, sheet_style
from .club_api import ClubTables, Names, OpenTables, ResultPages
from .document import Described
from .guard import Guard, Limit, SharedLimit
from .hints import Hints
from .offload import Busy, Refused
from .paperwork import Paperwork
from .service import Service
from .store import DamagedList, DamagedTable, Forbidden, Stale, is_damage

STATIC = Path(__file__).parent / "static"
MAX_BODY = 64_000  # bytes of an ordinary request
TITLE = "grognard: the table"
RATE, BURST = 20.0, 400.0  # requests a second of one address


AWAY = "the database does not answer now; nothing was changed, try again"
_log = logging.getLogger("grognard.web")
mimetypes.add_type("text/javascript", ".js")  # whatever the system believes


PRIVATE = r"^/api/(?!games|ask)"  # what a seat is sent is not folded: its size would tell of what is in it


class Web(Litestar):
    """The application with its guard, which sees also what no handler answers."""

    guard: Guard

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.guard(self._answer, scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if (
            scope["type"] == "http"
            and scope["method"] == "OPTIONS"
            and len(allowed := methods_at(self, scope["path"])) > 1
        ):
            head = [(b"allow", ", ".join(sorted(allowed)).encode())]
            await send({"type": "http.response.start", "status": 204, "headers": head})
            await send({"type": "http.response.body", "body": b""})
        else:
            await super().__call__(scope, receive, send)


def methods_at(app: Litestar, path: str) -> set[str]:
    """What may be done at an address."""
    words = path.rstrip("/").split("/")
    result = {"OPTIONS"}
    for route in app.routes:
        parts = route.path.rstrip("/").split("/")
        if len(parts) == len(words) and all(
            part == word or part.startswith("{") for part, word in zip(parts, words, strict=True)
        ):
            result |= set(getattr(route, "methods", ()))
    return result


def create_app(
    database: str,
    *,
    hosts: Iterable[str] | None = None,
    rate: float = RATE,
    burst: float = BURST,
    static: Path = STATIC,
    workers: int = 1,
    thinkers: int = 1,
    hooks: str | None = None,
    now: Callable[[], float] = time.time,
) -> Web:
    """The table on a database; `hosts` are the names it may be called by (none given: any); a `rate` of 0 is
    no limit; `now` tells the time of the calendar.
    """
    service = Service(database, thinkers, hooks, now)
    service.club.limited = bool(rate)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the style of parameters that every 2.x knows
        app = _application(service, static)
    app.guard = Guard(_limit(service, rate, burst, workers), None if hosts is None else frozenset(hosts))
    return app


def _limit(service: Service, rate: float, burst: float, workers: int) -> Limit | SharedLimit | None:
    if not rate:
        return None
    if workers == 1:
        return Limit(rate, burst)
    service.store.forget_limits(service.store.now() - burst / rate)
    return SharedLimit(service.store.lease, rate, burst)


def _application(service: Service, static: Path) -> Web:
    return Web(
        route_handlers=[
            index,
            Games,
            Tables,
            Hints,
            Ask,
            Desks,
            Sheets,
            Paperwork,
            sheet_style,
            own_tables,
            take_in,
            take_letter,
            Names,
            OpenTables,
            ClubTables,
            ResultPages,
            create_static_files_router(
                path="/static", directories=[static, *grognard.GAMES.brought_folders("static")]
            ),
        ],
        dependencies={
            "service": Provide(service_of, sync_to_thread=False),
            "seat": Provide(seat_at),
            "manager": Provide(manager_at),
        },
        exception_handlers={
            Exception: failed,
            OperationalError: away,
            HTTPException: refused,
            GrognardError: wrong,
            DamagedTable: damaged,
            sqlite3.DatabaseError: lost,
            DatabaseError: lost,
            msgspec.ValidationError: misread,
            msgspec.DecodeError: misread,
            UnicodeDecodeError: misread,
            RecursionError: too_deep,
        },
        request_max_body_size=MAX_BODY,
        openapi_config=_openapi(),
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, gzip_compress_level=6, exclude=PRIVATE
        ),
        logging_config=None,
        state=State({"service": service, "static": static}),
        on_startup=[service.start],
        on_shutdown=[service.stop],
    )


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title=TITLE,
        version=grognard.__version__,
        path="/schema",
        render_plugins=[Described(path="/openapi.json")],  # the others load scripts from elsewhere
        components=Components(
            security_schemes={
                name: SecurityScheme(type="http", scheme="bearer") for name in ("seat", "session")
            }
        ),
    )


@get("/", include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=True)
def index(request: Asked) -> bytes:
    """The page."""
    file: Path = request.app.state.static / "index.html"
    if not file.is_file():
        raise NotFoundException(
            "the page is not installed; the programming interface is at /schema/openapi.json"
        )
    return file.read_bytes()


# ---------------------------------------------------------------- errors, all in one shape

Error = Response[Plain]


def error(
    status: int,
    words: str,
    rulings: Iterable[Ruling | tuple[str, str]] = (),
    headers: dict[str, str] | None = None,
) -> Error:
    body: Plain = {"error": words, "rulings": [{"clause": one[0], "because": one[1]} for one in rulings]}
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)


STATUS: dict[type[GrognardError], int] = {Stale: 409, Forbidden: 403, Busy: 429}


def wrong(request: Asked, problem: GrognardError) -> Error:
    """What the game or the desk refuses."""
    status = next((status for kind, status in STATUS.items() if isinstance(problem, kind)), 422)
    return error(
        status,
        one_line(str(problem)),
        problem.rulings if isinstance(problem, IllegalAction | Refused) else (),
    )


def refused(request: Asked, problem: HTTPException) -> Error:
    """What the framework refuses: an unknown path, a body that does not fit, a missing token."""
    where = [
        f"{item.get('key')}: {item.get('message')}" for item in problem.extra or () if isinstance(item, dict)
    ]
    words = "; ".join([problem.detail or "refused", *where])
    more = {"www-authenticate": "Bearer"} if problem.status_code == 401 else {}
    if problem.status_code == 405:
        more["allow"] = ", ".join(sorted(methods_at(request.app, request.scope["path"])))
    return error(problem.status_code, words, headers=more)


def misread(request: Asked, problem: ValueError) -> Error:
    return error(400, f"cannot be read: {problem}")


def too_deep(request: Asked, problem: RecursionError) -> Error:
    """A body of brackets in brackets, if it is the reading of it that gave up."""
    return (
        error(400, "cannot be read: nested too deeply")
        if "deserializing" in str(problem)
        else failed(request, problem)
    )


def away(request: Asked, problem: OperationalError) -> Error:
    """The database does not answer, or is busy for too long; or finds text that is damaged."""
    if is_damage(problem):
        return lost(request, problem)
    _log.error("the database: %s", type(problem.orig).__name__)
    return error(503, AWAY, headers={"retry-after": "2"})


def damaged(request: Asked, problem: GrognardError) -> Error:
    """One line, in the log and in the answer, says what is damaged."""
    _log.error("%s", problem)
    return error(500, str(problem))


def lost(request: Asked, problem: Exception) -> Error:
    """The database is damaged elsewhere than in a record, or an SQLite file is in use."""
    if isinstance(problem, sqlite3.OperationalError) and not is_damage(problem):
        return error(503, AWAY, headers={"retry-after": "2"})
    if not is_damage(problem):
        return failed(request, problem)
    table, why = request.path_params.get("table"), getattr(problem, "orig", problem)
    return damaged(request, DamagedTable(str(table), why) if table else DamagedList(why))


def failed(request: Asked, problem: Exception) -> Error:
    """A fault of ours: nothing of its inside is told."""
    _log.error("a request failed", exc_info=problem)
    return error(500, "the server made a mistake; nothing was changed")
