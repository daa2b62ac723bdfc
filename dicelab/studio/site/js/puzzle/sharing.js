/** Where a drawn puzzle goes: a file, a link, the list of this browser, and the other pages. */
import { announce, at, attempt, button, copyText, download, fill, h, store, stored } from "../parts/dom.js";
import { DiceSet } from "../parts/dice.js";
import { forgetOwn, keepOwn, ownPuzzles } from "../parts/own-puzzles.js";
import { keptSet } from "../parts/studio-page.js";
import { puzzleOf } from "./document.js";
import { readFile, writeFile } from "./file.js";
import { OwnPuzzle, checked } from "./own.js";

/** Bytes of a file that is read. */
const MOST_BYTES = 65_536;
const designKey = (id) => `dicelab.design.${id}`;

export function mountSharing(page) {
  const note = at("note");
  const say = (words) => announce(fill(note, words).textContent);
  /** The puzzle with the dice that were painted for it on the page Design. */
  const whole = () => {
    const own = checked(page.trimmed);
    const puzzle = puzzleOf(own);
    const painted = keptSet(designKey(puzzle.id), puzzle);
    return painted && !painted.trouble ? own.with({ dice: painted.dice }) : own;
  };
  const keep = (own) => {
    // The dice that were painted for it under another name.
    const isSame = (id) => id !== own.id && attempt(() => OwnPuzzle.ofId(id, page.known).format()) === own.format();
    const before = (ownPuzzles().value ?? []).find(({ id }) => isSame(id));
    if (before && !stored(designKey(own.id))) store(designKey(own.id), stored(designKey(before.id)) ?? "");
    keepOwn({ id: own.id, title: puzzleOf(own).title }, before?.id);
    list();
  };
  const goTo = (address) => () => {
    const own = whole();
    keep(own);
    const puzzle = puzzleOf(own);
    const [set] = puzzle.sets;
    location.href = address + (set ? new DiceSet(puzzle, set.dice, own.title).toFragment() : `#puzzle=${own.id}`);
  };
  const openFile = async (file) => {
    if (file.size > MOST_BYTES) throw new Error(`${file.name}: this file is too large for a puzzle.`);
    try {
      page.change(readFile(await file.text(), page.known));
      say(`The file ${file.name} is open.`);
    } catch ({ message }) {
      throw new Error(`${file.name}: ${message}`);
    }
  };
  const does = {
    save: () => {
      const own = whole();
      download(`${own.title || "my puzzle"}.json`, writeFile(own));
      say(own.dice.length ? "The file is saved, with the dice painted for it." : "The file is saved.");
    },
    open: () => at("file").click(),
    copy: async () => {
      const address = `${location.href.replace(/[^/]*$/, "")}puzzle.html#puzzle=${checked(page.trimmed).id}`;
      if (await copyText(address)) return say("The link is copied. It holds the whole puzzle.");
      fill(note, "Copy this link: ", h("input", { type: "text", readOnly: true, value: address, "aria-label": "Link",
        onfocus: ({ target }) => target.select() }));
    },
    keep: () => {
      keep(whole());
      say("The puzzle is kept in this browser. All pages offer it.");
    },
    "to-design": goTo("index.html"),
    "to-explore": goTo("explore.html"),
    "to-play": goTo("play.html"),
  };
  for (const [id, action] of Object.entries(does)) at(id).onclick = () => page.attempt(action);
  at("file").onchange = () => page.attempt(() => openFile(at("file").files[0])).finally(() => (at("file").value = ""));
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    page.attempt(() => openFile(event.dataTransfer.files[0]));
  });

  function list() {
    const { value } = ownPuzzles();
    const forget = (id) => () => {
      forgetOwn(id);
      list();
    };
    const line = ({ id, title }) => h("li", { class: "row" },
      button(title, () => page.attempt(() => page.change(OwnPuzzle.ofId(id, page.known)))),
      button("✕", forget(id), { ariaLabel: `Forget ${title}` }));
    at("mine").hidden = !value?.length;
    fill(at("my-puzzles"), (value ?? []).map(line));
  }
  list();
}
