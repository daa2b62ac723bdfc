/** The dice sets that a page offers: those of the link, of the puzzle, and those painted in this browser. */
import { DiceSet } from "./dice.js";
import { keptSet } from "./studio-page.js";

/** The sets with their titles, and the fault of the one in the link. */
export function setsToChoose(puzzle) {
  const known = puzzle.sets.map(({ dice, name, title }) =>
    ({ set: DiceSet.checked(puzzle, dice, name), title, words: `the dice “${title}”` }));
  const isOther = (set) => set && !set.trouble && !known.some((one) => set.equals(one.set));
  const other = (set, title) => (isOther(set) ? [{ set, title: set.name ? `${title} (${set.name})` : title, words: "" }] : []);
  let [linked, fault] = [null, ""];
  try {
    linked = DiceSet.fromFragment(location.hash, puzzle);
    if (linked?.trouble) throw new Error(linked.trouble);
  } catch ({ message }) {
    fault = `The dice of this link could not be read. ${message}`;
  }
  const painted = keptSet(`dicelab.design.${puzzle.id}`, puzzle);
  return { fault, sets: [...other(linked, "the dice of the link"), ...known, ...other(painted, "my dice of the page Design")] };
}
