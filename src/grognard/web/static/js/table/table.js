// @ts-check
// The page of a table: builds the frame once, then draws what changed.
import { explainContents, explainHex } from "./explain.js";
import { headline } from "../figures.js";
import { h, s, fill } from "../dom.js";
import { Board } from "../map/board.js";
import { menuButton } from "../menu.js";
import { announce, segments, toast } from "../marks.js";
import { offhand } from "../press.js";
import { choose, onSettings, setting } from "../settings.js";
import { soundOn, switchSound } from "../sound.js";
import { bar } from "./bar.js";
import { card, place } from "./card.js";
import { curtain } from "./curtain.js";
import { Dialogs } from "./dialogs.js";
import { Drawer } from "./drawer.js";
import { keys } from "./keys.js";
import { layerMenu, legend } from "./layers.js";
import { left } from "./left.js";
import { log } from "./log.js";
import { Model } from "./model.js";
import { notice } from "./notice.js";
import { panelDrag } from "./paneldrag.js";
import { playbackStrip } from "./playbackview.js";
import { Play } from "./play.js";
import { right } from "./right.js";
import { paint, shown } from "./scene.js";
import { talk } from "./talk.js";

/** @param {HTMLElement} app @param {string} id @returns {Promise<() => void>} */
export async function openTable(app, id) {
  const model = await Model.open(id);
  let frame = 0,
    whole = false;
  /** @param {boolean} [light] only the map and its card */
  const changed = (light = false) => {
    whole ||= !light;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      offhand(now);
    });
  };
  const now = () => {
    const all = whole;
    whole = false;
    draw(all);
  };
  const play = new Play(model, changed),
    page = frameOf(play),
    dialogs = new Dialogs(play);
  app.replaceChildren(page.root, page.veil, dialogs.box);
  play.drawer = new Drawer(play);
  page.right.append(play.drawer.box);
  play.board = new Board(page.map, model.map, model.dress, {
    click: (hex, unit, touch) => {
      page.root.classList.remove("lefty");
      play.click(hex, unit, touch);
    },
    hover: (hex, unit) => play.hover(hex, unit),
    aside: () => play.stay(),
    hold: (hex) => play.hold(hex),
    press: (unit) => play.press(unit),
    grab: (unit) => play.grab(unit),
    drop: (hex) => play.drop(hex),
    moved: () => putCard(page, play),
  });
  const draw = (/** @type {boolean} */ all) => {
    page.root.dataset.seq = model.present.seq; // tells a test what is shown
    page.root.toggleAttribute("data-busy", play.doing.busy);
    if (all) play.doing.drawn();
    if (veiled(page, play)) return;
    if (all) {
      panels(page, play);
      dialogs.draw();
    }
    play.board.named = play.on.names;
    play.board.shown = shown(play);
    play.board.open = play.choice?.hexes ?? [];
    play.board.paint = paint(play);
    play.board.flush();
    readout(page, play);
    fill(page.card, card(play));
    putCard(page, play);
    const hex = play.hovered,
      choice = play.choice;
    page.map.classList.toggle("can", Boolean(hex && choice?.hexes.includes(hex)));
    page.map.classList.toggle("cannot", Boolean(hex && choice && play.selected && !choice.hexes.includes(hex)));
  };
  play.redrawLeft = () => {
    if (!model.veil) anew(page, "left", `late ${play.laid.key}`, () => fill(page.left, left(play)));
  };
  play.tellBusy = () => page.root.toggleAttribute("data-busy", true); // drawn without it when all is done
  const undrag = panelDrag(page.right, page.map, play);
  draw(true);
  covered(page, play);
  void play.playback.arrive();
  const turned = () => requestAnimationFrame(() => covered(page, play));
  addEventListener("resize", turned);
  const press = keys(play),
    chips = (/** @type {Event} */ e) => openClause(play, e);
  document.addEventListener("keydown", press);
  document.addEventListener("click", chips);
  const deaf = model.seats.map((seat) =>
    seat.listen(
      (news) => {
        if (news.revoked) return void toast("The link of this seat has been revoked. Ask for a new one.");
        play.doing.news(news.seq);
        page.talk.news(news.chat);
      },
      (up) => page.root.classList.toggle("offline", !up),
    ),
  );
  const still = onSettings(() => {
    play.board.repaint();
    changed();
  });
  if (!model.veil)
    announce(`${model.dress.title}. ${model.table.mine ? "Your move" : "Waiting"}: ${model.table.purpose ?? ""}.`);
  return () => {
    play.playback.stopTimer();
    undrag();
    deaf.forEach((stop) => stop());
    still();
    page.menu.close();
    removeEventListener("resize", turned);
    document.removeEventListener("keydown", press);
    document.removeEventListener("click", chips);
  };
}

const frameIcon = () =>
  s(
    "svg",
    { viewBox: "0 0 20 20", width: 16, height: 16, "aria-hidden": "true" },
    s("path", { d: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
  );

/** @typedef {ReturnType<typeof frameOf>} Page */

/** @param {Play} play */
function frameOf(play) {
  const says = talk(play.model);
  const menu = menuButton(() => [
    h(
      "div.row",
      null,
      "Opponent's actions",
      segments(
        "playback",
        [
          ["", "Show all"],
          ["hurt", "If I lose"],
          ["never", "Skip"],
        ],
        setting("playback"),
        (v) => choose("playback", v),
        "Playback of the opponent's actions",
      ),
    ),
    h(
      "div.row",
      null,
      "Sound",
      segments(
        "sound",
        [
          ["on", "On"],
          ["off", "Off"],
        ],
        soundOn() ? "on" : "off",
        (v) => switchSound(v === "on"),
        "Sound",
      ),
    ),
    h("button", { type: "button", onclick: () => play.openList() }, "Units and hexes as a list", h("kbd", null, "L")),
    h(
      "button",
      { type: "button", onclick: () => play.drawer?.open({ kind: "search" }) },
      "Search the rules",
      h("kbd", null, "?"),
    ),
    h(
      "button",
      {
        type: "button",
        "data-key": "table-page",
        onclick: () => {
          menu.close();
          play.drawer?.open({ kind: "table" });
        },
      },
      "Seats, notes, record",
    ),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.close();
          play.show("help");
        },
      },
      "Keys",
      h("kbd", null, "H"),
    ),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.close();
          play.hide();
        },
      },
      "Hide the table",
    ),
    !play.guide.on &&
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            menu.close();
            play.guide.turn(true);
          },
        },
        "Guide me",
      ),
    says.box,
    h("a.btn", { href: "#" }, "To the lobby"),
  ]);
  const head = h("header.bar"),
    side = h("aside.left", { "aria-label": "State of the game" });
  const leftButton = h(
    "button.icon.lefty-button",
    { type: "button", "aria-label": "State of the game", onclick: () => root.classList.toggle("lefty") },
    "≡",
  );
  const context = h("div.context"),
    logbox = h("section.logbox", { "aria-label": "Log" });
  const grip = h("button.grip", {
    type: "button",
    "aria-label": "More or less of this panel",
    onclick: () => root.classList.toggle("tall"),
  });
  const right_ = h("aside.right", { "aria-label": "What to do" }, grip, context, logbox);
  const cardBox = h("div.cardbox"),
    told = h("div.toldbox"),
    layers = h("div.layerbox"),
    hexline = h("div.float.readout", { hidden: true });
  const whole = play.model.dress.own?.frontHexes ? "Whole front, then whole map" : "Whole map";
  const view = h(
    "div.float.viewbar",
    { role: "group", "aria-label": "View" },
    h("button", { type: "button", "aria-label": "Zoom out", onclick: () => play.board.zoomOut() }, "−"),
    h(
      "button",
      { type: "button", "aria-label": whole, title: whole, onclick: () => play.board.fit() },
      frameIcon(),
      h("span.wide", null, play.model.dress.own?.frontHexes ? "Front / map" : "Whole map"),
      h("kbd", null, "0"),
    ),
    h("button", { type: "button", "aria-label": "Zoom in", onclick: () => play.board.zoomIn() }, "+"),
  );
  const played = h("div.played-back", null, "Playback: earlier positions");
  const map = h("main.map", { "aria-label": "Map", tabindex: -1 }, played, hexline, told, layers, view, cardBox);
  const strip = h("div.stripbox");
  const root = h(
    "div.table",
    null,
    h("h1.sr", null, headline(play.model.dress.title, play.model.table.name)),
    head,
    side,
    map,
    strip,
    right_,
  );
  const veil = h("div.veilbox"),
    drawn = /** @type {Map<string, string>} */ (new Map());
  return {
    root,
    drawn,
    veil,
    head,
    left: side,
    leftButton,
    right: right_,
    context,
    logbox,
    map,
    hexline,
    card: cardBox,
    told,
    layers,
    menu,
    strip,
    talk: says,
  };
}

/** Draws a part only if what it shows has changed. @param {Page} page @param {string} part @param {string} key @param {() => void} draw */
function anew(page, part, key, draw) {
  if (page.drawn.get(part) === key) return;
  page.drawn.set(part, key);
  draw();
}

/** While the curtain is down the table is not drawn at all. @param {Page} page @param {Play} play */
function veiled(page, play) {
  const down = Boolean(play.model.veil);
  page.root.classList.toggle("veiled", down);
  page.root.toggleAttribute("inert", down);
  notice(play);
  if (!down) {
    page.veil.replaceChildren();
    return false;
  }
  page.drawn.clear();
  for (const box of [page.head, page.left, page.context, page.logbox, page.card, page.told, page.layers, page.hexline])
    box.replaceChildren();
  play.drawer?.close();
  play.board.shown = { ...play.board.shown, pieces: [], beachheads: [], dropZones: [] };
  play.board.paint = { over: () => {}, arrows: () => {} };
  play.board.draw();
  fill(page.veil, curtain(play));
  page.veil.querySelector("button")?.focus();
  return true;
}

/** @param {Page} page @param {Play} play */
function panels(page, play) {
  const t = play.model.table;
  play.laid.want();
  play.support.want();
  page.root.classList.toggle("looking-back", Boolean(play.model.past));
  page.root.classList.toggle("playback", play.playback.open);
  fill(page.strip, play.playback.open && playbackStrip(play.playback));
  page.root.classList.toggle("busy", Boolean(play.plan || t.combat?.hex));
  page.root.classList.toggle("planning", Boolean(play.plan));
  page.root.classList.toggle("held", Boolean(play.selected && play.model.units.has(play.selected)));
  fill(page.head, page.leftButton, bar(play), page.menu.button);
  const { model } = play,
    moment = `${t.seat} ${t.seq} ${t.at} ${model.past ? "past" : ""}`;
  anew(page, "left", `${moment} ${play.laid.key} ${play.noted} ${JSON.stringify(play.on)}`, () => fill(page.left, left(play)));
  fill(page.context, right(play));
  anew(page, "log", `${moment} ${play.filter} ${model.older.length} ${play.past.of}`, () => {
    const scrolled = page.logbox.querySelector(".log")?.scrollTop ?? 0;
    fill(page.logbox, log(play));
    const list = page.logbox.querySelector(".log");
    if (list) list.scrollTop = scrolled;
  });
  fill(page.layers, layerMenu(play));
  fill(page.told, legend(play));
  if (play.drawer?.isOpen && /^(list|arrivals)$/.test(play.drawer.what?.kind ?? "")) play.drawer.draw();
}

/** On a phone the bar and the sheet lie over the map. @param {Page} page @param {Play} play */
function covered(page, play) {
  if (getComputedStyle(page.right).position !== "absolute") return play.board.cover(0, 0, 0);
  const foot = page.right.offsetWidth > page.root.offsetWidth * 0.6;
  play.board.cover(
    62, // the head floats over the map
    foot ? 0 : page.right.offsetWidth + 8,
    foot ? Math.min(page.right.offsetHeight, page.root.offsetHeight * 0.5) : 0,
  );
}

/** The hex under the pointer in words. @param {Page} page @param {Play} play */
function readout(page, play) {
  const hex = play.hovered,
    { model } = play,
    known = hex && model.map.hexes[hex];
  page.hexline.hidden = !known;
  if (!known || !hex) return;
  fill(
    page.hexline,
    h("b", null, explainHex(play, hex)),
    explainContents(play, hex).map((text) => h("div", null, text)),
  );
}

/** @param {Page} page @param {Play} play */
function putCard(page, play) {
  const el = page.card.querySelector(".card");
  if (el instanceof HTMLElement && play.why) place(page.map, el, play.board.spot(play.why.hex));
}

/** A click on a chip opens its clause. @param {Play} play @param {Event} e */
function openClause(play, e) {
  const id = e.target instanceof Element ? e.target.closest("[data-clause]")?.getAttribute("data-clause") : null;
  if (id) play.drawer?.open({ kind: "clause", id });
}
