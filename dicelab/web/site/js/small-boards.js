/** Boards drawn small, each a link to go there. */

import "./board.js";
import { fill, h } from "./dom.js";

/** Draw boards into a list; a list that shows the same boards stays, and with it the focus. */
export function drawBoards(list, boards, current) {
  const drawn = [...list.children].map((item) => item.firstChild.title);
  if (drawn.join() !== boards.map((one) => one.format()).join()) {
    fill(list, boards.map((one) => h("li", {},
      h("a", { href: one.toFragment(), title: one.format() }, smallBoard(one)))));
  }
  boards.forEach((one, number) => {
    list.children[number].firstChild.setAttribute("aria-current", one.format() === current.format());
  });
}

function smallBoard(blockers) {
  const board = h("cell-board");
  board.setAttribute("label", blockers.format());
  board.puzzle = blockers.puzzle;
  board.marks = blockers.marks().map((mark) => ({ ...mark, text: "", small: "" }));
  return board;
}
