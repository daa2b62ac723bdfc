/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */
import { rollOf } from "../parts/blockers.js";
import { announce, at, fill, grouped, h } from "../parts/dom.js";
import { boardLink, boardMarks, boardPicture, rollMarks, tilingPieces } from "../parts/marks.js";

const isPhone = matchMedia("(max-width: 50rem)").matches;
const A_PAGE = isPhone ? 2 : 3;

export function mountRolls(page) {
  const rolled = at("rolled");
  let [first, rolledSet] = [0, null];

  function show(place) {
    const { examples = [], failing } = page.report.verdict ?? {};
    first = place < examples.length ? place : 0;
    const last = Math.min(first + A_PAGE, examples.length);
    const among = failing > examples.length ? `the first ${examples.length}` : grouped(failing ?? 0);
    at("failing").hidden = !examples.length;
    at("failing-pages").hidden = examples.length <= A_PAGE;
    at("failing-words").textContent = failing === 1 ? "The roll that fails:"
      : `Failing rolls ${first + 1} to ${last} of ${among}:`;
    fill(at("gallery"), examples.slice(first, last).map((board) => h("li", {}, failingRoll(page, board))));
    at("earlier").disabled = !first;
    at("later").disabled = last === examples.length;
  }

  /** Draw a roll with a tiling, or with the reason why it has none; return what is drawn in words. */
  async function showRoll() {
    const { set, puzzle } = page;
    const board = rollOf(puzzle, set.dice);
    const { tiling } = await page.engine.solve(board);
    if (page.set !== set) return "";
    rolledSet = set;
    const words = `The roll ${puzzle.labels(board)} ${tiling ? "and one way to fill its board" : "fails"}:`;
    fill(rolled, h("p", {}, words), !tiling ? failingRoll(page, board)
      : boardPicture(page, words, boardMarks(puzzle, board), tilingPieces(puzzle, tiling)));
    return words;
  }

  at("failing-pages").onclick = (event) => {
    const target = /** @type {HTMLButtonElement} */ (event.target);
    if (!target.matches("button")) return;
    show(first + (target.id === "later" ? A_PAGE : -A_PAGE));
    if (target.disabled) at(target.id === "later" ? "earlier" : "later").focus();
    announce(at("failing-words").textContent);
  };
  at("show-roll").onclick = () => showRoll().catch(({ message }) => fill(rolled, message).textContent).then(announce);
  page.on("report", ({ set }) => (at("show-roll").disabled = Boolean(set.trouble)));
  page.on("rest", ({ set, verdict }) => {
    show(first);
    if (rolledSet && !set.equals(rolledSet)) fill(rolled);
    // A roll with a tiling shows at first sight what the dice are for.
    const isFirst = rolled.classList.contains("waiting") && verdict?.failing === 0 && !isPhone;
    rolled.classList.remove("waiting");
    if (isFirst) showRoll().catch(() => {});
  });
}

function failingRoll(page, board) {
  const { engine, puzzle, report: { set, signal } } = page;
  const picture = boardPicture(page, `The roll ${puzzle.labels(board)}`, rollMarks(set, board));
  const reason = h("div", { class: "reason" });
  engine.explain(board, { signal }).then(({ text, cells, cases }) => {
    // Rings around nearly all cells would show nothing.
    if (2 * cells.length < puzzle.cells.length) picture.marks = rollMarks(set, board, cells);
    fill(reason, h("p", {}, text), cases?.length ? h("details", {}, h("summary", {}, "Step by step"),
      h("ol", {}, cases.map((one) => h("li", {}, one.text)))) : null);
  }).catch((error) => signal.aborted || fill(reason, error.message));
  return h("figure", {}, picture, h("figcaption", {}, boardLink(puzzle, board), reason));
}
