/** Two players on one screen: a table for each with the same board; whoever covers it first has won. */
import "../parts/board.js";
import { clockTime } from "./clock.js";
import { announce, at, button, fill, h } from "../parts/dom.js";
import { Game } from "./game.js";
import { raceBoard, requireCovered } from "./race-board.js";
import { Table } from "./table.js";

const [UP, DOWN, LEFT, RIGHT] = [[0, -1], [0, 1], [-1, 0], [1, 0]];
/** One keyboard for both: a direction moves the held piece. */
const KEYS = [
  { KeyW: UP, KeyS: DOWN, KeyA: LEFT, KeyD: RIGHT,
    KeyQ: "next", KeyE: "turn", KeyR: "flip", KeyF: "lay", KeyX: "back" },
  { ArrowUp: UP, ArrowDown: DOWN, ArrowLeft: LEFT, ArrowRight: RIGHT,
    KeyU: "next", KeyO: "turn", KeyP: "flip", Enter: "lay", Backspace: "back" }];
const KEY_WORDS = ["Keys: Q takes a piece, W A S D move it, E turns, R flips, F lays, X takes back",
  "Keys: U takes a piece, arrows move it, O turns, P flips, Enter lays, Backspace takes back"];
export const NAMES = ["Left", "Right"];
const PLACES = ["at the top", "at the bottom"];
const COUNTDOWN = 3;

export class Duel {
  #began = 0;
  #timer = 0;

  /** `choices` are the handicaps of both. */
  constructor(page, choices) {
    this.page = page;
    this.choices = choices;
    this.said = h("p", { class: "verdict", role: "status" });
    const another = () => page.attempt(async () =>
      this.#countDown(await this.#positions(await raceBoard(page))));
    this.again = button("Another round", another, { class: "main" });
    this.opposite = h("input", { type: "checkbox", onchange: () => this.#turn() });
    this.sides = NAMES.map((name, number) => this.#side(name, number));
    this.bar = h("div", { class: "duel-bar row" }, this.said, this.again,
      h("label", {}, this.opposite, " We sit opposite each other"),
      button("End the race", () => this.close()));
    const [left, right] = this.sides.map(({ place }) => place);
    this.place = h("section", { id: "duel", "aria-label": "Race on one screen" }, left, this.bar, right);
    // Before the tables hear of them, and wherever the focus is.
    this.onKey = (event) => this.#key(event);
  }

  #side(name, number) {
    const board = h("cell-board");
    board.setAttribute("editable", "");
    board.setAttribute("label", `Board of the player on the ${name.toLowerCase()}`);
    const [tray, said] = [h("div", { class: "tray" }), h("p", { class: "hint", role: "status" })];
    const game = new Game(this.page.puzzle);
    const tell = (words) => fill(said, words || (this.opposite.checked ? "" : KEY_WORDS[number]));
    const table = new Table({ game, board, tray, say: tell });
    game.on("solved", () => this.#won(number));
    return { name, game, table, tell, wins: 0, place: h("div", { class: "side", inert: true },
      h("div", { class: "side-board" }, board), h("div", { class: "side-pieces" }, tray, said)) };
  }

  /** Take the place of the page, and begin with its board. */
  async open() {
    const { board } = this.page.game.position;
    await requireCovered(this.page, board);
    const positions = await this.#positions(board);
    this.page.game.run(false);
    at("bench").after(this.place);
    document.documentElement.classList.add("dueling");
    this.opposite.checked = matchMedia("(max-width: 50rem)").matches;
    this.#turn();
    addEventListener("keydown", this.onKey, true);
    this.#countDown(positions);
    this.place.scrollIntoView();
  }

  #positions(board) { return Promise.all(this.choices.map((choice) => choice.position(board))); }

  close() {
    clearInterval(this.#timer);
    removeEventListener("keydown", this.onKey, true);
    document.documentElement.classList.remove("dueling");
    this.place.remove();
    at("duel-begin").focus();
  }

  #countDown(positions) {
    const begins = performance.now() + 1000 * COUNTDOWN;
    let shown = "";
    this.again.hidden = true;
    this.#freeze(true);
    clearInterval(this.#timer);
    const tick = () => {
      const words = `Ready? ${Math.ceil((begins - performance.now()) / 1000)} …`;
      if (performance.now() >= begins) return this.#go(positions);
      if (words !== shown) this.#tell(shown = words);
      return undefined;
    };
    tick();
    this.#timer = setInterval(tick, 50);
  }

  #go(positions) {
    clearInterval(this.#timer);
    for (const [number, { game }] of this.sides.entries()) {
      game.begin(positions[number], { kind: "race", words: "a race" });
    }
    this.#began = performance.now();
    this.#freeze(false);
    this.#tell("Go!");
  }

  #won(number) {
    const { name } = this.sides[number];
    this.sides[number].wins += 1;
    this.#freeze(true);
    const time = clockTime((performance.now() - this.#began) / 1000);
    const where = this.opposite.checked ? PLACES[number] : `on the ${name.toLowerCase()}`;
    const score = this.sides.map(({ wins }) => wins).join("\u00a0:\u00a0");
    fill(this.said, `The player ${where} has won in ${time}. Score: ${score}`);
    this.sides.forEach(({ tell }, each) => tell(each === number ? "You have won!" : "The other was faster."));
    announce(this.said.textContent);
    this.again.hidden = false;
    this.again.focus({ preventScroll: true });
  }

  #freeze(isOn) { for (const { place } of this.sides) place.inert = isOn; }

  #turn() {
    this.place.classList.toggle("opposite", this.opposite.checked);
    this.#tell(this.said.textContent);
  }

  /** Tell both, who may read from opposite sides. */
  #tell(words) {
    fill(this.said, words);
    for (const { tell } of this.sides) tell(this.opposite.checked ? words : "");
  }

  #key(event) {
    const { code, target } = event;
    const isOther = event.ctrlKey || event.metaKey || event.altKey || this.bar.contains(target);
    if (isOther || this.sides[0].place.inert) return;
    const number = KEYS.findIndex((keys) => Object.hasOwn(keys, code));
    if (number < 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act(this.sides[number].table, KEYS[number][code]);
  }
}

/** Do what a key means at a table. */
function act(table, action) {
  const { game, hand, places, puzzle } = table;
  const hold = (kind) => {
    const middle = hand.place === null ? [puzzle.width / 2, puzzle.height / 2] : places.middle(hand.place);
    hand.hold(kind, hand.turned[kind], places.around(table.position, kind, hand.turned[kind], middle));
  };
  table.allow();
  const left = [...puzzle.pieces.keys()].filter((kind) => game.position.left[kind]);
  if (action === "back") game.undo();
  else if (action === "next" || hand.isEmpty) hold(left.find((kind) => kind > (hand.kind ?? -1)) ?? left[0]);
  else if (action === "lay") table.lay(hand.place);
  else if (action === "turn" || action === "flip") table.turn(action === "turn" ? "right" : "flip");
  else hand.aim(places.beside(hand.place, action));
}
