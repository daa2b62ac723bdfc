/** The fragments of addresses: fields with "&" between them, of words with "." and "~" between them. */
import { attempt } from "./dom.js";

/** The fields of a fragment, as they are written. */
export function fragmentFields(fragment) {
  const pairs = fragment.replace(/^#/, "").matchAll(/(?:^|&)([^=&]*)=([^&]*)/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
}

/** A word as it is written in a fragment. */
export const encoded = (word) =>
  encodeURIComponent(word).replace(/[.~!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/** A word of a fragment as it was before it was written there. */
export const decoded = (word) =>
  attempt(() => decodeURIComponent(word), "This link is damaged: copy it once more, whole.");
