/** Moves that are typed: "T4 B3,B4,B5,C4" lays a piece, "take B3" takes one back; "undo", "redo", "again". */

/** Do what somebody has typed, perhaps several moves with ";" between them; an Error says what is wrong. */
export function typed(game, text) {
  for (const part of text.split(/[;\n]+/).map((one) => one.trim()).filter(Boolean)) move(game, part);
}

function move(game, text) {
  const { puzzle, position } = game;
  const [word, ...rest] = text.split(/[\s,]+/);
  const steps = { undo: () => game.undo(), redo: () => game.redo(), again: () => game.restart() ?? true };
  const asked = word.toLowerCase();
  if (!rest.length && Object.hasOwn(steps, asked)) {
    if (!steps[asked]()) throw new Error(`There is nothing to ${asked}.`);
  } else if (asked === "take") {
    for (const cell of puzzle.readCells(rest.join(" "))) {
      const lying = game.position.covering(cell);
      if (lying === undefined) throw new Error(`No piece lies on ${puzzle.label(cell)}.`);
      game.take(lying);
    }
    if (!rest.length) throw new Error(`Write a cell of the piece behind it: take ${puzzle.label(0)}.`);
  } else game.lay(position.read(text));
}
