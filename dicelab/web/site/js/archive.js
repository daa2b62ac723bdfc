/** The panel of the archive: the sets that dicelab keeps on this computer. */

import { DiceSet } from "./dice.js";
import { announce, counted, fill, h } from "./dom.js";
import { fault, needsServer, Runner, smallBoard, takeButton } from "./panel-parts.js";

const MOST_DRAWN = 40;

export function archivePanel(page) {
  if (!page.engine.archive) return { body: [h("p", {}, "The archive keeps the sets that you like."), needsServer()] };
  const runner = new Runner();
  const filter = h("input", { type: "text", id: "archive-filter", autocomplete: "off", oninput: () => show() });
  const here = h("input", { type: "checkbox", checked: true, onchange: () => show() });
  const list = h("div", {});
  const name = h("input", { type: "text", id: "archive-name", autocomplete: "off", maxLength: 100 });
  const save = h("button", { type: "button", onclick: () => keep() }, "Save the painted set");
  const said = h("p", { role: "status" });
  let sets = [];

  const load = () => runner.run("Reading the archive …", async (options) => {
    ({ sets } = await page.engine.archive.list(options));
    show();
    return [list];
  });

  function show() {
    const wanted = filter.value.trim().toLowerCase();
    const found = sets.filter((one) => (!here.checked || isHere(one)) && (!wanted
      || `${one.name} ${one.id} ${one.puzzle} ${one.tags.join(" ")}`.toLowerCase().includes(wanted)));
    fill(list, h("p", { class: "hint" }, counted(found.length, "set")),
      h("ul", { class: "boards wide" }, found.slice(0, MOST_DRAWN).map((one) => h("li", {}, entry(one)))),
      found.length > MOST_DRAWN ? h("p", { class: "hint" }, `The first ${MOST_DRAWN} are shown: type more of a name.`) : null);
  }

  const isHere = (one) => one.puzzle === page.puzzle.text || one.puzzle === page.puzzle.name;

  function entry(one) {
    const fewest = one.objectives?.fewest;
    const about = h("span", {}, h("strong", {}, one.name), ` ${counted(one.rolls, "board")}${
      fewest === undefined ? "" : `, at least ${counted(fewest, "solution")} each`}`);
    if (!isHere(one)) return [about, h("span", { class: "hint" }, ` For the puzzle ${one.puzzle}.`)];
    try {
      const set = DiceSet.parse(one.dice, page.puzzle, one.name);
      return [smallBoard(page.puzzle, `The dice of ${one.name}`, { dice: set.dice }), about, takeButton(page, set, "Take it")];
    } catch (error) {
      return [about, fault(error)];
    }
  }

  async function keep() {
    save.disabled = true;
    try {
      said.textContent = await saveToArchive(page, page.set.with(page.set.dice, name.value.trim() || page.set.name));
      announce(said.textContent);
      await load();
    } catch (error) {
      fill(said, fault(error));
    }
    save.disabled = false;
  }

  return { opened: load, body: [
    h("p", { class: "row" }, h("label", { for: name.id }, "Name of the set"), name, save), said,
    h("p", { class: "row" }, h("label", { for: filter.id }, "Find"), filter,
      h("label", {}, here, " only for this puzzle")),
    runner.element,
  ] };
}

/** Save a set, and return in words what became of it. */
export async function saveToArchive(page, set) {
  if (!set.complete) throw new Error("Give every die at least one cell first.");
  const { new: added, refused = [] } = await page.engine.archive.add(set);
  if (refused.length) throw new Error(refused[0]);
  return added ? "The set is in the archive now." : "The archive has this set already.";
}
