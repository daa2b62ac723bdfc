/** The play page: a board, its pieces, and what belongs to a game. */
import { keptGame, mountClock } from "./clock.js";
import { announce, at, copyText, counted, fill, setState } from "../parts/dom.js";
import { dateText } from "./day.js";
import { mountEnding } from "./ending.js";
import { openEngine } from "../engine/engine.js";
import { fragmentFields } from "../parts/fragment.js";
import { openFrame, showFault } from "../parts/frame.js";
import { Game } from "./game.js";
import { mountHints } from "./hints.js";
import { key } from "./keys.js";
import { Position } from "./position.js";
import { mountRace } from "./race.js";
import { mountRecords } from "./records.js";
import { mountStart } from "./start.js";
import { Table } from "./table.js";
import { typed } from "./typing.js";

/** What the parts of the page share: the game, its table, the engine, and a place to say what went wrong. */
export class PlayPage {
  /** Where boards come from: set by mountStart. @type {import("./start.js").Start} */
  start;

  constructor(studio, puzzle, engine) {
    const game = new Game(puzzle);
    this.studio = studio;
    this.puzzle = puzzle;
    this.engine = engine;
    this.game = game;
    this.table = new Table({ game, board: at("board"), tray: at("tray"), say: (text) => this.say(text),
      tell: (text) => announce(fill(at("state"), text).textContent) });
    game.on("change", (words) => {
      history.replaceState(null, "", game.position.toFragment());
      this.tell();
      if (words) announce(`${words} ${at("state").textContent}`);
    });
    this.table.hand.on("hold", () => this.tell());
    mountClock(game);
    mountEnding(this);
    mountMoves(this);
    mountStart(this);
    mountHints(this);
    mountRecords(this);
    mountRace(this);
    addEventListener("hashchange", () => this.attempt(() => this.openLink()));
    at("bench").hidden = false;
  }

  /** The kind of piece that the player holds; null where the hand is empty. */
  get chosen() { return this.table.hand.kind; }

  /** Begin a game on a board; `about` tells where it comes from: {kind, words}. */
  open(board, about) {
    this.game.begin(new Position(this.puzzle, board), about);
    const stand = at("state").closest(".stand");
    // On a phone, the button that was pressed is far below the board.
    if (stand.getBoundingClientRect().top < 0) stand.scrollIntoView();
  }

  /** Begin with the board and the pieces of the address, if it has a board; tell whether it has. */
  openLink() {
    const found = Position.fromFragment(location.hash, this.puzzle);
    if (found && found.toFragment() !== this.game.position?.toFragment()) {
      this.game.begin(found, { kind: "link", words: "from a link" });
    }
    return Boolean(found);
  }

  /** Go on with the last game of this browser, if the address has the same one or no board. */
  goOn() {
    const kept = keptGame(this.puzzle);
    if (!kept) return false;
    const { position, about, used } = kept;
    const isAsked = /board=/.test(location.hash) ? location.hash === position.toFragment()
      : !position.isComplete;
    if (isAsked) this.game.begin(position, about, used);
    return isAsked;
  }

  /** Begin with the board of a day that the address asks for, or go on with it; tell whether that was asked. */
  async openDay() {
    const { day } = fragmentFields(location.hash);
    if (day === undefined) return false;
    const date = day === "today" ? dateText() : day;
    const kept = keptGame(this.puzzle);
    if (kept?.about.kind === `day ${date}`) this.game.begin(kept.position, kept.about, kept.used);
    else await this.start.day(date);
    return true;
  }

  /** Do something, and say in the page why it could not be done. */
  async attempt(does) {
    this.say("");
    try {
      return await does();
    } catch (error) {
      if (error.name !== "AbortError") {
        this.say(error.message);
        // On a phone, a button may be far below the board.
        at("wrong").scrollIntoView({ block: "nearest" });
      }
      return undefined;
    }
  }

  /** Say what went wrong in the place of what is to do, so that the board does not move. */
  say(text) { fill(at("wrong"), text).hidden = !text; }

  /** Show what a hint speaks of: {rings: [cells], ghosts, blamed: [numbers of placements]}. */
  show(shown) { this.table.show(shown); }

  /** Say what is to do. */
  tell() {
    const { puzzle, chosen, game: { position } } = this;
    const pieces = position.left.reduce((sum, copies) => sum + copies, 0);
    const cells = puzzle.cells.filter((_, cell) => position.isFree(cell)).length;
    const use = chosen === null ? "" : ` Where shall ${puzzle.pieceName(chosen)} go?`;
    fill(at("state"), position.isComplete ? "Every cell is covered."
      : `${counted(pieces, "piece")} for ${counted(cells, "cell")}.${use}`);
  }
}

/** Undo and redo, the link, and moves that are typed. */
function mountMoves(page) {
  const { game, table } = page;
  const undo = () => game.undo();
  const redo = () => game.redo();
  const does = { undo, redo, again: () => game.restart(), "copy-link": async () => {
    const isCopied = await copyText(location.href);
    const words = isCopied ? "Link copied" : "Please copy the page’s address";
    announce(fill(at("copy-link"), words).textContent);
  } };
  for (const [id, action] of Object.entries(does)) at(id).onclick = () => page.attempt(action);
  game.on("change", () => {
    // A button at its end isn't disabled, or it would lose the focus.
    setState(at("undo"), "disabled", !game.past.length);
    setState(at("redo"), "disabled", !game.future.length);
    setState(at("again"), "disabled", !game.position.laid.length);
    fill(at("copy-link"), "Copy link");
  });
  at("typing").onsubmit = (event) => {
    event.preventDefault();
    page.attempt(() => {
      typed(game, at("move").value);
      at("move").value = "";
    });
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.("textarea, select, dialog, input:not([type=radio], [type=checkbox])")) return;
    const pressed = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && /^[zy]$/.test(pressed)) {
      event.preventDefault();
      page.attempt(pressed === "z" && !event.shiftKey ? undo : redo);
    } else if (event.target === document.body) key(table, event);
  });
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new PlayPage(studio, puzzle, await openEngine(puzzle, studio));
  if (await page.attempt(() => page.openDay())) return;
  if (page.goOn() || await page.attempt(() => page.openLink())) return;
  const [fault, fragment] = [at("wrong").textContent, location.hash.replace(/&laid=[^&]*/, "")];
  const board = await page.attempt(() => Position.fromFragment(fragment, puzzle)?.board);
  if (board) page.open(board);
  else page.start.begin();
  page.say(fault);
}

open().catch(showFault);
