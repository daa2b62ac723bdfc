/** The painted set and the steps that led to it: one for all tabs of a browser, and found again after a reload. */
import { DiceSet } from "./dice.js";
import { attempt, store, stored } from "./dom.js";
import { keptValue } from "./kept.js";

const SCHEMA = "dicelab/steps/1";
const MOST_STEPS = 200;

export class History {
  /** Steps back and forth, as [name, faces]. */
  past = [];
  future = [];
  /** What was wrong with what the browser has kept. */
  fault = "";
  #seen = null;

  /** Begin with the set that the browser keeps under a key, or else with the first one. */
  constructor(key, first) {
    this.key = key;
    this.set = first;
    this.#read();
  }

  /** Where the steps are kept. */
  get stepsKey() { return `${this.key}.steps`; }

  push(set) {
    this.sync();
    this.past = [...this.past, stepOf(this.set)].slice(-MOST_STEPS);
    this.future = [];
    this.#keep(set);
  }

  /** Go one step back, or take that back; tell whether there was such a step. */
  move(isBack) {
    this.sync();
    const [from, to] = isBack ? [this.past, this.future] : [this.future, this.past];
    if (!from.length) return false;
    to.push(stepOf(this.set));
    this.#keep(this.#parsed(from.pop()));
    return true;
  }

  /** Take over what another tab has painted since; tell whether there was something. */
  sync() {
    const text = stored(this.key);
    // What somebody has cleared meanwhile takes nothing from this page.
    if (!text || text === this.#seen) return false;
    this.#read();
    return true;
  }

  #read() {
    const { puzzle } = this.set;
    const [set, steps] = [keptValue(this.key, (text) => DiceSet.fromFile(text, puzzle)),
      keptValue(this.stepsKey, (text) => this.#readSteps(text))];
    this.fault ||= set.fault || steps.fault;
    this.set = set.value ?? this.set;
    [this.past, this.future] = steps.value ?? [[], []];
    this.#seen = stored(this.key);
  }

  #readSteps(text) {
    const value = attempt(() => JSON.parse(text), "The steps are not whole JSON.");
    if (value?.schema !== SCHEMA) throw new Error(`These are not the steps of a set (${SCHEMA}).`);
    const lists = ["past", "future"].map((name) => {
      const steps = value[name];
      const isList = Array.isArray(steps) && steps.length <= MOST_STEPS;
      if (!isList) throw new Error(`“${name}” is not a list of at most ${MOST_STEPS} steps.`);
      const wrong = steps.findIndex((step) => !attempt(() => this.#parsed(step)));
      if (wrong >= 0) throw new Error(`Step ${wrong + 1} of “${name}” is damaged.`);
      return steps;
    });
    return lists;
  }

  #parsed([name, faces]) { return DiceSet.parse(faces, this.set.puzzle, String(name)); }

  #keep(set) {
    this.set = set;
    // The set last: other tabs read both when it changes.
    store(this.stepsKey, JSON.stringify({ schema: SCHEMA, past: this.past, future: this.future }));
    store(this.key, set.toFile());
    this.#seen = stored(this.key);
  }
}

const stepOf = (set) => [set.name, set.format()];
