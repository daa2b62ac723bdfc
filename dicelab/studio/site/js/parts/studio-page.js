/** The set that is painted, the verdict on it, and who wants to hear of both. */
import { DiceSet } from "./dice.js";
import { announce, at, counted, fill, grouped, write } from "./dom.js";
import { History } from "./history.js";
import { keptValue } from "./kept.js";

/** Milliseconds without a verdict after which the page says how far it is, and without a change for the pictures. */
const [PATIENCE, REST] = [250, 120];

/** The set that the browser keeps under a key; null where there is none, or none that this page can read. */
export const keptSet = (key, puzzle) => keptValue(key, (text) => DiceSet.fromFile(text, puzzle)).value;

export class StudioPage {
  #draft = null;
  #frame = 0;
  #asked = null;
  #resting = 0;
  #listeners = { draw: [], report: [], rest: [], elsewhere: [] };

  constructor(studio, puzzle, engine) {
    const [{ dice, name } = { dice: [] }] = puzzle.sets;
    const history = new History(`dicelab.design.${puzzle.id}`, DiceSet.checked(puzzle, dice, name));
    this.studio = studio;
    this.puzzle = puzzle;
    this.engine = engine;
    this.history = history;
    this.die = 0;
    this.share = history.set.shared;
    // `words` are the verdict or why there is none; a `signal` tells when other dice are asked about.
    this.report = { set: history.set, verdict: null, words: "", isChecking: true };
    // Another tab shows the same dice, and a page that comes back may have missed what it did.
    addEventListener("storage", ({ key }) => key === history.key && this.#follow());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#follow());
  }

  #follow() {
    if (!this.history.sync()) return;
    this.#draft = null;
    this.show("These dice were changed in another tab.");
    this.#tell("elsewhere");
  }

  /** The set as it is shown, in the middle of a stroke too. */
  get set() { return this.#draft ?? this.history.set; }

  /**
   * Call back with each picture ("draw", now too), with each "report", when the hand rests ("rest"), or when another
   * tab has changed the set ("elsewhere").
   */
  on(what, callback) {
    this.#listeners[what].push(callback);
    if (what === "draw") callback();
  }

  choose(die) {
    this.die = die;
    this.#tell("draw");
  }

  get isPainting() { return Boolean(this.#draft); }

  /** Show a set in the middle of a stroke: once in a frame, through however many cells the pointer went. */
  draft(set) {
    if (set.equals(this.set)) return;
    this.#draft = set;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#check("");
      this.#tell("draw");
    });
  }

  /** Go on to another set, as at the end of a stroke; `why` is said to those who listen. */
  change(wanted, why = "") {
    const set = this.#renamed(wanted);
    this.#draft = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!set.equals(this.set) || set.name !== this.set.name) this.history.push(set);
    this.show(why);
  }

  step(isBack) { if (this.history.move(isBack)) this.show(isBack ? "Undone." : "Done again."); }

  /** Ask for the verdict on the set as it is, and show it. */
  show(why = "") {
    this.share ||= this.set.shared;
    this.#check(why);
    this.#tell("draw");
  }

  /** Say at the top of the page what went wrong; an empty text takes it away. */
  say(text) { fill(at("fault"), text).hidden = !text; }

  async judged(set, options) {
    if (set.unfinished && !set.misplaced) return this.#goingOn(set, options);
    if (set.trouble) return { verdict: null, words: set.trouble };
    return this.engine.verdict(set.dice, options).then(
      (verdict) => ({ verdict, words: verdictSentence(verdict) }), ({ message }) => ({ verdict: null, words: message }));
  }

  /** The verdict on dice of which some have no cell yet: how many ways there are to go on. */
  async #goingOn({ dice, unfinished }, options) {
    const { tried, good, isExact } = await this.engine.prospect(dice, options).catch(() => ({ tried: 0 }));
    const share = tried && (100 * good) / tried;
    const about = share && (share < 1 ? "less than 1 %" : `about ${Math.floor(share)} %`);
    const ways = !tried ? "" : !isExact ? ` Ways to go on: ${about || "none"} of a sample of ${grouped(tried)}.`
      : good ? ` Ways to go on: ${grouped(good)} of ${grouped(tried)}.` : ` No way to go on: all ${grouped(tried)} fail.`;
    return { verdict: null, words: unfinished + ways, isDead: Boolean(isExact && tried && !good), ways: tried };
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
    const asked = (this.#asked = { set: this.set, controller: new AbortController(), found: null });
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
    const progress = (done, total, failing) => {
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : "";
      const words = set.unfinished || (failing === undefined || !done ? `Checking ${grouped(set.rolls)} rolls …${share}`
        : soFar(done, total, failing));
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

  #tell(what, value) { for (const callback of this.#listeners[what]) callback(value); }
}

/** "good" where every roll has a tiling, "bad" where one has none, and nothing where that is not known. */
const kindOf = ({ verdict, isDead = false }) =>
  (isDead ? "bad" : !verdict ? "" : verdict.failing ? "bad" : verdict.complete && verdict.boards ? "good" : "");

/** The words of a verdict with their mark. */
export const markedVerdict = (report) => ({ good: "✓ ", bad: "✗ " }[kindOf(report)] ?? "") + report.words;

export function mountVerdict(page) {
  page.on("report", (report) => {
    const { set, ways } = report;
    at("verdict").className = `verdict ${kindOf(report)}`;
    write(at("verdict"), markedVerdict(report));
    at("going-on").hidden = !ways;
    write(at("figures"), `${counted(set.rolls, "roll")} · ${freeCells(set)}`);
  });
}

export function freeCells(set) {
  const free = set.owners().filter((dice) => !dice.length).length;
  return free ? `${counted(free, "cell")} on no die` : "all cells on dice";
}

export function verdictSentence({ rolls, boards, failing, checked, complete }) {
  const noun = rolls === boards ? "roll" : "board";
  if (!boards) return "Every roll shows a cell twice, so there is no board to fill.";
  if (!complete) return soFar(checked, boards, failing, noun);
  if (!failing) return `Always solvable: the pieces fill the board after ${boards === 1 ? "the only roll"
    : `each of the ${counted(rolls, "roll")}${noun === "roll" ? "" : " that shows no cell twice"}`}.`;
  return `${grouped(failing)} of ${counted(boards, noun)} ${failing === 1 ? "fails" : "fail"}: the pieces do not fit.`;
}

/** What is known when some of the rolls, drawn at random, have been tried. */
function soFar(tried, all, failing, noun = "roll") {
  const so = `${grouped(tried)} of ${counted(all, noun)} tried`;
  if (failing) return `${so}: ${grouped(failing)} of them ${failing === 1 ? "has" : "have"} no tiling.`;
  // The rule of three: where a share p fails, none of n fails with the chance (1 - p)^n, 5 % at p = 3/n.
  const sure = tried >= 30 ? ` It is 95 % sure that fewer than 1 in ${grouped(Math.floor(tried / 3))} fails.` : "";
  return `${so}: all have a tiling so far.${sure}`;
}
