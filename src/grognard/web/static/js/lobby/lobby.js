// @ts-check
// The lobby: which game, my tables, and the form for a new one.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { dressOf } from "../games/dress.js";
import { menuButton } from "../menu.js";
import { toast } from "../marks.js";
import { allTokens, forget, keep } from "../seats.js";
import { newGame } from "./newgame.js";

/** @param {HTMLElement} app @returns {Promise<() => void>} what to do on leaving */
export async function lobby(app) {
  document.title = "grognard";
  const games = await api.games(),
    menu = menuButton(() => []);
  const list = h("div"),
    tables = h("div"),
    form = h("main.new");
  app.replaceChildren(
    h(
      "div.lobby",
      null,
      h("h1.sr", null, "Lobby"),
      h("header.bar", null, h("a.brand", { href: "#" }, "grognard", h("small", null, "tables on this server")), menu.button),
      h(
        "aside",
        { "aria-label": "Games" },
        h("h2", null, "Pick a game"),
        list,
        h("h2", null, "My games"),
        tables,
        h("h2", null, "By mail"),
        mail(),
      ),
      form,
    ),
  );
  let leave = () => {},
    wanted = "";
  const show = async (/** @type {any} */ game) => {
    leave();
    leave = () => {};
    wanted = game.name;
    form.toggleAttribute("inert", true); // the form of another game is not filled in while this one's is on its way
    form.setAttribute("aria-busy", "true");
    fill(
      list,
      games.map((/** @type {any} */ g) =>
        h(
          "button.game",
          { type: "button", "aria-pressed": String(g === game), "data-key": g.name, onclick: () => show(g) },
          g.title,
          h("small", null, g.scenarios.length > 1 ? `${g.scenarios.length} scenarios` : "one scenario"),
        ),
      ),
    );
    const [dress, data] = await Promise.all([dressOf(game.name), api.gameData(game.name)]);
    if (wanted !== game.name) return; // another was picked meanwhile
    leave = newGame(form, game, dress, data);
    form.removeAttribute("inert");
    form.setAttribute("aria-busy", "false");
  };
  await Promise.all([show(games[0]), myTables(tables)]);
  return () => {
    leave();
    menu.close();
  };
}

/** A record somebody sent becomes a table on this server. */
function mail() {
  const take = async (/** @type {Event} */ e) => {
    const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
    if (!file) return;
    try {
      const made = await api.takeIn({ record: await file.text(), name: file.name.replace(/\.\w+$/, "").slice(0, 80) });
      for (const token of Object.values(made.seats)) keep(made.table, /** @type {string | null} */ (token));
      location.hash = `t=${made.table}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  return h(
    "label.upload",
    null,
    h("span.muted", null, "Open a record you were sent, act, and send it back."),
    h("input", { type: "file", accept: ".grog,.jsonl,.txt", "aria-label": "Open a record", onchange: take }),
  );
}

/** @param {HTMLElement} box */
async function myTables(box) {
  const tokens = allTokens();
  /** @type {any[]} */
  const found = tokens.length ? await api.mine(tokens).catch(() => []) : [];
  if (!found.length) return fill(box, h("p.muted", null, "None yet. Tables you open or are invited to are kept here."));
  const byTable = new Map(found.map((t) => [t.table, found.filter((o) => o.table === t.table)]));
  fill(
    box,
    await Promise.all(
      [...byTable.values()].map(async (seats) => {
        const t = seats[0],
          dress = await dressOf(t.game),
          side = (/** @type {string} */ s) => dress.sides[s] ?? s;
        const yours = seats.some((o) => o.seat === t.to_move || o.seat === "both");
        const words = t.over ? "over" : yours ? `your move · ${t.phase ?? ""}` : t.to_move ? `${side(t.to_move)} to move` : "";
        return h(
          "div.seated",
          null,
          h(
            "div",
            null,
            h("b", null, t.name || dress.title, t.turn ? `, turn ${t.turn}` : ""),
            h("small", null, `${seats.map((o) => side(o.seat)).join(" and ")} · ${words}`),
          ),
          h(
            "a.btn",
            {
              class: yours && !t.over ? "primary" : "",
              href: `#t=${encodeURIComponent(t.table)}`,
              "aria-label": `Resume ${t.name || dress.title}`,
            },
            t.over ? "Look" : "Resume",
          ),
          h(
            "button.quiet",
            {
              type: "button",
              "aria-label": `Take ${t.name || dress.title} off this list`,
              title: "Take it off this list: without its link you cannot come back",
              onclick: () => {
                if (confirm("Without its link you cannot come back to this table. Take it off the list?")) {
                  forget(t.table);
                  void myTables(box);
                }
              },
            },
            "✕",
          ),
        );
      }),
    ),
  );
}
