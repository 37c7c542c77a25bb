// @ts-check
// The corps boards: a card a corps with what it holds, meters of its limits, and a pool of what is in none. Counters are
// dragged between them; where one may go is asked as soon as it is lifted.
import { h, fill } from "../../dom.js";
import { announce, chip } from "../../marks.js";
import { meter } from "../parts.js";
import { chit, fan } from "./chits.js";
import { brief, numeral, spell } from "./wording.js";
import { dragging } from "./drag.js";
import { hands, kindOf, put, select } from "./moves.js";
import { showTip } from "./refusal.js";
import { staff } from "./staff.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {import("./chits.js").Row} Row */

/** @param {Desk} desk @param {HTMLElement} main */
export function boards(desk, main) {
  return cards(desk, main, "corps", (s) => [
    same(
      desk,
      "pool",
      [
        held(s, null, () => true).map((r) => look(desk, r, null)),
        s.corps.map((/** @type {any} */ c) => [c.id, c.where, idle(s, c)]),
      ],
      () => pool(desk, s),
    ),
    s.corps
      .filter((/** @type {any} */ c) => !idle(s, c))
      .map((/** @type {any} */ c) =>
        same(
          desk,
          c.id,
          [c.meters, c.problems, c.where, c.note, held(s, c.id, () => true).map((r) => look(desk, r, c.id))],
          () => card(desk, s, c),
        ),
      ),
  ]);
}

/** Puts cards into their places; those that stand there already are not touched, and a new one is scrolled as the old was.
 * @param {HTMLElement} box @param {() => Element[]} make new cards take their counters out of the old ones */
function settle(box, make) {
  const active = document.activeElement,
    key = active && box.contains(active) ? active.getAttribute("data-key") : null;
  const tops = [...box.children].map((card_) => card_.querySelector("[data-scroll]")?.scrollTop ?? 0),
    cards_ = make(); // read before anything is changed
  cards_.forEach((card_, at) => {
    const there = box.children[at],
      top = tops[at];
    if (there === card_) return;
    if (there && !cards_.includes(there)) there.replaceWith(card_);
    else box.insertBefore(card_, there ?? null);
    const e = card_.querySelector("[data-scroll]");
    if (e && top) e.scrollTop = top;
  });
  while (box.children.length > cards_.length) box.lastElementChild?.remove();
  if (key && document.activeElement !== active)
    /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
}

/** What a row looks like on a card. @param {Desk} desk @param {Row} r @param {string | null} corps */
const look = (desk, r, corps) => [r.id, standing(r, corps), r.next, r.hqs, r.on_map, r.arrives, desk.own.row === r.id];

/** A card that has not changed is not made again: making counters is what takes time.
 * @param {Desk} desk @param {string} name @param {any} looks @param {() => HTMLElement} make */
export function same(desk, name, looks, make) {
  const kept = (desk.own.cards ??= new Map()),
    said = JSON.stringify(looks),
    known = kept.get(name);
  if (known?.said === said) {
    known.node.classList.remove("yes", "no");
    known.node.querySelectorAll(".tld-foot").forEach((/** @type {Element} */ f) => f.replaceChildren());
    return known.node;
  }
  const node = make();
  kept.set(name, { said, node });
  return node;
}

/** A board of cards one can drag between; nothing is drawn anew under a hand.
 * @param {Desk} desk @param {HTMLElement} main @param {import("./moves.js").Kind} kind @param {(s: any) => import("../../dom.js").Child} inside */
export function cards(desk, main, kind, inside) {
  if (desk.own.drag?.busy()) return undefined;
  const s = staff(desk);
  if (!s) {
    if (!main.firstChild) fill(main, h("p.dk-pad.muted", null, "The staff is at work."));
    return undefined;
  }
  let box = /** @type {HTMLElement | null} */ (main.querySelector(`.tld-boards.of-${kind}`));
  if (!box) {
    box = /** @type {HTMLElement} */ (h(`div.tld-boards.of-${kind}`, { "data-scroll": `boards-${kind}` }));
    fill(main, box);
    desk.own.drag = dragging(box, hands(desk, main, kind));
  }
  settle(box, () => /** @type {Element[]} */ ([inside(s)].flat(3).filter(Boolean)));
  showTip(desk, main);
  return undefined;
}

// ---------------------------------------------------------------- cards

/** What a row is doing with a corps: in it, on its way in, on its way out. @param {Row} row @param {string | null} corps */
const standing = (row, corps) =>
  row.next && row.next.corps === corps && row.corps !== corps
    ? "pend"
    : row.corps === corps
      ? row.next && row.next.corps !== corps
        ? "ghost"
        : "in"
      : null;

/** @param {any} s @param {string | null} corps @param {(row: Row) => boolean} test @returns {Row[]} */
const held = (s, corps, test) => Object.values(s.rows).filter((/** @type {any} */ r) => test(r) && standing(r, corps));

/** A corps whose HQ is away and that holds nobody: it waits under the pool. @param {any} s @param {any} c */
const idle = (s, c) => !c.here && !held(s, c.id, () => true).length;

/** @param {Desk} desk @param {any} s @param {any} c */
function card(desk, s, c) {
  const divisions = held(s, c.id, (r) => r.kind === "division"),
    brigades = held(s, c.id, (r) => r.kind === "brigade"),
    rest = held(s, c.id, (r) => r.kind === "unit" || r.kind === "group");
  const room = Math.max(0, 4 - divisions.filter((r) => standing(r, c.id) !== "ghost").length);
  return h(
    "section.tld-corps",
    { "data-drop": c.id, class: c.problems.length ? "wrong" : "", "aria-label": `${c.name}, ${c.where}` },
    h(
      "header",
      null,
      h("div.t", null, h("b", null, numeral(c.id)), h("span", null, c.name), h("small", null, c.where)),
      h(
        "div.m",
        null,
        c.meters.map((/** @type {any} */ m) => [
          h("span", null, m.name),
          meter(m.now, m.most, m.name),
          h("span.num", null, `${m.now}/${m.most}`),
        ]),
      ),
    ),
    h(
      "div.tld-scroll",
      { tabindex: 0, role: "group", "aria-label": `What ${c.name} holds`, "data-scroll": `corps-${c.id}` },
      zone(
        "Divisions",
        c.note,
        h(
          "div.tld-slots",
          null,
          divisions.map((r) => slot(desk, s, r, c.id)),
          Array.from({ length: room }, () => h("span.tld-slot.free", { "aria-hidden": "true" })),
        ),
      ),
      brigades.length > 0 &&
        zone(
          "Brigades",
          "",
          h(
            "div.tld-plates",
            null,
            brigades.map((r) => plate(desk, s, r, c.id)),
          ),
        ),
      rest.length > 0 &&
        zone(
          "Artillery, recon, anti-tank",
          "",
          h(
            "div.tld-slots",
            null,
            rest.map((r) => slot(desk, s, r, c.id)),
          ),
        ),
    ),
    c.problems.map((/** @type {any} */ p) => h("p.tld-problem", null, p.because, " ", chip(desk.book, p.clause))),
    h("div.tld-foot", { "aria-live": "off" }),
  );
}

/** @param {string} title @param {string} note @param {any} inside */
const zone = (title, note, inside) => h("div.tld-zone", null, h("h4", null, title, note && h("span", null, note)), inside);

/** @param {Desk} desk @param {any} s */
function pool(desk, s) {
  const free = held(s, null, (r) => !r.special && standing(r, null) !== "pend"),
    here = free.filter((r) => r.on_map),
    away = free.filter((r) => !r.on_map && r.arrives),
    never = free.filter((r) => !r.on_map && !r.arrives);
  const special = held(s, null, (r) => r.special);
  const part = (/** @type {string} */ title, /** @type {Row[]} */ rows) =>
    rows.length > 0 && [
      h("h4", null, title),
      h(
        "div.tld-slots",
        null,
        rows.filter((r) => r.kind !== "brigade").map((r) => slot(desk, s, r, null)),
      ),
      h(
        "div.tld-plates",
        null,
        rows.filter((r) => r.kind === "brigade").map((r) => plate(desk, s, r, null)),
      ),
    ];
  return h(
    "section.tld-pool",
    { "data-drop": "", "aria-label": "In no corps" },
    h(
      "div.tld-scroll",
      { tabindex: 0, role: "group", "aria-label": "Not in a corps", "data-scroll": "pool" },
      h("b.tld-name", null, "Not in a corps"),
      h("h4", null, "Landed, unassigned"),
      here.length
        ? [
            h(
              "div.tld-slots",
              null,
              here.filter((r) => r.kind !== "brigade").map((r) => slot(desk, s, r, null)),
            ),
            h(
              "div.tld-plates",
              null,
              here.filter((r) => r.kind === "brigade").map((r) => plate(desk, s, r, null)),
            ),
          ]
        : h("p.muted", null, "none"),
      part(s.side === "allied" ? "At sea" : "Reinforcements", away),
      part("79th Armoured, each alone", special),
      part("Not in this scenario", never),
      s.waiting.map((/** @type {any} */ w) => h("p.muted", null, w.words, " ", chip(desk.book, w.clause))),
    ),
    s.corps
      .filter((/** @type {any} */ c) => idle(s, c))
      .map((/** @type {any} */ c) =>
        h("div.tld-idle", { "data-drop": c.id }, h("b", null, numeral(c.id)), ` ${c.name}: ${c.where}`, h("div.tld-foot")),
      ),
    h("div.tld-foot"),
  );
}

/** @param {Desk} desk @param {any} s @param {Row} row @param {string | null} corps */
function slot(desk, s, row, corps) {
  const state = standing(row, corps),
    flag = flagOf(row, state);
  return same(desk, `slot ${corps} ${row.id}`, look(desk, row, corps), () =>
    h(
      "button.tld-slot",
      {
        type: "button",
        "data-drag": row.id,
        "data-key": `${corps ?? "pool"}-${row.id}`,
        class: [state, flag && !row.on_map && state === "in" ? "away" : ""].join(" "),
        "aria-pressed": String(desk.own.row === row.id),
        "aria-label": said(row, state),
        title: said(row, state),
        onclick: (/** @type {MouseEvent} */ e) => {
          if (e.detail === 0) select(desk, row.id);
        },
      },
      chit(row, s.units),
      row.kind === "division" && h("span", null, row.short),
      flag && h("em", null, flag),
    ),
  );
}

/** @param {Desk} desk @param {any} s @param {Row} row @param {string | null} corps */
function plate(desk, s, row, corps) {
  const state = standing(row, corps),
    flag = flagOf(row, state);
  return same(desk, `plate ${corps} ${row.id}`, look(desk, row, corps), () =>
    h(
      "button.tld-plate",
      {
        type: "button",
        "data-drag": row.id,
        "data-key": `${corps ?? "pool"}-${row.id}`,
        class: state ?? "",
        "aria-pressed": String(desk.own.row === row.id),
        "aria-label": said(row, state),
        title: said(row, state),
        onclick: (/** @type {MouseEvent} */ e) => {
          if (e.detail === 0) select(desk, row.id);
        },
      },
      fan(row, s.units),
      h(
        "span",
        null,
        row.short,
        h(
          "small",
          null,
          row.hqs.length
            ? row.hqs.map((q) => q.replace(":HQ", " HQ")).join(", ")
            : row.on_map
              ? "no supply HQ"
              : row.arrives
                ? "at sea"
                : "",
        ),
      ),
      flag && h("em", null, flag),
    ),
  );
}

/** @param {Row} row @param {string | null} state */
const flagOf = (row, state) =>
  state === "pend" || state === "ghost"
    ? row.next && brief(row.next.day)
    : !row.on_map && row.arrives
      ? brief(row.arrives)
      : "";

/** @param {Row} row @param {string | null} state */
function said(row, state) {
  const parts = [
    row.name,
    row.kind === "unit" && row.rating,
    row.corps ? `in ${numeral(row.corps)} Corps` : "in no corps",
    row.next && `to ${numeral(row.next.corps)} on ${spell(row.next.day)}`,
    !row.on_map && (row.arrives ? `arrives ${spell(row.arrives)}` : "not on the map"),
    state === "ghost" && "leaving",
  ];
  return parts.filter(Boolean).join(", ");
}

// ---------------------------------------------------------------- keys

/** Arrows walk the counters; M and a corps letter moves the one in hand. @param {Desk} desk @param {KeyboardEvent} e @returns {boolean} */
export function boardKeys(desk, e) {
  const s = staff(desk),
    id = desk.own.row;
  if (!s) return false;
  if (e.key.startsWith("Arrow")) return walk(e.key);
  if ((e.key === "m" || e.key === "M") && id) {
    desk.own.moving = true;
    announce("Now the corps: " + s.corps.map((/** @type {any} */ c) => `${c.key} for ${numeral(c.id)}`).join(", "));
    desk.changed();
    return true;
  }
  const corps = s.corps.find((/** @type {any} */ c) => c.key === e.key.toUpperCase());
  if (desk.own.moving && id && corps) {
    desk.own.moving = false;
    void put(desk, id, corps.id, null, kindOf(desk));
    return true;
  }
  return false;
}

/** The nearest counter in a direction. @param {string} key */
function walk(key) {
  const all = [...document.querySelectorAll(".tld-boards [data-drag]")],
    now = document.activeElement?.closest("[data-drag]");
  const target = now ? nearest(all, now, key) : all[0];
  if (!(target instanceof HTMLElement)) return false;
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** @param {Element[]} all @param {Element} from @param {string} key */
function nearest(all, from, key) {
  const middle = (/** @type {Element} */ e) => {
      const r = e.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
    },
    a = middle(from);
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best = null,
    least = Infinity;
  for (const e of all) {
    const b = middle(e),
      along = (b.x - a.x) * ux + (b.y - a.y) * uy,
      aside = Math.abs((b.x - a.x) * uy) + Math.abs((b.y - a.y) * ux);
    if (e !== from && along > 4 && along + aside * 2.5 < least) {
      least = along + aside * 2.5;
      best = e;
    }
  }
  return best;
}
