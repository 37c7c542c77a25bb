"""Whole stretches of play by clicking: set-up and a full game turn of both sides, hidden units, undo, dice,
looking back.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.sword_beach.opening import RECORD

from . import scenes
from .screen import expect, still, witness, witnessed

START = {
    "game": "sword-beach",
    "name": "By hand",
    "dice": {"kind": "seeded", "seed": "7"},
    "seats": {"allied": "human", "german": "human"},
}
GONE_ON = (
    "(seq) => document.querySelector('.curtain') || (Number(document.querySelector('.table').dataset.seq) >"
    " seq && !document.querySelector('.table[data-busy]'))"
)
PATIENCE_OF_A_HEX = 400  # milliseconds; after 250 a hex under the pointer says why not by itself
CLICKS = 260  # at most for set-up and a turn


def begin(served: Any, **more: Any) -> Any:
    return served.ask("POST", "tables", json={**START, **more})


# ---------------------------------------------------------------- a turn of both sides


def pick(screen: Any, look: Any) -> None:
    """What a person clicks next: a move or two, every attack there is, and on."""
    legal, page = look["legal"], screen.page
    verbs = legal["by_verb"]
    for verb in ("record", "place", "designate", "land"):
        if verb in verbs:
            unit, hexes = next(iter(verbs[verb].items()))
            page.locator(f'[data-key="u-{unit}"]').click()
            screen.see(".unitcard")
            return screen.click_hex(RECORD.get(unit, hexes[0]) if verb == "record" else hexes[0])
    if "" in {unit for units in verbs.values() for unit in units}:
        hexes = next(units[""] for units in verbs.values() if "" in units)
        screen.click_hex(hexes[0])
        if next(iter(verbs)) in ("fight", "assault"):
            screen.click("[data-key=attack]:not([disabled])")
        elif next(iter(verbs)) == "raid":
            screen.click("[data-key=confirm]")
        return None
    if any(do.startswith("support ") for do in legal["plain"]):
        return screen.click('[data-key^="support "]')
    if "attack" in verbs:
        unit, hexes = next(iter(verbs["attack"].items()))
        screen.click_hex(hexes[0])
        screen.see("[data-key=attack]:not([disabled])")
        return screen.click("[data-key=attack]")
    if "withdraw" in verbs:
        return screen.click_hex(next(iter(next(iter(verbs["withdraw"].values())))))
    if "move" in verbs and (
        "done" not in legal["plain"] or not any(row["moved"] for row in look["units"].values())
    ):
        # some must enter before the phase may end
        unit = min(verbs["move"], key=lambda name: look["units"][name]["hex"] is not None)
        hexes = verbs["move"][unit]
        page.locator(f'[data-key="u-{unit}"]').click()
        screen.see(".unitcard")
        return screen.click_hex(hexes[-1])
    plain = [do for do in legal["plain"] if do != "done"]
    if plain:
        return page.locator(f'.prompt + .choices [data-key="{plain[0]}"]').click()
    screen.click("[data-key=done]")
    if _asks(screen, look["seq"]):
        screen.click("[data-key=confirm]")
    return None


def _asks(screen: Any, seq: int) -> bool:
    """Whether the page wants to be told twice; either that or it has gone on."""
    screen.page.wait_for_function(
        "(seq) => document.querySelector('[data-key=confirm], .curtain') ||"
        " Number(document.querySelector('.table').dataset.seq) > seq",
        arg=seq,
    )
    return bool(screen.there("[data-key=confirm]"))


def lift(screen: Any) -> None:
    """Opens the curtain where it is down; it comes down in the frame after the action."""
    still(screen.page)
    if screen.there(".curtain"):
        screen.click("[data-key=unveil]")
        screen.has(".curtain", 0)
        screen.ready()


def test_set_up_and_a_full_turn_of_both_sides_by_clicking(screens: Any, served: Any) -> None:
    made = begin(served)
    screen = screens(made=made, sides=("allied", "german"))
    seen: set[str] = set()
    for _ in range(CLICKS):
        lift(screen)
        watch = served.look(made["table"], made["watch"])
        if watch["turn"] == 2:
            break
        look = screen.look(watch["to_move"])
        seen.add(f"{watch['turn']} {watch['to_move']} {watch['phase']}")
        screen.page.wait_for_selector(f'.table[data-seq="{watch["seq"]}"]:not([data-busy])', state="attached")
        pick(screen, look)
        screen.page.wait_for_function(GONE_ON, arg=watch["seq"])
    assert watch["turn"] == 2, sorted(seen)
    assert {"0 german german set-up", "1 german german movement"} <= seen and any(
        s.startswith("1 allied") for s in seen
    ), sorted(seen)
    actions = [line["do"] for line in screen.look()["log"]]
    assert any(do.startswith("move ") for do in actions)


# ---------------------------------------------------------------- secrets


def test_a_hidden_set_up_is_in_nothing_the_other_browser_received(screens: Any, served: Any) -> None:
    made = begin(served)
    german = screens(made=made, sides=("german",))
    allied = screens(made=made, sides=("allied",), listen=True)
    onlooker = screens(made=made, sides=("watch",), listen=True)
    spots = {}
    while "record" in (verbs := german.look("german")["legal"]["by_verb"]):
        unit, hexes = next(iter(verbs["record"].items()))
        spots[unit] = RECORD.get(unit, hexes[0])
        german.page.locator(f'[data-key="u-{unit}"]').click()
        german.see(".unitcard")
        german.acts(lambda hex_=spots[unit]: german.click_hex(hex_))
    assert len(spots) >= 8
    seq = german.look("german")["seq"]
    for other in (allied, onlooker):
        other.see(f'.table[data-seq="{seq}"]', state="attached")
        other.see_text(".log", "sealed")
        other.press("z", "s", "t", "c", "m", "a")  # every layer asks the server
        other.see(".drawer.open section")
        other.press("Escape")
        other.page.locator(".timeline input").focus()
        with other.page.expect_response("**/view?at=*"):
            other.press("Home")
        other.got("/view?at=0")
        received = other.everything()
        assert "/overlays" in received and "/view?at=0" in received and len(other.heard) > len(spots)
        for unit, hex_ in spots.items():
            assert (
                f"{unit} {hex_}" not in received
                and f"{unit} in {hex_}" not in received
                and f'"{unit}":"{hex_}"' not in received
            ), unit
        other.hasnt(".piece")
    german.has(".piece", len(spots))


def test_a_curtain_falls_between_two_players_at_one_screen(screens: Any, served: Any) -> None:
    made = begin(served)
    screen = screens(made=made, sides=("allied", "german"))
    screen.says(".curtain h1", "German")
    screen.hasnt(".piece")
    screen.click("[data-key=unveil]")
    while screen.look("german")["to_move"] == "german":
        look = screen.look("german")
        screen.page.wait_for_selector(f'.table[data-seq="{look["seq"]}"]:not([data-busy])', state="attached")
        pick(screen, look)
        screen.page.wait_for_function(GONE_ON, arg=look["seq"])
    screen.see(".curtain")
    screen.says(".curtain h1", "Allied")
    screen.hasnt(".piece")
    content = screen.page.locator(".table").inner_html()
    assert not any(hex_ in content for hex_ in RECORD.values())
    screen.press("l")  # no key opens what lies behind it
    screen.hasnt(".drawer.open")
    screen.click("[data-key=unveil]")
    screen.see_text(".prompt", "You decide · Allied")
    screen.hasnt(".piece")


# ---------------------------------------------------------------- undo, dice, results


def test_undo_stops_at_a_roll(seat: Any) -> None:
    screen = seat(scenes.raiding())
    hexes = screen.look()["legal"]["by_verb"]["assault"][""]
    screen.click_hex(hexes[0])
    screen.acts(lambda: screen.click("[data-key=attack]:not([disabled])"))
    screen.says(".log li:not(.head)", "Allied support: ")
    for _ in ("the draw", "the assault"):
        with screen.page.expect_response("**/undo") as answer:
            screen.press("Backspace")
        assert answer.value.status == 200  # nothing had been thrown
        still(screen.page)
    screen.see_text(".prompt", "Beach assaults")


@pytest.mark.complaints("status of 4")  # a refusal, which the browser notes as an error
def test_dice_roll_and_the_result_says_what_happened_and_why(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.raiding())
    screen = screens(made=made, sides=("allied", "german"), reduced_motion="no-preference")
    hexes = screen.look()["legal"]["by_verb"]["assault"][""]
    screen.click_hex(hexes[0])
    screen.acts(lambda: screen.click("[data-key=attack]:not([disabled])"))
    screen.see_text(".prompt", "German")
    screen.see('[data-key="support none"]')
    chances = served.ask("GET", f"tables/{made['table']}/support", made["seats"]["german"])["choices"]
    screen.has('.bars [data-key^="support "]', len(chances))
    witness(screen.page, ".tumbling .die")
    screen.click('[data-key="support none"]')
    witnessed(screen.page, ".tumbling .die")
    screen.see(".told")
    log = screen.look()["log"]
    roll = next(line for line in reversed(log) if str(line["do"]).startswith("roll "))
    result = next(words for words in roll["words"] if words["kind"] == "result")
    newest = screen.page.locator(".told").first
    expect(newest.locator(".code")).to_have_text(result["figures"]["code"])
    expect(newest.locator(".die")).to_have_attribute("aria-label", f"die {roll['do'].split()[1]}")
    screen.says(".told", result["clause"])
    above = screen.page.evaluate(
        "document.querySelector('.prompt').getBoundingClientRect().top <"
        " document.querySelector('.told').getBoundingClientRect().top"
    )
    assert above  # the decision stands first
    still(screen.page)
    screen.press("Backspace")
    screen.toasted("not taken back")


def test_every_roll_has_a_receipt_that_is_checked(seat: Any) -> None:
    screen = seat(scenes.raiding())
    screen.click(".receipt")
    screen.see(".rolls .here")
    screen.says(".drawer", "Everything fits")


def test_typed_dice_are_given_by_their_faces(screens: Any, served: Any) -> None:
    made = begin(served, dice={"kind": "typed"})
    screen = screens(made=made, sides=("allied", "german"))
    for _ in range(80):
        lift(screen)
        watch = served.look(made["table"], made["watch"])
        if watch["to_move"] == "chance":
            break
        screen.page.wait_for_selector(f'.table[data-seq="{watch["seq"]}"]:not([data-busy])', state="attached")
        pick(screen, screen.look(watch["to_move"]))
        screen.page.wait_for_function(GONE_ON, arg=watch["seq"])
    assert watch["to_move"] == "chance"
    assert screen.acts(lambda: screen.page.get_by_role("button", name="Rolled 4").click()) == "roll 4"


# ---------------------------------------------------------------- looking back


def test_the_slider_steps_through_the_game_and_a_what_if_game_leaves_it(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    now = screen.look()
    slider = screen.page.locator(".timeline input")
    slider.focus()
    screen.press("Home")
    screen.see_text(".past .lead", "action 0 of")
    screen.page.wait_for_function("() => document.querySelectorAll('.piece').length === 0")
    slider.fill("30")
    screen.see_text(".past .lead", "action 30 of")
    then = served.ask("GET", f"tables/{now['table']}/view?at=30", screen.made["seats"]["allied"])
    standing = {name for name, row in then["units"].items() if row["hex"] and row["steps"]}
    screen.page.wait_for_function(
        "(n) => document.querySelectorAll('.piece').length === n", arg=len(standing)
    )
    for unit in standing:
        expect(screen.piece(unit)).to_have_count(1)
    assert screen.look()["seq"] == now["seq"]  # the game itself has not moved
    screen.click("[data-key=branch]")
    screen.page.wait_for_url(lambda url: now["table"] not in url)
    screen.see_text(".turn", "turn 1" if then["turn"] == 0 else f"Turn {then['turn']}")
    screen.see(".prompt")
    assert screen.look()["seq"] == now["seq"]


def test_the_log_tells_turns_and_clauses(seat: Any) -> None:
    screen = seat(scenes.moving())
    expect(screen.page.locator(".log .head", has_text=re.compile("turn 1", re.I)).first).to_be_attached()
    chip = screen.page.locator(".log [data-clause]").first
    clause = chip.get_attribute("data-clause")
    chip.click()
    screen.see_text(".drawer.open .idl", clause)
    screen.has(".drawer.open .badge", 1)


# ---------------------------------------------------------------- notes, seats, layers


def test_notes_are_kept_and_a_seat_link_is_revoked(screens: Any, served: Any) -> None:
    made = served.ask("POST", "tables", json={**START, "seats": {"allied": "human", "german": "link"}})
    screen = screens(made=made, sides=("allied",))
    screen.page.get_by_label("Menu").click()
    screen.click("[data-key=table-page]")
    with screen.page.expect_response(lambda r: r.url.endswith("/notes") and r.request.method == "PUT"):
        screen.page.get_by_label("My notes").fill("Bluff at Ouistreham")
    assert served.ask("GET", f"tables/{made['table']}/notes", made["seats"]["allied"]) == {
        "text": "Bluff at Ouistreham"
    }
    screen.click('[data-key="link-german"]')
    expect(screen.page.locator(".link input")).to_have_value(re.compile("#t="))
    link = screen.page.locator(".link input").input_value()
    old = served.client.get(
        f"api/tables/{made['table']}", headers={"Authorization": f"Bearer {made['seats']['german']}"}
    )
    assert old.status_code == 401
    other = screens(link.removeprefix(served.address))
    other.ready()
    other.see_text(".prompt", "You decide · German")


def test_layers_show_what_the_server_counted(seat: Any, served: Any) -> None:
    screen = seat(scenes.fighting())
    look = screen.look()
    data = served.ask("GET", f"tables/{look['table']}/overlays", screen.made["seats"]["allied"])
    still(screen.page)
    plain = screen.page.evaluate("document.querySelector('canvas.over').toDataURL()")
    for key, words in (
        ("z", "zone of control"),
        ("s", "supply path"),
        ("t", "could attack here"),
        ("c", "Caen"),
        ("m", "has moved"),
    ):
        screen.press(key)
        screen.see_text(".signs", words)
        screen.page.wait_for_function(
            "(was) => document.querySelector('canvas.over').toDataURL() !== was ||"
            " document.querySelector('.signs .moved')",
            arg=plain,
        )
        screen.press(key)
    screen.press("s")
    cut = [unit for unit, row in data["supply"]["units"].items() if not row["supplied"]]
    screen.see_text(".context h2", f"{len(cut)} cut off" if cut else "all in supply")
    screen.press("a")
    screen.see(".drawer.open .units")
    screen.has(".drawer.open section", len({row["turn"] for row in data["arrivals"]}))
    screen.press("Escape", "k")
    screen.has("dialog[open] .keyrow", len(served.ask("GET", "ask/sword-beach/terrain")["value"]["terrain"]))


def test_the_title_says_when_it_is_your_move(screens: Any, served: Any) -> None:
    made = begin(served)
    allied, german = screens(made=made, sides=("allied",)), screens(made=made, sides=("german",))
    expect(german.page).to_have_title(re.compile("^● Your move"))
    expect(allied.page).not_to_have_title(re.compile("^●"))
    while served.look(made["table"], made["watch"])["to_move"] == "german":
        look = german.look("german")
        unit, hexes = next(iter(look["legal"]["by_verb"]["record"].items()))
        german.page.locator(f'[data-key="u-{unit}"]').click()
        german.see(".unitcard")
        german.acts(lambda hex_=RECORD.get(unit, hexes[0]): german.click_hex(hex_))
    expect(allied.page).to_have_title(re.compile("^● Your move"))
    expect(german.page).not_to_have_title(re.compile("^●"))


def test_an_onlooker_sees_and_cannot_act(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.moving())
    screen = screens(made=made, sides=("watch",))
    expect(screen.page.locator(".piece").nth(10)).to_be_attached()
    screen.hasnt("[data-key=done]")
    screen.page.locator(".piece").first.click()
    screen.see(".unitcard")
    screen.hasnt("[data-key=confirm]")


# ---------------------------------------------------------------- a first game


def test_somebody_new_is_fighting_after_a_few_clicks(screens: Any) -> None:
    """The guide says what to do at each step, sets up if asked, and can be left."""
    screen = screens(guide=True)
    screen.click("[data-key=play-now]")
    screen.ready()
    screen.see_text(".guide", "Place your beachheads")
    screen.has(".guide [data-clause]", 1)
    screen.click("[data-key=follow]")
    screen.see_text(
        ".log", "SB-11.2.2.3"
    )  # the drop: what its dice bring may be somebody's choice, at which the guide stops
    screen.click("[data-key=guide-off]")
    screen.page.wait_for_selector(".guide", state="detached")


def test_the_end_of_the_game_says_who_won_and_why(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.finished())
    screen = screens(made=made, sides=("allied",))
    screen.see_text(".prompt", "The game is over")
    screen.click('[data-key="over"]')
    end = screen.look()["over"]
    screen.see_text("dialog[open] h1", "victory")
    screen.says("dialog[open] .gameover", end["clause"])


def test_a_hint_says_why_and_is_followed(seat: Any) -> None:
    screen = seat(scenes.moving())
    with screen.page.expect_response("**/hint?*") as answer:
        screen.press("j")
    hint = answer.value.json()
    screen.see("[data-key=hint-do]")
    # not always the one of the highest value
    (chosen,) = [one for one in hint["candidates"] if one["action"] == hint["action"]]
    screen.says(".guide", chosen["why"][1:])  # which begins with a capital there
    assert screen.acts(lambda: screen.click("[data-key=hint-do]")) == hint["action"]


def test_an_adviser_says_why_not_and_lets_you(screens: Any, served: Any) -> None:
    made = begin(served, enforcement="adviser")
    screen = screens(made=made, sides=("german",))
    lit = screen.look("german")["legal"]["by_verb"]["record"]["2-AA"]
    screen.click('[data-key="u-2-AA"]')
    screen.see(".unitcard")
    assert "1338" not in lit
    screen.click_hex("1338")
    screen.see(".card.no [data-clause]")
    # whoever stands there longer still has the choice: a clock of the page itself, which rings after the one
    # of the hex
    screen.page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", PATIENCE_OF_A_HEX)
    assert screen.acts(lambda: screen.click("[data-key=anyway]")) == "record 2-AA 1338"
    screen.see('.piece[data-unit="2-AA"][aria-label*="hex 1338"]', state="attached")


@pytest.mark.complaints("status of 401")
def test_a_revoked_seat_is_told(screens: Any, served: Any) -> None:
    made = served.ask("POST", "tables", json={**START, "seats": {"allied": "human", "german": "link"}})
    other = screens(made=made, sides=("german",))
    served.ask("POST", f"tables/{made['table']}/revoke", made["creator"], json={"seat": "german"})
    other.toasted("revoked")
