"""Fire: who may fire at what, who joins, the dice, and what becomes of firers and targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, hex_test
from grognard.core.ruling import Ruling, total

from ..board import GRID
from . import checks, hatches, lanes, prisoners, sectors, strongpoint, vehicles
from .after_fire import after_fire, could_forgo
from .alert import watch
from .blast import destroys, goes_off
from .clouds import open_fire
from .crest_status import is_crested
from .deploying import is_asked_anyway
from .dummies import under_fire
from .encirclement import encircle
from .eyes import air, ground, is_adjacent, is_watched, sees, sees_crossing, stand_of, target_hexes
from .forces import ENEMY, FIRERS, FIRST_GUN, GUN_NAMES, NAMES, SIDE
from .foxholes import is_dug_in, uncover
from .markers import among, is_marker
from .pillboxes import aims_inside, boxes, destroy, is_inside, is_struck, may_choose, place_inside
from .places import CREST, GROUND, Place
from .position import (
    BERSERK,
    BROKEN,
    DIRECTED,
    DM,
    FIRED,
    G_FIRED,
    G_USED,
    GUN1,
    HIDDEN,
    JAMMED,
    MELEE,
    OPPORTUNE,
    PREP,
    TI,
    Attack,
    Driving,
    Firefight,
    Mask,
    Moving,
    PlayerTurn,
    Reply,
    Who,
    Window,
    fact,
)
from .reach import (
    NOT_LED,
    TOO_HEAVY,
    busy_at_home,
    can_reach,
    director,
    holds_on,
    in_range,
    is_dry,
    is_free_leader,
    is_led,
    is_light_enough,
    keeps_led,
    may_use,
    moved_too_far,
)
from .shots import (
    ADVANCING_FIRE,
    ALONE,
    CHARGE_FIRE,
    FINAL_FIRE,
    FIRST_FIRE,
    FLAME_FIRE,
    LANE_FIRE,
    MINE_FIRE,
    PREP_FIRE,
    RESIDUAL_FIRE,
    Exposure,
    aimed_at,
    at_gun,
    column,
    cowering,
    is_far,
    marks,
    mine_power,
    modifiers,
    place_of,
    second_man,
    total_firepower,
)
from .sight import sight
from .sniper import release
from .spraying import can_spray, halves, spray, sprayed
from .tables import BLASTS, COLUMNS, Result, result
from .units import (
    flag,
    guns_of,
    has,
    in_hex,
    is_burdened,
    is_observing,
    is_ordnance,
    kind,
    movers,
    name,
    on_map,
    printed_gun,
    remove_gun,
    settle,
    shooter,
    show,
    small_arms,
)
from .unmasking import bare_pick
from .victory import check_victory
from .wall_claims import wall_picks
from .words import TWO_DICE, Beat, Dice, Direct, Fire, Forgo, Join, Slit, Spray

# ---------------------------------------------------------------- who may fire


def firing_side(kind_: str, state: Firefight) -> str:
    return state.mover if kind_ in (PREP_FIRE, ADVANCING_FIRE) else ENEMY[state.mover]


@once_a_position
def own_firers(state: Firefight, side: str) -> list[int]:
    """The units of a side on the map that have firepower, and the guns they have."""
    found = []
    for unit in on_map(state, side):
        if small_arms(state, unit)[0]:
            found.append(unit)
        found += [FIRST_GUN + g for g in guns_of(state, unit) if is_small_arm(state, g)]
    return found


def is_small_arm(state: Firefight, g: int) -> bool:
    return state.gun_kind[g] not in BLASTS and not is_ordnance(state, g)


def _bits(firers: list[int]) -> int:
    found = 0
    for firer in firers:
        found |= 1 << firer
    return found


def is_fit(state: Firefight, firer: int) -> bool:
    """Unbroken, not busy, not in Melee; a gun must work."""
    unit = shooter(state, firer)
    if state.flags[unit] & (BROKEN | TI | MELEE) or is_observing(state, unit):  # ASL-C1.6
        return False
    return firer < FIRST_GUN or can_fire(state, firer - FIRST_GUN)


def why_unfit(state: Firefight, frame: object, firer: int, hex_: int) -> str:
    """The conditions by which a firer is not fit, in words."""
    unit = shooter(state, firer)
    held = ((BROKEN, "is broken"), (TI, "is busy"), (MELEE, "is in Melee"))
    found = [words for bit, words in held if state.flags[unit] & bit]
    found += ["works the radio"] if is_observing(state, unit) else []
    if firer >= FIRST_GUN and not can_fire(state, firer - FIRST_GUN):
        found.append("does not work, or is taken apart")
    return f"{FIRERS[firer]} {' and '.join(found)}"


def can_fire(state: Firefight, g: int) -> bool:
    """ASL-A9.8: it works, and is not dismantled, unless it then fires as a lighter gun."""
    return not state.gun_flags[g] & JAMMED and printed_gun(state, g).fp > 0


def is_fresh(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-A7.1: one fire phase in a player turn; ASL-A8.3, ASL-A8.31: markers leave the DEFENDER what is
    left.
    """
    if kind_ in (FIRST_FIRE, FINAL_FIRE):
        return kind_ == FIRST_FIRE or marks(state, firer) < 2
    unit = shooter(state, firer)
    if kind_ == ADVANCING_FIRE and state.flags[unit] & PREP:
        return False
    if firer >= FIRST_GUN:
        return not state.gun_flags[firer - FIRST_GUN] & G_FIRED
    return not state.flags[firer] & FIRED


def is_on_foot(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-D6.22: riders fire no weapons but their own arms."""
    return firer < FIRST_GUN or not vehicles.is_riding(state, shooter(state, firer))


def is_lone_again(state: Firefight, kind_: str, firer: int) -> bool:
    """ASL-A9.3: whether a machine gun that is marked is served by one leader or hero alone."""
    answers = kind_ in (FIRST_FIRE, FINAL_FIRE) and firer >= FIRST_GUN and bool(marks(state, firer))
    return answers and kind(state, shooter(state, firer)).is_single and second_man(state, firer) < 0


def spent_group(state: Firefight, firer: int, hex_: int) -> bool:
    """ASL-A7.55: units of one Location fire at one target in one phase together or not at all; later shots by
    rate of fire may.
    """
    if firer >= FIRST_GUN and state.gun_flags[firer - FIRST_GUN] & G_USED:
        return False
    return (state.at[shooter(state, firer)], hex_) in state.fired


def is_late(state: Firefight, firer: int) -> bool:
    """ASL-A7.55: units of one Location fire at an expenditure of a mover together; who has fired at it, and a
    machine gun that kept its rate of fire, may do so again.
    """
    if firer >= FIRST_GUN and state.gun_flags[firer - FIRST_GUN] & G_USED:
        return False
    window = next((f for f in reversed(state.stack) if isinstance(f, Window | Reply)), None)
    rows = window.lines if window is not None else ()
    at = state.at[shooter(state, firer)]
    return any(home == at for home, _ in rows) and all(one != firer for _, one in rows)


TOO_LATE = "others of the Location of {unit} have fired at this expenditure"

# ---------------------------------------------------------------- screens, shared by beginning and joining


def unit_screens(
    kind_of: Who,
    side_of: Who,
    pool: Callable[[Firefight, str], list[int]] = own_firers,
) -> tuple[Screen, ...]:
    def mask(test: Callable[[Firefight, str, int], bool]) -> Mask:
        @once_a_position
        def kept(state: Firefight, fire: str, side: str) -> int:
            return _bits([f for f in pool(state, side) if test(state, fire, f)])

        return lambda state, frame: kept(state, kind_of(state, frame), side_of(state, frame))

    def whose(state: Firefight, frame: object, firer: int, hex_: int) -> str:
        side = SIDE[firer] if firer < FIRST_GUN else ""
        if side and side != side_of(state, frame):
            return f"{NAMES[firer]} does not belong to the side that fires"
        return f"{FIRERS[firer]} has no firepower on the map"

    return (
        Screen("ASL-A7.2", whose, mask(lambda state, fire, f: True), decisive=True),
        Screen("ASL-A10.4b", why_unfit, mask(lambda s, k, f: is_fit(s, f))),
        Screen(
            "ASL-A15.43",
            "{unit} is berserk and does not fire before its charge",
            mask(lambda s, k, f: k != PREP_FIRE or not s.flags[shooter(s, f)] & BERSERK),
        ),
        Screen(
            "ASL-A7.25",
            "{unit} keeps its fire for the Advancing Fire Phase",
            mask(lambda s, k, f: k != PREP_FIRE or not s.flags[shooter(s, f)] & OPPORTUNE),
        ),
        Screen(
            "ASL-A20.5",
            "{unit} guards more prisoners than its own size",
            mask(lambda s, k, f: not is_burdened(s, shooter(s, f))),
        ),
        Screen(
            "ASL-A9.223",
            "{unit} beats its Fire Lane",
            mask(lambda s, k, f: k != FIRST_FIRE or f < FIRST_GUN or not lanes.is_tied(s, f - FIRST_GUN)),
        ),
        Screen("ASL-A7.1", "{unit} has fired in this player turn", mask(is_fresh)),
        Screen(
            "ASL-A9.3",
            "{unit} has a lone leader or hero, who gives no Sustained Fire",
            mask(lambda s, k, f: not is_lone_again(s, k, f)),
        ),
        Screen("ASL-A7.35", "the unit has used what it may fire", mask(lambda s, k, f: may_use(s, f))),
        Screen("ASL-B11.4", "{unit} is on a cliff and fires in the AFPh alone", mask(holds_on)),
        Screen("ASL-D6.22", "{unit} is a weapon of riders, who do not fire it", mask(is_on_foot)),
        Screen("ASL-B20.6", "{unit} is too heavy to fire in a stream", mask(lambda s, k, f: is_dry(s, f))),
        Screen("ASL-B20.9", TOO_HEAVY, mask(lambda s, k, f: is_light_enough(s, f))),
        Screen(
            "ASL-A4.41",
            "{unit} has moved and is too heavy to fire now",
            mask(lambda s, k, f: not moved_too_far(s, k, f)),
        ),
    )


def goal_hexes(state: Firefight, side: str) -> int:
    """Hexes with enemies a side knows of, and with crews of vehicles that show themselves."""
    return target_hexes(state, side) | vehicles.exposed_hexes(state, ENEMY[side])


def _fires_at(kind_: str) -> tuple[Screen, ...]:
    """The screens on hexes of an attack that begins in a fire phase."""

    def side(state: Firefight) -> str:
        return firing_side(kind_, state)

    return (
        Screen(
            "ASL-A7.4",
            "{hex} holds no enemy that is known of",
            lambda s, f: Hexes(goal_hexes(s, side(s))),
            decisive=True,
        ),
        hex_test(
            "ASL-A7.212",
            "{unit} has an enemy in its own Location",
            lambda s, u, h: not busy_at_home(s, u, h),
        ),
        hex_test("ASL-A7.22", "{hex} is out of range of {unit}", lambda s, u, h: in_range(s, kind_, u, h)),
        hex_test("ASL-A9.4", NOT_LED, is_led),
        hex_test("ASL-A9.21", sectors.WORDS, sectors.allows),
        hex_test(
            "ASL-A7.55",
            "others of its Location have fired at {hex}",
            lambda s, u, h: not spent_group(s, u, h),
        ),
        hex_test(
            "ASL-A6.11", "{unit} does not see a unit in {hex}", lambda s, u, h: sees(s, shooter(s, u), h)
        ),
    )


def begin_attack(kind_: str) -> Callable[[Firefight, PlayerTurn, int, Hex], None]:
    """ASL-A7.32: one attack, from its declaration on; the next is declared after it."""

    def begin(state: Firefight, frame: object, firer: int, hex_: int) -> None:
        declare(state, Attack(side=firing_side(kind_, state), hex=hex_, kind=kind_), firer)

    return begin


def declare(state: Firefight, frame: Attack, firer: int) -> None:
    """The first firer; ASL-A12.14.c: who fires loses its "?"."""
    show(state, shooter(state, firer), "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    state.note("ASL-A7.3", "{} fires at {}", _firer_name(state, firer), GRID.name[frame.hex], kind="attack")
    inside = not frame.targets and not frame.snap and aims_inside(state, frame.side, frame.hex)
    state.call(replace(frame, firers=(firer,), inside=inside), "ASL-A7.3")
    take_director(state, firer)


def take_director(state: Firefight, firer: int) -> None:
    """ASL-A9.4: a leader must direct a machine gun beyond 16 hexes, and does."""
    frame, leader = state.stack[-1], director(state, firer)
    if isinstance(frame, Attack) and is_far(state, firer, frame.hex) and leader not in frame.leaders:
        direct(state, frame, leader, OFF)


def _firer_name(state: Firefight, firer: int) -> str:
    return (
        name(state, firer)
        if firer < FIRST_GUN
        else f"{state.gun_kind[firer - FIRST_GUN]} {GUN_NAMES[firer - FIRST_GUN]}"
    )


def fire_pick(kind_: str) -> Pick:
    return Pick(
        verb=Fire,
        names=FIRERS,
        units=unit_screens(lambda state, frame: kind_, lambda state, frame: firing_side(kind_, state)),
        hexes=_fires_at(kind_),
        apply=begin_attack(kind_),
    )


def fire_phase(kind_: str, clause: str, title: str, more: tuple[Pick, ...] = ()) -> Phase:
    walls = wall_picks(lambda state, frame: firing_side(kind_, state))
    bare = bare_pick(lambda state, frame: firing_side(kind_, state))
    return Phase(
        clause=clause,
        name=f"{kind_} fire",
        title=title,
        side=lambda state, frame: firing_side(kind_, state),
        asks_anyway=lambda state, frame: is_asked_anyway(state, firing_side(kind_, state)),
        picks=tuple(sorted((bare, fire_pick(kind_), *walls, *more), key=lambda pick: pick.verb.verb)),
    )


# ---------------------------------------------------------------- joining and directing


def _can_join(state: Firefight, frame: Attack, firer: int) -> bool:
    """ASL-A7.5: in a Location of the group or ADJACENT to one, in sight and range of the target; ASL-A9.52:
    of both, where the group sprays its fire.
    """
    unit = shooter(state, firer)
    if not keeps_led(state, frame.leaders, firer):
        return False
    if frame.also != OFF and not all(
        can_spray(state, firer, hex_) and _may_fire_at(state, frame, firer, hex_)
        for hex_ in (frame.hex, frame.also)
    ):
        return False
    at = state.at[unit]
    homes = {state.at[shooter(state, f)] for f in frame.firers}
    chained = at in homes or any(is_adjacent(state, at, home) for home in homes)
    return (
        chained
        and not busy_at_home(state, firer, frame.hex)
        and can_reach(state, frame.kind, firer, frame.hex)
        and sectors.allows(state, firer, frame.hex)
        and not spent_group(state, firer, frame.hex)
        and (sees_crossing(state, stand_of(state, unit)) if frame.snap else sees(state, unit, frame.hex))
        and not (frame.inside and not may_choose(state, frame.hex, {int(at)}))
        and not (frame.snap and firer in snapped(state))
        and not (frame.kind == FIRST_FIRE and (shot_out(state, firer) or is_late(state, firer)))
    )


def _may_fire_at(state: Firefight, frame: Attack, firer: int, hex_: int) -> bool:
    """Whether a firer could attack one more hex in this phase."""
    return (
        not busy_at_home(state, firer, hex_)
        and can_reach(state, frame.kind, firer, hex_)
        and sectors.allows(state, firer, hex_)
        and not spent_group(state, firer, hex_)
    )


def snapped(state: Firefight) -> tuple[int, ...]:
    """ASL-A8.15: who has fired a snap shot at this crossing."""
    moving = movers(state)
    return () if moving is None else moving.snapped


def shot_out(state: Firefight, firer: int) -> bool:
    """ASL-A8.14: a firer shoots at a mover in one Location no oftener than MF were spent there."""
    moving = next((f for f in reversed(state.stack) if isinstance(f, Driving | Moving)), None)
    if moving is None:
        return False
    shots = dict(moving.shots).get(firer, 0)
    return shots >= max(1, moving.here // 2)


def _group(state: Firefight, frame: Attack) -> int:
    if frame.kind in ALONE or frame.dice:
        return 0
    own = own_firers(state, frame.side)
    return _bits([f for f in own if f not in frame.firers and _can_join(state, frame, f)])


def _usable(state: Firefight, frame: Attack) -> int:
    """What the firers that have joined leave free: a half-squad cannot fire and serve a gun."""
    found = 0
    for f in own_firers(state, frame.side):
        unit = shooter(state, f)
        mates = [g for g in frame.firers if g != f and shooter(state, g) == unit]
        guns = sum(g >= FIRST_GUN for g in mates)
        if kind(state, unit).type == "squad":
            fine = not mates or (len(mates) < 2 and (guns < 1 or f < FIRST_GUN or unit not in frame.firers))
            if (
                f >= FIRST_GUN
                and unit in mates
                and state.flags[unit] & GUN1
                and not state.gun_flags[f - FIRST_GUN] & G_USED
            ):
                fine = False
        else:
            fine = not mates
        found |= (fine and unit not in frame.leaders) << f
    return found


def _leaders(state: Firefight, frame: Attack) -> int:
    """ASL-A7.53: unbroken unpinned leaders in the firing Locations that have done nothing else in this
    phase.
    """
    if frame.kind in ALONE or frame.dice:
        return 0
    homes = {state.at[shooter(state, f)] for f in frame.firers} - {state.at[u] for u in frame.leaders}
    busy = {shooter(state, f) for f in frame.firers}
    found = 0
    for hex_ in homes:
        for unit in in_hex(state, frame.side, hex_):
            found |= is_free_leader(state, unit, busy, frame.firers) << unit
    return found


def _kind(state: Firefight, frame: object) -> str:
    return str(getattr(frame, "kind", PREP_FIRE))


def _side(state: Firefight, frame: object) -> str:
    return str(getattr(frame, "side", state.mover))


def join(state: Firefight, frame: Attack, firer: int, hex_: int) -> None:
    show(state, shooter(state, firer), "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    state.note("ASL-A7.5", "{} joins", _firer_name(state, firer), kind="join")
    state.replace(replace(state.stack[-1], firers=(*frame.firers, firer)), "ASL-A7.5")
    take_director(state, firer)


def direct(state: Firefight, frame: Attack, unit: int, hex_: int) -> None:
    show(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    flag(state, unit, DIRECTED, "ASL-A7.53")
    state.replace(replace(state.stack[-1], leaders=(*frame.leaders, unit)), "ASL-A7.53")


def _all_together(state: Firefight, frame: object) -> Ruling | None:
    """ASL-A8.312: at a squad or half-squad in their own Location all fire that can, as one group."""
    if not isinstance(frame, Attack) or frame.kind != FIRST_FIRE or frame.snap:
        return None
    if all(kind(state, u).is_single for u in frame.targets if state.at[u] == frame.hex):
        return None
    for firer in members(JOIN.picks[1].ready(state, frame)):
        unit = shooter(state, firer)
        if state.at[unit] == frame.hex and not is_inside(state, unit):
            return Ruling("ASL-A8.312", f"{FIRERS[firer]} must fire at who has entered its Location")
    return None


def _slit(state: Firefight, frame: object) -> int:
    """ASL-B30.2: the hex fired at, if the fire may be at its pillbox or at who is outside."""
    if (
        not isinstance(frame, Attack)
        or frame.kind in ALONE
        or frame.dice
        or frame.targets
        or frame.also != OFF
    ):
        return 0
    homes = {int(state.at[shooter(state, f)]) for f in frame.firers}
    return 1 << frame.hex if may_choose(state, frame.hex, homes) else 0


def change_location(state: Firefight, frame: Attack, unit: int, hex_: int) -> None:
    words = "the fire is at those outside the pillbox" if frame.inside else "the fire is at the pillbox"
    state.note("ASL-B30.2", words, kind="join")
    state.replace(replace(state.stack[-1], inside=not frame.inside), "ASL-B30.2")


JOIN = Phase(
    clause="ASL-A7.5",
    name="fire group",
    title="who else fires",
    side=_side,
    picks=(
        Pick(
            verb=Direct,
            names=NAMES,
            units=(Screen("ASL-A7.53", "{unit} is not a leader who could direct this fire", _leaders),),
            apply=direct,
        ),
        Pick(
            verb=Join,
            names=FIRERS,
            units=(
                *unit_screens(_kind, _side),
                Screen("ASL-A7.5", "{unit} is not beside the group, or out of range or sight", _group),
                Screen("ASL-A7.352", "the unit fires already what it may", _usable),
            ),
            apply=join,
        ),
        Pick(
            verb=Slit,
            hexes=(Screen("ASL-B30.2", "{hex} has no pillbox through whose arc all this fire comes", _slit),),
            apply=change_location,
        ),
        Pick(
            verb=Spray,
            hexes=(
                Screen(
                    "ASL-A7.34",
                    "{hex} is not a hex with enemies beside the target over which all firers can spray",
                    lambda state, frame: sprayed(state, frame, _may_fire_at),
                ),
            ),
            apply=spray,
        ),
    ),
    plain=lanes.beats,
    take_plain=lanes.beat,
    plain_verbs=(Beat,),
    refuse=lanes.refuse,
    must=_all_together,
)

# ---------------------------------------------------------------- the dice


def attack_outcomes(state: Firefight, frame: Attack) -> Outcomes:
    return NO_OUTCOME if frame.dice else TWO_DICE


ABOUT = {
    RESIDUAL_FIRE: "Residual FP in",
    LANE_FIRE: "a Fire Lane in",
    CHARGE_FIRE: "a charge in",
    FLAME_FIRE: "flames in",
}


def about_attack(state: Firefight, frame: Attack) -> str:
    what = ABOUT.get(frame.kind, "fire at")
    if frame.kind == MINE_FIRE:
        return f"mines in {GRID.name[frame.hex]}"
    power = total_firepower(state, frame, is_marker(frame.targets))
    return f"{what} {GRID.name[frame.hex]}, {float(power):g} FP, {total(modifiers(state, frame)):+d}"


def throw(state: Firefight, frame: Attack, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-A7.3")


def _cowers(state: Firefight, frame: Attack) -> int:
    """ASL-A7.9: columns lost to the dice of an attack."""
    return cowering(state, frame) if frame.dice[0] == frame.dice[1] else 0


def _forgoes(state: Firefight, frame: object) -> list[Action]:
    if not isinstance(frame, Attack) or not frame.dice:
        return []  # asked before the dice, or in another step
    return [Forgo()] if could_forgo(state, frame, _cowers(state, frame)) else []


def forgo(state: Firefight, frame: Attack, action: Action) -> None:
    """ASL-A8.23: the machine guns are done for this turn's First Fire."""
    state.note("ASL-A8.23", "the machine guns give up their rate of fire", kind="result")
    state.replace(replace(frame, forgoes=True), "ASL-A8.23")


NO_RATE = "a rate of fire is given up after the dice that kept it, where that leaves more Residual FP"
RATE = Phase(
    clause="ASL-A8.23",
    name="rate of fire",
    title="rate of fire or Residual FP",
    side=_side,
    picks=(),
    plain=_forgoes,
    take_plain=forgo,
    plain_verbs=(Forgo,),
    refuse=lambda state, frame, action: Ruling("ASL-A8.23", NO_RATE),
)


def resolve(state: Firefight, frame: Attack) -> None:
    """ASL-A7.3, ASL-A.5: one roll for all targets; those under a "?" have a column of their own; ASL-A7.34:
    two Locations have figures of their own.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    shift = _cowers(state, frame)
    watch(state, frame.side, sum(frame.dice), [state.at[shooter(state, u)] for u in frame.firers])
    open_fire(state)
    if frame.kind == CHARGE_FIRE and not goes_off(state, frame):
        return
    parts = [(part, judge(state, part, shift)) for part in halves(frame)]
    for part, found in parts:
        open_, closed = _sorted(state, part)
        first = found[0]
        encircle(state, part, first.columns[not open_], first.drm)
        desperate(state, [*open_, *closed], first.columns[0], first.drm)
    open_hatches = [hatches.crew_drm(state, part) for part, _ in parts]  # before a weapon is lost that fired
    _after_roll(state, frame, parts[0][1][0], shift)
    wrecked = frame.kind == CHARGE_FIRE and destroys(state, frame)
    for (part, found), drm in zip(parts, open_hatches, strict=True):
        _strike(state, part, found, drm)
    if wrecked:
        destroy(state, frame.hex)


def _after_roll(state: Firefight, frame: Attack, first: Verdict, shift: int) -> None:
    """What becomes of the weapons, lanes and mines that made an attack."""
    if frame.kind not in ALONE:
        after_fire(state, frame, first.columns[is_marker(frame.targets)], shift)
        lanes.lay(state, frame, bool(shift))
    elif frame.kind == LANE_FIRE:
        lanes.after_sweep(state, frame)
    elif frame.kind == FLAME_FIRE:
        burn_out(state, frame)
    elif frame.kind == MINE_FIRE and first.results[0].kind != "nothing":
        show_mines(state, frame.hex)


def _strike(state: Firefight, part: Attack, verdicts: list[Verdict], crew_drm: int) -> None:
    """ASL-A7.3: the results on the units of one Location, on crews in open hatches and under a "?"."""
    groups = [(verdict, _sorted(state, part, verdict.place._replace(fort=False))) for verdict in verdicts]
    for verdict, (open_, closed) in groups:
        hidden = claim_cover(state, part, closed, verdict)
        suffer(state, hidden, verdict.results[1], verdict.columns[1])
        suffer(state, open_, verdict.results[0], verdict.columns[0])
    hatches.strike_crews(state, part, verdicts[0].columns[0], crew_drm)
    if not part.targets or is_marker(part.targets):
        works = verdicts[0].results[1].kind != "nothing"
        under_fire(state, ENEMY[part.side], part.hex, works, "ASL-A12.14.b")


def claim_cover(state: Firefight, frame: Attack, units: list[int], verdict: Verdict) -> list[int]:
    """ASL-C11.2: at a Gun nobody has seen, its cover is claimed where it changes the result, and shows
    them; gives the others.
    """
    rest = []
    for unit in units:
        place = at_gun(state, unit)
        drm = total(modifiers(state, frame, place)) if place.gun else 0
        better = result(verdict.columns[1], sum(frame.dice) + drm) if place.gun else verdict.results[1]
        if better == verdict.results[1]:
            rest.append(unit)
            continue
        show(state, unit, "ASL-C11.2")
        settle(state, "ASL-C11.2")
        suffer(state, [unit], better)
    return rest


def show_mines(state: Firefight, hex_: int) -> None:
    """ASL-B28.41: a result shows how strong mines are."""
    now = {**dict(state.mines_found), hex_: mine_power(state, hex_)}
    state.set(fact.mines_found, tuple(sorted(now.items())), "ASL-B28.41")


def burn_out(state: Firefight, frame: Attack) -> None:
    """ASL-A22.5: from its number on a flamethrower is empty after the attack."""
    if sum(frame.dice) >= frame.fails:
        remove_gun(state, frame.firers[0] - FIRST_GUN, "ASL-A22.5")


class Verdict(NamedTuple):
    """What the dice say of one Location: for Known targets, and for those under a "?"."""

    columns: list[int]
    drm: int
    results: list[Result]
    place: Exposure  # of the targets it holds for


def judge(state: Firefight, frame: Attack, shift: int) -> list[Verdict]:
    """ASL-A.5: targets in a foxhole and those outside it have their own Final DR; ASL-A12.33: who claims the
    foxhole shows it.
    """
    places = {place_of(state, unit) for unit in attacked(state, frame)}
    if any(place.dug for place in places):
        uncover(state, ENEMY[frame.side], frame.hex)
    return [_strengthened(state, frame, shift, at) for at in sorted(places or {aimed_at(state, frame)})]


def _strengthened(state: Firefight, frame: Attack, shift: int, place: Exposure) -> Verdict:
    """ASL-B23.9: a fortified building comes to light where its cover changes the result."""
    plain, side = _judge(state, frame, shift, place), ENEMY[frame.side]
    if strongpoint.is_secretly(state, side, frame.hex):
        better = _judge(state, frame, shift, place._replace(fort=True))
        if better.results != plain.results:
            strongpoint.uncover(state, side, frame.hex)
            plain = better
    _tell(state, frame, shift, plain)
    return plain


def _judge(state: Firefight, frame: Attack, shift: int, place: Exposure) -> Verdict:
    drm, dice = total(modifiers(state, frame, place)), sum(frame.dice)
    columns = [column(state, frame, concealed, shift) for concealed in (False, True)]
    if frame.kind in (RESIDUAL_FIRE, LANE_FIRE, MINE_FIRE):  # ASL-B28.411
        columns[1] = columns[0]
    return Verdict(columns, drm, [result(one, dice + drm) for one in columns], place)


def _tell(state: Firefight, frame: Attack, shift: int, verdict: Verdict) -> None:
    columns, place = verdict.columns, verdict.place
    if frame.kind == MINE_FIRE:
        words = "mines, dice {}: {}"
        state.note("ASL-B28.4", words, sum(frame.dice), cell(verdict.results[0]), kind="result")
        return
    shown = COLUMNS[columns[0]] if columns[0] >= 0 else 0
    words = "column {}, dice {}, modifiers {:+d}: {}{}"
    state.note(
        "ASL-A7.3",
        words,
        shown,
        sum(frame.dice),
        verdict.drm,
        cell(verdict.results[0]),
        (" in the foxhole" if place.dug else "") + (" (cowering)" if shift else ""),
        kind="result",
    )


def cell(found: Result) -> str:
    """A result as printed."""
    printed = {"kia": f"{found.number}KIA", "k": f"K/{found.number}", "ptc": "PTC", "nothing": "no effect"}
    return printed.get(found.kind, "NMC" if not found.number else f"{found.number}MC")


def attacked(state: Firefight, frame: Attack) -> list[int]:
    """ASL-A7.4: everybody there; fire at movers strikes them alone (ASL-A8.1); fire into a Melee strikes both
    sides.
    """
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    if frame.vehicle >= 0:  # ASL-D6.23: who rides the vehicle that moves
        return [unit for unit in there if unit in vehicles.riders_of(state, frame.vehicle)]
    if frame.targets:
        return among(state, there, frame.targets)
    if any(has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    there = [unit for unit in there if is_struck(state, unit, frame.hex, frame.inside)]
    there = [unit for unit in there if not is_dug_in(state, unit) or reaches_foxhole(state, frame)]
    return [unit for unit in there if reaches_level(state, frame, unit)]


def reaches_level(state: Firefight, frame: Attack, unit: int) -> bool:
    """ASL-B20.9: where units are at the crest of a hex, whether some firer sees this one, there or below."""
    if not state.crests or not any(state.at[u] == frame.hex for u, _ in state.crests):
        return True
    goal = Place(frame.hex, CREST if is_crested(state, unit) else GROUND)
    units = {u for f in frame.firers if state.at[u := shooter(state, f)] >= 0}
    return not units or any(
        state.at[u] == frame.hex or sight(stand_of(state, u), goal, air(state), ground(state)).is_unit_seen
        for u in units
    )


def reaches_foxhole(state: Firefight, frame: Attack) -> bool:
    """ASL-B9.21: whether some firer sees who is in the foxhole of the hex."""
    goal = place_inside(frame.hex, boxes(state).get(frame.hex))
    if frame.kind == FLAME_FIRE and goal.arc >= 0:  # ASL-B30: from anywhere
        return True
    units = {unit for f in frame.firers if state.at[unit := shooter(state, f)] >= 0}  # Melee costs firers
    return not units or any(
        state.at[u] == frame.hex or sight(stand_of(state, u), goal, air(state), ground(state)).is_unit_seen
        for u in units
    )


def _sorted(state: Firefight, frame: Attack, place: Exposure | None = None) -> tuple[list[int], list[int]]:
    """The targets that are known, and those under a "?"; ASL-A23.1: as it was when a charge was placed.
    `place`: only those that stand so.
    """
    known = sum(1 << u for u in frame.seen) if frame.kind == CHARGE_FIRE else state.open
    units = [u for u in attacked(state, frame) if place in (None, place_of(state, u))]
    return [u for u in units if known >> u & 1], [u for u in units if not known >> u & 1]


def desperate(state: Firefight, units: list[int], column_: int, drm: int) -> None:
    """ASL-A10.62: broken units under fire that could cause a morale check are desperate."""
    if column_ >= 0 and result(column_, 2 + drm).kind in ("mc", "k", "kia"):
        for unit in units:
            if has(state, unit, BROKEN):
                flag(state, unit, DM, "ASL-A10.62")


def loses_cover(state: Firefight, unit: int, found: Result) -> bool:
    """ASL-A12.14.b: out of sight a "?" is kept, if the unit is neither chosen at random nor hidden."""
    return found.kind in ("kia", "k") or has(state, unit, HIDDEN) or is_watched(state, unit)


def suffer(state: Firefight, units: list[int], found: Result, column_: int = -1, blind: bool = False) -> None:
    """The result on a group of targets; ASL-A12.14.b: "?" is lost to a PTC or better. `column_`: of fire that
    may destroy weapons (ASL-A9.74). `blind`: of shells that fall where perhaps no enemy looks.
    """
    if found.kind == "nothing" or not units:
        return
    for unit in units:
        if not blind or loses_cover(state, unit, found):
            show(state, unit, "ASL-A12.14.b")
    settle(state, "ASL-A12.14.b")
    more = list(prisoners.under_fire(state, units, found))
    if found.kind == "kia":
        checks.select(state, units, found.number, "killed", -1, column_)
    elif found.kind == "k":
        checks.select(state, units, 1, "reduced", found.number)
    elif found.kind == "mc":
        checks.call(
            state,
            [(u, checks.MC, found.number) for u in units],
            "ASL-A7.304" if found.number else "ASL-A7.303",
        )
    else:
        checks.call(state, [(u, checks.PTC, 0) for u in units], "ASL-A7.305")
    checks.call(state, more, "ASL-A20.54")  # before their guard can be lost


def finish(state: Firefight, frame: Attack) -> None:
    settle(state, "ASL-A7.31")
    check_victory(state)
    release(state)


ATTACK = (
    JOIN,
    Chance(
        clause="ASL-A7.3",
        name="fire",
        outcomes=attack_outcomes,
        apply=throw,
        about=about_attack,
        rolls=(Dice,),
    ),
    RATE,
    Auto(clause="ASL-A7.3", do=resolve),
    Auto(clause="ASL-A7.31", do=finish),
)
