// @ts-check
// The title says whose move it is; a browser that may shows a notice when it becomes yours.
import { setting } from "../settings.js";

/** @typedef {import("./play.js").Play} Play */

let told = "";

/** @param {Play} play */
export function notice(play) {
  const { model } = play,
    t = model.present,
    name = t.name || model.dress.title;
  const mine = t.mine && !t.over && !model.shared;
  document.title = `${t.over ? "Over · " : mine ? "● Your move · " : ""}${name} · grognard`;
  const key = `${t.table} ${t.seq}`;
  if (
    mine &&
    key !== told &&
    document.hidden &&
    setting("notify") === "yes" &&
    "Notification" in window &&
    Notification.permission === "granted"
  ) {
    new Notification("Your move", { body: `${name}: ${t.purpose ?? ""}`, tag: t.table });
  }
  if (mine) told = key;
}
