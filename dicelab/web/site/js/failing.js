/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */

import { announce, button, fill, grouped, h } from "./dom.js";
import { blockerMarks, boardLink, boardPicture, rollMarks, tilingPieces } from "./marks.js";

const A_PAGE = matchMedia("(max-width: 50rem)").matches ? 2 : 3;

/** Put failing rolls, and the button for a random roll, into a container. */
export function mountRolls(container, page) {
  const failing = h("div");
  const rolled = h("div", { class: "rolled" });
  let first = 0;
  let work = new AbortController();
  let roll = null;
  let frame = 0;
  const show = (place) => {
    work.abort();
    work = new AbortController();
    const number = page.report.verdict?.examples.length ?? 0;
    first = place < number ? place : 0;
    fill(failing, number ? gallery(page, first, work.signal, show) : null);
  };
  const showRoll = () => {
    roll = rolledFaces(page.set);
    return drawRoll(page, roll, rolled);
  };
  const rollButton = button("Show a roll", async () => announce(await showRoll()));
  page.onReport(({ checking, trouble, set, verdict }) => {
    rollButton.disabled = Boolean(trouble);
    if (checking) return;
    if (roll && !set.dice.every((faces, die) => faces.includes(roll[die]))) {
      roll = null;
      fill(rolled);
    }
    // A roll with a tiling shows at first sight what the dice are for.
    if (!page.undoable && verdict?.failing === 0 && !roll) showRoll();
    // The verdict is shown at once, the pictures with the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => show(first));
  });
  container.append(h("h2", {}, "Rolls"), failing, h("div", { class: "row" }, rollButton,
    h("span", { class: "hint" }, "Roll the dice once, and see the board filled.")), rolled);
}

function gallery(page, first, signal, show) {
  const { examples, failing } = page.report.verdict;
  const last = Math.min(first + A_PAGE, examples.length);
  const among = failing > examples.length ? `the first ${examples.length}` : grouped(failing);
  const words = failing === 1 ? "The roll that fails:" : `Failing rolls ${first + 1} to ${last} of ${among}:`;
  const turn = (by, name) => button(name, () => {
    show(first + by);
    const [same, other] = [by, -by].map((one) => document.querySelector(`[data-turn="${one}"]`));
    (same.disabled ? other : same).focus();
    announce(document.querySelector(".gallery").previousSibling.textContent);
  }, { "data-turn": by, disabled: first + by < 0 || first + by >= examples.length });
  return [
    h("p", {}, words),
    h("ul", { class: "gallery" }, examples.slice(first, last).map((board) =>
      h("li", {}, rollPicture(page, board, `The roll ${page.puzzle.labels(board)}`, signal)))),
    examples.length > A_PAGE ? h("div", { class: "row" }, turn(-A_PAGE, "Earlier"), turn(A_PAGE, "Later")) : null,
  ];
}

/** The picture of a roll that fails. The reason comes when the stroke has ended. */
function rollPicture(page, board, words, signal) {
  const { set, settled } = page.report;
  const picture = boardPicture(page, words, rollMarks(set, board));
  const reason = h("div", { class: "reason" });
  if (settled) {
    page.engine.explain(board, { signal }).then(({ text, cells, cases }) => {
      // Rings around nearly all cells would show nothing.
      if (2 * cells.length < set.puzzle.cells.length) picture.marks = rollMarks(set, board, cells);
      fill(reason, h("p", {}, text), cases?.length ? h("details", {}, h("summary", {}, "Step by step"),
        h("ol", {}, cases.map((one) => h("li", {}, one.text)))) : null);
    }).catch((error) => signal.aborted || fill(reason, error.message));
  }
  return h("figure", {}, picture, h("figcaption", {}, boardLink(page.puzzle, board), reason));
}

/** Draw a roll with a tiling, or with the reason why it has none; say what is drawn. */
async function drawRoll(page, faces, container) {
  const { set, puzzle } = page;
  const board = faces?.toSorted((a, b) => a - b);
  const { tiling } = board ? await page.engine.solve(board) : {};
  if (page.set !== set) return "";
  const words = !board ? "Nearly every roll shows a cell twice."
    : `The roll ${puzzle.labels(board)} ${tiling ? "and one way to fill its board" : "fails"}:`;
  const picture = tiling && boardPicture(page, words, blockerMarks(set, board), tilingPieces(puzzle, tiling));
  const { signal } = new AbortController();
  fill(container, h("p", {}, words), picture || (board && rollPicture(page, board, words, signal)));
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
