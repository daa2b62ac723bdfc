/** The games of this browser in figures. They can be saved as a file, opened and emptied. */
import { clockTime } from "./clock.js";
import { announce, at, button, counted, download, fill, grouped, h } from "../parts/dom.js";
import { dateText } from "./day.js";
import { showAside } from "../parts/kept.js";
import { KEY, KeptGames, figuresOf, joined, readGames, runsOf, writeGames } from "./kept-games.js";

const KINDS = { roll: "rolled", easy: "easy", medium: "medium", hard: "hard", "very-hard": "very hard",
  extreme: "extremely hard", single: "one solution", day: "of a day", typed: "typed", link: "from a link" };
/** What a name stands for; a name that somebody made up, even one that every object has, stands for itself. */
const called = (names, name) => (Object.hasOwn(names, name) ? names[name] : name);
const time = (seconds) => (seconds === null ? "–" : clockTime(seconds));
const EMPTY = ["Forget all games", "Really forget all games?"];

/** The time by the clock of this device: 2026-01-31T18:05:00.123. */
const localTime = (now = new Date()) =>
  new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().slice(0, 23);

export function mountRecords(page) {
  new Records(page);
}

class Records {
  #kept = new KeptGames();
  /** When the game was begun: "" before its first move, null where it goes on after a reload. */
  #begun = null;

  constructor(page) {
    const { game } = page;
    this.page = page;
    this.game = game;
    const file = at("records-file");
    this.empty = button(EMPTY[0], () => this.#empty(), { onblur: () => fill(this.empty, EMPTY[0]) });
    const save = () => download("dicelab games.json", writeGames(this.#kept.games));
    fill(at("keep"), button("Save as a file", save), button("Open a file", () => file.click()), this.empty);
    file.onchange = () => page.attempt(() => this.#open(file.files[0])).finally(() => (file.value = ""));
    game.on("begun", () => { this.#begun = ""; });
    game.on("change", () => this.#note());
    // Who has laid no piece has not solved it.
    game.on("solved", () => this.#note(game.tries ? "solved" : "given up"));
    addEventListener("pagehide", () => this.#note());
    // Another page of this browser may be played at as well.
    addEventListener("storage", () => this.#draw());
    this.#draw();
  }

  /** Keep what is known of the game, from its first move to its end. */
  #note(end = this.game.hasGivenUp ? "given up" : "") {
    const { game, page: { puzzle } } = this;
    if (!game.tries && !game.hints && !end) return this.#draw();
    const board = puzzle.labels(game.position.board);
    const games = this.#kept.games;
    const isSame = (one) => one.puzzle === puzzle.id && (this.#begun === null
      ? one.board === board && one.kind === game.about.kind : one.begun === this.#begun);
    let own = games.findLast(isSame);
    if (!own) {
      own = { begun: localTime(), puzzle: puzzle.id, kind: game.about.kind, board, end: "" };
      games.push(own);
    }
    this.#begun = own.begun;
    // What is played on after the end is another matter.
    if (!own.end) {
      Object.assign(own, { seconds: Math.round(game.seconds * 10) / 10, hints: game.hints, end });
      this.#kept.games = games;
    }
    return this.#draw();
  }

  #draw() {
    const games = this.#kept.games;
    const { studio, puzzle } = this.page;
    const rows = figuresOf(games);
    const titles = Object.fromEntries(studio.puzzles.map(({ id, title }) => [id, title]));
    const cells = (tag, values) => values.map((value) => h(tag, tag === "th" ? { scope: "col" } : {}, value));
    const groups = [...Map.groupBy(rows, (row) => row.puzzle)];
    const heads = ["Board", "Begun", "Solved", "Best", "Median", "Hints"];
    fill(at("played"), h("thead", {}, h("tr", {}, cells("th", heads))),
      groups.map(([id, own]) => h("tbody", {},
        h("tr", {}, h("th", { colSpan: 6, scope: "rowgroup" }, called(titles, id))),
        own.map(({ kind, begun, solved, best, median, hints }) => h("tr", {},
          cells("td", [called(KINDS, kind), grouped(begun), grouped(solved), time(best), time(median),
            grouped(hints)]))))));
    at("played").hidden = !rows.length;
    const { current, longest } = runsOf(games, puzzle.id, dateText());
    fill(at("runs"), !rows.length ? "No game yet: a game counts from its first move."
      : `Boards of the day: ${counted(current, "day")} in a row now, ${longest} at most. `
        + "A board counts on its own day.");
    const { fault } = this.#kept;
    showAside(at("damaged"), [KEY], `The games that were kept here could not be read${fault ? `: ${fault}` : "."}`,
      "damaged games");
  }

  async #open(file) {
    if (file.size > 8_000_000) throw new Error(`${file.name} is too large for a file of games.`);
    const text = await file.text();
    const before = this.#kept.games;
    try {
      this.#kept.games = joined(before, readGames(text));
    } catch (error) {
      throw new Error(`${file.name} could not be read: ${error.message}`, { cause: error });
    }
    this.#draw();
    announce(`${counted(this.#kept.games.length - before.length, "game")} added.`);
  }

  #empty() {
    if (this.empty.textContent !== EMPTY[1]) {
      announce(fill(this.empty, EMPTY[1]).textContent);
      return;
    }
    this.#kept.games = [];
    this.#begun = "";
    fill(this.empty, EMPTY[0]);
    this.#draw();
    announce("All games are forgotten.");
  }
}
