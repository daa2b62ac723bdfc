/** The explore page: put blockers on a board, and see at once what is known of it. */

import { Blockers } from "./blockers.js";
import "./board.js";
import { announce, copyText, counted, fill, h } from "./dom.js";
import { openEngine } from "./engine.js";
import { Findings } from "./findings.js";
import { openFrame, showFault } from "./frame.js";
import { tilingPieces } from "./marks.js";

const at = (id) => document.getElementById(id);

class ExplorePage {
  constructor(puzzle, engine) {
    Object.assign(this, { puzzle, engine, blockers: new Blockers(puzzle), running: new AbortController() });
    at("board").puzzle = puzzle;
    fill(at("cells-hint"), `Write ${counted(puzzle.blockers, "cell")} here, or click them in the board.`);
    fill(at("dice"), puzzle.sets.map(({ title }, value) => h("option", { value }, title)));
    at("dice-row").hidden = !puzzle.sets.length;
    this.findings = new Findings(this);
    this.listen();
    at("bench").hidden = false;
  }

  listen() {
    const { puzzle } = this;
    const does = {
      random: () => this.random(at("band").value),
      roll: () => this.open(Blockers.roll(puzzle, puzzle.sets[at("dice").value].dice)),
      clear: () => this.open(new Blockers(puzzle)),
      copy: async () => {
        const text = await copyText(location.href) ? "Link copied" : "Please copy the page’s address";
        announce(fill(at("copy"), text).textContent);
      },
    };
    for (const [id, action] of Object.entries(does)) at(id).onclick = () => this.attempt(action);
    at("cells").onchange = () => this.attempt(() => this.open(Blockers.parse(at("cells").value, puzzle)));
    addEventListener("hashchange", () => this.attempt(() => {
      const board = Blockers.fromFragment(location.hash, puzzle);
      return board && board.format() !== this.blockers.format() && this.open(board);
    }));
    // The board without the blocker that a stroke moves.
    let others = null;
    at("board").addEventListener("paint", ({ detail: { cell, start } }) => {
      if (start) {
        const next = this.blockers.toggled(cell);
        const why = this.blockers.whyNot(cell);
        this.say(why);
        others = why ? null : next.has(cell) ? next.toggled(cell) : next;
        if (!why) this.change(next);
      } else if (others && !others.has(cell) && !others.whyNot(cell)) {
        const moved = others.toggled(cell);
        if (moved.cells.length > others.cells.length) this.change(moved);
      }
    });
    at("board").addEventListener("stroke", () => {
      if (others) this.attempt(() => this.open(this.blockers));
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

  say(text) {
    at("wrong").hidden = !text;
    fill(at("wrong"), text);
  }

  /** Say what is known of the board; the last word is also said aloud. */
  judge(kind, text, isLast = false) {
    at("verdict").className = `verdict ${kind}`;
    fill(at("verdict"), text);
    if (isLast) announce(text);
  }

  draw({ tiling = [], rings = [] }) {
    const marks = this.blockers.marks(rings);
    const pieces = tilingPieces(this.puzzle, tiling);
    for (const { cells, label } of pieces) for (const cell of cells) marks[cell].about = `piece ${label}`;
    Object.assign(at("board"), { marks, pieces });
  }

  async random(band) {
    if (band === "any") {
      await this.open(Blockers.random(this.puzzle));
      return;
    }
    const wanted = band === "one" ? { fewest: 1, most: 1 } : band;
    if (wanted !== band && !this.engine.withTilings) {
      throw new Error("To find boards with only one tiling, the tilings of all boards must be counted first: "
        + "“dicelab census build” does that, and “dicelab web” uses the result.");
    }
    this.judge("", "Looking for a board …");
    const found = await this.engine.random({ band: wanted, signal: this.running.signal });
    await this.open(found ? new Blockers(this.puzzle, found.board) : this.blockers);
    if (!found) throw new Error("No such board was found: try again, or choose another difficulty.");
  }

  /** Show blockers that are still being moved. */
  change(blockers) {
    this.running.abort();
    this.blockers = blockers;
    at("cells").value = blockers.format();
    fill(at("copy"), "Copy link");
    this.draw({});
  }

  /** Go to a board, and find out what is known of it. */
  async open(blockers) {
    this.change(blockers);
    if (location.hash !== blockers.toFragment()) history.replaceState(null, "", blockers.toFragment());
    this.findings.hide();
    this.running = new AbortController();
    const placed = blockers.cells.length;
    if (placed === this.puzzle.blockers) return this.findings.show(blockers, this.running.signal);
    const missing = counted(this.puzzle.blockers - placed, "blocker");
    const text = `Put ${missing} ${placed ? "more " : ""}on the board.`;
    return this.judge("", text, true);
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new ExplorePage(puzzle, await openEngine(puzzle, studio));
  const { hash } = location;
  await page.open(new Blockers(puzzle));
  page.attempt(() => page.open(Blockers.fromFragment(hash, puzzle) ?? Blockers.random(puzzle)));
}

open().catch(showFault);
