// @ts-check
// SHA-256 (FIPS 180-4). The checker has its own: it runs from a file, without a server and without an encrypted connection.

const primes = (/** @type {number} */ count) => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
};
/** The first 32 bits of the fraction of a root. @param {number} root */
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const K = Int32Array.from(primes(64), (p) => fraction(Math.cbrt(p)));
const START = Int32Array.from(primes(8), (p) => fraction(Math.sqrt(p)));
const rotate = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} data @returns {Uint8Array} */
function padded(data) {
  const size = Math.ceil((data.length + 9) / 64) * 64,
    all = new Uint8Array(size),
    view = new DataView(all.buffer);
  all.set(data);
  all[data.length] = 0x80;
  view.setUint32(size - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(size - 4, (data.length * 8) >>> 0);
  return all;
}

/** @param {Int32Array} hash @param {Int32Array} w */
function mix(hash, w) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    if (i >= 16) {
      const x = w[i - 15],
        y = w[i - 2];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3),
        s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0,
      t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => {
    hash[k] = (hash[k] + word) | 0;
  });
}

/** @param {Uint8Array} data @returns {Uint8Array} 32 bytes */
export function sha256(data) {
  const all = padded(data),
    view = new DataView(all.buffer),
    hash = START.slice(),
    w = new Int32Array(64),
    out = new Uint8Array(32);
  for (let at = 0; at < all.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    mix(hash, w);
  }
  hash.forEach((word, k) => new DataView(out.buffer).setInt32(4 * k, word));
  return out;
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

/** The bytes of small hexadecimal digits; nothing if the text is not that. @param {unknown} text @returns {Uint8Array | null} */
export function unhex(text) {
  if (typeof text !== "string" || text.length % 2 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, k) => parseInt(text.slice(2 * k, 2 * k + 2), 16));
}

const encoder = new TextEncoder();

/** @param {...(string | Uint8Array)} parts text is taken as UTF-8 */
export function hashOf(...parts) {
  const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part)),
    all = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    all.set(part, at);
    at += part.length;
  }
  return sha256(all);
}
