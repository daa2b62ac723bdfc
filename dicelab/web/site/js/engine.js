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
      cell, cell_plural } = puzzle;
    const fields = { id, cells, colours, blockers, always_free, regions, pieces, symmetries, unsolvable, tilings,
      cell, cell_plural };
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
}
