/** The panel of rules: why rolls fail, and what to watch out for. */

import { counted, fill, h } from "./dom.js";
import { boardRow, needsServer, smallBoard, Work } from "./panel-parts.js";

/** Boards whose reasons are looked for where there is no server. */
const SAMPLE = 40;

export function rulesPanel(page) {
  const work = new Work();
  const { rules } = page.engine;
  const changed = () => work.runOnSet(page, "Looking for reasons …", async (options) =>
    (rules ? assessment(page, await page.engine.rules(page.set, options))
      : [...await reasons(page, page.set, options), needsServer("The rules of the New Dice Procedure need")]));
  return { body: [work.element], changed };
}

function assessment(page, { exact, procedure, can_roll_a_rejected_board: rejected }) {
  const { set } = page;
  const cells = (labels) => labels.map((label) => page.puzzle.cell(label));
  const ringed = h("div", { class: "one", role: "status" });
  const finding = ({ cells: labels, text }) => h("li", {}, h("button", { type: "button", onclick: () =>
    fill(ringed, smallBoard(page, text, set, { rings: cells(labels) }), h("p", {}, text)) }, text));
  return [
    h("p", { class: `verdict ${rejected ? "bad" : ""}` },
      rejected ? "✗ A rule finds a roll that cannot be solved." : "No rule finds a roll that cannot be solved."),
    h("h3", {}, "Exact rules: each finds rolls that cannot be solved"),
    h("ul", {}, exact.map(({ rule, passed, witness }) => h("li", {}, passed ? "✓ " : "✗ ", h("strong", {}, rule),
      witness ? boardRow(page, set, [{ board: cells(witness.roll), text: witness.text, rings: cells(witness.cells) }])
        : ": finds none"))),
    h("h3", {}, "The New Dice Procedure: advice, which good dice may break"),
    h("ol", {}, procedure.map(({ text, passed, remark, findings }) => h("li", {}, passed ? "✓ " : "✗ ", text,
      remark ? ` (${remark})` : "", findings.length ? h("details", {},
        h("summary", {}, `${counted(findings.length, "place")} where this does not hold`),
        h("ul", { class: "places" }, findings.map(finding))) : null))),
    ringed,
  ];
}

/** Failing boards of a set, grouped by the rule that explains them. */
async function reasons(page, set, { signal, progress }) {
  const { failing, complete, examples } = await page.engine.verdict(set.dice, { shared: set.shared, signal });
  if (!failing) return [h("p", {}, complete ? "No roll fails, so there is no reason to tell." : "No failing roll was found.")];
  const sample = examples.slice(0, SAMPLE);
  const groups = new Map();
  for (const [number, board] of sample.entries()) {
    progress(number, sample.length);
    const { rule, text, cells } = await page.engine.explain(board, { signal });
    groups.set(rule, [...groups.get(rule) ?? [], { board, text, rings: cells }]);
  }
  return [
    h("p", {}, `${counted(failing, "board")} cannot be filled. The reasons${
      sample.length < failing ? ` for ${sample.length} of them` : ""}:`),
    ...[...groups.values()].sort((a, b) => b.length - a.length).flatMap((group) => [
      h("h3", {}, counted(group.length, "board")), boardRow(page, set, group.slice(0, 3))]),
  ];
}
