"""A tank on the firefight's page: driven by the mouse, and its shot with every chance before the dice."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.chance import Seeded
from grognard.core.record import Match
from tests.purple_heart_draw.firefight.fight import fight

from .screen import until
from .served import Served
from .test_desk_phd import spot

pytestmark = pytest.mark.browser
TANKS = {"uv1": "C17 M4A1 NE-SE NE-SE exposed", "gv1": "E17 StuG SW-NW SW-NW skirts shocked"}


def record(at: str) -> str:
    """A fight of a tank, an assault gun and two squads at a step of the US player turn."""
    units = {"u01": "A15 6-6-6", "g01": "M15 5-4-8"}
    state = fight(units, at, vehicles=TANKS, all_found=True, scene="phd-2")
    state.dice = Seeded("tank")
    match = Match.from_position(state, "standard")
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()


def test_a_tank_is_driven_by_the_mouse(screens: Any, served: Served) -> None:
    made = served.open_record(record("movement"))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.locator('[data-key="do drive uv1"]').click()
    panel = page.get_by_role("region", name="The vehicle on its way")
    panel.wait_for()
    assert "13 of 13 MP left" in panel.inner_text()
    page.wait_for_selector(".phd-goal")
    page.mouse.click(*spot(page, "D18"))

    def sent() -> bool:
        return "onward D18" in str(served.look(made["table"], made["seats"]["us"])["log"])

    until(page, sent)
    until(page, lambda: "11 of 13 MP left" in panel.inner_text())
    page.locator('[data-key="do steer right"]').click()
    until(page, lambda: "10 of 13 MP left" in panel.inner_text())
    page.locator('[data-key="do stop"]').click()
    until(page, lambda: "stopped" in panel.inner_text())


def test_a_shot_at_a_vehicle_shows_every_result(screens: Any, served: Served) -> None:
    made = served.open_record(record("prep fire"))
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.locator('[data-key="who-shell uv1"]').click()
    page.wait_for_selector(".phd-target")
    page.mouse.click(*spot(page, "E17"))
    panel = page.get_by_role("region", name="The shot")
    panel.wait_for()
    words = panel.inner_text()
    assert "To hit: 10 or less" in words and "burning wreck" in words and "target size" in words
    assert "To kill: turret (" in words and "hull (" in words
    page.locator('[data-key="do load HE"]').click()
    until(page, lambda: ", HE at" in panel.inner_text())
    page.locator('[data-key="do done"]').click()
    until(page, lambda: "To hit 10" in str(served.look(made["table"], made["seats"]["us"])["log"]))


def riders_record() -> str:
    """A squad with a machine gun in the hex of a tank, and an assault gun before it."""
    units = {"u01": "C17 6-6-6", "g01": "M15 5-4-8"}
    state = fight(units, "movement", vehicles=TANKS, all_found=True, scene="phd-2", guns={"umg1": "MMG u01"})
    state.dice = Seeded("riders")
    match = Match.from_position(state, "standard")
    return b"".join(msgspec.json.encode(line) + b"\n" for line in match.lines).decode()


def test_a_squad_rides_on_a_tank(screens: Any, served: Served) -> None:
    made = served.open_record(riders_record())
    page = screens(f"#t={made['table']}&k={made['seats']['us']}").page
    page.wait_for_selector(".phd-map[data-view]")
    page.locator('[data-key="do lead u01"]').click()
    button = page.locator('[data-key="do mount uv1"]')
    button.wait_for()
    assert page.get_by_text("Get onto").count()
    button.click()

    def aboard() -> bool:
        return "rides" in str(served.look(made["table"], made["seats"]["us"])["log"])

    until(page, aboard)
    page.locator('[data-key="do drive uv1"]').click()
    panel = page.get_by_role("region", name="The vehicle on its way")
    panel.wait_for()
    assert "12 of 12 MP left" in panel.inner_text()  # the squad has 3 MF left
    page.locator('[data-key="do unload uv1"]').click()
    until(page, lambda: "gets off" in str(served.look(made["table"], made["seats"]["us"])["log"]))
