"""What can be under way in a fight, besides what is under way with vehicles (`vehicle_frames`). Frames are
public and hold nothing secret.
"""

from __future__ import annotations

from grognard.core.facts import Frame
from grognard.core.hexes import OFF


class Setup(Frame, frozen=True, tag="setup"):
    """FF-SETUP.1: before the first turn."""


class PlayerTurn(Frame, frozen=True, tag="turn"):
    """ASL-A3: one side's turn, phase by phase."""


class Attack(Frame, frozen=True, tag="attack"):
    """Fire at one Location, from the first firer to the last check."""

    side: str
    hex: int
    kind: str  # prep, first, final, advancing, residual
    firers: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()  # of fire at a mover: who moves; else everybody there
    firepower: int = 0  # of Residual FP
    ffnam: bool = False
    snap: bool = False  # ASL-A8.15
    lane: tuple[int, ...] = ()  # ASL-A9.22: a gun, and the hexes of the Fire Lane it lays
    fails: int = 0  # ASL-A23.3: the roll from which a charge is a dud
    more: int = 0  # added to the dice of a charge
    seen: tuple[int, ...] = ()  # of a charge: the targets that were known when it was placed
    across: int = OFF  # PHD-TM18.ff: the hex beyond the bocage it is set at
    home: int = OFF  # ASL-A23.6: the hex of who threw it
    also: int = OFF  # ASL-A7.34: the second Location of Spraying Fire
    dice: tuple[int, ...] = ()  # colored, white
    vehicle: int = -1  # of fire at a vehicle that moves: which
    inside: bool = False  # ASL-B30.2: at the pillbox of the hex, not at who is outside it
    source: int = OFF  # ASL-B30.92: the hex from which a charge was laid
    forgoes: bool = False  # ASL-A8.23: its machine guns give up their rate of fire


class Shot(Frame, frozen=True, tag="shot"):
    """A shot of a mortar or a light anti-tank weapon, from its declaration to its effect."""

    side: str
    hex: int
    kind: str  # prep, first, final, advancing
    firer: int  # the weapon, or who fires a Panzerfaust
    weapon: str
    targets: tuple[int, ...] = ()  # of fire at a mover: who moves; else everybody there
    ffnam: bool = False
    leader: int = -1
    spotter: int = -1  # ASL-C9.3: who looks for a mortar that does not see its target
    desperate: bool = False  # ASL-C13.8
    check: int = 0  # ASL-C13.31: the die of a Panzerfaust
    dice: tuple[int, ...] = ()  # to hit: colored, white
    need: int = 0  # what they had to reach
    verdicts: tuple[str, ...] = ()  # on units that are known, and on those under a "?"
    tem: int = 0  # cover that a critical hit turns round
    moving: int = 0  # modifiers for movement that a critical hit keeps
    die: int = 0  # after an Original 2
    pick: int = 0  # who of several is struck
    effect: tuple[int, ...] = ()
    home: int = OFF  # the hex it is fired from


class Selection(Frame, frozen=True, tag="selection"):
    """ASL-A.9: one die for each candidate; the highest is chosen."""

    units: tuple[int, ...]
    number: int  # how many are chosen
    effect: str  # killed or reduced; what the others take is `check`
    check: int = -1  # the number of the morale check after a reduction; -1: the others break
    column: int = -1  # ASL-A9.74: of the fire that kills; -1: weapons are safe
    dice: tuple[int, ...] = ()


class Checks(Frame, frozen=True, tag="checks"):
    """Morale checks, pin checks and wounds, one after another."""

    queue: tuple[tuple[int, str, int], ...] = ()  # unit, kind of check, number


class Moving(Frame, frozen=True, tag="moving"):
    """ASL-A4.2: a unit or stack on its way."""

    units: tuple[int, ...]
    origin: int
    spent: int = 0  # half MF
    hexes: int = 0  # entered
    here: int = 0  # half MF spent in the hex it is in
    assault: bool = False
    double: bool = False
    late: bool = False  # ASL-A4.5: Double Time was declared on the way
    road: bool = True  # has crossed only road hexsides
    shots: tuple[tuple[int, int], ...] = ()  # firer, shots at this hex
    ended: bool = False
    tried: tuple[tuple[int, int], ...] = ()  # unit, gun it has tried to pick up
    thrown: tuple[int, ...] = ()  # who has thrown grenades
    minimum: bool = False  # ASL-A4.134: the hex was more than it could pay
    halted: tuple[int, ...] = ()  # who moves on no more after this window
    dash: int = -1  # ASL-A4.63: where it ends
    charge: int = -1  # ASL-A15.43: where a berserk unit must go
    route: tuple[int, ...] = ()  # the hexes of a whole way still to be entered
    sent: int = 0  # how many units set out on it
    corners: tuple[int, ...] = ()  # ASL-A4.3: of the hex it passes in bypass, in the order it came by them
    laying: tuple[int, ...] = ()  # ASL-A23.3: a charge, who lays it, where, across which hexside, units known
    crossed: bool = False  # ASL-A8.15: its last MF took it over a hexside
    snapped: tuple[int, ...] = ()  # who has fired a snap shot at that
    rush: int = -1  # ASL-A4.15: the hex of a leader or hero who is overrun
    pushing: int = -1  # ASL-C10.3: the Gun they push
    trench: bool = False  # ASL-B27.5: the last MF took it along a trench
    screen: int = -1  # ASL-D9.31: the vehicle it goes along with
    beside: bool = False  # ASL-A4.132: it has paid for what grows beside the road of its hex

    @property
    def ffnam(self) -> bool:
        """ASL-A4.6, ASL-B27.5: fire at who moves without Assault Movement, and not along a trench."""
        return not self.assault and not self.trench

    boarding: int = -1  # ASL-D6.4: the vehicle they get onto


class Onset(Frame, frozen=True, tag="onset"):
    """ASL-A4.15: movers rush a leader or hero who is alone."""

    hex: int
    unit: int  # who is rushed
    taker: int  # who checks for the movers
    price: int
    passed: bool = False
    slips: bool = False


class Snare(Frame, frozen=True, tag="snare"):
    """ASL-A10.533: a unit has routed into enemies nobody saw."""

    unit: int
    hex: int
    done: bool = False


class Leaving(Frame, frozen=True, tag="leaving"):
    """ASL-B28.412: units on their way out of a minefield."""

    kind: str  # move, advance, rout
    units: tuple[int, ...]
    hex: int  # where they go
    at: int  # and where they come from
    price: int = 0
    words: str = ""


class Window(Frame, frozen=True, tag="window"):
    """FF-WIN.1: what the other side does after an expenditure."""

    lines: tuple[tuple[int, int], ...] = ()  # ASL-A7.55: from where who has fired at it


class Glimpse(Frame, frozen=True, tag="glimpse"):
    """ASL-A12.14.d: a "?" has advanced into a hex, and enemies under a "?" may show themselves."""

    hex: int


class Detection(Frame, frozen=True, tag="detection"):
    """ASL-A12.15: movers have run into enemies nobody saw."""

    hex: int


class Routing(Frame, frozen=True, tag="routing"):
    """ASL-A10.51: a broken unit on its way to a place that was named."""

    unit: int
    goal: int
    spent: int = 0
    entered: tuple[int, ...] = ()
    leader: int = -1  # ASL-A10.711: who goes along


class Surrender(Frame, frozen=True, tag="surrender"):
    """ASL-A20.21, ASL-A20.22: units that are taken prisoner, one after another."""

    queue: tuple[int, ...]
    guards: tuple[int, ...] = ()  # of a close combat: who attacked
    half: bool = False  # of a squad one half-squad


class Search(Frame, frozen=True, tag="search"):
    """ASL-A12.152: movers look for units nobody sees."""

    hex: int
    units: tuple[int, ...]
    die: int = 0
    quota: int = 0  # hexes around that are searched
    looked: tuple[int, ...] = ()
    found: bool = False
    drm: int = 0  # of the casualties, when somebody was found
    rolled: bool = False


class Escape(Frame, frozen=True, tag="escape"):
    """ASL-A20.55: prisoners against their guard."""

    guard: int
    waiting: tuple[int, ...] = ()  # places of those who have yet to pass a check
    bold: tuple[int, ...] = ()  # and of those who attack
    dice: int = 0


class Salvage(Frame, frozen=True, tag="salvage"):
    """ASL-A4.44: weapons left by who died or routed off, and who has tried to take them at once."""

    side: str
    hex: int
    guns: tuple[int, ...]
    tried: tuple[tuple[int, int], ...] = ()  # unit, weapon


class Yielding(Frame, frozen=True, tag="yielding"):
    """ASL-A20.22: one of several is captured."""

    units: tuple[int, ...]
    guards: tuple[int, ...]


class Close(Frame, frozen=True, tag="close"):
    """ASL-A11.1: close combat in one Location."""

    hex: int
    ambush: tuple[int, ...] = ()  # the dice of the side that moves, and of the other
    ambusher: str = ""
    strikes: tuple[tuple[int, int], ...] = ()  # attacker, target
    at_odds: tuple[tuple[int, ...], ...] = ()  # attacks still to be rolled for: attackers, -1, targets
    fates: tuple[tuple[int, str], ...] = ()
    striker: str = ""
    rolled: tuple[str, ...] = ()  # sides whose attacks are done
    seizing: tuple[int, ...] = ()  # attackers who want prisoners
    taken: tuple[tuple[int, ...], ...] = ()  # 1 if all, captors, -1, captured
    leaving: tuple[tuple[int, int], ...] = ()  # unit that withdraws, where to
    free: tuple[int, ...] = ()  # ASL-A11.22: who may leave at once
    smashed: tuple[tuple[int, int], ...] = ()  # ASL-A11.13: unit whose weapons may be lost, Kill Number
    blow: tuple[int, ...] = ()  # ASL-A18.12: dice of an attack that waits for a leader, and who was there


class Ending(Frame, frozen=True, tag="ending"):
    """PHD-TM6.ff: whether a TM Scenario ends with this turn, and the close combat after it."""

    die: int = 0
    rounds: int = 0  # PHD-C5.3.ff: of close combat after the last turn


class Weather(Frame, frozen=True, tag="weather"):
    """ASL-B25.65, ASL-E2.4: the wind at the start of a Rally Phase, and civilians who talk."""

    dice: int = 0
    change: int = 0
    stirs: bool = False  # a breeze gets a direction
    way: int = 0
    place: tuple[int, ...] = ()  # direction and distance from the sniper
    tip: int = 0


class Spreading(Frame, frozen=True, tag="spreading"):
    """ASL-B25.14: fires grow at the end of an Advancing Fire Phase, hex by hex."""

    hexes: tuple[int, ...] = ()  # still to be rolled for


class Sniper(Frame, frozen=True, tag="sniper"):
    """ASL-A14: a sniper acts, from his die to the search for him."""

    side: str  # whose sniper
    die: int = 0
    hexes: tuple[int, ...] = ()  # the nearest targets
    hex: int = -1
    slots: tuple[int, ...] = ()  # known units there; -1: the concealed ones together
    dice: tuple[int, ...] = ()
    hunters: tuple[int, ...] = ()
    found: bool = False  # the search has been rolled for


class Opportunity(Frame, frozen=True, tag="artillery"):
    """FF-SEQ.3: what a side does with its off-board artillery, once in a player turn."""

    side: str
    called: bool = False  # the Observer tries to make or keep contact
    dice: int = 0  # for contact
    held: bool = False  # contact was there before
    drawing: bool = False  # ASL-C1.21: a chit is due
    chit: str = ""
    free: bool = False  # contact and access: orders may be given
    order: str = ""
    goal: int = OFF  # the hex that is asked for
    proof: bool = False  # ASL-C1.21.extra: an extra chit is due
    again: str = ""  # that chit
    die: int = 0  # ASL-C1.3: accuracy
    error: tuple[int, ...] = ()  # ASL-C1.31: direction, extent
    limit: int = 0  # of the extent; 0: none
    forced: bool = False  # ASL-C1.33: never accurate
    effect: bool = False  # it becomes a fire for effect
    named: str = ""  # the battery; nothing: the side's first
    registered: bool = False  # ASL-C1.73: the hex was registered before play

    @property
    def battery(self) -> str:
        return self.named or self.side


class Tuning(Frame, frozen=True, tag="tuning"):
    """ASL-A4.44, ASL-A9.72: a radio is picked up or repaired."""

    side: str
    unit: int = -1  # who picks it up; -1: it is repaired
    die: int = 0
    named: str = ""  # the battery; nothing: the side's first

    @property
    def battery(self) -> str:
        return self.named or self.side


class Bombardment(Frame, frozen=True, tag="ffe"):
    """ASL-C1.5: shells fall on hexes, one after another."""

    side: str
    power: int  # firepower on the table
    whole: int  # which a critical hit doubles
    hexes: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()  # ASL-C1.51: who has entered; else everybody there
    ffnam: bool = False
    moving: bool = False  # in the Movement Phase
    dice: tuple[int, ...] = ()
    pick: int = 0
    vehicles: tuple[int, ...] = ()  # ASL-C1.55: a vehicle that has entered
