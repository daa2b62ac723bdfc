/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */

import "./board.js";
import { mountCompare } from "./compare.js";
import { mountDiceList } from "./dice-list.js";
import { at } from "./dom.js";
import { openEngine } from "./engine.js";
import { mountRolls } from "./failing.js";
import { followLinks, mountFiles } from "./files.js";
import { openFrame, showFault } from "./frame.js";
import { mountPaint } from "./paint.js";
import { mountPanels } from "./panels.js";
import { StudioPage } from "./studio-page.js";
import { mountVerdict } from "./verdict-panel.js";

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new StudioPage(studio, puzzle, await openEngine(puzzle, studio));
  for (const mount of [mountVerdict, mountPaint, mountRolls, mountDiceList, mountFiles, mountCompare]) mount(page);
  mountPanels(at("panels"), page);
  at("bench").hidden = false;
  page.show();
  followLinks(page);
}

open().catch(showFault);
