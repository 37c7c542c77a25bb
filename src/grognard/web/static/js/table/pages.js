// @ts-check
// Pages of the drawer besides the rules: the table and its seats, the dice, the schedule of arrivals.
import { callName, counterPicture } from "../counters.js";
import { makers } from "../dice/note.js";
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { announce, chip, toast } from "../marks.js";
import { saveRecord } from "../saving.js";
import { creatorOf, forgetToken, keep } from "../seats.js";
import { choose, setting } from "../settings.js";
import { die } from "./chances.js";

/** @typedef {import("./play.js").Play} Play */

const said = (/** @type {unknown} */ error) => toast(error instanceof Error ? error.message : String(error));

// ---------------------------------------------------------------- the table

/** @param {Play} play */
export function tablePage(play) {
  const { model } = play,
    t = model.present;
  return [
    h(
      "section",
      null,
      h("h2", null, "Seats"),
      Object.entries(t.seats ?? {}).map(([side, kind]) => seatRow(play, side, String(kind))),
      seatRow(play, "watch", "watch"),
    ),
    t.seat !== "watch" && notes(play),
    h(
      "section",
      null,
      h("h2", null, "Record"),
      h("p.muted", null, `The record holds the whole game, every roll checkable. ${mailWords(t)}`),
      h(
        "div.choices",
        null,
        h("button", { type: "button", onclick: () => saveRecord(play.model.seat) }, "Download the record"),
        h("button", { type: "button", onclick: () => play.drawer?.open({ kind: "dice" }) }, "Check the dice"),
        h(
          "button",
          { type: "button", "data-key": "check-game", onclick: () => play.drawer?.open({ kind: "check" }) },
          "Check this game",
        ),
      ),
    ),
    h(
      "section",
      null,
      h("h2", null, "Notices"),
      tick("Ask before a phase ends while units could still act", setting("ask") !== "no", (on) =>
        choose("ask", on ? "" : "no"),
      ),
      tick("Tell me when it is my move, also while another page is open", setting("notify") === "yes", (on) => notify(on)),
      tick("Guide: explain every step", play.guide.on, (on) => play.guide.turn(on)),
      t.seat !== "watch" && hook(play),
    ),
  ];
}

/** Whether a game can go on from its record at another server. @param {any} t */
const mailWords = (t) =>
  t.dice === "typed"
    ? "To play by mail, send it while nothing is hidden: your friend opens it in the lobby."
    : "It is played on at this server only: by mail, players roll dice of their own and type them in.";

/** @param {string} words @param {boolean} on @param {(on: boolean) => void} change */
const tick = (words, on, change) =>
  h(
    "label.check",
    null,
    h("input", { type: "checkbox", checked: on, onchange: (/** @type {any} */ e) => change(e.target.checked) }),
    h("span", null, words),
  );

/** @param {Play} play @param {string} side @param {string} kind */
function seatRow(play, side, kind) {
  const { model } = play,
    mine = model.sides.has(side),
    box = h("div"),
    own = side === "watch" ? null : model.sides.get(side)?.token,
    key = own ?? creatorOf(model.id) ?? (kind === "mail" ? model.seat.token : null), // old tables have no creator
    words =
      { human: "a person", link: "by link", mail: "by mail" }[kind] ??
      (kind.startsWith("computer")
        ? `computer${kind.split(":")[1] ? `, ${kind.split(":")[1]}` : ""}`
        : kind === "watch"
          ? "a player with the link"
          : kind);
  const ask = async () => {
    try {
      const { token } = await model.seat.revoke(side, key ?? "");
      if (mine) {
        forgetToken(model.id, model.sides.get(side)?.token ?? "");
        keep(model.id, token);
        const seat = model.sides.get(side);
        if (seat) seat.token = token;
      }
      const url = `${location.origin}${location.pathname}#t=${encodeURIComponent(model.id)}&k=${token}`;
      fill(
        box,
        h(
          "label.link",
          null,
          "New link; any older one has stopped working",
          h("input", { type: "text", readonly: true, value: url, onfocus: (/** @type {any} */ e) => e.target.select() }),
        ),
      );
      box.querySelector("input")?.focus();
    } catch (error) {
      said(error);
    }
  };
  const may = key !== null && !kind.startsWith("computer") && !(kind === "mail" && model.present?.seat === "watch");
  return h(
    "div.seatline",
    null,
    h(
      "div",
      null,
      h("b", null, side === "watch" ? "Onlookers" : model.side(side)),
      h("small.muted", null, mine && side !== "watch" ? "you" : words),
    ),
    may &&
      h(
        "button",
        { type: "button", "data-key": `link-${side}`, onclick: once(ask) },
        mine && side !== "watch" ? "Move my seat to a new link" : side === "watch" ? "Link to look on" : "New link",
      ),
    box,
  );
}

/** @param {Play} play */
function notes(play) {
  const area = h("textarea", { rows: 5, maxlength: 20000, "aria-label": "My notes", placeholder: "Only you see these notes." }),
    state = h("small.muted", { role: "status" });
  let timer = 0;
  const seat = play.model.seat;
  seat.notes().then(
    ({ text }) => {
      if (!area.value) area.value = text;
    },
    () => {},
  );
  area.addEventListener("input", () => {
    clearTimeout(timer);
    state.textContent = "…";
    timer = setTimeout(
      () =>
        seat.writeNotes(area.value).then(() => {
          state.textContent = "kept";
        }, said),
      500,
    );
  });
  return h("section", null, h("h2", null, "My notes", h("span.r", null, state)), area);
}

/** @param {boolean} on */
async function notify(on) {
  if (on && "Notification" in window && (await Notification.requestPermission()) !== "granted")
    toast("The browser does not allow notices from this page; the title will still say it.");
  choose("notify", on ? "yes" : "");
}

/** An address that is told when it is your move, on servers that send such notices. @param {Play} play */
function hook(play) {
  const box = h("div"),
    { seat } = play.model;
  seat.webhook().then(
    (/** @type {any} */ now) => {
      if (!now.offered) return;
      const field = h("input", {
        type: "url",
        value: now.url ?? "",
        placeholder: "an https address",
        "aria-label": "Address for a notice when it is my move",
        onchange: () => seat.setWebhook(field.value || null).then(() => toast("Kept."), said),
      });
      fill(box, h("label.link", null, "Or post a notice to", field));
    },
    () => {},
  );
  return box;
}

// ---------------------------------------------------------------- dice

const KINDS = {
  committed: "Sealed: the dice of both sides were fixed before play, and every roll opens the next link of a chain.",
  seeded: "From a number: anyone who knows it can predict every roll.",
  typed: "Real dice, typed in by the players: taken on trust.",
};

/** What is said of dice that prove nothing. @param {string} kind */
const UNPROVED = (kind) =>
  kind === "typed"
    ? "Physical dice: the players typed each roll. "
    : "Dice chosen by the author of the record: not every side committed to them. ";

/** @param {Play} play @param {number} [seq] the action whose roll is asked about */
export function dicePage(play, seq) {
  const { model } = play,
    box = h("div", null, h("p.muted", null, "The whole record is being played again…"));
  model.seat.receipts().then((r) => {
    const rolls = [...r.rolls].reverse();
    announce(r.verified ? "The dice fit." : "The dice do not fit.");
    fill(
      box,
      h(
        "p",
        { class: r.verified ? "good" : "bad", role: "status" },
        h("b", null, !r.verified ? "Something does not fit. " : r.checkable ? "Everything fits. " : UNPROVED(r.kind)),
        r.problem ??
          (r.checkable ? "The record was replayed from its first line and every roll follows from what was sealed." : ""),
      ),
      h(
        "p",
        null,
        KINDS[/** @type {keyof KINDS} */ (r.kind)] ?? r.kind,
        r.kind === "seeded" ? ` Seed: ${r.seed ?? "hidden until the game is over"}.` : "",
        ` ${makers(model.present)}`,
      ),
      checkCode(play),
      Object.entries(r.tips).map(([side, tip]) =>
        h("div", null, `${model.side(side)} sealed `, h("code", null, String(tip).slice(0, 16), "…")),
      ),
      h(
        "ol.rolls",
        null,
        rolls.map((/** @type {any} */ roll) =>
          h(
            "li",
            { class: roll.action === seq ? "here" : "" },
            h("span.n", null, roll.action ?? "taken back"),
            face(roll.do),
            h(
              "code",
              null,
              Object.values(roll.links)
                .map((l) => String(l).slice(0, 8))
                .join(" ") || (roll.seal ? `sealed ${String(roll.seal).slice(0, 8)}` : ""),
            ),
            h(
              "span",
              { class: roll.fits === false ? "bad" : "good" },
              roll.fits === true ? "fits" : roll.fits === false ? "does not fit" : "",
            ),
          ),
        ),
      ),
    );
    box.querySelector(".here")?.scrollIntoView({ block: "center" });
  }, said);
  return box;
}

/** The record of the table, checked in this browser. @param {import("../api.js").Seat} seat */
export function checkPage(seat) {
  const box = h("div.checked", { role: "status" }, h("p.muted", null, "The record is being checked in this browser…"));
  import("../checking.js").then((checking) => checking.checkTable(box, seat)).catch(said);
  return box;
}

/** Digits two players can compare, at a table where their browsers made the secrets. @param {Play} play */
function checkCode({ model }) {
  const box = h("p.muted");
  if (model.present.escrow?.stage === "playing" && model.present.seat !== "watch")
    void import("../dice/hand.js")
      .then((dice) => dice.codeOf(model.seat))
      .then((code) => {
        if (code)
          fill(
            box,
            `Check code ${code}. If your opponent's page shows the same code, no one reads what your browsers send each other.`,
          );
      });
  return box;
}

/** @param {string | null} text */
function face(text) {
  const roll = /^roll (\d)$/.exec(text ?? "");
  return h("span", null, roll ? die(Number(roll[1])) : (text?.replace(/^draw /, "") ?? "secret"));
}

// ---------------------------------------------------------------- arrivals

/** @param {Play} play */
export function arrivalsPage(play) {
  const { model, laid } = play,
    rows = laid.data.arrivals ?? [];
  if (!rows.length) return h("p.muted", null, "No unit is due.");
  return [...new Set(rows.map((r) => r.turn))].map((turn) =>
    h(
      "section",
      { class: turn === model.table.turn ? "now" : "" },
      h("h2", null, `Turn ${turn}`, h("span.r", null, rows.find((r) => r.turn === turn)?.dates)),
      rows
        .filter((r) => r.turn === turn)
        .map((row) =>
          h(
            "div",
            null,
            h("div", null, h("b", null, model.side(row.side)), " ", chip(model.book, row.clause)),
            h(
              "div.units",
              null,
              Object.entries(row.units).map(([id, state]) => {
                const u = model.units.get(id);
                return (
                  u &&
                  h(
                    "div.u",
                    { class: state === "lost" ? "done" : "" },
                    counterPicture(u, model.dress, { compact: true, label: `${callName(u)}: ${state}` }),
                    h("small", null, state),
                  )
                );
              }),
            ),
            row.early &&
              h(
                "p.muted",
                null,
                `${row.early.division}: may be called from turn ${row.early.from}. `,
                row.early.called ? `Called on turn ${row.early.called}. ` : "",
                chip(model.book, row.early.clause),
              ),
          ),
        ),
    ),
  );
}
