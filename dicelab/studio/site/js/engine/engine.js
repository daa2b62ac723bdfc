/** What answers the questions of the pages: a worker in the page, and the server where there is one. */

// The methods (worker.js says what they do) with the number of values that they get. Options may follow:
// `signal` ends the work, `progress(done, total)` is told how far it is, and the method gets the others.
const METHODS = { verdict: 1, blame: 1, swapped: 1, prospect: 1, safety: 2, solve: 1, count: 1, tilings: 3, cover: 1, orbit: 1,
  explain: 1, random: 0, complete: 1, hint: 2, seek: 1, advance: 1, forget: 1 };
const WITH_TILINGS = { histogram: 1, standing: 1, withTilings: 3 };
/** So many boards are counted one by one where no table has their tilings. */
const FEW = 10_000;

/** Open the engine of a puzzle. Where a server stands behind the page, its methods are there too. */
export async function openEngine(puzzle, studio) {
  const engine = new PageEngine(puzzle);
  if (!studio?.server) return engine;
  const { openHttpEngine } = await import("./http.js");
  // What the page can do by itself, it does.
  return Object.assign(engine, { ...await openHttpEngine(puzzle), ...engine });
}

/** The engine in the page: every method is a message to a worker. */
export class PageEngine {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #calls = new Map();
  #next = 0;

  constructor(puzzle) {
    this.#worker.onmessage = ({ data }) => this.#answered(data);
    this.#worker.onerror = ({ message }) => this.#failed(message || "The page’s engine did not start.");
    const opened = [JSON.parse(JSON.stringify(puzzle)), new URL("data/", document.baseURI).href];
    this.#call("open", opened).catch(({ message }) => this.#failed(message));
    const more = puzzle.tilings ? WITH_TILINGS : puzzle.boards <= FEW ? { histogram: 1 } : {};
    for (const [method, number] of Object.entries({ ...METHODS, ...more })) {
      this[method] = (...given) => this.#call(method, given.slice(0, number), given[number]);
    }
  }

  #failed(message) { for (const { reject } of this.#calls.values()) reject(new Error(message)); }

  #answered({ id, value, error, progress }) {
    const call = this.#calls.get(id);
    if (progress) call?.progress?.(...progress);
    else if (error) call?.reject(new Error(error));
    else call?.resolve(value);
  }

  /**
   * Ask the worker. A call whose signal is aborted is refused at once, and its work ends soon.
   * @param {string} method
   * @param {any[]} given
   * @param {Options} options
   */
  async #call(method, given, { signal, progress, ...options } = {}) {
    signal?.throwIfAborted();
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers();
    const stop = () => {
      this.#worker.postMessage({ stop: id });
      reject(signal.reason);
    };
    signal?.addEventListener("abort", stop);
    this.#calls.set(id, { resolve, reject, progress });
    this.#worker.postMessage({ id, method, given: [...given, options] });
    return promise.finally(() => signal?.removeEventListener("abort", stop) ?? this.#calls.delete(id));
  }

  close() {
    this.#worker.terminate();
    this.#failed("The engine was closed.");
  }
}
