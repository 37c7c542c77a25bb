"""PHD-C5.1 to PHD-C5.12: what follows the fighting before units redeploy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, Ask, Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import units, verbs
from .arrival import AGAINST_VEHICLE, beside_without_bog, enter, hit_vehicle
from .charts import REPAIR
from .gear import lying, pick_up
from .ground import at_start
from .melee import CLOSE_COMBAT, climbers, slipping, why_not_beside
from .pieces import (
    BROKEN,
    CLOAKED,
    CONCEALED,
    ENEMY,
    FLAG,
    KINDS,
    LEADER,
    NAMES,
    NUMBER,
    PRISONER,
    SIDE,
    SIDES,
    STUCK,
    TITLE,
    flags,
)
from .position import (
    Closing,
    Each,
    HexesOf,
    Mask,
    PurpleHeartDraw,
    SideOf,
    attacker,
    defender,
    fact,
    ground,
    own,
)
from .posture import ahead, can_hold, dismounting, nobody_rides
from .queues import fill_both, rolling_both
from .units import (
    casualty,
    eliminate,
    flag,
    in_hex,
    is_infantry,
    is_mobile,
    is_vehicle,
    note_unit,
    on_map,
    put,
    show_cover,
    with_riders,
)
from .verbs import TWO


def nothing(clause: str, words: str) -> Auto:
    """A step that needs nothing is passed with a line in the log."""
    return Auto(clause=clause, do=lambda state, frame: state.note(clause, words))


def control_at_start(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.12, PHD-R6"""
    for n, hexes in enumerate(at_start()):
        state.set_at(fact.held, n, Hexes(hexes), "PHD-C5.12")


def losses(state: PurpleHeartDraw, frame: Closing) -> None:
    """PHD-C5.1: what is lost from here on counts for the scenario just ended; of a Lull there is nothing
    (PHD-R15).
    """
    for n in (0, 1):
        if state.lull:
            state.set_at(fact.attacked, n, False, "PHD-R15")
        state.set_at(fact.scrap, n, state.scrap[n] if not state.lull else (), "PHD-C5.26.a")
    state.note("PHD-C5.1", "CVP: US {}, German {}", *state.cvp)


# ---------------------------------------------------------------- PHD-C5.5, PHD-C5.6


def rally(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.5: every broken unit, Disrupted too, without a DR."""
    for u in members(state.used):
        if state.status[u] & (BROKEN | FLAG["disrupted"]):
            flag(state, u, 0, BROKEN | FLAG["disrupted"], "PHD-C5.5")


PASSING = {  # the markers that go, by letter
    "PHD-C5.6.b": flags("motion"),
    "PHD-C5.6.d": flags("pinned", "berserk", "fanatic"),
}


def take_radios(state: PurpleHeartDraw, side: str, keep: int) -> None:
    """PHD-C5.6.a, PHD-MSR9: as many radios are left as modules."""
    holders = [u for u in members(own(state, side)) if "RADIO" in state.gear[u]]
    for u in holders[keep:]:
        state.set_at(fact.gear, u, tuple(g for g in state.gear[u] if g != "RADIO"), "PHD-C5.6.a")


def remove_markers(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.6.a to .e; PHD-TM13: a module that placed an FFE is gone with its radio and its hexes."""
    for n in (0, 1):
        remaining = tuple(m for m in state.modules[n] if not m[3])
        if remaining != state.modules[n]:
            state.set_at(fact.modules, n, remaining, "PHD-TM13")
            state.note("PHD-C5.6.a", "Used OBA modules and their radios are removed", to=SIDES[n])
            take_radios(state, SIDES[n], len(remaining))
        state.set_at(fact.aimed, n, (), "PHD-C5.6.a")
        state.set_at(
            fact.phones, n, (), "PHD-C5.6.a"
        )  # PHD-TM13: a kept module may record a new security area
    for clause, bits in PASSING.items():
        for u in members(state.used):
            if state.status[u] & bits:
                flag(state, u, 0, bits, clause)
    for u in members(state.used):
        if state.status[u] & FLAG["exited"]:
            units.cover_up(state, u, 0, "PHD-TM8")  # off the map, out of sight
        if state.status[u] & CLOAKED:  # PHD-C5.6.e: put on the map, concealed, where they were set up
            flag(state, u, CONCEALED, CLOAKED, "PHD-C5.6.e")
        flag(state, u, 0, flags("engaged", "new", "exited", "redeployed", "remained", "hardened"), "PHD-C5.6")
    for n in (0, 1):
        state.set_at(fact.sniper, n, OFF, "PHD-C5.6.c")
    state.note("PHD-C5.6.c", "Snipers and acquisition are removed")
    for side in SIDES:
        show_cover(state, side, "PHD-C5.6.e")


# ---------------------------------------------------------------- PHD-C5.8: encircled units


def leadership(state: PurpleHeartDraw, unit: int) -> int:
    """The best modifier of a leader with a unit, the unit itself not counted."""
    side = SIDES[unit >= len(NAMES) // 2]
    leaders = [
        u
        for u in in_hex(state, side, state.at[unit])
        if u != unit and KINDS[state.kind[u]].type == LEADER and not state.status[u] & BROKEN
    ]
    return min((KINDS[state.kind[u]].modifier for u in leaders), default=0)


def encircled(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [
        ("1tc", u)
        for u in members(state.used)
        if state.at[u] >= 0 and state.status[u] & FLAG["encircled"] and not state.status[u] & PRISONER
    ]


def checked(state: PurpleHeartDraw, item: tuple[str, int], roll: int) -> None:
    """PHD-C5.8: a 1TC: DR + 1 with leadership <= morale, or eliminated; an immobile vehicle is abandoned by
    its crew.
    """
    u = int(item[1])
    need = KINDS[state.kind[u]].morale
    final = roll + 1 + leadership(state, u)
    if final <= need:
        return note_unit(state, "PHD-C5.8", u, "passes its 1TC")  # the roll is its owner's secret
    if is_vehicle(state, u) and state.status[u] & STUCK:
        return flag(state, u, flags("immobile", "abandoned"), 0, "PHD-C5.8")
    where, side = state.at[u], SIDES[u >= len(NAMES) // 2]
    eliminate(state, u, "PHD-C5.8", because="fails its 1TC and is eliminated")
    return rearm(state, ENEMY[side], where)


def rearm(state: PurpleHeartDraw, side: str, hex_: int) -> None:
    """PHD-C5.8.a: prisoners of a side left where all their enemies died this way are free again, in sight,
    and take up what lies there: each piece goes to the unit with least gear among those that can use it.
    """
    if in_hex(state, ENEMY[side], hex_):
        return
    freed = [u for u in on_map(state, side) if state.at[u] == hex_ and state.status[u] & PRISONER]
    for u in freed:
        flag(state, u, 0, PRISONER, "PHD-C5.8.a")
        note_unit(state, "PHD-C5.8.a", u, "is rearmed")
    for item in [item for item, where in state.dropped if where == hex_]:
        heirs = [u for u in freed if item in lying(state, u) and can_hold(state, u, item.split(".", 1)[1])]
        if heirs:
            pick_up(state, min(heirs, key=lambda u: (len(state.gear[u]), u)), item, "PHD-C5.8.a")


# ---------------------------------------------------------------- PHD-C5.9: minefields and bog


def open_mines(state: PurpleHeartDraw, side: str, kind: str = "mines") -> int:
    """Known minefields of the enemy."""
    result = 0
    for item, hex_ in state.forts[1 - NUMBER[side]]:
        if kind in item:
            result |= 1 << hex_
    return result


def in_mines(side_of: SideOf) -> Mask:
    """PHD-C5.9: mobile vehicles in a minefield, Infantry among A-P mines."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        side = side_of(state, frame)
        fields, men = open_mines(state, side), open_mines(state, side, "ap_mines")
        return set_of(
            u
            for u in on_map(state, side)
            if not state.status[u] & PRISONER
            and (
                (men >> state.at[u] & 1)
                if is_infantry(state, u)
                else (fields >> state.at[u] & 1 and is_mobile(state, u))
            )
        )

    return mask


def out_of_mines(
    side_of: SideOf,
) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        side = side_of(state, frame)
        free = units.room_for(state, side)
        barred = open_mines(state, side) | int(state.blaze)
        return lambda unit: (
            ahead(state, unit) & beside_without_bog(state, unit) & ~barred & free(unit)
        )  # no VCA change

    return mask


def leave_mines(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
    """PHD-C5.9.a: Infantry leaves after a NTC, unless the way out is friendly and free of mines."""
    n = NUMBER[SIDES[unit >= len(NAMES) // 2]]
    safe = ground(state).friendly(n) >> hex_ & 1
    if is_infantry(state, unit) and not safe:
        state.set_at(fact.todo, n, (*state.todo[n], ("ntc", unit)), "PHD-C5.9.a")
    if is_vehicle(state, unit) and state.options.tactical_source == "players":
        state.set_at(fact.todo, n, (*state.todo[n], ("mines", unit, state.at[unit])), "PHD-C5.9")
    put(state, unit, Hex(hex_), "PHD-C5.9")
    enter(state, SIDE[unit], with_riders(state, [unit]), hex_, unseen=False)


def mined(side: str) -> Ask:
    """PHD-C5.9: the mines attack a vehicle that leaves; the players roll it and enter what came of it."""
    n = NUMBER[side]

    def due(state: PurpleHeartDraw) -> list[Any]:
        return [item for item in state.todo[n] if item[0] == "mines"]

    def choices(state: PurpleHeartDraw, frame: object) -> Sequence[Action]:
        return [verbs.Happened(word) for word in AGAINST_VEHICLE] if due(state) else ()

    def entered(state: PurpleHeartDraw, frame: object, action: verbs.Happened) -> None:
        _, unit, hex_ = item = due(state)[0]
        state.set_at(fact.todo, n, tuple(x for x in state.todo[n] if x != item), "PHD-C5.9")
        if action.what != "unharmed":
            put(state, unit, Hex(hex_), "PHD-C5.9")  # it is hit on the way out, and stays
            hit_vehicle(state, unit, action.what, "PHD-C5.9")
        if due(state):
            state.goto(state.stack[-1].step - 1, "PHD-C5.9")
        elif must_leave(lambda state, frame: side)(state, frame):
            state.goto(LEAVING, "PHD-C5.9.a")  # a crew just unloaded there too

    def refuse(state: PurpleHeartDraw, frame: object, action: verbs.Happened) -> Sequence[Ruling]:
        if not due(state):
            return [Ruling("PHD-C5.9", "no vehicle of the side has just left a minefield")]
        reason = (
            f"mines do not do {action.what} to {state.display_name(NAMES[due(state)[0][1]])} on its way out;"
            f" results: {', '.join(AGAINST_VEHICLE)}"
        )
        return [Ruling("PHD-C5.9", reason)]

    return Ask(
        clause="PHD-C5.9",
        name=f"{side} mines attack",
        title=f"{TITLE[side]} mines attack",
        secret=True,
        side=side,
        choices=choices,
        apply=entered,
        refuse=refuse,
        takes=(verbs.Happened,),
    )


def ntc(state: PurpleHeartDraw, item: tuple[str, int], roll: int) -> None:
    u = int(item[1])
    need, final = KINDS[state.kind[u]].morale, roll + leadership(state, u)
    if final > need:
        casualty(state, u, "PHD-C5.9.a")


def must_leave(
    side_of: SideOf,
) -> Callable[[PurpleHeartDraw, object], Ruling | None]:
    def must(state: PurpleHeartDraw, frame: object) -> Ruling | None:
        ready = in_mines(side_of)(state, frame)
        places = out_of_mines(side_of)(state, frame) if ready else None
        stuck = [u for u in members(ready) if places(u)] if places else []
        return (
            Ruling("PHD-C5.9", f"{state.display_name(NAMES[stuck[0]])} must leave the minefield")
            if stuck
            else None
        )

    return must


def leaving_mines(side_of: SideOf, words: str) -> Phase:
    return Phase(
        clause="PHD-C5.9",
        name=f"minefields, {words}",
        side=side_of,
        secret=True,
        opens=True,  # a unit in plain sight leaves in plain sight, and finds hidden mines
        must=must_leave(side_of),
        picks=(
            Pick(
                verb=verbs.Leave,
                names=NAMES,
                units=(
                    Screen(
                        "PHD-C5.9", "{unit} stands in no known minefield it must leave", in_mines(side_of)
                    ),
                ),
                hexes=(
                    Screen(
                        "PHD-C5.9",
                        why_not_beside("has known mines or is full"),
                        out_of_mines(side_of),
                        each=True,
                    ),
                ),
                apply=leave_mines,
            ),
        ),
    )


def bogged(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [("bog", u) for u in members(state.used) if state.at[u] >= 0 and state.status[u] & FLAG["bogged"]]


def unbog(state: PurpleHeartDraw, item: tuple[str, int], face: int) -> None:
    """PHD-C5.9: one attempt a vehicle, -1 in the friendly FEBA (the figure is a reconstruction,
    data/repair.toml).
    """
    u = int(item[1])
    n = NUMBER[SIDES[u >= len(NAMES) // 2]]
    in_feba = ground(state).feba[n] >> state.at[u] & 1
    final = face + in_feba * int(REPAIR["unbog"]["friendly_feba"])
    if final <= int(REPAIR["unbog"]["success_max"]):
        flag(state, u, 0, FLAG["bogged"], "PHD-C5.9")
    elif face == REPAIR["unbog"]["mires_on"]:
        flag(state, u, FLAG["mired"], FLAG["bogged"], "PHD-C5.9")


# ---------------------------------------------------------------- PHD-C5.10


def shocked(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [
        ("shock", u)
        for u in members(state.used)
        if state.at[u] >= 0 and state.status[u] & flags("shock", "uk") and is_vehicle(state, u)
    ]


def shock_rolled(state: PurpleHeartDraw, item: tuple[str, int], face: int) -> None:
    """PHD-C5.10: <= 3 the marker comes off, >= 4 the AFV is eliminated."""
    u = int(item[1])
    if face <= int(REPAIR["shock"]["success_max"]):
        flag(state, u, 0, flags("shock", "uk"), "PHD-C5.10")
    else:
        eliminate(state, u, "PHD-C5.10")


def fix_ground(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.11"""
    zones = ground(state)
    state.note(
        "PHD-C5.11",
        "FEBA: US {} hexes, German {}; No-Man's Land {}",
        *(f.bit_count() for f in zones.feba),
        zones.nml.bit_count(),
    )


AFTERMATH = (
    Auto(clause="PHD-C5.1", do=losses),
    nothing("PHD-C5.2", "Bog and mines: entries made from now on take effect at once"),
    slipping(attacker, "attacker"),
    slipping(defender, "defender"),
    Auto(clause="PHD-C5.3.b", do=climbers),
    CLOSE_COMBAT,
    Auto(clause="PHD-C5.5", do=rally),
    Auto(clause="PHD-C5.6", do=remove_markers),
    dismounting(attacker, "attacker"),
    dismounting(defender, "defender"),
    Auto(clause="PHD-C5.7", do=nobody_rides),
    fill_both("PHD-C5.8", encircled),
    *rolling_both("PHD-C5.8", "encircled units", TWO, checked),
    leaving_mines(attacker, "attacker"),
    leaving_mines(defender, "defender"),
    *(mined(side) for side in SIDES),
    *rolling_both("PHD-C5.9.a", "out of a minefield", TWO, ntc),
    fill_both("PHD-C5.9", bogged),
    *rolling_both("PHD-C5.9", "unbogging", DIE, unbog),
    fill_both("PHD-C5.10", shocked),
    *rolling_both("PHD-C5.10", "Shock", DIE, shock_rolled),
    Auto(clause="PHD-C5.11", do=fix_ground),
)
LEAVING = next(n for n, step in enumerate(AFTERMATH) if step.name.startswith("minefields"))
