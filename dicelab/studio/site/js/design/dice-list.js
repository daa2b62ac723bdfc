/** The dice as lists of faces, with faces that repeat a cell, and a box to type cells. */
import { DiceSet } from "../parts/dice.js";
import { at, button, counted, h } from "../parts/dom.js";
import { swatch } from "./paint.js";

export function mountDiceList(page) {
  const drawn = [];
  const list = at("dice");

  page.on("draw", () => {
    if (page.isPainting) return;
    const key = list.contains(document.activeElement) && document.activeElement?.dataset.key;
    page.set.dice.forEach((faces, die) => {
      // A stroke changes two dice or three, and its end none.
      if (drawn[die] === (drawn[die] = `${page.die === die} ${faces}`)) return;
      const line = dieLine(page, die);
      if (list.children[die]) list.children[die].replaceWith(line);
      else list.append(line);
    });
    if (key) list.querySelector(`[data-key="${key}"]`)?.focus();
  });
  for (const place of at("typed-help").querySelectorAll("i")) {
    place.replaceWith(page.puzzle.label(place.textContent === "A1" ? 0 : 1));
  }
  at("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    at("typed-fault").textContent = "";
    try {
      page.change(typed(at("typed").value, page), "The dice are changed.");
      at("typed").value = "";
    } catch (error) {
      at("typed-fault").textContent = error.message;
    }
    at("typed-fault").hidden = !at("typed-fault").textContent;
  });
}

function dieLine(page, die) {
  const [faces, cells] = [page.set.dice[die], page.set.cells[die]];
  const isChosen = page.die === die;
  const named = (cell) => {
    const number = faces.filter((other) => other === cell).length;
    return page.puzzle.label(cell) + (number > 1 ? ` ×${number}` : "");
  };
  const number = counted(faces.length, "face");
  return h("li", {},
    button([swatch(page.puzzle, die), `Die ${die + 1}`], () => page.choose(die),
      { class: "name", "aria-pressed": String(isChosen), "data-key": `die${die}` }),
    h("small", {}, faces.length === cells.length ? number : `${counted(cells.length, "cell")} on ${number}`),
    h("div", { class: "faces" }, !cells.length ? "no cell yet"
      : isChosen ? cells.map((cell) => stepper(page, die, cell, named(cell))) : cells.map(named).join("  ")));
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

// A typed line changes the painted set: `A1 = 3` puts a cell on a die (0: on none), `A1 A2 | B1` are all dice,
// and `B1 C3` the faces of the chosen die. An Error says in one sentence what is wrong.
function typed(text, { set, die, share }) {
  const { puzzle } = set;
  if (!text.trim()) throw new Error(`Write cells first, such as ${puzzle.label(0)} = 1.`);
  if (text.includes("=")) return assigned(text, set, share);
  if (text.includes("|")) {
    const made = DiceSet.parse(text, puzzle, set.name);
    if (share || !made.shared) return made;
    throw new Error(`${made.sharing}: give each cell to one die, or tick “A cell may be on several dice”.`);
  }
  if (die < 0) throw new Error("Choose a die first: these cells become its faces.");
  const faces = puzzle.readCells(text);
  const cleared = share ? set : faces.reduce((made, cell) => made.erased(cell), set);
  return DiceSet.checked(puzzle, cleared.dice.with(die, faces), set.name);
}

function assigned(text, set, share) {
  const most = set.puzzle.blockers;
  let made = set;
  const rest = text.replace(/([^=]*)=\s*([^\s,;=]*)/g, (_, labels, word) => {
    const cells = set.puzzle.readCells(labels);
    const number = /^\d+$/.test(word) ? Number(word) : Infinity;
    if (!cells.length) throw new Error("Write a cell before the sign =.");
    if (number > most) throw new Error(`Write a die after the sign =, from 1 to ${most}, or 0 for no die.`);
    for (const cell of cells) made = number ? made.painted(number - 1, cell, { share }) : made.erased(cell);
    return "";
  });
  if (/\w/.test(rest)) throw new Error(`Write “= 1” after ${rest.trim()}, or the number of another die.`);
  return DiceSet.checked(set.puzzle, made.dice, set.name);
}
