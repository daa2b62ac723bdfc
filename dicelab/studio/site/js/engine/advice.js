/** Hints for a position, from a nudge to the whole tiling: the steps and the answers of `dicelab hint`. */
import { bits } from "./model.js";
import { Reasons } from "./reasons.js";
import { Search } from "./search.js";

/** Placements that a search for a tiling tries, and those of all searches where tilings are not counted. */
const [MOST_TRIED, SAMPLE] = [200_000, 10_000];
/** Looks at a cell, of 512 placements each, that a count of all tilings may take. */
const MOST_WORK = 3_000_000;
/** Sets of pieces that are tried for the fewest to take back; places among which a wrong one is sought. */
const [MOST_SETS, MOST_WRONG] = [200, 20];

/** A value for each kind of some placements: how many they are. */
const perKind = (model, numbers) => {
  const found = model.kinds.map(() => 0);
  for (const n of numbers) found[model.kind[n]] += 1;
  return found;
};

/** The first of some values for which a list of numbers is the least. */
const leastBy = (values, numbersOf) => values.map((value) => [value, numbersOf(value)])
  .reduce((best, one) => (less(one[1], best[1]) ? one : best))[0];
const less = (a, b) => {
  const place = a.findIndex((number, n) => number !== b[n]);
  return place >= 0 && a[place] < b[place];
};

/** Yield the sets of so many of the numbers below one, the latest numbers first. */
function* sets(below, size, chosen = []) {
  if (!size) yield chosen;
  else for (let n = below - 1; n >= size - 1; n--) yield* sets(n, size - 1, [...chosen, n]);
}

export class Advisor {
  constructor(model, search) {
    this.model = model;
    this.search = search;
    this.reasons = new Reasons(model);
  }

  /** {solvable, laid}: whether a position can be completed (null: unknown), and a tiling that does. */
  async complete(position, pause) {
    const { placements, isOver } = await this.search.first(this.model.position(position), pause, MOST_TRIED);
    if (!placements) return { solvable: isOver ? null : false, laid: null };
    return { solvable: true, laid: [...position.laid, ...placements] };
  }

  /**
   * One hint: {step, solvable, ruinedBy, isEarliest, takeBack, isFewest, advice, wrong, reason, laid}; what
   * was not asked for is null. `ruinedBy` and `takeBack` are places in the list of what is laid; `laid` is
   * that list with one piece more, or a tiling.
   */
  async hint(position, step, kind, pause) {
    const hint = { step, ruinedBy: null, isEarliest: true, takeBack: [], isFewest: true, advice: null,
      wrong: null, reason: null, laid: null };
    const { solvable, laid } = await this.complete(position, pause);
    hint.solvable = solvable;
    if (solvable === false) return Object.assign(hint, await this.#ruined(position, step, pause));
    if (step === "all") hint.laid = laid;
    const isLeft = laid?.length > position.laid.length;
    if (!isLeft || step === "still" || step === "all") return hint;
    const start = this.model.position(position);
    if (Number.isInteger(kind) && !start[2][kind]) throw new Error("This piece is used up.");
    const fitting = this.#fitting(start);
    const tally = this.#tally(start, fitting);
    const rest = laid.slice(position.laid.length);
    hint.advice = tally ? this.#counted(start[2], fitting, tally, kind)
      : this.#estimated(position, start[2], fitting, rest, kind, step === "place" || step === "next");
    const { kind: found } = hint.advice;
    if (step === "why") hint.wrong = await this.#wrongPlace(position, found, fitting, tally, pause);
    if (step === "next") hint.laid = [...position.laid, hint.advice.number];
    return hint;
  }

  /** The placements that can be laid next. */
  #fitting([lo, hi, left]) {
    const { kind, lo: los, hi: his } = this.model;
    return [...kind.keys()].filter((n) => left[kind[n]] && !(los[n] & lo || his[n] & hi));
  }

  /** In how many tilings each placement lies; kept, since the next step is asked for the same position. */
  #tally(start, fitting) {
    if (this.kept?.start.join() !== start.join()) {
      const free = this.model.size - bits(start[0]) - bits(start[1]);
      const most = 1 + Math.floor((MOST_WORK * 512) / ((1 + free) * (512 + fitting.length)));
      const tally = new Search(this.model.only(fitting)).tally(start, most);
      const there = tally && new Map([...tally.there].map(([n, number]) => [fitting[n], number]));
      this.kept = { start, tally: tally && { ...tally, there } };
    }
    return this.kept.tally;
  }

  /** The piece with the fewest places that lie in a tiling, and the place that most tilings have. */
  #counted(left, fitting, { tilings, there }, wanted) {
    const { model } = this;
    const [fits, places] = [perKind(model, fitting), perKind(model, there.keys())];
    const kind = wanted ?? leastBy([...left.keys()].filter((one) => left[one]),
      (one) => [places[one] / left[one], fits[one], -model.kinds[one].order]);
    // Of equally many the first: placements are numbered by their cells.
    const number = leastBy([...there.keys()].filter((n) => model.kind[n] === kind).sort((a, b) => a - b),
      (n) => [-there.get(n)]);
    const most = there.get(number);
    return { number, kind, fits: fits[kind], places: places[kind], tilings, there: most, isExact: true,
      isForced: fits[kind] === 1 || most === tilings };
  }

  /** The same where the tilings are too many to be counted: each place of the piece is searched as long. */
  #estimated(position, left, fitting, rest, wanted, isPlaced) {
    const { model } = this;
    const fits = perKind(model, fitting);
    const kind = wanted ?? leastBy([...left.keys()].filter((one) => left[one]),
      (one) => [fits[one], -model.kinds[one].order]);
    const known = Math.min(...rest.filter((n) => model.kind[n] === kind));
    const found = new Map([[known, 1]]);
    for (const n of isPlaced ? fitting.filter((one) => model.kind[one] === kind) : []) {
      const start = model.position({ ...position, laid: [...position.laid, n] });
      const tries = 1 + Math.floor(SAMPLE / fits[kind]);
      const number = [...this.search.tilings(start, tries)].filter(Array.isArray).length;
      if (number) found.set(n, Math.max(number, found.get(n) ?? 0));
    }
    const number = leastBy([...found.keys()].sort((a, b) => a - b), (n) => [-found.get(n)]);
    // Of a piece with several copies left, one tiling may have several of the places.
    const numbers = [...found.values()];
    const tilings = left[kind] > 1 ? Math.max(...numbers) : numbers.reduce((sum, one) => sum + one);
    return { number, kind, fits: fits[kind], places: null, tilings, there: found.get(number), isExact: false,
      isForced: fits[kind] === 1 };
  }

  /** Say which laid piece is to blame, and which to take back. */
  async #ruined({ board, laid }, step, pause) {
    let [number, solvable] = [laid.length, false];
    while (number && solvable === false) {
      ({ solvable } = await this.complete({ board, laid: laid.slice(0, number - 1) }, pause));
      if (solvable === false) number -= 1;
    }
    const hint = { ruinedBy: number ? number - 1 : null, isEarliest: solvable !== null };
    if (number) Object.assign(hint, await this.#takeBack(board, laid, number - 1, pause));
    if (step === "why") {
      const stages = laid.map((_, n) => laid.slice(0, n + 1)).slice(Math.max(0, number - 1));
      hint.reason = await this.#reason(board, number ? stages : [[], ...stages], pause);
    }
    return hint;
  }

  /** The fewest pieces to take away so that the rest can be completed, of equally many the latest laid. */
  async #takeBack(board, laid, ruinedBy, pause) {
    let [isFewest, tried] = [true, 0];
    for (let size = 1; size < laid.length - ruinedBy; size++) {
      // Whatever else goes, one of the pieces up to the one to blame has to.
      for (const gone of sets(laid.length, size)) {
        if (gone.at(-1) > ruinedBy) continue;
        if (++tried > MOST_SETS) return { takeBack: [...laid.keys()].slice(ruinedBy), isFewest: false };
        const rest = laid.filter((_, n) => !gone.includes(n));
        const { solvable } = await this.complete({ board, laid: rest }, pause);
        if (solvable) return { takeBack: gone.toReversed(), isFewest };
        if (solvable === null) isFewest = false;
      }
    }
    return { takeBack: [...laid.keys()].slice(ruinedBy), isFewest };
  }

  /** The smallest region that nothing can fill after one of some lists: {laid, rule, text, cells}. */
  async #region(board, lists, pause) {
    // Colours are harder to see, and to compute: they are left for where nothing else tells.
    for (const colourings of [[false], [true]]) {
      let best = null;
      for (const laid of lists) {
        await pause(0, null);
        const position = this.reasons.position(this.model.position({ board, laid }));
        const found = this.reasons.rule(position, colourings);
        if (found && (!best || found.cells.length < best.cells.length)) best = { laid, ...found };
        if (best?.cells.length === 1) break;
      }
      if (best) return best;
    }
    return null;
  }

  /** The simplest reason why none of some lists can be completed; else an argument for the first. */
  async #reason(board, lists, pause) {
    const region = await this.#region(board, lists, pause);
    if (region) return region;
    const start = this.model.position({ board, laid: lists[0] });
    const { tried } = await this.search.first(start, pause, MOST_TRIED);
    return { laid: lists[0], ...await this.reasons.explain(start, tried, pause) };
  }

  /** {number, reason}: the place in no tiling that has the simplest reason; null where none is known. */
  async #wrongPlace({ board, laid }, kind, fitting, tally, pause) {
    const rest = [];
    for (const isOwn of [true, false]) {
      const lists = fitting.filter((n) => (this.model.kind[n] === kind) === isOwn && !tally?.there.has(n))
        .map((n) => [...laid, n]);
      const reason = await this.#region(board, lists, pause);
      if (reason) return { number: reason.laid.at(-1), reason };
      rest.push(...lists);
    }
    let wrong = tally ? rest[0] : undefined;
    for (const list of tally ? [] : rest.slice(0, MOST_WRONG)) {
      wrong ??= (await this.complete({ board, laid: list }, pause)).solvable === false ? list : undefined;
    }
    return wrong ? { number: wrong.at(-1), reason: await this.#reason(board, [wrong], pause) } : null;
  }
}
