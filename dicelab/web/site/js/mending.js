/** The smallest change of faces after which every roll can be solved: all of one or two faces are tried. */

import { DiceSet } from "./dice.js";

/** So many mends of two faces are examples enough, and so many of the same two faces. */
const [ENOUGH, ALIKE] = [24, 4];

/**
 * Try all changes of one face and, if none is enough, of two; an engine's verdict settles each. A new cell on
 * a die only adds boards: where rolls fail a cell has to leave a die, and only if the others can all be solved
 * may one come in its place. Returns {faces, mends, exact}: a mend is a list of {die, from, to}. `faces` is 0
 * where nothing is to be mended and null where two are not enough.
 */
export async function smallestMend(set, engine, { signal, progress = () => {} }) {
  const { dice, puzzle } = set;
  const decided = new Map();
  const judge = (tried) => engine.verdict(tried, { shared: true, signal });

  async function solvable(tried) {
    signal?.throwIfAborted();
    const key = tried.join("|");
    if (!decided.has(key)) decided.set(key, !(await judge(tried)).failing);
    return decided.get(key);
  }

  const { failing, examples } = await judge(dice);
  if (!failing) return { faces: 0, mends: [], exact: true };
  const all = dice.flatMap((faces, die) => faces.map((from, face) => ({ die, face, from })));
  const pairs = all.flatMap((one, n) => all.slice(n + 1).map((other) => [one, other]));
  const ways = [all.map((one) => [one]), pairs];
  for (const [number, some] of ways.entries()) {
    const mends = [];
    for (const [done, way] of some.entries()) {
      if (number && mends.length >= ENOUGH) break;
      progress(done, some.length);
      const leaves = (die, face) => way.some((one) => one.die === die && one.face === face);
      const rest = dice.map((faces, die) => faces.filter((_, face) => !leaves(die, face)));
      // A cell that is on two faces of a die has to leave both.
      if (way.some(({ die, from }) => rest[die].includes(from))) continue;
      if (examples.some((board) => canRoll(rest, board)) || !(await solvable(rest))) continue;
      let found = [[]];
      for (const { die, from } of way) {
        const comers = [];
        for (const to of puzzle.cells.keys()) {
          const own = [...rest[die], to];
          if (to === from || new DiceSet(puzzle, dice.with(die, own)).trouble) continue;
          if (await solvable(rest.with(die, own))) comers.push({ die, from, to });
        }
        found = found.flatMap((mend) => comers.map((one) => [...mend, one]));
      }
      const before = mends.length;
      for (const mend of found) {
        if (number && mends.length === before + ALIKE) break;
        if (await solvable(mended(set, mend).dice)) mends.push(mend);
      }
    }
    if (mends.length) return { faces: number + 1, mends: ranked(mends, set), exact: true };
  }
  return { faces: null, mends: [], exact: true };
}

/** Whether dice can show all cells of a board, one each. */
function canRoll(dice, [cell, ...others]) {
  return cell === undefined
    || dice.some((die, number) => die.includes(cell) && canRoll(dice.with(number, []), others));
}

/** The set after a mend. */
export function mended(set, mend) {
  const changed = (faces, { from, to }) => faces.with(faces.indexOf(from), to);
  return set.with(mend.reduce((dice, one) => dice.with(one.die, changed(dice[one.die], one)), set.dice));
}

/** Mends that share fewer cells come first, and among them those that keep more rolls. */
function ranked(mends, set) {
  const shared = (made) => made.owners().reduce((sum, dice) => sum + Math.max(dice.length - 1, 0), 0);
  return mends.map((mend) => [mended(set, mend), mend])
    .sort(([a], [b]) => shared(a) - shared(b) || b.rolls - a.rolls).map(([, mend]) => mend);
}
