"""Dice whose secrets two browsers make: both play a rolled action, one disappears, one cannot keep a secret,
two tabs of a seat.
"""

from __future__ import annotations

import json
from typing import Any

from .screen import PATIENCE, expect, still, until

START = {
    "game": "sword-beach",
    "name": "Two browsers",
    "dice": {"kind": "committed", "secrets": "pages"},
    "seats": {"allied": "human", "german": "link"},
}
KEPT = "JSON.parse(localStorage.getItem('grognard.dice') ?? '{}')"


def begin(served: Any, **more: Any) -> Any:
    return served.ask("POST", "tables", json={**START, **more})


def look(served: Any, made: Any) -> Any:
    return served.look(made["table"], made["watch"])


def act(served: Any, made: Any, screen: Any, side: str) -> Any:
    """One legal action of a side, sent by its page itself; gives the table after it."""
    token = made["seats"][side]
    seen = served.look(made["table"], token)
    legal = seen["legal"]
    picked = [
        " ".join(word for word in (verb, unit, hexes[0]) if word)
        for verb, units in legal["by_verb"].items()
        for unit, hexes in units.items()
    ]
    do = (picked + [text for text in legal["plain"] if text != "done"] + ["done"])[0]
    screen.page.evaluate(
        "async ([table, token, text, seq]) => { const { Seat } = await import('/static/js/api.js'); await new"
        " Seat(table, token).act(text, seq); }",
        [made["table"], token, do, seen["seq"]],
    )
    return look(served, made)


def rolls(served: Any, made: Any) -> int:
    return len(served.ask("GET", f"tables/{made['table']}/receipts", made["watch"])["rolls"])


def test_two_browsers_seal_the_dice_and_each_plays_a_rolled_action(screens: Any, served: Any) -> None:
    made = begin(served)
    allied = screens(made=made, sides=("allied",), listen=True)
    allied.says(".prompt", "The dice are being sealed", "Play begins when German opens the table")
    assert look(served, made)["escrow"]["stage"] == "sealing"
    german = screens(made=made, sides=("german",), listen=True)
    german.says(".prompt", "You decide · German")
    expect(allied.page.locator(".prompt").first).to_contain_text("German decides")
    screen = {"allied": allied, "german": german}
    rolled: set[str] = set()
    for _ in range(400):
        before = look(served, made)
        after = act(served, made, screen[before["to_move"]], before["to_move"])
        assert after["to_move"] != "chance"  # the page that acted has opened the roll
        if any(line["by"] == "chance" for line in after["log"] if line["seq"] > before["at"]):
            rolled.add(before["to_move"])
        if rolled == {"allied", "german"}:
            break
    assert rolled == {"allied", "german"}
    receipts = served.ask("GET", f"tables/{made['table']}/receipts", made["watch"])
    assert receipts["verified"] and all(roll["fits"] for roll in receipts["rolls"] if roll["links"])
    for one in screen.values():
        one.page.wait_for_selector(f'.table[data-seq="{look(served, made)["seq"]}"]:not([data-busy])')
    secrets = {
        side: one.page.evaluate(f"{KEPT}[{made['table']!r}].{side}.secret") for side, one in screen.items()
    }
    assert len(set(secrets.values())) == 2
    for side, one in screen.items():  # a secret is in its own browser and nowhere else
        other = "german" if side == "allied" else "allied"
        assert (
            secrets[side] in one.everything()
            and secrets[side] not in "".join(one.heard) + screen[other].everything()
        )
    codes = []
    for one in screen.values():
        one.click("button.menu")
        one.click("[data-key=table-page]")
        one.page.get_by_role("button", name="Check the dice").click()
        one.see_text(".drawer p", "Each player's browser made its own secret")
        one.see_text(".drawer p", "Check code")
        codes.append(one.page.locator(".drawer p", has_text="Check code").text_content())
    assert codes[0] == codes[1]


def test_the_game_goes_on_when_one_player_disappears(screens: Any, served: Any) -> None:
    """The German browser seals, hands over its part and is gone. The German player plays on from another one,
    which holds no part.
    """
    made = begin(served)
    allied = screens(made=made, sides=("allied",))
    german = screens(made=made, sides=("german",))
    german.says(".prompt", "You decide · German")
    still(allied.page), still(german.page)
    german.close()
    fresh = screens(made=made, sides=("german",))
    fresh.says(".prompt", "You decide · German")
    screen = {"allied": allied, "german": fresh}
    seen: set[str] = set()
    for _ in range(400):
        before = look(served, made)
        after = act(served, made, screen[before["to_move"]], before["to_move"])
        if (
            any(line["by"] == "chance" for line in after["log"] if line["seq"] > before["at"])
            or after["to_move"] == "chance"
        ):
            seen.add(before["to_move"])
        if (
            after["to_move"] == "chance"
        ):  # the browser without a part waits; the other one opens the roll by itself
            assert before["to_move"] == "german"
            until(allied.page, lambda: look(served, made)["to_move"] != "chance")
        if seen == {"allied", "german"}:
            break
    assert seen == {"allied", "german"}
    assert served.ask("GET", f"tables/{made['table']}/receipts", made["watch"])["verified"]


def test_a_roll_that_only_the_absent_browser_can_open_waits_and_says_so(screens: Any, served: Any) -> None:
    made = begin(served)
    allied = screens(made=made, sides=("allied",))
    german = screens(made=made, sides=("german",))
    german.says(".prompt", "You decide · German")
    still(allied.page), still(german.page)
    allied.close(), german.close()
    alone = screens(made=made, sides=("german", "allied"))  # both players have a new browser
    for _ in range(400):
        side = look(served, made)["to_move"]
        if side == "chance":
            break
        act(served, made, alone, side)
    assert look(served, made)["to_move"] == "chance"
    again = screens(made=made, sides=("german",))
    again.says(
        ".prompt",
        "The roll waits",
        "This browser does not hold your part of the dice",
        "when Allied opens the table",
    )


def test_a_browser_without_an_encrypted_connection_says_so_and_lets_the_server(
    screens: Any, served: Any
) -> None:
    made = begin(served)
    screen = screens()
    screen.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    tokens = json.dumps(json.dumps({made["table"]: [made["seats"]["german"]]}))
    screen.page.evaluate(f"localStorage.setItem('grognard.seats', {tokens})")
    screen.page.goto(f"{served.address}#t={made['table']}")
    screen.page.reload()
    screen.says(".prompt", "This browser cannot seal dice", "encrypted connection (https)")
    screen.click("[data-key=decline]")
    screen.says(".prompt", "You decide · German")
    assert look(served, made)["escrow"]["stage"] == "server"


def test_two_tabs_of_a_seat_make_one_secret(screens: Any, served: Any) -> None:
    made = begin(served)
    screen = screens(made=made, sides=("allied",))
    tabs = [screen.context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(f"{served.address}#t={made['table']}")
    for tab in tabs:
        expect(tab.locator(".prompt").first).to_contain_text("The dice are being sealed", timeout=PATIENCE)
    german = screens(made=made, sides=("german",))
    german.says(".prompt", "You decide · German")
    public = served.ask("GET", f"tables/{made['table']}/dice", made["seats"]["german"])["publics"]["allied"]
    assert {tab.evaluate(f"{KEPT}[{made['table']!r}].allied.public") for tab in [screen.page, *tabs]} == {
        public
    }


def test_the_lobby_says_who_makes_the_secrets(screens: Any, served: Any) -> None:
    screen = screens()
    screen.says("[data-key=dice-maker]", "The server makes the secrets of both sides")
    for side in ("allied", "german"):
        screen.page.locator(f"input[name=seat-{side}][value=human]").check(force=True)
    screen.says("[data-key=dice-maker]", "The server makes the secrets of both sides")
    screen.page.locator("input[name=seat-german][value=link]").check(force=True)
    screen.says("[data-key=dice-maker]", "Each player's browser makes its own secret")
    screen.click("[data-key=open]")
    screen.says(".invite", "Play begins when both players have opened the table")
    screen.page.get_by_role("link", name="Go to the table").click()
    screen.says(".prompt", "The dice are being sealed")
