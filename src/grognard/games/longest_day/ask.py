"""The topics of `grognard ask longest-day`: what can be asked, with which parameters, and who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.core.ask import Answer, Parameter, Topic

from . import ask_ledger

LEDGER = Parameter("ledger", str, "a ledger file; left out: the opening table and history's arrivals", file=True)
DAY = Parameter("day", str, "a day, such as 1944-06-24 or '24 June'")
SIDE = Parameter("side", str, "allied or german", "allied")


def _topic(name: str, help_: str, answer: Callable[..., Answer], *parameters: Parameter) -> Topic:
    return Topic(name, help_, parameters, answer)


LEDGERS = (
    _topic(
        "roster", "the assignment sheet: units down, days across", ask_ledger.roster,
        LEDGER, DAY, Parameter("days", list, "the days to show; left out: those on which something changes", ()),
        Parameter("corps", str, "only units of one corps"), Parameter("blank", bool, "the empty form", False), SIDE,
    ),
    _topic(
        "assign", "may an order be written, and when does it bite; without a unit: is the ledger lawful", ask_ledger.assign,
        LEDGER, DAY, Parameter("unit", str, "a division, brigade or counter, such as 4-BDE"),
        Parameter("to", str, "a corps or an HQ, such as VIII, HQ-VIII or 11ARM:HQ"),
        Parameter("phase", str, "replacement or later; matters on 7 June only", "later"), SIDE,
    ),
    _topic(
        "capacity", "what an HQ can supply, and what it has", ask_ledger.capacity,
        LEDGER, DAY, Parameter("hq", str, "an HQ, such as 15:HQ or HQ-VIII; left out: all on the map"), SIDE,
    ),
    _topic(
        "plan", "a lawful ledger for a day and a wish", ask_ledger.plan,
        LEDGER, DAY, Parameter("wish", list, "what should be, such as 7ARM=VIII,4-BDE=11ARM:HQ", ()), SIDE,
        Parameter("out", str, "a file to write the ledger to", file=True),
    ),
)  # fmt: skip

TOPICS: Mapping[str, Topic] = {topic.name: topic for topic in LEDGERS}
