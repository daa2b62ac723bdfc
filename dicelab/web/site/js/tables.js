/** The tables that Python wrote: read, checked against their checksums, and expanded by the symmetries. */

import { Ranks, isLess } from "./ranks.js";

const BLOCK = 4096;
const SCHEMA = "dicelab/studio-table/1";

/** Fetch a table: its header and its bytes, uncompressed. */
export async function readTable(address, kind) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The table ${address} could not be read (${answer.status}).`);
  const content = new Uint8Array(await answer.arrayBuffer());
  const end = content.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(content.subarray(0, end)));
  const packed = content.subarray(end + 1);
  if (header.schema !== SCHEMA || header.kind !== kind) throw new Error(`${address} is of another studio.`);
  // Away from https and this machine browsers have no checksums.
  if (globalThis.crypto?.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packed));
    const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (found !== header.body) throw new Error(`The table ${address} is damaged: reload the page.`);
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return { header, body: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

/** Which boards have no tiling: a bit by rank, first for the smallest board of each orbit, then for all. */
export class Unsolvable {
  constructor(model, { body }) {
    this.ranks = new Ranks(model);
    this.body = body;
    this.bits = new Uint8Array(Math.ceil(this.ranks.boards / 8));
    this.whole = false;
  }

  /** Call `take(ranks)` with the ranks of the orbits' smallest boards, some at a time. */
  async each(take, pause) {
    const { body } = this;
    const some = new Int32Array(BLOCK);
    for (let at = 0, rank = 0; at < body.length;) {
      let number = 0;
      for (; number < BLOCK && at < body.length; number++) {
        let step = 0;
        let weight = 1;
        for (; body[at] >= 128; weight *= 128) step += (body[at++] - 128) * weight;
        rank += step + body[at++] * weight;
        some[number] = rank;
      }
      take(some.subarray(0, number));
      await pause(at, body.length);
    }
  }

  /** Set the bits of the smallest boards. */
  mark(pause) {
    return this.each((some) => some.forEach((rank) => (this.bits[rank >>> 3] |= 1 << (rank & 7))), pause);
  }

  /** Set the bits of all boards. */
  async expand(pause) {
    const { ranks, bits } = this;
    const image = new Int32Array(2);
    await this.each((some) => {
      const boards = Array.from(some, (rank) => ranks.unrank(rank));
      for (let n = 1; n < ranks.turns.length; n++) {
        for (const [lo, hi] of boards) {
          ranks.turn(lo, hi, n, image);
          const place = ranks.rank(image[0], image[1]);
          bits[place >>> 3] |= 1 << (place & 7);
        }
      }
    }, pause);
    this.whole = true;
  }

  has(lo, hi) {
    if (!this.whole) [lo, hi] = this.ranks.smallest(lo, hi);
    const place = this.ranks.rank(lo, hi);
    return (this.bits[place >>> 3] >> (place & 7)) & 1;
  }
}

/** The tilings of all boards, by orbits in the order of their smallest masks. */
export class AllTilings {
  constructor(model, { header, body }) {
    this.model = model;
    this.ranks = new Ranks(model);
    this.number = header.orbits;
    this.tilings = new Float64Array(this.number);
    for (let at = 0, weight = 1; at < body.length; at += this.number, weight *= 256) {
      for (let n = 0; n < this.number; n++) this.tilings[n] += body[at + n] * weight;
    }
    this.places = new Float64Array(this.number);
    this.sizes = new Uint8Array(this.number);
  }

  /** Find the rank of each orbit's smallest board, and its number of boards. */
  async index(pause) {
    const { ranks, model } = this;
    const image = new Int32Array(2);
    const cells = Array.from({ length: model.blockers }, (_, n) => n);
    let found = 0;
    for (let rank = 0; rank < ranks.boards; rank++) {
      if (rank % 65536 === 0) await pause(rank, ranks.boards);
      let [lo, hi] = [0, 0];
      for (const cell of cells) {
        if (cell < 32) lo |= 1 << cell;
        else hi |= 1 << (cell - 32);
      }
      let same = model.allows(lo, hi) ? 1 : 0;
      for (let n = 1; same && n < ranks.turns.length; n++) {
        ranks.turn(lo, hi, n, image);
        if (isLess(image[0], image[1], lo, hi)) same = 0;
        else if (image[0] === lo && image[1] === hi) same++;
      }
      if (same) {
        this.places[found] = rank;
        this.sizes[found++] = ranks.turns.length / same;
      }
      // The next set of as many cells: the lowest cell that can moves on, and those below it go back.
      let n = 0;
      while (n + 1 < cells.length && cells[n] + 1 === cells[n + 1]) cells[n] = n++;
      cells[n]++;
    }
    if (found !== this.number) throw new Error("The table of tilings is of another puzzle: reload the page.");
  }

  /** The number of a board's orbit. */
  orbit(lo, hi) {
    const place = this.ranks.rank(...this.ranks.smallest(lo, hi));
    let [low, high] = [0, this.number - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
