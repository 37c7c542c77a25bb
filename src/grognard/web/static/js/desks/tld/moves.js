// @ts-check
// Moving things between cards: what is in hand, where it may go, the order that is written or the refusal that is told.
// A place is a corps, or an HQ to draw supply on.
import { fill, h } from "../../dom.js";
import { announce } from "../../marks.js";
import { numeral, spell } from "./wording.js";
import { mine, sendAll, staff } from "./staff.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {"corps" | "hq"} Kind */

/** What is in hand: a row of the ledger, or a single counter. @param {Desk} desk @param {string} id */
export function thing(desk, id) {
  const s = staff(desk),
    unit = s?.units.get(id);
  return (
    s?.rows[id] ??
    (unit
      ? {
          ...unit,
          id,
          short: id,
          kind: "unit",
          rating: unit.full.join("-"),
          members: [id],
          corps: s.corpsOf[id] ?? null,
          next: null,
          since: null,
          on_map: true,
          arrives: null,
          hqs: [],
        }
      : null)
  );
}

/** Everywhere something may go, asked once a state of the ledger. @param {Desk} desk @param {string} id @param {Kind} [kind] @returns {Promise<any>} */
export function whereTo(desk, id, kind = "corps") {
  if (desk.own.whereAt !== desk.table.seq) {
    desk.own.where = new Map();
    desk.own.whereAt = desk.table.seq;
  }
  const key = `${kind} ${id}`;
  let kept = desk.own.where.get(key);
  if (!kept) {
    kept = { value: null, promise: desk.model.seat.desk("where", { unit: id, kind, ...mine(desk) }) };
    desk.own.where.set(key, kept);
    desk.pending++;
    kept.promise
      .then(
        (/** @type {any} */ v) => {
          kept.value = v;
        },
        (/** @type {any} */ e) => desk.refused(e),
      )
      .finally(() => {
        desk.pending--;
        if (desk.own.drag?.busy()) desk.tell();
        else desk.changed();
      });
  }
  return kept.promise;
}

/** The answer, if it has come. @param {Desk} desk @param {string} id @param {Kind} [kind] */
export const told = (desk, id, kind = "corps") =>
  desk.own.whereAt === desk.table.seq ? (desk.own.where?.get(`${kind} ${id}`)?.value ?? null) : null;

/** @param {Desk} desk @param {string | null} id @param {boolean} [draw] */
export function select(desk, id, draw = true) {
  desk.own.row = id;
  desk.own.tip = null;
  desk.own.moving = false;
  if (id) void whereTo(desk, id, kindOf(desk)).catch(() => {});
  if (draw) desk.changed();
}

/** @param {Desk} desk @returns {Kind} */
export const kindOf = (desk) => (desk.tab.id === "hq" ? "hq" : "corps");

/** What the hands of the dragging do. @param {Desk} desk @param {HTMLElement} main @param {Kind} kind @returns {import("./drag.js").Hands} */
export function hands(desk, main, kind) {
  let over = /** @type {string | null} */ (null);
  const light = (/** @type {string} */ id) => {
    const where = told(desk, id, kind);
    main.querySelectorAll("[data-drop]").forEach((card) => {
      const place = card.getAttribute("data-drop"),
        said = where?.places.find((/** @type {any} */ p) => (p.place ?? "") === place),
        foot = card.querySelector(":scope > .tld-foot");
      card.classList.toggle("yes", Boolean(said?.ok && place === over));
      card.classList.toggle("no", Boolean(said && !said.ok && place === over));
      if (foot)
        fill(
          foot,
          said && place === over
            ? h(said.ok ? "span.okline" : "span.noline", null, said.ok ? "✓ " : "✕ ", said.words)
            : said?.ok
              ? h("span.muted", null, "may come here")
              : null,
        );
    });
  };
  return {
    touch: (id) => void whereTo(desk, id, kind).catch(() => {}), // asked before it is lifted: the answer is there when it comes over a card
    lift: (id) => {
      main.querySelector(".tld-tip")?.remove();
      select(desk, id, false);
      void whereTo(desk, id, kind).then(
        () => {
          if (desk.own.drag.busy()) light(id);
        },
        () => {},
      );
    },
    over: (id, place) => {
      over = place;
      light(id);
    },
    off: () => {
      over = null;
      desk.changed();
    },
    press: (id) => select(desk, id),
    drop: (id, place, at) => {
      over = null;
      void put(desk, id, place, at, kind);
    },
  };
}

/** Something is put down: an order if it may be, else the refusal with what fixes it.
 * @param {Desk} desk @param {string} id @param {string} place @param {{x: number, y: number} | null} at @param {Kind} [kind] */
export async function put(desk, id, place, at, kind = "corps") {
  const began = performance.now(),
    row = thing(desk, id),
    where = await whereTo(desk, id, kind);
  const said = where.places.find((/** @type {any} */ p) => (p.place ?? "") === place);
  if (!row || !said || said.stays) return desk.changed();
  if (said.ok) {
    foresee(desk, id, place, where.bites, kind);
    if (await sendAll(desk, said.orders))
      announce(`${row.name} is assigned to ${numeral(place)}, effective ${spell(where.bites)}.`);
  } else {
    desk.own.tip = { id, place, at, kind };
    announce(`Refused. ${said.rulings.map((/** @type {any} */ r) => r.because).join(". ")}`);
    desk.changed();
  }
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      document.body.dataset.answered = (performance.now() - began).toFixed(1);
    }),
  ); // read by the bench
  return undefined;
}

/** The rules have said yes: the board shows the order at once, and what the server makes of it when it has come.
 * @param {Desk} desk @param {string} id @param {string} place @param {string} day @param {Kind} kind */
function foresee(desk, id, place, day, kind) {
  const row = staff(desk)?.rows[id];
  if (!row || kind !== "corps") return;
  row.next = row.corps === place ? null : { corps: place, day };
  desk.changed();
}
