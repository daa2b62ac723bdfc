/** The dice as lists of faces, with faces that repeat a cell, and a box to type cells. */

import { button, counted, fill, h } from "./dom.js";
import { swatch } from "./paint.js";
import { typed } from "./typed.js";

/** Put the list of the dice into a container. */
export function mountDiceList(container, page) {
  const list = h("ol", { class: "dice" });
  container.append(h("h2", {}, "Dice"), list, typingBox(page));
  page.onDraw(() => {
    const key = document.activeElement?.dataset.key;
    fill(list, page.set.dice.map((_, die) => dieLine(page, die)));
    if (key) list.querySelector(`[data-key="${key}"]`)?.focus();
  });
}

function dieLine(page, die) {
  const [faces, cells] = [page.set.dice[die], page.set.cells[die]];
  const chosen = page.die === die;
  const named = (cell) => {
    const number = faces.filter((other) => other === cell).length;
    return page.puzzle.label(cell) + (number > 1 ? ` ×${number}` : "");
  };
  const number = counted(faces.length, "face");
  return h("li", {},
    button([swatch(page.puzzle, die), `Die ${die + 1}`], () => page.choose(die),
      { class: "name", "aria-pressed": String(chosen), "data-key": `die${die}` }),
    h("small", {}, faces.length === cells.length ? number : `${counted(cells.length, "cell")} on ${number}`),
    h("div", { class: "faces" }, !cells.length ? "no cell yet"
      : chosen ? cells.map((cell) => stepper(page, die, cell, named(cell))) : cells.map(named).join("  ")));
}

/** A cell of the chosen die, with buttons for one face more and one face less. */
function stepper(page, die, cell, name) {
  const label = page.puzzle.label(cell);
  const step = (by, sign, words) => button(sign, () => {
    const set = page.set.repeated(die, cell, by);
    page.change(set, `${label}: on ${counted(set.dice[die].filter((one) => one === cell).length, "face")}.`);
  }, { "aria-label": `${words} with ${label}`, "data-key": `${cell}${sign}` });
  return h("span", { class: "stepper" }, step(-1, "−", "One face less"), name, step(1, "+", "One face more"));
}

function typingBox(page) {
  const [one, two] = [0, 1].map((cell) => page.puzzle.label(cell));
  const box = h("input", { type: "text", id: "typed", autocomplete: "off", spellcheck: false, maxLength: 4000,
    "aria-describedby": "typed-help typed-fault" });
  const fault = h("p", { class: "fault", id: "typed-fault", role: "alert", hidden: true });
  const submit = (event) => {
    event.preventDefault();
    fault.textContent = "";
    try {
      page.change(typed(box.value, page.set, page.die, page.share), "The dice are changed.");
      box.value = "";
    } catch (error) {
      fault.textContent = error.message;
    }
    fault.hidden = !fault.textContent;
  };
  return h("form", { onsubmit: submit }, h("label", { for: "typed" }, "Type cells instead"),
    h("div", { class: "row" }, box, h("button", {}, "Set")), fault,
    h("p", { class: "hint", id: "typed-help" }, h("b", {}, `${one} = 2`), ` puts ${one} on die 2. `,
      h("b", {}, `${one} ${two}`), " are the faces of the chosen die. ",
      h("b", {}, `${one} | ${two}`), " are the first two dice."));
}
