// @ts-check
// The server, as functions. Every request to a table carries the token of a seat in a header, never in an address.

/** @import * as T from "./types.d.ts" */

export class Refused extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(wording(body?.detail) || wording(body?.error) || `the server answered ${status}`);
    this.status = status;
    /** @type {{clause: string, because: string}[]} */
    this.rulings = body?.rulings ?? body?.extra?.rulings ?? [];
  }
}

/** @param {string} path @param {RequestInit} how */
async function reach(path, how) {
  try {
    return await fetch(path, how);
  } catch (error) {
    throw how.signal?.aborted ? error : new Error("The server does not answer. The game is unchanged.");
  }
}

const wording = (/** @type {any} */ detail) => (typeof detail === "string" ? detail : "");

/** @param {string} path @param {{token?: string | null, body?: any, signal?: AbortSignal, method?: string}} [how] */
async function ask(path, { token, body, signal, method = body === undefined ? "GET" : "POST" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await reach(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, data);
  return data;
}

const q = encodeURIComponent;
/** @returns {Promise<T.Game[]>} */
export const games = () => ask("api/games");
/** @param {string} game */
export const gameData = async (game) => {
  const [map, units, clauses, guide] = await Promise.all(
    ["map", "units", "clauses", "guide"].map((part) => ask(`api/games/${q(game)}/${part}`)),
  );
  return { map, units, clauses, guide };
};
/** On which page a game is played, and how it is shown there. @param {string} game @returns {Promise<T.Page>} */
export const pageOf = (game) => ask(`api/games/${q(game)}/page`);
/** @param {string} game @returns {Promise<T.Map>} */
export const mapOf = (game) => ask(`api/games/${q(game)}/map`);
/** @param {string} game @returns {Promise<T.Unit[]>} */
export const units = (game) => ask(`api/games/${q(game)}/units`);
/** @param {string} game @returns {Promise<import("./guide.js").GuideBook>} */
export const guide = (game) => ask(`api/games/${q(game)}/guide`);
/** @param {string} game @returns {Promise<T.Clause[]>} */
export const clauses = (game) => ask(`api/games/${q(game)}/clauses`);
const query = (/** @type {Record<string, any>} */ given) => {
  const said = new URLSearchParams(
    Object.entries(given)
      .filter(([, v]) => v !== undefined && v !== null && v !== "")
      .map(([n, v]) => [n, String(v)]),
  ).toString();
  return said && `?${said}`;
};
/** What the rules of a game answer. @param {string} game @param {string} topic @param {Record<string, any>} given @returns {Promise<T.TopicAnswer>} */
export const question = (game, topic, given) => ask(`api/ask/${q(game)}/${q(topic)}${query(given)}`);
/** What a game can be asked. @param {string} game @returns {Promise<Record<string, T.Topic>>} */
export const topics = (game) => ask(`api/ask/${q(game)}`);
/** The sheets a game can print. @param {string} game @returns {Promise<Record<string, T.Topic>>} */
export const sheets = (game) => ask(`api/sheets/${q(game)}`);
/** A page of a desk without a table. @param {string} game @param {string} topic @param {Record<string, string>} given */
export const paper = (game, topic, given) => ask(`api/paper/${q(game)}/${q(topic)}`, { body: { given } });
/** A sheet filled from papers, as a file. @param {string} game @param {string} sheet @param {Record<string, string>} given */
export async function paperSheet(game, sheet, given) {
  const answer = await fetch(`api/paper/${q(game)}/sheets/${q(sheet)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ given }),
  });
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}
/** @param {any} body @returns {Promise<T.Seats>} */
export const newTable = (body) => ask("api/tables", { body });
/** @param {string[]} tokens @returns {Promise<T.OwnTable[]>} */
export const mine = (tokens) => ask("api/mine", { body: { tokens } });

/** @param {{record: string, name?: string, seats?: Record<string, string>, secrets?: Record<string, string>}} body @returns {Promise<T.Seats>} */
export const takeIn = (body) => ask("api/records", { body });
/** A mail file somebody sent. @param {string} text */
export async function takeLetter(text) {
  const answer = await reach("api/letters", { method: "POST", body: text });
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, data);
  return data;
}

// ---------------------------------------------------------------- the club

/** @typedef {{name: string, passphrase: string}} Credentials */
/** @param {Credentials} body @returns {Promise<T.SignedIn>} */
export const takeName = (body) => ask("api/names", { body });
/** @param {Credentials} body @returns {Promise<T.SignedIn>} */
export const signIn = (body) => ask("api/names/sign-in", { body });
/** @param {string} token @returns {Promise<T.Named>} */
export const signOut = (token) => ask("api/names/sign-out", { token, body: {} });
/** @param {string} token @returns {Promise<T.Named>} */
export const whoAmI = (token) => ask("api/names/me", { token });
/** @param {string} token @param {{passphrase: string, new: string}} body @returns {Promise<T.SignedIn>} */
export const changePassphrase = (token, body) => ask("api/names/passphrase", { token, body });
/** @param {string} token @param {{passphrase: string}} body @returns {Promise<T.Named>} */
export const deleteName = (token, body) => ask("api/names/delete", { token, body });
/** @returns {Promise<T.OpenTable[]>} */
export const openTables = () => ask("api/open");
/** @param {string} table @param {{side: string, session: string}} body @returns {Promise<T.Joined>} */
export const joinTable = (table, body) => ask(`api/open/${q(table)}/join`, { body });
/** @returns {Promise<T.ResultsPage>} */
export const results = () => ask("api/results");
/** The record of a game that is over. @param {string} table */
export async function resultRecord(table) {
  const answer = await reach(`api/results/${q(table)}/record`, {});
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer.text();
}

/** One table, seen from one seat. */
export class Seat {
  /** @param {string} table @param {string | null} token */
  constructor(table, token) {
    this.id = table;
    this.base = `api/tables/${q(table)}`;
    this.token = token;
  }
  /** The table, once this browser has done its part in the dice. */
  async load() {
    const table = await this.see();
    return table.escrow && table.seat !== "watch" ? (await import("./dice/hand.js")).tend(this, this.id, table) : table;
  }
  /** The names of the players, open seats and clocks. @returns {Promise<T.ClubTable>} */
  club() {
    return ask(`${this.base}/club`, { token: this.token });
  }
  /** Plays the seat under the name of a session. @param {string} session @returns {Promise<T.ClubTable>} */
  playAs(session) {
    return ask(`${this.base}/name`, { token: this.token, body: { session } });
  }
  /** Claims the game on time, or gives the opponent more time. @param {"claim" | "time"} what @returns {Promise<T.ClubTable>} */
  clubDo(what) {
    return ask(`${this.base}/${what}`, { token: this.token, body: {} });
  }
  /** Lets anyone on this server join a seat, or nobody any more. @param {string} side @param {boolean} open @param {string} token @returns {Promise<T.Opened>} */
  setOpen(side, open, token) {
    return ask(`${this.base}/open`, { token, body: { side, open } });
  }
  /** The table as it is. @returns {Promise<T.Table>} */
  see() {
    return ask(this.base, { token: this.token });
  }
  /** What this browser needs for the dice, or hands over. @param {string} [what] @param {any} [body] */
  dice(what, body) {
    return ask(`${this.base}/dice${what ? `/${what}` : ""}`, { token: this.token, body });
  }
  /** The table after so many actions. @param {number} at @param {AbortSignal} [signal] @returns {Promise<T.Table>} */
  at(at, signal) {
    return ask(`${this.base}/view?at=${at}`, { token: this.token, signal });
  }
  /** @param {number | null} at @param {AbortSignal} [signal] @returns {Promise<T.Overlays>} */
  overlays(at, signal) {
    return ask(`${this.base}/overlays${at === null ? "" : `?at=${at}`}`, { token: this.token, signal });
  }
  /** @param {AbortSignal} [signal] @returns {Promise<T.Support>} */
  support(signal) {
    return ask(`${this.base}/support`, { token: this.token, signal });
  }
  /** What a computer player would do here. @param {number} seconds @returns {Promise<T.Hint>} */
  hint(seconds) {
    return ask(`${this.base}/hint?seconds=${seconds}`, { token: this.token });
  }
  /** The review of a game that is over, or how far its count is. @returns {Promise<T.ReviewAnswer>} */
  review() {
    return ask(`${this.base}/review`, { token: this.token });
  }
  /** What a computer player would do in the rest of this phase, in words and with the reason of each action.
   * @param {number} seconds @returns {Promise<{actions: string[], texts: string[], reasons: string[], phase: string}>} */
  staff(seconds) {
    return ask(`${this.base}/staff?seconds=${seconds}`, { token: this.token });
  }
  /** What happened after an action, in acts; `null`: since this seat acted; the whole game act by act. @param {number | null} since @param {boolean} [whole] @returns {Promise<T.Story>} */
  story(since, whole = false) {
    return ask(`${this.base}/story?${since === null ? "" : `since=${since}&`}whole=${whole}`, { token: this.token });
  }
  /** @returns {Promise<T.Receipts>} */
  receipts() {
    return ask(`${this.base}/receipts`, { token: this.token });
  }
  /** @param {number} at @param {string} name @returns {Promise<T.Seats>} */
  branch(at, name) {
    return ask(`${this.base}/branch`, { token: this.token, body: { at, name } });
  }
  /** @returns {Promise<T.Text>} */
  notes() {
    return ask(`${this.base}/notes`, { token: this.token });
  }
  /** @param {string} text @returns {Promise<T.Text>} */
  writeNotes(text) {
    return ask(`${this.base}/notes`, { token: this.token, body: { text }, method: "PUT" });
  }
  /** @returns {Promise<T.Orders>} */
  orders() {
    return ask(`${this.base}/orders`, { token: this.token });
  }
  /** @param {Record<string, any> | null} orders @returns {Promise<T.Orders>} */
  setOrders(orders) {
    return ask(`${this.base}/orders`, { token: this.token, body: { orders }, method: "PUT" });
  }
  /** @returns {Promise<T.Webhook>} */
  webhook() {
    return ask(`${this.base}/webhook`, { token: this.token });
  }
  /** @param {string | null} url @returns {Promise<T.Webhook>} */
  setWebhook(url) {
    return ask(`${this.base}/webhook`, { token: this.token, body: { url }, method: "PUT" });
  }
  /** A new link for a seat: with its own token, or with the creator's. @param {string} seat @param {string} token @returns {Promise<T.Token>} */
  revoke(seat, token) {
    return ask(`${this.base}/revoke`, { token, body: { seat } });
  }
  /** @param {string} unit @param {AbortSignal} [signal] @returns {Promise<T.Reach>} */
  reach(unit, signal) {
    return ask(`${this.base}/reach?unit=${q(unit)}`, { token: this.token, signal });
  }
  /** @param {string[]} attackers @param {string} hex @param {string} fire @param {string} defense @param {AbortSignal} [signal] @returns {Promise<T.Odds>} */
  odds(attackers, hex, fire, defense, signal) {
    return ask(`${this.base}/odds?attackers=${q(attackers.join(","))}&hex=${q(hex)}&fire=${q(fire)}&defense=${q(defense)}`, {
      token: this.token,
      signal,
    });
  }
  /** A fight before it is declared. @param {string} action @param {string[]} joining @param {string} target @param {AbortSignal} [signal] @returns {Promise<T.FightPlan>} */
  plan(action, joining, target, signal) {
    const more = `${joining.length ? `&with=${q(joining.join(","))}` : ""}${target ? `&target=${q(target)}` : ""}`;
    return ask(`${this.base}/fight?do=${q(action)}${more}`, { token: this.token, signal });
  }
  /** @param {string} action @param {AbortSignal} [signal] @returns {Promise<T.Verdict>} */
  judge(action, signal) {
    return ask(`${this.base}/judge`, { token: this.token, body: { do: action }, signal });
  }
  /** @param {string} action @param {number} seq */
  async act(action, seq) {
    const answer = await ask(`${this.base}/act`, { token: this.token, body: { do: action, seq, view: true } });
    if (typeof answer.table.escrow?.roll !== "number") return answer;
    return { ...answer, table: await (await import("./dice/hand.js")).tend(this, this.id, answer.table) };
  }
  /** @param {number} seq @returns {Promise<T.Undone>} */
  undo(seq) {
    return ask(`${this.base}/undo`, { token: this.token, body: { seq } });
  }
  /** A page of the game's desk. @param {string} topic @param {Record<string, any>} given */
  desk(topic, given) {
    return ask(`${this.base}/desk/${q(topic)}${query(given)}`, { token: this.token });
  }
  /** What the desk shows of the past. */
  history() {
    return ask(`${this.base}/history`, { token: this.token });
  }
  /** A sheet of this table, as a file. @param {string} sheet @param {Record<string, any>} given */
  async sheet(sheet, given) {
    const answer = await fetch(`${this.base}/sheets/${q(sheet)}${query(given)}`, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
    return answer.blob();
  }
  /** @returns {Promise<T.Talk[]>} */
  chat() {
    return ask(`${this.base}/chat`, { token: this.token });
  }
  /** @param {string} text @returns {Promise<T.Talk[]>} */
  say(text) {
    return ask(`${this.base}/chat`, { token: this.token, body: { text } });
  }
  async record() {
    return (await this.recordFile()).blob;
  }
  /** The record with the name of its file. */
  async recordFile() {
    const answer = await reach(`${this.base}/record`, { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? `${this.id}.grog`;
    return { blob: await answer.blob(), name };
  }

  /** Listens for news until told to stop; comes back by itself. @param {(news: any) => void} hear @param {(up: boolean) => void} line @returns {() => void} */
  listen(hear, line) {
    const stop = new AbortController();
    const run = async () => {
      for (let wait = 500; !stop.signal.aborted; wait = Math.min(wait * 2, 15000)) {
        try {
          const answer = await fetch(`${this.base}/stream`, {
            headers: { Authorization: `Bearer ${this.token}`, Accept: "text/event-stream" },
            signal: stop.signal,
          });
          if (!answer.ok || !answer.body) throw new Refused(answer.status, null);
          line(true);
          wait = 500;
          await read(answer.body, (news) => {
            hear(news);
            dispatchEvent(new CustomEvent("grognard:news", { detail: { table: this.id, news } }));
          });
        } catch (error) {
          if (stop.signal.aborted) return;
          line(false);
          if (error instanceof Refused && error.status === 401) return hear({ revoked: true }); // nobody sits here any more
        }
        await new Promise((ready) => setTimeout(ready, wait));
      }
    };
    void run();
    return () => stop.abort();
  }
}

/** Events of a stream, one JSON a `data:` block. @param {ReadableStream<Uint8Array>} body @param {(news: any) => void} hear */
async function read(body, hear) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block
        .split("\n")
        .filter((l) => l.startsWith("data:"))
        .map((l) => l.slice(5).trim())
        .join("\n");
      if (!data) continue;
      try {
        hear(JSON.parse(data));
      } catch {
        hear({});
      }
    }
  }
}
