// @ts-check
// The Longest Day on the map table: its phases and words, supply and command over the map, an attack with its guns, its
// odds and what it would consume. The table itself is the one every map game is played on.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import * as over from "../../map/overlays.js";
import { switches } from "../../table/layers.js";
import { subjectButtons } from "../../table/parts.js";
import { meter } from "../parts.js";
import { numeral } from "./wording.js";
import { consumed } from "./onattack.js";

export * from "./onattack.js";
export * from "./phrases.js";

/** @typedef {import("../../table/play.js").Play} Play */

const sheet = new URL("../../../css/desks/tld-map.css", import.meta.url).href;
if (![...document.styleSheets].some((s) => s.href === sheet))
  document.head.append(h("link", { rel: "stylesheet", href: sheet }));

/** The display name of a unit. @param {Play} play @param {string} id */
const label = ({ model }, id) => /** @type {any} */ (model.units.get(id))?.label ?? id;

/** What a gun would do and cost, before it fires; and where supply is landed. @param {Play} play */
export function before(play) {
  return [firing(play), landings(play)];
}

/** @param {Play} play */
function firing(play) {
  const text = play.pending?.text ?? "",
    own = /** @type {any} */ (play),
    key = `${play.model.table.seq} ${text}`;
  if (!text.startsWith("fire ")) return null;
  if (own.fireKey !== key) {
    own.fireKey = key;
    own.fireSaid = null;
    play.model.seat.judge(text).then(
      (/** @type {any} */ v) => {
        if (own.fireKey === key) {
          own.fireSaid = v.figures;
          play.changed();
        }
      },
      () => {},
    );
  }
  const said = own.fireSaid;
  return said?.chance
    ? [
        h(
          "section.sec.tight",
          null,
          h("h2", null, "Defensive fire"),
          h(
            "p",
            null,
            `${said.fire} against ${said.defence}: ${said.disrupts_on ? `disrupts on ${said.disrupts_on} or more (${said.chance})` : "too weak alone; others may join"} `,
            chip(play.model.book, "TLD-S.18"),
          ),
        ),
        consumed(play, said),
      ]
    : null;
}

/** Beaches and entries with something to land. @param {Play} play */
function landings(play) {
  const list = play.model.choices.filter((c) => c.verb === "deliver");
  return (
    list.length > 0 &&
    h(
      "section.sec",
      null,
      h("h2", null, "Supply to land", h("span.r", null, chip(play.model.book, "TLD-S.14"))),
      subjectButtons(play, list, "deliver", (subject) => (subject === "entry" ? "At an entry hex" : `Over ${subject}`)),
    )
  );
}

/** Single orders are written on the desk, where one sees what they do. @param {string} text */
export const hidden = (text) => text.startsWith("order ");

/** U: unsupplied, D: disrupted. @param {any} at */
export const mark = (at) => `${at.cut_off ? "U" : ""}${at.disrupted ? "D" : ""}`;

// ---------------------------------------------------------------- what is fetched beside the table

/** The unit in hand under the lens: route, clock, tie, fixes; once a position. @param {Play} play @returns {any} */
function lensOf(play) {
  const { model, selected } = play,
    at =
      selected && model.units.has(selected) && model.table.units[selected]?.hex && !model.table.units[selected].afloat
        ? selected
        : null;
  if (!at) return null;
  const key = `${model.table.seq} ${at}`,
    own = /** @type {any} */ (play);
  if (own.lensKey !== key) {
    own.lensKey = key;
    own.lens = null;
    model.seat.desk("lens", { unit: at }).then(
      (/** @type {any} */ found) => {
        if (own.lensKey === key) {
          own.lens = found;
          play.changed();
        }
      },
      () => {},
    );
  }
  return own.lens;
}

/** @param {Play} play @returns {any} */
const supplies = (play) => /** @type {any} */ (play.laid.data).supply ?? null;

// ---------------------------------------------------------------- over the map

/** The reach of the chosen HQ, the zones that stop it, its routes; corps ties. @param {over.Over} o @param {Play} play */
export function overMap(o, play) {
  if (!play.on.supply) return;
  const lens = lensOf(play),
    data = supplies(play);
  for (const tie of /** @type {any} */ (play.laid.data).corps ?? [])
    if (tie.path.length > 1)
      over.route(o, tie.path, tie.ok ? o.ink.accent : o.ink.bad, { width: 0.05, dash: [0.16, 0.1], alpha: 0.75 });
  if (lens?.reach) {
    outlined(o, lens.reach, o.ink.good);
    over.zones(o, lens.stopped);
    for (const id of lens.feeds) {
      const path = data?.units[id]?.path;
      if (path?.length > 1) over.route(o, path, o.ink.good, { width: 0.11 });
    }
  }
  if (lens?.route_so_far?.length > 1) over.route(o, lens.route_so_far, o.ink.good, { width: 0.11 });
  for (const shut of lens?.closed ?? []) {
    over.ring(o, shut.hex, o.ink.bad, 4);
    over.cross(o, shut.hex);
  }
}

/** A dashed rim round many hexes, lightly filled. @param {over.Over} o @param {string[]} hexes @param {string} colour */
function outlined({ ctx, ink, view }, hexes, colour) {
  const area = over.areaPath(hexes),
    px = 1 / view.scale;
  ctx.save();
  ctx.globalAlpha = 0.1;
  ctx.fillStyle = colour;
  ctx.fill(area);
  ctx.globalAlpha = 1;
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = 5 * px;
  ctx.stroke(area);
  ctx.setLineDash([10 * px, 5 * px]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2.4 * px;
  ctx.stroke(area);
  ctx.restore();
}

// ---------------------------------------------------------------- the left panel

/** @param {Play} play */
export function left(play) {
  const { model } = play,
    data = /** @type {any} */ (play.laid.data);
  return [
    today(play, data),
    h(
      "section.sec",
      null,
      h("a.btn", { href: `#t=${encodeURIComponent(model.id)}&v=corps` }, "Staff desk"),
      h("small.muted", null, " corps boards, roster, HQs, sheets"),
    ),
    hqs(play),
    hungry(play),
    still(play, data),
    h("section.sec", null, h("h2", null, "On the map"), switches(play, "l")),
  ];
}

/** @param {Play} play @param {any} data */
function today({ model }, data) {
  const t = model.table,
    v = data.victory;
  return h(
    "section.sec",
    null,
    h("h2", null, t.dates ?? "", h("span.r", null, `day ${t.turn} of ${t.last_turn}`)),
    v &&
      h(
        "div.tldm-points",
        null,
        h("b", null, v.points),
        ` Allied points `,
        chip(model.book, v.clause),
        h(
          "small.muted",
          null,
          `${Object.keys(v.hexes ?? {}).length} places held · losses ${v.losses > 0 ? "+" : ""}${v.losses}`,
        ),
      ),
  );
}

/** HQs of the side whose eyes these are, with what lies beside them. @param {Play} play */
function hqs(play) {
  const { model } = play,
    list = (supplies(play)?.hqs ?? []).filter((/** @type {any} */ q) => q.side === model.eyes);
  if (!list.length) return null;
  const corps = [...new Set(list.map((/** @type {any} */ q) => q.corps))];
  return h(
    "section.sec",
    null,
    h("h2", null, "HQs and supply", h("span.r", null, chip(model.book, "TLD-B.1.b"))),
    corps.map((/** @type {any} */ c) =>
      h(
        "div.tldm-corps",
        null,
        h("b", null, c ? numeral(c) : "no corps"),
        list
          .filter((/** @type {any} */ q) => q.corps === c)
          .map((/** @type {any} */ q) =>
            h(
              "button",
              {
                type: "button",
                class: q.supplied ? "" : "empty",
                "aria-pressed": String(play.selected === q.id),
                "data-key": `hq-${q.id}`,
                title: `${label(play, q.id)} in ${q.hex}: ${stock(q.half_steps)}`,
                onclick: () => {
                  play.select(q.id);
                  play.board.reveal(q.hex);
                },
              },
              h("span", null, label(play, q.id)),
              pips(q.half_steps),
              q.spent && h("small", { title: "It has spent half a supply unit in this phase." }, "spent"),
            ),
          ),
      ),
    ),
  );
}

/** Supply units as boxes, half ones half filled. @param {number} halves */
const pips = (halves) =>
  h(
    "span.tldm-pips",
    { role: "img", "aria-label": stock(halves) },
    Array.from({ length: Math.ceil(halves / 2) }, (_, k) => h("i", { class: halves - 2 * k === 1 ? "half" : "" })),
  );
/** @param {number} halves */
const stock = (halves) =>
  halves ? `${Math.floor(halves / 2) || ""}${halves % 2 ? "½" : ""} supply unit${halves > 2 ? "s" : ""}` : "no supply unit";

/** Who is out of supply, with the surrender clocks. @param {Play} play */
function hungry(play) {
  const { model } = play,
    all = Object.entries(supplies(play)?.units ?? {}).filter(
      ([id, s]) => !(/** @type {any} */ (s).supplied) && model.units.get(id)?.side === model.eyes,
    );
  if (!supplies(play)) return null;
  /** @type {Map<string, [string, any][]>} */
  const groups = new Map();
  for (const [id, s] of all) {
    const name = label(play, id),
      why = /** @type {any} */ (s).because.replace(`${name} is `, "").replace(name, "the unit");
    groups.set(why, [...(groups.get(why) ?? []), [id, s]]);
  }
  const one = (/** @type {[string, any]} */ [id, s]) =>
    h(
      "button",
      {
        type: "button",
        "data-key": `un-${id}`,
        title: s.because,
        onclick: () => {
          play.on.supply = true;
          play.select(id);
          const hex = model.hexOf(id);
          if (hex) play.board.reveal(hex);
        },
      },
      label(play, id),
      clock(s.unfed),
    );
  return h(
    "section.sec",
    null,
    h("h2", null, "Unsupplied", h("span.r", null, all.length)),
    all.length
      ? [...groups]
          .sort((a, b) => b[1].length - a[1].length)
          .map(([why, units]) =>
            h(
              "details.tldm-why",
              { open: units.length < 5 },
              h("summary", null, h("b", null, units.length), ` ${units.length === 1 ? "unit" : "units"}: ${why}`),
              h("div.tldm-hungry", null, units.map(one)),
            ),
          )
      : h("span.muted", null, "No unit is unsupplied."),
  );
}

/** Reset Phases without supply: at three the unit may surrender. @param {number} count */
const clock = (count) =>
  count > 0
    ? h(
        "span.tldm-clock",
        { role: "img", "aria-label": `${count} of 3 Reset Phases without supply` },
        [0, 1, 2].map((k) => h("i", { class: k < count ? "on" : "" })),
      )
    : null;

/** What is still to come. @param {Play} play @param {any} data */
function still(play, data) {
  const { model } = play,
    name = (/** @type {string} */ id) => label(play, id);
  const rows = (data.arrivals ?? []).filter((/** @type {any} */ a) => a.side === model.eyes).slice(0, 3);
  return (
    rows.length > 0 &&
    h(
      "section.sec",
      null,
      h("h2", null, "Reinforcements"),
      rows.map((/** @type {any} */ a) =>
        h(
          "div.tldm-coming",
          null,
          h("b", null, a.turn === model.table.turn ? "today" : `day ${a.turn}`),
          h("span.muted", { title: Object.keys(a.units).map(name).join(", ") }, coming(Object.keys(a.units), name)),
        ),
      ),
    )
  );
}

/** Counters to come, those of a division as one. @param {string[]} names @param {(id: string) => string} label */
function coming(names, label) {
  const divisions = new Map();
  for (const name of names) {
    const d = name.includes(":") ? name.split(":")[0] : "";
    divisions.set(d, (divisions.get(d) ?? 0) + 1);
  }
  const single = names.filter((n) => !n.includes(":"));
  return [
    ...[...divisions]
      .filter(([d]) => d)
      .map(([d, n]) => `${label(`${d}:HQ`).replace(" HQ", "")}: ${n} ${n === 1 ? "unit" : "units"}`),
    ...single.slice(0, 5).map(label),
    single.length > 5 ? `${single.length - 5} more` : "",
  ]
    .filter(Boolean)
    .join("; ");
}

// ---------------------------------------------------------------- the unit in hand

/** Supply, command and clock of the unit in hand. @param {Play} play */
export function lens(play) {
  const { model } = play,
    l = lensOf(play);
  if (!l) return null;
  const cite = (/** @type {string} */ c) => chip(model.book, c);
  if (l.supply_units) {
    return h(
      "section.sec",
      null,
      h("h2", null, "HQ", h("span.r", null, l.corps ? `${numeral(l.corps)} Corps` : "no corps")),
      h(
        "ul.facts",
        null,
        h(
          "li",
          { class: l.supplied ? "" : "bad" },
          l.supplied
            ? `Supplied: ${stock(l.half_steps)} in its hex `
            : "Unsupplied: no supply unit of its corps is in its hex ",
          cite("TLD-B.1.b"),
        ),
        h(
          "li",
          null,
          `Supplies ${l.feeds.length} units on the map; ${l.reach.length} hexes are within eight hexes `,
          cite("TLD-B.2"),
        ),
        l.tie && h("li", { class: l.tie.ok ? "" : "bad" }, l.tie.because, " ", cite(l.tie.clause)),
      ),
      l.meters?.length > 0 &&
        h(
          "div.tldm-meters",
          null,
          l.meters.map((/** @type {any} */ m) => [
            h("span", null, m.name),
            meter(m.now, m.most, m.name),
            h("span.num", null, `${m.now}/${m.most}`),
          ]),
        ),
    );
  }
  return h(
    "section.sec",
    null,
    h("h2", null, "Supply and command"),
    l.supplied
      ? h(
          "ul.facts",
          null,
          h(
            "li.good",
            null,
            `${l.hq ? `Supplied by ${label(play, l.hq)}` : "Supplied"}${l.route ? `, ${l.route.length - 1} hexes` : ""}: ${l.because} `,
            cite(l.clause),
          ),
          l.tie && h("li", { class: l.tie.ok ? "" : "bad" }, l.tie.because, " ", cite(l.tie.clause)),
        )
      : h(
          "div.tldm-no",
          null,
          h("b", null, `${label(play, l.unit)} is unsupplied. `),
          l.because,
          " ",
          cite(l.clause),
          (l.closed ?? []).length > 0 &&
            h(
              "ul",
              null,
              l.closed.map((/** @type {any} */ c) =>
                h(
                  "li",
                  null,
                  h("b", null, c.hex),
                  c.enemies.length
                    ? ` is held by ${c.enemies.map((/** @type {string} */ id) => label(play, id)).join(", ")}`
                    : ` is in the zone of control of ${c.zone_of.map((/** @type {string} */ id) => label(play, id)).join(", ")}, and no friendly unit is there`,
                ),
              ),
            ),
          l.fixes.length > 0 &&
            h(
              "div.tldm-fixes",
              null,
              l.fixes.map((/** @type {any} */ m) =>
                h(
                  "button",
                  {
                    type: "button",
                    onclick: () => {
                      play.on.supply = true;
                      if (m.hex) play.board.reveal(m.hex);
                      play.glance(m.hex ? [m.hex] : []);
                    },
                  },
                  m.words,
                ),
              ),
            ),
          h(
            "ul",
            null,
            l.effects.map((/** @type {any} */ e) => h("li", null, e.words, " ", cite(e.clause))),
          ),
          l.clock && h("p", null, clock(l.clock.count), ` ${l.clock.because} `, cite(l.clock.clause)),
        ),
  );
}
