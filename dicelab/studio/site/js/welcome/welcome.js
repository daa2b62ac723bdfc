/** The first page: three doors, each with a picture of what is behind it, and the way to the tour. */
import "../parts/board.js";
import { rollOf } from "../parts/blockers.js";
import { DiceSet } from "../parts/dice.js";
import { at } from "../parts/dom.js";
import { openFrame, showFault } from "../parts/frame.js";
import { boardFragment, boardMarks, diceMarks, tilingPieces } from "../parts/marks.js";
import { openEngine } from "../engine/engine.js";
import { boardOfTheDay, dateText } from "../play/day.js";

/** Marks as they are seen on a small picture, without labels. */
const small = (marks) => marks.map((mark) => ({ ...mark, text: "" }));

async function open() {
  const { puzzle } = await openFrame();
  await show(puzzle, await openEngine(puzzle));
}

async function show(puzzle, engine) {
  const here = `#puzzle=${puzzle.id}`;
  const [set] = puzzle.sets;
  for (const id of ["play", "design", "explore"]) {
    Object.assign(at(`board-${id}`), { puzzle, marks: small(boardMarks(puzzle, [])) });
  }
  at("door-play").href += `${here}&day=today`;
  at("door-design").href += here;
  at("door-explore").href += here;
  at("tour").href += `${here}&tour=1`;
  const marks = diceMarks(DiceSet.checked(puzzle, set?.dice ?? []));
  at("board-design").marks = small(marks.map((mark) => ({ ...mark, small: "" })));
  const today = await boardOfTheDay(dateText(), puzzle, (position) => engine.complete(position));
  at("board-play").marks = small(boardMarks(puzzle, today));
  if (!set) return;
  const board = rollOf(puzzle, set.dice);
  const { tiling } = await engine.solve(board);
  const pieces = tiling ? tilingPieces(puzzle, tiling) : [];
  Object.assign(at("board-explore"), { marks: small(boardMarks(puzzle, board)), pieces });
  at("door-explore").href = `explore.html${boardFragment(puzzle, board)}`;
}

open().catch(showFault);
