/** The panels below the board and the dice on the design page. Each is built when it is opened first. */

import { archivePanel } from "./archive.js";
import { checkPanel } from "./check-dice.js";
import { h } from "./dom.js";
import { jobsPanel } from "./jobs.js";
import { rulesPanel } from "./rules.js";
import { statisticsPanel } from "./statistics.js";

const PANELS = [
  ["check", "Check my dice", "Which die of your box is wrong?", checkPanel],
  ["rules", "Rules", "Why rolls fail, and what to watch out for", rulesPanel],
  ["statistics", "How hard are the rolls?", "A chart, the hardest and the easiest boards", statisticsPanel],
  ["search", "Search for better dice", "Let the computer mend, improve or invent dice", jobsPanel],
  ["archive", "Archive", "Sets to keep", archivePanel],
];
/** A stroke is followed by others: wait so many milliseconds for them. */
const PAUSE = 400;

/** Put the panels into a container. Each is a function of the page that returns {body, opened(), changed()}. */
export function mountPanels(container, page) {
  container.append(...PANELS.map(([id, title, about, make]) => {
    const body = h("div", { class: "panel-body" });
    const details = h("details", { class: "card panel", id: `panel-${id}` },
      h("summary", {}, h("h2", {}, title), h("span", { class: "hint" }, about)), body);
    let [panel, shown, timer] = [null, null, 0];
    const show = () => {
      if (!details.open || shown === page.set) return;
      shown = page.set;
      panel.changed?.();
    };
    details.addEventListener("toggle", () => {
      if (details.open && !panel) body.append(...(panel = make(page)).body);
      if (details.open) panel.opened?.();
      show();
    });
    page.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(show, PAUSE);
    });
    return details;
  }));
}
