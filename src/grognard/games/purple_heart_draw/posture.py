"""How units stand: which way a vehicle faces, Hull Down, Wall Advantage, and Riders. Entered by the players;
kept for them.

A vehicle faces one of the six corners of its hex; the two hexes beyond that corner are in its covered arc.
A facing is known only where a player entered it: a vehicle without one is bound to no arc.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.core.facts import Action
from grognard.core.hexes import members, set_of
from grognard.core.procedure import Ask, Auto, Phase, Pick, Screen
from grognard.core.ruling import Ruling

from . import units, verbs
from .board import DIRECTIONS, GRID
from .gear import lay_down, lying, pick_up
from .pieces import (
    FLAG,
    HIDDEN,
    KINDS,
    MMC,
    NAMES,
    NUMBER,
    NUMBER_OF,
    OF_SIDE,
    PRISONER,
    RIDERS_HS,
    SIDE,
    SIDES,
    TURRETED,
    VEHICLE,
    WEAPONS,
    bare,
    is_gun,
)
from .position import Facing, Mask, PurpleHeartDraw, Redeploying, SideOf, fact
from .units import flag, good_order, half_squads, in_hex, is_vehicle, on_map, riders_of, show, type_of

CORNERS = ("NE", "E", "SE", "SW", "W", "NW")  # clockwise; each lies between two of the six directions
_BESIDE = {corner: (n, (n + 1) % 6) for n, corner in enumerate(CORNERS)}  # N and NE, NE and SE, ...
assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")
STANDS = "stands"


def hull(state: PurpleHeartDraw, unit: int) -> str:
    return state.facing[unit].hull


def turret(state: PurpleHeartDraw, unit: int) -> str:
    return state.facing[unit].turret


def in_arc(hex_: int, corner: str) -> int:
    """The two hexes ahead of a vehicle that faces a corner.

    >>> GRID.names(in_arc(GRID.hex("M14"), "E"))
    ['N14', 'N15']
    """
    ways = (GRID.step(hex_, d) for d in _BESIDE[corner])
    return set_of(h for h in ways if h >= 0)


def ahead(state: PurpleHeartDraw, unit: int) -> int:
    """ADJACENT hexes in the VCA; all six where no facing was told."""
    corner = hull(state, unit)
    return in_arc(state.at[unit], corner) if corner else GRID.near_to[state.at[unit]]


# ---------------------------------------------------------------- words of the players


def postures(state: PurpleHeartDraw, unit: int) -> list[str]:
    """What may be entered of how a unit stands, as often as it changes."""
    if type_of(state, unit) == VEHICLE:
        return ["hull_down", *(f"hull:{c}" for c in CORNERS if c != hull(state, unit)), *turrets(state, unit)]
    result = [
        "wall_advantage",
        *gifts(state, unit),
        *(
            f"leaves:{gear}"
            for gear in dict.fromkeys(state.gear[unit])
            if bare(gear) in WEAPONS or is_gun(gear)
        ),
        *(f"recovers:{item}" for item in lying(state, unit) if state.dropped and good_order(state, unit)),
    ]
    if state.aboard[unit] >= 0:
        result.append("dismounts")
    elif not state.status[unit] & (PRISONER | FLAG["broken"] | FLAG["pinned"] | FLAG["melee"]):
        result += [
            f"mounts:{NAMES[v]}" for v in in_hex(state, SIDE[unit], state.at[unit]) if carries(state, v, unit)
        ]
    return result


def gifts(state: PurpleHeartDraw, unit: int) -> list[str]:
    """Weapons it could hand to another of its Location: `gives:MMG:u007`."""
    others = [u for u in in_hex(state, SIDE[unit], state.at[unit]) if u != unit] if state.gear[unit] else []
    return [
        f"gives:{gear}:{NAMES[u]}"
        for gear in dict.fromkeys(state.gear[unit])
        for u in others
        if can_hold(state, u, gear)
    ]


def leave(state: PurpleHeartDraw, unit: int, gear: str, clause: str) -> None:
    """A weapon or Gun is left where it is, for any unit that comes."""
    have = list(state.gear[unit])
    have.remove(gear)
    lay_down(state, unit, gear, clause)
    state.set_at(fact.gear, unit, tuple(have), clause)


def turrets(state: PurpleHeartDraw, unit: int) -> list[str]:
    if state.kind[unit] not in TURRETED:
        return []
    return [f"turret:{c}" for c in CORNERS if c != turret(state, unit)]


def carries(state: PurpleHeartDraw, vehicle: int, unit: int) -> bool:
    """D6.2: an AFV that is not abandoned takes Riders up to a squad, and SMC."""
    if not is_vehicle(state, vehicle) or state.status[vehicle] & FLAG["abandoned"]:
        return False
    return half_squads(state, [*riders_of(state, vehicle), unit]) <= RIDERS_HS


def pose(state: PurpleHeartDraw, unit: int, what: str, clause: str) -> None:
    """Carries out one of `postures`."""
    word, _, value = what.partition(":")
    if word == "hull":
        turn(
            state,
            unit,
            value,
            (turret(state, unit) if state.kind[unit] in TURRETED else "") or value,
            clause,
        )
    elif word == "turret":
        turn(state, unit, hull(state, unit) or value, value, clause)
    elif word == "mounts":
        mount(state, unit, NAMES.index(value), clause)
    elif word == "gives":
        gear, _, taker = value.partition(":")
        hand(state, unit, NAMES.index(taker), gear, clause)
    elif word == "recovers":
        pick_up(state, unit, value, clause)
    elif word == "leaves":
        leave(state, unit, value, clause)
    elif word == "dismounts":
        units.dismount(state, unit, clause)
    else:
        bit = FLAG[word]
        flag(
            state,
            unit,
            0 if state.status[unit] & bit else bit,
            bit if state.status[unit] & bit else 0,
            clause,
        )


def turn(state: PurpleHeartDraw, unit: int, vca: str, tca: str, clause: str) -> None:
    state.set_at(fact.facing, unit, Facing(vca, tca), clause)


def mount(state: PurpleHeartDraw, unit: int, vehicle: int, clause: str) -> None:
    """Riders sit in the open, and so does what carries them."""
    show(state, unit, clause)
    show(state, vehicle, clause)
    state.set_at(fact.aboard, unit, vehicle, clause)


# ---------------------------------------------------------------- PHD-C5.7


def mounted(side_of: SideOf) -> Mask:
    return lambda state, frame: (
        set_of(u for u in on_map(state, side_of(state, frame)) if state.aboard[u] >= 0) if state.riding else 0
    )


def dismounting(side_of: SideOf, words: str) -> Phase:
    """PHD-C5.7: Riders may get off in place; a Rider who stays mounted moves with the vehicle. No Gun here is
    towed.
    """
    return Phase(
        clause="PHD-C5.7",
        name=f"Riders, {words}",
        secret=True,
        side=side_of,
        picks=(
            Pick(
                verb=verbs.Dismount,
                names=NAMES,
                units=(Screen("PHD-C5.7", "{unit} is not a Rider of the side", mounted(side_of)),),
                apply=lambda state, frame, unit, hex_: units.dismount(state, unit, "PHD-C5.7"),
            ),
        ),
    )


def nobody_rides(state: PurpleHeartDraw, frame: object) -> None:
    for side in SIDES:  # each on its own: Riders of a covered vehicle are a secret
        if not state.riding & OF_SIDE[side]:
            state.note("PHD-C5.7", "No Riders to unload; vehicles of this module tow no Gun", to=side)


def all_off(state: PurpleHeartDraw, clause: str) -> None:
    """The resolver knows no Riders."""
    for u in members(state.riding):
        units.dismount(state, u, clause)


# ---------------------------------------------------------------- PHD-C5.13: weapons change hands


def can_hold(state: PurpleHeartDraw, unit: int, gear: str) -> bool:
    """SW go to MMC, a radio to any Infantry, FT and DC to Engineers (PHD-C5.26.a), a Gun to an MMC without
    one, an Armour Leader to a vehicle that has none.
    """
    kind, name = KINDS[state.kind[unit]], bare(gear)
    if name.startswith("AL"):
        return kind.type == VEHICLE and not any(g.startswith("AL") for g in state.gear[unit])
    if name == "RADIO":
        return kind.type != VEHICLE and "RADIO" not in state.gear[unit]
    if is_gun(name):
        return kind.type in MMC and not any(map(is_gun, state.gear[unit]))
    return kind.type in MMC and name in WEAPONS and (name not in ("FT", "DC") or kind.engineer)


def exchanges(state: PurpleHeartDraw, side: str, together: Iterable[Sequence[int]]) -> list[verbs.Hand]:
    """What units that are together could give each other; each gives once a phase, and does not pass on what
    it was given.
    """
    given, result = state.entered[NUMBER[side]], []
    for group in together:
        for a in group:
            if len(group) > 1 and state.gear[a] and not given >> a & 1:
                for gear in dict.fromkeys(state.gear[a]):
                    result += [
                        verbs.Hand(gear, NAMES[a], NAMES[b])
                        for b in group
                        if b != a and not given >> b & 1 and can_hold(state, b, gear)
                    ]
    return result


def by_hex(state: PurpleHeartDraw, side: str, hexes: int = -1) -> dict[int, list[int]]:
    """A side's Infantry by hex, prisoners left out; in some hexes alone, those that lie open there."""
    result: dict[int, list[int]] = {}
    barred = PRISONER if hexes < 0 else PRISONER | HIDDEN
    for u in on_map(state, side):
        if hexes >> state.at[u] & 1 and not state.status[u] & barred and not is_vehicle(state, u):
            result.setdefault(state.at[u], []).append(u)
    return result


def hands(state: PurpleHeartDraw, side: str, hexes: int = -1) -> list[verbs.Hand]:
    """PHD-C5.13: any SW or Gun of the Location may be taken over, and what lies there taken up."""
    men = by_hex(state, side, hexes)
    result = exchanges(state, side, men.values())
    if state.dropped:
        result += [
            verbs.Hand(item, GRID.name[hex_], NAMES[u])
            for hex_, units in men.items()
            for u in units
            for item in lying(state, u)
            if can_hold(state, u, item.split(".", 1)[1])
        ]
    return result


def handed(unseen: bool) -> Callable[[PurpleHeartDraw, object, verbs.Hand], None]:
    def apply(state: PurpleHeartDraw, frame: object, action: verbs.Hand) -> None:
        b = NAMES.index(action.taker)
        n = NUMBER[SIDE[b]]
        if action.giver in GRID.number:
            return pick_up(state, b, action.gear, "PHD-C5.13", unseen)
        a = NAMES.index(action.giver)
        hand(state, a, b, action.gear, "PHD-C5.13")
        return state.set_at(fact.entered, n, state.entered[n] | 1 << a, "PHD-C5.13")

    return apply


def not_handed(state: PurpleHeartDraw, frame: object, action: Action) -> Ruling | None:
    """PHD-C5.13: the one thing that keeps a weapon from changing hands."""
    if not isinstance(action, verbs.Hand):
        return None
    return Ruling("PHD-C5.13", why_not_handed(state, action.gear, action.giver, action.taker))


def why_not_handed(state: PurpleHeartDraw, gear: str, giver: str, taker: str) -> str:
    if taker not in NUMBER_OF or (giver not in NUMBER_OF and giver not in GRID.number):
        return f"a weapon passes from a unit or a hex to a unit; {giver} or {taker} is neither"
    b = NUMBER_OF[taker]
    side = state.to_move if state.to_move in NUMBER else SIDE[b]
    if SIDE[b] != side or not state.kind[b] or (giver in NUMBER_OF and SIDE[NUMBER_OF[giver]] != side):
        return f"{giver} and {taker} are not both units of the {side} side"
    if giver in GRID.number:
        return f"no {gear} that {taker} could take up lies in {giver}, or {taker} is not there"
    a = NUMBER_OF[giver]
    if gear not in state.gear[a]:
        return f"{giver} has no {gear}"
    if state.at[a] != state.at[b]:
        return f"{giver} and {taker} are not in one Location"
    if state.entered[NUMBER[side]] >> a & 1 or state.entered[NUMBER[side]] >> b & 1:
        return f"{giver} or {taker} has given something in this phase"
    if not can_hold(state, b, gear):
        return f"{taker} cannot use the {gear}"
    return f"neither {giver} nor {taker} sets up or redeploys now"


def hand(state: PurpleHeartDraw, giver: int, taker: int, gear: str, clause: str) -> None:
    have = list(state.gear[giver])
    have.remove(gear)
    state.set_at(fact.gear, giver, tuple(have), clause)
    state.set_at(fact.gear, taker, (*state.gear[taker], gear), clause)


# ---------------------------------------------------------------- PHD-C5.14.note4


def standing(state: PurpleHeartDraw, frame: Redeploying) -> int:
    """The vehicle whose owner may turn it now: at the players' table only, for the resolver has no use for
    it.
    """
    n = NUMBER[frame.side]
    return state.moving[n][1] if len(state.moving[n]) > 1 else -1


def note4(hidden: bool) -> tuple[Ask, ...]:
    """PHD-C5.14.note4: the vehicle may turn hull, then turret, then try for Hull Down: the players enter how
    it went.
    """
    words = ", unseen" if hidden else ""

    def ask(name: str, options: Callable[[PurpleHeartDraw, int], Sequence[str]]) -> Ask:
        def choices(state: PurpleHeartDraw, frame: Redeploying) -> Sequence[Action]:
            unit = standing(state, frame) if frame.hidden == hidden else -1
            result = options(state, unit) if unit >= 0 else ()
            return [verbs.Happened(word) for word in sorted([*result, STANDS])] if result else ()

        return Ask(
            clause="PHD-C5.14.note4",
            name=f"{name}{words}",
            secret=hidden,
            side=lambda state, frame: frame.side,
            choices=choices,
            apply=answered,
            takes=(verbs.Happened,),
            refuse=not_so,
        )

    def not_so(state: PurpleHeartDraw, frame: Redeploying, action: Action) -> Sequence[Ruling]:
        unit = standing(state, frame)
        if unit < 0:
            return [Ruling("PHD-C5.14.note4", "no vehicle has just redeployed at the players' table")]
        return [
            Ruling(
                "PHD-C5.14.note4",
                f"{getattr(action, 'what', action)} is not a way in which {state.display_name(NAMES[unit])}"
                " may turn or stand now",
            )
        ]

    def answered(state: PurpleHeartDraw, frame: Redeploying, action: verbs.Happened) -> None:
        if action.what != STANDS:
            pose(state, standing(state, frame), action.what, "PHD-C5.14.note4")

    return (
        ask(
            "a vehicle may turn",
            lambda state, unit: [w for w in postures(state, unit) if w.startswith("hull:")],
        ),
        ask("its turret may turn", turrets),
        ask(
            "it may try for Hull Down",
            lambda state, unit: [] if state.status[unit] & FLAG["hull_down"] else ["hull_down"],
        ),
    )


def stood(state: PurpleHeartDraw, frame: Redeploying) -> None:
    """The next vehicle of the stack, or none."""
    n = NUMBER[frame.side]
    if not state.moving[n]:
        return
    rest = state.moving[n][2:]
    state.set_at(fact.moving, n, (state.moving[n][0], *rest) if rest else (), "PHD-C5.14.note4")
    if rest:
        state.goto(state.stack[-1].step - 7, "PHD-C5.14.note4")


STOOD = Auto(clause="PHD-C5.14.note4", do=stood)
