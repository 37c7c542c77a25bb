"""The whole route of a new player, once for every game and scenario: lobby, choose, open, a full turn with
the mouse.

Nothing here is made by the interface of the server: the table is opened by the page, with the seats the lobby
proposes, seeded dice (so that each run takes the same route), the guide on and playback on. The view of the
seat is read only to know where to click. Any error of the console, any request that fails or is answered with
an error, fails the test (`complaints.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard.core.state import NO_MAP
from grognard.web.game_views import game_view

from .screen import PATIENCE, expect, still, until
from .test_staff_phase import LOOK

pytestmark = pytest.mark.browser
OPEN = ".desk .dk-tab, .table:not(.veiled) main.map[data-ready=yes], .curtain"
MAX_CLICKS = 400  # of a turn; a route that is longer goes round in circles
# the last action the page has drawn: the server may be further, and a click would then answer another
# question
SHOWN = "() => Number(document.querySelector('.table, .desk')?.dataset.seq ?? -1)"


def scenarios() -> Iterator[Any]:
    for game in grognard.GAMES:
        for scenario in grognard.load(game).scenarios:
            yield pytest.param(game, scenario, id=f"{game}-{scenario}")


CENTRE = (  # as the page itself counts it
    "async (hex) => (await import('/static/js/map/hexgrid.js')).centre(hex)"
)


def spot(page: Any, hex_: str) -> tuple[float, float]:
    """Where a hex is on the screen, on any map."""
    still(page)
    x0, y0, scale = map(float, page.get_attribute(".map[data-ready=yes]", "data-view").split())
    box, middle = page.locator("main.map").bounding_box(), page.evaluate(CENTRE, hex_)
    return (
        box["x"] + box["width"] / 2 + (middle["x"] - x0) * scale,
        box["y"] + box["height"] / 2 + (middle["y"] - y0) * scale,
    )


class Player:
    """Clicks what the page offers."""

    def __init__(self, page: Any, game: str) -> None:
        self.page, self.game, self.clicks = page, game, 0

    def there(self, selector: str) -> bool:
        return bool(self.page.locator(f"{selector}:visible").count())

    def click(self, selector: str) -> None:
        self.page.locator(f"{selector}:visible").first.click()
        self.clicks += 1

    def click_hex(self, hex_: str) -> None:
        self.page.mouse.click(*spot(self.page, hex_))
        self.clicks += 1

    def act(self, look: Any, done: set[str]) -> None:
        """One decision, on the page the game is played on."""
        on_map = game_view(grognard.load(self.game)).PAGE.map
        (act_on_map if on_map else act_at_desk)(self, look, done)

    def sees(self, seq: int) -> None:
        """The page has shown what came after this action."""
        self.page.wait_for_function(
            "(seq) => document.querySelector('.acts') || Number(document.querySelector('.table')?.dataset.seq"
            " ?? 0) > seq",
            arg=seq,
        )


class Newcomer(Player):
    """A player who has just come, and opens a table."""

    def __init__(self, chromium: Any, served: Any, game: str, scenario: str) -> None:
        page = chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        super().__init__(page, game)
        self.page.set_default_timeout(PATIENCE)
        self.page.on(
            "response", lambda answer: self.failed.append(answer.url) if answer.status >= 400 else None
        )
        self.failed: list[str] = []
        self._open(served.address, grognard.load(game), scenario)

    def _open(self, address: str, loaded: Any, scenario: str) -> None:
        page = self.page
        page.goto(address)
        self.click(f'.game[data-key="{self.game}"]')
        if len(loaded.scenarios) > 1:
            page.locator("label", has=page.locator(f"input[name=scenario][value='{scenario}']")).click()
        expect(page.locator(".scenario .lead")).to_contain_text(loaded.about.scenario_named(scenario).text)
        page.locator("summary", has_text="More options").click()
        page.locator("label", has=page.locator("input[name=dice]"), has_text="Seeded dice").click()
        page.get_by_label("Seed of the dice").fill("route")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector(OPEN)

    def look(self) -> Any:
        """The table once it is this player's decision; a playback is watched or left on the way."""
        for _ in range(PATIENCE // 50):
            still(self.page)
            if self.there(".acts"):
                self.page.keyboard.press("Escape")
                continue
            look = self.page.evaluate(LOOK)
            if (
                (look["mine"] or look["over"])
                and self.page.evaluate(SHOWN) >= look["seq"]
                and not self.there(".acts")
            ):
                return look
            self.page.wait_for_timeout(50)  # between looks; nothing is judged by it
        raise AssertionError("the opponent does not answer")


# ---------------------------------------------------------------- tables with a map


def act_on_map(player: Player, look: Any, done: set[str]) -> None:
    """One decision at the map: a unit by hand in each phase, the rest by the staff, then the phase is
    ended.
    """
    verbs, page, phase = look["legal"]["by_verb"], player.page, f"{look['turn']} {look['phase']}"
    if "move" in verbs and f"{phase} by hand" not in done:
        done.add(f"{phase} by hand")
        unit = next((name for name in verbs["move"] if player.there(f'.context [data-key="u-{name}"]')), None)
        if unit and _on_screen(player, hex_ := verbs["move"][unit][0]):
            player.click(f'.context [data-key="u-{unit}"]')
            page.wait_for_selector(".unitcard")
            player.click_hex(hex_)
            return player.sees(look["seq"])
    if phase not in done and player.there("[data-key=staff]"):
        done.add(phase)
        player.click("[data-key=staff]")
        page.wait_for_selector("text=The staff is planning", state="detached")
        if player.there("[data-key=staff-play]"):
            player.click("[data-key=staff-play]")
            return player.sees(look["seq"])
    if "done" in look["legal"]["plain"]:
        player.click("[data-key=done]")
        still(page)
        if player.there("[data-key=confirm]"):
            player.click("[data-key=confirm]")
        return player.sees(look["seq"])
    player.click(".context .choices button:not([disabled])")
    return None


def _on_screen(player: Player, hex_: str) -> bool:
    x, y = spot(player.page, hex_)
    box = player.page.locator("main.map").bounding_box()
    return bool(box["x"] < x < box["x"] + box["width"] and box["y"] + 10 < y < box["y"] + box["height"] - 60)


# ---------------------------------------------------------------- desks


GOALS = """() => [...document.querySelectorAll(".phd-goal")]
  .map((goal) => goal.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".phd-map"))"""


def put_down(player: Player) -> bool:
    """Takes a counter from the panel and clicks a lit hex for it, if there is one in sight."""
    page = player.page
    if not page.evaluate(GOALS):
        player.click('.phd-pick [data-key^="who-"]')
        still(page)
    goals = page.evaluate(GOALS)
    if goals:
        page.mouse.click(*goals[len(goals) // 2])
        player.clicks += 1
        still(page)
    return bool(goals)


BUTTONS = (
    "[data-key=all]",
    "[data-key=end]:not([aria-disabled]):not([disabled])",
    ".dk-panel button.primary:not([disabled])",
    ".dk-panel .dk-list button, .dk-panel .phd-pick button",
)


def act_at_desk(player: Player, look: Any, done: set[str]) -> None:
    """One decision at a desk: a purchase or a counter by hand, then the step is ended; what must be done
    first is done.
    """
    page, phase = player.page, f"{look['turn']} {look['phase']} {look['purpose']}"
    by_hand = f"{phase} by hand"
    if "reaction" in look["phase"] and look["legal"]["count"] == 1:
        player.clicks += 1  # no shot is possible: the standing orders let it go in a moment
        return until(page, lambda: page.evaluate(LOOK)["seq"] > look["seq"])
    on_way = "way" in look["purpose"]  # the unit that was chosen goes, or it would be chosen for ever
    must = "done" not in look["legal"]["plain"] or on_way
    if player.there('.phd-pick [data-key^="who-"]') and (must or by_hand not in done):
        done.add(by_hand)
        if put_down(player):
            return
    if must and (goals := page.evaluate(GOALS)):  # a hex alone is asked for
        page.mouse.click(*goals[len(goals) // 2])
        player.clicks += 1
        return still(page)
    offers = ".phd-ways button:not([disabled]):not(.off)"
    if by_hand not in done and player.there(offers):
        done.add(by_hand)
        player.click(offers)
        return still(page)
    assert any(map(player.there, BUTTONS)), (
        phase,
        look["legal"]["plain"][:5],
        list(look["legal"]["by_verb"]),
    )
    player.click(next(one for one in BUTTONS if player.there(one)))
    still(page)


@pytest.mark.parametrize(("game", "scenario"), list(scenarios()))
def test_a_new_player_opens_a_table_and_plays_a_turn(
    chromium: Any, served: Any, game: str, scenario: str
) -> None:
    player = Newcomer(chromium, served, game, scenario)
    done: set[str] = set()
    look = player.look()
    first = moment(look)
    while not look["over"] and (moment(look) <= (max(first[0], 1), first[1]) or not by_hand(game, done)):
        before = (look["seq"], player.clicks)
        player.act(look, done)
        assert player.clicks < MAX_CLICKS, sorted(done)
        look = player.look()
        assert (look["seq"], player.clicks) > before, (look["phase"], look["purpose"])
    assert player.failed == []
    assert by_hand(game, done)
    print(game, scenario, player.clicks, "clicks")


def by_hand(game: str, done: set[str]) -> bool:
    """Whether a counter was moved with the mouse, in a game that has a map; on the first turn the dice may
    leave none to move.
    """
    return grognard.load(game).position.grid is NO_MAP or any("by hand" in words for words in done)


def moment(look: Any) -> tuple[int, int]:
    """The turn, within the scenario of a mission."""
    return look["turn"] or 0, look["scenario"] if isinstance(look["scenario"], int) else 0
