// @ts-check
// The right panel above the log: what to do, and what the moment needs.
import { callName, counterPicture } from "../counters.js";
import { h, s } from "../dom.js";
import { declineButton, waiting } from "../dice/note.js";
import { chip } from "../marks.js";
import { points } from "../map/overlays.js";
import { howTo, plainWords } from "./choices.js";
import { die } from "./chances.js";
import { planned, supportBars, underWay } from "./combat.js";
import { groupButtons } from "./groups.js";
import { guideBox } from "./guide.js";
import { ask as askHint, hintBox } from "./hint.js";
import { openPlan } from "./plans.js";
import { rolls } from "./result.js";
import { lookingBack } from "./past.js";
import { playbackPanel } from "./playbackview.js";
import { reviewButton } from "./review.js";
import { staffBox } from "./staff.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function right(play) {
  const own = play.model.dress.own;
  if (play.playback.open) return playbackPanel(play.playback);
  if (play.plan) return (own?.planned ?? planned)(play);
  if (play.model.past)
    return [lookingBack(play), (own?.underWay ?? underWay)(play), unitCard(play), (own?.lens ?? supplyReport)(play)];
  return [
    prompt(play),
    pending(play),
    supportBars(play),
    own?.before?.(play),
    hintBox(play, (text) => told(play, text)),
    staffBox(play, hintButton(play)),
    guideBox(play),
    own?.after?.(play),
    rolls(play),
    (own?.underWay ?? underWay)(play),
    unitCard(play),
    (own?.lens ?? supplyReport)(play),
    subjects(play),
    bombardments(play),
  ];
}

/** @param {Play} play */
function prompt(play) {
  const { model } = play,
    t = model.table;
  if (t.over)
    return h(
      "section.sec.won",
      null,
      h(
        "div.prompt",
        null,
        h("b.lead", null, "The game is over."),
        `${model.side(t.over.winner)} ${t.over.level} victory `,
        chip(model.book, t.over.clause),
      ),
      h(
        "div.choices",
        null,
        reviewButton(play.playback),
        h("button", { type: "button", onclick: () => play.show("over") }, "How it ended"),
      ),
    );
  const waits = waiting(t, (side) => model.side(side));
  if (waits)
    return h(
      "section.sec",
      null,
      h("div.prompt", null, h("b.lead", null, waits[0]), waits[1]),
      declineButton(t, model.seat, () => play.catchUp()),
    );
  const mine = t.mine,
    chance = t.to_move === "chance";
  const says = mine
    ? (model.dress.own?.howTo?.(model.verbs, model.able.size) ?? howTo(model.verbs, model.able.size))
    : "You can look at the map meanwhile.";
  return h(
    "section.sec.decide",
    { class: mine ? "mine" : "" },
    h(
      "div.prompt",
      null,
      h(
        "span.kicker",
        null,
        mine ? `You decide · ${model.side(t.to_move)}` : chance ? "Dice" : `${model.side(t.to_move)} decides`,
      ),
      h("b.lead", null, chance ? "Roll the dice" : capital(t.purpose ?? "")),
      says,
      " ",
      chip(model.book, t.clause),
    ),
    plain(play),
  );
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

const MANY = 12; // choices: beyond that only those of the unit in hand are shown

/** Of many choices those that name the unit in hand, or none. @param {Play} play @param {string[]} all */
function ofUnitInHand(play, all) {
  if (all.length <= MANY) return all;
  return all.filter((text) => {
    const subject = text.split(" ")[1] ?? "";
    return !play.model.units.has(subject) || subject === play.selected;
  });
}

/** Choices without a hex, as buttons; what ends a phase is in the bar. @param {Play} play */
function plain(play) {
  const { model } = play,
    t = model.table,
    shown = Object.keys(play.support.choices).length > 0;
  const open = (t.legal?.plain ?? []).filter(
    (/** @type {string} */ x) => x !== "done" && !model.dress.own?.hidden?.(x) && !(shown && x.startsWith("support ")),
  );
  const list = ofUnitInHand(play, open);
  const at = { phase: t.phase ?? "", purpose: t.purpose ?? "", side: t.to_move, dress: model.dress, units: model.units };
  if (!list.length) return null;
  const order = list
    .map((/** @type {string} */ x) => x)
    .sort((/** @type {string} */ a, /** @type {string} */ b) => weight(a) - weight(b));
  return h(
    "div.choices",
    { role: "group", "aria-label": "Choices" },
    order.map((/** @type {string} */ text, /** @type {number} */ k) =>
      h(
        "button",
        {
          type: "button",
          "data-key": text,
          onclick: () => (model.dress.own?.press ? model.dress.own.press(play, text) : play.send(text)),
        },
        face(text),
        plainWords(text, at),
        k < 9 && h("kbd", null, k + 1),
      ),
    ),
  );
}

/** The face of a die that is typed in. @param {string} text */
function face(text) {
  const roll = /^roll ([1-6])$/.exec(text);
  return roll ? die(Number(roll[1])) : null;
}

/** Who is in supply and who is not, and why. @param {Play} play */
function supplyReport(play) {
  const { model, laid } = play,
    units = play.on.supply ? laid.data.supply?.units : null;
  if (!units || (play.selected && !units[play.selected])) return null;
  const all = Object.entries(units).filter(([id]) => !play.selected || id === play.selected),
    cut = all.filter(([, s]) => !s.supplied);
  const row = (/** @type {[string, import("./overlay_data.js").Supply]} */ [id, s]) =>
    h(
      "li",
      null,
      h("b", null, `${callName(/** @type {any} */ (model.units.get(id)))} in ${model.hexOf(id)}: `),
      s.because,
      " ",
      chip(model.book, s.clause),
      s.cut?.enemies.length ? h("div.muted", null, `In the way: ${s.cut.enemies.join(", ")}`) : null,
    );
  return h(
    "section.sec",
    null,
    h("h2", null, "Supply if the turn ended now", h("span.r", null, cut.length ? `${cut.length} cut off` : "all in supply")),
    h("ul.facts", { class: cut.length ? "cut" : "" }, (cut.length ? cut : all.slice(0, 4)).map(row)),
  );
}

/** Fewer markers first; to pay before not to pay. @param {string} text */
function weight(text) {
  if (!text.startsWith("support ")) return text === "pay no" ? 1 : 0; // what costs nothing is not offered first
  return text.endsWith(" none") ? 0 : text.split("+").length;
}

/** Something chosen that cannot be taken back wants a button. @param {Play} play */
function pending(play) {
  if (!play.pending) return null;
  return h(
    "div.go",
    { class: play.pending.warn ? "asks" : "" },
    play.pending.warn ? h("div.warn", { role: "alert" }, play.pending.warn) : null,
    h(
      "button.primary",
      { type: "button", "data-key": "confirm", onclick: () => play.confirm() },
      play.pending.words,
      h("kbd", null, "↵"),
    ),
    h("button", { type: "button", onclick: () => play.letGo() }, "Cancel", h("kbd", null, "Esc")),
  );
}

/** @param {Play} play */
function unitCard(play) {
  const { model, selected } = play,
    unit = selected ? model.units.get(selected) : null;
  if (!unit) return null;
  const at = model.table.units[unit.id],
    figures = /** @type {any} */ (unit).stats ?? (at.steps === 1 && unit.reduced ? unit.reduced : unit.full),
    hex = model.hexOf(unit.id),
    choice = model.choice(unit.id);
  const state = [
    at.steps === 1 ? "reduced" : "full strength",
    at.moved && "has moved",
    at.fought && "has fought",
    at.landed && "on its beach",
    at.cut_off && "out of supply",
    at.waiting && "waiting to enter",
    at.disrupted && "disrupted",
    at.afloat && `afloat off ${at.afloat}`,
    at.bound && `bound to ${at.bound} Corps`,
  ].filter(Boolean);
  const near = play.near;
  return [
    h(
      "section.sec",
      null,
      h(
        "div.unitcard",
        null,
        counterPicture(unit, model.dress, { reduced: at.steps === 1 }),
        h(
          "div",
          null,
          h("h3", null, unit.name),
          h("div.muted", null, [unit.formation, unit.type?.replaceAll("_", " "), unit.mobility].join(" · ")),
          h(
            "div.stat",
            null,
            (model.dress.stats ?? ["attack", "defense", "MP"]).map((name, k) =>
              h("div", null, figures[k], h("small", null, name)),
            ),
          ),
        ),
      ),
      h(
        "ul.facts",
        null,
        h("li", null, hex ? `In ${model.place(hex).words}` : "Not on the map", `; ${state.join(", ")}.`),
        play.unable && h("li.warn", null, `Cannot act now: ${play.unable.because}. `, chip(model.book, play.unable.clause)),
      ),
    ),
    choice &&
      h(
        "section.sec.tight",
        null,
        h(
          "h2",
          null,
          "Where it can go",
          h("span.r", null, `${choice.hexes.length} ${choice.hexes.length === 1 ? "hex" : "hexes"}`),
        ),
        h(
          "div.legend",
          null,
          h(
            "div",
            null,
            s(
              "svg",
              { viewBox: "0 0 22 22" },
              s("circle.can", { cx: 11, cy: 11, r: 10 }),
              s("text", { x: 11, y: 15 }, play.reach.size ? points("2.5") : ""),
            ),
            play.reach.size ? "may end here; movement points it costs" : "may go here",
          ),
          near.size
            ? h(
                "div",
                null,
                s(
                  "svg",
                  { viewBox: "0 0 20 20" },
                  s("path.stop", { d: "M6 1h8l5 5v8l-5 5H6l-5-5V6z" }),
                  s("text", { x: 10, y: 14 }, play.reach.size ? "4" : ""),
                ),
                "the same, next to an enemy unit",
              )
            : null,
        ),
      ),
    h(
      "section.sec.tight",
      null,
      h(
        "div.choices",
        null,
        model.undoable && h("button", { type: "button", onclick: () => play.undo() }, "Undo", h("kbd", null, "⌫")),
        groupButtons(play),
        h("button", { type: "button", onclick: () => play.next(1) }, "Next", h("kbd", null, "]")),
        h("button.quiet", { type: "button", onclick: () => play.letGo() }, "Cancel", h("kbd", null, "Esc")),
      ),
    ),
  ];
}

/** Every unit that can act, on the map or off it. @param {Play} play */
function subjects(play) {
  const { model, selected } = play,
    able = [...model.able];
  if (!able.length || (selected && model.units.has(selected))) return !selected && model.table.mine ? undoRow(play) : null;
  const title = model.verbs.includes("attack") ? "Can attack" : model.verbs.includes("move") ? "Still to move" : "Can act";
  return [
    h(
      "section.sec",
      null,
      h("h2", null, title, h("span.r", null, able.length)),
      h(
        "div.units",
        null,
        able.map((id) => {
          const unit = /** @type {any} */ (model.units.get(id));
          return h(
            "button.u",
            {
              type: "button",
              "aria-pressed": String(id === selected),
              "aria-label": model.label(unit),
              "data-key": `u-${id}`,
              "data-unit": id,
              "data-drag": id,
              onclick: () => play.press(id),
            },
            counterPicture(unit, model.dress, { compact: true, reduced: model.table.units[id].steps === 1 }),
            h("small", null, model.hexOf(id) ?? "off map"),
          );
        }),
      ),
    ),
    undoRow(play),
  ];
}

/** An action in words. @param {Play} play @param {string} text */
function told({ model }, text) {
  const t = model.table,
    [verb, ...rest] = text.split(" "),
    unit = model.units.get(rest[0]),
    hex = rest[rest.length - 1];
  if (t.legal.plain.includes(text))
    return plainWords(text, {
      phase: t.phase ?? "",
      purpose: t.purpose ?? "",
      side: t.to_move,
      dress: model.dress,
      units: model.units,
    });
  return unit && model.map.hexes[hex]
    ? `${verb} ${callName(unit)} ${verb === "attack" ? "against" : "to"} ${model.place(hex).words}`
    : text;
}

/** @param {Play} play */
function undoRow(play) {
  if (!play.model.table.mine || !play.model.undoable) return null;
  return h(
    "section.sec.tight",
    null,
    h(
      "div.choices",
      null,
      h("button", { type: "button", "data-key": "undo", onclick: () => play.undo() }, "Undo", h("kbd", null, "⌫")),
    ),
  );
}

/** @param {Play} play */
function hintButton(play) {
  return h(
    "button",
    { type: "button", "data-key": "hint", disabled: play.hint === "asked", onclick: () => askHint(play) },
    "Hint",
    h("kbd", null, "J"),
  );
}

/** Hexes that can be bombarded with markers only. @param {Play} play */
function bombardments(play) {
  const { model } = play,
    hexes = [...model.bombardments.keys()];
  if (!hexes.length || (play.selected && model.units.has(play.selected))) return null;
  return h(
    "section.sec",
    null,
    h("h2", null, "Bombard with markers only", h("span.r", null, chip(model.book, "FM-8.4.1"))),
    h(
      "div.units",
      null,
      hexes.map((hex) => {
        const [unit] = model.stack(hex).filter((u) => u.side !== model.table.to_move);
        return h(
          "button.u",
          {
            type: "button",
            "data-key": `bombard-${hex}`,
            "aria-label": `Bombard ${model.place(hex).words}${unit ? `, ${callName(unit)}` : ""}`,
            onclick: () => openPlan(play, "bombard", hex),
          },
          unit && counterPicture(unit, model.dress, { compact: true, reduced: model.table.units[unit.id].steps === 1 }),
          h("small", null, hex),
        );
      }),
    ),
  );
}
