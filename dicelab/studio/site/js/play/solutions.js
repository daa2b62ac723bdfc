/** All tilings of a board that is solved or given up, one after the other. */
import { at, button } from "../parts/dom.js";
import { boardMarks, tilingPieces } from "../parts/marks.js";
import { Stepper } from "../parts/stepper.js";

export function mountSolutions(page) {
  const { engine, game, puzzle } = page;
  let looking = new AbortController();
  const tilings = new Stepper("tilings", "Solution", (place) => page.attempt(() => show(place)));
  const open = button("Show all solutions", () => page.attempt(count));

  async function show(place) {
    const { board } = game.position;
    const { tilings: [tiling] } = await engine.tilings(board, place, 1, { signal: looking.signal });
    if (!tiling) return;
    Object.assign(at("tiling"), { marks: boardMarks(puzzle, board), pieces: tilingPieces(puzzle, tiling) });
    tilings.set(tilings.total, { place, isMore: tilings.isMore });
  }

  async function count() {
    const { tilings: total, exact } = await engine.count(game.position.board, { signal: looking.signal });
    tilings.set(total, { place: 0, isMore: !exact });
    await show(0);
    at("tilings").hidden = at("tiling").hidden = false;
    open.hidden = true;
    at("tilings").querySelector("[aria-label='Next solution']").focus();
  }

  at("tiling").puzzle = puzzle;
  at("tilings").before(open);
  game.on("change", () => {
    looking.abort();
    looking = new AbortController();
    at("solutions").hidden = !game.position.isComplete;
    at("tilings").hidden = at("tiling").hidden = true;
    open.hidden = false;
  });
}
