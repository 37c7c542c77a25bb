"""A person's screen: a browser window at a seat, and what a person does in it. Waits for what is to be seen, never for a time."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from .served import Served

PATIENCE = int(__import__("os").environ.get("GROGNARD_PATIENCE", "45000"))  # milliseconds a busy machine may take; nothing here is a measure of speed
KEYS = "grognard.seats"


class Screen:
    """One window with storage of its own; everything it received is kept in `heard`."""

    def __init__(
        self, browser: Any, server: Served, address: str = "", made: dict[str, Any] | None = None, sides: Sequence[str] = (),
        listen: bool = False, guide: bool = False, **how: Any,
    ) -> None:  # fmt: skip
        self.server, self.made = server, made
        self.complaints: list[str] = []
        self.heard: list[str] = []
        how.setdefault("viewport", {"width": 1440, "height": 900})
        how.setdefault("reduced_motion", "reduce")
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if listen:
            self._listen()
        if not guide:
            self.page.add_init_script("if (!localStorage.getItem('grognard.guide')) localStorage.setItem('grognard.guide', 'off')")
        if made is not None:
            tokens = {made["table"]: [made["seats"][side] if side != "watch" else made["watch"] for side in sides]}
            self.page.add_init_script(f"if (!localStorage.getItem({KEYS!r})) localStorage.setItem({KEYS!r}, {json.dumps(json.dumps(tokens))})")
            address = f"#t={made['table']}"
        self.page.goto(server.address + address)
        if made is not None:
            self.ready()

    def _listen(self) -> None:
        """Keeps all that comes over the wire, streams included."""
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Network.enable")
        self.page.on("response", self._keep)
        # a stream is never a finished response: what it says is kept where the page reads it
        self.page.add_init_script(
            """window.said = [];
            const decode = TextDecoderStream;
            window.TextDecoderStream = class extends decode {
              constructor(...a) { super(...a); const [one, two] = super.readable.tee(); this.mine = one;
                (async () => { for await (const part of two) window.said.push(part); })(); }
              get readable() { return this.mine; }
            };"""
        )

    def _keep(self, response: Any) -> None:
        if "/stream" in response.url or "/api/" not in response.url:
            return
        try:
            self.heard.append(f"{response.url} {response.headers} {response.text()}")
        except Exception as error:  # a page that was left
            self.heard.append(f"{response.url} {error}")

    def everything(self) -> str:
        """All of it: answers, streams, what is on the page and in its storage."""
        page = self.page
        return "\n".join(
            [*self.heard, *page.evaluate("window.said ?? []"), page.content(), page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")]
        )

    def close(self) -> None:
        self.context.close()

    # -- seeing

    def ready(self) -> None:
        """The table is drawn: its panels and every tile of the map; or the curtain is down."""
        self.page.wait_for_selector(".curtain, main.map[data-ready=yes]")

    def see(self, selector: str, **how: Any) -> Any:
        return self.page.wait_for_selector(selector, **how)

    def see_text(self, selector: str, text: str) -> None:
        self.page.wait_for_function(
            "([selector, text]) => [...document.querySelectorAll(selector)].some((e) => e.textContent.includes(text))", arg=[selector, text]
        )

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def look(self, side: str = "allied") -> Any:
        """The table as the server has it for a seat."""
        assert self.made is not None
        return self.server.look(self.made["table"], self.made["seats"].get(side) or self.made["watch"])

    def spot(self, hex_: str) -> tuple[float, float]:
        """Where a hex is on the screen, once the map stands still."""
        self.page.wait_for_selector("main.map[data-ready=yes]")
        x, y, scale = map(float, self.page.locator("main.map").get_attribute("data-view").split())
        box = self.page.locator("main.map").bounding_box()
        row, column = int(hex_[:2]), int(hex_[2:])
        wx, wy = column + (0.5 if row % 2 == 0 else 0), -row * math.sqrt(3) / 2
        return box["x"] + box["width"] / 2 + (wx - x) * scale, box["y"] + box["height"] / 2 + (wy - y) * scale

    def piece(self, unit: str) -> Any:
        return self.page.locator(f'.piece[data-unit="{unit}"]')

    # -- doing

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def click_hex(self, hex_: str) -> None:
        self.page.mouse.click(*self.spot(hex_))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def acts(self, do: Any) -> str:
        """Does something that sends an action; gives the action, once the server has accepted it and the page has shown it."""
        before = self.page.evaluate("Number(document.querySelector('.table')?.dataset.seq ?? -1)")
        with self.page.expect_response("**/act") as answer:
            do()
        assert answer.value.status == 200, answer.value.text()
        self.page.wait_for_function("(before) => Number(document.querySelector('.table')?.dataset.seq ?? -1) !== before", arg=before)
        return str(answer.value.request.post_data_json["do"])
