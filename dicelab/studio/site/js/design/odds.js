/** The odds in the panel of statistics: chances of hard rolls, and hard and easy cells. */
import { at, fill, grouped, h } from "../parts/dom.js";

const ALMOST = 0.999995;
const DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** @typedef {{chances: {at_most: number, chance: number}[], cells: (number | null)[]}} Odds */

/** Show the odds of some dice; the games of an evening can be changed. */
export class OddsTable {
  /** @type {Odds["chances"]} */
  #chances = [];

  constructor() { at("games").addEventListener("input", () => this.#list()); }

  /**
   * @param {import("../engine/puzzle.js").Puzzle} puzzle
   * @param {Odds} odds
   */
  show(puzzle, { chances, cells }) {
    this.#chances = chances;
    this.#list();
    const known = cells.filter((mean) => mean !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const marks = cells.map((mean, cell) => (mean === null ? {} : {
      fill: `color-mix(in srgb, var(--heat) ${Math.round((100 * (high - mean)) / (high - low || 1))}%, var(--cell))`,
      ink: "var(--ink)", text: written(mean), small: puzzle.label(cell) }));
    Object.assign(at("cells-board"), { puzzle, marks });
    const words = cells.map((mean, cell) => (mean === null ? "" : `${puzzle.label(cell)} ${written(mean)}`));
    at("cells-board").firstElementChild.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  #list() {
    const games = Math.min(1000, Math.max(1, Math.floor(Number(at("games").value)) || 1));
    fill(at("odds"), this.#chances.map(({ at_most: most, chance }) => {
      // Not 1 - (1 - p)^n, which loses the digits of small chances.
      const evening = -Math.expm1(games * Math.log1p(-chance));
      const until = chance ? (1 / chance).toLocaleString("en", DECIMAL) : "never";
      return h("tr", {}, h("th", { scope: "row" }, grouped(most)),
        [percent(chance), percent(chance < 1 ? Math.min(evening, ALMOST) : 1), until].map((text) => h("td", {}, text)));
    }));
  }
}

const written = (mean) => mean.toLocaleString("en", { maximumSignificantDigits: mean < 1000 ? 3 : 4 });

/** A chance as percent; 0 and 100 only where they are exact. */
function percent(chance) {
  if (chance < 1 && chance >= ALMOST) return ">99.999 %";
  const digits = chance < 0.001 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 };
  return `${(100 * chance).toLocaleString("en", digits)} %`;
}
