from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from .complaints import Complaints, Watched
from .screen import PATIENCE, Screen
from .served import Served

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# the last list a browser is given counts, so playwright's own stands here once more
OFF = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # a full browser loads two pages of its own (400 requests) into the address bar of every window it opens
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
]
FLAGS += [f"--disable-features={','.join(OFF)}"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")


def _missing(reason: str) -> None:
    if os.environ.get("GROGNARD_BROWSER_REQUIRED"):
        pytest.fail(f"GROGNARD_BROWSER_REQUIRED is set, and {reason}")
    pytest.skip(f"the page is not tested: {reason}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser; without one these tests are skipped, unless GROGNARD_BROWSER_REQUIRED is set."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    path = os.environ.get("GROGNARD_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _missing(f"no browser is found (looked for {', '.join(NAMES)}; GROGNARD_BROWSER may name one)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def chromium(browser: Any, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """The browser, for one test: no page may complain, except as `@pytest.mark.complaints(part, ...)`
    expects.
    """
    complaints = Complaints()
    watched = Watched(browser, complaints)
    yield watched
    watched.close()
    assert (
        complaints.unexpected(
            *(part for mark in request.node.iter_markers("complaints") for part in mark.args)
        )
        == []
    )


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests: each has tables of its own."""
    found = Served(tmp_path_factory.mktemp("served"))
    yield found
    found.close()


@pytest.fixture
def screens(chromium: Any, served: Served) -> Iterator[Any]:
    """Opens screens."""
    opened: list[Screen] = []

    def open_(address: str = "", at: Served | None = None, **how: Any) -> Screen:
        screen = Screen(chromium, at or served, address, **how)
        opened.append(screen)
        return screen

    yield open_
    for screen in opened:
        screen.close()


@pytest.fixture
def seat(screens: Any, served: Served) -> Any:
    """Sits down at a game on the way: `seat(record)` at the Allied side, `seat(record, "german", ...)`
    elsewhere.
    """

    def sit(record: str, *sides: str, **how: Any) -> Screen:
        made = served.open_record(record)
        return screens(made=made, sides=sides or ("allied",), **how)

    return sit


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder that asks for a page needs a browser."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
