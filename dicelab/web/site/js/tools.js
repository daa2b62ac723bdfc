/** Undo and redo, turning and mirroring, and clearing. */

import { fill, h } from "./dom.js";
import { DiceSet } from "./dice.js";

const NAMES = {
  "mirror-left-right": "Mirror left–right", "mirror-top-bottom": "Mirror top–bottom",
  "mirror-diagonal": "Mirror at the diagonal ╲", "mirror-antidiagonal": "Mirror at the diagonal ╱",
};

/** Put the tools into a container. */
export function mountTools(container, page) {
  const { puzzle } = page;
  const undo = h("button", { type: "button", "aria-keyshortcuts": "Control+Z", onclick: () => page.undo() }, "Undo");
  const redo = h("button", { type: "button", "aria-keyshortcuts": "Control+Y", onclick: () => page.redo() }, "Redo");
  const clear = h("button", { type: "button", onclick: () =>
    page.change(DiceSet.empty(puzzle).with(DiceSet.empty(puzzle).dice, page.set.name), "All dice are empty.") }, "Clear");
  const moves = puzzle.symmetries.slice(1).map((symmetry) => {
    const words = plainName(symmetry.name);
    return h("button", { type: "button", onclick: () => page.change(page.set.image(symmetry), `${words}: done.`) }, words);
  });
  container.append(h("div", { class: "row tools" }, undo, redo, clear), moves.length
    ? h("details", { class: "moves" }, h("summary", {}, "Turn or mirror"), h("div", { class: "row" }, moves)) : "");
  const draw = () => {
    undo.disabled = !page.undoable;
    redo.disabled = !page.redoable;
  };
  page.onDraw(draw);
  draw();
}

/** The name of a symmetry in plain words. */
function plainName(name) {
  const turn = /^rotate-(\d+)$/.exec(name);
  const line = /^mirror-(\d+)-(\d+)$/.exec(name);
  if (line) return `Mirror at the line from ${line[1]} to ${line[2]} o’clock`;
  if (!turn) return NAMES[name] ?? name;
  const angle = Number(turn[1]);
  if (angle === 180) return "Turn by half";
  const way = angle < 180 ? "right" : "left";
  const least = Math.min(angle, 360 - angle);
  return least === 90 ? `Turn ${way}` : `Turn ${way} by ${least}°`;
}
