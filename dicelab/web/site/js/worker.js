/** The engine at work: a message a call, answered by its number; calls take turns, and can be ended. */

import { Boards } from "./boards.js";
import { Model, cellsOf } from "./model.js";
import { Reasons } from "./reasons.js";
import { Standing, drawnBoard, figures } from "./standing.js";
import { AllTilings, Unsolvable, readTable } from "./tables.js";
import { Verdicts, boardsOf } from "./verdict.js";

/** How many milliseconds a call works until others have their turn, and how many pass between two reports. */
const [SLICE, REPORT] = [12, 100];

const turns = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => turns.shift()();

/** A call; the work that nobody asked for has no number. */
class Call {
  constructor(id = null) {
    this.id = id;
    this.stopped = false;
    this.until = performance.now() + SLICE;
    this.reported = 0;
  }

  /** Let others have their turn, say how far the work is, and end a call that was stopped. */
  async pause(...progress) {
    const now = performance.now();
    if (now < this.until) return;
    if (this.id !== null && now > this.reported + REPORT) {
      this.reported = now;
      postMessage({ id: this.id, progress });
    }
    await new Promise((resume) => turns.push(resume) && channel.port2.postMessage(null));
    this.until = performance.now() + SLICE;
    if (this.stopped) throw new DOMException("The call was stopped.", "AbortError");
  }
}

/** The methods that pages can call: what they are given, and what is awaited now and then. */
class PuzzleEngine {
  constructor({ fields, data }) {
    this.data = data;
    this.model = new Model(fields);
    this.boards = new Boards(this.model);
    this.verdicts = new Verdicts(this.model);
    // Without its table the page searches.
    this.loaded = fields.unsolvable && this.load(fields.unsolvable.file).catch(() => null);
  }

  async load(file) {
    const call = new Call();
    const pause = call.pause.bind(call);
    const table = new Unsolvable(this.model, await readTable(new URL(file, this.data), "unsolvable"));
    await table.mark(pause);
    this.verdicts.table = table;
    // Calls are answered meanwhile, though more slowly.
    table.expand(pause);
  }

  async verdict([dice, seconds], pause) {
    await this.loaded;
    return this.verdicts.judge(dice, seconds, pause);
  }

  async solve([cells], pause) {
    const placements = await this.boards.first(this.model.board(cells), pause);
    return { solvable: placements !== null, tiling: placements && this.model.tiling(placements) };
  }

  count([cells, limit], pause) {
    return this.boards.count(this.model.board(cells), limit, pause);
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
    const tried = () => this.boards.tried(board, pause);
    return { solvable: false, ...await this.reasons.explain(...board, pause, tried) };
  }

  /** The tilings of all boards, loaded when they are first asked for; nothing where there is no table. */
  async all(pause) {
    const { tilings } = this.model.fields;
    if (!tilings || this.ranking) return this.ranking;
    const table = new AllTilings(this.model, await readTable(new URL(tilings.file, this.data), "tilings"));
    await table.index(pause);
    this.ranking ??= new Standing(this.model, table);
    return this.ranking;
  }

  async histogram([dice], pause) {
    const ranking = await this.all(pause);
    const { los, his } = await boardsOf(this.model, dice, pause);
    const boards = [];
    for (const [n, lo] of los.entries()) {
      const board = cellsOf(lo, his[n]);
      if (ranking) boards.push({ board, tilings: ranking.tilings(lo, his[n]) });
      else boards.push({ board, ...await this.boards.count([lo, his[n]], undefined, pause) });
      if (n % 256 === 0) await pause(n, los.length);
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
    const ranking = await this.all(pause);
    if (ranking) return ranking.random(band, generator(seed));
    return drawnBoard(this.model, band, generator(seed), this.boards, pause);
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

const running = new Map();
let engine = null;

onmessage = async ({ data: { id, method, given, stop } }) => {
  if (running.has(stop)) running.get(stop).stopped = true;
  if (id === undefined) return;
  const call = new Call(id);
  running.set(id, call);
  try {
    if (method === "open") engine = new PuzzleEngine(given);
    else postMessage({ id, value: await engine[method](given, call.pause.bind(call)) });
  } catch ({ name, message }) {
    postMessage({ id, error: { name, message } });
  }
  running.delete(id);
};
