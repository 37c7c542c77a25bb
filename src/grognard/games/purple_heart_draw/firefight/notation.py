"""A position of a fight as people write it: every fact that is not as at the start, and whatever is under
way.
"""

from __future__ import annotations

from grognard.core.notation import FactNotation, one_of
from grognard.core.ruling import GrognardError

from .forces import MISSIONS, SCENES
from .position import Firefight
from .tables import KINDS


def _check(state: Firefight) -> None:
    if strange := [kind for kind in state.kind if kind and kind not in KINDS]:
        raise GrognardError(f"{strange[0]!r} is not a unit of the firefight")


NOTATION = FactNotation(Firefight, {"scene": one_of("scene", (*SCENES, *sorted(MISSIONS)))}, _check)
write, read = NOTATION.write, NOTATION.read
