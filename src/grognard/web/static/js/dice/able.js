// @ts-check

/** Whether this browser can keep a secret here: Web Crypto is there on https and on this machine's own addresses only. */
export const able = () => window.isSecureContext && Boolean(globalThis.crypto?.subtle);
