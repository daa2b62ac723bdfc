/** How the pieces can be shared out among the parts that the blockers cut a board into. */

import { bits, cellsOf, first } from "./model.js";

/** Cells of a part whose fillings are all listed: little enough to be checked by hand. */
export const SMALL = 8;

const MOST_STATES = 20_000;

const size = (part) => bits(part[0]) + bits(part[1]);

export class Sharing {
  constructor(model) {
    this.model = model;
    // In which numbers of each colour a piece can lie.
    this.shades = model.kinds.map((_, kind) => {
      const found = model.placements.filter((placement) => placement.kind === kind)
        .map((placement) => this.colours(placement.cells).join());
      return [...new Set(found)].map((text) => text.split(",").map(Number));
    });
    this.fillings = new Map();
  }

  /** The number of cells of each colour. */
  colours(cells) {
    const { colours, cells: all } = this.model.fields;
    return colours.map((_, colour) => cells.filter((cell) => all[cell].colour === colour).length);
  }

  /** Every group of the puzzle's pieces that tiles a part, as numbers of copies. */
  groups(lo, hi) {
    const { model, fillings } = this;
    const key = `${lo} ${hi}`;
    if (fillings.has(key)) return fillings.get(key);
    const found = new Map();
    if (!(lo | hi)) found.set("", model.copies.map(() => 0));
    else {
      const cell = first(lo, hi);
      model.placements.forEach(({ kind, cells }, n) => {
        if (cells[0] !== cell || model.lo[n] & ~lo || model.hi[n] & ~hi) return;
        for (const group of this.groups(lo & ~model.lo[n], hi & ~model.hi[n])) {
          if (group[kind] === model.copies[kind]) continue;
          const more = group.map((copies, other) => copies + (other === kind ? 1 : 0));
          found.set(more.join(), more);
        }
      });
    }
    fillings.set(key, [...found.values()]);
    return fillings.get(key);
  }

  /** Whether groups of pieces can have the numbers of cells (of a colour) of some parts; yes if unknown. */
  suffice(left, demands, coloured) {
    const pieces = left.flatMap((copies, kind) => Array(copies).fill(kind))
      .sort((a, b) => this.model.kinds[b].order - this.model.kinds[a].order || a - b);
    const covers = (kind) => (coloured ? this.shades[kind] : [[this.model.kinds[kind].order]]);
    const failed = new Set();
    const meet = (number, state) => {
      if (state.every((demand) => demand.every((count) => !count))) return true;
      const key = `${number}:${state.map(String).sort().join(";")}`;
      if (number === pieces.length || failed.has(key)) return false;
      if (failed.size > MOST_STATES) return true;
      for (let place = 0; place < state.length; place++) {
        if (state.slice(0, place).some((other) => String(other) === String(state[place]))) continue;
        for (const cover of covers(pieces[number])) {
          const rest = state[place].map((count, colour) => count - cover[colour]);
          if (rest.every((count) => count >= 0) && meet(number + 1, state.with(place, rest))) return true;
        }
      }
      if (meet(number + 1, state)) return true;
      failed.add(key);
      return false;
    };
    return meet(0, demands);
  }

  /** Whether small parts can get what tiles them, and others their numbers of cells; yes if unknown. */
  canShare(left, parts, coloured) {
    let used = new Map([["", left]]);
    for (const part of parts.filter((one) => size(one) <= SMALL)) {
      const next = new Map();
      for (const rest of used.values()) {
        for (const group of this.groups(...part)) {
          const after = rest.map((copies, kind) => copies - group[kind]);
          if (after.every((copies) => copies >= 0)) next.set(after.join(), after);
        }
      }
      if (next.size > MOST_STATES) return true;
      used = next;
    }
    const large = parts.filter((one) => size(one) > SMALL);
    const demands = large.map((one) => (coloured ? this.colours(cellsOf(...one)) : [size(one)]));
    return [...used.values()].some((rest) => this.suffice(rest, demands, coloured));
  }

  /** The fewest parts that can't share the pieces, up to three, else all; nothing if all parts can. */
  fault(left, parts, coloured) {
    if (this.canShare(left, parts, coloured)) return null;
    // Small parts are the easiest to see.
    parts = parts.toSorted((a, b) => size(a) - size(b));
    const fails = (chosen) => !this.canShare(left, chosen, coloured);
    const pairs = parts.flatMap((one, n) => parts.slice(n + 1).map((other) => [one, other]));
    const triples = parts.length > 8 ? [] : pairs.flatMap((pair) =>
      parts.slice(parts.indexOf(pair[1]) + 1).map((one) => [...pair, one]));
    return [...parts.map((one) => [one]), ...pairs, ...triples].find(fails) ?? parts;
  }
}
