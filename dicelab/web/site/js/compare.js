/** Two sets side by side. */

import { counted, fill, grouped, h } from "./dom.js";
import { DiceSet } from "./dice.js";
import { boardPicture } from "./failing.js";
import { store, stored } from "./frame.js";
import { diceMarks } from "./marks.js";
import { freeCells, verdictSentence } from "./verdict-panel.js";

/** Put the comparison of the present set with one that is kept into a container. */
export function mountCompare(container, page) {
  const { puzzle } = page;
  const key = `dicelab.compare.${puzzle.id}`;
  let kept = readKept(key, puzzle);
  let keptVerdict = "";
  const place = h("div");
  const keep = async (set) => {
    kept = set;
    store(key, set ? set.toFile() : "");
    keptVerdict = set?.trouble ?? "";
    draw();
    if (!set || keptVerdict) return;
    const verdict = await page.engine.verdict(set.dice, { shared: set.shared });
    if (kept === set) keptVerdict = verdictSentence(verdict);
    draw();
  };
  const draw = () => {
    if (!kept) return fill(place, h("p", { class: "hint" }, "Keep these dice here, go on painting, and see both."),
      h("button", { type: "button", onclick: () => keep(page.set) }, "Keep these dice beside"));
    const { report: { verdict, trouble } } = page;
    const mine = verdict ? verdictSentence(verdict) : trouble;
    fill(place, sideBySide(page, kept, keptVerdict, mine), h("div", { class: "row" },
      h("button", { type: "button", onclick: () => { const set = page.set; page.change(kept, "Exchanged."); keep(set); } },
        "Exchange"),
      h("button", { type: "button", onclick: () => keep(page.set) }, "Keep the present dice instead"),
      h("button", { type: "button", onclick: () => keep(null) }, "Stop comparing")));
  };
  container.append(h("h2", {}, "Compare two sets"), place);
  page.onReport(({ settled, checking }) => { if (settled && !checking) draw(); });
  if (kept) keep(kept);
  else draw();
}

function readKept(key, puzzle) {
  try {
    return DiceSet.fromFile(stored(key) || "none", puzzle);
  } catch {
    return null;
  }
}

function sideBySide(page, kept, keptVerdict, mine) {
  const { set, puzzle } = page;
  const owners = [kept, set].map((one) => one.owners().map(String));
  const other = puzzle.cells.map((_, cell) => owners[0][cell] !== owners[1][cell]);
  const labels = puzzle.labels([...other.keys()].filter((cell) => other[cell]));
  const number = other.filter(Boolean).length;
  const column = (title, one, verdict) => {
    const picture = boardPicture(page, `${title}: ${one.format()}`, diceMarks(one).map((mark, cell) => ({ ...mark, text: mark.small ?? "", small: "", large: true,
      ring: other[cell] })));
    return h("div", {}, h("h3", {}, title), h("p", { class: "hint" }, one.name || "without a name"), picture,
      h("dl", {}, [["Rolls", grouped(one.rolls)], ["Sizes", one.sizes.join(" ")],
        ["Cells", freeCells(one)], ["Verdict", verdict]].map(
        ([term, value]) => [h("dt", {}, term), h("dd", {}, value)]).flat()));
  };
  return [
    h("p", {}, number ? `${counted(number, "cell")} ${number === 1 ? "is" : "are"} on other dice, with a ring${
      number > 12 ? "" : `: ${labels}`}.` : "All cells are on the same dice."),
    h("div", { class: "pair" }, column("Kept", kept, keptVerdict), column("Present", set, mine)),
  ];
}
