/** Dice that are not finished: how many ways there are to go on, and which cells are safe for a die. */
import { addedBy, ownersOf } from "./blame.js";
import { cellsOf, maskOf } from "./model.js";
import { States } from "./states.js";
import { boardsOf } from "./verdict.js";

/** Ways of a sample, and boards that are looked up for it; where no table has them, they are searched. */
const [A_SAMPLE, MOST_LOOKED_UP] = [20_000, 2_000_000];
const [A_SEARCHED_SAMPLE, MOST_SEARCHED] = [50, 1_000];

/** The binomial coefficient. */
function binomial(things, number) {
  let found = number > things ? 0 : 1;
  for (let n = 0; n < number && found; n++) found = (found * (things - n)) / (n + 1);
  return Math.round(found);
}

const has = (lo, hi, cell) => Boolean((cell < 32 ? lo >>> cell : hi >>> (cell - 32)) & 1);

/** For each cell how many of some pairs of halves have it. */
function perCell(size, pairs) {
  const found = new Array(size).fill(0);
  for (const pair of pairs) for (const cell of cellsOf(...pair)) found[cell] += 1;
  return found;
}

export class Prospects {
  /** A way gives each die without a cell one that is on no die. */
  constructor(verdicts, dice) {
    const { model } = verdicts;
    const taken = new Set(dice.flat());
    this.model = model;
    this.verdicts = verdicts;
    this.dice = dice;
    this.painted = dice.filter((faces) => faces.length);
    this.number = dice.length - this.painted.length;
    this.free = model.blockable.filter((cell) => !taken.has(cell));
    const used = new Set([...taken].map(model.regionOf));
    // Where each blocker has a region of its own, a way has a cell of each region that is left.
    this.regions = [...model.fields.regions.keys()].filter((region) => !used.has(region))
      .map((region) => this.free.filter((cell) => model.regionOf(cell) === region));
  }

  /**
   * {tried, good, isExact}: how many ways were tried, in how many of them every roll can be solved, and whether they are
   * all. More cells only add rolls: where no way is good, no dice that go on from these are.
   */
  async ways(pause) {
    const { list } = this.verdicts.table ?? {};
    const isShared = new Set(this.painted.flat()).size < this.painted.reduce((sum, one) => sum + new Set(one).size, 0);
    if (!list || isShared) return this.#sample(pause);
    const tried = this.#all();
    return { tried, good: tried - this.#bad(this.painted, this.free).number, isExact: true };
  }

  /**
   * What each cell does on a die: "safe", "unsafe" or "unknown", and null where it can't be painted or is already.
   *
   * Where every die has a cell, a cell is safe if it adds no roll that fails. Else it is safe if there is a way to go on
   * after it, and unsafe if there is none.
   */
  async safety(die, pause) {
    const { dice, model: { blockable, size }, number, verdicts } = this;
    if (number) return this.#afterEach(die, pause);
    const added = await addedBy(verdicts, dice, die, pause);
    const isLast = (cell) => dice.some((faces) => faces.every((face) => face === cell));
    return Array.from({ length: size }, (_, cell) => {
      if (!added) return dice[die].includes(cell) || !blockable.includes(cell) ? null : "unknown";
      return added[cell] === null || isLast(cell) ? null : added[cell] ? "unsafe" : "safe";
    });
  }

  /** How many ways there are, perhaps only those with a cell, or without one. */
  #all(fixed = -1, without = -1) {
    const { free, number, regions, model } = this;
    const [isFixed, isLess] = [fixed >= 0, without >= 0].map(Number);
    if (!model.fields.regions.length) return binomial(free.length - isFixed - isLess, number - isFixed);
    const rest = (cells) => cells.filter((cell) => cell !== without).length;
    return regions.reduce((product, cells) => product * (cells.includes(fixed) ? 1 : rest(cells)), 1);
  }

  /** The ways after which a roll of some dice fails, each once: for each board of the table, the cells on no die. */
  #bad(painted, free) {
    const found = new States();
    for (const [lo, hi] of this.#rests(painted, free)) found.add(lo, hi);
    return found;
  }

  /** Yield of each board of the table that has one cell of each painted die, and free ones, the halves of these. */
  *#rests(painted, free) {
    const { model: { size, blockers }, verdicts: { table: { list } } } = this;
    const [owner, all] = [ownersOf(size, painted), 2 ** painted.length - 1];
    // What is neither on these dice nor free fits no board.
    for (let cell = 0; cell < size; cell++) if (owner[cell] < 0 && !free.includes(cell)) owner[cell] = blockers;
    for (let at = 0; at < list.length; at += blockers) {
      let [seen, lo, hi, n] = [0, 0, 0, at];
      for (; n < at + blockers; n++) {
        const cell = list[n];
        const die = owner[cell];
        if (die === blockers || (die >= 0 && (seen >>> die) & 1)) break;
        if (die >= 0) seen |= 1 << die;
        else if (cell < 32) lo |= 1 << cell;
        else hi |= 1 << (cell - 32);
      }
      if (n === at + blockers && seen === all) yield [lo, hi];
    }
  }

  /** What each cell does where some dice have none yet. */
  async #afterEach(die, pause) {
    const { dice, free, model, painted, verdicts } = this;
    const answer = new Array(model.size).fill(null);
    const may = free.filter((cell) => dice[die].every((own) => model.regionOf(own) === model.regionOf(cell)));
    const bad = verdicts.table?.list ? this.#bad(painted, free) : null;
    const isNew = !dice[die].length;
    const others = painted.filter((faces) => faces !== dice[die]);
    // An upper bound of the ways that fail with one more cell each; a way may be counted several times.
    const more = bad && !isNew ? perCell(model.size, this.#rests(others, free)) : [];
    const failing = perCell(model.size, bad ? bad.pairs() : []);
    for (const cell of may) {
      await pause(0, null);
      const [all, before] = isNew ? [this.#all(cell), failing[cell]] : [this.#all(-1, cell), bad?.number - failing[cell]];
      if (!bad) answer[cell] = "unknown";
      else if (isNew || all <= before || all > before + more[cell]) answer[cell] = all > before ? "safe" : "unsafe";
      else {
        const both = this.#bad([...others, [cell]], free.filter((one) => one !== cell));
        for (const [lo, hi] of bad.pairs()) if (!has(lo, hi, cell)) both.add(lo, hi);
        answer[cell] = all > both.number ? "safe" : "unsafe";
      }
    }
    return answer;
  }

  async #sample(pause) {
    const { model, number, painted, verdicts } = this;
    const { los, his } = boardsOf(model, painted, true);
    const [sample, most] = verdicts.table ? [A_SAMPLE, MOST_LOOKED_UP] : [A_SEARCHED_SAMPLE, MOST_SEARCHED];
    let [tried, good, looked] = [0, 0, 0];
    while (los.length && tried < sample && looked < most && this.free.length >= number) {
      const [lo, hi] = maskOf(this.#drawn());
      let fails = false;
      for (let n = 0; !fails && n < los.length; n++, looked++) {
        fails = await verdicts.fails(los[n] | lo, his[n] | hi, () => pause(tried, sample));
      }
      good += Number(!fails);
      await pause(++tried, sample);
    }
    return { tried, good, isExact: false };
  }

  /** A way by chance. */
  #drawn() {
    const pick = (cells) => cells.splice(Math.floor(Math.random() * cells.length), 1)[0];
    if (this.model.fields.regions.length) return this.regions.map((cells) => pick([...cells]));
    const rest = [...this.free];
    return Array.from({ length: this.number }, () => pick(rest));
  }
}
