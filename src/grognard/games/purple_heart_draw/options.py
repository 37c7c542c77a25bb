"""Every choice the players make before a mission, with its default."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed before play. The words for each value are in data/options.toml."""

    feba_rear: Literal["column", "none"] = "column"  # PHD-R2
    isolated_scope: Literal["location", "tac"] = "location"  # PHD-R21
    initial_attack_counts: bool = True  # PHD-R7
    immobile_redeploy: Literal["c5.16", "counts_as_failure"] = "c5.16"  # PHD-R12
    hip_may_stay: bool = True  # PHD-R14
    lull_attacker: Literal["us", "last_attacker"] = "us"  # PHD-R15
    entry_declared: bool = False  # PHD-R18
    ranks_limit: Literal["below_one_per_four", "up_to_one_per_four"] = "below_one_per_four"  # PHD-R9
    foxhole_exception: Literal["any_tac", "own_tac"] = "any_tac"  # PHD-R1
    balance: Literal["none", "us", "german"] = "none"  # PHD-1.bal.us and the like: a card's handicap
    tactical_source: Literal["resolver", "players", "firefight"] = "resolver"  # PHD-Z0


DEFAULT = Options()
