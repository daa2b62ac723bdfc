/** The explore page: put blockers on a board, and see at once what is known of it. */
import { randomBoard, readFragment, rollOf } from "../parts/blockers.js";
import { BoardPage } from "../parts/board-page.js";
import { announce, at, copyText, counted, download, fill, h } from "../parts/dom.js";
import { openEngine } from "../engine/engine.js";
import { Findings } from "./findings.js";
import { openFrame, showFault } from "../parts/frame.js";

class ExplorePage extends BoardPage {
  constructor(studio, puzzle, engine) {
    super(puzzle, engine);
    fill(at("cells-hint"), `Write ${counted(puzzle.blockers, "cell")} here, or click them in the board.`);
    fill(at("dice"), puzzle.sets.map(({ title }, value) => h("option", { value }, title)));
    at("dice-row").hidden = !puzzle.sets.length;
    at("no-table").hidden = Boolean(engine.standing);
    at("one").disabled = !engine.standing;
    at("make-table").hidden = at("prove-row").hidden = !studio.server;
    /** The boards before, and the one that is shown. */
    this.past = [];
    this.shown = null;
    this.findings = new Findings(this);
    this.find = (board, signal) => this.findings.show(board, signal);
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
      undo: () => this.open(this.past.pop(), true),
      copy: async () => announce(fill(at("copy"), await copyText(location.href) ? "Link copied"
        : "Please copy the page’s address").textContent),
    };
    for (const [id, action] of Object.entries(does)) at(id).onclick = () => this.attempt(action);
    document.addEventListener("keydown", (event) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || !this.past.length || /** @type {Element} */ (event.target).matches("input")) return;
      event.preventDefault();
      this.attempt(does.undo);
    });
  }

  async random(name) {
    if (name === "any") return this.open(randomBoard(this.puzzle));
    this.judge("", "Looking for a board …");
    const difficulty = name === "one" ? { fewest: 1, most: 1 } : name;
    const found = await this.engine.random({ difficulty, signal: this.running.signal });
    await this.open(found?.board ?? this.board);
    if (!found) throw new Error("No such board was found: try again, or choose another difficulty.");
  }

  async open(board, isUndo = false) {
    if (!isUndo && this.shown && String(this.shown) !== String(board)) this.past.push(this.shown);
    this.shown = board;
    at("undo").disabled = !this.past.length;
    return super.open(board);
  }

  change(board) {
    super.change(board);
    fill(at("copy"), "Copy link");
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new ExplorePage(studio, puzzle, await openEngine(puzzle, studio));
  const { hash } = location;
  await page.open([]);
  page.shown = null;
  page.attempt(() => page.open(readFragment(puzzle, hash) ?? randomBoard(puzzle)));
}

open().catch(showFault);
