/** Exact cover, depth first: always at the cell or piece with the fewest placements, kept in bitsets. */
import { bits, cellsOf, lowest } from "./model.js";

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

  /** Yield the placements of each tiling of a board, and now and then and at the end how many were tried. */
  *tilings([blockedLo, blockedHi]) {
    const { model, of, against, words } = this;
    const left = [...model.copies];
    const pieces = left.reduce((sum, copies) => sum + copies, 0);
    const alive = Array.from({ length: pieces + 1 }, () => new Int32Array(words).fill(-1));
    for (const cell of cellsOf(blockedLo, blockedHi)) of[cell].forEach((half, w) => (alive[0][w] &= ~half));
    const chosen = [];
    let tried = 0;

    const search = function* (depth, lo, hi, branch) {
      if (!(lo | hi)) yield chosen.slice(0, depth);
      const [here, next] = [alive[depth], alive[depth + 1]];
      const ways = lo | hi ? of[branch(here, lo, hi, left)] : undefined;
      for (let w = 0; ways && w < words; w++) {
        for (let rest = here[w] & ways[w]; rest; rest &= rest - 1) {
          const n = (w << 5) + lowest(rest);
          const kind = model.kind[n];
          if (++tried % NODES === 0) yield tried;
          chosen[depth] = n;
          left[kind]--;
          for (let v = 0; v < words; v++) next[v] = here[v] & ~against[n][v];
          if (!left[kind]) for (let v = 0; v < words; v++) next[v] &= ~of[model.size + kind][v];
          yield* search(depth + 1, lo & ~model.lo[n], hi & ~model.hi[n], branch);
          left[kind]++;
        }
      }
    };
    yield* search(0, model.full[0] & ~blockedLo, model.full[1] & ~blockedHi, this.#branch.bind(this));
    yield tried;
  }

  /** The cell or piece with the fewest placements; -1 if one has too few. */
  #branch(alive, lo, hi, left) {
    const { size } = this.model;
    const items = cellsOf(lo, hi);
    left.forEach((copies, kind) => copies && items.push(size + kind));
    let [best, least] = [-1, Infinity];
    for (const item of items) {
      const copies = item < size ? 1 : left[item - size];
      const number = this.#number(alive, this.of[item], Math.max(least, copies));
      if (number < copies) return -1;
      // Copies are not told apart, so that only the last one may be branched on.
      if (copies === 1 && number < least) [best, least] = [item, number];
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

  /** {placements, tried}: those of a tiling of a board, or null, and how many were tried. */
  async first(board, pause) {
    let tried = 0;
    for (const found of this.tilings(board)) {
      if (Array.isArray(found)) return { placements: found, tried };
      tried = found;
      await pause(tried, null);
    }
    return { placements: null, tried };
  }
}
