// The tables that Python wrote, checked against what the document of the puzzle says. Boards have ranks, which ascend as masks do:
// that of the blocked cells c1 < c2 < … < ck is C(c1, 1) + C(c2, 2) + … + C(ck, k).
import { bits, cellsOf, maskOf } from "./model.js";
import { fetchBytes } from "./puzzle.js";

const BLOCK = 4096;
/** Boards of a table that are listed. */
const MOST_LISTED = 1_000_000;
const SCHEMA = "dicelab/studio-table/1";

/** Fetch a table by what the document of its puzzle says of it: its header and its bytes, uncompressed. */
export async function readTable({ file, sha256 = "none" }, folder, kind) {
  const content = await fetchBytes(new URL(file, folder), sha256);
  const end = content.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(content.subarray(0, end)));
  if (header.schema !== SCHEMA || header.kind !== kind) throw new Error(`${file} is of another studio.`);
  const stream = new Blob([content.subarray(end + 1)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return { header, body: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

const NUMBER = Uint8Array.from({ length: 4096 }, (_, set) => bits(set));

/** Boards by their ranks, each with a bit. */
class Ranks {
  constructor({ size, blockers, symmetries }) {
    this.size = size;
    this.blockers = blockers;
    // The halves of the image of each cell, one after the other.
    const halves = (permutation) => Int32Array.from(permutation.flatMap((cell) => maskOf([cell])));
    this.symmetries = symmetries.map(halves);
    // C(cell, k), in rows of 65 for each k.
    this.choose = new Int32Array(65 * (blockers + 1)).fill(1, 0, 65);
    for (let at = 66; at < this.choose.length; at++) {
      if (at % 65) this.choose[at] = this.choose[at - 1] + this.choose[at - 66];
    }
    this.boards = this.choose[65 * blockers + size];
    this.bits = new Uint8Array(Math.ceil(this.boards / 8));
    // What each set of 12 cells adds to a rank, by the place of the 12 and the number of blockers before.
    this.shares = new Int32Array((Math.ceil(size / 12) * (blockers + 1)) << 12);
    for (let at = 0; at < this.shares.length; at++) {
      const [set, row] = [at & 4095, at >>> 12];
      const [place, before, top] = [Math.floor(row / (blockers + 1)), row % (blockers + 1), 31 - Math.clz32(set)];
      const k = before + NUMBER[set];
      const share = this.choose[65 * k + 12 * place + top];
      if (set && k <= blockers) this.shares[at] = this.shares[at ^ (1 << top)] + share;
    }
  }

  rank(lo, hi) {
    const { shares, blockers } = this;
    let rank = 0;
    for (let row = 0; lo | hi; row += blockers + 1) {
      const set = lo & 4095;
      rank += shares[(row << 12) + set];
      row += NUMBER[set];
      [lo, hi] = [(lo >>> 12) | (hi << 20), hi >>> 12];
    }
    return rank;
  }

  /** The cells of the board of a rank, the highest first. */
  cells(rank) {
    const found = [];
    for (let k = this.blockers, cell = this.size; k; k--) {
      while (this.choose[65 * k + --cell] > rank);
      rank -= this.choose[65 * k + cell];
      found.push(cell);
    }
    return found;
  }

  /** The rank of the image of some cells under a symmetry. */
  turned(cells, permutation) {
    let [lo, hi] = [0, 0];
    for (let n = 0; n < cells.length; n++) {
      lo |= permutation[2 * cells[n]];
      hi |= permutation[2 * cells[n] + 1];
    }
    return this.rank(lo, hi);
  }

  least(cells) {
    let least = Infinity;
    for (const permutation of this.symmetries) least = Math.min(least, this.turned(cells, permutation));
    return least;
  }

  isSet(rank) {
    return (this.bits[rank >>> 3] >> (rank & 7)) & 1;
  }

  /** Set a bit; returns 1 if it was not set. */
  set(rank) {
    const old = this.bits[rank >>> 3];
    this.bits[rank >>> 3] = old | (1 << (rank & 7));
    return 1 - ((old >> (rank & 7)) & 1);
  }

  /** Set the bits of an orbit; returns how many were not set. */
  setOrbit(cells) {
    let number = 0;
    for (const permutation of this.symmetries) number += this.set(this.turned(cells, permutation));
    return number;
  }
}

/** Which boards have no tiling: a bit, first for the least board of each orbit, then for all. */
export class Unsolvable {
  constructor(model, { header, body }) {
    this.ranks = new Ranks(model);
    this.isWhole = false;
    this.number = header.boards;
    this.orbits = new Int32Array(header.orbits);
    for (let at = 0, rank = 0, n = 0; at < body.length; n++) {
      let weight = 1;
      for (; body[at] >= 128; weight *= 128) rank += (body[at++] - 128) * weight;
      this.orbits[n] = rank += body[at++] * weight;
      this.ranks.set(rank);
    }
  }

  async expand(pause) {
    const { ranks, orbits } = this;
    for (let start = 0; start < orbits.length; start += BLOCK) {
      const boards = Array.from(orbits.subarray(start, start + BLOCK), (rank) => ranks.cells(rank));
      // The images of near boards under one symmetry are near.
      for (const one of ranks.symmetries) for (const cells of boards) ranks.set(ranks.turned(cells, one));
      await pause();
    }
    this.isWhole = true;
  }

  /** The cells of all boards, one board after the other; null where they are too many, or not expanded. */
  get list() {
    const { ranks, number, isWhole } = this;
    if (!isWhole || number > MOST_LISTED) return null;
    if (this.kept) return this.kept;
    this.kept = new Uint8Array(number * ranks.blockers);
    for (let rank = 0, at = 0; rank < ranks.boards; rank++) {
      if (!ranks.bits[rank >>> 3]) rank |= 7;
      else if (ranks.isSet(rank)) {
        this.kept.set(ranks.cells(rank), at);
        at += ranks.blockers;
      }
    }
    return this.kept;
  }

  has(lo, hi) {
    return this.ranks.isSet(this.isWhole ? this.ranks.rank(lo, hi) : this.ranks.least(cellsOf(lo, hi)));
  }
}

/** The tilings of all boards, by orbits in the order of their least ranks. */
export class AllTilings {
  constructor(model, { header: { orbits }, body }) {
    this.model = model;
    this.ranks = new Ranks(model);
    this.tilings = new Float64Array(orbits);
    body.forEach((byte, at) => (this.tilings[at % orbits] += byte * 256 ** Math.floor(at / orbits)));
    this.orbits = new Int32Array(orbits);
    this.sizes = new Uint8Array(orbits);
  }

  /** Find the least rank of each orbit, and its number of boards. */
  async index(pause) {
    const { ranks, model, orbits, sizes } = this;
    for (let rank = 0, n = 0; rank < ranks.boards; rank++) {
      if (rank % BLOCK === 0) await pause(rank, ranks.boards);
      const cells = ranks.isSet(rank) ? null : ranks.cells(rank);
      if (cells && model.allows(...maskOf(cells))) [orbits[n], sizes[n++]] = [rank, ranks.setOrbit(cells)];
    }
  }

  board(orbit) {
    return this.ranks.cells(this.orbits[orbit]).reverse();
  }

  of(cells) {
    const rank = this.ranks.least(cells);
    let [low, high] = [0, this.orbits.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.orbits[middle] < rank) low = middle + 1;
      else high = middle;
    }
    return this.tilings[low];
  }
}
