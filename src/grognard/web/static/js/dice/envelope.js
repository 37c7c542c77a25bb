// @ts-check
// An envelope from one player's browser to the other's, through a server that cannot read it: ECDH on P-256, HKDF, AES-GCM.

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const IV = 12; // bytes

/** @param {Uint8Array} bytes */
const base64 = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** A pair of keys: the private one stays in this browser. @returns {Promise<{private: JsonWebKey, public: string}>} */
export async function newPair() {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  const [own, shown] = await Promise.all([
    crypto.subtle.exportKey("jwk", pair.privateKey),
    crypto.subtle.exportKey("raw", pair.publicKey),
  ]);
  return { private: own, public: base64(new Uint8Array(shown)) };
}

/** The key two browsers share; `about` keeps envelopes of other tables and chapters apart.
 * @param {JsonWebKey} own @param {string} theirs @param {string} about */
async function shared(own, theirs, about) {
  const [mine, other] = await Promise.all([
    crypto.subtle.importKey("jwk", own, CURVE, false, ["deriveBits"]),
    crypto.subtle.importKey("raw", bytesOf(theirs), CURVE, false, []),
  ]);
  const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: other }, mine, 256);
  const source = await crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: new TextEncoder().encode(`grognard ${about}`) };
  return crypto.subtle.deriveKey(how, source, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** @param {JsonWebKey} own @param {string} theirs @param {string} about @param {string} text */
export async function sealEnvelope(own, theirs, about, text) {
  const iv = crypto.getRandomValues(new Uint8Array(IV)),
    key = await shared(own, theirs, about);
  const closed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return base64(new Uint8Array([...iv, ...new Uint8Array(closed)]));
}

/** @param {JsonWebKey} own @param {string} theirs @param {string} about @param {string} envelope */
export async function openEnvelope(own, theirs, about, envelope) {
  const data = bytesOf(envelope),
    key = await shared(own, theirs, about);
  const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: data.slice(0, IV) }, key, data.slice(IV));
  return new TextDecoder().decode(text);
}

/** Eight digits that are the same on both pages if the keys each of them sees are. @param {Record<string, string | null>} publics */
export async function checkCode(publics) {
  const all = Object.keys(publics).sort();
  if (all.some((side) => !publics[side])) return null;
  const data = new TextEncoder().encode(all.map((side) => `${side} ${publics[side]}`).join("\n"));
  const view = new DataView(await crypto.subtle.digest("SHA-256", data));
  const digits = String(view.getUint32(0) % 1e8).padStart(8, "0");
  return `${digits.slice(0, 4)} ${digits.slice(4)}`;
}
