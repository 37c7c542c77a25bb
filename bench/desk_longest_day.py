"""How quickly the staff desk answers a hand: `python bench/desk_longest_day.py`. Needs Chromium; prints what
it measured.

Two times are taken in the page, for legal and illegal drops alike: from letting go to the board redrawn (the
order shown, or the refusal), and from coming over a card to its verdict under it. Beside them, what tells how
busy the machine was: two empty frames in the same page, and the processor time of the page's own thread for a
whole gesture.
"""

from __future__ import annotations

import json
import shutil
import socket
import statistics
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import Any

ROUNDS = 40
GOAL = 100.0  # milliseconds at the 95th percentile
PAGE = """{"text": "", "day": "1944-06-29", "side": "allied", "log": []}"""
PLANS = [
    ("53", "XII"),
    ("7ARM", "VIII"),
    ("43", "VIII"),
    ("GDARM", "XXX"),
    ("7ARM", "IICAN"),
    ("59", "I"),
]  # unit, where to


def serve(folder: Path) -> tuple[Any, str]:
    import uvicorn

    from grognard.web.app import create_app

    app = create_app(f"sqlite:///{folder / 'tables.sqlite'}", rate=1e6, burst=1e6)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    Thread(target=server.run, daemon=True).start()
    for _ in range(1000):
        if server.started:
            break
        time.sleep(0.02)
    return server, f"http://127.0.0.1:{port}/"


WATCH = """({from, to}) => new Promise(done => {
  const wait = (t0, test, then) => { const look = () => test() ? requestAnimationFrame(() => then(performance.now() - t0)) : requestAnimationFrame(look); look(); };
  const at = e => { const r = e.getBoundingClientRect(); return {clientX: r.x + r.width / 2, clientY: r.y + Math.min(r.height / 2, 60), pointerId: 1, pointerType: 'mouse', bubbles: true, button: 0}; };
  const piece = document.querySelector(`.tld-boards [data-drag="${from}"]:not(.ghost)`), card = document.querySelector(`[data-drop="${to}"]`);
  piece.scrollIntoView({block: 'nearest'});
  const p = at(piece), c = at(card), board = document.querySelector('.tld-boards');
  piece.dispatchEvent(new PointerEvent('pointerdown', p));
  piece.dispatchEvent(new PointerEvent('pointermove', {...p, clientX: p.clientX + 9}));
  const t0 = performance.now();
  board.dispatchEvent(new PointerEvent('pointermove', c));
  wait(t0, () => card.classList.contains('yes') || card.classList.contains('no'), over => {
    const t1 = performance.now();
    board.dispatchEvent(new PointerEvent('pointerup', c));
    wait(t1, () => document.querySelector('.tld-tip') || document.querySelector(`[data-drop="${to}"] [data-drag="${from}"].pend`), drop => done({over, drop, refused: !!document.querySelector('.tld-tip')}));
  });
})"""


FRAMES = (
    "() => new Promise(done => { const t = performance.now(); requestAnimationFrame(() =>"
    " requestAnimationFrame(() => done(performance.now() - t))); })"
)


def spent(session: Any) -> float:
    """Seconds of processor time the page's main thread has used."""
    return float(
        next(
            m["value"]
            for m in session.send("Performance.getMetrics")["metrics"]
            if m["name"] == "TaskDuration"
        )
    )


def measure(address: str) -> list[dict[str, Any]]:
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for turn in range(ROUNDS):
            page.evaluate("book => localStorage.setItem('grognard.paper.longest-day', book)", PAGE)
            page.goto(f"{address}?{turn}#desk=longest-day&v=corps")
            page.wait_for_selector(".tld-corps")
            unit, corps = PLANS[turn % len(PLANS)]
            page.wait_for_timeout(200)
            frames, before = page.evaluate(FRAMES), spent(session)
            found.append(
                page.evaluate(WATCH, {"from": unit, "to": corps})
                | {"frames": frames, "thread": (spent(session) - before) * 1000}
            )
        browser.close()
    return found


def rank(found: list[dict[str, Any]], name: str, share: float) -> float:
    """The time that so great a share of the rounds kept within."""
    return float(sorted(row[name] for row in found)[round(share * (len(found) - 1))])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server, address = serve(Path(folder))
        found = measure(address)
        server.should_exit = True
    said = {
        f"{name} {words}": round(rank(found, name, share), 1)
        for name in ("over", "drop", "frames", "thread")
        for words, share in (("p50", 0.5), ("p95", 0.95))
    }
    print(
        json.dumps(
            {
                "rounds": len(found),
                "refused": sum(row["refused"] for row in found),
                "goal_ms_p95": GOAL,
                **said,
                "mean drop": round(statistics.fmean(r["drop"] for r in found), 1),
            }
        )
    )


if __name__ == "__main__":
    main()
