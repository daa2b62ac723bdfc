/** Where dice come from and where they go: sets to start from, files, and links that carry the whole set. */
import { DiceSet } from "../parts/dice.js";
import { at, button, copyText, download, fill, h } from "../parts/dom.js";
import { fragmentFields } from "../parts/fragment.js";
import { loadPuzzle } from "../engine/puzzle.js";
import { explained, isExplained } from "../parts/words.js";
import { replaceBy } from "./my-sets.js";

export function mountFiles(page) {
  const { puzzle } = page;
  const [name, note, file] = ["set-name", "file-note", "file"].map(at);
  // The browser takes out what a system does not like in names of files.
  const save = (content, ending, type) => download(`${page.set.name || "my dice"}.${ending}`, content, type);
  fill(at("starts"), puzzle.sets.map(({ dice, name: known, title }) =>
    button(title, () => replaceBy(page, new DiceSet(puzzle, dice, known), `${title}.`))));
  const known = puzzle.sets.map(({ title }) => title).filter(isExplained);
  fill(at("about-starts"), "About the sets: ", explained(known.join(", "))).hidden = !known.length;
  name.onchange = () => page.change(page.set.with(page.set.dice, name.value.trim()), "Renamed.");
  at("save").onclick = () => {
    save(page.set.toFile(), "json");
    fill(note, `The file is saved. ${page.set.trouble}`);
  };
  at("certify").hidden = !page.studio.server;
  at("certify").onclick = async () => {
    fill(note, "Looking for a tiling of every roll …");
    fill(note, await page.engine.certificate(page.set).then((certificate) => {
      if (!certificate) return "There is no proof: some rolls fail.";
      save(certificate, "certificate", "application/octet-stream");
      return "The proof is saved. “dicelab check” and the file prove it to anyone.";
    }).catch(({ message }) => message));
  };
  at("open").onclick = () => file.click();
  file.onchange = () => openFile(file.files[0], page).finally(() => (file.value = ""));
  at("copy").onclick = async () => {
    const address = location.href.replace(/#.*$/, "") + page.set.toFragment();
    if (await copyText(address)) fill(note, "The link is copied. Whoever opens it sees these dice.");
    else fill(note, "Copy this link: ", h("input", { type: "text", readOnly: true, value: address,
      "aria-label": "Link", onfocus: (event) => event.target.select() }));
  };
  page.on("draw", () => {
    if (document.activeElement !== name && name.value !== page.set.name) name.value = page.set.name;
    at("print-dice").hidden = page.set.trouble;
    at("print-dice").href = `dice.html${page.set.toFragment()}`;
  });
  addEventListener("dragover", (event) =>
    event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0], page);
  });
}

async function openFile(file, page) {
  try {
    if (file.size > 65_536) throw new Error("This file is too large for a dice set.");
    const text = await file.text();
    const named = /"puzzle"\s*:\s*"([^"]*)"/.exec(text)?.[1];
    const other = page.studio.puzzles.find((one) => one.text === named && one.id !== page.puzzle.id);
    // The frame opens the page again with the puzzle of the fragment, and then the page reads the dice.
    if (other) location.hash = DiceSet.fromFile(text, await loadPuzzle(other.id, other.sha256)).toFragment();
    else replaceBy(page, DiceSet.fromFile(text, page.puzzle), `The file ${file.name} is open.`);
    page.say("");
  } catch (error) {
    page.say(`${file.name}: ${error.message}`);
  }
}

/** Read the set that the address carries, now and whenever somebody puts another link there. */
export function followLinks(page) {
  readLink(page);
  addEventListener("hashchange", () => {
    const { puzzle = page.puzzle.id } = fragmentFields(location.hash);
    // For another puzzle, the frame opens the page again.
    if (puzzle === page.puzzle.id) readLink(page);
  });
}

/** Afterwards the address names the puzzle only, so that a reload finds what was painted since. */
function readLink(page) {
  const { dice, puzzle = page.puzzle.id } = fragmentFields(location.hash);
  if (dice === undefined) return;
  try {
    if (puzzle !== page.puzzle.id) throw new Error("This studio does not have its puzzle.");
    replaceBy(page, DiceSet.fromFragment(location.hash, page.puzzle), "These are the dice of the link.");
    page.say("");
  } catch (error) {
    page.say(`The dice of this link could not be read. ${error.message} Your own dice are still here.`);
  }
  history.replaceState(null, "", `#puzzle=${page.puzzle.id}`);
}
