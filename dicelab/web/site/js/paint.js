/** The board that is painted, with the choice of a die above it: by pointer, and by keyboard alone. */

import { announce, counted, fill, h } from "./dom.js";
import { diceMarks, dieMark } from "./marks.js";
import { ERASER } from "./studio-page.js";

/** Put the choice of dice and the board into a container. */
export function mountPaint(container, page) {
  const board = h("cell-board");
  board.setAttribute("editable", "");
  board.setAttribute("label", "Board to paint");
  board.puzzle = page.puzzle;
  const choices = [...page.set.dice.keys(), ERASER].map((die) => dieChoice(page, die));
  const share = h("input", { type: "checkbox", onchange: () => { page.share = share.checked; } });
  container.append(
    h("fieldset", { class: "palette" }, h("legend", {}, "Paint with"), choices), board,
    h("label", { class: "option" }, share, " A cell may be on several dice"));
  strokes(board, page);
  document.addEventListener("keydown", (event) => keys(event, page, board));
  page.onDraw(() => {
    board.marks = diceMarks(page.set);
    share.checked = page.share;
  });
}

function dieChoice(page, die) {
  const onchange = () => page.choose(die);
  const input = h("input", { type: "radio", name: "die", class: "unseen", onchange });
  const note = h("span", { class: "note", "aria-hidden": "true" });
  page.onDraw(() => {
    const size = page.set.sizes[die];
    input.checked = page.die === die;
    input.setAttribute("aria-label", die === ERASER ? "Eraser" : `Die ${die + 1}, ${counted(size, "cell")}`);
    if (die === ERASER) note.textContent = "Erase";
    else fill(note, size, h("span", { class: "wide" }, size === 1 ? " cell" : " cells"));
  });
  return h("label", { class: "die" }, input, swatch(page.puzzle, die), note);
}

/** A small square with the colour and the number of a die. */
export function swatch(puzzle, die) {
  const square = h("span", { class: "swatch", "aria-hidden": "true" }, die === ERASER ? "✕" : `${die + 1}`);
  if (die === ERASER) return square;
  const mark = dieMark(puzzle, die);
  square.style.setProperty("--shade", mark.fill);
  square.style.setProperty("--shade-ink", mark.ink);
  return square;
}

/** A click on a cell that the die has takes it away; a drag from such a cell paints like any other. */
function strokes(board, page) {
  let stroke = null;
  const { puzzle } = page;
  const touch = (cell) => {
    stroke.cells.add(cell);
    if (page.die === ERASER) page.draft(page.set.erased(cell));
    else if (puzzle.blockable(cell)) page.draft(page.set.painted(page.die, cell, page));
    else stroke.fault = `${puzzle.label(cell)} may not be blocked in this puzzle.`;
  };
  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    const held = start && page.set.dice[page.die]?.includes(cell);
    stroke = start ? { cell, held, cells: new Set(), fault: "" } : Object.assign(stroke, { held });
    if (!stroke.held) touch(cell);
  });
  board.addEventListener("stroke", () => {
    const { cell, held, cells, fault } = stroke;
    const where = page.die === ERASER ? "on no die" : `${held ? "no longer " : ""}on die ${page.die + 1}`;
    const words = fault || `${puzzle.labels(held ? [cell] : [...cells])}: ${where}.`;
    page.say(fault);
    page.change(held ? page.set.erased(cell, page.die) : page.set, words);
  });
}

function keys(event, page, board) {
  if (event.target.closest?.("textarea, select, dialog, input:not([type=radio], [type=checkbox])")) return;
  const { blockers } = page.puzzle;
  const key = event.key.toLowerCase();
  const other = event.target.closest?.("cell-board[editable]") ?? board;
  const cell = other === board && event.target.closest?.("[data-cell]")?.dataset.cell;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/.test(key)) {
    if (key === "z" && !event.shiftKey) page.undo();
    else page.redo();
  } else if (event.ctrlKey || event.metaKey || event.altKey || other !== board) {
    return;
  } else if (/^[0-9]$/.test(key) && Number(key) <= blockers) {
    choose(page, Number(key) - 1);
  } else if (cell && /^page(up|down)$/.test(key)) {
    choose(page, key === "pagedown" ? (page.die + 1) % blockers : (Math.max(page.die, 0) || blockers) - 1);
  } else if (cell && /^(delete|backspace)$/.test(key)) {
    page.change(page.set.erased(Number(cell)), `${page.puzzle.label(cell)}: on no die.`);
  } else {
    return;
  }
  event.preventDefault();
}

function choose(page, die) {
  page.choose(die);
  announce(die === ERASER ? "Eraser." : `Die ${die + 1}, ${counted(page.set.sizes[die], "cell")}.`);
}
