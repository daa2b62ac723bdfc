/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */

import "./board.js";
import { DiceSet } from "./dice.js";
import { fill, h } from "./dom.js";
import { openFrame, showFault } from "./frame.js";
import { History } from "./history.js";

async function open() {
  const help = h("div", {}, h("h2", {}, "How to paint dice"),
    h("p", {}, "Choose a die, and click the cells that it shows. A roll blocks one cell for each die."));
  const { puzzle } = await openFrame({ page: "index.html", help });
  const first = puzzle.sets.length
    ? new DiceSet(puzzle, puzzle.sets[0].dice, puzzle.sets[0].name) : DiceSet.empty(puzzle);
  const history = new History(`dicelab.design.${puzzle.id}`, DiceSet.fromFragment(location.hash, puzzle) ?? first, {
    write: (set) => set.toFile(), read: (text) => DiceSet.fromFile(text, puzzle),
  });
  const board = h("cell-board", {});
  board.setAttribute("editable", "");
  board.puzzle = puzzle;
  let die = 0;
  const show = () => {
    board.marks = history.state.owners().map((dice) => (dice.length ? {
      fill: puzzle.dice_fills[dice[0] % 12], ink: puzzle.dice_inks[dice[0] % 12], small: dice.map((n) => n + 1).join("+"),
      about: `die ${dice.map((n) => n + 1).join(" and ")}`,
    } : { about: "on no die" }));
    fill(list, history.state.dice.map((faces, number) => h("li", {},
      h("button", { type: "button", "aria-pressed": String(number === die), onclick: () => { die = number; show(); } },
        `Die ${number + 1}: ${puzzle.labels(faces)}`))));
  };
  const list = h("ol");
  board.addEventListener("paint", ({ detail: { cell } }) => {
    history.push(history.state.painted(die, cell));
    show();
  });
  document.querySelector("main").append(h("div", { class: "bench" }, h("div", { class: "stand" }, board),
    h("div", {}, h("section", { class: "card" }, h("h2", {}, "Dice"), list))));
  show();
}

open().catch(showFault);
