"""TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: who may be in which corps."""

from __future__ import annotations

from .pieces import ALLIED, corps_name
from .roster import Corps, Record

POLES = "POL-PARA"  # TLD-A.corps.11


Eligibility = tuple[bool, str, str]  # whether a unit may be in a corps, the clause, and the rule in words


def may_join(record: Record, corps: Corps, after_trigger: bool, first: bool = True) -> Eligibility:
    """TLD-A.corps.10 to .15, TLD-J.1, TLD-J.8: whether a unit may be in a corps, with the clause and the rule
    in words."""
    if record.side != corps.side:
        return False, "TLD-A.corps.8.a", "a corps has units of its own side only"
    if record.side != ALLIED:
        return True, "TLD-A.corps.8.a", "any German corps"
    either = corps.nationality in ("British", "Canadian")
    if record.id == POLES:
        rule = "after its first assignment it may be assigned to British or Canadian corps only"
        return first or either, "TLD-A.corps.11", rule
    match record.nationality:
        case "French":
            rule = "the French division may be assigned to US corps only"
            return corps.nationality == "US", "TLD-A.corps.10.a", rule
        case "US":
            return _american(record, corps)
        case "Polish":
            return (
                either,
                "TLD-A.corps.10.b",
                "the Polish division may be assigned to British or Canadian corps only",
            )
        case "Canadian" if after_trigger:
            rule = "since the second Canadian divisional HQ arrived, all Canadian units are in II Can Corps"
            return corps.nationality == "Canadian", "TLD-A.corps.12", rule
        case "Canadian":
            return either, "TLD-A.corps.12", "Canadian units may be assigned to British corps or II Can Corps"
    return _british(record, corps.nationality, either)


def _american(record: Record, corps: Corps) -> Eligibility:
    """TLD-A.corps.8.a: a US unit that begins in a British corps may stay there."""
    rule = "a US unit may be assigned to US corps only"
    if record.opening:
        rule = f"{rule}, and this one to {corps_name(record.opening)}"
    return corps.nationality == "US" or record.opening == corps.id, "TLD-A.corps.8.a", rule


def _british(record: Record, home: str, either: bool) -> Eligibility:
    """TLD-A.corps.14, .15, TLD-J.8: British units, and those of other nations without a rule of their own."""
    if record.division_class == "armour":
        return (
            home == "British",
            "TLD-A.corps.15",
            "British armor divisions may be assigned to British corps only",
        )
    if record.special == "CROC" and home == "US":
        return True, "TLD-B.4.a.1", "CROC units may be assigned to US divisions"
    infantry = (
        record.arm == "infantry" or record.infantry or record.kind in ("infantry_brigade", "commando_brigade")
    )
    clause = "TLD-A.corps.14" if infantry and record.nationality == "British" else "TLD-J.8"
    return either, clause, "it may be assigned to British or Canadian corps only"
