"""TLD-J.34: where one unit may be written to, asked of many places: the answers of `lawful.objections` without its words.

The tests compare the two on every kind of unit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .capacity import over_capacity
from .lawful import (
    LONER,
    LONERS_DIVISION,
    Fault,
    composition,
    improper,
    joins,
    objections,
    split_brigades,
    wrong_corps,
)
from .ledger import SUPPLY_DAY, Ledger, Order, Standing, trigger_day
from .roster import corps

AWAY = "-"  # the corps of a division that is neither where it was nor where anybody could have it from


class Lookout:
    """Where one unit may be written to, asked of many places at once: the answers of `objections`, without its words."""

    def __init__(self, ledger: Ledger, unit: str, day: int) -> None:
        self.ledger, self.unit, self.day = ledger, unit, day
        roster = ledger.roster
        record = roster.record(unit)
        self.counters = roster.counters(record.id)
        self.old = ledger.standing(day + 1)
        self.late = day + 1 >= trigger_day(ledger)
        self.open = not improper(ledger, Order(day=day, unit=record.id, to="I"))
        parents = {roster.records[u].parent for u in self.counters} & roster.brigades.keys()
        self.parents = [p for p in parents if not set(roster.brigades[p].members) <= set(self.counters)]
        split = any(True for _ in split_brigades(ledger, self.old, parents))
        self.division = record.id if record.what == "division" else ""
        odd = LONER in roster.counters(record.parent or record.id) or record.id in ("POL-PARA", LONERS_DIVISION) or split
        # their change may come in between (TLD-J.17)
        odd = odd or (record.nationality == "Canadian" and not day >= trigger_day(ledger) > 0)
        self.plain = not odd and day != SUPPLY_DAY  # 47 RM's brigade, its division and the first day are left to `objections`
        self._before: dict[str, dict[tuple[str, str, tuple[str, ...]], int]] = {}
        self._homes: dict[str, bool] = {}
        self._bound = self.plain and bool(self.division) and self._cannot_leave()

    def may_go(self, to: str) -> bool:
        if not self.plain:
            return not objections(self.ledger, Order(day=self.day, unit=self.unit, to=to))
        if self.division:
            stays = not self.ledger.came(f"HQ-{to}", self.day + 1) or self.old.word.get(self.division) == to
            return (stays or not self._bound) and self._division_may_go(to)
        is_hq = self.ledger.roster.is_hq(to)
        home = self.old.corps_of_hq(to) if is_hq else to
        fits = self._homes.get(home)
        if fits is None:
            fits = self._homes[home] = self.open and self._allowed(home) and not self._tears(home)
        return fits and (not is_hq or self._room(to))

    # -- a division: it leaves one corps for another, and takes whoever draws on its HQ with it

    def _moved(self, to: str) -> Standing:
        """How things would stand."""
        old, id_ = self.old, self.division
        ashore = self.ledger.came(f"HQ-{to}", self.day + 1)
        lines = self.ledger.page(self.day + 1)[0]
        word, serving = dict(old.word), dict(old.serving)
        word[id_] = to
        serving[id_] = to if ashore or to == AWAY else lines[id_][1]
        for u in old.attached(f"{id_}:HQ"):
            word[u], serving[u] = to, serving[id_] if ashore else lines[u][1]
        return old._replace(
            word=word, serving=serving, by_word=_shifted(old.by_word, id_, old.word.get(id_, ""), to, self.ledger),
            by_serving=_shifted(old.by_serving, id_, old.serving.get(id_, ""), serving[id_], self.ledger),
        )  # fmt: skip

    def _cannot_leave(self) -> bool:
        """Whether its corps would be out of order without it, wherever on the map it went."""
        homes = [id_ for id_ in dict.fromkeys((self.old.word.get(self.division), self.old.serving.get(self.division))) if id_]
        gone = self._moved(AWAY)
        return any(
            self._worse(("corps", id_), composition(self.ledger, gone, (id_,)), composition(self.ledger, self.old, (id_,)))
            for id_ in homes
        )

    def _worse(self, key: Any, after: Iterable[Fault], before: Iterable[Fault]) -> bool:
        """Whether some fault is new, or greater than it was."""
        known: dict[Any, int] | None = None
        for fault in after:
            if known is None:
                known = self._before.get(key)
                if known is None:
                    known = self._before[key] = {f.key: f.amount for f in before}
            if fault.key not in known or fault.amount > known[fault.key]:
                return True
        return False

    def _division_may_go(self, to: str) -> bool:
        ledger, old, id_ = self.ledger, self.old, self.division
        there = corps(to)
        if (
            not self.open
            or ledger.roster.is_hq(to)
            or (
                there is not None
                and old.word.get(id_) != to
                and not joins(ledger, ledger.roster.records[id_], there, self.late)
            )
        ):
            return False
        then = self._moved(to)
        homes = [c for c in dict.fromkeys(t.get(id_, "") for t in (old.word, then.word, old.serving, then.serving)) if c]
        for c in homes:
            if self._worse(("corps", c), composition(ledger, then, (c,)), composition(ledger, old, (c,))):
                return False
        units = old.attached(f"{id_}:HQ")
        if units and self._worse("units", wrong_corps(ledger, then, units), wrong_corps(ledger, old, units)):
            return False
        brigades = list(dict.fromkeys(ledger.roster.records[u].parent for u in units))
        if brigades and self._worse("brigades", split_brigades(ledger, then, brigades), split_brigades(ledger, old, brigades)):
            return False
        hqs = [hq for hq in (*(f"HQ-{c}" for c in homes), f"{id_}:HQ") if hq in old.by_hq]
        return not any(self._worse(hq, over_capacity(ledger, then, (hq,)), over_capacity(ledger, old, (hq,))) for hq in hqs)

    # -- anybody else

    def _tears(self, home: str) -> bool:
        """TLD-A.corps.6: whether a part of a brigade would be in another corps than the rest."""
        if not self.parents:
            return False
        word, serving = dict(self.old.word), dict(self.old.serving)
        lines, ashore = self.ledger.page(self.day + 1)[0], self.ledger.came(f"HQ-{home}", self.day + 1)
        for u in self.counters:
            word[u] = home
            serving[u] = home if ashore else lines[u][1]
        then = self.old._replace(word=word, serving=serving)
        return any(True for _ in split_brigades(self.ledger, then, self.parents))

    def _allowed(self, home: str) -> bool:
        there = corps(home) if home else None
        if there is None:
            return True
        records = self.ledger.roster.records
        return all(self.old.word.get(u) == home or joins(self.ledger, records[u], there, self.late) for u in self.counters)

    def _room(self, hq: str) -> bool:
        if hq not in self._before:
            self._before[hq] = {fault.key: fault.amount for fault in over_capacity(self.ledger, self.old, (hq,))}
        before = self._before[hq]
        here = [u for u in self.old.attached(hq) if u not in self.counters]
        then = self.old._replace(by_hq={hq: [*here, *self.counters]})
        return all(f.key in before and f.amount <= before[f.key] for f in over_capacity(self.ledger, then, (hq,)))


def _shifted(table: dict[str, list[str]], id_: str, old: str, new: str, ledger: Ledger) -> dict[str, list[str]]:
    """The divisions of each corps, one of them moved."""
    if old == new:
        return table
    found, rank = dict(table), ledger.roster.rank
    if old:
        found[old] = [d for d in found[old] if d != id_]
    if new:
        found[new] = sorted([*found.get(new, ()), id_], key=rank.__getitem__)
    return found
