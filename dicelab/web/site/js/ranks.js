/**
 * Boards by number: the rank of the blocked cells c1 < c2 < … < ck is C(c1, 1) + C(c2, 2) + … + C(ck, k), which is the
 * order of their masks. Sets are cut into chunks of 12 cells, whose shares of ranks and images are looked up.
 */

import { bits } from "./model.js";

const CHUNK = 12;
const SIZE = 1 << CHUNK;

export class Ranks {
  constructor(model) {
    const [cells, blockers] = [model.size, model.blockers];
    this.model = model;
    this.choose = Array.from({ length: cells + 1 }, () => new Float64Array(blockers + 2));
    this.choose.forEach((row, n) => {
      row[0] = 1;
      for (let k = 1; n && k <= blockers + 1; k++) row[k] = this.choose[n - 1][k - 1] + this.choose[n - 1][k];
    });
    this.boards = this.choose[cells][blockers];
    this.chunks = Math.ceil(cells / CHUNK);
    this.shares = Array.from({ length: this.chunks * (blockers + 1) }, (_, n) =>
      this.share(Math.floor(n / (blockers + 1)), n % (blockers + 1)));
    this.turns = model.symmetries.map((permutation) => this.images(permutation));
  }

  /** What each set of a chunk adds to a rank, with so many blockers in the chunks before. */
  share(chunk, before) {
    const sums = new Float64Array(SIZE);
    for (let set = 1; set < SIZE; set++) {
      const top = 31 - Math.clz32(set);
      const row = this.choose[CHUNK * chunk + top];
      sums[set] = row ? sums[set ^ (1 << top)] + (row[before + bits(set)] ?? 0) : 0;
    }
    return sums;
  }

  /** The images of the sets of each chunk, as halves one after the other. */
  images(permutation) {
    const table = new Int32Array(2 * SIZE * this.chunks);
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      for (let set = 1; set < SIZE; set++) {
        const at = 2 * (chunk * SIZE + set);
        const less = 2 * (chunk * SIZE + (set & (set - 1)));
        const cell = permutation[CHUNK * chunk + 31 - Math.clz32(set & -set)] ?? 0;
        table[at] = table[less] | (cell < 32 ? 1 << cell : 0);
        table[at + 1] = table[less + 1] | (cell < 32 ? 0 : 1 << (cell - 32));
      }
    }
    return table;
  }

  /** The set of a chunk. */
  part(lo, hi, chunk) {
    if (chunk < 2) return (lo >>> (CHUNK * chunk)) & (SIZE - 1);
    if (chunk === 2) return ((lo >>> 24) | (hi << 8)) & (SIZE - 1);
    return (hi >>> (CHUNK * chunk - 32)) & (SIZE - 1);
  }

  rank(lo, hi) {
    let sum = 0;
    let before = 0;
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      const part = this.part(lo, hi, chunk);
      sum += this.shares[chunk * (this.model.blockers + 1) + before][part];
      before += bits(part);
    }
    return sum;
  }

  /** The board of a rank, as halves. */
  unrank(rank) {
    let [lo, hi] = [0, 0];
    for (let size = this.model.blockers, cell = this.model.size; size; size--) {
      while (this.choose[--cell][size] > rank);
      rank -= this.choose[cell][size];
      if (cell < 32) lo |= 1 << cell;
      else hi |= 1 << (cell - 32);
    }
    return [lo, hi];
  }

  /** Write the image under a symmetry into `out`, as halves. */
  turn(lo, hi, symmetry, out) {
    const table = this.turns[symmetry];
    let [imageLo, imageHi] = [0, 0];
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      const at = 2 * (chunk * SIZE + this.part(lo, hi, chunk));
      imageLo |= table[at];
      imageHi |= table[at + 1];
    }
    out[0] = imageLo;
    out[1] = imageHi;
  }

  /** The smallest image of a board, as halves. */
  smallest(lo, hi) {
    const [image, best] = [new Int32Array(2), [lo, hi]];
    for (let n = 1; n < this.turns.length; n++) {
      this.turn(lo, hi, n, image);
      if (isLess(image[0], image[1], best[0], best[1])) [best[0], best[1]] = image;
    }
    return best;
  }
}

/** Whether one set has the smaller mask. */
export function isLess(lo, hi, otherLo, otherHi) {
  return hi === otherHi ? lo >>> 0 < otherLo >>> 0 : hi >>> 0 < otherHi >>> 0;
}
