/** States that can be undone and done again, and that a reload of the page finds. */

import { store, stored } from "./dom.js";

const MOST = 200;

export class History {
  past = [];
  future = [];

  /**
   * `key` names the place in the browser's storage; `write` makes text of a state and `read` a state of text. Without
   * anything stored, or if it can't be read, the history begins with `first`.
   */
  constructor(key, first, { write, read }) {
    Object.assign(this, { key, write, state: first });
    try {
      const kept = stored(key);
      if (kept) this.state = read(kept);
    } catch {
      // What is stored may be older than the page.
    }
  }

  /** Go on to a new state. */
  push(state) {
    this.past = [...this.past, this.state].slice(-MOST);
    this.future = [];
    this.#keep(state);
  }

  /** Go back to the state before; tell whether there was one. */
  undo() {
    return this.#move(this.past, this.future);
  }

  /** Take an undo back; tell whether there was one. */
  redo() {
    return this.#move(this.future, this.past);
  }

  #move(from, to) {
    if (!from.length) return false;
    to.push(this.state);
    this.#keep(from.pop());
    return true;
  }

  #keep(state) {
    this.state = state;
    store(this.key, this.write(state));
  }
}
