/** Where boards come from: dice, a difficulty, a date, or a player's own blockers. */
import { boardOf, randomBoard, rolledFaces, rollOf } from "../parts/blockers.js";
import { boardOfTheDay, dateText } from "./day.js";
import { announce, at, fill, h } from "../parts/dom.js";
import { boardLink } from "../parts/marks.js";
import { setsToChoose } from "../parts/sets-to-choose.js";

/** Milliseconds that thrown dice lie on their cells. */
const REST = 900;

export function mountStart(page) {
  page.start = new Start(page);
}

export class Start {
  constructor(page) {
    const { puzzle, engine } = page;
    this.page = page;
    this.puzzle = puzzle;
    this.engine = engine;
    this.looking = new AbortController();
    const { sets, fault } = setsToChoose(puzzle);
    this.sets = sets;
    this.fault = fault;
    fill(at("dice"), this.sets.map(({ title }, value) => h("option", { value }, title)));
    at("dice").parentElement.hidden = this.sets.length < 2;
    at("roll").textContent = this.sets.length ? "Roll the dice" : "Any board";
    at("single").hidden = at("single").disabled = !engine.standing;
    const today = dateText();
    Object.assign(at("day"), { value: today, min: "2000-01-01", max: "2099-12-31" });
    fill(at("blockers-label"), puzzle.regions.length ? "Blocked cells" : `${puzzle.blockers} blocked cells`);
    const does = { roll: () => this.#throw(), draw: () => this.#draw(at("difficulty")),
      "play-day": () => this.day(at("day").value) };
    for (const [id, action] of Object.entries(does)) at(id).onclick = () => page.attempt(action);
    at("own-board").onsubmit = (event) => {
      event.preventDefault();
      page.attempt(() => this.#open(puzzle.readBoard(at("blockers").value), "typed", "typed blockers"));
    };
    page.game.on("begun", () => this.#begun());
    page.game.on("change", () => {
      if (this.fault) page.say(this.fault);
      this.fault = "";
      if (this.#checked?.board !== page.game.position.board) this.#check();
    });
  }

  /** Begin with a roll. */
  begin() {
    const chosen = this.sets[at("dice").value];
    this.#open(this.rolled(), "roll", chosen ? `a roll of ${chosen.words || chosen.title}` : "any board");
  }

  /** Begin with a roll that is seen: the dice tumble onto the cells that they block, and are taken away. */
  async #throw() {
    const { puzzle } = this;
    const chosen = this.sets[at("dice").value];
    if (!chosen) return this.begin();
    const [{ throwDice, clearDice }, { loadSolids, paperDice }] = await Promise.all([import("../parts/throw.js"), import("../parts/paper-dice.js")]);
    const dice = paperDice(chosen.set, await loadSolids());
    const faces = dice.map(({ cells }) => cells);
    const shown = rolledFaces(puzzle, faces);
    this.#open(boardOf(faces, shown), "roll", `a roll of ${chosen.words || chosen.title}`);
    const { signal } = this.looking;
    await throwDice(at("board"), { puzzle, dice, shown, signal });
    setTimeout(() => !signal.aborted && clearDice(at("board")), REST);
  }

  /** Begin with another board of the same difficulty, or with a roll. */
  another() {
    const { kind } = this.page.game.about;
    const value = kind === "single" ? "one" : kind;
    const isDifficulty = [...at("difficulty").options].some((option) => option.value === value && !option.disabled);
    if (isDifficulty) at("difficulty").value = value;
    at(isDifficulty ? "draw" : "roll").click();
  }

  /** Roll the dice that are chosen; a puzzle without dice gets any board. */
  rolled() {
    const set = this.sets[at("dice").value];
    return set ? rollOf(this.puzzle, set.set.dice) : randomBoard(this.puzzle);
  }

  #open(board, kind, words) { this.page.open(board, { kind, words }); }

  /** Look for a board of a difficulty; all boards of the puzzle are looked at, also such as no dice roll. */
  /** @param {PageElement} choice */
  async #draw({ value, selectedOptions }) {
    const { textContent } = selectedOptions[0];
    this.looking.abort();
    const { signal } = (this.looking = new AbortController());
    const progress = (done, total) =>
      fill(at("from"), `Looking for a board …${total ? ` ${Math.floor((100 * done) / total)} %` : ""}`);
    progress(0, 0);
    const difficulty = value === "one" ? { fewest: 1, most: 1 } : value;
    const found = await this.engine.random({ difficulty, signal, progress }).finally(() => this.#tell());
    if (!found) throw new Error("No such board was found: try again, or choose another difficulty.");
    this.#open(found.board, value === "one" ? "single" : value, `${textContent}, chosen among all boards`);
  }

  /** Begin with the board of a date. */
  async day(day) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error("Choose a date first.");
    const board = await boardOfTheDay(day, this.puzzle, (position) => this.engine.complete(position));
    this.#open(board, `day ${day}`, `the board of ${day}`);
  }

  #begun() {
    this.looking.abort();
    this.looking = new AbortController();
    this.#tell();
  }

  #tell() {
    const { position, about } = this.page.game;
    if (position) fill(at("from"), about.words ? `This board: ${about.words}.` : "");
  }

  #checked = null;

  /** Say at once if nobody can solve the board. */
  async #check() {
    const { board } = this.page.game.position;
    this.#checked = { board };
    this.#tell();
    at("no-tiling").hidden = true;
    const { solvable } = await this.engine.solve(board);
    if (solvable || this.#checked.board !== board) return;
    const words = "Nobody can solve this board: the pieces cannot cover it.";
    const link = boardLink(this.puzzle, board, "See why");
    fill(at("no-tiling"), `${words} `, link, ". You may play it all the same.").hidden = false;
    announce(words);
  }
}
