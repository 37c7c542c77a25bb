"""The decisions of a fight: one class a verb."""

from __future__ import annotations

from grognard.core.facts import Action, OnlyHex, OnlyUnit, Roll, UnitHex
from grognard.core.procedure import Outcomes

from ..moves import Harden as Harden
from ..moves import Hide as Hide
from ..moves import Join as Join
from ..moves import Move as Move
from ..moves import Place as Place
from .vehicle_words import Abandon as Abandon
from .vehicle_words import Against as Against
from .vehicle_words import Alight as Alight
from .vehicle_words import Assail as Assail
from .vehicle_words import Bail as Bail
from .vehicle_words import Beside as Beside
from .vehicle_words import Bolt as Bolt
from .vehicle_words import Button as Button
from .vehicle_words import Creep as Creep
from .vehicle_words import Crest as Crest
from .vehicle_words import Cripple as Cripple
from .vehicle_words import Delay as Delay
from .vehicle_words import Dispense as Dispense
from .vehicle_words import Drive as Drive
from .vehicle_words import Duel as Duel
from .vehicle_words import Engage as Engage
from .vehicle_words import Entrust as Entrust
from .vehicle_words import Expose as Expose
from .vehicle_words import Hatch as Hatch
from .vehicle_words import Load as Load
from .vehicle_words import Magnetic as Magnetic
from .vehicle_words import Mend as Mend
from .vehicle_words import Mount as Mount
from .vehicle_words import Overrun as Overrun
from .vehicle_words import Rake as Rake
from .vehicle_words import Reman as Reman
from .vehicle_words import Reveal as Reveal
from .vehicle_words import Reverse as Reverse
from .vehicle_words import Riddle as Riddle
from .vehicle_words import Scuttle as Scuttle
from .vehicle_words import Shell as Shell
from .vehicle_words import Shove as Shove
from .vehicle_words import Slow as Slow
from .vehicle_words import Speed as Speed
from .vehicle_words import Start as Start
from .vehicle_words import Steer as Steer
from .vehicle_words import Stop as Stop
from .vehicle_words import Strafe as Strafe
from .vehicle_words import Swing as Swing
from .vehicle_words import Target as Target
from .vehicle_words import Torch as Torch
from .vehicle_words import Toss as Toss
from .vehicle_words import Unbog as Unbog
from .vehicle_words import Unload as Unload
from .vehicle_words import Wait as Wait


class Give(Action, frozen=True):
    """A machine gun to a unit: at set-up, in the Rally Phase, before the advance."""

    gun: str
    unit: str


class Dig(OnlyUnit, frozen=True):
    """A unit sets up in a foxhole, or digs one."""


class Allot(OnlyUnit, frozen=True):
    """Set-up: a Panzerfaust shot to a unit."""


class Withhold(OnlyUnit, frozen=True):
    """Set-up: a Panzerfaust shot back from a unit."""


class Fortify(OnlyHex, frozen=True):
    """Set-up: a building is fortified."""


class Mine(OnlyHex, frozen=True):
    """Set-up: mines in a hex."""


class Shelter(Action, frozen=True):
    """The movers get into the foxhole of their hex."""


class Emerge(Action, frozen=True):
    """The movers leave their foxhole."""


class Beneath(Action, frozen=True):
    """The movers get beneath the wire of their hex."""


class File(OnlyHex, frozen=True):
    """The movers go along a trench into the next one."""


class Clear(OnlyUnit, frozen=True):
    """A unit begins to clear the wire, roadblock or mines of its hex."""

    verb = "clearance"


class Fire(UnitHex, frozen=True):
    """A unit or machine gun begins an attack on a hex."""

    has_target = True


class Shoot(UnitHex, frozen=True):
    """A mortar or light anti-tank weapon fires at a hex."""

    has_target = True


class Faust(UnitHex, frozen=True):
    """A unit looks for a Panzerfaust and fires it at a hex."""

    has_target = True


class Watch(UnitHex, frozen=True):
    """A unit becomes the Spotter of the mortar in a hex."""


class Desperation(Action, frozen=True):
    """A light anti-tank weapon is fired in a building whatever its backblast does."""


class Direct(OnlyUnit, frozen=True):
    """A leader directs the attack."""


class Spray(OnlyHex, frozen=True):
    """The fire is spread over a second hex."""

    has_target = True


class Slit(OnlyHex, frozen=True):
    """The fire is at the pillbox of the hex, or no longer."""

    has_target = True


class Beat(Action, frozen=True):
    """The machine gun of the attack lays a Fire Lane to a hex: straight, or by the left or right hexes."""

    verb = "lane"
    hex: str
    grain: str


class Forgo(Action, frozen=True):
    """The machine guns of an attack give up their rate of fire and leave Residual FP."""


class Lead(OnlyUnit, frozen=True):
    """A unit makes ready to move: others may come along, and the way of moving may be declared."""


class Shroud(UnitHex, frozen=True):
    """Before the first turn: a unit that is to enter takes a "?", and waits at a hex of the edge."""


class Halve(OnlyUnit, frozen=True):
    """Before the first turn: a squad begins as its two half-squads."""


class Bare(OnlyUnit, frozen=True):
    """A unit gives its "?" up; a hidden one comes up under a "?"."""


class Enter(OnlyHex, frozen=True):
    """The "?" that waits off the map at a hex gets ready to enter there."""


class Sneak(OnlyHex, frozen=True):
    """The "?" of a hex makes ready to move; what is under it stays unknown."""


class Challenge(OnlyUnit, frozen=True):
    """A concealed unit shows itself to take away a "?" that moves in its sight."""


class Along(OnlyUnit, frozen=True):
    """Another unit of the stack comes along."""


class Go(OnlyHex, frozen=True):
    """The next hex."""


class Offroad(OnlyHex, frozen=True):
    """The next hex, for what grows beside its road."""


class Onward(OnlyHex, frozen=True):
    """A whole way, by the cheapest hexes; it stops where the enemy answers."""


class Rush(OnlyHex, frozen=True):
    """Infantry Overrun: the movers rush a leader or hero who is alone."""

    has_target = True


class Stand(Action, frozen=True):
    """A leader or hero who is rushed stays and fights."""


class Slip(Action, frozen=True):
    """A leader or hero who is rushed gets out of the way."""


class Chase(OnlyHex, frozen=True):
    """Where a leader or hero goes who gets out of the way."""


class Climb(UnitHex, frozen=True):
    """A unit climbs a cliff towards a hex."""


class Escort(OnlyUnit, frozen=True):
    """A leader goes along with a unit that routs."""


class Assault(Action, frozen=True):
    """Assault Movement."""


class Double(Action, frozen=True):
    """Double Time."""


class Dash(OnlyHex, frozen=True):
    """A Dash over a road into a hex with cover."""


class Bypass(Action, frozen=True):
    """Along so many hexsides of a woods or building hex, left or right of it."""

    hex: str
    hand: str
    sides: int


class Snap(UnitHex, frozen=True):
    """A snap shot at movers who cross a hexside."""

    has_target = True


class Serve(UnitHex, frozen=True):
    """A Gun fires at a hex."""

    has_target = True


class Veil(UnitHex, frozen=True):
    """The gun of a vehicle fires smoke or white phosphorus at a hex."""

    has_target = True


class Push(UnitHex, frozen=True):
    """Those who serve a Gun push it to the next hex."""


class Heave(UnitHex, frozen=True):
    """The same with all who can help."""


class Turn(Action, frozen=True):
    """A Gun is turned: at set-up, or instead of firing."""

    gun: str
    spine: str


class Perch(UnitHex, frozen=True):
    """A unit, or the movers it leads, takes Crest status and faces a hex."""


class Brink(Action, frozen=True):
    """The movers enter a hex with Crest status and face one beside it."""

    hex: str
    faced: str


class Descend(OnlyUnit, frozen=True):
    """A unit gives up Crest status."""


class Depart(Action, frozen=True):
    """The movers leave the map."""


class Decamp(OnlyUnit, frozen=True):
    """A unit leaves the map in the Advance Phase."""


class Claim(OnlyHex, frozen=True):
    """Wall Advantage is taken."""


class Drop(OnlyHex, frozen=True):
    """Wall Advantage is given up."""


class Rally(OnlyUnit, frozen=True):
    """A broken unit tries to rally."""


class Despair(OnlyUnit, frozen=True):
    """A broken unit stays under Desperation Morale."""


class Repair(OnlyUnit, frozen=True):
    """A machine gun is to be repaired."""


class Deploy(Action, frozen=True):
    """A squad is to become its two half-squads; the leader helps."""

    unit: str
    leader: str


class Recombine(Action, frozen=True):
    """Two half-squads become a squad again; the leader helps."""

    unit: str
    other: str
    leader: str


class Scrounge(OnlyUnit, frozen=True):
    """A unit looks for machine guns in a wreck of its Location."""


class Recover(Action, frozen=True):
    """A unit tries to pick up a machine gun that lies in its hex."""

    unit: str
    gun: str


class Dismantle(OnlyUnit, frozen=True):
    """A machine gun is taken apart."""


class Ruin(OnlyUnit, frozen=True):
    """A unit destroys a weapon of its own."""


class Assemble(OnlyUnit, frozen=True):
    """A machine gun is put together."""


class Refuse(OnlyUnit, frozen=True):
    """Battle Hardening is refused."""


class Charge(UnitHex, frozen=True):
    """A berserk unit charges the nearest enemy it sees."""

    has_target = True


class Post(OnlyHex, frozen=True):
    """The sniper is posted."""


class Aim(OnlyHex, frozen=True):
    """The sniper's target among equals."""

    has_target = True


class Hunt(OnlyUnit, frozen=True):
    """A unit looks for the sniper."""


class Smoke(UnitHex, frozen=True):
    """A squad throws smoke grenades."""

    has_target = True


class Phosphorus(UnitHex, frozen=True):
    """A squad throws white phosphorus."""

    verb = "wp"
    has_target = True


class Lay(UnitHex, frozen=True):
    """A charge is laid in the next hex."""

    has_target = True


class Breach(UnitHex, frozen=True):
    """A charge is set at the bocage towards the next hex."""

    has_target = True


class Throw(UnitHex, frozen=True):
    """A charge is thrown into the next hex."""

    has_target = True


class Flame(UnitHex, frozen=True):
    """A unit uses its flamethrower."""

    has_target = True


class Mop(OnlyUnit, frozen=True):
    """A squad mops up its building."""


class Opportunity(OnlyUnit, frozen=True):
    """A unit keeps its fire for the Advancing Fire Phase."""


class Capture(Action, frozen=True):
    """A unit takes one that surrenders prisoner."""

    unit: str
    enemy: str


class Decline(Action, frozen=True):
    """No prisoners are taken."""

    enemy: str


class Sweep(Action, frozen=True):
    """The movers search the hexes around them."""

    verb = "search"


class Look(OnlyHex, frozen=True):
    """One of the hexes that are searched."""

    has_target = True


class Break(OnlyUnit, frozen=True):
    """A unit breaks of its own will, so that it may rout."""


class Rout(UnitHex, frozen=True):
    """A broken unit names where it routs to."""


class Crawl(UnitHex, frozen=True):
    """Low Crawl: one hex, without Interdiction."""


class Advance(UnitHex, frozen=True):
    """A unit advances into the next hex."""


class Slink(Action, frozen=True):
    """The "?" of a hex advances into the next one; what is under it stays unknown."""

    hex: str
    goal: str


class Shed(Action, frozen=True):
    """A weapon is left lying."""

    gun: str


class Flee(OnlyUnit, frozen=True):
    """The prisoners of a guard try to escape."""


class Fight(OnlyHex, frozen=True):
    """The next close combat."""

    has_target = True


class Strike(Action, frozen=True):
    """A unit attacks an enemy in close combat; all that are joined by such pairs fight one attack."""

    unit: str
    enemy: str


class Seize(Action, frozen=True):
    """As `strike`, but to take prisoners."""

    unit: str
    enemy: str


class Submit(OnlyUnit, frozen=True):
    """The unit that is captured, of several."""


class Withdraw(UnitHex, frozen=True):
    """A unit leaves a close combat."""


class Radio(OnlyUnit, frozen=True):
    """A leader has the radio of the artillery: at set-up, or picked up in the Rally Phase."""


class Retune(Action, frozen=True):
    """The Observer tries to repair the radio."""


class Contact(Action, frozen=True):
    """The Observer calls the battery."""


class Request(OnlyHex, frozen=True):
    """An artillery request: a spotting round is to fall in a hex."""

    has_target = True


class Correct(OnlyHex, frozen=True):
    """The spotting round or the fire for effect is to shift to a hex."""

    has_target = True


class Shift(OnlyHex, frozen=True):
    """The spotting round shifts to a hex and becomes a fire for effect at once."""

    has_target = True


class Convert(Action, frozen=True):
    """The spotting round becomes a fire for effect where it lies."""


class Spot(Action, frozen=True):
    """A fire for effect that is over becomes a spotting round again."""


class Cancel(Action, frozen=True):
    """The fire mission is given up."""


class Mission(Action, frozen=True):
    """The kind of a fire for effect."""

    kind: str


class Record(Action, frozen=True):
    """Before the first turn: the line of a battery's Barrages; `none` takes it back."""

    battery: str
    line: str


class Chit(Action, frozen=True):
    """A chit of the draw pile."""

    verb = "draw"

    color: str


class Dice(Action, frozen=True):
    """Two dice: the colored one and the white one."""

    verb = "dr"
    colored: int
    white: int


VERBS = (
    Place,
    Give,
    Hide,
    Dig,
    Allot,
    Withhold,
    Fortify,
    Mine,
    Shelter,
    Emerge,
    Fire,
    Shoot,
    Faust,
    Desperation,
    Join,
    Direct,
    Slit,
    Spray,
    Beat,
    Forgo,
    Move,
    Lead,
    Shroud,
    Halve,
    Bare,
    Enter,
    Sneak,
    Challenge,
    Along,
    Go,
    Onward,
    Rush,
    Stand,
    Slip,
    Chase,
    Climb,
    Escort,
    Assault,
    Double,
    Dash,
    Bypass,
    Snap,
    Entrust,
    Crest,
    Abandon,
    Scuttle,
    Reman,
    Shove,
    Riddle,
    Torch,
    Mount,
    Unload,
    Alight,
    Bail,
    Beside,
    Drive,
    Start,
    Reverse,
    Stop,
    Steer,
    Swing,
    Creep,
    Speed,
    Unbog,
    Expose,
    Button,
    Shell,
    Serve,
    Veil,
    Push,
    Heave,
    Turn,
    Strafe,
    Engage,
    Target,
    Load,
    Against,
    Cripple,
    Duel,
    Mend,
    Assail,
    Magnetic,
    Overrun,
    Rake,
    Dispense,
    Toss,
    Bolt,
    Delay,
    Slow,
    Reveal,
    Wait,
    Perch,
    Brink,
    Offroad,
    Descend,
    Depart,
    Decamp,
    Claim,
    Drop,
    Rally,
    Despair,
    Repair,
    Deploy,
    Recombine,
    Recover,
    Scrounge,
    Dismantle,
    Ruin,
    Assemble,
    Harden,
    Refuse,
    Charge,
    Post,
    Aim,
    Hunt,
    Smoke,
    Phosphorus,
    Lay,
    Breach,
    Throw,
    Flame,
    Mop,
    Opportunity,
    Capture,
    Decline,
    Sweep,
    Look,
    Break,
    Rout,
    Crawl,
    Advance,
    Slink,
    Shed,
    Flee,
    Hatch,
    Fight,
    Strike,
    Withdraw,
    Seize,
    Submit,
    Radio,
    Retune,
    Contact,
    Request,
    Correct,
    Shift,
    Convert,
    Spot,
    Watch,
    Beneath,
    File,
    Clear,
    Cancel,
    Mission,
    Record,
    Chit,
    Dice,
    Roll,
)
DIE = Outcomes([(Roll(face), 1) for face in range(1, 7)])
TWO_DICE = Outcomes([(Dice(one, two), 1) for one in range(1, 7) for two in range(1, 7)])
SUM = Outcomes([(Roll(total), 6 - abs(total - 7)) for total in range(2, 13)])
ANY_OF_SIX = Outcomes(
    [(Roll(face), 1) for face in range(1, 61)]
)  # shares alike among up to six units, and tells not how many
