"""What the conformance suite plays of the firefight. Fights that come to close quarters have tests of their
own.
"""

from __future__ import annotations

from grognard.core.suite import Suite

SUITE = Suite(
    games=range(6),
    positions=(1000,),
    of_a_kind=1,
    pops=(),
    agreements=(3000,),
    sampled=10000,
    secrets=range(2),
)
