/** What the panels of the design page are made of. */

import { announce, fill, h } from "./dom.js";
import { boardLink, boardPicture } from "./failing.js";
import { diceMarks, rollMarks } from "./marks.js";

/** What a panel says where it needs the server. */
export function needsServer(what = "This needs") {
  return h("p", { class: "hint" }, `${what} dicelab on your own computer: run `, h("code", {}, "dicelab web"), ".");
}

/** A small picture of the dice of a set, or of a board that they can roll, with rings round some cells. */
export function smallBoard(page, label, set, { board, rings = [] } = {}) {
  return boardPicture(page, label, board ? rollMarks(set, board, rings)
    : diceMarks(set).map((mark, cell) => ({ ...mark, ring: rings.includes(cell) })));
}

/** Boards side by side, [{board, text, rings}]; the words under each lead to the explore page. */
export function boardRow(page, set, boards) {
  const { puzzle } = page;
  return h("ul", { class: "boards" }, boards.map(({ board, text = puzzle.labels(board), rings }) => {
    return h("li", {}, smallBoard(page, `Board ${puzzle.labels(board)}`, set, { board, rings }),
      boardLink(puzzle, board, text));
  }));
}

/** A button that brings a set to the painting board. */
export function takeButton(page, set, text = "Take this set to the painting board") {
  const take = () => page.change(set, "The set is on the painting board; Undo brings the old one back.");
  return h("button", { type: "button", onclick: take }, text);
}

/** A place for the results of some work, which has a bar of progress and a button that cancels it. */
export class Work {
  #controller = null;
  #bar = h("progress", { "aria-label": "Progress" });
  #words = h("span");
  #waiting = h("div", { class: "row", hidden: true }, this.#bar, this.#words,
    h("button", { type: "button", onclick: () => this.show(h("p", { role: "status" }, "Cancelled.")) }, "Cancel"));
  #result = h("div");
  element = h("div", {}, this.#waiting, this.#result);

  /** Show something else, and cancel the work that is under way. */
  show(...shown) {
    this.#controller?.abort(new DOMException("Cancelled.", "AbortError"));
    this.#waiting.hidden = true;
    fill(this.#result, ...shown);
  }

  /** Do some work: a function of {signal, progress(done, total)} that returns what to show. Faults are shown too. */
  async run(words, work) {
    this.show();
    const { signal } = (this.#controller = new AbortController());
    this.#words.textContent = words;
    this.#bar.removeAttribute("value");
    this.#waiting.hidden = false;
    const progress = (done, total) => {
      if (signal.aborted || !total) return;
      Object.assign(this.#bar, { max: total, value: done });
      this.#words.textContent = `${words} ${Math.floor((100 * done) / total)} %`;
    };
    const shown = await work({ signal, progress }).catch(fault);
    if (signal.aborted) return;
    this.#waiting.hidden = true;
    fill(this.#result, shown);
  }

  /** Do some work on the painted set, which has to be complete. */
  async runOnSet(page, words, work) {
    const { trouble } = page.set;
    if (trouble) this.show(h("p", { class: "hint" }, trouble));
    else await this.run(words, work);
  }
}

/** What went wrong, in words; also those that listen are told. */
export function fault(error) {
  const text = error?.message ?? String(error);
  announce(text);
  return h("p", { class: "fault" }, text);
}

/** Dice in words, counted from 1: "dice 4 and 5". */
export function diceNames(dice) {
  const numbers = dice.map((die) => die + 1);
  return dice.length === 1 ? `die ${numbers[0]}` : `dice ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}
