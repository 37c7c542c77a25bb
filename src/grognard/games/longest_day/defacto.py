"""TLD-A.corps.25: a player may form a de facto corps around a divisional HQ, and give it up again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from grognard.core.facts import Action
from grognard.core.hexes import members
from grognard.core.procedure import Ask, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .command import HQS_OF, IN_CITY, able_to_serve, chain, in_corps_range
from .pieces import (
    ADJECTIVE,
    DIVISION_HQ,
    HQ_OF_CORPS,
    LABEL,
    LIMITS,
    NAMES,
    OF_SIDE,
    SIDE,
    UNIT,
    display_name,
)
from .position import MINE, Forming, LongestDay, Segment, fact

CLAUSE = "TLD-A.corps.25"
MOST = int(LIMITS["de_facto"]["max_divisions"])
LEAST = int(LIMITS["de_facto"]["min_divisions"])

# ---------------------------------------------------------------- who may


def taken(state: LongestDay) -> int:
    """HQs that are in a de facto corps, whether it works now or not."""
    return sum([MINE[hq] for group in state.de_facto for hq in group])


def others_for(state: LongestDay, hq: int) -> list[int]:
    """The HQs that could be in a de facto corps around this one, and are in none."""
    return [other for other in able_to_serve(state, hq) if not taken(state) >> other & 1]


def may_lead(side: str) -> Callable[[LongestDay, Segment], int]:
    def mask(state: LongestDay, frame: Segment) -> int:
        in_city = [hq for hq in HQS_OF[side] if state.at[hq] in IN_CITY]
        return sum(
            [
                MINE[hq]
                for hq in in_city
                if not taken(state) >> hq & 1 and len(others_for(state, hq)) >= LEAST - 1
            ]
        )

    return mask


def _each(test: Callable[[LongestDay, int], bool]) -> Callable[[LongestDay, Segment], int]:
    """The divisional HQs that pass a test."""
    return lambda state, frame: sum([MINE[hq] for hq in members(DIVISION_HQ) if test(state, hq)])


def _corps_hq_here(state: LongestDay, hq: int) -> bool:
    main = HQ_OF_CORPS.get(chain(state, SIDE[hq]).corps[hq], -1)
    return main >= 0 and state.at[main] >= 0


def _beyond_its_corps(state: LongestDay, hq: int) -> bool:
    return not in_corps_range(state, hq, chain(state, SIDE[hq]).corps[hq])


def leading(side: str) -> Callable[[LongestDay, Segment], int]:
    """HQs that a side has named."""
    return lambda state, frame: sum([MINE[group[0]] for group in state.de_facto]) & OF_SIDE[side]


# ---------------------------------------------------------------- forming and giving up


def forming(side: str) -> Pick:
    return Pick(
        verb=verbs.Form,
        names=NAMES,
        units=(
            Screen(
                "TLD-A.corps.25.d",
                "no other HQ of its corps, itself more than eight hexes from the corps HQ, is within eight"
                " hexes of {unit}",
                may_lead(side),
                last=True,
            ),
            Screen(
                CLAUSE,
                f"{{unit}} is not a divisional HQ of the {ADJECTIVE[side]} side on the map",
                lambda state, frame: DIVISION_HQ & OF_SIDE[side] & state.on_map,
                implied=True,
                decisive=True,
            ),
            Screen(
                "TLD-A.corps.25.a",
                "the corps HQ of {unit} is not on the map",
                _each(_corps_hq_here),
                implied=True,
            ),
            Screen(
                "TLD-J.19",
                "{unit} is within eight hexes of its corps HQ",
                _each(_beyond_its_corps),
                implied=True,
            ),
            Screen(
                "TLD-A.corps.25.c",
                "{unit} is not in a city hex",
                _each(lambda state, hq: state.at[hq] in IN_CITY),
                implied=True,
            ),
            Screen("TLD-J.19", "{unit} is disrupted", lambda state, frame: ~state.down, implied=True),
            Screen(
                "TLD-A.corps.25.b",
                "{unit} is in a de facto corps",
                lambda state, frame: ~taken(state),
                implied=True,
            ),
        ),
        apply=lambda state, frame, hq, hex_: state.call(Forming(hq=hq), CLAUSE),
    )


def disbanding(side: str) -> Pick:
    return Pick(
        verb=verbs.Disband,
        names=NAMES,
        units=(
            Screen(
                CLAUSE,
                f"{{unit}} does not lead a de facto corps of the {ADJECTIVE[side]} side",
                leading(side),
            ),
        ),
        apply=disband,
    )


def disband(state: LongestDay, frame: Segment, hq: int, hex_: int) -> None:
    state.set(fact.de_facto, tuple(group for group in state.de_facto if group[0] != hq), CLAUSE)
    state.note(CLAUSE, "The de facto corps of {} is disbanded", LABEL[hq])


def company(state: LongestDay, frame: Forming) -> Sequence[Action]:
    """TLD-A.corps.25.b: one or two others, two or three divisions in all."""
    names = [NAMES[hq] for hq in others_for(state, frame.hq)]
    result = ["+".join(some) for count in range(LEAST - 1, MOST) for some in combinations(names, count)]
    return [verbs.With(some) for some in sorted(result)]


def form(state: LongestDay, frame: Forming, action: verbs.With) -> None:
    others = tuple(UNIT[name] for name in action.hqs.split("+"))
    state.set(fact.de_facto, (*state.de_facto, (frame.hq, *others)), CLAUSE)
    others_ = " and ".join(LABEL[hq] for hq in others)
    state.note(CLAUSE, "{} leads a de facto corps with {}", LABEL[frame.hq], others_)


def no_company(state: LongestDay, frame: Forming, action: Action) -> Sequence[Ruling]:
    if not isinstance(action, verbs.With):
        return ()
    names = action.hqs.split("+")
    able = [NAMES[hq] for hq in others_for(state, frame.hq)]
    if strangers := [name for name in names if name not in able]:
        return [_no_member(state, frame.hq, name) for name in strangers]
    return [
        Ruling(
            "TLD-A.corps.25.b", f"a de facto corps has {LEAST} or {MOST} divisions, not {len(set(names)) + 1}"
        )
    ]


def _no_member(state: LongestDay, leader: int, name: str) -> Ruling:
    """Why an HQ cannot be in a de facto corps: the one condition it fails."""
    hq, label = UNIT.get(name, -1), display_name(name)
    if hq < 0 or not DIVISION_HQ >> hq & 1 or SIDE[hq] != SIDE[leader]:
        return Ruling(
            "TLD-A.corps.25.b", f"{label} is not a divisional HQ of the {ADJECTIVE[SIDE[leader]]} side"
        )
    if state.at[hq] < 0:
        return Ruling("TLD-A.corps.25.d", f"{label} is not on the map")
    link = chain(state, SIDE[leader])
    if link.corps[hq] != link.corps[leader]:
        return Ruling("TLD-A.corps.25.b", f"{label} is not in the corps of {LABEL[leader]}")
    if taken(state) >> hq & 1:
        return Ruling("TLD-A.corps.25.b", f"{label} is in a de facto corps")
    if not _beyond_its_corps(state, hq):
        return Ruling("TLD-J.19", f"{label} is within eight hexes of its corps HQ")
    return Ruling("TLD-A.corps.25.d", f"{label} is more than eight hexes from {LABEL[leader]}")


FORMING = (
    Ask(
        clause="TLD-A.corps.25.b",
        name="de facto corps",
        title="choice of the de facto corps",
        side=lambda state, frame: SIDE[frame.hq],
        choices=company,
        apply=form,
        takes=(verbs.With,),
        refuse=no_company,
    ),
)
