"""The page in a browser: the lobby, the table, choosing, asking why not, fighting."""

from __future__ import annotations

import re
from typing import Any

import pytest

from . import scenes
from .screen import catch, expect, until

# ---------------------------------------------------------------- the lobby


def test_lobby_opens_a_table_with_what_was_chosen(screens: Any) -> None:
    screen = screens()
    screen.page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("Me").click()
    screen.click("details.more > summary")
    screen.page.get_by_role("checkbox", name=re.compile("^Weather")).check()
    with screen.page.expect_request("**/api/tables") as asked:
        screen.page.get_by_role("button", name="Open the table").click()
    screen.ready()
    body = asked.value.post_data_json
    assert body["seats"] == {"allied": "human", "german": "human"}
    assert body["options"] == {"weather": True} and body["dice"] == {"kind": "committed"}


def test_a_computer_player_is_chosen_by_its_name(screens: Any, served: Any) -> None:
    screen = screens()
    players = {row["name"]: row["character"] for row in served.ask("GET", "games")[0]["players"]}
    box = screen.page.get_by_label("Computer player of the German side", exact=True)
    expect(box.locator("option")).to_have_count(len(players))
    assert {words.casefold() for words in box.locator("option").all_inner_texts()} == set(players)
    box.select_option("random")
    screen.see_text(".player small", players["random"])
    with screen.page.expect_request("**/api/tables") as asked:
        screen.page.get_by_role("button", name="Open the table").click()
    assert asked.value.post_data_json["seats"]["german"] == "computer:random"
    screen.ready()


def test_a_computer_player_is_as_strong_and_as_quick_as_wished(screens: Any) -> None:
    screen = screens()
    expect(
        screen.page.get_by_role("radiogroup", name="Who plays the German side").get_by_label("Computer")
    ).to_be_checked()
    expect(screen.page.get_by_label("Computer player of the German side", exact=True)).to_have_value(
        "marshal"
    )
    screen.click("details.more > summary")
    screen.page.get_by_label("Strength of the computer player of the German side").fill("3")
    seconds = screen.page.get_by_label("Seconds a turn of the computer player of the German side")
    seconds.fill("900")
    seconds.blur()
    expect(seconds).to_have_value("60")
    seconds.fill("2")
    with screen.page.expect_request("**/api/tables") as asked:
        screen.page.get_by_role("button", name="Open the table").click()
    assert asked.value.post_data_json["seats"]["german"] == "computer:marshal:3:2"
    screen.ready()


def test_a_seat_by_link_is_a_seat_in_another_browser(screens: Any, served: Any) -> None:
    screen = screens()
    screen.page.get_by_role("radiogroup", name="Who plays the German side").get_by_text("By link").click()
    screen.page.get_by_role("button", name="Open the table").click()
    expect(screen.page.locator(".invite input")).to_have_value(re.compile(re.escape(served.address + "#t=")))
    link = screen.page.locator(".invite input").input_value()
    other = screens(link.removeprefix(served.address))
    other.ready()
    screen.page.get_by_role("link", name="Go to the table").click()  # both browsers have sealed the dice
    other.see_text(".prompt", "You decide · German")
    expect(other.page).not_to_have_url(re.compile("k="))


def test_my_games_are_kept_and_resumed(seat: Any) -> None:
    screen = seat(scenes.moving())
    screen.page.get_by_label("grognard, to the lobby").click()
    screen.page.get_by_role("link", name="Resume On the way").click()
    screen.ready()


def test_a_record_is_downloaded_and_opened_again(seat: Any, tmp_path: Any) -> None:
    screen = seat(scenes.moving())
    screen.page.get_by_label("Menu").click()
    screen.click("[data-key=table-page]")
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name="Download the record").click()
    saved.value.save_as(tmp_path / "sent.grog")
    screen.page.get_by_label("grognard, to the lobby").click()
    screen.page.get_by_label("Open a record").set_input_files(tmp_path / "sent.grog")
    screen.page.wait_for_url(lambda url: "#t=" in url)
    screen.ready()
    screen.see_text(".turn", "Turn 2")


def test_a_mail_file_is_opened_in_the_lobby_and_its_sender_can_be_asked_to_the_table(
    screens: Any, served: Any, tmp_path: Any
) -> None:
    seats = {"allied": "mail", "german": "human"}
    how = {"game": "longest-day", "scenario": "bridgehead", "dice": {"kind": "typed"}, "seats": seats}
    made = served.ask("POST", "tables", json=how)
    asked = {"headers": {"Authorization": f"Bearer {made['seats']['german']}"}, "params": {"to": "allied"}}
    (tmp_path / "sent.txt").write_text(served.client.get(f"api/tables/{made['table']}/letter", **asked).text)
    screen = screens()
    screen.click("details.files > summary")
    screen.page.get_by_label("Open a record").set_input_files(tmp_path / "sent.txt")
    screen.says(".prompt", "You decide · Allied")
    screen.click("button.menu")
    screen.click("[data-key=table-page]")
    screen.see_text(".seatline", "by mail")
    screen.click("[data-key=link-german]")
    screen.see_text(".drawer .link", "New link")


# ---------------------------------------------------------------- the table


def test_the_token_leaves_the_address_at_once(screens: Any, served: Any) -> None:
    made = served.open_record(scenes.moving())
    token = made["seats"]["allied"]
    screen = screens(f"#t={made['table']}&k={token}")
    screen.ready()
    expect(screen.page).to_have_url(f"{served.address}#t={made['table']}")


def test_every_unit_on_the_map_has_a_labelled_counter(seat: Any) -> None:
    screen = seat(scenes.moving())
    standing = {name for name, row in screen.look()["units"].items() if row["hex"] and row["steps"]}
    screen.has(".piece", len(standing))
    pieces = screen.page.locator(".piece").all()
    assert {p.get_attribute("data-unit") for p in pieces} == standing
    assert all(re.search(r"hex \d{4}", p.get_attribute("aria-label")) for p in pieces)


def test_a_unit_is_selected_and_a_lit_hex_moves_it(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    goal = hexes[len(hexes) // 2]
    screen.piece(unit).click()
    screen.see(".unitcard")
    screen.says(".context", f"{len(hexes)} hexes")
    screen.see_text(".legend", "movement points")
    assert screen.acts(lambda: screen.click_hex(goal)) == f"move {unit} {goal}"
    screen.see(f'.piece[data-unit="{unit}"][aria-label*="hex {goal}"]', state="attached")
    assert screen.look()["units"][unit]["hex"] == goal


def test_the_cost_to_each_hex_is_the_servers(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit = next(iter(screen.look()["legal"]["by_verb"]["move"]))
    with screen.page.expect_response("**/reach?*") as answer:
        screen.piece(unit).click()
    hex_, cost = next((h, c) for h, c in answer.value.json()["hexes"].items() if float(c) > 1)
    screen.see_text(".legend", "movement points")
    screen.page.mouse.move(*screen.spot(hex_))
    screen.see_text(".readout", f"{cost} MP")


def test_a_counter_is_dragged_to_its_hex(seat: Any) -> None:
    screen = seat(scenes.moving())
    unit, hexes = next(iter(screen.look()["legal"]["by_verb"]["move"].items()))
    goal, here = hexes[0], screen.look()["units"][unit]["hex"]

    def drag() -> None:
        screen.page.mouse.move(*screen.spot(here))
        screen.page.mouse.down()
        screen.page.mouse.move(*screen.spot(goal), steps=8)
        screen.see(".piece.carried", state="attached")
        screen.page.mouse.up()

    assert screen.acts(drag) == f"move {unit} {goal}"
    screen.has(".piece.carried", 0)


def test_a_stack_lies_open_while_the_pointer_is_on_it(seat: Any) -> None:
    screen = seat(scenes.stacked())
    at: dict[str, list[str]] = {}
    for name, row in screen.look()["units"].items():
        if row["hex"] and row["steps"]:
            at.setdefault(row["hex"], []).append(name)
    hex_, units = next((hex_, units) for hex_, units in at.items() if len(units) > 1)
    screen.page.mouse.move(*screen.spot(hex_))
    screen.page.wait_for_function(
        "(ids) => { const [a, b] = ids.map((id) =>"
        ' document.querySelector(`.piece[data-unit="${CSS.escape(id)}"]`).getBoundingClientRect()); return'
        " Math.abs(a.x - b.x) > a.width * .8 }",
        arg=units[:2],
    )
    for unit in units:  # each can be reached although it lies outside the hex
        box = screen.piece(unit).bounding_box()
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        screen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        screen.see(f'.piece.selected[data-unit="{unit}"]', state="attached")
        screen.press("Escape")
        screen.has(".piece.selected", 0)


def test_an_unlit_hex_says_why_not_and_its_clause_opens(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    look = screen.look()
    unit, hexes = next(iter(look["legal"]["by_verb"]["move"].items()))
    taken = next(
        row["hex"]
        for name, row in look["units"].items()
        if row["hex"] and name != unit and row["hex"] not in hexes
    )
    verdict = served.ask(
        "POST",
        f"tables/{look['table']}/judge",
        screen.made["seats"]["allied"],
        json={"do": f"move {unit} {taken}"},
    )
    screen.piece(unit).click()
    screen.see(".unitcard")
    screen.page.mouse.move(*screen.spot(taken))
    screen.see(".card.no")
    for ruling in verdict["rulings"]:
        for words in (ruling["because"].rstrip("."), ruling["clause"]):
            expect(screen.page.locator(".card.no").first).to_contain_text(words, ignore_case=True)
    clause = verdict["rulings"][0]["clause"]
    screen.page.locator(f'.card.no [data-clause="{clause}"]').first.click()
    text = next(c["text"] for c in served.ask("GET", "games/sword-beach/clauses") if c["id"] == clause)
    expect(screen.page.locator(".drawer.open blockquote")).to_have_text(text)
    screen.press("Escape")
    screen.see(".drawer:not(.open)", state="attached")


def test_costs_stay_although_why_not_is_asked_meanwhile(seat: Any) -> None:
    """The question why not once threw away the request for the costs."""
    screen = seat(scenes.moving())
    look = screen.look()
    unit, hexes = next(iter(look["legal"]["by_verb"]["move"].items()))
    taken = next(
        row["hex"]
        for name, row in look["units"].items()
        if row["hex"] and name != unit and row["hex"] not in hexes
    )
    gate: list[Any] = []
    catch(screen.page, "**/reach?*", gate.append)
    screen.piece(unit).click()
    until(screen.page, lambda: gate)
    screen.see(".unitcard")
    screen.page.mouse.move(*screen.spot(taken))
    screen.see(".card.no")
    gate[0].continue_()
    screen.see_text(".legend", "movement points")


def test_a_phase_with_idle_units_asks_before_it_ends_and_undo_takes_back(seat: Any) -> None:
    screen = seat(scenes.moving())
    look = screen.look()
    able = len(look["legal"]["by_verb"]["move"])
    screen.click("[data-key=done]")
    screen.see_text(".warn", f"{able} units could still" if able > 1 else "could still")
    assert screen.look()["seq"] == look["seq"]
    assert screen.acts(lambda: screen.press("Enter")) == "done"
    assert screen.look()["phase"] != look["phase"]
    with screen.page.expect_response("**/undo") as answer:
        screen.press("Backspace")
    assert answer.value.status == 200
    screen.see_text(".prompt", "Allied movement")
    assert screen.look()["phase"] == look["phase"]


def test_an_attack_is_planned_with_the_cores_own_odds(seat: Any, served: Any) -> None:
    from grognard.web.sword_beach import odds

    screen = seat(scenes.fighting())
    attacks = screen.look()["legal"]["by_verb"]["attack"]
    target = max(
        (h for hs in attacks.values() for h in hs), key=lambda h: sum(h in hs for hs in attacks.values())
    )
    force = [unit for unit, hexes in attacks.items() if target in hexes]
    screen.click_hex(target)
    screen.see(".bars button")
    state = position(scenes.fighting())
    expect(screen.page.locator("[data-key=answer]")).to_have_value("guns+guns")  # assumed, and said so
    screen.says("[data-key=answer] option:checked", "assumed")
    for fire in ("none", "guns", "air", "air+guns", "guns+guns", "air+air"):
        core = odds(state, force, target, fire, "guns+guns")
        expect(screen.page.locator(f'[data-key="fire-{fire}"] svg')).to_have_attribute(
            "aria-label", spoken(core["results"])
        )
    screen.page.locator("[data-key=answer]").select_option("none")
    for fire in ("none", "air+air"):
        core = odds(state, force, target, fire, "none")
        expect(screen.page.locator(f'[data-key="fire-{fire}"] svg')).to_have_attribute(
            "aria-label", spoken(core["results"])
        )
    core = odds(state, force, target, "none", "none")
    for at, amount in enumerate([*(part["amount"] for part in core["parts"]), core["differential"]]):
        expect(screen.page.locator(".ledger tr").nth(at).locator("td").last).to_have_text(signed(amount))
    expect(screen.page.locator(".crt thead tr:last-child th.on").first).to_have_text(re.compile(r"\S"))
    screen.has(".crt tbody tr", 6)
    screen.page.locator(f'[data-key="att-{force[0]}"]').click()
    screen.see(f'[data-key="att-{force[0]}"][aria-pressed=false]')
    one = odds(state, force[1:], target, "none", "none")
    screen.page.wait_for_function(
        "(said) => document.querySelector('[data-key=\"fire-none\"] svg')?.getAttribute('aria-label') ==="
        " said",
        arg=spoken(one["results"]),
    )
    screen.click('[data-key="fire-air+guns"]')
    screen.says("[data-key=attack]", f"Attack {target} with 1 aircraft + 1 ground marker")
    screen.press("Enter")  # the focus is on the row that is chosen: Enter does what the button says
    screen.says(".log li:not(.head)", "Allied support: ")
    done = [line["do"] for line in screen.look()["log"] if line["by"] == "allied"]
    assert f"attack {force[1]} {target}" in done[-4:] and done[-1] == "support air+guns"


def test_a_beach_assault_and_a_bombardment_show_their_chances_before_they_are_declared(seat: Any) -> None:
    screen = seat(scenes.raiding())
    hex_ = screen.look()["legal"]["by_verb"]["assault"][""][0]
    screen.click_hex(hex_)
    screen.see('[data-key="fire-naval10+naval10"]')
    screen.says('[data-key="fire-naval10+naval10"]', "2 × naval 10")
    screen.says("[data-key=answer] option:checked", "2 markers (assumed")
    screen.says("[data-key=attack]", f"Assault {hex_} without markers")
    screen.click('[data-key="fire-naval7"]')
    screen.press("Enter")
    screen.says(".log li:not(.head)", "Allied support: ")
    assert [line["do"] for line in screen.look()["log"]][-2:] == [f"assault {hex_}", "support naval7"]

    screen = seat(scenes.fighting())
    hex_ = screen.look()["legal"]["by_verb"]["bombard"]["air"][0]
    screen.click(f'[data-key="bombard-{hex_}"]')
    screen.see('[data-key="fire-air+air"]')
    screen.says("p.answers", "German may not answer with markers", "FM-8.4.2")
    screen.page.locator("details.key summary").click()
    assert (
        "attacking unit" not in screen.page.locator("details.key").inner_text()
    )  # an A1 hurts no unit: none attacks
    screen.click('[data-key="fire-air+air"]')
    assert screen.acts(lambda: screen.click("[data-key=attack]")) == f"bombard air+air {hex_}"


def position(record: str) -> Any:
    import grognard
    from grognard.core.lines import read_lines
    from grognard.core.reading import replay

    return replay(grognard.load(scenes.GAME), read_lines(record.encode())).state.known_to("allied")


ORDER = ["De", "D3", "D2", "D1", "Ex", "NE", "A1", "A2", "Ae"]


def spoken(results: dict[str, str]) -> str:
    """The chances as the page says them, counted here from the core's fractions."""
    from fractions import Fraction

    parts = []
    for code in ORDER:
        if (chance := 100 * float(Fraction(results.get(code, "0")))) > 0:
            parts.append(f"{code} {js_round(chance, chance < 9.95)} percent")
    return ", ".join(parts)


def js_round(value: float, digits: int = 0) -> str:
    """As `toFixed` rounds: halves away from zero."""
    from decimal import ROUND_HALF_UP, Decimal

    return str(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")


# ---------------------------------------------------------------- view and themes


def test_the_map_is_moved_and_zoomed(seat: Any) -> None:
    screen = seat(scenes.moving())
    first = screen.view()
    screen.press("+")
    screen.page.mouse.move(700, 450)
    screen.page.mouse.wheel(0, -200)
    screen.page.wait_for_function(
        f"() => document.querySelector('main.map').dataset.view.split(' ')[2] > {first[2] * 1.5}"
    )
    near = screen.view()
    screen.page.mouse.down()
    screen.page.mouse.move(600, 420, steps=4)
    screen.page.mouse.up()
    screen.page.wait_for_function(
        f"() => document.querySelector('main.map').dataset.view.split(' ')[0] > {near[0] + 0.5}"
    )
    assert screen.view()[0] == pytest.approx(near[0] + 100 / near[2], abs=0.2)
    screen.press("0")
    screen.page.wait_for_function(
        f"() => document.querySelector('main.map').dataset.view.split(' ')[2] < {first[2] + 0.01}"
    )
    assert screen.view() == pytest.approx(first, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_follows_the_system_until_chosen(seat: Any, scheme: str) -> None:
    screen = seat(scenes.moving(), color_scheme=scheme)
    expect(screen.page.locator("html")).to_have_attribute("data-theme", scheme)
    screen.page.get_by_label("Menu").click()
    other = "Light" if scheme == "dark" else "Dark"
    screen.page.get_by_role("radiogroup", name="Theme").get_by_text(other).click()
    expect(screen.page.locator("html")).to_have_attribute("data-theme", other.lower())


def test_no_request_leaves_the_server(seat: Any, served: Any) -> None:
    screen = seat(scenes.moving())
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.reload()
    screen.ready()
    screen.press("k")
    screen.see("dialog[open] .keyrow")
    assert asked and all(url.startswith((served.address, "blob:", "data:")) for url in asked)
