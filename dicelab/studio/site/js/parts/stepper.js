/** Buttons that step through things in order; so do the arrow keys while one of them has the focus. */
import { at, button, fill, grouped, h, setState } from "./dom.js";

export class Stepper {
  /** Put the buttons into the element with the id; `step` is called with the next number, from 0. */
  constructor(id, one, step) {
    /** @type {[string, string, () => number][]} */
    const ways = [["First", "⇤", () => 0], ["Previous", "←", () => this.place - 1],
      ["Next", "→", () => this.place + 1], ["Last", "⇥", () => this.total - 1]];
    const buttons = ways.map(([which, sign, to]) =>
      button(sign, () => this.go(to()), { "aria-label": `${which} ${one.toLowerCase()}` }));
    const [said, slider] = [h("span", { class: "place" }), at(id).querySelector("input")];
    this.one = one;
    this.step = step;
    this.buttons = buttons;
    this.said = said;
    this.slider = slider;
    this.place = 0;
    this.total = 0;
    this.isMore = false;
    at(id).prepend(...buttons.slice(0, 2), said, ...buttons.slice(2));
    at(id).onkeydown = (event) => this.key(event);
    if (slider) slider.oninput = () => this.go(Number(slider.value));
  }

  /** Tell how many things there are, or how many at least if there may be more. */
  set(total, { place = this.place, isMore = false } = {}) {
    this.total = total;
    this.place = place;
    this.isMore = isMore;
    const isLast = place + 1 >= total;
    // A button at the end isn't disabled, or it would lose the focus.
    [!place, !place, isLast && !isMore, isLast || isMore]
      .forEach((isEnd, n) => setState(this.buttons[n], "disabled", isEnd));
    fill(this.said, `${this.one} ${grouped(place + 1)} of ${isMore ? "at least " : ""}${grouped(total)}`);
    const ariaValueText = this.said.textContent;
    if (this.slider) Object.assign(this.slider, { max: total - 1, value: place, ariaValueText });
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
