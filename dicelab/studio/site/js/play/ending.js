/** The end of a game: a moment of joy, what to do next, and the result as a text without spoilers. */
import { at, button, copyText, counted, fill, h } from "../parts/dom.js";
import { clockTime } from "./clock.js";
import { boardFragment } from "../parts/marks.js";

/** The result of a solved game as a text: nobody who reads it learns where a piece lies. */
export function resultText(game, title, address = location.href) {
  const { puzzle, position: { board } } = game;
  const link = address.replace(/#.*$/, "") + boardFragment(puzzle, board);
  const solved = `Solved: ${used(game).join(", ")}`;
  return [`dicelab: ${title}`, `Board ${puzzle.labels(board)}`, solved, link].join("\n");
}

const used = ({ seconds, tries, hints }) =>
  [clockTime(seconds), counted(tries, "try", "tries"), hints ? counted(hints, "hint") : "no hints"];

export function mountEnding(page) {
  const { game, puzzle } = page;
  const [board, ending] = [at("board"), at("ending")];
  const copy = button("Copy the result", async () => {
    const text = resultText(game, puzzle.title);
    const isCopied = await copyText(text);
    fill(said, isCopied ? "Copied. It tells the board and the time, and not where the pieces lie."
      : h("textarea", { value: text, rows: 5, readOnly: true, "aria-label": "Result",
        onfocus: ({ target }) => target.select() }));
  });
  const next = button("Another board", () => page.start.another(), { class: "main" });
  const [title, words, said] = [h("h2"), h("p"), h("p", { class: "hint", role: "status" })];
  fill(ending, title, words, h("div", { class: "row" }, next, copy), said);
  game.on("change", () => {
    const { isComplete } = game.position;
    const hadFocus = document.activeElement.closest("#board, #tray");
    ending.hidden = !isComplete;
    at("tray").classList.toggle("empty", isComplete);
    board.classList.remove("solved");
    fill(said);
    if (!isComplete) return;
    // A link may lead to a board on which all pieces lie.
    const isOwn = game.isSolved && game.tries > 0;
    ending.classList.toggle("own", isOwn);
    fill(title, isOwn ? "Solved!" : "A solution of this board");
    const [time, tries, hints] = used(game);
    fill(words, isOwn ? `It took you ${time}, with ${tries} and ${hints}.`
      : "Begin again, and lay it yourself, or play another board.");
    copy.hidden = !isOwn;
    if (hadFocus) next.focus({ preventScroll: true });
  });
  // The pieces rise one after the other; whoever wants no motion sees none (play.css).
  game.on("solved", () => {
    const pieces = [...board.querySelectorAll(".piece")];
    pieces.forEach((piece, number) => piece.style.setProperty("animation-delay", `${60 * number}ms`));
    board.classList.add("solved");
    pieces.at(-1).addEventListener("animationend", () => board.classList.remove("solved"));
  });
}
