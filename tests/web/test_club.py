"""Open tables, clocks, claims on time and results: who gets what, and what a liar gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.lines import read_lines
from grognard.core.reading import check_copy, is_sealed, replay
from grognard.web.app import Web, create_app
from grognard.web.uptime import GAP_SECONDS
from tests.sword_beach.opening import RECORD

from .seats import ALLIED, GERMAN, Player, Table, begin
from .test_names import PASSPHRASE, as_player, sign_in, signed_in

US = "us"
HOUR, DAY = 3600.0, 86400.0
DAYS = {"kind": "days", "days": 2}
CHESS = {"kind": "chess", "minutes": 10, "increment": 30}
COMMITTED = {"kind": "committed"}
OPENING = [f"record {unit} {hex_}" for unit, hex_ in RECORD.items()]


class House:
    """A server whose time the test tells: it passes, with the server there or not."""

    def __init__(self, database: str) -> None:
        self.database, self.now = database, 1.7e9
        self.open()

    def open(self) -> None:
        self.app = create_app(self.database, rate=0, now=lambda: self.now)
        self.client: TestClient[Web] = TestClient(self.app)
        self.client.__enter__()
        self.app.state.service.store.clocks.uptime.beat()

    def close(self) -> None:
        self.client.__exit__(None, None, None)

    def passes(self, seconds: float) -> None:
        """The server is there all the while."""
        self.now += seconds
        self.app.state.service.store.clocks.uptime.extend()

    def restart(self, away: float = 0.0) -> None:
        """The server is away for so many seconds; another process takes over."""
        self.close()
        self.now += away
        self.open()


@pytest.fixture
def house(empty_database: str) -> Iterator[House]:
    found = House(empty_database)
    yield found
    found.close()


def two(house: House, clock: dict[str, Any] | None = None, **more: Any) -> Table:
    """A table of two persons at two browsers."""
    asked = {"dice": COMMITTED, "seats": {GERMAN: "human", ALLIED: "link"}, "clock": clock, **more}
    return begin(house.client, **asked)


def club(player: Player) -> dict[str, Any]:
    answer = player.ask("GET", "/club")
    assert answer.status_code == 200, answer.text
    return answer.json()


def left(player: Player) -> dict[str, float]:
    return club(player)["clock"]["left"]


def mission(house: House, **more: Any) -> Table:
    """A game the US player may concede at once."""
    return begin(
        house.client,
        **{"game": "purple-heart-draw", "dice": COMMITTED, "seats": {US: "human", GERMAN: "link"}, **more},
    )


def ready(house: House, clock: dict[str, Any]) -> Table:
    """Both players have come, the German player has set up: the Allied player is to move."""
    table = two(house, clock)
    club(table.allied)
    table.german.act(*OPENING)
    assert table.allied.look()["to_move"] == ALLIED
    return table


# ---------------------------------------------------------------- open tables


def listed(client: httpx.Client, table: str) -> list[dict[str, Any]]:
    return [row for row in client.get("/api/open").json() if row["table"] == table]


def join(client: httpx.Client, table: str, side: str = ALLIED, session: str = "") -> httpx.Response:
    return client.post(f"/api/open/{table}/join", json={"side": side, "session": session})


def test_an_open_table_is_listed_and_joined(house: House) -> None:
    name, session = signed_in(house.client)
    table = begin(
        house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"}, name="Friday", clock=DAYS
    )
    table.german.ask("POST", "/name", json={"session": session})
    row = listed(house.client, table.id)[0]
    assert row == {
        "table": table.id,
        "name": "Friday",
        "game": "sword-beach",
        "scenario": "standard",
        "side": ALLIED,
        "since": house.now,
        "waiting": [name],
        "rated": True,
        "clock": {"kind": "days", "seconds": 2 * DAY, "increment": 0.0, "grace": DAY, "gift": DAY},
    }
    link = table.allied.token
    answer = join(house.client, table.id)
    assert answer.status_code == 200 and answer.json()["seat"] == ALLIED
    assert listed(house.client, table.id) == []
    joined = Player(house.client, table.id, answer.json()["token"])
    assert joined.look()["seat"] == ALLIED
    assert Player(house.client, table.id, link).ask("GET").status_code == 401, "the old link opens nothing"
    second = join(house.client, table.id)
    assert second.status_code == 409 and "no longer free" in second.json()["error"]


def test_of_many_who_join_at_once_one_gets_the_seat(house: House) -> None:
    table = begin(house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"})
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: join(house.client, table.id), range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    (token,) = [answer.json()["token"] for answer in answers if answer.status_code == 200]
    assert Player(house.client, table.id, token).look()["seat"] == ALLIED


def test_nobody_joins_a_seat_that_is_not_open_or_a_table_twice(house: House) -> None:
    name, session = signed_in(house.client)
    table = begin(house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"})
    table.german.ask("POST", "/name", json={"session": session})
    own = join(house.client, table.id, session=session)
    assert own.status_code == 403 and "you sit at this table already" in own.json()["error"]
    assert (
        join(house.client, table.id, GERMAN).status_code == 409
        and join(house.client, table.id, "watch").status_code == 409
    )
    assert join(house.client, "no-such-table").status_code == 409
    assert join(house.client, table.id, session="not a session").status_code == 403
    assert listed(house.client, table.id), "and it is still free"
    private = two(house)
    assert join(house.client, private.id).status_code == 409 and listed(house.client, private.id) == []


def test_the_owner_opens_and_closes_and_a_stranger_does_not(house: House) -> None:
    table = two(house)
    assert club(table.german)["free"] == [ALLIED]
    for player in (table.german, table.watch):
        assert player.ask("POST", "/open", json={"side": ALLIED, "open": True}).status_code == 403
    assert table.creator.ask("POST", "/open", json={"side": ALLIED, "open": True}).json() == {
        "seat": ALLIED,
        "open": True,
    }
    assert listed(house.client, table.id) and club(table.german)["open"] == [ALLIED]
    assert table.creator.ask("POST", "/open", json={"side": ALLIED, "open": False}).status_code == 200
    assert listed(house.client, table.id) == [] and join(house.client, table.id).status_code == 409
    assert table.creator.ask("POST", "/open", json={"side": "french", "open": True}).status_code == 422
    table.german.act(*OPENING)
    table.allied.act("beachhead 1640")
    played = table.creator.ask("POST", "/open", json={"side": ALLIED, "open": True})
    assert played.status_code == 403 and "free seat" in played.json()["error"]


def test_a_seat_that_its_link_took_is_no_longer_listed(house: House) -> None:
    table = begin(house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"})
    table.german.act(*OPENING)
    table.allied.act("beachhead 1640")
    assert listed(house.client, table.id) == [] and join(house.client, table.id).status_code == 409


def test_an_open_seat_is_listed_for_two_weeks(house: House) -> None:
    table = begin(house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"})
    house.now += 13 * DAY
    assert listed(house.client, table.id)
    house.now += 2 * DAY
    assert listed(house.client, table.id) == []


def test_what_is_listed_tells_nothing_of_the_game(house: House) -> None:
    """Two tables at which different things were set up in secret look the same."""
    one, other = (
        begin(house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "open"}) for _ in range(2)
    )
    one.german.act(*OPENING)
    rows = [
        {k: v for k, v in listed(house.client, table.id)[0].items() if k != "table"} for table in (one, other)
    ]
    assert rows[0] == rows[1]


def test_a_table_that_is_over_is_not_joined(house: House) -> None:
    table = mission(house, seats={US: "human", GERMAN: "open"})
    assert listed(house.client, table.id)
    table.seat[US].act("concede")
    assert listed(house.client, table.id) == [] and join(house.client, table.id, GERMAN).status_code == 409
    late = table.creator.ask("POST", "/open", json={"side": GERMAN, "open": True})
    assert late.status_code == 422 and "over" in late.json()["error"]


# ---------------------------------------------------------------- clocks


def test_no_clock_unless_it_is_asked_for(house: House) -> None:
    table = two(house)
    assert club(table.german)["clock"] is None
    for what in ("/claim", "/time"):
        answer = table.german.ask("POST", what)
        assert answer.status_code == 422 and "no clock" in answer.json()["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": {"kind": "hourglass"}},
        {"clock": {"kind": "days", "days": 0}},
        {"clock": {"kind": "chess", "minutes": -1}},
        {"clock": DAYS, "seats": {ALLIED: "mail"}},
        {"clock": DAYS, "seats": {ALLIED: "computer", GERMAN: "computer"}},
        {"seats": {ALLIED: "opened"}},
    ],
)
def test_a_clock_or_a_seat_that_cannot_be(house: House, wrong: dict[str, Any]) -> None:
    answer = house.client.post("/api/tables", json={"game": "sword-beach", **wrong})
    assert answer.status_code in (400, 422) and answer.json()["error"]


def test_clocks_start_when_both_players_have_come(house: House) -> None:
    table = two(house, CHESS)
    house.passes(HOUR)
    seen = club(table.german)["clock"]
    assert not seen["started"] and seen["left"] == {ALLIED: 600, GERMAN: 600} and seen["running"] is None
    club(table.allied)
    house.passes(100)
    seen = club(table.german)["clock"]
    assert seen["started"] and seen["left"] == {ALLIED: 600, GERMAN: 500} and seen["running"] == GERMAN


def test_a_side_pays_for_its_own_time_alone(house: House) -> None:
    table = ready(house, CHESS)
    assert left(table.allied) == {ALLIED: 600, GERMAN: 630}, "the German move is over: 30 seconds more"
    house.passes(90)
    assert left(table.german) == {ALLIED: 510, GERMAN: 630}
    table.allied.act("beachhead 1640")
    assert table.allied.look()["to_move"] == ALLIED, "one move has many actions"
    house.passes(10)
    assert left(table.german) == {ALLIED: 500, GERMAN: 630}


def test_days_for_a_move_begin_anew_with_each_move(house: House) -> None:
    table = two(house, DAYS)
    club(table.allied)
    house.passes(DAY)
    table.german.act(OPENING[0])
    house.passes(HOUR)
    assert left(table.german) == {ALLIED: 2 * DAY, GERMAN: DAY - HOUR}
    table.german.act(*OPENING[1:])
    house.passes(2 * HOUR)
    assert left(table.german) == {ALLIED: 2 * DAY - 2 * HOUR, GERMAN: 2 * DAY}


def test_a_restart_changes_no_clock_and_time_away_is_not_charged(house: House) -> None:
    table = ready(house, CHESS)
    house.passes(60)
    before = left(table.german)
    house.restart(away=5 * DAY)
    table = again(house, table)
    assert left(table.german) == before, "the server was away for five days"
    house.passes(40)
    assert left(table.german) == {**before, ALLIED: before[ALLIED] - 40}
    table.allied.act("beachhead 1640")
    house.restart(away=HOUR)
    table = again(house, table)
    assert left(table.german) == {**before, ALLIED: before[ALLIED] - 40}


def again(house: House, table: Table) -> Table:
    """The same seats at the server of now."""
    for player in (*table.seat.values(), table.creator):
        player.client = house.client
    return table


def test_a_killed_server_is_charged_until_its_last_sign_of_life(house: House) -> None:
    table = ready(house, CHESS)
    house.passes(60)
    house.now += 8  # killed here: nobody wrote that the server was there
    house.restart(away=HOUR)
    assert left(again(house, table).german)[ALLIED] == 540


def test_a_machine_that_slept_was_away(house: House) -> None:
    table = ready(house, CHESS)
    uptime = house.app.state.service.store.clocks.uptime
    house.now += GAP_SECONDS + 1  # without a sign of life
    assert left(table.german)[ALLIED] == 600
    uptime.beat()
    house.passes(5)
    assert left(table.german)[ALLIED] == 595


def test_taking_back_gains_neither_time_nor_increments(house: House) -> None:
    """A player hands over, lets the opponent think, takes it back, and does so again: the time is his own."""
    table = two(house, CHESS)
    club(table.allied)
    table.german.act(*OPENING[:-1])
    house.passes(10)
    for _ in range(3):
        table.german.act(OPENING[-1])
        assert table.watch.look()["to_move"] == ALLIED
        house.passes(20)
        assert left(table.watch)[ALLIED] == 580
        answer = table.german.ask("POST", "/undo", json={})
        assert answer.status_code == 200, answer.text
    assert left(table.watch) == {ALLIED: 600, GERMAN: 600 - 10 - 3 * 20}


def test_taking_back_does_not_begin_the_days_anew(house: House) -> None:
    table = two(house, DAYS)
    club(table.allied)
    house.passes(DAY)
    for _ in range(3):
        table.german.act(OPENING[0])
        table.german.ask("POST", "/undo", json={})
    house.passes(HOUR)
    table.german.act(*OPENING)
    house.passes(HOUR)
    table.german.ask("POST", "/undo", json={})
    assert left(table.watch) == {ALLIED: 2 * DAY, GERMAN: DAY - 2 * HOUR}


def test_looking_in_many_tabs_changes_no_clock(house: House) -> None:
    table = ready(house, CHESS)
    house.passes(50)
    for _ in range(20):
        for player in table.seat.values():
            player.look()
            assert left(player) == {ALLIED: 550, GERMAN: 630}


def test_a_computer_player_has_no_clock(house: House) -> None:
    table = begin(
        house.client, dice=COMMITTED, seats={GERMAN: "human", ALLIED: "computer:plain"}, clock=CHESS
    )
    house.passes(30)
    seen = club(table.german)["clock"]
    assert seen["left"] == {GERMAN: 570} and seen["running"] == GERMAN
    assert table.german.ask("POST", "/claim").status_code == 403


# ---------------------------------------------------------------- the end of the time


def test_nothing_happens_by_itself_when_the_time_is_over(house: House) -> None:
    table = ready(house, CHESS)
    early = table.german.ask("POST", "/claim")
    assert early.status_code == 422 and "not over" in early.json()["error"]
    house.passes(610)
    seen = club(table.german)["clock"]
    assert seen["late"] == ALLIED and seen["left"][ALLIED] == -10 and seen["claim_in"] == 50
    grace = table.german.ask("POST", "/claim")
    assert (
        grace.status_code == 422
        and "grace" in grace.json()["error"]
        and "50 seconds" in grace.json()["error"]
    )
    table.allied.act("beachhead 1640")
    house.passes(55)
    assert club(table.allied)["clock"]["claim_in"] == 0
    assert table.allied.look()["mine"] and table.allied.look()["legal"]["count"]
    assert table.german.look()["over"] is None, "the late side plays on as long as nobody claims"


def test_the_opponent_claims_after_the_time_of_grace(house: House) -> None:
    table = ready(house, DAYS)
    house.passes(3 * DAY)
    assert table.allied.ask("POST", "/claim").status_code == 403, "not for the late side itself"
    assert table.watch.ask("POST", "/claim").status_code == 403
    answer = table.german.ask("POST", "/claim")
    assert answer.status_code == 200
    assert answer.json()["claim"] == {"side": ALLIED, "winner": GERMAN, "at": house.now}
    for player in table.seat.values():
        look = player.look()
        assert look["over"] == {"winner": GERMAN, "level": "on time", "clause": ""}
        assert look["to_move"] is None and not look["mine"] and not look["legal"]["count"]
    acted = table.allied.try_to("beachhead 1640")
    assert acted.status_code == 422 and "claimed on time" in acted.json()["error"]
    for by in (table.german, table.allied):
        assert by.ask("POST", "/undo", json={}).status_code == 422
    assert (
        table.german.ask("POST", "/claim").status_code == 422
        and table.german.ask("POST", "/time").status_code == 422
    )
    rows = house.client.post("/api/mine", json={"tokens": [table.allied.token]}).json()
    assert rows[0]["over"]["level"] == "on time" and rows[0]["to_move"] is None
    house.passes(DAY)
    assert club(table.german)["clock"]["running"] is None
    house.restart()
    assert again(house, table).allied.look()["over"]["winner"] == GERMAN


def test_the_record_of_a_game_that_ended_on_time_stays_valid(house: House) -> None:
    table = ready(house, DAYS)
    house.passes(3 * DAY)
    table.german.ask("POST", "/claim")
    for player in table.seat.values():
        lines = read_lines(player.ask("GET", "/record").content)
        if is_sealed(lines):
            assert check_copy(lines).lines == len(lines)
        else:
            replay(grognard.load("sword-beach"), lines)


def test_of_a_claim_and_an_action_at_once_one_is_taken(house: House) -> None:
    """In turns the one or the other comes first; never both."""
    outcomes = set()
    for _ in range(6):
        table = ready(house, CHESS)
        house.passes(700)
        seq = table.allied.look()["seq"]
        both: list[Callable[[], httpx.Response]] = [
            lambda table=table: table.german.ask("POST", "/claim"),
            lambda table=table, seq=seq: table.allied.try_to("beachhead 1640", seq),
        ]
        with ThreadPoolExecutor(2) as pool:
            claim, act = [one.result() for one in [pool.submit(work) for work in both]]
        over = table.watch.look()["over"]
        acted = act.status_code == 200
        if claim.status_code == 200:
            assert over and over["level"] == "on time"
            assert acted == (table.watch.look()["seq"] > seq)
        else:
            assert acted and over is None
        outcomes.add((claim.status_code, act.status_code))
    assert outcomes <= {(200, 200), (200, 409), (200, 422), (409, 200), (422, 200)}


def test_an_action_that_another_process_took_before_the_claim_stands(house: House) -> None:
    """The claim names the line it was made at; a line more, and it is refused, and nothing is added after a
    claim.
    """
    table = ready(house, CHESS)
    house.passes(700)
    other = create_app(house.database, rate=0, now=lambda: house.now)
    with TestClient(other) as client:
        there = Player(client, table.id, table.german.token)
        assert there.look()["over"] is None
        assert there.ask("POST", "/claim").status_code == 200
        late = table.allied.try_to("beachhead 1640")  # this process has the table in memory as it was
        assert late.status_code in (409, 422), late.text
        assert table.allied.look()["over"]["level"] == "on time"


def test_more_time_is_given_by_the_opponent_alone(house: House) -> None:
    table = ready(house, CHESS)
    house.passes(650)
    assert table.allied.ask("POST", "/time").status_code == 403
    assert table.watch.ask("POST", "/time").status_code == 403
    given = table.german.ask("POST", "/time")
    assert given.status_code == 200 and given.json()["clock"]["left"][ALLIED] == 300, (
        "what was missing, and five minutes"
    )
    assert given.json()["clock"]["late"] is None
    house.passes(10)
    assert table.german.ask("POST", "/time").json()["clock"]["left"][ALLIED] == 590
    house.restart(away=10)
    assert left(again(house, table).german)[ALLIED] == 590


def test_days_that_are_given_are_for_this_move(house: House) -> None:
    table = two(house, DAYS)
    club(table.allied)
    house.passes(5 * DAY)
    assert table.allied.ask("POST", "/time").json()["clock"]["left"] == {ALLIED: 2 * DAY, GERMAN: DAY}
    table.german.act(*OPENING)
    assert left(table.german) == {ALLIED: 2 * DAY, GERMAN: 2 * DAY}


# ---------------------------------------------------------------- results


def named(house: House, table: Table) -> dict[str, str]:
    """Both sides under names of their own; gives the sessions."""
    sides = [side for side in table.seat if side != "watch"]
    sessions = {side: signed_in(house.client)[1] for side in sides}
    for side, session in sessions.items():
        assert table.seat[side].ask("POST", "/name", json={"session": session}).status_code == 200
    return sessions


def results(house: House) -> dict[str, Any]:
    answer = house.client.get("/api/results")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_no_results_yet(house: House) -> None:
    assert results(house) == {"games": [], "last": []}


def test_a_game_between_two_named_players_counts_once(house: House) -> None:
    table = mission(house)
    named(house, table)
    players = club(table.seat[US])["players"]
    table.seat[US].act("concede")
    found = results(house)
    assert found["last"] == [
        {
            "table": table.id,
            "game": "purple-heart-draw",
            "scenario": "standard",
            "winner": GERMAN,
            "level": "conceded",
            "on_time": False,
            "at": house.now,
            "players": players,
        }
    ]
    (game,) = found["games"]
    assert game["game"] == "purple-heart-draw" and game["games"] == 1
    assert [(r["player"], r["games"]) for r in game["players"]] == [(players[GERMAN], 1), (players[US], 1)]
    assert (
        game["players"][0]["elo"] == pytest.approx(-game["players"][1]["elo"])
        and game["players"][0]["elo"] > 0
    )
    (scenario,) = game["scenarios"]
    assert scenario["sides"][GERMAN] == {"wins": 1, "value": 1.0, "low": 0.2065, "high": 1.0}
    assert scenario["sides"][US] == {"wins": 0, "value": 0.0, "low": 0.0, "high": 0.7935}
    house.restart()
    assert results(house) == found


def test_the_record_of_a_finished_game_is_open_and_of_no_other(house: House) -> None:
    table, going = mission(house), mission(house)
    for one in (table, going):
        named(house, one)
    table.seat[US].act("concede")
    record = house.client.get(f"/api/results/{table.id}/record")
    assert record.status_code == 200
    assert replay(grognard.load("purple-heart-draw"), read_lines(record.content)).state.to_move is None
    for other in (going.id, "no-such-table"):
        assert house.client.get(f"/api/results/{other}/record").status_code == 404


def test_an_end_is_not_taken_back_and_counts_once(house: House) -> None:
    """The dice of a rated game are opened at its end."""
    table = mission(house)
    named(house, table)
    table.seat[US].act("concede")
    for past in (False, True):
        asked = {"past": past, "agreed": [table.seat[GERMAN].token]}
        assert table.seat[US].ask("POST", "/undo", json=asked).status_code == 422
    assert len(results(house)["last"]) == 1 and results(house)["games"][0]["games"] == 1


def test_a_claim_on_time_counts_once(house: House) -> None:
    table = two(house, DAYS)
    named(house, table)
    table.german.act(*OPENING)
    house.passes(3 * DAY)
    assert [table.german.ask("POST", "/claim").status_code for _ in range(2)] == [200, 422]
    (row,) = results(house)["last"]
    assert (row["winner"], row["level"], row["on_time"]) == (GERMAN, "on time", True)
    copy = read_lines(house.client.get(f"/api/results/{table.id}/record").content)
    assert is_sealed(copy) and check_copy(copy).lines == len(copy), "what was hidden stays hidden"


@pytest.mark.parametrize(
    "how",
    [
        {"seats": {US: "human", GERMAN: "human"}},
        {"enforcement": "adviser"},
        {"enforcement": "free"},
        {"dice": {"kind": "seeded", "seed": "7"}},
        {"dice": {"kind": "typed"}},
        {},
    ],
)
def test_what_is_not_rated(house: House, how: dict[str, Any]) -> None:
    table = mission(house, **how)
    named(house, table)
    seen = club(table.german)
    assert seen["rated"] == (not how) and seen["why"].startswith("A rated game has" if how else "")
    table.seat[US].act("concede")
    assert len(results(house)["last"]) == (0 if how else 1)


def test_a_campaign_without_a_winner_is_not_rated(house: House) -> None:
    table = begin(
        house.client, game="beyond-the-rhine", dice=COMMITTED, seats={"allied": "human", "axis": "link"}
    )
    named(house, table)
    assert not club(table.allied)["rated"]


def test_a_record_that_is_sent_in_and_a_what_if_game_are_not_rated(house: House) -> None:
    table = two(house)
    named(house, table)
    branch = table.german.ask("POST", "/branch", json={"at": 0})
    assert branch.status_code == 201, branch.text
    record = {"record": table.german.ask("GET", "/record").text, "seats": {ALLIED: "link"}}
    sent = house.client.post("/api/records", json=record)
    assert sent.status_code == 201, sent.text
    for made in (branch, sent):
        other = Table(house.client, made.json())
        named(house, other)
        assert not club(other.german)["rated"] and club(other.german)["why"].startswith("A rated game has")
    assert club(table.german)["rated"]


def test_without_two_names_nothing_counts(house: House) -> None:
    table = mission(house)
    table.german.ask("POST", "/name", json={"session": signed_in(house.client)[1]})
    assert club(table.german)["why"] == "The game is rated when both players play under a name."
    table.seat[US].act("concede")
    assert results(house)["last"] == []


def test_a_deleted_name_leaves_its_results_to_a_former_player(house: House) -> None:
    table = mission(house)
    session = named(house, table)[US]
    players = club(table.german)["players"]
    table.seat[US].act("concede")
    assert (
        house.client.post(
            "/api/names/delete", json={"passphrase": PASSPHRASE}, **as_player(session)
        ).status_code
        == 200
    )
    (row,) = results(house)["last"]
    assert row["players"] == {US: "a former player", GERMAN: players[GERMAN]}
    signed_in(house.client, players[US])
    assert results(house)["last"] == [row], "whoever takes the name next has played nothing"
    assert (
        club(table.german)["players"][US] == "a former player"
        and sign_in(house.client, players[US]).status_code == 200
    )
