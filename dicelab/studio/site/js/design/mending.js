/** The known set that some dice mean, and the smallest change of faces after which every roll is solvable. */
import { DiceSet } from "../parts/dice.js";

/** So many mends of two faces are examples enough, and so many of two certain faces. */
const [ENOUGH, A_PAIR] = [24, 4];

// A new cell only adds boards: so one has to leave a die, and the next needs only the boards that show it.

/**
 * {faces: 0 if all is well, null if two are not enough; mends [[{die, from, to}…]]; exact: all is decided}.
 * @param {DiceSet} set
 * @param {any} engine
 * @param {Options} options
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
  async function mendsOf(kept, left, most, rest = kept) {
    const [gap, ...others] = left;
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

const without = (dice, way) => dice.map((faces, die) =>
  faces.filter((cell) => !way.some((gap) => gap.die === die && gap.from === cell)));

/** Whether dice can show all cells of a board, one each. */
function canRoll(dice, board) {
  const [cell, ...others] = board;
  return cell === undefined
    || dice.some((faces, die) => faces.includes(cell) && canRoll(dice.with(die, []), others));
}

export function mended(set, mend) {
  const changed = (faces, { from, to }) => faces.with(faces.indexOf(from), to);
  return set.with(mend.reduce((dice, one) => dice.with(one.die, changed(dice[one.die], one)), set.dice));
}

/** What one die has to lose and to get to be another: {drop, add, faces}. */
export function difference(mine, wanted) {
  // Who types each cell only once says nothing about how often it is repeated.
  const [ours, add] = mine.length === wanted.length ? [mine, [...wanted]]
    : [mine, wanted].map((faces) => [...new Set(faces)]);
  const drop = ours.filter((cell) => !add.includes(cell) || !add.splice(add.indexOf(cell), 1));
  return { drop, add, faces: Math.max(drop.length, add.length) };
}

/** Match the rows of a small square table with its columns at the least cost: the column of each row. */
export function matching(costs) {
  // Of the ways to match the first rows with the same columns only the cheapest goes on.
  let ways = new Map([[0, { cost: 0, columns: [] }]]);
  for (const row of costs) {
    const longer = new Map();
    for (const [used, { cost, columns }] of ways) {
      row.forEach((price, column) => {
        const key = used | (1 << column);
        if (key === used || longer.get(key)?.cost <= cost + price) return;
        longer.set(key, { cost: cost + price, columns: [...columns, column] });
      });
    }
    ways = longer;
  }
  return ways.values().next().value.columns;
}

/** The known set, if there is one, that differs in the fewest faces, its dice in the order of the given. */
export function nearestKnownSet(dice, puzzle) {
  return puzzle.sets.flatMap((known) => puzzle.symmetries.map(({ permutation }, number) => {
    const image = known.dice.map((faces) => faces.map((cell) => permutation[cell]));
    const costs = dice.map((mine) => image.map((wanted) => difference(mine, wanted).faces));
    const columns = matching(costs);
    const faces = columns.reduce((sum, column, row) => sum + costs[row][column], 0);
    return { known, isImage: number > 0, faces, dice: columns.map((column) => image[column]) };
  })).sort((a, b) => a.faces - b.faces)[0];
}

/** The pairs of dice, from 0, that show the same cells. */
export function equalDice(dice) {
  const texts = dice.map((faces) => [...new Set(faces)].sort().join());
  const pairs = texts.flatMap((_, one) => texts.map((_other, other) => [one, other]));
  return pairs.filter(([one, other]) => one < other && texts[one] && texts[one] === texts[other]);
}
