/** A puzzle in the worker: sets of cells are pairs of 32-bit halves, `lo` for the cells 0 to 31, and `hi`. */

import { placementsOf } from "./puzzle.js";

/** The number of bits of a half. */
export function bits(half) {
  let x = half - ((half >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest bit of a half that is not empty. */
export const lowest = (half) => 31 - Math.clz32(half & -half);

/** The halves of some cells. */
export function maskOf(cells) {
  let [lo, hi] = [0, 0];
  for (const cell of cells) {
    if (cell < 32) lo |= 1 << cell;
    else hi |= 1 << cell;
  }
  return [lo, hi];
}

/** The cells of a set, ascending. */
export function cellsOf(lo, hi) {
  const found = [];
  for (; lo; lo &= lo - 1) found.push(lowest(lo));
  for (; hi; hi &= hi - 1) found.push(32 + lowest(hi));
  return found;
}

/** One of some values, each with the same chance. */
export const pick = (values) => values[Math.floor(Math.random() * values.length)];

export class Model {
  /** `fields` are those of the puzzle's document. */
  constructor(fields) {
    this.fields = fields;
    this.size = fields.cells.length;
    this.blockers = fields.blockers;
    this.kinds = fields.pieces;
    this.copies = this.kinds.map((kind) => kind.copies);
    // The copies of each kind that lie already are the digits of a code.
    this.codes = 1;
    this.weights = this.copies.map((copies) => (this.codes *= copies + 1) / (copies + 1));
    this.full = maskOf(fields.cells.keys());
    this.symmetries = fields.symmetries.map((symmetry) => symmetry.permutation);
    this.regions = fields.regions.map((region) => maskOf(region.cells));
    this.blockable = fields.regions.length ? fields.regions.flatMap((region) => region.cells)
      : [...fields.cells.keys()].filter((cell) => !fields.always_free.includes(cell));
    this.placements = placementsOf(fields);
    const masks = this.placements.map((placement) => maskOf(placement.cells));
    this.kind = Uint8Array.from(this.placements, (placement) => placement.kind);
    this.lo = Int32Array.from(masks, (mask) => mask[0]);
    this.hi = Int32Array.from(masks, (mask) => mask[1]);
    const allowed = maskOf(this.blockable);
    this.freeLo = ~allowed[0];
    this.freeHi = ~allowed[1];
  }

  /** Whether the puzzle allows a board with as many blockers as it has. */
  allows(lo, hi) {
    return !(lo & this.freeLo || hi & this.freeHi)
      && this.regions.every((region) => bits(lo & region[0]) + bits(hi & region[1]) === 1);
  }

  /** The number of the region of a cell; -1 where it is in none. */
  regionOf = (cell) => this.fields.regions.findIndex((region) => region.cells.includes(cell));

  /** The halves of a board that came from a page; an Error if it is none. */
  board(cells) {
    const known = cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < this.size);
    if (!known || cells.length !== this.blockers || new Set(cells).size !== cells.length) {
      throw new Error(`A board of this puzzle has ${this.blockers} different blocked cells.`);
    }
    return maskOf(cells);
  }

  /** What a position of a page covers, and the copies it leaves: [lo, hi, left]; an Error if it is none. */
  position({ board, laid }) {
    let [lo, hi] = this.board(board);
    const left = [...this.copies];
    for (const n of laid) {
      const kind = this.kind[n];
      if (!left[kind] || this.lo[n] & lo || this.hi[n] & hi) {
        throw new Error("These pieces cannot lie on this board.");
      }
      left[kind] -= 1;
      lo |= this.lo[n];
      hi |= this.hi[n];
    }
    return [lo, hi, left];
  }

  /** The model with some of the placements alone, for which sets of placements are smaller. */
  only(numbers) {
    const of = ({ constructor }, values) => constructor.from(numbers, (n) => values[n]);
    const { placements, kind, lo, hi } = this;
    return Object.assign(Object.create(this), { placements: numbers.map((n) => placements[n]),
      kind: of(kind, kind), lo: of(lo, lo), hi: of(hi, hi) });
  }

  /** The number that stands for the copies that lie, where so many are left. */
  code(left) {
    return left.reduce((sum, copies, kind) => sum + (this.copies[kind] - copies) * this.weights[kind], 0);
  }

  /** The cells of a board that the puzzle allows, each with the same chance. */
  randomBoard() {
    const board = new Set(this.fields.regions.map((region) => pick(region.cells)));
    while (board.size < this.blockers) board.add(pick(this.blockable));
    return cellsOf(...maskOf(board));
  }

  /** All different images of a board under the symmetries of the puzzle, ascending by their masks. */
  orbit(cells) {
    const images = this.symmetries.map((permutation) => maskOf(cells.map((cell) => permutation[cell])));
    const different = new Map(images.map((image) => [image.join(), image]));
    const ascending = (a, b) => (a[1] >>> 0) - (b[1] >>> 0) || (a[0] >>> 0) - (b[0] >>> 0);
    return [...different.values()].sort(ascending).map((image) => cellsOf(...image));
  }

  /** A tiling as pages take it: placements of pieces, by piece; copies of a piece by their lowest cells. */
  tiling(numbers) {
    const laid = numbers.map((n) => this.placements[n]);
    laid.sort((a, b) => a.kind - b.kind || a.cells[0] - b.cells[0]);
    return laid.map(({ kind, cells }, place) =>
      ({ piece: kind, copy: place - laid.findIndex((other) => other.kind === kind), cells }));
  }
}
