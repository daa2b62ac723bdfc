/** The panel of statistics: in how many ways the boards can be filled. */
import { at, counted, fill, grouped, h } from "../parts/dom.js";
import { OddsTable } from "./odds.js";
import { boardRow, Work } from "./panel-parts.js";

const figure = (value) =>
  value.toLocaleString("en", Number.isInteger(value) ? {} : { maximumSignificantDigits: 4 });

export function mountStatistics(page) {
  const { engine } = page;
  if (!engine.stats && !engine.histogram) return null;
  const [figures, work, table] = [at("figures-of-rolls"), new Work(at("statistics")), new OddsTable()];

  async function show(set, options) {
    const found = engine.stats ? ofServer(page.puzzle, await engine.stats(set, options))
      : await engine.histogram(set.dice, { shared: set.shared, ...options });
    const { boards, fewest, most, mean, median, bins, odds, objectives = {} } = found;
    table.show(page.puzzle, odds);
    [boards, fewest, most, mean, median].forEach((value, place) =>
      fill(figures.querySelectorAll("dd")[place], figure(value)));
    const heaviest = Math.max(...bins.map(({ weight }) => weight));
    fill(at("histogram"), bins.filter(({ weight }) => weight).map((bin) => bar(bin, heaviest)));
    for (const name of ["hardest", "easiest"]) {
      const row = found[name].map(({ board, tilings }) => ({ board, text: counted(tilings, "tiling") }));
      fill(at(name), boardRow(page, set, row));
    }
    for (const measure of at("measures").rows) {
      const value = objectives[measure.dataset.name];
      measure.hidden = value === undefined;
      fill(measure.cells[1], measure.hidden ? "" : figure(value));
    }
    figures.hidden = false;
  }

  return (set) => {
    figures.hidden = true;
    work.runOnSet(set, "Counting the tilings of all boards …", (options) => show(set, options));
  };
}

/** The server's answer, with the fields that the page's engine gives. */
function ofServer(puzzle, { boards, by_board: by, hardest, easiest, objectives, odds: { chances }, by_cell: means }) {
  const read = ({ board, tilings }) => ({ board: puzzle.readCells(board), tilings });
  const cells = puzzle.cells.map(({ label }) => means[label] ?? null);
  return { boards, fewest: by.least, most: by.most, mean: by.mean, median: by.quartiles[1], bins: by.octaves,
    hardest: hardest.map(read), easiest: easiest.map(read), objectives, odds: { chances, cells } };
}

function bar({ from, to, weight }, heaviest) {
  const name = from === to ? grouped(from) : `${grouped(from)} to ${grouped(to)}`;
  const drawn = h("div", { class: "bar" });
  drawn.style.width = `${(100 * weight) / heaviest}%`;
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, grouped(weight)), h("td", {}, drawn));
}
