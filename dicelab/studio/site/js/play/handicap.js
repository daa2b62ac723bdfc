/** Handicaps in a race: other boards, or pieces that lie from the start; and boards that differ but are as hard. */
import { rollOf } from "../parts/blockers.js";
import { counted, h } from "../parts/dom.js";
import { Position } from "./position.js";
import { raceBoard } from "./race-board.js";

const LEVELS = ["easy", "medium", "hard", "very-hard", "extreme"];
/** Boards that are drawn for one that is as hard as another and no image of it. */
const TRIES = 20;
/** How far the number of tilings may be away where no table tells the boards with an equal number. */
const NEAR = 0.2;

/** The choice of the handicap of a player, who is called `whose`. */
export class HandicapChoice {
  constructor(page, whose) {
    const options = (values) => values.map(([value, words]) => h("option", { value }, words));
    const { pieces } = page.puzzle;
    const copies = pieces.reduce((sum, piece) => sum + piece.copies, 0);
    this.page = page;
    this.boards = h("select", { "aria-label": `Board of ${whose}` }, options([["", "the same board"],
      ["alike", "another board, as hard"], ...LEVELS.map((level) => [level, `a board that is ${level.replace("-", " ")}`]),
      ...page.start.sets.map(({ title }, number) => [`set ${number}`, `a roll of the dice “${title}”`])]));
    this.laid = h("select", { "aria-label": `Pieces that lie for ${whose}` }, options(
      Array.from({ length: copies }, (_, number) => [number, number ? `${counted(number, "piece")} laid` : "no piece laid"])));
    this.parts = h("span", { class: "handicap row" }, this.boards, this.laid);
  }

  get isNone() { return !this.boards.value && this.laid.value === "0"; }

  /** The handicap as players write it: "hard,laid=2". */
  get text() {
    const { boards: { value }, laid } = this;
    const set = value.startsWith("set ") && this.page.start.sets[Number(value.slice(4))].title.replaceAll(",", " ");
    return [set ? `set=${set}` : LEVELS.includes(value) && value, laid.value !== "0" && `laid=${laid.value}`]
      .filter(Boolean).join(",");
  }

  /** The first position of the player, where the others begin with a board. */
  async position(board) {
    const { page: { puzzle, engine }, laid } = this;
    const own = await this.#board(board);
    if (laid.value === "0") return new Position(puzzle, own);
    const { tiling } = await engine.solve(own);
    // The large pieces are the greatest help.
    const pieces = tiling.map(({ piece, copy, cells }) => ({ kind: piece, copy, cells }))
      .sort((a, b) => b.cells.length - a.cells.length || a.kind - b.kind || a.copy - b.copy);
    return Position.lying(puzzle, own, pieces.slice(0, Number(laid.value)));
  }

  async #board(board) {
    const { page, boards: { value } } = this;
    if (value === "alike") return this.#alike(board);
    if (value.startsWith("set ")) {
      return raceBoard(page, () => rollOf(page.puzzle, page.start.sets[Number(value.slice(4))].set.dice));
    }
    if (!value) return board;
    const found = await page.engine.random({ difficulty: value });
    if (!found) throw new Error(`No board that is ${value} was found: choose another handicap.`);
    return found.board;
  }

  /** Another board with as many tilings, which is no image of the first. */
  async #alike(board) {
    const { engine, puzzle } = this.page;
    const { tilings } = await engine.count(board);
    const images = (await engine.orbit(board)).map((image) => puzzle.labels(image));
    const far = engine.standing ? 0 : NEAR;
    const difficulty = { fewest: Math.ceil(tilings * (1 - far)), most: Math.floor(tilings * (1 + far)) };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await engine.random({ difficulty });
      if (found && !images.includes(puzzle.labels(found.board))) return found.board;
    }
    throw new Error("No other board that is as hard was found: begin with another one.");
  }
}
