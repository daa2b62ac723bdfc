/** The explore page: put blockers on a board, and see at once what is known of it. */
import { randomBoard, readBlockers, readFragment, rollOf, toggled, whyNot } from "../parts/blockers.js";
import "../parts/board.js";
import { announce, at, copyText, counted, download, fill, h } from "../parts/dom.js";
import { openEngine } from "../engine/engine.js";
import { Findings } from "./findings.js";
import { openFrame, showFault } from "../parts/frame.js";
import { boardFragment, boardMarks, tilingPieces } from "../parts/marks.js";

class ExplorePage {
  constructor(studio, puzzle, engine) {
    this.puzzle = puzzle;
    this.engine = engine;
    this.board = [];
    this.running = new AbortController();
    at("board").puzzle = puzzle;
    fill(at("cells-hint"), `Write ${counted(puzzle.blockers, "cell")} here, or click them in the board.`);
    fill(at("dice"), puzzle.sets.map(({ title }, value) => h("option", { value }, title)));
    at("dice-row").hidden = !puzzle.sets.length;
    at("no-table").hidden = Boolean(engine.standing);
    at("one").disabled = !engine.standing;
    at("make-table").hidden = at("prove-row").hidden = !studio.server;
    this.findings = new Findings(this);
    at("bench").hidden = false;
    const does = {
      random: () => this.random(at("difficulty").value),
      roll: () => this.open(rollOf(puzzle, puzzle.sets[at("dice").value].dice)),
      "make-table": async () => {
        announce(fill(at("make-table"), "Counting all boards …").textContent);
        await engine.census();
        location.reload();
      },
      prove: async () =>
        download(`proof ${puzzle.labels(this.board)}.zip`, await engine.proof(this.board), "application/zip"),
      clear: () => this.open([]),
      copy: async () => announce(fill(at("copy"), await copyText(location.href) ? "Link copied"
        : "Please copy the page’s address").textContent),
    };
    for (const [id, action] of Object.entries(does)) at(id).onclick = () => this.attempt(action);
    at("cells").onchange = () => this.attempt(() => this.open(readBlockers(puzzle, at("cells").value)));
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

  /** Say what is known of the board; the last word is also said aloud. */
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

  async random(name) {
    if (name === "any") return this.open(randomBoard(this.puzzle));
    this.judge("", "Looking for a board …");
    const difficulty = name === "one" ? { fewest: 1, most: 1 } : name;
    const found = await this.engine.random({ difficulty, signal: this.running.signal });
    await this.open(found?.board ?? this.board);
    if (!found) throw new Error("No such board was found: try again, or choose another difficulty.");
  }

  change(board) {
    this.running.abort();
    this.board = board;
    at("cells").value = this.puzzle.labels(board);
    fill(at("copy"), "Copy link");
    this.draw({});
  }

  async open(board) {
    this.change(board);
    const fragment = boardFragment(this.puzzle, board);
    if (location.hash !== fragment) history.replaceState(null, "", fragment);
    for (const card of document.querySelectorAll(".finding")) card.hidden = true;
    this.running = new AbortController();
    const missing = this.puzzle.blockers - board.length;
    if (!missing) return this.findings.show(board, this.running.signal);
    const more = board.length ? "more " : "";
    return this.judge("", `Put ${counted(missing, "blocker")} ${more}on the board.`, true);
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new ExplorePage(studio, puzzle, await openEngine(puzzle, studio));
  const { hash } = location;
  await page.open([]);
  page.attempt(() => page.open(readFragment(puzzle, hash) ?? randomBoard(puzzle)));
}

open().catch(showFault);
