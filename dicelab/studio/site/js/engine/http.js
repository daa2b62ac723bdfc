/** The server's part of the engine: what `dicelab web` offers beyond the page. */
import { DiceSet } from "../parts/dice.js";

const ENDED = ["done", "failed", "cancelled"];
const NO_ANSWER = "does not answer: look whether it is still running.";
/** Attempts in a row to follow a search. */
const MOST_FAILURES = 3;

/** What the server answers, for an engine to have beside its own methods. */
export function openHttpEngine(puzzle) {
  // What the API takes for a set: a DiceSet, or its dice as cells.
  const onSet = (given, more) => {
    const set = given instanceof DiceSet ? given : new DiceSet(puzzle, given);
    const name = set.name.slice(0, 200);
    return { puzzle: puzzle.text, dice: set.format(), name, shared_cells: set.shared, ...more };
  };
  return {
    /** What `dicelab rules --json` and `dicelab stats --json` print for a set. */
    rules: (set, options) => post("rules", onSet(set), options),
    stats: (set, options) => post("stats", onSet(set), options),
    /** Count the tilings of all boards, which makes the table of tilings. */
    census: (options) => post("census", { puzzle: puzzle.text, boards: 0 }, options),
    /** A proof that a board has no tiling: the bytes of a zip file. */
    proof: async (board, options) =>
      bytes((await post("prove", { puzzle: puzzle.text, board: puzzle.labels(board) }, options)).zip),
    /** A certificate that every roll of a set has a tiling: its bytes, or nothing where that is not so. */
    certificate: async (set, options) => bytes((await post("certificate", onSet(set), options)).certificate),
    /** The document of a puzzle of one's own: a puzzle file, or GRID/BLOCKERS:PIECES. */
    ownPuzzle: (text, options) => post("puzzle", { text }, options),
    /** A task with a domino grid: solve, count, grade, explain, hint, draw, generate or show. */
    domino: (task, values, options) => post("domino", { task, ...values }, options),
    /** Searches: {id, verb, puzzle, state, created, seconds, best, progress, standing, error}. */
    jobs: {
      /** Start a search; `set` is what repair and improve begin with. */
      start: async (verb, set, asked = {}, options = {}) => {
        const about = ["repair", "improve"].includes(verb) ? onSet(set) : { puzzle: puzzle.text };
        return (await post("jobs", { verb, ...about, ...asked }, options)).job;
      },
      list: async (options) => (await ask("GET", "jobs", options)).jobs,
      /** A search with what it has found: {job, arguments, outcome}. */
      get: (id, options) => ask("GET", jobAddress(id), options),
      /** Stop a search, which keeps its best so far; forget one that has ended. */
      cancel: async (id) => (await ask("DELETE", jobAddress(id))).job,
      follow,
    },
    /** The archive of dice sets on the computer of the server. */
    archive: {
      /** Its sets: {total, sets: [{id, name, puzzle, dice, rolls, tags, objectives, …}]}. */
      list: async ({ where = "", order = "-added", limit = 200, ...options } = {}) => {
        const found = await ask("GET", `archive?${new URLSearchParams({ where, order, limit: String(limit) })}`, options);
        const read = (one) => ({ ...one, puzzle: one.puzzle_text, dice: one.origins[0].dice });
        return { ...found, sets: found.sets.map(read) };
      },
      /** Keep a set: {new, more, unchanged, ids, refused}. */
      add: (set, more) => post("archive", onSet(set, more)),
    },
  };
}

const bytes = (text) => text && Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const jobAddress = (id) => `jobs/${encodeURIComponent(id)}`;
export const post = (address, value, options) => ask("POST", address, options, JSON.stringify(value));

/**
 * Ask an address below api/, and return the JSON that it answers with.
 * @param {string} method
 * @param {string} address
 * @param {Options} options
 * @param {string} [body]
 */
export async function ask(method, address, { signal } = {}, body = undefined) {
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  let problem = NO_ANSWER;
  let answer, found;
  try {
    answer = await fetch(`api/${address}`, { method, signal, headers, body });
    problem = `answered in a way that is not known (${answer.status}).`;
    found = await answer.json();
  } catch (error) {
    throw signal?.aborted ? error : failed(`dicelab web ${problem}`);
  }
  if (!answer.ok) throw failed(sentence(found.error), answer.status);
  return found;
}

/** What went wrong on the server: a sentence, and the status of HTTP. */
const failed = (message, status = 0) => Object.assign(new Error(message), { status });
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

/** Call a function with a search whenever something changes, until it has ended; resolves then. */
function follow(id, show) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`api/${jobAddress(id)}/events`);
    let failures = 0;
    source.addEventListener("open", () => (failures = 0));
    for (const name of ["progress", "improvement", "state"]) {
      source.addEventListener(name, (event) => {
        const job = JSON.parse(event.data);
        show(job, name);
        if (!ENDED.includes(job.state)) return;
        source.close();
        resolve(job);
      });
    }
    source.addEventListener("error", () => {
      // A browser tries again by itself, unless the server said that there is no such search.
      if (source.readyState === EventSource.CLOSED) reject(failed("This search is gone.", 404));
      else if (++failures === MOST_FAILURES) {
        source.close();
        reject(failed(`dicelab web ${NO_ANSWER}`));
      }
    });
  });
}
