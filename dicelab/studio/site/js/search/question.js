/**
 * Searches for dice sets in the page, as values and walks.
 *
 * A `Question` is asked: the sizes of the dice, the dice to begin with, those that stay, and what is better. `Boards`
 * are what a set is judged by: the boards with the fewest tilings. `Swaps` knows boards alone, and tells what each trade
 * of two cells does. A walk knows the question, the boards and swaps, and yields a `Standing` after each step: the best
 * set so far, its score, the bound, how it came to that, and why it ended. Walks take their chances from the seed and
 * ask no clock: the same seed gives the same sets. The worker gives them their turns; pages see standings alone.
 *
 * Each cell is on at most one die: `owner` has the die of each cell, from 0, and -1 for a cell on none.
 */
import { ownersOf } from "../engine/blame.js";

/** What is better; a set counts only if every roll of it can be solved. */
export const OBJECTIVES = {
  solvable: { noun: "failing rolls", sign: -1 },
  rolls: { noun: "rolls", sign: 1 },
  fewest: { noun: "tilings of the hardest roll", sign: 1 },
  perimeter: { noun: "length of all borders", sign: -1 },
};

const product = (numbers) => numbers.reduce((all, one) => all * one, 1);

export class Question {
  /**
   * `dice` are the painted ones, `kept` the numbers, from 1, of those that stay; without `sizes` new dice are as even as
   * possible. An Error says what is wrong.
   */
  constructor(model, { verb, dice, kept = [], sizes = null, objective = "solvable", least = 1, seed = 0 }) {
    const { blockers, size } = model;
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`Seed ${seed}: write a whole number from 0.`);
    const wrong = kept.find((die) => !(die >= 1 && die <= blockers));
    if (wrong !== undefined) throw new Error(`Die ${wrong} is to stay: write numbers from 1 to ${blockers}.`);
    this.model = model;
    this.verb = verb;
    this.objective = objective;
    this.least = least;
    this.seed = seed;
    this.kept = kept.map((die) => die - 1);
    const isPainted = ["repair", "improve"].includes(verb);
    const starting = dice.map((faces, die) => (isPainted || this.kept.includes(die) ? [...new Set(faces)] : []));
    const cells = starting.flat();
    if (new Set(cells).size < cells.length) {
      throw new Error("These dice share cells: the search in the page needs each cell on one die. Take the others off.");
    }
    const empty = starting.findIndex((faces, die) => !faces.length && (isPainted || this.kept.includes(die)));
    if (empty >= 0) throw new Error(`Die ${empty + 1} has no cell yet: paint one, or design new dice.`);
    this.owner = ownersOf(size, starting);
    this.sizes = isPainted ? starting.map((faces) => faces.length) : this.#sizes(starting, sizes);
    Object.freeze(this);
  }

  /** The cells that a die may show which are on none yet. */
  free(owner, die) {
    const { model: { blockable, fields: { regions } } } = this;
    return (regions.length ? regions[die].cells : blockable).filter((cell) => owner[cell] < 0);
  }

  #sizes(starting, sizes) {
    const { kept, model: { blockers, fields: { regions } } } = this;
    const own = starting.map((faces) => faces.length);
    if (!sizes) return spread(own, kept, regions.length ? null : this.free(this.owner, 0).length,
      (die) => this.free(this.owner, die).length);
    if (sizes.length !== blockers || sizes.some((one) => !(one >= 1))) {
      throw new Error(`Sizes ${sizes.join(" ")}: write ${blockers} numbers from 1, one for each die.`);
    }
    const other = kept.find((die) => sizes[die] !== own[die]);
    if (other !== undefined) throw new Error(`Die ${other + 1} stays with ${own[other]} cells: write ${own[other]} as its size.`);
    const [asked, room] = [sizes.reduce((sum, one) => sum + one), this.model.blockable.length];
    if (asked > room) throw new Error(`Sizes ${sizes.join(" ")}: these are ${asked} cells, but blockers stand on ${room} alone.`);
    const over = regions.findIndex((region, die) => sizes[die] > region.cells.length);
    if (over >= 0) throw new Error(`Die ${over + 1} has ${sizes[over]} cells: its region has ${regions[over].cells.length}.`);
    return sizes;
  }

  /** The most rolls that dice on different cells have, whether they are solvable or not. */
  get mostRolls() {
    const { kept, model: { fields: { regions }, blockable } } = this;
    const own = this.sizes.map((one, die) => (kept.includes(die) ? one : 0));
    const fixed = own.reduce((sum, one) => sum + one);
    return product(spread(own, kept, regions.length ? null : blockable.length - fixed,
      (die) => regions[die]?.cells.length));
  }

  rolls(owner) { return product(sizesOf(this.model, owner)); }

  /** The sum of the outlines of the dice: sides that border no other cell of the die. */
  perimeter(owner) {
    let sum = 0;
    for (const cell of owner.keys()) if (owner[cell] >= 0) sum += this.sides(owner, cell);
    return sum;
  }

  /** The sides of a cell that border no other cell of its die. */
  sides(owner, cell) {
    const { polygon, neighbours } = this.model.fields.cells[cell];
    let sides = polygon.length;
    for (const other of neighbours) if (owner[other] === owner[cell]) sides -= 1;
    return sides;
  }
}

/** Sizes as even as possible for the dice that don't stay; where each die has a region, all of it. */
function spread(own, kept, room, regionOf) {
  const open = [...own.keys()].filter((die) => !kept.includes(die));
  return own.map((size, die) => {
    if (kept.includes(die)) return size;
    if (room === null) return regionOf(die);
    return Math.floor(room / open.length) + Number(open.indexOf(die) < room % open.length);
  });
}

export function sizesOf({ blockers }, owner) {
  const sizes = new Array(blockers).fill(0);
  for (const die of owner) if (die >= 0) sizes[die] += 1;
  return sizes;
}
