"""TLD-A.corps.2 to .4, TLD-S.15: writing orders in one's own segment, when they bite, and what an illegal
ledger costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import overload

from grognard.core.caching import memoized, once_a_position
from grognard.core.choices import Choices
from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Ask, Phase, Pick, Screen, open_if_any
from grognard.core.ruling import Ruling, counted

from . import verbs
from .days import NEVER, date_words
from .defacto import disbanding, forming
from .ledger import LATER, OPENS, REPLACEMENT, SUPPLY_DAY, Ledger, Order, when_in_force
from .ledger_cache import ledger_of
from .ledger_rules import Violation, check, objections, worse_without
from .pieces import (
    ADJECTIVE,
    ALLIED,
    ARM,
    DIVISION,
    ENEMY,
    GERMAN,
    HQ,
    HQ_OF_DIVISION,
    NAMES,
    SIDE,
    UNIT,
    display_name,
)
from .plan import plan
from .position import HQ_NUMBER, Drafting, LongestDay, Pencil, Segment, Writing, Written, fact
from .roster import CORPS, LEAVES, RECORDS, ROSTER, corps, headquarters

SUBJECTS = sorted(id_ for id_, r in RECORDS.items() if r.what not in ("never", "special"))
number_of = {id_: i for i, id_ in enumerate(SUBJECTS)}
OF_SIDE = {
    side: set_of(i for i, id_ in enumerate(SUBJECTS) if RECORDS[id_].side == side)
    for side in (ALLIED, GERMAN)
}
FIRST_LEAVES = min(LEAVES.values(), default=NEVER) - 1
STAY = "stay"
# the units of divisions that a unit of the same arm may stand in for (TLD-J.6)
OF_ARM = {
    side: {
        arm: set_of(
            u
            for u in range(len(NAMES))
            if SIDE[u] == side and ARM[u] == arm and DIVISION[u] and not HQ >> u & 1
        )
        for arm in dict.fromkeys(ARM)
    }
    for side in (ALLIED, GERMAN)
}
_ASHORE = {f"{d}:HQ": d for d in ROSTER.divisions}


def written(state: LongestDay, side: str) -> tuple[Written, ...]:
    return state.orders if side == ALLIED else state.german_orders


def write(state: LongestDay, side: str, *orders: Order, clause: str = "TLD-A.corps.4") -> None:
    lines = (*written(state, side), *[order.plain for order in orders])
    state.set(fact.orders if side == ALLIED else fact.german_orders, lines, clause)


# ---------------------------------------------------------------- what may be written


def open_subjects(state: LongestDay, frame: Segment | Drafting) -> int:
    """One order a day for each; the Allies begin on 7 June (TLD-A.corps.2)."""
    side = frame.side
    if not OPENS[side] <= state.day < FIRST_LEAVES:
        return (
            OF_SIDE[side] & ~spoken_for(state, side) & still_here(state.day)
            if state.day >= OPENS[side]
            else 0
        )
    return OF_SIDE[side] & ~spoken_for(state, side)


@lru_cache(maxsize=128)
def still_here(day: int) -> int:
    """TLD-S.16: all but the divisions that have left the game: what is written today is for tomorrow."""
    return set_of(number for id_, number in number_of.items() if LEAVES.get(id_, NEVER) > day + 1)


def spoken_for(state: LongestDay, side: str) -> int:
    """Those an order has been written for today."""
    lines, today, result = written(state, side), state.day, 0
    for line in reversed(lines):
        if line[0] < today:
            break
        result |= 1 << number_of[line[1]]
    return result


def targets(ledger: Ledger, subject: str, day: int) -> tuple[list[str], frozenset[str]]:
    """Every corps, and for independents every HQ that has come to the map: what an order could name, as a
    list and as a set."""
    return _places(ledger, ledger.roster.record(subject).what == "division", day)


@memoized("shared")
def _places(ledger: Ledger, division: bool, day: int) -> tuple[list[str], frozenset[str]]:
    places = _targets(ledger, division, day)
    return places, frozenset(places)


def _targets(ledger: Ledger, division: bool, day: int) -> list[str]:
    corps = [c.id for c in CORPS.values() if c.side == ledger.side]
    if division:
        return sorted(corps)
    hqs = [
        hq for hq, d in _ASHORE.items() if ledger.came(hq, day) and ROSTER.divisions[d].side == ledger.side
    ]
    # a unit that may go anywhere mostly may go to some corps: they are asked first
    return [*sorted(corps), *sorted([*hqs, *(f"HQ-{c}" for c in corps if ledger.came(f"HQ-{c}", day))])]


def places_of(state: LongestDay, side: str, subject: str) -> frozenset[str]:
    """What an order for a subject could name."""
    return targets(ledger_of(state, side), subject, state.day)[1]


def order_for(state: LongestDay, frame: Writing | Pencil, place: str, stand_in: str = "") -> Order:
    early = frame.phase == REPLACEMENT and state.day == SUPPLY_DAY
    return Order(
        day=state.day, unit=frame.subject, to=place, phase=REPLACEMENT if early else LATER, stand_in=stand_in
    )


def stand_ins(state: LongestDay, side: str, subject: str) -> list[verbs.StandIn]:
    """TLD-B.4.a.2, TLD-J.6: the eliminated units whose place a single counter could take, with the HQs of
    their divisions."""
    record = RECORDS[subject]
    if record.what != "unit" or not state.dead or state.day < SUPPLY_DAY:
        return []
    taken, came = {line[4] for line in written(state, side) if line[4]}, state.came
    lost = members(state.dead & OF_ARM[side].get(record.arm, 0))
    hqs = [(HQ_OF_DIVISION[DIVISION[u]], NAMES[u]) for u in lost if NAMES[u] not in taken]
    able = sorted((NAMES[hq], name) for hq, name in hqs if came[HQ_NUMBER[hq]] >= 0)
    return [verbs.StandIn(hq, name) for hq, name in able]


class Judge:
    """Where one subject may be written to, place by place: what `objections` says, asked once of each
    place."""

    def __init__(self, state: LongestDay, frame: Writing) -> None:
        self.state, self.frame, self.ledger = state, frame, ledger_of(state, frame.side)
        self.places, self.known = targets(self.ledger, frame.subject, state.day)
        self.instead = stand_ins(state, frame.side, frame.subject)
        self.answers: dict[object, bool] = {}

    @memoized("answers")
    def may_stand_in(self, choice: verbs.StandIn) -> bool:
        return not objections(self.ledger, order_for(self.state, self.frame, choice.place, choice.lost))

    @memoized("answers")
    def is_legal(self, place: str) -> bool:
        return not self._is_there(place) and not objections(
            self.ledger, order_for(self.state, self.frame, place)
        )

    def _is_there(self, place: str) -> bool:
        stands = self.ledger.standing(self.state.day + 1)
        table = stands.word if place in CORPS else stands.hq
        return all(table.get(u) == place for u in self.ledger.roster.counters(self.frame.subject))


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
            self._all = [verbs.To(place) for place in sorted([*filter(judge.is_legal, judge.places), STAY])]
            self._all[:0] = [choice for choice in judge.instead if judge.may_stand_in(choice)]
        return self._all

    def __contains__(self, action: object) -> bool:
        if isinstance(action, verbs.StandIn):
            return action in self.judge.instead and self.judge.may_stand_in(action)
        if not isinstance(action, verbs.To):
            return False
        return action.place == STAY or (
            action.place in self.judge.known and self.judge.is_legal(action.place)
        )

    def __len__(self) -> int:
        return len(self.everything())

    def __bool__(self) -> bool:
        return True  # it may always stay

    @overload
    def __getitem__(self, i: int) -> Action: ...
    @overload
    def __getitem__(self, i: slice) -> list[Action]: ...
    def __getitem__(self, i: int | slice) -> Action | list[Action]:
        return self.everything()[i]


class Places(Choices):
    """The choices of a subject: drawing one judges no more places than are drawn."""

    __slots__ = ()

    def sample(self, rng: Random) -> Action:
        self._check()
        offered = self.plain
        assert isinstance(offered, Targets)
        judge, random = offered.judge, rng.random
        places, instead = judge.places, judge.instead
        last = len(places)
        total = last + 1 + len(instead)
        action: Action | None = None
        while action is None:
            number = int(random() * total)
            if number < last:
                if judge.is_legal(places[number]):
                    action = verbs.To(places[number])
            elif number == last:
                action = verbs.To(STAY)
            elif judge.may_stand_in(instead[number - last - 1]):
                action = instead[number - last - 1]
        self.known = action
        return action

    def forced(self) -> Action | None:
        """Nothing: a unit that can only stay is asked about all the same, so that each place is refused with
        its reason."""
        return None


@dataclass(frozen=True, kw_only=True)
class Write(Ask):
    """A question whose answers are judged one by one."""

    def options(self, state: LongestDay, frame: Writing) -> Choices:
        return Places(state, self.choices(state, frame))

    def take(self, state: LongestDay, frame: Writing, action: Action) -> None:
        """The only question of its procedure: with the answer that is over."""
        assert isinstance(action, verbs.To | verbs.StandIn)
        state.answer(state.stack[-2], self.clause)
        write_down(state, frame, action)


def write_down(state: LongestDay, frame: Writing, action: verbs.To | verbs.StandIn) -> None:
    if action.place == STAY:
        return
    side, line = frame.side, order_for(state, frame, action.place, getattr(action, "lost", ""))
    effective = when_in_force(ledger_of(state, side), line)
    write(state, side, line)
    note_order(state, line, effective)


def note_order(state: LongestDay, line: Order, effective: str) -> None:
    effective = effective.partition(" [")[0]  # the note has its own clause
    place = f" in place of {display_name(line.stand_in)}" if line.stand_in else ""
    state.note(
        "TLD-A.corps.4",
        "{} is assigned to {}{}, {}",
        display_name(line.unit),
        display_name(line.to),
        place,
        effective,
    )


def enter(state: LongestDay, side: str, remaining: tuple[Written, ...], orders: Sequence[Order]) -> None:
    """TLD-J.34: a set of orders into the ledger, behind what is kept of it."""
    state.set(
        fact.orders if side == ALLIED else fact.german_orders,
        (*remaining, *[order.plain for order in orders]),
        "TLD-J.34",
    )
    ledger = ledger_of(state, side)
    for order in orders:
        note_order(state, order, when_in_force(ledger, order))


def refused(state: LongestDay, frame: Writing, action: Action) -> Sequence[Ruling]:
    """Why a target is not open: every violation the order would bring."""
    if isinstance(action, verbs.StandIn):
        return no_stand_in(state, frame, action)
    if not isinstance(action, verbs.To):
        return ()
    ledger = ledger_of(state, frame.side)
    if action.place not in targets(ledger, frame.subject, state.day)[1]:
        return [no_such_place(state, frame, action.place)]
    violations = objections(ledger, order_for(state, frame, action.place))
    assigned = f"{display_name(frame.subject)} is assigned to {display_name(action.place)} now"
    return [Ruling(f.clause, f.because) for f in violations] or [Ruling("TLD-A.corps.4", assigned)]


def no_such_place(state: LongestDay, frame: Writing | Pencil, place: str) -> Ruling:
    """Why an order cannot name a place: it is no corps or HQ, the enemy's, not yet on the map, or an HQ for a
    division."""
    name, label = display_name(frame.subject), display_name(place)
    corps_record = corps(place)
    if place in UNIT and HQ >> UNIT[place] & 1:
        if SIDE[UNIT[place]] != frame.side:
            return Ruling("TLD-A.corps.8.a", f"{label} is {ADJECTIVE[SIDE[UNIT[place]]]}")
        if RECORDS[frame.subject].what == "division":
            return Ruling("TLD-B.4.a", f"{name} has its own HQ; assign it to a corps, not to {label}")
        return Ruling("TLD-A.corps.3", f"{label} has not come to the map")
    if corps_record is None:
        return Ruling("TLD-A.corps.3", f"{place} is not a corps or an HQ")
    if corps_record.side != frame.side:
        return Ruling("TLD-A.corps.8.a", f"{label} is {ADJECTIVE[corps_record.side]}")
    return Ruling("TLD-G.1", f"{label} is not in this game: the document has no US corps")


def no_stand_in(state: LongestDay, frame: Writing | Pencil, action: verbs.StandIn) -> list[Ruling]:
    """TLD-J.6: why a unit cannot take the place of another at an HQ."""
    if RECORDS[frame.subject].what != "unit":
        return [
            Ruling(
                "TLD-J.6",
                f"{display_name(frame.subject)} is not a single counter; one counter stands in for one",
            )
        ]
    if (
        action.place not in places_of(state, frame.side, frame.subject)
        or not headquarters(action.place).division
    ):
        return [Ruling("TLD-J.6", f"{display_name(action.place)} is not a divisional HQ on the map")]
    ledger = ledger_of(state, frame.side)
    violations = objections(ledger, order_for(state, frame, action.place, action.lost))
    return [Ruling(f.clause, f.because) for f in violations] or [
        Ruling("TLD-J.6", f"another unit stands in for {display_name(action.lost)}")
    ]


WRITING = (
    Write(
        clause="TLD-A.corps.4",
        name="where to",
        title="choice of the corps or HQ",
        side=lambda state, frame: frame.side,
        choices=Targets,
        apply=write_down,
        takes=(verbs.To, verbs.StandIn),
        refuse=refused,
    ),
)

# ---------------------------------------------------------------- the phase


def take_up(phase: str):  # type: ignore[no-untyped-def]
    def begin(state: LongestDay, frame: Segment, subject: int, hex_: int) -> None:
        state.call(Writing(side=frame.side, subject=SUBJECTS[subject], phase=phase), "TLD-A.corps.2")

    return begin


# ---------------------------------------------------------------- TLD-J.35: striking


def strikable(state: LongestDay, frame: Segment | Drafting) -> int:
    """Those with an order of today that has not taken effect: on 7 June the early supply orders have
    (TLD-B.4.x7)."""
    side = frame.side
    if state.day != SUPPLY_DAY:
        return spoken_for(state, side) & OF_SIDE[side]
    today = [line for line in written(state, side) if line[0] == state.day]
    early = {line[1] for line in today if line[3] == REPLACEMENT}
    return set_of(number_of[unit] for unit in {line[1] for line in today} - early)


@once_a_position
def _struck(state: LongestDay, side: str, unit: str) -> tuple[Ledger, list[Violation]]:
    return worse_without(ledger_of(state, side), unit, state.day)


def may_strike(state: LongestDay, frame: Segment) -> Callable[[int], int]:
    return lambda subject: 0 if _struck(state, frame.side, SUBJECTS[subject])[1] else 1


def draw_struck(
    state: LongestDay, frame: Segment, subject: int, places: int, random: Callable[[], float]
) -> int:
    """The one place of a subject whose order may be struck, as if drawn; -1: it may not."""
    if not may_strike(state, frame)(subject):
        return -1
    random()
    return 0


def why_not_struck(state: LongestDay, frame: Segment, subject: int, hex_: int) -> str:
    violations = "; ".join(map(str, _struck(state, frame.side, SUBJECTS[subject])[1]))
    return f"without this order the ledger is illegal: {violations}"


def strike(state: LongestDay, frame: Segment, subject: int, hex_: int) -> None:
    side, unit = frame.side, SUBJECTS[subject]
    remaining = tuple(line for line in written(state, side) if line[1] != unit or line[0] != state.day)
    state.set(fact.orders if side == ALLIED else fact.german_orders, remaining, "TLD-J.35")
    state.note("TLD-J.35", "{}: order of today canceled", display_name(unit))


def plain_choices(state: LongestDay, frame: Segment) -> Sequence[Action]:
    """The staff once a segment; a set of orders whenever one may write."""
    if state.day < OPENS[frame.side]:
        return ()
    return (verbs.Together(),) if state.staffed else (verbs.Staff(), verbs.Together())


def take_plain(phase: str):  # type: ignore[no-untyped-def]
    def do(state: LongestDay, frame: Segment, action: Action) -> None:
        if isinstance(action, verbs.Together):
            state.call(Drafting(side=frame.side, phase=phase), "TLD-J.34")
        else:
            let_the_staff_write(state, frame.side, phase)

    return do


def staff_orders(state: LongestDay, side: str, phase: str) -> tuple[Order, ...]:
    """What the planner would write: what is legal and wanting."""
    return plan(ledger_of(state, side), state.day, phase=phase).orders


def let_the_staff_write(state: LongestDay, side: str, phase: str) -> None:
    state.set(fact.staffed, True, "TLD-A.corps.4")
    if made := staff_orders(state, side, phase):
        write(state, side, *made)
        state.note("TLD-A.corps.4", "The staff writes {}", counted(len(made), "order"))


def refuse_plain(state: LongestDay, frame: Segment, action: Action) -> Ruling | None:
    if not isinstance(action, verbs.Staff | verbs.Together):
        return None
    if state.day < OPENS[frame.side]:
        return Ruling(
            "TLD-A.corps.2",
            f"the {ADJECTIVE[frame.side]} player writes orders from {date_words(OPENS[frame.side])} on",
        )
    return Ruling("TLD-S.15", "the staff has written its orders in this segment")


def orders_phase(side: str, phase: str) -> Phase:
    """TLD-S.15: in the Replacement Phase; again at the end of the segment, since any moment of it will do."""
    name = f"{side} orders" if phase == REPLACEMENT else f"{side} late orders"
    return Phase(
        clause="TLD-A.corps.2",
        name=name,
        title=f"{ADJECTIVE[side]} orders{'' if phase == REPLACEMENT else ' at the end of the segment'}",
        side=side,
        picks=(
            disbanding(side),
            forming(side),
            Pick(
                verb=verbs.Order,
                names=SUBJECTS,
                units=(
                    Screen(
                        "TLD-J.35",
                        "{unit} has an order of today; cancel it first (strike)",
                        open_subjects,
                        last=True,
                    ),
                    Screen(
                        "TLD-A.corps.2",
                        f"{{unit}} is not a unit of the {ADJECTIVE[side]} player",
                        lambda state, frame: OF_SIDE[side],
                        implied=True,
                    ),
                    Screen(
                        "TLD-A.corps.2",
                        f"the {ADJECTIVE[side]} player writes orders from {date_words(OPENS[side])} on",
                        lambda state, frame: -1 if state.day >= OPENS[side] else 0,
                        implied=True,
                    ),
                    Screen(
                        "TLD-S.16",
                        "{unit} has left the game",
                        lambda state, frame: still_here(state.day),
                        implied=True,
                    ),
                ),
                apply=take_up(phase),
                open=open_if_any,  # a unit that is ready can be written for
            ),
            Pick(
                verb=verbs.Strike,
                names=SUBJECTS,
                units=(Screen("TLD-J.35", "{unit} has no order of today that could be canceled", strikable),),
                hexes=(Screen("TLD-J.35", why_not_struck, may_strike, each=True, draw=draw_struck),),
                apply=strike,
            ),
        ),
        plain=plain_choices,
        plain_verbs=(verbs.Staff, verbs.Together),
        take_plain=take_plain(phase),
        refuse=refuse_plain,
    )


# ---------------------------------------------------------------- TLD-J.34: a ledger illegal


def review(state: LongestDay, side: str) -> None:
    """TLD-S.15 (2): notes the corps that are illegal, and since when."""
    ledger = ledger_of(state, side)
    violations = [(f, at_fault(ledger, state.day, f)) for f in check(ledger, state.day)]
    bad = dict.fromkeys(id_ for _, concerned in violations for id_ in concerned)
    since = dict(state.disorder)
    remaining = [(id_, day) for id_, day in state.disorder if CORPS[id_].side == ENEMY[side] or id_ in bad]
    new = [(id_, state.day) for id_ in bad if id_ not in since]
    state.set(fact.disorder, tuple(sorted([*remaining, *new])), "TLD-J.34")
    for violation, concerned in violations:
        if any(id_ not in since for id_ in concerned):
            state.note(violation.clause, "{}", violation.because)


def at_fault(ledger: Ledger, day: int, violation: Violation) -> list[str]:
    """The corps a violation puts illegal. Of a split brigade (TLD-J.7), those that have not the greater part
    of it."""
    if violation.place or violation.clause not in ("TLD-A.corps.6", "TLD-J.7"):
        return [violation.place] if violation.place in CORPS else []
    stands = ledger.standing(day)
    parts = Counter(stands.serving.get(u) or stands.word.get(u, "") for u in violation.units)
    most = max(parts.values())
    greater = [id_ for id_, count in parts.items() if count == most]
    return [id_ for id_ in parts if id_ in CORPS and (len(greater) > 1 or id_ not in greater)]
