// @ts-check
// Decisions on the map: choose who, see where, click. A click on a unit takes the next thing it can do.
import { h } from "../../dom.js";
import { announce } from "../../marks.js";
import { dragOut } from "../dragout.js";
import { orders, refusal } from "../orders.js";
import { mapOf } from "../phd/map.js";
import { counter, pile } from "./counters.js";
import { aim, hold, lights, looking, lookPanel } from "./look.js";
import { drivePanel, firePanel, hexPanel, rollsPanel, score, shotPanel } from "./panels.js";
import { artilleryPanel, isArtillery } from "./artillery.js";
import { aimPanel, isAttack, mustAim } from "./aim.js";
import { isOnWay, isUntouched, pathOf, pointAt, wayPanel } from "./way.js";
import { ending, VERBS, words } from "./action_text.js";

/** @typedef {import("../frame.js").Desk} Desk */

const SELDOM = new Set(["give", "claim", "drop", "fortify", "mine", "turn", "watch"]); // folded away

const BESIDES = new Set([
  "dig",
  "clearance",
  "dismantle",
  "assemble",
  "opportunity",
  "recover",
  "smoke",
  "wp",
  "lay",
  "breach",
  "mop",
]);

const HANDLING = /^(steer|load|against|speed) /; // choices of a vehicle or a shot, as buttons

const NO_CLICK = new Set(["spray", "sneak", "enter"]); // no stray click spreads fire or takes up a "?"

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
  const goals = desk.own.who ? (all.get(desk.own.who) ?? []) : [],
    kind = isAttack(desk.own.who) ? "target" : "goal",
    lit = new Map(goals.map((hex) => [hex, kind])),
    taken = standing(desk, all);
  desk.own.goals = goals;
  const home = desk.own.who && unitOf(desk, desk.own.who)?.hex;
  if (home && !lit.has(home)) lit.set(home, "chosen");
  if (!isOnWay(desk)) desk.own.leads = desk.model.actions.filter((a) => a.startsWith(`${LEAD} `));
  for (const hex of [...taken.keys(), ...ones(desk).map((a) => unitOf(desk, a)?.hex)])
    if (hex && !lit.has(hex)) lit.set(hex, "range");
  for (const hex of arcOf(desk)) if (!lit.has(hex)) lit.set(hex, "arc");
  const seen = lights(desk);
  const drawn = mapOf(desk, main, {
    lit,
    way: pathOf(desk),
    ...seen,
    pile,
    hold: (hex) => hold(desk, hex),
    hover: (hex) => {
      const before = desk.own.under;
      desk.own.under = hex;
      aim(desk, hex);
      if (isArtillery(desk) && before !== hex && goals.includes(hex ?? "")) desk.changed();
      pointAt(desk, hex);
    },
    click: (hex) => {
      if (looking(desk)) return aim(desk, hex);
      const keys = hex ? taken.get(hex) : null;
      const [sets] = hex && !goals.includes(hex) && !keys ? leaders(desk, hex) : [];
      if (sets) return void setOut(desk, sets);
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
  return drawn;
}

/** The covered arc of the Gun that is chosen, or stands in the open hex. @param {Desk} desk @returns {string[]} */
function arcOf(desk) {
  const arcs = /** @type {Record<string, string[]>} */ ((desk.see("ground") ?? desk.own.ground)?.arcs ?? {}),
    chosen = (desk.own.who ?? "").split(" ")[1],
    id =
      chosen in arcs ? chosen : Object.keys(arcs).find((one) => desk.own.hex && desk.table.units?.[one]?.hex === desk.own.hex);
  return id ? arcs[id] : [];
}

/** Who can set out from a hex: now, or once a stack that has done nothing is let go. @param {Desk} desk @param {string} hex @returns {string[]} */
function leaders(desk, hex) {
  if (isOnWay(desk) && !isUntouched(desk)) return [];
  return (desk.own.leads ?? []).filter((/** @type {string} */ a) => unitOf(desk, a)?.hex === hex);
}

/** A click on a unit: it is the one that moves. @param {Desk} desk @param {string} action */
function setOut(desk, action) {
  Object.assign(desk.own, { hex: null, refused: null, aimed: null });
  return desk.sendAll(isOnWay(desk) ? ["done", action] : [action]);
}

/** The area of the card fills the map when it is first drawn. @param {Desk} desk */
function frame(desk) {
  const { chart, ground } = desk.own;
  if (!chart || !ground?.corners || desk.own.framed === chart) return;
  if (!chart.box.clientWidth) return void requestAnimationFrame(() => frame(desk)); // not laid out yet
  desk.own.framed = chart;
  const [a, b] = ground.corners.map((/** @type {string} */ hex) => chart.world.grid.centre(hex)),
    wide = Math.abs(b.x - a.x) + 3,
    tall = Math.abs(b.y - a.y) + 3;
  chart.size = Math.max(12, Math.min(chart.box.clientWidth / wide, chart.box.clientHeight / tall));
  const half = chart.box.clientWidth / chart.size / 2,
    east = Math.max(...[...desk.own.hexes.keys()].map((hex) => chart.world.grid.centre(hex).x)) + 1.5 - half,
    west = half - 1.5;
  chart.x = east < west ? (east + west) / 2 : Math.min(Math.max((a.x + b.x) / 2, west), east); // no empty strip beside the map
  chart.y = (a.y + b.y) / 2;
  chart.draw();
}

/** Does what was chosen, or says why it cannot be. @param {Desk} desk @param {string | null} hex */
async function go(desk, hex) {
  const { who } = desk.own;
  if (!who || !hex) return desk.changed();
  const near = `${who} ${hex}`,
    far = `${FAR} ${hex}`,
    order = who === "go" && !desk.model.actions.includes(near) && desk.model.actions.includes(far) ? far : near;
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

/** What a phase is for stands above what can be done besides. @param {string[][]} verbs */
const inOrder = (...verbs) => verbs.flat().sort((a, b) => Number(BESIDES.has(a)) - Number(BESIDES.has(b)));

/** The units that can do one thing. @param {string} verb @param {Element[]} units */
const group = (verb, units) => [
  h("h3", null, VERBS[verb]?.[0] ?? verb),
  h(
    "div.phd-pick",
    { role: "group", "aria-label": VERBS[verb]?.[0] ?? verb, "data-scroll": `pick-${verb}`, tabindex: 0 },
    units,
  ),
];

/** @param {Desk} desk */
export function fieldPanel(desk) {
  const all = ways(desk),
    single = ones(desk),
    { mine, actions } = desk.model;
  if (looking(desk)) return [lookPanel(desk)];
  if (!mine) return [orders(desk), waiting(desk), hexPanel(desk), score(desk)];
  const verbs = [...new Set([...all.keys()].filter((k) => k.includes(" ")).map((k) => k.split(" ")[0]))],
    often = verbs.filter((verb) => !SELDOM.has(verb)),
    said = desk.own.refused?.seq === desk.table.seq ? desk.own.refused : null;
  const plain = actions.filter((a) => !a.includes(" ") || HANDLING.test(a));
  const rest = actions.filter(
    (a) =>
      a.includes(" ") &&
      !HANDLING.test(a) &&
      !a.startsWith(FAR) &&
      !isLed(desk, a) &&
      !single.includes(a) &&
      !all.has(a.split(" ").slice(0, -1).join(" ")),
  );
  const others = rest.filter((a) => !/^(strike|give|turn) /.test(a)); // two units, or a unit and a weapon
  const folded = actions.filter((a) => SELDOM.has(a.split(" ")[0]) && !a.startsWith("give "));
  return [
    said && h("div", { role: "alert" }, refusal(desk, said.order, said.verdict)),
    firePanel(desk),
    shotPanel(desk),
    aimPanel(desk),
    drivePanel(desk),
    wayPanel(desk),
    artilleryPanel(desk),
    rollsPanel(desk),
    h(
      "div.dk-row.ff-do",
      null,
      plain.map((a) =>
        h(
          "button",
          { type: "button", class: a === "done" ? "primary" : "", "data-key": `do ${a}`, onclick: () => void desk.send(a) },
          a === "done" ? ending(desk) : words(a, desk),
        ),
      ),
    ),
    inOrder(
      [...new Set(single.map((a) => a.split(" ")[0]))].filter((verb) => !SELDOM.has(verb)),
      often,
    ).map((verb) =>
      often.includes(verb)
        ? group(
            verb,
            [...all.keys()]
              .filter((k) => k.split(" ")[0] === verb)
              .map((key) => press(desk, key, `who-${key}`, () => choose(desk, key), key === desk.own.who)),
          )
        : [
            group(
              verb,
              single.filter((a) => a.startsWith(`${verb} `)).map((a) => press(desk, a, a, () => void desk.send(a), false)),
            ),
            verb === "along" && together(desk, single),
          ],
    ),
    clickMeans(desk, onlyHex(all)),
    all.size > 0 &&
      h(
        "p.muted",
        { role: "status" },
        desk.own.who
          ? `${all.get(desk.own.who)?.length ?? 0} hexes are legal: click one.`
          : "Click a counter on the map or here, then a lit hex; or drag it there.",
      ),
    rest.some((a) => a.startsWith("strike ")) &&
      orders(desk, { only: (a) => a.startsWith("strike "), title: "Attacks", write: false }),
    others.length > 0 && orders(desk, { only: (a) => others.includes(a), title: "Other decisions", write: false }),
    weapons(desk),
    folded.length > 0 && more(desk, folded),
    waiting(desk),
    hexPanel(desk),
    score(desk),
  ];
}

/** The whole stack of a hex moves. @param {Desk} desk @param {string[]} single */
function together(desk, single) {
  const all = single.filter((a) => a.startsWith("along ")),
    onMap = all.every((a) => unitOf(desk, a)?.hex);
  const take = () => void desk.sendAll(all);
  return onMap && all.length > 1 && h("button", { type: "button", "data-key": "all-along", onclick: take }, "Take all along");
}

/** @param {Desk} desk @param {string} key */
function choose(desk, key) {
  desk.own.who = key === desk.own.who ? null : key;
  const hex = unitOf(desk, key)?.hex;
  if (hex) desk.own.chart?.show(hex);
  desk.changed();
}

/** @param {Desk} desk @param {string} key @param {string} mark @param {() => void} does @param {boolean} on */
function press(desk, key, mark, does, on) {
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
      onpointerdown: mark !== key && unit ? (/** @type {PointerEvent} */ e) => dragged(desk, key, e) : null,
    },
    unit ? counter(unit, 44) : h("span.phd-word", null, words(key, desk)),
    unit?.hex && h("small", null, unit.hex),
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

/** Who carries each weapon, and who may get it. @param {Desk} desk */
function weapons(desk) {
  const gifts = desk.model.actions.filter((a) => a.startsWith("give ")),
    ids = [...new Set(gifts.map((a) => a.split(" ")[1]))];
  return (
    ids.length > 0 && [
      h("h3", null, "Weapons"),
      ids.map((id) =>
        h(
          "label.ff-weapon",
          null,
          h("span", null, desk.table.units?.[id]?.label ?? id),
          h(
            "select",
            { "data-key": `give ${id}`, onchange: (/** @type {any} */ e) => e.target.value && void desk.send(e.target.value) },
            h("option", { value: "" }, "Give to…"),
            gifts
              .filter((a) => a.split(" ")[1] === id)
              .map((a) => h("option", { value: a }, desk.table.units?.[a.split(" ")[2]]?.label ?? a)),
          ),
        ),
      ),
    ]
  );
}

/** Units that are not on the map yet. @param {Desk} desk */
function waiting(desk) {
  const off = (desk.see("ground") ?? desk.own.ground)?.off_map ?? [];
  if (!off.length || desk.model.actions.some((a) => a.startsWith("place ") || a.startsWith("move "))) return false;
  return [
    h("h3", null, desk.table.turn ? "Off the map" : "Your force, waiting to enter"),
    h(
      "div.phd-pick",
      { role: "group", "aria-label": "Units off the map", tabindex: 0 },
      off.map((/** @type {any} */ unit) => h("span.ff-wait", { title: unit.title }, counter(unit, 44))),
    ),
  ];
}

/** What is seldom wanted. @param {Desk} desk @param {string[]} folded */
function more(desk, folded) {
  const kept = (desk.own.more ??= { open: false }),
    works = /** @type {[string, string][]} */ ([
      ["fortify", "a fortified building"],
      ["mine", "mines"],
      ["turn", "Guns turned"],
      ["watch", "Spotters"],
    ]),
    what = works.find(([verb]) => folded.some((a) => a.startsWith(`${verb} `)))?.[1] ?? "Wall Advantage";
  return h(
    "details.phd-hands",
    {
      open: kept.open,
      ontoggle: (/** @type {any} */ e) => {
        kept.open = e.target.open;
      },
    },
    h("summary", null, `More: ${what} (${folded.length})`),
    orders(desk, { only: (a) => folded.includes(a), title: "More", write: false }),
  );
}
