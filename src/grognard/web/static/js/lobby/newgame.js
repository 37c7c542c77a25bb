// @ts-check
// The form for a new table: scenario and seats, everything else under "More options". It is made from the list of games alone:
// pictures, guides and clauses come later, and none of them can stop it.
import * as api from "../api.js";
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { dressOf } from "../games/presentation.js";
import { segments, toast } from "../marks.js";
import { choose } from "../settings.js";
import { launch, makerWords } from "./launch.js";
import { clauseChips, interpretations, optionalRules } from "./options.js";
import { clockChoice } from "./clock.js";
import { ComputerPlayer } from "./computer.js";
import { preview } from "./preview.js";
import { scenarioPart } from "./scenarios.js";

const WHO = /** @type {[string, string][]} */ ([
  ["human", "Me"],
  ["link", "By link"],
  ["open", "Anyone"],
  ["computer", "Computer"],
]);
const DICE = {
  committed: "Committed dice: both sides can verify every roll",
  seeded: "Seeded dice: the same seed gives the same rolls. A player who knows the seed can predict them",
  typed: "Physical dice: you type each result",
};

/** What a person has chosen. @typedef {{seats: Record<string, string>, options: Record<string, any>, scenario: string,
 *   dice: {kind: string, seed: string}, enforcement: string, name: string,
 *   clock: {kind: string, days: number, minutes: number, increment: number} | null}} Choice */

/** @param {HTMLElement} box @param {any} game @returns {() => void} what to do on leaving */
export function newGame(box, game) {
  /** @type {Choice} */
  const choice = {
    seats: defaultSeats(game),
    options: {},
    scenario: game.scenarios[0],
    dice: { kind: game.dice[0], seed: "" },
    enforcement: game.enforcement[0],
    name: "",
    clock: null,
  };
  const picture = h("div.map", { "aria-hidden": "true" }),
    invite = h("div"),
    paper = h("div"),
    ahead = h("div"),
    maker = h("p.muted", { "data-key": "dice-maker" });
  const shown = preview(picture, game.name),
    computers = computerPlayers(game, choice),
    tellMaker = () => fill(maker, makerWords(choice));
  const foot = h("div.launch"),
    ready = () => {
      fill(invite);
      fill(
        foot,
        h("div.muted", null, "Seats, options and interpretations are written at the head of the record."),
        h("button.primary", { type: "button", "data-key": "open", onclick: once(open) }, "Open the table"),
      );
    },
    open = () => launch(game, choice, invite, (table) => fill(foot, goOn(table, ready)));
  const scenarios = scenarioPart(game, (scenario) => {
    choice.scenario = scenario.id;
    shown.show(scenario.view);
  });
  fill(
    box,
    h(
      "div.hero",
      null,
      h("div.ttl", null, h("b", null, game.title), h("p", null, game.about.text), guided(game, choice, invite)),
      picture,
    ),
    scenarios.box,
    seats(game, choice, computers, tellMaker),
    ahead,
    more(game, choice, computers, maker, tellMaker),
    invite,
    paper,
    foot,
  );
  ready();
  tellMaker();
  scenarios.choose(choice.scenario);
  void paperDesk(game, paper);
  void bringForward(game, box, ahead);
  return () => shown.stop();
}

/** The foot of the form once the table is open: the same press would open a second one. @param {string} table @param {() => void} ready */
const goOn = (table, ready) => [
  h("div.muted", null, "The table is open, and in the list of your games."),
  h("button", { type: "button", "data-key": "open-another", onclick: ready }, "Open another table"),
  h("a.btn.primary", { href: `#t=${table}`, "data-key": "go-to-table" }, "Go to the table"),
];

/** A first game against the computer, with the guide. @param {any} game @param {Choice} choice @param {HTMLElement} invite */
function guided(game, choice, invite) {
  const begin = () => {
    choose("guide", "");
    return launch(game, { ...choice, seats: defaultSeats(game) }, invite);
  };
  return h(
    "div.first",
    null,
    h("button.primary", { type: "button", "data-key": "play-now", onclick: once(begin) }, "Play now, with a guide"),
    h("a", { href: `#how=${encodeURIComponent(game.name)}` }, "How to play in ten minutes"),
  );
}

/** @param {any} game @returns {Record<string, string>} */
const defaultSeats = (game) =>
  Object.fromEntries(
    game.sides.map((/** @type {string} */ side, /** @type {number} */ k) => [
      side,
      game.about.seats[side] ?? (k ? "computer" : "human"),
    ]),
  );

/** A desk for people who play on their own board. @param {any} game @param {HTMLElement} box */
async function paperDesk(game, box) {
  const { paper } = await dressOf(game.name);
  if (paper) fill(box, h("p", null, paper.words, " ", h("a.btn", { href: paper.href }, paper.title)));
}

/** An option that changes the whole game stands beside the seats, under words of its own. @param {any} game @param {HTMLElement} form @param {HTMLElement} box */
async function bringForward(game, form, box) {
  const { ahead } = await dressOf(game.name);
  for (const [name, title] of Object.entries(ahead ?? {})) {
    const row = form.querySelector(`[data-option="${name}"]`);
    if (row) box.append(h("section.ahead", { "aria-label": title }, h("h2", null, title), row));
  }
}

/** Who plays which side. @param {any} game @param {Choice} choice @param {ComputerPlayer[]} computers @param {() => void} changed */
function seats(game, choice, computers, changed) {
  return h(
    "section.who",
    null,
    h("h2", null, "Who plays"),
    h(
      "div.seatrows",
      null,
      game.sides.map((/** @type {string} */ side, /** @type {number} */ k) => seat(game, side, choice, computers[k], changed)),
    ),
    h(
      "p.muted",
      null,
      "By link: you get an address to send to your opponent. Anyone: the table is listed, and anyone on this server may join. Both seats “Me”: hot-seat on one screen, with a privacy screen while anything is hidden.",
    ),
  );
}

/** @param {any} game @param {string} side @param {Choice} choice @param {ComputerPlayer} computer @param {() => void} changed */
function seat(game, side, choice, computer, changed) {
  const words = game.about.sides[side] ?? side;
  const change = (/** @type {string} */ value) => {
    choice.seats[side] = value === "computer" ? computer.value : value;
    computer.show(value === "computer");
    changed();
  };
  return h(
    "div.seatrow",
    null,
    h("span.pill", { class: `of-${side}` }, words),
    h(
      "div",
      null,
      segments(`seat-${side}`, WHO, choice.seats[side].split(":")[0], change, `Who plays the ${words} side`),
      computer.box,
    ),
  );
}

/** The computer player of each side, whether or not it plays. @param {any} game @param {Choice} choice @returns {ComputerPlayer[]} */
function computerPlayers(game, choice) {
  return game.sides.map((/** @type {string} */ side) => {
    const update = () => {
      if (computer.on) choice.seats[side] = computer.value;
    };
    const computer = new ComputerPlayer(game, game.about.sides[side] ?? side, choice.seats[side] === "computer", update);
    update();
    return computer;
  });
}

/** @param {any} game @param {Choice} choice @param {ComputerPlayer[]} computers @param {HTMLElement} maker @param {() => void} changed */
function more(game, choice, computers, maker, changed) {
  const chips = clauseChips(() => api.clauses(game.name)),
    load = () => void chips.load().catch((error) => toast(`The clauses could not be loaded: ${error.message}`));
  return h(
    "details.more",
    { ontoggle: load },
    h(
      "summary",
      null,
      "More options",
      h("small.muted", null, "table name, clock, strength, optional rules, dice, enforcement, interpretations"),
    ),
    h(
      "div.cols",
      null,
      h(
        "section",
        null,
        h("h2", null, "Name of the table"),
        nameField(game, choice),
        h("h2", null, "Rules enforcement"),
        enforcement(game, choice),
        computers.map((one) => one.grades),
        h("h2", null, "Clock"),
        clockChoice(choice),
      ),
      optionalRules(game, choice.options, chips),
      h("section", null, h("h2", null, "Dice"), diceChoice(game, choice, changed), maker),
    ),
    interpretations(game, choice.options, chips),
  );
}

/** @param {any} game @param {Choice} choice */
const nameField = (game, choice) =>
  h("input", {
    type: "text",
    maxlength: 80,
    placeholder: game.title,
    "aria-label": "Name of the table",
    oninput: (/** @type {any} */ e) => (choice.name = e.target.value),
  });

/** @param {any} game @param {Choice} choice */
const enforcement = (game, choice) => [
  segments(
    "enforcement",
    game.enforcement.map((/** @type {string} */ e) => [e, e[0].toUpperCase() + e.slice(1)]),
    choice.enforcement,
    (v) => {
      choice.enforcement = v;
    },
    "Rules enforcement",
  ),
  h("p.muted", null, "Referee: illegal actions are refused. Adviser: they are allowed and flagged. Free: no checks."),
];

/** @param {any} game @param {Choice} choice @param {() => void} changed */
function diceChoice(game, choice, changed) {
  const seed = h(
    "div",
    { hidden: true },
    h("input", {
      type: "text",
      placeholder: "a number or a word",
      "aria-label": "Seed of the dice",
      oninput: (/** @type {any} */ e) => (choice.dice.seed = e.target.value),
    }),
  );
  const pick = (/** @type {string} */ kind) => () => {
    choice.dice.kind = kind;
    seed.hidden = kind !== "seeded";
    changed();
  };
  return [
    game.dice.map((/** @type {string} */ kind) =>
      h(
        "label.check",
        null,
        h("input", { type: "radio", name: "dice", checked: kind === choice.dice.kind, onchange: pick(kind) }),
        DICE[/** @type {keyof DICE} */ (kind)] ?? kind,
      ),
    ),
    seed,
  ];
}
