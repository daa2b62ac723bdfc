/** What is known of a board: its tilings or why it has none, its turns and mirrors, its place among all. */
import { at, button, counted, fill, grouped, h, setState, svg } from "../parts/dom.js";
import { boardLink, boardMarks, boardPicture } from "../parts/marks.js";
import { Reason } from "../parts/reason.js";
import { Stepper } from "../parts/stepper.js";

/** Boards on a page, and the bytes of a table that is loaded unasked. */
const [A_PAGE, SMALL] = [12, 100_000];

export class Findings {
  /** `page` draws the board, says what was found, and catches what goes wrong. */
  constructor(page) {
    const { puzzle, engine } = page;
    this.page = page;
    this.puzzle = puzzle;
    this.engine = engine;
    this.isTableWanted = puzzle.tilings?.bytes < SMALL;
    const stepper = (id, one, step) => new Stepper(id, one, (place) => page.attempt(() => step(place)));
    this.tilings = stepper("pager", "Tiling", (place) => this.showTiling(place));
    this.reason = new Reason(page);
    this.singles = stepper("pages", "Page", (place) => this.showSingles(place));
    at("stop").onclick = () => this.counting.abort();
    at("compare").onclick = () => page.attempt(() => this.compare(true));
    fill(at("size"), ((puzzle.tilings?.bytes ?? 0) / 1e6).toFixed(1));
    // A large piece has more to show than a single cell.
    const orders = puzzle.pieces.map((piece) => piece.order);
    this.piece = orders.indexOf(Math.max(...orders));
    const chip = (shade) => svg("svg", { class: "chip", "aria-hidden": "true" },
      svg("rect", { width: "100%", height: "100%", fill: shade }));
    fill(at("pieces"), puzzle.pieces.map(({ name, fills }, number) =>
      button([chip(fills[0]), name], () => this.showHeat(number), { class: "swatch" })));
  }

  /** Find out what is known of a board, the most wanted first; an aborted signal ends it with an error. */
  async show(board, signal) {
    this.board = board;
    this.signal = signal;
    const { solvable, tiling } = await this.engine.solve(board, { signal });
    if (solvable) await this.count(tiling);
    else {
      this.page.judge("bad", "The pieces don’t fit: this board has no tiling.", true);
      await this.reason.show(board, signal);
    }
    this.drawBoards(at("orbit-boards"), await this.engine.orbit(board, { signal }));
    at("orbit").hidden = at("standing").hidden = false;
    await this.compare(this.isTableWanted);
  }

  async count(tiling) {
    const { board, engine, page, signal } = this;
    page.draw({ tiling });
    page.judge("good", "The pieces fit.");
    at("tilings").hidden = at("stop").hidden = false;
    this.tilings.set(1, { place: 0, isMore: true });
    let least = 1;
    const progress = (done, total) => {
      if (total === null) least = Math.max(done, 1);
      page.judge("good", `The pieces fit in at least ${counted(least, "way")}; counting …`);
    };
    this.counting = new AbortController();
    const either = AbortSignal.any([signal, this.counting.signal]);
    const { tilings, exact } = await engine.count(board, { signal: either, progress }).catch((error) => {
      if (!this.counting.signal.aborted) throw error;
      return { tilings: least, exact: false };
    });
    at("stop").hidden = true;
    page.judge("good", `The pieces fit in ${exact ? "" : "at least "}${counted(tilings, "way")}.`, true);
    this.tilings.set(tilings, { isMore: !exact });
    await this.showTiling(0);
    this.covered = await engine.cover(board, { signal });
    this.showHeat(this.piece);
    at("heat").hidden = false;
  }

  async showTiling(place) {
    const { tilings: [tiling] } = await this.engine.tilings(this.board, place, 1, { signal: this.signal });
    if (!tiling) return this.tilings.set(place, { place: place - 1 });
    this.page.draw({ tiling });
    return this.tilings.set(Math.max(this.tilings.total, place + 1), { place, isMore: this.tilings.isMore });
  }

  /** Show how often a piece covers each cell, over all tilings. */
  showHeat(piece) {
    const { board, puzzle, covered: { pieces: { [piece]: shares }, tilings, exact } } = this;
    this.piece = piece;
    [...at("pieces").children].forEach((one, number) => setState(one, "pressed", number === piece));
    const blocked = boardMarks(puzzle, board);
    const marks = shares.map((share, cell) => (blocked[cell].fill ? { ...blocked[cell], text: "" } : {
      fill: `color-mix(in srgb, var(--heat) ${Math.round(100 * share ** 0.7)}%, var(--cell))`,
      ink: "var(--ink)", text: percent(share) }));
    Object.assign(at("heat-board"), { puzzle, marks });
    const words = shares.map((share, cell) => (share ? `${puzzle.label(cell)} ${percent(share)}` : ""));
    at("heat-board").firstElementChild.setAttribute("aria-label", words.filter(Boolean).join(", "));
    fill(at("heat-piece"), puzzle.pieces[piece].name);
    fill(at("heat-basis"), exact ? "" : `, of the ${grouped(tilings)} looked at`);
  }

  /** Tell where the board stands among all that have a tiling; their table is loaded only if it is wanted. */
  async compare(isWanted) {
    const { engine } = this;
    fill(at("rank"), isWanted ? "Reading the tilings of all boards …" : "");
    at("compare").hidden = isWanted || !engine.standing;
    at("ranked").hidden = true;
    if (!isWanted) return;
    this.isTableWanted = true;
    const { signal } = this;
    const standing = await engine.standing(this.board, { signal }).catch((error) => {
      // Nothing is being read any more, and a click may do it later.
      this.isTableWanted = signal.aborted;
      if (!signal.aborted) fill(at("rank"), "");
      at("compare").hidden = false;
      throw error;
    });
    const { tilings, fewer, equal, more, of } = standing;
    const [all, have, same, less] = [of, more, equal, fewer].map(grouped);
    const share = Math.floor((100 * more) / of);
    fill(at("rank"), tilings ? `This board is harder than ${share} of 100 boards that have a tiling: of ${all}, `
      + `${have} have more tilings, ${same} as many, ${less} fewer.`
      : `${all} boards have a tiling, and this one has none.`);
    [fewer, equal, more].forEach((part, n) => { at("rank-bar").children[n].style.flexGrow = String(part / of); });
    at("ranked").hidden = false;
    await this.showSingles(this.singles.place);
  }

  /** Show some of the boards with one tiling, one of each orbit. */
  async showSingles(place) {
    const { engine, signal } = this;
    const range = { fewest: 1, most: 1 };
    const { boards, orbits } = await engine.withTilings(range, place * A_PAGE, A_PAGE, { signal });
    this.singles.set(Math.ceil(orbits / A_PAGE), { place });
    at("pages").hidden = orbits <= A_PAGE;
    fill(at("singles-hint"),
      orbits ? `${counted(orbits, "board")}, without their turns and mirrors:` : "There is none.");
    this.drawBoards(at("singles"), boards.map((one) => one.board));
  }

  /** Draw boards into a list, each a link; a list that shows the same boards stays, and with it the focus. */
  drawBoards(list, boards) {
    const { puzzle } = this;
    const names = boards.map((board) => puzzle.labels(board));
    if ([...list.children].map((item) => item.firstChild.title).join() !== names.join()) {
      fill(list, boards.map((board, n) => {
        const marks = boardMarks(puzzle, board).map(({ fill: shade, ink }) =>
          ({ fill: shade, ink, text: shade ? "●" : "", large: true }));
        const link = boardLink(puzzle, board, boardPicture(this, names[n], marks));
        return h("li", {}, Object.assign(link, { title: names[n] }));
      }));
    }
    const here = puzzle.labels(this.board);
    names.forEach((name, n) => { list.children[n].firstChild.ariaCurrent = name === here; });
  }
}

/** A share in hundredths: only what always holds is 100. */
function percent(share) {
  const hundredths = Math.round(100 * share);
  if (!hundredths) return share ? "<1" : "";
  return hundredths === 100 && share < 1 - 1e-9 ? ">99" : String(hundredths);
}
