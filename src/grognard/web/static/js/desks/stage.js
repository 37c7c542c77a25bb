// @ts-check
// A desk as a stage for playbacks: earlier positions are shown on its map, with the path of the act that is shown.
import { Playback, routes } from "../table/playback.js";

/** @typedef {import("./frame.js").Desk} Desk */
/** The map of a desk. `tab`: where it is; `shows`: whether a hex is on it; `reveal`: brings hexes into sight;
 * `where`: an act is seen there, in words.
 * @typedef {{tab: string, where?: string, shows: (desk: Desk, hex: string) => boolean, reveal: (desk: Desk, hexes: string[]) => void}} DeskMap */

/** @param {Desk} desk @param {DeskMap} map @returns {Playback} */
export function openPlayback(desk, map) {
  const { model } = desk,
    view = {
      get id() {
        return model.id;
      },
      get present() {
        return model.table;
      },
      get past() {
        return desk.past;
      },
      get seat() {
        return model.seat;
      },
      book: model.book,
      veil: false,
      shared: model.seats.length !== 1, // an onlooker is shown nothing by itself
    };
  return new Playback({
    model: view,
    past: { go: (at) => goTo(desk, at), leave: () => leave(desk) },
    changed: () => desk.changed(),
    clear: () => {
      if (desk.chosen) return desk.changed();
      desk.subject = null;
      desk.tab = desk.of.tabs.find((tab) => tab.id === map.tab) ?? desk.tab;
      desk.changed();
    },
    where: map.where,
    side: (side) => desk.side(side),
    asks: () => desk.decision,
    shows: (hex) => map.shows(desk, hex),
    reveal: (hexes) => map.reveal(desk, hexes),
    slide: (ways, ms, alive) => slide(desk, ways, ms, alive),
    beside: () => [],
  });
}

/** @param {Desk} desk @param {number} at */
async function goTo(desk, at) {
  const to = Math.max(0, Math.min(desk.table.at ?? 0, at)); // an action may have been taken back meanwhile
  if (desk.past?.at === to) return;
  try {
    desk.past = await desk.model.seat.at(to);
  } catch (error) {
    desk.refused(error);
    return void desk.playback?.leave();
  }
  desk.changed();
}

/** @param {Desk} desk */
function leave(desk) {
  desk.past = null;
  if (desk.model.mine && !desk.chosen) desk.of.decide?.(desk);
}

/** A counter takes its path hex by hex. @param {Desk} desk @param {Map<string, string[]>} ways @param {number} ms @param {() => boolean} alive */
function slide(desk, ways, ms, alive) {
  const began = performance.now();
  return new Promise((done) => {
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, (now - began) / ms);
      desk.sliding = new Map();
      if (share < 1 && alive()) {
        for (const [unit, hexes] of ways) desk.sliding.set(unit, { hexes, share });
        desk.changed();
        return void requestAnimationFrame(step);
      }
      desk.changed();
      done(null);
    };
    requestAnimationFrame(step);
  });
}

/** The hexes of the act that is shown: its path, or what it is about. @param {Desk} desk @returns {{way: string[] | null, hexes: string[]} | null} */
export function playedOn(desk) {
  const act = desk.playback?.open ? desk.playback.act : null;
  if (!act) return null;
  const ways = [...routes(act).values()];
  return {
    way: ways[0] ?? null,
    hexes: [...new Set([act.target ?? "", ...(act.hexes ?? []), ...(act.moves ?? []).map((step) => step.to)])].filter(Boolean),
  };
}
