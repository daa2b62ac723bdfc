/** What is asked of one board: a tiling, how many, all of them, how they cover the cells, and its orbit. */

import { Tilings, Walk } from "./counts.js";
import { cellsOf } from "./model.js";
import { DONE, FOUND, Search } from "./search.js";

const NODES = 1 << 14;
const MOST_COUNTED = 100_000;
const MOST_LOOKED_AT = 5_000;

export class Boards {
  constructor(model) {
    this.model = model;
  }

  /** Call `take(placements)` for each tiling until it returns false; returns whether all were met. */
  async each(board, pause, take) {
    const search = new Search(this.model);
    search.start(...board);
    for (;;) {
      const answer = search.advance(NODES);
      if (answer === DONE) return true;
      if (answer === FOUND && take(search.found()) === false) return false;
      await pause(0, null);
      this.nodes = search.nodes;
    }
  }

  /** The placements of a tiling, or null. */
  async first(board, pause) {
    let found = null;
    await this.each(board, pause, (placements) => {
      found = placements;
      return false;
    });
    return found;
  }

  /** How many placements a search lays on a board without a tiling, one after the other. */
  async tried(board, pause) {
    const search = new Search(this.model);
    search.start(...board);
    while (search.advance(NODES) !== DONE) await pause(search.nodes, null);
    return search.nodes;
  }

  /** All tilings of a board as one graph, the last one kept; null where they do not fit in memory. */
  async graph(board, pause) {
    this.walk ??= new Walk(this.model);
    if (this.kept?.board.join() === board.join()) return this.kept.tilings;
    let tilings = new Tilings(this.walk, board);
    if (!this.walk.fits || !await tilings.explore(pause)) tilings = null;
    this.kept = { board, tilings };
    return tilings;
  }

  /** The number of tilings, or at least `limit`. */
  async count(board, limit = MOST_COUNTED, pause = null) {
    const graph = await this.graph(board, pause);
    if (graph) return { tilings: graph.total, exact: graph.total <= Number.MAX_SAFE_INTEGER };
    let tilings = 0;
    const exact = await this.each(board, () => pause(tilings, null), () => ++tilings < limit);
    return { tilings, exact };
  }

  async tilings(board, start, number, pause) {
    const found = [];
    const graph = await this.graph(board, pause);
    if (graph) {
      await graph.rewind(pause);
      const end = Math.min(graph.total, start + number);
      for (let n = start; n < end; n++) found.push(this.model.tiling(graph.tiling(n)));
      return { tilings: found, complete: end === graph.total };
    }
    let met = 0;
    const complete = await this.each(board, pause, (placements) => {
      if (met >= start + number) return false;
      if (met++ >= start) found.push(this.model.tiling(placements));
      return true;
    });
    return { tilings: found, complete };
  }

  async cover(board, pause) {
    const graph = await this.graph(board, pause);
    if (graph) {
      await graph.rewind(pause);
      return { tilings: graph.total, pieces: graph.cover(), exact: true };
    }
    const times = this.model.kinds.map(() => new Array(this.model.size).fill(0));
    let tilings = 0;
    const exact = await this.each(board, pause, (placements) => {
      for (const n of placements) {
        const { kind, cells } = this.model.placements[n];
        for (const cell of cells) times[kind][cell]++;
      }
      return ++tilings < MOST_LOOKED_AT;
    });
    return { tilings, pieces: times.map((each) => each.map((time) => time / Math.max(1, tilings))), exact };
  }

  /** All different images of a board under the symmetries of the puzzle, ascending by their masks. */
  orbit(board) {
    const images = this.model.symmetries.map((permutation) => this.model.image(...board, permutation));
    const different = new Map(images.map((image) => [image.join(), image]));
    const ascending = (a, b) => (a[1] >>> 0) - (b[1] >>> 0) || (a[0] >>> 0) - (b[0] >>> 0);
    return [...different.values()].sort(ascending).map((image) => cellsOf(...image));
  }
}
