/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */
import { rollOf } from "../parts/blockers.js";
import { announce, at, fill, grouped, h } from "../parts/dom.js";
import { boardLink, boardMarks, boardPicture, rollMarks, tilingPieces } from "../parts/marks.js";
import { explained } from "../parts/words.js";

const isPhone = matchMedia("(max-width: 50rem)").matches;
const A_PAGE = isPhone ? 2 : 3;

export function mountRolls(page) {
  const rolled = at("rolled");
  const places = Array.from({ length: A_PAGE }, () => new RollFigure(page));
  const items = places.map(({ figure }) => h("li", { hidden: true }, figure));
  at("gallery").append(...items);
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
    items.forEach((item, n) => {
      item.hidden = first + n >= last;
      if (!item.hidden) places[n].show(examples[first + n]);
    });
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
    fill(rolled, h("p", {}, words), !tiling ? new RollFigure(page).show(board)
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

/** The picture of a roll that fails, and why: drawn once, for one roll after the other. */
class RollFigure {
  constructor(page) {
    const { puzzle } = page;
    this.page = page;
    this.picture = boardPicture(page, "", []);
    this.link = boardLink(puzzle, []);
    this.reason = h("div", { class: "reason" });
    this.figure = h("figure", {}, this.picture, h("figcaption", {}, this.link, this.reason));
    this.cells = [];
  }

  show(board) {
    const { page: { engine, puzzle, report: { set, signal } }, picture, link, reason } = this;
    const name = puzzle.labels(board);
    const draw = () => (picture.marks = rollMarks(set, board, this.cells));
    if (link.textContent === name) {
      draw();
      return this.figure;
    }
    this.cells = [];
    draw();
    picture.firstElementChild.setAttribute("aria-label", `The roll ${name}`);
    link.replaceChildren(name);
    link.href = boardLink(puzzle, board).href;
    fill(reason);
    const isShown = () => link.textContent === name;
    engine.explain(board, { signal }).then(({ text, cells, cases }) => {
      if (!isShown()) return;
      // Rings around nearly all cells would show nothing.
      if (2 * cells.length < puzzle.cells.length) this.cells = cells;
      draw();
      fill(reason, h("p", {}, explained(text)), cases?.length ? h("details", {}, h("summary", {}, "Step by step"),
        h("ol", {}, cases.map((one) => h("li", {}, one.text)))) : null);
    }).catch((error) => {
      if (!isShown()) return;
      // With the next dice the reason is asked for again.
      if (signal.aborted) link.replaceChildren();
      else fill(reason, error.message);
    });
    return this.figure;
  }
}
