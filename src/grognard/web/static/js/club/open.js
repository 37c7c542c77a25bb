// @ts-check
// Open tables: seats that anyone on this server may join.
import * as api from "../api.js";
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { failed } from "../lobby/failed.js";
import { toast } from "../marks.js";
import { creatorOf, keep, tokensOf } from "../seats.js";
import { inFull, moment } from "../when.js";
import { session } from "./name.js";
import { termsWords } from "./time.js";

const LOOK_AGAIN = 20_000; // milliseconds

export function openTables() {
  const box = h("div.opentables", null, h("p.muted", null, "Looking for open tables…"));
  const load = async () => {
    try {
      const [found, games] = await Promise.all([api.openTables(), api.games()]);
      const titles = new Map(games.map((/** @type {any} */ g) => [g.name, g]));
      if (!found.length)
        return fill(box, h("p.muted", null, "None now. Choose “Anyone” for a seat, and your table is listed here."));
      fill(
        box,
        found.map((/** @type {any} */ one) => row(one, titles.get(one.game), load)),
      );
    } catch (error) {
      console.error(error);
      fill(
        box,
        failed("The open tables could not be listed", error, () => void load()),
      );
    }
  };
  const again = () => void (document.visibilityState === "visible" && load());
  const timer = setInterval(again, LOOK_AGAIN);
  document.addEventListener("visibilitychange", again);
  const leave = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", again);
  };
  return { box, load, leave };
}

/** @param {any} one @param {any} game @param {() => Promise<void>} again */
function row(one, game, again) {
  const side = game?.about.sides[one.side] ?? one.side,
    scenario = game?.about.scenarios.find((/** @type {any} */ s) => s.id === one.scenario)?.name ?? one.scenario;
  const waiting = one.waiting.length ? one.waiting.join(", ") : "A player without a name",
    title = `${game?.title ?? one.game}: ${scenario}`;
  return h(
    "div.seated",
    { "data-table": one.table },
    h(
      "div",
      null,
      h("b", null, title),
      one.name && one.name !== title && h("small", null, one.name),
      h("small", null, waiting, " waits since ", h("time", { title: inFull(one.since) }, moment(one.since))),
      h("small", null, `${side} is free · ${termsWords(one.clock)}`),
    ),
    tokensOf(one.table).length ? own(one, title, again) : joinButton(one, `${title}, ${side}`, again),
  );
}

/** @param {any} one @param {string} words @param {() => Promise<void>} again */
function joinButton(one, words, again) {
  const join = once(async () => {
    try {
      const taken = await api.joinTable(one.table, { side: one.side, session: session()?.token ?? "" });
      keep(taken.table, taken.token);
      location.hash = `t=${taken.table}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      await again();
    }
  });
  return h("button.primary", { type: "button", "aria-label": `Join ${words}`, onclick: join }, "Join");
}

/** A table of this browser: its owner can close it again. @param {any} one @param {string} title @param {() => Promise<void>} again */
function own(one, title, again) {
  const creator = creatorOf(one.table);
  if (!creator) return h("a.btn", { href: `#t=${one.table}`, "aria-label": `Go to ${title}` }, "Go");
  const close = once(async () => {
    try {
      await new api.Seat(one.table, creator).setOpen(one.side, false, creator);
      toast("The seat is closed. The link of the seat works again.");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    await again();
  });
  return h("button", { type: "button", "aria-label": `Close your table ${title}`, onclick: close }, "Close");
}
