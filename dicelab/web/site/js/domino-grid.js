/** The picture of a domino grid: its numbers, the dominoes that lie on it, and where none may lie. */

import { fill, svg } from "./dom.js";

const CELL = 100;
const EDGE = 46;

export class DominoGrid {
  constructor(element) {
    this.element = element;
  }

  /** Show places, each of two cells: dominoes that lie there, new ones, and what is or was ruled out. */
  show(grid, { placed = [], fresh = [], crossed = [], barred = [] }, pips) {
    const { cells, rows, columns } = grid;
    this.cells = cells;
    const middle = (n) => EDGE + CELL * (n + 0.5);
    const letters = new Map(cells.map(({ row, label }) => [row, label.replace(/\d+$/, "")]));
    const heads = [
      Array.from({ length: columns }, (_, n) => word(`${n + 1}`, middle(n), EDGE * 0.7, "head")),
      [...letters].map(([row, letter]) => word(letter, EDGE * 0.45, middle(row) + 12, "head")),
    ].flat();
    const grounds = cells.map(({ row, column, number }, cell) => {
      const [x, y] = this.corner(cell);
      return svg("g", {}, svg("rect", { x, y, width: CELL, height: CELL, class: "ground" }),
        word(`${number}`, middle(column), middle(row) + 16, "number"));
    });
    this.element.setAttribute("viewBox", `0 0 ${EDGE + CELL * columns + 4} ${EDGE + CELL * rows + 4}`);
    const names = (places) => places.map((place) => this.name(place)).join(", ");
    const about = [`Grid of ${rows} rows and ${columns} columns`, `dominoes: ${names(placed) || "none"}`,
      fresh.length ? `new: ${names(fresh)}` : "", crossed.length ? `ruled out: ${names(crossed)}` : ""];
    this.element.setAttribute("aria-label", about.filter(Boolean).join("; "));
    const lines = (places, look) => places.map((place) => this.line(place, look));
    const tiles = (places, look) => places.map((place) => this.tile(place, pips, look));
    fill(this.element, heads, grounds, lines(barred, "barred"), tiles(placed, "tile"),
      tiles(fresh, "tile fresh"), lines(crossed, "crossed"));
  }

  /** A place in words: 0-3 at A1-A2. */
  name([a, b]) {
    const [one, other] = [this.cells[a], this.cells[b]];
    const [low, high] = [one.number, other.number].sort((x, y) => x - y);
    return `${low}-${high} at ${one.label}-${other.label}`;
  }

  corner(cell) {
    const { row, column } = this.cells[cell];
    return [EDGE + CELL * column, EDGE + CELL * row];
  }

  tile([a, b], pips, look) {
    const [[x, y], [far, deep]] = [this.corner(a), this.corner(b)];
    const stands = deep > y;
    const halves = [[a, x, y], [b, far, deep]].map(([cell, left, top]) => {
      const { number } = this.cells[cell];
      const [right, down] = [left + CELL / 2, top + CELL / 2];
      if (!pips?.[number]) return word(`${number}`, right, down + 16, "digit");
      return pips[number].map(([along, across]) => svg("circle", { r: 8.5,
        cx: right + CELL * (stands ? -across : along), cy: down + CELL * (stands ? along : across) }));
    });
    return svg("g", { class: look },
      svg("rect", { x: x + 5, y: y + 5, width: far - x + CELL - 10, height: deep - y + CELL - 10, rx: 17 }),
      svg("path", { d: stands ? `M${x + 20} ${deep}h60` : `M${far} ${y + 20}v60` }), halves.flat());
  }

  /** A cross or a bar on the border between two cells. */
  line([a, b], look) {
    const [[x, y], [far, deep]] = [this.corner(a), this.corner(b)];
    const [right, down] = [(x + far + CELL) / 2, (y + deep + CELL) / 2];
    const bar = deep > y ? `M${right - 24} ${down}h48` : `M${right} ${down - 24}v48`;
    const cross = `M${right - 13} ${down - 13}l26 26m0 -26l-26 26`;
    return svg("path", { d: look === "crossed" ? cross : bar, class: look });
  }
}

function word(text, x, y, look) {
  return svg("text", { x, y, class: look }, text);
}
