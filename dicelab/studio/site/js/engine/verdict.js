/** How many boards that some dice roll have no tiling. */
import { cellsOf, maskOf, pick } from "./model.js";
import { States } from "./states.js";

const MOST_ROLLS = 20_000_000;
const MOST_EXAMPLES = 200;
/** Rolls that are drawn where the page can't try all. */
const SAMPLE = 10_000;
const [SOLVABLE, UNSOLVABLE] = [1, 2];

/**
 * The allowed boards of all rolls, each once, in the order of rolls: the last die changes fastest. Of some of the dice
 * they are what these block.
 */
export function boardsOf(model, dice, isPart = false) {
  const faces = dice.map((die) => [...new Set(die)].map((cell) => maskOf([cell])));
  const rolls = faces.reduce((product, die) => product * die.length, isPart || dice.length === model.blockers ? 1 : 0);
  if (rolls > MOST_ROLLS) throw new Error(`${rolls.toLocaleString("en")} rolls are too many for the page.`);
  const [los, his] = [new Int32Array(rolls), new Int32Array(rolls)];
  const isShared = new Set(dice.flat()).size < faces.flat().length;
  const seen = isShared ? new States() : null;
  let number = 0;
  const roll = (die, lo, hi) => {
    if (die < faces.length) {
      for (const face of faces[die]) {
        if (!(lo & face[0] || hi & face[1])) roll(die + 1, lo | face[0], hi | face[1]);
      }
    } else if ((isPart || model.allows(lo, hi)) && !(seen && seen.add(lo, hi) < number)) {
      los[number] = lo;
      his[number++] = hi;
    }
  };
  if (rolls) roll(0, 0, 0);
  return { rolls, los: los.subarray(0, number), his: his.subarray(0, number) };
}

export class Verdicts {
  /** The table of boards without a tiling; without it boards are searched, and kept for the next stroke. */
  table = null;
  #known = new States();

  constructor(model, search) {
    this.model = model;
    this.search = search;
  }

  /** Judge dice. `pause` is awaited now and then with what is done. */
  async judge(dice, pause) {
    const rolls = dice.reduce((product, die) => product * new Set(die).size, 1);
    const isSample = rolls > MOST_ROLLS && dice.length === this.model.blockers;
    const found = isSample ? await this.#sampled(dice, rolls, pause) : await this.failures(dice, pause);
    const examples = found.failing.slice(0, MOST_EXAMPLES).map((board) => cellsOf(...board));
    return { checked: found.boards, complete: true, ...found, failing: found.failing.length, examples };
  }

  /** {rolls, boards, failing}: how many boards some dice roll, and the halves of those without a tiling. */
  async failures(dice, pause) {
    const { rolls, los, his } = boardsOf(this.model, dice);
    const failing = this.table ? [] : await this.#searchedAll(los, his, pause);
    for (let n = 0; this.table && n < los.length; n++) {
      if (this.table.has(los[n], his[n])) failing.push(n);
      if (n % 256 === 0) await pause(n, los.length);
    }
    return { rolls, boards: los.length, failing: failing.map((n) => [los[n], his[n]]) };
  }

  /** The numbers of the boards without a tiling, by searches in random order: those tried so far are a fair sample. */
  async #searchedAll(los, his, pause) {
    const failing = [];
    const order = Uint32Array.from(los.keys());
    for (let tried = 0; tried < order.length; tried++) {
      const drawn = tried + Math.floor(Math.random() * (order.length - tried));
      [order[tried], order[drawn]] = [order[drawn], order[tried]];
      const n = order[tried];
      const pausing = (done) => pause(done, order.length, failing.length);
      if (await this.fails(los[n], his[n], () => pausing(tried))) failing.push(n);
      if (tried % 16 === 0) await pausing(tried + 1);
    }
    return failing.sort((a, b) => a - b);
  }

  /** The same of a sample, where the rolls are too many: `checked` rolls that show no cell twice. */
  async #sampled(dice, rolls, pause) {
    const failing = [];
    let checked = 0;
    for (let drawn = 0; drawn < 20 * SAMPLE && checked < SAMPLE; drawn++) {
      const cells = new Set(dice.map(pick));
      const [lo, hi] = maskOf(cells);
      if (cells.size < dice.length || !this.model.allows(lo, hi)) continue;
      const pausing = () => pause(checked, rolls, failing.length);
      if (await this.fails(lo, hi, pausing)) failing.push([lo, hi]);
      if (checked++ % 256 === 0) await pausing();
    }
    return { rolls, boards: rolls, failing, checked, complete: false };
  }

  /** Whether a board has no tiling, at once where there is a table. */
  fails(lo, hi, pause) { return this.table ? Boolean(this.table.has(lo, hi)) : this.#searched(lo, hi, pause); }

  /** The same by a search; the answer is kept. */
  async #searched(lo, hi, pause) {
    const known = this.#known;
    const board = known.add(lo, hi);
    if (known.value[board]) return known.value[board] === UNSOLVABLE;
    const { placements } = await this.search.first([lo, hi], pause);
    known.value[board] = placements ? SOLVABLE : UNSOLVABLE;
    // The piece of a single cell may trade places with any blocker: what that gives can be tiled too.
    const single = placements?.find((n) => this.model.placements[n].cells.length === 1);
    if (single === undefined) return !placements;
    for (const blocker of cellsOf(lo, hi)) {
      const [offLo, offHi] = maskOf([blocker]);
      const { lo: los, hi: his } = this.model;
      known.value[known.add((lo & ~offLo) | los[single], (hi & ~offHi) | his[single])] = SOLVABLE;
    }
    return false;
  }
}
