"""Twin tables: two games that differ only in what is hidden send every other seat the same bytes, on every
route there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import grognard
from grognard.core.facts import CHANCE, Action, is_bookkeeping
from grognard.core.lines import Line
from grognard.core.reveal import SPECTATOR
from grognard.core.twins import Twins, twins, visible_differences
from grognard.games.beyond_the_rhine.campaign.pieces import ENEMY, OF_SIDE, UNIT
from grognard.games.beyond_the_rhine.campaign.position import Campaign
from grognard.games.beyond_the_rhine.campaign.visibility import sighted
from grognard.web.app import Web
from grognard.web.copies import as_file

from .probes import PROBES, inquiry, unknown_routes
from .processes import PATIENCE, Ear, serving
from .seats import WATCH, Player, Table

HIDING = [name for name in grognard.GAMES if grognard.load(name).new().hidden]  # whatever is agreed
NOISE = [
    (re.compile(rb'"(seal|salt|now|watch|creator|token)":"[\w-]+"'), rb'"\1":"..."'),
    (re.compile(rb":\d{9,}[.]\d+"), b":0"),  # when a line of chat was written or a table was set up
]

LEFT_OUT = ("date", "content-length")  # the length without what is random is compared with the text


def uploaded(client: httpx.Client, pair: Twins) -> tuple[Table, Table]:
    """The two games at the server."""
    tables = []
    for match in (pair.one, pair.two):
        body = {"record": as_file(match.lines).decode(), "name": "twin"}
        answer = client.post("/api/records", json=body)
        assert answer.status_code == 201, answer.text
        tables.append(Table(client, answer.json()))
    return tables[0], tables[1]


def plain(answer: httpx.Response, table: str) -> tuple[Any, ...]:
    """An answer without what is random in every answer."""
    text = answer.content
    for pattern, same in NOISE:
        text = pattern.sub(same, text)
    head = sorted(
        (name, value.replace(table, "TABLE"))
        for name, value in answer.headers.items()
        if name not in LEFT_OUT
    )
    return answer.status_code, text.replace(table.encode(), b"TABLE"), head


def compare(
    players: tuple[Player, Player], method: str, path: str, **how: Any
) -> tuple[httpx.Response, httpx.Response]:
    """The same question at both tables has the same answer."""
    answers = players[0].ask(method, path, **how), players[1].ask(method, path, **how)
    said = [plain(answer, player.table) for answer, player in zip(answers, players, strict=True)]
    assert said[0] == said[1], f"{method} {path} {how}\n{_near_difference(said[0][1], said[1][1])}"
    return answers


def _near_difference(one: bytes, two: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"{one[max(at - 150, 0) : at + 200]!r}\n{two[max(at - 150, 0) : at + 200]!r}"


def pry(client: TestClient[Web], pair: Twins, seat: str, rng: Random) -> int:
    """Asks everything there is to ask as one seat; gives the number of questions."""
    tables = uploaded(client, pair)
    players = tables[0].seat[seat], tables[1].seat[seat]
    look = compare(players, "GET", "")[0].json()
    asked, count = inquiry(pair, seat, look, rng), 0
    for (method, route), requests in PROBES.items():
        for request in requests(asked):
            path = route.removeprefix("/api/tables/{table}")
            how = {name: value for name, value in request.items() if "{" + name + "}" not in path}
            answers = compare(players, method, path.format(**request), **how)
            count += 1
            if path == "/branch" and answers[0].status_code == 201:
                count += look_into(client, answers)
            if path == "/revoke" and answers[0].status_code == 200:
                for player, answer in zip(players, answers, strict=True):
                    player.token = answer.json()["token"]
    count += act_and_undo(pair, players, rng)
    count += mail_files(client, tables, seat)
    mine = [
        plain(client.post("/api/mine", json={"tokens": [player.token]}), player.table) for player in players
    ]
    assert mine[0] == mine[1], _near_difference(mine[0][1], mine[1][1])
    return count


def mail_files(client: TestClient[Web], tables: tuple[Table, Table], seat: str) -> int:
    """What a seat is sent by the others if it is played elsewhere, by mail, as the tables of an earlier
    release may be.
    """
    if seat == WATCH:
        return 0
    store, rooms = client.app.state.service.store, client.app.state.service.live_games
    with ExitStack() as after:
        for table in tables:
            kind = store.kinds(table.id)[seat]
            store.change_seat(table.id, seat, kind="mail")
            after.callback(store.change_seat, table.id, seat, kind=kind)
            rooms.reseat(table.id)
        senders = [name for name in tables[0].seat if name not in (seat, WATCH)]
        for sender in senders:
            compare((tables[0].seat[sender], tables[1].seat[sender]), "GET", "/letter", params={"to": seat})
    return len(senders)


def act_and_undo(pair: Twins, players: tuple[Player, Player], rng: Random) -> int:
    """A seat that tries an action, looks, and takes it back learns nothing, as long as the action shows it
    nothing.
    """
    look = players[0].look()
    common = [
        action
        for action in pair.one.state.legal_actions()
        if not action.gives_up and shows_nothing(pair, action)
    ]
    if not look["mine"] or look["at"] != len(pair.one.state.actions) or not common:
        return 0
    action, seq = str(rng.choice(common)), look["seq"]
    compare(players, "POST", "/act", json={"do": action, "seq": seq, "view": True})
    compare(players, "GET", "")
    compare(players, "POST", "/undo", json={"seq": players[0].look()["seq"]})
    compare(players, "GET", "")
    return 4


def shows_nothing(pair: Twins, action: Action) -> bool:
    """Whether the other seats still see the same after an action of one of them."""
    after = [deepcopy(state) for state in pair.states]
    for state in after:
        if not state.takes(action):
            return False
        state.push(action)
    told = [
        [state.events_seen_by(seat, len(state.actions) - 1) for seat in pair.outsiders] for state in after
    ]
    seen = [[list(visible_differences(after[0], after[1], seat)) for seat in pair.outsiders]]
    return told[0] == told[1] and not any(seen[0])


def look_into(client: TestClient[Web], answers: tuple[httpx.Response, httpx.Response]) -> int:
    """A what-if game shows both sides: it must not show the secret."""
    tables = [Table(client, answer.json()) for answer in answers]
    for seat in tables[0].seat:
        for path in ("", "/record"):
            compare((tables[0].seat[seat], tables[1].seat[seat]), "GET", path)
    return 2 * len(tables[0].seat)


def points(pair: Twins, most: int) -> Iterator[bool]:
    """The moments at which a pair is looked at: right after the secret was made, and later, before it comes
    out.
    """
    if not pair.part():
        return
    for number, _ in enumerate(pair.steps(most)):
        if pair.differ and pair.in_step and number in (0, 3, most - 1):
            yield pair.under_way


def seats_of(pair: Twins) -> list[str]:
    return [WATCH if seat == SPECTATOR else seat for seat in pair.outsiders]


def pry_all(
    client: TestClient[Web], game: str, seed: int, scenario: str, most: int = 12, kinds: int = 1000
) -> int:
    """Twins of so many kinds of secret of a random game, each looked at by every other seat; gives the number
    of questions.

    A kind whose twins do not differ at any moment does not count, so that a sample never comes to nothing by
    bad luck.
    """
    rng, counts = Random(seed), list[int]()
    pairs = list(twins(grognard.load(game), seed, scenario))
    for pair in rng.sample(pairs, len(pairs)):
        if len(counts) == kinds:
            break
        if count := pry_pair(client, pair, most, rng):
            counts.append(count)
    return sum(counts)


def pry_pair(client: TestClient[Web], pair: Twins, most: int, rng: Random) -> int:
    """One pair, looked at by every other seat at several moments."""
    count = 0
    for _ in points(pair, most):
        for seat in seats_of(pair):
            try:
                count += pry(client, pair, seat, rng)
            except AssertionError as error:
                raise AssertionError(
                    f"{pair.one.state.game.name}: {pair.kind} shows to {seat}: {error}"
                ) from error
    return count


@pytest.fixture(autouse=True)
def same_whims(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players of all tables have the same whims, so that their hints can be compared."""
    monkeypatch.setattr("grognard.web.live_games.secrets.token_hex", lambda count: "0" * 2 * count)


def test_every_route_of_the_server_is_compared(client: TestClient[Web]) -> None:
    """A new route is added to `probes`, or it is one that takes no token."""
    assert unknown_routes(client.app) == set()


def test_twin_tables_of_sword_beach(client: TestClient[Web]) -> None:
    assert pry_all(client, "sword-beach", 1, "standard") > 100


def test_twin_tables_of_a_card(client: TestClient[Web]) -> None:
    assert pry_all(client, "purple-heart-draw", 1, "phd-3") > 100


@pytest.mark.parametrize("seed", [2, pytest.param(21, marks=pytest.mark.nightly)])
def test_twin_tables_of_the_mission(client: TestClient[Web], seed: int) -> None:
    """One kind of secret; the nightly run asks about all."""
    assert pry_all(client, "purple-heart-draw", seed, "standard", kinds=1) > 50


class CoveredTwins(Twins):
    """Twins of the Rhine map under fog: they part by what is done with two counters that lie covered."""

    def part(self) -> bool:
        state = self.one.state
        assert isinstance(state, Campaign)
        covered = OF_SIDE[self.kind.owner] & state.on_map & ~sighted(state, ENEMY[self.kind.owner])
        listed = [
            action
            for action in state.legal_actions()
            if action.verb in ("mode", "reserve") and covered >> UNIT[getattr(action, "unit", "")] & 1
        ]
        unseen = [action for action in listed if not self.shows(state, action)]
        if len(unseen) < 2:
            return False
        mine, other = self.rng.sample(unseen, 2)
        self.one.do(mine)
        self.two.do(other)
        return True

    def shows(self, state: Campaign, action: Action) -> bool:
        """Whether all can see what it changes: a zone that comes or goes does show."""
        after = deepcopy(state)
        after.push(action)
        return any(
            not is_bookkeeping(name)
            for seat in self.outsiders
            for name in visible_differences(state, after, seat)
        )


def pry_fog(client: TestClient[Web], seed: int, steps: set[str], most: int) -> int:
    """Asks every question at twin tables that part in the steps named."""
    rng, count = Random(seed), 0
    game = grognard.load("beyond-the-rhine-map")
    for pair in twins(game, seed, wanted=lambda kind: kind.step in steps, options={"fog": True}):
        count += pry_pair(client, CoveredTwins(pair.kind, pair.one, pair.two, pair.rng), most, rng)
    return count


def test_twin_tables_of_the_rhine_map_under_fog(client: TestClient[Web]) -> None:
    """Counters below the top are handled in a Movement Phase; the nightly run follows them through the turn."""
    assert pry_fog(client, 3, {"allied movement", "german movement"}, 1) > 60


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20, 40, 4))
def test_twin_tables_of_the_rhine_map_through_the_turn(client: TestClient[Web], seed: int) -> None:
    """Four games together: in some no covered counter can be handled unseen."""
    movement = {"allied movement", "german movement"}
    assert sum(pry_fog(client, one, movement, 40) for one in range(seed, seed + 4)) > 100


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 200))
@pytest.mark.parametrize("game", HIDING)
def test_twin_tables_of_every_kind_of_secret(client: TestClient[Web], game: str, seed: int) -> None:
    assert sum(pry_all(client, game, seed, scenario) for scenario in grognard.load(game).scenarios) > 100


# ---------------------------------------------------------------- streams


def stream_twins(address: str, pair: Twins, most: int) -> int:
    """Both games played live from the moment they part: what the streams of other seats bring is the same to
    the last byte.
    """
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        tables = uploaded(client, pair)
        before = len(pair.one.lines)
        ears = [[Ear(table.seat[seat]) for seat in seats_of(pair)] for table in tables]
        both = before, before
        if not pair.part():
            return 0
        for _ in pair.steps(most):
            if pair.in_step:
                both = len(pair.one.lines), len(pair.two.lines)
        for table, match, own, end in zip(tables, (pair.one, pair.two), ears, both, strict=True):
            for line in match.lines[before:end]:
                play(table, line)
            for ear in own:
                ear.wait_for(end - 1)
        heard = [[[line for line in ear.raw if line.startswith("data: ")] for ear in own] for own in ears]
        assert heard[0] == heard[1], f"{pair.kind} shows in a stream"
        return both[0] - before


def play(table: Table, line: Line) -> None:
    """A recorded action or roll again, by a seat that may take it."""
    by = line["by"] if line["by"] != CHANCE else line.get("to") or next(iter(table.seat))
    table.seat[by].act(line["do"])


@pytest.mark.parametrize(("game", "seed"), [("sword-beach", 0), ("purple-heart-draw", 3)])
def test_twin_streams(tmp_path: Path, game: str, seed: int) -> None:
    """The kinds of secret of a random game in a random order, until enough actions were heard."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as client:
        pairs = list(twins(grognard.load(game), seed))
        actions = 0
        for pair in Random(seed).sample(pairs, len(pairs)):
            actions += stream_twins(str(client.base_url), pair, 6)
            if actions > 20:
                break
        assert actions > 5
