/** Dice sets by typing. */

import { DiceSet } from "./dice.js";

/**
 * Change a set as a line says: `A1 = 3` puts cells on a die (0 on none), `A1 A2 | B1 …` are all dice, and `B1 C3` are
 * the faces of the chosen die. An Error says in one sentence what is wrong.
 */
export function typed(text, set, die, share) {
  if (!text.trim()) throw new Error("Write cells first, such as A1 = 3.".replace("A1", set.puzzle.label(0)));
  if (text.includes("=")) return assigned(text, set, share);
  if (/[|\n]/.test(text.trim())) return allDice(text, set, share);
  if (die < 0) throw new Error("Choose a die first: these cells become its faces.");
  const faces = DiceSet.parse(text, set.puzzle).dice[0];
  const cleared = share ? set : faces.reduce((made, cell) => made.erased(cell), set);
  return set.with(cleared.dice.map((other, number) => (number === die ? faces : other)));
}

function assigned(text, set, share) {
  const { puzzle } = set;
  let made = set;
  let cells = [];
  const words = text.replace(/=/g, " = ").split(/[\s,;|]+/).filter(Boolean);
  for (let place = 0; place < words.length; place += 1) {
    if (words[place] !== "=") {
      cells.push(...DiceSet.parse(words[place], puzzle).dice[0]);
      continue;
    }
    place += 1;
    const number = Number(words[place]);
    if (!cells.length) throw new Error("Write a cell before the sign =.");
    if (!Number.isInteger(number) || number < 0 || number > puzzle.blockers) {
      throw new Error(`Write the number of a die after the sign =, from 1 to ${puzzle.blockers}, or 0 for no die.`);
    }
    for (const cell of cells) made = number ? made.painted(number - 1, cell, { share }) : made.erased(cell);
    cells = [];
  }
  if (cells.length) throw new Error(`Write the die of ${puzzle.labels(cells)} behind a sign =.`);
  return made;
}

function allDice(text, set, share) {
  const made = DiceSet.parse(text, set.puzzle, set.name);
  const cell = made.owners().findIndex((dice) => dice.length > 1);
  if (cell >= 0 && !share) {
    const [first, second] = made.owners()[cell];
    throw new Error(`${set.puzzle.label(cell)} is on die ${first + 1} and on die ${second + 1}: `
      + "give each cell to one die, or tick “A cell may be on several dice”.");
  }
  return made;
}
