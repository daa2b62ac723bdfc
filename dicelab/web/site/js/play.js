/** The play page: a board, its pieces, and what belongs to a game. */
import "./board.js";
import { at, fill } from "./dom.js";
import { openEngine } from "./engine.js";
import { openFrame, showFault } from "./frame.js";
import { Game } from "./game.js";
import { mountHints } from "./hints.js";
import { boardMarks, tilingPieces } from "./marks.js";
import { Position } from "./position.js";
import { mountRace } from "./race.js";
import { mountRecords } from "./records.js";
import { mountStart, rolled } from "./start.js";

/** What the parts of the page share: the game, the engine, and a place to say what went wrong. */
export class PlayPage {
  constructor(studio, puzzle, engine) {
    // The chosen kind of piece (null: none), and what a hint shows on the board until it changes.
    Object.assign(this, { studio, puzzle, engine, game: new Game(puzzle), chosen: null, shown: {} });
    at("board").puzzle = puzzle;
    this.game.on("change", () => this.show({}));
    mountStart(this);
    mountHints(this);
    mountRecords(this);
    mountRace(this);
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

  /** Show rings around cells and ghosts, placements that do not lie there: {rings: [cells], ghosts: [numbers]}. */
  show(shown) {
    this.shown = shown;
    this.draw();
  }

  draw() {
    const { puzzle, game: { position }, shown: { rings, ghosts = [] } } = this;
    const marks = boardMarks(puzzle, position.board, rings);
    const pieces = tilingPieces(puzzle, position.tiling);
    for (const { cells, label } of pieces) for (const cell of cells) marks[cell].about = `piece ${label}`;
    for (const { kind, cells } of ghosts.map((number) => puzzle.placements[number])) {
      const { fills: [fill], inks: [ink], labels: [label] } = puzzle.pieces[kind];
      pieces.push({ cells, fill, ink, label, isGhost: true });
    }
    Object.assign(at("board"), { marks, pieces });
    history.replaceState(null, "", position.toFragment());
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new PlayPage(studio, puzzle, await openEngine(puzzle, studio));
  if (!await page.attempt(() => page.openLink())) page.open(rolled(page));
}

open().catch(showFault);
