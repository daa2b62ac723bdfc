/** The page's engine at work: one message a call, answered by its number; calls take turns and can be stopped. */

import { Model } from "./model.js";
import { FOUND, MORE, Search } from "./search.js";
import { Unsolvable, readTable } from "./tables.js";
import { Verdicts } from "./verdict.js";

const SLICE = 12;
const NODES = 1 << 14;

const running = new Map();
let engine = null;

/** A call: `pause` lets others have their turn, and ends a call that was stopped. */
class Call {
  constructor(id) {
    this.id = id;
    this.stopped = false;
    this.until = performance.now() + SLICE;
    this.told = 0;
    this.pause = async (done, total, found) => {
      const now = performance.now();
      if (now < this.until) return;
      if (now > this.told + 100) {
        this.told = now;
        postMessage({ id: this.id, progress: [done, total, found] });
      }
      await new Promise((resume) => turns.push(resume) && channel.port2.postMessage(null));
      this.until = performance.now() + SLICE;
      if (this.stopped) throw new DOMException("The call was stopped.", "AbortError");
    };
  }
}

const turns = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => turns.shift()();

/** All that is asked of one puzzle. */
class PuzzleEngine {
  constructor({ fields, data }) {
    this.data = data;
    this.model = new Model(fields);
    this.verdicts = new Verdicts(this.model);
    this.loaded = fields.unsolvable && this.load(fields.unsolvable.file);
  }

  async load(file) {
    const table = new Unsolvable(this.model, await readTable(new URL(file, this.data), "unsolvable"));
    await table.expand(async () => {});
    this.verdicts.table = table;
  }

  async verdict([dice, options], pause) {
    await this.loaded;
    return this.verdicts.judge(dice, options, pause);
  }

  /** A tiling of a board: placements, or null. The search is this call's own, as others may search meanwhile. */
  async first(board, pause) {
    const search = new Search(this.model);
    search.start(...board);
    for (;;) {
      const answer = search.advance(NODES);
      if (answer !== MORE) return answer === FOUND ? search.found() : null;
      await pause(search.nodes, null);
    }
  }

  async solve([board], pause) {
    const placements = await this.first(this.model.board(board), pause);
    return { solvable: placements !== null, tiling: placements && this.model.tiling(placements) };
  }
}

onmessage = async ({ data: { id, method, args, stop } }) => {
  if (stop !== undefined) {
    const call = running.get(stop);
    if (call) call.stopped = true;
    return;
  }
  const call = new Call(id);
  running.set(id, call);
  try {
    if (method === "open") engine = new PuzzleEngine(args[0]);
    const value = method === "open" ? null : await engine[method](args, call.pause);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: { name: error.name, message: error.message } });
  }
  running.delete(id);
};
