"""Decisions that the campaign and the firefight both have, so that each is one and the same action."""

from __future__ import annotations

from grognard.core.facts import OnlyUnit, UnitHex


class Place(UnitHex, frozen=True):
    """Set-up: a unit in a hex."""


class Hide(OnlyUnit, frozen=True):
    """Set-up: hidden placement."""


class Join(OnlyUnit, frozen=True):
    """One more unit: in a stack that redeploys, or in an attack."""


class Move(UnitHex, frozen=True):
    """A unit goes to a hex."""


class Harden(OnlyUnit, frozen=True):
    """Battle Hardening of a unit."""
