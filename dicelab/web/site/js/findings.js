/** What is known of a board: its tilings or why it has none, its turns and mirrors, its place among all. */

import { Blockers } from "./blockers.js";
import { counted, fill, grouped } from "./dom.js";
import { HeatMap } from "./heatmap.js";
import { drawBoards } from "./small-boards.js";
import { Stepper } from "./stepper.js";

const CARDS = ["tilings", "why", "heat", "standing", "orbit"];
const A_PAGE = 12;
/** Bytes of a table that is loaded unasked. */
const SMALL = 100_000;
const at = (id) => document.getElementById(id);

export class Findings {
  /** `page` draws the board, says what was found, and catches what goes wrong. */
  constructor(page) {
    const { puzzle, engine } = page;
    Object.assign(this, { page, puzzle, engine, heat: new HeatMap(puzzle) });
    this.isTableWanted = puzzle.tilings?.bytes < SMALL;
    const stepper = (id, one, step) => {
      const made = new Stepper(one, (place) => page.attempt(() => step.call(this, place)));
      fill(at(id), made.element);
      return made;
    };
    this.tilings = stepper("pager", "Tiling", this.showTiling);
    this.cases = stepper("cases", "Case", this.showCase);
    this.singles = stepper("pages", "Page", this.showSingles);
    at("stop").onclick = () => this.counting.abort();
    at("compare").onclick = () => page.attempt(() => this.compare(true));
  }

  hide() {
    for (const id of CARDS) at(id).hidden = true;
  }

  /** Find out what is known of a board, the most wanted first; an aborted signal ends it with an error. */
  async show(blockers, signal) {
    Object.assign(this, { blockers, board: blockers.cells, signal });
    const { solvable, tiling } = await this.engine.solve(this.board, { signal });
    if (solvable) await this.count(tiling);
    else await this.explain();
    const orbit = await this.engine.orbit(this.board, { signal });
    drawBoards(at("orbit-boards"), orbit.map((one) => new Blockers(this.puzzle, one)), blockers);
    fill(at("orbit-hint"), orbit.length === 1 ? "No turn or mirror of the puzzle gives another board."
      : `These ${orbit.length} boards are turns and mirror images of each other, so one is as hard as any other.`);
    at("orbit-boards").hidden = orbit.length === 1;
    at("orbit").hidden = at("standing").hidden = false;
    await this.compare(this.isTableWanted);
  }

  async count(tiling) {
    const { board, engine, page, signal } = this;
    page.judge("good", "The pieces fit.");
    page.draw({ tiling });
    this.counting = new AbortController();
    at("tilings").hidden = at("stop").hidden = false;
    let [tilings, exact] = [1, false];
    const progress = (done, total) => {
      if (total === null) tilings = Math.max(done, 1);
      page.judge("good", `The pieces fit in at least ${counted(tilings, "way")}; counting …`);
    };
    this.tilings.set(1, { place: 0, isMore: true });
    try {
      const either = AbortSignal.any([signal, this.counting.signal]);
      ({ tilings, exact } = await engine.count(board, { signal: either, progress }));
    } catch (error) {
      if (!this.counting.signal.aborted) throw error;
    }
    at("stop").hidden = true;
    page.judge("good", `The pieces fit in ${exact ? "" : "at least "}${counted(tilings, "way")}.`, true);
    this.tilings.set(tilings, { isMore: !exact });
    await this.showTiling(0);
    const cover = await engine.cover(board, { signal });
    const basis = cover.exact ? "" : `, of the ${grouped(cover.tilings)} looked at`;
    this.heat.show(this.blockers, cover.pieces, basis);
    at("heat").hidden = false;
  }

  async showTiling(place) {
    const { tilings: [tiling] } = await this.engine.tilings(this.board, place, 1, { signal: this.signal });
    const { total, isMore } = this.tilings;
    if (!tiling) return this.tilings.set(place, { place: place - 1 });
    this.page.draw({ tiling });
    return this.tilings.set(Math.max(total, place + 1), { place, isMore });
  }

  async explain() {
    this.page.judge("bad", "The pieces don’t fit: this board has no tiling.", true);
    this.reason = await this.engine.explain(this.board, { signal: this.signal });
    fill(at("reason"), this.reason.text);
    fill(at("case"));
    this.page.draw({ rings: this.reason.cells });
    at("why").hidden = false;
    at("cases").hidden = !this.reason.cases.length;
    if (this.reason.cases.length) this.showCase(0);
  }

  showCase(place) {
    const { text, tiling, cells } = this.reason.cases[place];
    this.cases.set(this.reason.cases.length, { place });
    fill(at("case"), text);
    this.page.draw({ tiling, rings: cells });
  }

  /** Tell where the board stands among all that have a tiling; their table is loaded only if it is wanted. */
  async compare(isWanted) {
    const { board, engine, signal } = this;
    const text = engine.standing ? "" : "To compare this board with all others, their tilings must be "
      + "counted first: “dicelab census build” does that, and “dicelab web” shows the result.";
    fill(at("rank"), isWanted ? "Reading the tilings of all boards …" : text);
    at("compare").hidden = isWanted || !engine.standing;
    const size = ((this.puzzle.tilings?.bytes ?? 0) / 1e6).toFixed(1);
    fill(at("compare"), `Compare with all boards (loads ${size} MB)`);
    at("ranked").hidden = true;
    if (!isWanted) return;
    this.isTableWanted = true;
    const { tilings, fewer, equal, more, of } = await engine.standing(board, { signal });
    const share = Math.floor((100 * more) / of);
    fill(at("rank"), tilings ? `This board is harder than ${share} of 100 boards that have a tiling: of `
      + `${grouped(of)}, ${grouped(more)} have more tilings, ${grouped(equal)} as many, `
      + `${grouped(fewer)} fewer.` : `${grouped(of)} boards have a tiling, and this one has none.`);
    [fewer, equal, more].forEach((part, n) => { at("rank-bar").children[n].style.flexGrow = part / of; });
    at("ranked").hidden = false;
    await this.showSingles(this.singles.place);
  }

  /** Show some of the boards with one tiling, one of each orbit. */
  async showSingles(page) {
    const { engine, signal } = this;
    const range = { fewest: 1, most: 1 };
    const { boards, orbits } = await engine.withTilings(range, page * A_PAGE, A_PAGE, { signal });
    this.singles.set(Math.ceil(orbits / A_PAGE), { place: page });
    at("pages").hidden = orbits <= A_PAGE;
    const text = `${counted(orbits, "board")}, without their turns and mirrors:`;
    fill(at("singles-hint"), orbits ? text : "There is none.");
    drawBoards(at("singles"), boards.map((one) => new Blockers(this.puzzle, one.board)), this.blockers);
  }
}
