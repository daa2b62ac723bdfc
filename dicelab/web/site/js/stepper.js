/** Buttons that step through things in order; so do the arrow keys while one of them has the focus. */

import { fill, grouped, h } from "./dom.js";

export class Stepper {
  /** `one` names a thing, as "Tiling"; `step` is called with the number of the next one, from 0. */
  constructor(one, step, { hasSlider = false } = {}) {
    Object.assign(this, { one, step, place: 0, total: 0, isMore: false });
    const button = (text, which, to) => h("button", { type: "button",
      "aria-label": `${which} ${one.toLowerCase()}`, onclick: () => this.go(to()) }, text);
    this.back = [button("⇤", "First", () => 0), button("←", "Previous", () => this.place - 1)];
    this.next = button("→", "Next", () => this.place + 1);
    this.last = button("⇥", "Last", () => this.total - 1);
    this.said = h("span", { class: "place" });
    this.slider = h("input", { type: "range", min: 0, "aria-label": one,
      oninput: () => this.go(Number(this.slider.value)) });
    const about = { role: "group", "aria-label": `${one} by ${one.toLowerCase()}`, class: "row stepper" };
    this.element = h("div", { ...about, onkeydown: (event) => this.key(event) },
      this.back, this.said, this.next, this.last);
    if (hasSlider) this.element.append(this.slider);
  }

  /** Tell how many things there are, or how many at least if there may be more. */
  set(total, { place = this.place, isMore = false } = {}) {
    Object.assign(this, { total, place, isMore });
    const isLast = place + 1 >= total;
    const ends = [[this.back[0], !place], [this.back[1], !place], [this.next, isLast && !isMore],
      [this.last, isLast || isMore]];
    // A button at the end isn't disabled, or it would lose the focus.
    for (const [button, isEnd] of ends) button.setAttribute("aria-disabled", isEnd);
    fill(this.said, `${this.one} ${grouped(place + 1)} of ${isMore ? "at least " : ""}${grouped(total)}`);
    Object.assign(this.slider, { max: total - 1, value: place });
    this.slider.setAttribute("aria-valuetext", this.said.textContent);
  }

  go(place) {
    if (place >= 0 && place !== this.place && (place < this.total || this.isMore)) this.step(place);
  }

  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.target === this.slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(this.place + by);
  }
}
