/** The panels that need a server: rules and the archive. */
import { DiceSet } from "../parts/dice.js";
import { announce, at, button, counted, fill, h } from "../parts/dom.js";
import { boardRow, dicePicture, takeButton, Work } from "./panel-parts.js";
import { explained } from "../parts/words.js";

export function mountRules(page) {
  const { rules } = page.engine;
  if (!rules) return null;
  const work = new Work(at("rules"));
  return (set) => work.runOnSet(set, "Looking for reasons …", async (options) =>
    assessment(page, set, await rules(set, options)));
}

function assessment(page, set, { exact, procedure, can_roll_a_rejected_board: isRejected }) {
  const cells = (labels) => labels.map((label) => page.puzzle.cell(label));
  const ringed = h("div", { class: "one", role: "status" });
  const place = ({ cells: labels, text }) => h("li", {}, button(text, () =>
    fill(ringed, dicePicture(page, text, set, cells(labels)), h("p", {}, text))));
  const rule = ({ rule: name, witness }) => h("li", {}, witness ? "✗ " : "✓ ", h("strong", {}, explained(name)), witness
    ? boardRow(page, set, [{ board: cells(witness.roll), text: witness.text, rings: cells(witness.cells) }])
    : ": finds none");
  const advice = ({ text, passed, remark, findings }) => h("li", {}, passed ? "✓ " : "✗ ", text,
    remark ? ` (${remark})` : "", findings.length > 0 && h("details", {},
      h("summary", {}, `${counted(findings.length, "place")} where this does not hold`),
      h("ul", { class: "places" }, findings.map(place))));
  const verdict = `${isRejected ? "✗ A" : "No"} rule finds a roll that cannot be solved.`;
  return [
    h("p", { class: `verdict ${isRejected ? "bad" : ""}` }, verdict),
    h("h3", {}, "Exact rules: each finds rolls that cannot be solved"), h("ul", {}, exact.map(rule)),
    h("h3", {}, explained("The New Dice Procedure: advice, which good dice may break")),
    h("ol", {}, procedure.map(advice)), ringed,
  ];
}

/** Show the sets for the puzzle of the page, and keep others. */
export function mountArchive(page) {
  const { engine, puzzle } = page;
  if (!engine.archive) return;
  const [reading, saving] = [new Work(at("archive-sets")), new Work(at("archive-said"))];
  const [panel, filter] = [at("panel-archive"), at("archive-filter")];
  const form = /** @type {ArchiveForm} */ (at("archive-form"));
  let sets = [];

  function drawn() {
    const word = filter.value.trim().toLowerCase();
    const found = sets.filter(({ name, tags }) => [name, ...tags].join(" ").toLowerCase().includes(word));
    return [h("p", { class: "hint" }, counted(found.length, "set")),
      h("ul", { class: "boards" }, found.map(entry))];
  }

  function entry({ dice, name, rolls, claimed, objectives: { fewest } }) {
    const set = DiceSet.parse(dice, puzzle, name);
    const least = fewest ? `, at least ${counted(fewest, "tiling")}${claimed ? ", as others say" : ""}` : "";
    const facts = `: ${counted(rolls, "board")}${least}`;
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

export async function keep(page, set) {
  if (set.trouble) throw new Error(set.trouble);
  const { new: added, refused } = await page.engine.archive.add(set);
  if (refused.length) throw new Error(refused[0]);
  const words = added ? "The set is in the archive now." : "The archive has this set already.";
  announce(words);
  return h("p", { role: "status" }, words);
}
