// @ts-check
// The name a player has chosen: signing in and out, a new passphrase, deleting the name. The session is kept in this browser.
import * as api from "../api.js";
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { announce, segments, toast } from "../marks.js";

const KEY = "grognard.name";
/** @typedef {{name: string, token: string}} Session */

/** Who is signed in at this browser. @returns {Session | null} */
export function session() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return kept && typeof kept.token === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Session | null} kept */
function keepSession(kept) {
  if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
  else localStorage.removeItem(KEY);
  dispatchEvent(new CustomEvent("grognard:name"));
}

const words = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

/** The button of the bar, and the dialog behind it. @returns {{button: any, leave: () => void}} */
export function nameButton() {
  const button = h("button.name", { type: "button", "data-key": "name", onclick: () => show() });
  const draw = () => fill(button, session()?.name ?? "Sign in");
  const box = /** @type {HTMLDialogElement} */ (
    h("dialog.named", { "aria-label": "Your name", onclick: (/** @type {Event} */ e) => e.target === box && box.close() })
  );
  const show = () => {
    inside(box);
    if (!box.isConnected) document.body.append(box);
    if (!box.open) box.showModal();
  };
  const changed = () => {
    draw();
    if (box.open) inside(box);
  };
  addEventListener("grognard:name", changed);
  draw();
  void refresh();
  const leave = () => {
    removeEventListener("grognard:name", changed);
    box.remove();
  };
  return { button, leave };
}

/** A session may have ended meanwhile. */
async function refresh() {
  const kept = session();
  if (!kept) return;
  try {
    await api.whoAmI(kept.token);
  } catch (error) {
    if (/** @type {any} */ (error)?.status === 401) keepSession(null);
  }
}

/** @param {HTMLDialogElement} box */
function inside(box) {
  const kept = session();
  fill(
    box,
    h(
      "header",
      null,
      h("h2", null, kept ? `Signed in as ${kept.name}` : "Play under a name"),
      h("button", { type: "button", onclick: () => box.close() }, "Close", h("kbd", null, "Esc")),
    ),
    kept ? account(box, kept) : entry(box),
  );
}

/** @param {HTMLDialogElement} box */
function entry(box) {
  let fresh = false;
  const name = field("Name", "text", "username"),
    pass = field("Passphrase", "password", "current-password"),
    hint = h("p.muted"),
    problem = h("p.bad", { role: "alert" }),
    submit = h("button.primary", { type: "submit", "data-key": "name-enter" });
  const draw = () => {
    fill(submit, fresh ? "Take this name" : "Sign in");
    fill(hint, fresh ? NEW : "Sign in with the name you took on this server.");
    pass.input.autocomplete = fresh ? "new-password" : "current-password";
  };
  const send = once(async () => {
    fill(problem);
    try {
      const asked = { name: name.input.value, passphrase: pass.input.value };
      keepSession(await (fresh ? api.takeName(asked) : api.signIn(asked)));
      announce(`Signed in as ${session()?.name}.`);
      box.close();
    } catch (error) {
      fill(problem, words(error));
    }
  });
  draw();
  const pick = segments(
    "name-how",
    [
      ["old", "I have a name"],
      ["new", "New name"],
    ],
    "old",
    (v) => {
      fresh = v === "new";
      draw();
    },
    "Sign in or take a new name",
  );
  return h("form", { onsubmit: prevented(send) }, pick, name.label, pass.label, hint, problem, submit);
}

const NEW =
  "Names have 2 to 24 letters. A passphrase has at least 10 characters; several words are best. No mail address is asked for, so a lost passphrase cannot be recovered.";

/** @param {HTMLDialogElement} box @param {Session} kept */
function account(box, kept) {
  const problem = h("p.bad", { role: "alert" });
  const attempt = (/** @type {() => Promise<void>} */ what) =>
    once(async () => {
      fill(problem);
      try {
        await what();
      } catch (error) {
        fill(problem, words(error));
      }
    });
  const old = field("Passphrase now", "password", "current-password"),
    next = field("New passphrase", "password", "new-password"),
    sure = field("Passphrase", "password", "current-password");
  const out = attempt(async () => {
    await api.signOut(kept.token).catch(() => {});
    keepSession(null);
    box.close();
  });
  const change = attempt(async () => {
    keepSession(await api.changePassphrase(kept.token, { passphrase: old.input.value, new: next.input.value }));
    toast("The passphrase is changed. Other browsers are signed out.");
  });
  const remove = attempt(async () => {
    await api.deleteName(kept.token, { passphrase: sure.input.value });
    keepSession(null);
    toast("The name is deleted. Your results stay under “a former player”.");
    box.close();
  });
  return h(
    "div",
    null,
    h("p", null, "Seats you take in this browser can be played under this name. Games between two names are rated."),
    problem,
    h("button", { type: "button", "data-key": "name-out", onclick: out }, "Sign out"),
    h(
      "details",
      null,
      h("summary", null, "Change the passphrase"),
      h("form", { onsubmit: prevented(change) }, old.label, next.label, h("button", { type: "submit" }, "Change passphrase")),
    ),
    h(
      "details",
      null,
      h("summary", null, "Delete the name"),
      h(
        "form",
        { onsubmit: prevented(remove) },
        h("p", null, "The name becomes free. Your results stay under “a former player”. This cannot be undone."),
        sure.label,
        h("button", { type: "submit" }, "Delete this name"),
      ),
    ),
  );
}

/** @param {(e?: any) => any} send */
const prevented = (send) => (/** @type {Event} */ e) => {
  e.preventDefault();
  void send(e);
};

/** @param {string} words @param {string} type @param {string} autocomplete */
function field(words, type, autocomplete) {
  const input = h("input", { type, autocomplete, required: true, maxlength: 200 });
  return { input, label: h("label.field", null, words, input) };
}
