// @ts-check
// Moments of the real calendar, as people say them.

const DAY = 86_400_000;

/** A time of the server (seconds) as "14:20", "Tuesday" or "16 November". @param {number} seconds @param {Date} [now] */
export function moment(seconds, now = new Date()) {
  const at = new Date(seconds * 1000),
    days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (days === 1) return "yesterday";
  if (days < 7) return at.toLocaleDateString("en-GB", { weekday: "long" });
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "long", year });
}

const midnight = (/** @type {Date} */ at) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** The same in full, for a tooltip. @param {number} seconds */
export const inFull = (seconds) => new Date(seconds * 1000).toLocaleString("en-GB", { dateStyle: "full", timeStyle: "short" });
