"""Speed of the page in headless Chromium on loopback, into bench/results.json: bytes before the map can be
used, from a click to the redrawn board, frames dropped while the whole map is panned and zoomed. Bounded: a
few minutes at most.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from results import FILE, keep, row

sys.path.insert(0, str(Path(__file__).parents[1]))
# the screens and scenes of the tests, which are not typed as strictly
_page: Any = [import_module(f"tests.web.page.{name}") for name in ("scenes", "screen", "served", "conftest")]
scenes, Screen, Served, FLAGS, NAMES = (
    _page[0],
    _page[1].Screen,
    _page[2].Served,
    _page[3].FLAGS,
    _page[3].NAMES,
)

MOVES = 40  # clicks of a round
FRAMES = 90  # of each gesture
LATE = 1.5  # of a frame: later than this and one was dropped

# a click on a lit hex, until the frame is painted in which the counter stands there
CLICK = """([unit, x, y]) => new Promise((done) => {
  const map = document.querySelector("main.map"), start = performance.now();
  const at = { bubbles: true, clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0 };
  const piece = document.querySelector(`.piece[data-unit="${CSS.escape(unit)}"]`), was = piece.getAttribute("transform");
  const look = () => (piece.getAttribute("transform") !== was ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look));
  map.dispatchEvent(new PointerEvent("pointerdown", at));
  map.dispatchEvent(new PointerEvent("pointerup", at));
  look();
})"""
# frames between two times at which the page was drawn, while something moves the map in each of them
GESTURE = """([frames, kind]) => new Promise((done) => {
  const map = document.querySelector("main.map"), box = map.getBoundingClientRect(), times = [];
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const at = (k) => ({ bubbles: true, cancelable: true, clientX: x + 160 * Math.sin(k / 9), clientY: y + 110 * Math.cos(k / 7), pointerId: 1, pointerType: "mouse", isPrimary: true, button: 0 });
  if (kind === "pan") map.dispatchEvent(new PointerEvent("pointerdown", at(0)));
  let k = 0;
  const step = (now) => {
    times.push(now);
    if (++k > frames) { if (kind === "pan") map.dispatchEvent(new PointerEvent("pointerup", at(k))); return done(times); }
    if (kind === "pan") map.dispatchEvent(new PointerEvent("pointermove", at(k)));
    else map.dispatchEvent(new WheelEvent("wheel", { ...at(0), deltaY: Math.sin(k / 14) > 0 ? -40 : 40 }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


def loaded(browser: Any, served: Any) -> float:
    """KB over the wire until every tile of the map is drawn, with an empty cache."""
    made = served.open_record(scenes.moving())
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    devtools, sizes = context.new_cdp_session(page), list[float]()
    devtools.send("Network.enable")
    devtools.on(
        "Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"])
    )  # heads and bodies
    page.goto(f"{served.address}#t={made['table']}&k={made['seats']['allied']}")
    page.wait_for_selector("main.map[data-ready=yes]", timeout=60_000)
    context.close()
    return sum(sizes) / 1000


def clicks(screen: Any) -> list[float]:
    """Milliseconds of each click that moves a unit; each move is taken back."""
    found = []
    for number in range(MOVES):
        look = screen.look()
        moves = look["legal"]["by_verb"]["move"]
        unit = list(moves)[number % len(moves)]
        hex_ = moves[unit][number % len(moves[unit])]
        screen.page.locator(f'.context [data-key="u-{unit}"]').click()
        screen.see_text(".legend", "movement points")
        found.append(float(screen.page.evaluate(CLICK, [unit, *screen.spot(hex_)])))
        with screen.page.expect_response("**/undo"):
            screen.press("Escape", "Backspace")
        screen.see(
            f'.piece[data-unit="{unit}"][aria-label*="hex {look["units"][unit]["hex"]}"]', state="attached"
        )
        screen.see('.context [data-key^="u-"]')
    return sorted(found)


def dropped(screen: Any, kind: str) -> float:
    """Of a hundred frames of a gesture, how many were left out."""
    screen.press("0")
    screen.see("main.map[data-ready=yes]")
    times = screen.page.evaluate(GESTURE, [FRAMES, kind])
    gaps: list[float] = [b - a for a, b in pairwise(times)]
    frame = 1000 / 60
    return 100.0 * sum(math.floor(gap / frame + 0.5) - 1 for gap in gaps if gap > LATE * frame) / len(gaps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    path = os.environ.get("GROGNARD_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    rows: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            for number in range(args.rounds):
                rows.setdefault("page: KB before the map can be used", []).append(loaded(browser, served))
                screen = Screen(
                    browser,
                    served,
                    made=served.open_record(scenes.moving()),
                    sides=("allied",),
                    reduced_motion="no-preference",
                )
                times = clicks(screen)
                rows.setdefault("page: click to redrawn board, ms, median", []).append(times[len(times) // 2])
                rows.setdefault("page: click to redrawn board, ms, p95", []).append(
                    times[math.ceil(len(times) * 0.95) - 1]
                )
                rows.setdefault("page: frames dropped of 100, panning", []).append(dropped(screen, "pan"))
                rows.setdefault("page: frames dropped of 100, zooming", []).append(dropped(screen, "zoom"))
                screen.close()
                print(
                    f"round {number + 1} of {args.rounds}: "
                    + json.dumps({name: round(values[-1], 1) for name, values in rows.items()}),
                    flush=True,
                )
        finally:
            served.close()
    goals = {"page: KB before the map can be used": 600.0, "page: click to redrawn board, ms, p95": 100.0}
    goals |= dict.fromkeys(
        ("page: frames dropped of 100, panning", "page: frames dropped of 100, zooming"), 0.0
    )
    keep({name: row(values, goals.get(name), True) for name, values in rows.items()}, args.out)


if __name__ == "__main__":
    main()
