/** Puzzle files, read as data and trusted in nothing, and written as Python writes them. */
import { attempt } from "../parts/dom.js";
import { LATTICES, keyOf } from "./lattice.js";
import { MOST_CELLS, MOST_COLUMNS, MOST_ROWS, OwnPuzzle, checked, readGrid } from "./own.js";
import { Piece } from "./piece.js";

const [SCHEMA, FIRST_SCHEMA] = ["dicelab/puzzle/2", "dicelab/puzzle/1"];
/** The most bytes of a file, characters of the field `about` and of a line, and faces of a die. */
const [MOST_BYTES, MOST_ABOUT, WIDTH, MOST_FACES] = [65_536, 4000, 100, 100];
const FIELDS = ["schema", "name", "about", "lattice", "grid", "labels", "blockers", "pieces", "dice"];
const BEYOND = ["regions", "always_free", "variants"];

/** Read the text of a puzzle file, or of a draft whose areas need not add up; an Error names the field that is wrong. */
export function readFile(text, known, isDraft = false) {
  if (text.length > MOST_BYTES) throw new Error("This file is too large for a puzzle.");
  const fields = attempt(() => JSON.parse(text), "This file is damaged: it is not whole JSON.");
  if (![SCHEMA, FIRST_SCHEMA].includes(fields?.schema)) throw new Error("This file is not a puzzle of dicelab.");
  for (const name of Object.keys(fields)) {
    if (BEYOND.includes(name)) throw new Error(`The page draws no ${name}: open this file by “dicelab web --puzzle FILE”.`);
    if (!FIELDS.includes(name)) throw new Error(`The field “${name.slice(0, 30)}” is not one of a puzzle.`);
  }
  const word = (name) => {
    if (["string", "undefined"].includes(typeof fields[name])) return fields[name] ?? "";
    throw new Error(`The field “${name}” is not a text.`);
  };
  const labelling = word("labels");
  if (!["", "numbers", "rows-and-columns"].includes(labelling)) throw new Error("The page takes no labels of one’s own.");
  const board = readBoard(fields.grid, word("lattice"));
  if (labelling && board.labelling) throw new Error("The labels stand in the grid’s text too: write them in one place.");
  if (word("about").length > MOST_ABOUT) throw new Error(`The field “about” is longer than ${MOST_ABOUT} characters.`);
  const pieces = list(fields.pieces, "pieces").flatMap((entry) => readEntry(entry, known.names[board.lattice.name]));
  const area = pieces.reduce((sum, { piece, copies }) => sum + piece.order * copies, 0);
  const own = (isDraft ? (one) => one : checked)(new OwnPuzzle(known, { ...board, labelling: labelling || board.labelling, pieces,
    blockers: fields.blockers ?? board.points.length - area, title: word("name"), about: word("about") }));
  const dice = list(fields.dice ?? [], "dice").map((faces, die) => readFaces(faces, die + 1, own.labels));
  if (dice.length && dice.length !== own.blockers) {
    throw new Error(`These are ${dice.length} dice: this puzzle has ${own.blockers} blockers, one for each die.`);
  }
  return own.with({ dice });
}

function list(value, name) {
  if (Array.isArray(value) && value.length <= MOST_CELLS) return value;
  throw new Error(`The field “${name}” is not a list of at most ${MOST_CELLS}.`);
}

function readBoard(grid, name) {
  if (name && !Object.hasOwn(LATTICES, name)) throw new Error(`The page knows no lattice “${name.slice(0, 30)}”.`);
  if (typeof grid === "string" && grid.length <= 4 * MOST_ABOUT) {
    const found = readGrid(grid);
    if (name && found.lattice.name !== name) throw new Error(`The grid is one of ${found.lattice.name}, and the lattice is ${name}.`);
    return found;
  }
  const lattice = LATTICES[name || "squares"];
  const rows = rowsOf(grid, "grid");
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (!rows.length || rows.length > MOST_ROWS || !width || width > MOST_COLUMNS) {
    throw new Error(`The grid has ${rows.length} rows of ${width}: use 1 to ${MOST_ROWS} rows of 1 to ${MOST_COLUMNS} characters.`);
  }
  const points = drawnPoints(rows, lattice, ".", " ", "grid");
  return { lattice, points, places: lattice.name === "squares" ? [rows.length, width] : null };
}

function rowsOf(rows, name) {
  if (Array.isArray(rows) && rows.length <= MOST_COLUMNS && rows.every((row) => typeof row === "string")) return rows;
  throw new Error(`The field “${name}” is not drawn as rows of text.`);
}

/** Read the points of a drawing, in which triangles may be "^" and "v". */
export function drawnPoints(rows, lattice, cells, none, name) {
  const found = [];
  let odd = null;
  for (const [row, text] of rows.entries()) {
    if (lattice.name === "squares" && text.length !== rows[0].length) throw new Error(`The rows of the ${name} are not equally long.`);
    for (const [column, mark] of [...text].entries()) {
      if (none.includes(mark)) continue;
      const turned = cells.includes(mark) ? -1 : lattice.marks.indexOf(mark);
      if (!cells.includes(mark) && turned < 0) throw new Error(`Row ${row + 1} of the ${name} has the character “${mark}”.`);
      const parity = (row + column) % 2;
      const shift = turned >= 0 ? (parity + turned) % 2 : lattice.step > 1 ? parity : null;
      if (shift !== null) odd ??= shift;
      if (shift !== null && shift !== odd) throw new Error(`Row ${row + 1} of the ${name} does not lie between the other rows.`);
      found.push([row, column]);
    }
  }
  return found.map(([row, column]) => [row, column + (odd ?? 0)]);
}

function readEntry(entry, names) {
  if (typeof entry === "string" && entry.length <= MOST_ABOUT) return names.readSome(entry);
  if (Array.isArray(entry)) return [{ piece: drawnPiece(entry, names.lattice, true), copies: 1 }];
  const { piece, copies = 1, flip = true, name = "", ...more } = entry ?? {};
  const isRight = !Object.keys(more).length && Number.isInteger(copies) && copies >= 1 && copies <= 999
    && typeof flip === "boolean" && /^(|[\p{L}\p{N}][\p{L}\p{N}_ .'-]{0,39})$/u.test(name);
  if (!isRight) throw new Error("A piece is damaged: it has piece and, if you like, copies, flip and name.");
  const isDrawn = Array.isArray(piece);
  if (!isDrawn && (typeof piece !== "string" || piece.length > MOST_ABOUT)) throw new Error("A piece is neither a name nor drawn.");
  const word = flip || isDrawn || piece.endsWith("~") ? piece : `${piece.trim()}~`;
  const found = isDrawn ? [{ piece: drawnPiece(piece, names.lattice, flip), copies: 1 }] : names.readSome(word);
  if (name && found.length > 1) throw new Error(`“${name}” names ${found.length} different pieces: name one.`);
  return found.map((one) => ({ piece: one.piece, copies: one.copies * copies, called: name }));
}

function drawnPiece(rows, lattice, flips) {
  return new Piece(lattice, drawnPoints(rowsOf(rows, "pieces"), lattice, "X#", ". ", "piece"), flips);
}

/** Read the faces of a die: labels, one or several in a text, "1..31" for a run of numbers. */
function readFaces(faces, die, labels) {
  const known = new Map(labels.map((label, cell) => [label, cell]));
  const words = list(faces, `die ${die}`).flatMap((face) => {
    if (typeof face !== "string" && !Number.isInteger(face)) throw new Error(`Die ${die} has a face that is no cell.`);
    return String(face).split(/\s+/).filter(Boolean);
  });
  const found = words.flatMap((text) => {
    const [, first, last] = /^(\d{1,4})\.\.(\d{1,4})$/.exec(text) ?? [];
    if (!first) return [text];
    const length = Math.min(Math.max(0, Number(last) - Number(first) + 1), MOST_FACES + 1);
    return Array.from({ length }, (_, n) => String(Number(first) + n));
  });
  if (!found.length || found.length > MOST_FACES) throw new Error(`Die ${die} has ${found.length} faces: use 1 to ${MOST_FACES}.`);
  return found.map((label) => {
    const cell = known.get(label.toUpperCase());
    if (cell === undefined) throw new Error(`Die ${die} shows “${label.slice(0, 20)}”, which is not a cell of the board.`);
    return cell;
  });
}

/** The text of a puzzle file. */
export function writeFile(own) {
  const { lattice, labels, names, title, about, labelling, blockers } = own;
  const isSquare = lattice.name === "squares";
  const fields = {
    schema: SCHEMA,
    name: title,
    about,
    lattice: isSquare ? "" : lattice.name,
    grid: rowsDrawn(own.points, lattice, ".", " ", isSquare ? own.places : null),
    labels: labelling,
    blockers,
    pieces: own.pieces.map(({ piece, copies, called }) => {
      const name = names.of(piece).replace("~", "");
      const isNamed = names.drawn.has(name);
      const drawn = isNamed ? name : rowsDrawn(piece.shape, lattice, "X", ".", isSquare ? sizeOf(piece.shape) : null);
      const more = { ...(piece.flips ? {} : { flip: false }), ...(called ? { name: called } : {}) };
      if (!Object.keys(more).length && (copies === 1 || isNamed)) return copies > 1 ? `${copies}*${drawn}` : drawn;
      return { piece: drawn, ...(copies > 1 ? { copies } : {}), ...more };
    }),
    dice: own.dice.map((faces) => faces.map((cell) => labels[cell])),
  };
  const lines = Object.entries(fields).filter(([, value]) => value === 0 || (value && value.length !== 0))
    .map(([name, value]) => `  ${json(name)}: ${overLines(value, ["grid", "dice"].includes(name))}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** JSON with blanks as Python writes it. */
function json(value) {
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, one]) => `${json(name)}: ${json(one)}`).join(", ")}}`;
}

function overLines(value, always) {
  const flat = json(value);
  if (!Array.isArray(value) || (!always && flat.length <= WIDTH)) return flat;
  return `[\n${value.map((one) => `    ${json(one)}`).join(",\n")}\n  ]`;
}

const sizeOf = (points) => [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + 1);

/** Draw points as rows of text, all as long as the rectangle where there is one. */
function rowsDrawn(points, lattice, cell, none, places) {
  const on = new Set(points.map(keyOf));
  return Array.from({ length: (places ?? sizeOf(points))[0] }, (_, row) => {
    const width = places?.[1] ?? Math.max(0, ...points.filter(([r]) => r === row).map(([, column]) => column + 1));
    return Array.from({ length: width }, (__, column) => (!on.has(keyOf([row, column])) ? none
      : lattice.marks ? lattice.marks[lattice.colour([row, column])] : cell)).join("");
  });
}
