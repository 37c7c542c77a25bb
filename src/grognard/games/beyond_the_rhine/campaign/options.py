"""Optional rules and readings of the campaign on the map."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree before the game; every name is explained in data/options.toml."""

    reactive_artillery: bool = False  # BTR-ocs.react.guns
    hq_throw_in_move: Literal["half", "full"] = "half"  # BTR-ocs.hq.move
    free_setup: bool = False  # BTR-ocs.set.free
    fog: bool = False  # BTR-ocs.play.open


DEFAULT = Options()
