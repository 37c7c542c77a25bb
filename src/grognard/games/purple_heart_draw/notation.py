"""A position as people write it: date, step, units with hex, status and gear, and every fact that is not at
its start.
"""

from __future__ import annotations

from grognard.core.facts import Frame
from grognard.core.hexes import OFF, members
from grognard.core.notation import FactFile, read_plain, table
from grognard.core.plain import Plain, PlainView
from grognard.core.ruling import GrognardError

from . import sequence  # noqa: F401  (gives the position its procedures)
from .board import EDGE, GRID
from .pieces import KINDS, NAMES, SIDE, STATUS, VEHICLE, unit
from .position import GROUP_NAMES, GROUPS, Battle, Closing, Mission, Opening, PurpleHeartDraw
from .posture import CORNERS

UNIT_COLUMNS = (
    "kind",
    "at",
    "status",
    "gear",
    "group",
    "row",
    "lane",
)  # `facing` and `aboard` have lines of their own
FILE = FactFile(PurpleHeartDraw, apart=UNIT_COLUMNS)
PHASES: dict[object, tuple[Frame, ...]] = {
    "mission": (Mission(),),
    "opening": (Mission(step=3), Opening()),
    "battle": (Mission(step=4), Battle()),
    "closing": (Mission(step=5), Closing()),
    "over": (),
}

# ---------------------------------------------------------------- writing


def write(state: PurpleHeartDraw) -> Plain:
    plain: Plain = {**FILE.write(state), **FILE.write_options(state)}
    plain["units"] = {NAMES[u]: _unit(state, u) for u in range(len(NAMES)) if state.kind[u]}
    plain |= FILE.write_columns(state)
    if state.stack:
        plain["pending"] = FILE.write_frames(state)
    else:
        plain["phase"] = "over"
    return plain


def _unit(state: PurpleHeartDraw, u: int) -> str:
    """Kind, hex, status, gear, group, and where the resolver has it: `5-4-8 / N14 / concealed / LMG / 3 / 0
    -1`.
    """
    where = GRID.name[state.at[u]] if state.at[u] >= 0 else "-"
    words = [
        state.kind[u],
        where,
        STATUS.write(state.status[u]) or "-",
        " ".join(state.gear[u]) or "-",
        str(state.group[u]),
    ]
    if state.row[u] or state.lane[u] >= 0:
        words.append(f"{state.row[u]} {state.lane[u]}")
    return " / ".join(words)


# ---------------------------------------------------------------- reading


def read(plain: PlainView) -> PurpleHeartDraw:
    return read_plain(PurpleHeartDraw, {"units", "phase", *FILE.names}, plain, _read)


def _read(state: PurpleHeartDraw, plain: PlainView) -> None:
    own = state.__dict__
    FILE.read(state, plain)
    for name, text in table(plain, "units").items():
        _read_unit(state, unit(name), str(text))
    FILE.read_columns(state, plain)
    _check_groups(state)
    state.derive()
    _check_riders(state)
    _check_exits(state)
    own["stack"] = _stack(plain)
    if not state.scenario and "pending" not in plain and plain.get("phase", "mission") != "mission":
        own["scenario"] = 1


def _check_riders(state: PurpleHeartDraw) -> None:
    for u in members(state.riding):
        on = state.aboard[u]
        if (
            not state.kind[u]
            or not state.kind[on]
            or SIDE[u] != SIDE[on]
            or state.at[u] != state.at[on]
            or KINDS[state.kind[on]].type != VEHICLE
        ):
            raise GrognardError(
                f"{NAMES[u]} rides on {NAMES[on]}, which is not a vehicle of its side in its hex"
            )
    for u, facing in enumerate(state.facing):
        if facing.hull and not set(facing) <= set(CORNERS):
            raise GrognardError(
                f"{NAMES[u]} faces {str(facing)!r}; a vehicle faces {', '.join(CORNERS)}, hull before turret"
            )


def _check_groups(state: PurpleHeartDraw) -> None:
    for name, group in zip(GROUP_NAMES, state.groups, strict=True):
        if group and [type(one) for one in group[:3]] != [str, int, str]:
            raise GrognardError(
                f"groups: {name} is a line of the chart, a scenario and how it comes, not {list(group)}"
            )


def _check_exits(state: PurpleHeartDraw) -> None:
    """PHD-TM8"""
    for u, hex_ in enumerate(state.exit):
        if hex_ >= 0 and (not state.kind[u] or state.at[u] >= 0 or not EDGE[SIDE[u]] >> hex_ & 1):
            raise GrognardError(
                f"{NAMES[u]}: only a unit off the map has an exit hex, one of its own map edge"
            )


def _read_unit(state: PurpleHeartDraw, u: int, text: str) -> None:
    own = state.__dict__
    words = [word.strip() for word in text.split("/")]
    kind, where, status, gear, group, spot = [*words, *["-", "-", "-", "-", "0", ""][len(words) :]][:6]
    if kind not in KINDS:
        raise GrognardError(f"{NAMES[u]}: there is no counter {kind!r}; there is {', '.join(KINDS)}")
    own["kind"][u] = kind
    own["at"][u] = OFF if where == "-" else GRID.hex(where)
    try:
        own["status"][u] = 0 if status == "-" else STATUS.read(status)
    except KeyError as error:
        raise GrognardError(f"{NAMES[u]}: {error} is not a status") from None
    own["gear"][u] = () if gear == "-" else tuple(gear.split())
    if not group.isdecimal() or int(group) > GROUPS:
        raise GrognardError(
            f"{NAMES[u]}: a group is a number from 1 to {GROUPS}, or 0 for none, not {group!r}"
        )
    own["group"][u] = int(group)
    if spot:
        own["row"][u], own["lane"][u] = map(int, spot.split())


def _stack(plain: PlainView) -> tuple[Frame, ...]:
    if "pending" in plain:
        return FILE.read_frames(plain)
    phase = plain.get("phase", "mission")
    if phase not in PHASES:
        raise GrognardError(f"there is no phase {phase!r}; there is {', '.join(map(str, PHASES))}")
    return PHASES[phase]
