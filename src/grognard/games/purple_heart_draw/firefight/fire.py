"""Fire: who may fire at what, who joins, the dice, and what becomes of firers and targets."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core.caching import once_a_position
from grognard.core.facts import Action
from grognard.core.hexes import OFF, Hex, Hexes, members
from grognard.core.procedure import Auto, Chance, Phase, Pick, Screen, hex_test
from grognard.core.ruling import Ruling

from ..board import GRID
from . import lanes, sectors, vehicles
from .after_fire import could_forgo
from .deploying import is_asked_anyway
from .eyes import is_adjacent, sees, sees_crossing, stand_of, target_hexes
from .fire_effects import about_attack, attack_outcomes, cowering_shift, resolve, throw
from .forces import ENEMY, FIRERS, FIRST_GUN, GUN_NAMES, NAMES, SIDE
from .pillboxes import aims_inside, is_inside, may_choose
from .position import (
    BERSERK,
    BROKEN,
    DIRECTED,
    FIRED,
    G_FIRED,
    G_USED,
    GUN1,
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
from .shots import ADVANCING_FIRE, ALONE, FINAL_FIRE, FIRST_FIRE, PREP_FIRE, is_far, marks, second_man
from .sniper import release
from .spraying import can_spray, spray, sprayed
from .tables import BLASTS
from .units import (
    flag,
    guns_of,
    in_hex,
    is_burdened,
    is_observing,
    is_ordnance,
    kind,
    movers,
    name,
    on_map,
    printed_gun,
    settle,
    shooter,
    show,
    small_arms,
)
from .unmasking import bare_pick
from .victory import check_victory
from .wall_claims import wall_picks
from .words import Beat, Dice, Direct, Fire, Forgo, Join, Slit, Spray

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


def _forgoes(state: Firefight, frame: object) -> list[Action]:
    if not isinstance(frame, Attack) or not frame.dice:
        return []  # asked before the dice, or in another step
    return [Forgo()] if could_forgo(state, frame, cowering_shift(state, frame)) else []


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
