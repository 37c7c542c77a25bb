"""A person's screen: a browser window at a seat, and what a person does in it. Waits for what is to be seen,
never for a time.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from .served import Served

# milliseconds a busy machine may take; nothing here is a measure of speed
PATIENCE = int(os.environ.get("GROGNARD_PATIENCE", "240000"))
KEYS = "grognard.seats"

# Looked at once a frame, and calm in three of them one after another: nothing that was asked is still on its
# way, and nothing moves any more but what always does. No promise: whoever waits for a function takes that
# for a yes, whatever it comes to.
STILL = """(asked) => {
  const calm = !document.querySelector('[aria-busy=true], [data-busy]')
    && document.getAnimations().every((a) => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity);
  const before = window.calm?.asked === asked ? window.calm.frames : 0;
  window.calm = { asked, frames: calm ? before + 1 : 0 };
  return window.calm.frames > 2;
}"""
_asked = count()


# notes all that ever comes into the page and fits a selector: what passes is not missed by one who looks late
WITNESS = """(selectors) => {
  window.witnessed ??= {};
  for (const selector of selectors) {
    const notes = (window.witnessed[selector] ??= []);
    const look = () => document.querySelectorAll(selector).forEach((e) => notes.push(e.textContent));
    look();
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  }
}"""


def witness(page: Any, *selectors: str) -> None:
    """From now on what fits is noted, for `witnessed`."""
    page.evaluate(WITNESS, list(selectors))


def witnessed(page: Any, selector: str, text: str = "") -> None:
    """It was there since `witness`, if only for a moment, and said this."""
    page.wait_for_function(
        "([selector, text]) => window.witnessed[selector].some((said) => said.includes(text))",
        arg=[selector, text],
        timeout=PATIENCE,
    )


def expect(what: Any) -> Any:
    """Looks until it is so, or patience is at an end. Imported when it is needed: without playwright these
    tests are passed over.
    """
    from playwright.sync_api import expect as patient

    patient.set_options(timeout=PATIENCE)
    return patient(what)


def until(page: Any, test: Callable[[], object]) -> None:
    """Lets the page go on until something is so on this side."""
    end = time.monotonic() + PATIENCE / 1000
    while not test():
        assert time.monotonic() < end, "nothing came"
        page.wait_for_timeout(20)


def catch(page: Any, address: Any, take: Callable[[Any], object]) -> None:
    """From now on the test takes what an open page asks from an address. The browser says so before its page
    has heard of it, and what is asked in between goes to the server all the same: a question of our own shows
    when none can slip by any more.
    """
    page.route(address, lambda route: take(route))  # it takes no function of the interpreter itself
    page.route("**/static/is-it-caught", lambda route: route.fulfill(status=200, body="yes"))
    until(page, lambda: page.evaluate("fetch('/static/is-it-caught').then((answer) => answer.ok)"))


def still(page: Any) -> None:
    """All that was asked for is drawn and stands still."""
    page.wait_for_function(STILL, arg=next(_asked), timeout=PATIENCE)


def fits(page: Any) -> None:
    """Nothing runs over the edge of the screen."""
    still(page)
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth", timeout=PATIENCE)


def serious(page: Any) -> list[str]:
    """What axe finds that would keep somebody out, once the page stands still."""
    from axe_playwright_python.sync_playwright import Axe

    still(page)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{row['id']} ({row['impact']}): {node['target']} {node['html'][:160]} {node['failureSummary'][:200]}"
        for row in found
        if row["impact"] in ("serious", "critical")
        for node in row["nodes"][:4]
    ]


class Screen:
    """One window with storage of its own; everything it received is kept in `heard`."""

    def __init__(
        self,
        browser: Any,
        server: Served,
        address: str = "",
        made: dict[str, Any] | None = None,
        sides: Sequence[str] = (),
        listen: bool = False,
        guide: bool = False,
        playback: bool = False,
        **how: Any,
    ) -> None:
        self.server, self.made = server, made
        self.heard: list[str] = []
        how.setdefault("viewport", {"width": 1440, "height": 900})
        how.setdefault("reduced_motion", "reduce")
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        if listen:
            self._listen()
        self.page.add_init_script(f"({WITNESS})(['.toast'])")
        if not guide:
            self._store(
                "if (!localStorage.getItem('grognard.guide')) localStorage.setItem('grognard.guide', 'off')"
            )
        if not playback:
            self._store("localStorage.setItem('grognard.playback', 'never')")
        if made is not None:
            tokens = {
                made["table"]: [made["seats"][side] if side != "watch" else made["watch"] for side in sides]
            }
            self._store(
                f"if (!localStorage.getItem({KEYS!r})) localStorage.setItem({KEYS!r},"
                f" {json.dumps(json.dumps(tokens))})"
            )
            creators = json.dumps({made["table"]: made.get("creator")})
            self._store(f"localStorage.setItem('grognard.creators', {json.dumps(creators)})")
            address = f"#t={made['table']}"
        self.page.goto(server.address + address)
        if made is not None:
            self.ready()

    def _store(self, script: str) -> None:
        """Prepares the browser's storage; a document without an origin, such as about:blank, has none."""
        self.page.add_init_script(f"if (location.protocol.startsWith('http')) {{ {script} }}")

    def _listen(self) -> None:
        """Keeps all that comes over the wire, streams included."""
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Network.enable")
        self.page.on("response", self._keep)
        # a stream is never a finished response: what it says is kept where the page reads it
        self.page.add_init_script("""window.said = [];
            const decode = TextDecoderStream;
            window.TextDecoderStream = class extends decode {
              constructor(...a) { super(...a); const [one, two] = super.readable.tee(); this.mine = one;
                (async () => { for await (const part of two) window.said.push(part); })(); }
              get readable() { return this.mine; }
            };""")

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
            [
                *self.heard,
                *page.evaluate("window.said ?? []"),
                page.content(),
                page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})"),
            ]
        )

    def close(self) -> None:
        self.context.close()

    # -- seeing

    def ready(self) -> None:
        """The table is drawn: its panels and every tile of the map; or the curtain is down."""
        self.page.wait_for_selector(".curtain, .table:not(.veiled) main.map[data-ready=yes]")

    def see(self, selector: str, **how: Any) -> Any:
        return self.page.wait_for_selector(selector, **how)

    def see_text(self, selector: str, text: str) -> None:
        self.page.wait_for_function(
            "([selector, text]) => [...document.querySelectorAll(selector)].some((e) =>"
            " e.textContent.includes(text))",
            arg=[selector, text],
        )

    def toasted(self, text: str) -> None:
        """The page has said so in passing."""
        witnessed(self.page, ".toast", text)

    def got(self, part: str) -> None:
        """An answer from an address with this in it is kept in `heard`."""
        until(self.page, lambda: any(part in words.split(" ", 1)[0] for words in self.heard))

    def says(self, selector: str, *words: Any) -> None:
        for some in words:
            expect(self.page.locator(selector).first).to_contain_text(some)

    def has(self, selector: str, count: int) -> None:
        expect(self.page.locator(selector)).to_have_count(count)

    def hasnt(self, selector: str) -> None:
        """It is not there when all that was asked for is drawn."""
        still(self.page)
        self.has(selector, 0)

    def there(self, selector: str) -> bool:
        """Whether it is there at this moment: to choose by, after waiting for one or the other; never to
        judge by.
        """
        return bool(self.page.locator(selector).count())

    def look(self, side: str = "allied") -> Any:
        """The table as the server has it for a seat."""
        assert self.made is not None
        return self.server.look(self.made["table"], self.made["seats"].get(side) or self.made["watch"])

    def view(self) -> list[float]:
        """Where the map is looked at, once it stands still: the middle and the pixels a hex."""
        still(self.page)
        self.page.wait_for_selector("main.map[data-ready=yes]")
        return [float(n) for n in self.page.locator("main.map").get_attribute("data-view").split()]

    def spot(self, hex_: str) -> tuple[float, float]:
        """Where a hex is on the screen, once the map stands still."""
        x, y, scale = self.view()
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
        """Does something that sends an action; gives the action, once the server has accepted it and the page
        has shown it.
        """
        still(self.page)
        before = self.page.evaluate("Number(document.querySelector('.table')?.dataset.seq ?? -1)")
        with self.page.expect_response("**/act") as answer:
            do()
        assert answer.value.status == 200, answer.value.text()
        self.page.wait_for_function(
            "(before) => Number(document.querySelector('.table')?.dataset.seq ?? -1) !== before &&"
            " !document.querySelector('.table[data-busy]')",
            arg=before,
        )
        return str(answer.value.request.post_data_json["do"])
