"""How a player of the firefight weighs ground, time and fire."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """How a player weighs ground, time and fire."""

    pace: int = 9  # half MF a turn towards the goal
    assault_turns: int = 4  # how many turns before the last the assault begins
    enough: int = 5  # an assault begins with so many squads near the enemy
    hold: float = 5.0  # what a squad pays that goes beside an enemy before that
    exposed: float = 1.2  # weight of the fire where a stack ends
    crowd: float = 0.0  # how much worse it is for each further unit there: it draws the enemy's fire
    on_the_way: float = 1.0  # and on its way
    later_fire: float = 0.4  # and of the Defensive Fire Phase
    melee: float = 1.5  # what a point of a close combat is worth
    fire: float = 0.7  # what a point of expected harm in the next turn is worth
    nearer: float = 0.1  # what half an MF is worth in time
    late: float = 0.5  # and behind the time-table
    prize: float = 8.0  # what it is worth to stand where units count, with `shared` for each squad
    stays: float = 1.0  # how much the way counts that a unit gives up by firing before it moves
    party: int = 0  # how many squads go for the goals in time, the nearest; the others fire; 0: all of them
    depth: float = 0.0  # at set-up: what a hex farther from where the enemy enters is worth
    stack: float = 0.15  # how much worse fire is for each further unit that moves along: it is fired at again
    shells: float = 0.0  # weight of artillery that falls in a hex
    staging: int = -1  # half MF from the goal at which squads wait for the assault; -1: they do not wait
    shared: bool = False  # whether each enemy counts once, at the unit that he would fire at
    apart: float = 0.0  # what a leader loses where another one already is


PLAIN = Weights()
