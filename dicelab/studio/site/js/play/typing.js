/** Moves that are typed: "T4 B3,B4,B5,C4" lays a piece, "take B3" takes it back; undo, redo, restart. */

/** Do what somebody has typed, perhaps several moves with ";" between them; an Error says what is wrong. */
export function typed(game, text) {
  for (const part of text.split(/[;\n]+/).map((one) => one.trim()).filter(Boolean)) move(game, part);
}

function move(game, text) {
  const { puzzle, position } = game;
  const [word, ...rest] = text.split(/[\s,]+/);
  const steps = { undo: () => game.undo(), redo: () => game.redo(), restart: () => game.restart() };
  const asked = word.toLowerCase();
  if (!rest.length && Object.hasOwn(steps, asked)) {
    if (!steps[asked]()) throw new Error(`There is nothing to ${asked}.`);
  } else if (asked === "take") {
    if (!rest.length) {
      throw new Error(`Write a cell of the piece, or its name, behind “take”: take ${puzzle.label(0)}.`);
    }
    for (const name of rest) game.take(lying(game.position, name));
  } else game.lay(position.read(text));
}

/** The placement that a cell or the name of a piece stands for. */
function lying(position, name) {
  const { puzzle, laid } = position;
  const cell = puzzle.cell(name);
  const kind = cell === undefined && puzzle.kind(name);
  const isAsked = (number) => puzzle.placements[number].kind === kind;
  const found = cell === undefined ? laid.findLast(isAsked) : position.covering(cell);
  if (found !== undefined) return found;
  throw new Error(cell === undefined ? `${puzzle.pieceName(kind)} does not lie on the board.`
    : `No piece lies on ${puzzle.label(cell)}.`);
}
