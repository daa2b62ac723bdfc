/** Exact cover, depth first: always at the cell or piece with the fewest placements, kept in bitsets. */

import { bits, cellsOf } from "./model.js";

export const FOUND = 1;
export const DONE = 2;
export const MORE = 3;

export class Search {
  constructor(model) {
    this.model = model;
    const number = model.placements.length;
    this.words = (number + 31) >>> 5;
    this.items = model.size + model.kinds.length;
    this.of = new Int32Array(this.items * this.words);
    model.placements.forEach(({ kind, cells }, n) => {
      const items = [...cells, model.size + kind];
      for (const item of items) this.of[item * this.words + (n >>> 5)] |= 1 << (n & 31);
    });
    // What a placement rules out: all that shares a cell with it, itself too.
    this.against = new Int32Array(number * this.words);
    model.placements.forEach(({ cells }, n) => {
      for (const cell of cells) {
        const [to, from] = [n * this.words, cell * this.words];
        for (let w = 0; w < this.words; w++) this.against[to + w] |= this.of[from + w];
      }
    });
    const depth = model.copies.reduce((sum, copies) => sum + copies, 0) + 1;
    this.alive = new Int32Array(depth * this.words);
    this.waiting = new Int32Array(depth * this.words);
    this.lo = new Int32Array(depth);
    this.hi = new Int32Array(depth);
    this.chosen = new Int32Array(depth).fill(-1);
    this.left = new Int32Array(model.kinds.length);
  }

  /** Begin to tile what a set of blocked cells leaves, with all pieces, or with so many of each kind. */
  start(lo, hi, left = this.model.copies) {
    const { words, model } = this;
    this.left.set(left);
    this.alive.fill(0, 0, words);
    left.forEach((copies, kind) => copies && this.join(0, model.size + kind));
    for (const cell of cellsOf(lo, hi)) this.cut(0, cell);
    this.lo[0] = model.full[0] & ~lo;
    this.hi[0] = model.full[1] & ~hi;
    this.depth = 0;
    this.nodes = 0;
    this.over = !this.branch();
    this.empty = !(this.lo[0] | this.hi[0]);
  }

  join(depth, item) {
    const [to, from] = [depth * this.words, item * this.words];
    for (let w = 0; w < this.words; w++) this.alive[to + w] |= this.of[from + w];
  }

  cut(depth, item) {
    const [to, from] = [depth * this.words, item * this.words];
    for (let w = 0; w < this.words; w++) this.alive[to + w] &= ~this.of[from + w];
  }

  /** How many placements are left for an item, or more than `most`. */
  number(item, most) {
    const { alive, of, words } = this;
    let [at, from, sum] = [this.depth * words, item * words, 0];
    for (let w = 0; w < words; w++) {
      const half = alive[at++] & of[from++];
      if (half) {
        sum += bits(half);
        if (sum > most) return sum;
      }
    }
    return sum;
  }

  /** Choose the item with the fewest placements at this depth; false if one has too few. */
  branch() {
    const { words, depth, left } = this;
    let least = 1 << 30;
    let best = -1;
    for (let half = 0; half < 2; half++) {
      for (let rest = half ? this.hi[depth] : this.lo[depth]; rest; rest &= rest - 1) {
        const item = 31 - Math.clz32(rest & -rest) + 32 * half;
        const number = this.number(item, least - 1);
        if (number < least) [least, best] = [number, item];
        if (!least) return false;
      }
    }
    for (let kind = 0; kind < left.length; kind++) {
      if (!left[kind]) continue;
      const item = this.model.size + kind;
      const number = this.number(item, Math.max(least, left[kind]) - 1);
      if (number < left[kind]) return false;
      // Copies are not told apart, so that only the last one may be branched on.
      if (left[kind] === 1 && number < least) [least, best] = [number, item];
    }
    if (best < 0) return true;
    for (let w = 0; w < words; w++) {
      this.waiting[depth * words + w] = this.alive[depth * words + w] & this.of[best * words + w];
    }
    return true;
  }

  /** Search for the next tiling, over at most so many nodes: FOUND, DONE or MORE. */
  advance(nodes) {
    const { words, alive, against, waiting, model } = this;
    if (this.empty && !this.over) {
      this.over = true;
      return FOUND;
    }
    for (let end = this.nodes + nodes; !this.over && this.nodes < end;) {
      const at = this.depth * words;
      let w = 0;
      while (w < words && !waiting[at + w]) w++;
      if (w === words) {
        this.back();
        continue;
      }
      const half = waiting[at + w];
      const n = (w << 5) + 31 - Math.clz32(half & -half);
      waiting[at + w] = half & (half - 1);
      this.nodes++;
      this.chosen[this.depth] = n;
      const kind = model.kind[n];
      this.lo[this.depth + 1] = this.lo[this.depth] & ~model.lo[n];
      this.hi[this.depth + 1] = this.hi[this.depth] & ~model.hi[n];
      this.left[kind]--;
      if (!(this.lo[this.depth + 1] | this.hi[this.depth + 1])) {
        this.left[kind]++;
        return FOUND;
      }
      const to = at + words;
      for (let v = 0; v < words; v++) alive[to + v] = alive[at + v] & ~against[n * words + v];
      this.depth++;
      if (!this.left[kind]) this.cut(this.depth, model.size + kind);
      if (!this.branch()) waiting.fill(0, at + words, at + 2 * words);
    }
    return this.over ? DONE : MORE;
  }

  /** Go back to the placement before. */
  back() {
    if (this.depth) this.left[this.model.kind[this.chosen[--this.depth]]]++;
    else this.over = true;
  }

  /** The placements of the tiling that was found. */
  found() {
    return this.empty ? [] : Array.from(this.chosen.subarray(0, this.depth + 1));
  }

  /** Whether a board can be tiled, at once. */
  solves(lo, hi, left) {
    this.start(lo, hi, left);
    return this.advance(Infinity) === FOUND;
  }
}
