/** The board that is painted, with the choice of a die above it: by pointer, and by keyboard alone. */

import { announce, counted, fill, h } from "./dom.js";
import { diceMarks, dieMark } from "./marks.js";
import { ERASER } from "./studio-page.js";

/** Put the choice of dice and the board into a container. */
export function mountPaint(container, page) {
  const { puzzle } = page;
  const board = h("cell-board");
  board.setAttribute("editable", "");
  board.setAttribute("label", "Board to paint");
  board.puzzle = puzzle;
  const choices = [...page.set.dice.keys(), ERASER].map((die) => dieChoice(page, die));
  const share = h("input", { type: "checkbox", onchange: () => { page.share = share.checked; } });
  container.append(
    h("fieldset", { class: "palette" }, h("legend", {}, "Paint with"), choices.map(({ label }) => label)), board,
    h("label", { class: "option" }, share, " A cell may be on several dice"));
  strokes(board, page);
  document.addEventListener("keydown", (event) => keys(event, page));
  const draw = () => {
    board.marks = diceMarks(page.set);
    for (const choice of choices) choice.show();
    share.checked = page.share;
  };
  page.onDraw(draw);
  draw();
}

function dieChoice(page, die) {
  const input = h("input", { type: "radio", name: "die", class: "unseen", onchange: () => page.choose(die) });
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" }, die === ERASER ? "✕" : String(die + 1));
  if (die !== ERASER) colour(swatch, page.puzzle, die);
  const note = h("span", { class: "note", "aria-hidden": "true" });
  const label = h("label", { class: "die" }, input, swatch, note);
  const show = () => {
    input.checked = page.die === die;
    const size = page.set.sizes[die];
    fill(note, ...(die === ERASER ? ["Erase"] : [size, h("span", { class: "wide" }, size === 1 ? " cell" : " cells")]));
    input.setAttribute("aria-label", die === ERASER ? "Eraser" : `Die ${die + 1}, ${counted(size, "cell")}`);
  };
  return { label, show };
}

/** Give an element the colours of a die. */
export function colour(element, puzzle, die) {
  const { fill: shade, ink } = dieMark(puzzle, die);
  element.style.setProperty("--shade", shade);
  element.style.setProperty("--shade-ink", ink);
  return element;
}

/** A click on a cell that the die has takes it away; a drag from such a cell paints like any other. */
function strokes(board, page) {
  let stroke = null;
  const touch = (cell) => {
    const label = page.puzzle.label(cell);
    if (page.die === ERASER) page.draft(page.set.erased(cell));
    else if (page.puzzle.blockable(cell)) page.draft(page.set.painted(page.die, cell, page));
    else stroke.why = `${label} may not be blocked in this puzzle.`;
    stroke.labels.add(label);
  };
  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    if (start) stroke = { cell, held: Boolean(page.set.dice[page.die]?.includes(cell)), labels: new Set(), why: "" };
    if (!start) stroke.held = false;
    if (!stroke.held) touch(cell);
  });
  board.addEventListener("stroke", () => {
    const { cell, held, labels, why } = stroke;
    if (held) page.draft(page.set.erased(cell, page.die));
    const cells = held ? page.puzzle.label(cell) : [...labels].join(" ");
    if (why) page.say(why);
    page.settle(why || whatWasDone(cells, held, page.die));
  });
}

function whatWasDone(cells, held, die) {
  if (die === ERASER) return `${cells}: on no die.`;
  return `${cells}: ${held ? "no longer " : ""}on die ${die + 1}.`;
}

function keys(event, page) {
  if (event.target.closest?.("textarea, select, dialog, input:not([type=radio], [type=checkbox])")) return;
  const { blockers } = page.puzzle;
  const key = event.key.toLowerCase();
  const cell = event.target.closest?.("[editable] [data-cell]")?.dataset.cell;
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey || !["z", "y"].includes(key)) return;
    if (key === "z" && !event.shiftKey) page.undo();
    else page.redo();
  } else if (event.altKey) {
    return;
  } else if (/^[0-9]$/.test(key) && Number(key) <= blockers) {
    chosen(page, key === "0" ? ERASER : Number(key) - 1);
  } else if (cell && ["pageup", "pagedown"].includes(key)) {
    chosen(page, (page.die + (key === "pagedown" ? 1 : blockers - 1) + (page.die < 0 ? 1 : 0)) % blockers);
  } else if (cell && ["delete", "backspace"].includes(key)) {
    page.change(page.set.erased(Number(cell)), `${page.puzzle.label(Number(cell))}: on no die.`);
  } else {
    return;
  }
  event.preventDefault();
}

function chosen(page, die) {
  page.choose(die);
  announce(die === ERASER ? "Eraser." : `Die ${die + 1}, ${counted(page.set.sizes[die], "cell")}.`);
}
