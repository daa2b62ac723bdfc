/** Building elements. Nothing here parses markup, so no name and no label can become a script. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element. Properties that begin with "on" are listeners, those with a hyphen and class, role and for are
 * attributes, and all others are properties of the element. Children that are null, undefined or false are left out.
 */
export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children, /-|^(class|role|for)$/);
}

/** Make an SVG element; all that is no listener is an attribute. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children, /./);
}

function filled(element, properties, children, attributes) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (attributes.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  return fill(element, ...children);
}

/** Put new children in place of all that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => (child ?? false) !== false));
  return element;
}

/** Make a button that does something. */
export function button(words, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, words);
}

/** The element of the page with an id. */
export const at = (id) => document.getElementById(id);

/** Say something to those who listen instead of looking; the page has one place for it. */
export function announce(text) {
  const place = at("live") ?? document.body.appendChild(
    h("div", { id: "live", class: "unseen", role: "status", "aria-live": "polite" }));
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/** Offer a text as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
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

/** A word that the browser keeps; null where there is none or storage is switched off. */
export const stored = (key) => attempt(() => localStorage.getItem(key));

/** Let the browser keep a word; the page works without storage, and where it is full. */
export const store = (key, word) => attempt(() => localStorage.setItem(key, word));

/** Write a number as people read it: 62,208. */
export const grouped = (number) => number.toLocaleString("en");

/** Write a number with its noun: "1 roll", "3 rolls". */
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}
