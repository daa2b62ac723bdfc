/** States that can be undone and done again, and that a reload of the page finds. */

const MOST = 200;

export class History {
  /**
   * `key` names the place in the browser's storage; `write` makes text of a state and `read` a state of text. Without
   * anything stored, or if it can't be read, the history begins with `first`.
   */
  constructor(key, first, { write, read }) {
    this.key = key;
    this.write = write;
    this.past = [];
    this.future = [];
    this.state = first;
    try {
      const kept = localStorage.getItem(key);
      if (kept) this.state = read(kept);
    } catch {
      // Storage may be switched off, and what it holds may be older than the page.
    }
  }

  /** Go on to a new state. */
  push(state) {
    this.past = [...this.past, this.state].slice(-MOST);
    this.future = [];
    this.keep(state);
  }

  /** Put a state in place of the present one: a stroke of the brush is undone as a whole. */
  replace(state) {
    this.keep(state);
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.state);
    this.keep(this.past.pop());
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.state);
    this.keep(this.future.pop());
    return true;
  }

  keep(state) {
    this.state = state;
    try {
      localStorage.setItem(this.key, this.write(state));
    } catch {
      // The page works without storage.
    }
  }
}
