"""PHD-C5.18 to PHD-C5.24: fires, the wounded, victory, half-squads, heroes, promotions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import Hex, Hexes, members, set_of
from grognard.core.procedure import DIE, NO_OUTCOME, Ask, Auto, Chance, Phase, Pick, Screen, Step
from grognard.core.ruling import Ruling

from . import units, verbs
from .board import BUILDING, BURNABLE, GRID, INTERSECTIONS
from .charts import SCENARIOS, SQUADS_A_LEADER, row_of
from .forces import squad_equivalents
from .owner import Question, ask_owner, unlike
from .pieces import (
    BROKEN,
    CONCEALED,
    COVERED,
    FLAG,
    GERMAN,
    HEXES,
    HIDDEN,
    HS,
    KINDS,
    LEADER,
    NAMES,
    NUMBER,
    PERSONNEL,
    PRISONER,
    SIDE,
    SIDES,
    SQUAD,
    TEAM_WEAPONS,
    TITLE,
    US,
    WOUNDED,
    bare,
    is_gun,
)
from .position import Apply, Each, HexesOf, Mask, PurpleHeartDraw, fact, ground, own
from .promotion import hardening, promoted, promotions
from .queues import fill_both, rolling_both
from .units import (
    can_harden,
    display_name,
    eliminate,
    flag,
    hardens,
    in_hex,
    members_of,
    note_unit,
    on_map,
    put,
    remove,
    turn_into,
)
from .verbs import TWO

CLEAR_RADIUS = HEXES["objective_clear"]  # PHD-C4.obj
RECOMBINE = HEXES["recombine"]  # PHD-C5.21, PHD-C5.22


# ---------------------------------------------------------------- PHD-C5.18: fires


def fires(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.18, in order: Flames become Blazes (pinned); old Blazes spread and burn out; PHD-C5.18.a:
    burning wrecks.
    """
    fuel = BURNABLE & ~int(state.burnt)
    burning = sum({1 << hex_ for name, hex_ in state.wrecks if name.endswith("*")})
    pinned = int(state.flame)
    old = int(state.blaze) | burning & ~fuel
    flames = (GRID.near(old) | burning) & fuel & ~old & ~pinned
    if not pinned | old | flames:
        return None
    state.add(fact.rubble, old & BUILDING, "PHD-C5.18")
    state.add(fact.burnt, old & BURNABLE, "PHD-C5.18")
    state.set(fact.blaze, Hexes(pinned), "PHD-C5.18")
    state.set(fact.flame, Hexes(flames), "PHD-C5.18")
    # Burnt-Out
    return state.set(
        fact.wrecks, tuple((name.replace("*", "#"), hex_) for name, hex_ in state.wrecks), "PHD-C5.18.a"
    )


# ---------------------------------------------------------------- PHD-C5.19: evacuation


def wounded(state: PurpleHeartDraw) -> list[tuple[object, ...]]:
    return [
        ("wounded", u)
        for u in members(state.used)
        if state.status[u] & WOUNDED and KINDS[state.kind[u]].type == LEADER
    ]


def evacuated(state: PurpleHeartDraw, item: tuple[str, int], face: int) -> None:
    """PHD-C5.19"""
    u = int(item[1])
    result = str(row_of(PERSONNEL["leader_evacuation"], face)["result"])
    note_unit(state, "PHD-C5.19", u, f"rolls dr {face} for its wound: {result.replace('_', ' ')}")
    if result == "evacuated":
        return remove(state, u, "PHD-C5.19")
    if result != "retained_wounded":
        flag(state, u, 0, WOUNDED, "PHD-C5.19")
    if result.endswith("replaced") and (worse := KINDS[state.kind[u]].worse):
        turn_into(state, u, worse, "PHD-C5.19")
    return None


# ---------------------------------------------------------------- PHD-C5.20: CVP and victory


def objective(state: PurpleHeartDraw) -> tuple[bool, int, list[int]]:
    """PHD-C4.obj: met or not, the intersections still wanting, and the unbroken German MMC that stand too
    near.
    """
    wanting = INTERSECTIONS & ~int(state.held[NUMBER[US]])
    near = GRID.within(INTERSECTIONS, CLEAR_RADIUS)
    germans = [
        u
        for u in on_map(state, GERMAN)
        if near >> state.at[u] & 1
        and KINDS[state.kind[u]].half_squads
        and not state.status[u] & (BROKEN | PRISONER)
    ]
    return not wanting and not germans, wanting, germans


def count(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.20: CVP are recorded for PHD-C5.23 and PHD-C5.29; after the last scenario the winner is found
    (PHD-R5).
    """
    for n in (0, 1):
        state.set_at(fact.suffered, n, (*state.suffered[n], state.cvp[1 - n]), "PHD-C5.20")
    state.note("PHD-C5.20", "TM Scenario {}: total CVP US {}, German {}", state.scenario, *state.cvp)
    if state.scenario < SCENARIOS:
        state.note("PHD-C5.38", "A single TM Scenario has no winner")
        return
    met, wanting, germans = objective(state)
    words = (
        "US objective met"
        if met
        else (
            f"US objective not met: hexes not held: {' '.join(GRID.names(wanting)) or 'none'}; {len(germans)}"
            f" German MMC within {CLEAR_RADIUS} hexes"
        )
    )
    state.note("PHD-C4.obj", "{}", words)
    state.set(
        fact.won,
        (US if met else GERMAN, "objective held" if met else "objective denied", "PHD-C4.obj"),
        "PHD-C4.obj",
    )
    state.set(fact.stack, (), "PHD-C2.TMSCEN")


# ---------------------------------------------------------------- PHD-C5.21: half-squads


def bound(state: PurpleHeartDraw, unit: int) -> bool:
    """A HS that mans a MMG, HMG, light mortar or Gun stays as it is."""
    return any(bare(g) in TEAM_WEAPONS or is_gun(g) for g in state.gear[unit])


def loose(state: PurpleHeartDraw, side: str) -> list[int]:
    """HS behind the own FEBA that could pair up. Hidden ones too: they may, for PHD-C5.17 lets them stay as
    they are.
    """
    feba = ground(state).feba[NUMBER[side]]
    return [
        u
        for u in members_of(state, side, None, HS)
        if state.at[u] >= 0
        and feba >> state.at[u] & 1
        and not bound(state, u)
        and not state.status[u] & PRISONER
    ]


def mates(state: PurpleHeartDraw, unit: int, among: Sequence[int]) -> list[int]:
    """Those a HS could join where they stand: its own kind, near enough, with room for a squad. In its own
    hex it joins those before it alone: which of the two joins the other makes no difference there.
    """
    return [
        x
        for x in among
        if x != unit
        and state.kind[x] == state.kind[unit]
        and (state.at[x] != state.at[unit] or x < unit)
        and GRID.distance(state.at[x], state.at[unit]) <= RECOMBINE
        and _fits(state, SIDE[unit], x, unit)
    ]


def _fits(state: PurpleHeartDraw, side: str, unit: int, mate: int) -> bool:
    """Room for the squad in the place of a HS; the other goes away, from the same hex or another."""
    stack = [u for u in in_hex(state, side, state.at[unit]) if u != mate]
    return units.half_squads(state, stack) + 1 <= units.STACK_HS


def joiners(side: str) -> Mask:
    def mask(state: PurpleHeartDraw, frame: object) -> int:
        among = loose(state, side)
        return set_of(u for u in among if mates(state, u, among))

    return mask


def joined(side: str) -> Each:
    def mask(state: PurpleHeartDraw, frame: object) -> HexesOf:
        among = loose(state, side)
        return lambda unit: sum({1 << state.at[x] for x in mates(state, unit, among)})

    return mask


def unpaired(side: str) -> Callable[[PurpleHeartDraw, object], Ruling | None]:
    """PHD-C5.21: units that must still pair up; none is made to leave its hiding place."""

    def must(state: PurpleHeartDraw, frame: object) -> Ruling | None:
        among = [u for u in loose(state, side) if not state.status[u] & HIDDEN]
        for u in among:
            if result := mates(state, u, among):
                return Ruling(
                    "PHD-C5.21",
                    f"{state.display_name(NAMES[u])} and {state.display_name(NAMES[result[0]])} stand within"
                    f" {RECOMBINE} hexes and must recombine",
                )
        return None

    return must


def recombining(side: str) -> Phase:
    """PHD-C5.21: the owner says which two pair up, and in whose place the squad stands."""
    return Phase(
        clause="PHD-C5.21",
        name=f"{side} half-squads",
        title=f"{TITLE[side]} half-squads",
        secret=True,
        side=side,
        must=unpaired(side),
        picks=(
            Pick(
                verb=verbs.Recombine,
                names=NAMES,
                units=(
                    Screen(
                        "PHD-C5.21",
                        "{unit} is not a half-squad behind the own FEBA with another of its kind within"
                        f" {RECOMBINE} hexes",
                        joiners(side),
                    ),
                ),
                hexes=(
                    Screen(
                        "PHD-C5.21",
                        "{hex} has no half-squad that {unit} can recombine with, or no stacking room",
                        joined(side),
                        each=True,
                    ),
                ),
                apply=lambda state, frame, unit, hex_: ask_owner(
                    state, side, ("mate", unit, hex_), "PHD-C5.21"
                ),
            ),
        ),
    )


def mates_in(state: PurpleHeartDraw, side: str, item: tuple[str, int, int]) -> list[int]:
    _, unit, hex_ = item
    return unlike(state, (x for x in mates(state, unit, loose(state, side)) if state.at[x] == hex_))


def recombine(state: PurpleHeartDraw, side: str, item: tuple[str, int, int], mate: int) -> None:
    """The squad stands where the mate stood, with the weapons of both; it is hidden no longer if one of them
    was not.
    """
    unit, squad = int(item[1]), SQUAD_OF[state.kind[mate]]
    first, second = (mate, unit) if state.open >> unit & 1 else (unit, mate)
    note_unit(
        state, "PHD-C5.21", first, f"and {display_name(state, second)} recombine into a {squad}", (second,)
    )
    if first == unit and state.open >> mate & 1:  # the enemy sees the squad, not which covered unit joined it
        note_unit(state, "PHD-C5.21", mate, f"recombines into a {squad}")
    gear, status = state.gear[mate] + state.gear[unit], state.status[unit] & SHARED
    open_ = bool(state.open >> unit & 1)
    unhidden = state.status[mate] & HIDDEN and not state.status[unit] & HIDDEN
    remove(state, unit, "PHD-C5.21")
    state.set_at(fact.gear, mate, gear, "PHD-C5.21")
    flag(state, mate, status, 0, "PHD-C5.21")
    turn_into(state, mate, squad, "PHD-C5.21")
    if unhidden:  # PHD-R14
        (units.show if open_ else lambda s, u, c: units.cover_up(s, u, CONCEALED, c))(
            state, mate, "PHD-C5.21"
        )


SQUAD_OF = {k.half: k.name for k in KINDS.values() if k.type == SQUAD}
SHARED = (
    FLAG["encircled"] | FLAG["labor"] | FLAG["low_ammo"] | FLAG["hardened"] | FLAG["fanatic"]
)  # what one brings both have


# ---------------------------------------------------------------- PHD-C5.22: heroes


def heroes_of(state: PurpleHeartDraw, side: str) -> list[int]:
    return [
        u for u in members(own(state, side)) if state.kind[u] == "hero" and not state.status[u] & PRISONER
    ]


def mergers(side: str) -> Mask:
    """Non-crew MMC within 6 hexes of the first hero who still waits."""

    def mask(state: PurpleHeartDraw, frame: object) -> int:
        waiting = heroes_of(state, side)
        if not waiting or state.at[waiting[0]] < 0:
            return 0
        near = GRID.within(1 << state.at[waiting[0]], RECOMBINE)
        return set_of(u for u in on_map(state, side) if near >> state.at[u] & 1 and can_harden(state, u))

    return mask


def merge(side: str) -> Apply:
    def apply(state: PurpleHeartDraw, frame: object, unit: int, hex_: Hex) -> None:
        remove(state, heroes_of(state, side)[0], "PHD-C5.22")
        hardens(state, unit, "PHD-C5.22")

    return apply


def lone_heroes(side: str) -> Auto:
    """PHD-C5.22: without such an MMC the hero is eliminated."""

    def do(state: PurpleHeartDraw, frame: object) -> None:
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
            title=f"{TITLE[side]} heroes",
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
                            f"{{unit}} is not an MMC within {RECOMBINE} hexes of the hero that can Battle"
                            " Harden",
                            mergers(side),
                        ),
                    ),
                    apply=merge(side),
                ),
            ),
        ),
        lone_heroes(side),
    )


# ---------------------------------------------------------------- PHD-C5.24: leaders


def heroic(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C5.24: heroic leaders lose the hero and Battle Harden."""
    for u in members(state.used):
        if state.status[u] & FLAG["heroic"]:
            flag(state, u, 0, FLAG["heroic"], "PHD-C5.24")
            hardens(state, u, "PHD-C5.24")


def unwounded(state: PurpleHeartDraw, side: str) -> list[int]:
    bars = WOUNDED | PRISONER | FLAG["hardened"]
    return [
        u
        for u in members_of(state, side, None, LEADER)
        if not state.status[u] & bars and KINDS[state.kind[u]].better
    ]


def from_the_ranks(state: PurpleHeartDraw, side: str) -> list[int]:
    """PHD-C5.24.a, PHD-R9: non-crew MMC without a leader in the Location, while leaders x 4 <
    squad-equivalents.
    """
    leaders = [u for u in members_of(state, side, None, LEADER) if not state.status[u] & PRISONER]
    due, squads = len(leaders) * SQUADS_A_LEADER, squad_equivalents(state, side)
    if not (due < squads or (due == squads and state.options.ranks_limit == "up_to_one_per_four")):
        return []
    led = {state.at[u] for u in leaders}
    return [
        u
        for u in on_map(state, side)
        if KINDS[state.kind[u]].type in (SQUAD, HS)
        and state.at[u] not in led
        and not state.status[u] & PRISONER
    ]


def leader_choices(side: str) -> Callable[[PurpleHeartDraw, object], Sequence[Action]]:
    def choices(state: PurpleHeartDraw, frame: object) -> Sequence[Action]:
        actions: list[Action] = [verbs.Promote("none")]
        if unwounded(state, side):
            actions.append(verbs.Promote("roll"))
        actions += [verbs.Ranks(NAMES[u]) for u in from_the_ranks(state, side)]
        return actions if len(actions) > 1 else ()

    return choices


def not_promoted(side: str) -> Callable[[PurpleHeartDraw, object, Action], Sequence[Ruling]]:
    """PHD-C5.24, PHD-C5.24.a: why a leader is not promoted, or not made from this MMC."""

    def refuse(state: PurpleHeartDraw, frame: object, action: Action) -> Sequence[Ruling]:
        if isinstance(action, verbs.Ranks):
            return [Ruling("PHD-C5.24.a", why_not_from(state, side, NAMES.index(action.unit)))]
        if getattr(action, "how", "") == "roll":
            return [Ruling("PHD-C5.24", "no unwounded leader of the side could Battle Harden")]
        return [Ruling("PHD-C5.24", f"promote takes roll or none, not {getattr(action, 'how', action)}")]

    return refuse


def why_not_from(state: PurpleHeartDraw, side: str, unit: int) -> str:
    """The one thing against a 7-0 from the ranks of a unit."""
    leaders = [u for u in members_of(state, side, None, LEADER) if not state.status[u] & PRISONER]
    if SIDE[unit] != side or not state.kind[unit] or state.at[unit] < 0:
        return f"{state.display_name(NAMES[unit])} is not a unit of the side on the map"
    if KINDS[state.kind[unit]].type not in (SQUAD, HS) or state.status[unit] & PRISONER:
        return (
            f"{state.display_name(NAMES[unit])} is not a squad or half-squad; crews and prisoners bring forth"
            " no leader"
        )
    if state.at[unit] in {state.at[u] for u in leaders}:
        return f"there is a leader in {GRID.name[state.at[unit]]} already"
    squads = squad_equivalents(state, side)
    return (
        f"{len(leaders)} leaders for {squads:g} squad-equivalents; a 7-0 needs fewer than one per"
        f" {SQUADS_A_LEADER}"
    )


def leader_chosen(side: str) -> Callable[[PurpleHeartDraw, object, Action], None]:
    def apply(state: PurpleHeartDraw, frame: object, action: Action) -> None:
        n = NUMBER[side]
        if isinstance(action, verbs.Ranks):
            u = NAMES.index(action.unit)
            new = units.muster(state, side, "7-0", (), state.group[u], "PHD-C5.24.a")
            put(state, new, state.at[u], "PHD-C5.24.a")
            if state.open >> u & 1:
                units.show(state, new, "PHD-C5.24.a")
            else:
                units.flag(state, new, state.status[u] & COVERED, 0, "PHD-C5.24.a")
            note_unit(state, "PHD-C5.24.a", new, f"is promoted from the ranks in {GRID.name[state.at[u]]}")
        elif getattr(action, "how", "") == "roll":
            state.set_at(fact.todo, n, (("leader", n),), "PHD-C5.24")

    return apply


def leader_promoted(state: PurpleHeartDraw, side: str, roll: int) -> None:
    """PHD-C5.24: the quality rolled, else the next lower one present; none lower: no promotion. Among equals
    the owner chooses.
    """
    ladder = PERSONNEL["hardening"]["leader_ladder"]
    wanted = ladder.index(row_of(PERSONNEL["leader_promotion"], roll)["leader"])
    present = [place for u in unwounded(state, side) if (place := ladder.index(state.kind[u])) <= wanted]
    if present:
        ask_owner(state, side, ("promoted", ladder[max(present)]), "PHD-C5.24")
    else:
        state.note(
            "PHD-C5.24",
            "{} leader promotion: DR {}: no leader of that quality or lower",
            TITLE[side],
            roll,
            to=side,
        )


QUESTIONS = (
    Question("mate", "PHD-C5.21", "which half-squad it joins", mates_in, recombine),
    Question(
        "promoted",
        "PHD-C5.24",
        "which leader is promoted",
        lambda state, side, item: unlike(
            state, (u for u in unwounded(state, side) if state.kind[u] == item[1])
        ),
        lambda state, side, item, unit: hardens(state, unit, "PHD-C5.24"),
    ),
)


def leader_steps(side: str) -> tuple[Step, ...]:
    n = NUMBER[side]

    def apply(state: PurpleHeartDraw, frame: object, roll: verbs.Dice) -> None:
        state.set_at(fact.todo, n, (), "PHD-C5.24")
        leader_promoted(state, side, roll.total)

    return (
        Ask(
            clause="PHD-C5.24",
            name=f"{side} leader promotion",
            title=f"{TITLE[side]} leader promotion",
            secret=True,
            side=side,
            choices=leader_choices(side),
            apply=leader_chosen(side),
            refuse=not_promoted(side),
            takes=(verbs.Promote, verbs.Ranks),
            names=NAMES,
        ),
        Chance(
            clause="PHD-C5.24",
            name=f"{side} leader promotion DR",
            title=f"{TITLE[side]} leader promotion DR",
            secret=True,
            roller=side,
            outcomes=lambda state, frame: TWO if state.todo[n] else NO_OUTCOME,
            apply=apply,
            rolls=(verbs.Dice,),
        ),
    )


FIRES_TO_VICTORY = (
    Auto(clause="PHD-C5.18", do=fires),
    fill_both("PHD-C5.19", wounded),
    *rolling_both("PHD-C5.19", "wounded leaders", DIE, evacuated),
    Auto(clause="PHD-C5.20", do=count),
)
REORGANIZATION = (
    *(recombining(side) for side in SIDES),
    *(step for side in SIDES for step in heroes(side)),
    fill_both("PHD-C5.23", promotions),
    *rolling_both("PHD-C5.23", "battlefield promotion DR", TWO, promoted),
    *(hardening(side) for side in SIDES),
    Auto(clause="PHD-C5.24", do=heroic),
    *(step for side in SIDES for step in leader_steps(side)),
)
