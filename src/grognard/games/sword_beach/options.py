"""Optional rules and readings: every choice the players make before a game, with its default."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed before play. The words for each value are in data/options.toml."""

    weather: bool = False  # SB-14.1.e
    flak: bool = False  # SB-15.0.a
    max_bombardments_per_phase: Annotated[int, msgspec.Meta(ge=0, le=46)] = 3  # FM-8.4.1

    # readings, in the order of SB-J
    setup_21pz_in_caen: bool = True  # SB-J1
    boundary_hexes_in_play: bool = True  # SB-J2
    drop_zone_markers: Literal[1, 2] = 1  # SB-J3
    drift_off_map: Literal["eliminated", "designated_hex"] = "eliminated"  # SB-J4
    crowded_drop: Literal["each_above_one", "once"] = "each_above_one"  # SB-J5
    uneven_pair: Literal["allied_choice", "full_unit"] = "allied_choice"  # SB-J6
    drop_losses_first: Literal["terrain", "stacking"] = "terrain"  # SB-J7
    pair_on_german: Literal["together", "one_by_one"] = "together"  # SB-J8
    raid_marker: Literal["identical"] = "identical"  # SB-J9
    commando_fights_gt1: bool = True  # SB-J10
    beach_retreat: Literal["reduces_all", "no_effect"] = "reduces_all"  # SB-J11
    drawn_mines_count: bool = True  # SB-J12
    rivers_block_supply: bool = False  # SB-J13
    campaign_replacements: Literal["own_figure", "added"] = "own_figure"  # SB-J14
    victory_judged: Literal["last_turn", "every_turn"] = "last_turn"  # SB-J15
    available_beach: Literal["marker", "marker_free_of_zoc"] = "marker"  # SB-J16
    replacement_supply: Literal["when_spent", "last_check"] = "when_spent"  # SB-J17
    campaign_extension: Literal["count_moves", "count_at_17"] = "count_moves"  # SB-J18
    early_entry_counts_from: Literal["first_unit", "last_unit"] = "first_unit"  # SB-J19
    scale: Literal["printed"] = "printed"  # SB-J20
    mechanized_counts_as: Literal["neither", "armor", "infantry"] = "neither"  # SB-J21
    drop_attack_combined_arms: bool = True  # SB-J22
    caen_supply: Literal["each_hex", "any_hex"] = "each_hex"  # SB-J23
    abandoned_beachhead: Literal["stays", "removed"] = "stays"  # SB-J24
    landing_fire: Literal["from_gt1", "extra"] = "from_gt1"  # SB-J25
    doubled_drop: Literal["separate_gt2", "may_stay"] = "separate_gt2"  # SB-J26
    mines_can_be_lost: bool = False  # SB-J27
    mines_aside_in_assault: bool = True  # SB-J28
    caen_loss_repeats: bool = False  # SB-J29
    occupy_in_passing: bool = False  # SB-J30
    raid_avoids_germans: bool = True  # SB-J31
    record_on_raid_hexes: bool = True  # SB-J32
    assault_units_may_wait: bool = False  # SB-J33
    beach_line_judged: Literal["at_assault", "at_reveal"] = "at_assault"  # SB-J34
    designation_terrain: Literal["any_land", "as_drop_zone"] = "any_land"  # SB-J35
    landed_may_retreat: bool = True  # SB-J36
    reinforcements_may_wait: bool = False  # SB-J37
    beach_stack: Literal["landed_only", "literal", "any_allied"] = "landed_only"  # SB-J38
    commando_replaced: bool = True  # SB-J39
    edge_entry: Literal["terrain", "road"] = "terrain"  # SB-J40
    flak_covers: Literal["defending_hex", "attackers_too"] = "defending_hex"  # SB-J41
    weather_halves_arrivals: bool = True  # SB-J42
    campaign_victory: Literal["from_the_count", "every_turn"] = "from_the_count"  # SB-J43
    german_on_drop_zone: Literal["blocks", "removes"] = "blocks"  # SB-J44
    city_needs_all_hexes: bool = True  # SB-J45
    supply_judged: Literal["at_once"] = "at_once"  # SB-J46
    sudden_death_first: bool = True  # SB-J47


DEFAULT = Options()
