/** A position of the game as a value: a board, and the placements on it in the order of the moves. */
import { readFragment } from "../parts/blockers.js";
import { decoded, encoded, fragmentFields } from "../parts/fragment.js";
import { boardFragment } from "../parts/marks.js";

const [FREE, BLOCKED] = [-1, -2];

export class Position {
  /** `laid` are numbers of the puzzle's placements; an Error says why one of them cannot lie there. */
  constructor(puzzle, board, laid = []) {
    const owners = puzzle.cells.map((_, cell) => (board.includes(cell) ? BLOCKED : FREE));
    const left = puzzle.pieces.map(({ copies }) => copies);
    // For each cell the number of the placement that covers it, and for each kind of piece the copies left.
    this.puzzle = puzzle;
    this.board = board;
    this.laid = laid;
    this.owners = owners;
    this.left = left;
    for (const number of laid) {
      const { kind, cells } = puzzle.placements[number];
      const wrong = this.whyNot(kind, cells);
      if (wrong) throw new Error(wrong);
      left[kind] -= 1;
      for (const cell of cells) owners[cell] = number;
    }
    Object.freeze(this);
  }

  /** Whether all pieces are laid. */
  get isComplete() { return !this.left.some(Boolean); }

  isFree(cell) { return this.owners[cell] === FREE; }

  /** The placement that covers a cell; nothing where none does. */
  covering(cell) { return this.owners[cell] >= 0 ? this.owners[cell] : undefined; }

  /**
   * Why a piece may not lie on some cells (undefined is one beside the board): {words, cells}, where the
   * cells are those at fault; null if it may.
   */
  wrong(kind, cells) {
    const { puzzle, left, owners } = this;
    const { copies } = puzzle.pieces[kind];
    const name = puzzle.pieceName(kind);
    if (!left[kind]) {
      const all = copies > 1 ? "all its copies lie" : "it lies";
      return { words: `${name} is used up: ${all} on the board.`, cells: [] };
    }
    if (cells.includes(undefined)) {
      return { words: `${name} does not lie on the board with all its cells.`, cells: [] };
    }
    const blocked = cells.filter((cell) => owners[cell] === BLOCKED);
    if (blocked.length) {
      const are = blocked.length > 1 ? "are" : "is";
      return { words: `${puzzle.labels(blocked)} ${are} blocked.`, cells: blocked };
    }
    const covered = cells.find((cell) => !this.isFree(cell));
    if (covered === undefined) return null;
    const shared = cells.filter((cell) => owners[cell] === owners[covered]);
    const other = puzzle.pieceName(puzzle.placements[owners[covered]].kind);
    return { words: `${other} covers ${puzzle.labels(shared)} already.`, cells: shared };
  }

  /** Say why a piece may not lie on some cells; nothing where it may. */
  whyNot(kind, cells) { return this.wrong(kind, cells)?.words ?? ""; }

  /** The position with some pieces {kind, cells} laid. */
  static lying(puzzle, board, pieces) {
    return new Position(puzzle, board, pieces.map(({ kind, cells }) => puzzle.placements.findIndex((one) =>
      one.kind === kind && cells.every((cell) => one.cells.includes(cell)))));
  }

  /** The pieces on the board as the server takes them: [the number of the kind, its cells …]. */
  get report() {
    return this.laid.map((number) => {
      const { kind, cells } = this.puzzle.placements[number];
      return [kind, ...cells];
    });
  }

  lay(number) { return new Position(this.puzzle, this.board, [...this.laid, number]); }
  take(number) {
    return new Position(this.puzzle, this.board, this.laid.filter((other) => other !== number));
  }


  /** The numbers of a kind's placements on free cells alone that cover some cells in any case. */
  fits(kind, cells = []) {
    const { placements } = this.puzzle;
    return [...placements.keys()].filter((number) => placements[number].kind === kind
      && placements[number].cells.every((cell) => this.isFree(cell))
      && cells.every((cell) => placements[number].cells.includes(cell)));
  }

  /** The pieces on the board as pictures take them: {piece, copy, cells}, copies by their lowest cells. */
  get tiling() {
    const { placements } = this.puzzle;
    const lying = this.laid.map((number) => placements[number]).sort((a, b) => a.cells[0] - b.cells[0]);
    const seen = this.left.map(() => 0);
    return lying.map(({ kind, cells }) => ({ piece: kind, copy: seen[kind]++, cells }));
  }

  /** The placements as players write them and `dicelab hint --placed` takes them: "T4 B3,B4,B5,C4; I1 A1". */
  format() { return this.laid.map((number) => this.words(number, " ", ",")).join("; "); }

  words(number, between = " on ", comma = " ") {
    const { kind, cells } = this.puzzle.placements[number];
    const labels = cells.map((cell) => this.puzzle.label(cell));
    return `${this.puzzle.pieceName(kind)}${between}${labels.join(comma)}`;
  }

  /** Return the position with what a player has written laid too; an Error says what is wrong. */
  laying(text) {
    return text.split(/[;\n]+/).filter((part) => part.trim())
      .reduce((position, part) => position.lay(position.read(part)), this);
  }

  /**
   * Read a placement: "T4 B3,B4,B5,C4", fewer cells where only one place has them, or "T4/2 B3" for the
   * second orientation of T4 with its first cell on B3. Returns its number.
   */
  read(text) {
    const { puzzle } = this;
    const [word = "", ...labels] = text.split(/[\s,]+/).filter(Boolean);
    const [, name = word, way] = /^(.+)\/(\d+)$/.exec(word) ?? [];
    const kind = puzzle.kind(name);
    if (way) return this.#readTurned(kind, Number(way), puzzle.readCells(labels.join(" ")));
    const cells = [...new Set(puzzle.readCells(labels.join(" ")))];
    if (!cells.length) {
      throw new Error(`Write the cells of ${name} behind it: ${name} ${puzzle.label(0)} …`);
    }
    const { order } = puzzle.pieces[kind];
    const piece = puzzle.pieceName(kind);
    const wrong = this.whyNot(kind, cells);
    if (wrong) throw new Error(wrong);
    const found = this.fits(kind, cells);
    if (found.length === 1) return found[0];
    const where = puzzle.labels(cells);
    if (cells.length >= order) throw new Error(`${where} do not have the shape of ${piece}.`);
    throw new Error(!found.length ? `${piece} fits nowhere with ${where}.`
      : `${piece} fits on ${where} in ${found.length} places: name all its ${order} cells.`);
  }

  #readTurned(kind, way, [first, ...more]) {
    const { puzzle, puzzle: { placements } } = this;
    const [name, ways] = [puzzle.pieceName(kind), puzzle.pieces[kind].orientations.length];
    if (way < 1 || way > ways) {
      throw new Error(`${name} can lie in ${ways} ways: write ${name}/1 to ${name}/${ways}.`);
    }
    if (first === undefined || more.length) {
      throw new Error(`Write one cell behind ${name}/${way}: its first.`);
    }
    const found = placements.findIndex(({ kind: other, orientation, cells }) =>
      other === kind && orientation === way - 1 && cells[0] === first);
    const wrong = this.whyNot(kind, placements[found]?.cells ?? [undefined]);
    if (wrong) throw new Error(wrong);
    return found;
  }

  /** The board and what lies on it as the fragment of an address. */
  toFragment() {
    const laid = this.laid.map((number) => this.words(number, " ", " ").split(" ").map(encoded).join("."));
    return `${boardFragment(this.puzzle, this.board)}${laid.length ? `&laid=${laid.join("~")}` : ""}`;
  }

  /** Read the position of a fragment; nothing where it has no whole board. An Error says what is wrong. */
  static fromFragment(fragment, puzzle) {
    const board = readFragment(puzzle, fragment);
    if (!board) return null;
    const wrong = puzzle.whyNoBoard(board);
    if (wrong) throw new Error(wrong);
    const { laid = "" } = fragmentFields(fragment);
    const text = laid.split("~").map((part) => part.split(".").map(decoded).join(" ")).join(";");
    return new Position(puzzle, board).laying(text);
  }
}
