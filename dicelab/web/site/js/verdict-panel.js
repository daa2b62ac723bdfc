/** The verdict on the dice, in one sentence. */

import { counted, grouped, h } from "./dom.js";

/** Put the verdict into a container. */
export function mountVerdict(container, page) {
  const sentence = h("p", { class: "verdict" });
  const figures = h("p", {});
  container.append(sentence, figures);
  page.onReport(({ set, trouble, verdict, checking }) => {
    const kind = !verdict ? "" : verdict.failing ? "bad" : verdict.complete && verdict.boards ? "good" : "";
    sentence.className = `verdict ${kind}`;
    sentence.textContent = { good: "✓ ", bad: "✗ " }[kind] ?? "";
    sentence.append(checking ? checkingSentence(set, checking) : trouble || verdictSentence(verdict));
    figures.textContent = `${counted(set.rolls, "roll")} · ${freeCells(set)}`;
  });
}

/** Say how many cells are on no die. */
export function freeCells(set) {
  return `${counted(set.owners().filter((dice) => !dice.length).length, "cell")} on no die`;
}

function checkingSentence({ rolls }, [done, total]) {
  return `Checking ${counted(rolls, "roll")} …${total ? ` ${Math.floor((100 * done) / total)} %` : ""}`;
}

/** Say what the engine found out. */
export function verdictSentence({ rolls, boards, failing, checked, complete }) {
  const noun = rolls === boards ? "roll" : "board";
  const so = `${grouped(checked)} of ${counted(boards, noun)} are checked`;
  if (!boards) return "Every roll shows a cell twice, so there is no board to fill.";
  if (!complete) return `${failing ? grouped(failing) : "None"} failed so far: ${so}.`;
  if (!failing) return `Always solvable: the pieces fill the board after ${boards === 1 ? "the only roll"
    : `each of the ${counted(rolls, "roll")}${noun === "roll" ? "" : " that shows no cell twice"}`}.`;
  return `${grouped(failing)} of ${counted(boards, noun)} ${failing === 1 ? "fails" : "fail"}: the pieces do not fit.`;
}
