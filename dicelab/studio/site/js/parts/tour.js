/** A tour of a page: one step after the other, each beside what it speaks of; it can be left at any time. */
import { button, fill, h } from "./dom.js";

/** Begin a tour of some steps, [{place, words}]: `place` is an element of the page. */
export function beginTour(steps, end = []) {
  let number = 0;
  const [words, count] = [h("p", { id: "tour-words" }), h("small", {})];
  const back = button("Back", () => show(number - 1));
  const next = button("Next", () => (number + 1 < steps.length ? show(number + 1) : leave()), { class: "main" });
  const skip = button("Skip the tour", leave);
  const card = h("section", { class: "tour", role: "dialog", "aria-label": "Tour", "aria-describedby": "tour-words",
    tabIndex: -1, onkeydown: ({ key }) => key === "Escape" && leave() },
  count, words, h("div", { class: "row" }, back, next, skip));

  // An attribute, since the class of a verdict is written anew with each verdict.
  function mark(isShown) { steps[number].place.toggleAttribute("data-toured", isShown); }

  function leave() {
    mark(false);
    card.remove();
    steps[0].place.scrollIntoView({ block: "center" });
  }

  function show(wanted) {
    mark(false);
    number = wanted;
    mark(true);
    const isLast = number + 1 === steps.length;
    fill(count, `Step ${number + 1} of ${steps.length}`);
    fill(words, steps[number].words, isLast && end);
    fill(next, isLast ? "Begin" : "Next");
    back.disabled = !number;
    skip.hidden = isLast;
    steps[number].place.scrollIntoView({ block: "center" });
    // On the side where the page has something else.
    card.classList.toggle("left", !steps[number].place.closest(".stand"));
    // Who listens hears the new words, and the Tab key goes on from here.
    card.focus({ preventScroll: true });
  }

  document.body.append(card);
  show(0);
}
