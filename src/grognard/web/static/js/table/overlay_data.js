// @ts-check
// What the server is asked for beside the table itself: what can be laid over the map, and the odds of markers.

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("../types.d.ts").Supplied} Supply */
/** @typedef {import("../types.d.ts").Overlays} Overlays */

/** Overlays, of the position that is shown; fetched when it has been still for a moment. */
export class Laid {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Partial<Overlays>} */
    this.data = {};
    this.key = "";
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get now() {
    const { model } = this.play,
      t = model.table;
    return `${t.seat} ${t.seq} ${model.past ? t.at : "now"}`;
  }

  /** Whether what is known is of the position that is shown. */
  get fresh() {
    return this.key === this.now;
  }

  /** Sees to it that it will be. */
  want() {
    if (this.fresh || this.play.model.veil) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), 60);
  }

  async load() {
    const { model } = this.play,
      key = this.now;
    try {
      const data = await model.seat.overlays(model.past ? model.table.at : null);
      if (key !== this.now) return;
      this.key = key;
      this.data = data;
      if (model.dress.own?.badges)
        this.play.changed(); // what it says lies on the map
      else if (
        Object.entries(this.play.on).some(([name, on]) => on && name in data) ||
        this.play.drawer?.what?.kind === "arrivals"
      )
        this.play.changed();
      else this.play.redrawLeft();
    } catch {
      /* the map is there without them */
    }
  }
}

/** The odds for each draw of markers that may be named now. */
export class Support {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Record<string, Record<string, string>>} */
    this.choices = {};
    /** @type {string | null} the defender's draw that the attacker's chances assume */
    this.answer = null;
    this.key = "";
  }

  want() {
    const { model } = this.play,
      t = model.table,
      key = `${t.seat} ${t.seq} ${model.past ? "past" : ""}`;
    if (key === this.key) return;
    this.key = key;
    this.choices = {};
    if (!t.mine || !model.verbs.includes("support")) return;
    model.seat.support().then(
      ({ choices, answer }) => {
        if (this.key !== key) return;
        this.choices = choices;
        this.answer = answer;
        this.play.changed();
      },
      () => {},
    );
  }
}
