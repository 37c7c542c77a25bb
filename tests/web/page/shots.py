"""Pictures of every main screen, for the documentation: `python -m tests.web.page.shots`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import desk_shots, scenes
from .conftest import FLAGS, NAMES
from .screen import Screen, still
from .served import Served

FOLDER = Path(__file__).parents[3] / "docs" / "screens"
WIDE = {"width": 1280, "height": 800}
PHONE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
STANDING = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
QUALITY = 74


def choose_unit(screen: Screen) -> None:
    moves = screen.look()["legal"]["by_verb"]["move"]
    screen.page.locator(f'.context [data-key="u-{max(moves, key=lambda unit: len(moves[unit]))}"]').click()
    screen.see_text(".legend", "movement points")


def why_not(screen: Screen) -> None:
    choose_unit(screen)
    look = screen.look()
    moves = look["legal"]["by_verb"]["move"]
    lit = max(moves.values(), key=len)
    taken = next(
        row["hex"]
        for name, row in look["units"].items()
        if name in scenes.SET_UP and row["hex"] and row["hex"] not in lit
    )
    screen.page.mouse.move(*screen.spot(taken))
    screen.see(".card.no")


def plan(screen: Screen) -> None:
    attacks = screen.look()["legal"]["by_verb"]["attack"]
    screen.click_hex(
        max((h for hs in attacks.values() for h in hs), key=lambda h: sum(h in hs for hs in attacks.values()))
    )
    screen.see(".bars button")
    screen.click('[data-key="fire-air+guns"]')


def fight(screen: Screen) -> None:
    """Until the die has fallen; the German player answers at the same screen."""
    plan(screen)
    screen.click("[data-key=attack]")
    screen.see_text(".prompt", "German")
    screen.click('.bars [data-key="support guns"]')
    screen.see(".told")


def support(screen: Screen) -> None:
    screen.click_hex(screen.look()["legal"]["by_verb"]["assault"][""][0])
    screen.see('.bars [data-key="fire-naval10"]')


def clause(screen: Screen) -> None:
    screen.page.locator(".log [data-clause]").first.click()
    screen.see(".drawer.open blockquote")


def back(screen: Screen) -> None:
    screen.page.locator(".timeline input").fill("34")
    screen.see_text(".past .lead", "action 34")


def away(screen: Screen) -> None:
    """What the opponent did, paused at an attack: the eighth of the acts since action 40."""
    notes = "(key) => localStorage.setItem('grognard.seen', JSON.stringify({[key]: 40}))"
    assert screen.made is not None
    screen.page.evaluate(notes, f"{screen.made['table']} allied")
    screen.page.reload()
    screen.see(".acts")
    screen.click("[data-key=pb-play]")
    acts = screen.server.ask(
        "GET", f"tables/{screen.made['table']}/story?since=40", screen.made["seats"]["allied"]
    )["acts"]
    attack = max((k for k, act in enumerate(acts) if act.get("code")), default=0)
    screen.click(f"[data-key=act-{attack}]")
    screen.see(f".acts > li.now [data-key=act-{attack}]")


SHOTS: dict[str, tuple[Callable[[], str] | None, Callable[[Screen], Any], dict[str, Any]]] = {
    "table": (scenes.moving, lambda screen: None, {}),
    "table-dark": (scenes.moving, lambda screen: None, {"color_scheme": "dark"}),
    "move": (scenes.moving, choose_unit, {}),
    "why-not": (scenes.moving, why_not, {}),
    "odds": (scenes.fighting, plan, {}),
    "support-fire": (scenes.raiding, support, {"guide": True}),
    "result": (scenes.fighting, fight, {"sides": ("allied", "german")}),
    "layers": (scenes.fighting, lambda screen: (screen.press("z", "s", "c"), screen.see(".signs .path")), {}),
    "clause": (scenes.moving, clause, {}),
    "looking-back": (scenes.moving, back, {}),
    "terrain-key": (
        scenes.moving,
        lambda screen: (screen.press("k"), screen.see("dialog[open] .keyrow")),
        {},
    ),
    "dice": (scenes.moving, lambda screen: (screen.click(".receipt"), screen.see(".rolls .here")), {}),
    "game-over": (
        scenes.finished,
        lambda screen: (screen.click('[data-key="over"]'), screen.see("dialog[open] .gameover")),
        {},
    ),
    "away": (scenes.fighting, away, {"playback": True}),
    "away-phone": (scenes.fighting, away, {"playback": True, **STANDING}),
    "phone": (scenes.moving, choose_unit, PHONE),
    "tablet": (scenes.fighting, plan, TABLET),
}


def new_table(served: Served, **more: Any) -> Any:
    start = {
        "game": scenes.GAME,
        "dice": {"kind": "seeded", "seed": "7"},
        "seats": {"allied": "human", "german": "human"},
    }
    return served.ask("POST", "tables", json={**start, **more})


def others(browser: Any, served: Served, keep: Callable[[Screen, str], None]) -> None:
    """The lobby, the guide, the hidden set-up, the curtain."""
    screen = Screen(browser, served, viewport=WIDE)
    screen.see("[data-key=open]")
    screen.see(".hero .map[data-ready=yes]")
    keep(screen, "lobby")
    screen.close()
    made = new_table(served, seats={"allied": "human", "german": "computer:plain"})
    screen = Screen(browser, served, made=made, sides=("allied",), guide=True, viewport=WIDE)
    screen.see_text(".guide", "Place your beachheads")
    keep(screen, "guide")
    screen.close()
    made = new_table(served)
    screen = Screen(browser, served, made=made, sides=("allied", "german"), viewport=WIDE)
    keep(screen, "curtain")
    screen.click("[data-key=unveil]")
    for unit, hex_ in list(scenes.SET_UP.items())[4:7]:
        if hex_ in screen.look("german")["legal"]["by_verb"]["record"].get(unit, ()):
            screen.page.locator(f'[data-key="u-{unit}"]').click()
            screen.acts(lambda hex_=hex_: screen.click_hex(hex_))
    screen.page.locator('.context [data-key^="u-"]').last.click()
    screen.see(".unitcard")
    keep(screen, "hidden-set-up")
    screen.close()


def aachen(browser: Any, served: Served, keep: Callable[[Screen, str], None]) -> None:
    """Beyond the Rhine on the map: before the first move, and a division that is fueled."""
    made = new_table(served, game="beyond-the-rhine-map", dice={"kind": "seeded", "seed": "11"})
    while (now := served.look(made["table"], made["seats"]["allied"]))["phase"] != "allied movement":
        served.ask(
            "POST",
            f"tables/{made['table']}/act",
            made["seats"][now["to_move"]],
            json={"do": "done", "seq": now["seq"]},
        )
    screen = Screen(browser, served, made=made, sides=("allied",), viewport=WIDE)
    keep(screen, "aachen")
    screen.click('.piece[data-unit="US-2Arm-CCB"]')
    screen.acts(lambda: screen.click('[data-key="fuel US-2Arm-CCB"]'))
    keep(screen, "aachen-fuel")
    screen.close()


def firefight(browser: Any, served: Served, keep: Callable[[Screen, str], None]) -> None:
    """The field of the firefight, and what a hex sees."""
    made = new_table(served, game="purple-heart-draw-firefight", seats={"us": "human", "german": "human"})
    screen = Screen(browser, served, f"#t={made['table']}&k={made['seats']['german']}", viewport=WIDE)
    field = screen.page.get_by_role("application")
    field.wait_for()
    screen.click('[data-key="set-up-for-me"]')
    screen.see('.ff-do [data-key="do done"]')
    still(screen.page)
    keep(screen, "firefight")
    field.focus()
    screen.press("ArrowUp", "l", "ArrowUp", "ArrowUp")  # from the first of its units
    screen.see("svg.ff-section")
    keep(screen, "firefight-sight")
    screen.close()


def main(only: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    path = os.environ.get("GROGNARD_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
    FOLDER.mkdir(parents=True, exist_ok=True)

    def keep(screen: Screen, name: str) -> None:
        if screen.there("main.map"):
            screen.see("main.map[data-ready=yes]", state="attached")
        if name != "why-not":
            screen.page.mouse.move(3, 3)
        picture(screen.page, name)

    def picture(page: Any, name: str) -> None:
        page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
        print(f"{name}.jpg {(FOLDER / f'{name}.jpg').stat().st_size // 1000} KB", flush=True)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            if not only or set(only) - set(SHOTS) - set(desk_shots.SHOTS):
                others(browser, served, keep)
                aachen(browser, served, keep)
                firefight(browser, served, keep)
            for name, (record, act, how) in SHOTS.items():
                if only and name not in only:
                    continue
                options = {"viewport": WIDE, "sides": ("allied",), **how}
                screen = Screen(browser, served, made=served.open_record(record()), **options)
                act(screen)
                keep(screen, name)
                screen.close()
            desk_shots.take(browser, served, only, picture)
        finally:
            served.close()


if __name__ == "__main__":
    main(sys.argv[1:])
