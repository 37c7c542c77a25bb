// @ts-check
// A player's own board under our grid: read in this browser, aligned by the file's own grid data, sent nowhere, kept nowhere.
import { toast } from "../../marks.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{image: ImageBitmap, x0: number, y0: number, dx: number, dy: number}} Board picture, where its first hex lies, and its steps */

/** @param {Desk} desk @param {File | undefined} file */
export async function open(desk, file) {
  if (!file) return;
  try {
    desk.own.board = file.type.startsWith("image/") ? await picture(file, {}) : await archive(file);
    desk.own.chart.lay(desk.own.board);
    toast(`${file.name} lies under the grid. It stays in this browser and is gone when the page is left.`);
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
}

/** @param {Blob} blob @param {Record<string, number>} given @returns {Promise<Board>} */
async function picture(blob, given) {
  const image = await createImageBitmap(blob), dx = given.hexWidth ?? image.width / 32, dy = given.hexHeight ?? image.height / 34.5;
  return { image, dx, dy, x0: given.x0 ?? 0, y0: given.y0 ?? dy / 2 };
}

/** A board archive: a zip with a picture and a file of grid data. @param {File} file */
async function archive(file) {
  const entries = await unzip(await file.arrayBuffer()), name = (/** @type {RegExp} */ test) => [...entries.keys()].find((n) => test.test(n));
  const art = name(/\.(gif|png|jpe?g)$/i), data = name(/BoardMetadata\.xml$/i) ?? name(/(^|\/)data$/i);
  if (!art) throw new Error("That file holds no board picture.");
  const blob = new Blob([/** @type {BlobPart} */ (entries.get(art))], { type: art.toLowerCase().endsWith("png") ? "image/png" : art.toLowerCase().endsWith("gif") ? "image/gif" : "image/jpeg" });
  return picture(blob, data ? grid(new TextDecoder().decode(entries.get(data))) : {});
}

/** The grid figures of a board's own data, whichever way they are written. @param {string} text */
function grid(text) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const [mine, names] of Object.entries({ hexWidth: ["hexWidth", "dx"], hexHeight: ["hexHeight", "dy"], x0: ["A1CenterX", "x0"], y0: ["A1CenterY", "y0"] })) {
    const hit = new RegExp(`(?:${names.join("|")})\\s*[=:"']+\\s*(-?[\\d.]+)`, "i").exec(text);
    if (hit) found[mine] = Number(hit[1]);
  }
  return found;
}

/** The files of a zip, by its central directory. @param {ArrayBuffer} data @returns {Promise<Map<string, Uint8Array>>} */
async function unzip(data) {
  const view = new DataView(data), bytes = new Uint8Array(data), found = new Map();
  let end = data.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("That is neither a picture nor a board file.");
  let at = view.getUint32(end + 16, true);
  for (let k = view.getUint16(end + 10, true); k > 0; k--) {
    const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), name = view.getUint16(at + 28, true), extra = view.getUint16(at + 30, true), note = view.getUint16(at + 32, true), head = view.getUint32(at + 42, true);
    const title = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), start = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true), packed = bytes.slice(start, start + size);
    if (method === 0) found.set(title, packed);
    else if (method === 8) found.set(title, new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer()));
    at += 46 + name + extra + note;
  }
  return found;
}
