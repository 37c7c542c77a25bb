"""What goes wrong in a page of a test: errors of its script, of its console, and requests that fail."""

from __future__ import annotations

from typing import Any

LEFT = "net::ERR_ABORTED"  # the page itself gave the request up, as it does when it is left


class Complaints(list[str]):
    """All complaints of a test's pages."""

    def watch(self, context: Any) -> Any:
        context.on("weberror", lambda found: self.append(f"page error: {found.error}"))
        context.on("console", self._console)
        context.on("requestfailed", self._failed)
        return context

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.append(f"console: {message.text}")

    def _failed(self, request: Any) -> None:
        if request.failure != LEFT:
            self.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def unexpected(self, *expected: str) -> list[str]:
        """The complaints that contain none of these words."""
        return [words for words in self if not any(part in words for part in expected)]


class Watched:
    """A browser that listens to every page it opens."""

    def __init__(self, browser: Any, complaints: Complaints) -> None:
        self._browser, self._complaints = browser, complaints
        self._contexts: list[Any] = []

    def new_context(self, **how: Any) -> Any:
        context = self._complaints.watch(self._browser.new_context(**how))
        self._contexts.append(context)
        return context

    def new_page(self, **how: Any) -> Any:
        return self.new_context(**how).new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.close()
