/** Where a board stands among others by its number of tilings. */

import { cellsOf, maskOf } from "./model.js";

const SHOWN = 6;
const SAMPLE = 200;
const TRIES = 2_000;

/** Bands of difficulty, the hardest first: the share of the solvable boards that are as hard or harder. */
const BANDS = { extreme: 0.01, "very-hard": 0.1, hard: 0.3, medium: 0.7, easy: 1 };

/** The least number of tilings that a share of the sorted pairs [tilings, boards] does not exceed. */
function quantile(pairs, share) {
  const all = pairs.reduce((sum, [, boards]) => sum + boards, 0);
  let reached = 0;
  return pairs.find(([, boards]) => (reached += boards) / all >= share)?.[0] ?? 0;
}

/** The tilings of some boards in figures, as `dicelab stats` gives them. */
export function figures(boards) {
  const sorted = [...boards].sort((a, b) => a.tilings - b.tilings);
  const values = sorted.map((one) => one.tilings);
  const most = values.at(-1) ?? 0;
  const bins = [{ from: 0, to: 0, weight: 0 }];
  for (let from = 1; from <= most; from *= 2) bins.push({ from, to: 2 * from - 1, weight: 0 });
  for (const value of values) bins[value ? Math.floor(Math.log2(value)) + 1 : 0].weight++;
  return { boards: values.length, fewest: values[0] ?? 0, most, bins,
    mean: values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length),
    median: quantile(values.map((value) => [value, 1]), 0.5),
    hardest: sorted.slice(0, SHOWN), easiest: sorted.slice(-SHOWN).reverse() };
}

/** The least and the greatest number of tilings of a band, among sorted pairs of solvable boards. */
function rangeOf(band, pairs) {
  if (typeof band !== "string") return [band?.fewest ?? 1, band?.most ?? Infinity];
  const names = Object.keys(BANDS);
  const place = names.indexOf(band);
  if (place < 0) throw new Error(`There is no band of difficulty “${band.slice(0, 20)}”.`);
  return [place ? quantile(pairs, BANDS[names[place - 1]]) + 1 : 1, quantile(pairs, BANDS[band])];
}

/** Boards by the table of the tilings of all boards. */
export class Standing {
  constructor(model, table) {
    this.model = model;
    this.table = table;
    const boards = new Map();
    table.tilings.forEach((tilings, n) => boards.set(tilings, (boards.get(tilings) ?? 0) + table.sizes[n]));
    this.pairs = [...boards].filter(([tilings]) => tilings).sort((a, b) => a[0] - b[0]);
  }

  tilings(lo, hi) {
    return this.table.tilings[this.table.orbit(lo, hi)];
  }

  /** How many of all solvable boards have fewer, as many and more tilings. */
  of(board) {
    const tilings = this.tilings(...board);
    const sum = (holds) => this.pairs.reduce((total, [one, boards]) => total + (holds(one) ? boards : 0), 0);
    const [fewer, equal] = [sum((one) => one < tilings), sum((one) => one === tilings)];
    const of = sum(() => true);
    return { tilings, fewer, equal, more: of - fewer - equal, of };
  }

  /** The orbits with so many tilings. */
  matching([fewest, most]) {
    const found = [];
    this.table.tilings.forEach((tilings, n) => tilings >= fewest && tilings <= most && found.push(n));
    return found;
  }

  /** A board of each orbit with so many tilings, some of them, the hardest first. */
  list({ fewest = 1, most = Infinity }, start, number) {
    const found = this.matching([fewest, most]);
    const { tilings, places, ranks } = this.table;
    found.sort((a, b) => tilings[a] - tilings[b] || a - b);
    const shown = found.slice(start, start + number);
    const boards = shown.map((n) => ({ board: cellsOf(...ranks.unrank(places[n])), tilings: tilings[n] }));
    return { boards, orbits: found.length };
  }

  /** A random board of a band, each with the same chance; null if there is none. */
  random(band, rng) {
    const { sizes, places, ranks, tilings } = this.table;
    const found = this.matching(rangeOf(band, this.pairs));
    let place = rng() * found.reduce((sum, n) => sum + sizes[n], 0);
    const orbit = found.find((n) => (place -= sizes[n]) < 0) ?? found.at(-1);
    if (orbit === undefined) return null;
    const board = ranks.unrank(places[orbit]);
    const { symmetries } = this.model;
    const turned = this.model.image(...board, symmetries[Math.floor(rng() * symmetries.length)]);
    return { board: cellsOf(...turned), tilings: tilings[orbit] };
  }
}

/** A board that the puzzle allows, each with the same chance. */
export function anyBoard({ fields, blockers }, rng) {
  const pick = (cells) => cells[Math.floor(rng() * cells.length)];
  if (fields.regions.length) return maskOf(fields.regions.map((region) => pick(region.cells)));
  const cells = fields.cells.map((_, cell) => cell).filter((cell) => !fields.always_free.includes(cell));
  const board = new Set();
  while (board.size < blockers) board.add(pick(cells));
  return maskOf(board);
}

/** A random board of a band without a table: boards are drawn and counted, and the bands are theirs. */
export async function drawnBoard(model, band, rng, boards, pause) {
  const drawn = [];
  const draw = async () => {
    const board = anyBoard(model, rng);
    drawn.push({ board: cellsOf(...board), ...await boards.count(board, undefined, pause) });
    await pause(drawn.length, SAMPLE);
    return drawn.at(-1);
  };
  if (typeof band === "string") while (drawn.length < SAMPLE) await draw();
  const pairs = drawn.filter((one) => one.tilings).map((one) => [one.tilings, 1]).sort((a, b) => a[0] - b[0]);
  const [fewest, most] = rangeOf(band, pairs);
  const fits = (one) => one.tilings >= fewest && one.tilings <= most;
  const found = drawn.filter(fits);
  if (found.length) return found[Math.floor(rng() * found.length)];
  for (let n = 0; n < TRIES; n++) {
    const one = await draw();
    if (fits(one)) return one;
  }
  return null;
}
