"""The face of the firefight on the web; see `web/game_views.py`. Every position given here holds what one
seat knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from grognard.core.facts import CHANCE, is_unknown
from grognard.core.hexes import members
from grognard.core.plain import Plain
from grognard.core.ruling import GrognardError, modifier_rows
from grognard.games.purple_heart_draw.board import GRID, describe
from grognard.games.purple_heart_draw.firefight import pillboxes, riders, roll_chances
from grognard.games.purple_heart_draw.firefight.aiming import PF
from grognard.games.purple_heart_draw.firefight.alert import has_sniper
from grognard.games.purple_heart_draw.firefight.ask import answer
from grognard.games.purple_heart_draw.firefight.clouds import smoke_rows
from grognard.games.purple_heart_draw.firefight.crest_status import way_of
from grognard.games.purple_heart_draw.firefight.eyes import ground, stand
from grognard.games.purple_heart_draw.firefight.forces import (
    ENEMY,
    FIRST_MARKER,
    GUN_NAMES,
    NAMES,
    OF_SIDE,
    SIDE,
)
from grognard.games.purple_heart_draw.firefight.going import BENEATH, in_hex_tem
from grognard.games.purple_heart_draw.firefight.guns import acquired_name
from grognard.games.purple_heart_draw.firefight.inspection import may_inspect
from grognard.games.purple_heart_draw.firefight.lanes import power as lane_power
from grognard.games.purple_heart_draw.firefight.ordnance import WEAPONS
from grognard.games.purple_heart_draw.firefight.places import Place, can_hold_advantage
from grognard.games.purple_heart_draw.firefight.position import (
    BROKEN,
    FLAGS,
    G_APART,
    JAMMED,
    Assault,
    Attack,
    Burst,
    Firefight,
    Raking,
    Riddling,
    Shell,
    Shot,
    Torching,
)
from grognard.games.purple_heart_draw.firefight.screen import states
from grognard.games.purple_heart_draw.firefight.shell_odds import shot_chances
from grognard.games.purple_heart_draw.firefight.sight import sight
from grognard.games.purple_heart_draw.firefight.spotting import watched
from grognard.games.purple_heart_draw.firefight.spraying import halves
from grognard.games.purple_heart_draw.firefight.strongpoint import MORE, is_fortified
from grognard.games.purple_heart_draw.firefight.units import (
    captives,
    guns_of,
    in_bypass,
    is_towed,
    kind,
    known_in,
    morale,
    name,
    number,
    printed_gun,
)
from grognard.games.purple_heart_draw.firefight.vehicles import is_riding
from grognard.games.purple_heart_draw.firefight.victory import zone_points
from grognard.games.purple_heart_draw.firefight.weather import describe as describe_wind
from grognard.games.purple_heart_draw.firefight.words import Rally
from grognard.games.purple_heart_draw.pieces import SIDES, TITLE
from grognard.web.purple_heart_draw.game_view import map_data
from grognard.web.purple_heart_draw_firefight.artillery import artillery_page, rounds

from . import gun_view, vehicle_view
from .answers_view import answers_page
from .barred_view import barred_page
from .close_view import close_page
from .fire_view import attack_figures, line_of_fire
from .rout_view import rout_page
from .rows import fate_row, marker, refusal_row, result_rows
from .way_view import way_page
from .works_view import obstacles

MARK = {
    "broken": "B",
    "pinned": "P",
    "wounded": "W",
    "melee": "M",
    "final": "F",
    "first": "f",
    "cx": "X",
    "prep": "p",
}
SHOWN = (
    *MARK,
    "dm",
    "ti",
    "disrupted",
    "concealed",
    "hidden",
    "fanatic",
    "heroic",
    "berserk",
    "foxhole",
    "climbing",
    "wire",
    "shortage",
)


def unit_data() -> list[Plain]:
    return []  # squads break down and leaders are made in play


def when(state: Firefight) -> Plain:
    phase = state.purpose if state.to_move not in (None, CHANCE) else ""
    return {
        "turn": state.turn,
        "dates": state.phase if state.turn else "set-up",
        "phase": phase,
        "mover": state.mover,
    }


def known_units(state: Firefight) -> list[int]:
    """Units a seat may know of: its own, and what lies open of the other."""
    return [unit for unit in range(FIRST_MARKER) if not is_unknown(state.kind[unit]) and state.kind[unit]]


def storey(hex_: int) -> str:
    """A Location that is not the ground of its hex, in words."""
    return "under the bridge" if hex_ == BENEATH else "upstairs"


def piece(state: Firefight, unit: int) -> Plain:
    """A unit as a counter."""
    flags = [word for word in FLAGS.write(state.flags[unit]) if word in SHOWN]
    if pillboxes.is_inside(state, unit):
        flags[flags.index("foxhole")] = "pillbox"
    if in_bypass(state, unit):
        flags.append("in bypass")
    if state.at[unit] in GRID.ground:
        flags.append(storey(state.at[unit]))
    if is_riding(state, unit):
        flags.append("aboard")
    if (direction := way_of(state, unit)) >= 0:
        flags.append(f"at the crest, facing {GRID.name[GRID.step(state.at[unit], direction)]}")
    looks = may_inspect(state, state.viewer, unit)
    gear = [weapon(state, g) for g in guns_of(state, unit) if looks and not is_towed(state, g)]
    held = _held(state, unit) if looks else ["not in sight: types and states only"]
    shots = state.allotted[unit]
    held += [f"{shots} Panzerfaust"] if not is_unknown(shots) and shots else []
    at, printed = state.at[unit], kind(state, unit)
    return {
        "id": NAMES[unit],
        "side": SIDE[unit],
        "kind": printed.type,
        "value": state.kind[unit],
        "lines": [printed.assault, printed.spray, printed.elr5],
        "morale": morale(state, unit),
        "label": name(state, unit),
        "hex": GRID.name[GRID.ground_of(at)] if at >= 0 else "",
        "gear": gear,
        "gun": False,
        "flags": flags,
        "mark": next((MARK[word] for word in MARK if word in flags), ""),
        "title": ", ".join(
            [
                f"{TITLE[SIDE[unit]]} {name(state, unit)}",
                *gear,
                *held,
                *states(flags),
            ]
        ),
    }


def _held(state: Firefight, unit: int) -> list[str]:
    """Whom a unit guards, what it rides on, and which mortar it looks for."""
    held = [f"guards {one.id}" for one in captives(state, unit)]
    held += filter(None, [riders.describe(state, unit)])
    return held + [f"Spotter of {GUN_NAMES[g]}" for g in watched(state, unit)]


def weapon(state: Firefight, g: int) -> str:
    """A machine gun as its plate says: name, firepower and range, "!" if it does not work,
    "dm" if it is dismantled."""
    printed = printed_gun(state, g)
    apart = "dm " if state.gun_flags[g] & G_APART else ""
    broken = "!" if state.gun_flags[g] & JAMMED else ""
    return f"{apart}{state.gun_kind[g]} {printed.fp}-{printed.range}{broken}"


def units(state: Firefight) -> dict[str, Plain]:
    pieces = (*(piece(state, unit) for unit in known_units(state)), *guns(state))
    return {str(row["id"]): row for row in pieces} | vehicle_view.units(state) | gun_view.units(state)


def guns(state: Firefight) -> Iterator[Plain]:
    """Machine guns as counters: where their unit stands."""
    for g, id_ in enumerate(GUN_NAMES):
        holder = state.holder[g]
        if is_unknown(holder) or is_unknown(state.gun_kind[g]) or not state.gun_kind[g]:
            continue
        at = state.at[holder] if holder >= 0 else state.gun_at[g]
        printed = WEAPONS[state.gun_kind[g]].name if state.gun_kind[g] in WEAPONS else state.gun_kind[g]
        looks = holder < 0 or may_inspect(state, state.viewer, holder)
        words = f"{printed} {id_}{'' if holder < 0 or not looks else f' of {name(state, holder)}'}"
        yield {
            "id": id_,
            "side": "us" if id_.startswith("u") else "german",
            "kind": "weapon",
            "value": state.gun_kind[g],
            "label": words,
            "hex": GRID.name[GRID.ground_of(at)] if at >= 0 else "",
            "gear": [],
            "gun": False,
            "flags": [],
            "mark": "B" if state.gun_flags[g] & JAMMED else "",
            "title": words,
        }


def stacks(state: Firefight) -> dict[str, list[Plain]]:
    """What stands in each hex, as this seat sees it: units, "?" of the other side, Residual FP."""
    result: dict[str, list[Plain]] = {}
    standing = (piece(state, unit) for unit in known_units(state) if state.at[unit] >= 0)
    for row in (*standing, *covered(state), *chain.from_iterable(rows(state) for rows in MARKERS)):
        result.setdefault(str(row["hex"]), []).append(row)
    return result


def leftovers(state: Firefight) -> Iterator[Plain]:
    """ASL-A8.2: Residual FP."""
    for hex_, power in state.residual:
        yield marker(hex_, f"{power} FP", f"{power} Residual FP")


def smoke(state: Firefight) -> Iterator[Plain]:
    for hex_, amount, what in smoke_rows(state):
        words = "White phosphorus" if what == "wp" else "Smoke"
        yield marker(hex_, f"+{amount}", f"{words}, {amount} to the dice of fire", kind="smoke")


def dropped_guns(state: Firefight) -> Iterator[Plain]:
    """Machine guns that nobody has."""
    for g, id_ in enumerate(GUN_NAMES):
        lies = not is_unknown(state.holder[g]) and state.holder[g] < 0 and state.gun_at[g] >= 0
        if lies and not is_towed(state, g):
            yield marker(state.gun_at[g], state.gun_kind[g], f"{id_} lies here", kind="weapon")


def rings(state: Firefight) -> Iterator[Plain]:
    """ASL-A7.7: where units are encircled."""
    for side in SIDES:
        for hex_ in members(state.encircled[number(side)]):
            title = (
                f"{TITLE[side]} units are encircled: 1 less morale, 1 more on their fire, double MF to leave"
            )
            yield marker(hex_, "encircled", title)


def blasts(state: Firefight) -> Iterator[Plain]:
    """ASL-A23.3, ASL-A9.22, ASL-B9.541: charges that are to go off, Fire Lanes, and Breaches."""
    rows = [
        (row[3], "charge", "A demolition charge, to go off in the Advancing Fire Phase") for row in state.laid
    ]
    rows += [
        (hex_, "lane", f"The Fire Lane of {GUN_NAMES[g]}: {lane_power(state, g, hex_)} FP")
        for g, *hexes in state.lanes
        for hex_ in hexes
    ]
    rows += [(a, "breach", f"A Breach in the bocage towards {GRID.name[b]}") for a, b in state.breaches]
    for hex_, value, title in rows:
        yield marker(hex_, value, title)


def works(state: Firefight) -> Iterator[Plain]:
    """ASL-B27, ASL-A12.33: foxholes everybody knows, and the seat's own that the enemy has not found.

    The room inside a pillbox is kept as a foxhole, and shown as the pillbox alone.
    """
    rows = [("A foxhole", state.foxholes, pillboxes.boxes(state))]
    for side, hidden in zip(SIDES, state.dug, strict=True):
        own = () if is_unknown(hidden) else hidden
        rows.append(("A foxhole that the enemy has not found", own, pillboxes.own_boxes(state, side)))
    for words, holes, boxes in rows:
        yield from (_foxhole(hex_, squads, words) for hex_, squads in holes if hex_ not in boxes)


def minefields(state: Firefight) -> Iterator[Plain]:
    """ASL-B28: mines that have come to light, and the seat's own."""
    rows = [(h, n, "Mines") for h, n in state.mines_found]
    for laid in state.mines:
        fields = () if is_unknown(laid) else laid
        rows += [
            (h, n, "Mines the enemy does not know of") for h, n in fields if h not in dict(state.mines_found)
        ]
    for hex_, power, words in rows:
        title = f"{words}{f', {power} FP' if power else ''}: they attack who enters or leaves the hex"
        yield marker(hex_, f"mines {power or ''}".strip(), title)


def strongpoints(state: Firefight) -> Iterator[Plain]:
    """ASL-B23.9: fortified buildings this seat knows of."""
    for n, side in enumerate(SIDES):
        own, revealed = state.fortified[n], state.forts_found[n]
        for at in members(revealed if is_unknown(own) else own):
            known = "" if revealed >> at & 1 else ", which the enemy does not know"
            title = f"A fortified building of the {TITLE[side]} side{known}: 1 more cover"
            yield marker(at, "fortified", title)


def _foxhole(hex_: int, squads: int, words: str) -> Plain:
    title = f"{words}, for {squads} squad{'s' if squads > 1 else ''}: 2 to the dice of fire at who is in it"
    return marker(hex_, f"foxhole {squads}S", title)


def aims(state: Firefight) -> Iterator[Plain]:
    """ASL-C6.5: the hexes that mortars have acquired."""
    for g, _, goal, level in state.acquired:
        at = goal if goal >= 0 else state.vehicle_at[-2 - goal]
        what = "this hex" if goal >= 0 else acquired_name(state, goal)
        if at >= 0:
            yield marker(at, f"-{level}", f"{GUN_NAMES[g]} has acquired {what}: -{level} to hit")


def snipers(state: Firefight) -> Iterator[Plain]:
    """The counters of the snipers, with their Activation Numbers."""
    for side in SIDES:
        at = state.snipers[number(side)]
        if at >= 0 and has_sniper(state, side):
            san = state.san[number(side)]
            title = f"{TITLE[side]} sniper, Activation Number {san}"
            yield marker(at, f"SAN {san}", title, side)


def covered(state: Firefight) -> Iterator[Plain]:
    """The "?" under which this seat cannot look."""
    for side in SIDES:
        for hex_ in members(state.shrouds[number(side)]):
            if not any(
                not is_unknown(state.kind[u]) and state.at[u] == hex_
                for u in members(OF_SIDE[side] & ~state.open)
            ):
                title = f"{TITLE[side]} concealed units{f', {storey(hex_)}' if hex_ in GRID.ground else ''}"
                yield marker(hex_, "", title, side, "hidden")


MARKERS = (
    leftovers,
    rings,
    blasts,
    works,
    obstacles,
    strongpoints,
    minefields,
    smoke,
    snipers,
    aims,
    vehicle_view.stacks,
    gun_view.stacks,
    rounds,
    dropped_guns,
)


def ground_page(state: Firefight, asked: Mapping[str, str]) -> Plain:
    waiting = [piece(state, u) for u in known_units(state) if state.at[u] < 0]
    area = GRID.names(state.card.area)
    return {
        "sets": {},
        "counts": {},
        "stacks": stacks(state),
        "off_map": [*waiting, *vehicle_view.waiting(state)],
        "corners": [area[0], area[-1]],
        "arcs": gun_view.arcs(state),
    }


def hex_page(state: Firefight, asked: Mapping[str, str]) -> Plain:
    """One hex: what is printed, what it is worth, and what stands there."""
    hex_ = GRID.ground_of(GRID.hex(asked.get("hex", "")))
    held = [TITLE[side] for side in SIDES if state.walls[number(side)] >> hex_ & 1]
    return {
        **describe(hex_),
        "tem": in_hex_tem(hex_) + (MORE if is_fortified(state, hex_) else 0),
        "advantage": held,
        "goal": not state.card.zone and bool(state.card.goals >> hex_ & 1),
        "zone": bool(state.card.zone >> hex_ & 1),
        "control": "US" if state.control >> hex_ & 1 else "German",
        "here": stacks(state).get(GRID.name[hex_], []),
    }


def score_page(state: Firefight, asked: Mapping[str, str]) -> Plain:
    """Who holds which building, or which units are in the zone, and the points of both sides."""
    card = state.card
    goals = [{"hex": GRID.name[h], "us": bool(state.control >> h & 1)} for h in members(card.goals)]
    zone = {"words": card.zone_words, "points": zone_points(state), "least": card.least}
    points = {side: state.points[number(side)] for side in SIDES}
    return {
        "goals": [] if card.zone else goals,
        "zone": zone if card.zone else None,
        "points": points,
        "limit": card.most_points,
        "turns": card.turns,
        "fausts": 0 if is_unknown(fausts := state.fausts[number("german")]) else fausts,
        "phase": state.phase,
        "wind": describe_wind(state),
    }


def fire_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """ASL-A7.3: for the side that fires, its attack before the dice: firepower, column, every modifier, every
    chance.
    """
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Burst) and not frame.dice and state.viewer == frame.side:
        return vehicle_view.burst_figures(state, frame) | {"line": line_of_fire(state, frame)}
    if not isinstance(frame, Attack) or frame.dice or state.viewer != frame.side:
        return None
    first, *more = (attack_figures(state, part) for part in halves(frame))
    return first | {"also": more, "line": line_of_fire(state, frame)}


def shot_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """FF-O9: for the side that fires, a shot before its dice: the number to hit, modifiers, every chance."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Shot | Shell | Assault | Raking | Riddling | Torching):
        return None
    rolled = frame.effect if isinstance(frame, Riddling | Torching) else frame.dice
    if rolled or state.viewer != frame.side:
        return None
    return _figures(state, frame) | {"line": line_of_fire(state, frame)}


def _figures(state: Firefight, frame: Shot | Shell | Assault | Raking | Riddling | Torching) -> Plain:
    if isinstance(frame, Shell):
        return vehicle_view.shot_figures(state, frame)
    if isinstance(frame, Assault):
        return vehicle_view.assault_figures(state, frame)
    if isinstance(frame, Raking):
        return vehicle_view.rake_figures(state, frame)
    if isinstance(frame, Riddling | Torching):
        return vehicle_view.armor_figures(state, frame)
    covered = state.shrouds[number(ENEMY[frame.side])] >> frame.hex & 1
    known = bool(frame.targets) or bool(known_in(state, frame.side, frame.hex)) or not covered
    odds = shot_chances(state, frame, concealed=not known)
    return {
        "hex": GRID.name[frame.hex],
        "weapon": WEAPONS[frame.weapon].name,
        "need": odds.need,
        "check": float(odds.check) if frame.weapon == PF else None,
        "concealed": not known,
        "modifiers": modifier_rows(odds.modifiers),
        "hits": {words: float(chance) for words, chance in odds.hits.items()},
        "results": result_rows(odds.results),
        "targets": [fate_row(state, unit, fates) for unit, fates in odds.targets.items()]
        + gun_view.fate_rows(odds)
        + vehicle_view.hull_rows(state, odds),
    }


def _look(state: Firefight, hex_: int) -> tuple[Place, str]:
    """Where the seat's units in a hex look from (an onlooker's: those of the side that moves), and the side
    that is looked at. They hold the Wall Advantage they have, or could have.
    """
    side = state.viewer if state.viewer in SIDES else state.mover
    held = bool(state.walls[number(side)] >> hex_ & 1)
    return Place(hex_, advantage=held or can_hold_advantage(Place(hex_))), ENEMY[side]


def field_page(state: Firefight, asked: Mapping[str, str]) -> Plain:
    """FF-LOS.5: what a hex sees of the area of the fight: clear, hindered, and where a unit is hidden."""
    hex_ = GRID.hex(asked.get("hex", ""))
    viewer, other = _look(state, hex_)
    result: dict[str, list[str]] = {"clear": [], "hidden": [], "not": []}
    hindered = dict[str, int]()
    for at in members(state.card.area & ~(1 << hex_)):
        seen, where = sight(viewer, stand(state, other, at), ground=ground(state)), GRID.name[at]
        if seen.is_unit_seen and seen.hindrance:
            hindered[where] = seen.hindrance
        else:
            result["clear" if seen.is_unit_seen else "hidden" if seen.is_seen else "not"].append(where)
    return {"hex": GRID.name[hex_], "hindered": hindered, **result}


def sight_page(state: Firefight, asked: Mapping[str, str]) -> Plain:
    """FF-LOS.5: one line of sight: the verdict in words, every cause with its clauses, the cross-section."""
    viewer, other = _look(state, GRID.hex(asked.get("from", "")))
    target = stand(state, other, GRID.hex(asked.get("to", "")))
    result = answer(sight(viewer, target, ground=ground(state), every=True), ground(state))
    return {**result.value, "words": result.lines[0]}


def aim_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """FF-O9: an attack before it is declared, as the declaration would leave it; `rolls`: the dice follow.
    Of several actions, parted by commas, those count that the ones before them allow: units that join the
    fire.
    """
    if state.viewer != state.to_move:
        return None
    trial = state.without_unknown()
    first, *others = asked.get("action", "").split(",")
    trial.push(trial.game.parse(first))
    for action in map(trial.game.parse, others):
        if trial.takes(action):
            trial.push(action)
    fire, shot = fire_page(trial, {}), shot_page(trial, {})
    return {"fire": fire, "shot": shot, "rolls": trial.to_move == CHANCE} if fire or shot else None


MOST_ROLLS = 60  # decisions whose chances a page lists


def rolls_page(state: Firefight, asked: Mapping[str, str]) -> Plain | None:
    """FF-O9: the decisions of this seat that roll at once: rally, repair, smoke and others, with their
    chances.
    """
    if state.viewer != state.to_move:
        return None
    trial = state.without_unknown()
    candidates = [one for one in state.legal_actions() if isinstance(one, roll_chances.ROLLED)][:MOST_ROLLS]
    fit = [one for one in candidates if trial.takes(one)]
    rows = roll_chances.of_actions(trial, fit)
    rolls = [{"action": str(one), "results": result_rows(result)} for one, result in rows]
    return {"rolls": rolls, "refused": _cannot_rally(state)}


def _cannot_rally(state: Firefight) -> list[Plain]:
    """ASL-A10.6: in a Rally Phase, the broken units that may not try now, each with what forbids it."""
    if "rally" not in state.step.name:
        return []
    side = state.viewer if state.viewer in SIDES else state.mover
    broken = [u for u in members(OF_SIDE[side]) if state.flags[u] & BROKEN and state.at[u] >= 0]
    rows = list[Plain]()
    for unit in (u for u in broken if not is_unknown(state.kind[u])):
        for ruling in state.why_not(Rally(NAMES[unit]))[:1]:
            rows.append(refusal_row(state, unit, ruling))
    return rows


PAGES = {
    "rolls": rolls_page,
    "field": field_page,
    "sight": sight_page,
    "ground": ground_page,
    "hex": hex_page,
    "score": score_page,
    "aim": aim_page,
    "answers": lambda state, asked: answers_page(state, aim_page),
    "close": close_page,
    "fire": fire_page,
    "shot": shot_page,
    "drive": vehicle_view.drive_page,
    "way": way_page,
    "artillery": artillery_page,
    "rout": rout_page,
    "barred": barred_page,
}


def desk(state: Firefight, topic: str, asked: Mapping[str, str]) -> Plain | None:
    """A page of the desk, from what the seat knows."""
    if topic not in PAGES:
        raise GrognardError(f"this desk has no page {topic!r}; there is {', '.join(PAGES)}")
    return PAGES[topic](state, asked)


__all__ = ["desk", "map_data", "unit_data", "units", "when"]
