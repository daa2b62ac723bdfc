/** The server's part of the engine: what `dicelab web` offers beyond the page. */

import { DiceSet } from "./dice.js";

/**
 * @typedef {"waiting"|"running"|"stopping"|"done"|"failed"|"cancelled"} State
 * @typedef {{dice: string, standing: string, failing: number|null}} Best
 * @typedef {{id: string, verb: string, puzzle: string|null, state: State, created: number, seconds: number,
 *   best: Best|null, progress: [number, number|null, string]|null, standing: string|null,
 *   error: string|null}} Job
 */

const BEGIN_WITH_A_SET = ["repair", "improve"];
const ENDED = ["done", "failed", "cancelled"];

/** What went wrong on the server: one line, and the status of HTTP. */
export class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Ask an address below api/, and return the JSON that it answers with. */
async function ask(method, address, value, { signal } = {}) {
  const options = { method, signal, headers: { accept: "application/json" } };
  if (value !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(value);
  }
  let answer;
  try {
    answer = await fetch(`api/${address}`, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerError("dicelab web does not answer: look whether it is still running.", 0);
  }
  let found;
  try {
    found = await answer.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerError(`dicelab web answered in a way that is not known (${answer.status}).`, 0);
  }
  if (!answer.ok) throw new ServerError(sentence(found.error), answer.status);
  return found;
}

const post = (address, value, options) => ask("POST", address, value, options);
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

/** What the server answers, for an engine to have beside its own methods. */
export async function openHttpEngine(puzzle) {
  const server = new HttpEngine(puzzle);
  const names = Object.getOwnPropertyNames(HttpEngine.prototype).filter((name) => name !== "constructor");
  const methods = names.map((name) => [name, server[name].bind(server)]);
  return { ...Object.fromEntries(methods), jobs: server.jobs, archive: server.archive };
}

/** The methods of an engine that need the server; cells are numbers, as everywhere on the page. */
export class HttpEngine {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.jobs = new Jobs(puzzle);
    this.archive = new Archive(puzzle);
  }

  onBoard(board, more) {
    return { puzzle: this.puzzle.text, board: this.puzzle.labels(board), ...more };
  }

  /** Whether every roll has a tiling; as the page's engine says it. */
  async verdict(dice, { shared = false, ...options } = {}) {
    const found = await post("verify", onSet(this.puzzle, dice, { shared_cells: shared }), options);
    const examples = found.unsolvable_boards.slice(0, 200).map((text) => this.puzzle.readCells(text));
    const { boards, unsolvable } = found;
    return { rolls: boards, boards, failing: unsolvable, examples, checked: boards, complete: true };
  }

  /** The number of tilings of a board. */
  async count(board, { limit, ...options } = {}) {
    const found = await post("count", this.onBoard(board, limit ? { limit } : {}), options);
    return { tilings: found.tilings, exact: found.exact };
  }

  /** The rules, held against a set: what `dicelab rules --json` prints. */
  rules(set, options) {
    return post("rules", onSet(this.puzzle, set), options);
  }

  /** How hard the rolls of a set are: what `dicelab stats --json` prints. */
  stats(set, { objective, ...options } = {}) {
    return post("stats", onSet(this.puzzle, set, objective ? { objective } : {}), options);
  }

  /** The figures of all boards: what `dicelab census info --json` prints. */
  census(options) {
    return post("census", { puzzle: this.puzzle.text }, options);
  }

  /** Boards of a difficulty: what `dicelab boards --json` prints. */
  boards(wanted, options) {
    return post("boards", { puzzle: this.puzzle.text, ...wanted }, options);
  }

  /** The document of a puzzle of one's own: a puzzle file, or GRID/BLOCKERS:PIECES. */
  ownPuzzle(text, options) {
    return post("puzzle", { text }, options);
  }

  /** A set as the text of a file: json, csv, txt or svg. */
  async exported(set, format, options) {
    return (await post("export", onSet(this.puzzle, set, { format }), options)).content;
  }

  /** A task with a domino grid: solve, count, grade, explain, hint, draw or generate. */
  domino(task, values, options) {
    return post("domino", { task, ...values }, options);
  }
}

/** The searches of the server. */
class Jobs {
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  /** Start a search; `set` is what repair and improve begin with. @returns {Promise<Job>} */
  async start(verb, set, options = {}) {
    const about = BEGIN_WITH_A_SET.includes(verb) ? onSet(this.puzzle, set) : { puzzle: this.puzzle.text };
    return (await post("jobs", { verb, ...about, ...options })).job;
  }

  /** All searches, the latest first. @returns {Promise<Job[]>} */
  async list(options) {
    return (await ask("GET", "jobs", undefined, options)).jobs;
  }

  /** A search with what it has found: {job, arguments, outcome}. */
  get(id, options) {
    return ask("GET", `jobs/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Stop a search, which keeps its best so far; forget one that has ended. */
  async cancel(id) {
    return (await ask("DELETE", `jobs/${encodeURIComponent(id)}`)).job;
  }

  /** Call a function with the search whenever something changes, until it has ended; resolves then. */
  follow(id, show, { signal } = {}) {
    return new Promise((resolve, reject) => {
      const source = new EventSource(`api/jobs/${encodeURIComponent(id)}/events`);
      const end = (job) => {
        source.close();
        resolve(job);
      };
      for (const name of ["progress", "improvement", "state"]) {
        source.addEventListener(name, (event) => {
          const job = JSON.parse(event.data);
          show(job, name);
          if (ENDED.includes(job.state)) end(job);
        });
      }
      source.addEventListener("error", () => {
        // A browser tries again by itself, unless the server said that there is no such search.
        if (source.readyState === EventSource.CLOSED) reject(new ServerError("This search is gone.", 404));
      });
      signal?.addEventListener("abort", () => end(null));
    });
  }
}

/** The archive of dice sets on the computer of the server. */
class Archive {
  constructor(puzzle) {
    this.puzzle = puzzle;
  }

  /** Its sets: {total, sets: [{id, name, puzzle, dice, rolls, tags, objectives, …}]}. */
  async list({ where = "", order = "-added", limit = 200, ...options } = {}) {
    const query = new URLSearchParams({ where, order, limit });
    const found = await ask("GET", `archive?${query}`, undefined, options);
    const sets = found.sets.map((one) => ({ ...one, puzzle: one.puzzle_text, dice: one.origins[0].dice }));
    return { ...found, sets };
  }

  /** Keep a set: {new, more, unchanged, ids, refused}. */
  add(set, { tags = [] } = {}) {
    return post("archive", onSet(this.puzzle, set, { tags }));
  }
}

/** What the API takes for a set: a DiceSet, or its dice as cells. */
function onSet(puzzle, set, more = {}) {
  const whole = set instanceof DiceSet ? set : new DiceSet(puzzle, set);
  const { name, shared } = whole;
  const about = { dice: whole.format(), name: name.slice(0, 200), shared_cells: shared };
  return { puzzle: puzzle.text, ...about, ...more };
}
