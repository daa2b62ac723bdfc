/** The puzzles that were drawn in this browser, and the one of a link: an id holds the whole puzzle. */
import { store, stored } from "./dom.js";
import { keptValue } from "./kept.js";

export const OWN_KEY = "dicelab.puzzles";
const MOST_KEPT = 100;

export const isOwn = (id) => Boolean(id?.startsWith("own-"));

/** Read the list of the browser, {id, title} each; a damaged list is put aside. */
export const ownPuzzles = () => keptValue(OWN_KEY, (text) => {
  const found = JSON.parse(text);
  const isRight = ({ id, title }) => typeof title === "string" && typeof id === "string" && isOwn(id);
  if (!Array.isArray(found) || !found.every(isRight)) throw new Error("The list of my puzzles is damaged.");
  return found;
});

/** Keep a puzzle, perhaps in place of another. */
export function keepOwn({ id, title }, before = id) {
  const list = (ownPuzzles().value ?? []).filter((one) => one.id !== id);
  const place = list.findIndex((one) => one.id === before);
  if (place >= 0) list[place] = { id, title };
  else list.unshift({ id, title });
  store(OWN_KEY, JSON.stringify(list.slice(0, MOST_KEPT)));
}

export function forgetOwn(id) {
  store(OWN_KEY, JSON.stringify((ownPuzzles().value ?? []).filter((one) => one.id !== id)));
  if (stored("dicelab.puzzle") === id) store("dicelab.puzzle", "");
}

/** The puzzle of an id; an Error says in one line why there is none. Its modules are fetched where they are needed. */
export async function openOwn(id) {
  // Not by names as they stand, which an exported page would fetch ahead.
  const [{ OwnPuzzle, loadKnown }, { puzzleOf }] = await Promise.all(["own", "document"].map((name) => import(`../puzzle/${name}.js`)));
  return puzzleOf(OwnPuzzle.ofId(id, await loadKnown()));
}
