/**
 * Boards by number: the rank of the blocked cells c1 < c2 < … < ck is C(c1, 1) + C(c2, 2) + … + C(ck, k), as
 * their masks ascend. Ranks and images are looked up, 12 cells at a time.
 */

import { bits, maskOf } from "./model.js";

const CHUNK = 12;
const SIZE = 1 << CHUNK;
const LAST = SIZE - 1;
const CHUNKS = 6;
const NUMBER = Uint8Array.from({ length: SIZE }, (_, set) => bits(set));

/** C(n, k) for all n and k that a board of so many cells and blockers asks for. */
function binomials(cells, blockers) {
  const rows = Array.from({ length: cells + 1 }, () => new Float64Array(blockers + 1).fill(1, 0, 1));
  for (let n = 1; n <= cells; n++) {
    for (let k = 1; k <= blockers; k++) rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
  }
  return rows;
}

export class Ranks {
  constructor({ size, blockers, symmetries }) {
    this.size = size;
    this.blockers = blockers;
    this.choose = binomials(size, blockers);
    this.boards = this.choose[size][blockers];
    // What the set of a chunk adds to a rank, by the number of blockers in the chunks before.
    this.shares = new Int32Array((CHUNKS * (blockers + 1)) << CHUNK);
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      for (let before = 0; before <= blockers; before++) this.fillShares(chunk, before);
    }
    this.turns = symmetries.map((permutation) => images(permutation));
  }

  fillShares(chunk, before) {
    const start = (chunk * (this.blockers + 1) + before) << CHUNK;
    for (let set = 1; set < SIZE; set++) {
      const top = 31 - Math.clz32(set);
      const share = this.choose[CHUNK * chunk + top]?.[before + NUMBER[set]] ?? 0;
      this.shares[start + set] = this.shares[start + (set ^ (1 << top))] + share;
    }
  }

  /** The rank of a board of at most 2^31. */
  rank(lo, hi) {
    const { shares } = this;
    const step = this.blockers + 1;
    const a = lo & LAST;
    const b = (lo >>> 12) & LAST;
    const c = ((lo >>> 24) | (hi << 8)) & LAST;
    let before = NUMBER[a];
    let sum = shares[a] + shares[((step + before) << CHUNK) + b];
    before += NUMBER[b];
    sum += shares[((2 * step + before) << CHUNK) + c];
    for (let chunk = 3, rest = hi >>> 4; rest; chunk++, rest >>>= CHUNK) {
      if (chunk === 3) before += NUMBER[c];
      sum += shares[((chunk * step + before) << CHUNK) + (rest & LAST)];
      before += NUMBER[rest & LAST];
    }
    return sum;
  }

  /** The board of a rank, as halves. */
  unrank(rank) {
    let [lo, hi] = [0, 0];
    for (let size = this.blockers, cell = this.size; size; size--) {
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
    const a = lo & LAST;
    const b = (lo >>> 12) & LAST;
    const c = ((lo >>> 24) | (hi << 8)) & LAST;
    let at = 2 * a;
    let imageLo = table[at];
    let imageHi = table[at + 1];
    at = 2 * (SIZE + b);
    imageLo |= table[at];
    imageHi |= table[at + 1];
    at = 2 * (2 * SIZE + c);
    imageLo |= table[at];
    imageHi |= table[at + 1];
    for (let start = 3 * SIZE, rest = hi >>> 4; rest; start += SIZE, rest >>>= CHUNK) {
      at = 2 * (start + (rest & LAST));
      imageLo |= table[at];
      imageHi |= table[at + 1];
    }
    out[0] = imageLo;
    out[1] = imageHi;
  }

  /** The smallest image of a board, as halves. */
  smallest(lo, hi) {
    const image = new Int32Array(2);
    let [bestLo, bestHi] = [lo, hi];
    for (let n = 1; n < this.turns.length; n++) {
      this.turn(lo, hi, n, image);
      if (isLess(image[0], image[1], bestLo, bestHi)) [bestLo, bestHi] = image;
    }
    return [bestLo, bestHi];
  }
}

/** The images of the sets of each chunk under a permutation, as halves one after the other. */
function images(permutation) {
  const table = new Int32Array(2 * SIZE * CHUNKS);
  for (let cell = 0; cell < permutation.length; cell++) {
    const [lo, hi] = maskOf([permutation[cell]]);
    const [start, bit] = [Math.floor(cell / CHUNK) * SIZE, 1 << cell % CHUNK];
    for (let set = bit; set < SIZE; set++) {
      if (!(set & bit)) continue;
      table[2 * (start + set)] |= lo;
      table[2 * (start + set) + 1] |= hi;
    }
  }
  return table;
}

/** Whether one set has the smaller mask. */
export function isLess(lo, hi, otherLo, otherHi) {
  return hi === otherHi ? lo >>> 0 < otherLo >>> 0 : hi >>> 0 < otherHi >>> 0;
}
