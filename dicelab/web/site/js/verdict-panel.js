/** The verdict on the dice, in one sentence. */

import { counted, grouped, h } from "./dom.js";

/** Put the verdict into a container. */
export function mountVerdict(container, page) {
  const sentence = h("p", { class: "verdict" });
  const figures = h("p", { class: "figures" });
  container.append(sentence, figures);
  page.onReport(({ set }) => { figures.textContent = `${counted(set.rolls, "roll")} · ${freeCells(set)}`; });
  const show = (report) => {
    const { trouble, verdict, checking } = report;
    const kind = !verdict ? "" : verdict.failing ? "bad" : verdict.complete && verdict.boards ? "good" : "";
    sentence.className = `verdict ${kind}`;
    sentence.dataset.state = checking ? "checking" : verdict ? kind || "open" : "none";
    sentence.textContent = `${{ good: "✓ ", bad: "✗ " }[kind] ?? ""}${
      checking ? checkingSentence(report.set, checking) : trouble || (verdict ? verdictSentence(verdict) : "")}`;
  };
  page.onReport(show);
}

/** Say how many cells are on no die. */
export function freeCells(set) {
  const free = set.owners().filter((dice) => !dice.length).length;
  return `${counted(free, "cell")} on no die`;
}

function checkingSentence({ rolls }, [done, total]) {
  return `Checking ${counted(rolls, "roll")} …${total ? ` ${Math.floor((100 * done) / total)} %` : ""}`;
}

/** Say what the engine found out. */
export function verdictSentence({ rolls, boards, failing, checked, complete }) {
  const noun = rolls === boards ? "roll" : "board";
  if (!boards) return "Every roll shows a cell twice, so there is no board to fill.";
  if (!complete) {
    const so = `of ${grouped(checked)} checked so far; there are ${grouped(boards)}`;
    return failing ? `At least ${counted(failing, noun)} ${so} fail.`
      : `No failing ${noun} among the ${grouped(checked)} checked so far; there are ${grouped(boards)}.`;
  }
  if (!failing) {
    return `Always solvable: the pieces fill the board after ${boards === 1 ? "the only roll" : `each of the ${
      counted(rolls, "roll")}`}.`;
  }
  return `${grouped(failing)} of ${counted(boards, noun)} ${failing === 1 ? "fails" : "fail"}: the pieces cannot fill ${
    failing === 1 ? "its board" : "their boards"}.`;
}
