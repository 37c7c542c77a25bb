"""BTR-ocs.air.kinds: missions of aircraft from the air boxes: barrage, hip shoot, sweep, interception,
flak.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core.after_combat import until_result
from grognard.core.facts import Action
from grognard.core.hexes import Hex, members, set_of
from grognard.core.procedure import (
    DIE,
    NO_OUTCOME,
    Ask,
    Auto,
    Chance,
    Outcomes,
    Phase,
    Pick,
    Screen,
    open_if_any,
)
from grognard.core.ruling import Ruling

from .. import series
from .acting import mover
from .aircraft import (
    FIGHTER_PLANES,
    PLANE,
    PLANE_LABEL,
    PLANE_NAMES,
    PLANES,
    squadron,
)
from .barrage import DICE_STEP, NEAR_BASE_HEXES
from .board import GRID
from .facilities import STRIKING
from .flights import (
    active,
    box,
    flying,
    mission_pick,
    patrolled,
    ranges,
    ready_planes,
    strength,
    why_grounded,
)
from .pieces import ENEMY, HQS, LIMITS
from .position import Barrage, Battle, Campaign, Duel, Mission, Sweep, fact, units_in
from .verbs import DICE, Fly, Intercept, Join, Meet, Roll, Swoop
from .zones import occupied

MAX_AIRCRAFT = int(LIMITS["air"]["max_aircraft"])  # BTR-ocs.air.mission
FLAK_LOSS: dict[str, list[str]] = series.SUPPLY["flak"]["loss"]
LOSS_DIE = int(series.SUPPLY["air"]["air_combat"]["loss_die_min"])


# ---------------------------------------------------------------- declaring


def ready_fighters(state: Campaign, frame: object) -> int:
    enemy = ENEMY[mover(state)]
    return ready_planes(state, frame) & FIGHTER_PLANES if active(state, enemy) & FIGHTER_PLANES else 0


def no_sweep(state: Campaign, frame: object, plane: int, hex_: int) -> Ruling:
    if not PLANES[plane].fighter:
        return Ruling("BTR-ocs.air.sweep", f"{PLANE_LABEL[plane]} is not a fighter")
    if ready_planes(state, frame) >> plane & 1:
        return Ruling("BTR-ocs.air.sweep", "the enemy has no active fighter to fight")
    return why_grounded(state, plane, mover(state))


def swoop(state: Campaign, frame: object, plane: int, hex_: int) -> None:
    state.call(Sweep(side=PLANES[plane].side, planes=(plane,)), "BTR-ocs.air.sweep")


# BTR-ocs.air.kinds: a barrage; as a hip shoot inside an overrun
FLY = mission_pick(
    Fly,
    Screen(
        "BTR-ocs.air.mission",
        "{hex} holds no enemy combat unit",
        lambda state, frame: occupied(state, ENEMY[mover(state)]),
        decisive=True,
    ),
    "",
    "BTR-ocs.air.mission",
)
SWEEP = Pick(
    verb=Swoop,
    names=PLANE_NAMES,
    titles=PLANE_LABEL,
    kind="aircraft",
    units=(Screen("BTR-ocs.air.sweep", no_sweep, ready_fighters),),
    apply=swoop,
)

# ---------------------------------------------------------------- more aircraft


def may_follow(state: Campaign, frame: Mission | Sweep) -> int:
    if frame.gathered or len(frame.planes) >= MAX_AIRCRAFT:
        return 0
    able = active(state, frame.side) & ~set_of(frame.planes)
    return able & FIGHTER_PLANES if isinstance(frame, Sweep) else able


def not_following(state: Campaign, frame: Mission | Sweep, plane: int, hex_: int) -> Ruling:
    name = PLANE_LABEL[plane]
    if plane in frame.planes:
        return Ruling("BTR-ocs.air.mission", f"{name} flies in this mission")
    if not active(state, frame.side) >> plane & 1:
        return why_grounded(state, plane, frame.side)
    if len(frame.planes) >= MAX_AIRCRAFT:
        return Ruling("BTR-ocs.air.mission", f"a mission has at most {MAX_AIRCRAFT} aircraft")
    return Ruling("BTR-ocs.air.sweep", f"{name} cannot join this mission now")


def follow(state: Campaign, frame: Mission | Sweep, plane: int, hex_: int) -> None:
    state.replace(replace(frame, planes=(*frame.planes, plane)), "BTR-ocs.air.mission")


GATHER = Phase(
    clause="BTR-ocs.air.mission",
    name="flight",
    title="more aircraft",
    side=lambda state, frame: frame.side,
    picks=(
        Pick(
            verb=Join,
            names=PLANE_NAMES,
            titles=PLANE_LABEL,
            kind="aircraft",
            units=(Screen("BTR-ocs.air.mission", not_following, may_follow),),
            apply=follow,
            open=open_if_any,
        ),
    ),
)
GATHERED = Auto(
    clause="BTR-ocs.air.mission",
    do=lambda state, frame: state.update("BTR-ocs.air.mission", gathered=True),
    due=lambda state, frame: not frame.gathered,
)

# ---------------------------------------------------------------- interception


def hunters(state: Campaign, frame: Mission) -> int:
    """BTR-ocs.air.intercept: one active fighter of a base within ten hexes of the target; then that one goes
    on or not.
    """
    enemy = ENEMY[frame.side]
    if state.flight != "normal" or not flying(state, frame) or not patrolled(state, enemy, frame.hex):
        return 0
    able = active(state, enemy) & FIGHTER_PLANES
    return able if frame.interceptor < 0 else able & 1 << frame.interceptor


def not_hunting(state: Campaign, frame: Mission, plane: int, hex_: int) -> Ruling:
    enemy, name = ENEMY[frame.side], PLANE_LABEL[plane]
    if not active(state, enemy) >> plane & 1:
        return why_grounded(state, plane, enemy)
    if not PLANES[plane].fighter:
        return Ruling("BTR-ocs.air.fight", f"{name} is a bomber: it only defends itself")
    if frame.interceptor >= 0:
        other = PLANE_LABEL[frame.interceptor]
        return Ruling("BTR-ocs.air.intercept", f"{other} intercepts this mission: one fighter and no more")
    if state.flight != "normal":
        return Ruling("BTR-ocs.air.when", f"flight weather is {state.flight}: no aircraft intercept")
    words = f"{GRID.name[frame.hex]} is more than {series.PATROL_ZONE} hexes from the base of {name}"
    return Ruling("BTR-ocs.air.intercept", words)


def intercept(state: Campaign, frame: Mission | Sweep, plane: int, hex_: int) -> None:
    changed = replace(frame, interceptor=plane, engaged=True, step=INTERCEPTION + 1)
    state.replace(changed, "BTR-ocs.air.intercept")


def _named(planes: Sequence[int]) -> list[Action]:
    return sorted((Meet(PLANE_NAMES[p]) for p in planes), key=str)


def may_meet(state: Campaign, frame: Mission) -> Sequence[Action]:
    """BTR-ocs.air.fight: a fighter of the mission first."""
    if not frame.engaged:
        return ()
    planes = flying(state, frame)
    fighters = [p for p in planes if PLANES[p].fighter]
    return _named(fighters or planes)


def meet(state: Campaign, frame: Mission, action: Meet) -> None:
    state.replace(replace(frame, engaged=False, step=INTERCEPTION), "BTR-ocs.air.fight")
    duel = Duel(attacker_plane=frame.interceptor, defender_plane=PLANE[action.unit])
    state.call(duel, "BTR-ocs.air.fight")


def refuse_meet(state: Campaign, frame: object, action: Meet) -> list[Ruling]:
    name = PLANE_LABEL[PLANE[action.unit]]
    return [Ruling("BTR-ocs.air.fight", f"{name} is not an aircraft that fights now: fighters go first")]


# ---------------------------------------------------------------- one aircraft against one


def fight(state: Campaign, frame: Duel, action: Roll) -> None:
    """BTR-ocs.air.combat: who aborts goes home, inactive."""
    first, second = frame.attacker_plane, frame.defender_plane
    result = series.air_result(action.face, PLANES[first].rating, PLANES[second].rating)
    beaten = {
        "attacker aborts": (first,),
        "defender aborts": (second,),
        "both abort": (first, second),
    }[result]
    words = "air combat of {} and {}, dice {}: {}"
    state.note("BTR-ocs.air.combat", words, PLANE_LABEL[first], PLANE_LABEL[second], action.face, result)
    state.add(fact.flown, set_of(beaten), "BTR-ocs.air.fight")
    state.replace(replace(frame, result=result, hurt=beaten), "BTR-ocs.air.combat")


def undecided(state: Campaign, frame: Duel) -> Outcomes:
    return DIE if frame.hurt else NO_OUTCOME


def fate(state: Campaign, frame: Duel, action: Roll) -> None:
    """A further die: 5 or 6 costs the aircraft that aborted a step."""
    plane, *rest = frame.hurt
    lost = action.face >= LOSS_DIE
    effect = "loses a step" if lost else "gets home unhurt"
    state.note("BTR-ocs.air.combat", "{} {}, die {}", PLANE_LABEL[plane], effect, action.face)
    state.replace(replace(frame, hurt=tuple(rest), step=frame.step), "BTR-ocs.air.combat")
    if lost:
        damage(state, plane, "BTR-ocs.air.combat")


def damage(state: Campaign, plane: int, clause: str) -> None:
    state.set_at(fact.plane_lost, plane, state.plane_lost[plane] + 1, clause)


DUEL = (
    Chance(
        clause="BTR-ocs.air.combat",
        name="air combat",
        outcomes=until_result(DICE),
        apply=fight,
        about=lambda state, frame: "the air combat",
    ),
    Chance(
        clause="BTR-ocs.air.combat",
        name="loss of an aircraft",
        outcomes=undecided,
        apply=fate,
        about=lambda state, frame: f"the fate of {PLANE_LABEL[frame.hurt[0]]}",
    ),
)

# ---------------------------------------------------------------- flak and the target


def modifier(state: Campaign, frame: Mission) -> int:
    """BTR-ocs.air.flak-when: what is added to the dice."""
    planes, enemy = flying(state, frame), ENEMY[frame.side]
    hq = bool(units_in(state, frame.hex, enemy) & HQS)
    fighter = any(PLANES[p].fighter for p in planes)
    zone = "with-fighter" if fighter else "without-fighter"
    return series.flak_modifier(len(planes), hq, 0, 0, zone if patrolled(state, enemy, frame.hex) else "none")


def unshelled(state: Campaign, frame: Mission) -> Outcomes:
    return DICE if flying(state, frame) and not frame.flak else NO_OUTCOME


def roll_flak(state: Campaign, frame: Mission, action: Roll) -> None:
    plus = modifier(state, frame)
    hit = action.face + plus >= series.FLAK_KILL
    effect = "an aircraft is hit" if hit else "no loss"
    words = "flak over {}, dice {} {:+d}: {}"
    state.note("BTR-ocs.air.flak-when", words, GRID.name[frame.hex], action.face, plus, effect)
    planes = flying(state, frame)
    state.replace(replace(frame, flak="hit" if hit and len(planes) > 1 else "done"), "BTR-ocs.air.flak-when")
    if hit and len(planes) == 1:
        shoot(state, planes[0])


def shoot(state: Campaign, plane: int) -> None:
    damage(state, plane, "BTR-ocs.air.flak-when")
    if state.plane_lost[plane] >= PLANES[plane].steps:
        state.add(fact.flown, 1 << plane, "BTR-ocs.air.flak-when")


def unhit(state: Campaign, frame: Mission) -> Outcomes:
    return DIE if frame.flak == "hit" else NO_OUTCOME


def victim_of(planes: list[int], die: int) -> int:
    """The aircraft in the place the loss table names, or the weakest or strongest of four."""
    place = FLAK_LOSS[str(len(planes))][die - 1]
    if place.startswith("#"):
        return planes[int(place.removeprefix("#")) - 1]
    pick = min if place == "weakest" else max
    return pick(planes, key=lambda plane: PLANES[plane].barrage)


def roll_victim(state: Campaign, frame: Mission, action: Roll) -> None:
    """BTR-ocs.air.flak-when: the loss table names the place of the aircraft in the mission."""
    victim = victim_of(flying(state, frame), action.face)
    state.note("BTR-ocs.air.flak-when", "{} is hit, die {}", PLANE_LABEL[victim], action.face)
    state.replace(replace(frame, flak="done"), "BTR-ocs.air.flak-when")
    shoot(state, victim)


def arrives(state: Campaign, frame: Mission) -> bool:
    enemies = units_in(state, frame.hex, ENEMY[frame.side])
    return bool(not frame.purpose and flying(state, frame) and enemies)


def bomb(state: Campaign, frame: Mission) -> None:
    """BTR-ocs.air.barrage: no supply; one column right if the base is within ten hexes."""
    near = bool(GRID.within(1 << box(state, frame.side), NEAR_BASE_HEXES) >> frame.hex & 1)
    points = strength(state, flying(state, frame))
    strike = Barrage(
        side=frame.side, hex=frame.hex, guns=(), paid=True, air=points, near=near, step=DICE_STEP
    )
    state.call(strike, "BTR-ocs.air.barrage")


def land(state: Campaign, frame: Mission | Sweep) -> None:
    """BTR-ocs.air.mission: afterwards all go back, inactive; so does the interceptor."""
    home = set_of(frame.planes)
    if isinstance(frame, Mission) and frame.interceptor >= 0:
        home |= 1 << frame.interceptor
    state.add(fact.flown, home, "BTR-ocs.air.mission")


def target(state: Campaign, frame: Mission) -> str:
    return f"flak over {GRID.name[frame.hex]}"


MISSION = (
    GATHER,
    GATHERED,
    Phase(
        clause="BTR-ocs.air.intercept",
        name="interception",
        side=lambda state, frame: ENEMY[frame.side],
        picks=(
            Pick(
                verb=Intercept,
                names=PLANE_NAMES,
                titles=PLANE_LABEL,
                kind="aircraft",
                units=(Screen("BTR-ocs.air.intercept", not_hunting, hunters),),
                apply=intercept,
                open=open_if_any,
            ),
        ),
    ),
    Ask(
        clause="BTR-ocs.air.fight",
        name="aircraft that meets the interceptor",
        side=lambda state, frame: frame.side,
        choices=may_meet,
        apply=meet,
        takes=(Meet,),
        names=PLANE_NAMES,
        refuse=refuse_meet,
    ),
    Chance(clause="BTR-ocs.air.flak-when", name="flak", outcomes=unshelled, apply=roll_flak, about=target),
    Chance(
        clause="BTR-ocs.air.flak-when",
        name="aircraft hit by flak",
        outcomes=unhit,
        apply=roll_victim,
        about=lambda state, frame: "the aircraft that is hit",
    ),
    STRIKING,
    Auto(clause="BTR-ocs.air.barrage", do=bomb, due=arrives),
    Auto(clause="BTR-ocs.air.mission", do=land),
)
INTERCEPTION = 2
assert MISSION[INTERCEPTION].name == "interception"

# ---------------------------------------------------------------- sweeps


def opponents(state: Campaign, frame: Sweep) -> list[int]:
    """BTR-ocs.air.sweep: active fighters of the enemy that have not fought this sweep."""
    able = active(state, ENEMY[frame.side]) & FIGHTER_PLANES
    return [p for p in members(able) if p not in frame.fought]


def goes_on(state: Campaign, frame: Sweep) -> bool:
    return bool(flying(state, frame) and opponents(state, frame))


def sweepers(state: Campaign, frame: Sweep) -> Sequence[Action]:
    if frame.attacker_plane >= 0 or not goes_on(state, frame):
        return ()
    return _named(flying(state, frame))


def send(state: Campaign, frame: Sweep, action: Meet) -> None:
    state.replace(replace(frame, attacker_plane=PLANE[action.unit]), "BTR-ocs.air.sweep")


def defenders(state: Campaign, frame: Sweep) -> Sequence[Action]:
    if frame.attacker_plane < 0:
        return ()
    return _named(opponents(state, frame))


def rise(state: Campaign, frame: Sweep, action: Meet) -> None:
    plane = PLANE[action.unit]
    changed = replace(frame, attacker_plane=-1, fought=(*frame.fought, plane), step=SWEEPING)
    state.replace(changed, "BTR-ocs.air.sweep")
    state.call(Duel(attacker_plane=frame.attacker_plane, defender_plane=plane), "BTR-ocs.air.sweep")


SWEEPS = (
    GATHER,
    GATHERED,
    Ask(
        clause="BTR-ocs.air.sweep",
        name="aircraft that sweeps",
        side=lambda state, frame: frame.side,
        choices=sweepers,
        apply=send,
        takes=(Meet,),
        names=PLANE_NAMES,
        refuse=refuse_meet,
    ),
    Ask(
        clause="BTR-ocs.air.sweep",
        name="aircraft that rises",
        side=lambda state, frame: ENEMY[frame.side],
        choices=defenders,
        apply=rise,
        takes=(Meet,),
        names=PLANE_NAMES,
        refuse=refuse_meet,
    ),
    Auto(clause="BTR-ocs.air.mission", do=land),
)
SWEEPING = 2
assert SWEEPS[SWEEPING].name == "aircraft that sweeps"

# ---------------------------------------------------------------- hip shoots and refit


def ready_to_shoot(state: Campaign, frame: Battle) -> int:
    """BTR-ocs.overrun.hipshoot: once, before the surprise roll of an overrun, in Normal weather."""
    if not frame.overrun or frame.hip or state.flight != "normal" or not frame.attackers:
        return 0
    return active(state, frame.side)


def no_hip_shoot(state: Campaign, frame: Battle, plane: int, hex_: int) -> Ruling:
    if not frame.overrun:
        return Ruling("BTR-ocs.overrun.hipshoot", "hip shoots support overruns only")
    if frame.hip:
        return Ruling("BTR-ocs.overrun.hipshoot", "one air barrage supports an overrun, and no more")
    if not active(state, frame.side) >> plane & 1:
        return why_grounded(state, plane, frame.side)
    return Ruling("BTR-ocs.overrun.hipshoot", f"flight weather is {state.flight}: no hip shoots")


def hip_shoot(state: Campaign, frame: Battle, plane: int, hex_: Hex) -> None:
    state.replace(replace(frame, hip=True), "BTR-ocs.overrun.hipshoot")
    FLY.apply(state, frame, plane, hex_)


HIP_SHOOT = Phase(
    clause="BTR-ocs.overrun.hipshoot",
    name="hip shoot",
    side=lambda state, frame: frame.side,
    picks=(
        Pick(
            verb=Fly,
            names=PLANE_NAMES,
            titles=PLANE_LABEL,
            kind="aircraft",
            units=(Screen("BTR-ocs.overrun.hipshoot", no_hip_shoot, ready_to_shoot, decisive=True),),
            hexes=(
                Screen(
                    "BTR-ocs.overrun.hipshoot",
                    "the hip shoot falls on the hex that is overrun",
                    lambda state, frame: 1 << frame.hex,
                ),
                Screen("BTR-ocs.air.mission", "{hex} is out of range of {unit}", ranges, each=True),
            ),
            apply=hip_shoot,
        ),
    ),
)


def refit(side: str) -> Auto:
    """BTR-ocs.turn.refit, BTR-ocs.air.base: all aircraft of a box become active, free."""

    def do(state: Campaign, frame: object) -> None:
        state.set(fact.flown, state.flown & ~squadron(state.scenario, side), "BTR-ocs.turn.refit")

    return Auto(clause="BTR-ocs.turn.refit", do=do)
