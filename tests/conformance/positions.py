"""Fixed Sword Beach positions, written as a player would: small ones to count, and rare ones to check."""

from __future__ import annotations

from grognard.core.notation import play_on, read_position
from grognard.core.state import State
from tests.sword_beach.build import GAME

BARE = 'mines = "used"\nnaval = []\n'  # no support fire of any kind
EMPTY_CUPS = "\n[cups]\nair = []\nguns = []\ngerman = []\n"
BEACH = '\n[markers]\nbeachheads = ["1640"]\n'

POSITIONS = {
    # one parachute unit over its drop zone, 1342: far from edge, sea and enemies, and nobody else there
    "one drop": (
        f"""
turn = 0
{BARE}
[units]
"3/6-Para" = "1342"
{BEACH}drop_zones = ["1342"]
{EMPTY_CUPS}
[[pending]]
frame = "landing"
markers = 1
to_drop = ["3/6-Para"]
drifting = ""
crowded = []
raid = 0
step = 9
"""
    ),
    # one brigade against one regiment, nothing else on the map
    "one attack": (
        f"""
turn = 4
phase = "allied combat"
{BARE}
[units]
"8/3" = "1540"
"716/716" = "1541"
{BEACH}{EMPTY_CUPS}
"""
    ),
    # two attackers, one of them mobile, and every kind of marker to name
    "support fire": (
        f"""
turn = 4
phase = "allied combat"
naval = []
[units]
"8/3" = "1540"
27-Armd = "1640"
"716/716" = "1541"
{BEACH}
[cups]
air = [6]
guns = [1, 8]
german = [2, 10]
"""
    ),
    # armour and infantry throw a regiment back three hexes; a friend of its own stands in the way
    "retreat": (
        f"""
turn = 4
phase = "allied combat"
{BARE}
[units]
"8/3" = "1146"
27-Armd = "1147"
"716/716" = "1246"
"736/716" = "1446 reduced"
{BEACH}{EMPTY_CUPS}
"""
    ),
    # a lone brigade on the beach walks, and everything after it follows
    "a walk": (
        f"""
turn = 4
phase = "allied movement"
{BARE}
[units]
"8/3" = "1640 landed reduced"
{BEACH}{EMPTY_CUPS}
"""
    ),
    # two units came down on Germans: which attack comes first is asked (it never happens in random play)
    "two drops on Germans": (
        f"""
turn = 0
phase = "attacks of units down on a German"
{BARE}
[units]
"3/6-Para" = "1342"
"5/6-Para" = "1344"
"6AL/6" = "1344 reduced"
"716/716" = "1342"
"736/716" = "1344 reduced"
"8/3" = "1640 landed"
{BEACH}drop_zones = ["1343"]
"""
    ),
    # the mines marker is in the cup and comes up in a bombardment
    "mines in a bombardment": (
        f"""
turn = 4
phase = "german combat"
naval = []
[units]
"8/3" = "1540"
"716/716" = "1541"
{BEACH}
[cups]
air = [6]
guns = [1, 8]
german = [2, 10]
"""
    ),
}
POSITIONS["a drop on a city"] = POSITIONS["one drop"].replace('"3/6-Para" = "1342"', '"3/6-Para" = "1745"')
POSITIONS["a drop on a German"] = POSITIONS["two drops on Germans"]
POSITIONS["two on one German"] = (
    POSITIONS["two drops on Germans"] + '\n[options]\npair_on_german = "one_by_one"\n'
)

PLAYED = {  # what is done in a position before it is looked at
    "retreat": (
        "attack 8/3 1246",
        "join 27-Armd",
        "roll 6",
        "yield",
    ),  # 9 + 6 - 5 = +10 on the clear line: D3
    "a drop on a German": ("fight 1342",),
    "two on one German": ("fight 1344",),  # who attacks first is asked
    "mines in a bombardment": ("bombard guns 1540", "draw german mines"),
}


def at(name: str) -> State:
    state = play_on(read_position(GAME, f'game = "sword-beach"\n{POSITIONS[name]}'))
    for text in PLAYED.get(name, ()):
        state.push(GAME.parse(text))
    return state
