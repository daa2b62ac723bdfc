import { checksum } from "./sha256.js";

/** A puzzle: the fields of its document, which dicelab/studio/documents.py wrote, and what pages ask of it. */
export class Puzzle {
  /** @type {string} */
  id;
  /** @type {string} */
  title;
  /** @type {{name: string, title: string, dice: number[][]}[]} */
  sets;
  /** @type {{label: string, polygon: number[][], middle: number[], neighbours: number[]}[]} */
  cells;
  /** @type {string[]} */
  holes;
  /** @type {{name: string, labels: string[]}[]} */
  pieces;
  /** @type {number} */
  blockers;
  /** @type {any} */
  regions;
  /** @type {number[]} */
  always_free;
  /** @type {number} */
  inradius;

  constructor(fields) {
    Object.assign(this, fields);
    this.numbers = new Map(this.cells.map((cell, number) => [cell.label.toUpperCase(), number]));
    // All placements of all pieces, by their numbers: what games and hints speak of.
    this.placements = placementsOf(this);
  }

  /** The number of a kind of piece, by its name or by the label of a copy; an Error says which there are. */
  kind(text) {
    const wanted = text.toUpperCase();
    const named = this.pieces.findIndex(({ name }) => name.toUpperCase() === wanted);
    const found = named >= 0 ? named : this.pieces.findIndex(({ labels }) => labels.includes(text));
    if (found >= 0) return found;
    const names = this.pieces.map((_, kind) => this.pieceName(kind)).join(", ");
    throw new Error(`“${text.slice(0, 20)}” is not a piece of this puzzle: write ${names}.`);
  }

  /** What a kind of piece is called: its name, or its label where the name is a drawing such as "###/###". */
  pieceName(kind) {
    const { name, labels } = this.pieces[kind];
    return /^[\p{L}\p{N}]+$/u.test(name) ? name : labels[0];
  }

  /** The label of a cell, the labels of some, and the cell with a label, in capitals or not (or undefined). */
  label(cell) { return this.cells[cell].label; }
  labels(cells) { return cells.map((cell) => this.label(cell)).join(" "); }
  cell(label) { return this.numbers.get(label.toUpperCase()); }

  /** Read labels with blanks or commas between them; an Error names the first that is no cell. */
  readCells(text) {
    return text.split(/[\s,;]+/).filter(Boolean).map((label) => {
      const cell = this.cell(label);
      if (cell !== undefined) return cell;
      throw new Error(this.whyNoCell(label));
    });
  }

  /** Say why a label names no cell. */
  whyNoCell(label) {
    const [first, last] = [this.cells[0].label, this.cells.at(-1).label];
    const fault = this.holes.includes(label.toUpperCase()) ? "is a hole of this board" : "is not a cell of this board";
    return `“${label.slice(0, 20)}” ${fault}: write a cell from ${first} to ${last}.`;
  }

  /** Whether a blocker may stand on a cell. */
  blockable(cell) {
    if (this.regions.length) return this.regions.some(({ cells }) => cells.includes(cell));
    return !this.always_free.includes(cell);
  }

  /** Read a board: as many different cells as the puzzle has blockers, where blockers may stand. Ascending. */
  readBoard(text) {
    const board = [...new Set(this.readCells(text))].sort((a, b) => a - b);
    const wrong = this.whyNoBoard(board);
    if (wrong) throw new Error(wrong);
    return board;
  }

  /** Say why some cells are not a board of this puzzle; nothing where they are. */
  whyNoBoard(board) {
    const wrong = `${board.length === 1 ? "1 cell is" : `${board.length} cells are`} blocked: a board of this puzzle has ${this.blockers} blockers.`;
    if (board.length !== this.blockers) return wrong;
    const free = board.find((cell) => !this.blockable(cell));
    if (free !== undefined) return `${this.label(free)} may not be blocked in this puzzle.`;
    for (const { name, cells } of this.regions) {
      const number = board.filter((cell) => cells.includes(cell)).length;
      if (number !== 1) return `${number} blockers are on the ${name || "region"}: it has exactly one.`;
    }
    return "";
  }

  /** The next cell from one in a direction, [1, 0] for the right and [0, 1] for down; itself at the edge. */
  beside(cell, way) {
    const middles = this.cells.map(({ middle }) => middle);
    return ahead(middles, middles[cell], way, this.inradius * 0.3) ?? cell;
  }
}

/** The number of the next point in a direction that is at least so far ahead; undefined where none is. */
export function ahead(points, from, way, least) {
  const [x, y] = from;
  const [right, down] = way;
  const ways = points.map((point, number) => {
    const far = (point[0] - x) * right + (point[1] - y) * down;
    const aside = Math.abs((point[0] - x) * down) + Math.abs((point[1] - y) * right);
    return { number, isAhead: far > least && far >= aside * 0.5, cost: far + 2 * aside };
  });
  return ways.filter((one) => one.isAhead).sort((a, b) => a.cost - b.cost)[0]?.number;
}

/** All placements of the pieces of a puzzle's document: {kind, orientation, cells}. */
export const placementsOf = ({ pieces }) => pieces.flatMap(({ placements }, kind) =>
  placements.map(([orientation, ...cells]) => ({ kind, orientation, cells })));

/** Read what studio this is: its version, its puzzles, and whether a server stands behind the page. */
export const loadStudio = () => readDocument("data/studio.json", "dicelab/studio/1");

/** Read a puzzle of the studio; an exported studio says which checksum its document has. */
export const loadPuzzle = async (id, sum) =>
  new Puzzle(await readDocument(`data/${id}.json`, "dicelab/studio-puzzle/1", sum));

export async function readDocument(address, schema, sum) {
  const value = JSON.parse(new TextDecoder().decode(await fetchBytes(address, sum)));
  if (value.schema !== schema) throw new Error(`${address} is not of the kind ${schema}: reload the page.`);
  return value;
}

/** Fetch a file; one with another checksum than is known of it is refused. */
export async function fetchBytes(address, sum) {
  // What has no checksum may be of another studio at this address: a browser may keep it for days unasked.
  const answer = await fetch(address, sum === undefined ? { cache: "no-cache" } : {}).catch(() => {
    throw new Error(`${address} could not be fetched: look whether you are connected, and try again.`);
  });
  if (!answer.ok) throw new Error(`${address} could not be read (${answer.status}).`);
  const content = new Uint8Array(await answer.arrayBuffer());
  if (sum === undefined || (await checksum(content)) === sum) return content;
  throw new Error(`${address} is damaged, or of another version of the studio: reload the page.`);
}
