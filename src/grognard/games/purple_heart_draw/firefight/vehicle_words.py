"""The decisions about vehicles: one class a verb."""

from __future__ import annotations

from grognard.core.facts import Action, OnlyHex, OnlyUnit, UnitHex


class Mount(Action, frozen=True):
    """The movers get onto a vehicle."""

    vehicle: str


class Unload(OnlyUnit, frozen=True):
    """All riders get off a vehicle that has stopped."""


class Alight(OnlyUnit, frozen=True):
    """One rider gets off."""


class Bail(OnlyUnit, frozen=True):
    """The riders of a vehicle bail out."""


class Entrust(OnlyUnit, frozen=True):
    """Before the first turn: the Armor Leader goes to a vehicle."""


class Riddle(UnitHex, frozen=True):
    """A machine gun fires at the armor of the vehicle in a hex."""

    has_target = True


class Torch(UnitHex, frozen=True):
    """A flamethrower is used against the vehicle in a hex."""

    has_target = True


class Beside(OnlyUnit, frozen=True):
    """Infantry goes along beside the vehicle on its way."""


class Abandon(OnlyUnit, frozen=True):
    """The crew leaves its vehicle."""


class Scuttle(OnlyUnit, frozen=True):
    """The crew leaves its vehicle and makes a wreck of it."""


class Reman(OnlyUnit, frozen=True):
    """A crew gets back into its vehicle."""


class Shove(OnlyUnit, frozen=True):
    """A vehicle pushes a wreck out of its hex."""


class Crest(OnlyUnit, frozen=True):
    """A vehicle maneuvers behind a crest until it is hull down, and stops."""


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


class Hatch(OnlyUnit, frozen=True):
    """In the Advance Phase the crew of a vehicle shows itself, or buttons up."""


class Button(Action, frozen=True):
    """The crew of the vehicle buttons up."""


class Shell(UnitHex, frozen=True):
    """The gun of a vehicle fires at a hex."""

    has_target = True


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


class Cripple(Action, frozen=True):
    """A shot is aimed at the tracks of a vehicle."""


class Duel(Action, frozen=True):
    """The vehicle that is shot at fires first, with its gun or its machine guns."""

    weapon: str


class Mend(OnlyUnit, frozen=True):
    """The crew of a vehicle tries to repair a weapon."""


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
