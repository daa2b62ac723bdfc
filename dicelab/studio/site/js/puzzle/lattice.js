/**
 * Squares, triangles and hexagons for puzzles that are drawn in the page, as solver/polyform/lattice.py has them. A point
 * is a row and a column. A test compares what follows from them with Python.
 */

const odd = ([row, column]) => (row + column) & 1;

/** The twelve turns of triangles and hexagons, by their centres: six rotations, then as many reflections. */
const sixths = (centre, at) => Array.from({ length: 12 }, (_, turn) => (point) => {
  let [y, x] = centre(point);
  if (turn >= 6) x = -x;
  for (let n = turn % 6; n; n--) [y, x] = [Math.floor((3 * x + y) / 2), Math.floor((x - y) / 2)];
  return at([y, x]);
});
const third = ([y, x]) => [Math.floor(y / 3), x];

const SQUARES = {
  name: "squares", step: 1, marks: "", unit: [0.5, 0.5],
  has: () => true,
  moves: () => true,
  neighbours: ([r, c]) => [[r - 1, c], [r, c - 1], [r, c + 1], [r + 1, c]],
  colour: (point) => odd(point),
  centre: ([r, c]) => [2 * r, 2 * c],
  corners: ([r, c]) => [[2 * r - 1, 2 * c - 1], [2 * r - 1, 2 * c + 1], [2 * r + 1, 2 * c + 1], [2 * r + 1, 2 * c - 1]],
  turns: [([r, c]) => [r, c], ([r, c]) => [c, -r], ([r, c]) => [-r, -c], ([r, c]) => [-c, r],
    ([r, c]) => [r, -c], ([r, c]) => [-r, c], ([r, c]) => [c, r], ([r, c]) => [-c, -r]],
};

const triangle = (point) => [3 * point[0] + (odd(point) ? 1 : 2), point[1]];
const TRIANGLES = {
  name: "triangles", step: 1, marks: "^v", unit: [3 ** 0.5 / 6, 0.5],
  has: () => true,
  moves: (down, right) => (down + right) % 2 === 0,
  neighbours: ([r, c]) => (odd([r, c]) ? [[r - 1, c], [r, c - 1], [r, c + 1]] : [[r, c - 1], [r, c + 1], [r + 1, c]]),
  colour: (point) => odd(point),
  centre: triangle,
  corners: ([r, c]) => (odd([r, c]) ? [[3 * r, c - 1], [3 * r, c + 1], [3 * r + 3, c]]
    : [[3 * r, c], [3 * r + 3, c + 1], [3 * r + 3, c - 1]]),
  turns: sixths(triangle, third),
};

const hexagon = ([row, column]) => [3 * row, column];
const HEXAGONS = {
  name: "hexagons", step: 2, marks: "", unit: [0.5, 3 ** 0.5 / 2],
  has: (point) => !odd(point),
  moves: (down, right) => (down + right) % 2 === 0,
  neighbours: ([r, c]) => [[r - 1, c - 1], [r - 1, c + 1], [r, c - 2], [r, c + 2], [r + 1, c - 1], [r + 1, c + 1]],
  colour: ([, column]) => ((column % 3) + 3) % 3,
  centre: hexagon,
  corners: ([r, c]) => [[-2, 0], [-1, 1], [1, 1], [2, 0], [1, -1], [-1, -1]].map(([y, x]) => [3 * r + y, c + x]),
  turns: sixths(hexagon, third),
};

export const LATTICES = { squares: SQUARES, triangles: TRIANGLES, hexagons: HEXAGONS };

export const rotationsOf = ({ turns }) => turns.slice(0, turns.length / 2);
/** @type {(point: number[]) => string} */
export const keyOf = ([row, column]) => `${row},${column}`;
/** @type {(one: number[], other: number[]) => number} */
export const byPlace = ([r, c], [row, column]) => r - row || c - column;

/** Points moved to the origin, ascending: the least row is 0, the least column 0, or 1 where nothing else is possible. */
export function shapeOf(lattice, points) {
  const top = Math.min(...points.map(([row]) => row));
  let left = Math.min(...points.map(([, column]) => column));
  if (!lattice.moves(top, left)) left -= 1;
  return points.map(([row, column]) => [row - top, column - left]).sort(byPlace);
}

/** The different shapes that rotations make of some points, and reflections if they flip, in order. */
export function orientationsOf(lattice, points, flips = true) {
  const shapes = (flips ? lattice.turns : rotationsOf(lattice)).map((turn) => shapeOf(lattice, points.map(turn)));
  return [...new Map(shapes.map((shape) => [String(shape), shape])).values()].sort(byShape);
}

export function byShape(one, other) {
  for (const [at, point] of one.entries()) {
    const order = byPlace(point, other[at]);
    if (order) return order;
  }
  return 0;
}

/** Whether one can walk between any two of the points over shared edges. */
export function isConnected(lattice, points) {
  const left = new Set(points.map(keyOf));
  const ahead = points.slice(0, 1);
  left.delete(keyOf(ahead[0]));
  for (const point of ahead) for (const near of lattice.neighbours(point)) if (left.delete(keyOf(near))) ahead.push(near);
  return !left.size;
}

/** Where points lie in the coordinates of the page, in which a cell has the area of a square of a side. */
export class Layout {
  /** @type {number} */
  width;
  /** @type {number} */
  height;

  constructor(lattice, points, side = 100) {
    const [y, x] = lattice.unit;
    const edge = side / Math.sqrt(area(lattice.corners([0, 0]).map(([down, right]) => [right * x, down * y])));
    const [rows, columns] = [0, 1].map((axis) => points.map((point) => point[axis]));
    const outermost = [[Math.min(...rows), Math.min(...columns)], [Math.max(...rows), Math.max(...columns)], ...points];
    const extremes = outermost.flatMap(lattice.corners);
    const [downs, rights] = [0, 1].map((axis) => extremes.map((corner) => corner[axis]));
    this.lattice = lattice;
    this.step = [edge * x, edge * y];
    this.first = [Math.min(...rights), Math.min(...downs)];
    [this.width, this.height] = this.at([Math.max(...downs), Math.max(...rights)]).map(rounded);
    this.inradius = rounded(Math.min(...this.#distances()));
  }

  /** The distances of the centre of a cell from its edges. */
  #distances() {
    const corners = this.lattice.corners([0, 0]).map((corner) => this.at(corner));
    const [a, b] = this.at(this.lattice.centre([0, 0]));
    return corners.map(([x, y], at) => {
      const [far, deep] = corners[(at + 1) % corners.length];
      return Math.abs((far - x) * (y - b) - (x - a) * (deep - y)) / Math.hypot(far - x, deep - y);
    });
  }

  /** The place of a corner, given as down and right. */
  at([down, right]) { return [(right - this.first[0]) * this.step[0], (down - this.first[1]) * this.step[1]]; }
  corners(point) { return this.lattice.corners(point).map((corner) => this.at(corner).map(rounded)); }
  middle(point) { return this.at(this.lattice.centre(point)).map(rounded); }
}

const area = (line) => line.reduce((sum, [x, y], at) => {
  const [far, deep] = line[(at + 1) % line.length];
  return sum + x * deep - far * y;
}, 0) / 2;
const rounded = (length) => Math.round(length * 100) / 100 + 0;
