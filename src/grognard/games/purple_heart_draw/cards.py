"""PHD-1 to PHD-4: the four scenario cards: areas, forces, set-up, entry, special rules, balance, and who has
won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Required, TypedDict

from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import verbs
from .areas import AREA, CARDS, DRAW_LINE, SETUP_AREA, box
from .board import BUILDING, GRID, LINES, PRINTED_TL, beyond, span
from .forces import add_module
from .laying_out import unearth
from .pieces import (
    BROKEN,
    CONCEALED,
    COVERED,
    CREW,
    ENEMY,
    FLAG,
    GERMAN,
    GUNS,
    HIDDEN,
    KINDS,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    STUCK,
    US,
    VEHICLE,
    VEHICLE_CREWS,
)
from .position import Card, HexesOf, Mask, PurpleHeartDraw, Table, fact, own
from .stores import STORES, TERRAIN_OF
from .units import (
    STACK_HS,
    STACK_VEHICLES,
    flag,
    good_order,
    half_squads,
    is_mmc,
    muster,
    on_map,
    put,
    room_for,
    show,
    show_cover,
    worth,
)

# PHD-1.entry, PHD-2.entry, PHD-3.entry, PHD-4.entry
ENTRY: dict[str, int] = {id_: box(row["entry_area"]) for id_, row in CARDS.items()}
_NEEDS = {id_: row.get("needs", {}) for id_, row in CARDS.items()}  # PHD-1.vc to PHD-4.vc
SOUTH_OF_DRAW = AREA["PHD-1"] & beyond(
    members(span(DRAW_LINE, "K10", "U11")), south=True, itself=False
)  # PHD-1..4.predicate
IN_DRAW_3 = GRID.within(span(DRAW_LINE, "W12", "EE12"), 1)
BY_ROAD_4 = GRID.within(span(LINES["orchard road"], "G21", "G27"), 1)
BUILDINGS_2 = BUILDING & GRID.within(
    1 << GRID.hex(_NEEDS["PHD-2"]["buildings_of"]), int(_NEEDS["PHD-2"]["buildings_within"])
)
MINES_2 = int(CARDS["PHD-2"]["mines_german"])  # PHD-2.bal.german
# PHD-1.ssr.2, PHD-2.ssr.2, PHD-3.ssr.2, PHD-4.ssr.2
WEATHER = {id_: str(row["weather"]) for id_, row in CARDS.items()}


# ---------------------------------------------------------------- forces


def forces(id_: str, side: str, balance: str) -> list[tuple[int, dict[str, int]]]:
    """By turn of entry the counters of a card (reconstruction), with the balance agreed (PHD-1.bal.us ...).

    PHD-R10: the German battalion of PHD-3 is called II/FJR 9, as the card prints it.
    """
    groups = [(int(group.get("turn", 0)), dict(group["units"])) for group in CARDS[id_][side]["group"]]
    return [(turn, balanced(id_, side, units, balance)) for turn, units in groups]


def balanced(id_: str, side: str, units: dict[str, int], balance: str) -> dict[str, int]:
    """PHD-1.bal.german, PHD-1.bal.us, PHD-2.bal.us, PHD-3.bal.german, PHD-4.bal.german, PHD-4.bal.us"""
    if balance != side:
        return dict(units)
    swaps = CARDS[id_].get(f"exchange_{side}", {})
    new = Counter[str]()
    for name, count in units.items():
        new[swaps.get(name, name)] += count
    return dict(new + Counter(CARDS[id_].get(f"add_{side}", {})))


def raise_forces(state: PurpleHeartDraw, side: str, id_: str) -> None:
    """Counters become units: weapons with the first that can carry them, Guns with crews, Armour Leaders with
    vehicles.
    """
    for turn, units in forces(id_, side, state.options.balance):
        names = [(name.replace(" ", "_"), count) for name, count in units.items()]
        fresh = [
            muster(state, side, n, ("MA", "MG") if KINDS[n].type == VEHICLE else (), turn, f"{id_}.entry")
            for n, c in names
            if n in KINDS
            for _ in range(c)
        ]
        men = [u for u in fresh if KINDS[state.kind[u]].half_squads]
        for n, count in names:
            for _ in range(count if n not in KINDS else 0):
                _hand_out(state, fresh, men, n)


def _hand_out(state: PurpleHeartDraw, fresh: list[int], men: list[int], name: str) -> None:
    if name.startswith("AL"):
        heirs, name = [u for u in fresh if KINDS[state.kind[u]].type == VEHICLE], name.replace("AL_", "AL")
    elif name in GUNS:
        heirs = [u for u in men if KINDS[state.kind[u]].type == CREW]
    else:
        heirs = men
    heir = min(heirs, key=lambda u: (len(state.gear[u]), u))
    state.set_at(fact.gear, heir, (*state.gear[heir], name), "PHD-MAP")


def begin(state: PurpleHeartDraw, frame: Card) -> None:
    """PHD-1.first, PHD-2.first, PHD-3.first, PHD-4.first: who sets up and who moves. PHD-4.ssr.4: the US
    module.

    PHD-1.ssr.1, PHD-2.ssr.1, PHD-3.ssr.1, PHD-4.ssr.1: every MSR applies, for the same code carries them out.
    """
    card = CARDS[state.card]
    state.set(fact.first_setup, card["sets_up_first"], f"{state.card}.first")
    state.set(fact.first, card["moves_first"], f"{state.card}.first")
    for side in SIDES:
        n = NUMBER[side]
        raise_forces(state, side, state.card)
        state.set_at(fact.san, n, int(card[side]["san"]), f"{state.card}.area")
        state.set_at(fact.announced, n, int(card[side]["san"]), f"{state.card}.area")
        if "RADIO" in str(card[side]["group"]):
            add_module(
                state,
                side,
                "80mm" if side == GERMAN else "81mm",
                "PHD-4.ssr.4" if state.card == "PHD-4" else "PHD-MSR9",
            )
    if state.card == "PHD-3" and state.options.balance == US:
        add_module(state, US, "60mm", "PHD-3.bal.us")
    n = NUMBER[card["sets_up_first"]]
    mines = MINES_2 if state.card == "PHD-2" and state.options.balance == GERMAN else 0
    state.set_at(fact.dsp, n, mines, "PHD-2.bal.german")
    state.set_at(fact.held, n, Hexes(SETUP_AREA[state.card] & PRINTED_TL), "PHD-C2.CTRL")
    state.note(f"{state.card}.ssr.2", "{}: {}, no wind", card["title"], WEATHER[state.card])


def entry_turn(state: PurpleHeartDraw, unit: int) -> int:
    return state.group[unit]


def entry_area(state: PurpleHeartDraw, unit: int) -> int:
    return ENTRY[state.card] if SIDE[unit] == CARDS[state.card]["moves_first"] else 0


def playable(state: PurpleHeartDraw) -> int:
    """PHD-1.area and the like; PHD-TM1: in the mission the whole map."""
    return AREA[state.card] if state.card else GRID.all


# ---------------------------------------------------------------- set-up of the first side


def first(state: PurpleHeartDraw, frame: object) -> str:
    return state.first_setup


def to_place(state: PurpleHeartDraw, frame: object) -> int:
    return set_of(u for u in members(own(state, state.first_setup)) if state.at[u] < 0)


def why_not_placed(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
    side, name = state.first_setup, state.display_name(NAMES[unit])
    if not side or not own(state, side) >> unit & 1:
        return f"{name} is not a unit of the side that sets up"
    return (
        f"{name} is set up, in {GRID.name[state.at[unit]]}"
        if state.at[unit] >= 0
        else f"{name} is not set up here"
    )


def area(state: PurpleHeartDraw, frame: object) -> int:
    return SETUP_AREA[state.card]


def free(state: PurpleHeartDraw, frame: object) -> HexesOf:
    return room_for(state, state.first_setup)


def place(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    put(state, unit, hex_, f"{state.card}.setup")
    flag(state, unit, FLAG["new"], 0, f"{state.card}.setup")


def hideable(state: PurpleHeartDraw, frame: object) -> int:
    """PHD-1.ssr.3, PHD-2.ssr.3, PHD-3.ssr.3, PHD-4.ssr.3: one MMC, with whatever SMC stack with it, once it
    stands.
    """
    side = state.first_setup
    if any(state.status[u] & HIDDEN for u in members(own(state, side))):
        return 0
    return set_of(u for u in on_map(state, side) if is_mmc(state, u))


def hide(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    with_him = [
        u
        for u in on_map(state, SIDE[unit])
        if state.at[u] == state.at[unit] and not is_mmc(state, u) and KINDS[state.kind[u]].type != VEHICLE
    ]
    for u in (unit, *with_him):
        flag(state, u, HIDDEN, COVERED & ~HIDDEN, f"{state.card}.ssr.3")


def stores(state: PurpleHeartDraw, frame: object) -> int:
    """PHD-1.ssr.4, PHD-2.ssr.4, PHD-3.ssr.4, PHD-4.ssr.5: foxholes; PHD-3.ssr.5: one fortified Location;
    PHD-2.bal.german: mines.
    """
    names = {"foxhole.1", "foxhole.2", "foxhole.3"}
    n = NUMBER[state.first_setup]
    if state.card == "PHD-3" and not any(item == "fortified_building" for item, _ in state.buried[n]):
        names.add("fortified_building")
    if state.dsp[n] >= MINES_2:
        names.add(f"ap_mines.{MINES_2}")
    return set_of(i for i, name in enumerate(STORES) if name in names)


def store_hexes(state: PurpleHeartDraw, frame: object) -> HexesOf:
    """Foxholes only where own units stand, one a hex, and where the terrain allows."""
    n, side = NUMBER[state.first_setup], state.first_setup
    mine = sum({1 << int(state.at[u]) for u in on_map(state, side)})
    dug = sum({1 << h for item, h in state.buried[n] if item.startswith("foxhole")})

    def hexes_for(item: int) -> int:
        ground_ = TERRAIN_OF[item] & SETUP_AREA[state.card]
        return ground_ & mine & ~dug if STORES[item].startswith("foxhole") else ground_

    return hexes_for


def dig(state: PurpleHeartDraw, frame: object, subject: int, hex_: Hex) -> None:
    n = NUMBER[state.first_setup]
    if STORES[subject] == "ap_mines.6":
        state.set_at(fact.dsp, n, 0, "PHD-2.bal.german")
    state.set_at(
        fact.buried, n, tuple(sorted((*state.buried[n], (STORES[subject], hex_)))), f"{state.card}.ssr.3"
    )


def lay_out(state: PurpleHeartDraw, frame: object) -> None:
    """The set-up lies open but for the hidden MMC: PHD-TM7 is a rule of TM Scenarios, and no card imports
    it.
    """
    side = state.first_setup
    for u in on_map(state, side):
        flag(state, u, 0, FLAG["new"], f"{state.card}.setup")
        if not state.status[u] & HIDDEN:
            show(state, u, f"{state.card}.setup")
    unearth(state, side)
    show_cover(state, side, f"{state.card}.setup")


def fight(state: PurpleHeartDraw, frame: Card) -> None:
    """PHD-1.turns, PHD-2.turns, PHD-3.turns, PHD-4.turns: six turns, PHD-4 five."""
    state.call(Table(), f"{state.card}.turns")


def verdict(state: PurpleHeartDraw, frame: Card) -> None:
    result = victory(state, state.card, at_end=True)
    state.note(result["clause"], "{}", result["because"])
    state.set(fact.won, (result["winner"], "scenario", result["clause"]), result["clause"])


# ---------------------------------------------------------------- who has won


class Figures(TypedDict, total=False):
    """What the victory conditions of a card count."""

    german_cvp: int
    us_vp: int
    buildings: list[str]
    wanting: list[str]
    us_mmc: list[str]


class CardVerdict(Figures):
    """SideOf has won a card, and why."""

    card: Required[str]
    winner: Required[str]
    because: Required[str]
    clause: Required[str]


def victory(state: PurpleHeartDraw, id_: str, at_end: bool = True) -> CardVerdict:
    """PHD-1.vc to PHD-4.vc on any position: winner, figures and reasons; before the end PHD-2 alone can be
    decided.
    """
    winner, because, figures = VC[id_](state)
    if not at_end and not (id_ == "PHD-2" and winner == US):
        winner = ""
    return {"card": id_, "winner": winner, "because": because, "clause": f"{id_}.vc", **figures}


def infantry_vp(state: PurpleHeartDraw, hexes: int, test: Callable[[int], bool]) -> int:
    """VP of US Infantry in some hexes that passes a test, prisoners not counted."""
    return sum(
        KINDS[state.kind[u]].vp
        for u in on_map(state, US)
        if hexes >> state.at[u] & 1
        and KINDS[state.kind[u]].type != VEHICLE
        and not state.status[u] & PRISONER
        and test(u)
    )


Verdict = tuple[str, str, Figures]


def vc_1(state: PurpleHeartDraw) -> Verdict:
    losses = state.cvp[NUMBER[GERMAN]] - state.cvp_prisoners[NUMBER[GERMAN]]
    south = infantry_vp(
        state, SOUTH_OF_DRAW, lambda u: not state.status[u] & BROKEN and state.kind[u] != VEHICLE_CREWS[US]
    )
    most, least = int(_NEEDS["PHD-1"]["german_cvp_below"]), int(_NEEDS["PHD-1"]["us_vp"])
    won = losses < most and south >= least
    return (
        US if won else GERMAN,
        f"German CVP {losses} (of {most}), US VP south of the draw {south} (of {least})",
        {"german_cvp": losses, "us_vp": south},
    )


def vc_2(state: PurpleHeartDraw) -> Verdict:
    losses, left = state.cvp[NUMBER[GERMAN]], BUILDINGS_2 & ~int(state.held[NUMBER[US]])
    most = int(_NEEDS["PHD-2"]["german_cvp_below"])
    won = losses < most and not left
    wanting = " ".join(GRID.names(left)) or "none"
    words = f"German CVP {losses} (of {most}), buildings still to take: {wanting}"
    return (
        US if won else GERMAN,
        words,
        {"german_cvp": losses, "buildings": GRID.names(BUILDINGS_2), "wanting": GRID.names(left)},
    )


def vc_3(state: PurpleHeartDraw) -> Verdict:
    points = infantry_vp(
        state, IN_DRAW_3, lambda u: good_order(state, u) and KINDS[state.kind[u]].type != CREW
    )
    for u in on_map(state, US):
        if (
            KINDS[state.kind[u]].type == VEHICLE
            and IN_DRAW_3 >> state.at[u] & 1
            and not state.status[u] & STUCK
            and "MA" in "".join(state.gear[u])
        ):
            points += worth(state, u) if not any(g in ("MA!", "MAx") for g in state.gear[u]) else 0
    least = int(_NEEDS["PHD-3"]["us_vp"])
    words = f"US VP in or beside the draw: {points} (of {least})"
    return US if points >= least else GERMAN, words, {"us_vp": points}


def vc_4(state: PurpleHeartDraw) -> Verdict:
    near = [
        u
        for u in on_map(state, US)
        if is_mmc(state, u) and good_order(state, u) and BY_ROAD_4 >> state.at[u] & 1
    ]
    words = f"Good Order US MMC on or beside the road G21-G27: {', '.join(NAMES[u] for u in near) or 'none'}"
    return GERMAN if not near else US, words, {"us_mmc": [NAMES[u] for u in near]}


VC: dict[str, Callable[[PurpleHeartDraw], Verdict]] = {
    "PHD-1": vc_1,
    "PHD-2": vc_2,
    "PHD-3": vc_3,
    "PHD-4": vc_4,
}


def of_card(id_: str, mask: Mask) -> Mask:
    """A mask that is empty on every other card: each has a set-up step of its own, so that a refusal cites
    its clauses.
    """
    return lambda state, frame: mask(state, frame) if state.card == id_ else 0


def missing(id_: str) -> Callable[[PurpleHeartDraw, object], Ruling | None]:
    def must(state: PurpleHeartDraw, frame: object) -> Ruling | None:
        left = to_place(state, frame).bit_count()
        return Ruling(f"{id_}.setup", f"{left} units are still to be set up") if left else None

    return must


def set_up(id_: str) -> Phase:
    digging = f"{id_}.ssr.{5 if id_ == 'PHD-4' else 4}"
    return Phase(
        clause=f"{id_}.setup",
        name=f"{id_} set-up",
        secret=True,
        shown=f"{id_} set-up",
        side=first,
        must=missing(id_),
        picks=(
            Pick(
                verb=verbs.Fortify,
                names=STORES,
                units=(
                    Screen(digging, "{unit} is not among the works this card gives", of_card(id_, stores)),
                ),
                hexes=(Screen(digging, "{unit} cannot be put into {hex}", store_hexes, each=True),),
                apply=dig,
            ),
            Pick(
                verb=verbs.Hide,
                names=NAMES,
                units=(
                    Screen(
                        f"{id_}.ssr.3",
                        "{unit}: one MMC of the side that sets up may hide, with who stacks with it",
                        of_card(id_, hideable),
                    ),
                ),
                apply=hide,
            ),
            Pick(
                verb=verbs.Place,
                names=NAMES,
                units=(Screen(f"{id_}.first", why_not_placed, of_card(id_, to_place)),),
                hexes=(
                    Screen(f"{id_}.setup", "{hex} is outside the set-up area", area),
                    Screen("PHD-C5.13.a", "{hex} is full: three squads and one vehicle", free, each=True),
                ),
                apply=place,
            ),
        ),
    )


CARD = (
    Auto(clause="PHD-1.first", do=begin),
    *(set_up(id_) for id_ in CARDS),
    Auto(clause="PHD-1.setup", do=lay_out, opens=True),
    Auto(clause="PHD-1.turns", do=fight),
    Auto(clause="PHD-1.vc", do=verdict),
)


# ---------------------------------------------------------------- a set-up entered by hand, judged


def legal_setup(state: PurpleHeartDraw, id_: str) -> list[Ruling]:
    """Whether it is complete, in its area, not overstacked; hidden units, concealment, foxholes and other
    works.
    """
    side = CARDS[id_]["sets_up_first"]
    checks = (_who_stands, _stacking, _hidden, _concealed, _works)
    return [ruling for check in checks for ruling in check(state, id_, side, on_map(state, side))]


def _who_stands(state: PurpleHeartDraw, id_: str, side: str, units: list[int]) -> Iterator[Ruling]:
    """PHD-1.setup and the like: all of the side, in its area; no unit of the other."""
    for u in units:
        if not SETUP_AREA[id_] >> state.at[u] & 1:
            yield Ruling(f"{id_}.setup", f"{NAMES[u]} in {GRID.name[state.at[u]]} is outside the set-up area")
    if waiting := [NAMES[u] for u in members(own(state, side)) if state.at[u] < 0]:
        yield Ruling(f"{id_}.setup", f"still to be set up: {', '.join(waiting)}")
    if early := [NAMES[u] for u in on_map(state, ENEMY[side])]:
        yield Ruling(f"{id_}.entry", f"enters later and is not set up: {', '.join(early)}")


def _stacking(state: PurpleHeartDraw, id_: str, side: str, units: list[int]) -> Iterator[Ruling]:
    for hex_ in sorted({state.at[u] for u in units}):
        stack = [u for u in units if state.at[u] == hex_]
        if (
            half_squads(state, stack) > STACK_HS
            or sum(KINDS[state.kind[u]].type == VEHICLE for u in stack) > STACK_VEHICLES
        ):
            yield Ruling("PHD-C5.13.a", f"{GRID.name[hex_]} is overstacked")


def _hidden(state: PurpleHeartDraw, id_: str, side: str, units: list[int]) -> Iterator[Ruling]:
    """PHD-1.ssr.3 and the like: one MMC, and the SMC that stack with it."""
    hidden = [u for u in units if state.status[u] & HIDDEN]
    men = [u for u in hidden if is_mmc(state, u)]
    if len(men) > 1:
        yield Ruling(f"{id_}.ssr.3", f"one MMC may be hidden, not {len(men)}")
    for u in hidden:
        if KINDS[state.kind[u]].type == VEHICLE or (
            u not in men and not any(state.at[u] == state.at[m] for m in men)
        ):
            yield Ruling(
                f"{id_}.ssr.3", f"{NAMES[u]} may not be hidden: an MMC may, with the SMC that stack with it"
            )


def _concealed(state: PurpleHeartDraw, id_: str, side: str, units: list[int]) -> Iterator[Ruling]:
    """PHD-TM7 lets units start concealed in TM Scenarios; no card imports it."""
    for u in units:
        if state.status[u] & CONCEALED:
            yield Ruling(
                "PHD-TM7",
                f"{NAMES[u]} in {GRID.name[state.at[u]]} may not start concealed: TM7 is for TM Scenarios"
                " only",
            )


def _works(state: PurpleHeartDraw, id_: str, side: str, units: list[int]) -> Iterator[Ruling]:
    """PHD-1.ssr.4 and the like, PHD-3.ssr.5, PHD-2.bal.german: foxholes under own units, one a hex; little
    else.
    """
    digging, mine = f"{id_}.ssr.{'5' if id_ == 'PHD-4' else '4'}", {state.at[u] for u in units}
    works = (*state.forts[NUMBER[side]], *state.buried[NUMBER[side]])
    others = {
        "fortified_building": int(id_ == "PHD-3"),
        "ap_mines.6": int(id_ == "PHD-2" and state.options.balance == GERMAN),
    }
    holes = [at for item, at in works if item.startswith("foxhole")]
    for item, at in works:
        where_ = GRID.name[at]
        if item in STORES and not TERRAIN_OF[STORES.index(item)] >> at & 1:
            yield Ruling(digging, f"no {item.split('.')[0]} in the terrain of {where_}")
        if item.startswith("foxhole"):
            if at not in mine:
                yield Ruling(digging, f"a foxhole in {where_}, where none of the side stands")
        elif others.get(item, 0) < 1:
            yield Ruling(
                digging,
                f"this card gives no {item.replace('_', ' ').split('.')[0]}, or no more of it: {where_}",
            )
        else:
            others[item] -= 1
    yield from (
        Ruling(digging, f"more than one foxhole in {GRID.name[at]}")
        for at in sorted(set(holes))
        if holes.count(at) > 1
    )
