/** The design page: paint the cells of each die, and see at once whether every roll is solvable. */
import "../parts/board.js";
import { mountBlame } from "./blame.js";
import { compareKey, mountCompare } from "./compare.js";
import { mountDiceList } from "./dice-list.js";
import { at, h } from "../parts/dom.js";
import { openEngine } from "../engine/engine.js";
import { mountRolls } from "./failing.js";
import { followLinks, mountFiles } from "./files.js";
import { openFrame, showFault } from "../parts/frame.js";
import { showAside } from "../parts/kept.js";
import { mountMap } from "./map.js";
import { mountKeeping, mountMySets } from "./my-sets.js";
import { mountPaint } from "./paint.js";
import { mountTour } from "./tour.js";
import { StudioPage, mountVerdict } from "../parts/studio-page.js";

/** What brings each panel to life, fetched when it is opened first. */
const PANELS = {
  sets: async () => mountMySets,
  check: async () => (await import("./check-dice.js")).mountCheck,
  rules: async () => (await import("./server-panels.js")).mountRules,
  statistics: async () => (await import("./statistics.js")).mountStatistics,
  search: async () => (await import("./searches.js")).mountJobs,
  archive: async () => (await import("./server-panels.js")).mountArchive,
};

/** Bring each panel to life when it is opened first; what does so may return a function for each new set. */
function mountPanels(page) {
  at("panels").hidden = false;
  for (const part of at("panels").querySelectorAll("[data-with], [data-without]")) {
    const { with: needed, without } = part.dataset;
    part.hidden = needed ? !page.engine[needed] : Boolean(page.engine[without]);
  }
  for (const [name, load] of Object.entries(PANELS)) {
    const panel = at(`panel-${name}`);
    const body = /** @type {HTMLElement} */ (panel.querySelector(".panel-body"));
    // Nothing in it can be pressed before somebody listens.
    body.inert = true;
    let [update, shown] = [null, null];
    const mounted = async () => {
      const mount = await load().catch(() => null);
      if (!mount) {
        // A browser does not fetch a module again that it could not fetch.
        body.before(h("p", { class: "fault", role: "alert" },
          "This panel could not be loaded. Reload the page when there is a network again."));
        return () => {};
      }
      const each = mount(page);
      body.inert = false;
      return each ?? (() => {});
    };
    const show = async () => {
      if (!panel.open) return;
      const wanted = await (update ??= mounted());
      if (shown !== page.set) wanted(shown = page.set);
    };
    panel.addEventListener("toggle", show);
    page.on("rest", show);
  }
}

/** Say what of the dice in this browser could not be read, until somebody has saved or forgotten it. */
function mountDamage(page) {
  const { history, puzzle, sets } = page;
  const why = history.fault || sets.fault;
  showAside(at("damaged"), [history.key, history.stepsKey, compareKey(puzzle), sets.key],
    `Dice that were kept here could not be read${why ? `: ${why}` : "."}`, "damaged dice");
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const page = new StudioPage(studio, puzzle, await openEngine(puzzle, studio));
  const mounts = [mountVerdict, mountPaint, mountBlame, mountMap, mountRolls, mountDiceList, mountFiles, mountKeeping, mountCompare,
    mountPanels, mountDamage];
  for (const mount of mounts) mount(page);
  at("bench").hidden = false;
  page.show();
  followLinks(page);
  mountTour(page);
}

open().catch(showFault);
