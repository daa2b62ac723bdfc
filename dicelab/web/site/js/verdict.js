/** How many boards that some dice roll have no tiling. */

import { cellsOf, maskOf } from "./model.js";
import { FOUND, MORE, Search } from "./search.js";
import { States } from "./states.js";

const MOST_ROLLS = 20_000_000;
const MOST_EXAMPLES = 200;
const BETWEEN = 1 << 16;
const NODES = 1 << 14;

/** What is known of a board that was met. */
const [OPEN, SOLVABLE, UNSOLVABLE] = [1, 2, 3];

/** The allowed boards of all rolls, each once, in the order of rolls: the last die changes fastest. */
export async function boardsOf(model, dice, pause) {
  const faces = dice.map((die) => [...new Set(die)].map((cell) => maskOf([cell])));
  const rolls = faces.reduce((product, die) => product * die.length, dice.length === model.blockers ? 1 : 0);
  if (rolls > MOST_ROLLS) throw new Error(`${rolls.toLocaleString("en")} rolls are too many for the page.`);
  let [los, his, number] = [Int32Array.of(0), Int32Array.of(0), rolls ? 1 : 0];
  for (const die of rolls ? faces : []) {
    const nextLo = new Int32Array(number * die.length);
    const nextHi = new Int32Array(number * die.length);
    let end = 0;
    for (let n = 0; n < number; n++) {
      for (const [lo, hi] of die) {
        if (los[n] & lo || his[n] & hi) continue;
        nextLo[end] = los[n] | lo;
        nextHi[end++] = his[n] | hi;
      }
      if (n % BETWEEN === 0) await pause(0, null);
    }
    [los, his, number] = [nextLo, nextHi, end];
  }
  const isShared = new Set(dice.flat()).size < faces.flat().length;
  const seen = isShared ? new States() : null;
  let end = 0;
  for (let n = 0; n < number; n++) {
    if (n % BETWEEN === 0) await pause(0, null);
    if (!model.allows(los[n], his[n]) || (seen && seen.add(los[n], his[n]) < end)) continue;
    los[end] = los[n];
    his[end++] = his[n];
  }
  return { rolls, los: los.subarray(0, end), his: his.subarray(0, end) };
}

export class Verdicts {
  constructor(model) {
    this.model = model;
    this.table = null;
    this.known = new States();
  }

  /** Judge dice. `pause` is awaited now and then with what is done; after `seconds` the answer is a part. */
  async judge(dice, seconds, pause) {
    const { rolls, los, his } = await boardsOf(this.model, dice, pause);
    const { places, checked } = await (this.table ? this.#lookUp(los, his, pause)
      : this.#search(los, his, performance.now() + 1000 * seconds, pause));
    const examples = places.slice(0, MOST_EXAMPLES).map((n) => cellsOf(los[n], his[n]));
    const [boards, failing] = [los.length, places.length];
    return { rolls, boards, failing, examples, checked, complete: checked === boards };
  }

  async #lookUp(los, his, pause) {
    const places = [];
    for (let n = 0; n < los.length; n++) {
      if (this.table.has(los[n], his[n])) places.push(n);
      if (n % BETWEEN === 0) await pause(n, los.length);
    }
    return { places, checked: los.length };
  }

  /** Search each board that is not known yet; what is found is kept for the next stroke. */
  async #search(los, his, end, pause) {
    const { known, model } = this;
    const states = Int32Array.from(los, (lo, n) => known.add(lo, his[n]));
    const places = [];
    const open = [];
    states.forEach((state, n) => {
      known.value[state] ||= OPEN;
      if (known.value[state] === UNSOLVABLE) places.push(n);
      else if (known.value[state] === OPEN) open.push(n);
    });
    let checked = los.length - open.length;
    const search = open.length ? new Search(model) : null;
    for (const n of open) {
      if (checked % 64 === 0) await pause(checked, los.length);
      if (performance.now() > end) break;
      if (known.value[states[n]] === OPEN) {
        search.start(los[n], his[n]);
        let answer = search.advance(NODES);
        for (; answer === MORE; answer = search.advance(NODES)) await pause(checked, los.length);
        known.value[states[n]] = answer === FOUND ? SOLVABLE : UNSOLVABLE;
        if (answer === FOUND) this.#trade(los[n], his[n], search.found());
      }
      if (known.value[states[n]] === UNSOLVABLE) places.push(n);
      checked++;
    }
    return { places: places.sort((a, b) => a - b), checked };
  }

  /** The piece of a single cell may trade places with any blocker: what that gives can be tiled too. */
  #trade(lo, hi, placements) {
    const { known, model } = this;
    for (const placement of placements) {
      if (model.placements[placement].cells.length > 1) continue;
      for (const blocker of cellsOf(lo, hi)) {
        const [offLo, offHi] = maskOf([blocker]);
        const n = known.find((lo & ~offLo) | model.lo[placement], (hi & ~offHi) | model.hi[placement]);
        if (n >= 0) known.value[n] = SOLVABLE;
      }
    }
  }
}
