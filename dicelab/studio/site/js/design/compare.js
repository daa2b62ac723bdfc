/** Two sets side by side. */
import { at, fill, grouped, h, store } from "../parts/dom.js";
import { boardPicture, diceMarks } from "../parts/marks.js";
import { freeCells, keptSet } from "../parts/studio-page.js";

/** Where the set beside the painted one is kept. */
export const compareKey = ({ id }) => `dicelab.compare.${id}`;

export function mountCompare(page) {
  const key = compareKey(page.puzzle);
  let [kept, words] = [keptSet(key, page.puzzle), ""];

  function draw() {
    at("exchange").hidden = at("stop-comparing").hidden = !kept;
    fill(at("keep"), kept ? "Keep the present dice instead" : "Keep these dice beside");
    const [before, after] = [kept ?? page.set, page.set].map((set) => set.owners().map(String));
    const other = [...before.keys()].filter((cell) => before[cell] !== after[cell]);
    const differ = other.length === 1 ? "1 cell is on another die" : `${other.length} cells are on other dice`;
    fill(at("difference"), !kept ? "Keep these dice here, go on painting, and see both."
      : !other.length ? "All cells are on the same dice."
        : `${differ}, marked with a ring${other.length > 12 ? "" : `: ${page.puzzle.labels(other)}`}.`);
    fill(at("pair"), kept && [column(page, "Kept", kept, words, other),
      column(page, "Present", page.set, page.report.words, other)]);
  }

  async function keep(set) {
    [kept, words] = [set, ""];
    store(key, set?.toFile() ?? "");
    draw();
    const judged = set && await page.judged(set);
    if (set && kept === set) {
      ({ words } = judged);
      draw();
    }
  }

  at("keep").onclick = () => keep(page.set);
  at("exchange").onclick = () => {
    const { set } = page;
    page.change(kept, "Exchanged.");
    keep(set);
  };
  at("stop-comparing").onclick = () => {
    keep(null);
    at("keep").focus();
  };
  page.on("rest", draw);
  keep(kept);
}

function column(page, title, set, verdict, ringed) {
  const marks = diceMarks(set).map((mark, cell) => (
    { ...mark, text: mark.small ?? "", small: "", large: true, ring: ringed.includes(cell) }));
  const facts = { Rolls: grouped(set.rolls), Sizes: set.sizes.join(" "), Cells: freeCells(set), Verdict: verdict };
  return h("div", {}, h("h3", {}, title), h("p", { class: "hint" }, set.name || "without a name"),
    boardPicture(page, `${title}: ${set.format()}`, marks),
    h("dl", {}, Object.entries(facts).flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)])));
}
