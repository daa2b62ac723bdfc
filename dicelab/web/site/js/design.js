/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */

import "./board.js";
import { mountCompare } from "./compare.js";
import { mountDiceList } from "./dice-list.js";
import { DiceSet } from "./dice.js";
import { fill, h } from "./dom.js";
import { openEngine } from "./engine.js";
import { mountRolls } from "./failing.js";
import { mountFiles, readLink } from "./files.js";
import { openFrame, showFault } from "./frame.js";
import { History } from "./history.js";
import { mountPaint } from "./paint.js";
import { mountPanels } from "./panels.js";
import { StudioPage } from "./studio-page.js";
import { mountTools } from "./tools.js";
import { mountVerdict } from "./verdict-panel.js";

async function open() {
  const { studio, puzzle } = await openFrame({ page: "index.html", help: help() });
  const [one] = puzzle.sets;
  const first = one ? new DiceSet(puzzle, one.dice, one.name) : DiceSet.empty(puzzle);
  const history = new History(`dicelab.design.${puzzle.id}`, first, {
    write: (set) => set.toFile(), read: (text) => DiceSet.fromFile(text, puzzle),
  });
  const page = new StudioPage({ studio, puzzle, engine: await openEngine(puzzle, studio), history });
  const stand = h("div", { class: "stand" });
  const cards = ["rolls", "dice-card", "files", "compare"].map((name) => h("section", { class: `card ${name}` }));
  const panels = h("div", { class: "panels" });
  mountPaint(stand, page);
  mountVerdict(stand, page);
  mountTools(stand, page);
  [mountRolls, mountDiceList, mountFiles, mountCompare].forEach((mount, place) => mount(cards[place], page));
  mountPanels(panels, page);
  document.querySelector("main").append(h("div", { class: "bench" }, stand, h("div", {}, cards)), panels);
  addEventListener("hashchange", () => readLink(page));
  page.start();
  readLink(page);
}

function help() {
  const line = (key, text) => [h("dt", {}, key), h("dd", {}, text)];
  return h("div", {}, h("h2", {}, "How to paint dice"),
    h("p", {}, "Every die shows one cell when it is rolled. The shown cells are blocked, and the pieces must fill all "
      + "others. Good dice leave a board that can be filled, whatever is rolled."),
    h("ol", {}, [
      "Choose a die above the board.",
      "Click or drag over the cells that it shall show. Click a cell once more to take it away.",
      "Read the verdict below the board. If rolls fail, you see them, and why.",
    ].map((text) => h("li", {}, text))),
    h("h3", {}, "Keys"),
    h("dl", { class: "keys" }, line("Arrows, letters", "go to a cell of the board (B4: type B and 4)"),
      line("Enter", "paints the cell or takes it away"), line("Delete", "erases the cell"),
      line("1 to 9, 0", "choose a die, or the eraser; on boards with numbers on their cells they go to the cell"),
      line("Page Up, Page Down", "choose another die"), line("Ctrl+Z, Ctrl+Y", "undo, redo")));
}

open().catch(showFault);
