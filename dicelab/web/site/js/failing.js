/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */

import { counted, fill, grouped, h } from "./dom.js";
import { rollMarks, tilingPieces } from "./marks.js";

const A_PAGE = 4;

/** Put failing rolls, and the button for a random roll, into a container. */
export function mountRolls(container, page) {
  const failing = h("div", { class: "failing" });
  const rolled = h("div", { class: "rolled" });
  let first = 0;
  let explaining = null;
  const show = (report) => {
    explaining?.abort();
    explaining = new AbortController();
    const examples = report.verdict?.examples ?? [];
    first = Math.min(first, Math.max(0, examples.length - 1));
    first -= first % A_PAGE;
    fill(failing, examples.length ? gallery(page, report, first, explaining.signal, (place) => {
      first = place;
      show(report);
    }) : null);
  };
  page.onReport((report) => {
    if (report.checking) return;
    if (report.set !== shown) fill(rolled);
    shown = report.set;
    show(report);
  });
  let shown = page.set;
  const roll = h("button", { type: "button", onclick: () => showRoll(page, rolled) }, "Show a roll");
  page.onReport(({ trouble }) => { roll.disabled = Boolean(trouble); });
  container.append(h("h2", {}, "Rolls"), failing, h("div", { class: "row" }, roll,
    h("span", { class: "hint" }, "Rolls the dice once, and fills the board.")), rolled);
}

function gallery(page, { set, verdict: { examples, failing } }, first, signal, turnTo) {
  const last = Math.min(first + A_PAGE, examples.length);
  const step = (by, words) => h("button", { type: "button", "data-turn": by,
    disabled: first + by < 0 || first + by >= examples.length, onclick: () => {
      turnTo(first + by);
      const same = document.querySelector(`[data-turn="${by}"]`);
      (same?.disabled ? document.querySelector(`[data-turn="${-by}"]`) : same)?.focus();
    } }, words);
  const among = failing > examples.length ? `the first ${grouped(examples.length)} of ${grouped(failing)}` : grouped(failing);
  return [
    h("p", { role: "status" }, examples.length > A_PAGE ? `Failing rolls ${first + 1} to ${last} of ${among}:`
      : `${counted(failing, "failing roll")}:`),
    h("ul", { class: "gallery" }, examples.slice(first, last).map((board) => h("li", {}, failingBoard(page, set, board, signal)))),
    examples.length > A_PAGE ? h("div", { class: "row" }, step(-A_PAGE, "Earlier"), step(A_PAGE, "Later")) : null,
  ];
}

function failingBoard(page, set, board, signal) {
  const picture = boardPicture(page, `Roll ${page.puzzle.labels(board)}`);
  picture.marks = rollMarks(set, board);
  const reason = h("p", { class: "reason" }, "Looking for the reason …");
  page.engine.explain?.(board, { signal }).then(({ text, cells, cases }) => {
    picture.marks = rollMarks(set, board, cells);
    fill(reason, text);
    if (cases?.length) {
      reason.after(h("details", {}, h("summary", {}, "Step by step"),
        h("ol", {}, cases.map((one) => h("li", {}, one.text)))));
    }
  }).catch((error) => {
    if (!signal.aborted) fill(reason, error.message);
  });
  return h("figure", {}, picture, h("figcaption", {}, h("b", {}, page.puzzle.labels(board)), reason));
}

async function showRoll(page, container) {
  const { set, engine, puzzle } = page;
  const board = rolledBoard(set);
  if (!board) return fill(container, h("p", { role: "status" }, "These dice always show a cell twice."));
  const { solvable, tiling } = await engine.solve(board);
  if (page.set !== set) return;
  if (!solvable) {
    fill(container, h("p", { role: "status" }, `The roll ${puzzle.labels(board)} fails:`),
      failingBoard(page, set, board, new AbortController().signal));
    return;
  }
  const picture = boardPicture(page, `The roll ${puzzle.labels(board)} and a tiling`);
  picture.marks = rollMarks(set, board);
  picture.pieces = tilingPieces(puzzle, tiling);
  fill(container, h("p", { role: "status" }, `The roll ${puzzle.labels(board)}, and one way to fill the board:`), picture);
}

/** Roll until all dice show different cells; nothing where they hardly ever do. */
function rolledBoard({ dice }) {
  for (let round = 0; round < 1000; round += 1) {
    const board = new Set(dice.map((faces) => faces[Math.floor(Math.random() * faces.length)]));
    if (board.size === dice.length) return [...board].sort((a, b) => a - b);
  }
  return null;
}

/** A board to look at. */
export function boardPicture(page, label) {
  const picture = h("cell-board");
  picture.setAttribute("label", label);
  picture.puzzle = page.puzzle;
  return picture;
}
