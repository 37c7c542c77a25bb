"""ASL-C1.55.ref: what the shells of a fire for effect do to mines: by their Original dice."""

from __future__ import annotations

from grognard.core.facts import is_unknown

from ..board import GRID
from ..pieces import SIDES
from .foxholes import WORKS
from .position import Firefight, fact
from .tables import Result

STRENGTHS: list[int] = WORKS["ap_mines"]["strengths"]


def weaker(power: int) -> int:
    """The next lower strength of a field; 0: none is left.

    >>> weaker(12), weaker(8), weaker(6)
    (8, 6, 0)
    """
    return max((one for one in STRENGTHS if one < power), default=0)


def churn(state: Firefight, hex_: int, found: Result) -> None:
    """A KIA removes the mines of a hex, a K reduces them; of hidden ones only their side learns."""
    if found.kind not in ("kia", "k"):
        return
    for n, rows in enumerate(state.mines):
        power = 0 if is_unknown(rows) else dict(rows).get(hex_, 0)
        if power:
            settle_field(state, n, hex_, 0 if found.kind == "kia" else weaker(power), "ASL-C1.55.ref")


def settle_field(state: Firefight, n: int, hex_: int, power: int, clause: str) -> None:
    """A field of a side is so strong now; 0: it is gone."""
    rest = {at: fp for at, fp in state.mines[n] if at != hex_} | ({hex_: power} if power else {})
    state.set_at(fact.mines, n, tuple(sorted(rest.items())), clause)
    known = dict(state.mines_found)
    words = "mines in {} are fewer" if power else "mines in {} are gone"
    if hex_ not in known:
        state.note(clause, words, GRID.name[hex_], to=SIDES[n], kind="result")
        return
    state.note(clause, words, GRID.name[hex_], kind="result")
    left = [(at, fp) for at, fp in state.mines_found if at != hex_]
    left += [(hex_, power if known[hex_] else 0)] if power else []
    state.set(fact.mines_found, tuple(sorted(left)), clause)
