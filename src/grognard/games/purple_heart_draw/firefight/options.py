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
    inspection: Literal["strict", "open"] = "strict"  # ASL-A12.16, FF-INFO
    gully_concealment: Literal["no", "yes"] = "no"  # FF-R4
    melee_counts_unbroken: Literal["yes", "no"] = "yes"  # FF-R11
    us_afv_crew_morale: Literal["8", "7"] = "8"  # ASL-D5.1, FF-OR3
    us_pile_base: Literal["10", "9"] = "10"  # ASL-C1.211, FF-OR2
    stug_aamg_in_cc: Literal["yes", "no"] = "yes"  # ASL-A11.62, FF-OR5
    balance: Literal["none", "us", "german"] = "none"  # PHD-n.bal.ff: the handicap of a card


DEFAULT = Options()
