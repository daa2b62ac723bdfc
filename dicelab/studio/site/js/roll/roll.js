/** "Is my roll impossible?": a solution of a roll, or why there is none, and which die is misprinted. */
import { readFragment } from "../parts/blockers.js";
import { BoardPage } from "../parts/board-page.js";
import { DiceSet } from "../parts/dice.js";
import { announce, at, counted, fill, h, listed } from "../parts/dom.js";
import { matching } from "../design/mending.js";
import { openEngine } from "../engine/engine.js";
import { openFrame, showFault } from "../parts/frame.js";
import { Reason } from "../parts/reason.js";
import { Stepper } from "../parts/stepper.js";

/** More dice can't be matched with cells in a moment. */
const MOST_DICE = 12;

class RollPage extends BoardPage {
  /** The cells that the dice show, one for each; a cell that two of them show stands here twice. */
  #shown = [];
  #tiling = [];

  constructor(puzzle, engine, linked) {
    super(puzzle, engine);
    this.linked = linked;
    const known = puzzle.sets.map(({ dice, title }) => ({ title, set: new DiceSet(puzzle, dice) }));
    this.sets = linked ? [{ title: linked.name || "the dice of the link", set: linked }, ...known] : known;
    fill(at("dice"), this.sets.map(({ title }, value) => h("option", { value }, title)));
    at("dice-row").hidden = this.sets.length < 2;
    at("dice").onchange = () => this.blame();
    at("my-dice").hidden = !this.sets.length;
    const { set } = this.sets[0] ?? {};
    const example = set ? puzzle.labels(set.cells.map(([cell]) => cell)) : puzzle.labels([0]);
    fill(at("cells-hint"), `Write ${counted(puzzle.blockers, "cell")}, such as ${example}, or tap them on the board.`);
    fill(at("example"), example);
    this.reason = new Reason(this);
    this.find = (roll, signal) => this.#find(roll, signal);
    this.steps = new Stepper("pieces", "Step", (place) => this.#step(place));
    at("whole").onclick = () => this.#step(this.#tiling.length);
    at("clear").onclick = () => this.attempt(() => this.open([]));
    at("asked").onsubmit = (event) => {
      event.preventDefault();
      this.attempt(() => this.read(at("cells").value));
    };
  }

  /** The dice of a link stay in the address. */
  fragment(board) {
    const own = super.fragment(board);
    return this.linked ? this.linked.toFragment() + own.slice(own.indexOf("&board=")) : own;
  }

  /** Two dice may show one cell, which is no board; the page tells which die is wrong all the same. */
  async read(text) {
    const shown = this.puzzle.readCells(text);
    const twice = shown.find((cell, place) => shown.indexOf(cell) < place);
    if (twice === undefined || shown.length > this.puzzle.blockers) return super.read(text);
    this.change([...new Set(shown)].sort((a, b) => a - b));
    at("cells").value = this.puzzle.labels(shown);
    for (const card of document.querySelectorAll(".finding")) card.hidden = true;
    this.judge("bad", `Two dice show ${this.puzzle.label(twice)}: such a roll blocks too few cells.`, true);
    this.#shown = shown;
    return this.blame();
  }

  change(board) {
    super.change(board);
    this.#shown = board;
    this.blame();
  }

  async #find(board, signal) {
    this.judge("", "Looking for a solution …");
    const { solvable, tiling } = await this.engine.solve(board, { signal });
    if (!solvable) {
      this.judge("bad", "This roll is impossible: the pieces do not fit.", true);
      return this.reason.show(board, signal);
    }
    this.judge("good", "This roll has a solution.", true);
    // Large pieces first, as a player lays them.
    this.#tiling = tiling.toSorted((a, b) => b.cells.length - a.cells.length);
    at("solution").hidden = false;
    return this.#step(0);
  }

  #step(place) {
    this.steps.set(this.#tiling.length + 1, { place });
    this.draw({ tiling: this.#tiling.slice(0, place) });
  }

  /** Tell which dice cannot be as they should, if all dice are rolled. */
  blame() {
    const { puzzle, sets } = this;
    const { set } = sets[at("dice").value] ?? {};
    if (!set) return;
    fill(at("faces"), set.dice.map((faces) => h("li", {}, puzzle.labels(faces))));
    const isRolled = this.#shown.length === puzzle.blockers && set.dice.length <= MOST_DICE;
    const wrong = isRolled ? suspects(set, this.#shown) : { least: 0, dice: [] };
    const lines = wrong.dice.map(({ die, cells }) => h("li", {}, h("b", {}, `Die ${die + 1}`),
      ` should have the faces ${puzzle.labels(set.dice[die])}, and shows `,
      `${listed(cells.map((cell) => puzzle.label(cell)), "or")} instead.`));
    const noun = wrong.least > 1 ? `At least ${wrong.least} dice are not as they should be` : "A die is misprinted";
    const which = wrong.dice.length > wrong.least ? ` Look at each of these${wrong.least > 1 ? "" : ", one of them is it"}:` : "";
    fill(at("blame"), !isRolled ? h("p", {}, "They are looked at when all of them are rolled.")
      : !wrong.least ? h("p", {}, "These dice can show this roll: each cell is on a die of its own.")
        : [h("p", {}, `${noun}: the dice of the game cannot show this roll.${which}`),
          h("ul", {}, lines), ...this.#same(set),
          h("p", { class: "hint" }, "Look first whether you have read the cells right: the letter is the row.")]);
    if (wrong.least) announce(at("blame").textContent);
  }

  /** Say which of the cells are on one die, of which one roll shows one alone. */
  #same(set) {
    const { puzzle } = this;
    const said = set.cells.map((cells, die) => ({ die, cells: this.#shown.filter((cell) => cells.includes(cell)) }))
      .filter(({ cells }) => cells.length > 1 && !set.shared);
    return said.map(({ die, cells }) => h("p", {},
      `${listed(cells.map((cell) => puzzle.label(cell)))} are ${cells.length > 2 ? "all" : "both"} on die ${die + 1}, and a die shows one face.`));
  }
}

/**
 * The dice that are not as they should be where they show some cells, one each: at least so many in all, and each
 * die that may be one of them with the cells that it may show.
 */
function suspects(set, shown) {
  const costs = set.cells.map((cells) => shown.map((cell) => Number(!cells.includes(cell))));
  const price = (rows) => matching(rows).reduce((sum, column, row) => sum + rows[row][column], 0);
  const least = price(costs);
  const showing = (die, place) => price(costs.with(die, shown.map((_, other) => (other === place ? 1 : MOST_DICE))));
  const dice = least ? costs.map((row, die) => ({ die,
    cells: [...new Set(shown.filter((_, place) => row[place] && showing(die, place) === least))] })) : [];
  return { least, dice: dice.filter(({ cells }) => cells.length) };
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const { hash } = location;
  const engine = await openEngine(puzzle, studio);
  let [linked, fault] = [null, ""];
  try {
    linked = DiceSet.fromFragment(hash, puzzle);
    if (linked?.trouble) throw new Error(linked.trouble);
  } catch ({ message }) {
    linked = null;
    fault = `The dice of this link could not be read. ${message}`;
  }
  const page = new RollPage(puzzle, engine, linked);
  await page.open([]);
  await page.attempt(() => page.open(readFragment(puzzle, hash) ?? []));
  if (fault) page.say(fault);
}

open().catch(showFault);
