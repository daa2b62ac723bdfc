/** A board on which cells are put and taken away: the board of a puzzle, and a piece. */
import { Puzzle } from "../engine/puzzle.js";
import { announce } from "../parts/dom.js";
import { Layout, keyOf } from "./lattice.js";

export class Drawing {
  /** `drawn` is called with the points at the end of a stroke; `board` is a <cell-board>. */
  constructor(board, drawn) {
    this.board = board;
    this.drawn = drawn;
    this.places = [];
    this.on = new Set();
    let isAdding = true;
    board.addEventListener("paint", ({ detail: { cell, start } }) => {
      const key = keyOf(this.places[cell]);
      if (start) isAdding = !this.on.has(key);
      if (isAdding) this.on.add(key);
      else this.on.delete(key);
      this.mark(() => "");
    });
    board.addEventListener("stroke", () => {
      const { points } = this;
      this.drawn(points);
      announce(`${points.length === 1 ? "1 cell" : `${points.length} cells`} drawn.`);
    });
  }

  get points() { return this.places.filter((point) => this.on.has(keyOf(point))); }

  /**
   * Show some points on a rectangle of a lattice; `labelOf` writes on the cells.
   * @type {(lattice: any, size: number[], points: number[][], labelOf?: (point: number[]) => string) => void}
   */
  show(lattice, [rows, columns], points, labelOf = () => "") {
    this.on = new Set(points.map(keyOf));
    if (this.lattice !== lattice || String(this.size) !== String([rows, columns])) {
      this.lattice = lattice;
      this.size = [rows, columns];
      this.places = Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]).filter(lattice.has);
      this.board.puzzle = placesOf(lattice, this.places);
    }
    this.mark(labelOf);
  }

  mark(labelOf) {
    this.board.marks = this.places.map((point) => (this.on.has(keyOf(point)) ? { text: labelOf(point), about: "drawn" }
      : { text: "", fill: "transparent", about: "empty" }));
  }
}

/** What <cell-board> asks of a puzzle, for all places of a rectangle. */
function placesOf(lattice, places) {
  const layout = new Layout(lattice, places);
  const { width, height, inradius } = layout;
  const cells = places.map(([row, column]) => ({ polygon: layout.corners([row, column]), middle: layout.middle([row, column]),
    label: `${String.fromCharCode(65 + row)}${Math.floor(column / lattice.step) + 1}`, neighbours: [] }));
  return new Puzzle({ width, height, inradius, cells, holes: [], pieces: [], blockers: 0, regions: [], always_free: [] });
}
