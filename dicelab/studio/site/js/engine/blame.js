/** Which cells make rolls fail, for which reasons, and which change of one cell helps most. */
import { Swaps } from "../search/swaps.js";
import { cellsOf } from "./model.js";

/** Failing boards whose reason is looked for, spread over all; moves that are told; boards kept of a reason. */
const [MOST_EXPLAINED, MOST_MOVES, MOST_BOARDS] = [200, 12, 200];
/** Boards that are looked up for the effect of a die, or searched where no table has them. */
const [MOST_LOOKED_UP, MOST_SEARCHED] = [2_000_000, 1_000];
const MOST_STEPS = 12;

/** The dice after a move {die, from, to, other}: the cells trade places, or `to` was on no die (other: null). */
const moved = (dice, { from, to }) =>
  dice.map((faces) => faces.map((cell) => (cell === from ? to : cell === to ? from : cell)));

export class Blame {
  constructor(verdicts, reasons) {
    this.model = verdicts.model;
    this.verdicts = verdicts;
    this.reasons = reasons;
  }

  /**
   * Why some dice fail: {failing, cells, groups, explained, moves}. `cells` has for each cell in how many failing
   * boards it takes part; `groups`, the largest first, are {text, rule, cells, number, boards} of the `explained` boards,
   * the text null where no simple rule tells; `moves`, the best first, are {die, from, other, to, failing}, or null where
   * they would take too long.
   */
  async of(dice, pause) {
    const { failing } = await this.verdicts.failures(dice, pause);
    const boards = failing.map((board) => cellsOf(...board));
    const { groups, explained } = await this.#groups(failing, pause);
    const moves = await this.#moves(dice, boards, pause);
    return { failing: failing.length, cells: this.#shares(boards), groups, explained, moves };
  }

  /** {dice, moves, failing}: make the best move again and again, as long as fewer rolls fail. */
  async swapped(dice, pause) {
    const made = [];
    for (;;) {
      const boards = (await this.verdicts.failures(dice, pause)).failing.map((board) => cellsOf(...board));
      const [best] = (boards.length && made.length < MOST_STEPS && await this.#moves(dice, boards, pause)) || [];
      if (!best || best.failing >= boards.length) return { dice, moves: made, failing: boards.length };
      made.push(best);
      dice = moved(dice, best);
    }
  }

  #shares(boards) {
    const shares = new Array(this.model.size).fill(0);
    for (const board of boards) for (const cell of board) shares[cell] += 1;
    return shares;
  }

  async #groups(failing, pause) {
    const explained = Math.min(failing.length, MOST_EXPLAINED);
    const groups = new Map();
    for (let place = 0; place < explained; place++) {
      await pause(0, null);
      const board = failing[Math.floor((place * failing.length) / explained)];
      const { text = null, rule, cells } = this.reasons.rule(this.reasons.position(board)) ?? {};
      const group = groups.get(text) ?? { text, rule, cells, number: 0, boards: [] };
      group.number += 1;
      if (group.boards.length < MOST_BOARDS) group.boards.push(cellsOf(...board));
      groups.set(text, group);
    }
    // What no rule tells comes last, however much it is.
    const order = (one) => (one.text === null ? 0 : one.number);
    return { groups: [...groups.values()].sort((a, b) => order(b) - order(a)), explained };
  }

  /**
   * All swaps of two cells of different dice, and of a cell with one on no die, with the failing boards afterwards.
   *
   * A roll that shows neither of the two cells stays, and one that shows both gives the same board as before. So the
   * others that show one of them are taken away, and those of a die that shows only the other cell come in their place.
   */
  async #moves(dice, boards, pause) {
    const { size, blockable } = this.model;
    const cells = dice.map((die) => [...new Set(die)]);
    if (new Set(cells.flat()).size < cells.flat().length) return null;
    const added = [];
    for (const die of dice.keys()) added.push(await addedBy(this.verdicts, dice, die, pause));
    if (added.includes(null)) return null;
    const [shares, both, owner] = [this.#shares(boards), new Map(), ownersOf(size, dice)];
    for (const board of boards) {
      for (const one of board) {
        for (const other of board) both.set(one * size + other, (both.get(one * size + other) ?? 0) + 1);
      }
    }
    const moves = [];
    for (const [die, own] of cells.entries()) {
      for (const from of own) {
        for (const to of blockable) {
          const other = owner[to] < 0 ? null : owner[to];
          // Each swap once.
          if (added[die][to] === null || (other !== null && other < die)) continue;
          const back = other === null ? 0 : added[other][from] - shares[to] + 2 * (both.get(from * size + to) ?? 0);
          moves.push({ die, from, other, to, failing: boards.length - shares[from] + added[die][to] + back });
        }
      }
    }
    return moves.sort((a, b) => a.failing - b.failing).slice(0, MOST_MOVES);
  }
}

/** The die that shows each cell; -1 where none does. */
export function ownersOf(size, dice) {
  const owner = new Int8Array(size).fill(-1);
  dice.forEach((faces, die) => faces.forEach((cell) => (owner[cell] = die)));
  return owner;
}

/**
 * For each cell how many failing boards a die rolls when it shows this cell alone, and null where it can't be painted or is
 * already; null where that takes too long.
 */
export async function addedBy(verdicts, dice, die, pause) {
  const { table, model: { size, blockable, regionOf } } = verdicts;
  const may = (cell) => !dice[die].some((own) => own === cell || regionOf(own) !== regionOf(cell));
  const added = Array.from({ length: size }, (_, cell) => (blockable.includes(cell) && may(cell) ? 0 : null));
  const others = dice.toSpliced(die, 1);
  if (table?.list && new Set(others.flat()).size === others.reduce((sum, faces) => sum + new Set(faces).size, 0)) {
    const swaps = new Swaps(verdicts.model);
    swaps.scan(ownersOf(size, dice.with(die, [])), table, table.list.length / dice.length);
    const row = swaps.added.subarray(die * size, (die + 1) * size);
    return added.map((number, cell) => (number === null ? null : row[cell]));
  }
  const rolls = others.reduce((product, faces) => product * new Set(faces).size, 1);
  if (rolls * size > (table ? MOST_LOOKED_UP : MOST_SEARCHED)) return null;
  for (const cell of blockable.filter(may)) {
    const { failing } = await verdicts.failures(dice.with(die, [cell]), pause);
    added[cell] = failing.length;
  }
  return added;
}
