// @ts-check
// What stands on the ground: orchards, woods, bocage, walls, cliffs, roads, bridges, buildings, names; and all of it in order.
import { border, box, chains, chance, fill, label, SANS, smooth, stroke, walk, wobble } from "./lines.js";
import { brush, draws, fields, grain, levels, middles, parcels, streams, where } from "./land.js";

/** @typedef {import("./lines.js").Pen} Pen */
/** @typedef {import("./grid.js").Point} Point */
/** @typedef {import("./land.js").Land} Land */

const HEDGE = ["#4f7c38", "#5f8f45", "#44702f", "#6a9a4c"],
  CROWN = ["#3d6b2f", "#4c7d3a", "#5a8b45", "#477536"];

/** The whole map at one scale. @param {Pen} pen @param {Land} m */
export function paint(pen, m) {
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, m.grid.width, m.grid.height);
  pen.clip();
  for (const layer of [
    levels,
    fields,
    grain,
    brush,
    draws,
    streams,
    roads,
    bridges,
    orchards,
    woods,
    walls,
    hedges,
    cliffs,
    buildings,
    lattice,
    names,
  ])
    layer(pen, m);
  pen.restore();
}

/** @param {Land} m @param {string} type @returns {[Point, Point][]} */
const segments = (m, type) => m.data.sides.filter((e) => e.type === type).map((e) => m.grid.side(e.a, e.b));

/** @param {Pen} pen @param {number} x @param {number} y @param {number} k @param {string} colour */
function disc(pen, x, y, k, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, k, 0, 7);
  pen.fill();
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} k @param {string} colour */
function tree(pen, x, y, k, colour) {
  disc(pen, x + k * 0.35, y + k * 0.45, k, "rgba(35,42,16,.32)");
  disc(pen, x, y, k, colour);
  disc(pen, x - k * 0.3, y - k * 0.3, k * 0.45, "rgba(230,240,170,.32)");
}

/** @param {Pen} pen @param {Land} m */
function roads(pen, m) {
  const s = m.grid.size,
    all = m.data.lines.filter((l) => l.kind.startsWith("road"));
  const lanes = all
    .map((l) => l.hexes.filter((id) => m.hex.get(id)?.sunken_lane))
    .filter((run) => run.length > 1)
    .map((run) => smooth(run.map(m.grid.centre), 2));
  stroke(pen, lanes, s * 0.62, "rgba(92,68,34,.55)");
  for (const [kind, rim, bed, mark, wide] of /** @type {[string, string, string, string, number][]} */ ([
    ["road-dirt", "#7a5c36", "#dcc08c", "", 1],
    ["road-paved", "#3e3f42", "#a9a9aa", "#e9e6dc", 1.35],
  ])) {
    const lines = all.filter((l) => l.kind === kind).map((l) => smooth(middles(m, l.hexes), 3));
    stroke(pen, lines, s * 0.34 * wide, rim);
    stroke(pen, lines, s * 0.25 * wide, bed);
    if (mark) stroke(pen, lines, s * 0.035, mark, [s * 0.28, s * 0.24]);
  }
  pen.strokeStyle = "#5a3d18";
  pen.lineWidth = Math.max(0.8, s * 0.05);
  pen.beginPath();
  for (const line of lanes)
    for (const p of walk(line, s * 0.17))
      for (const d of [-1, 1]) {
        // the banks of a sunken lane
        const x = Math.cos(p.angle + (d * Math.PI) / 2) * s,
          y = Math.sin(p.angle + (d * Math.PI) / 2) * s;
        pen.moveTo(p.x + x * 0.36, p.y + y * 0.36);
        pen.lineTo(p.x + x * 0.19, p.y + y * 0.19);
      }
  pen.stroke();
}

/** @param {Pen} pen @param {Land} m */
function bridges(pen, m) {
  const s = m.grid.size;
  for (const h of m.hex.values()) {
    if (!h.bridge) continue;
    const c = m.grid.centre(h.id);
    pen.save();
    pen.translate(c.x, c.y);
    pen.fillStyle = "#c9c2b0";
    pen.strokeStyle = "#3b3a36";
    pen.lineWidth = s * 0.06;
    pen.fillRect(-s * 0.19, -s * 0.34, s * 0.38, s * 0.68);
    for (const x of [-0.19 * s, 0.19 * s]) {
      pen.beginPath();
      for (const [u, v] of [
        [1.5, -0.42],
        [1, -0.3],
        [1, 0.3],
        [1.5, 0.42],
      ])
        pen.lineTo(x * u, s * v);
      pen.stroke();
    }
    pen.restore();
  }
}

/** Trees in planted rows, one lattice a field, clear of roads and hedges. @param {Pen} pen @param {Land} m */
function orchards(pen, m) {
  const { grid, hex, field } = m,
    s = grid.size,
    step = s * 0.5;
  for (const set of parcels(m, "orchard")) {
    const n = field.get([...set][0]) ?? 0,
      angle = m.angle.get(n) ?? 0,
      ca = Math.cos(angle),
      sa = Math.sin(angle),
      c = box(border(grid, set)),
      many = Math.ceil((c.d / 2 + s) / step),
      r = chance(`o${n}`);
    for (let u = -many; u <= many; u++)
      for (let v = -many; v <= many; v++) {
        const x = c.x + c.w / 2 + (u * ca - v * sa) * step,
          y = c.y + c.h / 2 + (u * sa + v * ca) * step,
          id = grid.at(x, y);
        if (!id || !set.has(id)) continue;
        const o = grid.centre(id);
        if (hex.get(id)?.road && Math.hypot(x - o.x, y - o.y) < s * 0.42) continue;
        const near = grid.neighbours(id).some((b) => {
          if (!b || !m.side.has(`${id}|${b}`)) return false;
          const p = grid.centre(b);
          return ((x - o.x) * (p.x - o.x) + (y - o.y) * (p.y - o.y)) / (grid.high * grid.high) > 0.33;
        });
        if (!near)
          tree(pen, x + (r() - 0.5) * s * 0.05, y + (r() - 0.5) * s * 0.05, s * 0.125, r() < 0.5 ? "#6d9a46" : "#7ba552");
      }
  }
}

/** @param {Pen} pen @param {Land} m */
function woods(pen, m) {
  const s = m.grid.size,
    set = where(m, (h) => h.terrain === "woods"),
    loops = border(m.grid, set).map((x) => smooth(wobble(smooth(x, 1), s * 0.22, "w"), 2));
  pen.save();
  pen.shadowColor = "rgba(30,40,10,.45)";
  pen.shadowBlur = s * 0.2;
  pen.shadowOffsetX = s * 0.1;
  pen.shadowOffsetY = s * 0.14;
  fill(pen, loops, "#3f6b33");
  pen.restore();
  for (const id of set) {
    const c = m.grid.centre(id),
      r = chance(`t${id}`);
    for (let i = 0; i < 17; i++) {
      const a = r() * 6.3,
        d = Math.sqrt(r()) * s * 0.86;
      tree(pen, c.x + Math.cos(a) * d, c.y + Math.sin(a) * d, s * (0.14 + r() * 0.08), CROWN[i % 4]);
    }
  }
}

/** An earth bank with a leafy crown; a gap keeps a stub at each end and two gate posts. @param {Pen} pen @param {Land} m */
function hedges(pen, m) {
  const s = m.grid.size,
    part = (/** @type {[Point, Point]} */ [a, b], /** @type {number} */ t, /** @type {number} */ u) =>
      [t, u].map((k) => ({ x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k }));
  const gaps = segments(m, "gap"),
    runs = chains(segments(m, "bocage"), true).map((l, i) => smooth(wobble(l, s * 0.1, `h${i}`), 2));
  const all = [...runs, ...gaps.flatMap((g) => [part(g, 0, 0.22), part(g, 0.78, 1)])];
  pen.save();
  pen.translate(s * 0.07, s * 0.1);
  stroke(pen, all, s * 0.32, "rgba(40,44,14,.36)");
  pen.restore();
  stroke(pen, all, s * 0.27, "#3c5a28");
  stroke(pen, all, s * 0.1, "#7a6236");
  all.forEach((l, i) => {
    const r = chance(`c${i}`);
    for (const p of walk(l, s * 0.135, s * 0.05)) {
      const k = s * (0.085 + r() * 0.075),
        o = (r() - 0.5) * s * 0.12,
        x = p.x - Math.sin(p.angle) * o,
        y = p.y + Math.cos(p.angle) * o;
      disc(pen, x, y, k, HEDGE[Math.floor(r() * 4)]);
      if (r() < 0.45) disc(pen, x - k * 0.3, y - k * 0.35, k * 0.42, "rgba(214,232,150,.38)");
    }
  });
  for (const g of gaps) {
    const gate = part(g, 0.27, 0.73);
    stroke(pen, [gate], Math.max(0.8, s * 0.04), "rgba(110,82,40,.7)", [s * 0.09, s * 0.07]);
    for (const p of gate) disc(pen, p.x, p.y, s * 0.055, "#6b4d22");
  }
}

/** @param {Pen} pen @param {Land} m */
function walls(pen, m) {
  const s = m.grid.size,
    runs = chains(segments(m, "wall")).map((l) => smooth(l, 1));
  pen.save();
  pen.translate(s * 0.05, s * 0.07);
  stroke(pen, runs, s * 0.17, "rgba(40,36,28,.35)");
  pen.restore();
  stroke(pen, runs, s * 0.17, "#55534d");
  stroke(pen, runs, s * 0.11, "#c8c3b5", [s * 0.16, s * 0.045]);
}

/** A dark lip with teeth to the low side. @param {Pen} pen @param {Land} m */
function cliffs(pen, m) {
  const s = m.grid.size,
    runs = chains(segments(m, "cliff")).map((l) => smooth(l, 1));
  pen.fillStyle = "#2e2416";
  for (const l of runs)
    for (const p of walk(l, s * 0.15)) {
      const cos = Math.cos(p.angle),
        sin = Math.sin(p.angle),
        level = (/** @type {number} */ d) => m.hex.get(m.grid.at(p.x - sin * d, p.y + cos * d) ?? "")?.level ?? 9;
      const low = level(s * 0.4) < level(-s * 0.4) ? 1 : -1;
      pen.beginPath();
      pen.moveTo(p.x - cos * s * 0.06, p.y - sin * s * 0.06);
      pen.lineTo(p.x + cos * s * 0.06, p.y + sin * s * 0.06);
      pen.lineTo(p.x - sin * s * 0.26 * low, p.y + cos * s * 0.26 * low);
      pen.fill();
    }
  stroke(pen, runs, s * 0.11, "#2e2416");
}

/** The way the nearest road runs; off the roads any of twelve. @param {Land} m @param {string} id */
function facing(m, id) {
  const c = m.grid.centre(id);
  let best = null,
    least = m.grid.size * 3.2;
  for (const l of m.data.lines)
    if (l.kind.startsWith("road"))
      for (let i = 1; i < l.hexes.length; i++) {
        const a = m.grid.centre(l.hexes[i - 1]),
          b = m.grid.centre(l.hexes[i]),
          d = Math.hypot((a.x + b.x) / 2 - c.x, (a.y + b.y) / 2 - c.y);
        if (d < least) {
          least = d;
          best = Math.atan2(b.y - a.y, b.x - a.x);
        }
      }
  return best ?? (Math.floor(chance(`a${id}`)() * 6) * Math.PI) / 6;
}

/** Two slopes, a ridge and a shadow. @param {Pen} pen @param {number} s @param {string[]} coat light, dark, edge */
function roof(
  pen,
  s,
  coat,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ angle,
  /** @type {number} */ w,
  /** @type {number} */ k,
) {
  pen.save();
  pen.translate(x + s * 0.08, y + s * 0.11);
  pen.rotate(angle);
  pen.fillStyle = "rgba(30,22,10,.42)";
  pen.fillRect(-w / 2, -k / 2, w, k);
  pen.restore();
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.fillStyle = coat[1];
  pen.fillRect(-w / 2, -k / 2, w, k);
  pen.fillStyle = coat[0];
  pen.fillRect(-w / 2, -k / 2, w, k / 2);
  pen.strokeStyle = coat[2];
  pen.lineWidth = Math.max(1, s * 0.05);
  pen.strokeRect(-w / 2, -k / 2, w, k);
  pen.beginPath();
  pen.moveTo(-w / 2, 0);
  pen.lineTo(w / 2, 0);
  pen.stroke();
  pen.restore();
}

/** Stone is grey, timber brown, as on every map of this system; a white dot marks two storeys, a tower the steeple. @param {Pen} pen @param {Land} m */
function buildings(pen, m) {
  const s = m.grid.size,
    done = new Set();
  for (const h of m.hex.values()) {
    if (h.terrain !== "building" || done.has(h.id)) continue;
    const set = [h.id],
      queue = h.multi_hex ? [h.id] : [],
      coat = h.building === "stone" ? ["#a8abae", "#7f8388", "#2f3133"] : ["#b07a4c", "#875632", "#3a220f"],
      c = m.grid.centre(h.id);
    done.add(h.id);
    for (let a = queue.pop(); a; a = queue.pop())
      for (const b of m.grid.neighbours(a))
        if (b && m.hex.get(b)?.multi_hex && !done.has(b)) {
          done.add(b);
          set.push(b);
          queue.push(b);
        }
    for (const id of set) {
      const p = m.grid.centre(id);
      disc(pen, p.x, p.y, s * 0.6, "rgba(226,208,164,.75)");
    }
    if (set.length > 1)
      set.slice(1).forEach((id, i) => {
        const p = m.grid.centre(set[i]),
          q = m.grid.centre(id);
        roof(
          pen,
          s,
          coat,
          (p.x + q.x) / 2,
          (p.y + q.y) / 2,
          Math.atan2(q.y - p.y, q.x - p.x),
          Math.hypot(q.x - p.x, q.y - p.y) + s * 0.55,
          s * 0.5,
        );
      });
    else
      roof(
        pen,
        s,
        coat,
        c.x,
        c.y,
        facing(m, h.id),
        s * (h.two_story_house ? 0.74 : 0.84),
        s * (h.two_story_house ? 0.62 : 0.5),
      );
    pen.strokeStyle = "#222";
    if (h.two_story_house) {
      disc(pen, c.x, c.y, s * 0.12, "#fff");
      pen.lineWidth = s * 0.03;
      pen.stroke();
    }
    if (h.steeple) steeple(pen, c, s);
  }
}

/** @param {Pen} pen @param {Point} c @param {number} s */
function steeple(pen, c, s) {
  pen.fillStyle = "#f4efe2";
  pen.lineWidth = s * 0.05;
  pen.fillRect(c.x - s * 0.2, c.y - s * 0.2, s * 0.4, s * 0.4);
  pen.strokeRect(c.x - s * 0.2, c.y - s * 0.2, s * 0.4, s * 0.4);
  pen.beginPath();
  pen.moveTo(c.x, c.y - s * 0.14);
  pen.lineTo(c.x, c.y + s * 0.14);
  pen.moveTo(c.x - s * 0.1, c.y - s * 0.04);
  pen.lineTo(c.x + s * 0.1, c.y - s * 0.04);
  pen.stroke();
}

/** Hexes, their centre dots, and from a readable size their names. @param {Pen} pen @param {Land} m */
function lattice(pen, m) {
  const s = m.grid.size;
  pen.strokeStyle = "rgba(40,40,30,.30)";
  pen.lineWidth = Math.max(0.5, s * 0.022);
  pen.beginPath();
  for (const id of m.hex.keys()) {
    const k = m.grid.corners(id);
    pen.moveTo(k[3].x, k[3].y);
    for (const i of [4, 5, 0]) pen.lineTo(k[i].x, k[i].y);
  }
  pen.stroke();
  for (const h of m.hex.values()) {
    const c = m.grid.centre(h.id),
      dark = h.terrain === "woods" || h.level < 0;
    if (h.terrain !== "building")
      disc(pen, c.x, c.y, Math.max(0.8, s * 0.045), dark ? "rgba(255,250,230,.75)" : "rgba(30,30,20,.6)");
    if (s >= 20)
      label(pen, h.id, c.x, c.y - s * 0.66, {
        size: s * 0.25,
        font: SANS,
        colour: dark ? "#fffbe6" : "rgba(30,28,20,.78)",
        halo: dark ? "rgba(30,40,10,.5)" : "rgba(255,252,230,.55)",
        width: 2.4,
      });
  }
}

/** @param {Pen} pen @param {Land} m */
function names(pen, m) {
  const s = m.grid.size;
  for (const n of m.data.names) {
    const c = m.grid.centre(n.hex),
      ink = n.pale ? { colour: "#fff8dc", halo: "rgba(52,44,16,.8)" } : { colour: "#2a2114", halo: "rgba(255,248,222,.9)" };
    label(pen, n.text, c.x, c.y, {
      size: s * (n.size ?? 0.62),
      style: "italic",
      weight: 600,
      width: s * 0.17,
      angle: ((n.angle ?? 0) * Math.PI) / 180,
      ...ink,
    });
  }
  for (const id of m.data.intersections) {
    const c = m.grid.centre(id);
    for (const [w, colour] of /** @type {[number, string][]} */ ([
      [0.26, "#fffaf0"],
      [0.13, "#9b1b3b"],
    ])) {
      pen.strokeStyle = colour;
      pen.lineWidth = s * w;
      pen.beginPath();
      pen.arc(c.x, c.y, s * 0.66, 0, 7);
      pen.stroke();
    }
  }
}
