/** Boards by their numbers of tilings. */

const SHOWN = 6;
/** The difficulties, the hardest first: the share of the solvable boards that are as hard or harder. */
const DIFFICULTIES = { extreme: 0.01, "very-hard": 0.1, hard: 0.3, medium: 0.7, easy: 1 };

/** The tilings of some boards in figures, as `dicelab stats` gives them. */
export function figures(boards) {
  const sorted = boards.sort((a, b) => a.tilings - b.tilings);
  const values = sorted.map((one) => one.tilings);
  const [fewest, most, number] = [values[0] ?? 0, values.at(-1) ?? 0, values.length];
  const bins = [{ from: 0, to: 0, weight: 0 }];
  for (let from = 1; from <= most; from *= 2) bins.push({ from, to: 2 * from - 1, weight: 0 });
  for (const value of values) bins[value ? Math.floor(Math.log2(value)) + 1 : 0].weight++;
  return { boards: number, fewest, most, bins, median: values[Math.ceil(number / 2) - 1] ?? 0,
    mean: values.reduce((sum, value) => sum + value, 0) / (number || 1),
    hardest: sorted.slice(0, SHOWN), easiest: sorted.slice(-SHOWN).reverse() };
}

/** Classes of boards: the numbers of their tilings, and of the boards of each. */
export class Standing {
  constructor(tilings, sizes) {
    this.tilings = tilings;
    this.sizes = sizes;
    const boards = new Map();
    tilings.forEach((one, n) => one && boards.set(one, (boards.get(one) ?? 0) + sizes[n]));
    this.pairs = [...boards].sort((a, b) => a[0] - b[0]);
    this.all = this.pairs.reduce((sum, pair) => sum + pair[1], 0);
  }

  /** How many of all solvable boards have fewer, as many and more tilings. */
  of(tilings) {
    const boards = [0, 0, 0];
    for (const [one, number] of this.pairs) boards[Math.sign(one - tilings) + 1] += number;
    return { tilings, fewer: boards[0], equal: boards[1], more: boards[2], of: this.all };
  }

  /** The classes with so many tilings, the hardest first. */
  list({ fewest = 1, most = Infinity }) {
    const found = [];
    this.tilings.forEach((one, n) => one >= fewest && one <= most && found.push(n));
    return found.sort((a, b) => this.tilings[a] - this.tilings[b] || a - b);
  }

  /** A class of a difficulty, or with so many tilings, by the chance of its boards; undefined if there is none. */
  random(difficulty) {
    const quantile = (share) => {
      let reached = 0;
      return this.pairs.find(([, boards]) => (reached += boards) / this.all >= share)?.[0] ?? 0;
    };
    const harder = Object.values(DIFFICULTIES).findLast((share) => share < DIFFICULTIES[difficulty]);
    const found = this.list(difficulty?.fewest ? difficulty
      : { fewest: harder ? quantile(harder) + 1 : 1, most: quantile(DIFFICULTIES[difficulty]) });
    let place = Math.random() * found.reduce((sum, n) => sum + this.sizes[n], 0);
    return found.find((n) => (place -= this.sizes[n]) < 0) ?? found.at(-1);
  }
}
