/** The smallest change of faces after which every roll can be solved, found by trying all of one or two faces. */

import { DiceSet } from "./dice.js";

/** So many mends of two faces are examples enough. */
const ENOUGH = 24;

/**
 * Try all changes of one face and, if none is enough, of two; an engine's verdict settles each. A new cell on a die only
 * adds boards, so where rolls fail a cell has to leave a die; and if the boards without it can all be solved, a cell
 * that comes in its place needs only the boards that show it.
 *
 * Returns {faces, mends, exact}: a mend is a list of {die, from, to}. `faces` is 0 where nothing is to be mended and
 * null where two are not enough; `exact` is false where the engine left a verdict open.
 */
export async function smallestMend(set, engine, { signal, progress = () => {} }) {
  const { dice, puzzle } = set;
  const decided = new Map();
  let exact = true;

  async function solvable(tried) {
    signal?.throwIfAborted();
    const key = tried.join("|");
    if (!decided.has(key)) {
      const { failing, complete } = await engine.verdict(tried, { shared: true, signal });
      exact &&= complete || failing > 0;
      decided.set(key, complete && !failing);
    }
    return decided.get(key);
  }

  /** The cells that can come in place of one that left a die, whatever came to the other dice. */
  async function comers(rest, { die, cell: left }) {
    const found = [];
    for (const cell of puzzle.cells.keys()) {
      const whole = dice.with(die, [...rest[die], cell]);
      if (cell === left || new DiceSet(puzzle, whole).trouble) continue;
      const known = rest[die].includes(cell) || rest.some((other, number) => number !== die && !other.length);
      if (known || await solvable(rest.with(die, [cell]))) found.push(cell);
    }
    return found;
  }

  async function pairs(rest, [one, other]) {
    const [ones, others] = [await comers(rest, one), await comers(rest, other)];
    const found = [];
    for (const first of ones) {
      for (const second of others) {
        if (found.length === 4) return found;
        const settled = one.die === other.die || rest[one.die].includes(first) || rest[other.die].includes(second);
        if (settled || await solvable(rest.with(one.die, [first]).with(other.die, [second]))) {
          found.push([{ die: one.die, from: one.cell, to: first }, { die: other.die, from: other.cell, to: second }]);
        }
      }
    }
    return found;
  }

  const first = await engine.verdict(dice, { shared: true, signal });
  if (!first.failing) return { faces: first.complete ? 0 : null, mends: [], exact: first.complete };
  for (const faces of [1, 2]) {
    const ways = removals(dice, faces).filter((way) => !first.examples.some((board) => canRoll(without(dice, way), board)));
    const mends = [];
    for (const [number, way] of ways.entries()) {
      progress(number, ways.length);
      const rest = without(dice, way);
      if (rest.every((die) => die.length) && !(await solvable(rest))) continue;
      const [one, other = one] = way;
      if (faces === 2) mends.push(...await pairs(rest, [one, other]));
      else mends.push(...(await comers(rest, one)).map((to) => [{ die: one.die, from: one.cell, to }]));
      if (faces === 2 && mends.length >= ENOUGH) break;
    }
    if (mends.length) return { faces, mends: ranked(mends, set), exact };
  }
  return { faces: null, mends: [], exact };
}

/** All ways to take cells away from dice that cost so many faces; a cell on two faces of a die costs two. */
function removals(dice, faces) {
  const cells = dice.flatMap((die, number) => [...new Set(die)].map((cell) =>
    ({ die: number, cell, faces: die.filter((other) => other === cell).length })));
  const light = cells.filter((one) => one.faces === 1);
  return [...cells.filter((one) => one.faces === faces).map((one) => [one]),
    ...(faces === 2 ? light.flatMap((one, place) => light.slice(place + 1).map((other) => [one, other])) : [])];
}

function without(dice, way) {
  return dice.map((faces, die) => faces.filter((cell) => !way.some((one) => one.die === die && one.cell === cell)));
}

/** Whether dice can show all cells of a board, one each. */
function canRoll(dice, [cell, ...others]) {
  return cell === undefined || dice.some((die, number) => die.includes(cell) && canRoll(dice.with(number, []), others));
}

/** The set after a mend. */
export function mended(set, mend) {
  return set.with(mend.reduce((dice, { die, from, to }) => dice.with(die, dice[die].with(dice[die].indexOf(from), to)), set.dice));
}

/** Mends that share fewer cells come first, and among them those that keep more rolls. */
function ranked(mends, set) {
  const shared = (made) => made.owners().reduce((sum, dice) => sum + Math.max(dice.length - 1, 0), 0);
  return mends.map((mend) => [mended(set, mend), mend])
    .sort(([a], [b]) => shared(a) - shared(b) || b.rolls - a.rolls).map(([, mend]) => mend);
}
