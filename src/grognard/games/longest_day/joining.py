"""TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: who may be in which corps."""

from __future__ import annotations

from .ledger import Ledger
from .pieces import ALLIED
from .roster import ROSTER, Corps, Record

POLES = "POL-PARA"  # TLD-A.corps.11


def may_join(record: Record, there: Corps, after_trigger: bool, first: bool = True) -> tuple[bool, str, str]:
    """TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: whether a unit may be in a corps, with the clause and the rule in words."""
    home, nation = there.nationality, record.nationality
    british, canadian, american = home == "British", home == "Canadian", home == "US"
    either = british or canadian
    if record.side != there.side:
        return False, "TLD-A.corps.8.a", "a corps holds units of its own side"
    if record.side != ALLIED:
        return True, "TLD-A.corps.8.a", "any German corps"
    if nation == "French":
        return american, "TLD-A.corps.10.a", "the French division serves in American corps only"
    if nation == "US":
        attached = record.opening == there.id
        return (
            american or attached,
            "TLD-A.corps.8.a",
            "an American unit serves in an American corps" + (f", or in {record.opening}" if record.opening else ""),
        )
    if record.id == POLES:
        return (
            first or either,
            "TLD-A.corps.11",
            "after its first assignment the Polish brigade serves under British or Canadian corps only",
        )
    if nation == "Polish":
        return either, "TLD-A.corps.10.b", "the Polish division serves in British or Canadian corps"
    if nation == "Canadian":
        if after_trigger:
            return (
                canadian,
                "TLD-A.corps.12",
                "all Canadian units belong to 2 Canadian Corps since the second Canadian divisional HQ arrived",
            )
        return either, "TLD-A.corps.12", "Canadians serve in British corps or their own"
    if record.division_class == "armour":
        return british, "TLD-A.corps.15", "British armour divisions serve in British corps only"
    if record.special == "CROC" and american:
        return True, "TLD-B.4.a.1", "CROC units may serve with American divisions"
    infantry = record.arm == "infantry" or record.infantry or record.kind in ("infantry_brigade", "commando_brigade")
    clause = "TLD-A.corps.14" if infantry and nation == "British" else "TLD-J.8"
    return either, clause, "British and smaller allied units serve in British or Canadian corps"


KNOWN: dict[tuple[str, str, bool], bool] = {}


def joins(ledger: Ledger, record: Record, there: Corps, late: bool) -> bool:
    """Whether a unit may be in a corps; remembered for the pieces of the game itself."""
    if ledger.roster is not ROSTER or record.what == "never":
        return may_join(record, there, late)[0]
    key = (record.id, there.id, late)
    if key not in KNOWN:
        KNOWN[key] = may_join(record, there, late)[0]
    return KNOWN[key]
