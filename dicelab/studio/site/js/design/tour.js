/** The tour of the design page. */
import { at, h } from "../parts/dom.js";
import { fragmentFields } from "../parts/fragment.js";
import { beginTour } from "../parts/tour.js";

const STEPS = [
  ["palette", "Each colour is a die. Choose one here, or press its number."],
  ["paint", "Click the cells that the die shall show, or drag over them. Whatever it shows when it is rolled is blocked, and "
    + "the pieces must fill all other cells."],
  ["verdict", "After each stroke you read here whether every roll can be solved. Undo takes a stroke back, after a reload too."],
  ["rolls", "Here you see rolls: one that is solved, or those that fail, and why."],
  ["take-away", "Start from known dice, save yours as a file, send a link, or keep them under My sets. Nothing that you "
    + "paint is lost."],
];

/** Begin the tour where the address asks for it, and at the button of the help. */
export function mountTour(page) {
  const begin = () => beginTour(STEPS.map(([id, words]) => ({ place: at(id), words })),
    [" Now ", h("a", { href: `play.html#puzzle=${page.puzzle.id}&day=today` }, "play today’s board"), ", or begin to paint."]);
  at("begin-tour").onclick = () => {
    at("help").close();
    begin();
  };
  if (fragmentFields(location.hash).tour === undefined) return;
  history.replaceState(null, "", `#puzzle=${page.puzzle.id}`);
  begin();
}
