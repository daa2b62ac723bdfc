/** The smallest change of faces after which every roll can be solved, found by trying all of one or two. */

import { DiceSet } from "./dice.js";

/** So many mends of two faces are examples enough, and so many of two certain faces. */
const [ENOUGH, A_PAIR] = [24, 4];

/**
 * Try all changes of one face and, if none is enough, of two. A new cell on a die only adds boards: so a cell
 * has to leave a die, and what comes in its place needs only the boards that show it. Returns {faces, mends,
 * exact}: a mend is a list of {die, from, to}; `faces` is 0 where nothing is to be mended, null where two are
 * not enough; `exact` is false where the engine left a verdict open.
 */
export async function smallestMend(set, engine, { signal, progress = () => {} }) {
  const { dice, puzzle } = set;
  const decided = new Map();
  let exact = true;

  async function solvable(tried) {
    signal?.throwIfAborted();
    const key = tried.join("|");
    // Without all dice there is no roll.
    if (!tried.every((faces) => faces.length)) return true;
    if (!decided.has(key)) decided.set(key, await engine.verdict(tried, { shared: true, signal }));
    const { failing, complete } = decided.get(key);
    exact &&= complete || failing > 0;
    return complete && !failing;
  }

  /** Whether a cell may come in place of one that left a die. */
  async function fits(rest, { die, from }, cell) {
    const whole = dice.with(die, [...rest[die], cell]);
    return cell !== from && !new DiceSet(puzzle, whole).trouble
      && (rest[die].includes(cell) || await solvable(rest.with(die, [cell])));
  }

  /** The mends that put cells in place of those that left; `kept` is what all of them keep. */
  async function mendsOf(kept, [gap, ...others], most, rest = kept) {
    if (!gap) return [[]];
    const found = [];
    for (const to of puzzle.cells.keys()) {
      if (found.length >= most || !await fits(kept, gap, to) || !await fits(rest, gap, to)) continue;
      const more = await mendsOf(kept, others, most, rest.with(gap.die, [...rest[gap.die], to]));
      found.push(...more.map((mend) => [{ ...gap, to }, ...mend]));
    }
    return found.slice(0, most);
  }

  const first = await engine.verdict(dice, { shared: true, signal });
  if (!first.failing) return { faces: first.complete ? 0 : null, mends: [], exact: first.complete };
  for (const faces of [1, 2]) {
    const mends = [];
    const ways = gaps(dice, faces).filter((way) =>
      !first.examples.some((board) => canRoll(without(dice, way), board)));
    for (const [number, way] of ways.entries()) {
      progress(number, ways.length);
      const kept = without(dice, way);
      if (await solvable(kept)) mends.push(...await mendsOf(kept, way, faces === 1 ? Infinity : A_PAIR));
      if (faces === 2 && mends.length >= ENOUGH) break;
    }
    // First those that leave the fewest cells out.
    const covered = (mend) => new Set(mended(set, mend).dice.flat()).size;
    if (mends.length) return { faces, mends: mends.sort((a, b) => covered(b) - covered(a)), exact };
  }
  return { faces: null, mends: [], exact };
}

/** All ways to empty so many faces, a list of {die, from}; a cell leaves all faces of a die that show it. */
function gaps(dice, faces) {
  const cells = dice.flatMap((die, number) => [...new Set(die)].map((from) =>
    die.filter((cell) => cell === from).map(() => ({ die: number, from }))));
  const single = cells.filter((gap) => gap.length === 1).flat();
  const pairs = single.flatMap((one, place) => single.slice(place + 1).map((other) => [one, other]));
  return [...cells.filter((gap) => gap.length === faces), ...(faces === 2 ? pairs : [])];
}

function without(dice, way) {
  const stays = (die, cell) => !way.some((gap) => gap.die === die && gap.from === cell);
  return dice.map((faces, die) => faces.filter((cell) => stays(die, cell)));
}

/** Whether dice can show all cells of a board, one each. */
function canRoll(dice, [cell, ...others]) {
  return cell === undefined
    || dice.some((faces, die) => faces.includes(cell) && canRoll(dice.with(die, []), others));
}

/** The set after a mend. */
export function mended(set, mend) {
  const changed = (faces, { from, to }) => faces.with(faces.indexOf(from), to);
  return set.with(mend.reduce((dice, one) => dice.with(one.die, changed(dice[one.die], one)), set.dice));
}
