/** How dice, rolls and tilings are marked on a board; boards to look at, and links to them. */
import { h } from "./dom.js";
import { encoded } from "./fragment.js";

const BLOCKER = { fill: "#14181f", ink: "#ffffff" };

/** The marks of all cells of a set: colours and numbers of the dice that show them. */
export function diceMarks(set) {
  return set.owners().map((dice) => (dice.length ? {
    ...dieMark(set.puzzle, dice[0]), small: numbers(dice, "+"), about: `die ${numbers(dice, " and ")}`,
  } : { about: "on no die" }));
}

/** The marks of a board that dice can roll: blockers with the numbers of their dice, and rings on `fault` cells. */
export function rollMarks(set, board, fault = []) {
  return set.owners().map((dice, cell) => ({ text: "", large: true, ring: fault.includes(cell),
    ...(board.includes(cell) ? { ...dieMark(set.puzzle, dice[0] ?? 0), text: numbers(dice, "+") } : {}) }));
}

/** The marks of a board without dice: black blockers, and rings on some cells. */
export function boardMarks(puzzle, board, rings = []) {
  return puzzle.cells.map((_, cell) => ({ ring: rings.includes(cell),
    ...(board.includes(cell) ? { ...BLOCKER, small: "●", about: "blocked" } : {}) }));
}

export const dieMark = ({ dice_fills: fills, dice_inks: inks }, die) =>
  ({ fill: fills[die % fills.length], ink: inks[die % inks.length] });

export function tilingPieces(puzzle, tiling) {
  return tiling.map(({ piece, copy, cells }) => {
    const { fills, inks, labels } = puzzle.pieces[piece];
    return { cells, fill: fills[copy], ink: inks[copy], label: labels[copy] };
  });
}

export function boardPicture({ puzzle }, label, marks, pieces = []) {
  const picture = h("cell-board");
  picture.setAttribute("label", label);
  return Object.assign(picture, { puzzle, marks, pieces });
}

/** A link that leads to a board on the explore page. */
export const boardLink = (puzzle, board, words = puzzle.labels(board)) =>
  h("a", { href: `explore.html${boardFragment(puzzle, board)}` }, words);

export function boardFragment(puzzle, board) {
  return `#puzzle=${puzzle.id}&board=${board.map((cell) => encoded(puzzle.label(cell))).join(".")}`;
}

const numbers = (dice, between) => dice.map((die) => die + 1).join(between);
