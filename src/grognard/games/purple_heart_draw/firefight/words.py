"""The decisions of a fight: one class a verb."""

from __future__ import annotations

from grognard.core.facts import Action, OnlyHex, OnlyUnit, Roll, UnitHex
from grognard.core.procedure import Outcomes

from ..moves import Harden as Harden
from ..moves import Hide as Hide
from ..moves import Join as Join
from ..moves import Move as Move
from ..moves import Place as Place


class Give(Action, frozen=True):
    """A machine gun to a unit: at set-up, in the Rally Phase, before the advance."""

    gun: str
    unit: str


class Dig(OnlyUnit, frozen=True):
    """A unit sets up in a foxhole, or digs one."""


class Fortify(OnlyHex, frozen=True):
    """Set-up: a building is fortified."""


class Mine(OnlyHex, frozen=True):
    """Set-up: mines in a hex."""


class Shelter(Action, frozen=True):
    """The movers get into the foxhole of their hex."""


class Emerge(Action, frozen=True):
    """The movers leave their foxhole."""


class Fire(UnitHex, frozen=True):
    """A unit or machine gun begins an attack on a hex."""

    has_target = True


class Shoot(UnitHex, frozen=True):
    """A mortar or light anti-tank weapon fires at a hex."""

    has_target = True


class Faust(UnitHex, frozen=True):
    """A unit looks for a Panzerfaust and fires it at a hex."""

    has_target = True


class Desperation(Action, frozen=True):
    """A light anti-tank weapon is fired in a building whatever its backblast does."""


class Direct(OnlyUnit, frozen=True):
    """A leader directs the attack."""


class Spray(OnlyHex, frozen=True):
    """The fire is spread over a second hex."""

    has_target = True


class Beat(Action, frozen=True):
    """The machine gun of the attack lays a Fire Lane to a hex: straight, or by the left or right hexes."""

    verb = "lane"
    hex: str
    grain: str


class Lead(OnlyUnit, frozen=True):
    """A unit makes ready to move: others may come along, and the way of moving may be declared."""


class Along(OnlyUnit, frozen=True):
    """Another unit of the stack comes along."""


class Go(OnlyHex, frozen=True):
    """The next hex."""


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


class Drive(OnlyUnit, frozen=True):
    """A vehicle begins to move."""


class Start(Action, frozen=True):
    """The vehicle starts."""


class Reverse(Action, frozen=True):
    """The vehicle starts backwards."""


class Stop(Action, frozen=True):
    """The vehicle stops."""


class Steer(Action, frozen=True):
    """The hull turns by one hexspine, left or right."""

    hand: str


class Swing(Action, frozen=True):
    """The turret turns to a hexspine."""

    spine: str


class Creep(OnlyHex, frozen=True):
    """The vehicle enters woods with all its MP."""


class Speed(Action, frozen=True):
    """The vehicle tries for more MP."""

    mp: int


class Unbog(Action, frozen=True):
    """The bogged vehicle tries to get free."""


class Expose(Action, frozen=True):
    """The crew of the vehicle shows itself."""


class Button(Action, frozen=True):
    """The crew of the vehicle buttons up."""


class Shell(UnitHex, frozen=True):
    """The gun of a vehicle fires at a hex."""

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


class Strafe(UnitHex, frozen=True):
    """The machine guns of a vehicle fire at a hex."""

    has_target = True


class Engage(UnitHex, frozen=True):
    """A light anti-tank weapon or a Panzerfaust is fired at the vehicle in a hex."""

    has_target = True


class Target(OnlyUnit, frozen=True):
    """The vehicle a shot is aimed at."""


class Load(Action, frozen=True):
    """The ammunition of a shot."""

    ammo: str


class Against(Action, frozen=True):
    """What a shot is aimed at: vehicle, infantry or area."""

    target: str


class Assail(UnitHex, frozen=True):
    """A unit attacks the vehicle in its own hex."""

    has_target = True


class Magnetic(Action, frozen=True):
    """The unit looks for an anti-tank magnetic mine."""


class Overrun(OnlyHex, frozen=True):
    """The vehicle enters the next hex and overruns who is there."""

    has_target = True


class Rake(Action, frozen=True):
    """A vehicle attacks an enemy of its hex in close combat."""

    unit: str
    enemy: str


class Dispense(UnitHex, frozen=True):
    """The smoke dispenser of a vehicle."""

    has_target = True


class Toss(OnlyUnit, frozen=True):
    """The crew of a vehicle tosses smoke grenades into its own hex."""


class Bolt(OnlyUnit, frozen=True):
    """A vehicle that waits tries to be in Motion."""


class Delay(Action, frozen=True):
    """The vehicle waits for 1 MP."""


class Slow(Action, frozen=True):
    """The vehicle spends 1 MP more in the next hex it enters."""


class Reveal(Action, frozen=True):
    """The concealed units show themselves to the vehicle."""


class Wait(Action, frozen=True):
    """The concealed units try to stay unseen before the vehicle."""


class Mend(OnlyUnit, frozen=True):
    """The crew of a vehicle tries to repair a weapon."""


class Claim(OnlyHex, frozen=True):
    """Wall Advantage is taken."""


class Drop(OnlyHex, frozen=True):
    """Wall Advantage is given up."""


class Rally(OnlyUnit, frozen=True):
    """A broken unit tries to rally."""


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


class Rout(UnitHex, frozen=True):
    """A broken unit names where it routs to."""


class Crawl(UnitHex, frozen=True):
    """Low Crawl: one hex, without Interdiction."""


class Advance(UnitHex, frozen=True):
    """A unit advances into the next hex."""


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
    Spray,
    Beat,
    Move,
    Lead,
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
    Claim,
    Drop,
    Rally,
    Repair,
    Deploy,
    Recombine,
    Recover,
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
    Rout,
    Crawl,
    Advance,
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
    Cancel,
    Mission,
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
