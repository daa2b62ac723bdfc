/** The panels below the board and the dice on the design page. Each comes to life when it is opened first. */

import { mountArchive } from "./archive.js";
import { mountCheck } from "./check-dice.js";
import { at } from "./dom.js";
import { mountJobs } from "./jobs.js";
import { mountRules } from "./rules.js";
import { mountStatistics } from "./statistics.js";

const MOUNTS = {
  check: mountCheck, rules: mountRules, statistics: mountStatistics, search: mountJobs, archive: mountArchive,
};

/** Bring the panels to life. What mounts one may return a function to call with each new set. */
export function mountPanels(container, page) {
  container.hidden = false;
  for (const part of container.querySelectorAll("[data-with], [data-without]")) {
    const { with: needed, without } = part.dataset;
    part.hidden = needed ? !page.engine[needed] : Boolean(page.engine[without]);
  }
  for (const [name, mount] of Object.entries(MOUNTS)) {
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
