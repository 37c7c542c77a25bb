"""Optional rules and readings: every choice the players make before a campaign, with its default."""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed before play. The words for each value are in data/options.toml."""

    roll_for_first_player: bool = False  # BTR-turn.pre.first
    drop_plans: bool = False  # BTR-game.paradrop
    pontoon_rolls: bool = False  # BTR-game.1_10.pontoon
    bridge_checks: bool = False  # BTR-game.1_8b.bridge-check

    # readings, in the order of BTR-J
    port_counts: Literal["controlled_and_repaired", "controlled"] = "controlled_and_repaired"  # BTR-J.1
    bridge_marker_needs_rebuild: bool = False  # BTR-J.2
    identical: Literal["rating", "named_only"] = "rating"  # BTR-J.3
    order_of_entries: Literal["printed"] = "printed"  # BTR-J.4
    exchange_without_old: Literal["lapse", "gain"] = "lapse"  # BTR-J.5
    events_default: Literal["off", "on"] = "off"  # BTR-J.6
    aircraft_marks: Literal["one_family"] = "one_family"  # BTR-J.7
    replacement_pools: Literal["two", "one"] = "two"  # BTR-J.8
    two_map_us_sp_share: Literal["1/2", "1"] = "1/2"  # BTR-J.9
    two_map_us_repl_share: Literal["1", "1/2"] = "1"  # BTR-J.9
    transfer_strength: Literal["full"] = "full"  # BTR-J.10
    note4_edge: Literal["by_nation", "either_west"] = "by_nation"  # BTR-J.11
    may_delay_arrivals: bool = True  # BTR-J.12
    sp_bound_to_nation: bool = False  # BTR-J.13
    interdiction_raises: Literal["movement"] = "movement"  # BTR-J.14
    hip_shoots_in_limited: bool = False  # BTR-J.15
    interception_in_limited: bool = True  # BTR-J.16
    repl_every_n_turns: Literal[1, 2] = 1  # BTR-J.17
    automatic_ground_die: Literal["ignored"] = "ignored"  # BTR-J.18
    returning_counter: Literal["full", "as_it_left"] = "full"  # BTR-J.19
    ports_schedule: Literal["historical", "manual"] = "historical"  # BTR-J.20


DEFAULT = Options()
