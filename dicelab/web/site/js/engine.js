/** What answers the questions of the pages: a worker in the page, and the server where there is one. */

/**
 * @typedef {{signal?: AbortSignal, progress?: (done: number, total: number|null, found?: number) => void}} Options
 * @typedef {{piece: number, copy: number, cells: number[]}[]} Tiling
 * @typedef {{rolls: number, boards: number, failing: number, examples: number[][], checked: number,
 *   complete: boolean}} Verdict
 */

/** Open the engine of a puzzle. Where a server stands behind the page, its methods are there too. */
export async function openEngine(puzzle, studio) {
  const engine = new PageEngine(puzzle);
  if (studio?.server) {
    const { openHttpEngine } = await import("./http.js");
    const server = await openHttpEngine(puzzle, studio);
    // What the page can do by itself, it does.
    for (const [name, method] of Object.entries(server)) if (!(name in engine)) engine[name] = method;
  }
  return engine;
}

/** So many boards are counted one by one where no table has their tilings. */
const FEW = 10_000;

/** The engine in the page: every method is a message to a worker. */
export class PageEngine {
  #worker;
  #calls = new Map();
  #next = 0;

  constructor(puzzle) {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#answered(data);
    this.#worker.onerror = (event) => this.#failed(event.message || "The page’s engine could not be started.");
    const { id, cells, colours, blockers, always_free, regions, pieces, symmetries, unsolvable, tilings,
      cell, cell_plural, boards } = puzzle;
    const fields = { id, cells, colours, blockers, always_free, regions, pieces, symmetries, unsolvable, tilings,
      cell, cell_plural };
    // These need the tilings of all boards, or of a few.
    const few = boards <= FEW;
    if (tilings || few) this.histogram = (dice, { shared = false, ...more } = {}) => this.#call("histogram", [dice, { shared }], more);
    if (tilings) {
      this.standing = (board, more) => this.#call("standing", [board], more);
      this.withTilings = (range, start, number, more) => this.#call("withTilings", [range, start, number], more);
    }
    this.#call("open", [{ fields: JSON.parse(JSON.stringify(fields)), data: new URL("data/", document.baseURI).href }], {})
      .catch((error) => this.#failed(error.message));
  }

  #failed(message) {
    for (const { reject } of this.#calls.values()) reject(new Error(message));
    this.#calls.clear();
  }

  #answered({ id, value, error, progress }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (progress) {
      call.progress?.(...progress);
      return;
    }
    this.#calls.delete(id);
    call.done();
    if (error) call.reject(error.name === "AbortError" ? new DOMException(error.message, error.name) : new Error(error.message));
    else call.resolve(value);
  }

  /** Ask the worker. A call whose signal is aborted is refused at once, and its work ends soon. */
  #call(method, args, { signal, progress } = {}) {
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
      this.#worker.postMessage({ id, method, args });
    });
  }

  /** End the worker. */
  close() {
    this.#worker.terminate();
    this.#failed("The engine was closed.");
  }

  /** Which rolls fail. @returns {Promise<Verdict>} */
  verdict(dice, { shared = false, seconds = Infinity, ...options } = {}) {
    return this.#call("verdict", [dice, { shared, seconds }], options);
  }

  /** A tiling of a board. @returns {Promise<{solvable: boolean, tiling: Tiling|null}>} */
  solve(board, options) {
    return this.#call("solve", [board], options);
  }

  /** How many tilings a board has; where these are not exact, at least so many. */
  count(board, { limit, ...options } = {}) {
    return this.#call("count", [board, { limit }], options);
  }

  /** Some tilings of a board, and whether none comes after them. @returns {Promise<{tilings: Tiling[], complete: boolean}>} */
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

  /**
   * Why a board has no tiling. @returns {Promise<{solvable: boolean, rule: string, text: string, cells: number[],
   *   regions: number[][], cases: {text: string, tiling: Tiling, cells: number[]}[]}>}
   */
  explain(board, options) {
    return this.#call("explain", [board], options);
  }

  /**
   * A random board of a band of difficulty: extreme, very-hard, hard, medium, easy, or {fewest, most} tilings; null if
   * none was found. @returns {Promise<{board: number[], tilings: number}|null>}
   */
  random({ band, rng = Math.random, ...options } = {}) {
    return this.#call("random", [band, Math.floor(rng() * 2 ** 32)], options);
  }
}
