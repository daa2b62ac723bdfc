/** How many boards that some dice roll have no tiling. */

import { cellsOf, maskOf } from "./model.js";
import { FOUND, MORE, Search } from "./search.js";

const MOST_ROLLS = 20_000_000;
const MOST_EXAMPLES = 200;
const NODES = 1 << 14;
const OPEN = 1;
const SOLVABLE = 2;
const UNSOLVABLE = 3;

/** The different cells of each die; an Error says what is wrong with the dice. */
export function distinct(model, dice, shared) {
  const { cells } = model.fields;
  const owner = new Map();
  return dice.map((faces, number) => {
    const die = [...new Set(faces)];
    for (const cell of die) {
      const [lo, hi] = maskOf([cell]);
      if (lo & ~model.blockable[0] || hi & ~model.blockable[1]) {
        throw new Error(`Die ${number + 1} shows ${cells[cell]?.label ?? cell}, which may not be blocked.`);
      }
      if (owner.has(cell) && !shared) {
        throw new Error(`${cells[cell].label} is on die ${owner.get(cell) + 1} and on die ${number + 1}.`);
      }
      owner.set(cell, number);
    }
    return die;
  });
}

/** The boards of all rolls, each once, in the order of rolls: the last die changes fastest. */
export async function boardsOf(model, dice, pause) {
  let [los, his] = [Int32Array.of(0), Int32Array.of(0)];
  const once = new Set(dice.flat()).size === dice.flat().length;
  for (const die of dice) {
    const masks = die.map((cell) => maskOf([cell]));
    const nextLo = new Int32Array(los.length * die.length);
    const nextHi = new Int32Array(nextLo.length);
    let number = 0;
    for (let n = 0; n < los.length; n++) {
      for (const [lo, hi] of masks) {
        if (los[n] & lo || his[n] & hi) continue;
        nextLo[number] = los[n] | lo;
        nextHi[number++] = his[n] | hi;
      }
      if (n % 65536 === 0) await pause(0, null);
    }
    [los, his] = [nextLo.subarray(0, number), nextHi.subarray(0, number)];
  }
  if (once && !model.regions.length) return [los, his];
  const seen = new BoardMap();
  let number = 0;
  for (let n = 0; n < los.length; n++) {
    if (n % 65536 === 0) await pause(0, null);
    if (!model.allows(los[n], his[n]) || seen.get(los[n], his[n])) continue;
    seen.set(los[n], his[n], 1);
    [los[number], his[number++]] = [los[n], his[n]];
  }
  return [los.subarray(0, number), his.subarray(0, number)];
}

/** A small number for each board: an open table of halves. */
class BoardMap {
  constructor() {
    this.number = 0;
    this.room(1 << 16);
  }

  room(slots) {
    [this.lo, this.hi, this.value] = [new Int32Array(slots), new Int32Array(slots), new Uint8Array(slots)];
  }

  slot(lo, hi) {
    let hash = Math.imul(lo ^ (lo >>> 15), 0x2c1b3c6d) ^ Math.imul(hi ^ (hi >>> 13), 0x297a2d39);
    hash ^= hash >>> 16;
    const most = this.value.length - 1;
    let slot = hash & most;
    while (this.value[slot] && (this.lo[slot] !== lo || this.hi[slot] !== hi)) slot = (slot + 1) & most;
    return slot;
  }

  get(lo, hi) {
    return this.value[this.slot(lo, hi)];
  }

  set(lo, hi, value) {
    const slot = this.slot(lo, hi);
    const isNew = !this.value[slot];
    [this.lo[slot], this.hi[slot], this.value[slot]] = [lo, hi, value];
    if (!isNew || 2 * ++this.number < this.value.length) return;
    const old = [this.lo, this.hi, this.value];
    this.room(2 * this.value.length);
    old[2].forEach((kept, n) => kept && this.place(old[0][n], old[1][n], kept));
  }

  place(lo, hi, value) {
    const slot = this.slot(lo, hi);
    [this.lo[slot], this.hi[slot], this.value[slot]] = [lo, hi, value];
  }
}

export class Verdicts {
  constructor(model) {
    this.model = model;
    this.table = null;
    this.known = new BoardMap();
  }

  /** Judge dice. `pause` is awaited now and then with what is done; after `seconds` the answer is a part. */
  async judge(dice, { shared = false, seconds = Infinity }, pause) {
    const cells = distinct(this.model, dice, shared);
    const rolls = cells.reduce((product, die) => product * die.length, 1);
    if (rolls > MOST_ROLLS) throw new Error(`${rolls.toLocaleString("en")} rolls are too many to check in the page.`);
    const empty = { rolls: 0, boards: 0, failing: 0, examples: [], checked: 0, complete: true };
    if (!rolls || dice.length !== this.model.blockers) return empty;
    const [los, his] = await boardsOf(this.model, cells, pause);
    const failing = this.table ? await this.lookUp(los, his, pause) : await this.searchAll(los, his, pause, seconds);
    const examples = failing.places.slice(0, MOST_EXAMPLES).map((n) => cellsOf(los[n], his[n]));
    return { rolls, boards: los.length, failing: failing.places.length, examples, checked: failing.checked,
      complete: failing.checked === los.length };
  }

  async lookUp(los, his, pause) {
    const places = [];
    for (let n = 0; n < los.length; n++) {
      if (this.table.has(los[n], his[n])) places.push(n);
      if (n % 65536 === 0) await pause(n, los.length);
    }
    return { places, checked: los.length };
  }

  /** Search each board that is not known yet; what is found is kept for the next stroke. */
  async searchAll(los, his, pause, seconds) {
    const end = performance.now() + 1000 * seconds;
    const { known, model } = this;
    const search = new Search(model);
    const places = [];
    const open = [];
    for (let n = 0; n < los.length; n++) {
      const value = known.get(los[n], his[n]);
      if (value === UNSOLVABLE) places.push(n);
      else if (value !== SOLVABLE) {
        open.push(n);
        known.set(los[n], his[n], OPEN);
      }
      if (n % 65536 === 0) await pause(n, los.length);
    }
    let done = los.length - open.length;
    for (const n of open) {
      if (done % 64 === 0) {
        await pause(done, los.length, places.length);
        if (performance.now() > end) break;
      }
      const [lo, hi] = [los[n], his[n]];
      if (known.get(lo, hi) === OPEN) {
        search.start(lo, hi);
        let answer = search.advance(NODES);
        for (; answer === MORE; answer = search.advance(NODES)) await pause(done, los.length, places.length);
        known.set(lo, hi, answer === FOUND ? SOLVABLE : UNSOLVABLE);
        if (answer === FOUND) this.trade(lo, hi, search.found());
      }
      if (known.get(lo, hi) === UNSOLVABLE) places.push(n);
      done++;
    }
    places.sort((a, b) => a - b);
    return { places, checked: done };
  }

  /** The piece of a single cell may trade places with any blocker: what that gives can be tiled too. */
  trade(lo, hi, placements) {
    const { known, model } = this;
    for (const placement of placements) {
      if (model.placements[placement].cells.length > 1) continue;
      for (const blocker of cellsOf(lo, hi)) {
        const [offLo, offHi] = maskOf([blocker]);
        const [nextLo, nextHi] = [(lo & ~offLo) | model.lo[placement], (hi & ~offHi) | model.hi[placement]];
        if (known.get(nextLo, nextHi) === OPEN) known.set(nextLo, nextHi, SOLVABLE);
      }
    }
  }
}
