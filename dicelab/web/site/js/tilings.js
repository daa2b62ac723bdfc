/** All tilings of a board, paged through: they are fetched some at a time, as they are asked for. */

import { Stepper } from "./stepper.js";

const AT_ONCE = 24;

export class TilingPager {
  /** `draw` is called with each tiling that is to be seen. */
  constructor(engine, draw) {
    Object.assign(this, { engine, draw });
    this.stepper = new Stepper("Tiling", (place) => this.show(place));
    this.element = this.stepper.element;
  }

  /** Begin with the first tiling of a board. */
  open(board, tiling, signal) {
    Object.assign(this, { board, signal, start: 0, found: [tiling] });
    this.draw(tiling);
    this.stepper.set(1, { place: 0, isMore: true });
  }

  /** Say how many tilings there are, or how many there are at least. */
  set(counted, exact) {
    this.stepper.set(counted, { isMore: !exact });
    // A search and a count may order the tilings differently.
    this.found = [];
    this.show(this.stepper.place);
  }

  async show(place) {
    const { signal, stepper } = this;
    if (!this.found[place - this.start]) {
      const start = Math.max(0, place - AT_ONCE / 2);
      const { tilings } = await this.engine.tilings(this.board, start, AT_ONCE, { signal });
      if (signal.aborted) return;
      Object.assign(this, { start, found: tilings });
      if (!tilings[place - start]) {
        stepper.set(start + tilings.length, { isMore: false });
        return;
      }
    }
    this.draw(this.found[place - this.start]);
    stepper.set(Math.max(stepper.total, place + 1), { place, isMore: stepper.isMore });
  }
}
