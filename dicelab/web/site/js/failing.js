/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */

import { announce, fill, grouped, h } from "./dom.js";
import { blockerMarks, rollMarks, tilingPieces } from "./marks.js";

const A_PAGE = matchMedia("(max-width: 50rem)").matches ? 2 : 3;

/** Put failing rolls, and the button for a random roll, into a container. */
export function mountRolls(container, page) {
  const failing = h("div");
  const rolled = h("div", { class: "rolled" });
  let first = 0;
  let work = new AbortController();
  let roll = null;
  const show = () => {
    work.abort();
    work = new AbortController();
    const examples = page.report.verdict?.examples ?? [];
    if (first >= examples.length) first = 0;
    fill(failing, examples.length ? gallery(page, first, work.signal, (place) => {
      first = place;
      show();
    }) : null);
  };
  const showRoll = async () => {
    roll = rolledFaces(page.set);
    return drawRoll(page, roll, rolled);
  };
  const button = h("button", { type: "button", onclick: async () => announce(await showRoll()) }, "Show a roll");
  page.onReport(({ checking, trouble, set, verdict }) => {
    button.disabled = Boolean(trouble);
    if (checking) return;
    if (roll && !set.dice.every((faces, die) => faces.includes(roll[die]))) roll = fill(rolled) && null;
    // The first thing to see is what it is all about.
    if (!page.undoable && verdict?.failing === 0 && !roll) showRoll();
    show();
  });
  container.append(h("h2", {}, "Rolls"), failing, h("div", { class: "row" }, button,
    h("span", { class: "hint" }, "Roll the dice once, and see the board filled.")), rolled);
}

function gallery(page, first, signal, turnTo) {
  const { examples, failing } = page.report.verdict;
  const last = Math.min(first + A_PAGE, examples.length);
  const words = failing === 1 ? "The roll that fails:" : `Failing rolls ${first + 1} to ${last} of ${
    failing > examples.length ? `the first ${grouped(examples.length)}` : grouped(failing)}:`;
  const step = (by, name) => h("button", { type: "button", "data-turn": by,
    disabled: first + by < 0 || first + by >= examples.length, onclick: () => {
      turnTo(first + by);
      const [same, other] = [by, -by].map((one) => document.querySelector(`[data-turn="${one}"]`));
      (same.disabled ? other : same).focus();
      announce(document.querySelector(".rolls p").textContent);
    } }, name);
  return [
    h("p", {}, words),
    h("ul", { class: "gallery" }, examples.slice(first, last).map((board) =>
      h("li", {}, failingRoll(page, board, signal)))),
    examples.length > A_PAGE ? h("div", { class: "row" }, step(-A_PAGE, "Earlier"), step(A_PAGE, "Later")) : null,
  ];
}

/** The picture of a roll that fails. The reason comes when the stroke has ended. */
function failingRoll(page, board, signal) {
  const { set, settled } = page.report;
  const picture = boardPicture(page, `The roll ${page.puzzle.labels(board)}`, rollMarks(set, board));
  const reason = h("div", { class: "reason" });
  if (settled && page.engine.explain) explained(page, board, picture, reason, signal);
  return h("figure", {}, picture, h("figcaption", {}, h("b", {}, page.puzzle.labels(board)), reason));
}

async function explained(page, board, picture, reason, signal) {
  const { set } = page.report;
  try {
    const { text, cells, cases } = await page.engine.explain(board, { signal });
    picture.marks = rollMarks(set, board, cells);
    fill(reason, h("p", {}, text), cases?.length ? h("details", {}, h("summary", {}, "Step by step"),
      h("ol", {}, cases.map((one) => h("li", {}, one.text)))) : null);
  } catch (error) {
    if (!signal.aborted) fill(reason, error.message);
  }
}

/** Draw a roll with a tiling, or with the reason why it has none; say what is drawn. */
async function drawRoll(page, faces, container) {
  const { set, puzzle } = page;
  if (!faces) return container.textContent = "Nearly every roll shows a cell twice.";
  const board = faces.toSorted((a, b) => a - b);
  const { solvable, tiling } = await page.engine.solve(board);
  if (page.set !== set) return "";
  const words = `The roll ${puzzle.labels(board)} ${solvable ? "and one way to fill its board" : "fails"}:`;
  const picture = boardPicture(page, words, solvable ? blockerMarks(set, board) : rollMarks(set, board));
  const reason = h("div", { class: "reason" });
  if (solvable) picture.pieces = tilingPieces(puzzle, tiling);
  else if (page.engine.explain) explained(page, board, picture, reason, new AbortController().signal);
  fill(container, h("p", {}, words), picture, reason);
  return words;
}

/** Roll until all dice show different cells; nothing where they hardly ever do. */
function rolledFaces({ dice }) {
  for (let round = 0; round < 1000; round += 1) {
    const faces = dice.map((cells) => cells[Math.floor(Math.random() * cells.length)]);
    if (new Set(faces).size === faces.length) return faces;
  }
  return null;
}

/** A board to look at. */
export function boardPicture({ puzzle }, label, marks) {
  const picture = h("cell-board");
  picture.setAttribute("label", label);
  picture.puzzle = puzzle;
  picture.marks = marks;
  return picture;
}
