/** The panel of rules: what speaks against dice without trying every roll. */

import { counted, fill, h } from "./dom.js";
import { boardRow, needsServer, Runner, smallBoard } from "./panel-parts.js";

/** Boards whose reasons are looked for where there is no server. */
const SAMPLE = 40;

export function rulesPanel(page) {
  const runner = new Runner();
  const changed = (set) => {
    if (!set.complete) {
      runner.cancel();
      fill(runner.result, h("p", { class: "hint" }, "Give every die at least one cell first."));
      return;
    }
    runner.run("Looking for reasons …", async (options) => (page.engine.rules
      ? assessment(page, await page.engine.rules(set, options)) : [...await reasons(page, set, options), needsServer()]));
  };
  return { changed, body: [
    h("p", {}, page.engine.rules
      ? "The exact rules find rolls that cannot be solved. The four steps of the New Dice Procedure are advice: good dice "
        + "may break them."
      : "Why do boards fail? Here are the reasons, found for some of the boards that have no solution."),
    runner.element,
  ] };
}

function assessment({ puzzle }, { exact, procedure, can_roll_a_rejected_board: rejected }) {
  const ring = h("div", { class: "ringed" });
  const show = (labels, text) => {
    const rings = labels.map((label) => puzzle.cell(label)).filter((cell) => cell !== undefined);
    fill(ring, smallBoard(puzzle, text, { rings }), h("p", { role: "status" }, text));
  };
  const finding = ({ cells, text }) => h("li", {}, h("button", { type: "button", onclick: () => show(cells, text) }, text));
  return [
    h("p", { class: `verdict ${rejected ? "bad" : ""}` }, rejected
      ? "A rule finds a roll that cannot be solved." : "No rule finds a roll that cannot be solved."),
    h("h3", {}, "Exact rules"),
    h("ul", { class: "marks" }, exact.map(({ rule, passed, witness }) => h("li", {},
      h("strong", {}, passed ? "✓ Passed: " : "✗ Failed: "), rule,
      witness ? boardRow(puzzle, [{ text: witness.text, blocked: witness.roll.map((label) => puzzle.cell(label)),
        rings: witness.cells.map((label) => puzzle.cell(label)) }]) : null))),
    procedure.length ? h("h3", {}, "The New Dice Procedure") : null,
    h("ol", { class: "marks" }, procedure.map(({ text, passed, remark, findings }) => h("li", {},
      h("strong", {}, passed ? "✓ Kept: " : "! Not kept: "), `${text}${remark ? ` (${remark})` : ""}`,
      findings.length ? h("details", {}, h("summary", {}, `${counted(findings.length, "place")} on the board`),
        h("ul", { class: "findings" }, findings.map(finding))) : null))),
    ring,
  ].filter(Boolean);
}

/** Failing boards of a set, grouped by the rule that explains them. */
async function reasons({ puzzle, engine }, set, { signal, progress }) {
  const verdict = await engine.verdict(set.dice, { shared: set.shared, signal });
  if (!verdict.failing) {
    return [h("p", {}, verdict.complete ? "Every roll has a solution, so there is no reason to tell."
      : "No failing roll was found.")];
  }
  const sample = verdict.examples.slice(0, SAMPLE);
  const groups = new Map();
  for (const [number, board] of sample.entries()) {
    progress(number, sample.length);
    const { rule, text } = await engine.explain(board, { signal });
    const group = groups.get(rule) ?? groups.set(rule, { text, boards: [] }).get(rule);
    group.boards.push(board);
  }
  const whole = sample.length === verdict.failing;
  return [
    h("p", {}, `${counted(verdict.failing, "board")} cannot be solved. These are the reasons for ${
      whole ? "all of them" : `${sample.length} of them`}:`),
    h("ul", {}, [...groups.values()].sort((a, b) => b.boards.length - a.boards.length).map(({ text, boards }) =>
      h("li", {}, `${counted(boards.length, "board")}. For example: ${text}`,
        boardRow(puzzle, boards.slice(0, 3).map((blocked) => ({ blocked })))))),
  ];
}
