"""PHD-C5.18 to PHD-C5.24: fires, the wounded, victory, half-squads, heroes, promotions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grognard.core.facts import Action
from grognard.core.hexes import Hexes, members
from grognard.core.procedure import NO_OUTCOME, Ask, Auto, Chance, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling, total

from . import verbs
from .aftermath import public_queue, secret_rolls
from .board import BUILDING, BURNABLE, GRID, INTERSECTIONS
from .charts import SCENARIOS, promotion_modifiers, row_of
from .forces import squad_equivalents
from .pieces import (
    BROKEN,
    COVERED,
    FLAG,
    GERMAN,
    HS,
    KINDS,
    LEADER,
    NAMES,
    NUMBER,
    PERSONNEL,
    PRISONER,
    SIDES,
    SQUAD,
    TEAM_WEAPONS,
    US,
    WOUNDED,
    bare,
    is_gun,
)
from .position import PurpleHeartDraw, fact, ground, own
from .verbs import (
    DIE,
    TWO,
    can_harden,
    eliminate,
    flag,
    hardens,
    in_hex,
    members_of,
    on_map,
    put,
    remove,
    tell,
    turn_into,
    unit_set,
)

CLEAR_RADIUS = 2  # PHD-C4.obj
RECOMBINE = 6  # PHD-C5.21, PHD-C5.22


# ---------------------------------------------------------------- PHD-C5.18: fires


def fires(state: PurpleHeartDraw, frame: Any) -> None:
    """PHD-C5.18, in order: Flames become Blazes (pinned); old Blazes spread and burn out; PHD-C5.18.a: burning wrecks."""
    fuel = BURNABLE & ~int(state.burnt)
    burning = sum({1 << hex_ for name, hex_ in state.wrecks if name.endswith("*")})
    pinned = int(state.flame)
    old = int(state.blaze) | burning & ~fuel
    flames = (GRID.near(old) | burning) & fuel & ~old & ~pinned
    if not pinned | old | flames:
        return state.note("PHD-C5.18", "nothing burns")
    state.set(fact.rubble, Hexes(state.rubble | old & BUILDING), "PHD-C5.18")
    state.set(fact.burnt, Hexes(state.burnt | old & BURNABLE), "PHD-C5.18")
    state.set(fact.blaze, Hexes(pinned), "PHD-C5.18")
    state.set(fact.flame, Hexes(flames), "PHD-C5.18")
    # Burnt-Out
    return state.set(fact.wrecks, tuple((name.replace("*", "#"), hex_) for name, hex_ in state.wrecks), "PHD-C5.18.a")


# ---------------------------------------------------------------- PHD-C5.19: evacuation


def wounded(state: PurpleHeartDraw) -> list[tuple[Any, ...]]:
    return [("wounded", u) for u in members(state.used) if state.status[u] & WOUNDED and KINDS[state.kind[u]].type == LEADER]


def evacuated(state: PurpleHeartDraw, item: Any, face: int) -> None:
    """PHD-C5.19"""
    u = int(item[1])
    result = str(row_of(PERSONNEL["leader_evacuation"], face)["result"])
    tell(state, "PHD-C5.19", u, f"dr {face}: {result.replace('_', ' ')}")
    if result == "evacuated":
        return remove(state, u, "PHD-C5.19")
    if result != "retained_wounded":
        flag(state, u, 0, WOUNDED, "PHD-C5.19")
    if result.endswith("replaced") and (worse := KINDS[state.kind[u]].worse):
        turn_into(state, u, worse, "PHD-C5.19")
    return None


# ---------------------------------------------------------------- PHD-C5.20: CVP and victory


def objective(state: PurpleHeartDraw) -> tuple[bool, int, list[int]]:
    """PHD-C4.obj: met or not, the intersections still wanting, and the unbroken German MMC that stand too near."""
    wanting = INTERSECTIONS & ~int(state.held[NUMBER[US]])
    near = GRID.within(INTERSECTIONS, CLEAR_RADIUS)
    there = [
        u for u in on_map(state, GERMAN)
        if near >> state.at[u] & 1 and KINDS[state.kind[u]].half_squads and not state.status[u] & (BROKEN | PRISONER)
    ]  # fmt: skip
    return not wanting and not there, wanting, there


def count(state: PurpleHeartDraw, frame: Any) -> None:
    """PHD-C5.20: CVP are recorded for PHD-C5.23 and PHD-C5.29; after the last scenario the winner is found (PHD-R5)."""
    for n in (0, 1):
        state.set_at(fact.suffered, n, (*state.suffered[n], state.cvp[1 - n]), "PHD-C5.20")
    state.note("PHD-C5.20", "TM Scenario {}: CVP amassed US {}, German {}", state.scenario, *state.cvp)
    if state.scenario < SCENARIOS:
        state.note("PHD-C5.38", "single TM Scenarios have no winner")
        return
    met, wanting, there = objective(state)
    words = (
        "the objective is met"
        if met
        else f"wanting: {' '.join(GRID.names(wanting)) or 'nothing'}; {len(there)} German MMC within {CLEAR_RADIUS} hexes"
    )
    state.note("PHD-C4.obj", "{}", words)
    state.set(fact.won, (US if met else GERMAN, "objective held" if met else "objective denied", "PHD-C4.obj"), "PHD-C4.obj")
    state.set(fact.stack, (), "PHD-C2.TMSCEN")


# ---------------------------------------------------------------- PHD-C5.21: half-squads


def bound(state: PurpleHeartDraw, unit: int) -> bool:
    """A HS that mans a MMG, HMG, light mortar or Gun stays as it is."""
    return any(bare(g) in TEAM_WEAPONS or is_gun(g) for g in state.gear[unit])


def recombine(state: PurpleHeartDraw, frame: Any) -> None:
    """PHD-C5.21: HS of one kind within 6 hexes behind the own FEBA must pair up; the squad stands where the first did,
    or the second where the first has no room."""
    squad_of = {k.half: k.name for k in KINDS.values() if k.type == SQUAD}
    for side in SIDES:
        feba = ground(state).feba[NUMBER[side]]
        loose = [
            u for u in members_of(state, side, None, HS) if state.at[u] >= 0 and feba >> state.at[u] & 1 and not bound(state, u)
        ]
        loose = [u for u in loose if not state.status[u] & (PRISONER | FLAG["hidden"])]
        while loose:
            u = loose.pop(0)
            mate = next(
                (x for x in loose if state.kind[x] == state.kind[u] and GRID.distance(state.at[x], state.at[u]) <= RECOMBINE),
                None,
            )
            if mate is not None and (_fits(state, side, u, mate) or _fits(state, side, mate, u)):
                loose.remove(mate)
                u, mate = (u, mate) if _fits(state, side, u, mate) else (mate, u)
                tell(state, "PHD-C5.21", u, f"and {NAMES[mate]} become a {squad_of[state.kind[u]]}")
                gear = state.gear[u] + state.gear[mate]
                remove(state, mate, "PHD-C5.21")
                state.set_at(fact.gear, u, gear, "PHD-C5.21")
                turn_into(state, u, squad_of[state.kind[u]], "PHD-C5.21")


def _fits(state: PurpleHeartDraw, side: str, unit: int, mate: int) -> bool:
    """Room for the squad in the place of a HS; the other goes away, from the same hex or another."""
    here = [u for u in in_hex(state, side, state.at[unit]) if u != mate]
    return verbs.half_squads(state, here) + 1 <= verbs.STACK_HS


# ---------------------------------------------------------------- PHD-C5.22: heroes


def heroes_of(state: PurpleHeartDraw, side: str) -> list[int]:
    return [u for u in members(own(state, side)) if state.kind[u] == "hero" and not state.status[u] & PRISONER]


def mergers(side: str) -> Callable[[PurpleHeartDraw, Any], int]:
    """Non-crew MMC within 6 hexes of the first hero who still waits."""

    def mask(state: PurpleHeartDraw, frame: Any) -> int:
        waiting = heroes_of(state, side)
        if not waiting or state.at[waiting[0]] < 0:
            return 0
        near = GRID.within(1 << state.at[waiting[0]], RECOMBINE)
        return unit_set(u for u in on_map(state, side) if near >> state.at[u] & 1 and can_harden(state, u))

    return mask


def merge(side: str) -> Callable[[PurpleHeartDraw, Any, int, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, unit: int, hex_: Any) -> None:
        remove(state, heroes_of(state, side)[0], "PHD-C5.22")
        hardens(state, unit, "PHD-C5.22")

    return apply


def lone_heroes(side: str) -> Auto:
    """PHD-C5.22: without such an MMC the hero is eliminated."""

    def do(state: PurpleHeartDraw, frame: Any) -> None:
        while waiting := heroes_of(state, side):
            if mergers(side)(state, frame):
                return state.goto(state.stack[-1].step - 2, "PHD-C5.22")
            eliminate(state, waiting[0], "PHD-C5.22")
        return None

    return Auto(clause="PHD-C5.22", do=do)


def heroes(side: str) -> tuple[Step, ...]:
    return (
        Phase(
            clause="PHD-C5.22",
            name=f"{side} heroes",
            secret=True,
            side=side,
            once=True,
            must=lambda state, frame: Ruling("PHD-C5.22", "the hero is merged into an MMC within 6 hexes"),
            picks=(
                Pick(
                    verb=verbs.Merge,
                    names=NAMES,
                    units=(
                        Screen(
                            "PHD-C5.22",
                            f"{{unit}} is no MMC within {RECOMBINE} hexes of the hero that can Battle Harden",
                            mergers(side),
                        ),
                    ),
                    apply=merge(side),
                ),
            ),
        ),
        lone_heroes(side),
    )


# ---------------------------------------------------------------- PHD-C5.23: battlefield promotion


def promotions(state: PurpleHeartDraw) -> list[tuple[Any, ...]]:
    return [("promotion", 0), ("promotion", len(NAMES) - 1)]


def promoted(state: PurpleHeartDraw, item: Any, roll: int) -> None:
    n = int(item[1] > 0)
    drm = promotion_modifiers(state.cvp[n])
    found = int(row_of(PERSONNEL["battlefield_promotion"], roll + total(drm))["mmc"])
    state.note("PHD-C5.23", "battlefield promotion: DR {}{:+d}, {} MMC", roll, total(drm), found, to=SIDES[n])
    state.set_at(fact.harden, n, found, "PHD-C5.23")


def hardening(side: str) -> Phase:
    n = NUMBER[side]

    def ready(state: PurpleHeartDraw, frame: Any) -> int:
        if not state.harden[n]:
            return 0
        return unit_set(u for u in members(own(state, side)) if state.at[u] >= 0 and can_harden(state, u))

    def apply(state: PurpleHeartDraw, frame: Any, unit: int, hex_: Any) -> None:
        state.set_at(fact.harden, n, state.harden[n] - 1, "PHD-C5.23")
        hardens(state, unit, "PHD-C5.23")

    return Phase(
        clause="PHD-C5.23",
        name=f"{side} battlefield promotion",
        secret=True,
        side=side,
        leave=lambda state, clause: state.set_at(fact.harden, n, 0, clause),
        picks=(
            Pick(
                verb=verbs.Harden,
                names=NAMES,
                units=(Screen("PHD-C5.23", "{unit} may not Battle Harden now", ready),),
                apply=apply,
            ),
        ),
    )


# ---------------------------------------------------------------- PHD-C5.24: leaders


def heroic(state: PurpleHeartDraw, frame: Any) -> None:
    """PHD-C5.24: heroic leaders lose the hero and Battle Harden."""
    for u in members(state.used):
        if state.status[u] & FLAG["heroic"]:
            flag(state, u, 0, FLAG["heroic"], "PHD-C5.24")
            hardens(state, u, "PHD-C5.24")


def unwounded(state: PurpleHeartDraw, side: str) -> list[int]:
    bars = WOUNDED | PRISONER | FLAG["hardened"]
    return [u for u in members_of(state, side, None, LEADER) if not state.status[u] & bars and KINDS[state.kind[u]].better]


def from_the_ranks(state: PurpleHeartDraw, side: str) -> list[int]:
    """PHD-C5.24.a, PHD-R9: non-crew MMC without a leader in the Location, while leaders x 4 < squad-equivalents."""
    leaders = len(members_of(state, side, None, LEADER)) * 4
    squads = squad_equivalents(state, side)
    if not (leaders < squads or (leaders == squads and state.options.ranks_limit == "up_to_one_per_four")):
        return []
    led = {state.at[u] for u in members_of(state, side, None, LEADER)}
    return [
        u
        for u in on_map(state, side)
        if KINDS[state.kind[u]].type in (SQUAD, HS) and state.at[u] not in led and not state.status[u] & PRISONER
    ]


def leader_choices(side: str) -> Callable[[PurpleHeartDraw, Any], Sequence[Action]]:
    def choices(state: PurpleHeartDraw, frame: Any) -> Sequence[Action]:
        found: list[Action] = [verbs.Promote("none")]
        if unwounded(state, side):
            found.append(verbs.Promote("roll"))
        found += [verbs.Ranks(NAMES[u]) for u in from_the_ranks(state, side)]
        return found if len(found) > 1 else ()

    return choices


def leader_chosen(side: str) -> Callable[[PurpleHeartDraw, Any, Any], None]:
    def apply(state: PurpleHeartDraw, frame: Any, action: Any) -> None:
        n = NUMBER[side]
        if isinstance(action, verbs.Ranks):
            u = NAMES.index(action.unit)
            new = verbs.muster(state, side, "7-0", (), state.group[u], "PHD-C5.24.a")
            put(state, new, state.at[u], "PHD-C5.24.a")
            if state.open >> u & 1:
                verbs.show(state, new, "PHD-C5.24.a")
            else:
                verbs.flag(state, new, state.status[u] & COVERED, 0, "PHD-C5.24.a")
            tell(state, "PHD-C5.24.a", new, "is promoted from the ranks")
        elif action.how == "roll":
            state.set_at(fact.todo, n, (("leader", n),), "PHD-C5.24")

    return apply


def leader_promoted(state: PurpleHeartDraw, side: str, roll: int) -> None:
    """PHD-C5.24: the quality rolled, else the next lower one present; none lower: nobody."""
    ladder = PERSONNEL["hardening"]["leader_ladder"]
    wanted = ladder.index(row_of(PERSONNEL["leader_promotion"], roll)["leader"])
    there = {ladder.index(state.kind[u]): u for u in reversed(unwounded(state, side))}
    fit = [place for place in there if place <= wanted]
    if fit:
        hardens(state, there[max(fit)], "PHD-C5.24")
    else:
        state.note("PHD-C5.24", "DR {}: nobody of that quality or lower", roll, to=side)


def leader_steps(side: str) -> tuple[Step, ...]:
    n = NUMBER[side]

    def apply(state: PurpleHeartDraw, frame: Any, roll: verbs.Dice) -> None:
        state.set_at(fact.todo, n, (), "PHD-C5.24")
        leader_promoted(state, side, roll.total)

    return (
        Ask(
            clause="PHD-C5.24", name=f"{side} leader promotion", secret=True, side=side, choices=leader_choices(side),
            apply=leader_chosen(side),
        ),
        Chance(
            clause="PHD-C5.24", name=f"{side} leader promotion DR", secret=True, roller=side,
            outcomes=lambda state, frame: TWO if state.todo[n] else NO_OUTCOME, apply=apply,
        ),
    )  # fmt: skip


FIRES_TO_VICTORY = (
    Auto(clause="PHD-C5.18", do=fires),
    public_queue("PHD-C5.19", wounded),
    *secret_rolls("PHD-C5.19", "wounded leaders", DIE, evacuated),
    Auto(clause="PHD-C5.20", do=count),
)
REORGANIZATION = (
    Auto(clause="PHD-C5.21", do=recombine),
    *(step for side in SIDES for step in heroes(side)),
    public_queue("PHD-C5.23", promotions),
    *secret_rolls("PHD-C5.23", "battlefield promotion DR", TWO, promoted),
    *(hardening(side) for side in SIDES),
    Auto(clause="PHD-C5.24", do=heroic),
    *(step for side in SIDES for step in leader_steps(side)),
)
