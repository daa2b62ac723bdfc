/** Two sets side by side. */

import { DiceSet } from "./dice.js";
import { button, counted, fill, grouped, h, store, stored } from "./dom.js";
import { boardPicture, diceMarks } from "./marks.js";
import { freeCells, verdictSentence } from "./verdict-panel.js";

/** Put the comparison of the present set with one that is kept into a container. */
export function mountCompare(container, page) {
  const key = `dicelab.compare.${page.puzzle.id}`;
  const place = h("div");
  let [kept, keptVerdict] = [null, ""];
  const keep = async (set) => {
    [kept, keptVerdict] = [set, set?.trouble ?? ""];
    store(key, set ? set.toFile() : "");
    draw();
    if (!set || keptVerdict) return;
    const words = await page.engine.verdict(set.dice, { shared: set.shared })
      .then(verdictSentence, (error) => error.message);
    if (kept === set) keptVerdict = words;
    draw();
  };
  const draw = () => {
    const buttons = () => [...place.querySelectorAll("button")];
    const focused = buttons().indexOf(document.activeElement);
    drawAll();
    if (focused >= 0) buttons().at(Math.min(focused, buttons().length - 1)).focus();
  };
  const drawAll = () => {
    const { verdict, trouble } = page.report;
    const keepPresent = () => keep(page.set);
    if (!kept) {
      fill(place, h("p", { class: "hint" }, "Keep these dice here, go on painting, and see both."),
        button("Keep these dice beside", keepPresent));
      return;
    }
    const exchange = () => {
      const { set } = page;
      page.change(kept, "Exchanged.");
      keep(set);
    };
    fill(place, sideBySide(page, kept, keptVerdict, verdict ? verdictSentence(verdict) : trouble),
      h("div", { class: "row" }, button("Exchange", exchange),
        button("Keep the present dice instead", keepPresent), button("Stop comparing", () => keep(null))));
  };
  container.append(h("h2", {}, "Compare two sets"), place);
  page.onVerdict(draw);
  try {
    kept = DiceSet.fromFile(stored(key) || "{}", page.puzzle);
  } catch {
    // Nothing is kept.
  }
  keep(kept);
}

function sideBySide({ set, puzzle }, kept, keptVerdict, verdict) {
  const [before, after] = [kept, set].map((one) => one.owners().map(String));
  const other = [...before.keys()].filter((cell) => before[cell] !== after[cell]);
  const differ = other.length === 1 ? "1 cell is on another die" : `${other.length} cells are on other dice`;
  const column = (title, one, sentence) => {
    const marks = diceMarks(one).map((mark, cell) => (
      { ...mark, text: mark.small ?? "", small: "", large: true, ring: other.includes(cell) }));
    const facts = { Rolls: grouped(one.rolls), Sizes: one.sizes.join(" "), Cells: freeCells(one), Verdict: sentence };
    return h("div", {}, h("h3", {}, title), h("p", { class: "hint" }, one.name || "without a name"),
      boardPicture({ puzzle }, `${title}: ${one.format()}`, marks),
      h("dl", {}, Object.entries(facts).flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)])));
  };
  return [
    h("p", {}, !other.length ? "All cells are on the same dice."
      : `${differ}, marked with a ring${other.length > 12 ? "" : `: ${puzzle.labels(other)}`}.`),
    h("div", { class: "pair" }, column("Kept", kept, keptVerdict), column("Present", set, verdict)),
  ];
}
