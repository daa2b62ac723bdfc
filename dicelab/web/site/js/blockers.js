/** A board while it is put together: the cells that are blocked so far. */

import { fragmentFields } from "./dice.js";

const MOST_ROLLS = 1000;

export class Blockers {
  constructor(puzzle, cells = []) {
    this.puzzle = puzzle;
    this.cells = [...cells].sort((a, b) => a - b);
    Object.freeze(this);
  }

  /** Read labels, perhaps fewer than the puzzle has blockers; an Error says what is wrong. */
  static parse(text, puzzle) {
    const cells = [...new Set(puzzle.readCells(text))];
    if (cells.length >= puzzle.blockers) return new Blockers(puzzle, puzzle.readBoard(text));
    return cells.reduce((board, cell) => {
      const wrong = board.whyNot(cell);
      if (wrong) throw new Error(wrong);
      return board.toggled(cell);
    }, new Blockers(puzzle));
  }

  /** Read the board of a fragment; nothing where it has none. */
  static fromFragment(fragment, puzzle) {
    const text = fragmentFields(fragment).board;
    if (text === undefined) return null;
    try {
      return Blockers.parse(text.split(".").map((word) => decodeURIComponent(word)).join(" "), puzzle);
    } catch (error) {
      throw error instanceof URIError ? new Error("This link is damaged: copy it once more, whole.") : error;
    }
  }

  /** A board at random: every board of the puzzle is as likely as any other. */
  static random(puzzle) {
    const allowed = [...puzzle.cells.keys()].filter((cell) => !puzzle.always_free.includes(cell));
    const parts = puzzle.regions.length
      ? puzzle.regions.map(({ cells }) => cells.filter((cell) => allowed.includes(cell)))
      : Array.from({ length: puzzle.blockers }, () => allowed);
    return Blockers.roll(puzzle, parts);
  }

  /** A roll of dice; they are rolled again where two show the same cell. */
  static roll(puzzle, dice) {
    for (let rolls = 0; rolls < MOST_ROLLS; rolls += 1) {
      const cells = new Set(dice.map((faces) => faces[Math.floor(Math.random() * faces.length)]));
      if (!puzzle.whyNoBoard([...cells])) return new Blockers(puzzle, cells);
    }
    throw new Error("The dice showed no board in 1,000 rolls.");
  }

  has(cell) {
    return this.cells.includes(cell);
  }

  /** Say why no blocker may be put on a cell; nothing where one may. */
  whyNot(cell) {
    const { puzzle, cells } = this;
    const label = puzzle.label(cell);
    const parts = puzzle.regions.length > 0;
    const isOutside = parts && !puzzle.regions.some((one) => one.cells.includes(cell));
    if (isOutside || puzzle.always_free.includes(cell)) {
      return `${label} may not be blocked in this puzzle.`;
    }
    return parts || cells.length < puzzle.blockers || this.has(cell) ? ""
      : `All ${cells.length} blockers are on the board: take one off first, or drag one to ${label}.`;
  }

  /** The board with a blocker more or less; the blocker of a region moves. */
  toggled(cell) {
    const region = this.puzzle.regions.find(({ cells }) => cells.includes(cell));
    const others = this.cells.filter((other) => other !== cell && !region?.cells.includes(other));
    return new Blockers(this.puzzle, this.has(cell) ? others : [...others, cell]);
  }

  /** The text that `parse` reads. */
  format() {
    return this.puzzle.labels(this.cells);
  }

  /** The board as the fragment of an address. */
  toFragment() {
    const word = (cell) => encodeURIComponent(this.puzzle.label(cell)).replaceAll(".", "%2e");
    const words = this.cells.map(word);
    return `#puzzle=${encodeURIComponent(this.puzzle.id)}${words.length ? `&board=${words.join(".")}` : ""}`;
  }

  /** The marks that show the blockers in a `<cell-board>`, with rings around some cells. */
  marks(rings = []) {
    const blocked = { fill: "var(--blocker)", ink: "var(--on-blocker)", small: "●", about: "blocked" };
    return this.puzzle.cells.map((_, cell) =>
      ({ ring: rings.includes(cell), ...(this.has(cell) ? blocked : {}) }));
  }
}
