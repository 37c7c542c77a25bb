"""A fight for a terminal: the turn, the score, and every unit a side may see, hex by hex."""

from __future__ import annotations

from grognard.core.hexes import members

from ..board import GRID
from ..pieces import SIDES
from .alert import has_sniper
from .forces import ADJECTIVE, GUN_NAMES, NAMES, OF_SIDE
from .position import FLAGS, Firefight
from .terrain import describe
from .units import guns_of, number
from .victory import zone_points


def screen(state: Firefight, side: str | None = None) -> str:
    """The position as `side` sees it; nobody: as the public does."""
    lines = [f"{state.date}: {state.phase}"]
    limit = f" of {state.card.most_points}" if state.card.most_points else ""
    lines.append(f"Points: US {state.points[number('us')]}, German {state.points[number('german')]}{limit}")
    lines.append(_goal(state))
    for side_, at in zip(SIDES, state.snipers, strict=True):
        if at >= 0 and has_sniper(state, side_):
            lines.append(
                f"{ADJECTIVE[side_]} sniper: {GRID.name[at]}, Activation Number {state.san[number(side_)]}"
            )
    if state.smoke:
        lines.append("SMOKE: " + ", ".join(f"{GRID.name[h]} +{n}" for h, n, _ in state.smoke))
    if state.laid:
        lines.append("Charges laid: " + " ".join(GRID.name[row[2]] for row in state.laid))
    if state.breaches:
        lines.append(
            "Breaches: " + ", ".join(f"{GRID.name[a]}-{GRID.name[b]}" for a, b in state.breaches if a < b)
        )
    if state.foxholes:
        lines.append("Foxholes: " + ", ".join(f"{GRID.name[h]} {n}S" for h, n in state.foxholes))
    if side in SIDES and (hidden := state.dug[number(side)]):
        lines.append("Foxholes not found yet: " + ", ".join(f"{GRID.name[h]} {n}S" for h, n in hidden))
    if state.mines_found:
        lines.append("Mines: " + ", ".join(f"{GRID.name[h]} {n or ''}".strip() for h, n in state.mines_found))
    if side in SIDES and (laid := state.mines[number(side)]):
        lines.append("Own mines: " + ", ".join(f"{GRID.name[h]} {n}" for h, n in laid))
    for who in SIDES:
        if (who == side or who in state.forts_found) and state.fortified[number(who)] >= 0:
            lines.append(f"{ADJECTIVE[who]} fortified building: {GRID.name[state.fortified[number(who)]]}")
    if fausts := state.fausts[number("german")]:
        lines.append(f"Panzerfaust shots left: {fausts}")
    for g, _, hex_, level in state.acquired:
        lines.append(f"{GUN_NAMES[g]} has acquired {GRID.name[hex_]}: -{level}")
    for g, *hexes in state.lanes:
        lines.append(f"Fire Lane of {GUN_NAMES[g]}: {' '.join(GRID.name[h] for h in hexes)}")
    if state.residual:
        lines.append("Residual FP: " + ", ".join(f"{GRID.name[h]} {fp}" for h, fp in state.residual))
    for who in SIDES:
        lines += ["", f"{ADJECTIVE[who]}:", *_units(state, who, side)]
        if (shrouds := state.shrouds[number(who)]) and who != side:
            lines.append(f'  "?" in {" ".join(GRID.names(shrouds))}')
        if walls := state.walls[number(who)]:
            lines.append(f"  Wall Advantage: {' '.join(GRID.names(walls))}")
        if rings := state.encircled[number(who)]:
            lines.append(f"  encircled: {' '.join(GRID.names(rings))}")
    return "\n".join(lines)


def _goal(state: Firefight) -> str:
    """What decides: buildings, or units in a zone."""
    if state.card.zone:
        words = f"US units {state.card.zone_words}: {zone_points(state)} points"
        return f"{words}; {state.card.least} win at the end"
    held = " ".join(GRID.names(state.control)) or "none"
    return f"Buildings: {' '.join(GRID.names(state.card.goals))}; US holds {held}"


def _units(state: Firefight, who: str, side: str | None) -> list[str]:
    lines = []
    for unit in members(OF_SIDE[who]):
        if who != side and not state.open >> unit & 1:
            continue
        if not state.kind[unit]:
            continue
        at = state.at[unit]
        place = f"{GRID.name[at]} ({describe(at)})" if at >= 0 else "off the map"
        words = [
            *FLAGS.write(state.flags[unit]),
            *(f"{state.gun_kind[g]} {GUN_NAMES[g]}" for g in guns_of(state, unit)),
        ]
        lines.append(
            f"  {NAMES[unit]} {state.kind[unit]:<6} {place}{': ' if words else ''}{', '.join(words)}"
        )
    return lines


PAINT: tuple[tuple[str, str], ...] = ((r"\bbroken\b", "bold red"), (r"\bpinned\b", "yellow"))
