/** What can be told of a puzzle without a table of its boards: a sample of them is tried. */
import { randomBoard } from "../parts/blockers.js";
import { announce, at, fill, grouped } from "../parts/dom.js";
import { PageEngine } from "../engine/engine.js";
import { puzzleOf } from "./document.js";

/** Boards of a trial. */
const BOARDS = 200;

export function mountTrial(page) {
  let trial = new AbortController();
  page.on(() => {
    trial.abort();
    fill(at("trial"));
  });
  at("try").onclick = () => page.attempt(async () => {
    if (page.trimmed.trouble) throw new Error(page.trimmed.trouble);
    trial.abort();
    trial = new AbortController();
    await tryBoards(puzzleOf(page.trimmed), trial.signal);
  });
}

/** Try boards drawn at random, each as likely as any other, and tell how many have a tiling. */
async function tryBoards(puzzle, signal) {
  /** @type {any} */
  const engine = new PageEngine(puzzle);
  const all = Math.min(BOARDS, puzzle.boards);
  try {
    let good = 0;
    for (let tried = 1; tried <= all; tried++) {
      const { solvable } = await engine.solve(randomBoard(puzzle), { signal });
      good += Number(solvable);
      const sample = `${tried} ${tried === 1 ? "board" : "boards"}, drawn at random from ${grouped(puzzle.boards)}`;
      fill(at("trial"), `${sample}: ${good === tried ? "all have" : `${good} have`} a tiling.`);
    }
    announce(at("trial").textContent);
  } finally {
    engine.close();
  }
}
