/** A puzzle in the worker: sets of cells are pairs of 32-bit halves, `lo` for the cells 0 to 31, and `hi`. */

/** The number of bits of a half. */
export function bits(half) {
  let x = half - ((half >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest cell of a half that is not empty. */
export function lowest(half) {
  return 31 - Math.clz32(half & -half);
}

/** The lowest cell of a set that is not empty. */
export function first(lo, hi) {
  return lo ? lowest(lo) : 32 + lowest(hi);
}

/** The halves of some cells. */
export function maskOf(cells) {
  let lo = 0;
  let hi = 0;
  for (const cell of cells) {
    if (cell < 32) lo |= 1 << cell;
    else hi |= 1 << (cell - 32);
  }
  return [lo, hi];
}

/** The cells of a set, ascending. */
export function cellsOf(lo, hi) {
  const found = [];
  for (let rest = lo; rest; rest &= rest - 1) found.push(lowest(rest));
  for (let rest = hi; rest; rest &= rest - 1) found.push(32 + lowest(rest));
  return found;
}

export class Model {
  /** `fields` are those of the puzzle's document. */
  constructor(fields) {
    this.fields = fields;
    this.size = fields.cells.length;
    this.blockers = fields.blockers;
    this.kinds = fields.pieces;
    this.copies = this.kinds.map((kind) => kind.copies);
    this.full = maskOf(fields.cells.keys());
    this.near = fields.cells.map((cell) => maskOf(cell.neighbours));
    this.symmetries = fields.symmetries.map((symmetry) => symmetry.permutation);
    this.regions = fields.regions.map((region) => maskOf(region.cells));
    const free = maskOf(fields.always_free);
    this.blockable = fields.regions.length
      ? maskOf(fields.regions.flatMap((region) => region.cells))
      : [this.full[0] & ~free[0], this.full[1] & ~free[1]];
    this.placements = this.kinds.flatMap((kind, number) =>
      kind.placements.map(([, ...cells]) => ({ kind: number, cells })));
    const masks = this.placements.map((placement) => maskOf(placement.cells));
    this.kind = Uint8Array.from(this.placements, (placement) => placement.kind);
    this.lo = Int32Array.from(masks, (mask) => mask[0]);
    this.hi = Int32Array.from(masks, (mask) => mask[1]);
  }

  /** Whether the puzzle allows a board with as many blockers as it has. */
  allows(lo, hi) {
    if (lo & ~this.blockable[0] || hi & ~this.blockable[1]) return false;
    return this.regions.every((region) => bits(lo & region[0]) + bits(hi & region[1]) === 1);
  }

  /** The halves of a board that came from a page; an Error if it is none. */
  board(cells) {
    const known = cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < this.size);
    if (!known || cells.length !== this.blockers || new Set(cells).size !== cells.length) {
      throw new Error(`A board of this puzzle has ${this.blockers} different blocked cells.`);
    }
    return maskOf(cells);
  }

  /** The image of a set under a symmetry. */
  image(lo, hi, permutation) {
    return maskOf(cellsOf(lo, hi).map((cell) => permutation[cell]));
  }

  /** The connected parts of a set, each a pair of halves, by their lowest cells. */
  parts(lo, hi) {
    const found = [];
    while (lo | hi) {
      let [partLo, partHi] = maskOf([first(lo, hi)]);
      let [edgeLo, edgeHi] = [partLo, partHi];
      while (edgeLo | edgeHi) {
        const near = this.near[first(edgeLo, edgeHi)];
        if (edgeLo) edgeLo &= edgeLo - 1;
        else edgeHi &= edgeHi - 1;
        const newLo = near[0] & lo & ~partLo;
        const newHi = near[1] & hi & ~partHi;
        [partLo, partHi, edgeLo, edgeHi] = [partLo | newLo, partHi | newHi, edgeLo | newLo, edgeHi | newHi];
      }
      found.push([partLo, partHi]);
      [lo, hi] = [lo & ~partLo, hi & ~partHi];
    }
    return found;
  }

  /** A tiling as pages take it: placements of pieces, by piece; copies of a piece by their lowest cells. */
  tiling(placements) {
    const sorted = [...placements].sort((a, b) =>
      this.kind[a] - this.kind[b] || this.placements[a].cells[0] - this.placements[b].cells[0]);
    return sorted.map((placement, place) => {
      const { kind, cells } = this.placements[placement];
      const copy = place - sorted.findIndex((other) => this.kind[other] === kind);
      return { piece: kind, copy, cells };
    });
  }
}
