/** The panel of rules: why rolls fail, and what to watch out for. */

import { button, counted, fill, h } from "./dom.js";
import { boardRow, needsServer, smallBoard, Work } from "./panel-parts.js";

/** Boards whose reasons are looked for where there is no server. */
const SAMPLE = 40;

export function rulesPanel(page) {
  const work = new Work();
  const changed = () => work.runOnSet(page, "Looking for reasons …", async (set, options) => (page.engine.rules
    ? assessment(page, set, await page.engine.rules(set, options))
    : [...await reasons(page, set, options), needsServer("The rules of the New Dice Procedure need")]));
  return { body: [work.element], changed };
}

function assessment(page, set, { exact, procedure, can_roll_a_rejected_board: rejected }) {
  const cells = (labels) => labels.map((label) => page.puzzle.cell(label));
  const ringed = h("div", { class: "one", role: "status" });
  const place = ({ cells: labels, text }) => h("li", {}, button(text, () =>
    fill(ringed, smallBoard(page, text, set, { rings: cells(labels) }), h("p", {}, text))));
  const witnessed = ({ roll, text, cells: rings }) => boardRow(page, set, [{ board: cells(roll), text, rings: cells(rings) }]);
  return [
    h("p", { class: `verdict ${rejected ? "bad" : ""}` },
      rejected ? "✗ A rule finds a roll that cannot be solved." : "No rule finds a roll that cannot be solved."),
    h("h3", {}, "Exact rules: each finds rolls that cannot be solved"),
    h("ul", {}, exact.map(({ rule, witness }) => h("li", {}, witness ? "✗ " : "✓ ", h("strong", {}, rule),
      witness ? witnessed(witness) : ": finds none"))),
    h("h3", {}, "The New Dice Procedure: advice, which good dice may break"),
    h("ol", {}, procedure.map(({ text, passed, remark, findings }) => h("li", {}, passed ? "✓ " : "✗ ", text,
      remark ? ` (${remark})` : "", findings.length ? h("details", {},
        h("summary", {}, `${counted(findings.length, "place")} where this does not hold`),
        h("ul", { class: "places" }, findings.map(place))) : null))),
    ringed,
  ];
}

/** Failing boards of a set, grouped by the rule that explains them. */
async function reasons(page, set, { signal, progress }) {
  const { failing, complete, examples } = await page.engine.verdict(set.dice, { shared: set.shared, signal });
  if (!failing) return [h("p", {}, complete ? "No roll fails, so there is no reason to tell." : "No failing roll was found.")];
  const groups = new Map();
  const sample = examples.slice(0, SAMPLE);
  for (const [number, board] of sample.entries()) {
    progress(number, sample.length);
    const { rule, text, cells } = await page.engine.explain(board, { signal });
    groups.set(rule, [...groups.get(rule) ?? [], { board, text, rings: cells }]);
  }
  const some = sample.length < failing ? ` for ${sample.length} of them` : "";
  return [h("p", {}, `${counted(failing, "board")} cannot be filled. The reasons${some}:`),
    ...[...groups.values()].sort((a, b) => b.length - a.length).flatMap((group) => [
      h("h3", {}, counted(group.length, "board")), boardRow(page, set, group.slice(0, 3))])];
}
