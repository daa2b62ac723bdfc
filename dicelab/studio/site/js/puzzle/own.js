/** A puzzle that was drawn in the page: its board, its pieces and its blockers, and its text as Python writes it. */
import { readDocument } from "../engine/puzzle.js";
import { LATTICES, byPlace, keyOf } from "./lattice.js";
import { Names, placementsOn } from "./piece.js";

/** The most cells, as many as the studio's engine takes, and the most rows, columns and characters of a name. */
export const [MOST_CELLS, MOST_ROWS, MOST_COLUMNS, MOST_NAME] = [64, 26, 99, 200];
const [PREFIX, TITLE, MOST_TEXT] = ["own-", ";title=", 6000];

/** What Python exports of lattices, with the names of each. */
export async function loadKnown() {
  const known = await readDocument("data/lattices.json", "dicelab/studio-lattices/1");
  return withNames(known);
}

export const withNames = (known) => ({ ...known, names: Object.fromEntries(known.lattices.map((one) =>
  [one.name, new Names(LATTICES[one.name], one)])) });

const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

export class OwnPuzzle {
  /**
   * `places` are [rows, columns] of the rectangle of squares, which its labels count from; `pieces` are {piece, copies,
   * called}; `dice` are lists of cells.
   */
  constructor(known, { lattice, points, places = null, labelling = "", pieces, blockers, title = "", about = "", dice = [] }) {
    this.known = known;
    this.lattice = lattice;
    this.names = known.names[lattice.name];
    this.points = [...points].sort(byPlace);
    this.index = new Map(this.points.map((point, cell) => [keyOf(point), cell]));
    const [rows, columns] = [0, 1].map((axis) => this.points.map((point) => point[axis]));
    const isSquare = lattice.name === "squares";
    const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (values) => values.reduce((a, b) => Math.max(a, b), -1);
    this.corner = isSquare ? [0, 0] : [least(rows), least(columns)];
    this.places = places ?? [most(rows) + 1, most(columns) + 1];
    this.labelling = labelling === (isSquare ? "rows-and-columns" : "numbers") ? "" : labelling;
    this.pieces = joined(pieces);
    this.blockers = blockers;
    this.title = title;
    this.about = about;
    this.dice = dice;
  }

  /** The same puzzle with other fields; dice stay as long as the board does. */
  with(fields) { return new OwnPuzzle(this.known, { ...this, ...(fields.points ? { dice: [], places: null } : {}), ...fields }); }

  get area() { return this.pieces.reduce((sum, { piece, copies }) => sum + piece.order * copies, 0); }

  /**
   * The label of a point that names its row, on the board or not.
   * @type {(point: number[]) => string}
   */
  rowAndColumn([row, column]) {
    const [top, left] = this.corner;
    return `${String.fromCharCode(65 + row - top)}${Math.floor((column - left) / this.lattice.step) + 1}`;
  }

  get hasRows() { return this.labelling ? this.labelling === "rows-and-columns" : this.lattice.name === "squares"; }
  get labels() { return this.points.map((point, cell) => (this.hasRows ? this.rowAndColumn(point) : String(cell + 1))); }

  /** Say why this is not a puzzle yet; nothing where it is one. */
  get trouble() {
    const { lattice, points, places: [rows, columns], pieces, area, blockers, title, known } = this;
    const cells = points.length;
    if (!cells) return "The board has no cell: draw at least one.";
    if (cells > MOST_CELLS) return `The board has ${counted(cells, "cell")}: the page takes at most ${MOST_CELLS}.`;
    if (rows > MOST_ROWS || columns > MOST_COLUMNS + 1) return `The board is larger than ${MOST_ROWS} rows of ${MOST_COLUMNS}.`;
    if (!pieces.length) return "The puzzle has no pieces: choose at least one.";
    if (!Number.isInteger(blockers) || blockers < 0) return "The blockers are not a number from 0 on.";
    if (area + blockers !== cells) return this.mismatch;
    const copies = pieces.reduce((sum, one) => sum + one.copies, 0);
    if (copies > known.copy_labels.length) return `These are ${copies} pieces: use at most ${known.copy_labels.length}.`;
    const misfit = pieces.find(({ piece }) => piece.lattice !== lattice || !placementsOn(piece, this.points, this.index).length);
    if (misfit) return `The piece ${this.names.of(misfit.piece)} does not fit on the empty board.`;
    return nameTrouble(title, known);
  }

  /** "Pieces cover 29 of 36 cells, 7 blockers: fits." */
  get sums() {
    const { points: { length: cells }, area, blockers } = this;
    const so = `Pieces cover ${area} of ${counted(cells, "cell")}, ${counted(blockers || 0, "blocker")}`;
    return `${so}: ${area + blockers === cells ? "fits." : `${this.mismatch}`}`;
  }

  get mismatch() {
    const more = this.points.length - this.area - this.blockers;
    return more > 0 ? `${counted(more, "cell")} of ${this.points.length} would stay empty.`
      : `${counted(-more, "cell")} too many for ${counted(this.points.length, "cell")}.`;
  }

  geometry() {
    const { lattice, points, index, places: [rows, columns] } = this;
    if (lattice.name !== "squares") return `${lattice.name}@${columnsText(points, lattice)}`;
    const places = Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]);
    const holes = places.filter((point) => !index.has(keyOf(point))).map((point) => this.rowAndColumn(point));
    return `${rows}x${columns}${holes.length ? `-${holes}` : ""}`;
  }

  /** The text that names it on the command line, without its title. */
  format() {
    const pieces = this.pieces.map(({ piece, copies }) => (copies > 1 ? `${copies}*` : "") + this.names.of(piece));
    return `${this.geometry()}${this.labelling && `=${this.labelling}`}/${this.blockers}:${pieces}`;
  }

  /** Its name in addresses, which holds all of it but the dice. */
  get id() {
    const title = this.title.replace(/[%;]/g, encodeURIComponent);
    const bytes = new TextEncoder().encode(this.format() + (title && TITLE + title));
    return PREFIX + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  static isId = (id) => Boolean(id?.startsWith(PREFIX));

  /** Read the id of a link; an Error says in one line why it is none. */
  static ofId(id, known) {
    let text = "";
    try {
      const word = id.slice(PREFIX.length, PREFIX.length + 2 * MOST_TEXT).replaceAll("-", "+").replaceAll("_", "/");
      text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(word), (one) => one.charCodeAt(0)));
    } catch {
      throw new Error("The puzzle of this link is damaged: copy the link once more, whole.");
    }
    return OwnPuzzle.parse(text, known);
  }

  /** Read GRID/BLOCKERS:PIECES, perhaps with ;title=… behind it. */
  static parse(text, known) {
    const [bare, title = ""] = text.trim().split(TITLE);
    const [, grid, blockers, pieces] = /^([^/:;\n]+)\/(\d{1,4}):([^;\n]+)$/.exec(bare) ?? [];
    if (!grid || bare.length > MOST_TEXT) throw new Error(`“${bare.slice(0, 40)}” is not a puzzle such as 6x6/6:10*L3.`);
    const fields = readGrid(grid);
    const names = known.names[fields.lattice.name];
    return checked(new OwnPuzzle(known, { ...fields, blockers: Number(blockers), title: unquoted(title),
      pieces: pieces.split(",", MOST_CELLS + 1).flatMap((one) => names.readSome(one)) }));
  }
}

/** Return a puzzle; an Error says why it is none. */
export function checked(own) {
  if (own.trouble) throw new Error(own.trouble);
  return own;
}

/** Say why a puzzle may not have a name. */
export function nameTrouble(name, { taken }) {
  if (name.length > MOST_NAME) return `The name is longer than ${MOST_NAME} characters.`;
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name) || /[^\S ]/.test(name)) return "The name has a control character or an unusual blank: write it anew.";
  return taken.includes(name) ? `“${name}” is the name of another puzzle: choose another.` : "";
}

const unquoted = (title) => {
  try {
    return decodeURIComponent(title);
  } catch {
    throw new Error("The name of the puzzle in this link is damaged.");
  }
};

/** Equal pieces as one entry, in the order of the first. */
function joined(pieces) {
  const found = new Map();
  for (const { piece, copies, called = "" } of pieces) {
    const before = found.get(piece.key) ?? { piece, copies: 0, called: "" };
    found.set(piece.key, { piece, copies: before.copies + copies, called: before.called || called });
  }
  return [...found.values()].filter(({ copies }) => copies > 0);
}

/** Read a grid as text: "6x6-A1", "triangles@1,0-2", perhaps with the name of its labels. */
export function readGrid(text) {
  const [geometry, labelling = ""] = text.trim().split("=");
  if (!["", "numbers", "rows-and-columns"].includes(labelling)) throw new Error("The page takes no labels of one’s own.");
  const [name, columns] = geometry.split("@");
  const isNamed = columns !== undefined && name !== "squares" && Object.hasOwn(LATTICES, name);
  if (isNamed) return { lattice: LATTICES[name], points: readColumns(columns, LATTICES[name]), labelling };
  const [, r, c, holes = ""] = /^(\d{1,3})x(\d{1,3})(?:-([A-Za-z0-9,]+))?$/.exec(geometry) ?? [];
  const [rows, places] = [Number(r), Number(c)];
  if (!rows || !places || rows > MOST_ROWS || places > MOST_COLUMNS) {
    throw new Error(`“${geometry.slice(0, 30)}” is not a board of at most ${MOST_ROWS} rows and ${MOST_COLUMNS} columns.`);
  }
  const gone = new Set(holes.toUpperCase().split(",").filter(Boolean));
  const points = [];
  for (let at = 0; at < rows * places; at++) {
    const point = [Math.floor(at / places), at % places];
    if (!gone.delete(`${String.fromCharCode(65 + point[0])}${point[1] + 1}`)) points.push(point);
  }
  if (gone.size) throw new Error(`${[...gone][0].slice(0, 12)} is not a cell of this board.`);
  return { lattice: LATTICES.squares, points, places: [rows, places], labelling };
}

function readColumns(text, lattice) {
  const found = new Map();
  for (const [row, runs] of text.split(",", MOST_ROWS + 1).entries()) {
    for (const run of runs ? runs.split("+") : []) {
      const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(run) ?? [];
      if (!first || Number(first) > Number(last) || row >= MOST_ROWS) throw new Error(`Row ${row + 1} of the board is damaged.`);
      for (let column = Number(first); column <= Number(last); column += lattice.step) {
        const point = [row, column];
        if (!lattice.has(point) || found.has(keyOf(point))) throw new Error(`Row ${row + 1} of the board is damaged.`);
        found.set(keyOf(point), point);
      }
    }
  }
  return [...found.values()];
}

function columnsText(points, lattice) {
  const rows = [];
  for (const [row, column] of points) {
    while (rows.length <= row) rows.push([]);
    const last = rows[row].at(-1);
    if (last && last[1] + lattice.step === column) last[1] = column;
    else rows[row].push([column, column]);
  }
  const run = ([first, last]) => (first < last ? `${first}-${last}` : String(first));
  return rows.map((runs) => runs.map(run).join("+")).join(",");
}
