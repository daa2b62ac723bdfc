/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */

import "./board.js";
import { mountCompare } from "./compare.js";
import { mountDiceList } from "./dice-list.js";
import { DiceSet } from "./dice.js";
import { h } from "./dom.js";
import { openEngine } from "./engine.js";
import { mountRolls } from "./failing.js";
import { followLinks, mountFiles } from "./files.js";
import { openFrame, showFault } from "./frame.js";
import { History } from "./history.js";
import { mountPaint } from "./paint.js";
import { mountPanels } from "./panels.js";
import { StudioPage } from "./studio-page.js";
import { mountTools } from "./tools.js";
import { mountVerdict } from "./verdict-panel.js";

async function open() {
  const { studio, puzzle } = await openFrame();
  const [one] = puzzle.sets;
  const first = one ? new DiceSet(puzzle, one.dice, one.name) : DiceSet.empty(puzzle);
  const history = new History(`dicelab.design.${puzzle.id}`, first, {
    write: (set) => set.toFile(), read: (text) => DiceSet.fromFile(text, puzzle),
  });
  const page = new StudioPage({ studio, puzzle, engine: await openEngine(puzzle, studio), history });
  const stand = h("div", { class: "stand" });
  const cards = [mountRolls, mountDiceList, mountFiles, mountCompare].map((mount) => {
    const card = h("section", { class: "card" });
    mount(card, page);
    return card;
  });
  const panels = h("div", { class: "panels" });
  mountPaint(stand, page);
  mountVerdict(stand, page);
  mountTools(stand, page);
  mountPanels(panels, page);
  document.querySelector("main").append(h("div", { class: "bench" }, stand, h("div", {}, cards)), panels);
  page.show();
  followLinks(page);
}

open().catch(showFault);
