/** Words of the field that are explained where they stand: each is a button that opens what it means behind it. */
import { button, h, setState } from "./dom.js";

const WORDS = {
  default: "The dice of the game as it is sold: the first two dice show some cells on several faces.",
  "theorem 5.3": "Dice by Jensen (2023). Theorem 5.3 of the paper says that every roll of them can be solved.",
  goralczyk: "The cells of the default dice, each on one face, in the order of Goralczyk (2024).",
  colour: "Colour the cells so that neighbours differ, as on a chessboard. Each piece covers a fixed number of cells of "
    + "each colour, so a board with too many free cells of one colour cannot be filled.",
  "isolated monominoes": "A monomino is a piece of one cell. A free cell without a free neighbour takes one, and the "
    + "puzzle has only a few.",
  "isolated dominoes": "A domino is a piece of two cells. Two free cells that touch each other and no other free cell "
    + "take one, or two monominoes.",
  "New Dice Procedure": "Four pieces of advice by Jensen (2023) for drawing dice. They prove nothing.",
};
const PATTERN = new RegExp(`\\b(?:${Object.keys(WORDS).join("|")})\\b`, "gi");
const KEYS = new Map(Object.entries(WORDS).map(([word, meaning]) => [word.toLowerCase(), meaning]));

/** A text as parts of a page: the first of each word that it has is a button. */
export function explained(text) {
  const [parts, seen] = [[], new Set()];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(PATTERN)) {
    const key = word.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    parts.push(text.slice(end, index), term(word, KEYS.get(key)));
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

/** Whether a name is a word that is explained. */
export const isExplained = (name) => KEYS.has(name.toLowerCase());

function term(word, meaning) {
  const more = h("span", { class: "meaning" }, ` (${meaning})`);
  const opener = button(word, () => {
    if (more.isConnected) more.remove();
    else opener.after(more);
    setState(opener, "expanded", more.isConnected);
  }, { class: "term", "aria-expanded": "false", "aria-label": `${word}: what it means` });
  return opener;
}
