/** Hints, in steps that are asked for one by one. */
import { at, button } from "./dom.js";
import { Position } from "./position.js";

export function mountHints(page) {
  at("hints").append(button("Show a tiling", () => page.attempt(() => giveUp(page))));
}

/** Give up: show a tiling of the board. */
async function giveUp({ engine, game, puzzle }) {
  const { position } = game;
  const { tiling } = await engine.solve(position.board);
  if (!tiling) throw new Error("This board has no tiling.");
  const number = ({ piece, cells }) =>
    puzzle.placements.findIndex((one) => one.kind === piece && one.cells.join() === cells.join());
  if (game.position === position) game.giveUp(new Position(puzzle, position.board, tiling.map(number)));
}
