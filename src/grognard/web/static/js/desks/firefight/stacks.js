// @ts-check
// Where the counters of a hex lie: side by side where there is room to read them, piled where there is not.

/** @typedef {import("./counters.js").Piece} Piece */
/** @typedef {{c: Piece, x: number, y: number, size: number, count?: number}} Spot a counter, its corner from the middle of the hex, its width;
 * on the lowest of a high pile: how many units are in it */

const RANK = ["vehicle", "gun", "squad", "half_squad", "crew", "leader", "hero", "hidden", "wreck", "weapon", "smoke", "fort"];

/** What lies in a hex, people first. @param {Piece[]} here @returns {Piece[]} */
export const ordered = (here) => [...here].sort((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind));

/** Without weapons that hang under their bearer: an earlier position names them as pieces of their own. @param {Piece[]} here @returns {Piece[]} */
export const unheld = (here) =>
  here.filter((c) => c.kind !== "weapon" || !here.some((one) => one.kind !== "weapon" && one.side === c.side));

const SIDES = ["us", "german"];

/** Pixels of a hexside from which on counters lie side by side. */
export const ROOM = 52;

const OF_HEXSIDE = 1.16, // the width of a counter alone in its hex
  WIDE = 1.8, // hexsides that a row may be wide, and
  TALL = 1.8, // all rows together tall: a little over the rim
  LEAST = 30, // px: narrower ones are piled
  LEADER = 0.62, // of the width of a squad
  GEAR = 0.4, // a weapon hangs so far below its bearer
  MOST = 3; // in a row

/** @param {Piece} c */
const isSingle = (c) => c.kind === "leader" || c.kind === "hero";
/** @param {Piece} c */
const isMarker = (c) => RANK.indexOf(c.kind) > RANK.indexOf("hidden") || c.side === "none";

/** @param {Piece[]} here @param {number} px the width of a counter that is alone @returns {Spot[]} from the lowest to the topmost */
export function spots(here, px) {
  const hexside = px / OF_HEXSIDE;
  return ((here.length > 1 || here[0]?.gear?.length) && hexside >= ROOM ? laid(here, px, hexside) : null) ?? piled(here, px);
}

/** @typedef {{all: Piece[], part: number, tall: number}} Row counters of one width, as a part of a squad's; how tall the row is */

/** The rows of a hex: leaders above the others, one side after the other, markers last. @param {Piece[]} here @param {number} columns @returns {Row[]} */
function rows(here, columns) {
  const all = ordered(here),
    people = all.filter((c) => !isMarker(c)).sort((a, b) => SIDES.indexOf(a.side) - SIDES.indexOf(b.side));
  return [
    ...cut(people.filter(isSingle), MOST + 1, LEADER),
    ...cut(
      people.filter((c) => !isSingle(c)),
      columns,
      1,
    ),
    ...cut(all.filter(isMarker), MOST + 1, LEADER),
  ];
}

/** @param {Piece[]} all @param {number} columns @param {number} part @returns {Row[]} */
const cut = (all, columns, part) =>
  Array.from({ length: Math.ceil(all.length / columns) }, (_, k) => {
    const some = all.slice(k * columns, (k + 1) * columns);
    return { all: some, part, tall: part * (1 + GEAR * Math.max(...some.map((c) => c.gear?.length ?? 0))) };
  });

/** Side by side, as wide as the hex has room for. @param {Piece[]} here @param {number} px @param {number} hexside @returns {Spot[] | null} */
function laid(here, px, hexside) {
  const choices = Array.from({ length: MOST }, (_, k) => {
    const all = rows(here, k + 1),
      tall = all.reduce((sum, row) => sum + row.tall, 0),
      wide = Math.max(...all.map((row) => row.all.length * row.part));
    return { all, tall, size: Math.min(px, (WIDE * hexside) / wide, (TALL * hexside) / tall) };
  });
  const best = choices.reduce((a, b) => (b.size > a.size ? b : a));
  if (best.size < LEAST) return null;
  let y = (-best.tall * best.size) / 2;
  return best.all.flatMap((row) => {
    const size = row.part * best.size,
      top = y;
    y += row.tall * best.size;
    return row.all.map((c, i) => ({ c, x: (i - row.all.length / 2) * size, y: top, size }));
  });
}

/** A pile that shows the top of each counter, leaders smaller before it; two sides beside each other. @param {Piece[]} here @param {number} px @returns {Spot[]} */
function piled(here, px) {
  const sides = SIDES.filter((side) => here.some((c) => c.side === side && !isMarker(c)));
  if (sides.length < 2) return heap(here, px, 0);
  const own = (/** @type {string} */ side) => here.filter((c) => c.side === side);
  return [
    ...heap(
      here.filter((c) => !sides.includes(c.side)),
      px,
      0,
    ),
    ...heap(own("german"), px, px * 0.42),
    ...heap(own("us"), px, px * -0.42),
  ];
}

const SPREAD = 0.5, // of a counter: so far all of a pile are drawn apart, that it stays in its hex
  STEP = 0.24, // of a counter, between two of a pile
  HIGH = 3; // units of which a pile says how many they are

/** Whose weapons show: those of the counter on top, where nothing covers them. @param {Piece} c */
const bare = (c) => (c.gear?.length ? { ...c, gear: [] } : c);

/** The counter with the most weapons is on top. @param {Piece[]} all */
const armedFirst = (all) => [...all].sort((a, b) => (b.gear?.length ?? 0) - (a.gear?.length ?? 0));

/** @param {Piece[]} here @param {number} px @param {number} middle @returns {Spot[]} */
function heap(here, px, middle) {
  const all = ordered(here),
    single = all.filter(isSingle),
    rest = all.filter((c) => !isSingle(c)),
    main = rest.length ? [...armedFirst(rest.filter((c) => !isMarker(c))), ...rest.filter(isMarker)] : single,
    small = rest.length ? single : [],
    step = px * Math.min(STEP, SPREAD / Math.max(1, main.length - 1)),
    low = ((main.length - 1) / 2) * step,
    units = all.filter((c) => !isMarker(c)).length;
  return [
    ...main
      .map((c, i) => ({
        c: i ? bare(c) : c,
        x: middle + (i - (main.length - 1) / 2) * step * 0.5 - px / 2,
        y: low - i * step - px / 2,
        size: px,
        ...(i === main.length - 1 && units >= HIGH ? { count: units } : {}),
      }))
      .reverse(),
    ...small.map((c, i) => ({ c, x: middle - px * 0.62 - i * px * 0.12, y: low - px * (0.62 + 0.3 * i), size: px * LEADER })),
  ];
}
