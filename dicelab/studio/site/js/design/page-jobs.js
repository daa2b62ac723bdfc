/**
 * Searches without a server: jobs as `dicelab web` has them, that the page's engine goes on with for a moment at a time.
 *
 * A job has, beside the fields of the server, its seed, its `course`, the values of the best set over the steps, and it
 * can be paused.
 */
import { DiceSet } from "../parts/dice.js";
import { counted, grouped } from "../parts/dom.js";

const SCORES = {
  solvable: () => "Every roll can be solved.",
  rolls: (value) => `${counted(value, "roll")}, and every one can be solved.`,
  fewest: (value) => `Every roll has at least ${counted(value, "tiling")}.`,
  perimeter: (value) => `Every roll can be solved; the borders are ${grouped(value)} long.`,
};

/** How much better dice can be; nothing where the best are reached, or only solvable ones are asked for. */
function room({ bound, value }, objective) {
  if (objective === "solvable" || bound === value) return "";
  return bound === null ? " How much better dice can be is not known here." : ` No dice on different cells have more than ${grouped(bound)}.`;
}

export class PageJobs {
  #followed = new Map();

  constructor({ engine, puzzle }) {
    this.engine = engine;
    this.puzzle = puzzle;
  }

  /** Searches of the page end with it. */
  async list() { return []; }

  /** Begin a search, with the options of the server, and `kept`: the dice that stay, from 1. */
  async start(verb, set, { seconds, seed = 0, sizes, kept, goal, objectives = [], min_tilings: least = 1 }, options) {
    const { engine } = this;
    const objective = (verb === "improve" && goal) || (verb === "evolve" && objectives[0]) || "solvable";
    const number = await engine.seek({ verb, dice: set.dice, kept, sizes, objective, least, seed }, options);
    const job = { id: `page-${number}`, verb, puzzle: this.puzzle.text, state: "running", seed, isPaused: false,
      name: `${verb}, seed ${seed}`, objective, best: null, progress: null, standing: "", error: undefined, course: null };
    this.#followed.set(job.id, { job, number, seconds, control: new AbortController(), resume: null });
    return job;
  }

  /** Go on with a search, and call a function whenever something changes, until it has ended. */
  async follow(id, show) {
    const { job, number, seconds, control: { signal } } = this.#followed.get(id);
    let spent = 0;
    try {
      while (job.state === "running") {
        const begun = performance.now();
        const found = await this.engine.advance(number, { signal });
        spent += (performance.now() - begun) / 1000;
        const isBetter = this.#note(job, found);
        if (found.ended || spent >= seconds) job.state = "done";
        job.progress = [Math.floor(spent), seconds, this.#words(job, found)];
        if (job.state === "done" && found.ended !== job.best?.standing) job.standing = found.ended || "The time is over.";
        if (job.state === "running") show(job, isBetter ? "improvement" : "progress");
        if (job.isPaused) await new Promise((resume) => (this.#followed.get(id).resume = resume));
      }
    } catch (error) {
      job.state = signal.aborted ? "cancelled" : "failed";
      if (!signal.aborted) job.error = error.message;
    }
    this.engine.forget(number);
    return job;
  }

  #words({ seed }, { steps, generation }) {
    return `${generation ? `Generation ${grouped(generation)}, step` : "Step"} ${grouped(steps)}, seed ${seed}`;
  }

  /** Note the best set; returns whether it is better than the one before. */
  #note(job, found) {
    const { dice, failing, history, steps, value } = found;
    const isBetter = history.length > (job.course?.history.length ?? 0);
    job.course = { history, steps, bound: found.bound };
    if (!dice) return false;
    const standing = failing ? `${counted(failing, "roll")} ${failing === 1 ? "fails" : "fail"} still.`
      : SCORES[job.objective](value) + room(found, job.objective);
    job.best = { dice: new DiceSet(this.puzzle, dice).format(), failing, standing };
    return isBetter;
  }

  /** Pause a search, or go on with it. */
  pause(id, isPaused) {
    const followed = this.#followed.get(id);
    followed.job.isPaused = isPaused;
    if (!isPaused) followed.resume?.();
  }

  /** End a search, which keeps the best set so far. */
  async cancel(id) {
    const followed = this.#followed.get(id);
    followed.control.abort();
    followed.resume?.();
    // What has ended is cancelled to be forgotten.
    if (followed.job.state !== "running") this.#followed.delete(id);
    return followed.job;
  }
}
