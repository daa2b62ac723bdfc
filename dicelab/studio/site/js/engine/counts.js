/** All tilings of a board: how many they are, each by its number, and how they cover the cells. */
import { States } from "./states.js";

const MOST_STATES = 1 << 21;
const MOST_LISTED = 100_000;

/** All tilings of a board, or if there are too many for the page, those that a search meets first. */
export async function tilingsOf(model, search, board, pause) {
  const graph = new Graph(model);
  if (model.codes < 2 ** 31 && await graph.explore(board, pause)) return graph;
  const list = [];
  for (const found of search.tilings(board)) {
    if (Array.isArray(found)) list.push(found);
    if (list.length === MOST_LISTED) break;
    await pause(list.length, null);
  }
  return { total: list.length, exact: list.length < MOST_LISTED, tiling: (number) => list[number],
    cover: () => covered(model, list.flat().map((n) => [n, 1 / list.length])) };
}

/** Sum up shares of placements for each kind of piece and each cell. */
function covered({ kinds, size, placements }, shares) {
  const sums = kinds.map(() => new Array(size).fill(0));
  for (const [n, share] of shares) {
    for (const cell of placements[n].cells) sums[placements[n].kind][cell] += share;
  }
  return sums;
}

/** Partial tilings that cover the same cells with the same pieces are one state; the tilings are paths. */
class Graph {
  states = new States();
  /** Steps from state to state by a placement, those of a state together. */
  from = [];
  to = [];
  by = [];

  constructor(model) {
    this.model = model;
    // Cells are covered along the longer side, so that the edge of what is covered is short.
    const { cells, width, height } = model.fields;
    const along = cells.map(({ middle }) => Math.round(middle[width > height ? 0 : 1]));
    this.order = [...cells.keys()].sort((a, b) => along[a] - along[b] || a - b);
  }

  /** Find all states, the number of ways to each, and all steps; false if there are too many. */
  async explore([blockedLo, blockedHi], pause) {
    const { model, order, states } = this;
    const { kind, lo: los, hi: his, copies, weights } = model;
    const waiting = Array.from({ length: model.size + 1 }, () => []);
    const add = (place, lo, hi, code) => {
      const known = states.number;
      const n = states.add(lo, hi, code);
      if (n < known) return n;
      while (place < model.size && ((order[place] < 32 ? lo : hi) >>> order[place]) & 1) place++;
      waiting[place].push(n);
      return n;
    };
    states.value[add(0, blockedLo, blockedHi, 0)] = 1;
    const placesOf = ({ cells }) => Math.min(...cells.map((cell) => order.indexOf(cell)));
    const starts = Map.groupBy(kind.keys(), (n) => placesOf(model.placements[n]));
    for (let place = 0; place < model.size; place++) {
      for (const state of waiting[place]) {
        const [lo, hi, code] = [states.lo[state], states.hi[state], states.code[state]];
        for (const n of starts.get(place) ?? []) {
          const [most, weight] = [copies[kind[n]], weights[kind[n]]];
          if (los[n] & lo || his[n] & hi || Math.floor(code / weight) % (most + 1) === most) continue;
          const next = add(place + 1, lo | los[n], hi | his[n], code + weight);
          states.value[next] += states.value[state];
          this.from.push(state);
          this.to.push(next);
          this.by.push(n);
        }
        if (states.number > MOST_STATES) return false;
      }
      await pause(place, model.size);
    }
    /** The only state without a free cell, and the number of tilings. */
    this.end = waiting[model.size][0];
    this.total = states.value[this.end] ?? 0;
    this.exact = this.total <= Number.MAX_SAFE_INTEGER;
    return true;
  }

  /** In how many ways each state can be ended, and the first of its steps. */
  #rewind() {
    if (this.after) return;
    this.after = new Float64Array(this.states.number);
    this.start = new Int32Array(this.states.number);
    this.after[this.end] = 1;
    for (let step = this.from.length - 1; step >= 0; step--) {
      this.after[this.from[step]] += this.after[this.to[step]];
      this.start[this.from[step]] = step;
    }
  }

  /** The placements of the tiling with a number, from 0. */
  tiling(number) {
    this.#rewind();
    const placements = [];
    for (let state = 0; state !== this.end;) {
      let step = this.start[state];
      for (; number >= this.after[this.to[step]]; step++) number -= this.after[this.to[step]];
      placements.push(this.by[step]);
      state = this.to[step];
    }
    return placements;
  }

  /** In which share of the tilings each kind of piece covers each cell. */
  cover() {
    this.#rewind();
    const { from, to, by, after, states, total } = this;
    const shares = new Float64Array(this.model.kind.length);
    by.forEach((n, step) => (shares[n] += (states.value[from[step]] * after[to[step]]) / (total || 1)));
    return covered(this.model, shares.entries());
  }
}
