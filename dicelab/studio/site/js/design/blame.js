/** A way from red to green: which cells are to blame, which change helps most, and changes that mend everything. */
import { announce, at, counted, fill, grouped, h } from "../parts/dom.js";
import { dicePicture, takeButton, Work } from "./panel-parts.js";

const MOST_SHOWN = 6;

let asked = { set: null, found: null };

/** What the engine says of the failing rolls of the painted dice, asked once. */
export function blameOf({ engine, report: { set, signal } }) {
  if (asked.set !== set) asked = { set, found: engine.blame(set.dice, { signal }) };
  return asked.found;
}

/** The set after a move {from, to, other}: two cells trade places, or a cell comes that was on no die. */
const moved = (set, { from, to }) => set.with(set.dice.map((faces) =>
  faces.map((cell) => (cell === from ? to : cell === to ? from : cell))));

function moveWords({ puzzle }, { die, from, other, to }) {
  const [one, two] = [from, to].map((cell) => puzzle.label(cell));
  return other === null ? `Die ${die + 1}: ${two} instead of ${one}`
    : `Swap ${one} of die ${die + 1} and ${two} of die ${other + 1}`;
}

export function mountBlame(page) {
  const [card, mend] = [at("mending"), at("mend-now")];
  const work = new Work(at("mending-shown"), async () => close());
  let mending = null;

  function close() {
    mending = null;
    card.hidden = true;
    work.show();
  }

  mend.onclick = async () => {
    mending = page.set;
    card.hidden = false;
    // On a phone the card is far below the button.
    card.scrollIntoView({ block: "nearest" });
    await work.run("Looking for a mend …", (options) => choices(page, page.set, options));
    if (card.hidden) return;
    card.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (card.querySelector(".mends button"))?.focus({ preventScroll: true });
  };
  page.on("report", ({ set, verdict }) => {
    mend.hidden = !verdict?.failing;
    if (mending && !set.equals(mending)) close();
  });
  page.on("rest", async ({ verdict }) => {
    const { set } = page;
    if (!verdict?.failing) fill(at("blame"));
    else {
      const blame = await blameOf(page).catch(() => null);
      if (page.set === set && blame) fill(at("blame"), summary(page, set, blame));
    }
  });
}

/** The cell that takes part in most failing rolls, and the move that leaves the fewest. */
function summary(page, set, { failing, cells, moves }) {
  const most = Math.max(...cells);
  const worst = page.puzzle.label(cells.indexOf(most));
  const [best] = moves ?? [];
  const take = best && best.failing < failing && takeButton(page, moved(set, best), moveWords(page, best));
  const left = take && (best.failing ? `leaves ${counted(best.failing, "failing roll")}.` : "leaves no failing roll.");
  const part = most === failing ? (failing === 1 ? "the failing roll" : `all ${grouped(failing)} failing rolls`)
    : `${grouped(most)} of ${grouped(failing)} failing rolls`;
  return [h("p", {}, `${worst} takes part in ${part}.`, take ? " The change of one cell that helps most:" : ""),
    take && h("p", { class: "row" }, take, h("span", { class: "hint" }, left))];
}

/** Changes after which every roll can be solved, as few cells as possible, each to be taken. */
async function choices(page, set, options) {
  const { moves, failing } = await page.engine.blame(set.dice, options);
  if (!moves) return faceMends(page, set, options);
  const single = moves.filter((one) => !one.failing);
  if (single.length) {
    return shown(page, "The change of one cell is enough. Choose:", single.slice(0, MOST_SHOWN).map((one) =>
      ({ made: moved(set, one), changed: [one.from, one.to], words: moveWords(page, one) })));
  }
  const found = await page.engine.swapped(set.dice, options);
  if (!found.moves.length) return faceMends(page, set, options);
  const made = set.with(found.dice);
  const changed = found.moves.flatMap(({ from, to }) => [from, to]);
  const way = `${grouped(failing)} → ${found.moves.map((one) => grouped(one.failing)).join(" → ")}`;
  const number = counted(found.moves.length, "change of a cell", "changes of cells");
  const words = `${number} in a row, each the one that helps most, ${found.failing
    ? `leave ${counted(found.failing, "failing roll")}` : "leave no failing roll"}: ${way}.`;
  return shown(page, words, [{ made, changed, words: found.failing ? "Take the better dice" : "Take these dice",
    steps: found.moves.map((one) => moveWords(page, one)) }]);
}

/** One face or two that are written anew, for dice that share cells, and boards that no table has. */
async function faceMends(page, set, options) {
  const { mended, smallestMend } = await import("./mending.js");
  const { faces, mends } = await smallestMend(set, page.engine, options);
  const label = (cell) => page.puzzle.label(cell);
  const kept = mends.filter((mend) => page.share || !mended(set, mend).shared);
  if (!kept.length) return shown(page, "No change of one or two faces is enough.", []);
  return shown(page, `${faces === 1 ? "One face" : "Two faces"} written anew ${faces === 1 ? "is" : "are"} enough. Choose:`,
    kept.slice(0, MOST_SHOWN).map((mend) => ({ made: mended(set, mend), changed: mend.map(({ to }) => to),
      words: mend.map(({ die, from, to }) => `Die ${die + 1}: ${label(to)} instead of ${label(from)}`).join(". ") })));
}

function shown(page, words, found) {
  announce(words);
  return [h("p", {}, words), h("ul", { class: "mends" }, found.map(({ made, changed, words: taken, steps = [] }) =>
    h("li", {}, dicePicture(page, taken, made, changed), takeButton(page, made, taken),
      steps.length ? h("ol", {}, steps.map((step) => h("li", {}, step))) : null)))];
}
