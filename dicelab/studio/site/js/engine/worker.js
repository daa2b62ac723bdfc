/** The engine at work: a message a call, answered by its number; calls take turns, and can be ended. */
import { Model, cellsOf, pick } from "./model.js";
import { Search } from "./search.js";
import { AllTilings, Unsolvable, readTable } from "./tables.js";
import { Verdicts, boardsOf } from "./verdict.js";

/**
 * A part of the engine that is fetched when it is asked for.
 * @template T
 * @param {() => Promise<T>} load
 */
const part = (load) => () => load().catch(() => {
  throw new Error("A part of this page could not be loaded: reload it when there is a network again.");
});
/** What the first verdict does not need. */
const later = { advice: part(() => import("./advice.js")), blame: part(() => import("./blame.js")),
  counts: part(() => import("./counts.js")), odds: part(() => import("./odds.js")),
  prospects: part(() => import("./prospects.js")), standing: part(() => import("./standing.js")),
  question: part(() => import("../search/question.js")), boards: part(() => import("../search/boards.js")),
  walks: part(() => import("../search/walks.js")) };

/** How many milliseconds a call works until others have their turn, and how many pass between two reports. */
const [SLICE, REPORT] = [12, 100];
/** Calls that wait while others work; milliseconds until they look again, and of one advance of a search. */
const PATIENT = ["seek", "advance"];
const [WAIT, ADVANCE] = [4, 150];
/** So many boards are drawn for a random one of a difficulty. */
const SAMPLE = 200;

const turns = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => turns.shift()();

/** What a call awaits now and then: others have their turn, and the page learns how far the work is. */
const pauses = (call) => {
  let [until, reported] = [performance.now() + SLICE, 0];
  return async (...progress) => {
    const now = performance.now();
    if (now < until) return;
    if (now > reported + REPORT) {
      reported = now;
      postMessage({ id: call.id, progress });
    }
    await new Promise((resume) => turns.push(resume) && channel.port2.postMessage(null));
    while (call.isPatient && !call.isStopped && hasOthers()) await new Promise((resume) => setTimeout(resume, WAIT));
    until = performance.now() + SLICE;
    if (call.isStopped) throw new Error("The call was stopped.");
  };
};

/** The methods that pages can call. Each gets `pause`, to be awaited now and then, and what it is given. */
class PuzzleEngine {
  constructor(fields, data) {
    this.data = data;
    this.model = new Model(fields);
    this.search = new Search(this.model);
    this.verdicts = new Verdicts(this.model, this.search);
    this.loaded = fields.unsolvable && this.load(fields.unsolvable).catch(() => null);
  }

  async load(table) {
    this.verdicts.table = new Unsolvable(this.model, await readTable(table, this.data, "unsolvable"));
    // Calls are answered meanwhile, though more slowly.
    this.expanded = this.verdicts.table.expand(pauses({}));
  }

  /** How many boards of the rolls of some dice have no tiling; some of them. */
  async verdict(pause, dice) {
    await this.loaded;
    return this.verdicts.judge(dice, pause);
  }

  /** Why dice fail, {failing, cells, groups, explained, moves}: what blame.js says. */
  async blame(pause, dice) { return (await this.blaming()).of(dice, pause); }

  async blaming() {
    const [{ Blame }, { reasons }] = await Promise.all([later.blame(), this.advisor(), this.whole()]);
    return new Blame(this.verdicts, reasons);
  }

  /** {dice, moves, failing}: swap cells as long as fewer rolls fail. */
  async swapped(pause, dice) { return (await this.blaming()).swapped(dice, pause); }

  /** {tried, good, isExact}: the ways to give each die without a cell one, and those that leave all rolls solvable. */
  async prospect(pause, dice) { return (await this.prospects(dice)).ways(pause); }

  /** What each cell would do on a die: "safe", "unsafe" or "unknown", or null where it can't be painted. */
  async safety(pause, dice, die) { return (await this.prospects(dice)).safety(die, pause); }

  async prospects(dice) {
    const [{ Prospects }] = await Promise.all([later.prospects(), this.whole()]);
    return new Prospects(this.verdicts, dice);
  }

  /** Wait until the table of boards without a tiling, if there is one, is expanded. */
  async whole() {
    await this.loaded;
    await this.expanded;
  }

  /** {solvable, tiling}: a tiling of a board, or null. */
  async solve(pause, cells) {
    const { placements } = await this.search.first(this.model.board(cells), pause);
    return { solvable: placements !== null, tiling: placements && this.model.tiling(placements) };
  }

  /** All tilings of a board, the last one kept. */
  async ways(pause, cells) {
    const board = this.model.board(cells);
    if (this.kept?.board.join() !== board.join()) {
      const { tilingsOf } = await later.counts();
      this.kept = { board, ways: await tilingsOf(this.model, this.search, board, pause) };
    }
    return this.kept.ways;
  }

  /** {tilings, exact}: the number of tilings; at least so many where it is not exact. */
  async count(pause, cells) {
    const { total, exact } = await this.ways(pause, cells);
    return { tilings: total, exact };
  }

  /** {tilings, complete}: some tilings from one on; whether they are the last. */
  async tilings(pause, cells, start, number) {
    const ways = await this.ways(pause, cells);
    const end = Math.min(ways.total, start + number);
    const tilings = Array.from({ length: end - start }, (_, n) => this.model.tiling(ways.tiling(start + n)));
    return { tilings, complete: ways.exact && end === ways.total };
  }

  /** {tilings, exact, pieces}: in which share of the tilings each kind of piece covers each cell. */
  async cover(pause, cells) {
    const ways = await this.ways(pause, cells);
    return { tilings: ways.total, pieces: ways.cover(), exact: ways.exact };
  }

  /** @type {Promise<import("./advice.js").Advisor> | null} */
  #advisor = null;

  advisor() {
    return (this.#advisor ??= later.advice().then(({ Advisor }) => new Advisor(this.model, this.search),
      (error) => { this.#advisor = null; throw error; }));
  }

  /** {solvable, laid}: whether a position {board, laid} can be completed, and the placements of a tiling. */
  async complete(pause, position) { return (await this.advisor()).complete(position, pause); }

  /** One step of a hint for a position, perhaps about a kind of piece: what advice.js says. */
  async hint(pause, position, step, { kind }) { return (await this.advisor()).hint(position, step, kind, pause); }

  orbit(_pause, cells) {
    return this.model.orbit(cellsOf(...this.model.board(cells)));
  }

  /** Why a board has no tiling: {solvable, rule, text, cells, cases [{text, tiling, cells}]}. */
  async explain(pause, cells) {
    const board = this.model.board(cells);
    const { placements, tried } = await this.search.first(board, pause);
    if (placements) return { solvable: true };
    return { solvable: false, ...await (await this.advisor()).reasons.explain(board, tried, pause) };
  }

  /** The tilings of all boards, loaded when they are first asked for; nothing where there is no table. */
  async all(pause) {
    const { tilings } = this.model.fields;
    if (tilings && !this.table) {
      const table = new AllTilings(this.model, await readTable(tilings, this.data, "tilings"));
      await table.index(pause);
      const { Standing } = await later.standing();
      this.ranking = new Standing(table.tilings, table.sizes);
      this.table = table;
    }
    return this.table;
  }

  /** The tilings of all boards of some dice in figures. */
  async histogram(pause, dice) {
    const table = await this.all(pause);
    const { los, his } = boardsOf(this.model, dice);
    const boards = [];
    for (const [n, lo] of los.entries()) {
      const board = cellsOf(lo, his[n]);
      boards.push({ board, tilings: table ? table.of(board) : (await this.count(pause, board)).tilings });
      if (n % 256 === 0) await pause(n, los.length);
    }
    const [{ figures }, { oddsOf }] = await Promise.all([later.standing(), later.odds()]);
    return { ...figures(boards), odds: oddsOf(this.model.size, dice, boards) };
  }

  /** {tilings, fewer, equal, more, of}: how many of all solvable boards have fewer, as many and more. */
  async standing(pause, cells) {
    const table = await this.all(pause);
    return this.ranking.of(table.of(cellsOf(...this.model.board(cells))));
  }

  /** {boards, orbits}: a board of each orbit with so many tilings, some of them, the hardest first. */
  async withTilings(pause, range, start, number) {
    const table = await this.all(pause);
    const found = this.ranking.list(range);
    const shown = found.slice(start, start + number);
    const boards = shown.map((orbit) => ({ board: table.board(orbit), tilings: table.tilings[orbit] }));
    return { boards, orbits: found.length };
  }

  #begun = 0;
  #walks = new Map();
  #boards = new Map();

  /** Begin a search for dice sets: {verb, dice, kept, sizes, objective, least, seed}; the number to go on with. */
  async seek(pause, asked) {
    const [{ Question }, { Boards }, { walk }] = await Promise.all([later.question(), later.boards(), later.walks()]);
    const question = new Question(this.model, asked);
    const needsTilings = asked.objective === "fewest" || asked.least > 1;
    await this.whole();
    if (!this.#boards.has(needsTilings)) {
      const table = needsTilings && await this.all(pause);
      this.#boards.set(needsTilings, await Boards.of(this, table, needsTilings, pause));
    }
    const number = this.#begun++;
    this.#walks.set(number, walk(question, this.#boards.get(needsTilings)));
    return number;
  }

  /** Go on with a search for a moment: what it has found so far. */
  async advance(pause, number) {
    const until = performance.now() + ADVANCE;
    for (;;) {
      const { value: standing } = this.#walks.get(number).next();
      if (standing.ended || performance.now() >= until) return standing.seen;
      await pause(standing.steps, null);
    }
  }

  /** Forget a search. */
  forget(_pause, number) { this.#walks.delete(number); }

  /** {board, tilings}: a random board of a difficulty, or with {fewest, most} tilings; null if none is found. */
  async random(pause, { difficulty }) {
    const table = await this.all(pause);
    const [drawn, tilings] = [[], []];
    while (!table && drawn.length < SAMPLE) {
      drawn.push(this.model.randomBoard());
      tilings.push((await this.count(pause, drawn.at(-1))).tilings);
      await pause(drawn.length, SAMPLE);
    }
    const { Standing } = await later.standing();
    const ranking = table ? this.ranking : new Standing(tilings, tilings.map(() => 1));
    const found = ranking.random(difficulty);
    if (found === undefined) return null;
    const board = pick(this.model.orbit(table ? table.board(found) : drawn[found]));
    return { board, tilings: ranking.tilings[found] };
  }
}

const running = new Map();
const hasOthers = () => [...running.values()].some((call) => !call.isPatient);
let engine = null;

onmessage = async ({ data: { id, method, given, stop } }) => {
  if (running.has(stop)) running.get(stop).isStopped = true;
  if (id === undefined) return;
  const call = { id, isPatient: PATIENT.includes(method) };
  running.set(id, call);
  try {
    if (method === "open") engine = new PuzzleEngine(...given);
    postMessage({ id, value: await engine[method]?.(pauses(call), ...given) });
  } catch ({ message }) {
    postMessage({ id, error: message });
  }
  running.delete(id);
};
