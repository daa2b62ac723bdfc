/** How many boards that some dice roll have no tiling. */
import { cellsOf, maskOf } from "./model.js";
import { States } from "./states.js";

const MOST_ROLLS = 20_000_000;
const MOST_EXAMPLES = 200;
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
    const { rolls, boards, failing } = await this.failures(dice, pause);
    const examples = failing.slice(0, MOST_EXAMPLES).map((board) => cellsOf(...board));
    return { rolls, boards, failing: failing.length, examples, checked: boards, complete: true };
  }

  /** {rolls, boards, failing}: how many boards some dice roll, and the halves of those without a tiling. */
  async failures(dice, pause) {
    const { rolls, los, his } = boardsOf(this.model, dice);
    const failing = [];
    for (let n = 0; n < los.length; n++) {
      const [lo, hi] = [los[n], his[n]];
      const answer = this.fails(lo, hi, () => pause(n, los.length));
      const fails = typeof answer === "boolean" ? answer : await answer;
      if (fails) failing.push([lo, hi]);
      if (n % 256 === 0) await pause(n, los.length);
    }
    return { rolls, boards: los.length, failing };
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
