"""Where movers may go next, and what it costs them."""

from __future__ import annotations

from grognard.core.facts import is_unknown
from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Screen

from . import bypass, digging, upstairs, vehicles, wire
from .ablaze import NO_ENTRY, not_ablaze
from .allowances import allowance
from .charge import charge_mf, next_hexes
from .clouds import smoke_in
from .crest_status import is_crested, level_cost
from .dash import dash_way
from .forces import ENEMY, SIDE
from .going import cost, exits, is_road
from .grenades import cost_now
from .markers import crew, is_marker
from .obstacles import wired
from .pillboxes import is_inside
from .position import DISRUPTED, Firefight, Moving
from .route import entrances
from .units import excess, exit_factor, has, in_hex, known


def where(state: Firefight, frame: Moving) -> Hex:
    """Of a stack that spends MF where it is the enemy may not know all."""
    return max((state.at[u] for u in frame.units if not is_unknown(state.at[u])), default=OFF)


def step_cost(state: Firefight, frame: Moving, hex_: int) -> int | None:
    """What the next hex costs the stack; ASL-A5.11: more where it would be crowded."""
    at = where(state, frame)
    price = bypass.enter_price(hex_) if at == hex_ else cost_now(state, at, hex_)
    if price is None:
        return None
    units = crew(state, frame.units)
    if state.crests and at >= 0 and units and all(is_crested(state, u) for u in units):
        price -= (cost(at, hex_) or 0) - (level_cost(at, hex_) or 0)  # ASL-B20.9
    there = [u for u in in_hex(state, SIDE[frame.units[0]], hex_) if u not in units]
    return price * exit_factor(state, units) + 2 * excess(state, [*there, *units])


def _way(state: Firefight, frame: Moving) -> int:
    """The hexes beside the stack, or those it may enter the map by; ASL-A4.3: out of a bypass."""
    at = where(state, frame)
    if at == OFF:
        return entrances(state, frame)
    if frame.corners:
        return sum(1 << hex_ for hex_ in (at, *bypass.exits(at, frame.corners[-1])))
    return sum(1 << hex_ for hex_ in exits(at))


def affordable(state: Firefight, frame: Moving) -> int:
    """ASL-A4.13: hexes the stack can pay for; ASL-B3.4: 1 MF more on clear roads alone; ASL-A4.61: Assault
    Movement leaves some.
    """
    found, at, whole = 0, where(state, frame), allowance(state, frame)
    if frame.charge >= 0:
        whole = charge_mf(state, frame.units[0])
    for hex_ in members(_way(state, frame)):
        price = step_cost(state, frame, hex_)
        if price is None:
            continue
        road = frame.road and by_clear_road(state, at, hex_)
        limit = whole + (2 if road else 0) - (1 if frame.assault else 0)
        found |= (frame.spent + price <= limit or may_strain(state, frame)) << hex_
    return found


def by_road(at: int, hex_: int) -> bool:
    return at not in (OFF, hex_) and is_road(at, hex_)


def by_clear_road(state: Firefight, at: int, hex_: int) -> bool:
    """ASL-B3.4: by a road into a hex without SMOKE, and without wire or mines that are known of."""
    laid = wired(state, state.mover) >> hex_ & 1 or hex_ in dict(state.mines_found)
    return by_road(at, hex_) and not laid and not smoke_in(state, hex_)


def may_strain(state: Firefight, frame: Moving) -> bool:
    """ASL-A4.134: Minimum Move: with 1 MF a unit may enter one hex whatever it costs, and do nothing else."""
    plain = frame.charge < 0 > frame.dash and not is_marker(frame.units)
    fresh = not frame.spent and not frame.assault and not frame.double and plain
    return fresh and where(state, frame) != OFF and allowance(state, frame) >= 2


def free_of_enemies(state: Firefight, frame: object) -> int:
    """ASL-A4.14: no Location with an unconcealed enemy who is not Disrupted; ASL-A15.43: a charge ends in
    one.
    """
    taken = 0
    if getattr(frame, "charge", -1) >= 0:
        return -1
    for unit in known(state, state.mover):
        harmless = has(state, unit, DISRUPTED) or is_inside(state, unit)  # ASL-B30.2
        taken |= (not harmless) << state.at[unit]
    return ~(taken | vehicles.hexes_of(state, ENEMY[state.mover]))


def enterable(state: Firefight, frame: Moving) -> int:
    """Hexes that nothing closes to the stack besides their cost."""
    held = digging.outside(state, frame) & wire.outside(state, frame)
    return int(state.card.places) & free_of_enemies(state, frame) & upstairs.roomy(state, frame) & held


def one_only(state: Firefight, frame: Moving) -> int:
    """ASL-A4.61: Assault Movement enters one Location at most."""
    return 0 if frame.assault and frame.hexes else -1


def on_charge_way(state: Firefight, frame: Moving) -> int:
    """ASL-A15.43: the shortest way in MF."""
    return -1 if frame.charge < 0 else next_hexes(state, frame, where(state, frame))


def on_dash_way(state: Firefight, frame: Moving) -> int:
    return dash_way(state, frame, where(state, frame))


GO_SCREENS = (
    Screen("FF-AREA", "{hex} lies outside the area of the fight", lambda s, f: s.card.places, decisive=True),
    Screen("ASL-A4.2", "{hex} is not the next hex of the way", _way, decisive=True),
    Screen("ASL-A4.14", "{hex} holds an enemy", free_of_enemies),
    Screen("ASL-A4.61", "Assault Movement enters one Location", one_only),
    Screen("ASL-B25.14", NO_ENTRY, not_ablaze),
    Screen("ASL-A4.13", "{hex} costs more MF than are left, or cannot be entered from here", affordable),
    Screen("ASL-A15.43", "{hex} is not on the shortest way of the charge", on_charge_way),
    Screen("ASL-A4.63", "{hex} is not on the way of the Dash", on_dash_way),
    Screen("ASL-B31.2", upstairs.NO_ROOM, upstairs.roomy),
    Screen("ASL-B26.4", "the movers are on wire and get beneath it first", wire.outside),
    Screen("ASL-B27.4", "the movers are in a foxhole and leave it first, for 1 MF", digging.outside),
)


def may_enter(state: Firefight, frame: Moving, hex_: int) -> bool:
    return all(screen.mask(state, frame) >> hex_ & 1 for screen in GO_SCREENS)
