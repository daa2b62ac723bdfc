/**
 * All tilings of a board without meeting them one by one: partial tilings that cover the same cells with the
 * same pieces are one state. Cells are covered in an order that keeps the edge of what is covered short.
 */

import { cellsOf, first, maskOf } from "./model.js";
import { States } from "./states.js";

const MOST_STATES = 1 << 21;

/** The place of each cell in the order in which pieces reach least far ahead, of rows in six directions. */
function shortOrder({ fields, placements }) {
  const middles = fields.cells.map((cell) => cell.middle);
  let best = null;
  let least = Infinity;
  for (let degrees = 0; degrees < 180; degrees += 30) {
    const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const far = middles.map((middle) => Math.round(middle[0] * x + middle[1] * y));
    const aside = middles.map((middle) => Math.round(middle[1] * x - middle[0] * y));
    const order = [...middles.keys()].sort((a, b) => far[a] - far[b] || aside[a] - aside[b]);
    const step = order.map((_, cell) => order.indexOf(cell));
    const reach = placements.reduce((sum, { cells }) => {
      const places = cells.map((cell) => step[cell]);
      return sum + Math.max(...places) - Math.min(...places);
    }, 0);
    if (reach < least) [best, least] = [step, reach];
  }
  return best;
}

/** The placements by the cell that they cover first in the order, with masks in that order. */
export class Walk {
  constructor(model) {
    this.model = model;
    this.step = shortOrder(model);
    this.masks = model.placements.map(({ cells }) => maskOf(cells.map((cell) => this.step[cell])));
    this.at = model.fields.cells.map(() => []);
    this.masks.forEach(([lo, hi], n) => this.at[first(lo, hi)].push(n));
    // The copies that lie already are the digits of a code.
    this.codes = 1;
    this.weights = model.copies.map((copies) => (this.codes *= copies + 1) / (copies + 1));
    this.fits = this.codes < 2 ** 31;
  }
}

export class Tilings {
  /** `board` is the halves of the blocked cells. */
  constructor(walk, board) {
    this.walk = walk;
    this.states = new States();
    this.byCell = Array.from({ length: walk.model.size + 1 }, () => []);
    this.after = null;
    this.#add(...maskOf(cellsOf(...board).map((cell) => walk.step[cell])), 0, 1);
  }

  #firstFree(lo, hi) {
    const { full, size } = this.walk.model;
    return ~lo & full[0] || ~hi & full[1] ? first(~lo & full[0], ~hi & full[1]) : size;
  }

  #add(lo, hi, code, ways) {
    const { states } = this;
    const known = states.number;
    const n = states.add(lo, hi, code);
    if (n === known) this.byCell[this.#firstFree(lo, hi)].push(n);
    states.value[n] += ways;
  }

  /** Call `take(placement, lo, hi, code)` for each way to cover the first free cell of a state. */
  #follow(state, cell, take) {
    const { masks, weights, at, model } = this.walk;
    const lo = this.states.lo[state];
    const hi = this.states.hi[state];
    const code = this.states.code[state];
    for (const n of at[cell]) {
      const mask = masks[n];
      if (mask[0] & lo || mask[1] & hi) continue;
      const kind = model.kind[n];
      const copies = model.copies[kind];
      if (Math.floor(code / weights[kind]) % (copies + 1) < copies) {
        take(n, mask[0] | lo, mask[1] | hi, code + weights[kind]);
      }
    }
  }

  /** Find all states; false if there are too many. `pause` is awaited between two cells. */
  async explore(pause) {
    const { model, codes } = this.walk;
    for (let cell = 0; cell < model.size; cell++) {
      for (const state of this.byCell[cell]) {
        const ways = this.states.value[state];
        this.#follow(state, cell, (_, lo, hi, code) => this.#add(lo, hi, code, ways));
        if (this.states.number > MOST_STATES) return false;
      }
      await pause(cell, model.size);
    }
    this.end = this.states.find(...model.full, codes - 1);
    /** The number of tilings. */
    this.total = this.end < 0 ? 0 : this.states.value[this.end];
    return true;
  }

  /** Find for each state in how many ways it can be ended. */
  async rewind(pause) {
    if (this.after) return;
    const { size } = this.walk.model;
    const after = new Float64Array(this.states.number);
    if (this.end >= 0) after[this.end] = 1;
    for (let cell = size - 1; cell >= 0; cell--) {
      for (const state of this.byCell[cell]) {
        this.#follow(state, cell, (_, ...next) => (after[state] += after[this.states.find(...next)]));
      }
      await pause(size - cell, size);
    }
    this.after = after;
  }

  /** The placements of the tiling with a number, from 0; `rewind` comes first. */
  tiling(number) {
    const placements = [];
    for (let state = 0; state !== this.end;) {
      let next = -1;
      const cell = this.#firstFree(this.states.lo[state], this.states.hi[state]);
      this.#follow(state, cell, (placement, ...after) => {
        if (next >= 0) return;
        const found = this.states.find(...after);
        if (number < this.after[found]) {
          placements.push(placement);
          next = found;
        } else number -= this.after[found];
      });
      state = next;
    }
    return placements;
  }

  /** In which share of the tilings each kind of piece covers each cell; `rewind` comes first. */
  cover() {
    const { model } = this.walk;
    const shares = model.kinds.map(() => new Array(model.size).fill(0));
    for (let cell = 0; cell < model.size; cell++) {
      for (const state of this.byCell[cell]) {
        if (!this.after[state]) continue;
        this.#follow(state, cell, (placement, ...next) => {
          const share = (this.states.value[state] * this.after[this.states.find(...next)]) / this.total;
          for (const own of model.placements[placement].cells) shares[model.kind[placement]][own] += share;
        });
      }
    }
    return shares;
  }
}
