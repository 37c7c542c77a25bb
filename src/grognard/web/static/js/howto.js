// @ts-check
// "How to play in ten minutes": one page a game, from the game's own guide, with pictures and a key to its counters.
import * as api from "./api.js";
import { h } from "./dom.js";
import { counterKey } from "./guide.js";

/** @param {HTMLElement} app @param {string} game @returns {Promise<() => void>} */
export async function howTo(app, game) {
  const [guide, games] = await Promise.all([api.guide(game), api.games()]),
    title = games.find((/** @type {any} */ g) => g.name === game)?.title ?? game;
  document.title = `How to play ${title} · grognard`;
  app.replaceChildren(
    h(
      "main.howto",
      null,
      h("p", null, h("a.btn", { href: "#" }, "To the lobby")),
      h("h1", null, `How to play ${title} in ten minutes`),
      guide.section.map((part) =>
        h(
          "section",
          null,
          h("h2", null, part.title),
          part.picture && picture(part),
          part.text.map((text) => h("p", null, text)),
        ),
      ),
      h(
        "section.keys",
        null,
        h("h2", null, "How to read the counters"),
        guide.counter.map((c) => h("div", null, counterKey(c))),
      ),
      h(
        "section",
        null,
        h("h2", null, "Every decision, in order"),
        guide.step.map((step) => [
          h("h3", null, step.title),
          h(
            "p",
            null,
            step.do,
            " ",
            h("i", null, "Why: "),
            step.why,
            step.good && [" ", h("i", null, "A good choice: "), step.good],
          ),
        ]),
      ),
    ),
  );
  return () => {};
}

/** A picture that cannot be loaded leaves its caption. @param {import("./guide.js").Section} part */
const picture = (part) =>
  h(
    "figure",
    null,
    h("img", {
      src: `static/howto/${part.picture}.jpg`,
      alt: part.caption,
      loading: "lazy",
      onerror: (/** @type {any} */ e) => e.target.remove(),
    }),
    h("figcaption", null, part.caption),
  );
