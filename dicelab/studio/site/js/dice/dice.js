/** Dice as things: thrown onto the board, and printed as nets and stickers in their true sizes. */
import "../parts/board.js";
import { boardOf, rolledFaces } from "../parts/blockers.js";
import { announce, at, counted, fill, h, listed, store, stored } from "../parts/dom.js";
import { openEngine } from "../engine/engine.js";
import { openFrame, showFault } from "../parts/frame.js";
import { boardFragment, diceMarks } from "../parts/marks.js";
import { loadSolids, paperDice } from "../parts/paper-dice.js";
import { setsToChoose } from "../parts/sets-to-choose.js";
import { PAPERS, pageRule, sheetsOf } from "./sheets.js";
import { mountSteps } from "./steps.js";
import { throwDice } from "../parts/throw.js";

/** Sizes of dice in millimetres that can be handled and glued. */
const [LEAST, MOST] = [8, 60];
const KEPT = "dicelab.printing";

class DicePage {
  #thrown = new AbortController();
  #page = new CSSStyleSheet();

  constructor(puzzle, engine, solids, { sets, fault }) {
    this.puzzle = puzzle;
    this.engine = engine;
    this.solids = solids;
    this.sets = sets;
    at("board").puzzle = puzzle;
    fill(at("wrong"), fault).hidden = !fault;
    fill(at("dice"), sets.map(({ title }, value) => h("option", { value }, title)));
    document.adoptedStyleSheets.push(this.#page);
    at("bench").hidden = false;
    at("dice").onchange = () => this.choose();
    at("roll").onclick = () => this.roll().catch(({ name, message }) => name !== "AbortError" && this.#say("bad", message));
    at("print").onclick = () => window.print();
    this.#remember();
    at("printing").oninput = () => this.lay();
    at("printing").onsubmit = (event) => event.preventDefault();
    mountSteps(this);
    this.choose();
  }

  get set() { return this.sets[at("dice").value].set; }

  #say(kind, words) { fill(at("verdict"), words).className = `verdict ${kind}`; }

  /** Show other dice. */
  choose() {
    this.#thrown.abort();
    this.dice = paperDice(this.set, this.solids);
    at("board").marks = diceMarks(this.set);
    at("ways").hidden = true;
    this.#say("", "Roll the dice: they come to rest on the cells that they show.");
    at("to-design").href = `index.html${this.set.toFragment()}`;
    this.lay();
  }

  /** Throw the dice, and tell whether the pieces fill the board that they leave. */
  async roll() {
    const { puzzle, dice, set } = this;
    this.#thrown.abort();
    const { signal } = (this.#thrown = new AbortController());
    const faces = dice.map(({ cells }) => cells);
    const shown = rolledFaces(puzzle, faces);
    const board = boardOf(faces, shown);
    at("ways").hidden = true;
    this.#say("", "The dice roll …");
    at("board").marks = puzzle.cells.map(() => ({}));
    const [{ solvable }] = await Promise.all([this.engine.solve(board, { signal }),
      throwDice(at("board"), { puzzle, dice, shown, signal })]);
    if (set !== this.set) return;
    const said = `The dice show ${puzzle.labels(faces.map((cells, die) => cells[shown[die]]))}: `
      + (solvable ? "the pieces fill the board." : "no pieces fill this board.");
    this.#say(solvable ? "good" : "bad", said);
    at("ways").hidden = false;
    at("to-play").href = `play.html${boardFragment(puzzle, board)}`;
    at("to-explore").href = `explore.html${boardFragment(puzzle, board)}`;
    fill(at("to-explore"), solvable ? "See a solution" : "See why");
    announce(said);
  }

  /** Take the choices of the last time. */
  #remember() {
    const before = new URLSearchParams(stored(KEPT) ?? "");
    for (const input of /** @type {HTMLInputElement[]} */ ([...at("printing").elements])) {
      const value = before.get(input.name);
      if (value === null) continue;
      if (input.type === "checkbox") input.checked = value === "true";
      else if (input.type !== "select-one" || Object.hasOwn(PAPERS, value)) input.value = value;
    }
  }

  /** Lay the sheets out anew, or name the field that is wrong. */
  lay() {
    const [size, paper] = [Number(at("size").value), at("paper").value];
    const parts = ["nets", "stickers"].filter((part) => at(part).checked);
    const isRight = at("size").value.trim() && size >= LEAST && size <= MOST;
    const wrong = !isRight ? `Size ${at("size").value}: write ${LEAST} to ${MOST} millimetres.`
      : parts.length ? "" : "Choose nets, stickers or both.";
    const title = [this.puzzle.title, this.set.name].filter(Boolean).join(": ");
    const sheets = wrong ? [] : sheetsOf(this.dice, { parts, size, paper, title, isPlain: at("plain").checked, unit: this.solids.size });
    fill(at("sheets"), sheets);
    this.#page.replaceSync(pageRule(paper));
    at("print").disabled = !sheets.length;
    fill(at("size-fault"), wrong).hidden = !wrong;
    fill(at("amount"), sheets.length ? `${counted(sheets.length, "sheet")}. ${this.#spinners(parts)}` : "");
    const values = { size: String(size), paper, ...Object.fromEntries(["nets", "stickers", "plain"].map((id) => [id, String(at(id).checked)])) };
    if (!wrong) store(KEPT, String(new URLSearchParams(values)));
  }

  /** Say which dice no solid shows fairly. */
  #spinners(parts) {
    const without = this.dice.filter(({ solid }) => !solid);
    if (!without.length) return "";
    const which = without.length === 1 ? "Die" : "Dice";
    const numbers = listed(without.map(({ number }) => String(number)));
    const sizes = listed([...new Set(without.map(({ cells }) => String(cells.length)))], "or");
    return `${which} ${numbers}: no solid with ${sizes} faces is fair${parts.includes("nets") ? ", so a spinner is drawn" : ", so there are no stickers"}.`;
  }
}

async function open() {
  const { studio, puzzle } = await openFrame();
  const [engine, solids] = await Promise.all([openEngine(puzzle, studio), loadSolids()]);
  const choice = setsToChoose(puzzle);
  if (!choice.sets.length) throw new Error("This puzzle has no dice yet: paint some on the page Design.");
  return new DicePage(puzzle, engine, solids, choice);
}

open().catch(showFault);
