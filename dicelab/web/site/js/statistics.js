/** The panel of statistics: in how many ways the boards can be filled. */

import { histogram, table } from "./chart.js";
import { counted, grouped, h } from "./dom.js";
import { boardRow, needsServer, Work } from "./panel-parts.js";

/** What the objectives measure, in plain words. */
const MEANINGS = {
  unsolvable: ["Boards that cannot be filled", "0 means that every roll can be solved."],
  single: ["Boards with one tiling", "These are the hardest that can be solved."],
  variation: ["Unevenness", "0 means that all boards have the same number of tilings; a smaller number is fairer."],
  "quantile-ratio": ["Easy boards against hard ones", "How many times as many tilings an easy board has as a hard one."],
  zones: ["Connected areas", "The cells of a die that touch are one area. Few areas are easy to find on the board."],
  whole: ["Dice in one piece", "The dice whose cells are all connected."],
  perimeter: ["Length of all borders", "Round areas have short borders."],
  symmetry: ["Symmetries", "The ways to turn or mirror the board that leave the set as it is, doing nothing included."],
  "reroll-probability": ["Chance to roll again", "How likely it is that two dice show the same cell."],
};

export function statisticsPanel(page) {
  const { engine } = page;
  const work = new Work();
  const about = h("p", {}, "A tiling is one way to fill a board with all pieces. A board with few tilings is hard.");
  if (!engine.stats && !engine.histogram) return { body: [about, needsServer()] };
  const changed = () => work.runOnSet(page, "Counting the tilings of all boards …", async (set, options) =>
    shown(page, set, engine.stats ? ofServer(page.puzzle, await engine.stats(set, options))
      : await engine.histogram(set.dice, { shared: set.shared, ...options })));
  return { body: [about, work.element, engine.stats ? "" : needsServer("More measures of the dice need")], changed };
}

/** The server's answer, with the fields that the page's engine gives. */
function ofServer(puzzle, { boards: total, by_board: by, hardest, easiest, objectives }) {
  const read = ({ board, tilings }) => ({ board: puzzle.readCells(board), tilings });
  return { boards: total, fewest: by.least, most: by.most, mean: by.mean, median: by.quartiles[1], bins: by.octaves,
    hardest: hardest.map(read), easiest: easiest.map(read), objectives };
}

function shown(page, set, { boards, fewest, most, mean, median, bins, hardest, easiest, objectives = {} }) {
  const facts = [["Boards", boards], ["Fewest tilings", fewest], ["Most tilings", most], ["Mean", mean], ["Median", median]];
  const row = (title, list = []) => (list.length ? [h("h3", {}, title),
    boardRow(page, set, list.map(({ board, tilings }) => ({ board, text: counted(tilings, "tiling") })))] : []);
  const measures = Object.entries(MEANINGS).filter(([name]) => name in objectives);
  return [
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, figure(value))))),
    histogram(bins, { name: "How many boards have how many tilings", unit: "tilings", of: "boards" }),
    row("The hardest boards", hardest), row("The easiest boards", easiest),
    measures.length ? [h("h3", {}, "More measures of these dice"), table(["measure", "value", "meaning"],
      measures.map(([name, [title, meaning]]) => [title, figure(objectives[name]), meaning]))] : [],
  ].flat();
}

function figure(value) {
  return Number.isInteger(value) ? grouped(value) : value.toLocaleString("en", { maximumSignificantDigits: 4 });
}
