/** How the pieces can be shared out among the parts that the blockers cut a board into. */

/** Cells of a part whose fillings are all listed: little enough to be checked by hand. */
export const SMALL = 8;
const MOST_STATES = 20_000;

/** What is left of some numbers; nothing if one is too small. */
const less = (all, taken) => {
  const rest = all.map((number, n) => number - taken[n]);
  return rest.every((number) => number >= 0) ? rest : null;
};

const distinct = (lists) => [...new Map(lists.map((list) => [list.join(), list])).values()];

export class Sharing {
  #groups = new Map();

  constructor(model) {
    this.model = model;
    // The numbers of cells that a piece can cover: in all, or of each colour.
    this.covers = [false, true].map((coloured) => model.kinds.map((_, kind) => {
      const own = model.placements.filter((one) => one.kind === kind);
      return distinct(own.map(({ cells }) => this.needs(cells, coloured)));
    }));
  }

  /** The number of some cells, or the number of each colour. */
  needs(cells, coloured) {
    const { colours, cells: all } = this.model.fields;
    if (!coloured) return [cells.length];
    return colours.map((_, colour) => cells.filter((cell) => all[cell].colour === colour).length);
  }

  /** Every group of the puzzle's pieces that tiles a part, as numbers of copies. */
  groups(part) {
    const { copies, placements } = this.model;
    if (!part.length) return [copies.map(() => 0)];
    const known = this.#groups.get(part.join());
    if (known) return known;
    const found = placements
      .filter(({ cells }) => cells[0] === part[0] && cells.every((cell) => part.includes(cell)))
      .flatMap(({ kind, cells }) => this.groups(part.filter((cell) => !cells.includes(cell)))
        .filter((group) => group[kind] < copies[kind]).map((group) => group.with(kind, group[kind] + 1)));
    this.#groups.set(part.join(), distinct(found));
    return this.#groups.get(part.join());
  }

  /** Whether pieces can cover so many cells (of each colour) in each of some parts; yes if unknown. */
  suffice(left, demands, coloured) {
    const { kinds } = this.model;
    const pieces = left.flatMap((copies, kind) => Array(copies).fill(kind))
      .sort((a, b) => kinds[b].order - kinds[a].order).map((kind) => this.covers[+coloured][kind]);
    const failed = new Set();
    const meet = (number, state) => {
      if (!state.flat().some(Boolean)) return true;
      const key = `${number}:${state.map(String).sort().join(";")}`;
      if (number === pieces.length || failed.has(key)) return false;
      if (failed.size > MOST_STATES) return true;
      const isMet = meet(number + 1, state) || state.some((demand, place) =>
        pieces[number].map((cover) => less(demand, cover)).filter(Boolean)
          .some((rest) => meet(number + 1, state.with(place, rest))));
      if (!isMet) failed.add(key);
      return isMet;
    };
    return meet(0, demands);
  }

  /** Whether small parts, which come first, can get what tiles them, and others their numbers of cells. */
  canShare(left, parts, coloured) {
    const [part, ...others] = parts;
    if (part?.length <= SMALL) {
      const rests = this.groups(part).map((group) => less(left, group)).filter(Boolean);
      return rests.some((rest) => this.canShare(rest, others, coloured));
    }
    return this.suffice(left, parts.map((one) => this.needs(one, coloured)), coloured);
  }

  /** Parts that can't share the pieces, though any fewer of them can; nothing if all parts can. */
  fault(left, parts, coloured) {
    if (this.canShare(left, parts, coloured)) return null;
    // Small parts are the easiest to see.
    return parts.toReversed().reduce((fault, part) => {
      const fewer = fault.filter((other) => other !== part);
      return this.canShare(left, fewer, coloured) ? fault : fewer;
    }, parts);
  }
}
