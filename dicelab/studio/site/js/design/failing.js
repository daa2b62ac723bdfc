/** Rolls to look at: those that fail, with the reason, and one by chance with a tiling. */
import { rollOf } from "../parts/blockers.js";
import { announce, at, counted, fill, grouped, h, listed } from "../parts/dom.js";
import { blameOf } from "./blame.js";
import { boardLink, boardMarks, boardPicture, rollMarks, tilingPieces } from "../parts/marks.js";
import { explained } from "../parts/words.js";

const isPhone = matchMedia("(max-width: 50rem)").matches;
const A_PAGE = isPhone ? 2 : 3;

/** The rules of the engine in words, in the plural of their boards. */
const RULES = { cell: "leave a cell that no piece can cover", piece: "leave no place for a piece",
  parts: "have parts that the pieces cannot fill", colours: "fail by the colours of the cells",
  undefined: "fail for no simple reason" };

/** How many of the rolls fail by each rule. */
function kinds(groups) {
  const numbers = new Map();
  for (const { rule, number } of groups) numbers.set(rule, (numbers.get(rule) ?? 0) + number);
  const ordered = [...numbers].sort((a, b) => b[1] - a[1]);
  return groups.length > 1 ? `${listed(ordered.map(([rule, number]) => `${grouped(number)} ${RULES[rule]}`))}.` : "";
}

export function mountRolls(page) {
  const rolled = at("rolled");
  const places = Array.from({ length: A_PAGE }, () => new Group(page));
  at("gallery").append(...places.map(({ item }) => item));
  let [first, rolledSet, found] = [0, null, null];

  function show(place) {
    const { groups = [], failing = 0, explained: number = 0 } = found ?? {};
    first = place < groups.length ? place : 0;
    const last = Math.min(first + A_PAGE, groups.length);
    const sample = number < failing ? `, as ${grouped(number)} of them show` : "";
    at("failing").hidden = !page.report.verdict?.failing;
    at("failing-pages").hidden = groups.length <= A_PAGE;
    at("failing-words").textContent = !found ? "Looking for the reasons …"
      : failing === 1 ? "The roll that fails:"
        : `Why ${grouped(failing)} rolls fail${sample}: ${groups.length < 2 ? "one reason."
          : `reasons ${first + 1} to ${last} of ${grouped(groups.length)}, the most frequent first.`}`;
    at("failing-kinds").textContent = kinds(groups);
    at("earlier").disabled = !first;
    at("later").disabled = last === groups.length;
    places.forEach((one, n) => one.show(groups.slice(first, last)[n], number));
  }

  async function group() {
    const { set, report: { verdict } } = page;
    if (!verdict?.failing) found = null;
    if (!found) show(0);
    if (!verdict?.failing) return;
    const answer = await blameOf(page).catch(({ message }) => message);
    if (page.set !== set) return;
    found = typeof answer === "string" ? null : answer;
    show(0);
    if (!found) at("failing-words").textContent = answer;
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
    group();
    if (rolledSet && !set.equals(rolledSet)) fill(rolled);
    // A roll with a tiling shows at first sight what the dice are for.
    const isFirst = rolled.classList.contains("waiting") && verdict?.failing === 0 && !isPhone;
    rolled.classList.remove("waiting");
    if (isFirst) showRoll().catch(() => {});
  });
}

/** The failing rolls of one reason: how many they are, one of them drawn, and links to all. */
class Group {
  constructor(page) {
    this.page = page;
    this.number = h("b");
    this.figure = new RollFigure(page);
    this.list = h("ul");
    this.all = h("details", {}, h("summary", {}, "All of these rolls"), this.list);
    this.item = h("li", { hidden: true }, this.number, this.figure.figure, this.all);
  }

  show(group, all) {
    this.item.hidden = !group;
    if (!group) return;
    const { page: { puzzle }, list } = this;
    const { number, boards } = group;
    this.number.textContent = number === all ? counted(number, "roll")
      : `${grouped(number)} of ${counted(all, "roll")}`;
    this.figure.show(boards[0]);
    this.all.hidden = boards.length < 2;
    this.all.open = false;
    fill(list, boards.map((board) => h("li", {}, boardLink(puzzle, board))));
  }
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
