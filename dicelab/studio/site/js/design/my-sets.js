/** The sets that this browser keeps, each with its name, its date and its verdict. */
import { DiceSet } from "../parts/dice.js";
import { announce, at, attempt, button, counted, fill, h, store, stored } from "../parts/dom.js";
import { keptValue } from "../parts/kept.js";
import { notify } from "../parts/notice.js";
import { markedVerdict } from "../parts/studio-page.js";
import { dicePicture, showBoard } from "./panel-parts.js";

const SCHEMA = "dicelab/my-sets/1";
const MOST_SETS = 500;

export class MySets {
  /** What was wrong with what the browser has kept. */
  fault = "";

  #listeners = [];

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.key = `dicelab.sets.${puzzle.id}`;
  }

  /** Call back when the list has changed, here or in another tab. */
  on(callback) { this.#listeners.push(callback); }
  tell() { for (const callback of this.#listeners) callback(); }

  /** [{set, kept, words}], the latest first; `kept` is a time, and `words` the verdict or "". */
  get all() {
    const { value, fault } = keptValue(this.key, (text) => this.#read(text));
    this.fault ||= fault;
    return value ?? [];
  }

  /** Keep a set; one that is there already under this name gets the verdict. Tell whether there was room. */
  keep(set, words = "") {
    const { all } = this;
    const known = all.find((one) => one.set.equals(set) && one.set.name === set.name);
    if (known && (!words || words === known.words)) return true;
    if (known) return this.#write(all.map((one) => (one === known ? { ...one, words } : one)));
    return all.length < MOST_SETS && this.#write([{ set, kept: new Date().toISOString(), words }, ...all]);
  }

  remove(entry) { this.#write(this.all.filter((one) => !isSame(one, entry))); }

  /** Put a set that was removed back to its place. */
  putBack(entry) {
    this.#write([entry, ...this.all].sort((a, b) => (a.kept < b.kept ? 1 : -1)));
  }

  #write(entries) {
    const sets = entries.map(({ set, kept, words }) => ({ name: set.name, dice: set.format(), kept, words }));
    store(this.key, JSON.stringify({ schema: SCHEMA, sets }));
    return stored(this.key) !== null && this.all.length === entries.length;
  }

  #read(text) {
    const value = attempt(() => JSON.parse(text), "My sets are not whole JSON.");
    const isList = value?.schema === SCHEMA && Array.isArray(value.sets);
    if (!isList) throw new Error(`My sets are not a list of sets (${SCHEMA}).`);
    return value.sets.map((one, place) => {
      const isText = one && ["name", "dice", "kept", "words"].every((field) => typeof one[field] === "string");
      const set = isText && attempt(() => DiceSet.parse(one.dice, this.puzzle, one.name));
      if (!set || Number.isNaN(Date.parse(one.kept))) throw new Error(`Set ${place + 1} of My sets is damaged.`);
      return { set, kept: one.kept, words: one.words };
    });
  }
}

const isSame = (one, other) => one.kept === other.kept && one.set.equals(other.set);

/** The name that a list shows. */
const titleOf = (set) => set.name || "without a name";

/** Whether a set would be lost with the page: some cells are painted, and no catalogue has them. */
const isPainted = (set) => set.dice.some((faces) => faces.length)
  && !set.puzzle.sets.some(({ dice }) => set.equals(set.with(dice)));

const verdictOn = ({ report }, set) =>
  (report.verdict?.complete && report.set.equals(set) ? markedVerdict(report) : "");

/** Open another set; the painted one goes to My sets first. */
export function replaceBy(page, set, why) {
  const before = page.set;
  const isLost = isPainted(before) && !before.equals(set);
  const isKept = isLost && page.sets.keep(before, verdictOn(page, before));
  page.change(set, why);
  if (!isLost) return;
  page.sets.tell();
  notify(isKept ? `${why} What you painted before is under My sets, and one Undo away.`
    : `${why} My sets have no room for what you painted before: Undo brings it back.`,
  isKept ? "Show my sets" : "", showPanel);
}

function showPanel() {
  at("panel-sets").open = true;
  at("panel-sets").scrollIntoView();
  at("panel-sets").querySelector("summary").focus();
}

/** Give the page its list of sets: with their number beside the name of the panel, and a button that keeps another. */
export function mountKeeping(page) {
  const sets = (page.sets = new MySets(page.puzzle));
  const tell = () => fill(at("sets-number"), sets.all.length ? `${counted(sets.all.length, "set")} in this browser`
    : "Sets that this browser keeps");
  sets.on(tell);
  tell();
  addEventListener("storage", ({ key }) => key === sets.key && sets.tell());
  page.on("elsewhere", () => notify("These dice were changed in another tab of this browser."));
  at("keep-mine").onclick = () => {
    const isKept = sets.keep(page.set, verdictOn(page, page.set));
    const words = isKept ? `“${titleOf(page.set)}” is under My sets.`
      : "My sets have no room: remove one, or save these dice as a file.";
    fill(at("file-note"), words);
    sets.tell();
  };
}

/** The panel with all sets. */
export function mountMySets(page) {
  const { sets } = page;

  function draw() {
    const { all } = sets;
    const none = "No set yet. “Keep under My sets” puts the painted dice here, and so does opening a link or a file.";
    fill(at("my-sets"), all.length ? h("ul", { class: "boards" }, all.map(entry)) : h("p", { class: "hint" }, none));
  }

  function entry(one) {
    const { set, kept, words } = one;
    const verdict = h("span", {}, words || "Checking …");
    if (!words) judge(one, verdict);
    const date = new Date(kept).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
    const name = titleOf(set);
    const open = () => {
      replaceBy(page, set, `“${name}” is open.`);
      showBoard();
    };
    return h("li", {}, dicePicture(page, `The dice of ${name}`, set), h("b", {}, name),
      h("small", {}, date), verdict,
      h("div", { class: "row" },
        button("Open", open, { ariaLabel: `Open ${name}, ${date}` }),
        button("Remove", () => remove(one, name), { ariaLabel: `Remove ${name}, ${date}` })));
  }

  async function judge({ set }, place) {
    const { verdict, words } = await page.judged(set);
    fill(place, markedVerdict({ verdict, words }));
    // Why there is no verdict now may be otherwise next time.
    if (verdict?.complete) sets.keep(set, place.textContent);
  }

  function remove(one, name) {
    sets.remove(one);
    sets.tell();
    announce(`“${name}” is removed.`);
    notify(`“${name}” is removed from My sets.`, "Put it back", () => {
      sets.putBack(one);
      sets.tell();
      announce(`“${name}” is under My sets again.`);
    });
    at("panel-sets").querySelector("summary").focus();
  }

  sets.on(draw);
  draw();
}
