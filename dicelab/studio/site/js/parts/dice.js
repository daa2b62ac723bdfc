/** Dice sets as values: every change gives a new set. */
import { attempt } from "./dom.js";
import { decoded, encoded, fragmentFields } from "./fragment.js";

const SCHEMA = "dicelab/dice-set/1";
const MOST_FACES = 100;

export class DiceSet {
  /** `dice` has for each die its faces, cells that may repeat; a die without a face is not written yet. */
  constructor(puzzle, dice, name = "") {
    const cells = dice.map((faces) => [...new Set(faces)]);
    const sizes = cells.map((different) => different.length);
    const rolls = sizes.reduce((product, size) => product * size, 1);
    const shared = new Set(cells.flat()).size < cells.flat().length;
    // The different cells of each die, their numbers, how many rolls differ, and whether dice have a cell in common.
    this.puzzle = puzzle;
    this.dice = dice;
    this.name = name;
    this.cells = cells;
    this.sizes = sizes;
    this.rolls = rolls;
    this.shared = shared;
    Object.freeze(this);
  }

  /** Read faces: labels with blanks between them, dice separated by | or by lines. An Error says what is wrong. */
  static parse(text, puzzle, name = "") {
    return DiceSet.checked(puzzle, readDice(text, puzzle), name);
  }

  /** Return a set of dice that came from outside; an Error says what is wrong with it. */
  static checked(puzzle, dice, name = "") {
    const wanted = puzzle.blockers;
    if (dice.length > wanted) {
      throw new Error(`These are ${dice.length} dice: this puzzle has ${wanted}, one for each blocker.`);
    }
    for (const [die, faces] of dice.entries()) {
      if (faces.length > MOST_FACES) throw new Error(`Die ${die + 1} has more than ${MOST_FACES} faces.`);
      const free = faces.find((cell) => !puzzle.blockable(cell));
      if (free !== undefined) throw new Error(`Die ${die + 1} shows ${puzzle.label(free)}, which may not be blocked.`);
    }
    return new DiceSet(puzzle, Array.from({ length: wanted }, (_, die) => dice[die] ?? []), name);
  }

  format() { return this.dice.map((faces) => this.puzzle.labels(faces)).join(" | "); }

  /** The numbers of the dice, from 0, that show each cell. */
  owners() {
    const owners = this.puzzle.cells.map(() => []);
    this.cells.forEach((cells, die) => cells.forEach((cell) => owners[cell].push(die)));
    return owners;
  }

  /** Say which cells are on several dice; nothing where none is. */
  get sharing() {
    const shared = [...this.owners().entries()].filter(([, dice]) => dice.length > 1);
    return shared.map(([cell, dice]) =>
      `${this.puzzle.label(cell)} is on ${dice.map((die) => `die ${die + 1}`).join(" and on ")}`).join(", ");
  }

  /** Say why these dice can't be rolled yet; nothing where they can. */
  get trouble() { return this.unfinished || this.misplaced; }

  /** Say which dice have no cell yet; nothing where all have. */
  get unfinished() {
    const empty = [...this.dice.keys()].filter((die) => !this.dice[die].length).map((die) => die + 1);
    if (empty.length === 1) return `Die ${empty[0]} has no cell yet.`;
    if (empty.length) return `Dice ${empty.slice(0, -1).join(", ")} and ${empty.at(-1)} have no cells yet.`;
    return "";
  }

  /** Say which dice mix or share regions where each has a die of its own; nothing where none does. */
  get misplaced() {
    const [owner, why] = [new Map(), "each region needs a die of its own."];
    const named = ({ name }) => name || "region";
    for (const [die, faces] of this.dice.entries()) {
      const [one, other] = this.puzzle.regions.filter(({ cells }) => faces.some((cell) => cells.includes(cell)));
      const two = other && `${named(one)} and ${named(other)}`;
      if (two) return `Die ${die + 1} shows cells of two regions, ${two}: ${why}`;
      if (owner.has(one)) return `Die ${owner.get(one)} and die ${die + 1} show cells of one region: ${why}`;
      if (one) owner.set(one, die + 1);
    }
    return "";
  }

  /** The set with a cell on a die, and on no other die unless they may share it. */
  painted(die, cell, { share = false } = {}) {
    const { dice } = share ? this : this.erased(cell);
    const faces = this.dice[die].includes(cell) ? this.dice[die] : [...this.dice[die], cell];
    return this.with(dice.with(die, faces));
  }

  /** The set with a cell on no die, or not on one die. */
  erased(cell, die = null) {
    return this.with(this.dice.map((faces, number) =>
      (die === null || number === die ? faces.filter((other) => other !== cell) : faces)));
  }

  /** The set where a die shows a cell on one face more, or on one face less. */
  repeated(die, cell, by) {
    const [faces, place] = [[...this.dice[die]], this.dice[die].lastIndexOf(cell)];
    if (by < 0) faces.splice(place, 1);
    else if (faces.length < MOST_FACES) faces.splice(place + 1, 0, cell);
    return this.with(this.dice.with(die, faces));
  }

  image({ permutation }) {
    return this.with(this.dice.map((faces) => faces.map((cell) => permutation[cell])));
  }

  with(dice, name = this.name) { return new DiceSet(this.puzzle, dice, name); }
  equals(other) { return this.format() === other.format(); }

  toFile() {
    const dice = this.dice.map((faces) => faces.map((cell) => this.puzzle.label(cell)));
    const fields = { schema: SCHEMA, name: this.name || "unnamed", puzzle: this.puzzle.text, dice };
    return `${JSON.stringify(this.shared ? { ...fields, shared_cells: true } : fields)}\n`;
  }

  /** Read a file of dicelab, or faces; an Error says what is wrong. */
  static fromFile(text, puzzle) {
    if (!text.trim().startsWith("{")) return DiceSet.checked(puzzle, all(readDice(text, puzzle), puzzle));
    const fields = attempt(() => JSON.parse(text), "This file is damaged: it is not whole JSON.");
    const isSet = fields?.schema === SCHEMA && Array.isArray(fields.dice);
    if (!isSet) throw new Error("This file is not a dice set of dicelab.");
    const named = fields.puzzle ?? "genius-square";
    if (named !== puzzle.text && named !== puzzle.name) {
      throw new Error(`This set is for the puzzle ${String(named).slice(0, 60)}: choose that puzzle first.`);
    }
    const dice = fields.dice.map((faces, die) => readFaces(faces, die + 1, puzzle));
    const name = typeof fields.name === "string" ? fields.name.slice(0, 100) : "";
    return DiceSet.checked(puzzle, all(dice, puzzle), name);
  }

  /** The whole set as the fragment of an address. */
  toFragment() {
    const dice = this.dice.map((faces) => faces.map((cell) => encoded(this.puzzle.label(cell))).join(".")).join("~");
    return `#puzzle=${encoded(this.puzzle.id)}&dice=${dice}${this.name ? `&name=${encoded(this.name)}` : ""}`;
  }

  /** Read the set of a fragment; nothing where it has none. An Error says what is wrong. */
  static fromFragment(fragment, puzzle) {
    const fields = fragmentFields(fragment);
    if (fields.dice === undefined) return null;
    const dice = fields.dice.split("~").map((faces) => puzzle.readCells(faces.split(".").map(decoded).join(" ")));
    return DiceSet.checked(puzzle, all(dice, puzzle), decoded(fields.name ?? "").slice(0, 100));
  }
}

const readDice = (text, puzzle) => text.trim().split(/[|\n]+/).map((die) => puzzle.readCells(die));

/** Return dice that are complete; a link that was cut short would open empty dice otherwise. */
function all(dice, { blockers }) {
  if (dice.length >= blockers) return dice;
  throw new Error(`Only ${dice.length} of the ${blockers} dice are here: copy them once more, whole.`);
}

/** Read the faces of a die in a file; an Error tells where the damage is. */
function readFaces(faces, die, puzzle) {
  if (!Array.isArray(faces)) throw new Error(`Die ${die} is damaged: it is not a list of cells.`);
  return faces.map((face, place) => {
    const where = `Die ${die}, face ${place + 1}`;
    const label = typeof face === "string" || typeof face === "number" ? String(face) : "";
    if (!label.trim()) throw new Error(`${where} is damaged: it is not a cell.`);
    const cell = puzzle.cell(label.trim());
    if (cell !== undefined) return cell;
    throw new Error(`${where}: ${puzzle.whyNoCell(label)}`);
  });
}
