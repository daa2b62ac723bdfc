/** Steps of difficulty: the sets of a puzzle beside each other, from easy to hard. */
import { Work } from "../design/panel-parts.js";
import { MySets } from "../design/my-sets.js";
import { chanceOfFewer } from "../engine/odds.js";
import { at, grouped, h } from "../parts/dom.js";

const HEADS = ["set", "fewest tilings", "median", "mean", "harder than the row above"];

/** The number of tilings that half of the rolls have at most. */
function medianOf(tally) {
  let below = 0;
  return tally.find(([, share]) => (below += share) >= 0.5 - 1e-12)?.[0] ?? 0;
}

/** Mount the card, where the tilings of all boards are known or can be counted in a moment. */
export function mountSteps({ puzzle, engine, sets }) {
  const isKnown = Boolean(engine.histogram);
  at("steps-here").hidden = !isKnown;
  at("steps-elsewhere").hidden = isKnown;
  if (!isKnown) return;
  const work = new Work(at("steps"));
  at("compare").onclick = () => work.run("Counting the tilings of all rolls …", (options) => compared(options));

  async function compared(options) {
    const found = [];
    for (const { title, set } of all()) {
      const { odds: { tally } } = await engine.histogram(set.dice, { shared: set.shared, ...options });
      found.push({ title, set, tally, fewest: tally[0]?.[0] ?? 0, median: medianOf(tally),
        mean: tally.reduce((sum, [tilings, share]) => sum + share * tilings, 0) });
    }
    found.sort((a, b) => b.median - a.median || b.mean - a.mean);
    return h("table", { class: "figures" }, h("thead", {}, h("tr", {}, HEADS.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, found.map(({ title, set, fewest, median, mean, tally }, n) => h("tr", {},
        h("th", { scope: "row" }, h("a", { href: `index.html${set.toFragment()}` }, title)),
        [grouped(fewest), grouped(Math.round(median)), grouped(Math.round(mean)),
          n ? `${(100 * chanceOfFewer(tally, found[n - 1].tally)).toFixed(1)} %` : "–"].map((text) => h("td", {}, text))))));
  }

  /** The sets to choose from, and those kept in this browser, each once and without such as can't be rolled. */
  function all() {
    const kept = new MySets(puzzle).all.map(({ set }) => ({ set, title: set.name || "without a name" }));
    const listed = [...sets, ...kept].filter(({ set }) => !set.trouble);
    return listed.filter(({ set }, n) => listed.findIndex((other) => other.set.equals(set)) === n);
  }
}
