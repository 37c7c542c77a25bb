"""TLD-A.corps.2 to .4, TLD-S.15: writing orders in one's own segment, when they bite, and what an unlawful ledger costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from grognard.core.choices import Choices, Made
from grognard.core.facts import Action
from grognard.core.procedure import NO_PICK, Ask, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .book import ledger_of, pad_of
from .days import NEVER, words
from .lawful import Fault, check, objections, worse_without
from .ledger import LATER, OPENS, REPLACEMENT, SUPPLY_DAY, Ledger, Order, effective_day
from .lookout import Lookout
from .pieces import ALLIED, ENEMY, GERMAN
from .plan import plan
from .position import LongestDay, Segment, Writing, Written, fact
from .roster import CORPS, LEAVES, RECORDS, ROSTER

SUBJECTS = sorted(id_ for id_, r in RECORDS.items() if r.what not in ("never", "special"))
_number = {id_: i for i, id_ in enumerate(SUBJECTS)}
OF_SIDE = {side: sum(1 << i for i, id_ in enumerate(SUBJECTS) if RECORDS[id_].side == side) for side in (ALLIED, GERMAN)}
FIRST_LEAVES = min(LEAVES.values(), default=NEVER) - 1
STAY = "stay"
_ASHORE = {f"{d}:HQ": d for d in ROSTER.divisions}


def written(state: LongestDay, side: str) -> tuple[Written, ...]:
    return state.orders if side == ALLIED else state.german_orders


def write(state: LongestDay, side: str, *orders: Order, clause: str = "TLD-A.corps.4") -> None:
    lines = (*written(state, side), *[order.plain for order in orders])
    state.set(fact.orders if side == ALLIED else fact.german_orders, lines, clause)


# ---------------------------------------------------------------- what may be written


def open_subjects(state: LongestDay, frame: Segment) -> int:
    """One order a day for each; the Allies begin on 7 June (TLD-A.corps.2)."""
    side = frame.side
    if not OPENS[side] <= state.day < FIRST_LEAVES:
        return OF_SIDE[side] & ~spoken_for(state, side) & still_here(state.day) if state.day >= OPENS[side] else 0
    return OF_SIDE[side] & ~spoken_for(state, side)


@lru_cache(maxsize=128)
def still_here(day: int) -> int:
    """TLD-S.16: all but the divisions that have left the game: what is written today is for tomorrow."""
    return sum(1 << number for id_, number in _number.items() if LEAVES.get(id_, NEVER) > day + 1)


def spoken_for(state: LongestDay, side: str) -> int:
    """Those an order has been written for today, counted on from what was known of a shorter list."""
    lines: tuple[Written, ...] = state.orders if side == ALLIED else state.german_orders
    kept = state._spoken.get(side)
    if kept is not None and kept[0] is lines and kept[1] == state.day:
        return kept[2]  # type: ignore[no-any-return]
    found, known = 0, ()
    if (
        kept is not None
        and kept[1] == state.day
        and kept[0]
        and len(kept[0]) < len(lines)
        and kept[0][-1] is lines[len(kept[0]) - 1]
    ):
        known, _, found = kept
    for number in range(len(lines) - 1, len(known) - 1, -1):
        if lines[number][0] < state.day:
            break
        found |= 1 << _number[lines[number][1]]
    state._spoken[side] = (lines, state.day, found)
    return found


def targets(ledger: Ledger, subject: str, day: int) -> tuple[list[str], frozenset[str]]:
    """Every corps, and for independents every HQ that has come to the map: what an order could name, as a list and as a set."""
    return _places(ledger, ledger.roster.record(subject).what == "division", day)


def _places(ledger: Ledger, division: bool, day: int) -> tuple[list[str], frozenset[str]]:
    found: tuple[list[str], frozenset[str]] | None = ledger.shared.get(("targets", division, day))
    if found is None:
        places = _targets(ledger, division, day)
        found = ledger.shared["targets", division, day] = places, frozenset(places)
    return found


def _targets(ledger: Ledger, division: bool, day: int) -> list[str]:
    corps = [c.id for c in CORPS.values() if c.side == ledger.side]
    if division:
        return sorted(corps)
    hqs = [hq for hq, d in _ASHORE.items() if ledger.came(hq, day) and ROSTER.divisions[d].side == ledger.side]
    # a unit that may go anywhere mostly may go to some corps: they are asked first
    return [*sorted(corps), *sorted([*hqs, *(f"HQ-{c}" for c in corps if ledger.came(f"HQ-{c}", day))])]


def order_for(state: LongestDay, frame: Writing, place: str) -> Order:
    early = frame.phase == REPLACEMENT and state.day == SUPPLY_DAY
    return Order(day=state.day, unit=frame.subject, to=place, phase=REPLACEMENT if early else LATER)


class Judge:
    """Where one subject may be written to, place by place."""

    __slots__ = ("answers", "counters", "frame", "known", "likely", "lookout", "pad", "state")

    def __init__(self, state: LongestDay, frame: Writing) -> None:
        self.state, self.frame = state, frame
        pad = self.pad = pad_of(state, frame.side)
        ledger = pad.ledger if pad is not None else ledger_of(state, frame.side)
        self.lookout = Lookout(ledger, frame.subject, state.day, pad.may_enter if pad is not None else None)
        self.counters = self.lookout.counters
        places, self.known = _places(ledger, bool(self.lookout.division), state.day)
        self.likely = self.lookout.candidates(places, self.known)
        self.answers: dict[str, bool] = {}

    def lawful(self, place: str) -> bool:
        found = self.answers.get(place)
        if found is None:
            if self.lookout.plain:
                found = self.lookout.may_go(place) and not self._is_there(place)
            else:
                found = not self._is_there(place) and self._may_be_written(place)
            self.answers[place] = found
        return found

    def _may_be_written(self, place: str) -> bool:
        order = order_for(self.state, self.frame, place)
        return self.pad.may_enter(order) if self.pad is not None else not objections(self.lookout.ledger, order)

    def _is_there(self, place: str) -> bool:
        stands, counters = self.lookout.old, self.counters
        table = stands.word if place in CORPS else stands.hq
        if table.get(counters[0]) != place:
            return False
        return len(counters) == 1 or all(table.get(u) == place for u in counters)


class Targets(Sequence[Action]):
    """The places a subject may be written to, and `stay`: each judged when it is asked about."""

    __slots__ = ("_all", "_judge", "frame", "state")

    def __init__(self, state: LongestDay, frame: Writing) -> None:
        self.state, self.frame = state, frame
        self._judge: Judge | None = None
        self._all: list[Action] | None = None

    @property
    def judge(self) -> Judge:
        if self._judge is None:
            self._judge = Judge(self.state, self.frame)
        return self._judge

    def everything(self) -> list[Action]:
        if self._all is None:
            judge = self.judge
            self._all = [verbs.To(place) for place in sorted([*filter(judge.lawful, judge.likely), STAY])]
        return self._all

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, verbs.To):
            return False
        return action.place == STAY or (action.place in self.judge.known and self.judge.lawful(action.place))

    def __len__(self) -> int:
        return len(self.everything())

    def __bool__(self) -> bool:
        return True  # it may always stay

    def __getitem__(self, i: Any) -> Any:
        return self.everything()[i]


class Places(Choices):
    """The choices of a subject: drawing one judges no more places than are drawn."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        self._check()
        offered: Any = self.plain
        judge, random = offered.judge, rng.random
        places, answers = judge.likely, judge.answers
        last = len(places)
        total = last + 1
        while (number := int(random() * total)) < last:
            place = places[number]
            if answers[place] if place in answers else judge.lawful(place):
                break
        else:
            place = STAY
        action = verbs.To(place)
        self.made = (action, NO_PICK, 0, 0)
        return action

    def forced(self) -> Action | None:
        """Nothing: who can only stay is asked all the same, so that each place he tries is refused with its reason."""
        return None


@dataclass(frozen=True, kw_only=True)
class Write(Ask):
    """A question whose answers are judged one by one."""

    def options(self, state: LongestDay, frame: Writing) -> Choices:
        return Places(state, self.choices(state, frame))

    def take(self, state: LongestDay, frame: Writing, action: Any, made: Made | None) -> None:
        """The only question of its procedure: with the answer that is over."""
        state.answer(state.stack[-2], self.clause)
        write_down(state, frame, action)


def write_down(state: LongestDay, frame: Writing, action: verbs.To) -> None:
    if action.place == STAY:
        return
    side, line = frame.side, order_for(state, frame, action.place)
    bites = line.day + 1 if line.day != SUPPLY_DAY else effective_day(ledger_of(state, side), line)
    pad, lines, spoken = state._pads.get(side), written(state, side), spoken_for(state, side)
    write(state, side, line)
    # what is known of the lines so far is carried on at once, while it is at hand
    more = written(state, side)
    state._spoken[side] = (more, line.day, spoken | 1 << _number[line.unit])
    if pad is not None and pad.lines is lines:  # whether it is still the right one is asked when it is wanted (`pad_of`)
        pad.turn_to(more, entered=line)
    state.note("TLD-A.corps.4", "{} to {}, in force from {}", line.unit, line.to, words(bites))


def refused(state: LongestDay, frame: Writing, action: Action) -> Sequence[Ruling]:
    """Why a target is not open: every fault the order would bring."""
    if not isinstance(action, verbs.To):
        return ()
    ledger = ledger_of(state, frame.side)
    if action.place not in targets(ledger, frame.subject, state.day)[1]:
        return [Ruling("TLD-A.corps.3", f"{action.place} is no corps, and no HQ on the map, for {frame.subject}")]
    faults = objections(ledger, order_for(state, frame, action.place))
    return [Ruling(f.clause, f.because) for f in faults] or [Ruling("TLD-A.corps.4", f"{frame.subject} is there already")]


WRITING = (
    Write(
        clause="TLD-A.corps.4",
        name="where to",
        side=lambda state, frame: frame.side,
        choices=Targets,
        apply=write_down,
        refuse=refused,
    ),
)

# ---------------------------------------------------------------- the phase


def take_up(phase: str):  # type: ignore[no-untyped-def]
    def begin(state: LongestDay, frame: Segment, subject: int, hex_: int) -> None:
        state.call(Writing(side=frame.side, subject=SUBJECTS[subject], phase=phase), "TLD-A.corps.2")

    return begin


# ---------------------------------------------------------------- TLD-J.35: striking


def strikable(state: LongestDay, frame: Segment) -> int:
    """Those with an order of today that has not taken effect: on 7 June the early supply orders have (TLD-B.4.x7)."""
    side = frame.side
    if state.day != SUPPLY_DAY:
        return spoken_for(state, side) & OF_SIDE[side]
    today = [line for line in written(state, side) if line[0] == state.day]
    early = {line[1] for line in today if line[3] == REPLACEMENT}
    return sum(1 << _number[unit] for unit in {line[1] for line in today} - early)


def _struck(state: LongestDay, side: str, unit: str) -> tuple[Ledger, list[Fault]]:
    memo = state.memo()
    if ("struck", unit) not in memo:
        memo["struck", unit] = worse_without(ledger_of(state, side), unit, state.day)
    found: tuple[Ledger, list[Fault]] = memo["struck", unit]
    return found


def may_strike(state: LongestDay, frame: Segment) -> Callable[[int], int]:
    pad = pad_of(state, frame.side)
    if pad is None:
        return lambda subject: 0 if _struck(state, frame.side, SUBJECTS[subject])[1] else 1
    return lambda subject: int(pad.may_strike(SUBJECTS[subject]))


def draw_struck(state: LongestDay, frame: Segment, subject: int, places: int, random: Callable[[], float]) -> int:
    """The one place of a subject whose order may be struck, as if drawn; -1: it may not."""
    if not may_strike(state, frame)(subject):
        return -1
    random()
    return 0


def why_not_struck(state: LongestDay, frame: Segment, subject: int, hex_: int) -> str:
    return "; ".join(f"{fault}" for fault in _struck(state, frame.side, SUBJECTS[subject])[1]) + " without it"


def strike(state: LongestDay, frame: Segment, subject: int, hex_: int) -> None:
    side, unit = frame.side, SUBJECTS[subject]
    kept, left, pad = written(state, side), spoken_for(state, side) & ~(1 << subject), state._pads.get(side)
    if pad is not None and (pad.lines is not kept or pad.day != state.day):
        pad = None
    if pad is not None:
        numbers = pad.numbers_of(unit)
    else:
        numbers = [n for n, line in enumerate(kept) if line[1] == unit and line[0] == state.day]
    for number in reversed(numbers):
        kept = kept[:number] + kept[number + 1 :]
    state.set(fact.orders if side == ALLIED else fact.german_orders, kept, "TLD-J.35")
    state._spoken[side] = (kept, state.day, left)
    if pad is not None and len(numbers) == 1:
        pad.turn_to(kept, struck=numbers[0])
    state.note("TLD-J.35", "the order of today for {} is struck", unit)


def may_staff(state: LongestDay, frame: Segment) -> Sequence[Action]:
    return (verbs.Staff(),) if not state.staffed and state.day >= OPENS[frame.side] else ()


def staff(phase: str):  # type: ignore[no-untyped-def]
    def do(state: LongestDay, frame: Segment, action: Action) -> None:
        """The planner writes what is lawful and wanting."""
        state.set(fact.staffed, True, "TLD-A.corps.4")
        made = plan(ledger_of(state, frame.side), state.day, phase=phase)
        if made.orders:
            write(state, frame.side, *made.orders)
            count = len(made.orders)
            state.note("TLD-A.corps.4", "the staff writes {} {}", count, "order" if count == 1 else "orders")

    return do


def no_staff(state: LongestDay, frame: Segment, action: Action) -> Ruling | None:
    if not isinstance(action, verbs.Staff):
        return None
    if state.day < OPENS[frame.side]:
        return Ruling("TLD-A.corps.2", f"the {frame.side} player writes from {words(OPENS[frame.side])} on")
    return Ruling("TLD-A.corps.4", "the staff has written in this segment")


def orders_phase(side: str, phase: str) -> Phase:
    """TLD-S.15: in the Replacement Phase; again at the end of the segment, since any moment of it will do."""
    name = f"{side} orders" if phase == REPLACEMENT else f"{side} late orders"
    return Phase(
        clause="TLD-A.corps.2",
        name=name,
        side=side,
        picks=(
            Pick(
                verb=verbs.Order,
                names=SUBJECTS,
                units=(
                    Screen("TLD-A.corps.2", "nothing can be written for {unit} now", open_subjects, last=True),
                    Screen(
                        "TLD-A.corps.2",
                        f"{{unit}} is not a unit of the {side} player",
                        lambda state, frame: OF_SIDE[side],
                        implied=True,
                    ),
                    Screen(
                        "TLD-A.corps.2",
                        f"the {side} player writes from {words(OPENS[side])} on",
                        lambda state, frame: -1 if state.day >= OPENS[side] else 0,
                        implied=True,
                    ),
                    Screen("TLD-S.16", "{unit} has left the game", lambda state, frame: still_here(state.day), implied=True),
                ),
                apply=take_up(phase),
                open=lambda state, frame, ready: True,  # whoever is ready can be written for
            ),
            Pick(
                verb=verbs.Strike,
                names=SUBJECTS,
                units=(Screen("TLD-J.35", "nothing written for {unit} today is still to take effect", strikable),),
                hexes=(Screen("TLD-J.35", why_not_struck, may_strike, each=True, draw=draw_struck),),
                apply=strike,
            ),
        ),
        plain=may_staff,
        take_plain=staff(phase),
        refuse=no_staff,
    )


# ---------------------------------------------------------------- TLD-J.34: a ledger out of order


def review(state: LongestDay, side: str) -> None:
    """TLD-S.15 (2): notes the corps that are out of order, and since when."""
    ledger = ledger_of(state, side)
    faults = [(f, at_fault(ledger, state.day, f)) for f in check(ledger, state.day)]
    bad = dict.fromkeys(id_ for _, corps in faults for id_ in corps)
    since = dict(state.disorder)
    kept = [(id_, day) for id_, day in state.disorder if CORPS[id_].side == ENEMY[side] or id_ in bad]
    new = [(id_, state.day) for id_ in bad if id_ not in since]
    state.set(fact.disorder, tuple(sorted([*kept, *new])), "TLD-J.34")
    for fault, corps in faults:
        if any(id_ not in since for id_ in corps):
            state.note(fault.clause, "{}", fault.because)


def at_fault(ledger: Ledger, day: int, fault: Fault) -> list[str]:
    """The corps a fault puts out of order. Of a torn brigade (TLD-J.7), those that have not the greater part of it."""
    if fault.place or fault.clause not in ("TLD-A.corps.6", "TLD-J.7"):
        return [fault.place] if fault.place in CORPS else []
    stands = ledger.standing(day)
    parts = Counter(stands.serving.get(u) or stands.word.get(u, "") for u in fault.units)
    most = max(parts.values())
    greater = [id_ for id_, count in parts.items() if count == most]
    return [id_ for id_ in parts if id_ in CORPS and (len(greater) > 1 or id_ not in greater)]
