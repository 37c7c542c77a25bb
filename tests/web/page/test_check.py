"""Check this game: the checker of records on the page, offline from a file and at a table."""

from __future__ import annotations

from typing import Any

from tests.records import vectors
from tests.web.check.mutations import written

LINES = vectors.committed().lines
BOX = "aside .checked"


def give(screen: Any, data: bytes) -> None:
    file = {"name": "game.grog", "mimeType": "application/x-ndjson", "buffer": data}
    screen.page.locator("[data-key=check-file]").set_input_files(file)


def test_the_lobby_checks_a_file_without_a_server(screens: Any) -> None:
    screen = screens()
    screen.click("details.files > summary")
    screen.see("[data-key=check-file]")
    screen.page.wait_for_load_state("networkidle")  # pictures of maps are drawn by modules that come later
    sent: list[str] = []
    screen.page.on("request", lambda request: sent.append(request.url))
    screen.context.set_offline(True)
    give(screen, written(LINES))
    screen.says(
        BOX,
        "This record fits.",
        "14 lines of ford",
        "blue and red committed to them before play",
        "Not checked here",
    )
    give(screen, written(LINES).replace(b"move A/1 0201", b"move A/1 0301"))
    screen.says(BOX, "This record does not fit.", "Line 4: ")
    give(screen, b'{"grognard":1,"game":"sword-beach"}\n')
    screen.says(BOX, "This record cannot be checked here.", "format 1")
    give(screen, b"\xff\xfe no record")
    screen.says(BOX, "This record does not fit.", "the file is not UTF-8")
    screen.context.set_offline(False)
    assert sent == []
