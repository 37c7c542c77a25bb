// @ts-check
// The way in: the lobby, or the table named in the address.
import { open, openPaper } from "./desks/desks.js";
import { clubStrip } from "./club/strip.js";
import { h } from "./dom.js";
import { takeLink } from "./seats.js";
import { apply } from "./settings.js";

apply();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
let leave = () => {};
/** @type {Promise<void>} */
let way = Promise.resolve();
let asked = 0;

/** One after another: of two that open at once, the one that was left might come last and stay. */
const route = () => {
  const mine = ++asked;
  way = way.then(() => (mine === asked ? enter() : undefined));
};

async function enter() {
  leave();
  leave = () => {};
  const table = takeLink(),
    asked = new URLSearchParams(location.hash.slice(1)),
    paper = asked.get("desk"),
    how = asked.get("how");
  try {
    leave = table
      ? withStrip(await open(app, table), table)
      : paper
        ? await openPaper(app, paper)
        : how
          ? await (await import("./howto.js")).howTo(app, how)
          : asked.has("results")
            ? await (await import("./club/results.js")).resultsPage(app)
            : await (await import("./lobby/lobby.js")).lobby(app);
  } catch (error) {
    app.replaceChildren(
      h(
        "main.new",
        null,
        h("h1", null, "This did not work"),
        h("p", null, error instanceof Error ? error.message : String(error)),
        h("p", null, h("a.btn", { href: "#" }, "To the lobby")),
      ),
    );
    console.error(error);
  }
}

/** A table with the players and clocks above it. @param {() => void} leaveTable @param {string} table */
function withStrip(leaveTable, table) {
  const leaveStrip = clubStrip(table);
  return () => {
    leaveStrip();
    leaveTable();
  };
}
addEventListener("hashchange", route);
route();
