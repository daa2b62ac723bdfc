/** The set that is painted, what the engine says of it, and who wants to hear of both. */

import { announce, h } from "./dom.js";

/** The number that stands for the eraser where others stand for a die. */
export const ERASER = -1;
/** After so many milliseconds without a verdict, the page shows how far it is. */
const PATIENCE = 250;

/**
 * What is known of a set. `settled` is false in the middle of a stroke; `trouble` is why there is no verdict, and
 * `checking` how much is done if it is under way.
 * @typedef {{set: import("./dice.js").DiceSet, settled: boolean, trouble: string,
 *   verdict: import("./engine.js").Verdict|null, checking: [number, number|null]|null}} Report
 */

export class StudioPage {
  #history;
  #draft = null;
  #asked = null;
  #listeners = { draw: [], change: [], report: [] };

  /** `history` is of dice sets. */
  constructor({ studio, puzzle, engine, history }) {
    Object.assign(this, { studio, puzzle, engine, die: 0, share: history.state.shared });
    this.#history = history;
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

  /** Call back now, and whenever the picture changes: in the middle of a stroke, or if another die is chosen. */
  onDraw(callback) {
    this.#listeners.draw.push(callback);
    callback();
  }

  /** Call back with the new set, but not in the middle of a stroke. */
  onChange(callback) {
    this.#listeners.change.push(callback);
  }

  /** Call back with the verdict on a set and the set; the verdict is null where the set is not complete. */
  onVerdict(callback) {
    this.onReport((report) => report.settled && !report.checking && callback(report.verdict, report.set));
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

  /** Go on to another set, as at the end of a stroke; `why` is said to those who listen. */
  change(wanted, why = "") {
    const set = this.#renamed(wanted);
    this.#draft = null;
    if (!set.equals(this.set) || set.name !== this.set.name) this.#history.push(set);
    this.show(why);
  }

  undo() {
    if (this.#history.undo()) this.show("Undone.");
  }

  redo() {
    if (this.#history.redo()) this.show("Done again.");
  }

  /** Show the set as it is, and ask for its verdict. */
  show(why = "") {
    this.share ||= this.set.shared;
    this.#tell("draw");
    this.#tell("change", this.set);
    this.#check(why);
  }

  /** Say at the top of the page what went wrong; an empty text takes it away. */
  say(text) {
    document.querySelector("main > .fault")?.remove();
    if (text) document.querySelector("h1").after(h("p", { class: "fault", role: "alert" }, text));
  }

  /** A set of the catalogue that was painted over gets another name. */
  #renamed(set) {
    const known = this.puzzle.sets.find((one) => one.name === set.name);
    return !known || set.equals(set.with(known.dice)) ? set : set.with(set.dice, `my ${set.name}`);
  }

  /** Ask for the verdict; `why` is null in the middle of a stroke. The end of a stroke changes nothing any more. */
  async #check(why) {
    const { set } = this;
    const started = performance.now();
    if (this.#asked?.set.equals(set)) {
      Object.assign(this.#asked, { set, why, started });
      if (this.#asked.found) this.#answer(this.#asked);
      return;
    }
    this.#asked?.controller.abort();
    const asked = (this.#asked = { set, why, started, found: null, controller: new AbortController() });
    const { signal } = asked.controller;
    const progress = (...checking) => {
      if (performance.now() > started + PATIENCE) {
        this.#report({ set: asked.set, settled: asked.why !== null, trouble: "", verdict: null, checking });
      }
    };
    // An engine that still reads its tables has nothing to tell.
    setTimeout(() => asked.found || signal.aborted || progress(0, null), PATIENCE + 1);
    asked.found = set.trouble ? { trouble: set.trouble, verdict: null }
      : await this.engine.verdict(set.dice, { shared: set.shared, signal, progress })
        .then((verdict) => ({ trouble: "", verdict }), ({ message }) => ({ trouble: message, verdict: null }));
    if (!signal.aborted) this.#answer(asked);
  }

  #answer({ set, why, started, found }) {
    this.#report({ set, settled: why !== null, ...found, checking: null });
    performance.measure("dicelab verdict", { start: started });
    if (why) announce(`${why} ${document.querySelector(".verdict").textContent}`);
  }

  #report(report) {
    this.report = report;
    this.#tell("report", report);
  }

  #tell(what, value) {
    for (const callback of this.#listeners[what]) callback(value);
  }
}
