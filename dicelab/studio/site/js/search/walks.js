/** How a question is answered: mend, design, improve and evolve, each a walk that yields what it has after each step. */
import { OBJECTIVES, sizesOf } from "./question.js";
import { Random } from "./random.js";
import { Swaps } from "./swaps.js";
import { tabu } from "./tabu.js";

/** Sets that compete, sets of a contest, and steps that each child may take. */
const [POPULATION, CONTEST, YOUTH] = [16, 3, 40];
/** Steps for dice of larger sizes until others are tried. */
const MOST_FOR_SIZES = 2_000;

/** The best set so far: always solvable first, then the better value. */
export class Standing {
  steps = 0;
  owner = null;
  failing = Infinity;
  value = null;
  bound = null;
  /** Where a better set was found, [{steps, failing, value}]. */
  history = [];
  generation = 0;
  /** Why the walk has ended; empty while it goes on. */
  ended = "";

  constructor(question) {
    this.question = question;
    if (question.objective === "rolls") this.bound = question.mostRolls;
    if (question.objective === "solvable") this.bound = 0;
  }

  offer(owner, failing, value) {
    const gain = (value - this.value) * OBJECTIVES[this.question.objective].sign;
    if (this.owner && (failing > this.failing || (failing === this.failing && !(gain > 0)))) return;
    Object.assign(this, { owner: owner.slice(), failing, value });
    this.history.push({ steps: this.steps, failing, value });
  }

  /** What a page may see. */
  get seen() {
    const { steps, owner, failing, value, bound, history, generation, ended, question: { model } } = this;
    const dice = Array.from({ length: model.blockers }, (_, die) =>
      [...owner?.keys() ?? []].filter((cell) => owner[cell] === die));
    return { steps, dice: owner && dice, failing, value, bound, history, generation, ended };
  }
}

class Walk {
  constructor(question, boards) {
    this.question = question;
    this.boards = boards;
    this.random = new Random(question.seed);
    this.swaps = new Swaps(question.model, question.kept);
    this.standing = new Standing(question);
    this.isShape = question.objective === "perimeter";
    this.weigh = this.isShape ? (owner) => question.perimeter(owner) : null;
    if (boards.below(question.least) === undefined) {
      throw new Error(`At least ${question.least} tilings for each roll: the page tells up to ${boards.limit} apart.`);
    }
  }

  value(owner) {
    const { question, boards } = this;
    return { solvable: () => 0, rolls: () => question.rolls(owner), fewest: () => boards.fewest(owner),
      perimeter: () => question.perimeter(owner) }[question.objective]();
  }

  /** Go on until every roll has `least` tilings; the answer is whether that was reached within some steps. */
  *settle(owner, least, most = Infinity) {
    const { boards, question, standing, swaps, random } = this;
    for (const failing of tabu(swaps, boards, boards.below(least), owner, random, { most })) {
      standing.steps += 1;
      // What fails a harder demand may still be the best of what was asked.
      if (least === question.least && (!failing || failing < standing.failing)) {
        standing.offer(owner, failing, failing ? null : this.value(owner));
      } else if (!failing) standing.offer(owner, 0, this.value(owner));
      yield standing;
      if (!failing) return true;
    }
    if (most === Infinity) yield this.end("No cell may trade places with another.");
    return false;
  }

  end(why) {
    this.standing.ended = why;
    return this.standing;
  }

  *repair() {
    yield* this.settle(this.question.owner.slice(), this.question.least);
  }

  *design() {
    yield* this.settle(this.planted(), this.question.least);
  }

  *improve() {
    const owner = this.question.owner.slice();
    if (yield* this.settle(owner, this.question.least)) yield* this[this.question.objective](owner);
  }

  solvable() { return []; }

  /** Larger dice, or more even ones, as long as some have more rolls. */
  *rolls(owner) {
    for (;;) {
      const grown = this.grown(owner);
      if (!grown) return yield this.end("No dice on different cells have more rolls.");
      if (yield* this.settle(grown, this.question.least, MOST_FOR_SIZES)) owner = grown;
    }
  }

  /** Dice with more rolls: the smallest die that can gets a cell from none, or from the largest. */
  grown(owner) {
    const { question, random } = this;
    const sizes = sizesOf(question.model, owner);
    const open = [...sizes.keys()].filter((die) => !question.kept.includes(die)).sort((a, b) => sizes[a] - sizes[b]);
    for (const die of open) {
      const free = question.free(owner, die);
      const isRegion = question.model.fields.regions.length > 0;
      const rich = isRegion ? [] : open.filter((other) => sizes[other] >= sizes[die] + 2);
      const most = Math.max(...rich.map((other) => sizes[other]));
      const cells = free.length ? free : [...owner.keys()].filter((cell) =>
        rich.includes(owner[cell]) && sizes[owner[cell]] === most);
      if (cells.length) return owner.with(random.pick(cells), die);
    }
    return null;
  }

  /** More tilings of the hardest roll, one by one. */
  *fewest(owner) {
    const { boards, standing } = this;
    for (;;) {
      const least = standing.value + 1;
      if (boards.below(least) === undefined) return yield this.end(`The page does not tell more than ${boards.limit} tilings apart.`);
      if (!(yield* this.settle(owner, least))) return;
    }
  }

  /** Shorter borders. */
  *perimeter(owner) {
    const { boards, question, random, standing, swaps, weigh } = this;
    for (const failing of tabu(swaps, boards, boards.below(question.least), owner, random, { weigh })) {
      standing.steps += 1;
      if (!failing) standing.offer(owner, 0, question.perimeter(owner));
      yield standing;
    }
    return yield this.end("No cell may trade places with another.");
  }

  /** Dice of the sizes that were asked for, on random cells. */
  planted() {
    const { question, random } = this;
    const owner = question.owner.slice();
    for (const [die, size] of question.sizes.entries()) {
      if (question.kept.includes(die)) continue;
      for (const cell of random.shuffled(question.free(owner, die)).slice(0, size)) owner[cell] = die;
    }
    return owner;
  }

  /** Let sets compete: children of two of the better ones take the place of the worst. */
  *evolve() {
    const { question, random, standing } = this;
    const all = [];
    let least = question.least;
    while (all.length < POPULATION) all.push(yield* this.raised(this.planted(), least));
    for (;;) {
      const best = all.find(({ failing }) => !failing);
      if (best && question.objective === "solvable") return;
      if (best && question.objective === "fewest") {
        least = standing.value + 1;
        const number = this.boards.below(least);
        if (number === undefined) return yield this.end(`The page does not tell more than ${this.boards.limit} tilings apart.`);
        for (const one of all) one.cost = one.failing = this.swaps.scan(one.owner, this.boards, number);
      }
      standing.generation += 1;
      const chosen = () => random.shuffled(all).slice(0, CONTEST).sort((a, b) => a.cost - b.cost)[0];
      const child = yield* this.raised(this.crossed(chosen().owner, chosen().owner), least);
      const worst = all.reduce((one, other) => (other.cost > one.cost ? other : one));
      const isNew = all.every(({ owner }) => owner.join() !== child.owner.join());
      if (isNew && child.cost <= worst.cost) all[all.indexOf(worst)] = child;
    }
  }

  /** A set after some steps, the best of them: {owner, failing, cost}. */
  *raised(owner, least) {
    const { boards, question, random, standing, swaps, weigh } = this;
    let best = { owner, failing: Infinity, cost: Infinity };
    for (const failing of tabu(swaps, boards, boards.below(least), owner, random, { most: YOUTH, weigh })) {
      standing.steps += 1;
      const cost = failing + (weigh ? weigh(owner) / 1e6 : 0);
      if (cost < best.cost) best = { owner: owner.slice(), failing, cost };
      if (!failing || (least === question.least && failing < standing.failing)) {
        standing.offer(owner, failing, failing ? null : this.value(owner));
      }
      yield standing;
      if (!failing && !weigh) break;
    }
    return best;
  }

  /** A child has some dice of one parent, and of the other what is left; the rest falls where there is room. */
  crossed(one, other) {
    const { question, random } = this;
    const child = question.owner.slice();
    const open = [...question.sizes.keys()].filter((die) => !question.kept.includes(die));
    const taken = new Set(open.filter(() => random.below(2)));
    const room = [...question.sizes];
    const put = (cell, die) => {
      child[cell] = die;
      room[die] -= 1;
    };
    for (const [cell, die] of one.entries()) if (taken.has(die)) put(cell, die);
    for (const [cell, die] of other.entries()) {
      if (child[cell] < 0 && open.includes(die) && !taken.has(die)) put(cell, die);
    }
    for (const die of open) {
      for (const cell of random.shuffled(question.free(child, die)).slice(0, Math.max(0, room[die]))) put(cell, die);
    }
    return child;
  }
}

/** Yield the standing after each step, until the question is answered; some questions never are. */
export function* walk(question, boards) {
  const one = new Walk(question, boards);
  yield* one[question.verb]();
  if (!one.standing.ended) yield one.end("Every roll can be solved.");
}
