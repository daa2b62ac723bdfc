/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */
import "../parts/board.js";
import { mountCheck } from "./check-dice.js";
import { mountCompare } from "./compare.js";
import { mountDiceList } from "./dice-list.js";
import { at } from "../parts/dom.js";
import { openEngine } from "../engine/engine.js";
import { mountRolls } from "./failing.js";
import { followLinks, mountFiles } from "./files.js";
import { openFrame, showFault } from "../parts/frame.js";
import { mountPaint } from "./paint.js";
import { mountArchive, mountJobs, mountRules } from "./server-panels.js";
import { mountStatistics } from "./statistics.js";
import { StudioPage, mountVerdict } from "../parts/studio-page.js";

const PANELS = { check: mountCheck, rules: mountRules, statistics: mountStatistics, search: mountJobs,
  archive: mountArchive };

/** Bring each panel to life when it is opened first; what does so may return a function for each new set. */
function mountPanels(page) {
  at("panels").hidden = false;
  for (const part of at("panels").querySelectorAll("[data-with], [data-without]")) {
    const { with: needed, without } = part.dataset;
    part.hidden = needed ? !page.engine[needed] : Boolean(page.engine[without]);
  }
  for (const [name, mount] of Object.entries(PANELS)) {
    const panel = at(`panel-${name}`);
    let [update, shown] = [null, null];
    const show = () => {
      if (!panel.open || shown === page.set) return;
      update ??= mount(page) ?? (() => {});
      update(shown = page.set);
    };
    panel.addEventListener("toggle", show);
    page.on("rest", show);
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new StudioPage(studio, puzzle, await openEngine(puzzle, studio));
  const mounts = [mountVerdict, mountPaint, mountRolls, mountDiceList, mountFiles, mountCompare, mountPanels];
  for (const mount of mounts) mount(page);
  at("bench").hidden = false;
  page.show();
  followLinks(page);
}

open().catch(showFault);
