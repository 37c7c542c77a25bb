"""PHD-C5.31, PHD-C5.33, PHD-E7: groups become units: classes and types by dr, weapons by note w, leaders by
DR.
"""

from __future__ import annotations

from grognard.core.hexes import members
from grognard.core.narration import with_article
from grognard.core.ruling import total

from . import charts
from .charts import (
    MISSION,
    NOTES,
    ON_MAP,
    REINFORCEMENT,
    RG,
    by_die,
    leader,
    leader_modifiers,
    line,
    oba_modifiers,
    strength,
)
from .pieces import FLAG, GERMAN, KINDS, LIMITS, NAMES, NUMBER, PRISONER, TITLE, UNIT_NOTE, US, VEHICLE
from .position import GROUPS, Group, PurpleHeartDraw, fact, own
from .units import flag, members_of, muster

GIVEN = "given"  # how a group of the order of battle comes
CREWS = {US: "2-2-7", GERMAN: "2-2-8"}  # PHD-C5.31.note.c
GERMAN_HS = "2-3-8"
OBA_SIZE = {"80mm OBA Module": "80mm", "81mm OBA Module": "81mm", "105mm OBA Module": "105mm"}


def offset(side: str) -> int:
    return 0 if side == US else GROUPS


def groups(state: PurpleHeartDraw, side: str) -> list[Group]:
    return [g for g in state.groups[offset(side) : offset(side) + GROUPS] if g]


def enlist(state: PurpleHeartDraw, side: str, id_: str, how: str, clause: str) -> int:
    """A new group on the record; its units come when their dice are rolled. Gives its number, from 1."""
    number = len(groups(state, side))
    state.set_at(fact.groups, offset(side) + number, (id_, state.scenario, how, 0), clause)
    return number + 1


def given(state: PurpleHeartDraw, frame: object) -> None:
    """PHD-C4.german, PHD-C4.us: two platoons a side, TP, DSP and SAN. US on attack, so the German sets up
    first (PHD-E8).
    """
    for side in (US, GERMAN):
        n, ob = NUMBER[side], MISSION[side]
        for row in ob["rg"]:
            for _ in range(row["count"]):
                enlist(state, side, row["id"], ON_MAP if side == GERMAN else REINFORCEMENT, f"PHD-C4.{side}")
        state.set_at(fact.tp, n, int(ob["tp"]), f"PHD-C4.{side}")
        state.set_at(fact.dsp, n, int(ob["dsp"]), f"PHD-C4.{side}")
        state.set_at(fact.san, n, int(ob["san"]), f"PHD-C4.{side}")


# ---------------------------------------------------------------- which dice are due


def due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    """PHD-E7: a dr for each group with note i, and for each vehicle or Gun with note r; the rest is mustered
    at once.
    """
    result: list[tuple[object, ...]] = []
    for number, group in enumerate(groups(state, side), 1):
        if group[3]:
            continue
        rg = line(side, group[0])
        if "i" in rg.notes:
            result.append(("i", number))
        elif "r" in rg.notes:
            result += [("r", number)] * rg.number
        else:
            muster_group(state, side, number, rg, "")
    return result


def mustered(state: PurpleHeartDraw, side: str, number: int) -> None:
    at = offset(side) + number - 1
    state.set_at(fact.groups, at, (*state.groups[at][:3], 1), "PHD-C5.31")


def type_rolled(state: PurpleHeartDraw, side: str, item: tuple[str, int], face: int) -> None:
    """PHD-C5.31.note.i, PHD-C5.31.note.r"""
    number = int(item[1])
    rg = line(side, state.groups[offset(side) + number - 1][0])
    if item[0] == "i":
        row = by_die(NOTES["i"]["row"], face)
        return muster_group(state, side, number, rg, str(row["squad"] if rg.type == "I" else row["hs"]))
    if rg.type == "A":
        vehicle = str(by_die(NOTES["r"]["german_stug"], face)["vehicle"]).replace(" ", "_")
        muster(state, side, vehicle, ("MA", "MG"), number, "PHD-C5.31.note.r")
    else:
        gun = str(by_die(NOTES["r"]["german_at"], face)["gun"]).replace(" ", "_")
        muster(state, side, CREWS[side], (gun,), number, "PHD-C5.31.note.r")
    return mustered(state, side, number)


def muster_group(state: PurpleHeartDraw, side: str, number: int, rg: RG, kind: str) -> None:
    """PHD-C5.31.note.c, PHD-C5.31.note.w: squads with their weapons, weapons with their HS, Guns with their
    crews.
    """
    weapons = [name for name, count in rg.weapons for _ in range(count)]
    if rg.type == "I":
        squad = kind or rg.composition
        for n in range(rg.number):
            muster(state, side, squad, tuple(weapons[n :: rg.number]), number, "PHD-C5.31.note.w")
    elif rg.type == "HW":
        for weapon in weapons:
            muster(state, side, kind or GERMAN_HS, (weapon,), number, "PHD-C5.31.note.c")
    elif rg.type == "G":
        gun = rg.composition.split(" + ")[0].replace(" ", "_")
        for _ in range(rg.number):
            muster(state, side, CREWS[side], (gun,), number, "PHD-C5.31.note.c")
    else:
        for _ in range(rg.number):
            muster(state, side, "M4A1", ("MA", "MG"), number, "PHD-C5.31.chart")
    mustered(state, side, number)


# ---------------------------------------------------------------- PHD-C5.33: leaders


def leaders_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    """One DR for each group with note l that came in this scenario, bought or given."""
    return [
        ("l", number)
        for number, group in enumerate(groups(state, side), 1)
        if group[1] == state.scenario and group[2] != "traded" and "l" in line(side, group[0]).notes
    ]


GREEN_CREW = "inexperienced_crew"
ARMOR = {"none": "no Armor Leader", GREEN_CREW: "an Inexperienced Crew in one vehicle"}


def leader_rolled(state: PurpleHeartDraw, side: str, item: tuple[str, int], roll: int) -> None:
    """PHD-C5.33: an Infantry leader comes as a unit; an Armour Leader rides in a vehicle of the section and
    and an Inexperienced Crew are in the first until their owner allots them in set-up.
    """
    number = int(item[1])
    rg = line(side, state.groups[offset(side) + number - 1][0])
    final = roll + total(leader_modifiers(rg))
    if rg.type != "A":
        name = leader(side, final)
        new = muster(state, side, name, (), number, "PHD-C5.33")
        state.note(
            "PHD-C5.33",
            "{} {}: leader DR {}, {} ({})",
            TITLE[side],
            charts.group_title(rg.unit),
            roll,
            with_article(name),
            NAMES[new],
            new,
            to=side,
            kind=UNIT_NOTE,
        )
        return
    name, ride = leader("armour", final), next(iter(members_of(state, side, number, VEHICLE)), None)
    state.note(
        "PHD-C5.33",
        "{} {}: leader DR {}, {}",
        TITLE[side],
        charts.group_title(rg.unit),
        roll,
        ARMOR.get(name, f"an Armor Leader {name}"),
        to=side,
    )
    if ride is None or name == "none":
        return
    if name == GREEN_CREW:
        flag(state, ride, FLAG["inexperienced"], 0, "PHD-C5.33")
    else:
        state.set_at(fact.gear, ride, (*state.gear[ride], f"AL{name}"), "PHD-C5.33")


# ---------------------------------------------------------------- PHD-C5.34: artillery; PHD-TM20


def modules_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    return [("m", i) for i, m in enumerate(state.modules[NUMBER[side]]) if not m[1]]


def module_rolled(state: PurpleHeartDraw, side: str, item: tuple[str, int], roll: int) -> None:
    """PHD-C5.34: Plentiful, Normal or Scarce."""
    n, at = NUMBER[side], int(item[1])
    attack = state.chit[n] == "attack" and (
        state.scenario > 1 or state.options.initial_attack_counts
    )  # PHD-R7
    m = state.modules[n][at]
    modules = strength(side, roll + total(oba_modifiers(attack, bool(m[3]))))
    state.note("PHD-C5.34", "{} {} module: DR {}, {} ammunition", TITLE[side], m[0], roll, modules, to=side)
    new = (m[0], modules, *m[2:])
    state.set_at(fact.modules, n, (*state.modules[n][:at], new, *state.modules[n][at + 1 :]), "PHD-C5.34")


def add_module(state: PurpleHeartDraw, side: str, size: str, clause: str, edge: int = 0) -> None:
    """PHD-TM13: size, strength (not yet known), registered hexes, FFE placed; PHD-E6: a 60mm's edge hex, from
    1, 0 for none.
    """
    n = NUMBER[side]
    state.set_at(fact.modules, n, (*state.modules[n], (size, "", (), 0, edge)), clause)


def gyros_due(state: PurpleHeartDraw, side: str) -> list[tuple[object, ...]]:
    """PHD-TM20: each new Sherman."""
    if side != US:
        return []
    fresh = {number for number, g in enumerate(groups(state, side), 1) if g[1] == state.scenario}
    return [("g", u) for u in members_of(state, side, None, VEHICLE) if state.group[u] in fresh]


def gyro_rolled(state: PurpleHeartDraw, side: str, item: tuple[str, int], face: int) -> None:
    if face <= LIMITS["dice"]["gyro_max"]:
        flag(state, int(item[1]), FLAG["gyro"], 0, "PHD-TM20")


def squad_equivalents(state: PurpleHeartDraw, side: str) -> float:
    """Of all a side keeps, prisoners not counted."""
    return (
        sum(
            KINDS[state.kind[u]].half_squads
            for u in members(own(state, side))
            if not state.status[u] & PRISONER
        )
        / 2
    )
