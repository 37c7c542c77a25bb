// @ts-check
// The demonstration map: try how far a unit gets and what an attack comes to. Nothing done here touches the campaign.
import * as api from "../../api.js";
import { h, fill } from "../../dom.js";
import { dress } from "../../games/beyond-the-rhine.js";
import { Board } from "../../map/board.js";
import { neighbours } from "../../map/hexgrid.js";
import * as overlays from "../../map/overlays.js";
import { chip, segments } from "../../marks.js";
import { onSettings } from "../../settings.js";
import { grid, ledger, percent } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
const trial = (desk) =>
  (desk.own.trial ??= {
    map: null,
    asked: null,
    board: null,
    mode: "reach",
    hover: null,
    start: "1408",
    goal: null,
    mobility: "track",
    allowance: 6,
    ground: desk.own.ledger.ground || "dry",
    axis: false,
    flight: "normal",
    blown: new Set(),
    target: null,
    attackers: new Map(),
    defenders: "10-3:other",
    hedgehog: 0,
  });
const dotted = (/** @type {string} */ id) => `${Number(id.slice(0, 2))}.${id.slice(2)}`;
const plain = (/** @type {string} */ name) => {
  const [r, c] = name.split(".");
  return r.padStart(2, "0") + c.padStart(2, "0");
};

/** @param {Desk} desk @param {HTMLElement} main */
export function trialMap(desk, main) {
  const t = trial(desk);
  if (!t.map) {
    if (!t.asked)
      void (t.asked = desk.wait(
        api.mapOf(desk.table.game).then(
          (map) => {
            t.map = map;
          },
          (error) => desk.refused(error),
        ),
      ));
    return h("div.dk-empty", null, "Unrolling the map.");
  }
  if (!main.querySelector(".map")) unroll(desk, main, t);
  t.board.paint = { over: (/** @type {any} */ o) => paint(desk, t, o), arrows: () => {} };
  t.board.draw();
  return undefined;
}

/** @param {Desk} desk */
export function leaveMap(desk) {
  desk.own.trial?.still?.();
}

/** @param {Desk} desk @param {HTMLElement} main @param {any} t */
function unroll(desk, main, t) {
  const box = h("div.map.rh-map", {
      role: "application",
      tabindex: 0,
      "aria-label": "Demonstration map; the arrow keys walk, Enter chooses",
    }),
    line = h("div.float.readout", { hidden: true });
  const none = () => {};
  fill(main, box);
  t.board = new Board(box, t.map, dress, {
    aside: none,
    press: none,
    moved: none,
    hold: (hex) => choose(desk, t, hex),
    click: (hex) => choose(desk, t, hex),
    hover: (hex) => {
      t.hover = hex;
      read(t, line);
    },
  });
  const button = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ go) =>
    h("button", { type: "button", "aria-label": label, onclick: go }, words);
  box.append(
    line,
    h(
      "div.float.viewbar",
      { role: "group", "aria-label": "View" },
      button("−", "Zoom out", () => t.board.zoomOut()),
      button("Whole map", "Whole map", () => t.board.fit()),
      button("+", "Zoom in", () => t.board.zoomIn()),
    ),
    h("div.float.rh-badge", null, h("span.badge.recon", null, t.map.provenance), ` ${t.map.title}. Dashed: West Wall`),
  );
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => walk(desk, t, e, line));
  t.still?.();
  t.still = onSettings(() => t.board.repaint());
}

/** @param {any} t @param {HTMLElement} line */
function read(t, line) {
  const data = t.hover && t.map.hexes[t.hover],
    cost = t.reach?.hexes[dotted(t.hover ?? "0000")];
  line.hidden = !data;
  if (data)
    fill(
      line,
      h("b", null, [data.hex, data.name].filter(Boolean).join(" ")),
      ` · ${data.words}`,
      t.mode === "reach" && cost ? h("b", null, ` · ${cost} MP`) : "",
    );
}

/** The arrow keys walk a cursor. @param {Desk} desk @param {any} t @param {KeyboardEvent} e @param {HTMLElement} line */
function walk(desk, t, e, line) {
  const from = t.hover ?? t.start,
    around = neighbours(from),
    even = Number(from.slice(0, 2)) % 2 === 0;
  const to = { ArrowLeft: around[0], ArrowRight: around[3], ArrowUp: around[even ? 1 : 2], ArrowDown: around[even ? 5 : 4] }[
    e.key
  ];
  if (e.key === "Enter") choose(desk, t, from);
  else if (to && t.map.hexes[to]) {
    t.hover = to;
    t.board.reveal(to);
    read(t, line);
    t.board.draw();
  } else return;
  e.preventDefault();
  e.stopPropagation();
}

/** @param {Desk} desk @param {any} t @param {string} hex */
function choose(desk, t, hex) {
  if (!t.map.hexes[hex]) return;
  if (t.mode === "odds") pickFight(t, hex);
  else if (hex !== t.start && t.reach?.hexes[dotted(hex)]) t.goal = hex;
  else {
    t.start = hex;
    t.goal = null;
  }
  desk.changed();
}

/** The target first; then the hexes beside it that attack. @param {any} t @param {string} hex */
function pickFight(t, hex) {
  if (t.target && neighbours(t.target).includes(hex)) {
    if (t.attackers.has(hex)) t.attackers.delete(hex);
    else t.attackers.set(hex, "24-4:other:leg");
  } else if (hex === t.target) {
    t.target = null;
    t.attackers.clear();
  } else {
    t.target = hex;
    t.attackers.clear();
  }
}

/** @param {Desk} desk @param {any} t @param {import("../../map/overlays.js").Over} o */
function paint(desk, t, o) {
  const { ink } = o;
  wall(t, o);
  if (t.mode === "reach") {
    if (t.reach)
      overlays.reach(
        o,
        new Map(
          Object.entries(t.reach.hexes)
            .filter(([name]) => plain(name) !== t.start)
            .map(([name, cost]) => [plain(name), brief(String(cost))]),
        ),
        new Set(),
        [t.start],
      );
    if (t.way) for (const step of t.way.steps) overlays.ring(o, plain(step.hex), ink.accent, 2.5, 0.8);
    overlays.ring(o, t.start, ink.select, 4);
    if (t.goal) overlays.ring(o, t.goal, ink.bad, 4);
  } else if (t.target) {
    for (const id of t.attackers.keys()) overlays.ring(o, id, ink.select, 4);
    overlays.ring(o, t.target, ink.bad, 4);
  }
  if (t.hover && t.map.hexes[t.hover]) overlays.ring(o, t.hover, ink.label, 1.5, 0.97);
}

/** The West Wall: a dashed rim round its hexes. @param {any} t @param {import("../../map/overlays.js").Over} o */
function wall(t, { ctx, ink, view }) {
  const px = 1 / view.scale,
    rim = (t.rim ??= overlays.areaPath(t.map.zones["west wall"]));
  ctx.lineJoin = "round";
  ctx.setLineDash([6 * px, 4 * px]);
  ctx.strokeStyle = ink.boundary;
  ctx.lineWidth = 2 * px;
  ctx.globalAlpha = 0.75;
  ctx.stroke(rim);
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}

/** A cost in few signs: `4 1/2` as 4½. @param {string} cost */
const brief = (cost) =>
  cost
    .replace(" 1/2", "½")
    .replace("1/2", "½")
    .replace(" 1/3", "⅓")
    .replace("1/3", "⅓")
    .replace(" 2/3", "⅔")
    .replace("2/3", "⅔")
    .replace(" 1/6", "⅙")
    .replace("1/6", "⅙")
    .replace(" 5/6", "⅚")
    .replace("5/6", "⅚");

// ---------------------------------------------------------------- the panel

/** @param {Desk} desk */
export function trialPanel(desk) {
  const t = trial(desk),
    set = (/** @type {string} */ name) => (/** @type {any} */ v) => {
      t[name] = v;
      desk.changed();
    };
  return [
    h("h2", null, "Try it on the map"),
    h("p.muted", null, "A reconstructed map, 3.5 miles per hex. It does not change the campaign."),
    segments(
      "trial-mode",
      [
        ["reach", "Reach"],
        ["odds", "Attack"],
      ],
      t.mode,
      set("mode"),
      "What to try",
    ),
    h(
      "div.rh-form",
      null,
      row(
        "Ground",
        segments(
          "trial-ground",
          [
            ["dry", "Dry"],
            ["mud", "Mud"],
            ["snow", "Snow"],
          ],
          t.ground,
          set("ground"),
          "Ground condition",
        ),
      ),
      t.mode === "reach" && [
        row(
          "Moves as",
          segments(
            "trial-mobility",
            [
              ["track", "Track"],
              ["truck", "Truck"],
              ["leg", "Leg"],
            ],
            t.mobility,
            set("mobility"),
            "Mobility",
          ),
        ),
        row("Points", number(t.allowance, 1, 30, set("allowance"), "Movement points")),
        row(
          "Side",
          segments(
            "trial-axis",
            [
              ["", "Allied"],
              ["yes", "German"],
            ],
            t.axis ? "yes" : "",
            (v) => {
              t.axis = v === "yes";
              desk.changed();
            },
            "Whose movement",
          ),
        ),
        t.axis &&
          row(
            "Flight",
            segments(
              "trial-flight",
              [
                ["normal", "Normal"],
                ["limited", "Limited"],
                ["none", "None"],
              ],
              t.flight,
              set("flight"),
              "Flight condition",
            ),
          ),
      ],
    ),
    bridges(desk, t),
    t.mode === "reach" ? reachPanel(desk, t) : oddsPanel(desk, t),
  ];
}

const row = (/** @type {string} */ name, /** @type {any} */ control) => h("div.rh-row", null, h("span", null, name), control);
const number = (
  /** @type {number} */ value,
  /** @type {number} */ low,
  /** @type {number} */ high,
  /** @type {(n: number) => void} */ set,
  /** @type {string} */ label,
) =>
  h("input", {
    type: "number",
    min: low,
    max: high,
    value,
    "aria-label": label,
    "data-key": `trial-${label}`,
    onchange: (/** @type {any} */ e) => set(Math.max(low, Math.min(high, Number(e.target.value) || low))),
  });

/** @param {Desk} desk @param {any} t */
function bridges(desk, t) {
  if (!t.map) return null;
  return h(
    "details.rh-bridges",
    {
      open: t.blown.size > 0 || t.bridges,
      ontoggle: (/** @type {any} */ e) => {
        t.bridges = e.target.open;
      },
    },
    h("summary", null, `Rhine bridges${t.blown.size ? `: ${t.blown.size} blown` : ""}`),
    t.map.bridges.map((/** @type {any} */ b) =>
      h(
        "label.check",
        null,
        h("input", {
          type: "checkbox",
          checked: t.blown.has(b.name),
          onchange: () => {
            if (t.blown.has(b.name)) t.blown.delete(b.name);
            else t.blown.add(b.name);
            desk.changed();
          },
        }),
        `${b.name} blown`,
      ),
    ),
  );
}

/** @param {Desk} desk @param {any} t */
function reachPanel(desk, t) {
  if (!t.map) return null;
  const given = {
    hex: dotted(t.start),
    mobility: t.mobility,
    allowance: t.allowance,
    ground: t.ground,
    axis: t.axis ? "yes" : "",
    flight: t.axis ? t.flight : "",
    blown: [...t.blown].join(","),
  };
  const found = desk.told("reach", given),
    { hex, ...how } = given;
  if (found !== t.reach) {
    t.reach = found ?? t.reach;
    if (t.goal && !t.reach?.hexes[dotted(t.goal)]) t.goal = null;
    t.board?.draw();
  }
  t.way = t.goal ? desk.told("move", { ...how, path: `${hex},${dotted(t.goal)}` }) : null;
  const name = (/** @type {string} */ id) => [t.map.hexes[id]?.hex, t.map.hexes[id]?.name].filter(Boolean).join(" ");
  return h(
    "section",
    null,
    h("h3", null, `From ${name(t.start)}`),
    h(
      "p",
      null,
      t.reach ? h("b", null, `${t.reach.count} hexes in reach`) : "Counting",
      ". Click a lit hex for the way there, another one to start from it.",
    ),
    t.way && [
      h("h3", null, `To ${name(t.goal)}: ${t.way.cost ?? "no way"} MP of ${t.allowance}`),
      h(
        "div.rh-way",
        null,
        ledger(desk.book, [
          ...t.way.steps.map((/** @type {any} */ s) => ({ amount: s.cost, words: `${s.hex} ${s.because}`, clause: s.clause })),
          { amount: t.way.cost ?? "–", words: "together", total: true },
        ]),
      ),
    ],
  );
}

/** @param {Desk} desk @param {any} t */
function oddsPanel(desk, t) {
  const name = (/** @type {string} */ id) => [t.map.hexes[id]?.hex, t.map.hexes[id]?.name].filter(Boolean).join(" ");
  if (!t.target) return h("p", null, "Click the hex that is attacked, then the hexes beside it that attack.");
  const text = (/** @type {string} */ label, /** @type {string} */ value, /** @type {(v: string) => void} */ set) =>
    h("input", {
      type: "text",
      value,
      "aria-label": label,
      "data-key": `trial-${label}`,
      onchange: (/** @type {any} */ e) => {
        set(e.target.value.trim());
        desk.changed();
      },
    });
  const forces = h(
    "div.rh-form",
    null,
    row(
      `${name(t.target)}`,
      text(`Defenders in ${t.target}`, t.defenders, (v) => {
        t.defenders = v;
      }),
    ),
    [...t.attackers].map(([id, force]) =>
      row(
        `from ${name(id)}`,
        text(`Attackers from ${id}`, force, (v) => {
          t.attackers.set(id, v);
        }),
      ),
    ),
    row(
      "Hedgehog",
      number(
        t.hedgehog,
        0,
        4,
        (v) => {
          t.hedgehog = v;
          desk.changed();
        },
        "Hedgehog level",
      ),
    ),
  );
  const help = h(
    "p.muted",
    null,
    "A force is written strength-AR:class:mobility, or as a counter such as US-79-InfDiv; class is armor, mech or other. Several with a plus sign between them.",
  );
  if (!t.attackers.size) return [forces, h("p", null, "Now click the hexes beside it that attack."), help];
  const list = (/** @type {string} */ force) =>
    force
      .split("+")
      .map((f) => f.trim())
      .filter(Boolean);
  const found = desk.told("combat", {
    attackers: [...t.attackers].flatMap(([id, force]) => list(force).map((f) => `${f}@${dotted(id)}`)).join(","),
    defenders: list(t.defenders).join(","),
    hex: dotted(t.target),
    ground: t.ground,
    hedgehog: t.hedgehog || "",
    blown: [...t.blown].join(","),
  });
  return [forces, help, found ? odds(desk, found) : h("p.muted", null, "Counting the odds.")];
}

/** @param {Desk} desk @param {any} v */
function odds(desk, v) {
  const results = Object.entries(v.results).map(([code, p]) => [code, Number(/** @type {any} */ (p).float)]),
    most = Math.max(...results.map(([, p]) => Number(p)));
  return h(
    "section",
    null,
    h(
      "div.dk-row",
      null,
      h("h2.dk-grow", null, `${v.attack} against ${v.defense}`),
      h("span.dk-pill.on", null, `${v.heading}, ${v.line.replaceAll("_", " ")}`),
    ),
    v.rulings?.length > 0 &&
      h(
        "div.dk-refusal",
        null,
        h("b", null, "This attack is not allowed. "),
        h(
          "ul",
          null,
          v.rulings.map((/** @type {any} */ r) => h("li", null, r.because, " ", chip(desk.book, r.clause))),
        ),
      ),
    h(
      "p",
      null,
      `Column ${v.column}, dice ${v.drm >= 0 ? "+" : "−"}${Math.abs(v.drm)}. `,
      chip(desk.book, "BTR-ocs.combat.table"),
      " ",
      chip(desk.book, "BTR-tec.combat.choice"),
    ),
    h("h3", null, "What it comes to"),
    grid(
      [],
      Object.entries(v.summary).map(([what, p]) => [what, percent(/** @type {any} */ (p).float)]),
    ),
    h("h3", null, "Surprise"),
    grid(
      [],
      Object.entries(v.surprise).map(([who, p]) => [who, percent(/** @type {any} */ (p).float)]),
    ),
    h("h3", null, "Results"),
    h(
      "div.rh-results",
      null,
      results.map(([code, p]) =>
        h("div", { title: v.meaning[code] }, h("code", null, code), bar(Number(p) / most), h("b", null, percent(Number(p)))),
      ),
    ),
    v.disputed?.float > 0 &&
      h("p.muted", null, `${percent(v.disputed.float)} comes from cells on which public copies of the table differ.`),
  );
}

/** @param {number} share */
function bar(share) {
  const b = h("span.rh-bar", null, h("i"));
  b.firstChild.style.width = `${share * 100}%`;
  return b;
}
