/** The boards that dice are judged by: those with the fewest tilings, the hardest first. */
import { tilingsOf } from "../engine/counts.js";
import { cellsOf, maskOf } from "../engine/model.js";

/** Boards that are kept, and boards of a puzzle that are searched one by one where no table has them. */
const [MOST_KEPT, MOST_SEARCHED] = [1_000_000, 20_000];

export class Boards {
  /**
   * `list` has the cells of board after board, the hardest first; `ends` has for each t = 0, 1, 2, … the number of boards
   * with at most t tilings. Boards with more tilings are not listed.
   */
  constructor(blockers, list, ends) {
    this.blockers = blockers;
    this.list = list;
    this.ends = ends;
  }

  /** How many boards, the first ones, have fewer tilings; undefined where not all of them are listed. */
  below(tilings) { return this.ends[tilings - 1]; }

  /** The tilings that are told apart: a set of which no listed board is a roll has at least one more. */
  get limit() { return this.ends.length - 1; }

  /** The tilings of the hardest roll of dice, by the die of each cell; `limit` + 1 where it has more than `limit`. */
  fewest(owner) {
    const { list, blockers, ends } = this;
    const all = 2 ** blockers - 1;
    for (let at = 0; at < list.length; at += blockers) {
      let seen = 0;
      for (let n = at; n < at + blockers && owner[list[n]] >= 0; n++) seen |= 1 << owner[list[n]];
      if (seen === all) return ends.findIndex((end) => at / blockers < end);
    }
    return ends.length;
  }

  /**
   * The boards of a puzzle from what the engine has: its table of tilings, that of boards without one, or a search through
   * all boards of a small puzzle. An Error says why there is none.
   */
  static async of({ model, search, verdicts }, tilings, needsTilings, pause) {
    if (tilings) return Boards.#ofOrbits(model, tilings, pause);
    if (needsTilings && model.fields.boards > MOST_SEARCHED) {
      throw new Error("This site has no table with the tilings of this puzzle’s boards: ask for solvable rolls alone, or run dicelab web.");
    }
    const { list } = verdicts.table ?? {};
    if (list && !needsTilings) return new Boards(model.blockers, list, [list.length / model.blockers]);
    if (model.fields.boards > MOST_SEARCHED) {
      throw new Error(verdicts.table ? "This puzzle has too many boards without a tiling for a search in the page: run dicelab web."
        : "This puzzle has no table of boards without a tiling, and too many boards to search each: run dicelab web.");
    }
    return Boards.#searched(model, search, needsTilings, pause);
  }

  static async #ofOrbits(model, { tilings, orbits, ranks }, pause) {
    const numbers = Uint32Array.from(tilings.keys()).sort((a, b) => tilings[a] - tilings[b] || a - b);
    const [list, ends] = [new Uint8Array((MOST_KEPT + ranks.symmetries.length) * model.blockers), []];
    let number = 0;
    for (const n of numbers) {
      if (number >= MOST_KEPT) {
        // The last number of tilings may be cut short.
        ends.length = Math.min(ends.length, tilings[n]);
        break;
      }
      const cells = ranks.cells(orbits[n]);
      while (ends.length < tilings[n]) ends.push(number);
      for (const rank of new Set(ranks.symmetries.map((one) => ranks.turned(cells, one)))) {
        list.set(ranks.cells(rank), number * model.blockers);
        number += 1;
      }
      ends[tilings[n]] = number;
      await pause(number, MOST_KEPT);
    }
    return new Boards(model.blockers, list.subarray(0, (ends.at(-1) ?? 0) * model.blockers), ends);
  }

  static async #searched(model, search, needsTilings, pause) {
    const found = [];
    for (const board of boardsOf(model)) {
      const images = model.orbit(board);
      // Of the images of a board the first is counted.
      if (images[0].join() === board.join()) {
        const halves = maskOf(board);
        const tilings = needsTilings ? (await tilingsOf(model, search, halves, pause)).total
          : Number((await search.first(halves, pause)).placements !== null);
        found.push(...images.map((image) => ({ image, tilings })));
      }
      await pause(found.length, model.fields.boards);
    }
    found.sort((a, b) => a.tilings - b.tilings);
    const most = needsTilings ? found.at(-1)?.tilings ?? 0 : 0;
    const kept = found.filter(({ tilings }) => tilings <= most);
    const ends = new Array(most + 1).fill(0);
    for (const { tilings } of kept) ends[tilings] += 1;
    for (let n = 1; n <= most; n++) ends[n] += ends[n - 1];
    return new Boards(model.blockers, Uint8Array.from(kept.flatMap(({ image }) => image)), ends);
  }
}

/** Yield all boards that a puzzle allows, each ascending. */
function* boardsOf(model, chosen = []) {
  if (chosen.length === model.blockers) {
    if (model.allows(...maskOf(chosen))) yield cellsOf(...maskOf(chosen));
    return;
  }
  const { blockable } = model;
  for (const cell of blockable) if (cell > (chosen.at(-1) ?? -1)) yield* boardsOf(model, [...chosen, cell]);
}
