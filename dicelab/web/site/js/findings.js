/** What is known of a board: its tilings or why it has none, its turns and mirrors, its place among all boards. */

import { Blockers } from "./blockers.js";
import { announce, counted, fill, grouped } from "./dom.js";
import { HeatMap } from "./heatmap.js";
import { drawBoards } from "./orbit.js";
import { Stepper } from "./stepper.js";
import { TilingPager } from "./tilings.js";

const CARDS = ["tilings", "why", "heat", "standing", "orbit"];
const at = (id) => document.getElementById(id);

export class Findings {
  /** `draw` shows a tiling and rings in the board, and `judge` says whether the board can be tiled. */
  constructor(puzzle, engine, { draw, judge }) {
    Object.assign(this, { puzzle, engine, draw, judge, isTableWanted: !puzzle.tilings });
    this.pager = new TilingPager(engine, (tiling) => draw({ tiling }));
    this.heat = new HeatMap(puzzle, { board: at("heat-board"), pieces: at("pieces"), hint: at("heat-hint") });
    this.stepper = new Stepper("Case", (place) => this.showCase(place));
    fill(at("pager"), this.pager.element);
    at("stop").onclick = () => this.counting.abort();
    at("compare").onclick = () => this.compare(true);
  }

  hide() {
    for (const id of CARDS) at(id).hidden = true;
  }

  /** Find out what is known of a board, the most wanted first. */
  async show(blockers, signal) {
    Object.assign(this, { blockers, signal });
    const { cells } = blockers;
    const { solvable, tiling } = await this.engine.solve(cells, { signal });
    if (solvable) await this.count(tiling);
    else await this.explain();
    const orbit = (await this.engine.orbit(cells, { signal })).map((one) => new Blockers(this.puzzle, one));
    drawBoards(at("orbit-boards"), orbit, blockers);
    fill(at("orbit-hint"), orbit.length === 1 ? "Every turn or mirror that the puzzle allows gives this board again."
      : `${counted(orbit.length, "board")}: each is a turn or a mirror image of the others, and has as many tilings.`);
    at("orbit").hidden = false;
    if (solvable) await this.compare(this.isTableWanted);
  }

  async count(tiling) {
    const { signal, blockers: { cells } } = this;
    this.judge("good", "The pieces fit.");
    this.pager.open(cells, tiling, signal);
    at("tilings").hidden = at("stop").hidden = false;
    this.counting = new AbortController();
    let [tilings, exact] = [1, false];
    const progress = (done, total, found) => {
      tilings = Math.max(found ?? 1, tilings);
      this.judge("good", `The pieces fit in at least ${counted(tilings, "way")} so far …`);
    };
    try {
      const either = AbortSignal.any([signal, this.counting.signal]);
      ({ tilings, exact } = await this.engine.count(cells, { signal: either, progress }));
    } catch (error) {
      if (!this.counting.signal.aborted) throw error;
    }
    at("stop").hidden = true;
    this.say("good", `The pieces fit in ${exact ? "" : "at least "}${counted(tilings, "way")}.`);
    this.pager.set(tilings, exact);
    const cover = await this.engine.cover(cells, { signal });
    this.heat.show(this.blockers, cover.pieces, cover.exact ? "" : `, of ${counted(cover.tilings, "tiling")} looked at`);
    at("heat").hidden = false;
  }

  say(kind, text) {
    this.judge(kind, text);
    announce(text);
  }

  async explain() {
    this.say("bad", "The pieces don’t fit: this board has no tiling.");
    this.reason = await this.engine.explain(this.blockers.cells, { signal: this.signal });
    fill(at("reason"), this.reason.text);
    this.draw({ rings: this.reason.cells });
    at("why").hidden = false;
    const number = this.reason.cases?.length ?? 0;
    fill(at("cases"), number ? this.stepper.element : "");
    fill(at("case"));
    if (number) this.showCase(0);
  }

  showCase(place) {
    const { text, tiling, cells } = this.reason.cases[place];
    this.stepper.set(this.reason.cases.length, { place });
    fill(at("case"), text);
    this.draw({ tiling, rings: cells });
    if (place) announce(text);
  }

  /** Tell where the board stands among all that have a tiling; the table of all is loaded if that is wanted. */
  async compare(isWanted) {
    const { engine, puzzle, signal, blockers } = this;
    at("standing").hidden = false;
    at("compare").hidden = isWanted || !engine.standing;
    at("rank-bar").hidden = true;
    fill(at("rank"), engine.standing ? "" : "To compare this board with all others, the tilings of all boards must be "
      + "counted first: the command “dicelab census build” does that, and “dicelab web” shows the result.");
    fill(at("compare"), `Compare with all boards (loads ${((puzzle.tilings?.bytes ?? 0) / 1e6).toFixed(1)} MB)`);
    if (!isWanted || !engine.standing) return;
    this.isTableWanted = true;
    const { fewer, equal, more, of } = await engine.standing(blockers.cells, { signal });
    fill(at("rank"), `This board is harder than ${Math.floor((100 * more) / of)} of 100 boards that have a tiling: of `
      + `${grouped(of)} boards, ${grouped(more)} have more tilings, ${grouped(equal)} as many, ${grouped(fewer)} fewer.`);
    [fewer, equal, more].forEach((number, part) => { at("rank-bar").children[part].style.flexGrow = number / of; });
    at("rank-bar").hidden = false;
  }
}
