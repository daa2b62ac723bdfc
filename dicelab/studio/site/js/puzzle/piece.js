/** Pieces, as solver/polyform/piece.py has them: their shapes, their names, and those of an order. */
import { byShape, isConnected, keyOf, orientationsOf } from "./lattice.js";

const MOST_CELLS = 64;

/** A polyform that may be turned, and turned over unless its back is printed. Its shape is the first of its orientations. */
export class Piece {
  /** @type {number[][]} */
  shape;

  constructor(lattice, points, flips = true) {
    if (!points.length || points.length > MOST_CELLS) {
      throw new Error(`A piece of ${points.length} ${lattice.name}: use 1 to ${MOST_CELLS}.`);
    }
    if (!points.every(lattice.has)) throw new Error("A piece has a hexagon where there is none: draw them at every second place.");
    if (!isConnected(lattice, points)) throw new Error(`A piece is in two parts: join its ${lattice.name} by edges.`);
    const free = orientationsOf(lattice, points);
    const turned = flips ? free : orientationsOf(lattice, points, false);
    this.lattice = lattice;
    // As in Python, a piece whose back is like its front flips.
    this.flips = flips || turned.length === free.length;
    this.orientations = this.flips ? free : turned;
    [this.shape] = this.orientations;
    this.key = `${this.flips ? "" : "~"}${this.shape.join(" ")}`;
  }

  get order() { return this.shape.length; }

  get reflected() {
    return this.flips ? this : new Piece(this.lattice, this.shape.map(this.lattice.turns.at(-1)), false);
  }
}

/** The points of rows of text, with "#" for a cell. */
export const pointsOfRows = (rows) =>
  rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "#" ? [[r, c]] : [])));

/** A shape as rows of text with "#" and "." */
export function rowsOfShape(shape) {
  const on = new Set(shape.map(keyOf));
  const [rows, columns] = [0, 1].map((axis) => Math.max(...shape.map((point) => point[axis])) + 1);
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (__, c) => (on.has(keyOf([r, c])) ? "#" : ".")).join(""));
}

/** The names of the pieces of a lattice: what Python exports of them. */
export class Names {
  constructor(lattice, { names, aliases, polyforms }) {
    this.lattice = lattice;
    this.polyforms = polyforms.map((name) => name.toUpperCase());
    this.aliases = aliases;
    this.drawn = new Map(Object.entries(names).map(([name, rows]) => [name, pointsOfRows(rows.split("/"))]));
    this.names = new Map();
    for (const flips of [false, true]) {
      for (const [name, points] of this.drawn) this.names.set(new Piece(lattice, points, flips).key, flips ? name : `${name}~`);
    }
  }

  /** The name of a piece, or the text of its shape. */
  of({ key, shape, flips }) { return this.names.get(key) ?? rowsOfShape(shape).join("/") + (flips ? "" : "~"); }

  /** The points of a piece as it is drawn best. */
  looks(piece) { return this.drawn.get(this.of(piece).replace("~", "")) ?? piece.shape; }

  /** Read a name, or rows of "#" and "." joined by "/"; "~" behind it is a piece that may not be turned over. */
  read(text) {
    const bare = text.replace(/~$/, "").toUpperCase();
    const points = this.drawn.get(Object.hasOwn(this.aliases, bare) ? this.aliases[bare] : bare);
    if (points) return new Piece(this.lattice, points, bare.length === text.length);
    if (!/^[#.]{1,99}(\/[#.]{1,99}){0,99}$/.test(bare)) {
      throw new Error(`“${text.slice(0, 30)}” is not a piece of ${this.lattice.name}.`);
    }
    return new Piece(this.lattice, pointsOfRows(bare.split("/")), bare.length === text.length);
  }

  /** Read copies of a piece, or all pieces of an order: "2*L3", "pentominoes". */
  readSome(text) {
    const [, times, name] = /^ *(?:([1-9]\d{0,2}) *\* *)?([^*\s]+) *$/.exec(text) ?? [];
    if (!name) throw new Error(`“${text.slice(0, 30)}” is not a piece: write a name, 2*L3, or draw it.`);
    const order = this.polyforms.indexOf(name.toUpperCase()) + 1;
    const kinds = order ? this.free(order) : [this.read(name)];
    return kinds.map((piece) => ({ piece, copies: Number(times ?? 1) }));
  }

  /** All free pieces of an order, those with a name first. */
  free(order) {
    let found = new Map([["", new Piece(this.lattice, [[0, 0]])]]);
    for (let n = 1; n < order; n++) {
      const larger = new Map();
      for (const { shape } of found.values()) {
        const own = new Set(shape.map(keyOf));
        for (const near of shape.flatMap(this.lattice.neighbours)) {
          if (own.has(keyOf(near))) continue;
          const piece = new Piece(this.lattice, [...shape, near]);
          larger.set(piece.key, piece);
        }
      }
      found = larger;
    }
    const ranks = [...this.drawn.keys()];
    const rank = (piece) => (ranks.indexOf(this.of(piece)) + ranks.length + 1) % (ranks.length + 1);
    return [...found.values()].sort((a, b) => rank(a) - rank(b) || byShape(a.shape, b.shape));
  }
}

/** The placements of a piece on points: [orientation, …cells], by the lowest cell, then by mask. `index` has the cell at each point. */
export function placementsOn(piece, points, index) {
  const found = piece.orientations.flatMap((shape, number) => points.flatMap((point) => {
    const [down, right] = [point[0] - shape[0][0], point[1] - shape[0][1]];
    if (!piece.lattice.moves(down, right)) return [];
    const cells = shape.map(([r, c]) => index.get(keyOf([r + down, c + right])));
    return cells.includes(undefined) ? [] : [[number, ...cells]];
  }));
  return found.sort((one, other) => one[1] - other[1] || byMask(one, other));
}

/** The order of masks: that of the highest cell that only one of them has. */
function byMask(one, other) {
  for (let at = one.length - 1; at; at--) if (one[at] !== other[at]) return one[at] - other[at];
  return 0;
}
