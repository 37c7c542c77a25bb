"""The readings of the firefight that the players agree on."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before a fight."""

    los_building: Literal["hex", "half"] = "hex"  # FF-LOS.10
    hillside_bocage: Literal["ignored", "obstacle"] = "ignored"  # ASL-B9.61
    mist_in_accuracy: Literal["counts", "ignored"] = "counts"  # ASL-C1.3, FF-OR6
    aerial_af_of_4: Literal["2", "3"] = "2"  # ASL-C7.12, FF-OR4
    pf_tracking: Literal["check", "allotted"] = "check"  # ASL-C13.311
    gun_duels: Literal["yes", "no"] = "yes"  # ASL-C2.2401
    balance: Literal["none", "us", "german"] = "none"  # PHD-n.bal.ff: the handicap of a card


DEFAULT = Options()
