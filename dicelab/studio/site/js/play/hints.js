/** Hints, each only if it is asked for; the light; and a tiling for those who give up. */
import { announce, at, button, fill, h, store, stored } from "../parts/dom.js";
import { describeHint } from "./hint-words.js";
import { boardLink, boardPicture } from "../parts/marks.js";
import { Position } from "./position.js";
import { mountSolutions } from "./solutions.js";
import { pieceSvg } from "./tray.js";

/** The steps, each of which tells more than the one before. */
const STEPS = { still: "Can I still finish?", piece: "Which piece next?", why: "Where not, and why?",
  place: "Where does it go?", next: "Lay it for me" };
const GIVE_UP = ["Show a solution", "Give up and show a solution?"];
const LIGHT = "dicelab.play.light";

export function mountHints(page) {
  new Hints(page);
  mountLight(page);
  mountSolutions(page);
}

class Hints {
  #asking = new AbortController();

  constructor(page) {
    const { game } = page;
    this.page = page;
    this.buttons = Object.entries(STEPS)
      .map(([step, words]) => button(words, () => page.attempt(() => this.ask(step))));
    this.last = button(GIVE_UP[0], () => page.attempt(() => this.#giveUp()));
    fill(at("steps"), this.buttons, this.last);
    game.on("change", (words) => {
      this.#asking.abort();
      this.#offer(0);
      at("steps").hidden = game.position.isComplete;
      // What was laid or taken back for the player is still told.
      if (words !== this.said) fill(at("hint"));
    });
    page.table.hand.on("hold", () => this.#aboutPiece());
  }

  get position() { return this.page.game.position; }

  #aboutPiece() {
    const { chosen, puzzle } = this.page;
    fill(at("about-piece"),
      chosen === null ? "" : `Hints are about the piece that you hold, ${puzzle.pieceName(chosen)}.`);
  }

  /** Offer the step with a number: it stands out. */
  #offer(number) {
    [...this.buttons, this.last].forEach((one, place) => one.classList.toggle("main", place === number));
    fill(this.last, GIVE_UP[0]);
  }

  /** Ask the engine for a step; what it says of a position that has changed meanwhile is dropped. */
  async #hint(step, kind = null) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const { board, laid } = this.position;
    return this.page.engine.hint({ board, laid }, step, { kind, signal });
  }

  async ask(step) {
    const { page, page: { game, chosen }, position } = this;
    const hint = await this.#hint(step, chosen);
    const found = describeHint(hint, position, chosen);
    game.hints += 1;
    this.said = found.words;
    if (step === "next" && hint.laid) {
      game.change(new Position(page.puzzle, position.board, hint.laid), found.words);
    } else page.show(found);
    this.#offer(found.isRuined ? -1 : step === "next" ? 1 : Object.keys(STEPS).indexOf(step) + 1);
    fill(at("hint"), h("p", {}, found.words),
      step === "piece" && hint.advice && this.#piece(hint.advice.kind),
      found.isRuined && this.#remedy(hint, position), this.#picture(found));
  }

  #piece(kind) {
    const { puzzle: { pieces, inradius }, table } = this.page;
    return pieceSvg(pieces[kind].orientations[0], table.look(kind), inradius);
  }

  /** The board once more: on a phone it is not in sight beside the hint. */
  #picture({ rings, ghosts, blamed }) {
    if (![rings, ghosts, blamed].some((one) => one.length)) return null;
    const { puzzle, marks, pieces } = this.page.table.picture;
    const picture = boardPicture({ puzzle }, "The board", marks, pieces);
    return h("div", { class: "again", "aria-hidden": "true" }, picture);
  }

  /** What to do about a position that cannot be completed. */
  #remedy({ ruinedBy, takeBack }, position) {
    const { game, puzzle } = this.page;
    if (ruinedBy === null) return h("p", {}, boardLink(puzzle, position.board, "See why"));
    const gone = takeBack.map((place) => position.laid[place]);
    const words = gone.length > 1 ? `Take these ${gone.length} back for me` : "Take it back for me";
    return h("p", {}, button(words, () => {
      const laid = position.laid.filter((number) => !gone.includes(number));
      this.said = "Taken back: now you can finish again.";
      game.change(new Position(puzzle, position.board, laid), this.said);
      fill(at("hint"), h("p", {}, this.said));
    }, { class: "main" }));
  }

  /** Show a tiling that keeps as many of the pieces as possible; asked first, since it ends the game. */
  async #giveUp() {
    if (this.last.textContent !== GIVE_UP[1]) {
      this.#offer(this.buttons.length);
      fill(this.last, GIVE_UP[1]);
      announce(GIVE_UP[1]);
      return;
    }
    const { page: { engine, game, puzzle }, position, position: { board, laid } } = this;
    const hint = await this.#hint("all");
    if (hint.solvable === false && hint.ruinedBy === null) throw new Error("This board has no solution.");
    const kept = laid.filter((_, place) => !hint.takeBack.includes(place));
    const tiling = hint.laid ?? (await engine.complete({ board, laid: kept })).laid;
    if (!tiling) throw new Error("No solution was found in a short time.");
    if (position === this.position) game.giveUp(new Position(puzzle, board, tiling));
  }
}

/** The light tells after every move whether the board can still be finished. */
function mountLight({ engine, game }) {
  let asking = new AbortController();
  // Nothing is known of a game that goes on after a reload.
  let isCounted = null;
  const lamp = (kind, words) => { fill(at("lamp"), words).className = `verdict ${kind}`; };
  const show = async () => {
    asking.abort();
    const isOn = at("light").checked && Boolean(game.position) && !game.position.isComplete;
    at("lamp").hidden = !isOn;
    if (!isOn) return;
    const { signal } = (asking = new AbortController());
    const { board, laid } = game.position;
    const { solvable } = await engine.complete({ board, laid }, { signal });
    // The light is a help too, and counts once in each game in which it is on.
    if (!(isCounted ??= game.hints > 0)) game.hints += 1;
    isCounted = true;
    if (solvable === null) lamp("", "? I cannot tell in a short time.");
    else if (solvable) lamp("good", "✓ You can still finish.");
    else lamp("bad", "✗ You cannot finish like this.");
  };
  const shown = () => show().catch(({ name, message }) => name === "AbortError" || lamp("", message));
  at("light").checked = stored(LIGHT) === "on";
  at("light").onchange = () => {
    store(LIGHT, at("light").checked ? "on" : "off");
    shown();
  };
  game.on("begun", () => { isCounted = false; });
  game.on("change", shown);
}
