"""Readings: every choice the players make before a game, with its default. The words are in
data/options.toml."""

from __future__ import annotations

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    half_step_covers_phase: bool = False  # TLD-J.12
    supply_unit_killed_by_same_hex_enemy: bool = True  # TLD-J.14
    surrender_requires_unsupplied_now: bool = True  # TLD-J.15
    auto_write_canadian_change: bool = True  # TLD-J.17
    joint_action_across_corps: bool = False  # TLD-J.18
    enemy_noncombat_blocks_route: bool = True  # TLD-J.21
    unlawful_corps_loses_joint_action: bool = True  # TLD-J.34
    anti_tank_counts_in_defensive_fire: bool = True  # TLD-J.4


DEFAULT = Options()
