/** The board that is painted, the choice of a die and the tools around it: by pointer, and by keyboard alone. */
import { announce, at, button, counted, fill, h, write } from "../parts/dom.js";
import { diceMarks, dieMark } from "../parts/marks.js";

/** The number that stands for the eraser where others stand for a die. */
const ERASER = -1;

export function mountPaint(page) {
  const { puzzle } = page;
  const board = at("paint");
  board.puzzle = puzzle;
  strokes(board, page);
  const choices = [...page.set.dice.keys(), ERASER].map((die) => ({ die,
    input: h("input", { type: "radio", name: "die", value: die, class: "unseen" }),
    note: h("span", { class: "note", "aria-hidden": "true" }) }));
  at("palette").append(...choices.map(({ die, input, note }) =>
    h("label", { class: "die" }, input, swatch(puzzle, die), note)));
  at("palette").onchange = (event) =>
    page.choose(Number(/** @type {HTMLInputElement} */ (event.target).value));
  at("share").onchange = () => {
    page.share = at("share").checked || page.set.shared;
    if (page.share === at("share").checked) return;
    at("share").checked = true;
    at("share-why").textContent = `Not yet: ${page.set.sharing}. Take cells off until each is on one die.`;
  };
  at("undo").onclick = () => page.step(true);
  at("redo").onclick = () => page.step(false);
  at("clear").onclick = () => page.change(page.set.with(page.set.dice.map(() => [])), "All dice are empty.");
  fill(at("turns"), puzzle.symmetries.slice(1).map((symmetry) =>
    button(symmetry.title, () => page.change(page.set.image(symmetry), `${symmetry.title}: done.`))));
  if (!at("turns").hasChildNodes()) at("moves").remove();
  document.addEventListener("keydown", (event) => keys(event, page, board));
  page.on("draw", () => {
    board.marks = diceMarks(page.set);
    at("share").checked = page.share;
    write(at("share-why"), "");
    at("undo").disabled = !page.history.past.length;
    at("redo").disabled = !page.history.future.length;
    for (const { die, input, note } of choices) {
      input.checked = page.die === die;
      const name = dieName(page, die);
      if (input.ariaLabel === name) continue;
      input.ariaLabel = name;
      const [size, noun] = die === ERASER ? ["", "Erase"] : counted(page.set.sizes[die], "cell").split(" ");
      fill(note, size, h("span", { class: "wide" }, ` ${noun}`));
    }
  });
}

const dieName = ({ set: { sizes } }, die) =>
  (die === ERASER ? "Eraser" : `Die ${die + 1}, ${counted(sizes[die], "cell")}`);

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
  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    if (start) stroke = { cell, cells: new Set(), fault: "" };
    stroke.isHeld = start && page.set.dice[page.die]?.includes(cell);
    if (stroke.isHeld) return;
    stroke.cells.add(cell);
    if (page.die === ERASER) page.draft(page.set.erased(cell));
    else if (puzzle.blockable(cell)) page.draft(page.set.painted(page.die, cell, page));
    else stroke.fault = `${puzzle.label(cell)} may not be blocked in this puzzle.`;
  });
  board.addEventListener("stroke", () => {
    const { cell, isHeld, cells, fault } = stroke;
    const where = page.die === ERASER ? "on no die" : `${isHeld ? "no longer " : ""}on die ${page.die + 1}`;
    const words = fault || `${puzzle.labels(isHeld ? [cell] : [...cells])}: ${where}.`;
    page.say(fault);
    page.change(isHeld ? page.set.erased(cell, page.die) : page.set, words);
  });
}

function keys(event, page, board) {
  const { target, altKey, shiftKey } = event;
  if (target.closest?.("textarea, select, dialog, input:not([type=radio], [type=checkbox])")) return;
  const { blockers } = page.puzzle;
  const key = event.key.toLowerCase();
  const other = target.closest?.("cell-board[editable]") ?? board;
  const cell = other === board && target.closest?.("[data-cell]")?.dataset.cell;
  const isControl = event.ctrlKey || event.metaKey;
  if (isControl && !altKey && /^[zy]$/.test(key)) page.step(key === "z" && !shiftKey);
  else if (isControl || altKey || other !== board) return;
  else if (/^[0-9]$/.test(key) && Number(key) <= blockers) choose(page, Number(key) - 1);
  else if (cell && /^page(up|down)$/.test(key)) {
    choose(page, key === "pagedown" ? (page.die + 1) % blockers : (Math.max(page.die, 0) || blockers) - 1);
  } else if (cell && /^(delete|backspace)$/.test(key)) {
    page.change(page.set.erased(Number(cell)), `${page.puzzle.label(cell)}: on no die.`);
  } else return;
  event.preventDefault();
}

function choose(page, die) {
  page.choose(die);
  announce(`${dieName(page, die)}.`);
}
