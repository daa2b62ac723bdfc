/** The panel of statistics: how many solutions the rolls have. */

import { histogram, table } from "./chart.js";
import { counted, fill, grouped, h } from "./dom.js";
import { boardRow, needsServer, Runner } from "./panel-parts.js";

/** What the objectives measure, in plain words; those that `dicelab stats --list-objectives` has besides keep their names. */
const MEANINGS = {
  unsolvable: ["Boards without a solution", "0 means that every roll can be solved."],
  fewest: ["Solutions of the hardest board", "No roll has fewer."],
  single: ["Boards with exactly one solution", "These are the hardest that can be solved."],
  mean: ["Solutions on average", "All solutions, shared out evenly over the boards."],
  median: ["Solutions of the board in the middle", "Half of the boards have no more than this."],
  variation: ["How uneven the boards are", "0 means that all are equally hard; a smaller number is fairer."],
  "quantile-ratio": ["Easy boards against hard ones", "So many times as many solutions has an easy board as a hard one."],
  zones: ["Connected areas", "The cells of a die that touch make one area; few areas are easy to find on the board."],
  whole: ["Dice in one area", "So many dice have all their cells side by side."],
  perimeter: ["Length of all borders", "A smaller number means rounder areas."],
  symmetry: ["Symmetries", "So many turns and mirrors of the board leave the set as it is; 1 is just leaving it alone."],
  rolls: ["Different boards", "So many boards can be rolled."],
  "reroll-probability": ["Chance to roll again", "How likely it is that two dice show the same cell."],
};

export function statisticsPanel(page) {
  const runner = new Runner();
  const { engine, puzzle } = page;
  const can = engine.stats ? "stats" : engine.histogram ? "histogram" : null;
  const changed = (set) => {
    if (!can) return;
    if (!set.complete) {
      runner.cancel();
      fill(runner.result, h("p", { class: "hint" }, "Give every die at least one cell first."));
      return;
    }
    runner.run("Counting the solutions of all boards …", async (options) => shown(puzzle, can === "stats"
      ? ofServer(puzzle, await engine.stats(set, options))
      : await engine.histogram(set.dice, { shared: set.shared, ...options })));
  };
  return { changed, body: [
    h("p", {}, "A board with many solutions is easy, and one with few is hard."),
    can ? runner.element : null,
    engine.stats ? null : needsServer(),
  ] };
}

/** The same fields from the server's answer as the page's engine gives. */
function ofServer(puzzle, { by_board: boards, boards: total, hardest, easiest, objectives }) {
  const read = ({ board, tilings }) => ({ board: puzzle.readCells(board), tilings });
  return {
    boards: total, fewest: boards.least, most: boards.most, mean: boards.mean, median: boards.quartiles[1],
    bins: boards.octaves, hardest: hardest.map(read), easiest: easiest.map(read), objectives,
  };
}

function shown(puzzle, { boards, fewest, most, mean, median, bins, hardest = [], easiest = [], objectives }) {
  const drawn = (list) => boardRow(puzzle, list.map(({ board, tilings }) =>
    ({ blocked: board, text: counted(tilings, "solution") })));
  return [
    h("dl", { class: "figures" }, [["Boards", boards], ["Fewest solutions", fewest], ["Most solutions", most],
      ["On average", mean], ["In the middle", median]].flatMap(([name, value]) =>
      (value === undefined ? [] : [h("div", {}, h("dt", {}, name), h("dd", {}, figure(value)))]))),
    histogram(bins, { name: "How many boards have how many solutions", unit: "solutions", of: "boards" }),
    hardest.length ? [h("h3", {}, "The hardest boards"), drawn(hardest)] : [],
    easiest.length ? [h("h3", {}, "The easiest boards"), drawn(easiest)] : [],
    objectives ? [h("h3", {}, "Measures of these dice"), table(["Measure", "Value", "Meaning"], measures(objectives))] : [],
  ].flat();
}

function measures(objectives) {
  return Object.entries(objectives).flatMap(([name, value]) => {
    const [title, meaning] = MEANINGS[name] ?? [];
    return title ? [[title, typeof value === "number" ? figure(value) : String(value), meaning]] : [];
  });
}

function figure(value) {
  return Number.isInteger(value) ? grouped(value) : value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 3 : 1 });
}
