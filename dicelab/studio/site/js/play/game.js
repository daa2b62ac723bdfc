/** A game: the position, what can be undone and done again, and what the player has used. */
import { Position } from "./position.js";

export class Game {
  #listeners = { begun: [], change: [], solved: [] };
  #since = null;
  #before = 0;

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.position = null;
  }

  /** Call back when a game is "begun", after each "change" (with its words), or when it is "solved". */
  on(what, callback) { this.#listeners[what].push(callback); }

  /**
   * Begin with a position. `about` tells where its board comes from: {kind, words}. For a game that goes
   * on, and is not begun anew, `used` are its {seconds, tries, hints, hasGivenUp}; its clock runs at once.
   */
  begin(position, about = { kind: "typed", words: "" }, used = null) {
    const { seconds = 0, tries = 0, hints = 0, hasGivenUp = false } = used ?? {};
    this.position = position;
    this.about = about;
    this.past = [];
    this.future = [];
    this.tries = tries;
    this.hints = hints;
    this.hasGivenUp = hasGivenUp;
    [this.#since, this.#before] = [null, seconds];
    if (seconds) this.run(true);
    if (!used) this.#tell("begun", "");
    this.#tell("change", "");
  }

  get isSolved() { return this.position.isComplete && !this.hasGivenUp; }

  /** Seconds of play from the first move on, without those when the page was hidden or the game paused. */
  get seconds() {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  get isRunning() { return this.#since !== null; }

  /** Let the clock run, or stop it. It runs in a game that has begun and has not ended. */
  run(isOn) {
    this.#before = this.seconds;
    this.#since = isOn && !this.position.isComplete ? performance.now() : null;
  }

  /** Lay a placement; an Error says why it cannot lie there. */
  lay(number) {
    const position = this.position.lay(number);
    this.tries += 1;
    this.#move(position, `${position.words(number)}.`);
  }

  /** Lay a piece that lies already on another place. */
  move(from, to) {
    const position = this.position.take(from).lay(to);
    this.tries += 1;
    this.#move(position, `${position.words(to)}.`);
  }

  take(number) { this.#move(this.position.take(number), `${this.position.words(number)} is taken back.`); }

  /** Take all pieces back; tell whether there were any. */
  restart() {
    if (!this.position.laid.length) return false;
    this.#move(new Position(this.puzzle, this.position.board), "Begun again.");
    return true;
  }

  /** Take back pieces, or lay several: any other position of the same board. */
  change(position, words) { this.#move(position, words); }

  /** Show a whole tiling to a player who gives up. */
  giveUp(position) {
    this.hasGivenUp = true;
    this.#move(position, "This is a solution.");
  }

  undo() { return this.#step(this.past, this.future, "Undone."); }
  redo() { return this.#step(this.future, this.past, "Done again."); }

  #step(from, to, words) {
    if (!from.length) return false;
    to.push(this.position);
    this.#show(from.pop(), words);
    return true;
  }

  #move(position, words) {
    this.past = [...this.past, this.position];
    this.future = [];
    this.#show(position, words);
  }

  #show(position, words) {
    const wasSolved = this.isSolved;
    this.position = position;
    this.run(true);
    this.#tell("change", words);
    if (this.isSolved && !wasSolved) this.#tell("solved", words);
  }

  #tell(what, words) { for (const callback of this.#listeners[what]) callback(words); }
}
