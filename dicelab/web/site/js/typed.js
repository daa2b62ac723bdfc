/** Dice sets by typing. */

import { DiceSet } from "./dice.js";

/**
 * Change a set as a line says: `A1 = 3` puts a cell on a die (0: on none), `A1 A2 | B1` are all dice, and
 * `B1 C3` the faces of the chosen die. An Error says in one sentence what is wrong.
 */
export function typed(text, set, die, share) {
  if (!text.trim()) throw new Error(`Write cells first, such as ${set.puzzle.label(0)} = 1.`);
  if (text.includes("=")) return assigned(text, set, share);
  if (/[|\n]/.test(text.trim())) return allDice(text, set, share);
  if (die < 0) throw new Error("Choose a die first: these cells become its faces.");
  const faces = set.puzzle.readCells(text);
  const cleared = share ? set : faces.reduce((made, cell) => made.erased(cell), set);
  const dice = cleared.dice.map((other, number) => (number === die ? faces : other));
  return DiceSet.checked(set.puzzle, dice, set.name);
}

function assigned(text, set, share) {
  const most = set.puzzle.blockers;
  let made = set;
  const rest = text.replace(/([^=]*)=\s*([^\s,;=]*)/g, (_, labels, word) => {
    const cells = set.puzzle.readCells(labels);
    const number = /^\d+$/.test(word) ? Number(word) : Infinity;
    if (!cells.length) throw new Error("Write a cell before the sign =.");
    if (number > most) throw new Error(`Write a die after the sign =, from 1 to ${most}, or 0 for no die.`);
    for (const cell of cells) made = number ? made.painted(number - 1, cell, { share }) : made.erased(cell);
    return "";
  });
  if (/\w/.test(rest)) throw new Error(`Write “= 1” after ${rest.trim()}, or the number of another die.`);
  return DiceSet.checked(set.puzzle, made.dice, set.name);
}

function allDice(text, set, share) {
  const made = DiceSet.parse(text, set.puzzle, set.name);
  const cell = made.owners().findIndex((dice) => dice.length > 1);
  if (cell < 0 || share) return made;
  const [first, second] = made.owners()[cell];
  throw new Error(`${set.puzzle.label(cell)} is on die ${first + 1} and on die ${second + 1}: `
    + "give each cell to one die, or tick “A cell may be on several dice”.");
}
