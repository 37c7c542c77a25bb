"""Streams: nobody misses what happens while he or somebody else begins to listen."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from grognard.web import broadcast
from grognard.web.broadcast import MAX_NEWS, Broadcaster, Stream


def said(news: bytes) -> dict[str, Any]:
    return json.loads(news.removeprefix(b"data: "))


async def always() -> bool:
    return True


def test_whoever_listens_already_is_told_though_another_begins_meanwhile():
    """The second asks where the table stands when the move is stored and not yet announced."""

    async def scene() -> list[dict[str, Any]]:
        broadcaster = Broadcaster()

        async def at_five() -> tuple[int, int]:
            return 5, 0

        async def at_six() -> tuple[int, int]:
            return 6, 0

        one = broadcaster.stream("t", Stream("allied", "a"), at_five, always)
        heard = [said(await anext(one))]
        other = broadcaster.stream("t", Stream("german", "b"), at_six, always)
        heard.append(said(await anext(other)))
        assert broadcaster.seq["t"] == 5  # what all have been told
        broadcaster.seq["t"] = 6
        broadcaster.publish("t", lambda seat: {"for": seat})
        heard += [said(await anext(one)), said(await anext(other))]
        await one.aclose()
        assert broadcaster.has_listeners("t")
        await other.aclose()
        assert not broadcaster.has_listeners("t") and not broadcaster.seq and not broadcaster.chat
        return heard

    assert asyncio.run(scene()) == [
        {"seq": 5, "chat": 0},
        {"seq": 6, "chat": 0},
        {"seq": 6, "chat": 0, "for": "allied"},
        {"seq": 6, "chat": 0, "for": "german"},
    ]


def test_what_happens_while_one_asks_where_the_table_stands_is_not_missed():
    async def scene() -> list[dict[str, Any]]:
        broadcaster = Broadcaster()

        async def slow() -> tuple[int, int]:
            broadcaster.seq["t"] = 8
            broadcaster.publish("t", lambda seat: {"events": [8]})  # stored after the question was answered
            return 7, 2

        one = broadcaster.stream("t", Stream("allied", "a"), slow, always)
        return [said(await anext(one)), said(await anext(one))]

    assert asyncio.run(scene()) == [{"seq": 7, "chat": 2}, {"seq": 8, "chat": 0, "events": [8]}]


def test_a_slow_reader_is_told_where_the_table_stands_and_no_more():
    async def scene() -> list[dict[str, Any]]:
        broadcaster, stream = Broadcaster(), Stream("allied", "a")

        async def start() -> tuple[int, int]:
            return 0, 0

        one = broadcaster.stream("t", stream, start, always)
        await anext(one)
        for number in range(1, MAX_NEWS + 5):
            broadcaster.seq["t"] = number
            broadcaster.publish("t", lambda seat: {"events": ["long"]})
        found = [said(await anext(one)) for _ in range(len(stream.news))]
        await one.aclose()
        return found

    found = asyncio.run(scene())
    assert len(found) <= MAX_NEWS and found[-1]["seq"] == MAX_NEWS + 4 and "events" not in found[0]


def test_a_quiet_stream_shows_that_it_lives_until_its_seat_is_gone(monkeypatch):
    monkeypatch.setattr(broadcast, "QUIET", 0.2)

    async def scene() -> tuple[list[bytes], float]:
        broadcaster, known = Broadcaster(), [True, False]

        async def start() -> tuple[int, int]:
            return 0, 0

        async def ask() -> bool:
            return known.pop(0)

        one, loop = broadcaster.stream("t", Stream("allied", "a"), start, ask), asyncio.get_running_loop()
        await anext(one)
        begun = loop.time()
        loop.call_later(0.15, broadcaster.publish, "t", lambda seat: {})
        found = [await anext(one), await anext(one)]  # the news, and 0.2 s after it the sign of life
        took = loop.time() - begun
        return [*found, *[news async for news in one]], took

    found, took = asyncio.run(scene())
    assert found[0].startswith(b"data: ") and found[1:] == [b": still here\n\n"] and took > 0.34


async def nowhere() -> tuple[int, int]:
    return 0, 0


def test_spectators_never_keep_a_player_from_listening():
    """64 spectators listen and no 65th can; both players still can."""

    async def scene() -> None:
        broadcaster = Broadcaster()
        for _ in range(broadcast.MAX_SPECTATORS):
            assert broadcaster.admits("t", "watch")
            await anext(broadcaster.stream("t", Stream("watch", "w"), nowhere, always))
        assert not broadcaster.admits("t", "watch") and broadcaster.admits("other", "watch")
        for side in ("allied", "german"):
            assert broadcaster.admits("t", side)
            assert said(await anext(broadcaster.stream("t", Stream(side, side), nowhere, always)))["seq"] == 0

    asyncio.run(scene())


def test_a_player_who_opens_too_many_streams_loses_the_oldest():
    async def scene() -> None:
        broadcaster, streams = Broadcaster(), []
        for _ in range(broadcast.MAX_STREAMS_OF_A_SEAT + 2):
            streams.append(broadcaster.stream("t", Stream("allied", "a"), nowhere, always))
            await anext(streams[-1])
        for old in streams[:2]:
            with pytest.raises(StopAsyncIteration):
                await anext(old)
        broadcaster.publish("t", lambda seat: {"for": seat})
        assert [said(await anext(stream))["for"] for stream in streams[2:]] == [
            "allied"
        ] * broadcast.MAX_STREAMS_OF_A_SEAT

    asyncio.run(scene())


def test_a_stream_that_has_ended_takes_no_news():
    stream = Stream("allied", "a")
    stream.end()
    stream.put(b"late")
    stream.skip_to(b"later")
    assert list(stream.news) == [None]
