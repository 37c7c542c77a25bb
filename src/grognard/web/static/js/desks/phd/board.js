// @ts-check
// A player's own board under our grid: read in this browser, aligned by the file's own grid data, sent nowhere, kept nowhere.
//
// A VASL board file is a zip called bdNAME. Since VASL 6 it holds BoardMetadata.xml, whose root names the picture and gives
// the centre of A1 and the steps of the grid in pixels; a board of VASL 5 holds a file `data` of `key value` lines and the
// picture bdNAME.gif. A figure left out is that of a standard board: 33 x 10 hexes on 1800 x 645 pixels.
import { toast } from "../../marks.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{image: ImageBitmap, x0: number, y0: number, dx: number, dy: number, note: string}} Board picture, where its A1 lies, its steps, and what to know of it */
/** @typedef {{x0: number, y0: number, dx: number, dy: number, columns: number, rows: number, high: boolean, art: string}} Layout */
/** @typedef {{method: number, flags: number, size: number, head: number}} Entry where a file lies in the zip */

const COLUMNS = 33,
  ROWS = 35,
  SLACK = 6,
  DX = 1800 / 32,
  DY = 645 / 10,
  MISSING = -999;
const FILE = 200e6,
  DATA = 1e6,
  ART = 100e6,
  PIXELS = 60e6,
  ENTRIES = 5000; // a board of this map is a few megabytes
const KINDS = /** @type {Record<string, string>} */ ({
  gif: "image/gif",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
});

/** @param {Desk} desk @param {File | undefined} file */
export async function open(desk, file) {
  if (!file) return;
  try {
    if (file.size > FILE) throw new Error("it is larger than any board file");
    desk.own.board = file.type.startsWith("image/") ? await picture(file, null) : await archive(file);
    desk.own.chart.lay(desk.own.board);
    toast(`${file.name} is under the grid${desk.own.board.note}. It stays in this browser until you leave the page.`);
  } catch (error) {
    toast(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A picture alone is taken to be cut at the map's edges. @param {Blob} blob @param {Layout | null} given @returns {Promise<Board>} */
async function picture(blob, given) {
  const [width, height] = pixels(new Uint8Array(await blob.slice(0, 65536).arrayBuffer()));
  if (width * height > PIXELS) throw new Error(`its picture of ${width} x ${height} pixels is larger than any board`);
  const lay = given ?? {
    dx: width / (COLUMNS - 1),
    dy: height / (ROWS - 0.5),
    x0: 0,
    y0: height / (ROWS - 0.5) / 2,
    columns: 0,
    rows: 0,
    high: true,
    art: "",
  };
  fits(lay, width, height);
  const image = await createImageBitmap(blob).catch(() => {
    throw new Error("its picture cannot be shown");
  });
  return {
    image,
    dx: lay.dx,
    dy: lay.dy,
    x0: lay.x0,
    y0: lay.y0,
    note: lay.high ? "" : "; it numbers every second column from 0: its B0 is B1 here",
  };
}

/** @param {Layout} lay @param {number} width @param {number} height */
function fits(lay, width, height) {
  if (lay.columns && (lay.columns !== COLUMNS || (lay.rows !== ROWS && lay.rows !== ROWS - 1)))
    throw new Error(`a board of ${lay.columns} x ${lay.rows} hexes; this map has ${COLUMNS} x ${ROWS}`);
  const across = (width - lay.x0) / lay.dx + 1,
    down = (height - lay.y0) / lay.dy + 0.5;
  if (across < COLUMNS - 0.5 || across > COLUMNS + SLACK || down < ROWS - 1 || down > ROWS + SLACK)
    throw new Error(
      `its picture has room for about ${Math.round(across)} x ${Math.round(down)} hexes; this map has ${COLUMNS} x ${ROWS}`,
    );
}

/** @param {File} file */
async function archive(file) {
  const data = await file.arrayBuffer(),
    entries = directory(data);
  const lay =
    modern(entries.has("BoardMetadata.xml") ? await text(data, entries, "BoardMetadata.xml") : "") ??
    (entries.has("data") ? older(await text(data, entries, "data"), file.name, entries) : null);
  if (!lay) throw new Error("it holds no grid data (BoardMetadata.xml or data)");
  const kind = KINDS[lay.art.toLowerCase().split(".").pop() ?? ""];
  if (!lay.art) throw new Error("BoardMetadata.xml names no picture");
  if (!entries.has(lay.art)) throw new Error(`it does not hold its picture ${lay.art}`);
  if (!kind) throw new Error(`${lay.art} is no picture that can be shown`);
  return picture(new Blob([/** @type {BlobPart} */ (await unpack(data, entries, lay.art, ART))], { type: kind }), lay);
}

/** BoardMetadata.xml; unreadable, the board counts as one of VASL 5. @param {string} words @returns {Layout | null} */
function modern(words) {
  const root = words ? new DOMParser().parseFromString(words, "application/xml").documentElement : null;
  if (root?.tagName !== "boardMetadata") return null;
  const read = (/** @type {string} */ name, /** @type {number} */ usual) => number(root.getAttribute(name), name, usual);
  return {
    x0: read("A1CenterX", 0),
    y0: read("A1CenterY", DY / 2),
    dx: step(read("hexWidth", DX)),
    dy: step(read("hexHeight", DY)),
    columns: read("width", 0),
    rows: read("height", 0),
    high: /^\s*(true|yes|on|1)\s*$/i.test(root.getAttribute("altHexGrain") ?? ""),
    art: root.getAttribute("boardImageFileName") ?? "",
  };
}

/** The first two words of every line of `data`. @param {string} words @param {string} title @param {Map<string, Entry>} entries @returns {Layout} */
function older(words, title, entries) {
  const rows = words
      .split(/\r?\n/)
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row.length > 1),
    values = new Map(rows.map(([key, value]) => [key.toLowerCase(), value]));
  const read = (/** @type {string} */ name, /** @type {number} */ usual) => number(values.get(name) ?? null, name, usual);
  const wanted = `${title}.gif`,
    alike = [...entries.keys()].filter((name) => /^bd[^/]*\.(gif|png|jpe?g)$/i.test(name));
  return {
    x0: read("x0", 0),
    y0: read("y0", DY / 2),
    dx: step(read("dx", DX)),
    dy: step(read("dy", DY)),
    columns: 0,
    rows: 0,
    high: values.get("alternate")?.toLowerCase() === "true",
    art: !entries.has(wanted) && alike.length === 1 ? alike[0] : wanted,
  };
}

/** @param {string | null} word @param {string} name @param {number} usual */
function number(word, name, usual) {
  const found = word === null || !word.trim() ? usual : Number(word);
  if (!Number.isFinite(found) || Math.abs(found) > 1e5) throw new Error(`grid data: ${name} is a number, not ${word}`);
  return found === MISSING ? usual : found;
}

/** @param {number} size */
function step(size) {
  if (size <= 0) throw new Error("grid data: a hex has a size");
  return size;
}

/** Width and height by the first bytes, before anything is painted. @param {Uint8Array} b @returns {[number, number]} */
function pixels(b) {
  const view = new DataView(b.buffer, b.byteOffset, b.byteLength),
    word = (/** @type {number} */ at) => (at + 4 <= b.length ? view.getUint32(at) : 0);
  if (word(0) === 0x47494638 && b.length > 10) return [view.getUint16(6, true), view.getUint16(8, true)];
  if (word(0) === 0x89504e47 && b.length > 24) return [word(16), word(20)];
  for (let at = 2; word(0) >>> 16 === 0xffd8 && at + 9 < b.length && b[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const mark = b[at + 1];
    if (mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc)
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
  throw new Error("its picture is no GIF, PNG or JPEG");
}

/** What a zip holds, by its central directory. @param {ArrayBuffer} data @returns {Map<string, Entry>} */
function directory(data) {
  const view = new DataView(data),
    bytes = new Uint8Array(data),
    found = new Map(),
    broken = new Error("that is neither a picture nor a board file");
  let end = data.byteLength - 22;
  for (const least = Math.max(0, end - 65535); end >= least && view.getUint32(end, true) !== 0x06054b50;) end--;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw broken;
  let at = view.getUint32(end + 16, true);
  for (let k = Math.min(ENTRIES, view.getUint16(end + 10, true)); k > 0; k--) {
    if (at + 46 > data.byteLength || view.getUint32(at, true) !== 0x02014b50) throw broken;
    const name = view.getUint16(at + 28, true);
    found.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      head: view.getUint32(at + 42, true),
    });
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

/** @param {ArrayBuffer} data @param {Map<string, Entry>} entries @param {string} name */
async function text(data, entries, name) {
  return new TextDecoder().decode(await unpack(data, entries, name, DATA));
}

/** One file of the zip, counted as it unpacks: whatever the zip says of its size, no more than `most` is kept. @param {ArrayBuffer} data @param {Map<string, Entry>} entries @param {string} name @param {number} most */
async function unpack(data, entries, name, most) {
  const { flags, method, size, head } = /** @type {Entry} */ (entries.get(name)),
    view = new DataView(data);
  if (flags & 1 || (method !== 0 && method !== 8) || head + 30 > data.byteLength) throw new Error(`${name} cannot be unpacked`);
  const start = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true),
    packed = new Blob([data.slice(start, start + size)]);
  const reader = (method ? packed.stream().pipeThrough(new DecompressionStream("deflate-raw")) : packed.stream()).getReader(),
    parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(`${name} cannot be unpacked`);
    });
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel();
      throw new Error(`${name} is larger than a board has`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
