/** Why a board has no tiling, case by case where there are several: for a page with the places of explore.html. */
import { at, fill } from "./dom.js";
import { Stepper } from "./stepper.js";
import { explained } from "./words.js";

export class Reason {
  #found = null;

  /** `page` is a BoardPage. */
  constructor(page) {
    this.page = page;
    this.cases = new Stepper("cases", "Case", (place) => page.attempt(() => this.#show(place)));
  }

  async show(board, signal) {
    this.#found = await this.page.engine.explain(board, { signal });
    const { text, cells, cases } = this.#found;
    fill(at("reason"), explained(text));
    this.page.draw({ rings: cells });
    at("why").hidden = false;
    at("by-cases").hidden = !cases.length;
    if (cases.length) this.#show(0);
  }

  #show(place) {
    const { text, tiling, cells } = this.#found.cases[place];
    this.cases.set(this.#found.cases.length, { place });
    fill(at("case"), text);
    this.page.draw({ tiling, rings: cells });
  }
}
