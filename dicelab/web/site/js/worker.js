/** The page's engine at work: one message a call, answered by its number; calls take turns and can be stopped. */

import { Boards } from "./boards.js";
import { Model, cellsOf } from "./model.js";
import { Reasons } from "./reasons.js";
import { Standing, drawnBoard, figures } from "./standing.js";
import { AllTilings, Unsolvable, readTable } from "./tables.js";
import { Verdicts, boardsOf, distinct } from "./verdict.js";

const SLICE = 12;

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
      if (id !== null && now > this.told + 100) {
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
    this.boards = new Boards(this.model);
    this.loaded = fields.unsolvable && this.load(fields.unsolvable.file);
  }

  async load(file) {
    const table = new Unsolvable(this.model, await readTable(new URL(file, this.data), "unsolvable"));
    const { pause } = new Call(null);
    await table.mark(pause);
    this.verdicts.table = table;
    // Calls are answered meanwhile, though more slowly.
    table.expand(pause);
  }

  async verdict([dice, options], pause) {
    await this.loaded;
    return this.verdicts.judge(dice, options, pause);
  }

  async solve([cells], pause) {
    const placements = await this.boards.first(this.model.board(cells), pause);
    return { solvable: placements !== null, tiling: placements && this.model.tiling(placements) };
  }

  count([cells, options], pause) {
    return this.boards.count(this.model.board(cells), options, pause);
  }

  tilings([cells, start, number], pause) {
    return this.boards.tilings(this.model.board(cells), start, number, pause);
  }

  cover([cells], pause) {
    return this.boards.cover(this.model.board(cells), pause);
  }

  orbit([cells]) {
    return this.boards.orbit(this.model.board(cells));
  }

  async explain([cells], pause) {
    const board = this.model.board(cells);
    if (await this.boards.first(board, pause)) return { solvable: true };
    this.reasons ??= new Reasons(this.model);
    return { solvable: false, ...await this.reasons.explain(...board, pause, () => this.boards.tried(board, pause)) };
  }

  /** The table of the tilings of all boards, loaded when it is first asked for; nothing where there is none. */
  async all(pause) {
    const { tilings } = this.model.fields;
    if (!tilings || this.ranking) return this.ranking;
    const table = new AllTilings(this.model, await readTable(new URL(tilings.file, this.data), "tilings"));
    await table.index(pause);
    this.ranking ??= new Standing(this.model, table);
    return this.ranking;
  }

  async histogram([dice, options], pause) {
    const ranking = await this.all(pause);
    const [los, his] = await boardsOf(this.model, distinct(this.model, dice, options.shared), pause);
    const boards = [];
    for (let n = 0; n < los.length; n++) {
      const tilings = ranking ? ranking.tilings(los[n], his[n])
        : (await this.boards.count([los[n], his[n]], {}, pause)).tilings;
      boards.push({ board: cellsOf(los[n], his[n]), tilings });
      if (!ranking || n % 1024 === 0) await pause(n, los.length);
    }
    return figures(boards);
  }

  async standing([cells], pause) {
    return (await this.all(pause)).of(this.model.board(cells));
  }

  async withTilings([range, start, number], pause) {
    return (await this.all(pause)).list(range, start, number);
  }

  async random([band, seed], pause) {
    const rng = generator(seed);
    const ranking = await this.all(pause);
    if (ranking) return ranking.random(band, rng);
    const count = async (board) => (await this.boards.count(board, {}, pause)).tilings;
    return drawnBoard(this.model, band, rng, count, pause);
  }
}

/** Random numbers from 0 to 1: the same seed, the same numbers (Mulberry32). */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
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
