"""TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: who may be in which corps."""

from __future__ import annotations

from .pieces import ALLIED, corps_name
from .roster import Corps, Record

POLES = "POL-PARA"  # TLD-A.corps.11


def may_join(record: Record, there: Corps, after_trigger: bool, first: bool = True) -> tuple[bool, str, str]:
    """TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: whether a unit may be in a corps, with the clause and the rule in words."""
    home, nation = there.nationality, record.nationality
    british, canadian, american = home == "British", home == "Canadian", home == "US"
    either = british or canadian
    if record.side != there.side:
        return False, "TLD-A.corps.8.a", "a corps has units of its own side only"
    if record.side != ALLIED:
        return True, "TLD-A.corps.8.a", "any German corps"
    if nation == "French":
        return american, "TLD-A.corps.10.a", "the French division may be assigned to US corps only"
    if nation == "US":
        attached = record.opening == there.id
        return (
            american or attached,
            "TLD-A.corps.8.a",
            "a US unit may be assigned to US corps only"
            + (f", and this one to {corps_name(record.opening)}" if record.opening else ""),
        )
    if record.id == POLES:
        return (
            first or either,
            "TLD-A.corps.11",
            "after its first assignment it may be assigned to British or Canadian corps only",
        )
    if nation == "Polish":
        return either, "TLD-A.corps.10.b", "the Polish division may be assigned to British or Canadian corps only"
    if nation == "Canadian":
        if after_trigger:
            return (
                canadian,
                "TLD-A.corps.12",
                "since the second Canadian divisional HQ arrived, all Canadian units are in II Can Corps",
            )
        return either, "TLD-A.corps.12", "Canadian units may be assigned to British corps or II Can Corps"
    if record.division_class == "armour":
        return british, "TLD-A.corps.15", "British armor divisions may be assigned to British corps only"
    if record.special == "CROC" and american:
        return True, "TLD-B.4.a.1", "CROC units may be assigned to US divisions"
    infantry = record.arm == "infantry" or record.infantry or record.kind in ("infantry_brigade", "commando_brigade")
    clause = "TLD-A.corps.14" if infantry and nation == "British" else "TLD-J.8"
    return either, clause, "it may be assigned to British or Canadian corps only"
