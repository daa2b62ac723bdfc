/** What the panels of the design page are made of. */

import { announce, button, fill, h } from "./dom.js";
import { boardLink, boardPicture, diceMarks, rollMarks } from "./marks.js";

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
  return h("ul", { class: "boards" }, boards.map(({ board, text, rings }) => h("li", {},
    smallBoard(page, `Board ${puzzle.labels(board)}`, set, { board, rings }), boardLink(puzzle, board, text))));
}

/** A button that brings a set to the painting board. */
export function takeButton(page, set, text = "Take this set to the painting board") {
  return button(text, () => page.change(set, "The set is on the painting board; Undo brings the old one back."));
}

/** A place for the results of some work, with its progress and a button that cancels it. */
export class Work {
  #controller = null;
  #bar = h("progress", { "aria-label": "Progress" });
  #words = h("span");
  #cancel = button("Cancel", () => this.show(h("p", { role: "status" }, "Cancelled.")));
  #waiting = h("div", { class: "row", hidden: true }, this.#bar, this.#words, this.#cancel);
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
    const progress = (done, total) => {
      if (signal.aborted) return;
      this.#words.textContent = total ? `${words} ${Math.floor((100 * done) / total)} %` : words;
      if (total) Object.assign(this.#bar, { max: total, value: done });
      else this.#bar.removeAttribute("value");
    };
    progress(0, 0);
    this.#waiting.hidden = false;
    const shown = await work({ signal, progress }).catch((error) => (signal.aborted ? null : fault(error)));
    if (!signal.aborted) this.show(shown);
  }

  /** Do some work on the painted set, which has to be complete. */
  runOnSet({ set }, words, work) {
    return set.trouble ? this.show(h("p", { class: "hint" }, set.trouble))
      : this.run(words, (options) => work(set, options));
  }
}

/** What went wrong, in words; those who listen are told too. */
export function fault({ message }) {
  announce(message);
  return h("p", { class: "fault" }, message);
}

/** Dice in words, counted from 1: "dice 4 and 5". */
export function diceNames(dice) {
  const numbers = dice.map((die) => die + 1);
  return dice.length === 1 ? `die ${numbers[0]}` : `dice ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}
