/** Dice sets that can be undone and done again, and that a reload of the page finds. */

import { DiceSet } from "./dice.js";
import { attempt, store, stored } from "./dom.js";

const MOST = 200;

/** The set that the browser keeps under a key; null where there is none, or none that this page can read. */
export const keptSet = (key, puzzle) => attempt(() => DiceSet.fromFile(stored(key) || "{}", puzzle));

export class History {
  past = [];
  future = [];

  /** Begin with the set that the browser keeps under a key, or else with the first one. */
  constructor(key, first) {
    Object.assign(this, { key, set: keptSet(key, first.puzzle) ?? first });
  }

  /** Go on to another set. */
  push(set) {
    this.past = [...this.past, this.set].slice(-MOST);
    this.future = [];
    this.#keep(set);
  }

  /** Go one step back, or take that back; tell whether there was such a step. */
  move(isBack) {
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return false;
    to.push(this.set);
    this.#keep(from.pop());
    return true;
  }

  #keep(set) {
    this.set = set;
    store(this.key, set.toFile());
  }
}
