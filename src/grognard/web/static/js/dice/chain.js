// @ts-check
// Secrets, chains and halves, as `docs/dice.md` says: the same sums as the server's `core/escrow.py`. Web Crypto alone.

export const CHAPTER = 256; // rolls a chain lasts
const LINK = 16; // bytes

const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** @param {Uint8Array<ArrayBuffer>} data */
const sha = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} a @param {Uint8Array} b */
const xor = (a, b) => a.map((byte, k) => byte ^ b[k]);

/** A new secret: 32 bytes from the system's generator. */
export const newSecret = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The key of a side for its secret rolls. @param {string} side @param {string} secret */
export const keyOf = async (side, secret) => hex(await sha(encode(`grognard key of ${side} ${secret}`))).slice(0, 2 * LINK);

/** The chain of a chapter; link 0 is the tip, link n + 1 is opened for roll n. @param {string} secret @param {number} chapter */
async function chain(secret, chapter) {
  const links = [(await sha(encode(`grognard ${secret} ${chapter}`))).slice(0, LINK)];
  while (links.length <= CHAPTER) links.push((await sha(links[links.length - 1])).slice(0, LINK));
  return links.reverse();
}

/** @param {string} secret */
export const tipOf = async (secret) => hex((await chain(secret, 0))[0]);

/** What opens a chapter together with the server's halves. @param {string} secret @param {number} chapter */
export const openerOf = async (secret, chapter) => hex(await sha(encode(`grognard opener ${secret} ${chapter}`)));

/** The half of a link that an opener gives. @param {string} opener @param {number} index 1 to 256 */
const mask = async (opener, index) => (await sha(encode(`grognard mask ${opener} ${index}`))).slice(0, LINK);

/** The half of the link of a roll. @param {string} opener @param {number} roll */
export const halfOf = async (opener, roll) => hex(await mask(opener, (roll % CHAPTER) + 1));

/** The tip of a chapter and the server's half of every link. @param {string} secret @param {number} chapter */
export async function chapterOf(secret, chapter) {
  const [links, opener] = await Promise.all([chain(secret, chapter), openerOf(secret, chapter)]);
  const halves = await Promise.all(links.slice(1).map(async (link, k) => hex(xor(link, await mask(opener, k + 1)))));
  return { tip: hex(links[0]), shares: halves.join("") };
}
