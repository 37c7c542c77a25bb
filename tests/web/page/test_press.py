"""A press that comes while something else is on its way, at a desk and at the table: never lost in silence,
never done twice.

Answers are held back by the test for as long as it wants, so nothing here depends on how quick anything is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.campaigns import played, record

from . import scenes
from .desk_scenes import mission
from .screen import PATIENCE, catch, expect, still, until, witness, witnessed

TABLE = re.compile(r"/api/tables/[^/?]+$")
MOVED_ON = "The position changed before your click arrived"
ALL = '[data-key="all"]'
BOTH = {"us": "link", "german": "link"}
Opener = Callable[..., Any]


def come(page: Any, request: Any, let: Callable[[], Any]) -> None:
    """Lets an answer go and waits until the page has it."""
    with page.expect_event("requestfinished", lambda one: one == request, timeout=PATIENCE):
        let()


class Held:
    """Answers from an address, held back from now on until they are let go."""

    def __init__(self, page: Any, address: Any) -> None:
        self.page, self.holding = page, True
        self.routes: list[Any] = []
        catch(page, address, lambda route: self.routes.append(route) if self.holding else route.continue_())

    def wait(self) -> None:
        until(self.page, lambda: self.routes)

    def release(self) -> None:
        """All of them, and waits until they have come."""
        self.holding = False
        for route in self.routes:
            come(self.page, route.request, route.continue_)


class Wire:
    """The stream of news of a page, in the test's hand: what it says is said when the test says so."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.routes: list[Any] = []
        catch(page, "**/stream", self.routes.append)

    def say(self, **news: Any) -> None:
        """Tells the page something, and waits until it has heard it: news of talk has it asked for what was
        said.
        """
        until(self.page, lambda: self.routes)
        body = "data: " + str({"chat": 1, **news}).replace("'", '"') + "\n\n"
        with self.page.expect_request("**/chat", timeout=PATIENCE):
            self.routes.pop(0).fulfill(status=200, content_type="text/event-stream", body=body)


@pytest.fixture
def campaign(screens: Any, served: Any) -> Opener:
    """A campaign of Beyond the Rhine at the arrivals of a turn, or at another step of it."""

    def open_(
        step: str = "arrivals", before: Callable[[Any], Any] | None = None
    ) -> tuple[Any, dict[str, Any], Any]:
        made = served.open_record(record(played(18, step)))
        screen = screens(f"#t={made['table']}&k={made['seats']['allied']}")
        screen.see(".desk .dk-tab")
        found = before and before(screen.page)
        if before:
            screen.page.reload()
            screen.see(".desk .dk-tab")
        still(screen.page)
        witness(screen.page, ".toast")
        return screen, made, found

    return open_


def stands(served: Any, made: dict[str, Any]) -> Any:
    return served.look(made["table"], made["seats"]["allied"])


def done(served: Any, made: dict[str, Any], since: int) -> list[str]:
    """What was decided since, as the server has it."""
    return [
        line["do"] for line in stands(served, made)["log"] if line["seq"] > since and line["by"] != "chance"
    ]


def said(page: Any) -> list[str]:
    """What the page has said in passing, each once."""
    still(page)
    return sorted(set(page.evaluate("window.witnessed['.toast']")))


def test_standing_still_is_waited_for(screens: Any) -> None:
    """All tests of pages lean on it."""
    page = screens().page
    still(page)
    page.evaluate(
        "() => { document.body.ariaBusy = 'true'; setTimeout(() => { document.body.ariaBusy = 'false'; },"
        " 400); }"
    )
    still(page)
    assert page.evaluate("document.body.ariaBusy") == "false"


# ---------------------------------------------------------------- the desks


def test_news_of_what_is_past_holds_up_no_press(campaign: Opener, served: Any) -> None:
    """What the stream tells of an act of one's own may come after the next act: the desk is not busy with
    it.
    """
    screen, made, wire = campaign(before=Wire)
    page, at = screen.page, stands(served, made)["seq"]
    held = Held(page, TABLE)
    wire.say(seq=at - 1)
    page.locator(ALL).click()
    held.release()
    still(page)
    assert done(served, made, at) == ["all"]
    expect(page.locator(".dk-loghead .muted")).not_to_have_text(re.compile(rf"^{at} "))


def test_a_press_while_the_table_is_fetched_is_done_if_it_stands_as_it_was(
    campaign: Opener, served: Any
) -> None:
    screen, made, wire = campaign(before=Wire)
    page, at = screen.page, stands(served, made)["seq"]
    held = Held(page, TABLE)
    wire.say(seq=at + 1)  # which is not so
    held.wait()
    page.locator(ALL).click()
    assert done(served, made, at) == []
    held.release()
    still(page)
    assert done(served, made, at) == ["all"] and said(page) == []


def test_a_press_on_a_table_that_has_moved_on_is_told_and_not_done(campaign: Opener, served: Any) -> None:
    """The same seat in two windows."""
    screen, made, _ = campaign("situation")
    page, look = screen.page, stands(served, made)
    held = Held(page, TABLE)
    other = "port Rotterdam captured-18"
    token = made["seats"]["allied"]
    served.ask("POST", f"tables/{made['table']}/act", token, json={"do": other, "seq": look["seq"]})
    held.wait()
    page.locator('[data-key="go-on"]').first.click()
    held.release()
    still(page)
    assert any(MOVED_ON in words for words in said(page))
    assert done(served, made, look["seq"]) == [other]
    page.locator('[data-key="go-on"]').first.click()  # on the table as it is now drawn
    until(page, lambda: len(done(served, made, look["seq"])) == 2)


@pytest.mark.complaints("status of 422")  # a refusal, which the browser notes as an error
def test_a_press_behind_an_order_that_is_refused_is_done(campaign: Opener, served: Any) -> None:
    screen, made, _ = campaign()
    page, at = screen.page, stands(served, made)["seq"]
    page.keyboard.press("l")
    drawer = page.locator(".dk-drawer.open")
    drawer.get_by_text("Type an action").click()
    drawer.get_by_role("textbox", name="An action in words").fill("rebuild US-Truck-1")
    drawer.locator(".dk-said .dk-refusal, .dk-said .bad").first.wait_for()
    held = Held(page, "**/act")
    page.keyboard.press("Enter")
    held.wait()
    expect(page.locator(".dk-main")).to_have_attribute("data-busy", "")  # to be seen: something is on its way
    page.keyboard.press("Escape")
    drawer.wait_for(state="detached")
    page.locator(ALL).click()
    held.release()
    still(page)
    assert done(served, made, at) == ["all"]
    assert len(said(page)) == 1 and MOVED_ON not in said(page)[0]
    expect(page.locator(".dk-main[data-busy]")).to_have_count(0)


def test_two_presses_of_one_button_are_one_wish_and_another_button_is_answered(
    campaign: Opener, served: Any
) -> None:
    screen, made, _ = campaign()
    page, at = screen.page, stands(served, made)["seq"]
    held = Held(page, "**/act")
    page.locator(ALL).dblclick()
    held.wait()
    page.locator(ALL).click()
    page.locator('[data-key="done"]').click()  # counters are still due: it asks first
    page.locator('[data-key="leave-behind"]').click()
    held.release()
    still(page)
    assert done(served, made, at) == ["all"] and [MOVED_ON in words for words in said(page)] == [True]


def test_the_second_click_of_a_double_click_is_not_for_what_has_come_there_since(
    campaign: Opener, served: Any
) -> None:
    """After `Bring on all` the button that rolls the dice stands in its place, and a roll is not taken
    back.
    """
    screen, made, _ = campaign()
    page, at = screen.page, stands(served, made)["seq"]
    button = page.locator('[data-key="go-on"]').first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    spot = box["x"] + 20, box["y"] + box["height"] / 2
    page.mouse.move(*spot)
    click(page, 1)
    expect(page.locator(ALL)).to_have_count(0)
    still(page)
    click(page, 2)
    still(page)
    assert done(served, made, at) == ["all"] and len(said(page)) == 1
    click(page, 1)  # one that is meant
    until(page, lambda: done(served, made, at) == ["all", "done"])


def click(page: Any, count: int) -> None:
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


def test_the_space_bar_is_not_lost_by_drawing_anew(campaign: Opener, served: Any) -> None:
    screen, made, _ = campaign()
    page, at = screen.page, stands(served, made)["seq"]
    page.locator(ALL).focus()
    page.keyboard.down(" ")
    page.evaluate("dispatchEvent(new Event('resize'))")  # all is drawn anew
    still(page)
    page.keyboard.up(" ")
    still(page)
    assert done(served, made, at) == ["all"]


def test_what_is_below_a_page_that_is_fetched_anew_stays_where_it_is(campaign: Opener) -> None:
    """What is to be pressed next does not jump away while the ports are weighed anew, nor when they have
    been.
    """
    screen, _, _ = campaign("situation")
    page = screen.page
    page.locator('[data-key="tab-ports"]').click()
    expect(page.locator(".dk-panel table")).to_have_count(1)
    still(page)
    head = page.locator(".dk-panel h3", has_text="Enter port status")
    head.wait_for()
    place = head.bounding_box()
    before = page.locator(".dk-loghead .muted").inner_text()
    held = Held(page, "**/desk/ports")
    page.get_by_role("button", name="Rotterdam: captured this turn").click()
    held.wait()
    expect(page.locator(".dk-loghead .muted")).not_to_have_text(before)
    assert head.bounding_box() == place
    held.release()
    still(page)
    assert head.bounding_box() == place


def test_a_verdict_that_comes_late_pushes_nothing_away(campaign: Opener) -> None:
    screen, _, _ = campaign()
    page = screen.page
    page.keyboard.press("l")
    drawer = page.locator(".dk-drawer.open")
    held = Held(page, "**/judge")
    drawer.locator(".dk-list button").first.hover()
    held.wait()
    write = drawer.get_by_text("Type an action")
    write.hover()
    place = write.bounding_box()
    held.release()
    still(page)
    assert write.bounding_box() == place
    drawer.locator(".dk-list button").first.hover()
    drawer.locator(".dk-said .good").wait_for()  # whoever stays is answered


def test_what_was_asked_for_last_is_what_opens(campaign: Opener) -> None:
    """From a desk to the lobby, and back before that is there."""
    screen, made, _ = campaign()
    page = screen.page
    held = Held(page, "**/api/games")
    page.evaluate("location.hash = ''")
    held.wait()
    page.evaluate("(table) => { location.hash = `t=${table}`; }", made["table"])
    held.release()
    screen.see(".desk .dk-tab")
    screen.hasnt(".lobby")


def test_one_table_is_opened_by_a_double_click(screens: Any, served: Any) -> None:
    page = screens().page
    made: list[str] = []
    page.on(
        "request",
        lambda r: made.append(r.url) if r.method == "POST" and r.url.endswith("/api/tables") else None,
    )
    held = Held(page, re.compile(r"/api/tables$"))
    page.locator('[data-key="open"]').dblclick()
    held.wait()
    expect(page.locator('[data-key="open"]')).to_have_attribute("aria-busy", "true")
    held.release()
    page.wait_for_selector(".table main.map[data-ready=yes], .curtain", timeout=PATIENCE)
    assert len(made) == 1


# ---------------------------------------------------------------- the table


def move(screen: Any) -> tuple[str, str]:
    """A unit that can move, and where to."""
    unit, hexes = next(
        (u, h)
        for u, h in screen.look()["legal"]["by_verb"]["move"].items()
        if screen.look()["units"][u]["hex"]
    )
    return unit, hexes[0]


def test_news_of_what_is_past_does_not_turn_the_table_back(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    page, at = screen.page, screen.look()["seq"]
    wire = Wire(page)
    page.reload()
    screen.ready()
    slow: list[Any] = []
    # as the table stood when it was asked for
    catch(page, TABLE, lambda route: slow.append((route, route.fetch())))
    wire.say(seq=at - 1)
    unit, hex_ = move(screen)
    page.locator(f'[data-key="u-{unit}"]').click()
    screen.acts(lambda: screen.click_hex(hex_))
    for route, answer in slow:
        come(page, route.request, lambda r=route, a=answer: r.fulfill(response=a))
    still(page)
    page.keyboard.press("Backspace")  # which is only taken for the table as it stands
    until(page, lambda: screen.look()["seq"] == at + 2)


def test_a_unit_taken_up_while_another_moves_stays_in_hand(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    page = screen.page
    unit, hex_ = move(screen)
    at = screen.look()["seq"]
    page.locator(f'[data-key="u-{unit}"]').click()
    spot = screen.spot(hex_)
    first = page.locator(".unitcard h3").inner_text()
    held = Held(page, "**/act")
    page.mouse.click(*spot)
    held.wait()
    screen.see(".table[data-busy]")
    page.keyboard.press("]")  # the next that can act
    expect(page.locator(".unitcard h3")).not_to_have_text(first)
    other = page.locator(".unitcard h3").inner_text()
    held.release()
    still(page)
    expect(page.locator(".table")).to_have_attribute("data-seq", str(at + 1))
    expect(page.locator(".unitcard h3")).to_have_text(other)


def test_a_press_at_the_table_that_has_moved_on_is_told_and_not_done(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    page, look = screen.page, screen.look()
    unit, hex_ = move(screen)
    held = Held(page, "**/act")
    page.locator(f'[data-key="u-{unit}"]').click()
    page.mouse.click(*screen.spot(hex_))
    held.wait()
    page.keyboard.press("Backspace")  # what is to be taken back is not there yet
    held.release()
    still(page)
    witnessed(page, ".toast", MOVED_ON)
    assert screen.look()["seq"] == look["seq"] + 1


def test_players_told_of_late_push_nothing_away_under_the_hand(screens: Any, served: Any) -> None:
    """The strip of players comes above a table that is drawn already: whoever has pressed a button by then
    lets go of the same button.
    """
    made = served.ask("POST", "tables", json={"game": "purple-heart-draw", "seats": BOTH})
    served.ask("POST", f"tables/{made['table']}/open", made["creator"], json={"side": "german", "open": True})
    screen = screens()
    page = screen.page
    held = Held(page, "**/club")
    page.goto(f"{served.address}#t={made['table']}&k={made['seats']['us']}")
    screen.see(".desk .dk-tab")
    held.wait()
    tab = page.locator('[data-key="tab-records"]')
    tab.hover()
    page.mouse.down()
    held.release()
    page.wait_for_timeout(200)  # time enough to be drawn in
    page.mouse.up()
    expect(tab).to_have_attribute("aria-current", "page")
    screen.see(".clubstrip")


def test_what_the_others_did_takes_nobody_away_from_a_tab(screens: Any, served: Any) -> None:
    """Told of late, it opens beside what the player has gone to meanwhile, and leaves him there at its end."""
    made = served.open_record(mission("redeployment ii", 3), **BOTH)
    screen = screens(playback=True)
    page = screen.page
    held = Held(page, "**/story*")
    page.goto(f"{served.address}#t={made['table']}&k={made['seats']['us']}")
    screen.see(".desk .dk-tab")
    held.wait()
    tab = page.locator('[data-key="tab-records"]')
    tab.click()
    held.release()
    screen.see('[data-key="pb-leave"]')
    expect(tab).to_have_attribute("aria-current", "page")
    page.locator('[data-key="pb-leave"]').click()
    still(page)
    expect(tab).to_have_attribute("aria-current", "page")
