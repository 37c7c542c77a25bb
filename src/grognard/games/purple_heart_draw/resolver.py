"""PHD-Z: the abstract scenario resolver, our own design (reconstruction). Plain objects in, plain objects
out.

It knows nothing of positions: `battle` hands it the forces of both sides and carries back what it did to
them. Every figure is in data/resolver.toml. Dice come from one seeded stream (PHD-Z13); random selection is
one throw over the candidates in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypedDict, TypeVar

from grognard.core.ruling import counted

from .board import ROWS
from .charts import SCENARIOS
from .pieces import (
    GUN_VP,
    HERO,
    HEXES,
    KINDS,
    LEADER,
    MACHINE_GUNS,
    PRISONER_MULTIPLIER,
    SIDES,
    VEHICLE,
    VEHICLE_CREWS,
    bare,
    has_mark,
    is_gun,
    with_drm,
)
from .troops import DATA, HAS_DRAW, HAS_ROAD, LANE_NAMES, Force, S, Troop

D, A, H, T = DATA["defence"], DATA["assault"], DATA["hit"], DATA["anti_tank"]
SUPPORT, MARCH = int(DATA["lanes"]["support_rows"]), DATA["lanes"]["march_rows"]
UNOPPOSED, FALL_BACK = int(DATA["lanes"]["unopposed_rows"]), int(DATA["lanes"]["fall_back_rows"])
MAX_ROWS = int(DATA["lanes"]["max_rows"])  # PHD-Z10: no unit goes farther at once
FORWARD = (1, -1)  # the US gains rows southwards


NATIONS = ("US", "German")
One = TypeVar("One")


class EffectRow(TypedDict):
    """A line of a table of effects: up to which die it counts."""

    max: int
    effect: str


class AssaultRow(TypedDict):
    """A line of the assault table: hits of either side, and rows gained."""

    attacker: int
    defender: int
    rows: int


def assault_words(side: int, row: AssaultRow) -> str:
    """The result of an assault: hits of both sides, and the rows gained."""
    us, german = (row["attacker"], row["defender"]) if side == 0 else (row["defender"], row["attacker"])
    rows = int(row["rows"])
    advancing = ("US advance", "Germans advance")[side]
    gained = f", {advancing} {counted(rows, 'row')}" if rows else ""
    return f"US {counted(us, 'hit')}, Germans {counted(german, 'hit')}{gained}"


class Fight:
    """One TM Scenario under way, between two forces."""

    def __init__(self, us: Force, german: Force, weather: str, scenario: int, seed: str) -> None:
        self.forces = (us, german)
        self.weather, self.scenario = weather, scenario
        self.rng = Random(seed)  # noqa: S311  (repeatable dice, no secrets)
        self.log: list[tuple[str, str]] = []
        self.losses = [0, 0]  # CVP suffered by each side, prisoners with them

    # -- dice

    def die(self) -> int:
        return int(self.rng.random() * 6) + 1

    def two(self) -> int:
        return self.die() + self.die()

    def read(self, rows: Sequence[EffectRow]) -> str:
        """One die on a table of effects: the first row it does not exceed."""
        face = self.die()
        return str(next(row["effect"] for row in rows if face <= row["max"]))

    def pick(self, candidates: Sequence[One]) -> One:
        return candidates[int(self.rng.random() * len(candidates))]

    def say(self, clause: str, words: str) -> None:
        self.log.append((clause, words))

    # -- PHD-Z1: lines and groups

    def present(self, side: int, lane: int) -> list[Troop]:
        return [t for t in self.forces[side].troops if t.lane == lane and t.in_fight]

    def line(self, side: int, lane: int) -> int:
        """The row of the foremost active unit; 0 where there is none."""
        rows = [t.row for t in self.present(side, lane) if t.active]
        if not rows:
            return 0
        return max(rows) if side == 0 else min(rows)

    def group(self, side: int, lane: int) -> list[Troop]:
        line = self.line(side, lane)
        if not line:
            return []
        return [t for t in self.present(side, lane) if abs(t.row - line) <= SUPPORT and not t.cloaked]

    # -- PHD-Z2, PHD-Z3: strength

    def total(self, group: Sequence[Troop], defence: bool) -> float:
        subtotal = 0.0
        for t in group:
            value = t.strength()[defence]
            subtotal += value * float(S["ambush_factor"]) if t.hidden and defence else value
        share = 0.0
        for t in group:
            if t.kind.type == LEADER and not t.broken and t.kind.modifier <= 0:
                share += float(S["leader_share"]) * (1 - t.kind.modifier)
        return subtotal * (1 + min(share, float(S["leader_share_cap"])))

    def multiplier(self, side: int, lane: int, line: int) -> tuple[float, list[str]]:
        """What helps a defender, all multiplied."""
        force, back = self.forces[side], -FORWARD[side]
        factor, words = float(D["bocage"]), [f"bocage x{D['bocage']}"]
        if side == 1 and (HAS_DRAW[lane][line] or HAS_DRAW[lane][max(line - 1, 0)]):
            factor *= float(D["draw"])
            words.append(f"draw x{D['draw']}")
        held = sum(force.locations[lane][row] for row in (line, line + back) if 1 <= row <= ROWS)
        factor *= 1 + min(float(D["objective_held_tl"]) * held, float(D["objective_held_tl_cap"]))
        dsp = sum(force.worth[lane][row] for row in (line + back * n for n in range(4)) if 1 <= row <= ROWS)
        bonus = min(float(D["fort_per_10_dsp"]) * dsp / 10, float(D["fort_cap"]))
        if bonus:
            words.append(f"fortifications x{1 + bonus:.2f}")
        return factor * (1 + bonus), words

    def ratio(self, side: int, lane: int) -> float:
        """Attack of a side against the defence before it, without artillery: what a posture is chosen by."""
        line = self.line(1 - side, lane)
        if not line:
            return 99.0 if self.line(side, lane) else 0.0
        defence = self.total(self.group(1 - side, lane), True) * self.multiplier(1 - side, lane, line)[0]
        return self.total(self.group(side, lane), False) / max(defence, 0.1)

    # -- PHD-Z9: a player turn

    def player_turn(self, side: int) -> None:
        for module in (m for force in self.forces for m in force.modules):
            module.used = False
        for lane in range(len(LANE_NAMES)):
            self.recover(side, lane)
            self.close_up(side, lane)
            self.wake(side, lane)
        orders = [self.order(side, lane) for lane in range(len(LANE_NAMES))]
        for lane, order in enumerate(orders):
            if order == "fall_back":
                self.fall_back(side, lane)
        self.attacks(side, [lane for lane, order in enumerate(orders) if order == "attack"])

    def recover(self, side: int, lane: int) -> None:
        """Step 1: rally, and Stun comes off."""
        troops = self.present(side, lane)
        led = any(t.kind.type == LEADER and not t.broken for t in troops)
        most = int(H["rally_max"]["with_leader" if led else "without_leader"])
        for t in troops:
            if t.broken and self.die() <= most:
                t.broken = False
            if t.stunned and self.die() <= 2:
                t.stunned = False

    def close_up(self, side: int, lane: int) -> None:
        """Step 2: entering units, and those behind if the owner wishes, march up to the line."""
        forward, enemy = FORWARD[side], self.line(1 - side, lane)
        line = self.line(side, lane)
        goal = line or (enemy - forward if enemy else 0)
        follows = self.forces[side].follow[lane] and line
        for t in self.forces[side].troops:
            if t.lane != lane or not _can_march(t) or not (t.entering or follows):
                continue
            pace = int(MARCH["vehicle" if t.kind.type == VEHICLE else "gun" if t.gun else "infantry"])
            wanted = t.row + forward * pace
            limit = goal or (UNOPPOSED if side == 0 else ROWS + 1 - UNOPPOSED)
            row = min(wanted, limit) if side == 0 else max(wanted, limit)
            if t.entering or (row - t.row) * forward > 0:
                t.row = min(max(row, 1), ROWS)
                t.entering = False

    def wake(self, side: int, lane: int) -> None:
        """Step 3, PHD-C5.31.act: Reserve wakes with the enemy line within 3 rows."""
        enemy = self.line(1 - side, lane)
        for t in self.forces[side].troops:
            if t.cloaked and t.lane == lane and enemy and abs(t.row - enemy) <= HEXES["reserve_wakes"]:
                t.cloaked = False

    def order(self, side: int, lane: int) -> str:
        """What a lane does: as ordered, or by the computer's posture."""
        ordered = self.forces[side].posture[lane]
        if ordered != "auto":
            return ordered
        p, ours = DATA["posture"], self.ratio(side, lane)
        if not self.line(side, lane):
            return "hold"
        if self.forces[side].attacks:
            presses = side == 0 and self.scenario == SCENARIOS
            least = p["press_last_scenario_ratio" if presses else "attack_when_ratio"]
            return "attack" if ours >= least else "hold"
        if ours >= p["counterattack_when_ratio"] and self.line(1 - side, lane):
            return "attack"
        near = self.line(1 - side, lane) and abs(self.line(1 - side, lane) - self.line(side, lane)) <= 2
        return "fall_back" if near and self.ratio(1 - side, lane) >= p["fall_back_when_ratio"] else "hold"

    def fall_back(self, side: int, lane: int) -> None:
        """Step 4: the group goes back; Guns and what cannot move stay."""
        for t in self.group(side, lane):
            if not t.gun and not t.stuck:
                t.row = min(max(t.row - FORWARD[side] * FALL_BACK, 1), ROWS)

    def attacks(self, side: int, lanes: list[int]) -> None:
        """Step 5: best ratio first; an Idle side assaults in few lanes."""
        left = len(LANE_NAMES) if self.forces[side].attacks else int(DATA["posture"]["idle_attack_lanes"])
        for lane in sorted(lanes, key=lambda lane: (-self.ratio(side, lane), lane)):
            ours, theirs = self.line(side, lane), self.line(1 - side, lane)
            if not ours:
                continue
            if not theirs:
                self.gain(side, lane, UNOPPOSED)
                continue
            gap = (theirs - ours) * FORWARD[side] - 1
            if gap > 0:
                self.gain(side, lane, min(gap, int(MARCH["infantry"])), to_contact=True)
                gap = (self.line(1 - side, lane) - self.line(side, lane)) * FORWARD[side] - 1
            if gap <= 0 and left:
                left -= 1
                self.assault(side, lane)

    # -- PHD-Z5: an assault

    def assault(self, side: int, lane: int) -> None:
        attack, defend = self.group(side, lane), self.group(1 - side, lane)
        line = self.line(1 - side, lane)
        factor, words = self.multiplier(1 - side, lane, line)
        ours, theirs = self.total(attack, False), self.total(defend, True) * factor
        ours, theirs = ours + self.artillery(side, lane, False), theirs + self.artillery(1 - side, lane, True)
        ratio = ours / max(theirs, 0.1)
        drm = int(next(row["drm"] for row in DATA["odds"]["row"] if ratio <= row["max"]))
        more = self.modifiers(side, attack, defend)
        drm += sum(value for _, value in more)
        original = self.two()
        row = next(r for r in A["row"] if original + drm <= r["max"])
        self.say(
            "PHD-Z5",
            f"Lane {lane + 1}, {NATIONS[side]} assault: {ours:.1f} to {theirs:.1f} ({', '.join(words)}), "
            f"DR {with_drm(original, drm)}: {assault_words(side, row)}",
        )
        for t in (*attack, *defend):
            t.engaged = True
            t.hidden = False
        self.anti_tank(defend, attack)
        self.anti_tank(attack, defend)
        tanks = any(t.kind.type == VEHICLE and not t.stuck and not t.dead for t in attack)
        for _ in range(row["attacker"]):
            self.hit(attack, False)
        for _ in range(row["defender"]):
            self.hit(defend, tanks)
        for _ in range(row["prisoners"]):
            self.prisoner(defend)
        self.heroes(side, lane, original)
        self.breakdown(attack)
        self.breakdown(defend)
        if row["rows"]:
            self.gain(side, lane, row["rows"])

    def modifiers(self, side: int, attack: list[Troop], defend: list[Troop]) -> list[tuple[str, int]]:
        values = {row["id"]: int(row["value"]) for row in DATA["odds"]["drm"]}
        result = []
        if self.weather == "Mist":
            result.append(("mist", values["mist"]))
        if any(t.kind.engineer and not t.broken for t in attack):
            result.append(("engineers", values["engineers"]))
        if any(t.kind.type == VEHICLE and not t.stuck for t in attack) and not sum(
            t.at_rating() for t in defend
        ):
            result.append(("armour", values["armour_unanswered"]))
        if not self.forces[side].attacks:
            result.append(("idle", values["idle"]))
        return result

    def artillery(self, side: int, lane: int, defending: bool) -> float:
        """PHD-Z4: each module once a player turn, in the first assault of its lane."""
        result = 0.0
        for m in self.forces[side].modules:
            if m.lane != lane or m.used:
                continue
            m.used = True
            most = int(DATA["oba"]["access_max"][m.strength])
            most += int(DATA["oba"]["preregistered_bonus"]) if defending and lane in m.lanes_registered else 0
            if self.die() <= most:
                m.fired = True
                result += float(DATA["oba"]["value"][m.size])
                self.say("PHD-Z4", f"{NATIONS[side]} {m.size} artillery fires in lane {lane + 1}")
        return result

    # -- PHD-Z6: hits

    def hit(self, group: list[Troop], tanks: bool) -> None:
        if tanks:
            guns = [t for t in group if t.gun and not t.dead and not t.prisoner]
            if self.die() <= int(T["gun_hit_max"]) and guns:
                return self.lose_gun(self.pick(guns))
        mmc = [t for t in group if t.mmc and not t.dead and not t.prisoner]
        if not mmc:
            return None
        effect = self.read(H["row"])
        victim = self.pick(mmc)
        if effect == "break" and not victim.broken:
            victim.broken = True
            return None
        self.reduce(victim, group)
        if effect.endswith("leader"):
            self.hit_leader(group)
        return None

    def hit_leader(self, group: list[Troop]) -> None:
        leaders = [t for t in group if t.kind.type == LEADER and not t.dead]
        if leaders:
            victim = self.pick(leaders)
            effect = self.read(H["leader"])
            if effect == "wounded" and not victim.wounded:
                victim.wounded = True
            else:
                self.kill(victim, group)

    def lose_gun(self, t: Troop) -> None:
        gun = next(g for g in t.gear if is_gun(g))
        t.gear.remove(gun)
        t.lost.append(gun)
        self.losses[t.side] += GUN_VP

    def reduce(self, t: Troop, group: list[Troop]) -> None:
        """Casualty Reduction: a squad becomes its HS, a HS or crew dies."""
        if t.kind.half:
            self.losses[t.side] += t.kind.vp - KINDS[t.kind.half].vp
            t.kind = KINDS[t.kind.half]
        else:
            self.kill(t, group)

    def kill(self, t: Troop, group: Sequence[Troop]) -> None:
        t.dead = True
        self.losses[t.side] += t.kind.vp
        heirs = [x for x in group if x.mmc and not x.dead and not x.prisoner and x is not t]
        for g in t.gear:
            if t.kind.type == VEHICLE:
                continue
            if heirs and self.die() % 2 == 0:
                self.pick(heirs).gear.append(g)
            else:
                t.lost.append(g)
                self.losses[t.side] += GUN_VP if is_gun(g) else 0
        t.gear = []

    def prisoner(self, group: list[Troop]) -> None:
        """A broken engaged MMC if there is one, else any."""
        mmc = [t for t in group if t.mmc and not t.dead and not t.prisoner]
        broken = [t for t in mmc if t.broken]
        if mmc:
            self.take(self.pick(broken or mmc))

    def take(self, t: Troop) -> None:
        t.prisoner, t.broken, t.gear = True, False, []
        self.losses[t.side] += PRISONER_MULTIPLIER * t.kind.vp

    # -- PHD-Z7: armour

    def anti_tank(self, shooters: list[Troop], targets: list[Troop]) -> None:
        rating = sum(t.at_rating() for t in shooters if not t.dead)
        tanks = [t for t in targets if t.kind.type == VEHICLE and not t.dead]
        if not rating or not tanks:
            return
        if self.two() > min(int(T["number_max"]), int(T["number_base"]) + rating // 2):
            return
        victim = self.pick(tanks)
        effect = self.read(T["effect"])
        self.say(
            "PHD-Z7",
            f"{NATIONS[victim.side]} {victim.kind.name.replace('_', ' ')}: {effect.replace('_', ' ')}",
        )
        if effect == "immobilized":
            victim.immobile = True
        elif effect == "stunned":
            victim.stunned = True
        elif effect == "main_armament_malfunctions":
            victim.gear = ["MA!" if g.startswith("MA") and g != "MAx" else g for g in victim.gear]
        else:
            self.destroy(victim)

    def destroy(self, t: Troop) -> None:
        t.burning = self.die() <= int(T["burning_max"])
        t.dead = True
        points = t.kind.vp + sum(KINDS[g[2:]].vp for g in t.gear if g.startswith("AL"))
        if self.die() <= int(T["crew_survives_max"]):
            crew = VEHICLE_CREWS[SIDES[t.side]]  # PHD-Z7: who is left of a vehicle destroyed
            self.born(t, crew, broken=True)
            points -= KINDS[crew].vp  # the crew inside is still alive
        self.losses[t.side] += points

    def born(self, like: Troop, kind: str, broken: bool = False) -> None:
        """A unit that comes up in play; it gets its place when the turn is carried back."""
        new = Troop(
            -1, like.side, KINDS[kind], like.row, like.lane, [], broken=broken, engaged=True, born=True
        )
        self.forces[like.side].troops.append(new)

    # -- PHD-Z8: breakdown, heroes, snipers

    def heroes(self, side: int, lane: int, original: int) -> None:
        on = DATA["breakdown"]["hero_on"]
        for number, wanted in ((side, on["attacker"]), (1 - side, on["defender"])):
            like = next((t for t in self.group(number, lane) if t.mmc and not t.dead), None)
            if original == wanted and like is not None and not self.forces[number].hero:
                self.forces[number].hero = True
                self.born(like, HERO)
                self.say("PHD-Z8", f"{NATIONS[number]} hero created in lane {lane + 1}")

    def breakdown(self, group: list[Troop]) -> None:
        roll = self.two()
        if roll == int(DATA["breakdown"]["malfunction_on"]):
            self.mark(group, _can_break, "!")
        elif roll == int(DATA["breakdown"]["depletion_on"]):
            self.mark(group, _can_deplete, "~")

    def mark(self, group: list[Troop], test: Callable[[str], bool], sign: str) -> None:
        candidates = [
            (t, n) for t in group if not t.dead and not t.prisoner for n, g in enumerate(t.gear) if test(g)
        ]
        if candidates:
            t, n = self.pick(candidates)
            t.gear[n] += sign

    def snipers(self) -> None:
        """Each game turn both sides roll."""
        for side, force in enumerate(self.forces):
            if self.two() > force.san:
                continue
            face = self.die()
            enemy = [t for t in self.forces[1 - side].troops if t.in_fight and not t.cloaked]
            leaders = [t for t in enemy if t.kind.type == LEADER]
            mmc = [t for t in enemy if t.mmc]
            if face == 1 and leaders:
                victim = self.pick(leaders)
                if victim.wounded:
                    self.kill(victim, [])
                victim.wounded = True
            elif face == 2 and mmc:
                self.pick(mmc).broken = True

    # -- PHD-Z10: gaining rows

    def gain(self, side: int, lane: int, rows: int, to_contact: bool = False) -> None:
        group = [t for t in self.group(side, lane) if not t.dead]
        if not any(t.mmc and not t.broken for t in group):
            return
        forward = FORWARD[side]
        start = self.line(side, lane)
        new = min(max(start + forward * min(rows, MAX_ROWS), 1), ROWS)
        for t in group:
            if (t.active and not t.stuck and not t.gun) or t.kind.type in (LEADER, HERO):
                t.row += forward * min((new - t.row) * forward, MAX_ROWS)
        self.forces[side].gained.append((lane, new))
        if not to_contact:
            self.drive_off(side, lane, new, rows)
        self.bog(side, lane, start, new, group)

    def drive_off(self, side: int, lane: int, new: int, rows: int) -> None:
        """Enemy units on or before the new line are lost, taken, or retire behind it."""
        forward, enemy = FORWARD[side], 1 - side
        behind = new + forward
        for t in self.present(enemy, lane):
            if (new - t.row) * forward < 0:
                continue
            if t.gun:
                self.lose_gun(t)
            if t.kind.type == VEHICLE and t.stuck:
                self.destroy(t)
                continue
            if t.broken and t.mmc and rows >= 2:
                effect = self.read(H["overrun_broken"])
                if effect == "prisoner":
                    self.take(t)
                    continue
                if effect == "eliminated":
                    self.kill(t, [])
                    continue
            if 1 <= behind <= ROWS:
                t.row = behind
            else:
                t.exited = True  # PHD-TM8: kept

    def bog(self, side: int, lane: int, start: int, new: int, group: list[Troop]) -> None:
        tanks = [t for t in group if t.kind.type == VEHICLE and not t.stuck and t.row == new]
        crossed = range(min(start, new), max(start, new) + 1)
        if (
            not tanks
            or start == new
            or lane in self.forces[side].breaches
            or any(HAS_ROAD[lane][row] for row in crossed)
        ):
            return
        if self.two() >= int(T["bog_min"]):
            self.pick(tanks).bogged = True


def _can_march(t: Troop) -> bool:
    """Whether a unit is there and free to march up."""
    gone = t.dead or t.exited or t.prisoner
    return not (gone or t.cloaked or t.broken or t.stuck or t.waiting)


def _can_break(gear: str) -> bool:
    name = bare(gear)
    return not has_mark(gear, "!") and (
        name in MACHINE_GUNS or name == "LTMTR" or name == "MA" or is_gun(gear)
    )


def _can_deplete(gear: str) -> bool:
    return not has_mark(gear, "~") and (bare(gear) == "MA" or is_gun(gear))
