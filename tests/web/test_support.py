"""The odds that are shown while a side names its markers."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from .seats import begin, every


@pytest.mark.clause("FM-8.2.1")
def test_every_draw_that_may_be_named_has_its_odds(client: Any) -> None:
    table, rng, seen = begin(client), Random(3), set[str]()
    for _ in table.play(rng, 400):
        mover = table.seat.get(table.watch.look()["to_move"])
        if mover is None:
            continue
        look = mover.look()
        named = {do.removeprefix("support ") for do in every(look["legal"]) if do.startswith("support ")}
        chances = mover.ask("GET", "/support").json()["choices"]
        assert set(chances) == named
        assert all(sum(map(Fraction, row.values())) == 1 for row in chances.values())
        if named:
            seen.add(f"{look['combat']['kind']} {look['to_move'] == look['combat']['attacker']}")
            others = [seat for seat in (table.allied, table.german, table.watch) if seat is not mover]
            assert all(seat.ask("GET", "/support").json() == {"choices": {}} for seat in others)
        if len(seen) == 4:
            break
    assert {"assault True", "assault False", "combat True", "combat False"} <= seen
