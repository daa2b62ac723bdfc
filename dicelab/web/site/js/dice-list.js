/** The dice as lists of faces: sizes, faces that repeat a cell, and a box to type cells. */

import { counted, fill, h } from "./dom.js";
import { colour } from "./paint.js";
import { ERASER } from "./studio-page.js";
import { typed } from "./typed.js";

/** Put the list of the dice into a container. */
export function mountDiceList(container, page) {
  const list = h("ol", { class: "dice" });
  container.append(h("h2", {}, "Dice"), list, typingBox(page));
  const draw = () => {
    const key = document.activeElement?.dataset.key;
    fill(list, page.set.dice.map((_, die) => dieLine(page, die)));
    if (key) list.querySelector(`[data-key="${key}"]`)?.focus();
  };
  page.onDraw(draw);
  draw();
}

function dieLine(page, die) {
  const faces = page.set.dice[die];
  const chosen = page.die === die;
  const name = h("button", { type: "button", class: "name", "aria-pressed": String(chosen), "data-key": `die${die}`,
    onclick: () => page.choose(die) },
  colour(h("span", { class: "swatch", "aria-hidden": "true" }, String(die + 1)), page.puzzle, die), `Die ${die + 1}`);
  const size = h("small", {}, faces.length === page.set.sizes[die] ? counted(faces.length, "face")
    : `${counted(page.set.sizes[die], "cell")} on ${counted(faces.length, "face")}`);
  const cells = page.set.cells[die];
  const shown = chosen ? cells.map((cell) => stepper(page, die, cell)) : h("span", {}, cells.map((cell) =>
    page.puzzle.label(cell) + times(faces, cell)).join("  ") || "no cell yet");
  return h("li", { class: chosen ? "chosen" : "" }, name, size, h("div", { class: "faces" }, shown,
    chosen && !cells.length ? "no cell yet: paint some on the board" : null));
}

function times(faces, cell) {
  const number = faces.filter((other) => other === cell).length;
  return number > 1 ? ` ×${number}` : "";
}

/** A cell of the chosen die, with buttons for one face more and one face less. */
function stepper(page, die, cell) {
  const label = page.puzzle.label(cell);
  const step = (by, sign, words) => h("button", { type: "button", "aria-label": `${words} with ${label}`,
    "data-key": `${cell}${sign}`, onclick: () => {
      const set = page.set.repeated(die, cell, by);
      page.change(set, `${label}: on ${counted(set.dice[die].filter((one) => one === cell).length, "face")}.`);
    } }, sign);
  return h("span", { class: "stepper" }, step(-1, "−", "One face less"),
    h("span", {}, label + times(page.set.dice[die], cell)), step(1, "+", "One face more"));
}

function typingBox(page) {
  const { puzzle } = page;
  const [one, two] = [0, 1].map((place) => puzzle.label(place));
  const box = h("input", { type: "text", id: "typed", autocomplete: "off", spellcheck: false, maxLength: 4000,
    "aria-describedby": "typed-help typed-fault" });
  const fault = h("p", { class: "fault", id: "typed-fault", role: "alert", hidden: true });
  const submit = (event) => {
    event.preventDefault();
    try {
      page.change(typed(box.value, page.set, page.die, page.share), "The dice are changed.");
      box.value = fault.textContent = "";
    } catch (error) {
      fault.textContent = error.message;
    }
    fault.hidden = !fault.textContent;
  };
  return h("form", { onsubmit: submit, class: "typing" }, h("label", { for: "typed" }, "Type cells instead"),
    h("div", { class: "row" }, box, h("button", {}, "Set")), fault,
    h("p", { class: "hint", id: "typed-help" }, h("b", {}, `${one} = 2`),
      ` puts ${one} on die 2. `, h("b", {}, `${one} ${two}`), " are the faces of the chosen die. ",
      h("b", {}, `${one} | ${two}`), " are the first two dice."));
}
