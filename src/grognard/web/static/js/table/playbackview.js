// @ts-check
// A playback on the page: the list of acts, the strip with its buttons, a scrubber. The map is drawn by the page it plays on.
import { h, s } from "../dom.js";
import { chip } from "../marks.js";
import { die } from "./chances.js";
import { SPEEDS } from "./playback.js";
import { reviewPanel, reviewStrip } from "./review.js";

/** @typedef {import("./playback.js").Playback} Playback */
/** @typedef {import("./playback.js").Act} Act */

const ICONS = {
  move: "M4 20c0-9 5-12 13-12M12 3l5 5-5 5",
  attack: "M4 4l14 14M18 4L4 18M3 15l4 4M15 19l4-4",
  bombardment: "M3 18h12M6 18l8-10 3 2-6 8M15 5l2-2M19 8l2-1",
  arrival: "M11 3v14M5 11l6 6 6-6",
  control: "M5 21V3h12l-3 4 3 4H5",
  supply: "M3 8h10v8H3zM13 11h5l2 3v2h-7M6 19a1 1 0 1 0 .1 0M16 19a1 1 0 1 0 .1 0",
  note: "M5 6h12M5 11h12M5 16h8",
  loss: "M11 3l9 16H2zM11 9v4M11 16v.5",
  near: "M2 11c4-7 14-7 18 0-4 7-14 7-18 0zM11 8a3 3 0 1 0 .1 0",
  sealed: "M5 10h12v9H5zM8 10V7a3 3 0 0 1 6 0v3",
  buy: "M4 7h14l-2 8H6zM7 19a1 1 0 1 0 .1 0M15 19a1 1 0 1 0 .1 0M4 7L3 3H1",
};
const ICON_OF = /** @type {Record<string, keyof typeof ICONS>} */ ({
  move: "move",
  retreat: "move",
  advance: "move",
  redeployment: "move",
  attack: "attack",
  assault: "attack",
  raid: "attack",
  fire: "attack",
  bombardment: "bombardment",
  arrival: "arrival",
  reinforcement: "arrival",
  drop: "arrival",
  control: "control",
  supply: "supply",
  transport: "supply",
  stock: "supply",
  spend: "supply",
  shipping: "supply",
  replacement: "arrival",
  replacements: "arrival",
  removal: "loss",
  port: "control",
  loss: "loss",
  elimination: "loss",
  purchase: "buy",
  redeploy: "move",
  setup: "arrival",
  units: "arrival",
  sealed: "sealed",
  end: "control",
});

/** @param {keyof typeof ICONS} name */
const picture = (name) => s("svg.act-icon", { viewBox: "0 0 22 22", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/** @param {Playback} playback @param {Act} act */
export const tone = (playback, act) => {
  const mine = playback.present.seat;
  return act.hurt?.includes(mine) ? "loss" : act.hurt?.length ? "gain" : "none";
};

/** @param {Playback} playback */
export function playbackPanel(playback) {
  const { acts } = playback,
    t = playback.present;
  if (playback.review) return reviewPanel(playback);
  return [
    h(
      "section.sec.away-head",
      null,
      h("h2.lead", null, playback.title),
      h(
        "p.muted",
        null,
        `${acts.length} ${acts.length === 1 ? "event" : "events"}. Click one to see it ${playback.stage.where ?? "on the map"}.`,
      ),
    ),
    playback.whole ? null : forYou(playback),
    h(
      "ol.acts",
      { "aria-label": "What happened" },
      acts.flatMap((act, k) => [act.heading ? h("li.head", null, act.heading) : null, actRow(playback, act, k)]),
      playback.more && h("li.head", { role: "status" }, `${playback.stage.side(t.to_move)} is still acting…`),
    ),
    h(
      "div.away-foot",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "now", onclick: () => playback.leave() },
        t.mine ? "To now: your decision" : "To now",
        h("kbd", null, "Esc"),
      ),
      h("button", { type: "button", "data-key": "again", onclick: () => playback.again() }, "Again", h("kbd", null, "R")),
    ),
  ];
}

/** What matters most to this seat, three lines at most: losses, hexes taken, enemies beside one's units. @param {Playback} playback */
function forYou(playback) {
  const mine = playback.present.seat,
    lost = playback.acts.flatMap((act) => (act.lost ?? []).flatMap(([side, words]) => (side === mine ? [words] : []))),
    taken = playback.acts.flatMap((act) => act.taken ?? []),
    line = (/** @type {keyof typeof ICONS} */ icon, /** @type {any} */ ...words) =>
      h("p", null, picture(icon), h("span", null, words));
  const more = (/** @type {string[]} */ some, /** @type {number} */ shown) =>
    some.length > shown ? ` And ${some.length - shown} more.` : "";
  return h(
    "section.sec.for-you",
    { "aria-label": "For you" },
    lost.length
      ? line("loss", h("b", null, `${lost.slice(0, 3).join(". ")}.`), more(lost, 3))
      : line("loss", h("b", null, "None of your units was hurt.")),
    taken.length ? line("control", `${taken.slice(0, 2).join(". ")}.`, more(taken, 2)) : null,
    playback.beside.length
      ? line("near", h("b", null, "Now next to you: "), `${playback.beside.slice(0, 3).join(", ")}.`, more(playback.beside, 3))
      : null,
  );
}

/** @param {Playback} playback @param {Act} act @param {number} k */
function actRow(playback, act, k) {
  const now = k === playback.index,
    past = k < playback.index || (now && playback.decided);
  return h(
    "li",
    { class: `${now ? "now" : ""} ${k > playback.index ? "to-come" : ""}`, "aria-current": now ? "step" : null },
    h(
      "button.act",
      { type: "button", "data-key": `act-${k}`, onclick: () => playback.jump(k) },
      h("span.n", null, k + 1),
      picture(ICON_OF[act.kind] ?? "note"),
      h(
        "span.words",
        null,
        h("span", null, `${act.text}.`),
        now && past ? rolled(act) : null,
        past && act.effects?.length ? h("b", null, ` ${act.effects.join(". ")}.`) : null,
      ),
      act.code ? h("span.badge", { class: past ? tone(playback, act) : "" }, past ? act.code : "?") : null,
    ),
    now && past && act.clause ? h("div.cite", null, chip(playback.stage.model.book, act.clause)) : null,
  );
}

/** The markers drawn and the die of an attack. @param {Act} act */
const rolled = (act) =>
  (act.drawn?.length || act.figures?.die) &&
  h(
    "span.rolled",
    null,
    (act.drawn ?? []).map(([cup, value]) =>
      h("span.tile", { class: { air: "a", german: "k" }[cup] ?? "g", title: cup }, value),
    ),
    Number(act.figures?.die) ? die(Number(act.figures.die)) : null,
  );

/** The strip under the map. @param {Playback} playback */
export function playbackStrip(playback) {
  if (playback.review) return reviewStrip(playback);
  const act = playback.act,
    button = (
      /** @type {string} */ key,
      /** @type {string} */ label,
      /** @type {string} */ d,
      /** @type {() => void} */ onclick,
      big = false,
    ) =>
      h(
        "button.round",
        { type: "button", class: big ? "big" : "", "aria-label": label, title: label, "data-key": key, onclick },
        s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d, fill: "currentColor" })),
      );
  return h(
    "div.strip",
    { role: "group", "aria-label": "Playback" },
    h(
      "div.strip-row",
      null,
      button("pb-back", "One event back", "M4 4h2v12H4zM16 4v12L7 10z", () => playback.step(-1)),
      button(
        "pb-play",
        playback.playing ? "Pause" : "Play",
        playback.playing ? "M5 4h4v12H5zM11 4h4v12h-4z" : "M6 3l11 7-11 7z",
        () => playback.toggle(),
        true,
      ),
      button("pb-step", "Next event", "M14 4h2v12h-2zM4 4v12l9-6z", () => playback.step(1)),
      h(
        "div.strip-words",
        { "aria-hidden": "true" },
        h("b", null, act ? act.text : "The position before"),
        h(
          "small",
          null,
          act ? `${playback.index + 1} of ${playback.acts.length}` : "",
          act && playback.decided && act.effects?.length ? ` · ${act.effects.join(". ")}` : "",
        ),
      ),
      h(
        "div.speeds",
        { role: "group", "aria-label": "Speed" },
        SPEEDS.map((speed) =>
          h(
            "button",
            {
              type: "button",
              "aria-pressed": String(playback.speed === speed),
              "aria-label": speed === 0.5 ? "Half speed" : `${speed} times speed`,
              "data-key": `speed-${speed}`,
              onclick: () => playback.setSpeed(speed),
            },
            speed === 0.5 ? "½×" : `${speed}×`,
          ),
        ),
      ),
      h("button", { type: "button", "data-key": "pb-now", onclick: () => playback.leave() }, "To now", h("kbd", null, "Esc")),
    ),
    scrubber(playback),
  );
}

const MOST_DOTS = 40; // more would run into each other: a slider then

/** A mark for each act: a disc for a move, a diamond for dice, a square for one's own. @param {Playback} playback */
function scrubber(playback) {
  const mine = playback.present.seat,
    { acts } = playback;
  if (acts.length > MOST_DOTS)
    return h("input.scrub-range", {
      type: "range",
      min: 0,
      max: acts.length - 1,
      value: Math.max(0, playback.index),
      "aria-label": "Event",
      "aria-valuetext": playback.act?.text ?? "before the first event",
      "data-key": "pb-range",
      oninput: (/** @type {any} */ e) => playback.jump(Number(e.target.value)),
    });
  return h(
    "div.scrub",
    { role: "group", "aria-label": "Events" },
    acts.map((act, k) =>
      h("button.dot", {
        type: "button",
        class: `${act.target ? "dice" : act.side === mine ? "own" : ""} ${k <= playback.index ? "seen" : ""} ${k === playback.index ? "now" : ""}`,
        tabindex: -1,
        "aria-label": `Event ${k + 1}: ${act.text}`,
        title: act.text,
        onclick: () => playback.jump(k),
      }),
    ),
  );
}
