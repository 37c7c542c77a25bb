"""Answers about the campaign game (SB-14): rules of given figures, and what is wanting to play one."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.ask import Answer, once
from grognard.core.plain import Plain
from grognard.core.ruling import Ruling

from . import campaign as rules
from .arrivals import LAST_TURN, extension
from .ask_positions import OURS, load_position, one_of
from .board import GRID
from .options import DEFAULT
from .victory import sudden_death


def _plain(rulings: Iterable[Ruling]) -> list[dict[str, str]]:
    return [{"clause": ruling.clause, "because": ruling.because} for ruling in rulings]


def _figures(game: rules.Campaign) -> Plain:
    return {
        "folios": list(game.folios),
        "maps": list(game.maps),
        "cities": game.cities,
        "city_hexes_to_win": game.to_win,
    }


def campaign(folios: list[str]) -> Answer:
    """SB-14.0: why no campaign can be set up, what there is of it, and what it would change."""
    made = rules.combination(folios).rulings if folios else ()
    needs, wanting = rules.needs(), {gap.id for gap in rules.gaps()}
    changed = rules.exceptions()
    value: Plain = {
        "playable": False,
        "refusal": rules.refusal(),
        "gaps": [{**gap._asdict(), "complete": gap.id not in wanting} for gap in needs],
        "campaigns": {game.name: _figures(game) for game in rules.CAMPAIGNS.values()},
        "changes": _plain(changed),
        "cities_at_hand": rules.sword_cities(),
        "combination": _plain(made),
    }
    lines = [
        *map(str, made),
        *rules.refusal().splitlines(),
        "complete: " + ", ".join(gap.id for gap in needs if gap.id not in wanting),
    ]
    lines += ["A campaign would change:", *(f"  {ruling}" for ruling in changed)]
    cited = [
        "SB-14.0.a",
        "SB-14.0.b",
        "SB-10.0.d",
        *(gap.id for gap in needs),
        *(ruling.clause for ruling in changed),
    ]
    return Answer(value, lines, once(cited), ["document", OURS])


def replacements(turn: int | None, nation: str | None, reading: str, scenarios: int | None) -> Answer:
    """SB-14.0.c, SB-14.0.d: the points of each nation."""
    one_of(reading, ("own_figure", "added"), "reading")
    nations = [one_of(nation, (*rules.NATIONS, "german"), "nation")] if nation else list(rules.NATIONS)
    turns = [turn] if turn else range(1, rules.END + 1)
    awards = {
        country: {when: rules.replacements(country, when, reading, scenarios) for when in turns}
        for country in nations
    }
    value = {
        country: {
            str(when): {"leg": points.points[0], "mobile": points.points[1]}
            for when, points in by_turn.items()
        }
        for country, by_turn in awards.items()
    }
    lines = [
        f"{country} GT {when}: {award.points[0]} leg, {award.points[1]} mobile [{', '.join(award.clauses)}]"
        for country, by_turn in awards.items()
        for when, award in by_turn.items()
    ]
    cited = [
        clause for by_turn in awards.values() for points in by_turn.values() for clause in points.clauses
    ]
    return Answer(value, lines, once([*cited, "SB-14.0.e.g", "SB-J14"]), ["document"])


def fire(nation: str | None, kind: str, units_of: list[str]) -> Answer:
    """SB-14.0.e.e, SB-14.0.e.f: the cups as far as they are known, and whom a marker may support."""
    pools = {"on-to-caen": rules.SWORD_POOL}
    german, allied = rules.german_cup(pools), rules.allied_cups(pools)
    barred = rules.support_barred(nation, kind, units_of) if nation else []
    shown = [*german.rulings, *allied.rulings, *barred]
    value: Plain = {
        "german": {"markers": list(german.value[0]), "mines": german.value[1]},
        **{
            country: {name: list(cup) for name, cup in cups._asdict().items()}
            for country, cups in allied.value.items()
        },
        "barred": _plain(barred),
        "path": _plain(shown),
    }
    lines = list(map(str, shown))
    if nation and not barred:
        lines.append(
            f"a {nation} {kind} marker may support a combat of {' and '.join(units_of) or nation} units"
            " [SB-14.0.e.f]"
        )
    lines.append(
        "The markers of the other folios are not at hand [SB-C8]; which bear an aircraft is our"
        " reconstruction."
    )
    cited = [*(ruling.clause for ruling in shown), "SB-11.2.6.f", "SB-14.0.e.f", "SB-C8"]
    return Answer(value, lines, once(cited), ["document", OURS])


def length(campaign: str, cities: int, division_84: int, division_116: int, reading: str) -> Answer:
    """SB-14.2: the last turn of a campaign."""
    one_of(reading, ("count_moves", "count_at_17"), "reading")
    game, entered = rules.campaign(campaign), (division_84, division_116)
    early = extension(entered)
    when, last = rules.count_turn(early, reading), rules.length(game, cities, entered, reading)
    value = {
        "campaign": game.name,
        "cities_in_play": game.cities,
        "cities_captured": cities,
        "early_extension": early,
        "cities_counted_after": when.value,
        "last_turn": last.value,
        "path": _plain(last.rulings),
    }
    lines = [*map(str, last.rulings), f"the last turn is GT {last.value}"]
    return Answer(value, lines, last.clauses, ["document", OURS])


def victory(
    campaign: str,
    position: str | None,
    turn: int | None,
    city_hexes: int | None,
    beaches: int | None,
    cities: int | None,
) -> Answer:
    """SB-14.3: how a campaign stands at the end of a turn, from figures or from the hexes of a position."""
    game, options, entered = rules.campaign(campaign), DEFAULT, (0, 0)
    value: Plain = {"campaign": game.name, "city_hexes_to_win": game.to_win, "cities_in_play": game.cities}
    shown: list[Ruling] = []
    if position:
        state = load_position(position)
        taken = rules.captured_hexes(state)
        whole = rules.captured_cities(taken.value, whole=state.options.city_needs_all_hexes)
        shown += [*taken.rulings, *whole.rulings]
        value |= {"captured_hexes": GRID.names(taken.value), "captured_cities": list(whole.value)}
        turn, options = turn or state.turn, state.options
        entered = (state.entered[0], state.entered[1])
        city_hexes = taken.value.bit_count() if city_hexes is None else city_hexes
        if beaches is None:
            beaches = 0 if sudden_death(state) else state.beachheads.bit_count()
        cities = len(whole.value) if cities is None else cities
    held, ashore = city_hexes or 0, 1 if beaches is None else beaches
    end = rules.outcome(game, turn or LAST_TURN, ashore, held, cities or 0, entered, options)
    value |= {
        "turn": turn or LAST_TURN,
        "city_hexes": held,
        "outcome": list(end.value) if end.value else None,
    }
    verdict = " ".join(end.value[:2]) if end.value else "the game goes on"
    lines = [
        f"{game.name} campaign, end of GT {value['turn']}: {verdict}",
        *(f"  {r}" for r in (*shown, *end.rulings)),
    ]
    value["path"] = _plain([*shown, *end.rulings])
    lines.append(f"Of the cities only Caen's northern hexes are certain; the others are our {OURS}.")
    return Answer(value, lines, once(r.clause for r in (*shown, *end.rulings)), ["document", OURS])
