/** Undo and redo, turning and mirroring, and clearing. */

import { DiceSet } from "./dice.js";
import { button, h } from "./dom.js";

const NAMES = {
  "rotate-180": "Turn by half", "rotate-90": "Turn right", "rotate-270": "Turn left",
  "mirror-left-right": "Mirror left–right", "mirror-top-bottom": "Mirror top–bottom",
  "mirror-diagonal": "Mirror at the diagonal ╲", "mirror-antidiagonal": "Mirror at the diagonal ╱",
};

/** Put the tools into a container. */
export function mountTools(container, page) {
  const undo = button("Undo", () => page.undo(), { "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => page.redo(), { "aria-keyshortcuts": "Control+Y" });
  const clear = button("Clear", () => {
    page.change(page.set.with(DiceSet.empty(page.puzzle).dice), "All dice are empty.");
  });
  const moves = page.puzzle.symmetries.slice(1).map((symmetry) => {
    const words = plainName(symmetry.name);
    return button(words, () => page.change(page.set.image(symmetry), `${words}: done.`));
  });
  container.append(h("div", { class: "row" }, undo, redo, clear), moves.length
    ? h("details", {}, h("summary", {}, "Turn or mirror"), h("div", { class: "row" }, moves)) : "");
  page.onDraw(() => {
    undo.disabled = !page.undoable;
    redo.disabled = !page.redoable;
  });
}

/** The name of a symmetry in plain words. */
function plainName(name) {
  const [, kind, one, two] = /^(rotate|mirror)-(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  if (NAMES[name] || !kind) return NAMES[name] ?? name;
  if (kind === "mirror") return `Mirror at the line from ${one} to ${two} o’clock`;
  return one < 180 ? `Turn right by ${one}°` : `Turn left by ${360 - one}°`;
}
