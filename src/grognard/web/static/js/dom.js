// @ts-check
// Making elements. No markup from strings: what the server or a player says is only ever text.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false | any[]} Child */

/** An element: `h("button.primary", {type: "button", onclick}, "Go")`. A function is a listener, true an empty attribute.
 * @param {string} what tag and classes @param {Record<string, any> | null} [has] @param {...Child} inside @returns {any} */
export function h(what, has, ...inside) {
  const [tag, ...classes] = what.split(".");
  return furnish(document.createElement(tag || "div"), classes, has, inside);
}

/** The same for SVG. @param {string} what @param {Record<string, any> | null} [has] @param {...Child} inside @returns {any} */
export function s(what, has, ...inside) {
  const [tag, ...classes] = what.split(".");
  return furnish(document.createElementNS(SVG, tag), classes, has, inside);
}

/** @param {Element} e @param {string[]} classes @param {Record<string, any> | null | undefined} has @param {Child[]} inside */
function furnish(e, classes, has, inside) {
  if (classes.length) e.classList.add(...classes);
  for (const [name, value] of Object.entries(has ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") e.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "class") e.classList.add(...String(value).split(" ").filter(Boolean));
    else e.setAttribute(name, value === true ? "" : String(value));
  }
  put(e, inside);
  return e;
}

/** @param {Element} e @param {Child} child */
function put(e, child) {
  if (Array.isArray(child)) child.forEach((c) => put(e, c));
  else if (child !== null && child !== undefined && child !== false) e.append(child instanceof Node ? child : String(child));
}

/** Replaces what is inside, keeping the keyboard focus, and the place one writes at, on the element that is there in its stead. @param {Element} e @param {...Child} inside */
export function fill(e, ...inside) {
  const active = document.activeElement,
    again = active && active !== e && e.contains(active) ? trace(active, e) : null;
  const writing =
    active instanceof HTMLInputElement && active.type === "text" ? [active.selectionStart, active.selectionEnd] : null;
  e.replaceChildren();
  put(e, inside);
  const now = again?.();
  if (!(now instanceof HTMLElement || now instanceof SVGElement)) return;
  now.focus({ preventScroll: true });
  if (writing && now instanceof HTMLInputElement) now.setSelectionRange(writing[0], writing[1]); // whoever writes goes on where he was
}

/** How an element is found again when its surroundings have been drawn anew: by its `data-key`, else by what it is and what it says.
 * @param {Element} e @param {ParentNode} [within] @returns {() => Element | null} */
export function trace(e, within = document) {
  const key = e.getAttribute("data-key");
  if (key) return () => within.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const says = (/** @type {Element} */ one) => one.getAttribute("aria-label") ?? one.textContent,
    said = says(e),
    tag = e.tagName.toLowerCase();
  const same = () => [...within.querySelectorAll(tag)].filter((one) => says(one) === said),
    nth = same().indexOf(e);
  return () => same()[nth] ?? null;
}

/** Gives an element a style that depends on data: the page's policy allows no style attribute. @template {HTMLElement} E @param {E} e
 * @param {Partial<CSSStyleDeclaration>} style @returns {E} */
export function styled(e, style) {
  Object.assign(e.style, style);
  return e;
}
