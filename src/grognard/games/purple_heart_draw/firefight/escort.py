"""ASL-D9.31: Armored Assault: Infantry goes along with a vehicle of its Location, in its cover."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.hexes import OFF, Hex, members
from grognard.core.procedure import Auto, Pick, Screen

from . import arriving, next_hexes, vehicle_ways, vehicles
from .allowances import allowance
from .forces import NAMES
from .position import BERSERK, BROKEN, MELEE, MOVED, OPPORTUNE, PIN, PREP, TI, Driving, Firefight, Moving
from .units import is_observing, name
from .words import Beside

CLAUSE = "ASL-D9.31"
UNFIT = BROKEN | PREP | PIN | TI | MELEE | MOVED | BERSERK | OPPORTUNE
STOPPED = BROKEN | PIN | MELEE
END_OF_WAY = 1  # the row of a stack on its way that ends it

# ---------------------------------------------------------------- who


def followers(state: Firefight, frame: Driving, at: int) -> tuple[int, ...]:
    """The Infantry beside a vehicle that can still go on from a hex."""
    return tuple(u for u in frame.escort if state.at[u] == at >= 0 and not state.flags[u] & STOPPED)


def joinable(state: Firefight, frame: object) -> int:
    """Units that begin in the Location of a vehicle which has spent nothing, and could move."""
    if not isinstance(frame, Driving) or frame.spent or not vehicle_ways.is_able(state, frame):
        return 0
    at = state.vehicle_at[frame.vehicle]
    there = [u for u in state.mustered[state.mover] if state.at[u] == at >= 0 and u not in frame.escort]
    fit = [u for u in there if not state.flags[u] & UNFIT and not is_observing(state, u)]
    return sum(1 << u for u in fit if not vehicles.is_riding(state, u))


def join(state: Firefight, frame: Driving, unit: int, hex_: Hex) -> None:
    words = "{} goes along beside {}"
    state.note(CLAUSE, words, name(state, unit), vehicles.name(state, frame.vehicle), kind="move")
    state.replace(replace(frame, escort=(*frame.escort, unit)), CLAUSE)


BESIDE = Pick(
    verb=Beside,
    names=NAMES,
    units=(
        Screen(
            CLAUSE,
            "{unit} does not begin in the hex of the vehicle on its way, which has spent MP, or cannot move",
            joinable,
        ),
    ),
    apply=join,
)

# ---------------------------------------------------------------- how far


def as_stack(state: Firefight, frame: Driving, at: int) -> Moving:
    return Moving(
        units=followers(state, frame, at),
        origin=at,
        spent=frame.walked,
        road=frame.on_road,
        screen=frame.vehicle,
        step=END_OF_WAY,
    )


def reach(state: Firefight, frame: object) -> int:
    """The vehicle goes no farther than its Infantry can; a vehicle alone goes where it likes."""
    if not isinstance(frame, Driving):
        return -1
    at = int(state.vehicle_at[frame.vehicle])
    stack = as_stack(state, frame, at)
    if not stack.units:
        return -1
    found = 0
    for hex_ in members(vehicle_ways.beside(state, frame)):
        price = next_hexes.step_cost(state, stack, hex_)
        on_road = stack.road and next_hexes.by_clear_road(state, at, hex_)
        most = allowance(state, stack) + (2 if on_road else 0)
        found |= (price is not None and stack.spent + price <= most) << hex_
    return found & next_hexes.enterable(state, stack)


def unescorted(state: Firefight, frame: object) -> int:
    """Whole ways are for a vehicle by itself."""
    alone = not isinstance(frame, Driving) or not followers(
        state, frame, int(state.vehicle_at[frame.vehicle])
    )
    return -1 if alone else 0


# ---------------------------------------------------------------- on the way


def walk(state: Firefight, frame: Driving) -> None:
    """After the window of the vehicle its Infantry enters the same hex, and is fired at in its turn."""
    frame = state.stack[-1]  # type: ignore[assignment]
    here = int(state.vehicle_at[frame.vehicle])
    at = next((h for h, _ in reversed(frame.track) if h not in (here, OFF)), OFF)
    if not frame.escort or here < 0 or at < 0 or not (units := followers(state, frame, at)):
        return
    stack = as_stack(state, frame, at)
    price = next_hexes.step_cost(state, stack, here) or 0
    road = frame.on_road and next_hexes.by_clear_road(state, at, here)
    state.replace(replace(frame, escort=units, walked=frame.walked + price, on_road=road), CLAUSE)
    state.call(stack, CLAUSE)
    arriving.enter(state, stack, here, price, "{} goes to {} beside the vehicle")


WALK = Auto(clause=CLAUSE, do=walk)
vehicle_ways.ESCORTED.append((reach, unescorted))
