"""The topics of `grognard ask beyond-the-rhine-map`."""

from __future__ import annotations

from grognard.core.ask import Topic

TOPICS: dict[str, Topic] = {}
