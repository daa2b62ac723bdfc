/** The set that is painted, what the engine says of it, and who wants to hear of both. */

import { announce, h } from "./dom.js";

/** The number that stands for the eraser where others stand for a die. */
export const ERASER = -1;
/** After so many milliseconds without a verdict, the page shows how far it is. */
const PATIENCE = 250;

/**
 * @typedef {import("./dice.js").DiceSet} DiceSet
 * @typedef {{rolls: number, boards: number, failing: number, examples: number[][], checked: number,
 *   complete: boolean}} Verdict
 * @typedef {{set: DiceSet, settled: boolean, trouble: string, verdict: Verdict|null,
 *   checking: [number, number|null]|null}} Report
 *   `trouble` is why there is no verdict.
 */

export class StudioPage {
  #history;
  #draft = null;
  #asked = null;
  #listeners = { draw: [], change: [], report: [] };

  /** `history` is of dice sets; without an engine there are no verdicts. */
  constructor({ studio, puzzle, engine, history }) {
    this.studio = studio;
    this.puzzle = puzzle;
    this.engine = engine;
    this.#history = history;
    this.die = 0;
    this.share = history.state.shared;
    /** @type {Report} */
    this.report = { set: history.state, settled: true, trouble: "", verdict: null, checking: null };
  }

  /** The set as it is shown, in the middle of a stroke too. */
  get set() {
    return this.#draft ?? this.#history.state;
  }

  get undoable() {
    return this.#history.past.length > 0;
  }

  get redoable() {
    return this.#history.future.length > 0;
  }

  /** Call back whenever the picture changes: in the middle of a stroke, or if another die is chosen. */
  onDraw(callback) {
    this.#listeners.draw.push(callback);
  }

  /** Call back with the new set, but not in the middle of a stroke. */
  onChange(callback) {
    this.#listeners.change.push(callback);
  }

  /** Call back with the verdict on a set and the set; the verdict is null where the set is not complete. */
  onVerdict(callback) {
    this.onReport(({ settled, checking, verdict, set }) => {
      if (settled && !checking) callback(verdict, set);
    });
  }

  /** Call back with each report, in the middle of a stroke too. */
  onReport(callback) {
    this.#listeners.report.push(callback);
  }

  /** Choose a die, or the eraser. */
  choose(die) {
    this.die = die;
    this.#tell("draw");
  }

  /** Show a set in the middle of a stroke. */
  draft(set) {
    if (set.equals(this.set)) return;
    this.#draft = set;
    this.#tell("draw");
    this.#check(null);
  }

  /** End a stroke. */
  settle(why) {
    const set = this.set;
    this.change(set, why);
  }

  /** Go on to another set; `why` is said to those who listen. */
  change(wanted, why = "") {
    const set = this.#renamed(wanted);
    this.#draft = null;
    const same = set.equals(this.set) && set.name === this.set.name;
    if (!same) this.#history.push(set);
    this.#settled(why);
  }

  undo() {
    if (this.#history.undo()) this.#settled("Undone.");
  }

  redo() {
    if (this.#history.redo()) this.#settled("Done again.");
  }

  /** Say a sentence at the top of the page that something went wrong; an empty one takes the last away. */
  say(text) {
    document.querySelector("main > .fault")?.remove();
    if (text) document.querySelector("h1").after(h("p", { class: "fault", role: "alert" }, text));
  }

  /** Ask for the first verdict, when all parts of the page are there. */
  start() {
    this.#check("");
  }

  #settled(why) {
    this.share ||= this.set.shared;
    this.#tell("draw");
    this.#tell("change", this.set);
    this.#check(why);
  }

  /** A set that was painted over is no longer the one of the catalogue. */
  #renamed(set) {
    const known = this.puzzle.sets.find((one) => one.name === set.name);
    return !known || set.equals(set.with(known.dice)) ? set : set.with(set.dice, `my ${set.name}`);
  }

  async #check(why) {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    const { signal } = asked;
    const started = performance.now();
    const report = { set: this.set, settled: why !== null, trouble: this.set.trouble, verdict: null, checking: null };
    if (!report.trouble && this.engine) {
      const progress = (done, total) => {
        if (performance.now() > started + PATIENCE) this.#report({ ...report, checking: [done, total] });
      };
      try {
        report.verdict = await this.engine.verdict(this.set.dice, { shared: this.set.shared, signal, progress });
      } catch (error) {
        report.trouble = error.message;
      }
      if (signal.aborted) return;
    }
    this.#report(report);
    if (report.settled) {
      performance.measure("dicelab verdict", { start: started });
      if (why) announce(`${why} ${document.querySelector(".verdict").textContent}`);
    }
  }

  #report(report) {
    this.report = report;
    this.#tell("report", report);
  }

  #tell(what, value) {
    for (const callback of this.#listeners[what]) callback(value);
  }
}
