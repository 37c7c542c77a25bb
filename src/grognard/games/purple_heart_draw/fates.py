"""PHD-C5.1: what the players enter of a unit: what became of it, and where it left the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import Hex, set_of
from grognard.core.procedure import Ask
from grognard.core.ruling import Ruling

from . import units, verbs
from .board import EDGE, GRID, SIDES_OF
from .cards import playable
from .gear import count_gun, lose_gear
from .pieces import (
    BROKEN,
    CLOAKED,
    CONCEALED,
    COVERED,
    FLAG,
    HERO,
    LEADER,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    TITLE,
    VEHICLE,
    bare,
    has_mark,
    is_gun,
    marked,
    unmarked,
)
from .position import (
    Fate,
    Mask,
    PurpleHeartDraw,
    Reason,
    SideOf,
    fact,
)
from .posture import pose, postures
from .units import (
    capture,
    casualty,
    cover_up,
    eliminate,
    flag,
    is_vehicle,
    on_map,
    put,
    show,
    type_of,
    wake_near,
)


def drivable(state: PurpleHeartDraw, unit: int) -> int:
    """B11: a vehicle gets there by no cliff."""
    start = 1 << state.at[unit]
    return GRID.flood_dry(start, playable(state) & ~int(state.blaze) | start, SIDES_OF["cliff"])


TOGGLES = (
    "encircled",
    "pinned",
    "stunned",
    "berserk",
    "fanatic",
    "heroic",
    "climbing",
    "motion",
    "immobile",
    "bogged",
    "mired",
    "abandoned",
    "shock",
    "labor",
    "low_ammo",
    "melee",
)
EXITS = "exits:friendly_edge"  # PHD-TM8
ATTACKED = "attacked"  # PHD-C5.31.act: what wakes a Reserve
OFF_A_VEHICLE = ("breaks", "pinned", "melee", "berserk", "climbing")  # no Rider does that on a vehicle
INFANTRY = ("encircled", "pinned", "berserk", "fanatic", "climbing", "labor", "low_ammo", "melee")
VEHICLES = ("stunned", "motion", "immobile", "bogged", "mired", "abandoned", "shock", "low_ammo", "melee")


def fates(state: PurpleHeartDraw, unit: int) -> list[str]:
    """What the players may report of a unit; PHD-C5.31.b: of a cloaked Reserve, that it is attacked; PHD-TM8:
    of an exit by the own map edge, in TM Scenarios only.
    """
    kind, status = type_of(state, unit), state.status[unit]
    if status & CLOAKED:
        return [ATTACKED]
    result = [
        "eliminated",
        "exits:elsewhere",
        "recalled",
        *[EXITS] * bool(not state.card and ways_out(state, unit)),
    ]
    if kind == VEHICLE:
        result += [*VEHICLES, "burns", "captured"]
    else:
        result += [*INFANTRY, "reduced", "rallies" if status & BROKEN else "breaks"]
        result += (
            ["heroic"] * (kind == LEADER)
            + ["captured"] * (kind != HERO)
            + ["hero"] * (kind not in (LEADER, HERO))
        )
    result.append("revealed" if status & COVERED else "concealed")
    for gear in dict.fromkeys(state.gear[unit]):
        result.append(f"lost:{gear}")
        if not gear.startswith("AL"):  # an Armour Leader does not malfunction
            result.append(f"{'works' if has_mark(gear, '!') else 'malfunctions'}:{gear}")
        result += [f"depleted:{gear}"] * (bare(gear) == "MA" and not has_mark(gear, "~"))
    return sorted({*result, *postures(state, unit)})


def happened(state: PurpleHeartDraw, unit: int, what: str) -> None:
    """PHD-C5.1: an entry of the players about one of their own units."""
    word, _, gear = what.partition(":")
    clause = "PHD-C5.1"
    simple: dict[str, Callable[[], None]] = {
        ATTACKED: lambda: units.wake(state, unit),
        "eliminated": lambda: eliminate(state, unit, clause),
        "recalled": lambda: eliminate(
            state, unit, clause, wreck=False, cvp=False, because="is Recalled"
        ),  # no CVP
        "reduced": lambda: casualty(state, unit, clause),
        "captured": lambda: capture(state, unit, clause),
        "breaks": lambda: flag(state, unit, BROKEN, 0, clause),
        "rallies": lambda: flag(state, unit, 0, BROKEN, clause),
        "revealed": lambda: show(state, unit, clause),
        "concealed": lambda: cover_up(state, unit, CONCEALED, clause),
        "burns": lambda: _burns(state, unit),
        "hero": lambda: _hero(state, unit),
        "exits": lambda: _lost_off_map(state, unit),
    }
    if what in postures(state, unit):
        return pose(state, unit, what, clause)
    if word in OFF_A_VEHICLE:
        units.dismount(state, unit, clause)
    if word in simple:
        return simple[word]()
    if word in TOGGLES:
        return _toggle(state, unit, word)
    return _gear(state, unit, word, gear)


def _toggle(state: PurpleHeartDraw, unit: int, word: str) -> None:
    bit = FLAG[word]
    if state.status[unit] & bit:
        flag(state, unit, 0, bit, "PHD-C5.1")
    else:
        flag(state, unit, bit, 0, "PHD-C5.1")
        if word == "melee":
            show(state, unit, "PHD-C5.3")


def _burns(state: PurpleHeartDraw, unit: int) -> None:
    """PHD-TM9: a burning wreck."""
    flag(state, unit, FLAG["burning"], 0, "PHD-TM9")
    eliminate(state, unit, "PHD-TM9")


def _hero(state: PurpleHeartDraw, unit: int) -> None:
    new = units.muster(state, SIDE[unit], "hero", (), 0, "PHD-C5.22")
    put(state, new, state.at[unit], "PHD-C5.22")
    flag(state, new, state.status[unit] & COVERED, 0, "PHD-C5.22")
    if state.open >> unit & 1:
        show(state, new, "PHD-C5.22")


def ways_out(state: PurpleHeartDraw, unit: int) -> int:
    """PHD-TM8: hexes of its own map edge by which a unit can leave: where it stands, or any it could have got
    to.
    """
    edge, own_hex = EDGE[SIDE[unit]] & playable(state), 1 << state.at[unit]
    if edge & own_hex:
        return own_hex
    return edge & ~int(state.blaze) & (drivable(state, unit) if is_vehicle(state, unit) else -1)


def exits(state: PurpleHeartDraw, unit: int, hex_: int) -> None:
    """PHD-TM8: by the own edge it is kept and out for this scenario."""
    for u in (unit, *units.riders_of(state, unit)):
        show(state, u, "PHD-TM8")
        units.leave_map(state, u, hex_, "PHD-TM8")
        units.note_unit(state, "PHD-TM8", u, f"leaves the map by {GRID.name[hex_]}")


def _lost_off_map(state: PurpleHeartDraw, unit: int) -> None:
    """PHD-TM8: any other exit is a loss; on a card every exit is (A2.6)."""
    for u in (unit, *units.riders_of(state, unit)):
        eliminate(
            state,
            u,
            "PHD-C5.1" if state.card else "PHD-TM8",
            wreck=False,
            because="leaves the map and is eliminated",
        )


def _gear(state: PurpleHeartDraw, unit: int, word: str, gear: str) -> None:
    have = list(state.gear[unit])
    at = have.index(gear)
    if word == "lost":
        lose_gear(state, SIDE[unit], [have.pop(at)], "PHD-C5.26.a")
        if is_gun(gear) and not has_mark(gear, "^"):
            count_gun(state, SIDE[unit], "PHD-C1.2")
    else:
        have[at] = {
            "works": unmarked(gear, "!"),
            "malfunctions": marked(gear, "!"),
            "depleted": marked(gear, "~"),
        }[word]
    state.set_at(fact.gear, unit, tuple(have), "PHD-C5.26")


def report(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    n = NUMBER[SIDE[unit]]
    state.set_at(fact.reported, n, state.reported[n] | 1 << unit, "PHD-C5.1")
    state.set_at(fact.todo, n, (("fate", unit),), "PHD-C5.1")
    state.call(Fate(side=SIDE[unit]), "PHD-C5.1")


def reportable(side_of: SideOf) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        return set_of(
            u
            for u in on_map(state, side)
            if not state.reported[NUMBER[side]] >> u & 1 and not state.status[u] & PRISONER
        )

    return mask


def why_not_reported(side_of: SideOf) -> Reason:
    def why(state: PurpleHeartDraw, frame: object, unit: int, hex_: int) -> str:
        side, name = side_of(state, frame), state.display_name(NAMES[unit])
        if unit not in on_map(state, side):
            return f"{name} is not a {TITLE[side]} unit on the map"
        taken = state.status[unit] & PRISONER
        return f"{name} is a prisoner" if taken else f"{name} was reported on in this player turn"

    return why


def fate_choices(state: PurpleHeartDraw, frame: Fate) -> Sequence[Action]:
    due = [item[1] for item in state.todo[NUMBER[frame.side]][:1] if item[0] == "fate"]
    return [verbs.Happened(word) for word in fates(state, due[0])] if due else ()


def fate_chosen(state: PurpleHeartDraw, frame: Fate, action: verbs.Happened) -> None:
    n = NUMBER[frame.side]
    unit = state.todo[n][0][1]
    if action.what == EXITS:
        return state.set_at(fact.todo, n, (("exit", unit),), "PHD-TM8")
    state.set_at(fact.todo, n, (), "PHD-C5.1")
    if action.what in postures(state, unit):  # how it stands may be told again; what befell it, once
        state.set_at(fact.reported, n, state.reported[n] & ~(1 << unit), "PHD-C5.1")
    happened(state, unit, action.what)
    return wake_near(state)


def exit_choices(state: PurpleHeartDraw, frame: Fate) -> Sequence[Action]:
    """PHD-TM8: asked of a unit that was last seen elsewhere; one that stands at the edge leaves where it
    stands.
    """
    due = [item[1] for item in state.todo[NUMBER[frame.side]] if item[0] == "exit"]
    return [verbs.Exit(name) for name in GRID.names(ways_out(state, due[0]))] if due else ()


def exit_chosen(state: PurpleHeartDraw, frame: Fate, action: verbs.Exit) -> None:
    n = NUMBER[frame.side]
    unit = state.todo[n][0][1]
    state.set_at(fact.todo, n, (), "PHD-TM8")
    exits(state, unit, GRID.number[action.hex])


def not_exit(state: PurpleHeartDraw, frame: Fate, action: Action) -> Sequence[Ruling]:
    return [
        Ruling(
            "PHD-TM8",
            f"{getattr(action, 'hex', action)} is not a hex of its own map edge that it could have left by",
        )
    ]


def not_a_fate(state: PurpleHeartDraw, frame: Fate, action: Action) -> Sequence[Ruling]:
    """PHD-C5.1: why an entry does not fit the unit; PHD-C5.31.b of a cloaked Reserve, PHD-TM8 of an exit."""
    queue = state.todo[NUMBER[frame.side]]
    if not queue or queue[0][0] != "fate":
        return [Ruling("PHD-C5.1", "no unit was reported on")]
    unit, what = queue[0][1], getattr(action, "what", str(action))
    if state.status[unit] & CLOAKED:
        return [
            Ruling(
                "PHD-C5.31.b",
                f"{state.display_name(NAMES[unit])} is cloaked In Reserve: it can only be attacked",
            )
        ]
    if what == EXITS:
        return [
            Ruling(
                "PHD-TM8",
                f"{state.display_name(NAMES[unit])} cannot leave by its own map edge"
                + (" on a card" if state.card else ""),
            )
        ]
    return [Ruling("PHD-C5.1", f"{what} cannot happen to {state.display_name(NAMES[unit])} as it stands")]


FATE = (
    Ask(
        clause="PHD-C5.1",
        name="what happened to a unit",
        secret=True,
        side=lambda state, frame: frame.side,
        choices=fate_choices,
        apply=fate_chosen,
        takes=(verbs.Happened,),
        refuse=not_a_fate,
    ),
    Ask(
        clause="PHD-TM8",
        name="the hex it left the map by",
        secret=True,
        side=lambda state, frame: frame.side,
        choices=exit_choices,
        apply=exit_chosen,
        refuse=not_exit,
        takes=(verbs.Exit,),
    ),
)
