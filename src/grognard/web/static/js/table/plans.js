// @ts-check
// A fight before it is declared: who attacks, what is drawn, which answer is assumed. One press declares it and makes the draw.
import { action } from "./choices.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {{results: Record<string, string>, columns: Record<string, string>, enemy: string, own: string}} Case */
/** @typedef {{verb: string, hex: string, possible: string[], attackers: Set<string>, target: string, fire: string, defense: string,
 *   shown: any, error: string | null}} Plan
 *   verb: attack, assault, bombard or fight; target: the unit of a stack that is bombarded; shown: the server's answer */
/** @typedef {{hex: string, fire: string, target: string}} Intent what was decided with the plan and is still to be done */

/** Verbs that begin a fight. */
export const FIGHTS = new Set(["attack", "assault", "bombard", "fight", "overrun", "barrage", "fly"]);
/** Verbs whose subject is a unit that others may join. */
const BY_UNITS = new Set(["attack", "overrun", "barrage", "fly"]);

/** Opens the plan of a fight. @param {Play} play @param {string} verb @param {string} hex @param {string} [first] the only attacker so far */
export function openPlan(play, verb, hex, first) {
  const { model } = play,
    possible = ["attack", "barrage", "fly"].includes(verb) ? (model.aims(verb).get(hex) ?? []) : [];
  play.clear();
  play.plan = {
    verb,
    hex,
    possible,
    attackers: new Set(first ? [first] : possible),
    target: "",
    fire: "",
    defense: "",
    shown: null,
    error: null,
  };
  play.changed();
  void askPlan(play);
}

/** The chances of each draw against each answer. @param {Play} play */
export async function askPlan(play) {
  const { plan, model } = play;
  if (model.dress.own?.askOdds) return model.dress.own.askOdds(play);
  if (!plan) return;
  play.counting?.abort();
  const asked = (play.counting = new AbortController()),
    [first, ...rest] = plan.attackers;
  if (BY_UNITS.has(plan.verb) && !first) {
    plan.shown = null;
    return play.changed();
  }
  const subject =
    plan.verb === "bombard" ? (model.bombardments.get(plan.hex)?.[0] ?? "") : BY_UNITS.has(plan.verb) ? first : "";
  try {
    const found = await model.seat.plan(action(plan.verb, subject, plan.hex), rest, plan.target, asked.signal);
    if (asked.signal.aborted || play.plan !== plan) return;
    plan.shown = found;
    plan.error = null;
    const fires = found.rows.map((/** @type {any} */ r) => r.fire);
    if (!fires.includes(plan.fire)) plan.fire = fires.includes("none") ? "none" : (fires[0] ?? "none");
    plan.defense ||= found.likely;
  } catch (error) {
    if (asked.signal.aborted) return;
    plan.shown = null;
    plan.error = error instanceof Error ? error.message : String(error);
  }
  play.changed();
}

/** The chances of the draw and the answer that are chosen. @param {Plan} plan @param {string} [fire] @returns {Case | null} */
export function caseOf(plan, fire = plan.fire) {
  const row = plan.shown?.rows.find((/** @type {any} */ r) => r.fire === fire);
  return row?.answers[plan.defense] ?? null;
}

/** Adds or removes an attacker. @param {Play} play @param {string} id */
export function toggleAttacker(play, id) {
  const set = play.plan?.attackers;
  if (!set) return;
  if (!set.delete(id)) set.add(id);
  play.changed();
  void askPlan(play);
}

/** A click on the map while a fight is planned. @param {Play} play @param {string} hex @param {string | null} unit */
export function clickPlanning(play, hex, unit) {
  const plan = /** @type {Plan} */ (play.plan),
    { model } = play;
  if (unit && plan.possible.includes(unit)) return toggleAttacker(play, unit);
  const here = model.stack(hex).find((u) => plan.possible.includes(u.id));
  if (here) return toggleAttacker(play, here.id);
  if (hex === plan.hex) return undefined;
  if (plan.verb === "assault" && model.choice("")?.hexes.includes(hex)) return openPlan(play, "assault", hex);
  if (model.targets.has(hex)) return openPlan(play, "attack", hex);
  if (model.bombardments.has(hex)) return openPlan(play, "bombard", hex);
  return play.letGo();
}

/** Declares the fight that is planned; several actions, one press. @param {Play} play */
export async function declareFight(play) {
  const { plan, model } = play;
  if (!plan || (BY_UNITS.has(plan.verb) && !plan.attackers.size)) return;
  const own = model.dress.own?.attack;
  if (!own && !plan.shown) return;
  const work = () => (own ? own(play, plan) : declared(play, plan));
  await play.doing.press(`${plan.verb} ${plan.hex}`, work);
}

/** @param {Play} play @param {Plan} plan @returns {Promise<boolean>} */
async function declared(play, plan) {
  const [first, ...rest] = plan.attackers,
    subject = BY_UNITS.has(plan.verb) ? first : plan.verb === "bombard" ? plan.fire : "";
  play.intent = { hex: plan.hex, fire: plan.fire, target: plan.shown?.defender ?? "" };
  if (!(await play.act(action(plan.verb, subject, plan.hex)))) return false;
  const { model } = play;
  while (model.table.mine && model.verbs.includes("join")) {
    const one = rest.find((id) => model.unitChoices.get(id)?.startsWith("join "));
    if (!(await play.act(one ? `join ${one}` : "done")) || !one) break;
  }
  return carryOut(play);
}

/** Does what was decided with the plan, as soon as it is asked for. @param {Play} play @returns {Promise<boolean>} */
export async function carryOut(play) {
  const next = intended(play);
  if (!next) return true;
  if (next.startsWith("support ")) play.intent = null;
  return play.act(next);
}

/** The action that a plan has decided already, if it is due now. @param {Play} play @returns {string | null} */
export function intended(play) {
  const { intent, model } = play,
    t = model.table;
  if (!intent || !t.mine || model.veil || model.past) return null;
  if (t.combat?.hex !== intent.hex) {
    play.intent = null; // the fight is over, or another one has begun
    return null;
  }
  const wanted = [`support ${intent.fire}`, `target ${intent.target}`];
  return wanted.find((text) => t.legal?.plain.includes(text)) ?? null;
}
