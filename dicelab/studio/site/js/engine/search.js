/** Exact cover, depth first: always at the cell or piece with the fewest placements, kept in bitsets. */
import { bits, cellsOf, lowest } from "./model.js";
import { States } from "./states.js";

/** So many placements are tried between two breaks. */
const NODES = 1 << 14;

export class Search {
  constructor(model) {
    this.model = model;
    const { placements, size, kinds } = model;
    this.words = (placements.length + 31) >>> 5;
    // The placements that cover a cell, and then those of each kind of piece.
    this.of = Array.from({ length: size + kinds.length }, () => new Int32Array(this.words));
    placements.forEach(({ kind, cells }, n) => {
      for (const item of [...cells, size + kind]) this.of[item][n >>> 5] |= 1 << n;
    });
    // What a placement rules out: all that shares a cell with it, itself too.
    this.against = placements.map(({ cells }) => {
      const found = new Int32Array(this.words);
      for (const cell of cells) this.of[cell].forEach((half, w) => (found[w] |= half));
      return found;
    });
  }

  /** Sets of placements for each depth of a search; the first has those that a position leaves. */
  #room([lo, hi, left]) {
    const pieces = left.reduce((sum, copies) => sum + copies, 0);
    const room = Array.from({ length: pieces + 1 }, () => new Int32Array(this.words).fill(-1));
    const used = [...left.keys()].filter((kind) => !left[kind]).map((kind) => this.model.size + kind);
    for (const item of [...cellsOf(lo, hi), ...used]) {
      this.of[item].forEach((half, w) => (room[0][w] &= ~half));
    }
    return room;
  }

  /** What is left of placements when one is laid, perhaps the last of its kind. */
  #lay(here, next, n, isLast) {
    const [against, kind] = [this.against[n], this.of[this.model.size + this.model.kind[n]]];
    for (let w = 0; w < this.words; w++) next[w] = here[w] & ~against[w];
    if (isLast) for (let w = 0; w < this.words; w++) next[w] &= ~kind[w];
  }

  /**
   * Yield the placements of each tiling of a board, or of what a position leaves, and now and then and at the
   * end how many were tried; at most so many are.
   */
  *tilings([blockedLo, blockedHi, copies = this.model.copies], most = Infinity) {
    const { model, of, words } = this;
    const left = [...copies];
    const alive = this.#room([blockedLo, blockedHi, left]);
    const chosen = [];
    let tried = 0;
    const [branch, lay] = [this.#branch.bind(this), this.#lay.bind(this)];

    const search = function* (depth, lo, hi) {
      if (!(lo | hi)) yield chosen.slice(0, depth);
      const [here, next] = [alive[depth], alive[depth + 1]];
      const ways = lo | hi ? of[branch(here, lo, hi, left)] : undefined;
      for (let w = 0; ways && w < words; w++) {
        for (let rest = here[w] & ways[w]; rest && tried < most; rest &= rest - 1) {
          const n = (w << 5) + lowest(rest);
          const kind = model.kind[n];
          if (++tried % NODES === 0) yield tried;
          chosen[depth] = n;
          left[kind]--;
          lay(here, next, n, !left[kind]);
          yield* search(depth + 1, lo & ~model.lo[n], hi & ~model.hi[n]);
          left[kind]++;
        }
      }
    };
    yield* search(0, model.full[0] & ~blockedLo, model.full[1] & ~blockedHi);
    yield tried;
  }

  /**
   * Count the tilings of a position, and those that have each placement: {tilings, there}. What is free and
   * what is left is a state, and each is counted once; null where they are more than `most`.
   */
  tally([blockedLo, blockedHi, copies], most) {
    const { model, of, words } = this;
    if (model.codes >= 2 ** 31) return null;
    const left = [...copies];
    const alive = this.#room([blockedLo, blockedHi, left]);
    const [states, steps] = [new States(), []];
    // The number of a state; -1 where there are too many.
    const count = (depth, lo, hi, code) => {
      const known = states.number;
      const state = states.add(lo, hi, code);
      if (state < known) return state;
      if (known >= most) return -1;
      if (!(lo | hi)) states.value[state] = 1;
      const [here, next] = [alive[depth], alive[depth + 1]];
      const ways = lo | hi ? of[this.#branch(here, lo, hi, left)] : undefined;
      const own = [];
      for (let w = 0; ways && w < words; w++) {
        for (let rest = here[w] & ways[w]; rest; rest &= rest - 1) {
          const n = (w << 5) + lowest(rest);
          const kind = model.kind[n];
          left[kind]--;
          this.#lay(here, next, n, !left[kind]);
          const to = count(depth + 1, lo & ~model.lo[n], hi & ~model.hi[n], code + model.weights[kind]);
          left[kind]++;
          if (to < 0) return -1;
          if (states.value[to]) own.push([n, to]);
          states.value[state] += states.value[to];
        }
      }
      if (own.length) steps.push([state, own]);
      return state;
    };
    const start = count(0, model.full[0] & ~blockedLo, model.full[1] & ~blockedHi, model.code(left));
    if (start < 0) return null;
    const [there, reached] = [new Map(), new Float64Array(states.number)];
    reached[start] = 1;
    // A state is noted after all that follow from it.
    for (const [state, own] of steps.toReversed()) {
      for (const [n, to] of own) {
        reached[to] += reached[state];
        there.set(n, (there.get(n) ?? 0) + reached[state] * states.value[to]);
      }
    }
    return { tilings: states.value[start], there };
  }

  /** The cell or piece with the fewest placements; -1 if one has too few. */
  #branch(alive, lo, hi, left) {
    const { size } = this.model;
    let [best, least] = [-1, Infinity];
    for (let half = 0; half < 2; half++) {
      for (let rest = half ? hi : lo; rest; rest &= rest - 1) {
        const item = 32 * half + lowest(rest);
        const number = this.#number(alive, this.of[item], least);
        if (!number) return -1;
        if (number < least) [best, least] = [item, number];
      }
    }
    for (let kind = 0; kind < left.length; kind++) {
      const copies = left[kind];
      if (!copies) continue;
      const number = this.#number(alive, this.of[size + kind], Math.max(least, copies));
      if (number < copies) return -1;
      // Copies are not told apart, so that only the last one may be branched on.
      if (copies === 1 && number < least) [best, least] = [size + kind, number];
    }
    return best;
  }

  /** How many placements are left, or at least `most`. */
  #number(alive, of, most) {
    let sum = 0;
    for (let w = 0; w < this.words && sum < most; w++) {
      const half = alive[w] & of[w];
      if (half) sum += bits(half);
    }
    return sum;
  }

  /** {placements, tried, isOver}: those of a tiling, or null; how many were tried, and whether too many. */
  async first(start, pause, most = Infinity) {
    let tried = 0;
    for (const found of this.tilings(start, most)) {
      if (Array.isArray(found)) return { placements: found, tried, isOver: false };
      tried = found;
      await pause(tried, null);
    }
    return { placements: null, tried, isOver: tried >= most };
  }
}
