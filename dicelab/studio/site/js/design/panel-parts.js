/** What the panels of the design page are made of. */
import { announce, at, button, fill, h } from "../parts/dom.js";
import { boardLink, boardPicture, diceMarks, rollMarks } from "../parts/marks.js";

export const dicePicture = (page, label, set, rings = []) =>
  boardPicture(page, label, diceMarks(set).map((mark, cell) => ({ ...mark, ring: rings.includes(cell) })));

/** Boards side by side, [{board, text, rings}]; the words under each lead to the explore page. */
export function boardRow(page, set, boards) {
  return h("ul", { class: "boards" }, boards.map(({ board, text, rings }) => h("li", {},
    boardPicture(page, `Board ${page.puzzle.labels(board)}`, rollMarks(set, board, rings)),
    boardLink(page.puzzle, board, text))));
}

/** Bring the painting board into view where it is out of sight, and the focus to it. */
export function showBoard() {
  at("paint").focusCell(undefined, true);
  at("paint").parentElement.scrollIntoView({ block: "nearest" });
}

export const takeButton = (page, set, text = "Take this set to the painting board") => button(text, () => {
  page.change(set, "The set is on the painting board. Undo brings back the old.");
  showBoard();
});

/** A place for the results of some work, with its progress and a button that cancels it. */
export class Work {
  #controller = null;
  #bar = h("progress", { "aria-label": "Progress" });
  #words = h("span");
  #waiting = h("div", { class: "row", hidden: true }, this.#bar, this.#words);
  #result = h("div");

  constructor(place, cancel = async () => this.show(h("p", { role: "status" }, "Cancelled."))) {
    this.#waiting.append(button("Cancel", () => cancel().catch((error) => this.show(fault(error)))));
    place.append(this.#waiting, this.#result);
  }

  /** Show something else, and cancel the work that is under way. */
  show(...shown) {
    this.#controller?.abort();
    this.#waiting.hidden = true;
    fill(this.#result, ...shown.flat(Infinity));
  }

  /** Tell how much of the work is done; without a total, only that something is done. */
  tell(words, done, total) {
    this.#waiting.hidden = false;
    this.#words.textContent = words;
    if (total) Object.assign(this.#bar, { max: total, value: done });
    else this.#bar.removeAttribute("value");
  }

  /** Show what a function of {signal, progress(done, total)} returns, or what went wrong. */
  async run(words, work) {
    this.show();
    const { signal } = (this.#controller = new AbortController());
    const progress = (done, total) => {
      const share = total ? ` ${Math.floor((100 * done) / total)} %` : "";
      if (!signal.aborted) this.tell(words + share, done, total);
    };
    progress(0, 0);
    const shown = await work({ signal, progress }).catch((error) => (signal.aborted ? null : fault(error)));
    if (!signal.aborted) this.show(shown);
  }

  /** Do some work on a set, which has to be complete. */
  runOnSet(set, words, work) {
    if (set.trouble) this.show(h("p", { class: "hint" }, set.trouble));
    else this.run(words, work);
  }
}

function fault({ message }) {
  announce(message);
  return h("p", { class: "fault" }, message);
}
