/** Where boards come from. */
import { randomBoard, rollOf } from "./blockers.js";
import { at } from "./dom.js";

/** A roll of the puzzle's first dice, or any of its boards. */
export function rolled({ puzzle }) {
  const [set] = puzzle.sets;
  return set ? rollOf(puzzle, set.dice) : randomBoard(puzzle);
}

export function mountStart(page) {
  at("roll").onclick = () => page.open(rolled(page), { kind: "roll", words: "a roll of the dice" });
}
