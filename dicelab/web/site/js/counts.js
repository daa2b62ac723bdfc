/**
 * All tilings of a board without meeting them one by one: partial tilings that cover the same cells with the same
 * pieces are one state. The cells are covered in an order that keeps the edge between covered and free cells short.
 */

import { cellsOf, first, lowest, maskOf } from "./model.js";

const MOST_STATES = 1 << 21;

/** The order of the cells in which a piece reaches least far ahead, among rows in several directions. */
function shortOrder(model) {
  const middles = model.fields.cells.map((cell) => cell.middle);
  let [best, least] = [null, Infinity];
  for (let degrees = 0; degrees < 180; degrees += 30) {
    const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const far = middles.map((middle) => Math.round(middle[0] * x + middle[1] * y));
    const aside = middles.map((middle) => Math.round(middle[1] * x - middle[0] * y));
    const cells = [...middles.keys()].sort((a, b) => far[a] - far[b] || aside[a] - aside[b]);
    const step = new Map(cells.map((cell, place) => [cell, place]));
    let reach = 0;
    for (const { cells: own } of model.placements) {
      const places = own.map((cell) => step.get(cell));
      reach += Math.max(...places) - Math.min(...places);
    }
    if (reach < least) [best, least] = [step, reach];
  }
  return best;
}

/** The placements by the cell that they cover first in the order, with masks in that order. */
export class Walk {
  constructor(model) {
    this.model = model;
    this.step = shortOrder(model);
    const masks = model.placements.map(({ cells }) => maskOf(cells.map((cell) => this.step.get(cell))));
    this.lo = Int32Array.from(masks, (mask) => mask[0]);
    this.hi = Int32Array.from(masks, (mask) => mask[1]);
    this.at = Array.from({ length: model.size }, () => []);
    masks.forEach(([lo, hi], n) => this.at[first(lo, hi)].push(n));
    let weight = 1;
    this.weights = model.copies.map((copies) => (weight *= copies + 1) / (copies + 1));
    this.codes = weight;
    this.fits = weight < 2 ** 31;
  }
}

export class Tilings {
  /** `board` is the halves of the blocked cells. */
  constructor(walk, board) {
    this.walk = walk;
    const cells = cellsOf(...board).map((cell) => walk.step.get(cell));
    this.start = maskOf(cells);
    this.full = walk.model.full;
    this.grow(1 << 12);
    this.slots = new Int32Array(1 << 14);
    this.number = 0;
    this.byCell = Array.from({ length: walk.model.size + 1 }, () => []);
    this.after = null;
  }

  grow(room) {
    const grown = (Kind, old) => {
      const made = new Kind(room);
      if (old) made.set(old);
      return made;
    };
    this.lo = grown(Int32Array, this.lo);
    this.hi = grown(Int32Array, this.hi);
    this.code = grown(Int32Array, this.code);
    this.ways = grown(Float64Array, this.ways);
  }

  slot(lo, hi, code) {
    let hash = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi, 0x85ebca6b) ^ Math.imul(code, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const most = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 13)) & most;
    for (let n = this.slots[slot]; n; n = this.slots[slot]) {
      if (this.lo[n - 1] === lo && this.hi[n - 1] === hi && this.code[n - 1] === code) break;
      slot = (slot + 1) & most;
    }
    return slot;
  }

  /** The number of a state, or -1. */
  find(lo, hi, code) {
    return this.slots[this.slot(lo, hi, code)] - 1;
  }

  add(lo, hi, code, ways) {
    const slot = this.slot(lo, hi, code);
    if (this.slots[slot]) {
      this.ways[this.slots[slot] - 1] += ways;
      return;
    }
    if (this.number === this.lo.length) this.grow(2 * this.number);
    const n = this.number++;
    [this.lo[n], this.hi[n], this.code[n], this.ways[n]] = [lo, hi, code, ways];
    this.slots[slot] = n + 1;
    const free = [~lo & this.full[0], ~hi & this.full[1]];
    this.byCell[free[0] | free[1] ? first(...free) : this.walk.model.size].push(n);
    if (2 * this.number > this.slots.length) {
      this.slots = new Int32Array(4 * this.slots.length);
      for (let m = 0; m < this.number; m++) this.slots[this.slot(this.lo[m], this.hi[m], this.code[m])] = m + 1;
    }
  }

  /** Call `take(placement, lo, hi, code)` for each way to cover the first free cell of a state. */
  follow(state, cell, take) {
    const { walk, lo, hi, code } = this;
    const { weights, model } = walk;
    const [hereLo, hereHi, used] = [lo[state], hi[state], code[state]];
    for (const n of walk.at[cell]) {
      if (walk.lo[n] & hereLo || walk.hi[n] & hereHi) continue;
      const kind = model.kind[n];
      if (Math.floor(used / weights[kind]) % (model.copies[kind] + 1) === model.copies[kind]) continue;
      take(n, hereLo | walk.lo[n], hereHi | walk.hi[n], used + weights[kind]);
    }
  }

  /** Find all states; false if there are too many. `pause` is awaited between two cells. */
  async explore(pause, most = MOST_STATES) {
    this.add(...this.start, 0, 1);
    for (let cell = 0; cell < this.walk.model.size; cell++) {
      for (const state of this.byCell[cell]) {
        const ways = this.ways[state];
        this.follow(state, cell, (_, lo, hi, code) => this.add(lo, hi, code, ways));
        if (this.number > most) return false;
      }
      await pause(cell, this.walk.model.size);
    }
    this.end = this.find(...this.full, this.walk.codes - 1);
    return true;
  }

  /** The number of tilings. */
  get total() {
    return this.end < 0 ? 0 : this.ways[this.end];
  }

  /** Find for each state in how many ways it can be ended. */
  async rewind(pause) {
    if (this.after) return;
    this.after = new Float64Array(this.number);
    if (this.end >= 0) this.after[this.end] = 1;
    for (let cell = this.walk.model.size - 1; cell >= 0; cell--) {
      for (const state of this.byCell[cell]) {
        let sum = 0;
        this.follow(state, cell, (_, lo, hi, code) => (sum += this.after[this.find(lo, hi, code)]));
        this.after[state] = sum;
      }
      await pause(this.walk.model.size - cell, this.walk.model.size);
    }
  }

  /** The placements of the tiling with a number, from 0; `rewind` comes first. */
  tiling(number) {
    const placements = [];
    let state = this.find(...this.start, 0);
    while (state !== this.end) {
      const free = [~this.lo[state] & this.full[0], ~this.hi[state] & this.full[1]];
      let next = -1;
      this.follow(state, first(...free), (placement, lo, hi, code) => {
        if (next >= 0) return;
        const found = this.find(lo, hi, code);
        if (number < this.after[found]) {
          placements.push(placement);
          next = found;
        } else number -= this.after[found];
      });
      state = next;
    }
    return placements;
  }

  /** How often each kind of piece covers each cell, as shares of all tilings; `rewind` comes first. */
  cover() {
    const { model } = this.walk;
    const shares = model.kinds.map(() => new Float64Array(model.size));
    this.byCell.forEach((states, cell) => {
      for (const state of states) {
        if (!this.after[state] || cell === model.size) continue;
        this.follow(state, cell, (placement, lo, hi, code) => {
          const ways = this.ways[state] * this.after[this.find(lo, hi, code)];
          if (!ways) return;
          const { kind, cells } = model.placements[placement];
          for (const own of cells) shares[kind][own] += ways / this.total;
        });
      }
    });
    return shares.map((each) => Array.from(each));
  }
}
