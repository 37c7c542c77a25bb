from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from .fake import Fake

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _missing(reason: str) -> None:
    if os.environ.get("GROGNARD_BROWSER_REQUIRED"):
        pytest.fail(f"GROGNARD_BROWSER_REQUIRED is set, and {reason}")
    pytest.skip(f"the page is not tested: {reason}")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; without one these tests are skipped, unless GROGNARD_BROWSER_REQUIRED is set."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    path = os.environ.get("GROGNARD_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _missing(f"no browser is found (looked for {', '.join(NAMES)}; GROGNARD_BROWSER may name one)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def fake() -> Iterator[Fake]:
    fake = Fake()
    yield fake
    fake.over.set()
    fake.server.shutdown()
    fake.server.server_close()


@pytest.fixture
def open_page(chromium: Any, fake: Fake) -> Iterator[Any]:
    """Opens pages of the fake server; at the end of the test none may have complained."""
    contexts, complaints = [], list[str]()

    def open_(address: str = "", **how: Any) -> Any:
        context = (
            chromium.new_context(viewport={"width": 1440, "height": 900}, **how)
            if "viewport" not in how
            else chromium.new_context(**how)
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(8000)
        page.goto(fake.address + address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder that asks for a page needs a browser."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
