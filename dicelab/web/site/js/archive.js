/** The panel of the archive: the sets that dicelab keeps on this computer. */

import { DiceSet } from "./dice.js";
import { announce, at, counted, h } from "./dom.js";
import { dicePicture, takeButton, Work } from "./panel-parts.js";

/** Show the sets for the puzzle of the page, and keep others. */
export function mountArchive(page) {
  const { engine, puzzle } = page;
  if (!engine.archive) return;
  const [reading, saving] = [new Work(at("archive-sets")), new Work(at("archive-said"))];
  const [panel, form, filter] = ["panel-archive", "archive-form", "archive-filter"].map(at);
  let sets = [];

  function drawn() {
    const word = filter.value.trim().toLowerCase();
    const found = sets.filter(({ name, tags }) => [name, ...tags].join(" ").toLowerCase().includes(word));
    return [h("p", { class: "hint" }, counted(found.length, "set")),
      h("ul", { class: "boards" }, found.map(entry))];
  }

  function entry({ dice, name, rolls, objectives: { fewest } }) {
    const set = DiceSet.parse(dice, puzzle, name);
    const facts = `: ${counted(rolls, "board")}${fewest ? `, at least ${counted(fewest, "tiling")}` : ""}`;
    return h("li", {}, dicePicture(page, `The dice of ${name}`, set), h("span", {}, h("b", {}, name), facts),
      takeButton(page, set, "Take it"));
  }

  const read = () => reading.run("Reading the archive …", async (options) => {
    sets = (await engine.archive.list(options)).sets.filter((one) => one.puzzle === puzzle.text);
    return drawn();
  });
  filter.oninput = () => reading.show(drawn());
  form.onsubmit = async (event) => {
    event.preventDefault();
    const named = page.set.with(page.set.dice, form.set.value.trim() || page.set.name);
    await saving.run("Saving …", () => keep(page, named));
    read();
  };
  panel.addEventListener("toggle", () => panel.open && read());
  read();
}

/** Save a set, and return what became of it. */
export async function keep(page, set) {
  if (set.trouble) throw new Error(set.trouble);
  const { new: added, refused } = await page.engine.archive.add(set);
  if (refused.length) throw new Error(refused[0]);
  const words = added ? "The set is in the archive now." : "The archive has this set already.";
  announce(words);
  return h("p", { role: "status" }, words);
}
