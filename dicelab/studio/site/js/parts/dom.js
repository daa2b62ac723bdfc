/** Building elements. Nothing here parses markup, so no name and no label can become a script. */

/**
 * Make an HTML element with listeners (on…), attributes (with a hyphen, class, role, for) and properties.
 * @type {<K extends keyof HTMLElementTagNameMap>(tag: K, properties?: object, ...children: any[]) => HTMLElementTagNameMap[K]}
 */
export const h = (tag, properties = {}, ...children) =>
  filled(document.createElement(tag), properties, children, /-|^(class|role|for)$/);

/**
 * Make an SVG element; all that is no listener is an attribute.
 * @type {(tag: string, attributes?: object, ...children: any[]) => SVGElement}
 */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children, /./);

function filled(element, properties, children, attributes) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (attributes.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  return fill(element, ...children);
}

/**
 * Put new children in place of all that an element has; null, undefined and false are left out.
 * @template {Element} E
 * @param {E} element
 * @param {...any} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => (child ?? false) !== false));
  return element;
}

/** Write a text where another one stands: an element that says it already is left alone. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @type {(words: any, onclick?: (event: any) => any, properties?: object) => HTMLButtonElement} */
export const button = (words, onclick, properties = {}) =>
  h("button", { type: "button", onclick, ...properties }, words);

/**
 * The element of the page with an id.
 * @type {(id: string) => PageElement}
 */
export const at = (id) => /** @type {PageElement} */ (document.getElementById(id));

/** Set an attribute of ARIA that is true or false. */
export const setState = (element, name, isTrue) => element.setAttribute(`aria-${name}`, String(Boolean(isTrue)));

/** Say something to those who listen instead of looking; the page has one place for it. */
export function announce(text) {
  const place = at("live") ?? document.body.appendChild(
    h("div", { id: "live", class: "unseen", role: "status", "aria-live": "polite" }));
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** Offer a text or bytes as a file. */
export function download(name, content, type = "application/json") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Do something that may fail: null where it does, or an Error that says so. */
export function attempt(does, fault = "") {
  try {
    return does();
  } catch {
    if (fault) throw new Error(fault);
    return null;
  }
}

/** Copy a text, and tell whether that was allowed. */
export const copyText = async (text) =>
  Boolean(await attempt(() => navigator.clipboard.writeText(text).then(() => true, () => false)));

/** A word that the browser keeps (null: there is none), and to keep one; the page works without storage too. */
export const stored = (key) => attempt(() => localStorage.getItem(key));
export const store = (key, word) => attempt(() => localStorage.setItem(key, word));

/** Write a number as people read it, 62,208, and with its noun: "1 roll", "3 rolls". One format for all: each takes long to make. */
const GROUPED = new Intl.NumberFormat("en");
export const grouped = (number) => GROUPED.format(number);
export const counted = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;

/** Names as a sentence has them: "A1, A2 and A3". */
export const listed = (names, joint = "and") =>
  (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)}`);
