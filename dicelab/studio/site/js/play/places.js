/** Where the pieces of a puzzle can lie on its board, in the coordinates of the board. */
import { ahead } from "../engine/puzzle.js";

/** Cells of all lattices have the area of a square with this side, by which distances are measured. */
export const CELL = 100;
/** A place that is free is meant before one that is not, unless that one is nearer by so many cells. */
const GRACE = 0.4;

export class Places {
  constructor(puzzle) {
    // The upper left corner of each placement's box, and the numbers of a piece's placements by orientation.
    const least = (cells, axis) =>
      Math.min(...cells.flatMap((cell) => puzzle.cells[cell].polygon.map((corner) => corner[axis])));
    const corners = puzzle.placements.map(({ cells }) => [least(cells, 0), least(cells, 1)]);
    const numbers = puzzle.pieces.map(({ orientations }) => orientations.map(() => []));
    puzzle.placements.forEach(({ kind, orientation }, number) => numbers[kind][orientation].push(number));
    this.puzzle = puzzle;
    this.corners = corners;
    this.numbers = numbers;
  }

  /**
   * The place that is meant where a piece is held with its corner at a point, among those that `isWanted`
   * takes: {number, far}, how far in cells; null where there is none.
   */
  meant(position, kind, orientation, [x, y], isWanted = () => true) {
    let found = null;
    for (const number of this.numbers[kind][orientation].filter(isWanted)) {
      const far = Math.hypot(this.corners[number][0] - x, this.corners[number][1] - y) / CELL;
      // Most are too far to be asked about.
      if (found && far >= found.cost) continue;
      const cost = far + (position.wrong(kind, this.puzzle.placements[number].cells) ? GRACE : 0);
      if (!found || cost < found.cost) found = { number, far, cost };
    }
    return found;
  }

  /** The number of the place that is meant by a point in the middle of a piece; null where none is wanted. */
  around(position, kind, orientation, middle, isWanted = undefined) {
    const [x, y] = middle;
    const { width, height } = this.puzzle.pieces[kind].orientations[orientation];
    return this.meant(position, kind, orientation, [x - width / 2, y - height / 2], isWanted)?.number ?? null;
  }

  /** Tells of placements whether they cover a cell. */
  covering(cell) { return (number) => this.puzzle.placements[number].cells.includes(cell); }

  /** The middle of a placement's box. */
  middle(number) {
    const { kind, orientation } = this.puzzle.placements[number];
    const { width, height } = this.puzzle.pieces[kind].orientations[orientation];
    return [this.corners[number][0] + width / 2, this.corners[number][1] + height / 2];
  }

  /** The next place of the same piece in a direction; itself at the edge. */
  beside(number, way) {
    const { kind, orientation } = this.puzzle.placements[number];
    const numbers = this.numbers[kind][orientation];
    const corners = numbers.map((one) => this.corners[one]);
    const found = ahead(corners, this.corners[number], way, this.puzzle.inradius);
    return numbers[found] ?? number;
  }
}
