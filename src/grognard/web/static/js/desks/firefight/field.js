// @ts-check
// Decisions on the map: choose who, see where, click. A click on a unit takes the next thing it can do.
import { h } from "../../dom.js";
import { announce } from "../../marks.js";
import { dragOut } from "../dragout.js";
import { orders } from "../orders.js";
import { mapOf } from "../phd/map.js";
import { counter, pile } from "./counters.js";
import { unheld } from "./stacks.js";
import { aim, hold, lights, looking, lookPanel } from "./look.js";
import {
  barredPanel,
  cannotRally,
  declared,
  drivePanel,
  firePanel,
  gistLine,
  hexPanel,
  isAimed,
  joined,
  rollsPanel,
  score,
  shotPanel,
  success,
} from "./panels.js";
import { answered, answersPanel } from "./answers.js";
import { dangers } from "./dangers.js";
import { closePanel } from "./close.js";
import { artilleryPanel, isArtillery } from "./artillery.js";
import { endingPanel } from "./ending.js";
import { enterNext, waitingToEnter } from "./entering.js";
import { fanOut, refreshFan } from "./fan.js";
import { approach, frame } from "./framing.js";
import { refusedPanel } from "./refused.js";
import { routPanel, routPath } from "./rout.js";
import { aimedLine, aimHead, aimPanel, isAttack, mustAim } from "./aim.js";
import { outcomePanel } from "./outcome.js";
import { chooseFirst, setupHelp } from "./setup.js";
import { isTyping, typedPanel } from "./typed.js";
import { goThere, isOnWay, isTap, isUntouched, pathOf, pointAt, wayOf, wayPanel } from "./way.js";
import { fold, more, waiting, weapons } from "./asides.js";
import { ending, VERBS, words } from "./action_text.js";

/** @typedef {import("../frame.js").Desk} Desk */

const SELDOM = new Set([
  "give",
  "claim",
  "drop",
  "fortify",
  "mine",
  "turn",
  "watch",
  "ruin",
  "shed",
  "deploy",
  "halve",
  "bare",
  "dismantle",
  "despair",
]); // folded away

/** What a phase is mostly for: it stands first, and a click on a counter takes it up first. */
const FIRST = ["place", "rally", "fire", "shell", "serve", "strafe", "shoot", "engage", "rout", "advance", "lead", "drive"];

const BESIDES = new Set([
  "dig",
  "clearance",
  "dismantle",
  "assemble",
  "opportunity",
  "crawl",
  "recover",
  "smoke",
  "wp",
  "lay",
  "breach",
  "mop",
]);

const HANDLING = /^(steer|load|against|speed) /; // choices of a vehicle or a shot, as buttons

const NO_CLICK = new Set(["spray", "slit", "sneak", "enter"]); // no stray click spreads fire or takes up a "?"

const FAR = "onward"; // a whole way
const LEAD = "lead"; // who sets out

/** Whether a move is that of a unit that can be chosen first, and then goes near or far. @param {Desk} desk @param {string} action */
const isLed = (desk, action) => action.startsWith("move ") && desk.model.actions.includes(`${LEAD} ${action.split(" ")[1]}`);

/** Decisions that end with a hex: "verb unit" to hexes. @param {Desk} desk @returns {Map<string, string[]>} */
function ways(desk) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const action of desk.model.mine ? desk.model.actions : []) {
    const parts = action.split(" "),
      hex = parts[parts.length - 1];
    if (parts.length < 2 || NO_CLICK.has(parts[0]) || !desk.own.hexes?.has(hex)) continue;
    if (isLed(desk, action)) continue;
    const key = parts[0] === FAR ? "go" : parts.slice(0, -1).join(" "); // one click, near or far
    if (found.get(key)?.includes(hex)) continue;
    found.set(key, [...(found.get(key) ?? []), hex]);
  }
  return found;
}

/** Whether a decision is a lit hex; an upper level is none, and stands in the panel. @param {string} action @param {Map<string, string[]>} all */
function isOnMap(action, all) {
  const parts = action.split(" "),
    hex = parts.pop() ?? "";
  return Boolean(all.get(parts.join(" "))?.includes(hex));
}

/** Whether a decision of a unit for an upper level is to be listed: those of the chosen unit alone, beside its hexes. @param {Desk} desk @param {string} action @param {Map<string, string[]>} all */
function isOfChosen(desk, action, all) {
  const key = action.split(" ").slice(0, -1).join(" ");
  return !key.includes(" ") || !all.has(key) || key === desk.own.who;
}

/** Decisions that name one unit. @param {Desk} desk */
const ones = (desk) =>
  (desk.model.mine ? desk.model.actions : []).filter((a) => {
    const [verb, id, more] = a.split(" ");
    return verb in VERBS && id && !more && desk.table.units?.[id];
  });

/** @param {Desk} desk @param {string} key */
const unitOf = (desk, key) => desk.table.units?.[key.split(" ")[1] ?? ""];

/** @param {Desk} desk @param {string} hex */
export function openHex(desk, hex) {
  desk.own.hex = hex;
  desk.own.chart?.show(hex);
  desk.changed();
}

/** What a click on each hex can take up: the decisions of the units there. @param {Desk} desk @param {Map<string, string[]>} all */
function standing(desk, all) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const key of all.keys()) {
    const hex = unitOf(desk, key)?.hex;
    if (hex && !SELDOM.has(key.split(" ")[0])) found.set(hex, [...(found.get(hex) ?? []), key]);
  }
  for (const keys of found.values()) keys.sort((a, b) => rank(a.split(" ")[0]) - rank(b.split(" ")[0]));
  return found;
}

/** What asks for a hex and nothing else. @param {Map<string, string[]>} all */
const onlyHex = (all) => [...all.keys()].filter((key) => !key.includes(" ") && !SELDOM.has(key));

/** Which of several such decisions a click on a lit hex is. @param {Desk} desk @param {string[]} alone */
const clickMeans = (desk, alone) =>
  alone.length > 1 &&
  h(
    "div.dk-row",
    { role: "group", "aria-label": "What a click on a lit hex does" },
    alone.map((key) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `who-${key}`,
          "aria-pressed": String(key === desk.own.who),
          onclick: () => choose(desk, key),
        },
        VERBS[key]?.[0] ?? key,
      ),
    ),
  );

/** @param {Desk} desk @param {HTMLElement} main */
export function fieldTab(desk, main) {
  const all = ways(desk);
  if (desk.own.who && !all.has(desk.own.who)) desk.own.who = null;
  const alone = onlyHex(all);
  if (!desk.own.who && alone.length) desk.own.who = alone.includes("go") ? "go" : alone[0];
  const routs = [...all.keys()].filter((key) => key.startsWith("rout "));
  if (!desk.own.who && routs.length === 1) [desk.own.who] = routs; // the only unit that may: its ways are lit at once
  if (!desk.own.who) desk.own.who = chooseFirst(desk, all);
  const goals = desk.own.who ? (all.get(desk.own.who) ?? []) : [],
    kind = isAttack(desk.own.who) ? "target" : "goal",
    lit = new Map(goals.map((hex) => [hex, kind])),
    taken = standing(desk, all);
  desk.own.goals = goals;
  const home = desk.own.who && unitOf(desk, desk.own.who)?.hex;
  if (home && !lit.has(home)) lit.set(home, "chosen");
  const leads = desk.model.actions.filter((a) => a.startsWith(`${LEAD} `));
  if (leads.length) desk.own.leads = leads; // kept while one of them is on its way
  if (isChoosing(desk)) desk.own.entering = waitingToEnter(desk.model.actions, desk.table.units ?? {});
  for (const hex of [...taken.keys(), ...ones(desk).map((a) => unitOf(desk, a)?.hex)])
    if (hex && !lit.has(hex)) lit.set(hex, "range");
  for (const hex of arcOf(desk)) if (!lit.has(hex)) lit.set(hex, "arc");
  const fire = aimedLine(desk) ?? declared(desk);
  for (const hex of fire?.from ?? []) lit.set(hex, "chosen");
  if (fire) lit.set(fire.to, "target");
  const over = dangers(desk, fire);
  if (over.target && !lit.has(over.target)) lit.set(over.target, "target");
  const seen = lights(desk);
  const drawn = mapOf(desk, main, {
    lit,
    way: pathOf(desk) ?? routPath(desk),
    threads: over.threads,
    dangers: over.dangers,
    notes: looking(desk) ? new Map() : over.notes,
    ...seen,
    pile: (here, px) => pile(desk.past ? unheld(here) : here, px),
    hold: (hex) => hold(desk, hex),
    hover: (hex) => {
      const before = desk.own.under;
      desk.own.under = hex;
      aim(desk, hex);
      if (isArtillery(desk) && before !== hex && goals.includes(hex ?? "")) desk.changed();
      pointAt(desk, hex);
      fanOut(desk, looking(desk) ? null : hex);
    },
    click: (hex) => {
      if (looking(desk)) return aim(desk, hex);
      const keys = hex ? taken.get(hex) : null;
      const [sets] = hex && !goals.includes(hex) && !keys ? leaders(desk, hex) : [];
      if (sets) return void setOut(desk, sets);
      if (hex && goals.includes(hex) && isTap() && mustShow(desk, hex)) return desk.changed();
      if (hex && (goals.includes(hex) || (desk.own.who && !keys))) return void go(desk, hex);
      if (keys) desk.own.who = keys[(keys.indexOf(desk.own.who) + 1) % keys.length]; // another click takes the next
      desk.own.hex = hex;
      desk.own.refused = null;
      desk.changed();
      return undefined;
    },
  });
  main.querySelector(".phd-toggles")?.remove(); // the campaign's overlays
  frame(desk);
  refreshFan(desk);
  return drawn;
}

/** On a touch screen the first tap on a goal shows what may happen there, the second goes. @param {Desk} desk @param {string} hex */
function mustShow(desk, hex) {
  const artillery = isArtillery(desk);
  if (!artillery && !isOnWay(desk)) return false;
  if ((artillery ? desk.own.under : desk.own.aimed) === hex) return false;
  desk.own.under = desk.own.aimed = hex;
  return true;
}

/** The covered arc of the Gun that is chosen, or stands in the open hex. @param {Desk} desk @returns {string[]} */
function arcOf(desk) {
  const arcs = /** @type {Record<string, string[]>} */ ((desk.see("ground") ?? desk.own.ground)?.arcs ?? {}),
    chosen = (desk.own.who ?? "").split(" ")[1],
    id =
      chosen in arcs ? chosen : Object.keys(arcs).find((one) => desk.own.hex && desk.table.units?.[one]?.hex === desk.own.hex);
  return id ? arcs[id] : [];
}

/** The decision that a click on a hex means: the next hex, or a whole way; of a hex out of reach the way is refused. @param {Desk} desk @param {string} who @param {string} hex */
function orderTo(desk, who, hex) {
  const { actions } = desk.model,
    near = `${who} ${hex}`;
  return who === "go" && !actions.includes(near) && actions.some((a) => a.startsWith(`${FAR} `)) ? `${FAR} ${hex}` : near;
}

/** Who can set out from a hex: now, or once a stack that has done nothing is let go. @param {Desk} desk @param {string} hex @returns {string[]} */
function leaders(desk, hex) {
  if (isOnWay(desk) && !isUntouched(desk) && !isSpent(desk)) return [];
  return othersToLead(desk).filter((/** @type {string} */ a) => unitOf(desk, a)?.hex === hex);
}

/** Whether the stack that moves can enter no hex any more, and may stop. @param {Desk} desk */
const isSpent = (desk) => isOnWay(desk) && !desk.own.goals?.length && desk.model.actions.includes("done");

/** The units that could set out when the phase was last chosen from, without those on the way. @param {Desk} desk @returns {string[]} */
const othersToLead = (desk) =>
  (desk.own.leads ?? []).filter((/** @type {string} */ a) => !wayOf(desk)?.units.includes(a.split(" ")[1]));

/** Whether the player chooses who moves next. @param {Desk} desk */
const isChoosing = (desk) => desk.model.mine && desk.model.actions.some((a) => /^(lead|drive) /.test(a));

/** Whether a vehicle is driven. @param {Desk} desk */
const isDriving = (desk) => desk.model.mine && /drive/.test(desk.table.purpose ?? "") && !isChoosing(desk);

/** The next unit to enter, unless the one that was taken up has yet to move. @param {Desk} desk */
function entry(desk) {
  const onMap = isOnWay(desk) || isDriving(desk);
  if (!isChoosing(desk) && !(onMap && desk.model.actions.includes("done") && !isUntouched(desk))) return false;
  const moving = wayOf(desk)?.units ?? [desk.see("drive")?.vehicle?.id ?? ""];
  return enterNext(desk, onMap ? moving : [], onMap ? ending(desk) : "", (action) => void setOut(desk, action));
}

/** Who may move next, once the stack on the way can go no farther: one click ends its move and takes up the other. @param {Desk} desk */
function nextOnes(desk) {
  const others = isSpent(desk) ? othersToLead(desk) : [];
  return (
    others.length > 0 && [
      h("h3", null, "Stop here, and move next"),
      h(
        "div.phd-pick.ff-pick",
        { role: "group", "aria-label": "Stop here, and move next", "data-scroll": "pick-next", tabindex: 0 },
        others.map((action) => press(desk, action, `next ${action}`, () => void setOut(desk, action), false, false)),
      ),
    ]
  );
}

/** A decision about one unit; who is to move is brought into view. @param {Desk} desk @param {string} action */
function take(desk, action) {
  const hex = /^(lead|drive) /.test(action) && unitOf(desk, action)?.hex;
  if (hex) approach(desk, hex);
  return desk.send(action);
}

/** A click on a unit: it is the one that moves. @param {Desk} desk @param {string} action */
function setOut(desk, action) {
  Object.assign(desk.own, { hex: null, refused: null, aimed: null });
  const hex = unitOf(desk, action)?.hex;
  if (hex) approach(desk, hex);
  return desk.sendAll(isOnWay(desk) || isDriving(desk) ? ["done", action] : [action]);
}

/** Does what was chosen, or says why it cannot be. @param {Desk} desk @param {string | null} hex */
async function go(desk, hex) {
  const { who } = desk.own;
  if (!who || !hex) return desk.changed();
  const order = orderTo(desk, who, hex);
  Object.assign(desk.own, { hex, refused: null });
  if (!ways(desk).get(who)?.includes(hex)) {
    try {
      const verdict = await desk.wait(desk.judge(order));
      desk.own.refused = { hex, order, verdict, seq: desk.table.seq };
      announce(`Refused. ${verdict.rulings.map((/** @type {any} */ r) => r.because).join(". ")}`);
      return desk.changed();
    } catch (error) {
      return desk.refused(error);
    }
  }
  if (await mustAim(desk, order, hex)) return desk.changed();
  desk.own.hex = desk.own.aimed = null;
  const off = unitOf(desk, who) && !unitOf(desk, who)?.hex;
  if ((await desk.send(order)) && off && desk.own.who === who) desk.own.who = nextOff(desk, who);
  desk.changed();
  return announce(words(order, desk));
}

/** After a unit that came onto the map, the next one that is still off it. @param {Desk} desk @param {string} who @returns {string | null} */
function nextOff(desk, who) {
  const [verb] = who.split(" "),
    others = [...ways(desk).keys()].filter((key) => key !== who && key.startsWith(`${verb} `));
  return others.find((key) => unitOf(desk, key) && !unitOf(desk, key)?.hex) ?? null;
}

/** Whether the end of the step gives up what it is for: a stack that stays, a close combat without an attack. @param {Desk} desk */
export const isUnwise = (desk) =>
  isUntouched(desk) || (/attacks|strikes/.test(desk.table.purpose ?? "") && !desk.see("close")?.named?.length);

/** What a phase is for, then what else there is, then what can be done besides. @param {string} verb */
const rank = (verb) => (FIRST.includes(verb) ? FIRST.indexOf(verb) : FIRST.length + Number(BESIDES.has(verb)));

/** @param {string[][]} verbs */
const inOrder = (...verbs) => verbs.flat().sort((a, b) => rank(a) - rank(b));

/** A verb as the heading of a group. @param {string} verb */
const heading = (verb) => (VERBS[verb]?.[0] ?? verb).replace(/( of| with|:)$/, "");

/** The units that can do one thing. @param {string} verb @param {Element[]} units @param {import("../../dom.js").Child} [besides] */
const group = (verb, units, besides) =>
  h(
    "div.ff-group",
    null,
    h("h3", null, heading(verb)),
    h(
      "div.phd-pick.ff-pick",
      { role: "group", "aria-label": heading(verb), "data-scroll": `pick-${verb}`, tabindex: 0 },
      units,
    ),
    besides,
  );

/** What answers the decision at once: the line of sight that is looked at, a refusal, the attack that is aimed, the buttons. @param {Desk} desk */
export function fieldHead(desk) {
  const { mine, actions } = desk.model;
  if (looking(desk)) return lookPanel(desk);
  if (!mine || isTyping(desk)) return null;
  const plain = actions.filter((a) => !a.includes(" ") || HANDLING.test(a));
  return [
    refusedPanel(desk),
    aimHead(desk),
    goThere(desk),
    answersPanel(desk),
    closePanel(desk),
    gistLine(desk),
    setupHelp(desk),
    plain.length > 0 &&
      h(
        "div.dk-row.ff-do",
        null,
        plain.map((a) =>
          h(
            "button",
            {
              type: "button",
              class: a === "done" && !isUnwise(desk) ? "primary" : "",
              "data-key": `do ${a}`,
              onclick: () => void desk.send(a),
            },
            a === "done" ? ending(desk) : words(a, desk),
          ),
        ),
      ),
    entry(desk),
  ];
}

/** @param {Desk} desk */
export function fieldPanel(desk) {
  const all = ways(desk),
    single = ones(desk),
    { mine, actions } = desk.model;
  if (looking(desk)) return []; // it stands above
  if (isTyping(desk)) return [outcomePanel(desk), typedPanel(desk), score(desk)];
  const ended = endingPanel(desk);
  if (ended) return [ended, desk.own.hex && hexPanel(desk), score(desk)];
  if (!mine) return [outcomePanel(desk), orders(desk), waiting(desk), hexPanel(desk), score(desk)];
  const verbs = [...new Set([...all.keys()].filter((k) => k.includes(" ")).map((k) => k.split(" ")[0]))],
    listed = answered(desk),
    often = verbs.filter((verb) => !SELDOM.has(verb) && !listed.has(verb));
  const rest = actions.filter(
    (a) =>
      a.includes(" ") && !HANDLING.test(a) && !a.startsWith(FAR) && !isLed(desk, a) && !single.includes(a) && !isOnMap(a, all),
  );
  const others = rest.filter((a) => a.split(" ")[0] !== "strike" && !SELDOM.has(a.split(" ")[0]) && isOfChosen(desk, a, all)); // two units, or a unit and a weapon
  const folded = actions.filter((a) => SELDOM.has(a.split(" ")[0]) && !a.startsWith("give "));
  const aimed = isAimed(desk),
    figures = [firePanel(desk), shotPanel(desk), aimed && rollsPanel(desk)];
  return [
    aimPanel(desk),
    !isAimed(desk) && outcomePanel(desk),
    drivePanel(desk),
    wayPanel(desk),
    artilleryPanel(desk),
    !aimed && figures,
    routPanel(desk),
    choosers(desk, all, single, often),
    aimed ? figures : rollsPanel(desk),
    nextOnes(desk),
    cannotRally(desk),
    barredPanel(desk),
    clickMeans(desk, onlyHex(all)),
    next(desk, all),
    rest.some((a) => a.startsWith("strike ")) &&
      orders(desk, { only: (a) => a.startsWith("strike "), title: "Attacks", write: false }),
    others.length > 0 && orders(desk, { only: (a) => others.includes(a), title: "Other decisions", write: false }),
    weapons(desk),
    folded.length > 0 && more(desk, folded),
    waiting(desk),
    desk.own.hex && hexPanel(desk),
    score(desk),
  ];
}

/** The units that can do something, verb by verb: what the phase is for, then, folded away, what else they can do.
 * @param {Desk} desk @param {Map<string, string[]>} all @param {string[]} single @param {string[]} often */
function choosers(desk, all, single, often) {
  const verbs = inOrder(
      [...new Set(single.map((a) => a.split(" ")[0]))].filter((verb) => !SELDOM.has(verb)),
      often,
    ),
    besides = verbs.filter((verb) => BESIDES.has(verb)),
    first = verbs.filter((verb) => !BESIDES.has(verb)),
    draw = (/** @type {string} */ verb) => chooser(desk, all, single, verb, often.includes(verb));
  if (!besides.length || !(first.length || isOnWay(desk))) return h("div.ff-groups", null, verbs.map(draw));
  const names = besides.map((verb) => heading(verb).toLowerCase());
  return [
    h("div.ff-groups", null, first.map(draw)),
    fold(desk, "besides", `Besides: ${names.join(", ")}`, false, besides.map(draw)),
  ];
}

/** @param {Desk} desk @param {Map<string, string[]>} all @param {string[]} single @param {string} verb @param {boolean} isOfHexes */
function chooser(desk, all, single, verb, isOfHexes) {
  if (isOfHexes)
    return group(
      verb,
      [...all.keys()]
        .filter((k) => k.split(" ")[0] === verb)
        .map((key) => press(desk, key, `who-${key}`, () => choose(desk, key), key === desk.own.who)),
    );
  return group(
    verb,
    single.filter((a) => a.startsWith(`${verb} `)).map((a) => press(desk, a, a, () => void take(desk, a), false)),
    TOGETHER[verb] && together(desk, single, verb),
  );
}

/** What to click next. @param {Desk} desk @param {Map<string, string[]>} all */
function next(desk, all) {
  const often = [...all.keys()].some((key) => !SELDOM.has(key.split(" ")[0])),
    count = all.get(desk.own.who ?? "")?.length ?? 0,
    leads = desk.model.actions.some((a) => a.startsWith(`${LEAD} `));
  const idle = isFirePhase(desk) && ![...all.keys()].some(isAttack);
  const text = isSpent(desk)
    ? "It can enter no other hex. Stop here, or click the unit that moves next."
    : desk.own.who
      ? `${count} ${count === 1 ? "hex is" : "hexes are"} legal: click one.`
      : leads
        ? "Click a unit on the map or here: it moves, with those you take along."
        : idle
          ? "No unit of yours can fire: none that may has a target."
          : often && "Click a counter on the map or here, then a lit hex; or drag it there.";
  return text && h("p.muted", { role: "status" }, text);
}

/** Whether units fire of their own accord now. @param {Desk} desk */
const isFirePhase = (desk) => /^(prep|final|advancing) fire$/.test(desk.table.purpose ?? "");

/** What all of a kind do together. @type {Record<string, string>} */
const TOGETHER = { along: "Take all along", join: "All join the fire" };

/** The whole stack of a hex moves, or all who can join. @param {Desk} desk @param {string[]} single @param {string} verb */
function together(desk, single, verb) {
  const all = single.filter((a) => a.startsWith(`${verb} `)),
    onMap = all.every((a) => unitOf(desk, a)?.hex);
  const take = () => void desk.sendAll(all),
    harms = joined(desk, all);
  return (
    onMap &&
    all.length > 1 &&
    h(
      "button",
      { type: "button", "data-key": `all-${verb}`, onclick: take },
      TOGETHER[verb],
      harms && h("small", null, `${harms} harm`),
    )
  );
}

/** @param {Desk} desk @param {string} key */
function choose(desk, key) {
  desk.own.who = key === desk.own.who ? null : key;
  if (!desk.own.who) desk.own.free = desk.table.seq;
  const hex = unitOf(desk, key)?.hex;
  if (hex) approach(desk, hex);
  desk.changed();
}

/** @param {Desk} desk @param {string} key @param {string} mark @param {() => void} does @param {boolean} on @param {boolean} [drags] */
function press(desk, key, mark, does, on, drags = mark !== key) {
  const unit = unitOf(desk, key);
  return h(
    "button",
    {
      type: "button",
      "data-key": mark === key ? `do ${key}` : mark,
      "aria-pressed": String(on),
      title: unit?.title ?? key,
      "aria-label": unit?.title ?? words(key, desk),
      onclick: does,
      onpointerdown: drags && unit ? (/** @type {PointerEvent} */ e) => dragged(desk, key, e) : null,
    },
    unit ? counter(unit, 44) : h("span.phd-word", null, words(key, desk)),
    unit?.hex && h("small", null, [unit.hex, success(desk, key), joined(desk, [key])].filter(Boolean).join(" · ")),
  );
}

/** @param {Desk} desk @param {string} key @param {PointerEvent} down */
function dragged(desk, key, down) {
  const take = () => {
    Object.assign(desk.own, { who: key, hex: null, refused: null });
    desk.changed();
    return counter(unitOf(desk, key), 48);
  };
  dragOut(desk, down, take, (hex) => void go(desk, hex));
}
