/** A page on which blockers are put on a board, by clicks, by keys or in a box for text. */
import { readBlockers, readFragment, toggled, whyNot } from "./blockers.js";
import "./board.js";
import { announce, at, counted, fill } from "./dom.js";
import { boardFragment, boardMarks, tilingPieces } from "./marks.js";

export class BoardPage {
  /**
   * Finds out what the page tells of a board; an aborted signal ends it with an error.
   * @type {(board: number[], signal: AbortSignal) => Promise<any>}
   */
  find;

  constructor(puzzle, engine) {
    this.puzzle = puzzle;
    this.engine = engine;
    this.board = [];
    this.running = new AbortController();
    at("board").puzzle = puzzle;
    at("bench").hidden = false;
    at("cells").onchange = () => this.attempt(() => this.read(at("cells").value));
    addEventListener("hashchange", () => this.attempt(() => {
      const board = readFragment(puzzle, location.hash);
      return board && puzzle.labels(board) !== puzzle.labels(this.board) && this.open(board);
    }));
    // The board without the blocker that a stroke moves.
    let others = null;
    at("board").addEventListener("paint", ({ detail: { cell, start } }) => {
      if (start) {
        const why = whyNot(puzzle, this.board, cell);
        this.say(why);
        if (!why) this.change(toggled(puzzle, this.board, cell));
        others = why ? null : this.board.filter((other) => other !== cell);
      } else if (others && !others.includes(cell) && !whyNot(puzzle, others, cell)) {
        const moved = toggled(puzzle, others, cell);
        if (moved.length > others.length) this.change(moved);
      }
    });
    at("board").addEventListener("stroke", () => {
      if (others) this.attempt(() => this.open(this.board));
      others = null;
    });
  }

  /** The board in the address of the page. */
  fragment(board) { return boardFragment(this.puzzle, board); }

  /** Open the board of a text. */
  read(text) { return this.open(readBlockers(this.puzzle, text)); }

  /** Do something, and say in the page why it could not be done. */
  async attempt(does) {
    this.say("");
    try {
      await does();
    } catch (error) {
      if (error.name !== "AbortError") this.say(error.message);
    }
  }

  say(text) { fill(at("wrong"), text).hidden = !text; }

  /** Show the findings on the board; screen readers announce the last one. */
  judge(kind, text, isLast = false) {
    fill(at("verdict"), text).className = `verdict ${kind}`;
    if (isLast) announce(text);
  }

  draw({ tiling = [], rings = [] }) {
    const marks = boardMarks(this.puzzle, this.board, rings);
    const pieces = tilingPieces(this.puzzle, tiling);
    for (const { cells, label } of pieces) for (const cell of cells) marks[cell].about = `piece ${label}`;
    Object.assign(at("board"), { marks, pieces });
  }

  change(board) {
    this.running.abort();
    this.board = board;
    at("cells").value = this.puzzle.labels(board);
    this.draw({});
  }

  async open(board) {
    this.change(board);
    const fragment = this.fragment(board);
    if (location.hash !== fragment) history.replaceState(null, "", fragment);
    for (const card of document.querySelectorAll(".finding")) card.hidden = true;
    this.running = new AbortController();
    const missing = this.puzzle.blockers - board.length;
    if (!missing) return this.find(board, this.running.signal);
    const more = board.length ? "more " : "";
    return this.judge("", `Put ${counted(missing, "blocker")} ${more}on the board.`, true);
  }
}
