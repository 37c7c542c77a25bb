"""Questions over the wire, sheets, and the pages of a desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient

import grognard
from grognard.web.app import Web

from .seats import begin

BOOK = "/api/ask/sword-beach"


def test_the_topics_with_their_parameters(client: TestClient[Web]) -> None:
    topics = client.get(BOOK).json()
    assert topics and all(topic["help"] for topic in topics.values())
    told = [parameter for topic in topics.values() for parameter in topic["parameters"]]
    assert told and all(set(one) == {"name", "kind", "help", "default", "required"} for one in told)


def test_an_answer_is_the_one_of_the_command_line(client: TestClient[Web]) -> None:
    from grognard.core.ask import ask

    topics = grognard.load("sword-beach").questions()
    name = next(n for n, t in topics.items() if not any(p.required for p in t.parameters))
    said = client.get(f"{BOOK}/{name}")
    assert said.status_code == 200, said.text
    assert said.json()["lines"] == ask(topics, name, {}).lines


def test_what_cannot_be_answered_says_so_in_one_line(client: TestClient[Web]) -> None:
    for path, status, words in (
        ("/api/ask/no-such-game", 404, "there is no game"),
        (f"{BOOK}/no-such-topic", 404, "there is no topic"),
        (f"{BOOK}/unit?nonsense=1", 422, "nonsense"),
        (f"{BOOK}/unit?name=a&name=b", 422, "twice"),
        ("/api/sheets/sword-beach/roster", 422, "no sheets"),
    ):
        answer = client.get(path)
        assert answer.status_code == status, (path, answer.text)
        assert words in answer.json()["error"] and "\n" not in answer.json()["error"]


def test_a_desk_needs_a_seat_and_a_page_the_game_has(client: TestClient[Web]) -> None:
    table = begin(client)
    assert client.get(f"/api/tables/{table.id}/desk/anything").status_code == 401
    answer = table.allied.ask("GET", "/desk/anything")
    assert answer.status_code == 422 and "no page 'anything'" in answer.json()["error"]


def test_the_style_of_sheets_is_served(client: TestClient[Web]) -> None:
    answer = client.get("/sheet.css")
    assert (
        answer.status_code == 200
        and "@page" in answer.text
        and answer.headers["content-type"].startswith("text/css")
    )


def test_nobody_makes_the_server_read_a_file(client: TestClient[Web], tmp_path: Path) -> None:
    file = tmp_path / "secret.toml"
    file.write_text("secret = 1")
    topics = client.get(BOOK).json()
    assert topics and all(p["name"] != "position" for topic in topics.values() for p in topic["parameters"])
    for topic in grognard.load("sword-beach").questions():
        answer = client.get(f"{BOOK}/{topic}", params={"position": str(file)})
        assert answer.status_code in (404, 422) and "secret = 1" not in answer.text
        assert "no topic" in answer.text or "no parameter --position" in answer.text


def test_every_parameter_that_reads_like_a_file_says_so() -> None:
    for name in grognard.GAMES:
        for topic in grognard.load(name).questions().values():
            assert all(p.file for p in topic.parameters if "file" in p.help.split()), (name, topic.name)


VALUES = {
    "int": ["-1", "0", "13", "9" * 24],
    "str": ["x", "1944-09-13", "1/0", "a" * 3000, "14.08"],
    "bool": ["yes"],
    "list": ["a,b", "14.08,14.08"],
}


@pytest.mark.parametrize("game", grognard.GAMES)
def test_no_question_is_answered_with_a_fault(client: TestClient[Web], game: str) -> None:
    """Nonsense in every parameter, one after another: an answer, or one clear line."""
    for name, topic in client.get(f"/api/ask/{game}").json().items():
        needed = {p["name"]: VALUES[p["kind"]][0] for p in topic["parameters"] if p["required"]}
        for parameter in topic["parameters"]:
            for value in VALUES[parameter["kind"]]:
                answer = client.get(f"/api/ask/{game}/{name}", params={**needed, parameter["name"]: value})
                assert answer.status_code in (200, 422), (
                    name,
                    parameter["name"],
                    value[:40],
                    answer.text[:200],
                )
                assert answer.status_code == 200 or "\n" not in answer.json()["error"]
