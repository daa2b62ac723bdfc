/** Boards for races. */
const TRIES = 50;

/** A board that nobody has seen, and that can be covered: a roll of the page's dice, or of others. */
export async function raceBoard(page, roll = () => page.start.rolled()) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const board = roll();
    if (await canBeCovered(page, board)) return board;
  }
  throw new Error("No board that can be covered was rolled: choose one, and race on it.");
}

const canBeCovered = async ({ engine }, board) => (await engine.solve(board)).solvable;

export async function requireCovered(page, board) {
  if (await canBeCovered(page, board)) return;
  throw new Error("This board cannot be covered: choose another one for the race.");
}
