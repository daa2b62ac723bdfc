/** A board while it is put together: an ascending array of the cells that are blocked so far. */
import { decoded, fragmentFields } from "./fragment.js";

/** Say why no blocker may be put on a cell; nothing where one may. */
export function whyNot(puzzle, board, cell) {
  const label = puzzle.label(cell);
  if (!puzzle.blockable(cell)) return `${label} may not be blocked in this puzzle.`;
  return puzzle.regions.length || board.length < puzzle.blockers || board.includes(cell) ? ""
    : `All ${board.length} blockers are on the board: take one off first, or drag one to ${label}.`;
}

/** The board with a blocker more or less; the blocker of a region moves. */
export function toggled(puzzle, board, cell) {
  const region = puzzle.regions.find(({ cells }) => cells.includes(cell));
  const others = board.filter((other) => other !== cell && !region?.cells.includes(other));
  return (board.includes(cell) ? others : [...others, cell]).sort((a, b) => a - b);
}

/** Read labels, perhaps fewer than the puzzle has blockers; an Error says what is wrong. */
export function readBlockers(puzzle, text) {
  const cells = [...new Set(puzzle.readCells(text))];
  if (cells.length >= puzzle.blockers) return puzzle.readBoard(text);
  const wrong = cells.map((cell) => whyNot(puzzle, [], cell)).find(Boolean);
  if (wrong) throw new Error(wrong);
  return cells.reduce((board, cell) => toggled(puzzle, board, cell), []);
}

/** Read the board of a fragment; nothing where it has none. */
export function readFragment(puzzle, fragment) {
  const { board } = fragmentFields(fragment);
  return board === undefined ? null : readBlockers(puzzle, board.split(".").map(decoded).join(" "));
}

/** The number of the face that each die shows; they are rolled again where two show the same cell. */
export function rolledFaces(puzzle, dice) {
  for (let rolls = 0; rolls < 1000; rolls += 1) {
    const shown = dice.map((faces) => Math.floor(Math.random() * faces.length));
    const board = new Set(dice.map((faces, die) => faces[shown[die]]));
    if (!puzzle.whyNoBoard([...board].sort((a, b) => a - b))) return shown;
  }
  throw new Error("Nearly every roll shows a cell twice.");
}

/** The board of dice that show some faces. */
export const boardOf = (dice, shown) => dice.map((faces, die) => faces[shown[die]]).sort((a, b) => a - b);

/** A roll of dice; they are rolled again where two show the same cell. */
export const rollOf = (puzzle, dice) => boardOf(dice, rolledFaces(puzzle, dice));

/** A board at random: every board of the puzzle is as likely as any other. */
export function randomBoard(puzzle) {
  const cells = [...puzzle.cells.keys()].filter((cell) => puzzle.blockable(cell));
  const parts = puzzle.regions.map((region) => region.cells);
  return rollOf(puzzle, parts.length ? parts : Array(puzzle.blockers).fill(cells));
}
