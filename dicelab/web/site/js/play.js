/** The play page: a board, its pieces, and what belongs to a game. */
import { randomBoard, rollOf } from "./blockers.js";
import "./board.js";
import { at, fill } from "./dom.js";
import { openEngine } from "./engine.js";
import { openFrame, showFault } from "./frame.js";
import { Game } from "./game.js";
import { boardMarks, tilingPieces } from "./marks.js";
import { Position } from "./position.js";

/** What the parts of the page share: the game, the engine, and a place to say what went wrong. */
export class PlayPage {
  constructor(studio, puzzle, engine) {
    Object.assign(this, { studio, puzzle, engine, game: new Game(puzzle) });
    at("board").puzzle = puzzle;
    this.game.on("change", () => this.draw());
    at("roll").onclick = () => this.open(this.rolled());
    addEventListener("hashchange", () => this.attempt(() => this.openLink()));
    at("bench").hidden = false;
  }

  /** Begin a game on a board; `about` tells where it comes from: {kind, words}. */
  open(board, about) { this.game.begin(new Position(this.puzzle, board), about); }

  /** Begin with the board and the pieces of the address, if it has a board; tell whether it has. */
  openLink() {
    const found = Position.fromFragment(location.hash, this.puzzle);
    if (found && found.toFragment() !== this.game.position?.toFragment()) {
      this.game.begin(found, { kind: "link", words: "from a link" });
    }
    return Boolean(found);
  }

  rolled() {
    const [set] = this.puzzle.sets;
    return set ? rollOf(this.puzzle, set.dice) : randomBoard(this.puzzle);
  }

  /** Do something, and say in the page why it could not be done. */
  async attempt(does) {
    this.say("");
    try {
      return await does();
    } catch (error) {
      if (error.name !== "AbortError") this.say(error.message);
      return undefined;
    }
  }

  say(text) { fill(at("wrong"), text).hidden = !text; }

  draw() {
    const { position } = this.game;
    const marks = boardMarks(this.puzzle, position.board);
    const pieces = tilingPieces(this.puzzle, position.tiling);
    for (const { cells, label } of pieces) for (const cell of cells) marks[cell].about = `piece ${label}`;
    Object.assign(at("board"), { marks, pieces });
    history.replaceState(null, "", position.toFragment());
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new PlayPage(studio, puzzle, await openEngine(puzzle, studio));
  if (!await page.attempt(() => page.openLink())) page.open(page.rolled());
}

open().catch(showFault);
