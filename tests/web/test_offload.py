"""Work that costs much is done beside the server: with a budget, a deadline, a queue, and for clients that
wait for it.
"""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from typing import Any

import pytest

from grognard.core.ruling import GrognardError, Ruling
from grognard.web.offload import Busy, Gate, HungUp, Offload, Refused, TooCostly, while_connected

from .processes import until
from .seats import begin

LONG = 3600.0  # seconds: nothing here waits for it


# ---------------------------------------------------------------- what is done in the process


def add(a: int, b: int) -> int:
    return a + b


def spin() -> None:
    while True:
        pass


def spin_on() -> None:
    """Goes on after every exception that `except Exception` catches."""
    while True:
        with suppress(Exception):
            spin()


def defy() -> None:
    """Goes on whatever happens."""
    while True:
        with suppress(BaseException):
            spin()


def burn(seconds: float) -> str:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def refuse() -> None:
    error: Any = GrognardError("not so")
    error.rulings = [Ruling("SB-1.1", "it is not so")]
    raise error


def fail() -> None:
    raise KeyError("line")


def die() -> None:
    os._exit(3)


def process() -> int:
    return os.getpid()


def hoard() -> int:
    return len(bytearray(8 << 30))


# ---------------------------------------------------------------- the processes


@pytest.fixture(scope="module")
def offload() -> Any:
    found = Offload(processes=1, budget=1, deadline=LONG)
    with asyncio.Runner() as runner:
        found.runner = runner  # type: ignore[attr-defined]
        yield found
    found.close()


def run(offload: Any, work: Any, *args: Any) -> Any:
    return offload.runner.run(offload.run("me", work, *args))


def test_work_is_done_elsewhere(offload):
    assert run(offload, add, 2, 3) == 5 and run(offload, process) != os.getpid()


def test_a_refusal_comes_back_with_its_clauses(offload):
    with pytest.raises(Refused, match="not so") as caught:
        run(offload, refuse)
    assert caught.value.rulings == [("SB-1.1", "it is not so")]


def test_a_fault_comes_back_with_its_traceback_and_the_process_goes_on(offload):
    before = run(offload, process)
    with pytest.raises(RuntimeError, match=r"(?s)in fail.*KeyError: 'line'"):
        run(offload, fail)
    assert run(offload, process) == before


@pytest.mark.parametrize("work", [spin, spin_on])
def test_work_that_uses_up_its_budget_is_stopped(offload, work):
    """Of processor time: how busy the machine is makes no difference. The next question has another
    process.
    """
    before = run(offload, process)
    with pytest.raises(TooCostly, match="processor time"):
        run(offload, work)
    assert run(offload, process) != before and run(offload, add, 1, 1) == 2


def test_work_that_no_exception_can_stop_is_ended_with_its_process(offload):
    with pytest.raises(TooCostly, match="died"):
        run(offload, defy)
    assert run(offload, add, 1, 1) == 2


def test_work_within_its_budget_is_not_stopped_later(offload):
    """The watch over a piece of work ends with it: the time of many pieces is not added up."""
    for _ in range(4):
        assert run(offload, burn, 0.4) == "done"


def test_work_that_wants_too_much_memory_is_stopped(offload):
    with pytest.raises(TooCostly):
        run(offload, hoard)
    assert run(offload, add, 1, 1) == 2


def test_a_process_that_dies_is_replaced(offload):
    with pytest.raises(TooCostly, match="died"):
        run(offload, die)
    assert run(offload, add, 1, 1) == 2


def test_work_past_its_deadline_is_stopped():
    offload = Offload(processes=1, deadline=0.01)
    try:
        with pytest.raises(TooCostly, match="not ready"):
            asyncio.run(offload.run("me", sleep, LONG))
    finally:
        offload.close()


def test_work_is_stopped_when_the_client_hangs_up():
    """The process is ended; the next question has another."""

    async def scene() -> None:
        offload = Offload(processes=1, budget=1000, deadline=LONG)
        first = await offload.run("me", process)
        messages = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

        async def receive() -> Any:
            await asyncio.sleep(0)
            return next(messages)

        with pytest.raises(HungUp):
            await while_connected(receive, offload.run("me", spin))
        assert await offload.run("me", process) != first
        await asyncio.to_thread(until, lambda: not alive(first))
        offload.close()

    asyncio.run(scene())


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


# ---------------------------------------------------------------- the queue


def test_a_client_has_its_share_of_the_queue_and_no_more():
    gate = Gate(most=3, most_of_a_client=2)
    with gate.admit("one"), gate.admit("one"):
        with pytest.raises(Busy, match="2 of your questions"), gate.admit("one"):
            pass
        with gate.admit("other"), pytest.raises(Busy, match="answering 3 questions"), gate.admit("third"):
            pass
    with gate.admit("one"):
        pass


def test_a_client_with_many_questions_leaves_a_process_to_the_others():
    """Two pieces that never end do not take both processes: the second waits, and another client is
    answered.
    """

    async def scene() -> None:
        offload = Offload(processes=2, budget=1000, deadline=LONG)
        greedy = [asyncio.ensure_future(offload.run("greedy", sleep, LONG)) for _ in range(5)]
        assert await offload.run("modest", add, 2, 3) == 5
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        assert await offload.run("greedy", add, 1, 1) == 2
        offload.close()

    asyncio.run(scene())


def test_a_refused_client_does_not_take_a_place():
    gate = Gate(most=3, most_of_a_client=1)
    for _ in range(5):
        with gate.admit("one"), pytest.raises(Busy), gate.admit("one"):
            pass
    with gate.admit("one"):
        pass


def test_a_ledger_that_would_take_minutes_is_refused_at_once(client):
    for ledger, words in (
        ("a." * 90_000 + "a=1", "nested more than"),
        ("a=" + "9" * 5000, "digits"),
        ("[" * 90_000, ""),
    ):
        answer = client.post(
            "/api/paper/longest-day/staff", json={"given": {"ledger": ledger, "day": "1944-06-12"}}
        )
        assert answer.status_code == 422 and words in answer.json()["error"]


def test_a_range_has_an_end(client):
    answer = client.get("/api/sheets/beyond-the-rhine/turn", params={"date": "1", "until": "70"})
    assert answer.status_code == 422 and "at most 13 pages at once, not 70" in answer.json()["error"]
    assert (
        client.get(
            "/api/sheets/beyond-the-rhine/turn", params={"date": "1", "until": "13", "as": "html"}
        ).status_code
        == 200
    )


def test_a_client_with_too_many_questions_is_told_so(client, monkeypatch):
    monkeypatch.setattr(client.app.state.service.offload.gate, "most_of_a_client", 0)
    answer = client.get("/api/ask/sword-beach/weather")
    assert answer.status_code == 429 and "your questions" in answer.json()["error"]
    monkeypatch.setattr(client.app.state.service.hints, "most", 0)
    table = begin(client)
    assert table.german.ask("GET", "/hint").status_code == 429
