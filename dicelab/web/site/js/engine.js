/** What answers the questions of the pages: a worker in the page, and the server where there is one. */

/**
 * @typedef {{signal?: AbortSignal, progress?: (done: number, total: number|null) => void}} Options
 * @typedef {{piece: number, copy: number, cells: number[]}[]} Tiling
 * @typedef {{rolls: number, boards: number, failing: number, examples: number[][], checked: number,
 *   complete: boolean}} Verdict
 * @typedef {{solvable: boolean, rule: string, text: string, cells: number[], regions: number[][],
 *   cases: {text: string, tiling: Tiling, cells: number[]}[]}} Reason
 */

/** So many boards are counted one by one where no table has their tilings. */
const FEW = 10_000;

/** Open the engine of a puzzle. Where a server stands behind the page, its methods are there too. */
export async function openEngine(puzzle, studio) {
  const engine = new PageEngine(puzzle);
  if (studio?.server) {
    const { openHttpEngine } = await import("./http.js");
    // What the page can do by itself, it does.
    const server = await openHttpEngine(puzzle, studio);
    for (const [name, method] of Object.entries(server)) engine[name] ??= method;
  }
  return engine;
}

/** The engine in the page: every method is a message to a worker. */
export class PageEngine {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #calls = new Map();
  #next = 0;

  constructor(puzzle) {
    this.#worker.onmessage = ({ data }) => this.#answered(data);
    this.#worker.onerror = ({ message }) => this.#failed(message || "The page’s engine did not start.");
    const names = ["cells", "cell", "cell_plural", "colours", "blockers", "always_free", "regions", "pieces",
      "symmetries", "unsolvable", "tilings"];
    const fields = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, puzzle[name]]))));
    const data = new URL("data/", document.baseURI).href;
    this.#worker.postMessage({ id: -1, method: "open", given: { fields, data } });
    // These need the tilings of all boards, or of a few.
    const offer = (method, number) => {
      this[method] = (...given) => this.#call(method, given.slice(0, number), given[number]);
    };
    if (puzzle.tilings || puzzle.boards <= FEW) offer("histogram", 1);
    if (puzzle.tilings) {
      offer("standing", 1);
      offer("withTilings", 3);
    }
  }

  #failed(message) {
    for (const { reject } of this.#calls.values()) reject(new Error(message));
    this.#calls.clear();
  }

  #answered({ id, value, error, progress }) {
    if (id < 0) this.#failed(error.message);
    const call = this.#calls.get(id);
    if (!call) return;
    if (progress) return call.progress?.(...progress);
    this.#calls.delete(id);
    call.done();
    if (error) call.reject(new Error(error.message));
    else call.resolve(value);
  }

  /** Ask the worker. A call whose signal is aborted is refused at once, and its work ends soon. */
  #call(method, given, { signal, progress } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#next++;
      const stop = () => {
        this.#calls.delete(id);
        this.#worker.postMessage({ stop: id });
        reject(signal.reason);
      };
      signal?.addEventListener("abort", stop, { once: true });
      const done = () => signal?.removeEventListener("abort", stop);
      this.#calls.set(id, { resolve, reject, progress, done });
      this.#worker.postMessage({ id, method, given });
    });
  }

  /** End the worker. */
  close() {
    this.#worker.terminate();
    this.#failed("The engine was closed.");
  }

  /** Which rolls fail; after some seconds the answer is of a part. @returns {Promise<Verdict>} */
  verdict(dice, { seconds = Infinity, ...options } = {}) {
    return this.#call("verdict", [dice, seconds], options);
  }

  /** A tiling of a board. @returns {Promise<{solvable: boolean, tiling: Tiling|null}>} */
  solve(board, options) {
    return this.#call("solve", [board], options);
  }

  /** The number of tilings; at least so many where it is not exact. */
  count(board, { limit, ...options } = {}) {
    return this.#call("count", [board, limit], options);
  }

  /** Some tilings; whether they are the last. @returns {Promise<{tilings: Tiling[], complete: boolean}>} */
  tilings(board, start, number, options) {
    return this.#call("tilings", [board, start, number], options);
  }

  /** In which share of the tilings each kind of piece covers each cell. */
  cover(board, options) {
    return this.#call("cover", [board], options);
  }

  /** All images of a board under the symmetries of the puzzle. */
  orbit(board, options) {
    return this.#call("orbit", [board], options);
  }

  /** Why a board has no tiling. @returns {Promise<Reason>} */
  explain(board, options) {
    return this.#call("explain", [board], options);
  }

  /** A random board of a band: extreme, very-hard, hard, medium, easy, or {fewest, most} tilings; or null. */
  random({ band, rng = Math.random, ...options } = {}) {
    return this.#call("random", [band, Math.floor(rng() * 2 ** 32)], options);
  }
}
