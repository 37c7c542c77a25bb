"""FF-O10: a shot of a mortar or a light anti-tank weapon, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import starmap

from msgspec.structs import replace

from grognard.core.choices import Choices
from grognard.core.facts import DONE, Action, F, Frame, Roll
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import NO_OUTCOME, Auto, Chance, Outcomes, Phase, Pick, Screen, hex_test
from grognard.core.ruling import Modifier, Ruling, total

from ..board import GRID
from . import aiming, area_fire, checks, clouds, foxholes, gun_hits, ordnance, shortage, spotting, strongpoint
from .after_fire import count_gun, count_shots, help_at, leave_residual, lose_aims, shell_steps
from .aiming import PF, hit_modifiers, number_to_hit
from .alert import watch
from .allotment import is_allotted
from .fire import firing_side, unit_screens
from .fire_effects import cell, desperate, suffer
from .forces import ENEMY, FIRERS, FIRST_GUN, GUN_NAMES, GUN_SIDE, NAMES, SIDE
from .going import CODE
from .markers import among
from .ordnance import CRITICAL, HIT, LUCKY, PERHAPS, WEAPONS
from .panzerfaust import USE_OWN, faust_screens, startle, use
from .pillboxes import is_inside, struck
from .position import (
    DIRECTED,
    G_FINAL,
    G_FIRED,
    G_FIRST,
    G_USED,
    JAMMED,
    MELEE,
    OPPORTUNE,
    Firefight,
    Mask,
    Shot,
    Who,
    fact,
)
from .reach import TOO_HEAVY, busy_at_home, is_free_leader, is_light_enough
from .shots import ADVANCING_FIRE, FINAL_FIRE, FIRST_FIRE, SERVES, UPRIGHT, Exposure, place_of, second_man
from .sniper import release
from .standing import stances
from .tables import Result, column_of, result
from .units import (
    flag,
    has,
    in_hex,
    is_hero,
    is_inexperienced,
    jam,
    kind,
    movers,
    name,
    number,
    on_map,
    printed_gun,
    remove_gun,
    settle,
    shooter,
    show,
)
from .victory import check_victory
from .words import DIE, TWO_DICE, Desperation, Dice, Direct, Faust, Shoot

Test = Callable[[Firefight, int, int], bool]

# ---------------------------------------------------------------- who may shoot


def shell_screens(kind_of: Who, side_of: Who) -> tuple[Screen, ...]:
    def mask(test: Callable[[Firefight, str, int], bool]) -> Mask:
        def found(state: Firefight, frame: object) -> int:
            fire, side = kind_of(state, frame), side_of(state, frame)
            return sum(1 << f for f in aiming.own_shells(state, side) if test(state, fire, f))

        return found

    return (
        *unit_screens(kind_of, side_of, aiming.own_shells),
        Screen("ASL-C2.24", "{unit} has no shot left in this player turn", mask(aiming.is_unmarked)),
        Screen(
            "ASL-C13.4",
            "{unit} needs a squad, a half-squad, a hero or two leaders",
            mask(lambda s, k, f: aiming.is_served(s, f)),
        ),
        Screen("ASL-C9.los", "{unit} cannot fire in a building", mask(lambda s, k, f: aiming.has_room(s, f))),
        Screen("ASL-C2.7", "{unit} cannot fire from a stream", mask(lambda s, k, f: aiming.is_dry(s, f))),
        Screen("ASL-B20.9", TOO_HEAVY, mask(lambda s, k, f: is_light_enough(s, f))),
    )


AT_HEX: tuple[tuple[str, str, Test], ...] = (
    ("ASL-A7.212", "{unit} has an enemy in its own Location", lambda s, f, h: not busy_at_home(s, f, h)),
    ("ASL-C2.25", "{hex} is out of range of {unit}", aiming.reaches),
    ("ASL-B11.31", "{hex} lies across a cliff", lambda s, f, h: not aiming.is_over_cliff(s, f, h)),
    ("ASL-C8.31", "{hex} gives no cover of a building or wall against {unit}", aiming.is_fit_for_heat),
    ("ASL-C3.31", "{hex} holds only vehicles, at which {unit} is aimed one by one", aiming.is_fit_for_hex),
    ("ASL-A6.11", "{unit} does not see a unit in {hex}, nor does a Spotter of it", spotting.sees_target),
)


def _goals(kind_: str) -> tuple[Screen, ...]:
    """The screens on hexes in a fire phase."""

    known = Screen(
        "ASL-A7.4",
        "{hex} holds no enemy that is known of",
        lambda s, f: aiming.goal_hexes(s, firing_side(kind_, s)),
        decisive=True,
    )
    return known, *starmap(hex_test, AT_HEX)


def shell_picks(kind_: str) -> tuple[Pick, ...]:
    """The shots of a fire phase."""
    who = (lambda state, frame: kind_, lambda state, frame: firing_side(kind_, state))

    def apply(state: Firefight, frame: object, firer: int, hex_: Hex) -> None:
        declare(state, Shot(firing_side(kind_, state), hex_, kind_, firer, aiming.weapon_of(state, firer).id))

    return (
        Pick(verb=Faust, names=NAMES, units=faust_screens(*who), hexes=_goals(kind_), apply=apply),
        Pick(verb=Shoot, names=FIRERS, units=shell_screens(*who), hexes=_goals(kind_), apply=apply),
    )


def answer_picks(mover_hex: Mask, shot_out: Callable[[Firefight, int], bool]) -> tuple[Pick, ...]:
    """ASL-C6.17: First Fire at movers, no oftener than MF were spent there."""
    who = (lambda state, frame: FIRST_FIRE, lambda state, frame: ENEMY[state.mover])

    def fits(pool: Callable[[Firefight, str], list[int]]) -> tuple[Screen, ...]:
        def mask(test: Test) -> Mask:
            def found(state: Firefight, frame: object) -> int:
                there = members(mover_hex(state, frame))
                firers = pool(state, ENEMY[state.mover]) if there else []
                return sum(1 << f for f in firers if test(state, f, there[0]))

            return found

        often = Screen(
            "ASL-C6.17",
            "{unit} has shot as often as MF were spent there",
            mask(lambda s, f, h: not shot_out(s, f)),
        )
        screens = (Screen(clause, words, mask(test)) for clause, words, test in _AT_MOVER)
        return *screens, often

    def apply(state: Firefight, frame: object, firer: int, hex_: Hex) -> None:
        moving = movers(state)
        assert moving is not None
        shot = Shot(ENEMY[state.mover], hex_, FIRST_FIRE, firer, aiming.weapon_of(state, firer).id)
        declare(state, replace(shot, targets=moving.units, ffnam=moving.ffnam))

    at_mover = (Screen("ASL-A8.1", "{hex} is not where the mover is", mover_hex),)
    return (
        Pick(
            verb=Faust, names=NAMES, units=(*faust_screens(*who), *fits(on_map)), hexes=at_mover, apply=apply
        ),
        Pick(
            verb=Shoot,
            names=FIRERS,
            units=(*shell_screens(*who), *fits(aiming.own_shells)),
            hexes=at_mover,
            apply=apply,
        ),
    )


_AT_MOVER = tuple((clause, words.replace("{hex}", "the mover's hex"), test) for clause, words, test in AT_HEX)


def declare(state: Firefight, shot: Shot) -> None:
    """FF-O9, ASL-A12.14.c: the shot is named; who fires loses its "?"."""
    unit = shooter(state, shot.firer)
    show(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    words = "{} aims its {} at {}"
    weapon = WEAPONS[shot.weapon].name
    state.note("FF-O9", words, name(state, unit), weapon, GRID.name[shot.hex], kind="attack")
    if (eye := spotting.eye(state, shot)) != unit:
        shot = replace(shot, spotter=eye)
        spotting.use(state, shot)
        settle(state, "ASL-C9.3")
    state.call(replace(shot, home=int(state.at[unit])), "FF-O9")


# ---------------------------------------------------------------- before the dice


def _leaders(state: Firefight, frame: Shot) -> int:
    """ASL-A7.531.ord: an unbroken unpinned leader in the Location, not who serves the weapon."""
    unit = shooter(state, frame.firer)
    if frame.leader >= 0 or frame.check:
        return 0
    there = in_hex(state, frame.side, state.at[unit])
    return sum(1 << u for u in there if is_free_leader(state, u, {unit}, (frame.firer,)))


def direct(state: Firefight, frame: Shot, unit: int, hex_: Hex) -> None:
    show(state, unit, "ASL-A12.14.c")
    settle(state, "ASL-A12.14.c")
    flag(state, unit, DIRECTED, "ASL-A7.531.ord")
    state.replace(replace(state.stack[-1], leader=unit), "ASL-A7.531.ord")


def _blasts(state: Firefight, frame: Shot) -> Sequence[Action]:
    """ASL-C13.8: in a building a light anti-tank weapon may be fired in Desperation."""
    inside = CODE[state.at[shooter(state, frame.firer)]] == "building"
    return [Desperation()] if inside and WEAPONS[frame.weapon].is_light and not frame.desperate else []


def dare(state: Firefight, frame: Shot, action: Action) -> None:
    state.note("ASL-C13.8", "the weapon is fired in Desperation", kind="markers")
    state.replace(replace(frame, desperate=True), "ASL-C13.8")


class Confirmed(Phase[Firefight, F]):
    """FF-O9: a phase that always waits: the chances are shown before the dice."""

    asks = False

    def options(self, state: Firefight, frame: F) -> Choices | None:
        return super().options(state, frame) or Choices(state, (DONE,))


def confirmed(kind: type[Frame], name: str, title: str, clause: str = "FF-O9") -> Confirmed:
    """The first row of an attack with nothing left to choose: its side sees the chances."""

    def side(state: Firefight, frame: object) -> str:
        return str(frame.side) if isinstance(frame, kind) else state.mover  # type: ignore[attr-defined]

    return Confirmed(clause=clause, name=name, title=title, side=side, picks=())


AIM = Confirmed(
    clause="FF-O9",
    name="shot",
    title="before the shot",
    side=lambda state, frame: frame.side if isinstance(frame, Shot) else state.mover,
    picks=(
        Pick(
            verb=Direct,
            names=NAMES,
            units=(Screen("ASL-A7.531.ord", "{unit} is not a leader who could direct this shot", _leaders),),
            apply=direct,
        ),
    ),
    plain=_blasts,
    take_plain=dare,
    plain_verbs=(Desperation,),
    refuse=lambda state, frame, action: Ruling(
        "ASL-C13.8", "Desperation is for light anti-tank weapons in a building, once a shot"
    ),
)

# ---------------------------------------------------------------- the Panzerfaust


def check_outcomes(state: Firefight, frame: Shot) -> Outcomes:
    return DIE if frame.weapon == PF and not frame.check and not is_allotted(state) else NO_OUTCOME


def take_check(state: Firefight, frame: Shot, action: Roll) -> None:
    """ASL-C13.31: with too high a die there is none, and a 6 pins; the check is use of a weapon."""
    unit, die = frame.firer, action.face
    final = die + aiming.faust_drm(state, unit)
    use(state, frame)
    found = final <= ordnance.PANZERFAUST["check"]
    words = "{} finds a Panzerfaust: die {}, {}" if found else "{} finds no Panzerfaust: die {}, {}"
    state.note("ASL-C13.31", words, name(state, unit), die, final, kind="result")
    state.replace(replace(frame, check=die), "ASL-C13.31")
    if found:
        side = number(frame.side)
        state.set_at(fact.fausts, side, state.fausts[side] - 1, "ASL-C13.31.total")
        return
    state.goto(LAST, "ASL-C13.31")
    if die == ordnance.PANZERFAUST["pins"]:
        startle(state, unit)


# ---------------------------------------------------------------- the dice to hit


def about_shot(state: Firefight, frame: Shot) -> str:
    need, drm = number_to_hit(state, frame), total(hit_modifiers(state, frame))
    return f"a {WEAPONS[frame.weapon].name} at {GRID.name[frame.hex]}: to hit {need} or less, {drm:+d}"


def throw(state: Firefight, frame: Shot, action: Dice) -> None:
    state.replace(replace(frame, dice=(action.colored, action.white)), "ASL-C3.3")


def judge(state: Firefight, frame: Shot) -> None:
    """ASL-C3.4: each target is hit or missed by itself on the same dice; then what the shot does to who fires
    it.
    """
    frame = state.stack[-1]  # type: ignore[assignment]
    need = number_to_hit(state, frame)
    seen = aiming.seen_modifiers(state, frame)
    colored, white = frame.dice
    found = [
        ordnance.verdict(need, total(hit_modifiers(state, frame, *one)), colored, white)
        for one in gun_hits.each(state)
    ]
    if WEAPONS[frame.weapon].is_light and strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex):
        found = _behind_walls(state, frame, found, need)
    drm, stance = total(hit_modifiers(state, frame)), aiming.aimed_place(state, frame)
    shown = found[2 * stances(state).index(stance) :][:2]  # on those the firer knows of, and under a "?"
    words = "to hit {}: dice {}, modifiers {:+d}: {}"
    state.note("ASL-C3.3", words, need, sum(frame.dice), drm, shown[0], kind="result")
    turned = aiming.cover_turned(state, frame) if WEAPONS[frame.weapon].is_light else 0
    moving = total(aiming.movement_modifiers(state, frame, seen))
    at = OFF if WEAPONS[frame.weapon].is_mortar else int(state.at[spotting.eye(state, frame)])  # indirect
    outside = shell_steps(state, frame.side, at, frame.hex, hit_modifiers(state, frame))
    judged = replace(frame, need=need, verdicts=tuple(found), tem=turned, moving=moving)
    state.replace(judged, "ASL-C3.4")
    watch(state, frame.side, sum(frame.dice), [state.at[shooter(state, frame.firer)]])
    clouds.open_fire(state)
    kept = spend(state, frame)
    if {HIT, CRITICAL} & {*shown, found[1]}:
        _leave(state, frame, kept, outside)
    blow_back(state, frame)


def _behind_walls(state: Firefight, frame: Shot, found: list[str], need: int) -> list[str]:
    """ASL-B23.9: a fortified building that nobody knew comes to light where its cover changes what is hit."""
    drms = [total(hit_modifiers(state, frame, *one)) + strongpoint.MORE for one in gun_hits.each(state)]
    harder = [ordnance.verdict(need, drm, frame.dice[0], frame.dice[1]) for drm in drms]
    if harder[:2] != found[:2]:
        strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
    return harder


def spend(state: Firefight, frame: Shot) -> bool:
    """ASL-C2.24, ASL-C2.28, ASL-C13.4, ASL-C13.36: rate of fire, breakdown and removal; whether it may fire
    on.
    """
    unit, dice = shooter(state, frame.firer), sum(frame.dice)
    lose_aims(state, {unit}, frame.firer - FIRST_GUN)
    if frame.weapon == PF:
        if dice == 12:
            checks.call(state, checks.cut(state, unit, "ASL-C13.36"), "ASL-C13.36")
        return False
    g = frame.firer - FIRST_GUN
    note_served(state, frame)
    count_gun(state, g, unit, frame.kind)
    count_shots(state, frame.kind, (frame.firer,))
    poor = is_inexperienced(state, unit) + shortage.lower(state, unit)  # ASL-A19.3, ASL-A19.131
    if dice >= WEAPONS[frame.weapon].x - poor - 2 * (GUN_SIDE[g] != frame.side):
        remove_gun(state, g, "ASL-C13.4")
        return False
    if dice >= printed_gun(state, g).b - poor:
        jam(state, g, "ASL-C2.28")
    return _keeps_rate(state, frame, g, unit)


def note_served(state: Firefight, frame: Shot) -> None:
    """ASL-A7.53, ASL-C13.4: who has directed the weapon, or served it with a leader."""
    rows: list[tuple[int, ...]] = [(frame.leader, frame.firer)] if frame.leader >= 0 else []
    if WEAPONS[frame.weapon].is_light and (mate := second_man(state, frame.firer)) >= 0:
        help_at(state, mate)
        rows.append((mate, SERVES, frame.firer))
    if rows:
        state.set(fact.led, (*state.led, *rows), "ASL-A7.53")


def _keeps_rate(state: Firefight, frame: Shot, g: int, unit: int) -> bool:
    """ASL-C2.24, ASL-C9.2.sw: the colored die; not of a pinned firer or a lone leader."""
    flags = state.gun_flags[g]
    waited = frame.kind != ADVANCING_FIRE or has(state, unit, OPPORTUNE)
    calm = waited and not spotting.is_pinned(state, frame)
    calm = calm and (not kind(state, unit).is_single or is_hero(state, unit))
    works = not flags & JAMMED
    if calm and works and frame.dice[0] <= printed_gun(state, g).rof - spotting.slower(state, frame):
        state.set_at(fact.gun_flags, g, flags | G_USED, "ASL-C2.24")
        state.note("ASL-C2.24", "{} keeps its rate of fire", GUN_NAMES[g], kind="result")
        return True
    mark = {FIRST_FIRE: G_FIRST, FINAL_FIRE: G_FINAL}.get(frame.kind, G_FIRED)
    state.set_at(fact.gun_flags, g, state.gun_flags[g] & ~G_USED | mark, "FF-O1")
    return False


def _leave(state: Firefight, frame: Shot, kept: bool, outside: int) -> None:
    """ASL-A8.25: a hit in First Fire leaves Residual FP, one step more with air bursts; none from a
    Panzerfaust or a weapon that may fire on.
    """
    if frame.kind == FIRST_FIRE and not kept and frame.weapon != PF:
        column = column_of(Fraction(aiming.power(WEAPONS[frame.weapon])))
        bursts = sum(m.amount < 0 for m in aiming.effect_tem(state, frame))
        leave_residual(state, frame.hex, column, outside - bursts)


def blow_back(state: Firefight, frame: Shot) -> None:
    """ASL-C13.8: the backblast of Desperation strikes everybody in the Location, by the colored die alone."""
    at = state.at[shooter(state, frame.firer)] if frame.desperate else -1
    if at >= 0:
        found = result(column_of(Fraction(1)), frame.dice[0])
        state.note("ASL-C13.8", "backblast, colored die {}: {}", frame.dice[0], cell(found), kind="result")
        suffer(state, in_hex(state, frame.side, at), found)


# ---------------------------------------------------------------- who is hit

ANY = Outcomes(
    [(Roll(face), 1) for face in range(1, 61)]
)  # shares alike among up to six, and tells not how many


def after_two(state: Firefight, frame: Shot) -> Outcomes:
    found = {*_open_verdicts(state, frame), *area_fire.verdicts(state, frame)} if not frame.die else set()
    return DIE if found & {PERHAPS, LUCKY} else NO_OUTCOME


def _open_verdicts(state: Firefight, frame: Shot) -> set[str]:
    """FF-DICE: those that hold for a target that is known, or for any that may be under a "?"."""
    there = attacked(state, frame) if frame.verdicts else []
    known = [u for u in there if state.open >> u & 1 or SIDE[u] == frame.side]
    found = {_verdict(state, frame, unit) for unit in known}
    covered = not state.all_found or state.shrouds[number(ENEMY[frame.side])] >> frame.hex & 1
    return found | set(frame.verdicts[1::2] if covered else ())


def take_die(state: Firefight, frame: Shot, action: Roll) -> None:
    """ASL-C3.6, ASL-C3.7."""
    found = tuple(
        ordnance.settled(one, action.face, frame.need) if one in (PERHAPS, LUCKY) else one
        for one in frame.verdicts
    )
    state.note("ASL-C3.7", "after the Original 2, die {}: {}", action.face, found[0], kind="result")
    state.replace(replace(frame, die=action.face, verdicts=found), "ASL-C3.7")


def attacked(state: Firefight, frame: Shot) -> list[int]:
    """ASL-C3.33: a mortar strikes both sides; others the enemy, and both where there is a Melee. First Fire
    strikes movers alone.
    """
    there = in_hex(state, ENEMY[frame.side], frame.hex)
    if WEAPONS[
        frame.weapon
    ].is_light:  # ASL-C8.31: who is in a foxhole has other cover than building and wall
        dug = [unit for unit in there if foxholes.is_dug_in(state, unit) and not is_inside(state, unit)]
        there = [u for u in struck(state, frame.side, frame.hex, there) if u not in dug]
    if frame.targets:
        return among(state, there, frame.targets)
    if WEAPONS[frame.weapon].is_mortar or any(has(state, unit, MELEE) for unit in there):
        there += in_hex(state, frame.side, frame.hex)
    return there


def verdict_on(state: Firefight, frame: Shot, unit: int) -> str:
    """ASL-C3.4, ASL-C3.33.mtr: by itself, or out of a mortar's sight as the hardest of the others."""
    if frame.verdicts and area_fire.is_out_of_sight(state, frame, unit):
        others = area_fire.deciding(state, frame)
        return area_fire.unseen_verdict([_verdict(state, frame, one) for one in others])
    return _verdict(state, frame, unit)


def _verdict(state: Firefight, frame: Shot, unit: int) -> str:
    hidden = SIDE[unit] != frame.side and not state.open >> unit & 1
    return frame.verdicts[gun_hits.row(state, unit, frame.home, hidden)] if frame.verdicts else ""


def hit_units(state: Firefight, frame: Shot) -> list[int]:
    return [u for u in attacked(state, frame) if verdict_on(state, frame, u) in (HIT, CRITICAL)]


def critical_units(state: Firefight, frame: Shot) -> list[int]:
    return [u for u in attacked(state, frame) if verdict_on(state, frame, u) == CRITICAL]


def which(state: Firefight, frame: Shot) -> Outcomes:
    """ASL-C3.74, ASL-C13.36: a critical hit falls on one, and so does a Panzerfaust."""
    hit = hit_units(state, frame)
    one = critical_units(state, frame) or frame.weapon == PF
    return ANY if one and len(hit) > 1 and not frame.pick else NO_OUTCOME


def take_pick(state: Firefight, frame: Shot, action: Roll) -> None:
    state.replace(replace(frame, pick=action.face), "ASL-C3.74")


def groups(state: Firefight, frame: Shot) -> tuple[list[int], list[int]]:
    """Who takes the critical hit, and who a plain one."""
    hit, critical = hit_units(state, frame), critical_units(state, frame)
    among = critical or (hit if frame.weapon == PF else [])
    one = [among[max(0, frame.pick - 1) % len(among)]] if among else []
    if frame.weapon == PF:
        return (one, []) if critical else ([], one)
    return (one, [u for u in hit if u not in one]) if critical else ([], hit)


def effect_outcomes(state: Firefight, frame: Shot) -> Outcomes:
    hit = hit_units(state, frame) or set(area_fire.verdicts(state, frame)) & set(area_fire.HITS)
    return TWO_DICE if not frame.effect and hit else NO_OUTCOME


def about_effect(state: Firefight, frame: Shot) -> str:
    return f"the effect of the {WEAPONS[frame.weapon].name} in {GRID.name[frame.hex]}"


def take_effect(state: Firefight, frame: Shot, action: Dice) -> None:
    state.replace(replace(frame, effect=(action.colored, action.white)), "ASL-C3.1")


def effect_drm(state: Firefight, frame: Shot, critical: bool, place: Exposure = UPRIGHT) -> int:
    """ASL-C3.71: a critical hit turns positive cover round and keeps air bursts and First Fire."""
    own = aiming.effect_tem(state, frame, place)
    own += [Modifier(-1, "ASL-A22.4", "it carries a flamethrower")] if place.fuel else []
    if not critical:
        return total(own)
    turned = sum(m.amount for m in own if m.amount > 0) + frame.tem
    return sum(m.amount for m in own if m.amount < 0) - turned + frame.moving


def resolve(state: Firefight, frame: Shot) -> None:
    """ASL-C3.1, ASL-C3.32: one roll on the fire table for all that are hit."""
    frame = state.stack[-1]  # type: ignore[assignment]
    parts, struck = [], groups(state, frame)
    if frame.effect:
        area_fire.strike(state, frame)
    acquire(state, frame)
    if not frame.effect:
        return
    gun_hits.uncover(state, [*struck[0], *struck[1]])
    for units, critical in zip(struck, (True, False), strict=True):
        for place in sorted({place_of(state, unit) for unit in units}):  # ASL-C9.1: each has its own Final DR
            same = [unit for unit in units if place_of(state, unit) == place]
            if place.gun:
                strike_gun(state, frame, same, critical, place)
                continue
            parts.append((same, _effect_on(state, frame, same, critical, place)))
    for units, found in reversed(parts):
        suffer(state, units, found)


def strike_gun(state: Firefight, frame: Shot, units: list[int], critical: bool, place: Exposure) -> None:
    """ASL-C11.4: a shell on a Gun."""
    weapon = WEAPONS[frame.weapon]
    column = column_of(Fraction(aiming.power(weapon, critical)))
    dice = sum(frame.effect) + effect_drm(state, frame, critical, place)
    near = shield_of(state, frame, place)
    gun_hits.strike(state, units, column, dice, near, "HE" if weapon.is_mortar else "HEAT", critical)


def shield_of(state: Firefight, frame: Shot, place: Exposure) -> int:
    """ASL-C11.5: less against shells that fall from above."""
    mortar, at = WEAPONS[frame.weapon].is_mortar, state.at[shooter(state, frame.firer)]
    return gun_hits.near_miss(place, at, frame.hex, mortar, mortar)


def _effect_on(state: Firefight, frame: Shot, units: list[int], critical: bool, place: Exposure) -> Result:
    """ASL-B23.9: a fortified building comes to light where its cover changes the result."""
    if place.dug:  # ASL-A12.33
        foxholes.uncover(state, SIDE[units[0]], frame.hex)
    column = column_of(Fraction(aiming.power(WEAPONS[frame.weapon], critical)))
    drm = effect_drm(state, frame, critical, place)
    found = result(column, sum(frame.effect) + drm)
    if strongpoint.is_secretly(state, ENEMY[frame.side], frame.hex) and WEAPONS[frame.weapon].is_mortar:
        drm = effect_drm(state, frame, critical, place._replace(fort=True))
        better = result(column, sum(frame.effect) + drm)
        if better != found:
            strongpoint.uncover(state, ENEMY[frame.side], frame.hex)
            found = better
    said = "critical hit" if critical else "hit"
    words = "{}: dice {}, modifiers {:+d}: {}"
    state.note("ASL-C3.1", words, said, sum(frame.effect), drm, cell(found), kind="result")
    desperate(state, units, column, drm)
    return found


def acquire(state: Firefight, frame: Shot) -> None:
    """ASL-C6.5, ASL-C6.521: a mortar that works has acquired the hex it fired at."""
    g = frame.firer - FIRST_GUN
    if not frame.dice or not WEAPONS[frame.weapon].is_mortar or not state.gun_kind[g]:
        return
    old = next((row[3] for row in state.acquired if row[0] == g and row[2] == frame.hex), 0)
    home = state.at[state.holder[g]] if state.holder[g] >= 0 else -1
    rest = [row for row in state.acquired if row[0] != g]
    state.set(fact.acquired, tuple(sorted([*rest, (g, home, frame.hex, min(2, old + 1))])), "ASL-C6.5")


def finish(state: Firefight, frame: Shot) -> None:
    settle(state, "FF-O10")
    check_victory(state)
    release(state)


SHOOTING = (
    AIM,
    USE_OWN,
    Chance(
        clause="ASL-C13.31",
        name="Panzerfaust",
        outcomes=check_outcomes,
        apply=take_check,
        about=lambda state, frame: f"a Panzerfaust for {name(state, frame.firer)}",
    ),
    Chance(
        clause="ASL-C3.3",
        name="to hit",
        outcomes=lambda state, frame: NO_OUTCOME if frame.dice else TWO_DICE,
        apply=throw,
        about=about_shot,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C3.4", do=judge),
    Chance(clause="ASL-C3.7", name="after a 2", outcomes=after_two, apply=take_die),
    Chance(clause="ASL-C3.74", name="who is struck", outcomes=which, apply=take_pick),
    Chance(
        clause="ASL-C3.1",
        name="effect",
        outcomes=effect_outcomes,
        apply=take_effect,
        about=about_effect,
        rolls=(Dice,),
    ),
    Auto(clause="ASL-C3.1", do=resolve),
    Auto(clause="FF-O10", do=finish),
)
LAST = len(SHOOTING) - 1
