/** The panel of rules: why rolls fail, and what to watch out for. */

import { at, button, counted, fill, h } from "./dom.js";
import { boardRow, dicePicture, Work } from "./panel-parts.js";

/** Tell what the rules say of each set. */
export function mountRules(page) {
  const { rules } = page.engine;
  if (!rules) return null;
  const work = new Work(at("rules"));
  return (set) => work.runOnSet(set, "Looking for reasons …", async (options) =>
    assessment(page, set, await rules(set, options)));
}

function assessment(page, set, { exact, procedure, can_roll_a_rejected_board: isRejected }) {
  const cells = (labels) => labels.map((label) => page.puzzle.cell(label));
  const ringed = h("div", { class: "one", role: "status" });
  const place = ({ cells: labels, text }) => h("li", {}, button(text, () =>
    fill(ringed, dicePicture(page, text, set, cells(labels)), h("p", {}, text))));
  const rule = ({ rule: name, witness }) => h("li", {}, witness ? "✗ " : "✓ ", h("strong", {}, name), witness
    ? boardRow(page, set, [{ board: cells(witness.roll), text: witness.text, rings: cells(witness.cells) }])
    : ": finds none");
  const advice = ({ text, passed, remark, findings }) => h("li", {}, passed ? "✓ " : "✗ ", text,
    remark ? ` (${remark})` : "", findings.length > 0 && h("details", {},
      h("summary", {}, `${counted(findings.length, "place")} where this does not hold`),
      h("ul", { class: "places" }, findings.map(place))));
  const verdict = `${isRejected ? "✗ A" : "No"} rule finds a roll that cannot be solved.`;
  return [
    h("p", { class: `verdict ${isRejected ? "bad" : ""}` }, verdict),
    h("h3", {}, "Exact rules: each finds rolls that cannot be solved"), h("ul", {}, exact.map(rule)),
    h("h3", {}, "The New Dice Procedure: advice, which good dice may break"),
    h("ol", {}, procedure.map(advice)), ringed,
  ];
}
