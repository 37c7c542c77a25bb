"""What the check of a record has shown, in sentences that claim no more than was proved, and as plain
data.
"""

from __future__ import annotations

from grognard.core.plain import Plain
from grognard.core.reading import BY_DIGESTS, BY_RULES, Findings, Part
from grognard.core.ruling import counted

PAGES = (
    "each player's browser made its own secret, as the file says: then no player alone and no server alone"
    " could foresee a roll"
)
ONE_PROGRAM = (
    "one program made the secrets of all sides: the players could not foresee a roll, and that program could"
)


def proof_data(result: Findings) -> Plain:
    """The findings as plain data."""
    audit, dice = result.audit, result.audit.dice
    return {
        "lines": result.lines,
        "rolls": dice.rolls,
        "proved_rolls": dice.proved if dice.kind != "committed" or dice.by_all_sides else 0,
        "undone_rolls": audit.undone_rolls,
        "undone_past": dict(audit.past),
        "dice": dice.kind,
        "committed_by": dice.sides,
        "by_all_sides": dice.by_all_sides,
        "secrets": "pages" if dice.by_pages else "one program",
        "seals": audit.seals,
        "closed": audit.closed,
        "given": result.given,
        "sealed_copy": result.sealed,
        "parts": [part._asdict() for part in result.parts],
        "back": result.back,
    }


def proof_lines(result: Findings) -> list[str]:
    """The findings in words."""
    audit = result.audit
    lines = [part_words(part) for part in result.parts]
    if result.given:
        lines.append("the game begins with a position that the author of the file gave")
    lines += [dice_words(result), *_maker_words(result), *_undo_words(result)]
    if audit.seals or audit.closed:
        closed = f", {audit.closed} are still closed in this copy" if audit.closed else ""
        lines.append(f"sealed lines: {audit.seals} fit their seals{closed}")
    return [*lines, *_next_words(result)]


def part_words(part: Part) -> str:
    where = f"lines {part.first} to {part.last}" if part.last > part.first else f"line {part.first}"
    if part.checked == BY_RULES:
        return f"{where}: played again with rules {part.rules}, every action legal"
    if part.checked == BY_DIGESTS:
        return (
            f"{where}: rules {part.rules} of release {part.release}; digests and dice checked, the actions"
            " were not played again"
        )
    return f"{where}: format 1, played again with the rules of release {part.release}, every action legal"


def dice_words(findings: Findings) -> str:
    dice = findings.audit.dice
    rolls = counted(dice.rolls, "roll")
    if dice.kind == "typed":
        return f"dice typed: {rolls}, typed in and taken on trust"
    if dice.kind == "seeded":
        return (
            f"dice seeded: {rolls}, all as the seed in the file says; a reader of the seed can foresee every"
            " roll"
        )
    if not dice.by_all_sides:
        by = (
            f"only {' and '.join(dice.sides)} committed to them"
            if dice.sides
            else "no side committed to them"
        )
        return f"dice chosen by the author of the file: {by}; nothing is proved of {rolls}"
    later = dice.rolls - dice.proved
    wait = f"; {counted(later, 'secret roll')} can be checked when the keys are opened" if later else ""
    return (
        f"dice committed by {' and '.join(dice.sides)}: {rolls}, every link fits, {dice.proved} faces follow"
        f" from them{wait}"
    )


def _maker_words(findings: Findings) -> list[str]:
    dice = findings.audit.dice
    if dice.kind != "committed" or not dice.by_all_sides:
        return []
    return [PAGES if dice.by_pages else ONE_PROGRAM]


def _undo_words(findings: Findings) -> list[str]:
    audit = findings.audit
    if not audit.undone_rolls and not audit.past["reveal"]:
        return []
    times = (
        f"{counted(audit.past['roll'], 'undo')} past a roll, {counted(audit.past['reveal'], 'undo')} past a"
        " reveal"
    )
    return [f"taken back: {counted(audit.undone_rolls, 'roll')} ({times})"]


def _next_words(result: Findings) -> list[str]:
    if not result.goes_on_with:
        return []
    back = (
        f"; the last {counted(result.back, 'action')} cannot be read and would be taken back"
        if result.back
        else ""
    )
    return [f"if the game is played on, rules {result.goes_on_with} apply from there{back}"]
