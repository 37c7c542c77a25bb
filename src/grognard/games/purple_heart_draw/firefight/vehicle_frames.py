"""What can be under way with vehicles: drives, shots, overruns, rolls of crews. Frames are public and hold
nothing secret.
"""

from __future__ import annotations

from grognard.core.facts import Frame
from grognard.core.hexes import OFF


class Driving(Frame, frozen=True, tag="driving"):
    """ASL-D2.1: a vehicle on its way. MP are counted in halves."""

    vehicle: int
    spent: int = 0
    here: int = 0  # spent in the hex it is in
    more: int = 0  # ASL-D2.5: gained by excessive speed
    rolling: bool = False  # it has started and not stopped
    reverse: bool = False
    minimum: bool = False  # ASL-D2.15
    changed: bool = False  # ASL-D5.33: its crew has shown itself or buttoned up
    sped: bool = False  # ASL-D2.5: it has tried
    track: tuple[tuple[int, int], ...] = ()  # hexes with the half MP spent in each, one row an expenditure
    shots: tuple[tuple[int, int], ...] = ()  # firer, shots at it in this hex
    snapped: tuple[int, ...] = ()
    route: tuple[int, ...] = ()  # a whole way: hexes, and -1 for a turn to the left, -2 to the right
    answered: bool = False  # somebody has fired at it since the way was chosen
    fired_at: int = -1  # ASL-D3.3: what it had spent when its gun last fired
    crush: bool = False  # ASL-D7.1: it overruns who is in the hex it enters
    slow: int = 0  # ASL-D2.18: half MP more than the next hex needs
    escort: tuple[int, ...] = ()  # ASL-D9.31: the Infantry that goes along
    walked: int = 0  # half MF it has spent
    on_road: bool = True  # it has crossed only road hexsides


class Bogging(Frame, frozen=True, tag="bogging"):
    """ASL-D8.2: bog checks of a vehicle on its way into a hex, or out of one."""

    vehicle: int
    goal: int
    price: int
    checks: tuple[int, ...]  # the modifiers of each
    words: str
    inside: bool = False  # they are due in the hex entered
    bogged: bool = False


class Reply(Frame, frozen=True, tag="reply"):
    """FF-WIN.1: what the other side does after an expenditure of a vehicle."""

    lines: tuple[tuple[int, int], ...] = ()  # ASL-A7.55: from where who has fired at it


class Shell(Frame, frozen=True, tag="shell"):
    """A shot of a vehicle's gun, or of a light anti-tank weapon at a vehicle, from declaration to effect."""

    side: str
    hex: int
    kind: str  # prep, first, final, advancing, bounding
    weapon: str
    vehicle: int = -1  # the vehicle that fires
    home: int = OFF  # the hex it is fired from
    lucky: bool = False  # ASL-C3.6: only an Original 2 could hit
    firer: int = -1  # or the weapon, or who fires a Panzerfaust
    target: int = -1  # the vehicle that is fired at; -1: Infantry
    cripple: bool = False  # ASL-C5.7: Deliberate Immobilization
    aim: str = "V"  # the kind of target
    ammo: str = "AP"
    targets: tuple[int, ...] = ()  # of fire at Infantry that moves
    ffnam: bool = False
    turned: int = 0  # ASL-C5.1: hexspines it has turned for the shot
    intensive: bool = False
    leader: int = -1
    desperate: bool = False
    rear: bool = False  # ASL-D7.22: Reaction Fire at a vehicle that overruns
    stand: bool = False  # ASL-C5.64: of a Gun that is about to be overrun
    check: int = 0
    dice: tuple[int, ...] = ()
    need: int = 0
    verdicts: tuple[str, ...] = ()
    tem: int = 0
    moving: int = 0
    die: int = 0
    pick: int = 0
    effect: tuple[int, ...] = ()
    stray: int = 0  # ASL-A5.132: the die of a shot that may strike another vehicle
    others: tuple[int, ...] = ()  # one of which it strikes
    duel: str = ""  # ASL-C2.2401: how far a Gun duel has come; of a firer nobody saw: unseen
    hampered: int = 0  # what counts against the firer in it
    rival: tuple[str, ...] = ()  # of a duel: what the vehicle answers with
    answer: tuple[int, ...] = ()  # and its dice


class Crushing(Frame, frozen=True, tag="crushing"):
    """ASL-D7.1: a vehicle overruns a hex, after the fire at its entry and before Reaction Fire."""

    side: str
    hex: int
    vehicle: int
    origin: int  # the hex it has come from
    lying: tuple[int, ...] = ()  # weapons that nobody had there before
    dice: tuple[int, ...] = ()
    weapon: int = 0  # ASL-D7.17: which of its weapons breaks
    kia: bool = False  # the result was a KIA
    debris: tuple[int, ...] = ()  # ASL-A9.74.ovr: weapons of the eliminated, still to be rolled for


class Confronting(Frame, frozen=True, tag="confronting"):
    """ASL-A12.41: a vehicle enters a hex in which nobody is known, and a "?" is."""

    vehicle: int
    hex: int
    origin: int
    shown: bool = False  # they show themselves
    dice: int = 0  # of their check
    crush: bool = False  # they are overrun


class Raking(Frame, frozen=True, tag="raking"):
    """ASL-A11.62: a vehicle attacks a unit of its Location in close combat."""

    side: str
    hex: int
    vehicle: int
    unit: int
    dice: tuple[int, ...] = ()


class Dispensing(Frame, frozen=True, tag="dispensing"):
    """ASL-D13.2: a vehicle tries to lay smoke."""

    vehicle: int
    hex: int
    grenades: bool = False  # ASL-D13.35: of the crew
    dice: int = 0
    works: bool = False


class Bolting(Frame, frozen=True, tag="bolting"):
    """ASL-D2.401: a vehicle of the defender tries to be in Motion."""

    vehicle: int
    limit: int
    die: int = 0
    works: bool = False


class Tripping(Frame, frozen=True, tag="tripping"):
    """ASL-B28.42: mines under a vehicle."""

    vehicle: int
    hex: int
    goal: int = OFF  # where it goes that leaves them
    creeping: bool = False
    dice: tuple[int, ...] = ()
    trigger: int = 0  # ASL-B28.51: the die of anti-tank mines
    blast: tuple[int, ...] = ()  # and what they do
    verge: int = -1  # ASL-D2.3: the hexside it goes along


class Burst(Frame, frozen=True, tag="burst"):
    """ASL-D3.5: machine guns of a vehicle, together at one hex."""

    side: str
    hex: int
    kind: str
    vehicle: int
    targets: tuple[int, ...] = ()  # of fire at Infantry that moves
    ffnam: bool = False
    turned: int = 0
    dice: tuple[int, ...] = ()
    duel: str = ""  # ASL-C2.2401


class CrewRolls(Frame, frozen=True, tag="crew"):
    """What the crews of vehicles roll for, one after another."""

    queue: tuple[tuple[int, str, int], ...]  # vehicle, what for, number


class CrewRepair(Frame, frozen=True, tag="crew_repair"):
    """ASL-D3.7: a crew repairs a weapon of its vehicle."""

    vehicle: int
    weapon: int  # the flag that says it is broken


class Assault(Frame, frozen=True, tag="assault"):
    """ASL-A11.5: Infantry attacks a vehicle in its own Location."""

    side: str
    hex: int
    kind: str  # close, or first: Reaction Fire
    unit: int
    vehicle: int
    leader: int = -1  # who joins
    nerve: int = 0  # ASL-A11.6: the dice of its check
    mine: int = 0  # ASL-C13.7: the die for an anti-tank magnetic mine
    magnetic: bool = False  # it has looked for one
    dice: tuple[int, ...] = ()
    die: int = 0  # ASL-A11.501
    marked: bool = False  # ASL-D7.21: the attacker has fired before
    forced: bool = False  # ASL-D7.212: it is overrun under a Final Fire marker
    street: bool = False  # ASL-A11.8: from a house beside the road


class Daring(Frame, frozen=True, tag="daring"):
    """ASL-A11.6: a unit that would advance into the Location of an enemy vehicle."""

    unit: int
    hex: int


class Riddling(Frame, frozen=True, tag="riddling"):
    """ASL-A9.61: a machine gun fires at the armor of a vehicle."""

    side: str
    hex: int
    kind: str
    firer: int
    target: int
    dice: tuple[int, ...] = ()
    hit: bool = False
    effect: tuple[int, ...] = ()
    duel: str = ""  # ASL-C2.2401, as of a shell
    hampered: int = 0
    rival: tuple[str, ...] = ()
    answer: tuple[int, ...] = ()


class Torching(Frame, frozen=True, tag="torching"):
    """ASL-C7.344: a flamethrower against a vehicle."""

    side: str
    hex: int
    kind: str
    unit: int
    target: int
    fails: int
    power: int  # on the fire table, against who shows himself
    far: bool = False
    effect: tuple[int, ...] = ()


class Wiring(Frame, frozen=True, tag="wiring"):
    """ASL-C7.346: a demolition charge goes off at a vehicle."""

    side: str
    hex: int
    unit: int
    target: int
    fails: int
    power: int
    thrown: bool = False
    hurried: bool = False
    dice: tuple[int, ...] = ()  # of its position
    effect: tuple[int, ...] = ()


class Cresting(Frame, frozen=True, tag="cresting"):
    """ASL-D4.22: a vehicle looks for a place behind a crest."""

    vehicle: int
    die: int = 0
