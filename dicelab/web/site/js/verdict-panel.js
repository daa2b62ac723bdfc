/** The verdict on the dice, in one sentence. */

import { at, counted, grouped } from "./dom.js";

/** Show the verdict below the board. */
export function mountVerdict(page) {
  page.on("report", ({ set, words, verdict }) => {
    const kind = !verdict ? "" : verdict.failing ? "bad" : verdict.complete && verdict.boards ? "good" : "";
    at("verdict").className = `verdict ${kind}`;
    at("verdict").textContent = ({ good: "✓ ", bad: "✗ " }[kind] ?? "") + words;
    at("figures").textContent = `${counted(set.rolls, "roll")} · ${freeCells(set)}`;
  });
}

/** Say how many cells are on no die. */
export function freeCells(set) {
  const free = set.owners().filter((dice) => !dice.length).length;
  return free ? `${counted(free, "cell")} on no die` : "every cell is on a die";
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
