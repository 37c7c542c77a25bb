// @ts-check
// The review of a finished game: the decisions that changed the winning chances most, on the map, and the chances over the game.
// It is a playback of five moments, so the map table and the desks show it alike.
import { h, s } from "../dom.js";
import { announce, chip, toast } from "../marks.js";

/** @import * as T from "../types.d.ts" */
/** @typedef {import("./playback.js").Playback} Playback */
/** @typedef {import("./playback.js").Act} Act */
/** @typedef {{found: T.Review | null, done: number, whole: number, games: number, doing: string}} Reviewed */

const ASK_MS = 1000; // between two questions how far the count is
const FIGHTS = new Set(["attack", "bombard", "assault", "fire", "overrun", "barrage", "strike", "raid"]);
const percent = (/** @type {number} */ value) => `${Math.round(value * 100)} %`;
const signed = (/** @type {number} */ value) => `${value < 0 ? "−" : "+"}${Math.abs(Math.round(value * 100))}`;

/** Who names a better way: the adviser of the review, or who is named with it. @param {T.Better | null} better @param {Playback} playback */
function nameOf(better, playback) {
  const name = better?.by || (playback.review?.found?.adviser ?? "");
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Has the game reviewed, and shows the first decision. @param {Playback} playback */
export async function reviewGame(playback) {
  const { stage } = playback;
  playback.stopTimer();
  const run = ++playback.run;
  Object.assign(playback, {
    acts: [],
    since: 0,
    whole: true,
    live: false,
    open: true,
    index: -1,
    playing: false,
    decided: true,
  });
  playback.review = { found: null, done: 0, whole: 0, games: 0, doing: "" };
  stage.clear();
  stage.changed();
  announce("The review is being counted.");
  /** @type {T.Review | null} */
  let found = null;
  try {
    while (!found) {
      const { review, ...progress } = await stage.model.seat.review();
      if (run !== playback.run || !playback.open) return;
      playback.review = { found: review, ...progress };
      found = review;
      if (found) break;
      stage.changed();
      await new Promise((go) => setTimeout(go, ASK_MS));
      if (run !== playback.run || !playback.open) return;
    }
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return playback.leave();
  }
  playback.acts = found.decisions.map(actOf);
  if (playback.acts.length) await playback.show(0);
  else stage.changed();
}

/** A decision as an act of a playback: the position before it, with what was played and what was better. @param {T.Turning} one @returns {Act} */
function actOf(one) {
  const drawn = one.played.map((told) => told.draw),
    fights = drawn.filter((draw) => FIGHTS.has(draw.verb) && draw.to),
    better = one.better?.draw;
  return {
    kind: fights.length ? "attack" : "move",
    text: one.text,
    first: one.at + 1,
    last: one.at, // the board is shown as it was when the decision was due
    side: one.side,
    moves: drawn
      .filter((draw) => !FIGHTS.has(draw.verb) && draw.unit && draw.from && draw.to)
      .map((draw) => ({ unit: draw.unit, origin: draw.from, to: draw.to, at: one.at })),
    hexes: [...drawn, better ?? {}].flatMap((draw) => [draw.from, draw.to]).filter((hex) => typeof hex === "string"),
    target: fights[0]?.to,
    attackers: fights.map((draw) => draw.unit).filter(Boolean),
    better: better?.from && better.to ? [better.from, better.to] : undefined,
  };
}

/** The way to a review, where a game is over. @param {Playback | null | undefined} playback @param {() => void} [first] */
export const reviewButton = (playback, first) =>
  playback &&
  h(
    "button",
    {
      type: "button",
      "data-key": "review",
      onclick: () => {
        first?.();
        void reviewGame(playback);
      },
    },
    "Review this game",
  );

/** @param {Playback} playback */
export function reviewPanel(playback) {
  const { found, done, whole, games, doing } = /** @type {Reviewed} */ (playback.review);
  if (!found)
    return [
      h(
        "section.sec.away-head",
        { role: "status" },
        h("h2.lead", null, "Counting the winning chances"),
        h("p.muted", null, whole ? `${doing}: ${games} games are played out.` : "The game is played again."),
        h("progress", { max: whole || 1, value: done, "aria-label": "Processor time spent" }),
        whole > 0 && h("p.muted", null, `${done} of at most ${whole} s of processor time; on a busy server it takes longer.`),
        h("p.muted", null, "You can leave: the count goes on, and the review is kept."),
      ),
      foot(playback),
    ];
  return [
    h(
      "section.sec.away-head",
      null,
      h("h2.lead", null, "Review"),
      h(
        "p.muted",
        null,
        found.decisions.length
          ? "The decisions that changed the winning chances most."
          : "No decision was found that changed the winning chances.",
      ),
      chart(playback, found),
    ),
    h(
      "ol.acts",
      { "aria-label": "Decisions" },
      found.decisions.map((one, k) => decision(playback, one, k)),
    ),
    found.luck.length > 0 && luck(playback, found),
    h("section.sec", null, h("p.muted", null, found.method), h("p.muted", null, found.limits)),
    foot(playback),
  ];
}

/** @param {Playback} playback */
const foot = (playback) =>
  h(
    "div.away-foot",
    null,
    h("button.primary", { type: "button", "data-key": "now", onclick: () => playback.leave() }, "Close", h("kbd", null, "Esc")),
  );

/** @param {Playback} playback @param {T.Turning} one @param {number} k */
function decision(playback, one, k) {
  const now = k === playback.index,
    { better } = one;
  return h(
    "li",
    { class: now ? "now" : "", "aria-current": now ? "step" : null },
    h(
      "button.act.review",
      { type: "button", "data-key": `act-${k}`, onclick: () => playback.jump(k) },
      h("span.n", null, k + 1),
      h(
        "span.words",
        null,
        h("small.muted", null, one.moment),
        h("span", null, `${one.text}.`),
        h(
          "b",
          null,
          `${playback.stage.side(one.side)} chances ${percent(one.before.value)} before, ${percent(one.after.value)} after`,
        ),
      ),
      h("span.badge", { class: one.change.value < 0 ? "loss" : "gain" }, signed(one.change.value)),
    ),
    now &&
      h(
        "div.review-more",
        null,
        h("p", null, one.words),
        better &&
          h(
            "p",
            null,
            h("b", null, `${better.gain.value > 0 ? "Better" : `${nameOf(better, playback)} would`}: ${better.text}`),
            `${better.more ? ` (and ${better.more} more)` : ""}: ${percent(better.chance.value)}. ${better.why} `,
            better.clauses.slice(0, 2).map((clause) => [chip(playback.stage.model.book, clause), " "]),
          ),
        h(
          "p.muted",
          null,
          `Change ${signed(one.change.value)} points, 95 % interval ${signed(one.change.low)} to ${signed(one.change.high)}, in ${one.games} games each.`,
        ),
      ),
  );
}

/** @param {Playback} playback @param {T.Review} found */
const luck = (playback, found) =>
  h(
    "section.sec",
    { "aria-label": "Luck" },
    h("h2", null, "Luck"),
    found.luck.map((one) =>
      h(
        "p",
        null,
        `${one.moment}: ${one.text}. `,
        h("b", null, `${playback.stage.side(one.side)} ${percent(one.before.value)} to ${percent(one.after.value)}`),
        one.sure ? "." : ", within the error of the count.",
      ),
    ),
  );

const WIDE = 300;
const HIGH = 90;

const APART = 17; // so far the middles of two numbers are from each other

/** Where the numbers of the decisions stand: on the curve, or above or below it where another number is.
 * @param {{curve: {at: number, chance: {value: number}}[], decisions: {at: number}[]}} found @param {number} width of an action
 * @param {(share: number) => number} y @returns {{at: number, height: number, foot: number}[]} */
export function marks({ curve, decisions }, width, y) {
  /** @type {{at: number, height: number, foot: number}[]} */
  const found = [];
  for (const one of decisions) {
    const share = curve.findLast((p) => p.at <= one.at)?.chance.value ?? curve[0]?.chance.value ?? 0.5,
      at = one.at * width,
      foot = y(share),
      taken = (/** @type {number} */ height) => found.some((p) => Math.hypot(p.at - at, p.height - height) < APART),
      free = [0, 1, -1, 2, -2, 3, -3].map((n) => foot - n * APART).filter((height) => height >= 0 && height <= HIGH);
    found.push({ at, height: free.find((height) => !taken(height)) ?? foot, foot });
  }
  return found;
}

/** The chances of the first side over the game, with the decisions as numbers. @param {Playback} playback @param {T.Review} found */
function chart(playback, found) {
  const { curve } = found,
    end = Math.max(1, curve.at(-1)?.at ?? 1),
    x = (/** @type {number} */ at) => ((at / end) * WIDE).toFixed(1),
    y = (/** @type {number} */ share) => ((1 - share) * HIGH).toFixed(1),
    side = playback.stage.side(found.side),
    line = curve.map((p) => `${x(p.at)},${y(p.chance.value)}`).join(" "),
    band = [
      ...curve.map((p) => `${x(p.at)},${y(p.chance.high)}`),
      ...[...curve].reverse().map((p) => `${x(p.at)},${y(p.chance.low)}`),
    ].join(" ");
  const said = `${side} winning chances over the game: ${percent(curve[0]?.chance.value ?? 0)} at the start, ${percent(curve.at(-1)?.chance.value ?? 0)} at the end`;
  return h(
    "figure.review-chart",
    null,
    s(
      "svg",
      { viewBox: `-10 -10 ${WIDE + 20} ${HIGH + 20}`, role: "img", "aria-label": said },
      s("polygon", { class: "band", points: band }),
      s("line", { class: "half", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      s("polyline", { class: "line", points: line }),
      s("text", { class: "scale", x: 0, y: 8 }, "100 %"),
      s("text", { class: "scale", x: 0, y: HIGH - 3 }, "0 %"),
      marks(found, Number(x(1)), (share) => Number(y(share))).map(({ at, height, foot }, k) =>
        s(
          "g",
          { class: k === playback.index ? "mark now" : "mark", onclick: () => playback.jump(k) },
          s("line", { class: "stem", x1: at, x2: at, y1: height, y2: foot }),
          s("circle", { cx: at, cy: height, r: 8 }),
          s("text", { x: at, y: height + 3.5 }, String(k + 1)),
        ),
      ),
    ),
    h(
      "figcaption.muted",
      null,
      `${side} chances${found.judged ? " as the game judges each position, without intervals" : "; the band is the 95 % interval"}`,
    ),
  );
}

/** The strip under the map. @param {Playback} playback */
export function reviewStrip(playback) {
  const { acts, index, act } = playback,
    button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {number} */ by, /** @type {string} */ d) =>
      h(
        "button.round",
        {
          type: "button",
          "aria-label": words,
          title: words,
          "data-key": key,
          disabled: !acts[index + by],
          onclick: () => playback.step(by),
        },
        s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d, fill: "currentColor" })),
      );
  return h(
    "div.strip",
    { role: "group", "aria-label": "Review" },
    h(
      "div.strip-row",
      null,
      button("pb-back", "Decision before", -1, "M4 4h2v12H4zM16 4v12L7 10z"),
      button("pb-step", "Next decision", 1, "M14 4h2v12h-2zM4 4v12l9-6z"),
      h(
        "div.strip-words",
        { "aria-hidden": "true" },
        h("b", null, act ? act.text : "Review"),
        h(
          "small",
          null,
          act
            ? `Decision ${index + 1} of ${acts.length}; dotted: what ${nameOf(playback.review?.found?.decisions[index]?.better ?? null, playback)} would have done`
            : "",
        ),
      ),
      h("button", { type: "button", "data-key": "pb-now", onclick: () => playback.leave() }, "Close", h("kbd", null, "Esc")),
    ),
  );
}
