// @ts-check
// The lobby: which game, my games, files, and the form for a new table. Each part stands for itself: one that fails says so.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { nameButton } from "../club/name.js";
import { openTables } from "../club/open.js";
import { menuButton } from "../menu.js";
import { failed } from "./failed.js";
import { files } from "./files.js";
import { myGames } from "./mine.js";
import { newGame } from "./newgame.js";

/** @param {HTMLElement} app @returns {Promise<() => void>} what to do on leaving */
export async function lobby(app) {
  document.title = "grognard";
  const menu = menuButton(() => []),
    mine = myGames(),
    open = openTables(),
    name = nameButton(),
    list = h("div"),
    form = h("main.new", { "aria-busy": "true" });
  app.replaceChildren(
    h(
      "div.lobby",
      null,
      h("h1.sr", null, "Lobby"),
      h(
        "header.bar",
        null,
        h("a.brand", { href: "#" }, "grognard", h("small", null, "tables on this server")),
        h("div.clublinks", null, h("a", { href: "#results" }, "Results"), name.button),
        menu.button,
      ),
      h(
        "aside",
        { "aria-label": "Games" },
        h("section", null, h("h2", null, "Pick a game"), list),
        h("section", null, h("h2", null, "My games"), mine.box),
        h("section", { "data-key": "open-tables" }, h("h2", null, "Open tables"), open.box),
        files(),
      ),
      form,
    ),
  );
  const chooser = new Chooser(list, form);
  await Promise.all([chooser.load(), mine.load(), open.load()]);
  return () => {
    chooser.leave();
    mine.leave();
    open.leave();
    name.leave();
    menu.close();
  };
}

/** The list of games, and the form of the one that is picked. */
class Chooser {
  /** @param {HTMLElement} list @param {HTMLElement} form */
  constructor(list, form) {
    this.list = list;
    this.form = form;
    this.leave = () => {};
    /** @type {any[]} */
    this.games = [];
  }

  async load() {
    this.form.setAttribute("aria-busy", "true");
    try {
      this.games = await api.games();
      this.pick(this.games.find((game) => game.name === sessionStorage.getItem("grognard.picked")) ?? this.games[0]);
    } catch (error) {
      console.error(error);
      fill(
        this.form,
        failed("The games could not be listed", error, () => void this.load()),
      );
    }
    this.form.setAttribute("aria-busy", "false");
  }

  /** @param {any} game */
  pick(game) {
    this.leave();
    this.leave = () => {};
    sessionStorage.setItem("grognard.picked", game.name);
    fill(
      this.list,
      this.games.map((one) => this.button(one, one === game)),
    );
    try {
      this.leave = newGame(this.form, game);
    } catch (error) {
      console.error(error);
      fill(
        this.form,
        failed(`The form of ${game.title} could not be made`, error, () => this.pick(game)),
      );
    }
  }

  /** @param {any} game @param {boolean} picked */
  button(game, picked) {
    const count = game.scenarios.length;
    return h(
      "button.game",
      { type: "button", "aria-pressed": String(picked), "data-key": game.name, onclick: () => this.pick(game) },
      game.title,
      h("small", null, `${game.about.dates} · ${count === 1 ? "1 scenario" : `${count} scenarios`}`),
    );
  }
}
