/** Where dice come from and where they go: sets to start from, files, and links that carry the whole set. */

import { DiceSet, fragmentFields } from "./dice.js";
import { copyText, download, fill, h } from "./dom.js";
import { loadPuzzle } from "./puzzle.js";

/** The characters of a file name that every system takes. */
const ODD = /[^\p{L}\p{N}._-]+/gu;
const MOST_BYTES = 65_536;

/** Put the name of the set, starts, files and links into a container. */
export function mountFiles(container, page) {
  const { puzzle } = page;
  const note = h("p", { class: "hint", role: "status" });
  const name = h("input", { type: "text", id: "set-name", maxLength: 100, autocomplete: "off", placeholder: "My dice",
    onchange: () => page.change(page.set.with(page.set.dice, name.value.trim()), "Renamed.") });
  const start = (set, words) => h("button", { type: "button", onclick: () => page.change(set, `${words}.`) }, words);
  const file = h("input", { type: "file", accept: ".json,.txt,application/json,text/plain", hidden: true,
    onchange: () => { openFile(file.files[0], page); file.value = ""; } });
  const link = async () => {
    const address = location.href.replace(/#.*$/, "") + page.set.toFragment();
    if (await copyText(address)) fill(note, "The link is copied. Whoever opens it sees these dice.");
    else fill(note, "Copy this link: ", h("input", { type: "text", readOnly: true, value: address, "aria-label": "Link",
      onfocus: (event) => event.target.select() }));
  };
  container.append(h("h2", {}, "Start, save and share"),
    h("p", {}, "Start from"), h("div", { class: "row" },
      puzzle.sets.map((one) => start(new DiceSet(puzzle, one.dice, one.name), one.title)),
      start(DiceSet.empty(puzzle), "Empty dice")),
    h("label", { for: "set-name" }, "Name of the set"), name,
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => {
        download(`${(page.set.name || "my dice").replace(ODD, "-")}.json`, page.set.toFile());
        fill(note, page.set.complete ? "The file is in your downloads."
          : "The file is in your downloads. The dice are not complete yet, so only this page opens it.");
      } }, "Save as file"),
      h("button", { type: "button", onclick: () => file.click() }, "Open a file"), file,
      h("button", { type: "button", onclick: link }, "Copy link")),
    note, h("p", { class: "hint" }, "You can also drop a file on this page."));
  const draw = () => {
    if (document.activeElement !== name) name.value = page.set.name;
  };
  page.onDraw(draw);
  draw();
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0], page);
  });
}

async function openFile(file, page) {
  try {
    if (file.size > MOST_BYTES) throw new Error(`The file ${file.name} is too large for a dice set.`);
    const text = await file.text();
    const other = page.studio.puzzles.find((one) => one.id !== page.puzzle.id && one.text === puzzleOf(text));
    if (other) {
      // The frame opens the page again with the puzzle of the fragment, and the page reads the dice.
      location.hash = DiceSet.fromFile(text, await loadPuzzle(other.id)).toFragment();
      return;
    }
    page.change(DiceSet.fromFile(text, page.puzzle), `The file ${file.name} is open.`);
    page.say("");
  } catch (error) {
    page.say(`${file.name}: ${error.message}`);
  }
}

function puzzleOf(text) {
  try {
    return JSON.parse(text).puzzle ?? "genius-square";
  } catch {
    return null;
  }
}

/** Read the set of the address, if it carries one; then the address names the puzzle only, so that a reload finds
 * what was painted since. */
export function readLink(page) {
  const fields = fragmentFields(location.hash);
  if (fields.dice === undefined) return;
  try {
    if (fields.puzzle !== undefined && fields.puzzle !== page.puzzle.id) {
      throw new Error("This link is for a puzzle that this studio does not have.");
    }
    page.change(DiceSet.fromFragment(location.hash, page.puzzle), "These are the dice of the link.");
    page.say("");
  } catch (error) {
    page.say(`The dice of this link could not be read: ${error.message} Your own dice are still here.`);
  }
  history.replaceState(null, "", `#puzzle=${page.puzzle.id}`);
}
