"""The Longest Day with few clicks: the staff does a phase, a stack moves together."""

from __future__ import annotations

from typing import Any

import pytest

from .screen import expect, still, until
from .test_table_tld import spot

pytestmark = pytest.mark.browser
MAX_CLICKS = {"longest-day": 30, "beyond-the-rhine-map": 34}  # for the first turn of the first scenario
LOOK = """async () => {
  const { tokensOf } = await import("/static/js/seats.js"), { Seat } = await import("/static/js/api.js");
  const id = new URLSearchParams(location.hash.slice(1)).get("t");
  return new Seat(id, tokensOf(id)[0]).load();
}"""


class Clicks:
    """A player that counts."""

    def __init__(self, screen: Any) -> None:
        self.screen, self.count = screen, 0

    def click(self, selector: str) -> None:
        self.screen.click(selector)
        self.count += 1


def begin(screens: Any, game: str = "longest-day") -> Any:
    screen = screens()
    screen.click(f'[data-key="{game}"]')
    screen.click("[data-key=play-now]")
    screen.ready()
    return screen


@pytest.mark.parametrize("game", MAX_CLICKS)
def test_a_turn_takes_few_clicks(screens: Any, game: str) -> None:
    screen = begin(screens, game)
    hand = Clicks(screen)
    while (look := settled(screen))["turn"] == 1 and not look["over"]:
        phase, seq = look["phase"], look["seq"]
        if screen.there('[data-key="staff"]') and look["legal"]["count"] > 1:
            hand.click('[data-key="staff"]')
            still(screen.page)  # the staff has made its plan
            if screen.there('[data-key="staff-play"]'):
                hand.click('[data-key="staff-play"]')
                still(screen.page)
        look = settled(screen)
        if look["phase"] == phase and look["mine"] and "done" in look["legal"]["plain"]:
            still(screen.page)
            hand.click('[data-key="done"]')
            still(screen.page)
            if screen.there('[data-key="confirm"]'):
                hand.click('[data-key="confirm"]')
        assert hand.count <= MAX_CLICKS[game], (hand.count, phase)
        until(screen.page, lambda seq=seq: settled(screen)["seq"] > seq)
    print(hand.count, "clicks")


def test_a_plan_names_its_aims_and_an_aim_is_taken_out_with_one_click(screens: Any) -> None:
    screen = begin(screens)
    screen.click('[data-key="staff"]')
    aim = screen.page.locator(".staffplan .aim").filter(has_text="To attack 2213 Colombelles").first
    expect(aim).to_contain_text("victory points on average")
    count = int(aim.inner_text().rpartition("·")[2])
    plan = screen.page.locator("section[aria-label='Plan of the staff'] h2 .r")
    whole = int(plan.inner_text().split()[0])
    aim.locator("input").uncheck()
    expect(plan).to_have_text(f"{whole - count} of {whole}")
    aim.locator("input").check()
    expect(plan).to_have_text(f"{whole} of {whole}")


def settled(screen: Any) -> Any:
    """The table once it is the player's turn again."""
    for _ in range(600):
        look = screen.page.evaluate(LOOK)
        if look["mine"] or look["over"]:
            return look
        screen.page.wait_for_timeout(100)  # between looks; nothing is judged by it
    raise AssertionError("the opponent does not answer")


def test_entering_units_come_on_in_one_gesture(screens: Any) -> None:
    screen = begin(screens)
    moves = settled(screen)["legal"]["by_verb"]["move"]
    unit = next(name for name in moves if name.startswith("3CAN:"))
    screen.click(f'[data-key="u-{unit}"]')
    screen.see('[data-key="group-entering"]')
    screen.click('[data-key="group-entering"]')
    still(screen.page)
    together = [name for name, hexes in moves.items() if set(hexes) & set(moves[unit])]
    common = set.intersection(*(set(moves[name]) for name in together))
    target = min(common)
    screen.page.mouse.click(*spot(screen.page, target))
    still(screen.page)
    units = settled(screen)["units"]
    assert len(together) > 2 and {units[name]["hex"] for name in together} == {target}
