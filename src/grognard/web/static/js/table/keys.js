// @ts-check
// The keyboard: a hex cursor, units in turn, overlays, view, and going on.
import { around, hexId, rowColumn } from "../map/hexgrid.js";
import { announce } from "../marks.js";
import { ask as hint } from "./hint.js";
import { playbackKey } from "./playback.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play @returns {(e: KeyboardEvent) => void} */
export function keys(play) {
  return (e) => {
    if (play.model.veil) return;
    const on = e.target instanceof HTMLElement ? e.target : null;
    if (e.ctrlKey || e.metaKey || e.altKey || (on?.matches("input, textarea, select") && e.key !== "Escape")) return;
    const done = (!play.drawer?.isOpen && !play.dialog && playbackKey(play.playback, e)) || handle(play, e, on);
    if (done) e.preventDefault();
  };
}

/** @param {Play} play @param {KeyboardEvent} e @param {HTMLElement | null} on */
function handle(play, e, on) {
  const { board, drawer } = play,
    free = !on?.closest("button, a, .drawer, .log, details");
  if (play.model.dress.own?.key?.(play, e)) return true;
  switch (e.key) {
    case "Escape":
      escape(play);
      return true;
    case "+":
    case "=":
      board.zoomIn();
      return true;
    case "-":
      board.zoomOut();
      return true;
    case "0":
      board.fit();
      return true;
    case ".": {
      const hex = play.cursor ?? play.plan?.hex ?? (play.selected && play.model.hexOf(play.selected));
      if (hex) board.show(hex, Math.max(80, board.camera.scale));
      return true;
    }
    case "z":
    case "Z":
      play.toggle("zones");
      return true;
    case "n":
    case "N":
      play.toggle("names");
      return true;
    case "u":
    case "U":
      play.toggle("lift");
      return true;
    case "s":
    case "S":
      play.toggle("supply");
      return true;
    case "t":
    case "T":
      play.toggle("threats");
      return true;
    case "c":
    case "C":
      play.toggle("control");
      return true;
    case "m":
    case "M":
      play.toggle("moved");
      return true;
    case "a":
    case "A":
      drawer?.open({ kind: "arrivals" });
      return true;
    case "k":
    case "K":
      play.show("key");
      return true;
    case "j":
    case "J":
      void hint(play);
      return true;
    case "h":
    case "H":
      play.show("help");
      return true;
    case "<":
    case ",":
      void play.past.go(play.past.at - 1);
      return true;
    case ">":
      void play.past.go(play.past.at + 1);
      return true;
    case "l":
    case "L":
      play.openList();
      return true;
    case "?":
      drawer?.open({ kind: "search" });
      return true;
    case "]":
      play.next(1);
      return true;
    case "[":
      play.next(-1);
      return true;
    case "Backspace":
      void play.undo();
      return true;
    case "i":
    case "I":
      if (play.cursor) look(play, play.cursor);
      return true;
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      if (free) walk(play, e.key);
      return free;
    case "Enter":
      return (free || chosenRow(play, on)) && enter(play);
    default:
      return /^[1-9]$/.test(e.key) && pickPlain(play, Number(e.key));
  }
}

/** On the row of the draw that is chosen Enter declares the fight. @param {Play} play @param {HTMLElement | null} on */
const chosenRow = (play, on) => Boolean(play.plan && on?.closest("button")?.dataset.key === `fire-${play.plan.fire}`);

/** Closes the topmost thing. @param {Play} play */
function escape(play) {
  if (play.dialog) return play.show(null);
  if (play.drawer?.isOpen) return play.drawer.close();
  if (play.playback.open) return play.playback.leave();
  if (play.model.past) return play.past.leave();
  play.cursor = null;
  play.letGo();
}

/** @param {Play} play @param {string} key */
function walk(play, key) {
  const from =
    play.cursor ??
    (play.selected && play.model.hexOf(play.selected)) ??
    play.choice?.hexes[0] ??
    Object.keys(play.model.map.hexes)[0];
  const [r, c] = rowColumn(from),
    [w, nw, ne, east, se, sw] = around(r, c),
    even = r % 2 === 0;
  const to = { ArrowLeft: w, ArrowRight: east, ArrowUp: even ? nw : ne, ArrowDown: even ? sw : se }[key];
  if (!to) return;
  const hex = play.cursor ? hexId(to[0], to[1]) : from;
  if (!play.model.map.hexes[hex]) return;
  play.cursor = hex;
  play.board.reveal(hex);
  const p = play.model.place(hex),
    lit = play.choice?.hexes.includes(hex),
    cost = play.reach.get(hex);
  announce(
    [
      p.words,
      p.terrain,
      ...play.model.stack(hex).map((u) => u.name),
      lit ? (cost ? `can go, ${cost} points` : "can be chosen") : "",
    ]
      .filter(Boolean)
      .join(", "),
  );
  play.hover(hex);
}

/** @param {Play} play @param {string} hex */
function look(play, hex) {
  if (play.choice && play.selected && !play.choice.hexes.includes(hex)) void play.judge(hex, true);
}

/** @param {Play} play */
function enter(play) {
  if (play.pending) {
    play.confirm();
    return true;
  }
  if (play.plan) {
    void play.attack();
    return true;
  }
  if (play.cursor) {
    play.click(play.cursor, null, false);
    return true;
  }
  if (!play.selected && play.model.table.legal?.plain.includes("done")) {
    play.goOn();
    return true;
  }
  return false;
}

/** @param {Play} play @param {number} n */
function pickPlain(play, n) {
  if (play.fanned) {
    const unit = play.model.stack(play.fanned)[n - 1];
    if (unit) {
      play.press(unit.id);
      return true;
    }
  }
  const button = /** @type {HTMLButtonElement | undefined} */ (
    [...document.querySelectorAll(".prompt + .choices button, .context .bars button")][n - 1]
  );
  button?.click();
  return Boolean(button);
}
