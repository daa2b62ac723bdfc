/** The panel of the archive: the sets that dicelab keeps on this computer. */

import { DiceSet } from "./dice.js";
import { announce, button, counted, fill, h } from "./dom.js";
import { fault, needsServer, smallBoard, takeButton, Work } from "./panel-parts.js";

const MOST_DRAWN = 40;

export function archivePanel(page) {
  const about = h("p", {}, "The archive keeps good sets, each once however it is turned.");
  if (!page.engine.archive) return { body: [about, needsServer()] };
  const work = new Work();
  const [list, said] = [h("div"), h("div")];
  const text = (title, more) => h("input", { type: "text", "aria-label": title, placeholder: title, autocomplete: "off", ...more });
  const filter = text("Find a name", { oninput: () => show() });
  const name = text("Name of the painted set", { maxLength: 100 });
  const isHere = h("input", { type: "checkbox", checked: true, onchange: () => show() });
  let sets = [];

  function show() {
    const word = filter.value.trim().toLowerCase();
    const found = sets.filter((one) => (!isHere.checked || one.puzzle === page.puzzle.text)
      && [one.name, one.id, one.puzzle, ...one.tags].join(" ").toLowerCase().includes(word));
    const some = found.length > MOST_DRAWN ? `; the first ${MOST_DRAWN} are shown, so type more of a name` : "";
    fill(list, h("p", { class: "hint" }, counted(found.length, "set"), some),
      h("ul", { class: "boards" }, found.slice(0, MOST_DRAWN).map((one) => h("li", {}, entry(one)))));
  }

  function entry({ puzzle, dice, name: title, rolls, objectives: { fewest } }) {
    const facts = h("span", {}, h("b", {}, title), `: ${counted(rolls, "board")}`,
      fewest ? `, at least ${counted(fewest, "tiling")}` : "");
    if (puzzle !== page.puzzle.text) return [facts, h("span", { class: "hint" }, `For the puzzle ${puzzle}`)];
    const set = DiceSet.parse(dice, page.puzzle, title);
    return [smallBoard(page, `The dice of ${title}`, set), facts, takeButton(page, set, "Take it")];
  }

  const opened = () => work.run("Reading the archive …", async (options) => {
    ({ sets } = await page.engine.archive.list(options));
    show();
    return list;
  });
  const save = async () => {
    await keep(page, page.set.with(page.set.dice, name.value.trim() || page.set.name), said);
    opened();
  };
  return { opened, body: [
    about, h("p", { class: "row" }, name, button("Save the painted set", save)), said,
    h("p", { class: "row" }, filter, h("label", {}, isHere, " only for this puzzle")), work.element,
  ] };
}

/** Save a set, and tell in `said` what became of it. */
export async function keep(page, set, said) {
  try {
    if (set.trouble) throw new Error(set.trouble);
    const { new: added, refused } = await page.engine.archive.add(set);
    if (refused.length) throw new Error(refused[0]);
    fill(said, added ? "The set is in the archive now." : "The archive has this set already.");
    announce(said.textContent);
  } catch (error) {
    fill(said, fault(error));
  }
}
