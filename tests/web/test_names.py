"""Names with a passphrase: who gets one, who is let in, and what is left of a name that is deleted."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from litestar.testing import TestClient

from grognard.core.ruling import GrognardError
from grognard.web.app import create_app
from grognard.web.club import SIGN_IN_OF_A_NAME
from grognard.web.club_api import WRONG
from grognard.web.names import check_passphrase, hash_passphrase, is_passphrase, name_key, shown_name
from grognard.web.offload import Busy
from grognard.web.service import Service
from tests.sword_beach.opening import RECORD

from .seats import begin

PASSPHRASE = "seven plain wooden chairs"
_number = count(1)


def new_name() -> str:
    """A name no other test has."""
    return f"Player {chr(65 + next(_number) % 26)}x{next(_number)}"


def register(client, name: str, passphrase: str = PASSPHRASE):
    return client.post("/api/names", json={"name": name, "passphrase": passphrase})


def signed_in(client, name: str = "") -> tuple[str, str]:
    """A new name and the token of its session."""
    answer = register(client, name or new_name())
    assert answer.status_code == 201, answer.text
    return answer.json()["name"], answer.json()["token"]


def as_player(token: str) -> dict[str, dict[str, str]]:
    return {"headers": {"Authorization": f"Bearer {token}"}}


def sign_in(client, name: str, passphrase: str = PASSPHRASE):
    return client.post("/api/names/sign-in", json={"name": name, "passphrase": passphrase})


# ---------------------------------------------------------------- what a name may be


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bill", "Bill"),
        ("  two   words ", "two words"),
        ("ＢＩＬＬ", "BILL"),
        ("Роммель", "Роммель"),
        ("O'Neil-Smith", "O'Neil-Smith"),
        ("x" * 24, "x" * 24),
        ("ab", "ab"),
    ],
)
def test_a_name_as_it_is_shown(text: str, shown: str) -> None:
    assert shown_name(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "x" * 25,
        "a\x00b",
        "a\nb\x07",
        "a\u202eb",
        "a\u200bb",
        "a<b>",
        "-dash",
        "dash-",
        "e\u0301\u0302\u0303",
        "Вill",
        "admin",
        "Ａdmin",
        "a former player",
        "COMPUTER",
        "😀😀",
    ],
)
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(GrognardError, match="name"):
        shown_name(text)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Bill", "bill"),
        ("Bill", "ＢＩＬＬ"),
        ("Bill", "Bi11"),
        ("Bill", "BiIl"),
        ("Bill", "B-i ll"),
        ("Zoe", "Zoë"),
        ("Bob", "B0b"),
        ("ocea", "осеа"),
        ("Burn", "Bum"),
        ("Rex", "Rex."),
    ],
)
def test_names_that_look_alike_are_one(one: str, two: str) -> None:
    assert name_key(one) == name_key(two)


def test_different_names_stay_different() -> None:
    assert (
        len({name_key(name) for name in ("Bill", "Bob", "Anna", "Otto", "Роммель", "Player 2", "Player 3")})
        == 7
    )


@pytest.mark.parametrize("passphrase", ["", "short", "aaaaaaaaaaaaaa", "Bill Smith 1", "x" * 201])
def test_a_passphrase_that_is_refused(passphrase: str) -> None:
    with pytest.raises(GrognardError, match="passphrase"):
        check_passphrase(passphrase, "bill smith l")


def test_a_secret_has_a_salt_and_fits_one_passphrase() -> None:
    one, two = hash_passphrase(PASSPHRASE), hash_passphrase(PASSPHRASE)
    assert one != two and one.startswith("scrypt:15:8:1:") and PASSPHRASE not in one
    assert is_passphrase(PASSPHRASE, one) and not is_passphrase(PASSPHRASE + " ", one)
    assert not is_passphrase(PASSPHRASE, None)


# ---------------------------------------------------------------- signing in


def test_a_name_is_taken_once_and_its_passphrase_lets_in(client) -> None:
    name, token = signed_in(client)
    assert client.get("/api/names/me", **as_player(token)).json() == {"name": name}
    for other in (name, name.upper(), f" {name}  ", name.replace(" ", "-")):
        answer = register(client, other, "another passphrase of mine")
        assert answer.status_code == 409 and "taken" in answer.json()["error"]
    again = sign_in(client, name.lower())
    assert again.status_code == 200 and again.json()["name"] == name and again.json()["token"] != token
    wrong, unknown = sign_in(client, name, PASSPHRASE + "!"), sign_in(client, "Nemo of Nowhere", PASSPHRASE)
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json()["error"] == unknown.json()["error"] == WRONG


def test_of_many_who_take_one_name_at_once_one_gets_it(client) -> None:
    name = new_name()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda k: register(client, name.upper() if k % 2 else name), range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


def test_signing_out_ends_one_session(client) -> None:
    name, token = signed_in(client)
    other = sign_in(client, name).json()["token"]
    assert client.post("/api/names/sign-out", **as_player(token)).status_code == 200
    assert client.get("/api/names/me", **as_player(token)).status_code == 401
    assert client.post("/api/names/sign-out", **as_player(token)).status_code == 401
    assert client.get("/api/names/me", **as_player(other)).json() == {"name": name}


def test_a_new_passphrase_needs_the_old_one_and_ends_the_other_sessions(client) -> None:
    name, token = signed_in(client)
    thief = sign_in(client, name).json()["token"]
    wrong = {"passphrase": "not the passphrase", "new": "a thief's passphrase"}
    assert client.post("/api/names/passphrase", json=wrong, **as_player(thief)).status_code == 403
    right = {"passphrase": PASSPHRASE, "new": "eight plain wooden chairs"}
    changed = client.post("/api/names/passphrase", json=right, **as_player(token))
    assert changed.status_code == 200, changed.text
    for old in (token, thief):
        assert client.get("/api/names/me", **as_player(old)).status_code == 401
    assert client.get("/api/names/me", **as_player(changed.json()["token"])).json() == {"name": name}
    assert sign_in(client, name).status_code == 403 and sign_in(client, name, right["new"]).status_code == 200


def test_a_deleted_name_is_free_and_its_next_owner_is_somebody_else(client) -> None:
    name, token = signed_in(client)
    assert (
        client.post(
            "/api/names/delete", json={"passphrase": "a wrong passphrase"}, **as_player(token)
        ).status_code
        == 403
    )
    assert (
        client.post("/api/names/delete", json={"passphrase": PASSPHRASE}, **as_player(token)).status_code
        == 200
    )
    assert (
        client.get("/api/names/me", **as_player(token)).status_code == 401
        and sign_in(client, name).status_code == 403
    )
    assert signed_in(client, name)[1] != token


def test_a_session_ends_by_itself(tmp_path) -> None:
    now = [1e9]
    with TestClient(create_app(f"sqlite:///{tmp_path / 'a.sqlite'}", rate=0, now=lambda: now[0])) as client:
        _, token = signed_in(client)
        now[0] += 179 * 86400
        assert client.get("/api/names/me", **as_player(token)).status_code == 200
        now[0] += 2 * 86400
        assert client.get("/api/names/me", **as_player(token)).status_code == 401


def test_guessing_is_limited_for_a_client_and_for_a_name(tmp_path) -> None:
    """Time is told by the test: the tries come back with it."""
    now = [1e9]
    with TestClient(
        create_app(f"sqlite:///{tmp_path / 'a.sqlite'}", rate=1e6, burst=1e6, now=lambda: now[0])
    ) as client:
        name, _ = signed_in(client)
        tries = [sign_in(client, name, f"a wrong guess {k}").status_code for k in range(12)]
        assert tries == [403] * 10 + [429] * 2
        assert sign_in(client, name).status_code == 429, "the right passphrase is not told from a wrong one"
        now[0] += 61
        assert sign_in(client, name).status_code == 200 and sign_in(client, name).status_code == 429
        made = [register(client, f"Squat {'ABCDEFG'[k]}").status_code for k in range(6)]
        assert made == [201] * 4 + [429] * 2, "one name was taken above"


def test_a_name_is_guarded_against_many_clients(tmp_path) -> None:
    """Each from a network of its own, at one moment: the tries of the name are used up, those of other names
    are not.
    """
    desk = Service(f"sqlite:///{tmp_path / 'a.sqlite'}", now=lambda: 1e9)
    burst = int(SIGN_IN_OF_A_NAME[0])

    async def guess(client: str, name: str) -> bool:
        try:
            await desk.club.count_sign_in(client, name)
        except Busy:
            return False
        return True

    async def guesses(name: str) -> list[bool]:
        return [await guess(f"2001:db8:0:{k:x}::1", name) for k in range(burst + 5)]

    assert asyncio.run(guesses("Bill")) == [True] * burst + [False] * 5
    assert not asyncio.run(guess("192.0.2.1", "ＢＩ１１")) and asyncio.run(guess("192.0.2.1", "Bob"))
    desk.store.close()


def test_nothing_of_a_passphrase_or_a_session_is_in_the_database(tmp_path) -> None:
    path = tmp_path / "a.sqlite"
    with TestClient(create_app(f"sqlite:///{path}", rate=0)) as client:
        _, token = signed_in(client)
    with sqlite3.connect(path) as db:
        dump = "\n".join(db.iterdump())
    assert PASSPHRASE not in dump and token not in dump and "scrypt:15:8:1:" in dump


# ---------------------------------------------------------------- at a table


def test_a_seat_is_played_under_a_name_before_its_first_action_and_once(client) -> None:
    table = begin(client, seats={"german": "human", "allied": "link"}, dice={"kind": "committed"})
    (name, token), (other, rival) = signed_in(client), signed_in(client)
    answer = table.german.ask("POST", "/name", json={"session": token})
    assert answer.status_code == 200 and answer.json()["players"] == {"allied": None, "german": name}
    assert table.german.ask("POST", "/name", json={"session": token}).status_code == 200, (
        "once more changes nothing"
    )
    stolen = table.german.ask("POST", "/name", json={"session": rival})
    assert stolen.status_code == 403 and "already" in stolen.json()["error"]
    both = table.allied.ask("POST", "/name", json={"session": token})
    assert both.status_code == 403 and "other side" in both.json()["error"]
    assert table.watch.ask("POST", "/name", json={"session": rival}).status_code == 403
    assert table.allied.ask("POST", "/name", json={"session": "not a session"}).status_code == 403
    seen = table.allied.ask("POST", "/name", json={"session": rival}).json()
    assert seen["players"] == {"allied": other, "german": name} and seen["rated"] and seen["why"] == ""


def test_a_seat_that_has_acted_takes_no_name(client) -> None:
    table = begin(client, seats={"german": "human", "allied": "link"}, dice={"kind": "committed"})
    unit, hex_ = next(iter(RECORD.items()))
    table.german.act(f"record {unit} {hex_}")
    late = table.german.ask("POST", "/name", json={"session": signed_in(client)[1]})
    assert late.status_code == 403 and "before its first action" in late.json()["error"]


def test_a_creator_who_takes_a_seat_back_does_not_get_its_name(client) -> None:
    """Or he could play both sides, one of them under the name of another."""
    table = begin(client, seats={"german": "human", "allied": "link"}, dice={"kind": "committed"})
    name, token = signed_in(client)
    assert table.allied.ask("POST", "/name", json={"session": token}).json()["players"]["allied"] == name
    table.allied.token = table.creator.ask("POST", "/revoke", json={"seat": "allied"}).json()["token"]
    assert table.allied.ask("GET", "/club").json()["players"]["allied"] is None


def test_a_player_who_renews_their_link_keeps_seat_and_name(client) -> None:
    table = begin(client, seats={"german": "human", "allied": "link"}, dice={"kind": "committed"})
    name, token = signed_in(client)
    table.allied.ask("POST", "/name", json={"session": token})
    table.allied.token = table.allied.ask("POST", "/revoke", json={"seat": "allied"}).json()["token"]
    assert table.creator.ask("POST", "/revoke", json={"seat": "allied"}).status_code == 403
    assert table.allied.ask("GET", "/club").json()["players"]["allied"] == name
