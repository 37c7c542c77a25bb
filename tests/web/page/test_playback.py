"""Playback: what the opponent did, act by act, when one comes back and while one watches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from . import scenes
from .screen import Screen, expect, serious, still, until, witness, witnessed

pytestmark = pytest.mark.browser
TIMELINE = "Number(document.querySelector('.timeline input')?.value ?? -1)"


def away(screens: Any, served: Any, seen: int, **how: Any) -> Screen:
    """The Allied seat of a game on its way, last looked at after so many actions."""
    made = served.open_record(scenes.fighting())
    notes = json.dumps({f"{made['table']} allied": seen})
    screen = screens(made=made, sides=("allied",), playback=True, **how)
    screen.page.evaluate("(notes) => localStorage.setItem('grognard.seen', notes)", notes)
    screen.page.reload()
    screen.see(".acts")
    return screen


def test_coming_back_shows_what_happened_act_by_act(screens: Any, served: Any) -> None:
    screen = away(screens, served, 40)
    now = screen.look()
    story = served.ask("GET", f"tables/{now['table']}/story?since=40", screen.made["seats"]["allied"])
    assert 1 <= len(story["acts"]) <= 12 and story["until"] == now["at"]
    screen.has(".acts > li:not(.head)", len(story["acts"]))
    screen.click("[data-key=pb-play]")  # with reduced motion it plays as well: pause it
    screen.click("[data-key=act-0]")
    screen.says(".acts > li.now", story["acts"][0]["text"])
    expect(screen.page.locator(".table.playback")).to_have_count(1)
    shown = (-1, story["acts"][0]["last"])  # the log is hidden meanwhile
    until(screen.page, lambda: screen.page.evaluate(TIMELINE) in shown)
    screen.press("ArrowRight")
    screen.says(".acts > li.now", story["acts"][1]["text"])
    screen.press("ArrowLeft")
    screen.says(".acts > li.now", story["acts"][0]["text"])
    screen.press("3")
    screen.says(".acts > li.now", story["acts"][2]["text"])
    assert serious(screen.page) == []
    screen.press("Escape")
    screen.hasnt(".acts")
    screen.see(".prompt")
    screen.page.reload()  # it has been seen
    screen.ready()
    screen.hasnt(".acts")


def test_counters_stand_where_they_stood_after_the_act_shown(screens: Any, served: Any) -> None:
    screen = away(screens, served, 40)
    token = screen.made["seats"]["allied"]
    acts = served.ask("GET", f"tables/{screen.made['table']}/story?since=40", token)["acts"]
    number, act = next(
        (k, one) for k, one in enumerate(acts) if any(step.get("origin") for step in one.get("moves", []))
    )
    screen.click(f"[data-key=act-{number}]")
    screen.says(".acts > li.now", act["text"])
    still(screen.page)
    then = served.ask("GET", f"tables/{screen.made['table']}/view?at={act['last']}", token)
    unit, to = act["moves"][-1]["unit"], act["moves"][-1]["to"]
    assert then["units"][unit]["hex"] == to
    expect(screen.piece(unit)).to_have_attribute("aria-label", __import__("re").compile(to))


def test_the_last_act_hands_over_to_the_decision(screens: Any, served: Any) -> None:
    screen = away(screens, served, 60, reduced_motion="no-preference")
    screen.click("[data-key=speed-4]")
    screen.see(".prompt")  # by itself
    screen.hasnt(".acts")


def test_the_whole_game_is_played_from_the_log(seat: Any) -> None:
    screen = seat(scenes.fighting(), playback=True)
    screen.click("[data-key=replay]")
    screen.see(".acts > li:nth-child(13)")  # more than the acts of one turn
    screen.click("[data-key=pb-play]")
    screen.press("Escape")
    screen.hasnt(".acts")
    screen.page.locator(".timeline input").fill("50")
    screen.see_text(".past .lead", "action 50")
    screen.click("[data-key=replay]")  # from the position the slider shows
    screen.see(".acts > li.now")
    act = screen.page.locator(".acts > li.now .act").get_attribute("data-key")
    assert act not in ("act-0", "act-1")


def test_on_a_phone_the_strip_lies_under_the_map(screens: Any, served: Any) -> None:
    screen = away(screens, served, 40, viewport={"width": 390, "height": 844}, has_touch=True)
    box = screen.page.locator(".stripbox").bounding_box()
    assert box["y"] + box["height"] <= 845 and box["width"] <= 390
    screen.click("[data-key=pb-step]")
    screen.see(".acts > li.now")
    screen.click("[data-key=pb-now]")
    screen.hasnt(".acts")


def test_a_new_device_shows_what_happened_since_the_seat_acted(screens: Any, served: Any) -> None:
    """A mail game opened days later, on a browser that has never seen it."""
    made = served.open_record(scenes.play(lambda state: state.turn == 3 and state.to_move == "allied"))
    screen = screens(made=made, sides=("allied",), playback=True)
    story = served.ask("GET", f"tables/{made['table']}/story", made["seats"]["allied"])
    theirs = [act for act in story["acts"] if act.get("side") == "german"]
    assert theirs
    screen.says(".away-head", "While you were away")
    screen.has(".acts > li:not(.head)", len(story["acts"]))
    screen.page.reload()  # closed before the end: nothing is lost
    screen.see(".acts")
    screen.has(".acts > li:not(.head)", len(story["acts"]))
    screen.click("[data-key=now]")
    screen.see(".prompt")
    screen.page.reload()
    screen.ready()
    screen.hasnt(".acts")


def test_a_hidden_set_up_is_not_played_back(screens: Any, served: Any) -> None:
    start = {"game": "sword-beach", "name": "x", "seats": {"german": "human", "allied": "human"}}
    made = served.ask("POST", "tables", json=start)
    for unit, hex_ in scenes.SET_UP.items():
        seen = served.look(made["table"], made["seats"]["german"])
        if seen["mine"] and hex_ in seen["legal"]["by_verb"].get("record", {}).get(unit, ()):
            how = {"json": {"do": f"record {unit} {hex_}", "seq": seen["seq"]}}
            served.ask("POST", f"tables/{made['table']}/act", made["seats"]["german"], **how)
    screen = screens(made=made, sides=("allied",), playback=True)
    screen.see(".prompt")
    screen.hasnt(".acts")


def test_the_computers_turn_is_followed_live_and_hands_over(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.fighting(), german="computer:plain", allied="human")
    screen = screens(made=made, sides=("allied",), playback=True, reduced_motion="no-preference")
    screen.see(".prompt, .acts")
    if screen.there(".acts"):
        screen.press("Escape")
    screen.page.evaluate("localStorage.setItem('grognard.speed', '4')")
    witness(screen.page, ".acts > li.now", ".away-head")
    for _ in range(4):  # combat, mobile movement, mobile combat
        if screen.look()["to_move"] != "allied":
            break
        served.ask(
            "POST",
            f"tables/{made['table']}/act",
            made["seats"]["allied"],
            json={"do": "done", "seq": screen.look()["seq"]},
        )
    witnessed(screen.page, ".away-head", "German actions")
    witnessed(screen.page, ".acts > li.now")
    screen.see(".prompt")  # by itself, when the last of it has been shown
    screen.hasnt(".acts")
    assert screen.look()["mine"]


def test_the_setting_skips_it(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.fighting())
    screen = screens(made=made, sides=("allied",))  # `never`
    screen.page.evaluate(
        "(key) => localStorage.setItem('grognard.seen', JSON.stringify({[key]: 3}))",
        f"{made['table']} allied",
    )
    screen.page.reload()
    screen.ready()
    screen.hasnt(".acts")


def test_a_phase_that_cannot_be_ended_says_why_and_shows_the_units(screens: Any, served: Any) -> None:
    made = served.ask(
        "POST",
        "tables",
        json={"game": "sword-beach", "name": "Set-up", "seats": {"german": "human", "allied": "human"}},
    )
    screen = screens(made=made, sides=("german",))
    ending = screen.look("german")["ending"]
    assert ending["clause"] == "SB-11.0.a" and "736/716" in ending["because"]
    button = screen.page.locator("[data-key=done][aria-disabled=true]")
    expect(button).to_contain_text(ending["because"][:20])
    button.click(force=True)  # it is pressed all the same, to hear why
    screen.toasted("SB-11.0.a")
