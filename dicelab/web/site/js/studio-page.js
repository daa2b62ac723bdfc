/** The set that is painted, what the engine says of it, and who wants to hear of both. */

import { DiceSet } from "./dice.js";
import { announce, at, fill } from "./dom.js";
import { History } from "./history.js";
import { verdictSentence } from "./verdict-panel.js";

/** Milliseconds without a verdict after which the page says how far it is, and without a change for the pictures. */
const [PATIENCE, REST] = [250, 120];

/**
 * What is known of a set: the verdict, or null, and in words the verdict or why there is none (yet, if `isChecking`);
 * the signal tells when other dice are asked about.
 * @typedef {{set: DiceSet, verdict: import("./engine.js").Verdict|null, words: string, isChecking: boolean,
 *   signal: AbortSignal}} Report
 */
export class StudioPage {
  #draft = null;
  #asked = null;
  #resting = 0;
  #listeners = { draw: [], report: [], rest: [] };

  constructor(studio, puzzle, engine) {
    const [one] = puzzle.sets;
    const first = one ? new DiceSet(puzzle, one.dice, one.name) : DiceSet.empty(puzzle);
    const history = new History(`dicelab.design.${puzzle.id}`, first);
    Object.assign(this, { studio, puzzle, engine, history, die: 0, share: history.set.shared });
    /** @type {Report} */
    this.report = { set: history.set, verdict: null, words: "", isChecking: true };
  }

  /** The set as it is shown, in the middle of a stroke too. */
  get set() {
    return this.#draft ?? this.history.set;
  }

  /**
   * Call back now and whenever the picture changes ("draw": in the middle of a stroke too, or if another die is
   * chosen), with each report ("report"), or with the report when the hand has rested for a moment ("rest"), so that
   * no picture delays the next stroke.
   */
  on(what, callback) {
    this.#listeners[what].push(callback);
    if (what === "draw") callback();
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
    this.#check("");
    this.#tell("draw");
  }

  /** Go on to another set, as at the end of a stroke; `why` is said to those who listen. */
  change(wanted, why = "") {
    const set = this.#renamed(wanted);
    this.#draft = null;
    if (!set.equals(this.set) || set.name !== this.set.name) this.history.push(set);
    this.show(why);
  }

  /** Undo the last change, or do it again. */
  step(isBack) {
    if (this.history.move(isBack)) this.show(isBack ? "Undone." : "Done again.");
  }

  /** Ask for the verdict on the set as it is, and show it. */
  show(why = "") {
    this.share ||= this.set.shared;
    this.#check(why);
    this.#tell("draw");
  }

  /** Say at the top of the page what went wrong; an empty text takes it away. */
  say(text) {
    at("fault").hidden = !text;
    fill(at("fault"), text);
  }

  /** What the engine says of a set. */
  async judged(set, options) {
    if (set.trouble) return { verdict: null, words: set.trouble };
    return this.engine.verdict(set.dice, options).then(
      (verdict) => ({ verdict, words: verdictSentence(verdict) }), ({ message }) => ({ verdict: null, words: message }));
  }

  /** A set of the catalogue that was painted over gets another name. */
  #renamed(set) {
    const known = this.puzzle.sets.find((one) => one.name === set.name);
    return !known || set.equals(set.with(known.dice)) ? set : set.with(set.dice, `my ${set.name}`);
  }

  /** Ask for the verdict, but for the same dice only once: the end of a stroke changes nothing any more. */
  async #check(why) {
    const start = performance.now();
    const before = this.#asked;
    const asked = (this.#asked = { set: this.set, controller: new AbortController() });
    if (before?.set.equals(asked.set)) {
      Object.assign(asked, { controller: before.controller, found: before.found });
    } else {
      before?.controller.abort();
      asked.found = this.#patiently(asked);
    }
    const found = await asked.found;
    if (asked !== this.#asked) return;
    this.#report(asked, found);
    performance.measure("dicelab verdict", { start });
    if (why) announce(`${why} ${at("verdict").textContent}`);
  }

  /** What the engine says; if that takes a while, the page says how far it is. */
  async #patiently(asked) {
    const { set, controller: { signal } } = asked;
    const late = performance.now() + PATIENCE;
    const progress = (done, total) => {
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : "";
      const words = `Checking ${set.rolls.toLocaleString("en")} rolls …${share}`;
      if (performance.now() >= late && !signal.aborted) this.#report(asked, { verdict: null, words, isChecking: true });
    };
    // An engine that still reads its tables has nothing to tell.
    const timer = setTimeout(progress, PATIENCE + 1);
    return this.judged(set, { signal, progress }).finally(() => clearTimeout(timer));
  }

  #report({ controller: { signal } }, found) {
    this.report = { set: this.set, signal, isChecking: false, ...found };
    this.#tell("report", this.report);
    clearTimeout(this.#resting);
    if (!this.report.isChecking) this.#resting = setTimeout(() => this.#tell("rest", this.report), REST);
  }

  #tell(what, value) {
    for (const callback of this.#listeners[what]) callback(value);
  }
}
