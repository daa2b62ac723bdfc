/** What the browser keeps between visits. What can't be read is put aside, and never thrown away unasked. */
import { button, download, fill, store, stored } from "./dom.js";

const asideOf = (key) => `${key}.damaged`;

/** Read the entry of a key: {value, fault}; null where there is no entry, or `read` refuses it. */
export function keptValue(key, read) {
  const text = stored(key);
  if (!text) return { value: null, fault: "" };
  try {
    return { value: read(text), fault: "" };
  } catch ({ message }) {
    const before = stored(asideOf(key));
    // The text twice may be more than a browser keeps.
    store(key, "");
    store(asideOf(key), [before, text].filter(Boolean).join("\n"));
    return { value: null, fault: message };
  }
}

/** Report the entries that were put aside, with buttons to save and to forget them. */
export function showAside(place, keys, words, name) {
  const texts = keys.map((key) => stored(asideOf(key))).filter(Boolean);
  place.hidden = !texts.length;
  if (place.hidden) return;
  fill(place, words, " They are put aside. ",
    button("Save them as they are", () => download(`${name}.txt`, texts.join("\n"), "text/plain")), " ",
    button("Forget them", () => {
      for (const key of keys) store(asideOf(key), "");
      place.hidden = true;
    }));
}
